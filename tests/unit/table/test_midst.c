/* Joining in the midst of a running game, and what a host alone decides there. */
#include <stdio.h>
#include <string.h>

#include "rules.h"
#include "table_kit.h"

#define COMES "{\"name\":\"Late\",\"event\":\"kit/late\"}"

#define SEED  "\"seed\":\"0000000000000000000000000000000000000000000000000000000000000000\""
#define PLACE "{\"location\":\"Zoo\",\"spy\":2}"

static struct kit *started(const char *game, unsigned count, const char *deal)
{
    char json[400];
    struct kit *kit = kit_new(game_find(game));
    kit_fill(kit, count);
    snprintf(json, sizeof json, "{" SEED ",\"deal\":%s}", deal);
    ck_assert_int_eq(kit_do(kit, 0, "start", json), REFUSAL_NONE);
    return kit;
}

static struct kit *spyfall_on(unsigned count)
{
    return started("spyfall", count,
                   "{\"locations\":[\"Bank\",\"Zoo\"],\"rounds\":[" PLACE "," PLACE "]}");
}

START_TEST(whoever_comes_late_sits_behind_the_others)
{
    struct kit *kit = spyfall_on(4);
    ck_assert_str_ne(kit_offer(kit, SEAT_CROWD, "join", -1), "");
    ck_assert_str_eq(kit_offer(kit, 0, "join", -1), "");
    ck_assert_int_eq(kit_do(kit, 102, "join", COMES), REFUSAL_ALREADY_SEATED);
    ck_assert_int_eq(kit_do(kit, 120, "join", COMES), REFUSAL_NONE);
    ck_assert_uint_eq(kit_told_to(kit, MSG_SPYFALL_JOINED), AUDIENCE_CROWD);
    ck_assert_uint_eq(kit_told_to(kit, MSG_TABLE_YOU_ARE_IN), seat_bit(4));
    ck_assert_uint_eq(kit->table.seat_count, 5);
    ck_assert_int_eq(table_seat_of(&kit->table, 120), 4);
    ck_assert_str_eq(kit->table.seat[4].name, "Late");
    ck_assert_int_eq(kit->table.seat[4].reach, DIRECT_UNVERIFIED);
    ck_assert_int_eq(kit_do(kit, 120, "join", COMES), REFUSAL_ALREADY_SEATED);
    ck_assert_int_eq(kit_do(kit, 120, "guess", "{\"location\":\"x\"}"), REFUSAL_NOT_IN_ROUND);
    ck_assert_uint_eq(kit_view(kit, 4)->full, false);
    kit_free(&kit);
}
END_TEST

START_TEST(who_goes_before_coming_in_stops_nothing)
{
    struct kit *kit = spyfall_on(4);
    kit_do(kit, 120, "join", COMES);
    ck_assert_int_eq(kit_do(kit, 120, "leave", NULL), REFUSAL_NONE);
    ck_assert_int_eq(rules_state(kit->table.state)->paused_ms, NO_DEADLINE);
    ck_assert_int_eq(table_seat_of(&kit->table, 120), SEAT_NONE);
    ck_assert(!kit->table.waiting);
    ck_assert_int_eq(kit_do(kit, 121, "substitute", "{\"name\":\"Sub\"}"), REFUSAL_NO_OPEN_SEAT);
    ck_assert_int_eq(kit_do(kit, 121, "join", COMES), REFUSAL_NONE);
    ck_assert_uint_eq(kit->table.seat_count, 5); /* nobody had ever played there */
    kit->moderator = true;
    ck_assert_int_eq(kit_do(kit, KIT_MOD, "kick", "{\"seat\":4}"), REFUSAL_NONE);
    ck_assert_int_eq(rules_state(kit->table.state)->paused_ms, NO_DEADLINE);
    kit_free(&kit);
}
END_TEST

START_TEST(an_open_seat_comes_before_a_new_one)
{
    struct kit *kit = spyfall_on(4);
    kit_do(kit, 102, "leave", NULL);
    ck_assert_int_eq(kit_do(kit, 120, "join", COMES), REFUSAL_SEAT_OPEN);
    ck_assert_int_eq(kit_do(kit, 120, "substitute", "{\"name\":\"Sub\"}"), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 121, "join", COMES), REFUSAL_NONE);
    kit_do(kit, 101, "pause", NULL);
    ck_assert_int_eq(kit_do(kit, 122, "join", COMES), REFUSAL_PAUSED);
    kit_free(&kit);
}
END_TEST

START_TEST(twelve_are_enough)
{
    struct kit *kit = spyfall_on(11);
    ck_assert_int_eq(kit_do(kit, 120, "join", COMES), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 121, "join", COMES), REFUSAL_TABLE_FULL);
    ck_assert_str_eq(kit_why(kit), "{\"seats\":12}");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "join", -1), "");
    kit_free(&kit);
}
END_TEST

START_TEST(games_of_teams_let_nobody_in)
{
    struct kit *kit = started("decrypto", 4,
                              "{\"keywords\":{\"white\":[\"cow\",\"tea\",\"piano\",\"rain\"],"
                              "\"black\":[\"sea\",\"hat\",\"king\",\"moon\"]}}");
    ck_assert_int_eq(kit_do(kit, 120, "join", COMES), REFUSAL_WRONG_PHASE);
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "join", -1), "");
    kit_free(&kit);
}
END_TEST

/* Seat 0 leads; here another hosts. Whoever is host or moderator decides, with or without a seat.
 */
START_TEST(the_host_agrees_on_other_rounds_and_nobody_else)
{
    struct kit *kit = spyfall_on(4);
    ck_assert_int_eq(kit_do(kit, 101, "host", "{\"seat\":1}"), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 101, "rounds", "{\"rounds\":7}"), REFUSAL_NOT_HOST);
    ck_assert_int_eq(kit_do(kit, 102, "rounds", "{\"rounds\":7}"), REFUSAL_WRONG_PHASE);
    kit_wait(kit, 7 * KIT_MINUTE);
    ck_assert_int_eq(kit_do(kit, 101, "rounds", "{\"rounds\":7}"), REFUSAL_NOT_HOST);
    ck_assert_int_eq(kit_do(kit, 120, "rounds", "{\"rounds\":7}"), REFUSAL_NOT_HOST);
    kit_say(kit, 102, "!rounds 7");
    ck_assert_str_eq(kit_reading(kit), "rounds {\"rounds\":7}");
    ck_assert_int_eq(kit_do(kit, 102, "rounds", "{\"rounds\":7}"), REFUSAL_NONE);
    ck_assert_int_eq(value_number_at(kit_view(kit, SEAT_CROWD), "play.rounds", 0), 7);
    kit->moderator = true;
    ck_assert_int_eq(kit_do(kit, KIT_MOD, "rounds", "{\"rounds\":1}"), REFUSAL_NONE);
    ck_assert_int_eq(kit->table.phase, TABLE_OVER);
    kit_free(&kit);
}
END_TEST

Suite *suite_midst(void);

Suite *suite_midst(void)
{
    Suite *suite = suite_create("midst");
    TCase *tcase = tcase_create("midst");
    tcase_add_test(tcase, whoever_comes_late_sits_behind_the_others);
    tcase_add_test(tcase, who_goes_before_coming_in_stops_nothing);
    tcase_add_test(tcase, an_open_seat_comes_before_a_new_one);
    tcase_add_test(tcase, twelve_are_enough);
    tcase_add_test(tcase, games_of_teams_let_nobody_in);
    tcase_add_test(tcase, the_host_agrees_on_other_rounds_and_nobody_else);
    suite_add_tcase(suite, tcase);
    return suite;
}
