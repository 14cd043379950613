/* The store: a queue of batches and questions, worked off in order by a thread of its own, or by
 * store_poll where there is no thread. Ownership of a job passes to the thread with the queue's
 * lock and comes back with it; nothing else is shared.
 *
 * All batches that wait share one transaction. Questions among them are asked after it, so that
 * they do not cut it in pieces: they see what was submitted before them, and perhaps what came a
 * moment later.
 *
 * Turns build on each other, so a batch may only reach the disk when all before it did. Each batch
 * carries the epoch of its submission; a failure spoils its epoch, and a new one begins when
 * store_poll tells of the failure. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "crash.h"
#include "heap.h"
#include "metrics.h"
#include "store_damage.h"
#include "store_private.h"
#include "store_rows.h"
#include "store_upkeep.h"

enum {
    STORE_GROUP_MAX = 4096, /* batches in a transaction, so that the first does not wait too long */
    STORE_LULL_MS = 20,     /* without work: then tidying up keeps nobody waiting */
    STORE_GATHER_FROM = 4,  /* batches in the last transaction: then more are on their way */
    STORE_GATHER_TO = 32,   /* jobs that wait: as many are worth a transaction */
    STORE_GATHER_US = 1000  /* so long a turn may wait for others */
};

enum store_job_kind { STORE_JOB_COMMIT, STORE_JOB_READ };

struct store_job {
    struct store_job *next;
    enum store_job_kind kind;
    uint64_t epoch;
    struct store_batch *batch; /* STORE_JOB_COMMIT; NULL when too many waited */
    struct store_question question;
    char *texts[2]; /* the question's key and extra */
    struct store_rows rows;
    store_row_fn row;
    store_done_fn done;
    void *context;
    struct fault fault;
    bool spoils; /* it failed, and with it what was submitted behind it */
};

struct store_queue {
    struct store_job *first;
    struct store_job **last;
};

struct store {
    const struct store_driver *driver;
    void *db;
    bool threaded;
    bool reading;
    void (*wake)(void *context);
    void *context;
    size_t pending; /* of the owner's side */
    uint64_t epoch;

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t submitted_some;
    pthread_cond_t finished_some;
    pthread_cond_t hurry;
    struct store_queue submitted; /* under the lock */
    struct store_queue finished;
    size_t waiting; /* in submitted */
    bool hurried;   /* somebody waits for one of them, and for nothing else */
    bool closing;

    size_t together;  /* of the worker's side: batches in the last transaction */
    uint64_t spoiled; /* this epoch and all before it */
    struct fault why;
    struct store_batch *group[STORE_GROUP_MAX];
};

static void store_queue_init(struct store_queue *queue)
{
    queue->first = NULL;
    queue->last = &queue->first;
}

static void store_queue_put(struct store_queue *queue, struct store_job *job)
{
    job->next = NULL;
    *queue->last = job;
    queue->last = &job->next;
}

/* Takes everything out. */
static struct store_job *store_queue_take(struct store_queue *queue)
{
    struct store_job *first = queue->first;
    store_queue_init(queue);
    return first;
}

/* Puts a chain of jobs behind what is there. */
static void store_queue_append(struct store_queue *queue, struct store_job *first)
{
    *queue->last = first;
    while (*queue->last != NULL) {
        queue->last = &(*queue->last)->next;
    }
}

static void store_job_free(struct store_job *job)
{
    store_batch_free(&job->batch);
    free(job->texts[0]);
    free(job->texts[1]);
    store_rows_free(&job->rows);
    free(job);
}

/* Was it refused because a lease is another's? Nothing is built on a batch of leases alone. */
static bool store_is_lease_refused(const struct store_job *job)
{
    struct store_item item;
    for (size_t i = 0; job->batch != NULL && i < store_batch_count(job->batch); i++) {
        store_batch_item(job->batch, i, &item);
        if (item.op < STORE_LEASE_TAKE || item.op > STORE_LEASE_GIVE) {
            return false;
        }
    }
    return job->fault.code == FAULT_GONE;
}

static void store_spoil(struct store *store, struct store_job *job)
{
    if (store_is_lease_refused(job)) {
        return;
    }
    job->spoils = true;
    if (job->epoch > store->spoiled) {
        store->spoiled = job->epoch;
        store->why = job->fault;
    } else {
        job->fault = store->why;
    }
}

/* One transaction. */
static int store_transact(struct store *store, struct store_batch *const *batches, size_t count,
                          struct fault *fault)
{
    int64_t began_us = clock_measure_us();
    int done = store->driver->commit(store->db, batches, count, fault);
    store->together = count;
    if (done == 0) {
        metrics_time(METRIC_STORE_COMMIT, clock_measure_us() - began_us);
        metrics_add(METRIC_STORE_TURNS, count);
    }
    return done;
}

/* One job's batch alone. */
static void store_work_alone(struct store *store, struct store_job *job)
{
    if (job->epoch <= store->spoiled) {
        job->fault = store->why;
        return;
    }
    if (job->batch == NULL) {
        fault_set(&job->fault, FAULT_RETRY, "store: more than %d turns wait", STORE_PENDING_MAX);
        store_spoil(store, job);
        return;
    }
    if (store_transact(store, &job->batch, 1, &job->fault) != 0) {
        assert(job->fault.code != FAULT_NONE);
        store_spoil(store, job);
    }
}

/* Is the world at fault, so that trying each batch alone would not help? */
static bool store_is_of_world(const struct fault *fault)
{
    return fault->code == FAULT_FULL || fault->code == FAULT_RETRY || fault->code == FAULT_CONFIG;
}

/* Commits a chain of jobs in one transaction; what one got wrong costs no job before it. */
static void store_work_commits(struct store *store, struct store_job *first)
{
    size_t count = 0;
    struct fault fault = {FAULT_NONE, ""};
    for (struct store_job *job = first; job != NULL; job = job->next) {
        if (job->kind == STORE_JOB_COMMIT && job->batch != NULL && job->epoch > store->spoiled) {
            store->group[count++] = job->batch;
        }
    }
    bool done = count == 0 || store_transact(store, store->group, count, &fault) == 0;
    for (struct store_job *job = first; job != NULL; job = job->next) {
        bool in_group = job->kind == STORE_JOB_COMMIT && job->batch != NULL;
        if (job->kind != STORE_JOB_COMMIT || (done && in_group && job->epoch > store->spoiled)) {
            continue;
        }
        if (!done && in_group && (count == 1 || store_is_of_world(&fault))) {
            job->fault = fault;
            store_spoil(store, job);
        } else {
            store_work_alone(store, job);
        }
    }
}

static void store_work_question(struct store *store, struct store_job *job)
{
    if (job->kind == STORE_JOB_READ) {
        store->driver->read(store->db, &job->question, store_rows_add, &job->rows, &job->fault);
    }
}

/* Cuts the chain behind at most STORE_GROUP_MAX commits; returns what is left. A batch that came
 * too late ends its chain, so that what follows it is not committed before it has failed. */
static struct store_job *store_cut(struct store_job *first)
{
    size_t commits = 0;
    for (struct store_job *job = first; job != NULL; job = job->next) {
        commits += job->kind == STORE_JOB_COMMIT ? 1 : 0;
        if (commits == STORE_GROUP_MAX || (job->kind == STORE_JOB_COMMIT && job->batch == NULL)) {
            struct store_job *rest = job->next;
            job->next = NULL;
            return rest;
        }
    }
    return NULL;
}

/* Does a chain of jobs and hands it over. */
static void store_work(struct store *store, struct store_job *first)
{
    while (first != NULL) {
        struct store_job *rest = store_cut(first);
        store_work_commits(store, first);
        for (struct store_job *job = first; job != NULL; job = job->next) {
            store_work_question(store, job);
        }
        CRASH_POINT("store.before_delivery");
        pthread_mutex_lock(&store->lock);
        store_queue_append(&store->finished, first);
        pthread_cond_broadcast(&store->finished_some);
        pthread_mutex_unlock(&store->lock);
        if (store->threaded && store->wake != NULL) {
            store->wake(store->context);
        }
        first = rest;
    }
}

/* Waits for work, for so long the first time; then there is a lull, which is for tidying up. Under
 * the lock, and back under it. */
static void store_await(struct store *store, bool *is_tidy)
{
    struct timespec until; /* of the clock that the condition was given */
    if (*is_tidy) {
        pthread_cond_wait(&store->submitted_some, &store->lock);
        return;
    }
    int64_t until_ms = clock_system().monotonic_ms(NULL) + STORE_LULL_MS;
    until = (struct timespec){.tv_sec = until_ms / 1000, .tv_nsec = until_ms % 1000 * 1000000};
    if (pthread_cond_timedwait(&store->submitted_some, &store->lock, &until) != ETIMEDOUT) {
        return;
    }
    pthread_mutex_unlock(&store->lock);
    bool more = store->driver->rest(store->db, true);
    pthread_mutex_lock(&store->lock);
    *is_tidy = !more;
}

/* Where several batches shared the last transaction, the next are a moment away: they cost less in
 * one transaction than in several. Under the lock, and back under it. */
static void store_gather(struct store *store)
{
    if (store->together < STORE_GATHER_FROM) {
        return;
    }
    int64_t until_us = clock_measure_us() + STORE_GATHER_US;
    struct timespec until = {.tv_sec = until_us / 1000000, .tv_nsec = until_us % 1000000 * 1000};
    int waited = 0;
    while (store->waiting < STORE_GATHER_TO && !store->hurried && !store->closing && waited == 0) {
        waited = pthread_cond_timedwait(&store->hurry, &store->lock, &until);
    }
}

static void *store_thread(void *context)
{
    struct store *store = context;
    bool is_tidy = true;
    pthread_mutex_lock(&store->lock);
    while (!store->closing || store->submitted.first != NULL) {
        if (store->submitted.first == NULL) {
            store_await(store, &is_tidy);
            continue;
        }
        store_gather(store);
        struct store_job *first = store_queue_take(&store->submitted);
        store->waiting = 0;
        store->hurried = false;
        pthread_mutex_unlock(&store->lock);
        store_work(store, first);
        store->driver->rest(store->db, false);
        is_tidy = false;
        pthread_mutex_lock(&store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    if (!is_tidy) {
        store->driver->rest(store->db, true);
    }
    return NULL;
}

static void store_start_thread(struct store *store)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all); /* signals are for the loop's thread alone */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int started = pthread_create(&store->thread, NULL, store_thread, store);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started != 0) {
        abort();
    }
}

static struct store *store_new(const struct store_driver *driver, const char *path, bool reading,
                               struct fault *fault)
{
    void *db = NULL;
    if (driver->open(&db, path, reading, fault) != 0) {
        return NULL;
    }
    struct store *store = heap_allocate(sizeof(*store));
    store->driver = driver;
    store->db = db;
    store->reading = reading;
    store->epoch = 1;
    store_queue_init(&store->submitted);
    store_queue_init(&store->finished);
    pthread_mutex_init(&store->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&store->submitted_some, &monotonic);
    pthread_cond_init(&store->hurry, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_cond_init(&store->finished_some, NULL);
    return store;
}

struct store *store_open(const struct store_driver *driver, const char *path, bool threaded,
                         void (*wake)(void *context), void *context, struct fault *fault)
{
    struct store *store = store_new(driver, path, false, fault);
    if (store == NULL) {
        return NULL;
    }
    store->wake = wake;
    store->context = context;
    store->threaded = threaded;
    if (threaded) {
        store_start_thread(store);
    }
    return store;
}

struct store *store_open_reading(const struct store_driver *driver, const char *path,
                                 struct fault *fault)
{
    return store_new(driver, path, true, fault);
}

/* Does what was submitted, where there is no thread. */
static void store_work_inline(struct store *store)
{
    if (!store->threaded) {
        store_work(store, store_queue_take(&store->submitted));
    }
}

void store_use(struct store *store, const struct row_rules *const *rules)
{
    store->driver->use(store->db, rules);
}

void store_keep(struct store *store, const struct store_keeping *keeping)
{
    store->driver->keep(store->db, keeping);
}

void store_close(struct store **store)
{
    struct store *closing = *store;
    *store = NULL;
    if (closing == NULL) {
        return;
    }
    if (closing->threaded) {
        pthread_mutex_lock(&closing->lock);
        closing->closing = true;
        pthread_cond_signal(&closing->submitted_some);
        pthread_cond_signal(&closing->hurry);
        pthread_mutex_unlock(&closing->lock);
        pthread_join(closing->thread, NULL);
    } else {
        store_work_inline(closing);
    }
    closing->driver->close(&closing->db);
    struct store_job *job = store_queue_take(&closing->finished);
    while (job != NULL) {
        struct store_job *next = job->next;
        store_job_free(job);
        job = next;
    }
    pthread_mutex_destroy(&closing->lock);
    pthread_cond_destroy(&closing->submitted_some);
    pthread_cond_destroy(&closing->finished_some);
    pthread_cond_destroy(&closing->hurry);
    free(closing);
}

static struct store_job *store_job_new(enum store_job_kind kind, store_done_fn done, void *context)
{
    struct store_job *job = heap_allocate(sizeof(*job));
    job->kind = kind;
    job->done = done;
    job->context = context;
    return job;
}

static void store_submit(struct store *store, struct store_job *job)
{
    job->epoch = store->epoch;
    store->pending++;
    pthread_mutex_lock(&store->lock);
    assert(!store->closing);
    store_queue_put(&store->submitted, job);
    pthread_cond_signal(&store->submitted_some);
    if (++store->waiting == STORE_GATHER_TO) {
        pthread_cond_signal(&store->hurry);
    }
    pthread_mutex_unlock(&store->lock);
}

void store_commit(struct store *store, struct store_batch **batch, store_done_fn done,
                  void *context)
{
    assert(!store->reading);
    assert(*batch != NULL);
    struct store_job *job = store_job_new(STORE_JOB_COMMIT, done, context);
    if (store->pending < STORE_PENDING_MAX) {
        job->batch = *batch;
        *batch = NULL;
    } else {
        store_batch_free(batch);
    }
    store_submit(store, job);
}

static struct store_job *store_job_read(const struct store_question *question, store_row_fn row,
                                        store_done_fn done, void *context)
{
    struct store_job *job = store_job_new(STORE_JOB_READ, done, context);
    job->row = row;
    job->question = *question;
    job->texts[0] = heap_copy(question->key == NULL ? "" : question->key);
    job->texts[1] = heap_copy(question->extra == NULL ? "" : question->extra);
    job->question.key = job->texts[0];
    job->question.extra = job->texts[1];
    return job;
}

void store_read(struct store *store, const struct store_question *question, store_row_fn row,
                store_done_fn done, void *context)
{
    store_submit(store, store_job_read(question, row, done, context));
}

/* Takes this job out of what is finished; false when it is not yet there. Under the lock. */
static bool store_take_one(struct store *store, const struct store_job *wanted)
{
    for (struct store_job **link = &store->finished.first; *link != NULL; link = &(*link)->next) {
        if (*link == wanted) {
            *link = wanted->next;
            if (*link == NULL) {
                store->finished.last = link;
            }
            return true;
        }
    }
    return false;
}

static void store_row_ignored(void *context, const struct store_row *row)
{
    (void)context;
    (void)row;
}

int store_read_now(struct store *store, const struct store_question *question, store_row_fn row,
                   void *context, struct fault *fault)
{
    if (store->reading && store->submitted.first == NULL) {
        /* a tool, which may read more than there is memory for */
        return store->driver->read(store->db, question, row == NULL ? store_row_ignored : row,
                                   context, fault);
    }
    struct store_job *job = store_job_read(question, row, NULL, context);
    store_submit(store, job);
    store_work_inline(store);
    pthread_mutex_lock(&store->lock);
    store->hurried = true;
    pthread_cond_signal(&store->hurry);
    while (!store_take_one(store, job)) {
        pthread_cond_wait(&store->finished_some, &store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    store->pending--;
    bool good = job->fault.code == FAULT_NONE;
    if (good) {
        store_rows_deliver(&job->rows, row, context);
    } else {
        *fault = job->fault;
    }
    store_job_free(job);
    return good ? 0 : -1;
}

int store_check_now(struct store *store, const struct store_damage_listener *listener,
                    struct fault *fault)
{
    assert(!store->threaded);
    return store->driver->check(store->db, listener, fault);
}

int store_backup(struct store *store, const char *path, const struct store_pause *pause,
                 struct fault *fault)
{
    assert(store->reading);
    return store->driver->backup(store->db, path, pause, fault);
}

static void store_deliver(struct store *store, struct store_job *job)
{
    bool good = job->fault.code == FAULT_NONE;
    store->pending--;
    if (job->spoils && job->epoch == store->epoch) {
        store->epoch++; /* who is told now may submit anew */
    }
    if (good && job->kind == STORE_JOB_READ) {
        store_rows_deliver(&job->rows, job->row, job->context);
    }
    if (job->done != NULL) {
        job->done(job->context, good ? NULL : &job->fault);
    }
}

size_t store_poll(struct store *store)
{
    size_t count = 0;
    bool worked = !store->threaded && store->submitted.first != NULL;
    store_work_inline(store);
    pthread_mutex_lock(&store->lock);
    struct store_job *job = store_queue_take(&store->finished);
    pthread_mutex_unlock(&store->lock);
    while (job != NULL) {
        struct store_job *next = job->next;
        store_deliver(store, job);
        store_job_free(job);
        job = next;
        count++;
    }
    for (bool more = worked && !store->reading; more;) {
        more = store->driver->rest(store->db, true);
    }
    return count;
}

size_t store_pending(const struct store *store)
{
    return store->pending;
}
