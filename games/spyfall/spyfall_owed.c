/* Who owes what. All of it is public: who holds the turn, who votes next, who leads. */
#include "spyfall_private.h"

#include <assert.h>
#include <string.h>

static struct owed *owed_add(const struct spyfall *state, struct owed_list *list, int seat,
                             const char *action)
{
    assert(list->count < OWED_MAX);
    struct owed *owed = &list->owed[list->count++];
    memset(owed, 0, sizeof *owed);
    owed->seat = (int8_t)seat;
    owed->ask = state->wait_ask;
    owed->actions[0] = action;
    owed->deadline_ms = game_clock_due_ms(&state->wait);
    owed->fallback = MSG_NONE;
    return owed;
}

static void owed_question(const struct spyfall *state, struct owed_list *list)
{
    bool open = state->pending != SEAT_NONE;
    struct owed *owed =
        owed_add(state, list, open ? state->pending : state->asker, open ? "answer" : "ask");
    if (owed->deadline_ms != NO_DEADLINE && spyfall_option_is(state, OPTION_AUTOPLAY, 1)) {
        owed->fallback = MSG_SPYFALL_BY_TIME_SKIP;
    }
}

static void owed_votes(const struct spyfall *state, struct owed_list *list)
{
    uint16_t voters = spyfall_voters(state);
    for (int seat = 0; seat < state->common.seats; seat++) {
        if ((voters & seat_bit(seat)) != 0) {
            struct owed *owed = owed_add(state, list, seat, "vote");
            owed->ask = state->vote_ask;
            owed->deadline_ms = game_clock_due_ms(&state->vote_clock);
            owed->fallback = spyfall_option_is(state, SPYFALL_SILENT_VOTE, 1)
                                 ? MSG_SPYFALL_BY_TIME_YES
                                 : MSG_SPYFALL_BY_TIME_NO;
        }
    }
}

static void owed_done(const struct spyfall *state, struct owed_list *list)
{
    uint16_t missing = (uint16_t)(spyfall_present(state) & ~state->done);
    for (int seat = 0; seat < state->common.seats; seat++) {
        if ((missing & seat_bit(seat)) != 0) {
            owed_add(state, list, seat, "done");
        }
    }
}

void spyfall_owed(const void *subject, struct owed_list *list)
{
    const struct spyfall *state = subject;
    if (spyfall_vote_is_open(state)) {
        owed_votes(state, list);
        return;
    }
    switch ((enum spyfall_phase)state->common.phase) {
    case SPYFALL_AT_QUESTIONS:
        owed_question(state, list);
        return;
    case SPYFALL_AT_LAST_CALL:
        owed_done(state, list);
        return;
    case SPYFALL_AT_FINAL_VOTE: {
        struct owed *owed = owed_add(state, list, state->asker, "accuse");
        owed->actions[1] = "pass";
        owed->fallback = MSG_SPYFALL_BY_TIME_PASS;
        return;
    }
    case SPYFALL_AT_LAST_GUESS:
        owed_add(state, list, state->spy, "guess")->fallback = MSG_SPYFALL_BY_TIME_NO_GUESS;
        return;
    case SPYFALL_AT_BETWEEN:
        owed_add(state, list, state->leader, "next")->fallback = MSG_SPYFALL_BY_TIME_NEXT;
        return;
    case SPYFALL_AT_VOTE:
    case SPYFALL_AT_OVER:
        break;
    }
    assert(false && "somebody is waited for");
}
