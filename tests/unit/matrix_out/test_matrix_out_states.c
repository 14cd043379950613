#include <check.h>

#include "matrix_delivery_private.h"
#include "matrix_person.h"
#include "transitions_kit.h"

START_TEST(a_delivery_is_held_only_after_it_was_refused)
{
    kit_transitions_are_sound(&matrix_permit_transitions, STATE_BIT(PERMIT_GIVEN), PERMIT_GIVEN);
    for (unsigned state = 0; state < PERMIT_STATES; state++) {
        ck_assert_int_eq(transitions_allow(&matrix_permit_transitions, state, PERMIT_HELD),
                         state == PERMIT_REFUSED);
    }
}
END_TEST

START_TEST(there_is_one_request_about_a_direct_room_at_once)
{
    kit_transitions_are_sound(&matrix_direct_transitions, STATE_BIT(MATRIX_DIRECT_IDLE),
                              MATRIX_DIRECT_IDLE);
    for (unsigned state = 0; state < MATRIX_DIRECT_STATES; state++) {
        bool idle = state == MATRIX_DIRECT_IDLE;
        ck_assert_int_eq(
            transitions_allow(&matrix_direct_transitions, state, MATRIX_DIRECT_CREATES), idle);
        ck_assert_int_eq(
            transitions_allow(&matrix_direct_transitions, state, MATRIX_DIRECT_RECOVERS),
            state == MATRIX_DIRECT_CREATES);
        ck_assert_int_eq(transitions_allow(&matrix_direct_transitions, state, MATRIX_DIRECT_IDLE),
                         !idle);
    }
}
END_TEST

Suite *suite_matrix_out_states(void);

Suite *suite_matrix_out_states(void)
{
    Suite *suite = suite_create("matrix_out_states");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_delivery_is_held_only_after_it_was_refused);
    tcase_add_test(tcase, there_is_one_request_about_a_direct_room_at_once);
    suite_add_tcase(suite, tcase);
    return suite;
}
