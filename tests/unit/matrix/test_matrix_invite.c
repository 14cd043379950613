#include "mx_kit.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

/* MX_ALICE invites to a room with this stripped state besides. */
static void invite(const char *room, const char *more)
{
    char rooms[2048];
    snprintf(rooms, sizeof rooms,
             "\"invite\":{\"%s\":{\"invite_state\":{\"events\":[{\"type\":\"m.room.member\","
             "\"state_key\":\"@bot:test\",\"sender\":\"@alice:test\",\"content\":"
             "{\"membership\":\"invite\"}}%s%s]}}}",
             room, more[0] != '\0' ? "," : "", more);
    mx_sync("i", rooms);
}

/* /sync tells that we are in that room. */
static void joined(const char *room)
{
    char rooms[2048];
    snprintf(rooms, sizeof rooms,
             "\"join\":{\"%s\":{\"state\":{\"events\":[]},\"timeline\":{\"events\":[{\"type\":"
             "\"m.room.member\",\"state_key\":\"@bot:test\",\"sender\":\"@bot:test\","
             "\"event_id\":\"$j\",\"content\":{\"membership\":\"join\"}}]}}}",
             room);
    mx_sync("j", rooms);
}

static const char plain_state[] =
    "[{\"type\":\"m.room.create\",\"state_key\":\"\",\"sender\":\"@alice:test\",\"content\":"
    "{\"room_version\":\"11\",\"predecessor\":{\"room_id\":\"" MX_ROOM "\"}}},"
    "{\"type\":\"m.room.member\",\"state_key\":\"@bot:test\",\"sender\":\"@bot:test\",\"content\":"
    "{\"membership\":\"join\"}},"
    "{\"type\":\"m.room.power_levels\",\"state_key\":\"\",\"sender\":\"@alice:test\",\"content\":"
    "{\"users\":{\"@alice:test\":100}}}]";

START_TEST(an_invite_is_followed_by_way_of_who_sent_it)
{
    mx_live();
    invite("!new:far", "");
    const struct hand_call *join = mx_call("/join/");
    ck_assert_ptr_nonnull(strstr(join->url, "/join/%21new%3Afar?via=test"));
    mx_answer("/join/", 200, "{\"room_id\":\"!new:far\"}");
    joined("!new:far");
    mx_answer("/rooms/%21new%3Afar/state", 200, plain_state);
    mx_run(1000000);
    ck_assert(!mx_asks("/join/"));
    ck_assert(!mx_asks("/leave"));
    ck_assert_str_eq(mx->said, "!new:far matrix.hello");
    ck_assert_uint_eq(mx->said_count, 1);
}
END_TEST

/* What is said in a room that somebody made for the two of us is meant for the bot; a secret has no
 * place there all the same. */
START_TEST(in_a_room_made_for_two_every_word_is_meant)
{
    char words[1024];
    mx_live();
    mx_sync("i", "\"invite\":{\"!two:test\":{\"invite_state\":{\"events\":[{\"type\":"
                 "\"m.room.member\",\"state_key\":\"@bot:test\",\"sender\":\"@alice:test\","
                 "\"content\":{\"membership\":\"invite\",\"is_direct\":true}}]}}}");
    mx_answer("/join/", 200, "{\"room_id\":\"!two:test\"}");
    joined("!two:test");
    mx_answer("/rooms/%21two%3Atest/state", 200, plain_state);
    snprintf(words, sizeof words, "\"join\":{\"!two:test\":{\"timeline\":{\"events\":[%s]}}}",
             mx_text("$h", "help"));
    mx_sync("w1", words);
    ck_assert(mx_last()->addressed);
    ck_assert_str_eq(mx_last()->text, "@bot:test help");
    ck_assert(!mx_last()->private_room);
    mx_store();
    mx_close();
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    ck_assert(matrix_room_find(mx_matrix(), "!two:test")->two);
}
END_TEST

START_TEST(encrypted_rooms_are_declined_with_a_reason_and_a_word_in_private)
{
    mx_live();
    invite("!e:test", "{\"type\":\"m.room.encryption\",\"state_key\":\"\",\"sender\":"
                      "\"@alice:test\",\"content\":{}}");
    ck_assert(!mx_asks("/join/"));
    ck_assert_str_eq(mx_call("/rooms/%21e%3Atest/leave")->body,
                     "{\"reason\":\"matrix.reason.encrypted\"}");
    ck_assert_str_eq(mx->said, "@alice:test matrix.encrypted");
    mx_answer("/leave", 200, "{}");
}
END_TEST

START_TEST(spaces_and_odd_rooms_are_declined)
{
    static const char *const types[] = {"m.space", "org.example.whiteboard"};
    mx_live();
    for (size_t i = 0; i < 2; i++) {
        char more[256];
        snprintf(more, sizeof more,
                 "{\"type\":\"m.room.create\",\"state_key\":\"\",\"content\":{\"type\":\"%s\"}}",
                 types[i]);
        invite(i == 0 ? "!s:test" : "!o:test", more);
        ck_assert(!mx_asks("/join/"));
        ck_assert_str_eq(mx->said, "@alice:test matrix.space");
        mx_answer("/leave", 200, "{}");
    }
}
END_TEST

START_TEST(who_may_not_invite_is_declined_without_a_word_in_private)
{
    mx_setting("DEADDROP_MATRIX_INVITES=*:elsewhere");
    mx_live();
    invite("!n:test", "");
    ck_assert(!mx_asks("/join/"));
    mx_call("/leave");
    ck_assert_str_eq(mx->said, "");
}
END_TEST

START_TEST(whom_the_account_ignores_invites_in_vain)
{
    mx_live();
    ck_assert(mx_asks("/user/%40bot%3Atest/account_data/m.ignored_user_list"));
    mx_answer("/account_data/", 200, "{\"ignored_users\":{\"@alice:test\":{}}}");
    invite("!n:test", "");
    ck_assert(!mx_asks("/join/"));
    ck_assert(!mx_asks("/leave"));
}
END_TEST

START_TEST(a_storm_of_invites_is_followed_as_fast_as_is_set)
{
    mx_setting("DEADDROP_MATRIX_JOINS_PER_HOUR=3");
    mx_live();
    unsigned joins = 0;
    for (int i = 0; i < 20; i++) {
        char room[32];
        snprintf(room, sizeof room, "!n%d:test", i);
        invite(room, "");
        if (mx_asks("/join/")) {
            joins++;
            mx_answer("/join/", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
        }
        mx_answer("/leave", 200, "{}");
    }
    ck_assert_uint_eq(joins, 3);
}
END_TEST

START_TEST(no_more_rooms_than_are_set)
{
    mx_setting("DEADDROP_MATRIX_ROOMS_MAX=1");
    mx_live();
    invite("!n:test", "");
    ck_assert(!mx_asks("/join/"));
    ck_assert_ptr_nonnull(strstr(mx_call("/leave")->body, "matrix.reason.full"));
}
END_TEST

START_TEST(joining_is_tried_again_far_apart_and_then_declined)
{
    static const int64_t waits_ms[] = {30000, 120000, 600000};
    mx_live();
    invite("!slow:far", "");
    for (size_t i = 0; i < 3; i++) {
        mx_answer("/join/", 504, "<html>");
        mx_run(waits_ms[i] - 1000);
        ck_assert(!mx_asks("/join/"));
        while (!mx_asks("/join/")) {
            if (mx_asks("/sync?")) {
                mx_sync("s", "");
            }
            mx_run(500);
        }
    }
    mx_answer("/join/", 504, "<html>");
    ck_assert_ptr_nonnull(strstr(mx_call("/leave")->body, "matrix.reason.late"));
}
END_TEST

START_TEST(an_invite_that_is_being_followed_outlives_a_restart)
{
    mx_live();
    invite("!slow:far", "");
    mx_answer("/join/", 504, "<html>");
    mx_store();
    mx_crash();
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    mx_run(1);
    mx_call("/join/%21slow%3Afar?via=test");
    mx_answer("/join/", 200, "{}");
    joined("!slow:far");
    mx_answer("/rooms/%21slow%3Afar/state", 200, plain_state);
    mx_store();
    ck_assert_str_eq(mx_row("i/!slow:far"), "");
}
END_TEST

START_TEST(a_room_that_we_are_in_is_not_left_because_its_join_went_unheard)
{
    mx_live();
    invite("!slow:far", "");
    mx_store();
    mx_crash();
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    mx_answer("/joined_rooms", 200, "{\"joined_rooms\":[\"!slow:far\"]}");
    mx_answer("/join/", 200, "{}");
    mx_answer("/rooms/%21slow%3Afar/state", 200, plain_state);
    mx_run(900000);
    ck_assert(!mx_asks("/leave"));
}
END_TEST

START_TEST(a_join_that_seemed_to_fail_and_did_not_is_not_tried_again)
{
    mx_live();
    invite("!slow:far", "");
    mx_answer("/join/", 504, "<html>");
    joined("!slow:far");
    mx_answer("/rooms/%21slow%3Afar/state", 200, plain_state);
    mx_run(1000000);
    ck_assert(!mx_asks("/join/"));
    ck_assert(!mx_asks("/leave"));
}
END_TEST

START_TEST(an_invite_that_is_stale_is_declined_at_once)
{
    mx_live();
    invite("!stale:far", "");
    mx_answer("/join/", 404, "{\"errcode\":\"M_UNKNOWN\",\"error\":\"no servers\"}");
    mx_call("/leave");
}
END_TEST

START_TEST(a_room_that_turns_out_to_be_encrypted_is_left)
{
    mx_live();
    invite("!x:test", "");
    mx_answer("/join/", 200, "{}");
    joined("!x:test");
    mx_answer("/rooms/%21x%3Atest/state", 200,
              "[{\"type\":\"m.room.encryption\",\"state_key\":\"\",\"content\":{}}]");
    mx_call("/leave");
    ck_assert_str_eq(mx->said, "@alice:test matrix.encrypted");
}
END_TEST

START_TEST(who_asked_in_a_bot_that_may_not_speak_is_told)
{
    mx_live();
    invite("!x:test", "");
    mx_answer("/join/", 200, "{}");
    joined("!x:test");
    mx_answer("/rooms/%21x%3Atest/state", 200,
              "[{\"type\":\"m.room.power_levels\",\"state_key\":\"\",\"sender\":\"@alice:test\","
              "\"content\":{\"events_default\":50}}]");
    ck_assert_str_eq(mx->said, "@alice:test matrix.silent");
}
END_TEST

START_TEST(the_same_invite_told_twice_is_followed_once)
{
    mx_live();
    invite("!n:test", "");
    invite("!n:test", "");
    unsigned joins = 0;
    for (unsigned i = 0; i < hand_open(mx->hand); i++) {
        joins += strstr(hand_call(mx->hand, i)->url, "/join/") != NULL;
    }
    ck_assert_uint_eq(joins, 1);
}
END_TEST

static void tombstone(const char *sender)
{
    char event[512];
    snprintf(event, sizeof event,
             "{\"type\":\"m.room.tombstone\",\"state_key\":\"\",\"sender\":\"%s\",\"event_id\":"
             "\"$t\",\"content\":{\"replacement_room\":\"!heir:test\"}}",
             sender);
    mx_talk("t", event);
}

START_TEST(a_tombstone_is_followed_to_a_room_that_says_it_is_the_heir)
{
    mx_live();
    tombstone("@alice:test");
    mx_answer("/join/%21heir%3Atest?via=test", 200, "{}");
    joined("!heir:test");
    mx_answer("/rooms/%21heir%3Atest/state", 200, plain_state);
    ck_assert_int_eq(mx_last()->kind, INBOUND_ROOM_MOVED);
    ck_assert_str_eq(mx_last()->room, MX_ROOM);
    ck_assert_str_eq(mx_last()->moved_to, "!heir:test");
}
END_TEST

START_TEST(a_tombstone_to_a_room_where_its_sender_has_no_say_is_not_followed)
{
    mx_live();
    tombstone("@mallory:test");
    mx_answer("/join/", 200, "{}");
    joined("!heir:test");
    mx_answer("/rooms/%21heir%3Atest/state", 200, plain_state);
    mx_call("/leave");
    ck_assert_uint_eq(mx->inbound_count, 0);
}
END_TEST

START_TEST(a_tombstone_to_a_room_that_knows_nothing_of_it_is_not_followed)
{
    mx_live();
    tombstone("@alice:test");
    mx_answer("/join/", 200, "{}");
    joined("!heir:test");
    mx_answer("/rooms/%21heir%3Atest/state", 200,
              "[{\"type\":\"m.room.create\",\"state_key\":\"\",\"sender\":\"@alice:test\","
              "\"content\":{\"predecessor\":{\"room_id\":\"!else:test\"}}}]");
    mx_call("/leave");
    ck_assert_uint_eq(mx->inbound_count, 0);
}
END_TEST

Suite *suite_matrix_invite(void);

Suite *suite_matrix_invite(void)
{
    Suite *suite = suite_create("matrix_invite");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, mx_set_up, mx_tear_down);
    tcase_add_test(tcase, an_invite_is_followed_by_way_of_who_sent_it);
    tcase_add_test(tcase, in_a_room_made_for_two_every_word_is_meant);
    tcase_add_test(tcase, encrypted_rooms_are_declined_with_a_reason_and_a_word_in_private);
    tcase_add_test(tcase, spaces_and_odd_rooms_are_declined);
    tcase_add_test(tcase, who_may_not_invite_is_declined_without_a_word_in_private);
    tcase_add_test(tcase, whom_the_account_ignores_invites_in_vain);
    tcase_add_test(tcase, a_storm_of_invites_is_followed_as_fast_as_is_set);
    tcase_add_test(tcase, no_more_rooms_than_are_set);
    tcase_add_test(tcase, joining_is_tried_again_far_apart_and_then_declined);
    tcase_add_test(tcase, an_invite_that_is_being_followed_outlives_a_restart);
    tcase_add_test(tcase, a_room_that_we_are_in_is_not_left_because_its_join_went_unheard);
    tcase_add_test(tcase, a_join_that_seemed_to_fail_and_did_not_is_not_tried_again);
    tcase_add_test(tcase, an_invite_that_is_stale_is_declined_at_once);
    tcase_add_test(tcase, a_room_that_turns_out_to_be_encrypted_is_left);
    tcase_add_test(tcase, who_asked_in_a_bot_that_may_not_speak_is_told);
    tcase_add_test(tcase, the_same_invite_told_twice_is_followed_once);
    tcase_add_test(tcase, a_tombstone_is_followed_to_a_room_that_says_it_is_the_heir);
    tcase_add_test(tcase, a_tombstone_to_a_room_where_its_sender_has_no_say_is_not_followed);
    tcase_add_test(tcase, a_tombstone_to_a_room_that_knows_nothing_of_it_is_not_followed);
    suite_add_tcase(suite, tcase);
    return suite;
}
