/* The lobby: coming and going, options, teams, idle people, what a start needs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pebbles.h"
#include "table_kit.h"

#define SEED64 "0000000000000000000000000000000000000000000000000000000000000000"

static const char *const join_json = "{\"name\":\"X\",\"event\":\"web/x\"}";

START_TEST(open_makes_a_lobby_of_the_host)
{
    struct kit *kit = kit_new(NULL);
    ck_assert_int_eq(kit->table.phase, TABLE_LOBBY);
    ck_assert_uint_eq(kit->table.host, 101);
    ck_assert_uint_eq(kit->table.seat_count, PEBBLES_SEATS_MAX);
    ck_assert_str_eq(kit->table.host_name, "Ana");
    ck_assert(kit_told(kit, MSG_TABLE_OPENED));
    ck_assert_uint_eq(table_players(&kit->table), 0);
    kit_free(&kit);
}
END_TEST

START_TEST(open_with_a_bad_option_is_refused)
{
    struct table table;
    static struct move move;
    static struct outcome out;
    const char *json = "{\"game\":\"pebbles\",\"number\":3,\"adapter\":\"web\",\"room\":\"den\","
                       "\"commitment\":\"" SEED64 "\",\"options\":{\"heap\":\"1000\"}}";
    table_init(&table, 5);
    table.game = &pebbles_game;
    move_init(&move, table_action(&table, "open"), SEAT_NONE, KIT_START_MS);
    move.person = 101;
    move.moderator = false;
    ck_assert(value_parse(&move.args, json, strlen(json)));
    ck_assert_int_eq(table_apply(&table, &move, &out), REFUSAL_BAD_OPTION);
    ck_assert_int_eq(table.phase, TABLE_NEW);
}
END_TEST

START_TEST(join_seats_in_order_and_tells_privately)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 3);
    ck_assert_int_eq(table_seat_of(&kit->table, 102), 1);
    ck_assert_int_eq(kit_do(kit, 104, "join", join_json), REFUSAL_NONE);
    ck_assert_uint_eq(kit_told_to(kit, MSG_TABLE_JOINED), AUDIENCE_CROWD);
    ck_assert_uint_eq(kit_told_to(kit, MSG_TABLE_YOU_ARE_IN), seat_bit(3));
    kit_free(&kit);
}
END_TEST

START_TEST(join_twice_is_already_seated)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 1);
    ck_assert_int_eq(kit_do(kit, 101, "join", join_json), REFUSAL_ALREADY_SEATED);
    kit_free(&kit);
}
END_TEST

START_TEST(twelve_people_for_four_seats_get_kind_words)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    kit_fill(kit, 4);
    for (uint64_t person = 105; person < 113; person++) {
        ck_assert_int_eq(kit_do(kit, person, "join", join_json), REFUSAL_TABLE_FULL);
        ck_assert_str_eq(kit_why(kit), "{\"seats\":4}");
    }
    kit_free(&kit);
}
END_TEST

START_TEST(leaving_makes_room_for_the_next)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 3);
    ck_assert_int_eq(kit_do(kit, 102, "leave", NULL), REFUSAL_NONE);
    ck_assert_int_eq(table_seat_of(&kit->table, 102), SEAT_NONE);
    ck_assert_int_eq(table_seat_of(&kit->table, 103), 2);
    ck_assert_int_eq(kit_do(kit, 109, "join", join_json), REFUSAL_NONE);
    ck_assert_int_eq(table_seat_of(&kit->table, 109), 1);
    ck_assert_int_eq(kit_do(kit, 102, "leave", NULL), REFUSAL_NOT_SEATED);
    kit_free(&kit);
}
END_TEST

START_TEST(a_host_who_leaves_hands_over_and_the_last_closes)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 2);
    ck_assert_int_eq(kit_do(kit, 101, "leave", NULL), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_HOST));
    ck_assert_uint_eq(kit->table.host, 102);
    ck_assert_str_eq(kit->table.host_name, "Ben");
    ck_assert_int_eq(kit_do(kit, 102, "leave", NULL), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_CLOSED));
    ck_assert(table_is_done(&kit->table));
    ck_assert_int_eq(kit_do(kit, 103, "join", join_json), REFUSAL_GAME_OVER);
    ck_assert(table_due_ms(&kit->table) == NO_DEADLINE);
    kit_free(&kit);
}
END_TEST

START_TEST(an_empty_lobby_closes_after_a_while)
{
    struct kit *kit = kit_new(NULL);
    ck_assert_uint_eq(kit_wait(kit, 30 * KIT_MINUTE), 0);
    ck_assert_int_eq(kit->table.phase, TABLE_LOBBY);
    ck_assert_uint_eq(kit_wait(kit, 1), 1);
    ck_assert(table_is_done(&kit->table));
    kit_free(&kit);
}
END_TEST

START_TEST(idle_people_are_asked_then_dropped)
{
    struct kit *kit = kit_new(NULL);
    struct owed_list list;
    kit_fill(kit, 2);
    kit_wait(kit, 15 * KIT_MINUTE + 1);
    ck_assert(kit_told(kit, MSG_TABLE_STILL_HERE));
    table_owed(&kit->table, &list);
    ck_assert_uint_eq(list.count, 2);
    ck_assert_str_eq(list.owed[0].actions[0], "here");
    ck_assert_uint_ne(list.owed[0].ask, list.owed[1].ask);
    ck_assert_int_eq(kit_do(kit, 102, "here", NULL), REFUSAL_NONE);
    kit_wait(kit, 5 * KIT_MINUTE);
    ck_assert(kit_told(kit, MSG_TABLE_DROPPED));
    ck_assert_int_eq(table_seat_of(&kit->table, 101), SEAT_NONE);
    ck_assert_int_eq(table_seat_of(&kit->table, 102), 1);
    ck_assert_uint_eq(kit->table.host, 102);
    kit_free(&kit);
}
END_TEST

START_TEST(an_asynchronous_lobby_waits_two_days)
{
    struct kit *kit = kit_new(NULL);
    ck_assert_int_eq(kit_do(kit, 101, "option", "{\"option\":\"pace\",\"value\":\"async\"}"),
                     REFUSAL_NONE);
    kit_fill(kit, 1);
    ck_assert_uint_eq(kit_wait(kit, 48LL * 3600000), 0);
    ck_assert_uint_eq(kit_wait(kit, 1), 1);
    ck_assert(kit_told(kit, MSG_TABLE_STILL_HERE));
    ck_assert_uint_eq(kit_wait(kit, 24LL * 3600000), 1);
    ck_assert(table_is_done(&kit->table));
    kit_free(&kit);
}
END_TEST

START_TEST(a_move_past_an_unfallen_deadline_waits_for_the_tick)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 1);
    kit->now_ms += 15 * KIT_MINUTE;
    ck_assert_int_eq(kit_do(kit, 101, "ready", NULL), REFUSAL_NONE); /* at the deadline */
    kit->now_ms += 15 * KIT_MINUTE + 1;
    ck_assert_int_eq(kit_do(kit, 102, "join", join_json), REFUSAL_TICK_FIRST);
    kit_wait(kit, 0);
    ck_assert_int_eq(kit_do(kit, 102, "join", join_json), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(a_tick_before_anything_is_due_is_refused)
{
    struct kit *kit = kit_new(NULL);
    ck_assert_int_eq(kit_do(kit, 0, "tick", NULL), REFUSAL_ALREADY_DONE);
    kit_free(&kit);
}
END_TEST

START_TEST(options_are_the_hosts_and_unready_everybody)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 2);
    ck_assert_int_eq(kit_do(kit, 102, "ready", NULL), REFUSAL_NONE);
    ck_assert(kit->table.seat[1].ready);
    ck_assert_int_eq(kit_do(kit, 102, "option", "{\"option\":\"heap\",\"value\":\"5\"}"),
                     REFUSAL_NOT_HOST);
    ck_assert_int_eq(kit_do(kit, 101, "option", "{\"option\":\"peb.heap\",\"value\":\"5\"}"),
                     REFUSAL_NONE);
    ck_assert(!kit->table.seat[1].ready);
    ck_assert_int_eq(kit->table.options.value[OPTION_COMMON_COUNT], 5);
    ck_assert_int_eq(kit_do(kit, 101, "option", "{\"option\":\"heap\",\"value\":\"many\"}"),
                     REFUSAL_BAD_OPTION);
    ck_assert_ptr_nonnull(strstr(kit_why(kit), "\"max\":99"));
    ck_assert_int_eq(kit_do(kit, 101, "option", "{\"option\":\"heat\",\"value\":\"5\"}"),
                     REFUSAL_BAD_OPTION);
    kit->moderator = true;
    ck_assert_int_eq(kit_do(kit, KIT_MOD, "option", "{\"option\":\"heap\",\"value\":\"7\"}"),
                     REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(teams_are_dealt_unless_chosen)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 4);
    ck_assert_int_eq(kit_do(kit, 102, "team", "{\"team\":\"reds\"}"), REFUSAL_TEAMS_RANDOM);
    ck_assert_int_eq(kit_do(kit, 101, "option", "{\"option\":\"teams\",\"value\":\"chosen\"}"),
                     REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 102, "team", "{\"team\":\"greens\"}"), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 102, "team", "{\"team\":\"reds\"}"), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 102, "team", "{\"team\":\"reds\"}"), REFUSAL_ALREADY_DONE);
    ck_assert_int_eq(kit_do(kit, 104, "team", "{\"team\":\"reds\"}"), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 101, "start", "{\"seed\":\"" SEED64 "\"}"), REFUSAL_NONE);
    ck_assert_str_eq(kit->table.seat[0].name, "Ben");
    ck_assert_str_eq(kit->table.seat[1].name, "Ana");
    ck_assert_str_eq(kit->table.seat[2].name, "Dee");
    ck_assert_str_eq(kit->table.seat[3].name, "Cy");
    kit_free(&kit);
}
END_TEST

START_TEST(uneven_wishes_do_not_start)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 4);
    kit_do(kit, 101, "option", "{\"option\":\"teams\",\"value\":\"chosen\"}");
    for (uint64_t person = 101; person < 104; person++) {
        ck_assert_int_eq(kit_do(kit, person, "team", "{\"team\":\"blues\"}"), REFUSAL_NONE);
    }
    ck_assert_int_eq(kit_do(kit, 101, "start", "{\"seed\":\"" SEED64 "\"}"), REFUSAL_TEAMS_UNEVEN);
    kit_free(&kit);
}
END_TEST

/* Every order of four comes up for some seed, and the rule of the comment in table_start.c holds:
 * the seed modulo 24 is the number of the order. */
START_TEST(random_seats_are_the_seed_modulo_the_orders)
{
    static const char *const first[] = {"Ana", "Ben", "Cy", "Dee"};
    bool seen[24] = {false};
    for (unsigned number = 0; number < 24; number++) {
        struct kit *kit = kit_new(NULL);
        char json[120];
        kit_fill(kit, 4);
        snprintf(json, sizeof json, "{\"seed\":\"%064x\"}", number);
        ck_assert_int_eq(kit_do(kit, 101, "start", json), REFUSAL_NONE);
        unsigned order = 0;
        unsigned used = 0;
        for (unsigned i = 0; i < 4; i++) {
            unsigned smaller = 0;
            unsigned who = (unsigned)(kit->table.seat[i].person - 101);
            for (unsigned k = 0; k < who; k++) {
                smaller += (used & (1u << k)) == 0;
            }
            used |= 1u << who;
            order = order * (4 - i) + smaller;
        }
        ck_assert_uint_eq(order, number);
        seen[order] = true;
        ck_assert_str_eq(kit->table.seat[0].name, first[number / 6]);
        kit_free(&kit);
    }
    for (unsigned i = 0; i < 24; i++) {
        ck_assert(seen[i]);
    }
}
END_TEST

START_TEST(a_start_needs_people_and_proven_ways)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 1);
    ck_assert_int_eq(kit_do(kit, 101, "start", "{\"seed\":\"" SEED64 "\"}"), REFUSAL_TOO_FEW);
    ck_assert_str_eq(kit_why(kit), "{\"seats\":2,\"players\":1}");
    ck_assert_int_eq(kit_do(kit, 102, "join", join_json), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 101, "start", "{\"seed\":\"" SEED64 "\"}"), REFUSAL_NOT_REACHABLE);
    ck_assert_str_eq(kit_why(kit), "{\"count\":1,\"names\":[\"X\"]}");
    ck_assert_int_eq(kit_do(kit, 0, "reach", "{\"seat\":1,\"state\":\"failed\"}"), REFUSAL_NONE);
    ck_assert_uint_eq(kit_told_to(kit, MSG_TABLE_NO_WAY), seat_bit(1));
    ck_assert_int_eq(kit_do(kit, 101, "option", "{\"option\":\"dm_check\",\"value\":\"off\"}"),
                     REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 102, "start", "{\"seed\":\"" SEED64 "\"}"), REFUSAL_NOT_HOST);
    ck_assert_int_eq(kit_do(kit, 101, "start", NULL), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 101, "start", "{\"seed\":\"" SEED64 "\"}"), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_STARTED));
    ck_assert_int_eq(kit->table.phase, TABLE_PLAYING);
    ck_assert_uint_eq(kit->table.seat_count, 2);
    kit_free(&kit);
}
END_TEST

START_TEST(it_should_start_when_full_if_asked_or_when_all_are_ready)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    kit_fill(kit, 4);
    ck_assert(!table_should_start(&kit->table));
    kit_do(kit, 101, "option", "{\"option\":\"start_when_full\",\"value\":\"on\"}");
    ck_assert(kit->table.start_when_full);
    ck_assert(table_should_start(&kit->table));
    kit_do(kit, 0, "reach", "{\"seat\":2,\"state\":\"failed\"}");
    ck_assert(!table_should_start(&kit->table));
    kit_do(kit, 0, "reach", "{\"seat\":2,\"state\":\"proven\"}");
    kit_do(kit, 101, "option", "{\"option\":\"start_when_full\",\"value\":\"off\"}");
    for (uint64_t person = 101; person < 105; person++) {
        ck_assert(!table_should_start(&kit->table));
        kit_do(kit, person, "ready", NULL);
    }
    ck_assert(table_should_start(&kit->table));
    kit_do(kit, 103, "ready", "{\"on\":false}");
    ck_assert(!table_should_start(&kit->table));
    kit_free(&kit);
}
END_TEST

START_TEST(the_house_starts_as_the_host_does)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 2);
    ck_assert_int_eq(kit_do(kit, 0, "start", "{\"seed\":\"" SEED64 "\"}"), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(an_order_that_is_none_is_refused)
{
    static const char *const bad[] = {"[0,0]", "[0]", "[0,1,1]", "[0,5]", "[]"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct kit *kit = kit_new(NULL);
        char json[200];
        kit_fill(kit, 2);
        snprintf(json, sizeof json, "{\"seed\":\"" SEED64 "\",\"order\":%s}", bad[i]);
        ck_assert_int_eq(kit_do(kit, 101, "start", json), REFUSAL_BAD_ARGUMENT);
        kit_free(&kit);
    }
}
END_TEST

START_TEST(a_pinned_deal_goes_to_the_game)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 3);
    ck_assert_int_eq(kit_do(kit, 101, "start", "{\"seed\":\"" SEED64 "\",\"deal\":{\"stones\":1}}"),
                     REFUSAL_BAD_INPUT);
    ck_assert_int_eq(kit_do(kit, 101, "start", "{\"seed\":\"" SEED64 "\",\"deal\":{\"turn\":2}}"),
                     REFUSAL_NONE);
    ck_assert_int_eq(((struct pebbles *)kit->table.state)->turn, 2);
    kit_free(&kit);
}
END_TEST

START_TEST(join_events_come_in_the_order_of_joining)
{
    struct kit *kit = kit_new(NULL);
    const char *events[SEATS_MAX];
    kit_fill(kit, 3);
    kit_do(kit, 101, "leave", NULL);
    kit_do(kit, 109, "join", "{\"name\":\"N\",\"event\":\"web/late\"}");
    ck_assert_int_eq(table_seat_of(&kit->table, 109), 0);
    ck_assert_uint_eq(table_join_events(&kit->table, events), 3);
    ck_assert_str_eq(events[0], "web/e1");
    ck_assert_str_eq(events[1], "web/e2");
    ck_assert_str_eq(events[2], "web/late");
    kit_free(&kit);
}
END_TEST

START_TEST(only_hosts_kick_and_hand_over)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 3);
    ck_assert_int_eq(kit_do(kit, 102, "kick", "{\"seat\":2}"), REFUSAL_NOT_HOST);
    ck_assert_int_eq(kit_do(kit, 101, "kick", "{\"seat\":7}"), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 101, "kick", "{\"seat\":2}"), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_KICKED));
    ck_assert_int_eq(kit_do(kit, 101, "host", "{\"seat\":1}"), REFUSAL_NONE);
    ck_assert_uint_eq(kit->table.host, 102);
    ck_assert_int_eq(kit_do(kit, 101, "abort", NULL), REFUSAL_NOT_HOST);
    ck_assert_int_eq(kit_do(kit, 102, "abort", NULL), REFUSAL_NONE);
    ck_assert(table_is_done(&kit->table));
    kit_free(&kit);
}
END_TEST

START_TEST(a_referee_does_not_play)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 2);
    ck_assert_int_eq(kit_do(kit, 101, "referee", "{\"person\":102,\"name\":\"Ben\"}"),
                     REFUSAL_REFEREE_PLAYS);
    ck_assert_int_eq(kit_do(kit, 101, "referee", "{\"person\":109,\"name\":\"Ref\"}"),
                     REFUSAL_NONE);
    ck_assert_int_eq(kit->table.options.value[OPTION_REFEREE], 1);
    ck_assert_int_eq(kit_do(kit, 109, "join", join_json), REFUSAL_REFEREE_PLAYS);
    ck_assert_int_eq(table_acts_as(&kit->table, 109, false), SEAT_MODERATOR);
    ck_assert_int_eq(kit_do(kit, 101, "referee", NULL), REFUSAL_NONE);
    ck_assert_int_eq(kit->table.options.value[OPTION_REFEREE], 0);
    ck_assert_int_eq(kit_do(kit, 109, "join", join_json), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(venues_come_and_go)
{
    struct kit *kit = kit_new(NULL);
    const char *json = "{\"kind\":\"table\",\"adapter\":\"web\",\"room\":\"thread\"}";
    ck_assert_int_eq(kit_do(kit, 0, "venue", json), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 0, "venue", json), REFUSAL_ALREADY_DONE);
    ck_assert_uint_eq(kit->table.venue_count, 2);
    ck_assert_int_eq(kit_do(kit, 0, "venue",
                            "{\"kind\":\"table\",\"adapter\":\"web\",\"room\":\"den\","
                            "\"on\":false}"),
                     REFUSAL_NONE);
    ck_assert_uint_eq(kit->table.venue_count, 1);
    ck_assert_str_eq(kit->table.venue[0].room, "thread");
    ck_assert_int_eq(kit_do(kit, 101, "venue", json), REFUSAL_UNKNOWN_ACTION);
    kit_free(&kit);
}
END_TEST

START_TEST(arguments_are_checked_before_handlers)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 2);
    ck_assert_int_eq(kit_do(kit, 101, "join", "{\"name\":\"X\"}"), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 101, "ready", "{\"on\":\"yes\"}"), REFUSAL_BAD_ARGUMENT);
    const char *just = "{\"seat\":0,\"name\":\"ääääääääääääääääääääääääääääääääääää\"}";
    const char *over = "{\"seat\":0,\"name\":\"äääääääääääääääääääääääääääääääääääää\"}";
    ck_assert_int_eq(kit_do(kit, 0, "name", just), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 0, "name", over), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 101, "ready", "{\"off\":true}"), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 0, "reach", "{\"seat\":1,\"state\":\"lost\"}"),
                     REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 0, "reach", "{\"seat\":\"1\",\"state\":\"proven\"}"),
                     REFUSAL_BAD_ARGUMENT);
    kit_free(&kit);
}
END_TEST

Suite *suite_lobby(void);

Suite *suite_lobby(void)
{
    Suite *suite = suite_create("lobby");
    TCase *tcase = tcase_create("lobby");
    tcase_add_test(tcase, open_makes_a_lobby_of_the_host);
    tcase_add_test(tcase, open_with_a_bad_option_is_refused);
    tcase_add_test(tcase, join_seats_in_order_and_tells_privately);
    tcase_add_test(tcase, join_twice_is_already_seated);
    tcase_add_test(tcase, twelve_people_for_four_seats_get_kind_words);
    tcase_add_test(tcase, leaving_makes_room_for_the_next);
    tcase_add_test(tcase, a_host_who_leaves_hands_over_and_the_last_closes);
    tcase_add_test(tcase, an_empty_lobby_closes_after_a_while);
    tcase_add_test(tcase, idle_people_are_asked_then_dropped);
    tcase_add_test(tcase, an_asynchronous_lobby_waits_two_days);
    tcase_add_test(tcase, a_move_past_an_unfallen_deadline_waits_for_the_tick);
    tcase_add_test(tcase, a_tick_before_anything_is_due_is_refused);
    tcase_add_test(tcase, options_are_the_hosts_and_unready_everybody);
    tcase_add_test(tcase, teams_are_dealt_unless_chosen);
    tcase_add_test(tcase, uneven_wishes_do_not_start);
    tcase_add_test(tcase, random_seats_are_the_seed_modulo_the_orders);
    tcase_add_test(tcase, a_start_needs_people_and_proven_ways);
    tcase_add_test(tcase, it_should_start_when_full_if_asked_or_when_all_are_ready);
    tcase_add_test(tcase, the_house_starts_as_the_host_does);
    tcase_add_test(tcase, an_order_that_is_none_is_refused);
    tcase_add_test(tcase, a_pinned_deal_goes_to_the_game);
    tcase_add_test(tcase, join_events_come_in_the_order_of_joining);
    tcase_add_test(tcase, only_hosts_kick_and_hand_over);
    tcase_add_test(tcase, a_referee_does_not_play);
    tcase_add_test(tcase, venues_come_and_go);
    tcase_add_test(tcase, arguments_are_checked_before_handlers);
    suite_add_tcase(suite, tcase);
    return suite;
}
