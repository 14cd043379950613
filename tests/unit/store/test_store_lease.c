/* Leases: who of several has a table, a shard, an account. One has it at a time, an old epoch
 * writes nothing, and what is over is anybody's. In a file, which has one writer, all are ours. */

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "database.h"
#include "turns.h"

Suite *suite_store_lease(void);

enum { LONG_MS = 60000, SHORT_MS = 150 };

static struct fault take(const char *holder, uint64_t ms)
{
    return kit_put(turns_store, STORE_LEASE_TAKE,
                   &(struct store_row){.key = "table/7", .extra = holder, .sub = ms});
}

static struct fault with(enum store_op op, uint64_t epoch, uint64_t ms)
{
    return kit_put(turns_store, op, &(struct store_row){.key = "table/7", .id = epoch, .sub = ms});
}

/* A line of the journal under a lease. */
static struct fault write_under(uint64_t epoch, uint64_t step)
{
    struct fault got = {FAULT_NONE, ""};
    struct store_batch *batch = store_batch_new();
    store_put(batch, STORE_LEASE_HELD, &(struct store_row){.key = "table/7", .id = epoch});
    store_put(batch, STORE_JOURNAL, &(struct store_row){.id = 7, .sub = step, .text = "line"});
    store_commit(turns_store, &batch, kit_done, &got);
    kit_settle(turns_store);
    return got;
}

static uint64_t epoch_now(void)
{
    const struct store_question of = {.query = STORE_LEASE_OF, .key = "table/7"};
    return strtoull(kit_read(turns_store, &of), NULL, 10);
}

static void begin(void)
{
    turns_begin();
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
}

START_TEST(lease_in_a_file_is_always_ours)
{
    ck_assert_int_eq(take("ana", LONG_MS).code, FAULT_NONE);
    ck_assert_int_eq(take("ben", LONG_MS).code, FAULT_NONE);
    ck_assert_uint_eq(epoch_now(), 1);
    ck_assert_int_eq(write_under(epoch_now(), 0).code, FAULT_NONE);
    ck_assert_int_eq(with(STORE_LEASE_GIVE, 1, 0).code, FAULT_NONE);
}
END_TEST

START_TEST(lease_is_one_holders_until_it_is_over_or_given)
{
    ck_assert_uint_eq(epoch_now(), 0);
    ck_assert_int_eq(take("ana", LONG_MS).code, FAULT_NONE);
    ck_assert_uint_eq(epoch_now(), 1);
    struct fault told = take("ben", LONG_MS);
    ck_assert_int_eq(told.code, FAULT_GONE);
    ck_assert_msg(strstr(told.text, "another's now") != NULL, "%s", told.text);
    ck_assert_int_eq(take("ana", LONG_MS).code, FAULT_NONE); /* after a crash, say */
    ck_assert_uint_eq(epoch_now(), 2);
    ck_assert_int_eq(with(STORE_LEASE_GIVE, 1, 0).code, FAULT_GONE);
    ck_assert_int_eq(with(STORE_LEASE_GIVE, 2, 0).code, FAULT_NONE);
    ck_assert_int_eq(take("ben", SHORT_MS).code, FAULT_NONE);
    ck_assert_uint_eq(epoch_now(), 3);
    ck_assert_int_eq(take("ana", LONG_MS).code, FAULT_GONE);
    poll(NULL, 0, SHORT_MS + 50);
    ck_assert_int_eq(take("ana", LONG_MS).code, FAULT_NONE);
    ck_assert_uint_eq(epoch_now(), 4);
}
END_TEST

START_TEST(lease_is_kept_as_long_as_its_holder_says_so)
{
    ck_assert_int_eq(take("ana", SHORT_MS).code, FAULT_NONE);
    ck_assert_int_eq(with(STORE_LEASE_KEEP, 1, LONG_MS).code, FAULT_NONE);
    poll(NULL, 0, SHORT_MS + 50);
    ck_assert_int_eq(take("ben", LONG_MS).code, FAULT_GONE);
    ck_assert_int_eq(with(STORE_LEASE_KEEP, 2, LONG_MS).code, FAULT_GONE);
}
END_TEST

START_TEST(lease_of_an_old_epoch_writes_nothing)
{
    ck_assert_int_eq(take("ana", SHORT_MS).code, FAULT_NONE);
    ck_assert_int_eq(write_under(1, 0).code, FAULT_NONE);
    poll(NULL, 0, SHORT_MS + 50);
    ck_assert_int_eq(write_under(1, 1).code, FAULT_NONE); /* nobody has taken it yet */
    ck_assert_int_eq(take("ben", LONG_MS).code, FAULT_NONE);
    ck_assert_int_eq(write_under(1, 2).code, FAULT_GONE);
    ck_assert_uint_eq(
        (uint64_t)database_number(turns_path, "SELECT count(*) FROM journal WHERE table_id = 7"),
        2);
    ck_assert_int_eq(write_under(2, 2).code, FAULT_NONE);
    /* one that is refused costs nobody who waited beside it */
    struct fault got[2] = {{FAULT_NONE, ""}, {FAULT_NONE, ""}};
    struct store_batch *good = kit_batch(STORE_PERSON, &(struct store_row){.id = 9, .text = "{}"});
    struct store_batch *bad =
        kit_batch(STORE_LEASE_HELD, &(struct store_row){.key = "table/7", .id = 1});
    store_commit(turns_store, &good, kit_done, &got[0]);
    store_commit(turns_store, &bad, kit_done, &got[1]);
    kit_settle(turns_store);
    ck_assert_int_eq(got[0].code, FAULT_NONE);
    ck_assert_int_eq(got[1].code, FAULT_GONE);
}
END_TEST

START_TEST(lease_is_had_by_one_of_all_parts)
{
    char path[KIT_PATH_BYTES + 4];
    struct fault fault = {FAULT_NONE, ""};
    snprintf(path, sizeof path, "%s#1", turns_path);
    ck_assert_int_eq(take("ana", LONG_MS).code, FAULT_NONE);
    struct store *part = store_open(store_driver_of(path), path, false, NULL, NULL, &fault);
    ck_assert_msg(part != NULL, "%s", fault.text);
    const struct store_row row = {.key = "table/7", .extra = "ben", .sub = LONG_MS};
    ck_assert_int_eq(kit_put(part, STORE_LEASE_TAKE, &row).code, FAULT_GONE);
    ck_assert_int_eq(with(STORE_LEASE_GIVE, 1, 0).code, FAULT_NONE);
    ck_assert_int_eq(kit_put(part, STORE_LEASE_TAKE, &row).code, FAULT_NONE);
    ck_assert_int_eq(take("ana", LONG_MS).code, FAULT_GONE);
    ck_assert_uint_eq(epoch_now(), 2);
    store_close(&part);
}
END_TEST

Suite *suite_store_lease(void)
{
    Suite *suite = suite_create("store_lease");
    TCase *tcase = tcase_create("lease");
    tcase_add_checked_fixture(tcase, begin, turns_end);
    if (database_is_postgres()) {
        tcase_add_test(tcase, lease_is_one_holders_until_it_is_over_or_given);
        tcase_add_test(tcase, lease_is_kept_as_long_as_its_holder_says_so);
        tcase_add_test(tcase, lease_of_an_old_epoch_writes_nothing);
        tcase_add_test(tcase, lease_is_had_by_one_of_all_parts);
    } else {
        tcase_add_test(tcase, lease_in_a_file_is_always_ours);
    }
    suite_add_tcase(suite, tcase);
    return suite;
}
