/* Views: what the crowd and each seat may know. A hand and a Suspect are their Agent's; what lies
 * in the centre, in the Headquarters and face down nobody knows; all else is public. */
#include "infiltrators_private.h"

#include <assert.h>
#include <string.h>

static void view_set(const char *key, const struct card_set *set, struct facts *facts)
{
    facts_list(facts, key);
    for (uint8_t card = card_set_next(set, CARD_NONE); card != CARD_NONE;
         card = card_set_next(set, card)) {
        facts_term(facts, NULL, card_name(card));
    }
    facts_end(facts);
}

static void view_mission(const struct infiltrators *state, struct facts *facts)
{
    static const char *const suits[SUITS] = {"R", "K", "Y", "G", "B"};
    const struct mission *mission = &state->mission;
    bool unknown = infiltrators_suit_is_unknown(state);
    unsigned known = unknown ? state->suits_known : infiltrators_suits_open(state);
    facts_text(facts, "mission", mission->id, strlen(mission->id));
    facts_text(facts, "title", mission->title, strlen(mission->title));
    facts_list(facts, "suits");
    for (int suit = 0; suit < SUITS; suit++) {
        if ((known >> suit & 1) != 0) {
            facts_term(facts, NULL, suits[suit]);
        }
    }
    facts_end(facts);
    facts_bool(facts, "hidden_suit", unknown);
    facts_number(facts, "lowest", mission->lowest);
    facts_number(facts, "highest", mission->highest);
    facts_number(facts, "hand_limit", mission->hand_limit);
    infiltrators_write_rules(facts, "rules", mission);
}

/* The mission's clock, as the house shows clocks. */
static void view_clock(const struct infiltrators *state, struct facts *facts)
{
    int64_t due = game_clock_due_ms(&state->mission_clock);
    bool runs = due != NO_DEADLINE && state->common.paused_ms == NO_DEADLINE;
    facts_object(facts, "clock");
    facts_bool(facts, "set", due != NO_DEADLINE);
    facts_bool(facts, "running", runs);
    facts_number(facts, "left_ms",
                 game_clock_left_ms(&state->mission_clock, game_now_ms(&state->common)));
    if (runs) {
        facts_number(facts, "until_ms", due);
    } else {
        facts_null(facts, "until_ms");
    }
    facts_end(facts);
}

static void view_time(const struct infiltrators *state, struct facts *facts)
{
    facts_number(facts, "turns", state->turns);
    if (state->turns_max > 0) {
        facts_number(facts, "turns_max", state->turns_max);
    } else {
        facts_null(facts, "turns_max");
    }
    int64_t due = game_clock_due_ms(&state->mission_clock);
    if (due == NO_DEADLINE || state->common.paused_ms != NO_DEADLINE) {
        facts_null(facts, "clock_ms");
    } else {
        facts_number(facts, "clock_ms", due);
    }
    view_clock(state, facts);
}

static void view_clues(const struct agent *agent, struct facts *facts)
{
    facts_list(facts, "clues");
    for (int i = 0; i < agent->clues.count; i++) {
        uint8_t card = agent->clues.card[i];
        facts_object(facts, NULL);
        infiltrators_write_card(facts, "card", card);
        facts_bool(facts, "match", card_match(card, agent->suspect));
        facts_end(facts);
    }
    facts_end(facts);
}

static void view_stand(const struct infiltrators *state, int seat, struct facts *facts)
{
    const struct agent *agent = &state->agent[seat];
    struct card_set possible;
    if (agent->suspect == CARD_NONE) {
        facts_null(facts, NULL);
        return;
    }
    facts_object(facts, NULL);
    view_clues(agent, facts);
    if (infiltrators_option_is(state, INFILTRATORS_BOARD, 0)) {
        infiltrators_possible(state, seat, &possible);
        facts_number(facts, "candidates", card_set_count(&possible));
        view_set("possible", &possible, facts);
    } else {
        facts_null(facts, "candidates");
        facts_null(facts, "possible");
    }
    view_set("wrong", &agent->wrong, facts);
    if (state->common.over) {
        infiltrators_write_card(facts, "suspect", agent->suspect);
    }
    facts_end(facts);
}

static void view_crowd(const struct infiltrators *state, struct facts *facts)
{
    bool hidden = mission_has(&state->mission, MISSION_HIDDEN_BULLETS) && !state->common.over;
    view_mission(state, facts);
    if (state->common.over) {
        facts_null(facts, "turn");
    } else {
        facts_number(facts, "turn", state->turn);
    }
    facts_list(facts, "hands");
    for (int seat = 0; seat < state->common.seats; seat++) {
        facts_number(facts, NULL, state->agent[seat].hand.count);
    }
    facts_end(facts);
    facts_list(facts, "gone");
    for (int seat = 0; seat < state->common.seats; seat++) {
        if (!infiltrators_here(state, seat)) {
            facts_number(facts, NULL, seat);
        }
    }
    facts_end(facts);
    facts_number(facts, "hq", state->hq.count);
    facts_number(facts, "centre", state->centre.count);
    if (hidden) {
        facts_null(facts, "bullets");
    } else {
        facts_number(facts, "bullets", state->bullets);
    }
    facts_number(facts, "left", infiltrators_left(state));
    view_time(state, facts);
    facts_list(facts, "stands");
    for (int seat = 0; seat < state->common.seats; seat++) {
        view_stand(state, seat, facts);
    }
    facts_end(facts);
    facts_object(facts, "discard");
    if (mission_has(&state->mission, MISSION_CLOSED_DISCARD) && !state->common.over) {
        facts_null(facts, "up");
    } else {
        infiltrators_write_row(facts, "up", &state->up);
    }
    facts_number(facts, "up_count", state->up.count);
    facts_number(facts, "down", state->down.count);
    facts_end(facts);
    view_set("solved", &state->solved, facts);
}

/* What the other Suspects may be for this reader: less the own hand and Suspect. One member for
 * each that there is. */
static void view_mine(const struct infiltrators *state, int reader, struct facts *facts)
{
    facts_list(facts, "mine");
    for (int seat = 0; seat < state->common.seats; seat++) {
        struct card_set possible;
        if (seat == reader || state->agent[seat].suspect == CARD_NONE) {
            continue;
        }
        infiltrators_possible_to(state, seat, reader, &possible);
        facts_object(facts, NULL);
        facts_number(facts, "owner", seat);
        facts_number(facts, "candidates", card_set_count(&possible));
        view_set("possible", &possible, facts);
        facts_end(facts);
    }
    facts_end(facts);
}

static void view_seat(const struct infiltrators *state, int seat, struct facts *facts)
{
    const struct agent *agent = &state->agent[seat];
    infiltrators_write_row(facts, "hand", &agent->hand);
    infiltrators_write_card(facts, "suspect", agent->suspect);
    bool drops = state->common.phase == INFILTRATORS_AT_DROP && state->turn == seat;
    facts_number(facts, "over_limit", drops ? infiltrators_over(state) : 0);
    if (infiltrators_option_is(state, INFILTRATORS_BOARD, 0) &&
        infiltrators_option_is(state, INFILTRATORS_BOARD_PRIVATE, 0)) {
        view_mine(state, seat, facts);
    } else {
        facts_null(facts, "mine");
    }
}

void infiltrators_view(const void *subject, int seat, struct view *view)
{
    const struct infiltrators *state = subject;
    view_crowd(state, &view->facts);
    if (seat != SEAT_CROWD) {
        view_seat(state, seat, &view->facts);
    }
    assert(!view->facts.full);
}
