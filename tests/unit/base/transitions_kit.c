#include "transitions_kit.h"

#include <check.h>

/* All states that may follow one of these, and these. */
static uint32_t kit_step(const struct transitions *transitions, uint32_t from)
{
    uint32_t to = from;
    for (unsigned state = 0; state < transitions->count; state++) {
        for (unsigned next = 0; next < transitions->count; next++) {
            bool follows = transitions_allow(transitions, state, next);
            to |= (from & STATE_BIT(state)) != 0 && follows ? STATE_BIT(next) : 0;
        }
    }
    return to;
}

/* All states that are reached from these, themselves included. */
static uint32_t kit_reached(const struct transitions *transitions, uint32_t from)
{
    uint32_t before = 0;
    while (before != from) {
        before = from;
        from = kit_step(transitions, from);
    }
    return from;
}

void kit_transitions_are_sound(const struct transitions *transitions, uint32_t first, unsigned last)
{
    uint32_t reached = kit_reached(transitions, first);
    for (unsigned state = 0; state < transitions->count; state++) {
        ck_assert_msg((reached & STATE_BIT(state)) != 0, "state %u is never reached", state);
        ck_assert_msg((kit_reached(transitions, STATE_BIT(state)) & STATE_BIT(last)) != 0,
                      "state %u never ends", state);
    }
    for (unsigned state = transitions->count; state < TRANSITIONS_STATES_MAX; state++) {
        ck_assert_uint_eq(transitions->after[state], 0);
    }
}
