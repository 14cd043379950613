/* Workers: several processes share a store, and one has it. Who stands by is told when nobody has
 * it any more; who has lost it ends. tests/kill/workers.py has whole processes, killed and stopped.
 */

#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include <check.h>

#include "buf.h"
#include "database.h"
#include "store_worker.h"
#include "turns.h"

Suite *suite_store_worker(void);

enum { PATIENCE_MS = 10000, STEP_MS = 20, SOON_MS = 1000 };

static atomic_int woken;

static void wake(void *context)
{
    (void)context;
    woken++;
}

static struct store_worker *come(const char *name)
{
    struct store_worker *worker = NULL;
    struct fault fault = {FAULT_NONE, ""};
    const struct store_worker_setup setup = {
        .place = turns_path, .name = name, .version = "0.test", .wake = wake};
    woken = 0;
    ck_assert_msg(store_worker_new(&worker, &setup, &fault) == 0, "%s", fault.text);
    return worker;
}

/* Within so many milliseconds? */
static bool may_open_within(struct store_worker *worker, int limit_ms)
{
    for (int ms = 0; ms < limit_ms && !store_worker_may_open(worker); ms += STEP_MS) {
        poll(NULL, 0, STEP_MS);
    }
    return store_worker_may_open(worker);
}

START_TEST(worker_of_a_file_is_none)
{
    struct fault fault = {FAULT_NONE, ""};
    ck_assert_ptr_null(come("ana"));
    ck_assert_int_eq(store_workers(turns_path, NULL, NULL, &fault), -1);
    ck_assert_int_eq(fault.code, FAULT_BAD);
}
END_TEST

/* A line for each: "ana holds", "ben". */
static void list_row(void *context, const struct store_worker_row *worker)
{
    struct buf *out = context;
    buf_text(out, worker->name);
    buf_text(out, worker->holds ? worker->is_over ? " over\n" : " holds\n" : "\n");
    ck_assert_str_eq(worker->version, "0.test");
    ck_assert_uint_eq(strlen(worker->since), strlen("2026-11-28 14:00:05"));
    ck_assert_int_le(worker->seen_s, 5);
    ck_assert_uint_eq(strlen(worker->until), worker->holds ? strlen(worker->since) : 0);
}

/* Waits until the list is so: what is said of it is said in a thread of its own. */
static void list_is(const char *wanted)
{
    struct buf out;
    buf_init(&out, 4096);
    for (int ms = 0; ms == 0 || (ms < PATIENCE_MS && strcmp(out.text, wanted) != 0);
         ms += STEP_MS) {
        poll(NULL, 0, ms == 0 ? 0 : STEP_MS);
        buf_clear(&out);
        buf_text(&out, "");
        ck_assert_int_eq(store_workers(turns_path, list_row, &out, &turns_fault), 0);
    }
    ck_assert_str_eq(out.text, wanted);
    buf_deinit(&out);
}

START_TEST(worker_takes_a_store_that_nobody_has_and_gives_it_back)
{
    struct store_worker *worker = come("ana");
    ck_assert(store_worker_may_open(worker));
    ck_assert_int_eq(store_worker_left_ms(worker), 0);
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    ck_assert_int_gt(store_worker_left_ms(worker), 0);
    list_is("ana holds\n");
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    int64_t before_ms = store_worker_left_ms(worker);
    for (int ms = 0; ms < PATIENCE_MS && store_worker_left_ms(worker) <= before_ms; ms += STEP_MS) {
        poll(NULL, 0, STEP_MS);
    }
    ck_assert_int_gt(store_worker_left_ms(worker), before_ms);
    store_close(&turns_store);
    ck_assert_int_eq(store_worker_left_ms(worker), 0);
    list_is("ana\n");
    store_worker_free(&worker);
    list_is("");
}
END_TEST

START_TEST(worker_stands_by_until_the_store_is_given_back)
{
    char other[FAULT_TEXT_BYTES];
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    struct store_worker *worker = come("ben");
    ck_assert(!store_worker_may_open(worker));
    store_worker_other(worker, other, sizeof other);
    ck_assert_ptr_nonnull(strstr(other, "process"));
    ck_assert(!may_open_within(worker, SOON_MS));
    ck_assert_int_eq(woken, 0);
    list_is("ben\n");
    store_close(&turns_store);
    ck_assert(may_open_within(worker, SOON_MS));
    ck_assert_int_eq(woken, 1);
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    list_is("ben holds\n");
    store_close(&turns_store);
    store_worker_free(&worker);
}
END_TEST

/* One that was killed leaves its lease as it stood: it is not waited for to the end of it. */
START_TEST(worker_follows_one_that_ended_without_giving_back)
{
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    struct store_worker *worker = come("ben");
    database_execute(turns_path, "",
                     "UPDATE lease SET expires = clock_timestamp() + interval '1 hour', epoch = "
                     "epoch + 1");
    store_close(&turns_store); /* which gives back no lease of a later epoch */
    ck_assert(!may_open_within(worker, SOON_MS));
    ck_assert(may_open_within(worker, PATIENCE_MS));
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    store_close(&turns_store);
    store_worker_free(&worker);
}
END_TEST

/* In a child that has the store and is idle: how it ends when another one takes it. */
START_TEST(worker_that_has_lost_the_store_ends_by_itself)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        struct store_worker *worker = come("ana");
        if (worker != NULL && turns_open(false)) {
            database_execute(turns_path, "", "UPDATE lease SET holder = 'ben#1'");
            poll(NULL, 0, PATIENCE_MS);
        }
        _exit(1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), EX_TEMPFAIL);
}
END_TEST

/* A connection that was cut in the moment when the lease was taken anew: its epoch is in the row,
 * and nobody has heard of it. */
START_TEST(worker_knows_its_own_lease_by_its_name)
{
    enum { TRIES = 200 };
    struct store_worker *worker = come("ana");
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    database_execute(turns_path, "",
                     "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'");
    database_execute(turns_path, "", "UPDATE lease SET epoch = epoch + 1");
    enum fault_code code = FAULT_RETRY;
    for (int i = 0; i < TRIES && code == FAULT_RETRY; i++) {
        code = turns_take(1, 1).code;
        poll(NULL, 0, code == FAULT_RETRY ? STEP_MS : 0);
    }
    ck_assert_int_eq(code, FAULT_NONE);
    store_close(&turns_store);
    store_worker_free(&worker);
}
END_TEST

/* An idle session whose lease is over is ended, and its holder writes nothing more. */
START_TEST(worker_ends_the_session_of_one_whose_lease_is_over)
{
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    struct store_worker *worker = come("ben");
    database_execute(turns_path, "",
                     "UPDATE lease SET expires = clock_timestamp() - interval '1 second'");
    ck_assert(!may_open_within(worker, SOON_MS)); /* it has said something just now */
    ck_assert(may_open_within(worker, PATIENCE_MS));
    database_execute(turns_path, "", "UPDATE lease SET epoch = epoch + 1");
    pid_t child = fork();
    if (child == 0) {
        for (int ms = 0; ms < PATIENCE_MS; ms += STEP_MS) {
            turns_take(1, 1);
            poll(NULL, 0, STEP_MS);
        }
        _exit(1);
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == EX_TEMPFAIL);
    store_close(&turns_store);
    store_worker_free(&worker);
}
END_TEST

Suite *suite_store_worker(void)
{
    Suite *suite = suite_create("store_worker");
    TCase *tcase = tcase_create("worker");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, turns_begin, turns_end);
    if (database_is_postgres()) {
        tcase_add_test(tcase, worker_takes_a_store_that_nobody_has_and_gives_it_back);
        tcase_add_test(tcase, worker_stands_by_until_the_store_is_given_back);
        tcase_add_test(tcase, worker_follows_one_that_ended_without_giving_back);
        tcase_add_test(tcase, worker_that_has_lost_the_store_ends_by_itself);
        tcase_add_test(tcase, worker_knows_its_own_lease_by_its_name);
        tcase_add_test(tcase, worker_ends_the_session_of_one_whose_lease_is_over);
    } else {
        tcase_add_test(tcase, worker_of_a_file_is_none);
    }
    suite_add_tcase(suite, tcase);
    return suite;
}
