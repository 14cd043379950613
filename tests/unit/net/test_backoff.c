#include "backoff.h"

#include <check.h>
#include <string.h>

/* Hands out the same 32 bits again and again, then one less each time it was asked. */
struct dice {
    uint32_t next;
    unsigned asked;
};

static void dice_fill(void *context, void *bytes, size_t count)
{
    struct dice *dice = context;
    uint32_t value = dice->next - dice->asked++;
    ck_assert_uint_eq(count, sizeof value);
    memcpy(bytes, &value, sizeof value);
}

START_TEST(backoff_doubles_its_bound_up_to_the_most)
{
    struct backoff backoff;
    struct dice dice = {.next = 0};
    struct entropy entropy = {dice_fill, &dice};
    static const uint32_t bounds[] = {100, 200, 400, 800, 1000, 1000};
    backoff_init(&backoff, 100, 1000);
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        ck_assert_uint_eq(backoff_bound_ms(&backoff), bounds[i]);
        ck_assert_uint_le(backoff_next_ms(&backoff, &entropy), bounds[i]);
    }
    for (unsigned i = 0; i < 100; i++) {
        backoff_next_ms(&backoff, &entropy);
    }
    ck_assert_uint_eq(backoff_bound_ms(&backoff), 1000);
    backoff_reset(&backoff);
    ck_assert_uint_eq(backoff_bound_ms(&backoff), 100);
}
END_TEST

START_TEST(backoff_reaches_nothing_and_the_whole_bound)
{
    struct backoff backoff;
    struct dice dice = {.next = 0};
    struct entropy entropy = {dice_fill, &dice};
    backoff_init(&backoff, 100, 1000);
    ck_assert_uint_eq(backoff_next_ms(&backoff, &entropy), 0);
    backoff_reset(&backoff);
    dice = (struct dice){.next = 100};
    ck_assert_uint_eq(backoff_next_ms(&backoff, &entropy), 100);
}
END_TEST

START_TEST(backoff_draws_again_what_would_be_unfair)
{
    struct backoff backoff;
    struct dice dice = {.next = UINT32_MAX};
    struct entropy entropy = {dice_fill, &dice};
    backoff_init(&backoff, 100, 1000);
    /* 2^32 - 1 = 101 * 42524428 + 67: draws from that multiple of 101 on do not count */
    uint32_t drawn = backoff_next_ms(&backoff, &entropy);
    ck_assert_uint_gt(dice.asked, 1);
    ck_assert_uint_eq(drawn, 100);
}
END_TEST

Suite *suite_backoff(void);
Suite *suite_backoff(void)
{
    Suite *suite = suite_create("backoff");
    TCase *tcase = tcase_create("backoff");
    tcase_add_test(tcase, backoff_doubles_its_bound_up_to_the_most);
    tcase_add_test(tcase, backoff_reaches_nothing_and_the_whole_bound);
    tcase_add_test(tcase, backoff_draws_again_what_would_be_unfair);
    suite_add_tcase(suite, tcase);
    return suite;
}
