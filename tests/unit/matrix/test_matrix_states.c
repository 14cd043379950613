#include <check.h>

#include "matrix_appservice_private.h"
#include "matrix_sync_private.h"
#include "transitions_kit.h"

START_TEST(a_sync_processes_what_it_polled_and_nothing_else)
{
    kit_transitions_are_sound(&sync_transitions, STATE_BIT(SYNC_STOPPED), SYNC_STOPPED);
    for (unsigned state = 0; state < SYNC_STATES; state++) {
        bool waits = state == SYNC_WAITS;
        ck_assert_int_eq(transitions_allow(&sync_transitions, state, SYNC_POLLS), waits);
        ck_assert_int_eq(transitions_allow(&sync_transitions, state, SYNC_FILTERS), waits);
        ck_assert_int_eq(transitions_allow(&sync_transitions, state, SYNC_PROCESSES),
                         state == SYNC_POLLS);
        ck_assert_int_eq(transitions_allow(&sync_transitions, state, SYNC_ENDS),
                         state == SYNC_PROCESSES);
    }
}
END_TEST

START_TEST(a_sync_stops_in_any_state)
{
    for (unsigned state = 0; state < SYNC_STATES; state++) {
        ck_assert(transitions_allow(&sync_transitions, state, SYNC_STOPPED));
    }
}
END_TEST

START_TEST(a_transaction_is_answered_in_any_state_and_waits_for_states_between_events)
{
    kit_transitions_are_sound(&appservice_transitions, STATE_BIT(APPSERVICE_IDLE), APPSERVICE_IDLE);
    for (unsigned state = 0; state < appservice_transitions.count; state++) {
        ck_assert_int_eq(transitions_allow(&appservice_transitions, state, APPSERVICE_FETCHES),
                         state == APPSERVICE_PROCESSES);
        ck_assert_int_eq(transitions_allow(&appservice_transitions, state, APPSERVICE_FETCHED),
                         state == APPSERVICE_FETCHES);
        ck_assert(transitions_allow(&appservice_transitions, state, APPSERVICE_IDLE));
    }
    ck_assert(!transitions_allow(&appservice_transitions, APPSERVICE_ENDS, APPSERVICE_PROCESSES));
}
END_TEST

Suite *suite_matrix_states(void);

Suite *suite_matrix_states(void)
{
    Suite *suite = suite_create("matrix_states");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_sync_processes_what_it_polled_and_nothing_else);
    tcase_add_test(tcase, a_sync_stops_in_any_state);
    tcase_add_test(tcase,
                   a_transaction_is_answered_in_any_state_and_waits_for_states_between_events);
    suite_add_tcase(suite, tcase);
    return suite;
}
