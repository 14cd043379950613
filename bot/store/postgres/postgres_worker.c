/* The keeper of a worker: a thread with a connection of its own. While it stands by it looks a few
 * times a second who has the store; while the worker has it, it keeps the lease up. What it knows
 * is read under a lock, or from atomics by a signal's handler.
 *
 * The store is free when its lock is, and its holder has given the lease back, or has not kept it
 * up lately: one whose session ended for a moment comes back within that time. A holder that lives
 * no more, and whose session the server has not given up (stopped, or cut off), is followed when
 * its lease is over and nothing has come from it for as long; its session is ended then. */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "entropy.h"
#include "heap.h"
#include "log.h"
#include "metrics.h"
#include "postgres_lease.h"
#include "postgres_link.h"
#include "postgres_open.h"
#include "postgres_part.h"
#include "store_driver.h"
#include "store_sql_private.h"
#include "store_worker.h"

enum {
    KEEPER_KEEP_MS = 1500,    /* between two times that the lease is kept up */
    KEEPER_LOOK_MS = 200,     /* between two looks who has the store */
    KEEPER_AGAIN_MS = 250,    /* after a connection that could not be made */
    KEEPER_UNMOVED_MS = 2500, /* a lease that is not kept up for so long, without a lock */
    KEEPER_ANSWER_MS = 3000,
    KEEPER_CONFIRM_MS = 3000,
    KEEPER_CONFIRM_STEP_MS = 10,
    KEEPER_PART_BYTES = 160
};

struct store_worker {
    struct postgres_term term;
    struct store_worker_setup setup;
    char name[STORE_WORKER_NAME_BYTES];
    char version[32];
    struct store_sql *store; /* the keeper's own connection */
    bool connected;
    bool listens; /* to letters for our part, which is called: */
    char part[KEEPER_PART_BYTES];
    int64_t said_ms;     /* when we last said that we are there; 0: not on this connection */
    bool kept;           /* at the last beat it was ours */
    atomic_llong others; /* that were there then */
    struct postgres_other other; /* as last seen, */
    int64_t moved_ms;            /* and when its end has moved */
    pthread_t thread;
    int bell[2];          /* what is written here ends its waiting */
    pthread_mutex_t lock; /* of what follows */
    bool is_ending;
    bool may_open;
    char about[FAULT_TEXT_BYTES];
};

static int64_t keeper_now_ms(void)
{
    return clock_system().monotonic_ms(NULL);
}

/* --- its connection --------------------------------------------------------------------------- */

static void keeper_disconnect(struct store_worker *worker)
{
    postgres_link_disconnect(postgres_link_of(worker->store));
    worker->connected = false;
    worker->listens = false;
    worker->said_ms = 0;
}

static int keeper_connect(struct store_worker *worker, struct fault *fault)
{
    if (worker->connected && !postgres_link_is_lost(postgres_link_of(worker->store))) {
        return 0;
    }
    keeper_disconnect(worker);
    if (postgres_open_session(worker->store, fault) != 0) {
        keeper_disconnect(worker);
        return -1;
    }
    postgres_link_of(worker->store)->patience_ms = KEEPER_ANSWER_MS;
    worker->connected = true;
    return 0;
}

/* Runs a statement about our row. One of a schema that has no such table yet fails, and that is no
 * matter: whoever has the store makes it. */
static bool keeper_row(struct store_worker *worker, const char *sql)
{
    char where[96] = "";
    char host[64] = "";
    struct sql_statement *statement = NULL;
    gethostname(host, sizeof host - 1);
    snprintf(where, sizeof where, "process %ld on %s", (long)getpid(), host);
    bool done = false;
    if (sql_prepare(worker->store, sql, &statement) == SQL_OK) {
        sql_bind_text(statement, 1, worker->term.holder, strlen(worker->term.holder));
        sql_bind_text(statement, 2, worker->name, strlen(worker->name));
        sql_bind_text(statement, 3, worker->version, strlen(worker->version));
        sql_bind_text(statement, 4, where, strlen(where));
        done = sql_step(statement) != SQL_ERROR;
    }
    sql_finalize(statement);
    return done;
}

/* That we are there; those who have said nothing for a day are gone, and so is an earlier life of
 * ours. */
static void keeper_say(struct store_worker *worker)
{
    int64_t now_ms = keeper_now_ms();
    if (worker->said_ms != 0 && now_ms < worker->said_ms + KEEPER_KEEP_MS) {
        return;
    }
    worker->said_ms = now_ms;
    struct sql_statement *statement = NULL;
    if (!keeper_row(worker,
                    "INSERT INTO worker (id, name, version, place, since, seen) VALUES (?1, ?2, "
                    "?3, ?4, clock_timestamp(), clock_timestamp()) ON CONFLICT (id) DO UPDATE SET "
                    "seen = excluded.seen")) {
        return;
    }
    keeper_row(worker,
               "DELETE FROM worker WHERE id <> ?1 AND seen < clock_timestamp() - CASE WHEN name = "
               "?2 THEN interval '5 seconds' ELSE interval '1 day' END");
    if (sql_prepare(worker->store,
                    "SELECT count(*) FROM worker WHERE id <> ?1 AND seen > clock_timestamp() - "
                    "interval '5 seconds'",
                    &statement) == SQL_OK) {
        sql_bind_text(statement, 1, worker->term.holder, strlen(worker->term.holder));
        worker->others = sql_step(statement) == SQL_ROW ? sql_number(statement, 0) : worker->others;
    }
    sql_finalize(statement);
}

/* --- looking and keeping ---------------------------------------------------------------------- */

static void keeper_tell(struct store_worker *worker, bool may_open, const char *about)
{
    pthread_mutex_lock(&worker->lock);
    bool is_new = may_open && !worker->may_open;
    worker->may_open = may_open;
    snprintf(worker->about, sizeof worker->about, "%s", about);
    pthread_mutex_unlock(&worker->lock);
    if (is_new) {
        worker->setup.wake(worker->setup.context);
    }
}

/* Is the store anybody's, by what was seen now? first: nothing was seen before. */
static bool keeper_is_free(struct store_worker *worker, const struct postgres_other *now,
                           bool first)
{
    int64_t now_ms = keeper_now_ms();
    if (first || now->expires_us != worker->other.expires_us ||
        strcmp(now->holder, worker->other.holder) != 0) {
        worker->moved_ms = now_ms;
    }
    worker->other = *now;
    if (now->process != 0) {
        return now->is_over && now->is_still;
    }
    return first || now->is_given || now->is_over || now->holder[0] == '\0' ||
           now_ms >= worker->moved_ms + KEEPER_UNMOVED_MS;
}

static int keeper_look(struct store_worker *worker, bool first, struct fault *fault)
{
    struct postgres_other now;
    if (postgres_lease_look(worker->store, &now, fault) != 0) {
        return -1;
    }
    bool is_free = keeper_is_free(worker, &now, first);
    if (is_free && now.process != 0) {
        postgres_lease_end(worker->store, &now);
    }
    char *life = strrchr(now.holder, '#');
    if (life != NULL) {
        *life = '\0';
    }
    keeper_tell(worker, is_free, now.holder);
    return 0;
}

static int keeper_keep(struct store_worker *worker, struct fault *fault)
{
    int done = postgres_lease_keep(worker->store, &worker->term, fault);
    if (done == 0) {
        metrics_add(METRIC_LEASE_KEPT, 1);
    } else if (fault->code == FAULT_GONE && worker->term.taken) {
        postgres_lease_lost(worker->store);
    } else if (worker->term.taken) {
        metrics_add(METRIC_LEASE_NOT_KEPT, 1);
    }
    return done;
}

/* Letters are announced; with each beat it is looked for some all the same, for what was announced
 * while nobody listened is not said again. */
static void keeper_listen(struct store_worker *worker)
{
    if (worker->setup.heard == NULL) {
        return;
    }
    if (!worker->listens) {
        worker->listens = postgres_part_called(worker->store, worker->part, sizeof worker->part) &&
                          store_sql_exec(worker->store, "LISTEN deaddrop", NULL) == 0;
    }
    worker->setup.heard(worker->setup.context);
}

/* One beat; how long until the next. */
static int64_t keeper_beat(struct store_worker *worker)
{
    struct fault fault = {FAULT_NONE, ""};
    bool taken = worker->term.taken;
    if (keeper_connect(worker, &fault) != 0 ||
        (taken ? keeper_keep(worker, &fault) : keeper_look(worker, false, &fault)) != 0) {
        if (!taken) {
            keeper_tell(worker, false, fault.text);
        }
        return KEEPER_AGAIN_MS;
    }
    if (taken && !worker->kept) {
        worker->said_ms = 0; /* there is a place for it now, where there was none */
    }
    worker->kept = taken;
    keeper_say(worker);
    if (taken && store_worker_left_ms(worker) == 0) {
        return 0; /* we were stopped on the way */
    }
    if (taken) {
        keeper_listen(worker);
    }
    return taken ? KEEPER_KEEP_MS : KEEPER_LOOK_MS;
}

/* So long, or until somebody rings; says meanwhile what is announced. */
static void keeper_wait(struct store_worker *worker, int64_t for_ms)
{
    struct postgres_link *link = postgres_link_of(worker->store);
    int64_t until_ms = keeper_now_ms() + for_ms;
    bool rung = false;
    for (int64_t left_ms = for_ms; left_ms > 0 && !rung; left_ms = until_ms - keeper_now_ms()) {
        struct pollfd files[] = {
            {.fd = worker->bell[0], .events = POLLIN},
            {.fd = worker->listens ? postgres_link_socket(link) : -1, .events = POLLIN}};
        poll(files, sizeof files / sizeof files[0], (int)left_ms);
        rung = files[0].revents != 0;
        if (files[1].revents != 0 && postgres_link_heard(link, worker->part)) {
            worker->setup.heard(worker->setup.context);
        }
        worker->listens = worker->listens && !postgres_link_is_lost(link);
    }
}

static bool keeper_ends(struct store_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    bool is_ending = worker->is_ending;
    pthread_mutex_unlock(&worker->lock);
    return is_ending;
}

static void *keeper_thread(void *context)
{
    struct store_worker *worker = context;
    while (!keeper_ends(worker)) {
        keeper_wait(worker, keeper_beat(worker));
    }
    return NULL;
}

/* --- for who has one -------------------------------------------------------------------------- */

static void worker_start(struct store_worker *worker)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all); /* signals are for the loop's thread alone */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int started = pthread_create(&worker->thread, NULL, keeper_thread, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started != 0) {
        abort();
    }
}

/* A name that no other life of a process has. */
static void worker_sign(struct store_worker *worker)
{
    uint64_t life = 0;
    struct entropy entropy = entropy_system();
    entropy.fill(entropy.context, &life, sizeof life);
    snprintf(worker->name, sizeof worker->name, "%s", worker->setup.name);
    snprintf(worker->version, sizeof worker->version, "%s", worker->setup.version);
    snprintf(worker->term.holder, sizeof worker->term.holder, "%s#%012" PRIx64, worker->name,
             life >> 16);
    worker->setup.place = worker->setup.name = worker->setup.version = NULL; /* the caller's */
}

static void worker_free(struct store_worker *worker)
{
    pthread_mutex_destroy(&worker->lock);
    close(worker->bell[0]);
    close(worker->bell[1]);
    free(worker);
}

int store_worker_new(struct store_worker **worker_r, const struct store_worker_setup *setup,
                     struct fault *fault)
{
    *worker_r = NULL;
    if (store_driver_of(setup->place) != &store_postgres) {
        return 0;
    }
    struct store_sql *store = postgres_open_new(setup->place, false, fault);
    if (store == NULL) {
        return -1;
    }
    struct store_worker *worker = heap_allocate(sizeof *worker);
    worker->setup = *setup;
    worker->store = store;
    worker_sign(worker);
    pthread_mutex_init(&worker->lock, NULL);
    if (pipe2(worker->bell, O_CLOEXEC) != 0) {
        abort();
    }
    if (keeper_connect(worker, fault) != 0 || keeper_look(worker, true, fault) != 0) {
        void *db = store;
        postgres_close(&db);
        worker_free(worker);
        return -1;
    }
    worker_start(worker);
    postgres_lease_use(&worker->term);
    *worker_r = worker;
    return 0;
}

void store_worker_free(struct store_worker **worker_r)
{
    struct store_worker *worker = *worker_r;
    *worker_r = NULL;
    if (worker == NULL) {
        return;
    }
    pthread_mutex_lock(&worker->lock);
    worker->is_ending = true;
    pthread_mutex_unlock(&worker->lock);
    if (write(worker->bell[1], "", 1) != 1) {
        abort(); /* nothing was ever written there */
    }
    pthread_join(worker->thread, NULL);
    postgres_lease_use(NULL);
    if (worker->connected) {
        keeper_row(worker, "DELETE FROM worker WHERE id = ?1");
    }
    void *db = worker->store;
    postgres_close(&db);
    worker_free(worker);
}

bool store_worker_may_open(struct store_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    bool may_open = worker->may_open;
    pthread_mutex_unlock(&worker->lock);
    return may_open;
}

void store_worker_stand_by(struct store_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    worker->may_open = false;
    pthread_mutex_unlock(&worker->lock);
}

void store_worker_other(struct store_worker *worker, char *text, size_t size)
{
    pthread_mutex_lock(&worker->lock);
    snprintf(text, size, "%s", worker->about);
    pthread_mutex_unlock(&worker->lock);
}

int64_t store_worker_left_ms(const struct store_worker *worker)
{
    int64_t left_ms = worker->term.taken ? worker->term.until_ms - keeper_now_ms() : 0;
    return left_ms > 0 ? left_ms : 0;
}

bool store_worker_has_others(const struct store_worker *worker)
{
    return worker->others > 0;
}

void store_worker_confirm(const struct store_worker *worker)
{
    int before = errno;
    for (int waited_ms = 0;
         worker->term.taken && store_worker_left_ms(worker) == 0 && waited_ms < KEEPER_CONFIRM_MS;
         waited_ms += KEEPER_CONFIRM_STEP_MS) {
        poll(NULL, 0, KEEPER_CONFIRM_STEP_MS);
    }
    errno = before;
}

/* --- for who looks on ------------------------------------------------------------------------- */

#define WORKERS_TIME(of) "coalesce(to_char(" of " AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '')"

static const char workers_all[] = "SELECT worker.name, worker.version, worker.place, " WORKERS_TIME(
    "worker.since") ", "
                    "greatest(0, extract(epoch FROM clock_timestamp() - worker.seen))::bigint, "
                    "lease.holder IS NOT "
                    "NULL, CASE WHEN isfinite(lease.expires) THEN " WORKERS_TIME(
                        "lease.expires") " ELSE '' END, "
                                         "coalesce(lease.expires < clock_timestamp(), false) FROM "
                                         "worker LEFT JOIN lease ON lease.kind = "
                                         "'store' AND lease.key = '' AND lease.holder = worker.id "
                                         "AND lease.expires <> '-infinity' "
                                         "ORDER BY worker.since, worker.id";

static void workers_row(struct sql_statement *statement,
                        void (*row)(void *context, const struct store_worker_row *worker),
                        void *context)
{
    char *texts[5];
    static const int columns[5] = {0, 1, 2, 3, 6};
    for (size_t i = 0; i < 5; i++) {
        texts[i] = heap_copy(sql_text(statement, columns[i]));
    }
    const struct store_worker_row worker = {.name = texts[0],
                                            .version = texts[1],
                                            .where = texts[2],
                                            .since = texts[3],
                                            .until = texts[4],
                                            .seen_s = sql_number(statement, 4),
                                            .holds = sql_number(statement, 5) != 0,
                                            .is_over = sql_number(statement, 7) != 0};
    row(context, &worker);
    for (size_t i = 0; i < 5; i++) {
        free(texts[i]);
    }
}

int store_workers(const char *place,
                  void (*row)(void *context, const struct store_worker_row *worker), void *context,
                  struct fault *fault)
{
    int64_t there = 0;
    struct sql_statement *statement = NULL;
    if (store_driver_of(place) != &store_postgres) {
        return fault_set(fault, FAULT_BAD,
                         "store %s: a file is one process's: workers share a database (url in "
                         "[store])",
                         place);
    }
    struct store_sql *store = postgres_open_new(place, true, fault);
    void *db = store;
    if (store == NULL) {
        return -1;
    }
    int done = postgres_open_session(store, fault);
    done = done == 0 ? store_sql_number(store,
                                        "SELECT count(*) FROM pg_class WHERE oid = "
                                        "to_regclass('worker')",
                                        &there, fault)
                     : done;
    if (done == 0 && there != 0) {
        int code = sql_prepare(store, workers_all, &statement);
        code = code == SQL_OK ? sql_step(statement) : code;
        for (; code == SQL_ROW; code = sql_step(statement)) {
            workers_row(statement, row, context);
        }
        done = code == SQL_DONE ? 0 : store_sql_fault(store, code, fault);
        sql_finalize(statement);
    }
    postgres_close(&db);
    return done;
}
