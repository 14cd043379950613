/* A table of transitions: what has states says which of them may follow each. An enum of at most
 * 32 states. Whoever changes the state asserts that the table lets it follow. */
#ifndef TRANSITIONS_H
#define TRANSITIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { TRANSITIONS_STATES_MAX = 32 };

#define STATE_BIT(state) (UINT32_C(1) << (state))

struct transitions {
    uint32_t any;                           /* states that may follow every other one */
    unsigned count;                         /* of states */
    uint32_t after[TRANSITIONS_STATES_MAX]; /* those that may follow besides, by state */
};

bool transitions_allow(const struct transitions *transitions, unsigned from, unsigned to);

#endif
