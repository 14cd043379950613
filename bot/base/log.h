/* The log: a line an event, key=value, on standard error. Secrets and people's words do not belong
 * into it at all. */
#ifndef LOG_H
#define LOG_H

#include "clock.h"
#include "fault.h"

#include <stdbool.h>
#include <stddef.h>

enum log_level { LEVEL_ERROR, LEVEL_WARNING, LEVEL_INFO, LEVEL_DEBUG };

enum log_kind { LOG_END, LOG_TEXT, LOG_NUMBER };

struct log_field {
    const char *name; /* small letters and _ */
    enum log_kind kind;
    const char *text; /* shown up to LOG_TEXT_MAX bytes */
    int64_t number;
};

enum { LOG_TEXT_MAX = 256, LOG_LINE_MAX = 2048 };

struct log_setup {
    int file; /* descriptor the lines go to */
    enum log_level level;
    bool journal; /* systemd's journal reads it: it wants the level as <n>, and has the time */
    struct clock clock;
};

/* Before this nothing is logged. One log for the program. */
void log_open(const struct log_setup *setup);
void log_close(void);
void log_level_set(enum log_level level);
/* error, warning, info, debug; false for any other word. */
bool log_level_of(const char *word, enum log_level *level_r);

/* event: "store.opened". fields end with a field of kind LOG_END; NULL for none. */
void log_event(enum log_level level, const char *event, const struct log_field *fields);

/* log_event(LEVEL_INFO, "store.opened", LOG_FIELDS(log_text("path", path), log_number("ms", 5))) */
#define LOG_FIELDS(...) ((const struct log_field[]){__VA_ARGS__, {0}})

struct log_field log_text(const char *name, const char *text);
struct log_field log_number(const char *name, int64_t number);
/* why="…" */
struct log_field log_fault(const struct fault *fault);

#endif
