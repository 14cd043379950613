/* Rooms that everybody else has left. */
#include "mx_kit.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "matrix_room.h"

Suite *suite_matrix_abandoned(void);

enum { MINUTE_MS = 60 * 1000, TWO_MINUTES_MS = 2 * MINUTE_MS, DAY_MS = 24 * 60 * MINUTE_MS };

#define STATE "/rooms/%21room%3Atest/state"
#define LEAVE "/rooms/%21room%3Atest/leave"

static const char own[] =
    "{\"type\":\"m.room.member\",\"state_key\":\"@bot:test\",\"sender\":\"@bot:test\","
    "\"event_id\":\"$b\",\"content\":{\"membership\":\"join\"}}";

static const char *alice(const char *membership)
{
    static char event[512];
    snprintf(event, sizeof event,
             "{\"type\":\"m.room.member\",\"state_key\":\"@alice:test\",\"sender\":\"@alice:test\","
             "\"event_id\":\"$a%s\",\"content\":{\"membership\":\"%s\"}}",
             membership, membership);
    return event;
}

/* Something was said in the room; so long after it the program begins again, and a while passes. */
static void quiet_for(int64_t ms)
{
    mx_live();
    mx_talk("s2", mx_text("$1", "!help"));
    mx_store();
    mx_crash();
    mx_run(ms);
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    mx_answer("/joined_rooms", 200, "{\"joined_rooms\":[\"" MX_ROOM "\"]}");
    mx_sync("s3", "");
    mx_run(TWO_MINUTES_MS);
    mx->inbound_count = 0;
}

/* The state is read, and has these members beside the bot. */
static void state_has(const char *member)
{
    char json[2048];
    snprintf(json, sizeof json, "[%s%s%s]", own, member[0] == '\0' ? "" : ",", member);
    mx_answer(STATE, 200, json);
    mx_run(1000);
}

START_TEST(a_room_that_everybody_has_left_is_left_and_forgotten_after_a_week)
{
    quiet_for(7 * (int64_t)DAY_MS + MINUTE_MS);
    state_has(alice("leave"));
    ck_assert_uint_eq(mx->inbound_count, 1); /* tables there end */
    ck_assert_int_eq(mx_last()->kind, INBOUND_ROOM_GONE);
    ck_assert_str_eq(mx_last()->room, MX_ROOM);
    mx_answer(LEAVE, 200, "{}");
    mx_answer("/rooms/%21room%3Atest/forget", 200, "{}");
    mx_store();
    ck_assert_str_eq(mx_row("r/" MX_ROOM), "");
    ck_assert_uint_eq(matrix_rooms_joined(mx_matrix()), 0);
}
END_TEST

START_TEST(a_table_can_be_joined_again_for_a_week)
{
    quiet_for(6 * (int64_t)DAY_MS);
    ck_assert(!mx_asks(STATE));
}
END_TEST

START_TEST(a_quiet_room_is_no_empty_one)
{
    static const char *const there[] = {"join", "invite", "knock"};
    quiet_for(8 * (int64_t)DAY_MS);
    state_has(alice(there[_i]));
    ck_assert(!mx_asks(LEAVE));
    ck_assert_uint_eq(mx->inbound_count, 0);
}
END_TEST

/* Nobody knows who is in a room whose state does not come. */
START_TEST(a_room_that_cannot_be_read_is_not_left)
{
    quiet_for(8 * (int64_t)DAY_MS);
    mx_answer(STATE, 403, "{\"errcode\":\"M_FORBIDDEN\"}");
    mx_run(1000);
    ck_assert(!mx_asks(LEAVE));
}
END_TEST

/* One in which nothing was ever heard begins to be quiet when the bot first sees it. */
START_TEST(a_room_without_any_event_has_its_week_as_well)
{
    mx_live();
    mx_run(TWO_MINUTES_MS);
    mx_store();
    ck_assert_str_eq(mx_row("r/" MX_ROOM), "- ");
    mx_crash();
    mx_run(8 * (int64_t)DAY_MS);
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    mx_answer("/joined_rooms", 200, "{\"joined_rooms\":[\"" MX_ROOM "\"]}");
    mx_run(TWO_MINUTES_MS);
    state_has("");
    ck_assert(mx_asks(LEAVE));
}
END_TEST

START_TEST(what_the_house_cannot_take_is_left_another_day)
{
    quiet_for(8 * (int64_t)DAY_MS);
    mx->full = true;
    state_has(alice("leave"));
    ck_assert(!mx_asks(LEAVE));
}
END_TEST

Suite *suite_matrix_abandoned(void)
{
    Suite *suite = suite_create("matrix_abandoned");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, mx_set_up, mx_tear_down);
    tcase_add_test(tcase, a_room_that_everybody_has_left_is_left_and_forgotten_after_a_week);
    tcase_add_test(tcase, a_table_can_be_joined_again_for_a_week);
    tcase_add_loop_test(tcase, a_quiet_room_is_no_empty_one, 0, 3);
    tcase_add_test(tcase, a_room_that_cannot_be_read_is_not_left);
    tcase_add_test(tcase, a_room_without_any_event_has_its_week_as_well);
    tcase_add_test(tcase, what_the_house_cannot_take_is_left_another_day);
    suite_add_tcase(suite, tcase);
    return suite;
}
