/* A room's messages in memory. */
#include "web_log.h"
#include "web_own.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static struct web_log kept;

static void setup(void)
{
    web_log_init(&kept);
}

static void teardown(void)
{
    web_log_deinit(&kept);
}

static struct web_entry *add(int64_t seq, const char *nonce)
{
    struct web_parts parts = {
        .nonce = nonce, .head = "\"id\":1", .body = "\"text\":\"x\"", .reactions = ""};
    return web_log_add(&kept, seq, &parts);
}

static int64_t add_stored(int64_t seq, const char *nonce)
{
    int64_t rev = add(seq, nonce)->rev;
    web_log_stored(&kept, rev);
    return rev;
}

START_TEST(log_shows_in_order_and_nothing_behind_what_waits)
{
    struct web_entry *one = add(0, "a");
    struct web_entry *two = add(0, "b");
    ck_assert_ptr_null(web_log_after(&kept, 0));
    web_log_stored(&kept, two->rev);
    ck_assert_ptr_null(web_log_after(&kept, 0)); /* the first may still come */
    web_log_stored(&kept, one->rev);
    ck_assert_ptr_eq(web_log_after(&kept, 0), one);
    ck_assert_ptr_eq(web_log_after(&kept, 1), two);
    ck_assert_ptr_null(web_log_after(&kept, 2));
}
END_TEST

START_TEST(log_passes_over_what_failed_and_knows_its_nonce)
{
    struct web_entry *one = add(0, "a");
    add_stored(0, "b");
    web_log_failed(&kept, one->rev);
    ck_assert_int_eq(web_log_after(&kept, 0)->rev, 2);
    ck_assert_ptr_null(web_log_at(&kept, 1));
    ck_assert_int_eq(web_log_of(&kept, "a")->state, WEB_ENTRY_FAILED);
    ck_assert_ptr_null(web_log_of(&kept, "aa"));
    struct web_entry *again = add(one->seq, "a");
    ck_assert_int_eq(again->seq, 1);
    ck_assert_int_eq(again->rev, 3);
}
END_TEST

START_TEST(log_edit_keeps_its_place_and_replaces_what_was)
{
    add_stored(0, "a");
    add_stored(0, "b");
    struct web_entry *edit = add(1, "c");
    ck_assert_ptr_eq(web_log_at(&kept, 1), edit);
    ck_assert_int_eq(web_log_after(&kept, 0)->rev, 1); /* the old form is shown until then */
    web_log_stored(&kept, edit->rev);
    ck_assert_uint_eq(kept.count, 2);
    ck_assert_int_eq(web_log_after(&kept, 0)->rev, 2);
    ck_assert_int_eq(web_log_after(&kept, 2)->seq, 1);
    ck_assert_ptr_null(web_log_of(&kept, "a"));
}
END_TEST

START_TEST(log_forgets_the_oldest_and_says_from_where_on_it_is_whole)
{
    for (int i = 0; i < WEB_LOG_MAX + WEB_LOG_MARGIN + 1; i++) {
        add_stored(0, "n");
    }
    ck_assert_uint_eq(kept.count, WEB_LOG_MAX);
    ck_assert_int_eq(kept.floor, WEB_LOG_MARGIN + 2);
    ck_assert_int_eq(kept.entry[0]->rev, kept.floor);
    ck_assert_int_eq(web_log_tail(&kept, 100), kept.last - 100);
    ck_assert_int_eq(web_log_tail(&kept, 1000), kept.floor - 1);
}
END_TEST

START_TEST(log_reads_rows_in_any_order_and_nothing_else)
{
    static const char row[] = "b\nnonce\n\"id\":1\n\"doc\":{}\n{\"x\":[]}";
    ck_assert(web_log_load(&kept, 5, 9, row, sizeof row - 1));
    ck_assert(web_log_load(&kept, 2, 2, row, sizeof row - 1));
    ck_assert(!web_log_load(&kept, 2, 3, row, sizeof row - 1)); /* it is there */
    ck_assert(!web_log_load(&kept, 8, 7, row, sizeof row - 1)); /* changed before it was */
    ck_assert(!web_log_load(&kept, 0, 7, row, sizeof row - 1));
    ck_assert(!web_log_load(&kept, 7, 7, "b\n\n\"id\":1\n", 11));
    ck_assert(!web_log_load(&kept, 7, 7, "", 0));
    ck_assert_uint_eq(kept.count, 2);
    ck_assert_int_eq(kept.last, 9);
    web_log_loaded(&kept, false);
    ck_assert_int_eq(kept.floor, 2);
    web_log_loaded(&kept, true);
    ck_assert_int_eq(kept.floor, 1);
    const struct web_entry *entry = web_log_after(&kept, 2);
    ck_assert(entry->bot);
    ck_assert_int_eq((int)entry->body_len, 8);
    ck_assert_int_eq(memcmp(entry->body, "\"doc\":{}", 8), 0);
    ck_assert_int_eq(memcmp(entry->reactions, "{\"x\":[]}", 8), 0);
}
END_TEST

START_TEST(log_row_is_read_as_it_was_written)
{
    struct web_parts parts = {.bot = true,
                              .nonce = "n",
                              .head = "\"id\":1",
                              .body = "\"doc\":{}",
                              .reactions = "{\"a\":[1]}"};
    struct web_entry *entry = web_log_add(&kept, 0, &parts);
    struct web_log other;
    web_log_init(&other);
    ck_assert(web_log_load(&other, entry->seq, entry->rev, entry->row, entry->row_len));
    ck_assert(other.entry[0]->bot);
    ck_assert_uint_eq(other.entry[0]->head_len, entry->head_len);
    ck_assert_uint_eq(other.entry[0]->reactions_len, 9);
    web_log_deinit(&other);
}
END_TEST

START_TEST(log_keys_are_read_back)
{
    static const char *const bad[] = {"",     "1",     "1/",    "1/5",  "1/32",
                                      "1/99", "-1/05", "1/05x", "x/05", "99999999999999999999/05"};
    for (int64_t seq = 1; seq < 200; seq++) {
        char key[32];
        web_log_key(key, sizeof key, seq);
        ck_assert_int_eq(web_log_seq(key), seq);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_msg(web_log_seq(bad[i]) == 0, "%s", bad[i]);
    }
}
END_TEST

START_TEST(log_row_says_how_old_it_is_and_of_which_table)
{
    static const char board[] =
        "b\nnonce\n\"id\":\"den.1\",\"from\":{\"account\":\"house\"},\"at\":"
        "1795476673935\n\"doc\":{\"kind\":\"board\",\"table\":\"17\"}\n";
    static const char said[] =
        "p\nnonce\n\"id\":\"den.2\",\"from\":{\"name\":\"\\\"at\\\":9\"},\"at\":5\n"
        "\"text\":\"\\\"table\\\":\\\"17\\\"\"\n";
    struct row_age age;
    struct store_row row = {.extra = "m/den/0/01", .text = board, .text_len = sizeof board - 1};
    ck_assert(web_rows.age(&row, &age));
    ck_assert_int_eq(age.since_ms, 1795476673935);
    ck_assert_uint_eq(age.table, 17);
    ck_assert_uint_eq(age.group, 6);
    row = (struct store_row){.extra = "m/den/0/02", .text = said, .text_len = sizeof said - 1};
    ck_assert(web_rows.age(&row, &age));
    ck_assert_int_eq(age.since_ms, 5);
    ck_assert_uint_eq(age.table, 0);
    row.extra = "r/den";
    ck_assert(!web_rows.age(&row, &age));
    row = (struct store_row){.extra = "m/den/0/03", .text = "{}", .text_len = 2};
    ck_assert(!web_rows.age(&row, &age));
}
END_TEST

Suite *suite_log(void);
Suite *suite_log(void)
{
    Suite *suite = suite_create("log");
    TCase *tcase = tcase_create("log");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, log_shows_in_order_and_nothing_behind_what_waits);
    tcase_add_test(tcase, log_passes_over_what_failed_and_knows_its_nonce);
    tcase_add_test(tcase, log_edit_keeps_its_place_and_replaces_what_was);
    tcase_add_test(tcase, log_forgets_the_oldest_and_says_from_where_on_it_is_whole);
    tcase_add_test(tcase, log_reads_rows_in_any_order_and_nothing_else);
    tcase_add_test(tcase, log_row_is_read_as_it_was_written);
    tcase_add_test(tcase, log_keys_are_read_back);
    tcase_add_test(tcase, log_row_says_how_old_it_is_and_of_which_table);
    suite_add_tcase(suite, tcase);
    return suite;
}
