#include "discord_bucket.h"
#include "window.h"

#include <check.h>

static struct discord_limit limit(uint32_t remaining, int64_t after_ms)
{
    return (struct discord_limit){
        .given = true, .limit = 5, .remaining = remaining, .reset_after_ms = after_ms};
}

static void observed(struct discord_bucket *bucket, uint32_t remaining, int64_t after_ms,
                     int64_t now)
{
    struct discord_limit said = limit(remaining, after_ms);
    discord_bucket_update(bucket, &said, now);
}

START_TEST(unknown_bucket_takes_one_at_a_time)
{
    struct discord_bucket bucket = {0};
    ck_assert_int_eq(discord_bucket_wait_ms(&bucket, 0), 0);
    discord_bucket_begin(&bucket);
    ck_assert_int_eq(discord_bucket_wait_ms(&bucket, 1000000), -1);
    discord_bucket_end(&bucket);
    ck_assert_int_eq(discord_bucket_wait_ms(&bucket, 0), 0);
}
END_TEST

START_TEST(bucket_without_headers_is_without_limit)
{
    struct discord_bucket bucket = {0};
    struct discord_limit none = {0};
    discord_bucket_begin(&bucket);
    discord_bucket_update(&bucket, &none, 0);
    for (int i = 0; i < 100; i++) {
        ck_assert_int_eq(discord_bucket_wait_ms(&bucket, 0), 0);
        discord_bucket_begin(&bucket);
    }
}
END_TEST

START_TEST(bucket_counts_what_is_under_way)
{
    struct discord_bucket bucket = {0};
    discord_bucket_begin(&bucket);
    observed(&bucket, 2, 1000, 0);
    discord_bucket_begin(&bucket);
    ck_assert_int_eq(discord_bucket_wait_ms(&bucket, 0), 0);
    discord_bucket_begin(&bucket);
    ck_assert_int_eq(discord_bucket_wait_ms(&bucket, 0), 1000 + BUCKET_MARGIN_MS);
    ck_assert_int_eq(discord_bucket_wait_ms(&bucket, 1049), 1);
    ck_assert_int_eq(discord_bucket_wait_ms(&bucket, 1050), 0);
}
END_TEST

START_TEST(answers_that_overtake_each_other_leave_the_smaller_number)
{
    struct discord_bucket bucket = {0};
    for (int i = 0; i < 3; i++) {
        discord_bucket_begin(&bucket);
    }
    observed(&bucket, 2, 1000, 100);
    observed(&bucket, 4, 1000, 100);
    ck_assert_uint_eq(bucket.remaining, 2);
    observed(&bucket, 1, 990, 110);
    ck_assert_uint_eq(bucket.remaining, 1);
}
END_TEST

START_TEST(a_new_window_counts_anew)
{
    struct discord_bucket bucket = {0};
    discord_bucket_begin(&bucket);
    observed(&bucket, 0, 1000, 0);
    ck_assert_int_gt(discord_bucket_wait_ms(&bucket, 0), 0);
    discord_bucket_begin(&bucket);
    observed(&bucket, 4, 1000, 1060);
    ck_assert_uint_eq(bucket.remaining, 4);
    ck_assert_int_eq(discord_bucket_wait_ms(&bucket, 1060), 0);
}
END_TEST

START_TEST(a_pause_is_kept_whatever_remains)
{
    struct discord_bucket bucket = {0};
    discord_bucket_begin(&bucket);
    observed(&bucket, 4, 1000, 0);
    discord_bucket_pause(&bucket, 2000, 0);
    ck_assert_int_eq(discord_bucket_wait_ms(&bucket, 0), 2000 + BUCKET_MARGIN_MS);
    discord_bucket_pause(&bucket, 10, 0);
    ck_assert_int_eq(discord_bucket_wait_ms(&bucket, 0), 2000 + BUCKET_MARGIN_MS);
}
END_TEST

START_TEST(a_limit_of_nothing_takes_one_at_a_time)
{
    struct discord_bucket bucket = {0};
    struct discord_limit nothing = {.given = true, .reset_after_ms = 10};
    discord_bucket_begin(&bucket);
    discord_bucket_update(&bucket, &nothing, 0);
    ck_assert_int_eq(discord_bucket_wait_ms(&bucket, 100), 0);
    discord_bucket_begin(&bucket);
    ck_assert_int_eq(discord_bucket_wait_ms(&bucket, 100), -1);
}
END_TEST

START_TEST(a_reset_in_years_is_cut_to_a_day)
{
    struct discord_bucket bucket = {0};
    discord_bucket_begin(&bucket);
    observed(&bucket, 0, INT64_MAX, 0);
    ck_assert_int_le(discord_bucket_wait_ms(&bucket, 0), BUCKET_RESET_MS_MAX + BUCKET_MARGIN_MS);
}
END_TEST

START_TEST(window_never_lets_more_through_in_any_stretch)
{
    struct window window;
    int64_t at[400];
    window_init(&window, 45, 1000);
    int64_t now = 0;
    for (int i = 0; i < 400; i++) {
        now += window_wait_ms(&window, now) + (i % 7 == 0 ? 3 : 0);
        ck_assert_int_eq(window_wait_ms(&window, now), 0);
        window_put(&window, now);
        at[i] = now;
        if (i >= 45) {
            ck_assert_int_ge(at[i] - at[i - 45], 1000);
        }
    }
    ck_assert_int_le(now, 9000 + 400);
}
END_TEST

START_TEST(window_waits_no_longer_than_its_length_when_the_clock_runs_back)
{
    struct window window;
    window_init(&window, 1, 1000);
    window_put(&window, 50000);
    ck_assert_int_eq(window_wait_ms(&window, 0), 1000);
}
END_TEST

Suite *suite_discord_bucket(void);

Suite *suite_discord_bucket(void)
{
    Suite *suite = suite_create("discord_bucket");
    TCase *tcase = tcase_create("bucket");
    tcase_add_test(tcase, unknown_bucket_takes_one_at_a_time);
    tcase_add_test(tcase, bucket_without_headers_is_without_limit);
    tcase_add_test(tcase, bucket_counts_what_is_under_way);
    tcase_add_test(tcase, answers_that_overtake_each_other_leave_the_smaller_number);
    tcase_add_test(tcase, a_new_window_counts_anew);
    tcase_add_test(tcase, a_pause_is_kept_whatever_remains);
    tcase_add_test(tcase, a_limit_of_nothing_takes_one_at_a_time);
    tcase_add_test(tcase, a_reset_in_years_is_cut_to_a_day);
    tcase_add_test(tcase, window_never_lets_more_through_in_any_stretch);
    tcase_add_test(tcase, window_waits_no_longer_than_its_length_when_the_clock_runs_back);
    suite_add_tcase(suite, tcase);
    return suite;
}
