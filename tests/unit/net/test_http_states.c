#include <check.h>

#include "http_private.h"
#include "transitions_kit.h"

START_TEST(a_socket_is_opened_before_it_is_closed_and_ends_once)
{
    kit_transitions_are_sound(&http_socket_transitions, STATE_BIT(HTTP_SOCKET_NEW),
                              HTTP_SOCKET_ENDED);
    for (unsigned state = 0; state < http_socket_transitions.count; state++) {
        ck_assert_int_eq(transitions_allow(&http_socket_transitions, state, HTTP_SOCKET_OPEN),
                         state == HTTP_SOCKET_NEW);
        ck_assert_int_eq(transitions_allow(&http_socket_transitions, state, HTTP_SOCKET_CLOSING),
                         state == HTTP_SOCKET_OPEN);
        ck_assert_int_eq(
            transitions_allow(&http_socket_transitions, state, HTTP_SOCKET_PEER_CLOSING),
            state == HTTP_SOCKET_OPEN);
        ck_assert_int_eq(transitions_allow(&http_socket_transitions, state, HTTP_SOCKET_ENDED),
                         state == HTTP_SOCKET_NEW || state == HTTP_SOCKET_CUT ||
                             state == HTTP_SOCKET_DELIVERING);
    }
}
END_TEST

/* What came before we close it counts no more; what came before they close it does, to the end. */
START_TEST(who_closes_decides_what_still_counts)
{
    static const unsigned ours[] = {HTTP_SOCKET_CLOSING, HTTP_SOCKET_FLUSHED};
    static const unsigned theirs[] = {HTTP_SOCKET_PEER_CLOSING, HTTP_SOCKET_PEER_FLUSHED};
    for (unsigned i = 0; i < 2; i++) {
        ck_assert(transitions_allow(&http_socket_transitions, ours[i], HTTP_SOCKET_CUT));
        ck_assert(!transitions_allow(&http_socket_transitions, ours[i], HTTP_SOCKET_DELIVERING));
        ck_assert(transitions_allow(&http_socket_transitions, theirs[i], HTTP_SOCKET_DELIVERING));
        ck_assert(!transitions_allow(&http_socket_transitions, theirs[i], HTTP_SOCKET_CUT));
    }
}
END_TEST

Suite *suite_http_states(void);

Suite *suite_http_states(void)
{
    Suite *suite = suite_create("http_states");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_socket_is_opened_before_it_is_closed_and_ends_once);
    tcase_add_test(tcase, who_closes_decides_what_still_counts);
    suite_add_tcase(suite, tcase);
    return suite;
}
