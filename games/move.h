/* A move: the only thing that changes a table. Slash command, text, button, form, reaction, timer
 * and moderator are ways to make one. Its text form is what the journal keeps. */
#ifndef MOVE_H
#define MOVE_H

#include "seat.h"
#include "value_tree.h"

struct action_def;

enum {
    MOVE_FACTS_MAX = 96,
    MOVE_TEXT_MAX = 9216, /* a 2,000-character message in four-byte letters, and its form */
    MOVE_JUDGEMENTS_MAX = 4
};

struct move {
    int64_t at_ms;                /* UTC milliseconds when it was heard; never runs backwards */
    const struct action_def *row; /* which act */
    int16_t seat;                 /* who: a seat, SEAT_HOUSE, SEAT_MODERATOR, or SEAT_NONE: a
                                   * person without a seat (tables only; games never see one) */
    int16_t judgement_count;
    /* What was resolved before the move was made and depends on Unicode tables, packs or chance
     * (a guess graded same/near/no): the journal keeps it, replay believes it. */
    int32_t judgement[MOVE_JUDGEMENTS_MAX];
    uint64_t person;        /* internal id of who made it, 0 the house; games never look at it */
    bool moderator;         /* that person may moderate here; games never look at it */
    struct value_tree args; /* by the row's argument names; nested as on the runner */
    struct value fact[MOVE_FACTS_MAX];
    char text[MOVE_TEXT_MAX];
};

/* A move without arguments yet; only bookkeeping is cleared, not the pools. row may be NULL. */
void move_init(struct move *move, const struct action_def *row, int seat, int64_t at_ms);

#endif
