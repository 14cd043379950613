/* Every play of a round, and every state that rounds without calls can reach (rule book 1.4, 5.1).
 */
#include "interceptor_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The 16 plays in the order OA OB JA JB: outcome, hands after the reveal, pot, discard. */
START_TEST(all_sixteen_plays)
{
    int counts[5] = {0};
    for (int code = 0; code < 16; code++) {
        char plays[5] = {0};
        for (int i = 0; i < 4; i++) {
            plays[i] = (code >> (3 - i) & 1) != 0 ? 'M' : 'D';
        }
        bool officials = plays[0] == plays[1];
        bool journalists = plays[2] == plays[3];
        in_deal("", "\"leader\":0,");
        in_plays(plays);
        const struct interceptor *state = kit_state();
        if (officials && journalists) {
            bool follow = plays[0] == plays[2];
            counts[follow ? 0 : 1]++;
            ck_view(SEAT_CROWD, "last.outcome", follow ? "\"follow\"" : "\"lead\"");
            ck_assert_int_eq(state->pot_team, follow ? 1 : 0);
            ck_assert_int_eq(state->pot, 2);
            ck_assert_int_eq(state->discard, 2);
        } else if (officials || journalists) {
            counts[officials ? 2 : 3]++;
            ck_view(SEAT_CROWD, "last.outcome", officials ? "\"lead_takes\"" : "\"follow_takes\"");
            ck_assert_int_eq(state->pot_team, officials ? 0 : 1);
            ck_assert_int_eq(state->pot, 4);
            ck_assert_int_eq(state->discard, 0);
        } else {
            counts[4]++;
            ck_view(SEAT_CROWD, "last.outcome", "\"none\"");
            ck_assert_int_eq(state->pot, 0);
            ck_assert_int_eq(state->discard, 4);
        }
        ck_phase(officials || journalists ? "split" : "play");
    }
    ck_assert_int_eq(counts[0], 2);
    ck_assert_int_eq(counts[1], 2);
    ck_assert_int_eq(counts[2], 4);
    ck_assert_int_eq(counts[3], 4);
    ck_assert_int_eq(counts[4], 4);
}
END_TEST

/* A search through the real rules: from each hand state, every kind of outcome and every split. */
enum { BASE = 17, STATES = BASE * BASE * BASE * BASE };

static unsigned char seen[STATES];
static int queue[STATES];
static int queued;
static int continuing;
static int ends[3]; /* journalists, officials, ties */
static int largest;

static int code_of(const int8_t hand[4])
{
    return ((hand[0] * BASE + hand[1]) * BASE + hand[2]) * BASE + hand[3];
}

static void reached(void)
{
    const struct interceptor *state = kit_state();
    int code = code_of(state->hand);
    if (seen[code]) {
        return;
    }
    seen[code] = 1;
    if (!state->common.over) {
        for (int seat = 0; seat < 4; seat++) {
            largest = state->hand[seat] > largest ? state->hand[seat] : largest;
        }
        continuing++;
        queue[queued++] = code;
    } else if (state->common.result.winners == 0) {
        ends[2]++;
    } else {
        ends[(state->common.result.winners & 1) != 0]++;
    }
}

static void deal_code(int code, char *more, size_t max)
{
    int hand[4];
    int cards = 0;
    for (int seat = 3; seat >= 0; seat--) {
        hand[seat] = code % BASE;
        code /= BASE;
        cards += hand[seat];
    }
    snprintf(more, max, "\"leader\":0,\"hands\":[%d,%d,%d,%d],\"discard\":%d,", hand[0], hand[1],
             hand[2], hand[3], 16 - cards);
}

static void expand(int code)
{
    static const char *const outcomes[] = {"DDDD", "DDMM", "DDDM", "DMDD", "DMDM"};
    static _Alignas(max_align_t) unsigned char before[GAME_STATE_MAX];
    char more[128];
    deal_code(code, more, sizeof more);
    for (size_t i = 0; i < 5; i++) {
        in_deal("", more);
        in_plays(outcomes[i]);
        struct interceptor *state = kit_state();
        if (state->common.phase != INTERCEPTOR_AT_SPLIT) {
            reached();
            continue;
        }
        int pot = state->pot;
        int team = state->pot_team;
        memcpy(before, kit_state(), sizeof *state);
        for (int a = 0; a <= pot; a++) {
            struct move move;
            struct outcome out;
            memcpy(kit_state(), before, sizeof *state);
            move_init(&move, rules_action(kit_game(), "split"), team, 0);
            value_number(&move.args, "a", a);
            value_number(&move.args, "b", pot - a);
            if (rules_apply(kit_game(), kit_state(), &move, &out) == REFUSAL_NONE) {
                reached();
            }
        }
    }
}

START_TEST(reachable_states_are_as_computed)
{
    in_deal("", "\"leader\":0,");
    reached();
    for (int i = 0; i < queued; i++) {
        expand(queue[i]);
    }
    ck_assert_int_eq(continuing, 532);
    ck_assert_int_eq(ends[0], 342);
    ck_assert_int_eq(ends[1], 342);
    ck_assert_int_eq(ends[2], 85);
    ck_assert_int_eq(ends[0] + ends[1] + ends[2], 769);
    ck_assert_int_eq(largest, 13);
}
END_TEST

/* Default splits: a card at a time to who has fewer, then who comes earlier in the round. */
START_TEST(default_splits_even_out)
{
    static const struct {
        const char *deal;
        const char *plays;
        const char *said; /* a, b */
    } rows[] = {
        {"\"leader\":0,", "DDMM", "\"a\":1,\"b\":1"},
        {"\"leader\":0,\"hands\":[1,4,5,6],", "DDDM", "\"a\":4,\"b\":0"},
        {"\"leader\":2,\"hands\":[4,4,3,5],", "DDDM", "\"a\":1,\"b\":3"},
        {"\"leader\":2,\"hands\":[4,3,4,5],", "DMDD", "\"a\":3,\"b\":1"},
        {"\"leader\":2,\"hands\":[4,4,4,4],\"round\":3,", "MMMM", "\"a\":1,\"b\":1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        in_deal("", rows[i].deal);
        in_plays(rows[i].plays);
        kit_good(SEAT_MODERATOR, "skip", NULL);
        ck_assert_msg(strstr(kit_event("interceptor.split"), rows[i].said) != NULL, "row %zu: %s",
                      i, kit_event("interceptor.split"));
    }
}
END_TEST

/* An odd card goes to who came earlier in the order of play, whichever seat that is. */
START_TEST(default_split_of_an_odd_pot_follows_the_order)
{
    in_deal("", "\"leader\":2,\"hands\":[4,5,4,2],\"discard\":1,");
    in_plays("DD");
    in_play('D');     /* JB (3) is on the left of OB */
    in_wrong_call(0); /* nothing changes for the turn */
    in_play('D');     /* JA */
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_assert_ptr_nonnull(strstr(kit_event("interceptor.split"), "\"a\":0,\"b\":2"));
    in_deal("", "\"leader\":2,\"hands\":[4,5,4,1],\"discard\":2,");
    in_play('D');
    in_wrong_call(3);
    in_plays("DD"); /* OA, then JA, JB being passed over */
    ck_view(SEAT_CROWD, "pot.cards", "3");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_assert_ptr_nonnull(strstr(kit_event("interceptor.split"), "\"a\":1,\"b\":2"));
}
END_TEST

Suite *suite_interceptor_outcome(void);

Suite *suite_interceptor_outcome(void)
{
    Suite *suite = suite_create("interceptor_outcome");
    TCase *tcase = tcase_create("outcome");
    tcase_add_test(tcase, all_sixteen_plays);
    tcase_add_test(tcase, reachable_states_are_as_computed);
    tcase_add_test(tcase, default_splits_even_out);
    tcase_add_test(tcase, default_split_of_an_odd_pot_follows_the_order);
    suite_add_tcase(suite, tcase);
    return suite;
}
