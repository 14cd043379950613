#include <check.h>

#include "net_client_private.h"
#include "transitions_kit.h"

START_TEST(a_socket_is_open_once_and_ends_once)
{
    kit_transitions_are_sound(&net_socket_transitions, STATE_BIT(NET_SOCKET_CONNECTING),
                              NET_SOCKET_ENDED);
    for (unsigned state = 0; state < net_socket_transitions.count; state++) {
        ck_assert_int_eq(transitions_allow(&net_socket_transitions, state, NET_SOCKET_OPEN),
                         state == NET_SOCKET_CONNECTING);
        ck_assert_int_eq(transitions_allow(&net_socket_transitions, state, NET_SOCKET_CLOSING),
                         state == NET_SOCKET_OPEN);
        ck_assert_int_eq(transitions_allow(&net_socket_transitions, state, NET_SOCKET_OVER),
                         state < NET_SOCKET_OVER);
        ck_assert_int_eq(transitions_allow(&net_socket_transitions, state, NET_SOCKET_ENDED),
                         state == NET_SOCKET_OVER);
    }
}
END_TEST

Suite *suite_net_states(void);

Suite *suite_net_states(void)
{
    Suite *suite = suite_create("net_states");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_socket_is_open_once_and_ends_once);
    suite_add_tcase(suite, tcase);
    return suite;
}
