/* Direct rooms that the homeserver has not created whole yet. */
#include <check.h>
#include <stdio.h>

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
        out_later(((int64_t)MATRIX_DIRECT_LOOK_MS << look) - 1);
        ck_assert_ptr_null(out_asked("GET", STATE));
        out_later(1);
    }
    out_state(out_asked("GET", STATE), inside);
    ck_assert(out_ever(SECRET));
    ck_assert(!out_ever("somebody else is in this room"));
    ck_assert_ptr_null(out_asked("POST", CREATE));
}
END_TEST

/* The homeserver was ended in the midst of creating the room that Ana has: all looks show that. */
static void never_made(void)
{
    for (unsigned look = 0; look <= MATRIX_DIRECT_LOOKS + 1; look++) {
        ck_assert_ptr_null(out_asked("POST", CREATE));
        out_state_of(out_asked("GET", STATE), inside, "", "invite", false);
        if (look < MATRIX_DIRECT_LOOKS) {
            out_later((int64_t)MATRIX_DIRECT_LOOK_MS << look);
        }
    }
}

START_TEST(a_room_that_is_never_made_is_left_behind)
{
    out_direct()->state = MATRIX_STATE_PARTIAL;
    tell(1);
    never_made();
    ck_assert_ptr_nonnull(out_asked("POST", CREATE));
    ck_assert(!out_ever(SECRET));
    ck_assert(!out_ever("somebody else is in this room"));
}
END_TEST

/* So does a room of which the homeserver even said that it is made. */
static void made_in_part(const char *id)
{
    char json[OUT_TEXT_BYTES];
    struct out_request *request = out_asked("POST", CREATE);
    ck_assert_ptr_nonnull(request);
    snprintf(json, sizeof json, "{\"room_id\":\"%s\"}", id);
    out_answer(request, ANSWER_DONE, json);
    never_made();
}

START_TEST(where_a_second_room_is_never_made_another_is_tried_later_and_nothing_is_refused)
{
    matrix_person_acted(&out.matrix, ROOM_ANA);
    tell(1);
    made_in_part("!one:house.example");
    ck_assert(!out_has_ended(1));
    made_in_part("!two:house.example");
    ck_assert_ptr_null(out_asked("POST", CREATE));
    ck_assert_int_eq(out_ended(1)->status, SEND_NOT_SENT);
    int64_t wait_ms = out_ended(1)->retry_ms - out.now_ms;
    ck_assert(wait_ms > 0 && wait_ms <= MATRIX_DIRECT_UNFINISHED_MS);
    tell(2); /* too soon: it waits as long */
    ck_assert_int_eq(out_ended(2)->status, SEND_NOT_SENT);
    ck_assert_int_eq(out_ended(2)->retry_ms, out_ended(1)->retry_ms);
    out_later(wait_ms);
    tell(3);
    out_answer(out_asked("POST", CREATE), ANSWER_DONE, "{\"room_id\":\"" OUT_DIRECT "\"}");
    out_state(out_asked("GET", STATE), inside);
    ck_assert(out_ever(SECRET));
}
END_TEST

START_TEST(the_wait_for_another_room_grows_to_ten_minutes_and_no_further)
{
    int64_t before_ms = 0;
    char id[MATRIX_ID_BYTES];
    matrix_person_acted(&out.matrix, ROOM_ANA);
    for (unsigned room = 0; room < 12; room++) {
        uint64_t row = room + 1;
        tell(row);
        snprintf(id, sizeof id, "!unfinished%u:house.example", room);
        made_in_part(id);
        if (room == 0) {
            made_in_part("!again:house.example");
        }
        int64_t now_ms = out.now_ms;
        int64_t wait_ms = out_ended(row)->retry_ms - now_ms;
        ck_assert(wait_ms >= before_ms && wait_ms <= MATRIX_DIRECT_ANEW_MS);
        before_ms = wait_ms;
        out_later(wait_ms);
    }
    ck_assert(before_ms > MATRIX_DIRECT_ANEW_MS - 2 * 60 * 1000);
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
    tcase_add_test(tcase,
                   where_a_second_room_is_never_made_another_is_tried_later_and_nothing_is_refused);
    tcase_add_test(tcase, the_wait_for_another_room_grows_to_ten_minutes_and_no_further);
    suite_add_tcase(suite, tcase);
    return suite;
}
