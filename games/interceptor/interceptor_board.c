/* The table as a board, made from a view alone: hands around, cards face down, pot and discard, the
 * last reveal with its faces, and one line that says what is waited for. Terms are the view's own,
 * which are static. */
#include "interceptor_private.h"

#include "board.h"

#include <assert.h>
#include <string.h>

/* "hands.2": a path into a list by seat. */
static uint16_t board_member(const struct value_tree *facts, const char *list, int seat)
{
    uint16_t at = value_path(facts, list);
    assert(seat >= 0 && seat < INTERCEPTOR_SEATS);
    assert(at != VALUE_NONE && facts->fact[at].kind == VALUE_LIST);
    return value_member(facts, at, (unsigned)seat);
}

static void board_hand(const struct value_tree *facts, int seat, struct board *board)
{
    struct board_item *item = board_add(board, BOARD_HAND, MSG_INTERCEPTOR_BOARD_HAND);
    int team = interceptor_team_of(seat);
    item->seat = (int8_t)seat;
    item->team = (int8_t)team;
    item->term = interceptor_teams[team];
    item->count = (int32_t)facts->fact[board_member(facts, "hands", seat)].number;
    if (value_number_at(facts, "turn", SEAT_NONE) == seat) {
        item->flags |= BOARD_TURN;
    }
    if (value_number_at(facts, "leader", SEAT_NONE) == seat) {
        item->flags |= BOARD_LEADS;
    }
    assert(item->count >= 0);
}

static void board_laid(const struct value_tree *facts, int seat, struct board *board)
{
    if (facts->fact[board_member(facts, "laid", seat)].number == 0) {
        return;
    }
    struct board_item *item = board_add(board, BOARD_CARD, MSG_INTERCEPTOR_BOARD_TABLE);
    assert(seat >= 0 && seat < INTERCEPTOR_SEATS);
    item->seat = (int8_t)seat;
    item->team = (int8_t)interceptor_team_of(seat);
    item->count = 1;
    if (value_number_at(facts, "seat", SEAT_NONE) == seat) {
        item->term = value_text_at(facts, "played", NULL); /* who laid it knows its face */
    }
}

static void board_last(const struct value_tree *facts, struct board *board)
{
    if (!value_has(facts, "last")) {
        return;
    }
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        const struct value *fact = &facts->fact[board_member(facts, "last.plays", seat)];
        if (fact->kind == VALUE_NULL) {
            continue;
        }
        struct board_item *item = board_add(board, BOARD_CARD, MSG_INTERCEPTOR_BOARD_TABLE);
        item->seat = (int8_t)seat;
        item->team = (int8_t)interceptor_team_of(seat);
        item->term = fact->text;
        item->flags = BOARD_LAST;
        item->count = 1;
    }
    struct board_item *note = board_add(board, BOARD_NOTE, MSG_INTERCEPTOR_BOARD_LAST);
    note->term = value_text_at(facts, "last.outcome", NULL);
    note->count = (int32_t)value_number_at(facts, "last.round", 0);
    note->flags = BOARD_LAST;
    assert(note->term != NULL && note->count > 0);
}

static void board_piles(const struct value_tree *facts, struct board *board)
{
    if (value_has(facts, "pot")) {
        struct board_item *pot = board_add(board, BOARD_STACK, MSG_INTERCEPTOR_BOARD_POT);
        pot->count = (int32_t)value_number_at(facts, "pot.cards", 0);
        pot->term = value_text_at(facts, "pot.team", NULL);
        assert(pot->term != NULL);
        pot->team = strcmp(pot->term, interceptor_teams[INTERCEPTOR_OFFICIALS]) == 0
                        ? INTERCEPTOR_OFFICIALS
                        : INTERCEPTOR_JOURNALISTS;
    }
    struct board_item *discard = board_add(board, BOARD_STACK, MSG_INTERCEPTOR_BOARD_DISCARD);
    discard->count = (int32_t)value_number_at(facts, "discard", 0);
    assert(discard->count >= 0);
}

void interceptor_board(const struct view *view, struct board *board)
{
    const struct value_tree *facts = &view->facts;
    memset(board, 0, sizeof *board);
    board->game = interceptor_id;
    board->title = MSG_INTERCEPTOR_BOARD_TITLE;
    board->round = (int32_t)value_number_at(facts, "round", 0);
    assert(board->round > 0);
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        board_hand(facts, seat, board);
        board_laid(facts, seat, board);
    }
    board_piles(facts, board);
    board_last(facts, board);
    struct board_item *phase = board_add(board, BOARD_NOTE, MSG_INTERCEPTOR_BOARD_PHASE);
    phase->term = value_text_at(facts, "phase", NULL);
    phase->seat = (int8_t)value_number_at(facts, "turn", SEAT_NONE);
    assert(phase->term != NULL);
    if (value_bool_at(facts, "over")) {
        struct board_item *result = board_add(board, BOARD_NOTE, MSG_INTERCEPTOR_BOARD_RESULT);
        result->term = value_text_at(facts, "result.reason", NULL);
    }
}
