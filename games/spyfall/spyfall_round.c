/* A round: its beginning, its end with the points of rulebook 4.4, what comes between two of them,
 * and the end of the game. */
#include "spyfall_private.h"

#include <assert.h>
#include <string.h>

enum { ROUND_POINTS_SPY = 4, ROUND_POINTS_TIME = 2, ROUND_POINTS_ACCUSER = 2 };

static int round_first_asker(struct spyfall *state)
{
    if (state->last.round == 0 && state->common.round == 1) {
        return state->leader;
    }
    switch (state->common.options.value[SPYFALL_FIRST_ASKER]) {
    case 1:
        return state->last.spy == SEAT_NONE ? state->leader
                                            : spyfall_still_in(state, state->last.spy);
    case 2:
        return spyfall_next_of(state, spyfall_present(state), state->first);
    case 3:
        return spyfall_draw_seat(state);
    default:
        return state->leader;
    }
}

static int32_t round_minutes(const struct spyfall *state)
{
    int32_t chosen = state->common.options.value[SPYFALL_MINUTES];
    if (state->minutes > 0) {
        return state->minutes;
    }
    return chosen > 0 ? chosen : 4 + spyfall_count(spyfall_present(state)) / 2;
}

static void round_start_clock(struct spyfall *state)
{
    int32_t budget = state->common.options.value[SPYFALL_BUDGET];
    game_clock_stop(&state->clock);
    state->questions_left = 0;
    state->length_ms = 0;
    if (spyfall_is_async(state)) {
        state->questions_left = budget > 0 ? budget : 2 * round_minutes(state);
    } else {
        state->length_ms = (int64_t)round_minutes(state) * 60000;
        game_clock_start(&state->clock, game_now_ms(&state->common), state->length_ms);
    }
    state->reminded_ms = state->length_ms;
}

static void round_say(const struct spyfall *state, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_ROUND);
    value_number(args, "round", state->common.round);
    value_number(args, "rounds", state->planned);
    value_number(args, "asker", state->asker);
    if (spyfall_is_async(state)) {
        value_null(args, "minutes");
        value_number(args, "questions", state->questions_left);
    } else {
        value_number(args, "minutes", round_minutes(state));
        value_null(args, "questions");
    }
    outcome_end(out);
}

/* Everybody's card has the same form. */
static void round_say_card(const struct spyfall *state, int seat, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, seat_bit(seat), MSG_SPYFALL_CARD);
    const char *part = spyfall_part(state, seat);
    value_number(args, "round", state->common.round);
    value_term(args, "role", seat == state->spy ? "spy" : "agent");
    if (seat == state->spy) {
        value_null(args, "location");
    } else {
        spyfall_write_place(state, args, "location", state->place);
    }
    if (part == NULL) {
        value_null(args, "part");
    } else {
        value_term(args, "part", part);
    }
    outcome_end(out);
}

void spyfall_begin_round(struct spyfall *state, struct outcome *out)
{
    uint16_t present = spyfall_present(state);
    assert(present != 0 && (present & seat_bit(state->leader)) != 0);
    state->common.round++;
    spyfall_draw_round(state);
    state->first = (int8_t)round_first_asker(state);
    state->asker = state->first;
    state->barred = SEAT_NONE;
    state->pending = SEAT_NONE;
    state->accused = 0;
    state->done = 0;
    spyfall_talk_clear(&state->talk);
    state->common.phase = SPYFALL_AT_QUESTIONS;
    round_start_clock(state);
    round_say(state, out);
    for (int seat = 0; seat < state->common.seats; seat++) {
        if ((present & seat_bit(seat)) != 0) {
            round_say_card(state, seat, out);
        }
    }
    spyfall_wait_for_question(state);
}

static int round_points(const struct spyfall *state, enum spyfall_end end, int seat)
{
    bool spy = seat == state->spy;
    switch (end) {
    case SPYFALL_SPY_INDICTED:
        return spy ? 0 : seat == state->vote.accuser ? ROUND_POINTS_ACCUSER : 1;
    case SPYFALL_SPY_GUESSED_WRONG:
        return spy ? 0 : 1;
    case SPYFALL_INNOCENT_INDICTED:
    case SPYFALL_SPY_GUESSED:
        return spy ? ROUND_POINTS_SPY : 0;
    case SPYFALL_CLOCK:
        return spy ? ROUND_POINTS_TIME : 0;
    case SPYFALL_VOID:
    case SPYFALL_ENDS:
        break;
    }
    return 0;
}

static void round_score(struct spyfall *state, enum spyfall_end end)
{
    uint16_t present = spyfall_present(state);
    state->last.round = state->common.round;
    state->last.end = (uint8_t)end;
    state->last.place = state->place;
    state->last.spy = state->spy;
    for (int seat = 0; seat < state->common.seats; seat++) {
        int points = (present & seat_bit(seat)) != 0 ? round_points(state, end, seat) : 0;
        state->last.points[seat] = (int8_t)points;
        state->scores[seat] += points;
    }
}

/* Keeps what everybody learns at the end of a round. */
static void round_keep_deeds(struct spyfall *state, enum spyfall_end end)
{
    struct spyfall_deeds *spy = &state->deeds[state->spy];
    bool won = round_points(state, end, state->spy) > 0;
    spy->away = (uint8_t)(spy->away + won);
    spy->guessed = (uint8_t)(spy->guessed + (end == SPYFALL_SPY_GUESSED));
    if (end == SPYFALL_SPY_INDICTED) {
        struct spyfall_deeds *accuser = &state->deeds[state->vote.accuser];
        accuser->unmasked = (uint8_t)(accuser->unmasked + 1);
    }
    for (int seat = 0; seat < state->common.seats; seat++) {
        struct spyfall_deeds *deeds = &state->deeds[seat];
        int named = deeds->named + (seat == state->spy ? 0 : deeds->naming);
        deeds->named = (uint8_t)(named < UINT8_MAX ? named : UINT8_MAX);
        deeds->naming = 0;
    }
    course_mark(&state->course, 0, (int)end + 1);
}

static void round_write_numbers(struct value_tree *args, const char *key,
                                const struct spyfall *state, bool totals)
{
    value_list(args, key);
    for (int seat = 0; seat < state->common.seats; seat++) {
        value_number(args, NULL, totals ? state->scores[seat] : state->last.points[seat]);
    }
    value_end(args);
}

static void round_say_over(const struct spyfall *state, enum spyfall_end end, struct outcome *out)
{
    bool indicted = end == SPYFALL_SPY_INDICTED || end == SPYFALL_INNOCENT_INDICTED;
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_ROUND_OVER);
    value_number(args, "round", state->common.round);
    value_term(args, "end", spyfall_ends[end]);
    value_number(args, "spy", state->spy);
    spyfall_write_place(state, args, "location", state->place);
    spyfall_write_seat(args, "accuser", indicted ? state->vote.accuser : SEAT_NONE);
    spyfall_write_seat(args, "suspect", indicted ? state->vote.suspect : SEAT_NONE);
    round_write_numbers(args, "points", state, false);
    round_write_numbers(args, "scores", state, true);
    outcome_end(out);
}

static int32_t round_most(const struct spyfall *state)
{
    uint16_t present = spyfall_present(state);
    int32_t most = 0;
    for (int seat = 0; seat < state->common.seats; seat++) {
        bool more = (present & seat_bit(seat)) != 0 && state->scores[seat] > most;
        most = more ? state->scores[seat] : most;
    }
    return most;
}

/* Those still in who have most points. */
static uint16_t round_leaders(const struct spyfall *state)
{
    uint16_t present = spyfall_present(state);
    uint16_t leaders = 0;
    int32_t most = round_most(state);
    for (int seat = 0; seat < state->common.seats; seat++) {
        if ((present & seat_bit(seat)) != 0 && state->scores[seat] == most) {
            leaders = (uint16_t)(leaders | seat_bit(seat));
        }
    }
    return leaders;
}

/* Whoever alone has most points leads. */
static void round_note_lead(struct spyfall *state)
{
    uint16_t leaders = round_leaders(state);
    int leader = COURSE_NOBODY;
    for (int seat = 0; seat < state->common.seats; seat++) {
        leader = leaders == seat_bit(seat) && state->scores[seat] > 0 ? seat : leader;
    }
    course_lead(&state->course, leader, state->common.round);
}

void spyfall_end_game(struct spyfall *state, const char *reason, bool winners)
{
    struct game_state *common = &state->common;
    uint16_t leaders = winners ? round_leaders(state) : 0;
    assert(!common->over && reason != NULL);
    if (winners) {
        round_note_lead(state);
    }
    common->over = true;
    common->phase = SPYFALL_AT_OVER;
    common->result.reason = reason;
    common->result.winners = leaders;
    common->result.outcome = leaders == 0                     ? OUTCOME_NONE
                             : (leaders & (leaders - 1)) == 0 ? OUTCOME_WIN
                                                              : OUTCOME_TIE;
    for (int seat = 0; seat < common->seats; seat++) {
        common->result.scores[seat] = state->scores[seat];
    }
    state->vote.accuser = SEAT_NONE;
    state->asker = SEAT_NONE;
    state->barred = SEAT_NONE;
    state->pending = SEAT_NONE;
    game_clock_stop(&state->clock);
    game_clock_stop(&state->wait);
    game_clock_stop(&state->vote_clock);
}

bool spyfall_was_last(struct spyfall *state)
{
    uint16_t leaders = round_leaders(state);
    if (state->common.round < state->planned) {
        return false;
    }
    if (!spyfall_option_is(state, SPYFALL_TIE, 1) || (leaders & (leaders - 1)) == 0 ||
        spyfall_count(spyfall_coming(state)) < SPYFALL_SEATS_MIN) {
        return true;
    }
    state->planned = state->common.round + 1;
    return false;
}

void spyfall_end_round(struct spyfall *state, enum spyfall_end end, struct outcome *out)
{
    round_score(state, end);
    round_keep_deeds(state, end);
    round_note_lead(state);
    round_say_over(state, end, out);
    state->vote.accuser = SEAT_NONE;
    state->vote.zero = false;
    state->asker = SEAT_NONE;
    state->barred = SEAT_NONE;
    state->pending = SEAT_NONE;
    state->final_left = 0;
    game_clock_stop(&state->clock);
    game_clock_stop(&state->vote_clock);
    if (spyfall_present(state) == 0 || spyfall_was_last(state)) {
        spyfall_end_game(state, "points", true);
        return;
    }
    state->common.phase = SPYFALL_AT_BETWEEN;
    spyfall_wait(state, spyfall_is_async(state) ? SPYFALL_NEXT_ASYNC_MS : SPYFALL_NEXT_MS);
}

void spyfall_go_on(struct spyfall *state, struct outcome *out)
{
    assert(state->common.phase == SPYFALL_AT_BETWEEN);
    if (spyfall_count(spyfall_coming(state)) < SPYFALL_SEATS_MIN) {
        spyfall_end_game(state, "points", true);
    } else {
        spyfall_admit(state);
        spyfall_begin_round(state, out);
    }
}

enum refusal spyfall_next(void *subject, const struct move *move, struct outcome *out)
{
    struct spyfall *state = subject;
    if (move->seat != state->leader) {
        return REFUSAL_NOT_YOURS;
    }
    spyfall_go_on(state, out);
    return REFUSAL_NONE;
}

void spyfall_time_out(struct spyfall *state, struct outcome *out)
{
    game_clock_stop(&state->clock);
    if (spyfall_option_is(state, SPYFALL_FINAL_VOTE, 1)) {
        spyfall_begin_final(state, out);
    } else {
        spyfall_end_round(state, SPYFALL_CLOCK, out);
    }
}
