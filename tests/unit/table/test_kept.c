/* A rematch: for whom seats are kept, and how long. The kit replays each line and compares. */
#include <stdio.h>
#include <string.h>

#include "pebbles.h"
#include "table_kit.h"

#define SEED64 "0000000000000000000000000000000000000000000000000000000000000000"

static const char *const join_json = "{\"name\":\"X\",\"event\":\"web/x\"}";

/* Pebbles has twelve seats; who sat there last. */
static struct kit *rematch(const char *kept)
{
    static char args[200];
    snprintf(args, sizeof args, ",\"options\":{\"teams\":\"chosen\"},\"kept\":{%s}", kept);
    return kit_new_with(NULL, args);
}

START_TEST(who_sat_there_finds_a_seat_and_their_team)
{
    struct kit *kit = rematch("\"people\":[101,102,0,103],\"teams\":[1,0,-1,-1]");
    ck_assert_int_eq(kit_do(kit, 102, "join", join_json), REFUSAL_NONE);
    ck_assert_int_eq(kit->table.seat[0].wish, 0);
    ck_assert_int_eq(kit_do(kit, 101, "join", join_json), REFUSAL_NONE);
    ck_assert_int_eq(kit->table.seat[1].wish, 1);
    ck_assert_int_eq(kit_do(kit, 103, "join", join_json), REFUSAL_NONE);
    ck_assert_int_eq(kit->table.seat[2].wish, -1);
    kit_free(&kit);
}
END_TEST

START_TEST(others_take_what_is_kept_for_nobody_and_the_rest_later)
{
    struct kit *kit = rematch("\"people\":[101,102,103,104,105,106,107,108,109,110,0,111]");
    ck_assert_int_eq(kit_do(kit, 112, "join", join_json), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 113, "join", join_json), REFUSAL_SEATS_KEPT);
    ck_assert_str_eq(kit_why(kit), "{\"until_ms\":1900000300000}");
    ck_assert_int_eq(kit_do(kit, 101, "join", join_json), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 113, "join", join_json), REFUSAL_SEATS_KEPT);
    ck_assert_int_eq(kit_do(kit, 101, "leave", NULL), REFUSAL_NONE); /* they came and went */
    ck_assert_int_eq(kit_do(kit, 113, "join", join_json), REFUSAL_NONE);
    kit_wait(kit, KIT_START_MS + 5 * KIT_MINUTE - 1 - kit->now_ms);
    ck_assert_int_eq(kit_do(kit, 114, "join", join_json), REFUSAL_SEATS_KEPT);
    kit_wait(kit, 1);
    ck_assert_int_eq(kit_do(kit, 114, "join", join_json), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(when_all_are_back_nothing_is_kept)
{
    struct kit *kit = rematch("\"people\":[101,102]");
    ck_assert_int_eq(kit_do(kit, 101, "join", join_json), REFUSAL_NONE);
    ck_assert(value_has(kit_view(kit, SEAT_CROWD), "kept_until_ms"));
    ck_assert_int_ne(value_number_at(kit_view(kit, SEAT_CROWD), "kept_until_ms", 0), 0);
    ck_assert_int_eq(kit_do(kit, 102, "join", join_json), REFUSAL_NONE);
    ck_assert_int_eq(value_number_at(kit_view(kit, SEAT_CROWD), "kept_until_ms", 0), 0);
    ck_assert_int_eq(kit_do(kit, 104, "join", join_json), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(a_team_that_is_full_by_now_is_no_wish)
{
    struct kit *kit = rematch("\"people\":[101,0,0,0],\"teams\":[1,-1,-1,-1]");
    for (uint64_t person = 102; person <= 107; person++) {
        ck_assert_int_eq(kit_do(kit, person, "join", join_json), REFUSAL_NONE);
        ck_assert_int_eq(kit_do(kit, person, "team", "{\"team\":\"blues\"}"), REFUSAL_NONE);
    }
    ck_assert_int_eq(kit_do(kit, 101, "join", join_json), REFUSAL_NONE);
    ck_assert_int_eq(kit->table.seat[6].wish, -1);
    kit_free(&kit);
}
END_TEST

START_TEST(what_is_no_list_of_seats_opens_nothing)
{
    static const char *const bad[] = {
        "\"people\":[\"ana\"]",
        "\"people\":[-1]",
        "\"teams\":[2]",
        "\"teams\":[-2]",
        "\"house\":[7]",
        "\"friends\":[101]",
        "\"people\":[1,2,3,4,5,6,7,8,9,10,11,12,13]",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        static struct move move;
        static struct outcome out;
        struct table table;
        char json[400];
        snprintf(json, sizeof json,
                 "{\"game\":\"pebbles\",\"number\":3,\"adapter\":\"web\",\"room\":\"den\","
                 "\"commitment\":\"" SEED64 "\",\"kept\":{%s}}",
                 bad[i]);
        table_init(&table, 5);
        table.game = &pebbles_game;
        move_init(&move, table_action(&table, "open"), SEAT_NONE, KIT_START_MS);
        move.person = 101;
        ck_assert(value_parse(&move.args, json, strlen(json)));
        ck_assert_int_eq(table_apply(&table, &move, &out), REFUSAL_BAD_ARGUMENT);
        ck_assert_int_eq(table.phase, TABLE_NEW);
    }
}
END_TEST

Suite *suite_kept(void);

Suite *suite_kept(void)
{
    Suite *suite = suite_create("kept");
    TCase *tcase = tcase_create("kept");
    tcase_add_test(tcase, who_sat_there_finds_a_seat_and_their_team);
    tcase_add_test(tcase, others_take_what_is_kept_for_nobody_and_the_rest_later);
    tcase_add_test(tcase, when_all_are_back_nothing_is_kept);
    tcase_add_test(tcase, a_team_that_is_full_by_now_is_no_wish);
    tcase_add_test(tcase, what_is_no_list_of_seats_opens_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
