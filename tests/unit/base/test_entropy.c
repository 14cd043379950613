/* Dice and clocks: the seeded ones repeat, the system's do not. */

#include <string.h>

#include <check.h>

#include "clock.h"
#include "entropy.h"
#include "hash.h"

START_TEST(entropy_seeded_repeats_for_ever)
{
    uint64_t state = 0;
    unsigned char bytes[16];
    char text[33];
    struct entropy entropy = entropy_seeded(&state, 1234567);
    entropy.fill(entropy.context, bytes, sizeof(bytes));
    hash_hex(text, bytes, sizeof(bytes));
    /* splitmix64's published first two numbers of this seed: 6457827717110365317 and
     * 3203168211198807973, low byte first */
    ck_assert_str_eq(text, "85fc08fb17d09e59"
                           "a50f545884f0732c");
}
END_TEST

START_TEST(entropy_seeded_differs_by_seed_and_goes_on)
{
    uint64_t state = 0;
    unsigned char bytes[3][24];
    struct entropy entropy = entropy_seeded(&state, 1);
    entropy.fill(entropy.context, bytes[0], 24);
    entropy.fill(entropy.context, bytes[1], 24);
    entropy = entropy_seeded(&state, 2);
    entropy.fill(entropy.context, bytes[2], 24);
    ck_assert_mem_ne(bytes[0], bytes[1], 24);
    ck_assert_mem_ne(bytes[0], bytes[2], 24);
}
END_TEST

START_TEST(entropy_fills_odd_counts_and_no_more)
{
    uint64_t state = 0;
    struct entropy all[] = {entropy_system(), entropy_seeded(&state, 3)};
    for (size_t i = 0; i < 2; i++) {
        for (size_t count = 0; count <= 20; count++) {
            unsigned char bytes[24] = {0};
            all[i].fill(all[i].context, bytes, count);
            for (size_t j = count; j < sizeof(bytes); j++) {
                ck_assert_uint_eq(bytes[j], 0);
            }
        }
    }
}
END_TEST

START_TEST(entropy_system_gives_something_else_each_time)
{
    unsigned char one[32] = {0};
    unsigned char other[32] = {0};
    struct entropy entropy = entropy_system();
    entropy.fill(entropy.context, one, sizeof(one));
    entropy.fill(entropy.context, other, sizeof(other));
    ck_assert_mem_ne(one, other, sizeof(one));
}
END_TEST

START_TEST(clock_system_tells_milliseconds)
{
    struct clock clock = clock_system();
    int64_t now_ms = clock.now_ms(clock.context);
    ck_assert_int_gt(now_ms, 1600000000000);
    ck_assert_int_lt(now_ms, 9000000000000);
    int64_t before_ms = clock.monotonic_ms(clock.context);
    ck_assert_int_ge(clock.monotonic_ms(clock.context), before_ms);
}
END_TEST

Suite *suite_entropy(void);

Suite *suite_entropy(void)
{
    Suite *suite = suite_create("entropy");
    TCase *tcase = tcase_create("entropy");
    tcase_add_test(tcase, entropy_seeded_repeats_for_ever);
    tcase_add_test(tcase, entropy_seeded_differs_by_seed_and_goes_on);
    tcase_add_test(tcase, entropy_fills_odd_counts_and_no_more);
    tcase_add_test(tcase, entropy_system_gives_something_else_each_time);
    tcase_add_test(tcase, clock_system_tells_milliseconds);
    suite_add_tcase(suite, tcase);
    return suite;
}
