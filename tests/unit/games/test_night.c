/* A game night: how many tables for how many people, who sits with whom, who waits for a place. */
#include "game_kit.h"

#include "night.h"

#include <stdio.h>
#include <string.h>

static struct night night;
static struct options options;

static void set(const char *name, const char *value)
{
    const struct option_def *row = NULL;
    ck_assert(options_set(&night_game, &options, name, value, &row));
}

static void begin(const char *game, unsigned people)
{
    memset(&night, 0, sizeof night);
    options_default(&night_game, &options);
    set("play", game);
    for (unsigned i = 0; i < people; i++) {
        night.guest[i].person = i + 1;
        night.guest[i].here = true;
    }
    night.guest_count = (uint8_t)people;
}

/* "4 4 5" and how many are left over. */
static const char *spread_text(unsigned people)
{
    static char text[128];
    struct night_spread spread;
    night_spread(people, &options, &spread);
    size_t len = 0;
    for (unsigned i = 0; i < spread.count; i++) {
        len += (size_t)snprintf(text + len, sizeof text - len, "%u ", spread.size[i]);
    }
    snprintf(text + len, sizeof text - len, "+%u", spread.left_over);
    return text;
}

START_TEST(people_are_spread_over_tables_of_the_right_size)
{
    begin("spyfall", 0);
    ck_assert_str_eq(spread_text(17), "5 4 4 4 +0");
    ck_assert_str_eq(spread_text(8), "4 4 +0");
    ck_assert_str_eq(spread_text(1), "+1");
    ck_assert_str_eq(spread_text(2), "2 +0"); /* and the house */
    set("spare_seats", "wait");
    ck_assert_str_eq(spread_text(2), "+2");
    set("table_size", "6");
    ck_assert_str_eq(spread_text(17), "6 6 5 +0");
    begin("interceptor", 0);
    ck_assert_str_eq(spread_text(17), "4 4 3 3 3 +0"); /* the house fills up */
    set("spare_seats", "wait");
    ck_assert_str_eq(spread_text(17), "4 4 4 4 +1");
}
END_TEST

/* All sizes fit the game, and nobody is lost. */
static void spread_is_sound(const struct game_def *game, unsigned people, bool wait)
{
    struct night_spread spread;
    unsigned sum = 0;
    night_spread(people, &options, &spread);
    for (unsigned i = 0; i < spread.count; i++) {
        sum += spread.size[i];
        ck_assert_uint_le(spread.size[i], game->seats_max);
        ck_assert_uint_ge(spread.size[i], wait ? game->seats_min : 1);
    }
    ck_assert_uint_eq(sum + spread.left_over, people);
    ck_assert(wait || spread.left_over == 0 || people < 2);
}

START_TEST(no_number_of_people_breaks_a_table)
{
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        for (unsigned people = 0; people <= NIGHT_PEOPLE_MAX; people++) {
            begin((*game)->id, 0);
            spread_is_sound(*game, people, false);
            set("spare_seats", "wait");
            spread_is_sound(*game, people, true);
        }
    }
}
END_TEST

START_TEST(rounds_mix_people_and_nobody_sits_out_twice_before_the_others)
{
    uint8_t seed[SEED_BYTES] = {7};
    begin("interceptor", 17);
    set("spare_seats", "wait");
    set("rounds", "8");
    for (unsigned round = 1; round <= 4; round++) {
        ck_assert(night_deal(&night, &options, seed));
        ck_assert_uint_eq(night.round, round);
        unsigned out = 0;
        for (unsigned i = 0; i < 17; i++) {
            out += night.guest[i].group[round - 1] == 0;
            ck_assert_uint_ge(night_dealt(&night.guest[i]), round - 1);
        }
        ck_assert_uint_eq(out, 1);
    }
    unsigned twice = 0; /* pairs who met in the first two rounds both */
    for (unsigned a = 0; a < 17; a++) {
        for (unsigned b = a + 1; b < 17; b++) {
            const uint8_t *one = night.guest[a].group;
            const uint8_t *other = night.guest[b].group;
            twice += one[0] != 0 && one[0] == other[0] && one[1] != 0 && one[1] == other[1];
        }
    }
    ck_assert_uint_le(twice, 2);
}
END_TEST

START_TEST(who_signed_up_late_waits_for_a_place)
{
    begin("spyfall", 5);
    set("places", "4");
    ck_assert(!night_waits(&night, &options, 3));
    ck_assert(night_waits(&night, &options, 4));
    ck_assert_uint_eq(night_placed(&night, &options), 4);
    ck_assert_uint_eq(night_present(&night, &options), 4);
    night.guest[1].gone = true;
    ck_assert(!night_waits(&night, &options, 4));
    ck_assert_int_eq(night_find(&night, 2), -1);
    ck_assert_int_eq(night_find(&night, 5), 4);
}
END_TEST

START_TEST(the_standing_is_by_points_and_fair_to_equals)
{
    uint8_t order[NIGHT_PEOPLE_MAX];
    begin("spyfall", 4);
    for (unsigned i = 0; i < 3; i++) {
        night.guest[i].played = 1;
    }
    night.guest[1].wins = 1;
    night.guest[2].ties = 1;
    ck_assert_uint_eq(night_standing(&night, order), 3);
    ck_assert_uint_eq(order[0], 1);
    ck_assert_uint_eq(order[1], 2);
    ck_assert_uint_eq(order[2], 0);
    ck_assert_uint_eq(night_points(&night.guest[1]), 2);
}
END_TEST

Suite *suite_night(void);

Suite *suite_night(void)
{
    Suite *suite = suite_create("night");
    TCase *tests = tcase_create("night");
    tcase_add_test(tests, people_are_spread_over_tables_of_the_right_size);
    tcase_add_test(tests, no_number_of_people_breaks_a_table);
    tcase_add_test(tests, rounds_mix_people_and_nobody_sits_out_twice_before_the_others);
    tcase_add_test(tests, who_signed_up_late_waits_for_a_place);
    tcase_add_test(tests, the_standing_is_by_points_and_fair_to_equals);
    suite_add_tcase(suite, tests);
    return suite;
}
