/* The way to one person: rooms made once, secrets that wait, and the leak rule at the very moment
 * of sending (matrix.md 1.8 and 3, rows 11, 12, 13 and 30). */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "out_kit.h"

Suite *suite_matrix_direct(void);

#define PUT    "/rooms/{}/send/{}/{}"
#define STATE  "/rooms/{}/state"
#define CREATE "/createRoom"
#define LIST   "/user/{}/account_data/{}"
#define SECRET "You are the spy."

static const char *const waiting[] = {ROOM_ANA " invite", NULL};
static const char *const inside[] = {ROOM_ANA " join", NULL};
static const char *const crowd[] = {ROOM_ANA " join", ROOM_EVE " join", NULL};

static void set_up(void)
{
    out_set_up();
    out_den();
}

static void tell(uint64_t row)
{
    out_send(row, SEND_PRIVATE, OUT_DEN, ROOM_ANA, out_doc("private", SECRET, NULL));
}

/* Ana has acted, and is told something: her room is made, she is invited. */
static void invite_ana(void)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("POST", CREATE), MATRIX_DONE, "{\"room_id\":\"" OUT_DIRECT "\"}");
    out_state(out_asked("GET", STATE), waiting);
}

static void ana_is(enum matrix_membership membership)
{
    struct matrix_room *room = matrix_room_at(&out.matrix, OUT_DIRECT);
    room_member(room, ROOM_ANA, membership);
    matrix_room_changed(&out.matrix, room);
}

static bool told_in_the_den(const char *words)
{
    for (unsigned i = 0; i < out.request_count; i++) {
        const struct out_request *request = &out.request[i];
        if (strstr(request->path, "/rooms/%21den%3A") != NULL && request->json != NULL &&
            strstr(request->json, words) != NULL) {
            return true;
        }
    }
    return false;
}

/* --- making it -------------------------------------------------------------------------------- */

START_TEST(a_room_is_made_when_there_is_something_to_tell_and_the_secret_waits_for_them)
{
    invite_ana();
    ck_assert(!out_has_ended(1));
    ck_assert(!out_ever(SECRET));
    ana_is(MATRIX_JOINED);
    struct out_request *request = out_asked("PUT", PUT);
    ck_assert_ptr_nonnull(strstr(request->path, "/rooms/%21direct%3Ahouse.example/send/"));
    ck_assert_ptr_nonnull(strstr(request->json, SECRET));
    ck_assert_int_eq(request->priority, MATRIX_SECRET);
    out_become(request, "$secret");
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(what_a_server_forbids_is_not_told_as_a_persons_will)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("POST", CREATE), MATRIX_FORBIDDEN, NULL);
    ck_assert_int_eq(out_ended(1)->fate, SEND_REFUSED);
    ck_assert(told_in_the_den("your server or mine"));
    ck_assert(!told_in_the_den("takes no invitation"));
}
END_TEST

START_TEST(a_room_that_may_not_be_made_yet_is_made_when_it_may)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out.retry_ms = 62000;
    out_answer(out_asked("POST", CREATE), MATRIX_LIMITED, NULL);
    ck_assert_int_eq(out_ended(1)->fate, SEND_LATER);
    ck_assert_int_eq(out_ended(1)->retry_ms, out.now_ms + 62000);
}
END_TEST

START_TEST(the_room_is_kept_and_used_again_after_a_restart)
{
    invite_ana();
    ana_is(MATRIX_JOINED);
    out_become(out_asked("PUT", PUT), "$secret");
    out_restart();
    out_den();
    tell(2);
    ck_assert_ptr_null(out_asked("POST", CREATE));
    out_state(out_asked("GET", STATE), inside);
    out_become(out_asked("PUT", PUT), "$again");
    ck_assert(out_ended(2)->sent);
}
END_TEST

START_TEST(who_never_acted_is_not_invited_and_is_told_how_to_ask)
{
    tell(1);
    ck_assert_ptr_null(out_asked("POST", CREATE));
    ck_assert(told_in_the_den("Write !help here"));
    matrix_person_acted(&out.matrix, ROOM_ANA);
    ck_assert_ptr_nonnull(out_asked("POST", CREATE));
}
END_TEST

START_TEST(who_does_not_come_is_reminded_once_and_is_not_reachable_after_five_minutes)
{
    invite_ana();
    out_later(25000);
    ck_assert(told_in_the_den("accept the invitation"));
    unsigned asked = out.request_count;
    out_later(200000);
    ck_assert_uint_eq(out.request_count, asked);
    ck_assert(!out_has_ended(1));
    out_later(100000);
    ck_assert(!out_has_ended(1)); /* the room is asked, and says the same */
    out_state(out_asked("GET", STATE), waiting);
    out_later(1);
    ck_assert_int_eq(out_ended(1)->fate, SEND_REFUSED);
    ck_assert(!out_ever(SECRET));
}
END_TEST

START_TEST(who_came_while_the_poll_was_away_is_not_given_up)
{
    invite_ana();
    out_later(25000);
    out_later(300000);
    ck_assert(!out_ever(SECRET));
    out_state(out_asked("GET", STATE), inside);
    ck_assert(out_ever(SECRET));
    ck_assert(!out_has_ended(1));
}
END_TEST

/* matrix.md 3, row 30 */
START_TEST(who_takes_no_invites_is_told_kindly_and_once)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("POST", CREATE), MATRIX_BLOCKED, NULL);
    ck_assert_int_eq(out_ended(1)->fate, SEND_REFUSED);
    ck_assert(told_in_the_den("takes no invitation"));
    out_become(out_asked("PUT", PUT), "$line");
    tell(2);
    ck_assert_int_eq(out_ended(2)->fate, SEND_REFUSED);
    ck_assert_uint_eq(out_open(), 0);
    out_later(MATRIX_CLOSED_MS);
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(3);
    ck_assert_ptr_nonnull(out_asked("POST", CREATE));
}
END_TEST

START_TEST(a_server_that_is_down_is_no_closed_door)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("POST", CREATE), MATRIX_DOWN, NULL);
    ck_assert_int_eq(out_ended(1)->fate, SEND_LATER);
    tell(1);
    ck_assert_ptr_nonnull(out_asked("POST", CREATE));
}
END_TEST

/* --- m.direct (matrix.md 3, row 11) ----------------------------------------------------------- */

START_TEST(the_map_of_direct_rooms_is_added_to_and_never_lost)
{
    invite_ana();
    out_answer(out_asked("GET", LIST), MATRIX_DONE,
               "{\"@old:house.example\":[\"!old:house.example\"],\"" ROOM_ANA "\":[\"!a:b\"]}");
    struct out_request *put = out_asked("PUT", LIST);
    ck_assert_str_eq(put->json, "{\"@old:house.example\":[\"!old:house.example\"],\"" ROOM_ANA
                                "\":[\"!a:b\",\"" OUT_DIRECT "\"]}");
    out_answer(put, MATRIX_DONE, "{}");
    ck_assert_ptr_nonnull(strstr(out_stored("u/" ROOM_ANA), "\"listed\":true"));
}
END_TEST

START_TEST(only_that_there_is_no_map_means_that_it_is_empty)
{
    invite_ana();
    out_answer(out_asked("GET", LIST), MATRIX_MISSING, "{\"errcode\":\"M_NOT_FOUND\"}");
    ck_assert_str_eq(out_asked("PUT", LIST)->json, "{\"" ROOM_ANA "\":[\"" OUT_DIRECT "\"]}");
}
END_TEST

START_TEST(a_map_that_cannot_be_read_is_not_written)
{
    static const struct {
        enum matrix_fate fate;
        const char *json;
    } rows[] = {{MATRIX_DOWN, NULL},
                {MATRIX_MISSING, "{\"errcode\":\"M_UNKNOWN\"}"},
                {MATRIX_DONE, "[]"},
                {MATRIX_DONE, NULL},
                {MATRIX_DONE, "{\"" ROOM_ANA "\":7}"}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        out_tear_down();
        set_up();
        invite_ana();
        out_answer(out_asked("GET", LIST), rows[i].fate, rows[i].json);
        ck_assert_ptr_null(out_asked("PUT", LIST));
        ck_assert_uint_eq(out_open(), 0);
    }
}
END_TEST

/* --- the leak rule at the moment of sending --------------------------------------------------- */

START_TEST(somebody_else_in_the_room_gets_no_secret_and_another_room_is_made)
{
    struct matrix_room *room = out_direct();
    matrix_person_acted(&out.matrix, ROOM_ANA);
    room_member(room, ROOM_EVE, MATRIX_JOINED);
    tell(1);
    ck_assert_ptr_null(out_asked("POST", CREATE));
    out_state(out_asked("GET", STATE), crowd);
    ck_assert(!out_ever(SECRET));
    ck_assert(out_ever("not ours alone"));
    out_answer(out_asked("POST", CREATE), MATRIX_DONE, "{\"room_id\":\"!second:house.example\"}");
    out_state(out_asked("GET", STATE), waiting);
    ck_assert(!out_ever(SECRET));
}
END_TEST

START_TEST(whoever_drives_rooms_away_does_not_make_us_open_one_after_another)
{
    invite_ana();
    struct matrix_room *room = matrix_room_at(&out.matrix, OUT_DIRECT);
    room_member(room, ROOM_EVE, MATRIX_JOINED);
    matrix_room_changed(&out.matrix, room);
    out_state(out_asked("GET", STATE), crowd);
    ck_assert_ptr_null(out_asked("POST", CREATE));
    ck_assert_int_eq(out_ended(1)->fate, SEND_REFUSED);
}
END_TEST

START_TEST(a_room_that_may_be_read_by_others_is_left_behind)
{
    static const struct {
        const char *history;
        const char *rule;
        bool encrypted;
    } rows[] = {{"shared", "invite", false},
                {"world_readable", "invite", false},
                {"joined", "public", false},
                {"joined", "invite", true}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        out_tear_down();
        set_up();
        out_direct()->known = false;
        tell(1);
        for (unsigned times = 0; times < 2; times++) {
            ck_assert_ptr_null(out_asked("POST", CREATE));
            out_state_of(out_asked("GET", STATE), inside, rows[i].history, rows[i].rule,
                         rows[i].encrypted);
            ck_assert(!out_ever(SECRET));
        }
        ck_assert_ptr_nonnull(out_asked("POST", CREATE));
        ck_assert(out_ever("not ours alone") == !rows[i].encrypted);
    }
}
END_TEST

/* An appservice may be told of a room, and read it, before the homeserver has made all of it. */
START_TEST(a_room_that_was_read_while_it_was_made_is_read_again_and_used)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("POST", CREATE), MATRIX_DONE, "{\"room_id\":\"" OUT_DIRECT "\"}");
    out_state_of(out_asked("GET", STATE), inside, "shared", "public", false);
    ck_assert(!out_ever(SECRET));
    ck_assert(!out_ever("not ours alone"));
    out_state(out_asked("GET", STATE), inside);
    ck_assert(out_ever(SECRET));
    ck_assert(!out_ever("not ours alone"));
    ck_assert_ptr_null(out_asked("POST", CREATE));
}
END_TEST

START_TEST(a_secret_that_has_not_left_yet_stays_when_somebody_comes)
{
    struct matrix_room *room = out_direct();
    tell(1);
    struct out_request *request = out_asked("PUT", PUT);
    room_member(room, ROOM_EVE, MATRIX_INVITED);
    matrix_room_changed(&out.matrix, room);
    ck_assert(!request->open);
    ck_assert_int_eq(out_ended(1)->fate, SEND_UNKNOWN);
}
END_TEST

/* The room's state was read before the sync that brings the invite, and then the join. */
START_TEST(an_invite_that_is_told_late_stops_nothing_on_its_way)
{
    out_direct();
    tell(1);
    ck_assert_ptr_nonnull(out_asked("PUT", PUT));
    ana_is(MATRIX_INVITED);
    ck_assert_uint_eq(out.end_count, 0);
    ana_is(MATRIX_JOINED);
    out_answer(out_asked("PUT", PUT), MATRIX_DONE, "{\"event_id\":\"$one\"}");
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(a_room_that_cannot_be_looked_at_gets_no_secret)
{
    out_direct()->known = false;
    tell(1);
    out_answer(out_asked("GET", STATE), MATRIX_DOWN, NULL);
    ck_assert_int_eq(out_ended(1)->fate, SEND_LATER);
    ck_assert(!out_ever(SECRET));
}
END_TEST

START_TEST(a_group_of_two_that_we_did_not_make_is_no_direct_room)
{
    struct matrix_room *pair = matrix_room_at(&out.matrix, "!pair:house.example");
    room_make(pair);
    room_member(pair, ROOM_ANA, MATRIX_JOINED);
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    ck_assert_ptr_nonnull(out_asked("POST", CREATE));
    ck_assert(!out_ever(SECRET));
}
END_TEST

/* --- leaving ---------------------------------------------------------------------------------- */

START_TEST(who_leaves_is_invited_again_when_they_act_and_not_before)
{
    out_direct();
    ana_is(MATRIX_LEFT);
    tell(1);
    out_become(out_asked("PUT", PUT), "$told"); /* how to ask, in the den */
    ck_assert_ptr_null(out_asked("POST", "/rooms/{}/invite"));
    matrix_person_acted(&out.matrix, ROOM_ANA);
    struct out_request *invite = out_asked("POST", "/rooms/{}/invite");
    ck_assert_str_eq(invite->json, "{\"user_id\":\"" ROOM_ANA "\"}");
    out_answer(invite, MATRIX_DONE, "{}");
    out_state(out_asked("GET", STATE), waiting);
    ana_is(MATRIX_JOINED);
    out_become(out_asked("PUT", PUT), "$secret");
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(who_turns_the_invitation_down_is_not_asked_again)
{
    invite_ana();
    ana_is(MATRIX_LEFT);
    ck_assert_ptr_null(out_asked("POST", "/rooms/{}/invite"));
    out_later(MATRIX_DIRECT_WAIT_MS);
    ck_assert_int_eq(out_ended(1)->fate, SEND_REFUSED);
}
END_TEST

START_TEST(an_invite_that_is_forbidden_since_they_are_in_is_as_good_as_done)
{
    struct matrix_room *room = out_direct();
    room_member(room, ROOM_ANA, MATRIX_LEFT);
    matrix_room_changed(&out.matrix, room);
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("POST", "/rooms/{}/invite"), MATRIX_FORBIDDEN, NULL);
    out_state(out_asked("GET", STATE), inside);
    out_become(out_asked("PUT", PUT), "$secret");
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(a_room_that_we_were_put_out_of_is_replaced)
{
    out_direct()->known = false;
    tell(1);
    out_answer(out_asked("GET", STATE), MATRIX_FORBIDDEN, NULL);
    ck_assert_ptr_nonnull(out_asked("POST", CREATE));
}
END_TEST

/* --- the rest --------------------------------------------------------------------------------- */

START_TEST(what_wants_an_act_is_loud_and_what_answers_who_looks_is_not)
{
    static const char *const ask[] = {"Yes t3.7.vote.answer=yes", NULL};
    out_direct();
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1); /* an act of hers a moment ago: she looks at it */
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->json, "\"msgtype\":\"m.notice\""));
    out_become(out_asked("PUT", PUT), "$one");
    out_send(2, SEND_PRIVATE, OUT_DEN, ROOM_ANA, out_doc("private", "Guilty?", ask));
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->json, "\"msgtype\":\"m.text\""));
    out_become(out_asked("PUT", PUT), "$two");
    while (out_asked("PUT", PUT) != NULL) {
        out_become(out_asked("PUT", PUT), "$seed");
    }
    out_later(60000);
    tell(3); /* out of the blue */
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->json, "\"msgtype\":\"m.text\""));
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->json, "\"user_ids\":[\"" ROOM_ANA "\"]"));
}
END_TEST

START_TEST(a_sentence_of_ours_waits_until_they_are_there_and_is_said_once_an_hour)
{
    matrix_direct_say(&out.matrix, ROOM_ANA, "matrix.not_alone");
    out_answer(out_asked("POST", CREATE), MATRIX_DONE, "{\"room_id\":\"" OUT_DIRECT "\"}");
    out_state(out_asked("GET", STATE), waiting);
    out_restart();
    struct matrix_room *room = matrix_room_at(&out.matrix, OUT_DIRECT);
    room_make(room);
    ana_is(MATRIX_JOINED);
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->json, "not ours alone"));
    out_become(out_asked("PUT", PUT), "$said");
    matrix_direct_say(&out.matrix, ROOM_ANA, "matrix.not_alone");
    matrix_direct_say(&out.matrix, ROOM_ANA, "matrix.not_alone");
    unsigned said = out.request_count;
    matrix_direct_say(&out.matrix, ROOM_ANA, "matrix.not_alone");
    ck_assert_uint_eq(out.request_count, said);
}
END_TEST

START_TEST(what_waits_is_given_back_when_the_bot_stops)
{
    invite_ana();
    out.matrix.draining = true;
    out_later(1);
    ck_assert_int_eq(out_ended(1)->fate, SEND_LATER);
}
END_TEST

START_TEST(rows_of_another_shape_are_no_people)
{
    static const char *const bad[] = {"", "[]", "7", "{\"room\":7}", "no JSON"};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert(matrix_send_restore(&out.matrix, "u/" ROOM_ANA, bad[i], strlen(bad[i])));
        ck_assert(matrix_send_restore(&out.matrix, "u/ana", bad[i], strlen(bad[i])));
        ck_assert(matrix_send_restore(&out.matrix, "c/$x", bad[i], strlen(bad[i])));
        ck_assert(matrix_send_restore(&out.matrix, "t/!x", bad[i], strlen(bad[i])));
        ck_assert(matrix_send_restore(&out.matrix, "b/$x", bad[i], strlen(bad[i])));
    }
    ck_assert(!matrix_send_restore(&out.matrix, "z/1", "{}", 2));
    tell(1);
    ck_assert_ptr_null(out_asked("POST", CREATE));
}
END_TEST

Suite *suite_matrix_direct(void)
{
    Suite *suite = suite_create("matrix_direct");
    TCase *making = tcase_create("making");
    tcase_add_checked_fixture(making, set_up, out_tear_down);
    tcase_add_test(making,
                   a_room_is_made_when_there_is_something_to_tell_and_the_secret_waits_for_them);
    tcase_add_test(making, what_a_server_forbids_is_not_told_as_a_persons_will);
    tcase_add_test(making, a_room_that_may_not_be_made_yet_is_made_when_it_may);
    tcase_add_test(making, the_room_is_kept_and_used_again_after_a_restart);
    tcase_add_test(making, who_never_acted_is_not_invited_and_is_told_how_to_ask);
    tcase_add_test(making,
                   who_does_not_come_is_reminded_once_and_is_not_reachable_after_five_minutes);
    tcase_add_test(making, who_came_while_the_poll_was_away_is_not_given_up);
    tcase_add_test(making, who_takes_no_invites_is_told_kindly_and_once);
    tcase_add_test(making, a_server_that_is_down_is_no_closed_door);
    suite_add_tcase(suite, making);
    TCase *map = tcase_create("map");
    tcase_add_checked_fixture(map, set_up, out_tear_down);
    tcase_add_test(map, the_map_of_direct_rooms_is_added_to_and_never_lost);
    tcase_add_test(map, only_that_there_is_no_map_means_that_it_is_empty);
    tcase_add_test(map, a_map_that_cannot_be_read_is_not_written);
    suite_add_tcase(suite, map);
    TCase *leaks = tcase_create("leaks");
    tcase_add_checked_fixture(leaks, set_up, out_tear_down);
    tcase_add_test(leaks, somebody_else_in_the_room_gets_no_secret_and_another_room_is_made);
    tcase_add_test(leaks, whoever_drives_rooms_away_does_not_make_us_open_one_after_another);
    tcase_add_test(leaks, a_room_that_may_be_read_by_others_is_left_behind);
    tcase_add_test(leaks, a_room_that_was_read_while_it_was_made_is_read_again_and_used);
    tcase_add_test(leaks, a_secret_that_has_not_left_yet_stays_when_somebody_comes);
    tcase_add_test(leaks, an_invite_that_is_told_late_stops_nothing_on_its_way);
    tcase_add_test(leaks, a_room_that_cannot_be_looked_at_gets_no_secret);
    tcase_add_test(leaks, a_group_of_two_that_we_did_not_make_is_no_direct_room);
    suite_add_tcase(suite, leaks);
    TCase *leaving = tcase_create("leaving");
    tcase_add_checked_fixture(leaving, set_up, out_tear_down);
    tcase_add_test(leaving, who_leaves_is_invited_again_when_they_act_and_not_before);
    tcase_add_test(leaving, who_turns_the_invitation_down_is_not_asked_again);
    tcase_add_test(leaving, an_invite_that_is_forbidden_since_they_are_in_is_as_good_as_done);
    tcase_add_test(leaving, a_room_that_we_were_put_out_of_is_replaced);
    suite_add_tcase(suite, leaving);
    TCase *rest = tcase_create("rest");
    tcase_add_checked_fixture(rest, set_up, out_tear_down);
    tcase_add_test(rest, what_wants_an_act_is_loud_and_what_answers_who_looks_is_not);
    tcase_add_test(rest, a_sentence_of_ours_waits_until_they_are_there_and_is_said_once_an_hour);
    tcase_add_test(rest, what_waits_is_given_back_when_the_bot_stops);
    tcase_add_test(rest, rows_of_another_shape_are_no_people);
    suite_add_tcase(suite, rest);
    return suite;
}
