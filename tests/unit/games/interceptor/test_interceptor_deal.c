/* Deals: what may be pinned, what is refused, what the board shows of it. */
#include "interceptor_kit.h"

#include "board.h"

#include <string.h>

static void bad(const char *options, const char *pinned, const char *argument, const char *problem)
{
    ck_assert_int_eq(kit_try_deal("interceptor", 4, options, pinned), REFUSAL_BAD_INPUT);
    ck_assert_str_eq(kit_why("argument"), argument);
    ck_assert_str_eq(kit_why("problem"), problem);
    ck_assert_uint_eq(kit_out()->event_count, 0);
}

#define TEA "{\"kind\":\"word\",\"value\":\"tea\"}"

START_TEST(deals_that_do_not_hold_are_refused)
{
    bad("", "{\"hands\":[4,4,4,3]}", "hands", "sum");
    bad("", "{\"hands\":[4,4,4,4],\"discard\":1}", "hands", "sum");
    bad("", "{\"discard\":1}", "hands", "sum");
    bad("", "{\"hands\":[4,4,4]}", "hands", "not_a_list");
    bad("", "{\"hands\":[17,0,0,-1]}", "hands", "out_of_range");
    bad("", "{\"hands\":[4,4,4,\"4\"]}", "hands", "out_of_range");
    bad("", "{\"hands\":4}", "hands", "not_a_list");
    bad("", "{\"discard\":-1}", "discard", "out_of_range");
    bad("", "{\"leader\":1}", "leader", "not_a_seat");
    bad("", "{\"leader\":4}", "leader", "not_a_seat");
    bad("", "{\"leader\":-1}", "leader", "not_a_seat");
    bad("", "{\"leader\":\"OA\"}", "leader", "not_a_seat");
    bad("variant=everyone_corrupt", "{\"leader\":4}", "leader", "not_a_seat");
    bad("", "{\"round\":0}", "round", "out_of_range");
    bad("", "{\"cards\":16}", "cards", "unknown");
    bad("", "{\"signals\":[]}", "signals", "not_an_object");
    bad("", "{\"signals\":{\"spies\":{}}}", "spies", "unknown");
    bad("", "{\"signals\":{\"officials\":{\"documents\":" TEA "}}}", "money", "missing");
    bad("", "{\"signals\":{\"officials\":{\"documents\":" TEA ",\"money\":{\"kind\":\"x\"}}}}",
        "money", "not_a_choice");
    bad("", "{\"signals\":{\"officials\":{\"documents\":" TEA ",\"money\":{\"kind\":\"word\"}}}}",
        "money", "not_fitting");
    bad("", "{\"signals\":{\"officials\":{\"documents\":" TEA ",\"money\":" TEA ",\"x\":1}}}", "x",
        "unknown");
    ck_assert_int_eq(kit_try_deal("interceptor", 3, "", NULL), REFUSAL_BAD_INPUT);
    ck_assert_int_eq(kit_try_deal("interceptor", 5, "", NULL), REFUSAL_BAD_INPUT);
}
END_TEST

START_TEST(deals_pin_any_part)
{
    kit_deal("interceptor", "", "{}");
    ck_phase("signals");
    ck_hands(4, 4, 4, 4, 0);
    kit_deal("interceptor", "", "{\"leader\":2,\"round\":7}");
    ck_phase("signals");
    ck_assert_int_eq(in_register(0, TEA, "{\"kind\":\"caps\"}"), REFUSAL_NONE);
    ck_assert_int_eq(in_register(1, TEA, "{\"kind\":\"caps\"}"), REFUSAL_NONE);
    ck_phase("play"); /* no choosing */
    ck_view(SEAT_CROWD, "turn", "2");
    ck_view(SEAT_CROWD, "round", "7");
    kit_deal("interceptor", "",
             "{\"signals\":{\"journalists\":{\"documents\":" TEA
             ",\"money\":{\"kind\":\"caps\"}}}}");
    ck_view(SEAT_CROWD, "ready", "{\"officials\":false,\"journalists\":true}");
    ck_assert_str_eq(kit_owed(), "0:register@120000 2:register@120000");
    in_deal("variant=everyone_corrupt", "\"leader\":3,");
    ck_view(SEAT_CROWD, "turn", "3");
    in_deal("", "\"hands\":[0,0,0,0],\"discard\":16,\"leader\":0,");
    ck_over("tie", "tie", "[]");
    in_deal("", "\"hands\":[13,1,1,1],");
    ck_phase("leader");
}
END_TEST

static const struct board_item *item(const struct board *board, enum board_kind kind, int seat,
                                     unsigned flags)
{
    for (unsigned i = 0; i < board->count; i++) {
        if (board->item[i].kind == kind && board->item[i].seat == seat &&
            (board->item[i].flags & BOARD_LAST) == (flags & BOARD_LAST)) {
            return &board->item[i];
        }
    }
    return NULL;
}

static void draw(int seat, struct board *board)
{
    static struct view view;
    rules_view(kit_game(), kit_state(), seat, &view);
    kit_game()->board(&view, board);
}

START_TEST(board_shows_hands_table_and_last_reveal)
{
    struct board board;
    in_deal("", "\"leader\":2,");
    in_plays("DDMM");
    in_split(0, 2, 0);
    in_play('M');
    draw(SEAT_CROWD, &board);
    ck_assert_str_eq(board.game, "interceptor");
    ck_assert_int_eq(board.round, 2);
    ck_assert_int_eq(item(&board, BOARD_HAND, 0, 0)->count, 4);
    ck_assert_uint_eq(item(&board, BOARD_HAND, 0, 0)->flags, BOARD_LEADS);
    ck_assert_uint_eq(item(&board, BOARD_HAND, 2, 0)->flags, BOARD_TURN);
    ck_assert_str_eq(item(&board, BOARD_HAND, 1, 0)->term, "journalists");
    ck_assert_ptr_null(item(&board, BOARD_CARD, 0, 0)->term); /* face down */
    ck_assert_ptr_null(item(&board, BOARD_CARD, 1, 0));
    ck_assert_str_eq(item(&board, BOARD_CARD, 0, BOARD_LAST)->term, "documents");
    ck_assert_str_eq(item(&board, BOARD_CARD, 3, BOARD_LAST)->term, "money");
    ck_assert_int_eq(item(&board, BOARD_NOTE, 2, 0)->label, MSG_INTERCEPTOR_BOARD_PHASE);
    draw(0, &board);
    ck_assert_str_eq(item(&board, BOARD_CARD, 0, 0)->term, "money"); /* his own */
    draw(2, &board);
    ck_assert_ptr_null(item(&board, BOARD_CARD, 0, 0)->term);
}
END_TEST

Suite *suite_interceptor_deal(void);

Suite *suite_interceptor_deal(void)
{
    Suite *suite = suite_create("interceptor_deal");
    TCase *tcase = tcase_create("deal");
    tcase_add_test(tcase, deals_that_do_not_hold_are_refused);
    tcase_add_test(tcase, deals_pin_any_part);
    tcase_add_test(tcase, board_shows_hands_table_and_last_reveal);
    suite_add_tcase(suite, tcase);
    return suite;
}
