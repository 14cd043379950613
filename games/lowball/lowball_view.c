/* What a seat may know: its own number, and of the others only who has picked; who is waited for;
 * the board. */
#include "lowball.h"

#include "board.h"

#include <assert.h>

static void view_numbers(struct value_tree *facts, const char *name, const uint8_t *number,
                         int count)
{
    value_list(facts, name);
    for (int seat = 0; seat < count; seat++) {
        if (number[seat] == LOWBALL_NONE) {
            value_null(facts, NULL);
        } else {
            value_number(facts, NULL, number[seat]);
        }
    }
    value_end(facts);
}

void lowball_view(const void *subject, int seat, struct view *view)
{
    const struct lowball *state = subject;
    struct value_tree *facts = &view->facts;
    value_number(facts, "goal", state->common.options.value[LOWBALL_GOAL]);
    value_number(facts, "top", lowball_top(state));
    value_list(facts, "points");
    for (int other = 0; other < state->common.seats; other++) {
        value_number(facts, NULL, state->points[other]);
    }
    value_end(facts);
    value_list(facts, "picked");
    for (int other = 0; other < state->common.seats; other++) {
        value_bool(facts, NULL, state->pick[other] != LOWBALL_NONE);
    }
    value_end(facts);
    view_numbers(facts, "last", state->last, state->common.seats);
    if (state->last_winner == SEAT_NONE) {
        value_null(facts, "last_winner");
    } else {
        value_number(facts, "last_winner", state->last_winner);
    }
    if (seat_is_person(seat) && state->pick[seat] != LOWBALL_NONE) {
        value_number(facts, "mine", state->pick[seat]);
    }
}

void lowball_owed(const void *subject, struct owed_list *list)
{
    const struct lowball *state = subject;
    uint16_t missing = lowball_missing(state);
    for (int seat = 0; seat < state->common.seats; seat++) {
        if ((missing & seat_bit(seat)) != 0) {
            list->owed[list->count++] = (struct owed){
                .seat = (int8_t)seat,
                .ask = state->ask,
                .actions = {"choose"},
                .deadline_ms = game_clock_due_ms(&state->clock),
                .fallback = MSG_LOWBALL_BY_TIME_NONE,
            };
        }
    }
    assert(list->count > 0);
}

void lowball_board(const struct view *view, struct board *board)
{
    const struct value_tree *facts = &view->facts;
    uint16_t points = value_path(facts, "points");
    int64_t winner = value_number_at(facts, "last_winner", SEAT_NONE);
    uint16_t last = value_path(facts, "last");
    int32_t round = (int32_t)value_number_at(facts, "round", 0);
    *board =
        (struct board){.game = lowball_game.id, .title = MSG_LOWBALL_BOARD_TITLE, .round = round};
    for (unsigned seat = 0; seat < (unsigned)facts->fact[points].number; seat++) {
        struct board_item *item = board_add(board, BOARD_TOKEN, MSG_LOWBALL_BOARD_SEAT);
        item->seat = (int8_t)seat;
        item->count = (int32_t)facts->fact[value_member(facts, points, seat)].number;
    }
    if (winner != SEAT_NONE) {
        struct board_item *item = board_add(board, BOARD_NOTE, MSG_LOWBALL_BOARD_LAST);
        item->seat = (int8_t)winner;
        item->count = (int32_t)facts->fact[value_member(facts, last, (unsigned)winner)].number;
        item->flags = BOARD_LAST;
    }
}
