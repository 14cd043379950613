/* `block`, `unblock`: whom somebody keeps away from the tables that they host (blocks.h). Nothing
 * that anybody else is told follows from it but that they cannot join such a table. */
#ifndef BLOCKS_ANSWER_H
#define BLOCKS_ANSWER_H

#include <stdbool.h>

struct doc;
struct handling;
struct move;

/* Answers the question, in private: with those blocked and people met at recent tables. blocks: or
 * is somebody to be blocked no longer? */
void blocks_answer(struct handling *handling, bool blocks);
/* A button for it, at the end of an answer. */
void blocks_offer(const struct handling *handling, struct doc *doc);
/* Is who makes this move kept away from the table, so that they cannot sit down? */
bool blocks_keep_away(const struct handling *handling, const struct move *move);
/* Whoever has sat down learns, alone, that somebody blocked sits there too. */
void blocks_warn(struct handling *handling, const struct move *move);

#endif
