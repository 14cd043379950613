/* `stats` and `leaderboard`: asked in a room about that room, from anywhere else about one that who
 * asks may read. */
#ifndef RESULTS_ANSWER_H
#define RESULTS_ANSWER_H

#include "doc.h"

struct handling;

/* Reads from the store what is asked for; it then finishes the handling itself, later. */
void results_answer(struct handling *handling, bool leaderboard);
/* The part of the house whose table one of their buttons names with these words; false: none. */
bool results_named_part(const char *to, unsigned *part_r);
/* Puts their buttons behind a document of help. */
void results_offer(const struct handling *handling, struct doc *doc);

#endif
