/* What is known of a room, and how it is come by. */
#include "mx_kit.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

Suite *suite_matrix_state_fetch(void);

/* A word in private says in which room its table is, also in the first moments of a life. */
START_TEST(a_rooms_name_outlives_a_restart)
{
    static const char *const said[][2] = {
        {"Den  of\\nfoxes \\u202e", "Den of foxes"},
        {"2", "2"},
        {"  ", ""},
    };
    char event[1024];
    for (unsigned i = 0; i < sizeof said / sizeof *said; i++) {
        mx_live();
        snprintf(event, sizeof event,
                 "{\"type\":\"m.room.name\",\"state_key\":\"\",\"sender\":\"@alice:test\","
                 "\"event_id\":\"$name%u\",\"content\":{\"name\":\"%s\"}}",
                 i, said[i][0]);
        mx_talk("n1", event);
        mx_talk("n2", mx_text("$help", "!help"));
        mx_store();
        mx_crash();
        mx_open();
        ck_assert_str_eq(matrix_adapter.room_name(mx->adapter, MX_ROOM), said[i][1]);
        mx_tear_down();
        mx_set_up();
    }
}
END_TEST

/* No row keeps who is in a room only because it has no name. */
START_TEST(who_is_in_a_room_without_a_name_is_in_no_row)
{
    mx_live();
    mx_talk("n1", "{\"type\":\"m.room.member\",\"state_key\":\"@alice:test\",\"sender\":"
                  "\"@alice:test\",\"event_id\":\"$came\",\"content\":{\"membership\":"
                  "\"join\",\"displayname\":\"Alice of Wonder\"}}");
    mx_talk("n2", mx_text("$help", "!help"));
    ck_assert_str_eq(matrix_adapter.room_name(mx->adapter, MX_ROOM), "Alice of Wonder");
    mx_store();
    ck_assert_ptr_null(strstr(mx_row("r/" MX_ROOM), "Wonder"));
}
END_TEST

START_TEST(a_room_without_a_name_is_called_by_who_is_in_it)
{
    static const char member[] = "{\"type\":\"m.room.member\",\"state_key\":\"%s:test\",\"sender\":"
                                 "\"%s:test\",\"event_id\":\"$%u\",\"content\":{\"membership\":"
                                 "\"join\"}}";
    static const char *const users[] = {"@cy", "@ben"};
    static const char *const called[] = {"Alice", "Alice, cy", "Alice, ben, …"};
    mx_live();
    ck_assert_str_eq(matrix_adapter.room_name(mx->adapter, MX_ROOM), called[0]);
    for (unsigned i = 0; i < 2; i++) {
        char event[512];
        char next[8];
        snprintf(event, sizeof event, member, users[i], users[i], i);
        snprintf(next, sizeof next, "c%u", i);
        mx_talk(next, event);
        ck_assert_str_eq(matrix_adapter.room_name(mx->adapter, MX_ROOM), called[i + 1]);
    }
}
END_TEST

/* Answers each of what is asked for where the homeserver gives no state whole. */
static void pieces(int encryption_status, const char *encryption)
{
    static const char none[] = "{\"errcode\":\"M_NOT_FOUND\"}";
    mx_answer("/state", 404, "{\"errcode\":\"M_UNRECOGNIZED\"}");
    mx_answer("/members", 200,
              "{\"chunk\":[{\"type\":\"m.room.member\",\"state_key\":\"@alice:test\",\"content\":"
              "{\"membership\":\"join\"}},{\"type\":\"m.room.member\",\"state_key\":\"@bot:test\","
              "\"content\":{\"membership\":\"join\"}}]}");
    mx_answer("/state/m.room.create/", 200,
              "{\"room_version\":\"10\",\"creator\":\"@alice:test\"}");
    mx_answer("/state/m.room.power_levels/", 404, none);
    mx_answer("/state/m.room.join_rules/", 200, "{\"join_rule\":\"invite\"}");
    mx_answer("/state/m.room.history_visibility/", 404, none);
    mx_answer("/state/m.room.encryption/", encryption_status, encryption);
}

static void restarted_and_told(const char *text)
{
    mx_live();
    mx_store();
    mx_close();
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    mx_talk("s2", mx_text("$1", text));
}

START_TEST(a_state_that_is_not_given_whole_is_read_piece_by_piece)
{
    restarted_and_told("one");
    pieces(404, "{\"errcode\":\"M_NOT_FOUND\"}");
    mx_answer("/state/m.room.name/", 200, "{\"name\":\"Pieces\"}");
    ck_assert_str_eq(mx_last()->text, "one");
    ck_assert(mx_last()->moderator);
    const struct matrix_room *room = matrix_room_find(mx_matrix(), MX_ROOM);
    ck_assert_int_eq(room->state, MATRIX_STATE_COMPLETE);
    ck_assert_uint_eq(room->joined_count, 2);
    ck_assert_int_eq(room->encryption, MATRIX_PLAIN);
    ck_assert_int_eq(room->join_rule, MATRIX_JOIN_INVITE);
    ck_assert_int_eq(room->history, MATRIX_HISTORY_UNKNOWN); /* no event of it */
}
END_TEST

/* matrix.md 2.7: only that there is no such event means that a room is plain. */
START_TEST(a_piece_that_does_not_come_leaves_the_room_unknown)
{
    restarted_and_told("one");
    pieces(403, "{\"errcode\":\"M_FORBIDDEN\"}");
    const struct matrix_room *room = matrix_room_find(mx_matrix(), MX_ROOM);
    ck_assert_int_lt(room->state, MATRIX_STATE_PARTIAL);
    ck_assert_int_eq(room->encryption, MATRIX_ENCRYPTION_UNKNOWN);
    ck_assert_str_eq(mx_last()->text, "one");
}
END_TEST

START_TEST(nobody_makes_a_room_look_whole)
{
    mx_live();
    mx_store();
    mx_close();
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    mx_talk("s2", "{\"type\":\"m.room.message\",\"sender\":\"@alice:test\",\"event_id\":\"$1\","
                  "\"content\":{\"msgtype\":\"m.text\",\"body\":\"x\",\"m.room.create\":{},"
                  "\"state_key\":\"\"}}");
    ck_assert(mx_asks("/state"));
    ck_assert_int_lt(matrix_room_find(mx_matrix(), MX_ROOM)->state, MATRIX_STATE_PARTIAL);
}
END_TEST

Suite *suite_matrix_state_fetch(void)
{
    Suite *suite = suite_create("matrix_state_fetch");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, mx_set_up, mx_tear_down);
    tcase_add_test(tcase, a_rooms_name_outlives_a_restart);
    tcase_add_test(tcase, who_is_in_a_room_without_a_name_is_in_no_row);
    tcase_add_test(tcase, a_room_without_a_name_is_called_by_who_is_in_it);
    tcase_add_test(tcase, a_state_that_is_not_given_whole_is_read_piece_by_piece);
    tcase_add_test(tcase, a_piece_that_does_not_come_leaves_the_room_unknown);
    tcase_add_test(tcase, nobody_makes_a_room_look_whole);
    suite_add_tcase(suite, tcase);
    return suite;
}
