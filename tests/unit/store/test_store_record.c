/* A finished game of the tree, kept: its record is the same byte for byte, and words that nobody is
 * to read go from the store. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "database.h"
#include "record.h"
#include "record_withheld.h"
#include "store_upkeep.h"
#include "table.h"
#include "turns.h"

Suite *suite_store_record(void);

static const int64_t long_after_ms = 4000000000000;

static void put(enum store_op op, const struct store_row *row)
{
    ck_assert_int_eq(kit_put(turns_store, op, row).code, FAULT_NONE);
}

/* The house is alive at this moment; what is due is done before this returns. */
static void alive(int64_t at_ms)
{
    put(STORE_ALIVE, &(struct store_row){.at_ms = at_ms});
}

static long long number(const char *sql)
{
    return database_number(turns_path, sql);
}

static void open_store(void)
{
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    store_keep(turns_store, &(struct store_keeping){0, 0, 0, record_withheld});
}

static void real_begin(void *context, const struct record_head *head)
{
    const char *record = context;
    char header[160];
    const char *secret = strstr(record, "\"secret\":\"");
    snprintf(header, sizeof header, "{\"number\":1,\"rules\":%u,%.75s}", head->rules_version,
             secret);
    put(STORE_TABLE, &(struct store_row){.id = head->table,
                                         .sub = TABLE_CLOSED,
                                         .key = "web/den",
                                         .extra = head->game->id,
                                         .text = header});
}

static void real_words(void *context, const struct store_row *row)
{
    (void)context;
    put(STORE_WORDS,
        &(struct store_row){
            .id = 1, .sub = 7, .key = row->key, .text = row->text, .text_len = row->text_len});
}

static void real_line(void *context, const struct store_row *row)
{
    (void)context;
    put(STORE_JOURNAL, &(struct store_row){.id = 1,
                                           .sub = strtoull(row->text, NULL, 10),
                                           .extra = row->extra,
                                           .text = row->text,
                                           .text_len = row->text_len});
}

/* The record of table 1 as the store has it. */
static void record_now(struct buf *out)
{
    buf_init(out, RECORD_MAX);
    ck_assert_msg(record_of_table(turns_store, 1, out, &turns_fault) == 0, "%s", turns_fault.text);
}

/* A finished game of the tree, in the store. */
static void real_game(const char *name)
{
    static char text[1 << 20];
    char path[256];
    snprintf(path, sizeof path, DD_SOURCE_DIR "/tests/journals/%s", name);
    FILE *in = fopen(path, "rb");
    ck_assert_ptr_nonnull(in);
    size_t len = fread(text, 1, sizeof text - 1, in);
    text[len] = '\0';
    fclose(in);
    open_store();
    const struct record_reader reader = {real_begin, real_words, real_line, text};
    ck_assert_uint_eq(record_read(text, len, &reader), 0);
}

START_TEST(record_of_a_real_game_is_the_same_byte_for_byte_and_verifies)
{
    struct record_report report;
    struct buf before;
    struct buf after;
    real_game("interceptor_1.jsonl");
    record_now(&before);
    alive(long_after_ms);
    ck_assert_int_eq(number("SELECT count(*) FROM journal"), 0);
    record_now(&after);
    ck_assert_uint_eq(after.len, before.len);
    ck_assert_int_eq(memcmp(after.text, before.text, after.len), 0);
    ck_assert_msg(record_verify(after.text, after.len, NULL, &report), "%u: %s", report.line,
                  report.why);
    ck_assert_uint_eq(report.steps, 40);
    buf_deinit(&before);
    buf_deinit(&after);
}
END_TEST

static void put_words(const char *digest, const char *words)
{
    put(STORE_WORDS, &(struct store_row){.id = 1, .sub = 7, .key = digest, .text = words});
}

/* In this game signals are secret for ever (reveal_signals=off). */
START_TEST(words_that_nobody_is_to_read_go_with_the_record)
{
    static const char *const signals[] = {"cb7342a42aacf9750cd1a6f1a5529680",
                                          "97b98833680791accfa2b1a6d688d431"};
    struct buf before;
    struct buf after;
    real_game("interceptor_2.jsonl");
    record_now(&before);
    int64_t others = number("SELECT count(*) FROM words");
    put_words(signals[0], "honestly");
    put_words(signals[1], "of course");
    ck_assert_int_gt(others, 0);
    ck_assert_int_eq(number("SELECT count(*) FROM words"), others + 2);
    alive(long_after_ms);
    ck_assert_int_eq(number("SELECT count(*) FROM record"), 1);
    ck_assert_int_eq(number("SELECT count(*) FROM words"), others);
    record_now(&after);
    ck_assert_str_eq(after.text, before.text);
    buf_deinit(&before);
    buf_deinit(&after);
}
END_TEST

START_TEST(words_that_were_revealed_stay)
{
    real_game("interceptor_1.jsonl");
    int64_t words = number("SELECT count(*) FROM words");
    alive(long_after_ms);
    ck_assert_int_eq(number("SELECT count(*) FROM record"), 1);
    ck_assert_int_eq(number("SELECT count(*) FROM words"), words);
}
END_TEST

Suite *suite_store_record(void)
{
    Suite *suite = suite_create("store_record");
    TCase *tcase = tcase_create("store_record");
    tcase_add_checked_fixture(tcase, turns_begin, turns_end);
    tcase_add_test(tcase, record_of_a_real_game_is_the_same_byte_for_byte_and_verifies);
    tcase_add_test(tcase, words_that_nobody_is_to_read_go_with_the_record);
    tcase_add_test(tcase, words_that_were_revealed_stay);
    suite_add_tcase(suite, tcase);
    return suite;
}
