/* Secrets of weeks, and who has played which. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "buf.h"
#include "heap.h"
#include "played_weeks.h"
#include "store.h"
#include "week_secrets.h"

static uint64_t dice;

START_TEST(a_secret_is_one_for_each_game_and_week)
{
    struct entropy entropy = entropy_seeded(&dice, 7);
    struct week_secrets *secrets = week_secrets_new(&entropy);
    ck_assert_ptr_null(week_secrets_find(secrets, "decrypto", "2026-W48"));
    struct week_secret one = *week_secrets_make(secrets, "decrypto", "2026-W48");
    struct week_secret next = *week_secrets_make(secrets, "decrypto", "2026-W49");
    struct week_secret other = *week_secrets_make(secrets, "spyfall", "2026-W48");
    ck_assert_mem_eq(&one, week_secrets_make(secrets, "decrypto", "2026-W48"), sizeof one);
    ck_assert_mem_eq(&one, week_secrets_find(secrets, "decrypto", "2026-W48"), sizeof one);
    ck_assert_mem_ne(one.secret, next.secret, SEED_BYTES);
    ck_assert_mem_ne(one.secret, other.secret, SEED_BYTES);
    ck_assert_uint_eq(week_secrets_count(secrets, "decrypto"), 2);
    ck_assert_str_eq(week_secrets_at(secrets, "decrypto", 0)->week, "2026-W48");
    week_secrets_free(&secrets);
}
END_TEST

START_TEST(a_row_gives_them_back)
{
    static const char hex[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddee01";
    struct entropy entropy = entropy_seeded(&dice, 7);
    struct week_secrets *secrets = week_secrets_new(&entropy);
    char text[200];
    int len = snprintf(text, sizeof text, "2026-W47 %s 2026-W48 %s", hex, hex);
    struct store_row row = {
        .key = "house", .extra = "weekly.decrypto", .text = text, .text_len = (size_t)len};
    struct store_row others[] = {row, row, row};
    others[0].key = "room web/den";
    others[1].extra = "away";
    others[2].damaged = true;
    for (size_t i = 0; i < 3; i++) {
        week_secrets_read(secrets, &others[i]);
        ck_assert_uint_eq(week_secrets_count(secrets, "decrypto"), 0);
    }
    week_secrets_read(secrets, &row);
    ck_assert_uint_eq(week_secrets_count(secrets, "decrypto"), 2);
    ck_assert_uint_eq(week_secrets_find(secrets, "decrypto", "2026-W48")->secret[SEED_BYTES - 1],
                      1);
    ck_assert_str_eq(week_secrets_at(secrets, "decrypto", 0)->week, "2026-W47");
    week_secrets_free(&secrets);
}
END_TEST

START_TEST(only_the_newest_are_kept)
{
    struct entropy entropy = entropy_seeded(&dice, 7);
    struct week_secrets *secrets = week_secrets_new(&entropy);
    for (unsigned i = 1; i <= WEEK_SECRETS_KEPT + 3; i++) {
        char week[TABLE_WEEK_BYTES];
        snprintf(week, sizeof week, "2026-W%02u", i % 100);
        week_secrets_make(secrets, "decrypto", week);
    }
    ck_assert_uint_eq(week_secrets_count(secrets, "decrypto"), WEEK_SECRETS_KEPT);
    ck_assert_ptr_null(week_secrets_find(secrets, "decrypto", "2026-W03"));
    ck_assert_ptr_nonnull(week_secrets_find(secrets, "decrypto", "2026-W04"));
    week_secrets_free(&secrets);
}
END_TEST

START_TEST(a_deal_is_played_at_one_table)
{
    struct played_weeks *weeks = NULL;
    const struct played_week here = {12, "decrypto", "2026-W48"};
    const struct played_week there = {13, "decrypto", "2026-W48"};
    const struct played_week later = {13, "decrypto", "2026-W49"};
    const struct played_week other = {13, "spyfall", "2026-W48"};
    ck_assert(!played_weeks_elsewhere(weeks, &there));
    ck_assert(played_weeks_note(&weeks, &here));
    ck_assert(!played_weeks_note(&weeks, &here));
    ck_assert(!played_weeks_elsewhere(weeks, &here));
    ck_assert(played_weeks_elsewhere(weeks, &there));
    ck_assert(!played_weeks_elsewhere(weeks, &later));
    ck_assert(!played_weeks_elsewhere(weeks, &other));
    free(weeks);
}
END_TEST

START_TEST(what_was_played_outlives_its_row)
{
    struct played_weeks *weeks = NULL;
    struct buf json;
    buf_init(&json, 4096);
    for (unsigned i = 0; i < PLAYED_WEEKS_MAX + 2; i++) {
        struct played_week played = {UINT64_MAX - i, "infiltrators", "2026-W48"};
        ck_assert(played_weeks_note(&weeks, &played));
    }
    buf_text(&json, "{");
    played_weeks_write(weeks, &json);
    buf_text(&json, "}");
    cJSON *tree = cJSON_ParseWithLength(json.text, json.len);
    ck_assert_ptr_nonnull(tree);
    struct played_weeks *again = played_weeks_read(tree);
    ck_assert_ptr_nonnull(again);
    ck_assert_uint_eq(again->count, weeks->count);
    for (unsigned i = 0; i < weeks->count; i++) {
        ck_assert_uint_eq(again->item[i].table, UINT64_MAX - i - 2);
        ck_assert_str_eq(again->item[i].game, weeks->item[i].game);
        ck_assert_str_eq(again->item[i].week, weeks->item[i].week);
    }
    cJSON_Delete(tree);
    free(again);
    free(weeks);
    buf_deinit(&json);
    static const char bad[] =
        "{\"weeks\":[1,\"\",\"decrypto\",\"decrypto 2026 1\",\"x 2026-W48\"]}";
    tree = cJSON_ParseWithLength(bad, sizeof bad - 1);
    ck_assert_ptr_null(played_weeks_read(tree));
    cJSON_Delete(tree);
}
END_TEST

Suite *suite_weeks(void);

Suite *suite_weeks(void)
{
    Suite *suite = suite_create("weeks");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_secret_is_one_for_each_game_and_week);
    tcase_add_test(tcase, a_row_gives_them_back);
    tcase_add_test(tcase, only_the_newest_are_kept);
    tcase_add_test(tcase, a_deal_is_played_at_one_table);
    tcase_add_test(tcase, what_was_played_outlives_its_row);
    suite_add_tcase(suite, tcase);
    return suite;
}
