/* Outcomes: events and refusals share one tree of facts, one unnamed object for each. */
#include "outcome.h"

#include <assert.h>

void outcome_init(struct outcome *outcome)
{
    assert(outcome != NULL);
    outcome->refusal = REFUSAL_NONE;
    outcome->refusal_args = VALUE_NONE;
    outcome->event_count = 0;
    value_init(&outcome->facts, outcome->fact, OUTCOME_FACTS_MAX, outcome->text, OUTCOME_TEXT_MAX);
}

struct value_tree *outcome_say(struct outcome *outcome, uint16_t to, enum message message)
{
    assert(outcome->event_count < OUTCOME_EVENTS_MAX);
    assert(to != 0 && message != MSG_NONE && outcome->facts.depth == 0);
    struct event *event = &outcome->event[outcome->event_count++];
    event->message = message;
    event->to = to;
    event->args = outcome->facts.count;
    value_object(&outcome->facts, NULL);
    return &outcome->facts;
}

void outcome_end(struct outcome *outcome)
{
    assert(outcome->facts.depth == 1);
    assert(!outcome->facts.full);
    value_end(&outcome->facts);
}

void outcome_tell(struct outcome *outcome, uint16_t to, enum message message)
{
    outcome_say(outcome, to, message);
    outcome_end(outcome);
}

bool outcome_is_public(const struct outcome *outcome)
{
    bool is_public = false;
    for (unsigned i = 0; i < outcome->event_count; i++) {
        is_public = is_public || (outcome->event[i].to & AUDIENCE_CROWD) != 0;
    }
    return is_public;
}

struct value_tree *outcome_refuse(struct outcome *outcome, enum refusal refusal)
{
    assert(refusal != REFUSAL_NONE);
    assert(outcome->facts.depth == 0);
    outcome->refusal = refusal;
    outcome->refusal_args = outcome->facts.count;
    value_object(&outcome->facts, NULL);
    return &outcome->facts;
}

enum refusal outcome_bad_argument(struct outcome *outcome, const char *argument,
                                  const char *problem)
{
    assert(argument != NULL && problem != NULL);
    struct value_tree *facts = outcome_refuse(outcome, REFUSAL_BAD_ARGUMENT);
    value_term(facts, "argument", argument);
    value_term(facts, "problem", problem);
    outcome_end(outcome);
    return REFUSAL_BAD_ARGUMENT;
}
