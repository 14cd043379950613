#include "transitions.h"

#include <assert.h>

bool transitions_allow(const struct transitions *transitions, unsigned from, unsigned to)
{
    assert(transitions->count <= TRANSITIONS_STATES_MAX);
    assert(from < transitions->count && to < transitions->count);
    return ((transitions->any | transitions->after[from]) & STATE_BIT(to)) != 0;
}
