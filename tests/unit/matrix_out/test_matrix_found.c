/* The direct room of one person over crashes: made, stored, invited, sent (matrix.md 1.4). */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "out_kit.h"

Suite *suite_matrix_found(void);

#define PUT    "/rooms/{}/send/{}/{}"
#define STATE  "/rooms/{}/state"
#define CREATE "/createRoom"
#define SECRET "You are the spy."

static const char *const waiting[] = {ROOM_ANA " invite", NULL};
static const char *const inside[] = {ROOM_ANA " join", NULL};

static void set_up(void)
{
    out_set_up();
    out_den();
}

static void tell(uint64_t row)
{
    out_send(row, SEND_PRIVATE, OUT_DEN, ROOM_ANA, DOC_PRIVATE, out_doc(SECRET, NULL));
}

static void ana_is(enum matrix_membership membership)
{
    struct matrix_room *room = matrix_room_at(&out.matrix, OUT_DIRECT);
    room_member(room, ROOM_ANA, membership);
    matrix_room_changed(&out.matrix, room);
}

START_TEST(a_room_whose_answer_was_lost_is_found_again_and_not_made_twice)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("POST", CREATE), ANSWER_AMBIGUOUS, NULL);
    out_answer(out_asked("GET", "/joined_rooms"), ANSWER_DONE,
               "{\"joined_rooms\":[\"" OUT_DEN "\",\"" OUT_DIRECT "\",7,\"x\"]}");
    struct matrix_room *room = matrix_room_at(&out.matrix, OUT_DIRECT);
    snprintf(room->marker, sizeof room->marker, "direct/%s", ROOM_ANA);
    out_state(out_asked("GET", STATE), waiting);
    ck_assert_ptr_null(out_asked("POST", CREATE));
    ana_is(MATRIX_JOINED);
    out_become(out_asked("PUT", PUT), "$secret");
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(what_a_sync_says_of_a_room_that_is_searched_for_is_preliminary)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("POST", CREATE), ANSWER_AMBIGUOUS, NULL);
    struct matrix_room *room = matrix_room_at(&out.matrix, OUT_DIRECT);
    room_make(room);
    snprintf(room->marker, sizeof room->marker, "direct/%s", ROOM_ANA);
    ana_is(MATRIX_INVITED);
    ana_is(MATRIX_LEFT);
    out_answer(out_asked("GET", "/joined_rooms"), ANSWER_DONE,
               "{\"joined_rooms\":[\"" OUT_DIRECT "\"]}");
    ck_assert_ptr_nonnull(out_asked("PUT", "/rooms/{}/state/m.room.member/{}"));
    ck_assert(!out_has_ended(1));
}
END_TEST

START_TEST(a_room_that_was_surely_not_made_is_made)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("POST", CREATE), ANSWER_AMBIGUOUS, NULL);
    out_answer(out_asked("GET", "/joined_rooms"), ANSWER_DONE, "{\"joined_rooms\":[]}");
    ck_assert_ptr_nonnull(out_asked("POST", CREATE));
}
END_TEST

/* A homeserver that begins anew while it makes a room says nothing for a minute. */
START_TEST(nobody_knows_whether_it_was_made_then_it_is_looked_for_until_somebody_does)
{
    static const char *const bad[] = {NULL, "{}", "{\"joined_rooms\":{}}"};
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("POST", CREATE), ANSWER_AMBIGUOUS, NULL);
    for (unsigned i = 0; i < 3; i++) {
        out_answer(out_asked("GET", "/joined_rooms"), i == 0 ? ANSWER_DOWN : ANSWER_DONE, bad[i]);
        ck_assert_ptr_null(out_asked("POST", CREATE));
        ck_assert_int_eq(out_ended(i + 1)->status, SEND_NOT_SENT);
        tell(i + 2);
        ck_assert_ptr_null(out_asked("POST", CREATE));
    }
    out_answer(out_asked("GET", "/joined_rooms"), ANSWER_DONE,
               "{\"joined_rooms\":[\"" OUT_DIRECT "\"]}");
    struct matrix_room *room = matrix_room_at(&out.matrix, OUT_DIRECT);
    snprintf(room->marker, sizeof room->marker, "direct/%s", ROOM_ANA);
    out_state(out_asked("GET", STATE), inside);
    out_become(out_asked("PUT", PUT), "$secret");
    ck_assert(out_ended(4)->sent);
}
END_TEST

START_TEST(a_process_that_ended_after_the_room_was_made_finds_it)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_restart();
    out_den();
    const struct sending again = {.row = 1,
                                  .kind = SEND_PRIVATE,
                                  .room = OUT_DEN,
                                  .account = ROOM_ANA,
                                  .nonce = "0123456789012345678901",
                                  .doc = out_doc(SECRET, NULL),
                                  .head = {.kind = DOC_PRIVATE},
                                  .created_ms = out.now_ms,
                                  .tries = 1};
    out_send_with(&again);
    ck_assert_ptr_null(out_asked("POST", CREATE));
    out_answer(out_asked("GET", "/joined_rooms"), ANSWER_DONE,
               "{\"joined_rooms\":[\"" OUT_DIRECT "\"]}");
    struct matrix_room *room = matrix_room_at(&out.matrix, OUT_DIRECT);
    snprintf(room->marker, sizeof room->marker, "direct/%s", ROOM_ANA);
    out_state(out_asked("GET", STATE), inside);
    out_become(out_asked("PUT", PUT), "$secret");
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(a_room_is_theirs_as_soon_as_its_creation_is_received)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    ck_assert_ptr_nonnull(out_asked("POST", CREATE));
    struct matrix_room *room = matrix_room_at(&out.matrix, OUT_DIRECT);
    room->own = MATRIX_JOINED;
    snprintf(room->marker, sizeof room->marker, "direct/%s", ROOM_ANA);
    matrix_room_changed(&out.matrix, room); /* by the sync, before the answer */
    ck_assert_int_eq(room->kind, MATRIX_ROOM_DIRECT);
    out_restart(); /* the answer never comes */
    out_den();
    tell(1);
    ck_assert_ptr_null(out_asked("POST", CREATE));
    out_state(out_asked("GET", STATE), inside);
    out_become(out_asked("PUT", PUT), "$secret");
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(a_secret_whose_answer_was_lost_is_not_said_twice)
{
    out_direct();
    tell(1);
    const struct out_request *first = out_asked("PUT", PUT);
    out_restart();
    out_den();
    tell(1);
    out_state(out_asked("GET", STATE), inside);
    ck_assert_str_eq(out_asked("PUT", PUT)->path, first->path);
}
END_TEST

Suite *suite_matrix_found(void)
{
    Suite *suite = suite_create("matrix_found");
    TCase *crashes = tcase_create("crashes");
    tcase_add_checked_fixture(crashes, set_up, out_tear_down);
    tcase_add_test(crashes, a_room_whose_answer_was_lost_is_found_again_and_not_made_twice);
    tcase_add_test(crashes, what_a_sync_says_of_a_room_that_is_searched_for_is_preliminary);
    tcase_add_test(crashes, a_room_that_was_surely_not_made_is_made);
    tcase_add_test(crashes,
                   nobody_knows_whether_it_was_made_then_it_is_looked_for_until_somebody_does);
    tcase_add_test(crashes, a_process_that_ended_after_the_room_was_made_finds_it);
    tcase_add_test(crashes, a_room_is_theirs_as_soon_as_its_creation_is_received);
    tcase_add_test(crashes, a_secret_whose_answer_was_lost_is_not_said_twice);
    suite_add_tcase(suite, crashes);
    return suite;
}
