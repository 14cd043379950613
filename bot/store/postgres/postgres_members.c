/* Who shares a divided house. One that was killed is known by its session, which the server ends
 * with it, one that was stopped or cut off by its silence. Nothing depends on who is thought to be
 * there but who plays what: each part's store has its own lease. */

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "entropy.h"
#include "heap.h"
#include "postgres_link.h"
#include "postgres_open.h"
#include "store_driver.h"
#include "store_members.h"
#include "store_sql_private.h"
#include "store_worker.h"

enum {
    MEMBERS_LOOK_MS = 200,
    MEMBERS_SAY_MS = 1000,
    MEMBERS_AGAIN_MS = 250, /* after a connection that could not be made */
    MEMBERS_ANSWER_MS = 3000,
    MEMBERS_MAX = 64,
    MEMBER_ID_BYTES = STORE_WORKER_NAME_BYTES + 16
};

/* A row as it was read; texts on the heap. */
struct member_row {
    struct store_member member;
    char *texts[7];
};

struct store_members {
    struct store_members_setup setup;
    struct store_sql *store; /* the thread's */
    char id[MEMBER_ID_BYTES];
    char name[STORE_WORKER_NAME_BYTES];
    char version[32];
    bool connected;
    int64_t said_ms;
    pthread_t thread;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t woken;
    bool is_ending;
    bool is_changed; /* what our row is to say */
    bool leaves;
    char parts[STORE_MEMBER_TEXT_BYTES];
    char doors[STORE_MEMBER_TEXT_BYTES];
    struct member_row rows[MEMBERS_MAX];
    size_t count;
    int64_t looked_ms; /* 0: never */
    bool is_new;
};

static int64_t members_now_ms(void)
{
    return clock_system().monotonic_ms(NULL);
}

/* --- rows ------------------------------------------------------------------------------------- */

/* seen: while its session is there it may be silent for longer. The process that plays part 0 is
 * called after its worker (program_worker.c). */
static const char members_all[] =
    "SELECT m.id, m.name, m.version, m.place, coalesce(to_char(m.since AT TIME ZONE 'UTC', "
    "'YYYY-MM-DD HH24:MI:SS'), ''), m.parts, m.doors, "
    "greatest(0, extract(epoch FROM clock_timestamp() - m.seen))::bigint, "
    "NOT m.leaves AND m.seen > clock_timestamp() - CASE WHEN EXISTS (SELECT 1 FROM "
    "pg_stat_activity AS at WHERE at.pid = m.process) THEN interval '5 seconds' ELSE interval '2 "
    "seconds' END, "
    "EXISTS (SELECT 1 FROM main.lease AS l WHERE l.kind = 'store' AND l.key = '' AND l.expires > "
    "clock_timestamp() AND left(l.holder, length(m.name) + 3) = m.name || '/0#' AND m.seen > "
    "clock_timestamp() - interval '10 seconds') "
    "FROM main.member AS m WHERE m.seen > clock_timestamp() - interval '1 hour' ORDER BY m.id";

static void member_free(struct member_row *row)
{
    for (size_t i = 0; i < sizeof row->texts / sizeof row->texts[0]; i++) {
        free(row->texts[i]);
    }
}

static void member_take(struct member_row *row, struct sql_statement *statement, const char *ours)
{
    for (size_t i = 0; i < sizeof row->texts / sizeof row->texts[0]; i++) {
        row->texts[i] = heap_copy(sql_text(statement, (int)i));
    }
    row->member = (struct store_member){.id = row->texts[0],
                                        .name = row->texts[1],
                                        .version = row->texts[2],
                                        .where = row->texts[3],
                                        .since = row->texts[4],
                                        .parts = row->texts[5],
                                        .doors = row->texts[6],
                                        .seen_s = sql_number(statement, 7),
                                        .counts = sql_number(statement, 8) != 0,
                                        .has_first = sql_number(statement, 9) != 0,
                                        .is_ours = strcmp(row->texts[0], ours) == 0};
}

/* All rows, into at most MEMBERS_MAX. -1 with a fault; *is_new_r: there is no such table. */
static int members_select(const struct store_sql *store, const char *ours, struct member_row *rows,
                          size_t *count_r, bool *is_new_r, struct fault *fault)
{
    struct sql_statement *statement = NULL;
    *count_r = 0;
    int code = sql_prepare(store, members_all, &statement);
    code = code == SQL_OK ? sql_step(statement) : code;
    for (; code == SQL_ROW && *count_r < MEMBERS_MAX; code = sql_step(statement)) {
        member_take(&rows[(*count_r)++], statement, ours);
    }
    bool is_new = code == SQL_ERROR && strcmp(postgres_link_of(store)->state, "42P01") == 0;
    int done = code == SQL_ERROR && !is_new ? store_sql_fault(store, code, fault) : 0;
    sql_finalize(statement);
    *is_new_r = is_new;
    return done;
}

/* --- the thread ------------------------------------------------------------------------------- */

static void members_disconnect(struct store_members *members)
{
    postgres_link_disconnect(postgres_link_of(members->store));
    members->connected = false;
    members->said_ms = 0;
}

static int members_connect(struct store_members *members, struct fault *fault)
{
    if (members->connected && !postgres_link_is_lost(postgres_link_of(members->store))) {
        return 0;
    }
    members_disconnect(members);
    if (postgres_open_session(members->store, fault) != 0) {
        members_disconnect(members);
        return -1;
    }
    postgres_link_of(members->store)->patience_ms = MEMBERS_ANSWER_MS;
    members->connected = true;
    return 0;
}

struct member_said {
    bool leaves;
    char parts[STORE_MEMBER_TEXT_BYTES];
    char doors[STORE_MEMBER_TEXT_BYTES];
};

/* One of a schema that has no such table yet fails, and that is no matter. */
static bool members_write(struct store_members *members, const char *sql,
                          const struct member_said *said)
{
    char where[96] = "";
    char host[64] = "";
    struct sql_statement *statement = NULL;
    gethostname(host, sizeof host - 1);
    snprintf(where, sizeof where, "process %ld on %s", (long)getpid(), host);
    bool done = false;
    if (sql_prepare(members->store, sql, &statement) == SQL_OK) {
        sql_bind_text(statement, 1, members->id, strlen(members->id));
        sql_bind_text(statement, 2, members->name, strlen(members->name));
        sql_bind_text(statement, 3, members->version, strlen(members->version));
        sql_bind_text(statement, 4, where, strlen(where));
        sql_bind_number(statement, 5, postgres_link_of(members->store)->process);
        sql_bind_number(statement, 6, said->leaves ? 1 : 0);
        sql_bind_text(statement, 7, said->parts, strlen(said->parts));
        sql_bind_text(statement, 8, said->doors, strlen(said->doors));
        done = sql_step(statement) != SQL_ERROR;
    }
    sql_finalize(statement);
    return done;
}

static void members_put(struct store_members *members)
{
    struct member_said said = {.leaves = false};
    int64_t now_ms = members_now_ms();
    pthread_mutex_lock(&members->lock);
    bool due =
        members->is_changed || members->said_ms == 0 || now_ms >= members->said_ms + MEMBERS_SAY_MS;
    members->is_changed = false;
    said.leaves = members->leaves;
    memcpy(said.parts, members->parts, sizeof said.parts);
    memcpy(said.doors, members->doors, sizeof said.doors);
    pthread_mutex_unlock(&members->lock);
    if (!due) {
        return;
    }
    members->said_ms = now_ms;
    if (!members_write(members,
                       "INSERT INTO main.member (id, name, version, place, process, since, seen, "
                       "leaves, parts, doors) VALUES (?1, ?2, ?3, ?4, ?5, clock_timestamp(), "
                       "clock_timestamp(), ?6 <> 0, ?7, ?8) ON CONFLICT (id) DO UPDATE SET seen = "
                       "excluded.seen, process = excluded.process, leaves = excluded.leaves, "
                       "parts = excluded.parts, doors = excluded.doors",
                       &said)) {
        members->said_ms = 0;
        return;
    }
    members_write(members,
                  "DELETE FROM main.member WHERE id <> ?1 AND name = ?2 AND seen < "
                  "clock_timestamp() - interval '5 seconds'",
                  &said); /* an earlier life of ours */
}

static bool members_differ(const struct member_row *one, const struct member_row *other)
{
    bool same = one->member.counts == other->member.counts &&
                one->member.has_first == other->member.has_first &&
                strcmp(one->texts[0], other->texts[0]) == 0 &&
                strcmp(one->texts[5], other->texts[5]) == 0 &&
                strcmp(one->texts[6], other->texts[6]) == 0;
    return !same;
}

/* Takes a look over; true where it is not as the one before. */
static bool members_keep(struct store_members *members, struct member_row *rows, size_t count,
                         bool is_new)
{
    pthread_mutex_lock(&members->lock);
    bool differs = members->looked_ms == 0 || count != members->count || is_new != members->is_new;
    for (size_t i = 0; i < count && !differs; i++) {
        differs = members_differ(&rows[i], &members->rows[i]);
    }
    for (size_t i = 0; i < members->count; i++) {
        member_free(&members->rows[i]);
    }
    memcpy(members->rows, rows, count * sizeof *rows);
    members->count = count;
    members->is_new = is_new;
    members->looked_ms = members_now_ms();
    pthread_mutex_unlock(&members->lock);
    return differs;
}

/* One beat; how long until the next. */
static int64_t members_beat(struct store_members *members)
{
    struct member_row rows[MEMBERS_MAX];
    struct fault fault = {FAULT_NONE, ""};
    size_t count = 0;
    bool is_new = false;
    if (members_connect(members, &fault) != 0) {
        return MEMBERS_AGAIN_MS;
    }
    members_put(members);
    if (members_select(members->store, members->id, rows, &count, &is_new, &fault) != 0) {
        for (size_t i = 0; i < count; i++) {
            member_free(&rows[i]);
        }
        return MEMBERS_AGAIN_MS;
    }
    if (members_keep(members, rows, count, is_new)) {
        members->setup.wake(members->setup.context);
    }
    return MEMBERS_LOOK_MS;
}

static void members_wait(struct store_members *members, int64_t for_ms)
{
    int64_t until_ms = members_now_ms() + for_ms;
    const struct timespec until = {.tv_sec = until_ms / 1000, .tv_nsec = until_ms % 1000 * 1000000};
    pthread_cond_timedwait(&members->woken, &members->lock, &until);
}

static void *members_thread(void *context)
{
    struct store_members *members = context;
    pthread_mutex_lock(&members->lock);
    while (!members->is_ending) {
        pthread_mutex_unlock(&members->lock);
        int64_t next_ms = members_beat(members);
        pthread_mutex_lock(&members->lock);
        if (!members->is_ending && !members->is_changed) {
            members_wait(members, next_ms);
        }
    }
    pthread_mutex_unlock(&members->lock);
    return NULL;
}

static void members_start(struct store_members *members)
{
    sigset_t all;
    sigset_t before;
    pthread_condattr_t monotonic;
    pthread_mutex_init(&members->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&members->woken, &monotonic);
    pthread_condattr_destroy(&monotonic);
    sigfillset(&all); /* signals are for the loop's thread alone */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int started = pthread_create(&members->thread, NULL, members_thread, members);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started != 0) {
        abort();
    }
}

/* --- for who has one -------------------------------------------------------------------------- */

static void members_sign(struct store_members *members)
{
    uint64_t life = 0;
    struct entropy entropy = entropy_system();
    entropy.fill(entropy.context, &life, sizeof life);
    snprintf(members->name, sizeof members->name, "%s", members->setup.name);
    snprintf(members->version, sizeof members->version, "%s", members->setup.version);
    snprintf(members->id, sizeof members->id, "%s#%012" PRIx64, members->name, life >> 16);
    members->setup.place = members->setup.name = members->setup.version = NULL; /* the caller's */
}

int store_members_new(struct store_members **members_r, const struct store_members_setup *setup,
                      struct fault *fault)
{
    *members_r = NULL;
    if (store_driver_of(setup->place) != &store_postgres) {
        return 0;
    }
    struct store_sql *store = postgres_open_new(setup->place, false, fault);
    if (store == NULL) {
        return -1;
    }
    struct store_members *members = heap_allocate(sizeof *members);
    members->setup = *setup;
    members->store = store;
    members_sign(members);
    if (members_connect(members, fault) != 0) {
        void *db = store;
        postgres_close(&db);
        free(members);
        return -1;
    }
    members_start(members);
    *members_r = members;
    return 0;
}

void store_members_free(struct store_members **members_r)
{
    struct store_members *members = *members_r;
    const struct member_said nothing = {.leaves = true};
    *members_r = NULL;
    if (members == NULL) {
        return;
    }
    pthread_mutex_lock(&members->lock);
    members->is_ending = true;
    pthread_cond_signal(&members->woken);
    pthread_mutex_unlock(&members->lock);
    pthread_join(members->thread, NULL);
    if (members->connected) {
        members_write(members,
                      "DELETE FROM main.member WHERE id = ?1 OR seen < clock_timestamp() - "
                      "interval '1 day'",
                      &nothing);
    }
    for (size_t i = 0; i < members->count; i++) {
        member_free(&members->rows[i]);
    }
    void *db = members->store;
    postgres_close(&db);
    pthread_mutex_destroy(&members->lock);
    pthread_cond_destroy(&members->woken);
    free(members);
}

void store_members_say(struct store_members *members, bool leaves, const char *parts,
                       const char *doors)
{
    pthread_mutex_lock(&members->lock);
    members->is_changed = members->is_changed || leaves != members->leaves ||
                          strcmp(parts, members->parts) != 0 || strcmp(doors, members->doors) != 0;
    members->leaves = leaves;
    snprintf(members->parts, sizeof members->parts, "%s", parts);
    snprintf(members->doors, sizeof members->doors, "%s", doors);
    if (members->is_changed) {
        pthread_cond_signal(&members->woken);
    }
    pthread_mutex_unlock(&members->lock);
}

int64_t store_members_read(struct store_members *members, store_member_fn row, void *context,
                           bool *is_new_r)
{
    pthread_mutex_lock(&members->lock);
    int64_t ago_ms = members->looked_ms == 0 ? -1 : members_now_ms() - members->looked_ms;
    *is_new_r = members->is_new;
    for (size_t i = 0; i < members->count; i++) {
        row(context, &members->rows[i].member);
    }
    pthread_mutex_unlock(&members->lock);
    return ago_ms;
}

/* --- for who looks on ------------------------------------------------------------------------- */

int store_members_look(const char *place, store_member_fn row, void *context, struct fault *fault)
{
    struct member_row rows[MEMBERS_MAX];
    size_t count = 0;
    bool is_new = false;
    struct store_sql *store = postgres_open_new(place, true, fault);
    void *db = store;
    if (store == NULL) {
        return -1;
    }
    int done = postgres_open_session(store, fault);
    done = done == 0 ? members_select(store, "", rows, &count, &is_new, fault) : done;
    for (size_t i = 0; i < count; i++) {
        if (done == 0) {
            row(context, &rows[i].member);
        }
        member_free(&rows[i]);
    }
    postgres_close(&db);
    return done;
}
