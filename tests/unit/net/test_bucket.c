#include "bucket.h"

#include <check.h>

START_TEST(bucket_gives_a_burst_then_one_each_time)
{
    struct bucket bucket;
    bucket_init(&bucket, 3, 100, 1000);
    ck_assert(bucket_take(&bucket, 1, 1000));
    ck_assert(bucket_take(&bucket, 2, 1000));
    ck_assert(!bucket_take(&bucket, 1, 1000));
    ck_assert(!bucket_take(&bucket, 1, 1099));
    ck_assert(bucket_take(&bucket, 1, 1100));
    ck_assert(!bucket_take(&bucket, 1, 1100));
}
END_TEST

START_TEST(bucket_loses_no_time_to_rounding)
{
    struct bucket bucket;
    bucket_init(&bucket, 1, 300, 0);
    ck_assert(bucket_take(&bucket, 1, 0));
    for (int64_t now_ms = 1; now_ms < 300; now_ms++) {
        ck_assert_msg(!bucket_take(&bucket, 1, now_ms), "at %d", (int)now_ms);
    }
    ck_assert(bucket_take(&bucket, 1, 300));
}
END_TEST

START_TEST(bucket_holds_no_more_than_its_burst)
{
    struct bucket bucket;
    bucket_init(&bucket, 2, 10, 0);
    ck_assert(bucket_take(&bucket, 2, INT64_MAX / 2));
    ck_assert(!bucket_take(&bucket, 1, INT64_MAX / 2));
    ck_assert(bucket_is_full(&bucket, INT64_MAX));
    ck_assert(bucket_take(&bucket, 2, INT64_MAX));
    ck_assert(!bucket_is_full(&bucket, INT64_MAX));
}
END_TEST

START_TEST(bucket_takes_a_clock_that_runs_back_as_standing)
{
    struct bucket bucket;
    bucket_init(&bucket, 1, 10, 1000);
    ck_assert(bucket_take(&bucket, 1, 1000));
    ck_assert(!bucket_take(&bucket, 1, 0));
    ck_assert(bucket_take(&bucket, 1, 1010));
}
END_TEST

START_TEST(bucket_says_how_long_to_wait)
{
    struct bucket bucket;
    bucket_init(&bucket, 4, 250, 0);
    ck_assert_int_eq(bucket_wait_ms(&bucket, 4, 0), 0);
    ck_assert_int_eq(bucket_wait_ms(&bucket, 5, 0), -1);
    ck_assert(bucket_take(&bucket, 4, 0));
    ck_assert_int_eq(bucket_wait_ms(&bucket, 2, 0), 500);
    ck_assert_int_eq(bucket_wait_ms(&bucket, 2, 100), 400);
    ck_assert(!bucket_take(&bucket, 2, 499));
    ck_assert(bucket_take(&bucket, 2, 500));
}
END_TEST

Suite *suite_bucket(void);
Suite *suite_bucket(void)
{
    Suite *suite = suite_create("bucket");
    TCase *tcase = tcase_create("bucket");
    tcase_add_test(tcase, bucket_gives_a_burst_then_one_each_time);
    tcase_add_test(tcase, bucket_loses_no_time_to_rounding);
    tcase_add_test(tcase, bucket_holds_no_more_than_its_burst);
    tcase_add_test(tcase, bucket_takes_a_clock_that_runs_back_as_standing);
    tcase_add_test(tcase, bucket_says_how_long_to_wait);
    suite_add_tcase(suite, tcase);
    return suite;
}
