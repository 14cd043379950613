/* What people do in and at their direct room: they ask in a thread, leave, and knock. */
#include <check.h>
#include <string.h>

#include "heap.h"
#include "matrix_team.h"
#include "out_kit.h"

Suite *suite_matrix_knock(void);

#define PUT    "/rooms/{}/send/{}/{}"
#define STATE  "/rooms/{}/state"
#define INVITE "/rooms/{}/state/m.room.member/{}"
#define SECRET "You are the spy."

static struct matrix_room *direct;

static void set_up(void)
{
    out_set_up();
    out_den();
    direct = out_direct();
    matrix_person_acted(&out.matrix, ROOM_ANA);
}

static void tell(uint64_t row)
{
    out_send(row, SEND_PRIVATE, OUT_DEN, ROOM_ANA, DOC_PRIVATE, out_doc(SECRET, NULL));
}

START_TEST(what_was_asked_in_a_thread_is_told_in_it_and_in_no_other_room)
{
    static const char *const inside[] = {ROOM_ANA " join", NULL};
    direct->thread = heap_copy("$root");
    direct->thread_last = heap_copy("$last");
    direct->thread_ms = out.now_ms;
    tell(1);
    ck_assert_ptr_nonnull(strstr(out_asked("PUT", PUT)->json, "\"event_id\":\"$root\""));
    out_become(out_asked("PUT", PUT), "$again");
    direct->encryption = MATRIX_ENCRYPTED; /* it is given up */
    tell(2);
    out_state_of(out_asked("GET", "/rooms/{}/state"), inside, "joined", "invite", true);
    out_answer(out_asked("POST", "/createRoom"), ANSWER_DONE,
               "{\"room_id\":\"!new:house.example\"}");
    out_state(out_asked("GET", STATE), inside);
    const struct out_request *request = out_asked("PUT", PUT);
    ck_assert_ptr_nonnull(strstr(request->path, "/rooms/%21new"));
    ck_assert_ptr_nonnull(strstr(request->json, SECRET));
    ck_assert_ptr_null(strstr(request->json, "$root"));
}
END_TEST

START_TEST(who_knocks_at_their_own_room_is_let_in_and_nobody_else)
{
    room_member(direct, ROOM_ANA, MATRIX_LEFT);
    matrix_room_changed(&out.matrix, direct);
    matrix_knocked(&out.matrix, direct, ROOM_EVE);
    matrix_knocked(&out.matrix, matrix_room_at(&out.matrix, OUT_DEN), ROOM_ANA);
    ck_assert_ptr_null(out_asked("PUT", INVITE));
    matrix_knocked(&out.matrix, direct, ROOM_ANA);
    const struct out_request *invite = out_asked("PUT", INVITE);
    ck_assert_ptr_nonnull(strstr(invite->path, "%21direct"));
    ck_assert_ptr_nonnull(strstr(invite->path, "ana"));
    ck_assert_str_eq(invite->json, "{\"membership\":\"invite\",\"is_direct\":true}");
}
END_TEST

Suite *suite_matrix_knock(void)
{
    Suite *suite = suite_create("matrix_knock");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, set_up, out_tear_down);
    tcase_add_test(tcase, what_was_asked_in_a_thread_is_told_in_it_and_in_no_other_room);
    tcase_add_test(tcase, who_knocks_at_their_own_room_is_let_in_and_nobody_else);
    suite_add_tcase(suite, tcase);
    return suite;
}
