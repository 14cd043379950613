/* Rooms of a team: opened for all of them or not at all, every order repeatable. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "heap.h"
#include "matrix_team.h"
#include "out_kit.h"

Suite *suite_matrix_team(void);

#define STATE  "/rooms/{}/state"
#define POWER  "/rooms/{}/state/{}"
#define CREATE "/createRoom"
#define KICK   "/rooms/{}/kick"
#define TEAM   "!team:house.example"
#define NONCE  "0123456789012345678901"

static const char *const members[] = {ROOM_ANA, ROOM_BEN};
static const char *const both_in[] = {ROOM_ANA " join", ROOM_BEN " join", NULL};
static const char *const ben_waits[] = {ROOM_ANA " join", ROOM_BEN " invite", NULL};

static void order_with(enum room_operation_kind act, const char *account, const char *const *silent,
                       unsigned tries)
{
    const struct room_operation order = {.row = 1,
                                         .kind = act,
                                         .room = act == ROOM_OPEN ? OUT_DEN : TEAM,
                                         .account = account,
                                         .nonce = NONCE,
                                         .name = "Decrypto #3: White",
                                         .members = act == ROOM_OPEN ? members : NULL,
                                         .member_count = act == ROOM_OPEN ? 2 : 0,
                                         .muted = silent,
                                         .muted_count = silent != NULL ? 1 : 0,
                                         .created_ms = out.now_ms,
                                         .tries = tries};
    matrix_operation_start((struct adapter *)&out.matrix, &order);
}

static void order(enum room_operation_kind act, const char *account)
{
    order_with(act, account, NULL, 0);
}

static void opened(void)
{
    order(ROOM_OPEN, NULL);
    out_answer(out_asked("POST", CREATE), ANSWER_DONE, "{\"room_id\":\"" TEAM "\"}");
    out_state(out_asked("GET", STATE), both_in);
    ck_assert_str_eq(out_ended(1)->id, TEAM);
}

static void member_is(const char *user, enum matrix_membership membership)
{
    struct matrix_room *room = matrix_room_at(&out.matrix, TEAM);
    room_member(room, user, membership);
    matrix_room_changed(&out.matrix, room);
}

/* Opened, and Ben has not come yet. */
static void opened_without_ben(void)
{
    order(ROOM_OPEN, NULL);
    out_answer(out_asked("POST", CREATE), ANSWER_DONE, "{\"room_id\":\"" TEAM "\"}");
    out_state(out_asked("GET", STATE), ben_waits);
    ck_assert_str_eq(out_ended(1)->id, TEAM);
}

static enum mute silence(void)
{
    struct room_capabilities capabilities;
    matrix_capabilities((const struct adapter *)&out.matrix, TEAM, &capabilities);
    return capabilities.mute;
}

START_TEST(a_team_room_is_open_when_everybody_is_invited)
{
    opened_without_ben();
    ck_assert_ptr_nonnull(strstr(out_stored("t/" TEAM), "\"until\":"));
    member_is(ROOM_BEN, MATRIX_JOINED);
    ck_assert_str_eq(out_stored("t/" TEAM), "{\"members\":[\"" ROOM_ANA "\",\"" ROOM_BEN "\"]}");
    out_later(200000);
    ck_assert_uint_eq(out_open(), 0);
    ck_assert_str_eq(out.inbound_changed, "");
}
END_TEST

/* A code is shown when who encrypts is silent: that must not wait for who does not come. */
START_TEST(no_operation_waits_for_a_member_who_does_not_join)
{
    opened_without_ben();
    order(ROOM_MUTE, ROOM_ANA);
    out_answer(out_asked("GET", POWER), ANSWER_DONE, "{\"users\":{\"" ROOM_BOT "\":100}}");
    out_answer(out_asked("PUT", POWER), ANSWER_DONE, "{}");
    ck_assert(out_ended(1)->sent);
}
END_TEST

/* They read it when they come. */
START_TEST(what_is_said_before_anybody_has_come_is_said)
{
    static const char *const nobody[] = {ROOM_ANA " invite", ROOM_BEN " invite", NULL};
    order(ROOM_OPEN, NULL);
    out_answer(out_asked("POST", CREATE), ANSWER_DONE, "{\"room_id\":\"" TEAM "\"}");
    out_state(out_asked("GET", STATE), nobody);
    ck_assert_str_eq(out_ended(1)->id, TEAM);
    out_send(2, SEND_POST, TEAM, NULL, DOC_SAY, out_doc("This room is for one team.", NULL));
    out_become(out_asked("PUT", "/rooms/{}/send/{}/{}"), "$welcome");
    ck_assert(out_ended(2)->sent);
}
END_TEST

START_TEST(a_member_who_does_not_come_ends_it_and_the_team_talks_through_the_bot)
{
    opened_without_ben();
    ck_assert_int_eq(silence(), MUTE_POWER);
    out_later(179000);
    ck_assert_uint_eq(out_open(), 0);
    out_later(1000);
    ck_assert_str_eq(out.inbound_changed, ""); /* the room is asked, and says the same */
    out_state(out_asked("GET", STATE), ben_waits);
    ck_assert_str_eq(out.inbound_changed, TEAM);
    ck_assert_int_eq(silence(), MUTE_NONE);
    order(ROOM_CLOSE, NULL); /* so the house closes it */
    out_answer(out_asked("POST", KICK), ANSWER_DONE, "{}");
    out_answer(out_asked("POST", KICK), ANSWER_FORBIDDEN, NULL);
    out_answer(out_asked("POST", "/rooms/{}/leave"), ANSWER_DONE, "{}");
    out_answer(out_asked("POST", "/rooms/{}/forget"), ANSWER_DONE, "{}");
    ck_assert(out_ended(1)->sent);
    ck_assert_ptr_null(out_stored("t/" TEAM));
}
END_TEST

START_TEST(who_is_waited_for_is_waited_for_after_a_restart_as_well)
{
    opened_without_ben();
    out_restart();
    ck_assert_int_eq(silence(), MUTE_POWER);
    out_later(180000);
    out_state(out_asked("GET", STATE), ben_waits);
    ck_assert_str_eq(out.inbound_changed, TEAM);
}
END_TEST

START_TEST(a_house_that_takes_nothing_is_told_a_little_later)
{
    opened_without_ben();
    out.full = true;
    out_later(180000);
    out_state(out_asked("GET", STATE), ben_waits);
    ck_assert_int_eq(silence(), MUTE_POWER);
    out.full = false;
    out_later(60000);
    out_state(out_asked("GET", STATE), ben_waits);
    ck_assert_int_eq(silence(), MUTE_NONE);
}
END_TEST

START_TEST(a_room_that_may_not_be_made_yet_is_ordered_when_it_may)
{
    order(ROOM_OPEN, NULL);
    out.retry_ms = 62000;
    out_answer(out_asked("POST", CREATE), ANSWER_LIMITED, NULL);
    ck_assert_int_eq(out_ended(1)->status, SEND_NOT_SENT);
    ck_assert_int_eq(out_ended(1)->retry_ms, out.now_ms + 62000);
}
END_TEST

START_TEST(a_member_who_came_while_the_poll_was_away_does_not_end_it)
{
    opened_without_ben();
    out_later(180000);
    out_state(out_asked("GET", STATE), both_in);
    ck_assert_str_eq(out.inbound_changed, "");
    ck_assert_ptr_null(strstr(out_stored("t/" TEAM), "until"));
    out_later(600000);
    ck_assert_uint_eq(out_open(), 0);
}
END_TEST

START_TEST(a_room_that_cannot_be_asked_is_asked_again)
{
    opened_without_ben();
    for (int i = 0; i < 3; i++) {
        out_later(180000);
        out_answer(out_asked("GET", STATE), ANSWER_DOWN, NULL);
        ck_assert_str_eq(out.inbound_changed, "");
    }
    out_later(60000);
    out_state(out_asked("GET", STATE), ben_waits);
    ck_assert_str_eq(out.inbound_changed, TEAM);
}
END_TEST

START_TEST(a_room_that_we_are_not_in_is_not_asked_for_ever)
{
    opened_without_ben();
    out_later(180000);
    out_answer(out_asked("GET", STATE), ANSWER_FORBIDDEN, NULL);
    out_later(3600000);
    ck_assert_uint_eq(out_open(), 0);
    ck_assert_str_eq(out.inbound_changed, "");
}
END_TEST

START_TEST(a_stranger_in_it_is_no_team)
{
    static const char *const crowd[] = {ROOM_ANA " join", ROOM_BEN " join", ROOM_EVE " invite",
                                        NULL};
    order(ROOM_OPEN, NULL);
    out_answer(out_asked("POST", CREATE), ANSWER_DONE, "{\"room_id\":\"" TEAM "\"}");
    out_state(out_asked("GET", STATE), crowd);
    ck_assert_ptr_nonnull(out_asked("POST", KICK));
}
END_TEST

START_TEST(an_opening_that_is_repeated_finds_the_room_that_its_nonce_made)
{
    order(ROOM_OPEN, NULL);
    out_answer(out_asked("POST", CREATE), ANSWER_AMBIGUOUS, NULL);
    ck_assert_int_eq(out_ended(1)->status, SEND_AMBIGUOUS);
    order_with(ROOM_OPEN, NULL, NULL, 1);
    ck_assert_ptr_null(out_asked("POST", CREATE));
    out_answer(out_asked("GET", "/joined_rooms"), ANSWER_DONE, "{\"joined_rooms\":[\"" TEAM "\"]}");
    struct matrix_room *room = matrix_room_at(&out.matrix, TEAM);
    snprintf(room->marker, sizeof room->marker, "%s", NONCE);
    out_state(out_asked("GET", STATE), both_in);
    ck_assert_str_eq(out_ended(1)->id, TEAM);
}
END_TEST

/* A process that ended between the creation, which it heard of, and the order's end. */
START_TEST(an_opening_after_a_crash_finds_the_room_that_people_are_in_already)
{
    order(ROOM_OPEN, NULL);
    out_restart();
    struct matrix_room *room = matrix_room_at(&out.matrix, TEAM); /* as its row says */
    snprintf(room->marker, sizeof room->marker, "%s", NONCE);
    room->inbound = heap_copy("$came");
    order_with(ROOM_OPEN, NULL, NULL, 1);
    out_answer(out_asked("GET", "/joined_rooms"), ANSWER_DONE, "{\"joined_rooms\":[\"" TEAM "\"]}");
    ck_assert_ptr_null(out_asked("POST", CREATE));
    out_state(out_asked("GET", STATE), both_in);
    ck_assert_str_eq(out_ended(1)->id, TEAM);
}
END_TEST

START_TEST(who_begins_muted_is_muted_before_they_are_invited)
{
    static const char *const silent[] = {ROOM_BEN};
    static const char *const ana_in[] = {ROOM_ANA " join", NULL};
    order_with(ROOM_OPEN, NULL, silent, 0);
    ck_assert_ptr_null(strstr(out_asked("POST", CREATE)->json, ROOM_BEN));
    out_answer(out_asked("POST", CREATE), ANSWER_DONE, "{\"room_id\":\"" TEAM "\"}");
    out_state(out_asked("GET", STATE), ana_in);
    ck_assert_ptr_null(out_asked("POST", "/rooms/{}/invite"));
    out_answer(out_asked("GET", POWER), ANSWER_DONE, "{\"users\":{\"" ROOM_BOT "\":100}}");
    ck_assert_str_eq(out_asked("PUT", POWER)->json,
                     "{\"users\":{\"" ROOM_BOT "\":100,\"" ROOM_BEN "\":-1}}");
    out_answer(out_asked("PUT", POWER), ANSWER_DONE, "{}");
    ck_assert_ptr_nonnull(strstr(out_asked("POST", "/rooms/{}/invite")->json, ROOM_BEN));
    out_answer(out_asked("POST", "/rooms/{}/invite"), ANSWER_DONE, "{}");
    ck_assert(!out_has_ended(1));
    out_state(out_asked("GET", STATE), ben_waits);
    ck_assert_str_eq(out_ended(1)->id, TEAM);
}
END_TEST

START_TEST(mute_and_unmute_are_power_levels_read_afresh)
{
    opened();
    order(ROOM_MUTE, ROOM_ANA);
    out_answer(out_asked("GET", POWER), ANSWER_DONE, "{\"users\":{\"" ROOM_BOT "\":100}}");
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", POWER)->json, "\"" ROOM_ANA "\":-1"));
    out_answer(out_asked("PUT", POWER), ANSWER_DONE, "{}");
    ck_assert(out_ended(1)->sent);
    order(ROOM_UNMUTE, ROOM_ANA);
    out_answer(out_asked("GET", POWER), ANSWER_DONE,
               "{\"users\":{\"" ROOM_BOT "\":100,\"" ROOM_ANA "\":-1}}");
    ck_assert_str_eq(out_asked("PUT", POWER)->json, "{\"users\":{\"" ROOM_BOT "\":100}}");
}
END_TEST

START_TEST(a_mute_that_cannot_be_is_refused)
{
    opened();
    order(ROOM_MUTE, ROOM_ANA);
    out_answer(out_asked("GET", POWER), ANSWER_DONE, "{}");
    out_answer(out_asked("PUT", POWER), ANSWER_FORBIDDEN, NULL);
    ck_assert_int_eq(out_ended(1)->status, SEND_REFUSED);
}
END_TEST

START_TEST(nothing_is_said_in_a_team_room_that_others_read)
{
    opened();
    out_send(2, SEND_POST, TEAM, NULL, DOC_LINES, out_doc("Ben thinks of the sea.", NULL));
    out_become(out_asked("PUT", "/rooms/{}/send/{}/{}"), "$talk");
    ck_assert(out_ended(2)->sent);
    room_member(matrix_room_at(&out.matrix, TEAM), ROOM_EVE, MATRIX_JOINED);
    out_send(3, SEND_POST, TEAM, NULL, DOC_LINES, out_doc("Ben thinks of salt.", NULL));
    ck_assert_int_eq(out_ended(3)->status, SEND_GONE);
    ck_assert(!out_ever("salt"));
}
END_TEST

START_TEST(who_is_removed_is_put_out_and_who_was_out_counts_as_done)
{
    opened();
    order(ROOM_REMOVE, ROOM_BEN);
    ck_assert_str_eq(out_asked("POST", KICK)->json, "{\"user_id\":\"" ROOM_BEN "\"}");
    out_answer(out_asked("POST", KICK), ANSWER_FORBIDDEN, NULL);
    ck_assert(out_ended(1)->sent);
    ck_assert_str_eq(out_stored("t/" TEAM), "{\"members\":[\"" ROOM_ANA "\"]}");
}
END_TEST

START_TEST(who_is_added_is_invited_and_no_operation_waits_for_them)
{
    opened();
    order(ROOM_ADD, ROOM_EVE);
    out_answer(out_asked("POST", "/rooms/{}/invite"), ANSWER_DONE, "{}");
    static const char *const eve_waits[] = {ROOM_ANA " join", ROOM_BEN " join", ROOM_EVE " invite",
                                            NULL};
    unsigned ends = out.end_count;
    out_state(out_asked("GET", STATE), eve_waits);
    ck_assert_uint_eq(out.end_count, ends + 1);
    ck_assert(out_ended(1)->sent);
    out_later(180000);
    out_state(out_asked("GET", STATE), eve_waits);
    ck_assert_str_eq(out.inbound_changed, TEAM);
}
END_TEST

START_TEST(closing_puts_everybody_out_leaves_and_forgets_and_again_is_done)
{
    opened();
    for (int i = 0; i < 2; i++) {
        unsigned ends = out.end_count;
        order(ROOM_CLOSE, NULL);
        while (out_asked("POST", KICK) != NULL) {
            out_answer(out_asked("POST", KICK), i == 0 ? ANSWER_DONE : ANSWER_FORBIDDEN, NULL);
        }
        out_answer(out_asked("POST", "/rooms/{}/leave"), i == 0 ? ANSWER_DONE : ANSWER_FORBIDDEN,
                   NULL);
        out_answer(out_asked("POST", "/rooms/{}/forget"), i == 0 ? ANSWER_DONE : ANSWER_BAD, NULL);
        ck_assert_uint_eq(out.end_count, ends + 1);
        ck_assert(out_ended(1)->sent);
        ck_assert_ptr_null(out_stored("t/" TEAM));
    }
}
END_TEST

START_TEST(a_team_outlives_a_restart)
{
    opened();
    out_restart();
    const struct matrix_team *team = matrix_team_at(&out.matrix, TEAM);
    ck_assert_ptr_nonnull(team);
    ck_assert_uint_eq(team->count, 2);
    ck_assert_int_eq(matrix_room_find(&out.matrix, TEAM)->kind, MATRIX_ROOM_TEAM);
}
END_TEST

START_TEST(an_opening_that_had_ended_before_a_crash_makes_no_second_room)
{
    opened();
    out_restart();
    order_with(ROOM_OPEN, NULL, NULL, 1);
    out_answer(out_asked("GET", "/joined_rooms"), ANSWER_DONE, "{\"joined_rooms\":[\"" TEAM "\"]}");
    ck_assert_ptr_null(out_asked("POST", CREATE));
    struct matrix_room *room = matrix_room_at(&out.matrix, TEAM);
    snprintf(room->marker, sizeof room->marker, "%s", NONCE);
    out_state(out_asked("GET", STATE), both_in);
    ck_assert_str_eq(out_ended(1)->id, TEAM);
}
END_TEST

Suite *suite_matrix_team(void)
{
    Suite *suite = suite_create("matrix_team");
    TCase *team = tcase_create("team");
    tcase_add_checked_fixture(team, out_set_up, out_tear_down);
    tcase_add_test(team, a_team_room_is_open_when_everybody_is_invited);
    tcase_add_test(team, no_operation_waits_for_a_member_who_does_not_join);
    tcase_add_test(team, what_is_said_before_anybody_has_come_is_said);
    tcase_add_test(team, a_member_who_does_not_come_ends_it_and_the_team_talks_through_the_bot);
    tcase_add_test(team, who_is_waited_for_is_waited_for_after_a_restart_as_well);
    tcase_add_test(team, a_house_that_takes_nothing_is_told_a_little_later);
    tcase_add_test(team, a_room_that_may_not_be_made_yet_is_ordered_when_it_may);
    tcase_add_test(team, a_member_who_came_while_the_poll_was_away_does_not_end_it);
    tcase_add_test(team, a_room_that_cannot_be_asked_is_asked_again);
    tcase_add_test(team, a_room_that_we_are_not_in_is_not_asked_for_ever);
    tcase_add_test(team, a_stranger_in_it_is_no_team);
    tcase_add_test(team, an_opening_that_is_repeated_finds_the_room_that_its_nonce_made);
    tcase_add_test(team, an_opening_after_a_crash_finds_the_room_that_people_are_in_already);
    tcase_add_test(team, who_begins_muted_is_muted_before_they_are_invited);
    tcase_add_test(team, mute_and_unmute_are_power_levels_read_afresh);
    tcase_add_test(team, a_mute_that_cannot_be_is_refused);
    tcase_add_test(team, nothing_is_said_in_a_team_room_that_others_read);
    tcase_add_test(team, who_is_removed_is_put_out_and_who_was_out_counts_as_done);
    tcase_add_test(team, who_is_added_is_invited_and_no_operation_waits_for_them);
    tcase_add_test(team, closing_puts_everybody_out_leaves_and_forgets_and_again_is_done);
    tcase_add_test(team, a_team_outlives_a_restart);
    tcase_add_test(team, an_opening_that_had_ended_before_a_crash_makes_no_second_room);
    suite_add_tcase(suite, team);
    return suite;
}
