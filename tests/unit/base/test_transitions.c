#include "transitions.h"

#include <signal.h>

#include <check.h>

enum { IDLE, BUSY, OVER, STATES };

static const struct transitions some = {
    .count = STATES,
    .any = STATE_BIT(OVER),
    .after = {[IDLE] = STATE_BIT(BUSY), [BUSY] = STATE_BIT(IDLE)}};

START_TEST(a_state_follows_where_the_table_says_so)
{
    ck_assert(transitions_allow(&some, IDLE, BUSY));
    ck_assert(transitions_allow(&some, BUSY, IDLE));
    ck_assert(!transitions_allow(&some, IDLE, IDLE));
    ck_assert(!transitions_allow(&some, OVER, IDLE));
}
END_TEST

START_TEST(some_states_follow_every_state)
{
    for (unsigned from = 0; from < STATES; from++) {
        ck_assert(transitions_allow(&some, from, OVER));
    }
}
END_TEST

START_TEST(a_state_that_is_none_stops_the_program)
{
    transitions_allow(&some, IDLE, STATES);
}
END_TEST

START_TEST(no_state_follows_one_that_is_none)
{
    transitions_allow(&some, STATES, IDLE);
}
END_TEST

Suite *suite_transitions(void);

Suite *suite_transitions(void)
{
    Suite *suite = suite_create("transitions");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_state_follows_where_the_table_says_so);
    tcase_add_test(tcase, some_states_follow_every_state);
    tcase_add_test_raise_signal(tcase, a_state_that_is_none_stops_the_program, SIGABRT);
    tcase_add_test_raise_signal(tcase, no_state_follows_one_that_is_none, SIGABRT);
    suite_add_tcase(suite, tcase);
    return suite;
}
