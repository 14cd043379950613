/* The parts of the settings among themselves, and for tests with a table of their own. */
#ifndef SETTINGS_PRIVATE_H
#define SETTINGS_PRIVATE_H

#include "settings.h"
#include "settings_table.h"

enum { SETTINGS_NAME_BYTES = 96 };

struct setting_value {
    char *text;     /* NULL: the fallback */
    unsigned line;  /* of the file, 0: elsewhere */
    bool from_file; /* the file has it, under its own name or as key_file */
};

struct settings {
    const struct setting_row *rows;
    size_t count;
    struct setting_value *values;
};

/* A reading that is under way. */
struct settings_draft {
    struct settings *settings;
    struct buf *problems;
    const char *file;               /* its path, NULL while the environment is read */
    unsigned line;                  /* in the file */
    char name[SETTINGS_NAME_BYTES]; /* of the variable in the environment */
    bool shared;                    /* everybody may read the file */
    const char *section; /* "" before the first; NULL: unknown, its keys are not judged */
    char *text;          /* the whole file */
};

struct settings *settings_load_rows(const struct setting_row *rows, size_t count, const char *path,
                                    const char *const *environment, struct buf *problems);
/* Says a mistake, with where it stands. */
void settings_problem(const struct settings_draft *draft, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Takes one value for section.key; known or not, good or not. */
void settings_take(struct settings_draft *draft, const char *section, const char *key,
                   const char *value);
/* Reads the whole file, line by line. */
void settings_read_file(struct settings_draft *draft);
void settings_read_environment(struct settings_draft *draft, const char *const *environment);
/* NULL when the text is good for the option; else what is wrong with it. */
const char *settings_wrong(const struct setting_row *row, const char *text, char *why, size_t size);
bool settings_is_yes(const char *text);

#endif
