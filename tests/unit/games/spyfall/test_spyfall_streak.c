/* Option streak: with soft, the spy of the round before is rarely drawn again, nobody is ever ruled
 * out, and nothing but what everybody was told counts. */
#include "spyfall_kit.h"

#include <stdio.h>
#include <string.h>

enum { PLACES_MAX = 256, ROUNDS = 100, SEATS = 5, NO_SPY = -1 };

static struct spyfall state;
static struct outcome out;

/* Deals what the seed draws, out of PLACES. */
static void deal_of(uint64_t seed, int seats, const char *streak, const char *rounds)
{
    static struct value fact[PLACES_MAX];
    static char text[1024];
    static const char json[] = "{" PLACES "}";
    struct value_tree pinned;
    struct deal deal = {.seats = (uint8_t)seats, .pinned = &pinned};
    const struct option_def *row = NULL;
    value_init(&pinned, fact, PLACES_MAX, text, sizeof text);
    ck_assert(value_parse(&pinned, json, sizeof json - 1));
    options_default(&spyfall_game, &deal.options);
    ck_assert(options_set(&spyfall_game, &deal.options, "streak", streak, &row));
    ck_assert(options_set(&spyfall_game, &deal.options, "rounds", rounds, &row));
    memcpy(deal.seed, &seed, sizeof seed);
    ck_assert_int_eq(rules_deal(&spyfall_game, &state, &deal, &out), REFUSAL_NONE);
}

/* The round ends by the clock, and the next one begins. */
static void go_on(void)
{
    outcome_init(&out);
    spyfall_end_round(&state, SPYFALL_CLOCK, &out);
    outcome_init(&out);
    spyfall_go_on(&state, &out);
}

/* How often the next spy sat so many seats behind the last one, and who followed which two. */
struct counts {
    int total;
    int behind[SEATS_MAX];
    int follows[SEATS_MAX][SEATS_MAX][SEATS_MAX];
};

static void count_games(struct counts *counts, int seats, const char *streak)
{
    enum { GAMES = 200 };
    memset(counts, 0, sizeof *counts);
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        int before = NO_SPY;
        deal_of(seed, seats, streak, "100");
        for (int round = 1; round < ROUNDS; round++) {
            int last = state.spy;
            go_on();
            ck_assert_int_eq(state.last.spy, last); /* as everybody was told */
            counts->total++;
            counts->behind[(state.spy - last + seats) % seats]++;
            counts->follows[before == NO_SPY ? last : before][last][state.spy]++;
            before = last;
        }
    }
}

/* So often as it must be, give or take five times the spread. */
static void ck_often(int count, int total, int part, int of)
{
    double mean = (double)total * part / of;
    double spread = mean * (1 - (double)part / of);
    double off = count - mean;
    ck_assert_msg(off * off < 25 * spread, "%d of %d, should be %d of %d", count, total, part, of);
}

/* By all that is known of the two rounds before, everybody may be the spy. */
static void ck_nobody_is_ruled_out(const struct counts *counts, int seats)
{
    for (int i = 0; i < seats * seats * seats; i++) {
        ck_assert_int_gt(counts->follows[i / seats / seats][i / seats % seats][i % seats], 0);
    }
}

START_TEST(off_draws_everybody_alike)
{
    static struct counts counts;
    for (int seats = SPYFALL_SEATS_MIN; seats <= SEATS_MAX; seats += 4) {
        count_games(&counts, seats, "off");
        for (int behind = 0; behind < seats; behind++) {
            ck_often(counts.behind[behind], counts.total, 1, seats);
        }
    }
}
END_TEST

/* One in n squared who was it, n + 1 in n squared each of the others. */
START_TEST(soft_makes_a_repeat_rare_and_rules_nobody_out)
{
    static struct counts counts;
    for (int seats = SPYFALL_SEATS_MIN; seats <= SEATS_MAX; seats += 4) {
        count_games(&counts, seats, "soft");
        ck_often(counts.behind[0], counts.total, 1, seats * seats);
        for (int behind = 1; behind < seats; behind++) {
            ck_often(counts.behind[behind], counts.total, seats + 1, seats * seats);
        }
        if (seats == SPYFALL_SEATS_MIN) {
            ck_nobody_is_ruled_out(&counts, seats);
        }
    }
}
END_TEST

/* Nobody is spared in a first round, nor once the last spy is gone. */
START_TEST(who_has_left_changes_no_chance)
{
    int first[SEATS] = {0};
    int later[SEATS] = {0};
    enum { GAMES = 3000 };
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        deal_of(seed, SEATS, "soft", "5");
        int gone = state.spy;
        first[gone]++;
        outcome_init(&out);
        spyfall_end_round(&state, SPYFALL_CLOCK, &out);
        state.common.gone = seat_bit(gone);
        state.leader = (int8_t)spyfall_next_of(&state, spyfall_present(&state), gone);
        spyfall_go_on(&state, &out);
        later[(state.spy - gone + SEATS) % SEATS]++;
    }
    ck_assert_int_eq(later[0], 0);
    for (int seat = 0; seat < SEATS; seat++) {
        ck_often(first[seat], GAMES, 1, SEATS);
        ck_assert(seat == 0 || later[seat] > 0);
        if (seat > 0) {
            ck_often(later[seat], GAMES, 1, SEATS - 1);
        }
    }
}
END_TEST

/* Two tables that differ in everything but what the draw may look at: chance, who is in, and who
 * all were told was the spy. */
START_TEST(the_draw_looks_at_the_last_spy_alone)
{
    static struct spyfall other;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        deal_of(seed, SEATS, "soft", "5");
        outcome_init(&out);
        spyfall_end_round(&state, SPYFALL_CLOCK, &out);
        other = state;
        other.spy = (int8_t)((state.spy + 1) % SEATS);
        other.place = (uint8_t)((state.place + 1) % state.places.count);
        other.common.round = 3;
        other.last.round = 3;
        other.leader = 2;
        memset(other.drawn, 1, sizeof other.drawn);
        memset(other.deeds, 2, sizeof other.deeds);
        memset(other.scores, 0, sizeof other.scores);
        memset(other.part, 3, sizeof other.part);
        memset(&other.course, 0, sizeof other.course);
        spyfall_draw_round(&state);
        spyfall_draw_round(&other);
        ck_assert_int_eq(state.spy, other.spy);
        ck_assert_int_eq(state.place, other.place);
        ck_assert_mem_eq(&state.rng, &other.rng, sizeof state.rng);
    }
}
END_TEST

/* What a reader sees at the beginning of a second round, and hears of it. */
struct beginning {
    bool again; /* the last spy was drawn at first */
    int spy;
    uint8_t place;
    char seen[SEATS + 1][4096];
};

static void note(struct beginning *into, int reader)
{
    static struct view view;
    char *at = into->seen[reader];
    size_t left = sizeof into->seen[reader];
    rules_view(&spyfall_game, &state, reader == SEATS ? SEAT_CROWD : reader, &view);
    size_t len = value_print(&view.facts, at, left);
    ck_assert_uint_gt(len, 0);
    for (unsigned i = 0; i < out.event_count; i++) {
        const struct event *event = &out.event[i];
        uint16_t ear = reader == SEATS ? AUDIENCE_CROWD : seat_bit(reader);
        if (event->to == AUDIENCE_CROWD || (event->to & ear) != 0) {
            len += value_print_at(&out.facts, event->args, at + len, left - len);
        }
    }
}

/* Plays a first round of Dee's at the first place; false when it was another. */
static bool begin_second(uint64_t seed, struct beginning *into)
{
    deal_of(seed, SEATS, "soft", "5");
    if (state.spy != DEE || state.place != 0) {
        return false;
    }
    struct spyfall copy = state;
    copy.common.options.value[SPYFALL_STREAK] = 0;
    outcome_init(&out);
    spyfall_end_round(&copy, SPYFALL_CLOCK, &out);
    spyfall_draw_round(&copy);
    go_on();
    into->again = copy.spy == DEE;
    into->spy = state.spy;
    into->place = state.place;
    for (int reader = 0; reader <= SEATS; reader++) {
        note(into, reader);
    }
    return true;
}

/* Where the place is the same, whoever is not the spy sees the same, whether the last spy is it
 * again, was drawn and drawn once more, or was not drawn: and the spy sees no more than that. */
START_TEST(nobody_can_tell_that_it_was_drawn_twice)
{
    static struct beginning first[4][SEATS]; /* by place and spy */
    static struct beginning one;
    static bool met[4][SEATS];
    unsigned again = 0;
    unsigned repeats = 0;
    for (uint64_t seed = 1; seed <= 6000; seed++) {
        if (!begin_second(seed, &one)) {
            continue;
        }
        ck_assert(one.place >= 1 && one.place <= 4);
        again += one.again;
        repeats += one.spy == DEE;
        struct beginning *same = &first[one.place - 1][one.spy];
        if (!met[one.place - 1][one.spy]) {
            *same = one;
            met[one.place - 1][one.spy] = true;
        }
        for (int reader = 0; reader <= SEATS; reader++) {
            ck_assert_str_eq(one.seen[reader], same->seen[reader]);
        }
        for (int spy = 0; spy < SEATS; spy++) {
            const struct beginning *other = &first[one.place - 1][spy];
            for (int reader = 0; met[one.place - 1][spy] && reader <= SEATS; reader++) {
                bool blind = reader != spy && reader != one.spy;
                ck_assert(!blind || strcmp(one.seen[reader], other->seen[reader]) == 0);
            }
        }
    }
    ck_assert_uint_gt(again, repeats);
    ck_assert_uint_gt(repeats, 0);
}
END_TEST

START_TEST(a_pinned_spy_is_the_spy)
{
    for (int soft = 0; soft < 2; soft++) {
        sp_deal(SEATS, soft != 0 ? "streak=soft" : "", DEE, "");
        for (int round = 0; round < 4; round++) {
            ck_assert_int_eq(sp_state()->spy, DEE);
            kit_tick(kit_common()->now_ms + (long)6 * 60000 + 1);
            kit_good(ANA, "next", NULL);
        }
    }
}
END_TEST

static const char *drawn_in(uint32_t nth)
{
    static struct value fact[32];
    static char text[512];
    static char print[512];
    struct value_tree drawn;
    value_init(&drawn, fact, 32, text, sizeof text);
    if (!spyfall_game.drawn(&state, nth, &drawn)) {
        return NULL;
    }
    ck_assert_uint_gt(value_print(&drawn, print, sizeof print), 0);
    return print;
}

/* Of rounds that are over, and by the rules of now. */
START_TEST(a_record_says_what_was_drawn)
{
    char made[128];
    deal_of(7, SPYFALL_SEATS_MIN, "soft", "5");
    ck_assert_ptr_null(drawn_in(0));
    snprintf(made, sizeof made, "{\"place\":\"%s\",\"spy\":%d,\"in\":[0,1,2,3],\"seats\":4}",
             spyfall_place_name(&state.places, state.place), state.spy);
    go_on();
    ck_assert_str_eq(drawn_in(0), made);
    ck_assert_ptr_null(drawn_in(1));
    state.common.version = 1;
    ck_assert_ptr_null(drawn_in(0));
}
END_TEST

START_TEST(rounds_beyond_the_hundredth_are_not_kept)
{
    deal_of(7, SPYFALL_SEATS_MIN, "soft", "100");
    for (int round = 1; round < ROUNDS; round++) {
        go_on();
    }
    state.planned = ROUNDS + 2; /* extra rounds */
    go_on();
    go_on();
    ck_assert_ptr_nonnull(drawn_in(ROUNDS - 1));
    ck_assert_ptr_null(drawn_in(ROUNDS));
}
END_TEST

Suite *suite_spyfall_streak(void);

Suite *suite_spyfall_streak(void)
{
    Suite *suite = suite_create("spyfall_streak");
    TCase *tcase = tcase_create("who is spy again");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, off_draws_everybody_alike);
    tcase_add_test(tcase, soft_makes_a_repeat_rare_and_rules_nobody_out);
    tcase_add_test(tcase, who_has_left_changes_no_chance);
    tcase_add_test(tcase, the_draw_looks_at_the_last_spy_alone);
    tcase_add_test(tcase, nobody_can_tell_that_it_was_drawn_twice);
    tcase_add_test(tcase, a_pinned_spy_is_the_spy);
    tcase_add_test(tcase, a_record_says_what_was_drawn);
    tcase_add_test(tcase, rounds_beyond_the_hundredth_are_not_kept);
    suite_add_tcase(suite, tcase);
    return suite;
}
