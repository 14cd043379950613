/* The way to one person: rooms made once, secrets that wait, the leak rule when it is sent. */
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
    out_send(row, SEND_PRIVATE, OUT_DEN, ROOM_ANA, DOC_PRIVATE, out_doc(SECRET, NULL));
}

/* Ana has acted, and is told something: her room is made, she is invited. */
static void invite_ana(void)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("POST", CREATE), ANSWER_DONE, "{\"room_id\":\"" OUT_DIRECT "\"}");
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
    out_become(request, "$secret");
    ck_assert(out_ever(SECRET) && out_ended(1)->sent);
}
END_TEST

START_TEST(what_a_server_forbids_is_not_told_as_a_persons_will)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("POST", CREATE), ANSWER_FORBIDDEN, NULL);
    ck_assert_int_eq(out_ended(1)->status, SEND_REFUSED);
    ck_assert(told_in_the_den("your server or mine"));
    ck_assert(!told_in_the_den("takes no invitation"));
}
END_TEST

START_TEST(a_room_that_may_not_be_made_yet_is_made_when_it_may)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out.retry_ms = 62000;
    out_answer(out_asked("POST", CREATE), ANSWER_LIMITED, NULL);
    ck_assert_int_eq(out_ended(1)->status, SEND_NOT_SENT);
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
    ck_assert_int_eq(out_ended(1)->status, SEND_REFUSED);
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
    out_answer(out_asked("POST", CREATE), ANSWER_CLOSED, NULL);
    ck_assert_int_eq(out_ended(1)->status, SEND_REFUSED);
    ck_assert(told_in_the_den("takes no invitation"));
    out_become(out_asked("PUT", PUT), "$line");
    tell(2);
    ck_assert_int_eq(out_ended(2)->status, SEND_REFUSED);
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
    out_answer(out_asked("POST", CREATE), ANSWER_DOWN, NULL);
    ck_assert_int_eq(out_ended(1)->status, SEND_NOT_SENT);
    tell(1);
    ck_assert_ptr_nonnull(out_asked("POST", CREATE));
}
END_TEST

/* --- m.direct (matrix.md 3, row 11) ----------------------------------------------------------- */

START_TEST(the_map_of_direct_rooms_is_added_to_and_never_lost)
{
    invite_ana();
    out_answer(out_asked("GET", LIST), ANSWER_DONE,
               "{\"@old:house.example\":[\"!old:house.example\"],\"" ROOM_ANA "\":[\"!a:b\"]}");
    struct out_request *put = out_asked("PUT", LIST);
    ck_assert_str_eq(put->json, "{\"@old:house.example\":[\"!old:house.example\"],\"" ROOM_ANA
                                "\":[\"!a:b\",\"" OUT_DIRECT "\"]}");
    out_answer(put, ANSWER_DONE, "{}");
    ck_assert_ptr_nonnull(strstr(out_stored("u/" ROOM_ANA), "\"listed\":true"));
}
END_TEST

START_TEST(only_that_there_is_no_map_means_that_it_is_empty)
{
    invite_ana();
    out_answer(out_asked("GET", LIST), ANSWER_GONE, "{\"errcode\":\"M_NOT_FOUND\"}");
    ck_assert_str_eq(out_asked("PUT", LIST)->json, "{\"" ROOM_ANA "\":[\"" OUT_DIRECT "\"]}");
}
END_TEST

START_TEST(a_map_that_cannot_be_read_is_not_written)
{
    static const struct {
        enum answer_status status;
        const char *json;
    } rows[] = {{ANSWER_DOWN, NULL},
                {ANSWER_GONE, "{\"errcode\":\"M_UNKNOWN\"}"},
                {ANSWER_DONE, "[]"},
                {ANSWER_DONE, NULL},
                {ANSWER_DONE, "{\"" ROOM_ANA "\":7}"}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        out_tear_down();
        set_up();
        invite_ana();
        out_answer(out_asked("GET", LIST), rows[i].status, rows[i].json);
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
    ck_assert(out_ever("somebody else is in this room"));
    out_answer(out_asked("POST", CREATE), ANSWER_DONE, "{\"room_id\":\"!second:house.example\"}");
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
    ck_assert_int_eq(out_ended(1)->status, SEND_REFUSED);
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
        out_direct()->state = MATRIX_STATE_PARTIAL;
        tell(1);
        for (unsigned times = 0; times < 2; times++) {
            ck_assert_ptr_null(out_asked("POST", CREATE));
            out_state_of(out_asked("GET", STATE), inside, rows[i].history, rows[i].rule,
                         rows[i].encrypted);
            ck_assert(!out_ever(SECRET));
        }
        ck_assert_ptr_nonnull(out_asked("POST", CREATE));
        ck_assert(out_ever("somebody else is in this room") == !rows[i].encrypted);
    }
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
    ck_assert_int_eq(out_ended(1)->status, SEND_AMBIGUOUS);
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
    out_answer(out_asked("PUT", PUT), ANSWER_DONE, "{\"event_id\":\"$one\"}");
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(a_room_that_cannot_be_looked_at_gets_no_secret)
{
    out_direct()->state = MATRIX_STATE_PARTIAL;
    tell(1);
    out_answer(out_asked("GET", STATE), ANSWER_DOWN, NULL);
    ck_assert_int_eq(out_ended(1)->status, SEND_NOT_SENT);
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
    out_become(out_asked("PUT", PUT), "$told"); /* how to ask, in the den; the house knows, too */
    ck_assert_int_eq(out_ended(1)->status, SEND_REFUSED);
    ck_assert_ptr_null(out_asked("PUT", "/rooms/{}/state/m.room.member/{}"));
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(2);
    struct out_request *invite = out_asked("PUT", "/rooms/{}/state/m.room.member/{}");
    ck_assert_str_eq(invite->json, "{\"membership\":\"invite\",\"is_direct\":true}");
    out_answer(invite, ANSWER_DONE, "{}");
    out_state(out_asked("GET", STATE), waiting);
    ana_is(MATRIX_JOINED);
    out_become(out_asked("PUT", PUT), "$secret");
    ck_assert(out_ended(2)->sent);
}
END_TEST

START_TEST(who_turns_the_invitation_down_is_not_asked_again)
{
    invite_ana();
    ana_is(MATRIX_LEFT);
    ck_assert_ptr_null(out_asked("PUT", "/rooms/{}/state/m.room.member/{}"));
    out_later(MATRIX_DIRECT_WAIT_MS);
    ck_assert_int_eq(out_ended(1)->status, SEND_REFUSED);
}
END_TEST

START_TEST(an_invite_that_is_forbidden_since_they_are_in_is_as_good_as_done)
{
    struct matrix_room *room = out_direct();
    room_member(room, ROOM_ANA, MATRIX_LEFT);
    matrix_room_changed(&out.matrix, room);
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("PUT", "/rooms/{}/state/m.room.member/{}"), ANSWER_FORBIDDEN, NULL);
    out_state(out_asked("GET", STATE), inside);
    out_become(out_asked("PUT", PUT), "$secret");
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(a_room_that_we_were_put_out_of_is_replaced)
{
    out_direct()->state = MATRIX_STATE_PARTIAL;
    tell(1);
    out_answer(out_asked("GET", STATE), ANSWER_FORBIDDEN, NULL);
    ck_assert_ptr_nonnull(out_asked("POST", CREATE));
}
END_TEST

/* --- the rest --------------------------------------------------------------------------------- */
static bool only_edits;
static void tell_with(uint64_t row, const char *words, const char *edit_of, bool notify)
{
    const struct sending sending = {.row = row,
                                    .kind = SEND_PRIVATE,
                                    .room = OUT_DEN,
                                    .account = ROOM_ANA,
                                    .nonce = "0123456789012345678901",
                                    .doc = out_doc(words, NULL),
                                    .head = {.kind = DOC_CARD},
                                    .edit_of = edit_of,
                                    .notify = notify,
                                    .only_edit = only_edits,
                                    .created_ms = out.now_ms};
    out_send_with(&sending);
}

START_TEST(what_makes_somebody_owe_something_is_loud_and_nothing_else_is)
{
    out_direct();
    tell_with(1, "Guilty?", NULL, true);
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->json, "\"msgtype\":\"m.text\""));
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->json, "\"user_ids\":[\"" ROOM_ANA "\"]"));
    out_become(out_asked("PUT", PUT), "$one");
    tell_with(2, "Thanks.", NULL, false);
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->json, "\"msgtype\":\"m.notice\""));
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->json, "\"m.mentions\":{}"));
    out_become(out_asked("PUT", PUT), "$two");
    tell_with(3, "Guilty.", "$one", true); /* an edit never is */
    ck_assert_ptr_null(strstr(out_asked("PUT", PUT)->json, "m.text"));
    ck_assert_ptr_null(strstr(out_asked("PUT", PUT)->json, "user_ids"));
}
END_TEST

START_TEST(a_private_message_is_edited_where_it_stands)
{
    out_direct();
    tell_with(1, "Round 1", NULL, false);
    out_become(out_asked("PUT", PUT), "$card");
    tell_with(2, "Round 2", "$card", false);
    struct out_request *put = out_asked("PUT", PUT);
    ck_assert_ptr_nonnull(strstr(put->json, "\"rel_type\":\"m.replace\",\"event_id\":\"$card\""));
    ck_assert_ptr_nonnull(strstr(put->json, "\"m.new_content\":{"));
    out_become(put, "$edit");
    ck_assert_str_eq(out_ended(2)->id, "$card");
}
END_TEST

/* Another process' message, or one in a room that was left behind: the room is asked. */
START_TEST(what_is_to_be_edited_and_is_not_there_is_posted_anew)
{
    static const char *const answers[] = {"{\"content\":{\"body\":\"x\"}}", "{\"content\":{}}",
                                          NULL};
    out_direct();
    tell_with(2, "Round 2", "$card", false);
    ck_assert_ptr_null(out_asked("PUT", PUT));
    out_answer(out_asked("GET", "/rooms/{}/event/{}"), _i == 2 ? ANSWER_GONE : ANSWER_DONE,
               answers[_i]);
    struct out_request *put = out_asked("PUT", PUT);
    ck_assert_int_eq(strstr(put->json, "m.replace") != NULL, _i == 0);
    out_become(put, "$new");
    ck_assert_str_eq(out_ended(2)->id, _i == 0 ? "$card" : "$new");
}
END_TEST

/* What an older card is to become is worth no message of its own. */
START_TEST(what_may_only_be_edited_and_is_not_there_is_not_posted)
{
    only_edits = true;
    out_direct();
    tell_with(2, "It is further down.", "$card", false);
    out_answer(out_asked("GET", "/rooms/{}/event/{}"), ANSWER_GONE, NULL);
    ck_assert(out_asked("PUT", PUT) == NULL && out_asked("POST", "/createRoom") == NULL);
    ck_assert_int_eq(out_ended(2)->status, SEND_GONE);
}
END_TEST

static void path_of(char path[512], const char *words)
{
    out_restart();
    out_direct();
    tell_with(2, words, "$card", false);
    out_answer(out_asked("GET", "/rooms/{}/event/{}"), ANSWER_DONE,
               "{\"content\":{\"body\":\"x\"}}");
    snprintf(path, 512, "%s", out_asked("PUT", PUT)->path);
}

/* A homeserver gives the first event for the same transaction. */
START_TEST(an_edit_repeated_after_a_crash_has_the_same_words_or_another_transaction)
{
    char first[512];
    char again[512];
    char other[512];
    path_of(first, "Round 2");
    path_of(again, "Round 2");
    path_of(other, "Round 3");
    ck_assert_str_eq(first, again);
    ck_assert_str_ne(first, other);
}
END_TEST

START_TEST(a_sentence_of_ours_waits_until_they_are_there_and_is_said_once_an_hour)
{
    matrix_direct_say(&out.matrix, ROOM_ANA, "matrix.not_alone");
    out_answer(out_asked("POST", CREATE), ANSWER_DONE, "{\"room_id\":\"" OUT_DIRECT "\"}");
    out_state(out_asked("GET", STATE), waiting);
    out_restart();
    struct matrix_room *room = matrix_room_at(&out.matrix, OUT_DIRECT);
    room_make(room);
    ana_is(MATRIX_JOINED);
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->json, "somebody else is in this room"));
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
    ck_assert_int_eq(out_ended(1)->status, SEND_NOT_SENT);
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
    tcase_add_test(rest, what_makes_somebody_owe_something_is_loud_and_nothing_else_is);
    tcase_add_test(rest, a_private_message_is_edited_where_it_stands);
    tcase_add_loop_test(rest, what_is_to_be_edited_and_is_not_there_is_posted_anew, 0, 3);
    tcase_add_test(rest, what_may_only_be_edited_and_is_not_there_is_not_posted);
    tcase_add_test(rest, an_edit_repeated_after_a_crash_has_the_same_words_or_another_transaction);
    tcase_add_test(rest, a_sentence_of_ours_waits_until_they_are_there_and_is_said_once_an_hour);
    tcase_add_test(rest, what_waits_is_given_back_when_the_bot_stops);
    tcase_add_test(rest, rows_of_another_shape_are_no_people);
    suite_add_tcase(suite, rest);
    return suite;
}
