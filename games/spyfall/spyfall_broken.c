/* The invariants of rulebook 7, and those the files of Spyfall rely on. */
#include "spyfall_private.h"

#include <assert.h>

static const char *broken_points(const struct spyfall *state)
{
    const struct spyfall_last *last = &state->last;
    int sum = 0;
    if (last->round == 0) {
        return NULL;
    }
    for (int seat = 0; seat < state->common.seats; seat++) {
        sum += last->points[seat];
        if (last->points[seat] > state->scores[seat]) {
            return "points of a round are in the total";
        }
    }
    /* leavers of a round get none, so that fewer share where the others win */
    switch ((enum spyfall_end)last->end) {
    case SPYFALL_SPY_INDICTED:
        return sum <= state->common.seats ? NULL : "a spy caught brings as many points as seats";
    case SPYFALL_SPY_GUESSED_WRONG:
        return sum < state->common.seats ? NULL : "a wrong guess brings each innocent one point";
    case SPYFALL_INNOCENT_INDICTED:
    case SPYFALL_SPY_GUESSED:
        return sum == 4 ? NULL : "a spy who wins gets 4 points";
    case SPYFALL_CLOCK:
        return sum == 2 ? NULL : "a spy who is not caught in time gets 2 points";
    case SPYFALL_VOID:
        return sum == 0 ? NULL : "a void round brings nothing";
    case SPYFALL_ENDS:
        break;
    }
    return "a round ends in one of the ways there are";
}

static const char *broken_question(const struct spyfall *state)
{
    uint16_t present = spyfall_present(state);
    if (state->asker == SEAT_NONE) {
        return state->pending == SEAT_NONE ? NULL : "a question has an asker";
    }
    if (state->asker == state->barred || state->asker == state->pending) {
        return "nobody asks himself, or bars himself";
    }
    if (state->pending != SEAT_NONE) {
        if (state->pending == state->barred) {
            return "who is barred is not asked";
        }
        return (present & seat_bit(state->pending)) != 0 ? NULL : "who is asked is still in";
    }
    return (present & seat_bit(state->asker)) != 0 ? NULL : "who asks is still in";
}

static const char *broken_vote(const struct spyfall *state)
{
    const struct spyfall_vote *vote = &state->vote;
    bool stopped = spyfall_option_is(state, SPYFALL_CLOCK_IN_VOTE, 0);
    if (state->common.over && state->common.result.outcome == OUTCOME_NONE) {
        return NULL; /* given up in the midst of it: nothing was put away */
    }
    if ((state->common.phase == SPYFALL_AT_VOTE) && !spyfall_vote_is_open(state)) {
        return "a vote has an accuser";
    }
    if (!spyfall_vote_is_open(state)) {
        return state->vote_clock.running ? "only voters are timed by the vote's clock" : NULL;
    }
    if (vote->accuser == vote->suspect || (state->accused & seat_bit(vote->accuser)) == 0) {
        return "who accuses has accused, and somebody else";
    }
    if ((vote->ballot.electorate & (seat_bit(vote->accuser) | seat_bit(vote->suspect))) != 0) {
        return "neither accuser nor suspect votes";
    }
    if ((vote->ballot.electorate & ~spyfall_present(state)) != 0) {
        return "voters are still in";
    }
    if (ballot_result(&vote->ballot) != BALLOT_RUNNING) {
        return "a vote that is decided is over";
    }
    return stopped && state->clock.running ? "the clock stands while a vote is open" : NULL;
}

static const char *broken_round(const struct spyfall *state)
{
    const struct game_state *common = &state->common;
    if (common->over != (common->phase == SPYFALL_AT_OVER)) {
        return "over is a phase";
    }
    if (common->over && common->result.reason == NULL) {
        return "an end has a reason";
    }
    if (common->round > state->planned || common->round < 1) {
        return "there are no more rounds than agreed";
    }
    if ((state->waiting >> common->seats) != 0) {
        return "only seats wait for the next round";
    }
    if (state->place >= state->places.count || state->spy < 0 || state->spy >= common->seats) {
        return "a round has a place and a spy";
    }
    if (common->phase < SPYFALL_AT_BETWEEN &&
        (spyfall_present(state) & seat_bit(state->spy)) == 0) {
        return "the spy of a round is still in";
    }
    if (!common->over && (spyfall_present(state) & seat_bit(state->leader)) == 0) {
        return "the leader is still in";
    }
    if ((state->accused >> common->seats) != 0 || (state->done & ~spyfall_present(state)) != 0) {
        return "only seats accuse, and have nothing more";
    }
    bool async = spyfall_is_async(state);
    if (async && common->phase == SPYFALL_AT_QUESTIONS && state->questions_left < 1) {
        return "questions are asked while there are any left";
    }
    if (common->phase == SPYFALL_AT_LAST_CALL && (spyfall_present(state) & ~state->done) == 0) {
        return "in the last call somebody may have something more";
    }
    return spyfall_talk_is_sound(&state->talk) ? NULL : "the talk is whole";
}

const char *spyfall_broken(const void *subject)
{
    const struct spyfall *state = subject;
    assert(state->common.phase <= SPYFALL_AT_OVER);
    const char *broken = broken_round(state);
    if (broken == NULL) {
        broken = broken_points(state);
    }
    if (broken == NULL) {
        broken = broken_vote(state);
    }
    return broken == NULL && state->common.phase <= SPYFALL_AT_VOTE ? broken_question(state)
                                                                    : broken;
}
