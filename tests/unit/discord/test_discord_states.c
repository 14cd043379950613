#include <check.h>

#include "discord_gateway_private.h"
#include "discord_pending_private.h"
#include "transitions_kit.h"

START_TEST(a_gateway_runs_once_and_stops_from_everywhere)
{
    kit_transitions_are_sound(&gateway_transitions, STATE_BIT(GATEWAY_NEW), GATEWAY_STOPPING);
    for (unsigned state = 0; state < gateway_transitions.count; state++) {
        ck_assert_int_eq(transitions_allow(&gateway_transitions, state, GATEWAY_RUNNING),
                         state == GATEWAY_NEW);
        ck_assert_int_eq(transitions_allow(&gateway_transitions, state, GATEWAY_GONE),
                         state == GATEWAY_RUNNING);
        ck_assert(!transitions_allow(&gateway_transitions, state, GATEWAY_NEW));
        ck_assert(!transitions_allow(&gateway_transitions, GATEWAY_STOPPING, state));
    }
}
END_TEST

START_TEST(a_shard_is_up_only_after_it_identified_or_resumed)
{
    kit_transitions_are_sound(&shard_transitions, STATE_BIT(SHARD_RESTING), SHARD_ENDED);
    for (unsigned state = 0; state < shard_transitions.count; state++) {
        ck_assert_int_eq(transitions_allow(&shard_transitions, state, SHARD_UP),
                         state == SHARD_IDENTIFYING || state == SHARD_RESUMING);
    }
}
END_TEST

START_TEST(a_shard_identifies_only_after_it_was_queued_and_greeted)
{
    for (unsigned state = 0; state < shard_transitions.count; state++) {
        ck_assert_int_eq(transitions_allow(&shard_transitions, state, SHARD_OPENING),
                         state == SHARD_QUEUED);
        ck_assert_int_eq(transitions_allow(&shard_transitions, state, SHARD_IDENTIFYING),
                         state == SHARD_GREETED);
        ck_assert_int_eq(transitions_allow(&shard_transitions, state, SHARD_REOPENING),
                         state == SHARD_RESTING);
    }
}
END_TEST

START_TEST(a_shard_that_has_ended_never_comes_back)
{
    for (unsigned state = 0; state < SHARD_ENDED; state++) {
        ck_assert(!transitions_allow(&shard_transitions, SHARD_ENDED, state));
        ck_assert(transitions_allow(&shard_transitions, state, SHARD_ENDED));
    }
}
END_TEST

START_TEST(an_interaction_has_one_first_answer)
{
    /* what begins one: the answer itself, a deferred reply, or a silent sign */
    static const uint32_t firsts = STATE_BIT(PENDING_SENDING) | STATE_BIT(PENDING_DEFERRING_REPLY) |
                                   STATE_BIT(PENDING_DEFERRING_UPDATE);
    kit_transitions_are_sound(&pending_transitions,
                              STATE_BIT(PENDING_OPEN) | STATE_BIT(PENDING_RECALLING), PENDING_OVER);
    ck_assert_uint_eq(pending_transitions.after[PENDING_OPEN], firsts);
    for (unsigned state = 0; state < pending_transitions.count; state++) {
        bool open = state == PENDING_OPEN;
        ck_assert(!transitions_allow(&pending_transitions, state, PENDING_OPEN));
        ck_assert_int_eq(transitions_allow(&pending_transitions, state, PENDING_DEFERRING_REPLY),
                         open);
        ck_assert_int_eq(transitions_allow(&pending_transitions, state, PENDING_DEFERRING_UPDATE),
                         open);
    }
    ck_assert(!transitions_allow(&pending_transitions, PENDING_SENDING, PENDING_SENDING));
}
END_TEST

START_TEST(an_interaction_that_is_over_stays_so)
{
    for (unsigned state = 0; state < PENDING_OVER; state++) {
        ck_assert(!transitions_allow(&pending_transitions, PENDING_OVER, state));
        ck_assert(transitions_allow(&pending_transitions, state, PENDING_OVER));
    }
}
END_TEST

Suite *suite_discord_states(void);

Suite *suite_discord_states(void)
{
    Suite *suite = suite_create("discord_states");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_gateway_runs_once_and_stops_from_everywhere);
    tcase_add_test(tcase, a_shard_is_up_only_after_it_identified_or_resumed);
    tcase_add_test(tcase, a_shard_identifies_only_after_it_was_queued_and_greeted);
    tcase_add_test(tcase, a_shard_that_has_ended_never_comes_back);
    tcase_add_test(tcase, an_interaction_has_one_first_answer);
    tcase_add_test(tcase, an_interaction_that_is_over_stays_so);
    suite_add_tcase(suite, tcase);
    return suite;
}
