/* Lines: words that people typed and that all could then read at the table, posted by the house in
 * their name. Kept as hashes, so that a moderator can hide one: the game goes on as it was, and
 * what shows its words shows them no more. Deterministic: live moves and replayed ones give the
 * same. */
#ifndef TABLE_LINE_H
#define TABLE_LINE_H

#include "move.h"
#include "outcome.h"

enum {
    TABLE_LINES_MAX = 48,
    TABLE_HIDDEN_MAX = 24 /* texts; what is hidden is never forgotten for a newer line */
};

struct table_line {
    uint64_t hash;  /* of a text; 0: no line */
    uint32_t step;  /* of the table, when all could read it; 0: only its author has, so far */
    uint32_t noted; /* the step at which it was put here */
    int8_t seat;    /* whose words they are; SEAT_NONE where nobody can tell */
    bool hidden;
};

struct table_lines {
    struct table_line line[TABLE_LINES_MAX]; /* a ring: the oldest that is not hidden goes */
    uint8_t next;
};

/* A move was made, and the table's step is now this: what was typed in it, and what all read. */
void table_lines_note(struct table_lines *lines, const struct move *move, const struct outcome *out,
                      uint32_t step);
/* The step of the last line of a seat (SEAT_NONE: of anybody); 0 where there is none. */
uint32_t table_lines_last(const struct table_lines *lines, int seat);
/* The first text of the line that all could read at this step; NULL: there is none. */
const struct table_line *table_lines_at(const struct table_lines *lines, uint32_t step);
/* Is there room to hide that line too? */
bool table_lines_hidable(const struct table_lines *lines, uint32_t step);
/* Hides the line of that step, and wherever else its author's very words stood. */
void table_lines_hide(struct table_lines *lines, uint32_t step);
/* Was something hidden of what all could read at this step? */
bool table_lines_redacted_at(const struct table_lines *lines, uint32_t step);
/* Are these the words of a line that is hidden, and did nobody write them again since? */
bool table_lines_hides(const struct table_lines *lines, const char *text, size_t len);
/* Takes people's words of hidden lines out of a view: "text" and "answer" anywhere, and all texts
 * within "clues" and "sheet". Names, places, signals and other words of a game stay. */
void table_lines_veil(const struct table_lines *lines, struct value_tree *facts);
/* The same in what happened, where a guess ("value") is a line too. */
void table_lines_redact_events(const struct table_lines *lines, struct value_tree *facts);

#endif
