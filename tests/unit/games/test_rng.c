/* The generator: known draws, no bias, shuffles that keep every element. */
#include "rng.h"

#include <check.h>
#include <string.h>

START_TEST(rng_draws_what_the_reference_draws)
{
    /* xoshiro256** of state 1, 2, 3, 4, by the authors' own code */
    static const uint64_t expected[] = {11520U, 0U, 1509978240U, 1215971899390074240U};
    uint8_t seed[RNG_SEED_BYTES] = {[0] = 1, [8] = 2, [16] = 3, [24] = 4};
    struct rng rng;
    rng_init(&rng, seed);
    for (size_t i = 0; i < 4; i++) {
        ck_assert(rng_next(&rng) == expected[i]);
    }
}
END_TEST

START_TEST(rng_of_zeros_still_draws)
{
    uint8_t seed[RNG_SEED_BYTES] = {0};
    struct rng rng;
    rng_init(&rng, seed);
    uint64_t first = rng_next(&rng);
    ck_assert(first != rng_next(&rng));
}
END_TEST

START_TEST(rng_below_is_even)
{
    uint8_t seed[RNG_SEED_BYTES] = {9};
    int count[7] = {0};
    struct rng rng;
    rng_init(&rng, seed);
    for (int i = 0; i < 70000; i++) {
        uint32_t drawn = rng_below(&rng, 7);
        ck_assert_uint_lt(drawn, 7);
        count[drawn]++;
    }
    for (int i = 0; i < 7; i++) {
        ck_assert_int_gt(count[i], 9600);
        ck_assert_int_lt(count[i], 10400);
    }
    ck_assert_uint_eq(rng_below(&rng, 1), 0);
}
END_TEST

START_TEST(rng_shuffle_gives_every_order_alike)
{
    uint8_t seed[RNG_SEED_BYTES] = {3};
    int count[6] = {0};
    struct rng rng;
    rng_init(&rng, seed);
    for (int i = 0; i < 60000; i++) {
        uint16_t cards[3] = {0, 1, 2};
        rng_shuffle(&rng, cards, 3, sizeof cards[0]);
        ck_assert_int_eq(cards[0] + cards[1] + cards[2], 3);
        count[cards[0] * 2 + (cards[1] > cards[2])]++;
    }
    for (int i = 0; i < 6; i++) {
        ck_assert_int_gt(count[i], 9600);
        ck_assert_int_lt(count[i], 10400);
    }
}
END_TEST

Suite *suite_rng(void);

Suite *suite_rng(void)
{
    Suite *suite = suite_create("rng");
    TCase *tcase = tcase_create("rng");
    tcase_add_test(tcase, rng_draws_what_the_reference_draws);
    tcase_add_test(tcase, rng_of_zeros_still_draws);
    tcase_add_test(tcase, rng_below_is_even);
    tcase_add_test(tcase, rng_shuffle_gives_every_order_alike);
    suite_add_tcase(suite, tcase);
    return suite;
}
