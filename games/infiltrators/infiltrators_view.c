/* Views: what the crowd and each seat may know. A hand and a Suspect are their Agent's; what lies
 * in the centre, in the Headquarters and face down nobody knows; all else is public. */
#include "infiltrators_private.h"

#include <assert.h>
#include <string.h>

static void view_set(const char *key, const struct card_set *set, struct value_tree *facts)
{
    value_list(facts, key);
    for (uint8_t card = card_set_next(set, CARD_NONE); card != CARD_NONE;
         card = card_set_next(set, card)) {
        value_term(facts, NULL, card_name(card));
    }
    value_end(facts);
}

static void view_mission(const struct infiltrators *state, struct value_tree *facts)
{
    static const char *const suits[SUITS] = {"R", "K", "Y", "G", "B"};
    const struct mission *mission = &state->mission;
    bool unknown = infiltrators_suit_is_unknown(state);
    unsigned known = unknown ? state->suits_known : infiltrators_suits_open(state);
    value_text(facts, "mission", mission->id, strlen(mission->id));
    value_text(facts, "title", mission->title, strlen(mission->title));
    value_list(facts, "suits");
    for (int suit = 0; suit < SUITS; suit++) {
        if ((known >> suit & 1) != 0) {
            value_term(facts, NULL, suits[suit]);
        }
    }
    value_end(facts);
    value_bool(facts, "hidden_suit", unknown);
    value_number(facts, "lowest", mission->lowest);
    value_number(facts, "highest", mission->highest);
    value_number(facts, "hand_limit", mission->hand_limit);
    infiltrators_write_rules(facts, "rules", mission);
}

/* The mission's clock, as the house shows clocks. */
static void view_clock(const struct infiltrators *state, struct value_tree *facts)
{
    int64_t due = game_clock_due_ms(&state->mission_clock);
    bool runs = due != NO_DEADLINE && state->common.paused_ms == NO_DEADLINE;
    value_object(facts, "clock");
    value_bool(facts, "set", due != NO_DEADLINE);
    value_bool(facts, "running", runs);
    value_number(facts, "left_ms",
                 game_clock_left_ms(&state->mission_clock, game_now_ms(&state->common)));
    if (runs) {
        value_number(facts, "until_ms", due);
    } else {
        value_null(facts, "until_ms");
    }
    value_end(facts);
}

static void view_time(const struct infiltrators *state, struct value_tree *facts)
{
    value_number(facts, "turns", state->turns);
    if (state->turns_max > 0) {
        value_number(facts, "turns_max", state->turns_max);
    } else {
        value_null(facts, "turns_max");
    }
    int64_t due = game_clock_due_ms(&state->mission_clock);
    if (due == NO_DEADLINE || state->common.paused_ms != NO_DEADLINE) {
        value_null(facts, "clock_ms");
    } else {
        value_number(facts, "clock_ms", due);
    }
    view_clock(state, facts);
}

static void view_clues(const struct agent *agent, struct value_tree *facts)
{
    value_list(facts, "clues");
    for (int i = 0; i < agent->clues.count; i++) {
        uint8_t card = agent->clues.card[i];
        value_object(facts, NULL);
        infiltrators_write_card(facts, "card", card);
        value_bool(facts, "match", card_match(card, agent->suspect));
        value_end(facts);
    }
    value_end(facts);
}

static void view_stand(const struct infiltrators *state, int seat, struct value_tree *facts)
{
    const struct agent *agent = &state->agent[seat];
    struct card_set possible;
    if (agent->suspect == CARD_NONE) {
        value_null(facts, NULL);
        return;
    }
    value_object(facts, NULL);
    view_clues(agent, facts);
    if (infiltrators_option_is(state, INFILTRATORS_BOARD, 0)) {
        infiltrators_possible(state, seat, &possible);
        value_number(facts, "candidates", card_set_count(&possible));
        view_set("possible", &possible, facts);
    } else {
        value_null(facts, "candidates");
        value_null(facts, "possible");
    }
    view_set("wrong", &agent->wrong, facts);
    if (state->common.over) {
        infiltrators_write_card(facts, "suspect", agent->suspect);
    }
    value_end(facts);
}

static void view_crowd(const struct infiltrators *state, struct value_tree *facts)
{
    bool hidden = mission_has(&state->mission, MISSION_HIDDEN_BULLETS) && !state->common.over;
    view_mission(state, facts);
    if (state->common.over) {
        value_null(facts, "turn");
    } else {
        value_number(facts, "turn", state->turn);
    }
    value_list(facts, "hands");
    for (int seat = 0; seat < state->common.seats; seat++) {
        value_number(facts, NULL, state->agent[seat].hand.count);
    }
    value_end(facts);
    value_list(facts, "gone");
    for (int seat = 0; seat < state->common.seats; seat++) {
        if (!infiltrators_here(state, seat)) {
            value_number(facts, NULL, seat);
        }
    }
    value_end(facts);
    value_number(facts, "hq", state->hq.count);
    value_number(facts, "centre", state->centre.count);
    if (hidden) {
        value_null(facts, "bullets");
    } else {
        value_number(facts, "bullets", state->bullets);
    }
    value_number(facts, "left", infiltrators_left(state));
    view_time(state, facts);
    value_list(facts, "stands");
    for (int seat = 0; seat < state->common.seats; seat++) {
        view_stand(state, seat, facts);
    }
    value_end(facts);
    value_object(facts, "discard");
    if (mission_has(&state->mission, MISSION_CLOSED_DISCARD) && !state->common.over) {
        value_null(facts, "up");
    } else {
        infiltrators_write_row(facts, "up", &state->up);
    }
    value_number(facts, "up_count", state->up.count);
    value_number(facts, "down", state->down.count);
    value_end(facts);
    view_set("solved", &state->solved, facts);
}

/* What the other Suspects may be for this reader: less the own hand and Suspect. One member for
 * each that there is. */
static void view_mine(const struct infiltrators *state, int reader, struct value_tree *facts)
{
    value_list(facts, "mine");
    for (int seat = 0; seat < state->common.seats; seat++) {
        struct card_set possible;
        if (seat == reader || state->agent[seat].suspect == CARD_NONE) {
            continue;
        }
        infiltrators_possible_to(state, seat, reader, &possible);
        value_object(facts, NULL);
        value_number(facts, "owner", seat);
        value_number(facts, "candidates", card_set_count(&possible));
        view_set("possible", &possible, facts);
        value_end(facts);
    }
    value_end(facts);
}

static void view_seat(const struct infiltrators *state, int seat, struct value_tree *facts)
{
    const struct agent *agent = &state->agent[seat];
    infiltrators_write_row(facts, "hand", &agent->hand);
    infiltrators_write_card(facts, "suspect", agent->suspect);
    bool drops = state->common.phase == INFILTRATORS_AT_DROP && state->turn == seat;
    value_number(facts, "over_limit", drops ? infiltrators_over(state) : 0);
    if (infiltrators_option_is(state, INFILTRATORS_BOARD, 0) &&
        infiltrators_option_is(state, INFILTRATORS_BOARD_PRIVATE, 0)) {
        view_mine(state, seat, facts);
    } else {
        value_null(facts, "mine");
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
