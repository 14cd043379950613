/* Accusations and their votes: clockwise from the accuser's left, in public, over at the first no;
 * or all at once, each in secret until the last is in. The accuser counts as a yes, the suspect
 * does not vote, and only all yes indicts (rulebook 4.3). */
#include "spyfall_private.h"

#include <assert.h>
#include <string.h>

enum { VOTE_NO, VOTE_YES, VOTE_CHOICES };

bool spyfall_vote_is_open(const struct spyfall *state)
{
    return state->vote.accuser != SEAT_NONE &&
           (state->common.phase == SPYFALL_AT_VOTE || state->common.phase == SPYFALL_AT_FINAL_VOTE);
}

static bool vote_is_secret(const struct spyfall *state)
{
    return state->vote.ballot.rules.secret;
}

uint16_t spyfall_voters(const struct spyfall *state)
{
    if (!spyfall_vote_is_open(state)) {
        return 0;
    }
    return vote_is_secret(state) ? ballot_missing(&state->vote.ballot)
                                 : seat_bit(ballot_next(&state->vote.ballot));
}

/* A new limit for who is asked now. */
static void vote_wait(struct spyfall *state)
{
    int64_t limit = spyfall_ms(state, SPYFALL_VOTE_LIMIT);
    state->vote_ask = spyfall_new_ask(state);
    game_clock_start(&state->vote_clock, game_now_ms(&state->common), limit);
}

static void vote_say_accused(const struct spyfall *state, struct outcome *out)
{
    const struct ballot *ballot = &state->vote.ballot;
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_ACCUSED);
    value_number(args, "seat", state->vote.accuser);
    value_number(args, "suspect", state->vote.suspect);
    value_bool(args, "secret", ballot->rules.secret);
    value_list(args, "order");
    for (int i = 1; i < state->common.seats; i++) {
        int seat = (state->vote.accuser + i) % state->common.seats;
        if ((ballot->electorate & seat_bit(seat)) != 0) {
            value_number(args, NULL, seat);
        }
    }
    value_end(args);
    outcome_end(out);
}

static void vote_open(struct spyfall *state, int accuser, int suspect, struct outcome *out)
{
    struct spyfall_vote *vote = &state->vote;
    uint16_t voters = (uint16_t)(spyfall_present(state) & ~seat_bit(accuser) & ~seat_bit(suspect));
    struct ballot_rules rules = {.choices = VOTE_CHOICES,
                                 .threshold = (uint8_t)spyfall_count(voters)};
    rules.secret = spyfall_option_is(state, SPYFALL_VOTE, 1);
    rules.ordered = !rules.secret;
    rules.change = rules.secret; /* until all are shown */
    ballot_open(&vote->ballot, &rules, voters, (accuser + 1) % state->common.seats);
    state->deeds[suspect].naming =
        (uint8_t)(state->deeds[suspect].naming + (state->deeds[suspect].naming < UINT8_MAX));
    vote->accuser = (int8_t)accuser;
    vote->suspect = (int8_t)suspect;
    vote->from = state->common.phase;
    vote->zero = false;
    if (state->common.phase != SPYFALL_AT_FINAL_VOTE) {
        state->common.phase = SPYFALL_AT_VOTE;
    }
    game_clock_hold(&state->wait, game_now_ms(&state->common));
    if (spyfall_option_is(state, SPYFALL_CLOCK_IN_VOTE, 0)) {
        game_clock_hold(&state->clock, game_now_ms(&state->common));
    }
    vote_say_accused(state, out);
    vote_wait(state);
}

static enum refusal accuse_check(const struct spyfall *state, const struct move *move,
                                 struct outcome *out)
{
    int suspect = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    bool final = state->common.phase == SPYFALL_AT_FINAL_VOTE;
    if (spyfall_vote_is_open(state)) {
        return REFUSAL_VOTE_OPEN;
    }
    if (final && move->seat != state->asker) {
        return spyfall_not_your_turn(out, state->asker);
    }
    if (spyfall_waits(state, move->seat)) {
        return REFUSAL_NOT_IN_ROUND;
    }
    if (!final && (state->accused & seat_bit(move->seat)) != 0) {
        return REFUSAL_ALREADY_ACCUSED;
    }
    if (suspect == SEAT_NONE) {
        return outcome_bad_argument(out, "seat", "missing");
    }
    if (suspect == move->seat) {
        return REFUSAL_SELF_TARGET;
    }
    return spyfall_is_in(state, suspect, out);
}

enum refusal spyfall_accuse(void *subject, const struct move *move, struct outcome *out)
{
    struct spyfall *state = subject;
    enum refusal refusal = accuse_check(state, move, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    state->accused = (uint16_t)(state->accused | seat_bit(move->seat));
    vote_open(state, move->seat, (int)value_number_at(&move->args, "seat", SEAT_NONE), out);
    return REFUSAL_NONE;
}

/* Back to where the vote began, with every clock that stood going on. */
static void vote_back(struct spyfall *state, struct outcome *out)
{
    bool zero = state->vote.zero;
    state->vote.accuser = SEAT_NONE;
    state->vote.zero = false;
    game_clock_stop(&state->vote_clock);
    if (state->common.phase == SPYFALL_AT_FINAL_VOTE) {
        return;
    }
    state->common.phase = state->vote.from;
    if (zero) {
        spyfall_time_out(state, out);
        return;
    }
    game_clock_go(&state->wait, game_now_ms(&state->common));
    if (!state->clock.running) {
        game_clock_go(&state->clock, game_now_ms(&state->common));
    }
}

static void vote_failed(struct spyfall *state, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_NOT_INDICTED);
    value_number(args, "seat", state->vote.accuser);
    value_number(args, "suspect", state->vote.suspect);
    outcome_end(out);
    bool final = state->common.phase == SPYFALL_AT_FINAL_VOTE;
    vote_back(state, out);
    if (final) {
        spyfall_final_next(state, out);
    } else {
        spyfall_check_done(state, out); /* who had more to say may have left meanwhile */
    }
}

static void vote_indicted(struct spyfall *state, struct outcome *out)
{
    bool spy = state->vote.suspect == state->spy;
    game_clock_stop(&state->vote_clock);
    if (spy && spyfall_option_is(state, SPYFALL_LAST_GUESS, 1)) {
        spyfall_begin_last_guess(state, out);
    } else {
        spyfall_end_round(state, spy ? SPYFALL_SPY_INDICTED : SPYFALL_INNOCENT_INDICTED, out);
    }
}

/* The secret votes, all at once. */
static void vote_reveal(const struct spyfall *state, struct outcome *out)
{
    const struct ballot *ballot = &state->vote.ballot;
    uint16_t said[VOTE_CHOICES] = {0, 0};
    for (int seat = 0; seat < state->common.seats; seat++) {
        if ((ballot->electorate & seat_bit(seat)) != 0) {
            uint16_t *seats = &said[ballot->vote[seat]];
            *seats = (uint16_t)(*seats | seat_bit(seat));
        }
    }
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_BALLOTS);
    spyfall_write_seats(args, "yes", said[VOTE_YES]);
    spyfall_write_seats(args, "no", said[VOTE_NO]);
    outcome_end(out);
}

/* A vote is in, or somebody is out: has it come to an end? */
static void vote_conclude(struct spyfall *state, struct outcome *out)
{
    const struct ballot *ballot = &state->vote.ballot;
    bool refused = ballot_count(ballot, VOTE_NO) > 0;
    bool missing = ballot_missing(ballot) != 0;
    if (missing && (vote_is_secret(state) || !refused)) {
        if (!vote_is_secret(state)) {
            vote_wait(state);
        }
        return;
    }
    if (vote_is_secret(state)) {
        vote_reveal(state, out);
    }
    if (refused) {
        vote_failed(state, out);
    } else {
        vote_indicted(state, out);
    }
}

static void vote_say(const struct spyfall *state, int seat, bool yes, bool by_time,
                     struct outcome *out)
{
    struct value_tree *args = outcome_say(
        out, AUDIENCE_CROWD, vote_is_secret(state) ? MSG_SPYFALL_BALLOT : MSG_SPYFALL_VOTED);
    value_number(args, "seat", seat);
    if (!vote_is_secret(state)) {
        value_term(args, "answer", yes ? "yes" : "no");
    }
    value_bool(args, "by_time", by_time);
    outcome_end(out);
}

/* Another answer than before: nobody else hears of it. */
static enum refusal vote_change(struct spyfall *state, int seat, bool yes, struct outcome *out)
{
    struct ballot *ballot = &state->vote.ballot;
    if (ballot->vote[seat] == (yes ? VOTE_YES : VOTE_NO)) {
        return REFUSAL_ALREADY_DONE;
    }
    enum refusal refusal = ballot_cast(ballot, seat, yes ? VOTE_YES : VOTE_NO);
    if (refusal == REFUSAL_NONE) {
        value_term(outcome_say(out, seat_bit(seat), MSG_SPYFALL_BALLOT_CHANGED), "answer",
                   yes ? "yes" : "no");
        outcome_end(out);
    }
    return refusal;
}

static enum refusal vote_put(struct spyfall *state, int seat, bool yes)
{
    enum refusal refusal = ballot_cast(&state->vote.ballot, seat, yes ? VOTE_YES : VOTE_NO);
    return refusal != REFUSAL_NONE && !vote_is_secret(state) ? REFUSAL_NOT_NEXT_VOTER : refusal;
}

enum refusal spyfall_cast(void *subject, const struct move *move, struct outcome *out)
{
    struct spyfall *state = subject;
    bool yes = strcmp(value_text_at(&move->args, "answer", "no"), "yes") == 0;
    if (!spyfall_vote_is_open(state)) {
        return REFUSAL_WRONG_PHASE;
    }
    const struct ballot *ballot = &state->vote.ballot;
    if (vote_is_secret(state) && (ballot->electorate & seat_bit(move->seat)) != 0 &&
        ballot->vote[move->seat] != BALLOT_SILENT) {
        return vote_change(state, move->seat, yes, out);
    }
    enum refusal refusal = vote_put(state, move->seat, yes);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    vote_say(state, move->seat, yes, false, out);
    vote_conclude(state, out);
    return REFUSAL_NONE;
}

void spyfall_vote_silent(struct spyfall *state, struct outcome *out)
{
    bool yes = spyfall_option_is(state, SPYFALL_SILENT_VOTE, 1);
    uint16_t silent = spyfall_voters(state);
    assert(silent != 0);
    for (int seat = 0; seat < state->common.seats; seat++) {
        if ((silent & seat_bit(seat)) != 0) {
            vote_put(state, seat, yes);
            vote_say(state, seat, yes, true, out);
        }
    }
    vote_conclude(state, out);
}

static void vote_off(struct spyfall *state, bool again, struct outcome *out)
{
    int accuser = state->vote.accuser;
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_VOTE_OFF);
    value_number(args, "seat", accuser);
    value_number(args, "suspect", state->vote.suspect);
    value_bool(args, "again", again);
    outcome_end(out);
    bool final = state->common.phase == SPYFALL_AT_FINAL_VOTE;
    vote_back(state, out);
    if (final && !again) {
        spyfall_final_next(state, out);
    } else if (final) {
        spyfall_wait(state, spyfall_ms(state, SPYFALL_VOTE_LIMIT));
    } else {
        spyfall_check_done(state, out);
    }
}

void spyfall_vote_left(struct spyfall *state, int seat, struct outcome *out)
{
    struct ballot *ballot = &state->vote.ballot;
    if (seat == state->vote.accuser) {
        vote_off(state, false, out);
        return;
    }
    if (seat == state->vote.suspect) {
        state->accused = (uint16_t)(state->accused & ~seat_bit(state->vote.accuser));
        vote_off(state, true, out);
        return;
    }
    bool next = (spyfall_voters(state) & seat_bit(seat)) != 0;
    ballot_drop(ballot, seat);
    ballot->rules.threshold = (uint8_t)spyfall_count(ballot->electorate);
    if (next || ballot_missing(ballot) == 0) {
        vote_conclude(state, out);
    }
}
