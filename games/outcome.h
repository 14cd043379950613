/* An outcome: what a move caused, as events for audiences; or why it was refused. Bounded, in the
 * caller's memory, no words: ids and arguments only. */
#ifndef OUTCOME_H
#define OUTCOME_H

#include "message.h"
#include "refusal.h"
#include "seat.h"
#include "value_tree.h"

enum { OUTCOME_EVENTS_MAX = 48, OUTCOME_FACTS_MAX = 640, OUTCOME_TEXT_MAX = 20480 };

struct event {
    enum message message;
    uint16_t to;   /* seat bits, AUDIENCE_CROWD, AUDIENCE_MODERATORS */
    uint16_t args; /* index of its arguments' object in the outcome's facts */
};

struct outcome {
    enum refusal refusal;
    uint16_t refusal_args; /* object in facts, or VALUE_NONE */
    uint16_t event_count;
    struct event event[OUTCOME_EVENTS_MAX];
    struct value_tree facts; /* a list of argument objects */
    struct value fact[OUTCOME_FACTS_MAX];
    char text[OUTCOME_TEXT_MAX];
};

void outcome_init(struct outcome *outcome);

/* Begins an event for an audience; write its arguments into the facts returned, then
 * outcome_end(). Too many events is a bug: asserted. */
struct value_tree *outcome_say(struct outcome *outcome, uint16_t to, enum message message);
void outcome_end(struct outcome *outcome);
/* An event without arguments. */
void outcome_tell(struct outcome *outcome, uint16_t to, enum message message);

/* Is anything of it told to all? */
bool outcome_is_public(const struct outcome *outcome);

/* Refuses with arguments for the sentence; write them, then outcome_end(). */
struct value_tree *outcome_refuse(struct outcome *outcome, enum refusal refusal);
/* Refuses an argument: which, and the problem as a term ("too_long", "not_a_seat", "not_a_choice",
 * "missing", "unknown", "not_a_number", "out_of_range"). Returns REFUSAL_BAD_ARGUMENT. */
enum refusal outcome_bad_argument(struct outcome *outcome, const char *argument,
                                  const char *problem);

#endif
