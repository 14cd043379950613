/* The store's queue over a database that only keeps notes: what shares a transaction, what comes
 * back in which order, and what a failure takes along. */

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "buf.h"
#include "kit.h"

/* The database that keeps notes: "[a b]" a transaction, "?a" a question, "(f)" one that failed. */
static struct buf notes;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER; /* held: the worker waits in commit */
static atomic_uint pauses;      /* how often the driver could tidy up between transactions */
static atomic_uint lulls;       /* and when nothing came for a while */
static atomic_uint entered;     /* how often the worker has come to commit */
static enum fault_code trouble; /* of the next commit alone */
static const char *poison;      /* a batch with this key fails */
static enum fault_code poisons; /* so */
static struct buf delivered;

static int notes_open(void **db, const char *path, bool reading, struct fault *fault)
{
    (void)path;
    (void)reading;
    (void)fault;
    *db = &notes;
    return 0;
}

static void notes_close(void **db)
{
    *db = NULL;
}

static int notes_commit(void *db, struct store_batch *const *batches, size_t count,
                        struct fault *fault)
{
    bool poisoned = false;
    atomic_fetch_add(&entered, 1);
    pthread_mutex_lock(&gate);
    buf_text(db, "[");
    for (size_t i = 0; i < count; i++) {
        struct store_item item;
        store_batch_item(batches[i], 0, &item);
        buf_text(db, i == 0 ? "" : " ");
        buf_text(db, item.key.text);
        poisoned = poisoned || (poison != NULL && strcmp(poison, item.key.text) == 0);
    }
    buf_text(db, "]");
    enum fault_code code = poisoned ? poisons : trouble;
    trouble = FAULT_NONE;
    pthread_mutex_unlock(&gate);
    return code == FAULT_NONE ? 0 : fault_set(fault, code, "trouble %d", (int)code);
}

static int notes_read(void *db, const struct store_question *question, store_row_fn row,
                      void *context, struct fault *fault)
{
    buf_text(db, "?");
    buf_text(db, question->key);
    if (question->limit == 99) {
        return fault_set(fault, FAULT_BROKEN, "unreadable");
    }
    for (unsigned i = 0; i < question->limit; i++) {
        row(context, &(struct store_row){.id = i,
                                         .key = question->key,
                                         .extra = question->extra,
                                         .text = "text",
                                         .text_len = 4});
    }
    return 0;
}

static bool notes_rest(void *db, bool quiet)
{
    (void)db;
    atomic_fetch_add(quiet ? &lulls : &pauses, 1);
    return false;
}

static const struct store_driver store_notes = {
    .name = "notes",
    .open = notes_open,
    .close = notes_close,
    .commit = notes_commit,
    .read = notes_read,
    .rest = notes_rest,
};

static struct store *store;

static void open_with(bool threaded)
{
    struct fault fault;
    trouble = FAULT_NONE;
    poison = NULL;
    poisons = FAULT_BROKEN;
    atomic_store(&entered, 0);
    atomic_store(&pauses, 0);
    atomic_store(&lulls, 0);
    buf_init(&notes, 1 << 20);
    buf_init(&delivered, 1 << 20);
    store = store_open(&store_notes, "", threaded, NULL, NULL, &fault);
}

static void open_inline(void)
{
    open_with(false);
}

static void open_threaded(void)
{
    open_with(true);
}

static void close_store(void)
{
    store_close(&store);
    buf_deinit(&notes);
    buf_deinit(&delivered);
}

static void done(void *context, const struct fault *fault)
{
    buf_text(&delivered, context);
    buf_text(&delivered, fault == NULL ? " " : "! ");
}

/* Submits a batch that is called so. */
static void submit(char *name)
{
    struct store_batch *batch = kit_batch(STORE_EVENT, &(struct store_row){.key = name});
    store_commit(store, &batch, done, name);
}

static void row(void *context, const struct store_row *row)
{
    (void)context;
    buf_text(&delivered, row->key);
    buf_text(&delivered, row->extra);
    buf_add(&delivered, row->text, row->text_len);
    buf_number(&delivered, (int64_t)row->id);
    buf_text(&delivered, ",");
}

static void ask(char *name, unsigned limit)
{
    store_read(store, &(struct store_question){.key = name, .limit = limit}, row, done, name);
}

static char a[] = "a";
static char b[] = "b";
static char c[] = "c";
static char d[] = "d";
static char e[] = "e";

START_TEST(store_queue_inline_does_all_in_one_transaction_in_order)
{
    submit(a);
    ask(b, 2);
    submit(c);
    ask(d, 0);
    ck_assert_uint_eq(store_pending(store), 4);
    ck_assert_uint_eq(notes.len, 0);
    ck_assert_uint_eq(store_poll(store), 4);
    ck_assert_str_eq(notes.text, "[a c]?b?d");
    ck_assert_str_eq(delivered.text, "a btext0,btext1,b c d ");
    ck_assert_uint_eq(store_pending(store), 0);
    ck_assert_uint_eq(store_poll(store), 0);
}
END_TEST

START_TEST(store_queue_question_at_once_sees_what_was_submitted)
{
    struct fault fault = {FAULT_NONE, ""};
    submit(a);
    int got =
        store_read_now(store, &(struct store_question){.key = b, .limit = 1}, row, NULL, &fault);
    ck_assert_int_eq(got, 0);
    ck_assert_str_eq(notes.text, "[a]?b");
    ck_assert_str_eq(delivered.text, "btext0,");
    ck_assert_uint_eq(store_pending(store), 1);
    kit_settle(store);
    ck_assert_str_eq(delivered.text, "btext0,a ");
    got = store_read_now(store, &(struct store_question){.key = c, .limit = 99}, row, NULL, &fault);
    ck_assert_int_eq(got, -1);
    ck_assert_str_eq(fault.text, "unreadable");
}
END_TEST

START_TEST(store_queue_failure_takes_all_along_until_it_was_told)
{
    trouble = FAULT_FULL;
    submit(a);
    submit(b);
    ck_assert_uint_eq(store_poll(store), 2);
    ck_assert_str_eq(notes.text, "[a b]");
    ck_assert_str_eq(delivered.text, "a! b! ");
    submit(c);
    ck_assert_uint_eq(store_poll(store), 1);
    ck_assert_str_eq(delivered.text, "a! b! c ");
}
END_TEST

START_TEST(store_queue_bad_batch_costs_only_what_follows_it)
{
    poison = c;
    submit(a);
    submit(b);
    submit(c);
    ask(e, 0);
    submit(d);
    kit_settle(store);
    ck_assert_str_eq(notes.text, "[a b c d][a][b][c]?e");
    ck_assert_str_eq(delivered.text, "a b c! e d! ");
    submit(d);
    kit_settle(store);
    ck_assert_str_eq(delivered.text, "a b c! e d! d ");
}
END_TEST

static void submit_lease(char *name)
{
    struct store_batch *batch = kit_batch(STORE_LEASE_TAKE, &(struct store_row){.key = name});
    store_commit(store, &batch, done, name);
}

START_TEST(store_queue_lease_that_is_anothers_costs_nobody)
{
    poison = b;
    poisons = FAULT_GONE;
    submit(a);
    submit_lease(b);
    submit(c);
    kit_settle(store);
    ck_assert_str_eq(notes.text, "[a b c][a][b][c]");
    ck_assert_str_eq(delivered.text, "a b! c ");
    submit(b); /* turns that are refused are another thing */
    submit(d);
    kit_settle(store);
    ck_assert_str_eq(delivered.text, "a b! c b! d! ");
}
END_TEST

static void submit_again(void *context, const struct fault *fault)
{
    done(context, fault);
    submit(d);
}

START_TEST(store_queue_what_is_submitted_when_told_is_good_again)
{
    struct store_batch *batch = kit_batch(STORE_EVENT, &(struct store_row){.key = a});
    trouble = FAULT_FULL;
    store_commit(store, &batch, submit_again, a);
    submit(b);
    store_poll(store);
    ck_assert_str_eq(delivered.text, "a! b! ");
    store_poll(store);
    ck_assert_str_eq(delivered.text, "a! b! d ");
    ck_assert_str_eq(notes.text, "[a b][d]");
}
END_TEST

START_TEST(store_queue_has_an_end_and_what_follows_it_fails_too)
{
    for (int i = 0; i < STORE_PENDING_MAX; i++) {
        struct store_batch *batch = kit_batch(STORE_EVENT, &(struct store_row){.key = a});
        store_commit(store, &batch, NULL, NULL);
    }
    submit(b);
    submit(c);
    kit_settle(store);
    ck_assert_str_eq(delivered.text, "b! c! ");
    ck_assert_ptr_null(strstr(notes.text, "b"));
    ck_assert_ptr_null(strstr(notes.text, "c"));
    submit(d);
    kit_settle(store);
    ck_assert_str_eq(delivered.text, "b! c! d ");
}
END_TEST

START_TEST(store_queue_closing_finishes_what_was_submitted)
{
    submit(a);
    submit(b);
    store_close(&store);
    ck_assert_ptr_null(store);
    ck_assert_str_eq(notes.text, "[a b]");
    ck_assert_ptr_null(delivered.text);
}
END_TEST

static void await_lulls(unsigned least)
{
    while (atomic_load(&lulls) < least) {
        sched_yield();
    }
}

START_TEST(store_queue_thread_tidies_up_once_in_each_lull)
{
    for (unsigned i = 1; i <= 2; i++) {
        submit(a);
        kit_settle(store);
        await_lulls(i);
        ck_assert_uint_eq(atomic_load(&pauses), i);
    }
    store_close(&store);
    ck_assert_uint_eq(atomic_load(&lulls), 2);
}
END_TEST

/* Submits a batch and waits until the worker is about to commit it, behind the closed gate. */
static void submit_and_hold(char *name)
{
    pthread_mutex_lock(&gate);
    submit(name);
    while (atomic_load(&entered) == 0) {
        sched_yield();
    }
}

START_TEST(store_queue_thread_groups_what_waits)
{
    submit_and_hold(a);
    submit(b);
    ask(e, 0);
    submit(c);
    submit(d);
    pthread_mutex_unlock(&gate);
    kit_settle(store);
    ck_assert_str_eq(notes.text, "[a][b c d]?e");
    ck_assert_str_eq(delivered.text, "a b e c d ");
}
END_TEST

START_TEST(store_queue_thread_fails_what_was_built_on_a_failure)
{
    trouble = FAULT_FULL;
    submit_and_hold(a);
    submit(b);
    pthread_mutex_unlock(&gate);
    kit_settle(store);
    ck_assert_str_eq(notes.text, "[a]");
    ck_assert_str_eq(delivered.text, "a! b! ");
    submit(c);
    kit_settle(store);
    ck_assert_str_eq(delivered.text, "a! b! c ");
}
END_TEST

START_TEST(store_queue_thread_answers_at_once_and_closes_with_work_left)
{
    struct fault fault = {FAULT_NONE, ""};
    submit(a);
    int got =
        store_read_now(store, &(struct store_question){.key = b, .limit = 1}, row, NULL, &fault);
    ck_assert_int_eq(got, 0);
    ck_assert_str_eq(delivered.text, "btext0,");
    submit(c);
    store_close(&store);
    ck_assert_str_eq(notes.text + strlen(notes.text) - 3, "[c]");
}
END_TEST

static void wake(void *context)
{
    pthread_mutex_t *told = context;
    pthread_mutex_unlock(told);
}

START_TEST(store_queue_thread_wakes_who_waits)
{
    /* a lock as a flag: the wake-up opens it */
    static pthread_mutex_t told = PTHREAD_MUTEX_INITIALIZER;
    struct fault fault;
    store_close(&store);
    store = store_open(&store_notes, "", true, wake, &told, &fault);
    pthread_mutex_lock(&told);
    submit(a);
    pthread_mutex_lock(&told);
    ck_assert_uint_eq(store_poll(store), 1);
    ck_assert_str_eq(delivered.text, "a ");
}
END_TEST

Suite *suite_store_queue(void);

Suite *suite_store_queue(void)
{
    Suite *suite = suite_create("store_queue");
    TCase *tcase = tcase_create("inline");
    tcase_add_checked_fixture(tcase, open_inline, close_store);
    tcase_add_test(tcase, store_queue_inline_does_all_in_one_transaction_in_order);
    tcase_add_test(tcase, store_queue_question_at_once_sees_what_was_submitted);
    tcase_add_test(tcase, store_queue_failure_takes_all_along_until_it_was_told);
    tcase_add_test(tcase, store_queue_bad_batch_costs_only_what_follows_it);
    tcase_add_test(tcase, store_queue_lease_that_is_anothers_costs_nobody);
    tcase_add_test(tcase, store_queue_what_is_submitted_when_told_is_good_again);
    tcase_add_test(tcase, store_queue_has_an_end_and_what_follows_it_fails_too);
    tcase_add_test(tcase, store_queue_closing_finishes_what_was_submitted);
    suite_add_tcase(suite, tcase);
    TCase *thread = tcase_create("thread");
    tcase_add_checked_fixture(thread, open_threaded, close_store);
    tcase_add_test(thread, store_queue_thread_tidies_up_once_in_each_lull);
    tcase_add_test(thread, store_queue_thread_groups_what_waits);
    tcase_add_test(thread, store_queue_thread_fails_what_was_built_on_a_failure);
    tcase_add_test(thread, store_queue_thread_answers_at_once_and_closes_with_work_left);
    tcase_add_test(thread, store_queue_thread_wakes_who_waits);
    suite_add_tcase(suite, thread);
    return suite;
}
