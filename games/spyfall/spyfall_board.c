/* The table as a board, made from a view alone: who sits there, with points; the latest questions
 * and answers; the public list of places; what goes on, and how the last round ended. */
#include "spyfall_private.h"

#include "board.h"

#include <assert.h>
#include <string.h>

enum { BOARD_TALK_MAX = 4 }; /* questions that are drawn */

static bool board_is_in(const struct value_tree *facts, uint16_t list, int seat)
{
    for (uint16_t at = list == VALUE_NONE ? VALUE_NONE : value_first(facts, list); at != VALUE_NONE;
         at = value_next(facts, list, at)) {
        if (facts->fact[at].number == seat) {
            return true;
        }
    }
    return false;
}

/* Whom everybody waits for: who is asked, who asks, who votes next, whose turn it is. */
static int board_turn(const struct value_tree *facts)
{
    static const char *const paths[] = {"vote.next", "turn", "pending", "asker"};
    bool secret = value_has(facts, "vote") && !value_has(facts, "vote.next");
    for (size_t i = 0; i < sizeof paths / sizeof paths[0] && !secret; i++) {
        if (value_has(facts, paths[i])) {
            return (int)value_number_at(facts, paths[i], SEAT_NONE);
        }
    }
    return SEAT_NONE;
}

static void board_people(const struct value_tree *facts, struct board *board)
{
    uint16_t scores = value_path(facts, "scores");
    uint16_t accused = value_path(facts, "accused");
    uint16_t gone = value_path(facts, "gone");
    bool over = strcmp(value_text_at(facts, "phase", ""), "over") == 0; /* no round is next */
    uint16_t waiting = over ? VALUE_NONE : value_path(facts, "waiting");
    int turn = board_turn(facts);
    assert(scores != VALUE_NONE && accused != VALUE_NONE);
    for (unsigned seat = 0; seat < (unsigned)facts->fact[scores].number; seat++) {
        struct board_item *item = board_add(board, BOARD_SEAT, MSG_SPYFALL_BOARD_SEAT);
        item->seat = (int8_t)seat;
        item->count = (int32_t)facts->fact[value_member(facts, scores, seat)].number;
        item->flags |= (int)seat == turn ? BOARD_TURN : 0;
        item->flags |=
            facts->fact[value_member(facts, accused, seat)].number != 0 ? BOARD_LEADS : 0;
        item->flags |= board_is_in(facts, gone, (int)seat) ? BOARD_GONE : 0;
        item->flags |= board_is_in(facts, waiting, (int)seat) ? BOARD_WAITS : 0;
    }
}

static int board_seat_of(const struct value_tree *facts, uint16_t exchange, const char *key)
{
    return (int)facts->fact[value_find(facts, exchange, key)].number;
}

/* Words of an exchange, where there are any. */
static void board_words(const struct value_tree *facts, uint16_t exchange, bool answer,
                        struct board *board)
{
    uint16_t words = value_find(facts, exchange, answer ? "answer" : "text");
    if (facts->fact[words].kind != VALUE_TEXT) {
        return;
    }
    struct board_item *item = board_add(
        board, BOARD_CELL, answer ? MSG_SPYFALL_BOARD_ANSWER : MSG_SPYFALL_BOARD_QUESTION);
    item->seat = (int8_t)board_seat_of(facts, exchange, answer ? "target" : "asker");
    item->place = (int16_t)board_seat_of(facts, exchange, answer ? "asker" : "target");
    board_say(board, item, facts->fact[words].text);
}

/* Who asked whom, and the words of the last exchange. */
static void board_talk(const struct value_tree *facts, struct board *board)
{
    uint16_t talk = value_path(facts, "questions");
    int left = (int)facts->fact[talk].number;
    for (uint16_t at = value_first(facts, talk); at != VALUE_NONE;
         at = value_next(facts, talk, at)) {
        if (left <= BOARD_TALK_MAX) {
            struct board_item *arrow = board_add(board, BOARD_ARROW, MSG_SPYFALL_BOARD_ASKED);
            arrow->seat = (int8_t)board_seat_of(facts, at, "asker");
            arrow->place = (int16_t)board_seat_of(facts, at, "target");
        }
        if (left-- == 1) {
            board_words(facts, at, false, board);
            board_words(facts, at, true, board);
        }
    }
}

static void board_places(const struct value_tree *facts, struct board *board)
{
    uint16_t list = value_path(facts, "locations");
    int place = 0;
    for (uint16_t at = value_first(facts, list); at != VALUE_NONE;
         at = value_next(facts, list, at)) {
        struct board_item *item = board_add(board, BOARD_CELL, MSG_SPYFALL_BOARD_PLACES);
        item->seat = SEAT_NONE;
        item->count = 1;
        item->place = (int16_t)place++;
        board_say(board, item, facts->fact[at].text);
    }
}

static void board_notes(const struct value_tree *facts, struct board *board)
{
    struct board_item *phase = board_add(board, BOARD_NOTE, MSG_SPYFALL_BOARD_PHASE);
    phase->term = value_text_at(facts, "phase", NULL);
    phase->seat = (int8_t)board_turn(facts);
    assert(phase->term != NULL);
    bool asks = strcmp(phase->term, "questions") == 0 && !value_has(facts, "pending");
    if (asks && value_has(facts, "barred")) {
        struct board_item *barred = board_add(board, BOARD_NOTE, MSG_SPYFALL_BOARD_BARRED);
        barred->seat = (int8_t)value_number_at(facts, "barred", SEAT_NONE);
    }
    if (value_has(facts, "vote")) {
        struct board_item *vote = board_add(board, BOARD_NOTE, MSG_SPYFALL_BOARD_VOTE);
        vote->seat = (int8_t)value_number_at(facts, "vote.suspect", SEAT_NONE);
    }
    if (value_has(facts, "questions_left") && strcmp(phase->term, "questions") == 0) {
        struct board_item *left = board_add(board, BOARD_NOTE, MSG_SPYFALL_BOARD_LEFT);
        left->count = (int32_t)value_number_at(facts, "questions_left", 0);
    }
    if (value_has(facts, "last")) {
        struct board_item *last = board_add(board, BOARD_NOTE, MSG_SPYFALL_BOARD_LAST);
        last->term = value_text_at(facts, "last.end", NULL);
        last->seat = (int8_t)value_number_at(facts, "last.spy", SEAT_NONE);
        last->count = (int32_t)value_number_at(facts, "last.round", 0);
        last->flags = BOARD_LAST;
    }
    if (value_bool_at(facts, "over")) {
        struct board_item *result = board_add(board, BOARD_NOTE, MSG_SPYFALL_BOARD_RESULT);
        result->term = value_text_at(facts, "result.reason", NULL);
    }
}

void spyfall_board(const struct view *view, struct board *board)
{
    const struct value_tree *facts = &view->facts;
    memset(board, 0, sizeof *board);
    board->game = spyfall_id;
    board->title = MSG_SPYFALL_BOARD_TITLE;
    board->look = BOARD_ROUND;
    board->round = (int32_t)value_number_at(facts, "round", 0);
    assert(board->round > 0);
    board_people(facts, board);
    board_talk(facts, board);
    board_places(facts, board);
    board_notes(facts, board);
}
