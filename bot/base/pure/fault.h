/* A fault of the world (disk, network, config): told upwards in the caller's memory. */
#ifndef FAULT_H
#define FAULT_H

enum { FAULT_TEXT_BYTES = 480 };

enum fault_code {
    FAULT_NONE,
    FAULT_USAGE,  /* wrong words on the command line: exit 2 */
    FAULT_CONFIG, /* config or token refused: exit 78 */
    FAULT_BAD,    /* the thing asked about is bad: exit 1 */
    FAULT_RETRY,  /* try again later: exit 75 */
    FAULT_FULL,   /* disk full or read-only */
    FAULT_BROKEN, /* data that should be sound is not */
    FAULT_GONE    /* what was addressed is no more */
};

struct fault {
    enum fault_code code;
    char text[FAULT_TEXT_BYTES];
};

/* Sets a fault (what, where, how to mend: one line). Returns -1, for `return fault_set(…)`. */
int fault_set(struct fault *fault, enum fault_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts "context: " in front. Returns -1. */
int fault_wrap(struct fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
