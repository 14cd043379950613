#include <check.h>

#include "matrix_delivery_private.h"
#include "transitions_kit.h"

START_TEST(a_delivery_is_held_only_after_it_was_refused)
{
    kit_transitions_are_sound(&matrix_permit_transitions, STATE(PERMIT_GIVEN), PERMIT_GIVEN);
    for (unsigned state = 0; state < PERMIT_STATES; state++) {
        ck_assert_int_eq(transitions_allow(&matrix_permit_transitions, state, PERMIT_HELD),
                         state == PERMIT_REFUSED);
    }
}
END_TEST

Suite *suite_matrix_permit(void);

Suite *suite_matrix_permit(void)
{
    Suite *suite = suite_create("matrix_permit");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_delivery_is_held_only_after_it_was_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
