#include "waits.h"

#include <check.h>
#include <string.h>

#include <cjson/cJSON.h>

#define HOUR_MS INT64_C(3600000)
#define JUMP_MS (2 * HOUR_MS)

static struct owed owes(uint32_t ask, int64_t deadline_ms)
{
    return (struct owed){.ask = ask, .deadline_ms = deadline_ms};
}

START_TEST(a_wait_begins_when_it_is_owed)
{
    struct waits waits = {.place = 0};
    struct owed owed = owes(3, 24 * HOUR_MS);
    const struct wait *wait = waits_note(&waits, &owed, HOUR_MS, 0);
    ck_assert(wait->fresh);
    ck_assert_int_eq(wait->from_ms, HOUR_MS);
    ck_assert_int_eq(wait->length_ms, 23 * HOUR_MS);
    ck_assert_ptr_eq(waits_of(&waits, 3), wait);
    ck_assert_ptr_null(waits_of(&waits, 0));
    ck_assert_ptr_null(waits_of(&waits, 4));
}
END_TEST

START_TEST(the_same_deadline_under_another_number_is_the_same_wait)
{
    struct waits waits = {.place = 0};
    struct owed owed = owes(3, 24 * HOUR_MS);
    struct owed_list list = {.count = 1, .owed = {owed}};
    waits_note(&waits, &owed, 0, 0);
    waits_granted(&waits, &list, 10 * HOUR_MS);
    for (uint32_t ask = 4; ask < 40; ask++) { /* proposed and taken back, again and again */
        owed = owes(ask, 34 * HOUR_MS);
        const struct wait *wait = waits_note(&waits, &owed, 9 * HOUR_MS, 0);
        ck_assert(!wait->fresh);
        ck_assert_int_eq(wait->from_ms, 0);
        ck_assert_int_eq(wait->length_ms, 24 * HOUR_MS);
    }
}
END_TEST

START_TEST(a_pause_takes_the_beginning_along)
{
    struct waits waits = {.place = 0};
    struct owed owed = owes(3, 24 * HOUR_MS);
    waits_note(&waits, &owed, 0, 0)->fresh = false;
    owed.deadline_ms += 5 * HOUR_MS;
    const struct wait *wait = waits_note(&waits, &owed, 7 * HOUR_MS, 0);
    ck_assert(wait->fresh);
    ck_assert_int_eq(wait->from_ms, 5 * HOUR_MS);
    /* a hiccup leaves it, where deadlines are of a time of day */
    owed.deadline_ms += HOUR_MS;
    wait = waits_note(&waits, &owed, 7 * HOUR_MS, JUMP_MS);
    ck_assert_int_eq(wait->from_ms, 5 * HOUR_MS);
    ck_assert_int_eq(wait->due_ms, 30 * HOUR_MS);
}
END_TEST

START_TEST(what_is_written_is_read_back)
{
    struct waits waits = {.place = 0};
    struct waits again;
    struct buf json;
    for (uint32_t ask = 1; ask < WAITS_MAX + 4; ask++) {
        struct owed owed = owes(ask, (24 + (int64_t)ask) * HOUR_MS);
        waits_note(&waits, &owed, ask, 0);
    }
    buf_init(&json, 4096);
    buf_add(&json, "{", 1);
    waits_write(&waits, &json);
    buf_add(&json, "}", 1);
    cJSON *row = cJSON_ParseWithLength(json.text, json.len);
    ck_assert_ptr_nonnull(row);
    waits_read(&again, row);
    ck_assert(again.stale);
    for (uint32_t ask = 4; ask < WAITS_MAX + 4; ask++) {
        const struct wait *one = waits_of(&waits, ask);
        const struct wait *other = waits_of(&again, ask);
        ck_assert(one != NULL && other != NULL && !other->fresh);
        ck_assert_int_eq(one->from_ms, other->from_ms);
        ck_assert_int_eq(one->length_ms, other->length_ms);
        ck_assert_int_eq(one->due_ms, other->due_ms);
    }
    cJSON_Delete(row);
    buf_deinit(&json);
}
END_TEST

Suite *suite_waits(void);

Suite *suite_waits(void)
{
    Suite *suite = suite_create("waits");
    TCase *tcase = tcase_create("waits");
    tcase_add_test(tcase, a_wait_begins_when_it_is_owed);
    tcase_add_test(tcase, the_same_deadline_under_another_number_is_the_same_wait);
    tcase_add_test(tcase, a_pause_takes_the_beginning_along);
    tcase_add_test(tcase, what_is_written_is_read_back);
    suite_add_tcase(suite, tcase);
    return suite;
}
