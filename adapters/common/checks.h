/* What a platform's setup has checked, for a terminal: a line each of what is as it has to be, of
 * what is worth knowing, and of what has to be mended. */
#ifndef CHECKS_H
#define CHECKS_H

#include "buf.h"

struct checks {
    struct buf text;
    unsigned problems;
};

/* problems: how many things have to be mended. text: all of it, lines for a terminal. */
typedef void (*checks_fn)(void *context, unsigned problems, const char *text);

void checks_init(struct checks *checks);
void checks_deinit(struct checks *checks);

/* A line each, made as by printf. */
#define CHECKS_FORM __attribute__((format(printf, 2, 3)))
void checks_ok(struct checks *checks, const char *form, ...) CHECKS_FORM;
void checks_note(struct checks *checks, const char *form, ...) CHECKS_FORM;
void checks_mend(struct checks *checks, const char *form, ...) CHECKS_FORM;

/* That was all: what follows from it is the last line. */
void checks_end(struct checks *checks, checks_fn done, void *context);

#endif
