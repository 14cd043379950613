/* The template of a game does what the contract asks: also the tests of the rules' door itself that
 * need no particular game. */
#include "game_kit.h"

#include "nullgame/nullgame.h"

#include <string.h>

static void deal(int seats)
{
    kit_use(&nullgame_game);
    ck_assert_int_eq(kit_try_deal("nullgame", seats, "", NULL), REFUSAL_NONE);
}

START_TEST(everybody_nods_and_all_have_won)
{
    deal(3);
    ck_assert_str_eq(kit_owed(), "0:nod@60000 1:nod@60000 2:nod@60000");
    kit_good(1, "nod", NULL);
    kit_refused(REFUSAL_ALREADY_DONE, 1, "nod", NULL);
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "nod", "{\"twice\":true}");
    kit_refused(REFUSAL_NOT_SEATED, 3, "nod", NULL);
    kit_refused(REFUSAL_NOT_SEATED, SEAT_MODERATOR, "nod", NULL);
    kit_refused(REFUSAL_UNKNOWN_ACTION, 0, "play", NULL);
    kit_good(0, "nod", NULL);
    kit_good(2, "nod", NULL);
    ck_view(SEAT_CROWD, "result.winners", "[0,1,2]");
    kit_refused(REFUSAL_GAME_OVER, 0, "nod", NULL);
}
END_TEST

START_TEST(time_falls_due_once)
{
    deal(2);
    kit_tick(60000);
    ck_assert_uint_eq(kit_out()->event_count, 0);
    kit_tick(60001);
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "nullgame.overdue"), 1);
    kit_tick(999999);
    ck_assert_uint_eq(kit_out()->event_count, 0);
    kit_refused(REFUSAL_NOTHING_TO_SKIP, SEAT_MODERATOR, "skip", NULL);
}
END_TEST

/* Without teams a game is conceded when everybody has. */
START_TEST(all_concede_together)
{
    deal(2);
    kit_good(0, "concede", NULL);
    kit_good(1, "concede", NULL);
    ck_view(SEAT_CROWD, "result.reason", "\"conceded\"");
    deal(2);
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":1}");
    ck_view(SEAT_CROWD, "result.reason", "\"aborted\"");
}
END_TEST

START_TEST(the_template_is_never_listed)
{
    ck_assert_ptr_null(game_find("nullgame"));
}
END_TEST

Suite *suite_nullgame(void);

Suite *suite_nullgame(void)
{
    Suite *suite = suite_create("nullgame");
    TCase *tcase = tcase_create("nullgame");
    tcase_add_test(tcase, everybody_nods_and_all_have_won);
    tcase_add_test(tcase, time_falls_due_once);
    tcase_add_test(tcase, all_concede_together);
    tcase_add_test(tcase, the_template_is_never_listed);
    suite_add_tcase(suite, tcase);
    return suite;
}
