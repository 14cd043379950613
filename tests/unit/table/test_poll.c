/* Votes about the table: what a host does alone, players do together; pauses and more time have an
 * end; who lets turns go by may be replaced. */
#include <stdio.h>
#include <string.h>

#include "pebbles.h"
#include "rules.h"
#include "table_kit.h"

static struct kit *started(unsigned count)
{
    struct kit *kit = kit_new(NULL);
    kit_start(kit, count, 0); /* an order that changes nothing */
    return kit;
}

#define SEED_ARG "\"seed\":\"0000000000000000000000000000000000000000000000000000000000000000\""
#define PLACE    "{\"location\":\"Zoo\",\"spy\":2}"

static struct kit *dealt(const char *game, unsigned count, const char *deal)
{
    char json[400];
    struct kit *kit = kit_new(game_find(game));
    kit_fill(kit, count);
    snprintf(json, sizeof json, "{" SEED_ARG ",\"deal\":%s}", deal);
    ck_assert_int_eq(kit_do(kit, 0, "start", json), REFUSAL_NONE);
    return kit;
}

static struct kit *decrypto(void)
{
    return dealt("decrypto", 4,
                 "{\"keywords\":{\"white\":[\"cow\",\"tea\",\"piano\",\"rain\"],"
                 "\"black\":[\"sea\",\"hat\",\"king\",\"moon\"]}}");
}

static bool paused(const struct kit *kit)
{
    return rules_state(kit->table.state)->paused_ms != NO_DEADLINE;
}

static enum refusal decide(struct kit *kit, uint64_t person, const char *answer)
{
    char json[64];
    snprintf(json, sizeof json, "{\"answer\":\"%s\"}", answer);
    return kit_do(kit, person, "decide", json);
}

START_TEST(a_player_who_pauses_asks_the_others)
{
    struct kit *kit = started(4);
    ck_assert_int_eq(kit_do(kit, 102, "pause", NULL), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_POLL));
    ck_assert(!paused(kit));
    ck_assert_int_eq(decide(kit, 102, "yes"), REFUSAL_ALREADY_DONE);
    ck_assert_int_eq(decide(kit, 103, "no"), REFUSAL_NONE);
    ck_assert_int_eq(decide(kit, 103, "yes"), REFUSAL_NONE); /* a mind may change */
    ck_assert(!paused(kit));
    ck_assert_int_eq(kit_do(kit, 104, "pause", NULL), REFUSAL_NONE); /* the same again is a yes */
    ck_assert(kit_told(kit, MSG_TABLE_POLL_OVER));
    ck_assert(kit_told(kit, MSG_TABLE_PAUSED));
    ck_assert(paused(kit));
    ck_assert_int_eq(decide(kit, 101, "no"), REFUSAL_NO_POLL);
    kit_free(&kit);
}
END_TEST

START_TEST(a_vote_that_cannot_pass_any_more_is_over_and_not_repeated_at_once)
{
    struct kit *kit = started(4);
    kit_do(kit, 102, "pause", NULL);
    ck_assert_int_eq(decide(kit, 103, "no"), REFUSAL_NONE);
    ck_assert_int_eq(decide(kit, 104, "abstain"), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_POLL_OVER)); /* three yeses of four are out of reach */
    ck_assert(!paused(kit));
    ck_assert_int_eq(kit_do(kit, 102, "pause", NULL), REFUSAL_POLL_AGAIN);
    ck_assert_ptr_nonnull(strstr(kit_why(kit), "until_ms"));
    kit_wait(kit, 10 * KIT_MINUTE);
    ck_assert_int_eq(kit_do(kit, 102, "pause", NULL), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(silence_is_no_yes)
{
    struct kit *kit = started(3);
    kit_do(kit, 102, "pause", NULL);
    ck_assert_uint_eq(kit_wait(kit, 3 * KIT_MINUTE), 1); /* the turn that fell due meanwhile */
    ck_assert_uint_eq(kit_wait(kit, 1), 1);
    ck_assert(kit_told(kit, MSG_TABLE_POLL_OVER));
    ck_assert(!paused(kit));
    kit_free(&kit);
}
END_TEST

START_TEST(a_vote_taken_back_is_missing_again)
{
    struct kit *kit = started(4);
    kit_do(kit, 102, "pause", NULL);
    ck_assert_int_eq(decide(kit, 103, "yes"), REFUSAL_NONE);
    ck_assert_int_eq(decide(kit, 103, "withdraw"), REFUSAL_NONE);
    ck_assert_int_eq(decide(kit, 103, "withdraw"), REFUSAL_ALREADY_DONE);
    ck_assert_int_eq(decide(kit, 104, "yes"), REFUSAL_NONE);
    ck_assert(!paused(kit));
    const struct value_tree *view = kit_view(kit, SEAT_CROWD);
    ck_assert_int_eq(value_number_at(view, "poll.missing.1", -1), 2);
    ck_assert_int_eq(value_number_at(view, "poll.yes.1", -1), 3);
    kit_free(&kit);
}
END_TEST

START_TEST(one_vote_at_a_time)
{
    struct kit *kit = started(4);
    kit_do(kit, 102, "pause", NULL);
    ck_assert_int_eq(kit_do(kit, 103, "abort", NULL), REFUSAL_POLL_RUNS);
    ck_assert_str_eq(kit_offer(kit, 2, "abort", -1), "");
    kit_free(&kit);
}
END_TEST

START_TEST(what_cannot_be_done_is_not_voted_on)
{
    struct kit *kit = started(4);
    ck_assert_int_eq(kit_do(kit, 102, "resume", NULL), REFUSAL_NOT_PAUSED);
    ck_assert_int_eq(kit_do(kit, 102, "kick", "{\"seat\":1}"), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(kit_do(kit, 102, "host", "{\"seat\":0}"), REFUSAL_ALREADY_DONE);
    ck_assert_int_eq(decide(kit, 102, "yes"), REFUSAL_NO_POLL);
    kit_free(&kit);
}
END_TEST

/* Ana and Cy against Ben and Dee: one side and one more must agree. */
START_TEST(no_side_ends_the_game_alone)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    kit_start(kit, 4, 0);
    kit_do(kit, 102, "abort", NULL);
    ck_assert_int_eq(decide(kit, 103, "yes"), REFUSAL_NONE);
    ck_assert_int_eq(kit->table.phase, TABLE_PLAYING);
    ck_assert_int_eq(decide(kit, 104, "yes"), REFUSAL_NONE);
    ck_assert_int_eq(kit->table.phase, TABLE_OVER);
    kit_free(&kit);
    kit =
        dealt("spyfall", 5, "{\"locations\":[\"Bank\",\"Zoo\"],\"rounds\":[" PLACE "," PLACE "]}");
    kit_do(kit, 102, "abort", NULL);
    for (uint64_t person = 103; person <= 105; person++) {
        ck_assert_int_eq(decide(kit, person, "yes"), REFUSAL_NONE);
        ck_assert_int_eq(kit->table.phase, TABLE_PLAYING); /* four may be all but the spy */
    }
    ck_assert_int_eq(decide(kit, 101, "yes"), REFUSAL_NONE);
    ck_assert_int_eq(kit->table.phase, TABLE_OVER);
    kit_free(&kit);
}
END_TEST

START_TEST(whom_it_is_about_has_no_vote_and_one_alone_throws_nobody_out)
{
    struct kit *kit = started(4);
    ck_assert_int_eq(kit_do(kit, 102, "kick", "{\"seat\":3}"), REFUSAL_NONE);
    ck_assert_int_eq(decide(kit, 104, "no"), REFUSAL_NOT_YOURS);
    ck_assert_int_eq(decide(kit, 103, "yes"), REFUSAL_NONE);
    ck_assert_int_eq(decide(kit, 101, "yes"), REFUSAL_NONE); /* a side has two: three must */
    ck_assert(kit->table.seat[3].left);
    kit_free(&kit);
    kit = started(2);
    ck_assert_int_eq(kit_do(kit, 102, "kick", "{\"seat\":0}"), REFUSAL_POLL_ALONE);
    kit_free(&kit);
}
END_TEST

START_TEST(who_goes_votes_no_more)
{
    struct kit *kit = started(4);
    kit_do(kit, 102, "extend", NULL); /* it is not Ben's turn: the others are asked */
    ck_assert(kit_told(kit, MSG_TABLE_POLL));
    ck_assert_int_eq(decide(kit, 103, "yes"), REFUSAL_NONE);
    ck_assert_int_eq(kit_do(kit, 104, "leave", NULL), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_POLL_OVER)); /* two of three: it passes, in a paused game */
    kit_free(&kit);
}
END_TEST

START_TEST(a_vote_that_has_come_true_is_off)
{
    struct kit *kit = started(4);
    kit_do(kit, 102, "pause", NULL);
    ck_assert_int_eq(kit_do(kit, 101, "pause", NULL), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_POLL_OVER));
    ck_assert_int_eq(decide(kit, 103, "yes"), REFUSAL_NO_POLL);
    kit_free(&kit);
}
END_TEST

START_TEST(a_pause_ends_by_itself_and_pauses_have_a_cap)
{
    struct kit *kit = started(2);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(kit_do(kit, 101, "pause", "{\"for\":\"1h\"}"), REFUSAL_NONE);
        ck_assert_uint_eq(kit_wait(kit, 59 * KIT_MINUTE), 0);
        ck_assert(paused(kit));
        ck_assert_uint_ge(kit_wait(kit, 2 * KIT_MINUTE), 1);
        ck_assert(!paused(kit));
    }
    ck_assert_int_eq(kit_do(kit, 101, "pause", NULL), REFUSAL_PAUSED_ENOUGH);
    ck_assert_int_eq(kit_do(kit, 102, "pause", NULL), REFUSAL_PAUSED_ENOUGH);
    kit->moderator = true;
    ck_assert_int_eq(kit_do(kit, KIT_MOD, "pause", NULL), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(a_pause_that_ends_beside_an_open_seat_waits_for_it)
{
    struct kit *kit = started(3);
    kit_do(kit, 101, "pause", "{\"for\":\"5m\"}");
    kit_do(kit, 103, "leave", NULL);
    kit_wait(kit, 6 * KIT_MINUTE);
    ck_assert(paused(kit));
    ck_assert(kit->table.waiting);
    ck_assert_int_eq(kit_do(kit, 105, "substitute", "{\"name\":\"Eva\"}"), REFUSAL_NONE);
    ck_assert(!paused(kit));
    kit_free(&kit);
}
END_TEST

START_TEST(who_owes_takes_more_time_twice_then_asks)
{
    struct kit *kit = decrypto();
    for (int i = 0; i < 2; i++) {
        int64_t due_ms = table_due_ms(&kit->table);
        ck_assert_int_eq(kit_do(kit, 102, "extend", NULL), REFUSAL_NONE);
        ck_assert(kit_told(kit, MSG_TABLE_EXTENDED));
        ck_assert_int_eq(table_due_ms(&kit->table), due_ms + 5 * KIT_MINUTE);
    }
    ck_assert_int_eq(kit_do(kit, 102, "extend", NULL), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_POLL));
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(kit_do(kit, 101, "extend", NULL), REFUSAL_NONE); /* a host may */
    }
    ck_assert_int_eq(kit_do(kit, 101, "extend", NULL), REFUSAL_EXTENDED_ENOUGH);
    kit_free(&kit);
}
END_TEST

static const char *const signals_deal =
    "{\"leader\":0,\"signals\":{\"officials\":{\"documents\":{\"kind\":\"word\",\"value\":"
    "\"honestly\"},\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}},\"journalists\":{"
    "\"documents\":{\"kind\":\"word\",\"value\":\"tea\"},\"money\":{\"kind\":\"word\",\"value\":"
    "\"coffee\"}}}}";

/* The turn goes from seat to seat; each time is up, and its host lets the game go on. */
static struct kit *with_absent(int seat)
{
    struct kit *kit = dealt("interceptor", 4, signals_deal);
    for (int i = 0; i < 60 && kit->table.seat[seat].missed < 3; i++) {
        kit_wait(kit, 10 * KIT_MINUTE);
        kit_do(kit, 101, "skip", NULL);
    }
    ck_assert_int_eq(kit->table.phase, TABLE_PLAYING);
    ck_assert(kit->table.seat[seat].absent);
    return kit;
}

/* Whether a team has a proposal, and whose, is its secret: more time is taken alone in each case.
 */
START_TEST(more_time_tells_nothing_of_what_is_owed_in_secret)
{
    static const char *const proposal = "{\"documents\":{\"kind\":\"word\",\"value\":\"tea\"},"
                                        "\"money\":{\"kind\":\"word\",\"value\":\"coffee\"}}";
    static const uint64_t proposers[] = {0, 102, 104};
    for (size_t i = 0; i < sizeof proposers / sizeof proposers[0]; i++) {
        struct kit *kit = kit_new(game_find("interceptor"));
        kit_start(kit, 4, 0);
        if (proposers[i] != 0) {
            ck_assert_int_eq(kit_do(kit, proposers[i], "register", proposal), REFUSAL_NONE);
        }
        ck_assert_int_eq(kit_do(kit, 102, "extend", NULL), REFUSAL_NONE);
        ck_assert(kit_told(kit, MSG_TABLE_EXTENDED));
        ck_assert(!kit_told(kit, MSG_TABLE_POLL));
        kit_free(&kit);
    }
}
END_TEST

START_TEST(who_lets_turns_go_by_may_be_replaced)
{
    struct kit *kit = with_absent(3);
    ck_assert(!paused(kit));
    ck_assert_str_ne(kit_offer(kit, SEAT_CROWD, "substitute", -1), "");
    ck_assert_int_eq(kit_do(kit, 110, "substitute", "{\"seat\":3,\"name\":\"Eva\"}"), REFUSAL_NONE);
    ck_assert_int_eq(table_seat_of(&kit->table, 110), 3);
    ck_assert_int_eq(table_seat_of(&kit->table, 104), SEAT_NONE);
    ck_assert(!kit->table.seat[3].absent);
    kit_free(&kit);
}
END_TEST

START_TEST(who_is_back_is_there_again)
{
    struct kit *kit = with_absent(3);
    ck_assert_int_eq(kit_do(kit, 104, "leave", "{\"sure\":false}"), REFUSAL_BAD_ARGUMENT);
    ck_assert(kit->table.seat[3].absent); /* what is refused is nothing */
    ck_assert_int_eq(kit_do(kit, 104, "host", "{\"seat\":3}"), REFUSAL_NONE);
    ck_assert(!kit->table.seat[3].absent);
    ck_assert_uint_eq(kit->table.seat[3].missed, 0);
    ck_assert_int_eq(kit_do(kit, 110, "substitute", "{\"seat\":3,\"name\":\"Eva\"}"),
                     REFUSAL_NO_OPEN_SEAT);
    kit_free(&kit);
}
END_TEST

START_TEST(a_host_who_is_gone_hosts_no_more)
{
    struct kit *kit = dealt("interceptor", 4, signals_deal);
    for (int i = 0; i < 60 && kit->table.seat[0].missed < 3; i++) {
        kit_wait(kit, 10 * KIT_MINUTE);
        if (kit->table.host == 101) {
            kit->moderator = true;
            kit_do(kit, KIT_MOD, "skip", NULL);
        }
    }
    ck_assert(kit->table.seat[0].absent);
    ck_assert_uint_eq(kit->table.host, 102);
    kit_free(&kit);
}
END_TEST

START_TEST(a_game_that_everybody_has_left_ends)
{
    struct kit *kit = dealt("interceptor", 4, signals_deal);
    kit_wait(kit, 15LL * 24 * 60 * KIT_MINUTE);
    ck_assert_int_ge(kit->table.phase, TABLE_OVER);
    ck_assert(kit->table.aborted);
    kit_free(&kit);
}
END_TEST

Suite *suite_poll(void);

Suite *suite_poll(void)
{
    Suite *suite = suite_create("poll");
    TCase *tcase = tcase_create("poll");
    tcase_add_test(tcase, a_player_who_pauses_asks_the_others);
    tcase_add_test(tcase, a_vote_that_cannot_pass_any_more_is_over_and_not_repeated_at_once);
    tcase_add_test(tcase, silence_is_no_yes);
    tcase_add_test(tcase, a_vote_taken_back_is_missing_again);
    tcase_add_test(tcase, one_vote_at_a_time);
    tcase_add_test(tcase, what_cannot_be_done_is_not_voted_on);
    tcase_add_test(tcase, no_side_ends_the_game_alone);
    tcase_add_test(tcase, whom_it_is_about_has_no_vote_and_one_alone_throws_nobody_out);
    tcase_add_test(tcase, who_goes_votes_no_more);
    tcase_add_test(tcase, a_vote_that_has_come_true_is_off);
    tcase_add_test(tcase, a_pause_ends_by_itself_and_pauses_have_a_cap);
    tcase_add_test(tcase, a_pause_that_ends_beside_an_open_seat_waits_for_it);
    tcase_add_test(tcase, who_owes_takes_more_time_twice_then_asks);
    tcase_add_test(tcase, more_time_tells_nothing_of_what_is_owed_in_secret);
    tcase_add_test(tcase, who_lets_turns_go_by_may_be_replaced);
    tcase_add_test(tcase, who_is_back_is_there_again);
    tcase_add_test(tcase, a_host_who_is_gone_hosts_no_more);
    tcase_add_test(tcase, a_game_that_everybody_has_left_ends);
    suite_add_tcase(suite, tcase);
    return suite;
}
