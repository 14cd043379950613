/* Views. A seat knows its card and, in a secret vote, its own vote; all else here is public. */
#include "spyfall_private.h"

#include <assert.h>
#include <string.h>

static const char *const view_parts[SPYFALL_PARTS] = {
    "regular",     "newcomer",  "boss",   "cleaner",  "inspector", "visitor",
    "night_shift", "tradesman", "waiter", "reporter", "lost",      "on_leave"};

const char *spyfall_part(const struct spyfall *state, int seat)
{
    int part = state->part[seat];
    assert(part >= 0 && part <= SPYFALL_PARTS);
    return part > 0 ? view_parts[part - 1] : NULL;
}

static void view_flags(const struct spyfall *state, const char *key, uint16_t seats,
                       struct value_tree *facts)
{
    value_list(facts, key);
    for (int seat = 0; seat < state->common.seats; seat++) {
        value_bool(facts, NULL, (seats & seat_bit(seat)) != 0);
    }
    value_end(facts);
}

/* Who has voted yes as far as it is public: the accuser, and in an open vote who said so. */
static uint16_t view_yes(const struct spyfall *state)
{
    const struct ballot *ballot = &state->vote.ballot;
    uint16_t yes = seat_bit(state->vote.accuser);
    for (int seat = 0; seat < state->common.seats && !ballot->rules.secret; seat++) {
        if ((ballot->electorate & seat_bit(seat)) != 0 && ballot->vote[seat] == 1) {
            yes = (uint16_t)(yes | seat_bit(seat));
        }
    }
    return yes;
}

static void view_vote(const struct spyfall *state, struct value_tree *facts)
{
    if (!spyfall_vote_is_open(state)) {
        value_null(facts, "vote");
        return;
    }
    const struct ballot *ballot = &state->vote.ballot;
    value_object(facts, "vote");
    value_number(facts, "accuser", state->vote.accuser);
    value_number(facts, "suspect", state->vote.suspect);
    spyfall_write_seats(facts, "yes", view_yes(state));
    spyfall_write_seat(facts, "next", ballot->rules.secret ? SEAT_NONE : ballot_next(ballot));
    spyfall_write_seats(facts, "voters", ballot->electorate);
    spyfall_write_seats(facts, "missing", ballot_missing(ballot));
    value_bool(facts, "secret", ballot->rules.secret);
    value_end(facts);
}

static void view_clock(const struct spyfall *state, struct value_tree *facts)
{
    int64_t due = game_clock_due_ms(&state->clock);
    bool runs = state->clock.running && state->common.paused_ms == NO_DEADLINE;
    value_object(facts, "clock");
    value_bool(facts, "running", runs);
    value_number(facts, "left_ms", game_clock_left_ms(&state->clock, game_now_ms(&state->common)));
    if (runs) {
        value_number(facts, "until_ms", due);
    } else {
        value_null(facts, "until_ms");
    }
    value_bool(facts, "set", state->clock.set != 0);
    value_end(facts);
}

/* Whole letters of what is kept. */
static void view_words(struct value_tree *facts, const char *key, const char *words, uint16_t len)
{
    value_text(facts, key, words, len);
}

static void view_talk(const struct spyfall *state, struct value_tree *facts)
{
    struct spyfall_exchange exchange;
    const char *words = NULL;
    uint16_t next = 0;
    value_list(facts, "questions");
    while (spyfall_talk_next(&state->talk, &next, &exchange, &words)) {
        value_object(facts, NULL);
        value_number(facts, "asker", exchange.asker);
        value_number(facts, "target", exchange.target);
        view_words(facts, "text", words, exchange.question_len);
        if ((exchange.flags & SPYFALL_TALK_ANSWERED) == 0) {
            value_null(facts, "answer");
        } else {
            view_words(facts, "answer", words + exchange.question_len, exchange.answer_len);
        }
        value_bool(facts, "skipped", (exchange.flags & SPYFALL_TALK_SKIPPED) != 0);
        value_end(facts);
    }
    value_end(facts);
}

static void view_last(const struct spyfall *state, struct value_tree *facts)
{
    const struct spyfall_last *last = &state->last;
    if (last->round == 0) {
        value_null(facts, "last");
        return;
    }
    value_object(facts, "last");
    value_term(facts, "end", spyfall_ends[last->end]);
    value_number(facts, "spy", last->spy);
    spyfall_write_place(state, facts, "location", last->place);
    value_list(facts, "points");
    for (int seat = 0; seat < state->common.seats; seat++) {
        value_number(facts, NULL, last->points[seat]);
    }
    value_end(facts);
    value_number(facts, "round", last->round);
    value_end(facts);
}

static void view_places(const struct spyfall *state, struct value_tree *facts)
{
    value_list(facts, "locations");
    for (int place = 0; place < state->places.count; place++) {
        spyfall_write_place(state, facts, NULL, place);
    }
    value_end(facts);
}

static void view_round(const struct spyfall *state, struct value_tree *facts)
{
    bool asks = state->common.phase <= SPYFALL_AT_VOTE;
    bool final = state->common.phase == SPYFALL_AT_FINAL_VOTE;
    spyfall_write_seat(facts, "asker", asks ? state->asker : SEAT_NONE);
    spyfall_write_seat(facts, "barred", state->barred);
    spyfall_write_seat(facts, "pending", state->pending);
    spyfall_write_seat(facts, "turn", final ? state->asker : SEAT_NONE);
    view_flags(state, "accused", state->accused, facts);
    view_vote(state, facts);
    view_clock(state, facts);
    if (spyfall_is_async(state)) {
        value_number(facts, "questions_left", state->questions_left);
        spyfall_write_seats(facts, "done", state->done);
    } else {
        value_null(facts, "questions_left");
    }
}

static void view_crowd(const struct spyfall *state, struct value_tree *facts)
{
    value_number(facts, "rounds", state->planned);
    value_number(facts, "leader", state->leader);
    view_round(state, facts);
    value_list(facts, "scores");
    for (int seat = 0; seat < state->common.seats; seat++) {
        value_number(facts, NULL, state->scores[seat]);
    }
    value_end(facts);
    view_places(state, facts);
    view_last(state, facts);
    view_talk(state, facts);
    spyfall_write_seats(facts, "gone", state->common.gone);
    spyfall_write_seats(facts, "waiting", (uint16_t)(state->waiting & ~state->common.gone));
    value_bool(facts, "turns_only", spyfall_option_is(state, SPYFALL_TABLE_TALK, 1));
}

static void view_seat(const struct spyfall *state, int seat, struct value_tree *facts)
{
    bool plays =
        state->common.phase < SPYFALL_AT_BETWEEN && (spyfall_present(state) & seat_bit(seat)) != 0;
    bool spy = seat == state->spy;
    const char *part = plays ? spyfall_part(state, seat) : NULL;
    if (plays) {
        value_term(facts, "role", spy ? "spy" : "agent");
    } else {
        value_null(facts, "role");
    }
    if (plays && !spy) {
        spyfall_write_place(state, facts, "location", state->place);
    } else {
        value_null(facts, "location");
    }
    if (part != NULL) {
        value_term(facts, "part", part);
    } else {
        value_null(facts, "part");
    }
    bool voted = spyfall_vote_is_open(state) &&
                 (state->vote.ballot.electorate & seat_bit(seat)) != 0 &&
                 state->vote.ballot.vote[seat] != BALLOT_SILENT;
    if (voted) {
        value_term(facts, "voted", state->vote.ballot.vote[seat] == 1 ? "yes" : "no");
    } else {
        value_null(facts, "voted");
    }
}

void spyfall_view(const void *subject, int seat, struct view *view)
{
    const struct spyfall *state = subject;
    view_crowd(state, &view->facts);
    if (seat != SEAT_CROWD) {
        view_seat(state, seat, &view->facts);
    }
    assert(!view->facts.full);
}
