/* A game on the headless runner: one line of JSON in, one line of JSON out (contracts 2). */
#ifndef RULES_RUN_H
#define RULES_RUN_H

#include "buf.h"
#include "game.h"

enum { RULES_LINE_MAX = 64 * 1024 };

struct rules_run;

struct rules_run *rules_run_new(const struct game_def *game);
void rules_run_free(struct rules_run **run);
/* Takes one line (len bytes without the line's end, line[len] is a zero) and writes its reply,
 * without a line's end, into reply, which is emptied first. The first good line is the deal. */
void rules_run_line(struct rules_run *run, const char *line, size_t len, struct buf *reply);
/* The reply to a line longer than RULES_LINE_MAX. */
void rules_run_too_long(struct rules_run *run, struct buf *reply);

#endif
