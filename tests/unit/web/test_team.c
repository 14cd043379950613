/* Rooms that the house asks for, and leaving a room. */
#include "web_world.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static char team[128];

static void open_team(bool ben_is_silent)
{
    const char *members[] = {ana.account, ben.account};
    const char *silent[] = {ben.account};
    const struct room_operation order = {.kind = ROOM_OPEN,
                                         .room = "den",
                                         .nonce = "nonce-of-the-team-room",
                                         .name = "Decrypto #1: White",
                                         .members = members,
                                         .member_count = 2,
                                         .muted = silent,
                                         .muted_count = ben_is_silent ? 1 : 0};
    world_order(&order);
    snprintf(team, sizeof team, "%s", world.sent_id);
}

static void order(enum room_operation_kind act, const char *account)
{
    const struct room_operation given = {
        .kind = act, .room = team, .account = account, .nonce = "another-nonce"};
    world_order(&given);
}

static void say_in_team(struct page *page, const char *id)
{
    char json[400];
    snprintf(json, sizeof json, "{\"op\":\"say\",\"id\":\"%s\",\"room\":\"%s\",\"text\":\"of %s\"}",
             id, team, id);
    page_say(page, json);
}

START_TEST(a_team_room_is_read_by_its_members_alone)
{
    struct page cy;
    two_in_a_den();
    page_new(&cy, "Cy", NULL);
    page_open(&cy, NULL);
    open_team(false);
    ck_assert_int_eq(strncmp(team, "team-", 5), 0);
    const char *frame = page_hears(&ana, "\"op\":\"room\"");
    ck_assert_ptr_nonnull(strstr(frame, "\"name\":\"Decrypto #1: White\""));
    ck_assert_ptr_nonnull(strstr(frame, "\"team\":true"));
    ck_assert_ptr_null(strstr(frame, "\"silent\""));
    say_in_team(&ana, "a1");
    ck_assert_ptr_nonnull(page_hears(&ben, "of a1"));
    page_hears_no(&cy, "of a1");
    const struct world_inbound *inbound = &world.inbound[world.inbound_count - 1];
    ck_assert_str_eq(inbound->room, team);
    ck_assert(!inbound->private_room && !inbound->moderator);
    say_in_team(&cy, "c1");
    ck_assert_ptr_nonnull(page_hears(&cy, "\"code\":\"room\""));
    page_close(&cy);
    both_leave();
}
END_TEST

START_TEST(who_is_silent_reads_and_cannot_write)
{
    two_in_a_den();
    open_team(true);
    ck_assert_ptr_nonnull(page_hears(&ben, "\"silent\":true"));
    say_in_team(&ben, "b1");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"code\":\"hushed\""));
    say_in_team(&ana, "a1");
    ck_assert_ptr_nonnull(page_hears(&ben, "of a1"));
    char json[400];
    snprintf(json, sizeof json,
             "{\"op\":\"react\",\"id\":\"b2\",\"room\":\"%s\",\"message\":\"%s.1\","
             "\"emoji\":\"\U0001F4C4\",\"on\":true}",
             team, team);
    page_say(&ben, json);
    ck_assert_ptr_nonnull(page_hears(&ben, "\"code\":\"hushed\""));
    order(ROOM_UNMUTE, ben.account);
    say_in_team(&ben, "b3");
    ck_assert_ptr_nonnull(page_hears(&ana, "of b3"));
    order(ROOM_MUTE, ben.account);
    say_in_team(&ben, "b4");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"code\":\"hushed\""));
    both_leave();
}
END_TEST

START_TEST(silence_and_members_outlive_a_crash)
{
    two_in_a_den();
    open_team(true);
    say_in_team(&ana, "a1");
    ck_assert_ptr_nonnull(page_hears(&ben, "of a1"));
    page_close(&ana);
    page_close(&ben);
    world_restart();
    page_open(&ben, NULL);
    ck_assert_ptr_nonnull(page_hears(&ben, "of a1"));
    say_in_team(&ben, "b1");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"code\":\"hushed\""));
    unsigned sent = world.sent;
    open_team(true); /* the word of it was lost: nothing is made again */
    ck_assert_uint_eq(world.sent, sent + 1);
    page_open(&ana, NULL);
    both_leave();
}
END_TEST

START_TEST(who_is_taken_out_reads_no_more)
{
    two_in_a_den();
    open_team(false);
    order(ROOM_REMOVE, ben.account);
    ck_assert_ptr_nonnull(page_hears(&ben, "\"op\":\"gone\""));
    say_in_team(&ana, "a1");
    page_hears_no(&ben, "of a1");
    order(ROOM_REMOVE, ben.account); /* done is done */
    ck_assert_uint_eq(world.failed, 0);
    order(ROOM_ADD, ben.account);
    say_in_team(&ana, "a2");
    ck_assert_ptr_nonnull(page_hears(&ben, "of a2"));
    both_leave();
}
END_TEST

START_TEST(a_closed_room_leaves_nothing_behind)
{
    two_in_a_den();
    open_team(false);
    say_in_team(&ana, "a1");
    ck_assert_ptr_nonnull(page_hears(&ben, "of a1"));
    order(ROOM_CLOSE, NULL);
    ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"gone\""));
    ck_assert_uint_eq(world_rows("m/team-"), 0);
    ck_assert_uint_eq(world_rows("r/team-"), 0);
    order(ROOM_CLOSE, NULL);
    ck_assert_int_eq(world.status, SEND_GONE);
    both_leave();
}
END_TEST

START_TEST(nobody_is_invited_into_a_team_room_nor_leaves_it)
{
    char json[400];
    two_in_a_den();
    open_team(false);
    snprintf(json, sizeof json, "{\"room\":\"%s\"}", team);
    ck_assert_ptr_nonnull(strstr(world_post("/invite", ana.tab, json), " 403 "));
    snprintf(json, sizeof json, "{\"op\":\"quit\",\"id\":\"q1\",\"room\":\"%s\"}", team);
    page_say(&ana, json);
    ck_assert_ptr_nonnull(page_hears(&ana, "\"code\":\"room\""));
    both_leave();
}
END_TEST

START_TEST(who_cannot_be_in_it_has_it_refused)
{
    two_in_a_den();
    const char *members[] = {ana.account, "p0000000000000000"};
    const struct room_operation given = {.kind = ROOM_OPEN,
                                         .room = "den",
                                         .nonce = "nonce-of-the-team-room",
                                         .name = "Decrypto #1: White",
                                         .members = members,
                                         .member_count = 2};
    world_order(&given);
    ck_assert_uint_eq(world.failed, 1);
    ck_assert_int_eq(world.status, SEND_REFUSED);
    page_hears_no(&ana, "\"op\":\"room\",\"room\":\"team-");
    both_leave();
}
END_TEST

START_TEST(an_opening_that_is_not_written_down_is_undone)
{
    two_in_a_den();
    world.broken = true;
    const char *members[] = {ana.account, ben.account};
    const struct room_operation given = {.kind = ROOM_OPEN,
                                         .room = "den",
                                         .nonce = "nonce-of-the-team-room",
                                         .name = "Decrypto #1: White",
                                         .members = members,
                                         .member_count = 2};
    world_order_only(&given);
    page_hears_no(&ana, "team-");
    world.broken = false;
    open_team(false);
    ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"room\""));
    both_leave();
}
END_TEST

START_TEST(who_leaves_a_room_has_left_it)
{
    two_in_a_den();
    page_say(&ben, "{\"op\":\"quit\",\"id\":\"q1\",\"room\":\"den\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"op\":\"gone\",\"room\":\"den\""));
    ck_assert_ptr_nonnull(page_hears(&ben, "{\"op\":\"done\",\"id\":\"q1\"}"));
    const struct world_inbound *inbound = &world.inbound[world.inbound_count - 1];
    ck_assert_int_eq(inbound->kind, INBOUND_DEPARTED);
    ck_assert_str_eq(inbound->room, "den");
    ck_assert_str_eq(inbound->account, ben.account);
    page_say(&ana, "{\"op\":\"say\",\"id\":\"a1\",\"room\":\"den\",\"text\":\"alone now\"}");
    page_hears_no(&ben, "alone now");
    page_say(&ben, "{\"op\":\"say\",\"id\":\"b1\",\"room\":\"den\",\"text\":\"hello\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"code\":\"room\""));
    page_say(&ben, "{\"op\":\"quit\",\"id\":\"q2\",\"room\":\"~\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"code\":\"room\""));
    both_leave();
}
END_TEST

Suite *suite_team(void);

Suite *suite_team(void)
{
    Suite *suite = suite_create("team");
    TCase *tcase = tcase_create("team");
    tcase_add_test(tcase, a_team_room_is_read_by_its_members_alone);
    tcase_add_test(tcase, who_is_silent_reads_and_cannot_write);
    tcase_add_test(tcase, silence_and_members_outlive_a_crash);
    tcase_add_test(tcase, who_is_taken_out_reads_no_more);
    tcase_add_test(tcase, a_closed_room_leaves_nothing_behind);
    tcase_add_test(tcase, nobody_is_invited_into_a_team_room_nor_leaves_it);
    tcase_add_test(tcase, who_cannot_be_in_it_has_it_refused);
    tcase_add_test(tcase, an_opening_that_is_not_written_down_is_undone);
    tcase_add_test(tcase, who_leaves_a_room_has_left_it);
    suite_add_tcase(suite, tcase);
    return suite;
}
