#include "matrix_late_key.h"

#include <assert.h>

const struct transitions matrix_late_transitions = {
    .count = MATRIX_LATE_STATES,
    .after = {
        [MATRIX_LATE_WAITING] = STATE_BIT(MATRIX_LATE_ASKED) | STATE_BIT(MATRIX_LATE_TOLD) |
                                STATE_BIT(MATRIX_LATE_HERE),
        [MATRIX_LATE_ASKED] = STATE_BIT(MATRIX_LATE_TOLD) | STATE_BIT(MATRIX_LATE_HERE),
        [MATRIX_LATE_TOLD] = STATE_BIT(MATRIX_LATE_HERE),
    }};

/* By state: how long it lasts, what is due at its end, and what follows. */
static const struct late_step {
    int64_t lasts_ms; /* -1: for ever */
    enum matrix_late_due due;
    enum matrix_late_state next;
} late_steps[] = {[MATRIX_LATE_WAITING] = {MATRIX_LATE_WAIT_MS, MATRIX_LATE_ASK, MATRIX_LATE_ASKED},
                  [MATRIX_LATE_ASKED] = {MATRIX_LATE_ASKED_MS, MATRIX_LATE_TELL, MATRIX_LATE_TOLD},
                  [MATRIX_LATE_TOLD] = {-1, MATRIX_LATE_NOTHING, MATRIX_LATE_TOLD},
                  [MATRIX_LATE_HERE] = {-1, MATRIX_LATE_NOTHING, MATRIX_LATE_HERE}};

static void late_enter(struct matrix_late_key *key, enum matrix_late_state state, int64_t now_ms)
{
    assert(transitions_allow(&matrix_late_transitions, key->state, state));
    key->state = state;
    key->since_ms = now_ms;
}

void matrix_late_begin(struct matrix_late_key *key, int64_t now_ms)
{
    *key = (struct matrix_late_key){.state = MATRIX_LATE_WAITING, .since_ms = now_ms};
}

int64_t matrix_late_due_ms(const struct matrix_late_key *key)
{
    const struct late_step *step = &late_steps[key->state];
    return step->lasts_ms < 0 ? -1 : key->since_ms + step->lasts_ms;
}

enum matrix_late_due matrix_late_tick(struct matrix_late_key *key, int64_t now_ms)
{
    const struct late_step *step = &late_steps[key->state];
    int64_t due_ms = matrix_late_due_ms(key);
    if (due_ms < 0 || now_ms < due_ms) {
        return MATRIX_LATE_NOTHING;
    }
    late_enter(key, step->next, now_ms);
    return step->due;
}

bool matrix_late_came(struct matrix_late_key *key, int64_t now_ms)
{
    bool is_asked = key->state == MATRIX_LATE_ASKED || key->state == MATRIX_LATE_TOLD;
    if (key->state != MATRIX_LATE_HERE) {
        late_enter(key, MATRIX_LATE_HERE, now_ms);
    }
    return is_asked;
}

bool matrix_late_withheld(struct matrix_late_key *key, int64_t now_ms)
{
    bool is_open = key->state == MATRIX_LATE_WAITING || key->state == MATRIX_LATE_ASKED;
    if (is_open) {
        late_enter(key, MATRIX_LATE_TOLD, now_ms);
    }
    return is_open;
}
