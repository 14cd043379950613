/* Every option: the one place that file, environment, example, check and help are made from. */
#ifndef SETTINGS_TABLE_H
#define SETTINGS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum setting_kind {
    SETTING_TEXT,    /* min to max bytes */
    SETTING_NUMBER,  /* min to max; or one of choices, where there are some (read as a text) */
    SETTING_FLAG,    /* yes or no */
    SETTING_CHOICE,  /* one of choices, "a|b|c" */
    SETTING_PATH,    /* a file or folder */
    SETTING_ADDRESS, /* a numeric address of this machine */
    SETTING_URL,     /* http:// or https://, a host, perhaps a port; nothing behind */
    SETTING_BASE,    /* the same, perhaps with a path behind */
    SETTING_KEY,     /* 64 hex digits */
    SETTING_SUBNETS  /* numeric addresses and ranges of them, with blanks or commas between */
};

struct setting_row {
    const char *section;
    const char *key;
    enum setting_kind kind;
    bool secret; /* never shown; may be given as key_file */
    bool live;   /* a reload may change it, other options need a restart */
    int64_t min;
    int64_t max;
    const char *choices;
    const char *fallback; /* what it is when nobody says; "" where that may be so */
    const char *help;     /* one sentence */
};

extern const struct setting_row settings_rows[];
extern const size_t settings_row_count;

#endif
