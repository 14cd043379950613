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
                       struct facts *facts)
{
    facts_list(facts, key);
    for (int seat = 0; seat < state->common.seats; seat++) {
        facts_bool(facts, NULL, (seats & seat_bit(seat)) != 0);
    }
    facts_end(facts);
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

static void view_vote(const struct spyfall *state, struct facts *facts)
{
    if (!spyfall_vote_is_open(state)) {
        facts_null(facts, "vote");
        return;
    }
    const struct ballot *ballot = &state->vote.ballot;
    facts_object(facts, "vote");
    facts_number(facts, "accuser", state->vote.accuser);
    facts_number(facts, "suspect", state->vote.suspect);
    spyfall_write_seats(facts, "yes", view_yes(state));
    spyfall_write_seat(facts, "next", ballot->rules.secret ? SEAT_NONE : ballot_next(ballot));
    spyfall_write_seats(facts, "voters", ballot->electorate);
    spyfall_write_seats(facts, "missing", ballot_missing(ballot));
    facts_bool(facts, "secret", ballot->rules.secret);
    facts_end(facts);
}

static void view_clock(const struct spyfall *state, struct facts *facts)
{
    int64_t due = game_clock_due_ms(&state->clock);
    bool runs = state->clock.running && state->common.paused_ms == NO_DEADLINE;
    facts_object(facts, "clock");
    facts_bool(facts, "running", runs);
    facts_number(facts, "left_ms", game_clock_left_ms(&state->clock, game_now_ms(&state->common)));
    if (runs) {
        facts_number(facts, "until_ms", due);
    } else {
        facts_null(facts, "until_ms");
    }
    facts_bool(facts, "set", state->clock.set != 0);
    facts_end(facts);
}

/* Whole letters of what is kept. */
static void view_words(struct facts *facts, const char *key, const char *words, uint16_t len)
{
    facts_text(facts, key, words, len);
}

static void view_talk(const struct spyfall *state, struct facts *facts)
{
    struct spyfall_exchange exchange;
    const char *words = NULL;
    uint16_t next = 0;
    facts_list(facts, "questions");
    while (spyfall_talk_next(&state->talk, &next, &exchange, &words)) {
        facts_object(facts, NULL);
        facts_number(facts, "asker", exchange.asker);
        facts_number(facts, "target", exchange.target);
        view_words(facts, "text", words, exchange.question_len);
        if ((exchange.flags & SPYFALL_TALK_ANSWERED) == 0) {
            facts_null(facts, "answer");
        } else {
            view_words(facts, "answer", words + exchange.question_len, exchange.answer_len);
        }
        facts_bool(facts, "skipped", (exchange.flags & SPYFALL_TALK_SKIPPED) != 0);
        facts_end(facts);
    }
    facts_end(facts);
}

static void view_last(const struct spyfall *state, struct facts *facts)
{
    const struct spyfall_last *last = &state->last;
    if (last->round == 0) {
        facts_null(facts, "last");
        return;
    }
    facts_object(facts, "last");
    facts_term(facts, "end", spyfall_ends[last->end]);
    facts_number(facts, "spy", last->spy);
    spyfall_write_place(state, facts, "location", last->place);
    facts_list(facts, "points");
    for (int seat = 0; seat < state->common.seats; seat++) {
        facts_number(facts, NULL, last->points[seat]);
    }
    facts_end(facts);
    facts_number(facts, "round", last->round);
    facts_end(facts);
}

static void view_places(const struct spyfall *state, struct facts *facts)
{
    facts_list(facts, "locations");
    for (int place = 0; place < state->places.count; place++) {
        spyfall_write_place(state, facts, NULL, place);
    }
    facts_end(facts);
}

static void view_round(const struct spyfall *state, struct facts *facts)
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
        facts_number(facts, "questions_left", state->questions_left);
        spyfall_write_seats(facts, "done", state->done);
    } else {
        facts_null(facts, "questions_left");
    }
}

static void view_crowd(const struct spyfall *state, struct facts *facts)
{
    facts_number(facts, "rounds", state->planned);
    facts_number(facts, "leader", state->leader);
    view_round(state, facts);
    facts_list(facts, "scores");
    for (int seat = 0; seat < state->common.seats; seat++) {
        facts_number(facts, NULL, state->scores[seat]);
    }
    facts_end(facts);
    view_places(state, facts);
    view_last(state, facts);
    view_talk(state, facts);
    spyfall_write_seats(facts, "gone", state->common.gone);
    spyfall_write_seats(facts, "waiting", (uint16_t)(state->waiting & ~state->common.gone));
    facts_bool(facts, "turns_only", spyfall_option_is(state, SPYFALL_TABLE_TALK, 1));
}

static void view_seat(const struct spyfall *state, int seat, struct facts *facts)
{
    bool plays =
        state->common.phase < SPYFALL_AT_BETWEEN && (spyfall_present(state) & seat_bit(seat)) != 0;
    bool spy = seat == state->spy;
    const char *part = plays ? spyfall_part(state, seat) : NULL;
    if (plays) {
        facts_term(facts, "role", spy ? "spy" : "agent");
    } else {
        facts_null(facts, "role");
    }
    if (plays && !spy) {
        spyfall_write_place(state, facts, "location", state->place);
    } else {
        facts_null(facts, "location");
    }
    if (part != NULL) {
        facts_term(facts, "part", part);
    } else {
        facts_null(facts, "part");
    }
    bool voted = spyfall_vote_is_open(state) &&
                 (state->vote.ballot.electorate & seat_bit(seat)) != 0 &&
                 state->vote.ballot.vote[seat] != BALLOT_SILENT;
    if (voted) {
        facts_term(facts, "voted", state->vote.ballot.vote[seat] == 1 ? "yes" : "no");
    } else {
        facts_null(facts, "voted");
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
