/* Taking moves of the game back: which there are that all could see, up to where the game is to go
 * back, and going back. What is decided and what is done are two lines of the journal ("undo",
 * "restore"), since the state of before has to be made again out of the journal in between. */
#ifndef TABLE_UNDO_H
#define TABLE_UNDO_H

#include "action.h"

enum {
    UNDO_STEPS_MAX = 24,       /* how far back moves can be taken back */
    UNDO_ASKED_MAX = 1000,     /* what is asked for and is too much is told how much can be */
    UNDO_TIMES_MAX = 20,       /* how often in a game */
    UNDO_AGAIN_MS = 10 * 1000, /* so soon after another's it is not meant for what is there now */
    UNDO_ASKS = 1 << 24        /* that a game gives out before it goes back */
};

struct table;

/* A move of the game that all could see. */
struct undo_step {
    uint32_t step; /* its line of the journal */
    bool reveals;  /* with it somebody learned what was hidden from them */
};

struct table_undo {
    int64_t at_ms;      /* when something was taken back last */
    uint64_t by;        /* the person who did it */
    uint32_t to;        /* the step that the game is to go back to; 0: it is not */
    uint32_t seen;      /* how many moves all could see, with those that were taken back, and how
                         * often the game went back */
    uint32_t last_seen; /* the same when something was taken back last */
    uint32_t ask_base;  /* what asks of the game begin at, so that none has an old number */
    uint8_t times;      /* how often something was taken back */
    uint8_t count;      /* of step, the oldest first */
    struct undo_step step[UNDO_STEPS_MAX];
};

/* Was a move, made at before, one of the game that all could see (out NULL: it was none of the
 * game)? Then it is noted. A step in which somebody has come into the game, or left it for good, is
 * none to go back behind. */
void table_undo_note(struct table *table, const struct table *before, const struct move *move,
                     const struct outcome *out);
/* How many moves can be taken back. */
unsigned table_undo_count(const struct table *table);
/* Has somebody learned what was hidden from them by one of the last moves? */
bool table_undo_reveals(const struct table *table, unsigned moves);
/* How many of them were made after a step. */
unsigned table_undo_since(const struct table *table, uint32_t step);
/* The step that taking back so many of them leads to. */
uint32_t table_undo_to(const struct table *table, unsigned moves);
/* Is a move to wait until the game has gone back? */
bool table_undo_holds(const struct table *table, const struct action_def *row);

/* Should the house take the game back, as it was decided? The move that does, where table->past is
 * the table as it was then. */
bool table_should_restore(const struct table *table);
void table_restore_move(const struct table *table, int64_t now_ms, struct move *move);

/* The rows "undo" and "restore". */
enum refusal house_undo_check(const void *subject, struct move *move, struct outcome *out);
enum refusal house_undo(void *subject, const struct move *move, struct outcome *out);
enum refusal house_restore(void *subject, const struct move *move, struct outcome *out);

#endif
