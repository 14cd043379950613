/* House players at a table: sitting down, making room, what only people do, taking over a seat. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pebbles.h"
#include "table_kit.h"

static bool nothing_to_do(void *memory, const struct player_sight *sight, struct move *move)
{
    (void)memory;
    (void)sight;
    (void)move;
    return false;
}

static const struct player_def idle_player = {.memory_size = 8, .choose = nothing_to_do};
static struct game_def game; /* pebbles for 4 at least, with house players */

static void game_of_four(void)
{
    game = pebbles_game;
    game.player = &idle_player;
    game.seats_min = 4;
}

static struct kit *lobby(void)
{
    game_of_four();
    return kit_new(&game);
}

static enum refusal seat_bot(struct kit *kit, uint64_t person, const char *name)
{
    char json[80];
    snprintf(json, sizeof json, "{\"called\":\"%s\"}", name);
    return kit_do(kit, person, "bot", json);
}

/* One person and three house players, in the order they came. */
static struct kit *started(const char *option)
{
    char json[120];
    struct kit *kit = lobby();
    if (option != NULL) {
        ck_assert_int_eq(kit_do(kit, 101, "option", option), REFUSAL_NONE);
    }
    kit_fill(kit, 1);
    ck_assert_int_eq(seat_bot(kit, 101, "Robin (house)"), REFUSAL_NONE);
    ck_assert_int_eq(seat_bot(kit, 101, "Quinn (house)"), REFUSAL_NONE);
    ck_assert_int_eq(seat_bot(kit, 101, "Alex (house)"), REFUSAL_NONE);
    snprintf(json, sizeof json, "{\"seed\":\"%064d\"}", 0);
    ck_assert_int_eq(kit_do(kit, 101, "start", json), REFUSAL_NONE);
    return kit;
}

static int seat_called(const struct kit *kit, const char *name)
{
    for (int i = 0; i < kit->table.seat_count; i++) {
        if (strcmp(kit->table.seat[i].name, name) == 0) {
            return i;
        }
    }
    return SEAT_NONE;
}

START_TEST(the_host_seats_one_and_nobody_else_does)
{
    struct kit *kit = lobby();
    kit_fill(kit, 2);
    ck_assert_int_eq(seat_bot(kit, 102, "Robin (house)"), REFUSAL_NOT_HOST);
    ck_assert_int_eq(seat_bot(kit, 101, "Robin (house)"), REFUSAL_NONE);
    ck_assert_uint_eq(kit_told_to(kit, MSG_TABLE_BOT_JOINED), AUDIENCE_CROWD);
    ck_assert(table_is_bot(&kit->table, 2));
    ck_assert(!table_is_bot(&kit->table, 1));
    ck_assert_uint_eq(table_players(&kit->table), 3);
    ck_assert_uint_eq(table_people(&kit->table), 2);
    ck_assert_int_eq(kit->table.seat[2].reach, DIRECT_VERIFIED);
    ck_assert_uint_ge(kit->table.seat[2].person, TABLE_BOT_PERSON);
    ck_assert_int_eq(seat_bot(kit, 101, "Robin (house)"), REFUSAL_BAD_ARGUMENT);
    kit->moderator = true;
    ck_assert_int_eq(seat_bot(kit, KIT_MOD, "Quinn (house)"), REFUSAL_NONE);
    ck_assert_int_eq(kit_say(kit, 101, "!bot"), COMMAND_MOVE);
    kit_free(&kit);
}
END_TEST

START_TEST(a_game_without_house_players_says_so)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 1);
    ck_assert_int_eq(seat_bot(kit, 101, "Robin (house)"), REFUSAL_NO_BOTS);
    ck_assert_uint_eq(kit_wait(kit, 3 * KIT_MINUTE), 0);
    kit_free(&kit);
}
END_TEST

START_TEST(the_view_marks_it)
{
    struct kit *kit = lobby();
    kit_fill(kit, 1);
    seat_bot(kit, 101, "Robin (house)");
    const struct value_tree *view = kit_view(kit, SEAT_CROWD);
    ck_assert(value_bool_at(view, "seats.1.house"));
    ck_assert(!value_bool_at(view, "seats.0.house"));
    ck_assert_str_eq(value_text_at(view, "seats.1.name", ""), "Robin (house)");
    ck_assert_str_eq(value_text_at(view, "seats.1.reach", ""), "proven");
    kit_free(&kit);
}
END_TEST

START_TEST(the_lobby_offers_them_after_two_minutes)
{
    struct kit *kit = lobby();
    kit_fill(kit, 1);
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "bot", -1), "");
    ck_assert_uint_eq(kit_wait(kit, 2 * KIT_MINUTE), 0);
    ck_assert_uint_eq(kit_wait(kit, 1), 1);
    ck_assert_uint_eq(kit_told_to(kit, MSG_TABLE_BOT_OFFER), AUDIENCE_CROWD);
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "bot", -1), "t77.-.bot");
    ck_assert_uint_eq(kit_wait(kit, 3 * KIT_MINUTE), 0);
    ck_assert_int_eq(kit_do(kit, 102, "join", "{\"name\":\"Ben\",\"event\":\"web/b\"}"),
                     REFUSAL_NONE);
    ck_assert_uint_eq(kit_wait(kit, 3 * KIT_MINUTE), 0); /* once */
    kit_free(&kit);
}
END_TEST

/* Is one of a reader's offers, with its own control, this one? */
static bool kit_offers_control(struct kit *kit, int reader, const char *control)
{
    const struct value_tree *facts = kit_view(kit, reader);
    uint16_t offers = value_find(facts, VALUE_NONE, "offers");
    for (uint16_t at = value_first(facts, offers); at != VALUE_NONE;
         at = value_next(facts, offers, at)) {
        uint16_t own = value_find(facts, at, "control");
        if (own != VALUE_NONE && strcmp(facts->fact[own].text, control) == 0) {
            return true;
        }
    }
    return false;
}

/* Where its room has them at once: one, or all that are missing, while somebody waits for them. */
START_TEST(a_lobby_may_offer_them_at_once)
{
    static const char *const fill = "t77.-.bot.fill=yes";
    game_of_four();
    struct kit *kit = kit_new_with(&game, ",\"bots\":true");
    ck_assert(!kit_offers_control(kit, SEAT_CROWD, fill));
    kit_fill(kit, 1);
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "bot", -1), "t77.-.bot");
    ck_assert(kit_offers_control(kit, SEAT_CROWD, fill));
    ck_assert(kit_offers_control(kit, 0, fill));
    ck_assert(!kit_offers_control(kit, SEAT_NONE, fill)); /* the host alone may */
    ck_assert_uint_eq(kit_wait(kit, 3 * KIT_MINUTE), 0);  /* nothing is said of it later */
    for (unsigned i = 0; i < 3; i++) {
        ck_assert(kit_offers_control(kit, SEAT_CROWD, fill));
        ck_assert_int_eq(seat_bot(kit, 101, (const char *const[]){"R", "Q", "A"}[i]), REFUSAL_NONE);
    }
    ck_assert(!kit_offers_control(kit, SEAT_CROWD, fill)); /* nobody is missing */
    kit_free(&kit);
}
END_TEST

START_TEST(nobody_waits_where_nobody_sits_or_enough_do)
{
    struct kit *kit = lobby();
    ck_assert_uint_eq(kit_wait(kit, 3 * KIT_MINUTE), 0);
    kit_fill(kit, 4);
    ck_assert_uint_eq(kit_wait(kit, 3 * KIT_MINUTE), 0);
    ck_assert_int_eq(kit_do(kit, 104, "leave", NULL), REFUSAL_NONE);
    ck_assert_uint_eq(kit_wait(kit, 2 * KIT_MINUTE), 0);
    ck_assert_uint_eq(kit_wait(kit, 1), 1);
    kit_free(&kit);
}
END_TEST

/* A journal from before there were offers has no line for one. */
START_TEST(a_move_may_come_before_the_offer_fell)
{
    struct kit *kit = lobby();
    kit_fill(kit, 1);
    kit->now_ms += 5 * KIT_MINUTE;
    ck_assert_int_eq(kit_do(kit, 101, "ready", NULL), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(the_last_one_makes_room_for_a_person)
{
    struct kit *kit = lobby();
    kit_do(kit, 101, "option", "{\"option\":\"pace\",\"value\":\"live\"}");
    kit_fill(kit, 1);
    char name[16];
    while (table_players(&kit->table) < kit->table.seat_count) {
        snprintf(name, sizeof name, "Bot %u", table_players(&kit->table));
        ck_assert_int_eq(seat_bot(kit, 101, name), REFUSAL_NONE);
    }
    ck_assert_int_eq(seat_bot(kit, 101, "Late"), REFUSAL_TABLE_FULL);
    ck_assert_int_eq(kit_do(kit, 102, "join", "{\"name\":\"Ben\",\"event\":\"web/b\"}"),
                     REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_BOT_LEFT));
    ck_assert_int_eq(table_seat_of(&kit->table, 102), kit->table.seat_count - 1);
    ck_assert(!table_is_bot(&kit->table, kit->table.seat_count - 1));
    ck_assert_int_eq(kit->table.seat[kit->table.seat_count - 1].reach, DIRECT_UNVERIFIED);
    kit_free(&kit);
}
END_TEST

START_TEST(the_host_takes_one_out_again)
{
    struct kit *kit = lobby();
    kit_fill(kit, 1);
    seat_bot(kit, 101, "Robin (house)");
    ck_assert_int_eq(kit_do(kit, 101, "kick", "{\"seat\":1}"), REFUSAL_NONE);
    ck_assert_uint_eq(table_players(&kit->table), 1);
    kit_free(&kit);
}
END_TEST

START_TEST(nobody_asks_it_whether_it_is_still_there)
{
    struct kit *kit = lobby();
    kit_fill(kit, 1);
    seat_bot(kit, 101, "Robin (house)");
    kit_wait(kit, 15 * KIT_MINUTE + 1);
    ck_assert(kit_told(kit, MSG_TABLE_STILL_HERE));
    ck_assert_uint_eq(kit->table.seat[1].ask, 0);
    kit_wait(kit, 5 * KIT_MINUTE + 1);
    ck_assert(table_is_done(&kit->table)); /* the last person was dropped: nobody is left */
    kit_free(&kit);
}
END_TEST

START_TEST(it_hosts_nothing)
{
    struct kit *kit = lobby();
    kit_fill(kit, 2);
    seat_bot(kit, 101, "Robin (house)");
    ck_assert_int_eq(kit_do(kit, 101, "host", "{\"seat\":2}"), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 101, "leave", NULL), REFUSAL_NONE);
    ck_assert_uint_eq(kit->table.host, 102);
    ck_assert_int_eq(kit_do(kit, 102, "leave", NULL), REFUSAL_NONE);
    ck_assert(table_is_done(&kit->table));
    kit_free(&kit);
}
END_TEST

START_TEST(it_is_ready_when_the_people_are)
{
    struct kit *kit = lobby();
    kit_fill(kit, 1);
    seat_bot(kit, 101, "Robin (house)");
    seat_bot(kit, 101, "Quinn (house)");
    seat_bot(kit, 101, "Alex (house)");
    ck_assert(!table_should_start(&kit->table));
    ck_assert_int_eq(kit_do(kit, 101, "ready", "{\"on\":true}"), REFUSAL_NONE);
    ck_assert(table_should_start(&kit->table));
    kit_free(&kit);
}
END_TEST

/* House players alone begin nothing; who opened the table may want to watch them. */
START_TEST(alone_they_start_only_when_the_host_says_so)
{
    char json[120];
    struct kit *kit = lobby();
    seat_bot(kit, 101, "Robin (house)");
    seat_bot(kit, 101, "Quinn (house)");
    seat_bot(kit, 101, "Alex (house)");
    seat_bot(kit, 101, "Noa (house)");
    ck_assert(!table_should_start(&kit->table));
    snprintf(json, sizeof json, "{\"seed\":\"%064d\"}", 0);
    ck_assert_int_eq(kit_do(kit, 101, "start", json), REFUSAL_NONE);
    kit_free(&kit);
    kit = lobby();
    seat_bot(kit, 101, "Robin (house)");
    kit_wait(kit, 30 * KIT_MINUTE + 1);
    ck_assert(table_is_done(&kit->table)); /* and nobody waits for ever */
    kit_free(&kit);
}
END_TEST

START_TEST(its_seat_is_no_part_of_the_seed)
{
    struct kit *kit = lobby();
    const char *events[SEATS_MAX];
    kit_fill(kit, 2);
    seat_bot(kit, 101, "Robin (house)");
    ck_assert_uint_eq(table_join_events(&kit->table, events), 2);
    ck_assert_str_eq(events[0], "web/e0");
    ck_assert_str_eq(events[1], "web/e1");
    kit_free(&kit);
}
END_TEST

START_TEST(a_person_takes_its_seat_over)
{
    struct kit *kit = started(NULL);
    char json[80];
    int seat = seat_called(kit, "Quinn (house)");
    ck_assert_int_eq(kit_do(kit, 105, "substitute", NULL), REFUSAL_NO_OPEN_SEAT);
    snprintf(json, sizeof json, "{\"seat\":%d,\"name\":\"Eve\"}", seat);
    ck_assert_int_eq(kit_do(kit, 105, "substitute", json), REFUSAL_NONE);
    ck_assert_int_eq(table_seat_of(&kit->table, 105), seat);
    ck_assert(!table_is_bot(&kit->table, seat));
    ck_assert(kit_told(kit, MSG_TABLE_SUBSTITUTED));
    snprintf(json, sizeof json, "{\"seat\":%d,\"name\":\"Gus\"}", seat);
    ck_assert_int_eq(kit_do(kit, 107, "substitute", json), REFUSAL_NO_OPEN_SEAT);
    kit_free(&kit);
}
END_TEST

/* Whoever has seen one hand here does not see another's. */
START_TEST(who_left_a_seat_takes_no_other_over)
{
    struct kit *kit = started(NULL);
    char json[80];
    int mine = table_seat_of(&kit->table, 101);
    ck_assert_int_eq(kit_do(kit, 101, "leave", NULL), REFUSAL_NONE);
    snprintf(json, sizeof json, "{\"seat\":%d,\"name\":\"Ana\"}", seat_called(kit, "Alex (house)"));
    ck_assert_int_eq(kit_do(kit, 101, "substitute", json), REFUSAL_SAT_ELSEWHERE);
    snprintf(json, sizeof json, "{\"seat\":%d,\"name\":\"Ana\"}", mine);
    ck_assert_int_eq(kit_do(kit, 101, "substitute", json), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(the_house_takes_a_left_seat_where_the_table_allows_it)
{
    struct kit *kit = started(NULL);
    ck_assert_int_eq(seat_bot(kit, 101, "Noa (house)"), REFUSAL_NO_OPEN_SEAT);
    ck_assert_int_eq(kit_do(kit, 101, "leave", NULL), REFUSAL_NONE);
    kit->moderator = true;
    ck_assert_int_eq(seat_bot(kit, KIT_MOD, "Noa (house)"), REFUSAL_OPTION_OFF);
    ck_assert_str_eq(kit_why(kit), "{\"option\":\"autoplay\"}");
    kit_free(&kit);
    kit = started("{\"option\":\"autoplay\",\"value\":\"on\"}");
    int seat = table_seat_of(&kit->table, 101);
    ck_assert_int_eq(kit_do(kit, 101, "leave", NULL), REFUSAL_NONE);
    ck_assert(kit->table.waiting);
    kit->moderator = true;
    ck_assert_int_eq(seat_bot(kit, KIT_MOD, "Noa (house)"), REFUSAL_NONE);
    ck_assert(table_is_bot(&kit->table, seat));
    ck_assert(!kit->table.waiting);
    kit_free(&kit);
}
END_TEST

Suite *suite_bot(void);

Suite *suite_bot(void)
{
    Suite *suite = suite_create("bot");
    TCase *tcase = tcase_create("bot");
    suite_add_tcase(suite, tcase);
    tcase_add_test(tcase, the_host_seats_one_and_nobody_else_does);
    tcase_add_test(tcase, a_game_without_house_players_says_so);
    tcase_add_test(tcase, the_view_marks_it);
    tcase_add_test(tcase, the_lobby_offers_them_after_two_minutes);
    tcase_add_test(tcase, a_lobby_may_offer_them_at_once);
    tcase_add_test(tcase, nobody_waits_where_nobody_sits_or_enough_do);
    tcase_add_test(tcase, a_move_may_come_before_the_offer_fell);
    tcase_add_test(tcase, the_last_one_makes_room_for_a_person);
    tcase_add_test(tcase, the_host_takes_one_out_again);
    tcase_add_test(tcase, nobody_asks_it_whether_it_is_still_there);
    tcase_add_test(tcase, it_hosts_nothing);
    tcase_add_test(tcase, it_is_ready_when_the_people_are);
    tcase_add_test(tcase, alone_they_start_only_when_the_host_says_so);
    tcase_add_test(tcase, its_seat_is_no_part_of_the_seed);
    tcase_add_test(tcase, a_person_takes_its_seat_over);
    tcase_add_test(tcase, who_left_a_seat_takes_no_other_over);
    tcase_add_test(tcase, the_house_takes_a_left_seat_where_the_table_allows_it);
    return suite;
}
