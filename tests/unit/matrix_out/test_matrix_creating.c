/* Direct rooms that the homeserver has not created whole yet. */
#include <check.h>

#include "out_kit.h"

Suite *suite_matrix_creating(void);

#define STATE  "/rooms/{}/state"
#define CREATE "/createRoom"
#define SECRET "You are the spy."

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

/* An appservice may be told of a room, and read it, before the homeserver has made all of it. */
START_TEST(a_room_that_was_read_while_it_was_made_is_read_again_and_used)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    out_answer(out_asked("POST", CREATE), ANSWER_DONE, "{\"room_id\":\"" OUT_DIRECT "\"}");
    out_state_of(out_asked("GET", STATE), inside, "shared", "public", false);
    ck_assert(!out_ever(SECRET));
    ck_assert(!out_ever("somebody else is in this room"));
    out_state(out_asked("GET", STATE), inside);
    ck_assert(out_ever(SECRET));
    ck_assert(!out_ever("somebody else is in this room"));
    ck_assert_ptr_null(out_asked("POST", CREATE));
}
END_TEST

/* After a start in the midst of it: the homeserver takes seconds where it has much to do. */
START_TEST(a_room_that_is_still_being_made_is_waited_for)
{
    out_direct()->state = MATRIX_STATE_PARTIAL;
    tell(1);
    for (unsigned look = 0; look <= 3; look++) {
        out_state_of(out_asked("GET", STATE), inside, "", "invite", false);
        ck_assert_ptr_null(out_asked("GET", STATE));
        ck_assert(!out_ever(SECRET));
        out_later(MATRIX_DIRECT_LOOK_MS);
    }
    out_state(out_asked("GET", STATE), inside);
    ck_assert(out_ever(SECRET));
    ck_assert(!out_ever("somebody else is in this room"));
    ck_assert_ptr_null(out_asked("POST", CREATE));
}
END_TEST

START_TEST(a_room_that_is_never_made_is_left_behind)
{
    out_direct()->state = MATRIX_STATE_PARTIAL;
    tell(1);
    for (unsigned look = 0; look <= MATRIX_DIRECT_LOOKS + 1; look++) {
        ck_assert_ptr_null(out_asked("POST", CREATE));
        out_state_of(out_asked("GET", STATE), inside, "", "invite", false);
        out_later(MATRIX_DIRECT_LOOK_MS);
    }
    ck_assert_ptr_nonnull(out_asked("POST", CREATE));
    ck_assert(!out_ever(SECRET));
}
END_TEST

Suite *suite_matrix_creating(void)
{
    Suite *suite = suite_create("matrix_creating");
    TCase *tcase = tcase_create("matrix_creating");
    tcase_add_checked_fixture(tcase, set_up, out_tear_down);
    tcase_add_test(tcase, a_room_that_was_read_while_it_was_made_is_read_again_and_used);
    tcase_add_test(tcase, a_room_that_is_still_being_made_is_waited_for);
    tcase_add_test(tcase, a_room_that_is_never_made_is_left_behind);
    suite_add_tcase(suite, tcase);
    return suite;
}
