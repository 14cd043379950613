/* Rooms that go, move or change under a table, and people who leave them. */
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "house_kit.h"
#include "team_room.h"

static struct house_kit kit;

static void open_kit(void)
{
    house_kit_open(&kit, NULL);
    kit.team_rooms = true;
    kit.mute = MUTE_POWER;
}

static void close_kit(void)
{
    house_kit_close(&kit);
}

static struct table_entry *table_in(const char *key)
{
    const struct room *room = tables_room(&kit.house->tables, key);
    return room == NULL ? NULL : room->first;
}

START_TEST(who_leaves_the_room_leaves_the_lobby)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Ana", "!join");
    house_kit_says(&kit, "Ben", "!join");
    unsigned sends = kit.send_count;
    house_kit_room(&kit, INBOUND_DEPARTED, "hall", "Ben", NULL);
    ck_assert_uint_eq(table_players(&house_kit_table(&kit)->resident->table), 2);
    house_kit_room(&kit, INBOUND_DEPARTED, "den", "Eva", NULL);
    ck_assert_uint_eq(kit.send_count, sends);
    house_kit_room(&kit, INBOUND_DEPARTED, "den", "Ben", NULL);
    ck_assert_uint_eq(table_players(&house_kit_table(&kit)->resident->table), 1);
}
END_TEST

START_TEST(who_leaves_the_room_in_a_game_opens_the_seat)
{
    house_kit_start(&kit);
    unsigned sends = kit.send_count;
    house_kit_room(&kit, INBOUND_DEPARTED, "den", "Ben", NULL);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Ben leaves the game"), 1);
    house_kit_room(&kit, INBOUND_DEPARTED, "den", "Ben", NULL);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Ben leaves the game"), 1);
    house_kit_says(&kit, "Eva", "!substitute");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Eva sits in and plays on. Seat: Ben"), 1);
}
END_TEST

START_TEST(who_leaves_a_team_room_keeps_the_seat)
{
    house_kit_start_decrypto(&kit, 6);
    unsigned sends = kit.send_count;
    house_kit_room(&kit, INBOUND_DEPARTED, "team0", "Ana", NULL);
    ck_assert_uint_eq(kit.send_count, sends + 1);
    ck_assert_str_eq(kit.send[sends].account, "Ana");
    ck_assert(house_kit_has(&kit.send[sends], "but still at the table"));
}
END_TEST

START_TEST(a_room_that_is_gone_ends_its_game)
{
    house_kit_start(&kit);
    unsigned sends = kit.send_count;
    house_kit_room(&kit, INBOUND_ROOM_GONE, "den", "", NULL);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "The room of this table is gone"), 4);
    ck_assert_int_eq(house_kit_table(&kit)->phase, TABLE_OVER);
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_int_eq(house_kit_table(&kit)->phase, TABLE_OVER);
}
END_TEST

START_TEST(a_lobby_goes_with_its_room)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Ana", "!join");
    unsigned sends = kit.send_count;
    house_kit_room(&kit, INBOUND_ROOM_GONE, "den", "", NULL);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "The room of this table is gone"), 1);
    ck_assert_ptr_null(house_kit_table(&kit));
}
END_TEST

START_TEST(a_game_goes_on_where_its_room_has_moved)
{
    house_kit_start(&kit);
    house_kit_room(&kit, INBOUND_ROOM_MOVED, "den", "", "cave");
    ck_assert_ptr_null(house_kit_table(&kit));
    ck_assert_ptr_nonnull(table_in("kit/cave"));
    const struct table *table = &table_in("kit/cave")->resident->table;
    ck_assert_uint_eq(table->venue_count, 1);
    ck_assert_str_eq(table->venue[0].room, "cave");
    const char *board = table_in("kit/cave")->board;
    ck_assert_ptr_nonnull(board);
    unsigned long at = strtoul(board + 1, NULL, 10);
    ck_assert_uint_lt(at, kit.send_count);
    ck_assert_str_eq(kit.send[at].room, "cave");
    ck_assert_int_eq(kit.send[at].kind, SEND_POST);
    house_kit_restart(&kit);
    unsigned sends = kit.send_count;
    house_kit_says_in(&kit, "cave", "Eva", "!status");
    ck_assert_uint_gt(house_kit_count(&kit, sends, "Interceptor"), 0);
    ck_assert_ptr_nonnull(table_in("kit/cave"));
}
END_TEST

START_TEST(what_waits_for_a_room_follows_it)
{
    house_kit_start(&kit);
    kit.hold = true;
    house_kit_says(&kit, "Ana", "!abort");
    unsigned sends = kit.send_count;
    house_kit_says_in(&kit, "~Ana", "Ana", "rematch"); /* queued behind what is on its way */
    house_kit_room(&kit, INBOUND_ROOM_MOVED, "den", "", "cave");
    kit.hold = false;
    unsigned given = kit.send_count;
    for (unsigned i = 0; i < given; i++) {
        house_kit_arrive(&kit, &kit.send[i]);
    }
    house_kit_settle(&kit);
    unsigned to_den = 0;
    for (unsigned i = sends; i < kit.send_count; i++) {
        to_den += kit.send[i].account[0] == '\0' && strcmp(kit.send[i].room, "den") == 0;
    }
    ck_assert_uint_eq(to_den, 0);
    ck_assert_uint_gt(house_kit_count(&kit, sends, "goes on here"), 0);
}
END_TEST

START_TEST(team_rooms_move_and_go)
{
    house_kit_start_decrypto(&kit, 6);
    house_kit_room(&kit, INBOUND_ROOM_MOVED, "team0", "", "nest");
    const struct table_entry *entry = house_kit_table(&kit);
    ck_assert_str_eq(team_room_of(entry, 0)->key, "kit/nest");
    ck_assert_uint_eq(entry->resident->table.venue_count, 3);
    unsigned sends = kit.send_count;
    house_kit_says_in(&kit, "nest", "Ana", "!status");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Decrypto #1"), 1);
    sends = kit.send_count;
    house_kit_room(&kit, INBOUND_ROOM_GONE, "nest", "", NULL);
    ck_assert_ptr_null(team_room_of(entry, 0));
    ck_assert_uint_eq(house_kit_count(&kit, sends, "no longer works"), 3);
    ck_assert_uint_eq(entry->resident->table.venue_count, 2);
    ck_assert_uint_eq(house_kit_orders(&kit, 0, ROOM_CLOSE), 0);
    sends = kit.send_count;
    house_kit_says_in(&kit, "~Ana", "Ana", "team hello there");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "hello there"), 2);
}
END_TEST

START_TEST(a_team_room_without_silence_is_given_up)
{
    house_kit_start_decrypto(&kit, 6);
    house_kit_room(&kit, INBOUND_ROOM_CHANGED, "team1", "", NULL);
    ck_assert_ptr_nonnull(team_room_of(house_kit_table(&kit), 1));
    kit.mute = MUTE_NONE;
    house_kit_room(&kit, INBOUND_ROOM_CHANGED, "team1", "", NULL);
    ck_assert_ptr_null(team_room_of(house_kit_table(&kit), 1));
    ck_assert_uint_eq(house_kit_orders(&kit, 0, ROOM_CLOSE), 1);
}
END_TEST

START_TEST(lost_rights_are_told_to_who_plays)
{
    house_kit_start(&kit);
    unsigned sends = kit.send_count;
    char id[] = "rights";
    struct inbound inbound = {.kind = INBOUND_ROOM_CHANGED,
                              .adapter = "kit",
                              .event_id = id,
                              .room = "den",
                              .account = NULL,
                              .text = "Send Messages",
                              .at_ms = kit.now_ms};
    for (int i = 0; i < 2; i++) { /* told once for each event */
        ck_assert(house_enqueue(kit.house, kit.adapter, &inbound, NULL, 0, &kit));
        house_kit_settle(&kit);
    }
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Send Messages"), 4);
}
END_TEST

START_TEST(tables_at_rest_hear_of_their_room_too)
{
    house_kit_start(&kit);
    house_kit_restart(&kit);
    unsigned sends = kit.send_count;
    house_kit_room(&kit, INBOUND_ROOM_GONE, "den", "", NULL);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "The room of this table is gone"), 4);
}
END_TEST

Suite *suite_room_event(void);

Suite *suite_room_event(void)
{
    Suite *suite = suite_create("room_event");
    TCase *tcase = tcase_create("room_event");
    tcase_add_checked_fixture(tcase, open_kit, close_kit);
    tcase_add_test(tcase, who_leaves_the_room_leaves_the_lobby);
    tcase_add_test(tcase, who_leaves_the_room_in_a_game_opens_the_seat);
    tcase_add_test(tcase, who_leaves_a_team_room_keeps_the_seat);
    tcase_add_test(tcase, a_room_that_is_gone_ends_its_game);
    tcase_add_test(tcase, a_lobby_goes_with_its_room);
    tcase_add_test(tcase, a_game_goes_on_where_its_room_has_moved);
    tcase_add_test(tcase, what_waits_for_a_room_follows_it);
    tcase_add_test(tcase, team_rooms_move_and_go);
    tcase_add_test(tcase, a_team_room_without_silence_is_given_up);
    tcase_add_test(tcase, lost_rights_are_told_to_who_plays);
    tcase_add_test(tcase, tables_at_rest_hear_of_their_room_too);
    suite_add_tcase(suite, tcase);
    return suite;
}
