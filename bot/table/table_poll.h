/* A vote of the players about their table: what its host may do alone, players may do together.
 * One runs at a time; it is open, a vote may be changed, and silence is no yes. */
#ifndef TABLE_POLL_H
#define TABLE_POLL_H

#include "ballot.h"

struct table;
struct action_def;
struct value_tree;
struct move;
struct outcome;

enum poll_topic {
    POLL_NONE,
    POLL_PAUSE,
    POLL_RESUME,
    POLL_EXTEND, /* more time for whoever is to act */
    POLL_SKIP,
    POLL_UNDO,
    POLL_KICK,
    POLL_HOST,
    POLL_ABORT,
    POLL_TOPICS
};

struct table_poll {
    int64_t due_ms;    /* NO_DEADLINE: none runs */
    int64_t length_ms; /* of the pause, of the time that is asked for */
    struct ballot ballot;
    const struct action_def *row; /* what is asked for */
    uint32_t to;                  /* POLL_UNDO: the step to go back to */
    uint32_t ask;  /* as in the table's owed list, before it is numbered for the table's life */
    uint8_t topic; /* enum poll_topic */
    int8_t by;     /* seat of who asked for it */
    int8_t seat;   /* whom it is about, or SEAT_NONE */
};

/* Does a vote run? */
bool table_poll_runs(const struct table *table);
/* Has the move to be agreed on, by who may not make it alone? */
bool table_poll_wants(const struct table *table, const struct move *move);
/* Has a vote on that act failed not long ago, so that this person may not ask for it yet? */
bool table_poll_waits(const struct table *table, const struct action_def *row, uint64_t person);
/* Begins a vote on the move, or takes it as a yes where that very vote runs. What passes at once is
 * done at once. */
enum refusal table_poll_ask(struct table *table, const struct move *move, struct outcome *out);
/* The row "decide". */
enum refusal table_poll_decide(void *subject, const struct move *move, struct outcome *out);
/* What it asks for: members topic, who (name or null), ms. */
void table_poll_say(const struct table *table, struct value_tree *facts);
/* Its time is up. */
void table_poll_fall_due(struct table *table, struct outcome *out);
/* After any move: who is gone votes no more; what cannot come true any more is called off. */
void table_poll_follow(struct table *table, struct outcome *out);
/* The number of its ask, as buttons carry it. */
uint32_t table_poll_ask_number(const struct table *table);

#endif
