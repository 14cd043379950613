#include "metrics.h"
#include "salon.h"

#include <check.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the bot says of the rules of a game: asked for once, said once. */
#define ASK    "!rules spyfall"
#define ANSWER "What it is about"

static struct salon *salon;

static void set_up(void)
{
    salon = calloc(1, sizeof *salon);
    ck_assert_ptr_nonnull(salon);
}

static void tear_down(void)
{
    if (salon->fake != NULL) {
        salon_close(salon);
    }
    free(salon);
}

static unsigned answers(void)
{
    return salon_saw(salon, 0, NULL, ANSWER);
}

/* The bot hears, and answers once. */
static void is_well(void)
{
    unsigned before = answers();
    salon_say(salon, 0, ASK);
    salon_pass(salon, 60000);
    ck_assert_msg(answers() == before + 1, "%u answers before, %u after", before, answers());
}

START_TEST(a_bot_that_is_invited_comes_and_answers)
{
    salon_open(salon, 3, NULL);
    ck_assert_str_eq(mxfake_membership(salon->fake, salon->room, salon->bot), "join");
    is_well();
}
END_TEST

/* Words between two others that alone are told. */
static void say_in_a_gap(const char *words)
{
    int64_t gaps = metrics_get(METRIC_MATRIX_GAPS);
    salon_fault(salon, MXFAKE_GAP, "GET *sync*", 1, 1);
    mxfake_say(salon->fake, salon->person[1], salon->room, "talk");
    salon_pass(salon, 1000); /* the poll that was waiting is over: the next one is struck */
    mxfake_say(salon->fake, salon->person[0], salon->room, words);
    for (int i = 0; i < 5; i++) {
        mxfake_say(salon->fake, salon->person[1], salon->room, "talk");
    }
    salon_pass(salon, 60000);
    ck_assert_int_gt(metrics_get(METRIC_MATRIX_GAPS), gaps);
}

START_TEST(a_gap_in_a_timeline_loses_no_command)
{
    salon_open(salon, 3, NULL);
    is_well();
    unsigned before = answers();
    say_in_a_gap(ASK);
    ck_assert_uint_eq(answers(), before + 1);
}
END_TEST

/* Where a table is open people are asked, once, to say it again; elsewhere nobody is. */
START_TEST(a_gap_that_cannot_be_read_is_told_where_people_play)
{
    static const char missed[] = "I missed some of what";
    salon_open(salon, 3, NULL);
    is_well();
    for (unsigned plays = 0; plays < 2; plays++) {
        salon_fault(salon, MXFAKE_STATUS_BEFORE, "GET *messages*", 0, 500);
        say_in_a_gap("!join");
        salon_pass(salon, 600000);
        mxfake_mend(salon->fake);
        salon_pass(salon, 600000);
        ck_assert_uint_eq(salon_saw(salon, 0, salon->room, missed), plays);
        ck_assert_uint_eq(salon_saw(salon, 0, salon->room, "All deadlines moved"), plays);
        if (plays == 0) {
            salon_say(salon, 0, "!spyfall pace=async");
        }
    }
    ck_assert_uint_eq(salon_saw(salon, 0, NULL, "You're in"), 0);
    salon_say(salon, 0, "!join");
    salon_pass(salon, 60000);
    ck_assert_uint_eq(salon_saw(salon, 0, NULL, "You're in"), 1);
}
END_TEST

START_TEST(a_command_and_much_talk_while_the_bot_was_down_lose_nothing)
{
    salon_open(salon, 3, NULL);
    is_well();
    unsigned before = answers();
    salon_cut(salon);
    mxfake_say(salon->fake, salon->person[0], salon->room, ASK);
    for (int i = 0; i < 250; i++) {
        mxfake_say(salon->fake, salon->person[1], salon->room, "talk");
    }
    salon_reopen(salon, 60000);
    salon_pass(salon, 60000);
    ck_assert_uint_eq(answers(), before + 1);
}
END_TEST

START_TEST(what_was_said_before_the_bot_came_is_not_answered)
{
    salon_open(salon, 3, NULL);
    ck_assert_uint_eq(answers(), 0);
    const struct mxfake_room_setup setup = {.preset = "public_chat"};
    const char *room = mxfake_room(salon->fake, salon->person[0], &setup);
    mxfake_say(salon->fake, salon->person[0], room, ASK);
    mxfake_invite(salon->fake, salon->person[0], room, salon->bot);
    salon_pass(salon, 60000);
    ck_assert_str_eq(mxfake_membership(salon->fake, room, salon->bot), "join");
    ck_assert_uint_eq(answers(), 0);
}
END_TEST

START_TEST(restarts_answer_nothing_again)
{
    salon_open(salon, 3, NULL);
    is_well();
    unsigned before = answers();
    for (int i = 0; i < 3; i++) {
        salon_cut(salon);
        salon_reopen(salon, 5000);
    }
    ck_assert_uint_eq(answers(), before);
    salon_is_single(salon);
}
END_TEST

START_TEST(a_crash_between_received_and_stored_answers_once)
{
    salon_open(salon, 3, NULL);
    salon->disk_slow = true;
    mxfake_say(salon->fake, salon->person[0], salon->room, ASK);
    salon_pass(salon, 5000);
    ck_assert_uint_eq(answers(), 0);
    salon_cut(salon);
    salon_reopen(salon, 5000);
    salon_pass(salon, 60000);
    ck_assert_uint_eq(answers(), 1);
    salon_is_single(salon);
}
END_TEST

START_TEST(events_that_come_twice_or_turned_round_are_answered_once)
{
    salon_open(salon, 3, NULL);
    salon_fault(salon, MXFAKE_DOUBLED, "GET *sync*", 3, 0);
    salon_fault(salon, MXFAKE_REORDERED, "GET *sync*", 3, 0);
    is_well();
    salon_is_single(salon);
}
END_TEST

START_TEST(a_sync_token_that_is_refused_loses_no_command)
{
    salon_open(salon, 3, NULL);
    is_well();
    unsigned before = answers();
    salon_fault(salon, MXFAKE_BAD_TOKEN, "GET *sync*", 2, 0);
    mxfake_say(salon->fake, salon->person[0], salon->room, ASK);
    salon_pass(salon, 200000);
    ck_assert_uint_eq(mxfake_struck(salon->fake, MXFAKE_BAD_TOKEN), 2);
    ck_assert_uint_eq(answers(), before + 1);
    is_well();
}
END_TEST

START_TEST(a_token_that_goes_back_answers_nothing_again)
{
    salon_open(salon, 3, NULL);
    is_well();
    unsigned before = answers();
    salon_fault(salon, MXFAKE_ROLLBACK, "GET *sync*", 1, 4);
    mxfake_say(salon->fake, salon->person[1], salon->room, "talk");
    salon_pass(salon, 120000);
    ck_assert_uint_gt(mxfake_struck(salon->fake, MXFAKE_ROLLBACK), 0);
    ck_assert_uint_eq(answers(), before);
    is_well();
}
END_TEST

START_TEST(a_token_that_goes_back_in_another_life_answers_nothing_again)
{
    salon_open(salon, 3, NULL);
    is_well();
    unsigned before = answers();
    salon_cut(salon);
    salon_reopen(salon, 1000);
    mxfake_say(salon->fake, salon->person[1], salon->room, "talk");
    salon_pass(salon, 10000); /* what comes is fresh from here on, as far as can be told */
    salon_fault(salon, MXFAKE_ROLLBACK, "GET *sync*", 1, 14);
    mxfake_say(salon->fake, salon->person[1], salon->room, "talk");
    salon_pass(salon, 120000);
    ck_assert_uint_gt(mxfake_struck(salon->fake, MXFAKE_ROLLBACK), 0);
    ck_assert_uint_eq(answers(), before);
    salon_is_single(salon);
}
END_TEST

/* The room that the bot has made for somebody who sat down. */
static const char *direct_room(void)
{
    static char room[300];
    salon_say(salon, 0, "!interceptor");
    salon_say(salon, 0, "!join");
    salon_pass(salon, 30000);
    char *text = mxfake_rooms(salon->fake, salon->bot);
    cJSON *rooms = cJSON_ParseWithLength(text, strlen(text));
    ck_assert_int_eq(cJSON_GetArraySize(rooms), 2);
    const char *first = cJSON_GetArrayItem(rooms, 0)->valuestring;
    const char *second = cJSON_GetArrayItem(rooms, 1)->valuestring;
    snprintf(room, sizeof room, "%s", strcmp(first, salon->room) == 0 ? second : first);
    cJSON_Delete(rooms);
    free(text);
    return room;
}

START_TEST(a_sync_token_that_is_refused_loses_no_first_word_in_private)
{
    salon_open(salon, 3, NULL);
    const char *room = direct_room();
    salon_cut(salon);
    salon_fault(salon, MXFAKE_BAD_TOKEN, "GET *sync*", 2, 0);
    ck_assert_ptr_nonnull(mxfake_say(salon->fake, salon->person[0], room, "rules spyfall"));
    salon_reopen(salon, 1000);
    salon_pass(salon, 200000);
    ck_assert_uint_eq(mxfake_struck(salon->fake, MXFAKE_BAD_TOKEN), 2);
    ck_assert_uint_eq(answers(), 1);
}
END_TEST

START_TEST(a_private_message_is_processed_though_the_rooms_state_does_not_come)
{
    salon_open(salon, 3, NULL);
    const char *room = direct_room();
    salon_cut(salon);
    salon_fault(salon, MXFAKE_STATUS_BEFORE, "GET */state", 0, 502);
    ck_assert_ptr_nonnull(mxfake_say(salon->fake, salon->person[0], room, "rules spyfall"));
    salon_reopen(salon, 1000);
    salon_pass(salon, 60000);
    mxfake_mend(salon->fake);
    salon_pass(salon, 300000);
    ck_assert_uint_eq(answers(), 1);
}
END_TEST

/* A room's state may be large, and take longer than anybody waits for it. */
START_TEST(a_moderator_is_one_after_a_restart_though_the_rooms_state_does_not_come)
{
    salon_open(salon, 3, NULL);
    salon_say(salon, 1, "!spyfall pace=async");
    salon_pass(salon, 60000);
    salon_cut(salon);
    salon_fault(salon, MXFAKE_STATUS_BEFORE, "GET */state", 0, 504);
    salon_reopen(salon, 1000);
    salon_say(salon, _i == 0 ? 0 : 2, "!abort"); /* whose room it is, or not */
    salon_pass(salon, 60000);
    mxfake_mend(salon->fake);
    salon_pass(salon, 300000);
    ck_assert_uint_eq(salon_saw(salon, 1, salon->room, "closes this table"), _i == 0 ? 1 : 0);
}
END_TEST

START_TEST(an_older_database_is_survived)
{
    salon_open(salon, 3, NULL);
    is_well();
    mxfake_restore(salon->fake, 2);
    salon_pass(salon, 120000);
    mxfake_say(salon->fake, salon->person[1], salon->room, "talk");
    salon_pass(salon, 60000);
    is_well();
}
END_TEST

START_TEST(answers_of_every_proxy_are_survived)
{
    static const enum mxfake_verb verbs[] = {
        MXFAKE_DROP_BEFORE,  MXFAKE_DROP_AFTER,   MXFAKE_STATUS_BEFORE, MXFAKE_STATUS_AFTER,
        MXFAKE_HTML,         MXFAKE_TRUNCATED,    MXFAKE_WRONG_LENGTH,  MXFAKE_EMPTY,
        MXFAKE_LIMITED,      MXFAKE_LIMITED_BODY, MXFAKE_LIMITED_BARE,  MXFAKE_LIMITED_HEADER,
        MXFAKE_DELAY_BEFORE, MXFAKE_DELAY_AFTER};
    salon_open(salon, 3, NULL);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        salon_fault(salon, verbs[i], NULL, 2, 502);
        salon_pass(salon, 90000);
        is_well();
        mxfake_mend(salon->fake);
    }
}
END_TEST

START_TEST(harmed_answers_to_a_sync_are_survived)
{
    salon_open(salon, 3, NULL);
    for (int way = 0; way < 60; way++) {
        salon_fault(salon, MXFAKE_HOSTILE, "GET *sync*", 1, way);
        mxfake_say(salon->fake, salon->person[1], salon->room, "talk");
        salon_pass(salon, 5000);
        mxfake_mend(salon->fake);
    }
    salon_pass(salon, 300000);
    is_well();
}
END_TEST

START_TEST(tokens_that_expire_are_renewed_as_long_as_it_runs)
{
    salon_open(salon, 3, NULL);
    for (int i = 0; i < 6; i++) {
        salon_pass(salon, 600000);
        is_well();
    }
    mxfake_expire(salon->fake, salon->bot);
    salon_pass(salon, 60000);
    is_well();
    ck_assert_ptr_null(matrix_gone(salon->adapter));
}
END_TEST

START_TEST(a_soft_logout_is_mended_and_a_hard_one_ends_it)
{
    salon_open(salon, 3, NULL);
    mxfake_log_out(salon->fake, salon->bot, true);
    salon_pass(salon, 120000);
    ck_assert_ptr_null(matrix_gone(salon->adapter));
    is_well();
    mxfake_log_out(salon->fake, salon->bot, false);
    salon_pass(salon, 120000);
    ck_assert_ptr_nonnull(matrix_gone(salon->adapter));
}
END_TEST

START_TEST(a_locked_account_comes_back)
{
    salon_open(salon, 3, NULL);
    mxfake_lock(salon->fake, salon->bot, true);
    salon_pass(salon, 120000);
    ck_assert_ptr_null(matrix_gone(salon->adapter));
    mxfake_lock(salon->fake, salon->bot, false);
    salon_pass(salon, 700000);
    is_well();
}
END_TEST

START_TEST(a_server_that_restarts_loses_nothing)
{
    salon_open(salon, 3, NULL);
    is_well();
    mxfake_restart(salon->fake);
    salon_pass(salon, 60000);
    is_well();
}
END_TEST

START_TEST(other_bots_notices_and_edits_are_not_answered)
{
    salon_open(salon, 3, NULL);
    mxfake_notice(salon->fake, salon->person[1], salon->room, ASK);
    const char *event = salon_say(salon, 1, "talk");
    mxfake_edit(salon->fake, salon->person[1], event, ASK);
    salon_pass(salon, 60000);
    ck_assert_uint_eq(answers(), 0);
}
END_TEST

START_TEST(rooms_of_every_version_are_played_in)
{
    static const char *const versions[] = {"1", "6", "9", "10", "11", "12"};
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        salon_open(salon, 3, versions[i]);
        is_well();
        salon_close(salon);
        memset(salon, 0, sizeof *salon);
    }
}
END_TEST

START_TEST(an_upgraded_room_is_followed)
{
    salon_open(salon, 3, NULL);
    is_well();
    const char *heir = mxfake_upgrade(salon->fake, salon->person[0], salon->room, "12");
    ck_assert_ptr_nonnull(heir);
    mxfake_invite(salon->fake, salon->person[0], heir, salon->bot);
    salon_pass(salon, 120000);
    ck_assert_str_eq(mxfake_membership(salon->fake, heir, salon->bot), "join");
    salon->room = heir;
    is_well();
}
END_TEST

START_TEST(a_tombstone_of_a_stranger_leads_nowhere)
{
    char content[256];
    salon_open(salon, 3, NULL);
    const struct mxfake_room_setup setup = {.preset = "public_chat"};
    const char *trap = mxfake_room(salon->fake, salon->person[2], &setup);
    snprintf(content, sizeof content, "{\"body\":\"x\",\"replacement_room\":\"%s\"}", trap);
    mxfake_force(salon->fake, salon->person[1], salon->room, "m.room.tombstone", "", content);
    salon_pass(salon, 120000);
    ck_assert_str_ne(mxfake_membership(salon->fake, trap, salon->bot), "join");
}
END_TEST

START_TEST(an_encrypted_room_is_declined_and_its_owner_told_in_a_plain_one)
{
    salon_open(salon, 3, NULL);
    const struct mxfake_room_setup setup = {.encrypted = true, .invites = salon->bot};
    const char *room = mxfake_room(salon->fake, salon->person[1], &setup);
    salon_pass(salon, 60000);
    ck_assert_str_eq(mxfake_membership(salon->fake, room, salon->bot), "leave");
    ck_assert_uint_eq(salon_saw(salon, 1, room, ""), 0);
    ck_assert_uint_gt(salon_saw(salon, 1, NULL, "encrypted"), 0);
}
END_TEST

START_TEST(nothing_plain_goes_into_a_room_that_becomes_encrypted)
{
    salon_open(salon, 3, NULL);
    is_well();
    mxfake_send(salon->fake, salon->person[0], salon->room, "m.room.encryption", "",
                "{\"algorithm\":\"m.megolm.v1.aes-sha2\"}");
    salon_pass(salon, 30000);
    unsigned before = salon_saw(salon, 0, salon->room, "");
    salon_say(salon, 0, ASK);
    salon_pass(salon, 60000);
    salon_cut(salon);
    salon_reopen(salon, 60000);
    salon_say(salon, 0, ASK);
    salon_pass(salon, 60000);
    ck_assert_uint_eq(salon_saw(salon, 0, salon->room, ""), before);
}
END_TEST

START_TEST(a_join_that_seems_to_fail_ends_in_the_room)
{
    salon_open(salon, 3, NULL);
    salon_fault(salon, MXFAKE_STATUS_AFTER, "POST *join*", 1, 504);
    const struct mxfake_room_setup setup = {.invites = salon->bot};
    const char *room = mxfake_room(salon->fake, salon->person[1], &setup);
    salon_pass(salon, 900000);
    ck_assert_str_eq(mxfake_membership(salon->fake, room, salon->bot), "join");
    ck_assert_uint_eq(mxfake_struck(salon->fake, MXFAKE_STATUS_AFTER), 1);
}
END_TEST

START_TEST(a_bot_that_is_kicked_does_not_come_back)
{
    salon_open(salon, 3, NULL);
    is_well();
    ck_assert(mxfake_kick(salon->fake, salon->person[0], salon->room, salon->bot, "enough"));
    salon_pass(salon, 900000);
    ck_assert_str_eq(mxfake_membership(salon->fake, salon->room, salon->bot), "leave");
    ck_assert(mxfake_invite(salon->fake, salon->person[0], salon->room, salon->bot));
    salon_pass(salon, 60000);
    is_well();
}
END_TEST

Suite *suite_salon_inbound(void);

Suite *suite_salon_inbound(void)
{
    Suite *suite = suite_create("salon_inbound");
    TCase *tcase = tcase_create("heard");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_bot_that_is_invited_comes_and_answers);
    tcase_add_test(tcase, a_gap_in_a_timeline_loses_no_command);
    tcase_add_test(tcase, a_gap_that_cannot_be_read_is_told_where_people_play);
    tcase_add_test(tcase, a_command_and_much_talk_while_the_bot_was_down_lose_nothing);
    tcase_add_test(tcase, what_was_said_before_the_bot_came_is_not_answered);
    tcase_add_test(tcase, restarts_answer_nothing_again);
    tcase_add_test(tcase, a_crash_between_received_and_stored_answers_once);
    tcase_add_test(tcase, events_that_come_twice_or_turned_round_are_answered_once);
    tcase_add_test(tcase, a_sync_token_that_is_refused_loses_no_command);
    tcase_add_test(tcase, a_token_that_goes_back_answers_nothing_again);
    tcase_add_test(tcase, a_token_that_goes_back_in_another_life_answers_nothing_again);
    tcase_add_test(tcase, a_sync_token_that_is_refused_loses_no_first_word_in_private);
    tcase_add_test(tcase, a_private_message_is_processed_though_the_rooms_state_does_not_come);
    tcase_add_loop_test(
        tcase, a_moderator_is_one_after_a_restart_though_the_rooms_state_does_not_come, 0, 2);
    tcase_add_test(tcase, an_older_database_is_survived);
    tcase_add_test(tcase, answers_of_every_proxy_are_survived);
    tcase_add_test(tcase, harmed_answers_to_a_sync_are_survived);
    tcase_add_test(tcase, tokens_that_expire_are_renewed_as_long_as_it_runs);
    tcase_add_test(tcase, a_soft_logout_is_mended_and_a_hard_one_ends_it);
    tcase_add_test(tcase, a_locked_account_comes_back);
    tcase_add_test(tcase, a_server_that_restarts_loses_nothing);
    tcase_add_test(tcase, other_bots_notices_and_edits_are_not_answered);
    tcase_add_test(tcase, rooms_of_every_version_are_played_in);
    tcase_add_test(tcase, an_upgraded_room_is_followed);
    tcase_add_test(tcase, a_tombstone_of_a_stranger_leads_nowhere);
    tcase_add_test(tcase, an_encrypted_room_is_declined_and_its_owner_told_in_a_plain_one);
    tcase_add_test(tcase, nothing_plain_goes_into_a_room_that_becomes_encrypted);
    tcase_add_test(tcase, a_join_that_seems_to_fail_ends_in_the_room);
    tcase_add_test(tcase, a_bot_that_is_kicked_does_not_come_back);
    suite_add_tcase(suite, tcase);
    return suite;
}
