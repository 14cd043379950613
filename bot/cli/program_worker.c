/* Standing by: where people and homeservers come in they are told 503, so that a balancer before
 * several workers goes to the one that has the store. A process that was stopped and goes on does
 * nothing before it knows whether the store is still its own. */
#include "program_worker.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "clock.h"
#include "heap.h"
#include "http_server.h"
#include "log.h"
#include "loop.h"
#include "metrics.h"
#include "notify.h"
#include "program.h"
#include "settings.h"
#include "store_path.h"
#include "store_worker.h"

enum {
    WORKER_PATH_BYTES = 4096,
    WORKER_DOORS_MAX = 4,
    WORKER_RETRY_S = 2,
    WORKER_ROUND_MS = 500 /* so often it is looked whether the lease is kept up */
};

struct program_worker {
    struct program_worker_setup setup;
    struct store_worker *store;
    struct loop_wake *wake;
    struct loop_wake *letters; /* another part has left one */
    struct loop_timer *round;  /* while it plays */
    struct http_server *doors[WORKER_DOORS_MAX];
    char name[STORE_WORKER_NAME_BYTES];
    bool stands_by;
    bool is_lapsed;
};

/* The only one of the process and the loop's thread, for the handler of a signal. */
static const struct store_worker *worker_stopped;
static pthread_t worker_thread;

/* Reads atomics and the clock, and waits: nothing that a handler may not do. */
static void worker_goes_on(int number)
{
    if (worker_stopped == NULL) {
        return;
    }
    if (pthread_equal(pthread_self(), worker_thread)) {
        store_worker_confirm(worker_stopped);
    } else if (store_worker_left_ms(worker_stopped) == 0) {
        pthread_kill(worker_thread, number); /* a library's thread was given it */
    }
}

static void worker_wake(void *context)
{
    const struct program_worker *worker = context;
    loop_wake_up(worker->wake);
}

static void worker_heard(void *context)
{
    const struct program_worker *worker = context;
    loop_wake_up(worker->letters);
}

static void worker_woken(void *context)
{
    struct program_worker *worker = context;
    if (worker->stands_by && store_worker_may_open(worker->store)) {
        worker->setup.may_open(worker->setup.context);
    }
}

/* That the loop comes round is what is wanted. */
static void worker_round(void *context)
{
    struct program_worker *worker = context;
    loop_timer_set(worker->round, WORKER_ROUND_MS);
}

static void worker_sign(struct program_worker *worker)
{
    char host[64] = "";
    const char *name = settings_text(worker->setup.settings, "store", "worker");
    gethostname(host, sizeof host - 1);
    if (name[0] != '\0') {
        snprintf(worker->name, sizeof worker->name, "%s", name);
    } else {
        snprintf(worker->name, sizeof worker->name, "%.50s/%ld", host, (long)getpid());
    }
}

int program_worker_new(struct program_worker **worker_r, const struct program_worker_setup *setup,
                       struct fault *fault)
{
    char place[WORKER_PATH_BYTES];
    const struct sigaction goes_on = {.sa_handler = worker_goes_on, .sa_flags = SA_RESTART};
    *worker_r = NULL;
    if (store_place(setup->settings, true, place, sizeof place, fault) != 0) {
        return -1;
    }
    struct program_worker *worker = heap_allocate(sizeof *worker);
    worker->setup = *setup;
    worker->wake = loop_wake_new(setup->loop, worker_woken, worker);
    worker->letters = loop_wake_new(setup->loop, setup->heard, setup->context);
    worker_sign(worker);
    const struct store_worker_setup shared = {.place = place,
                                              .name = worker->name,
                                              .version = DD_VERSION,
                                              .wake = worker_wake,
                                              .heard = setup->is_part ? worker_heard : NULL,
                                              .context = worker};
    int done = store_worker_new(&worker->store, &shared, fault);
    if (worker->store == NULL) {
        loop_wake_free(&worker->letters);
        loop_wake_free(&worker->wake);
        free(worker);
        return done;
    }
    worker->round = loop_timer_new(setup->loop, worker_round, worker);
    worker_stopped = worker->store;
    worker_thread = pthread_self();
    sigaction(SIGCONT, &goes_on, NULL);
    *worker_r = worker;
    return 0;
}

static void worker_close_doors(struct program_worker *worker)
{
    for (size_t i = 0; i < WORKER_DOORS_MAX; i++) {
        if (worker->doors[i] != NULL) {
            http_server_close(&worker->doors[i]);
        }
    }
}

void program_worker_free(struct program_worker **worker_r)
{
    struct program_worker *worker = *worker_r;
    *worker_r = NULL;
    if (worker == NULL) {
        return;
    }
    worker_stopped = NULL;
    worker_close_doors(worker);
    store_worker_free(&worker->store);
    loop_timer_free(&worker->round);
    loop_wake_free(&worker->letters);
    loop_wake_free(&worker->wake);
    free(worker);
}

bool program_worker_may_open(struct program_worker *worker)
{
    return worker == NULL || store_worker_may_open(worker->store);
}

/* --- doors ------------------------------------------------------------------------------------ */

static void door_asked(void *context, const struct http_request *request)
{
    static const char text[] = "this deaddrop stands by: another worker has the games\n";
    (void)context;
    const struct http_answer answer = {.status = 503,
                                       .type = "text/plain; charset=utf-8",
                                       .body = text,
                                       .len = sizeof text - 1,
                                       .retry_s = WORKER_RETRY_S};
    http_answer(&request, &answer);
}

static const struct http_route door_routes[] = {
    {HTTP_METHOD_GET, "/*", door_asked},
    {HTTP_METHOD_POST, "/*", door_asked},
    {HTTP_METHOD_PUT, "/*", door_asked},
};

/* One that cannot be opened is said: its adapter would not be able to, either. */
static struct http_server *door_open(const struct program_worker *worker,
                                     const struct program_adapter *row)
{
    static const char *const headers[] = {"X-Content-Type-Options:", "nosniff", NULL};
    struct fault fault = {FAULT_NONE, ""};
    const char *section = row->def->name;
    int64_t port = settings_number(worker->setup.settings, section, row->door_port);
    if (port == 0) {
        return NULL; /* whichever it will be, nobody knows it yet */
    }
    const char *key = settings_text(worker->setup.settings, "store", "relay_key");
    const struct http_setup setup = {
        .loop = loop_uv(worker->setup.loop),
        .clock = clock_system(),
        .address = settings_text(worker->setup.settings, section, row->door_address),
        .port = (uint16_t)port,
        .section = section,
        .routes = door_routes,
        .route_count = sizeof door_routes / sizeof door_routes[0],
        .headers = headers,
        .relay_key = key[0] != '\0' ? key : NULL,
    };
    struct http_server *door = http_server_open(&setup, &fault);
    if (door == NULL) {
        log_event(LEVEL_WARNING, "worker.no_door", LOG_FIELDS(log_text("why", fault.text)));
    }
    return door;
}

void program_worker_stand_by(struct program_worker *worker)
{
    char other[FAULT_TEXT_BYTES];
    char status[FAULT_TEXT_BYTES + 64];
    size_t doors = 0;
    const struct program_adapter *row = worker->setup.adapters;
    for (; row->def != NULL && doors < WORKER_DOORS_MAX; row++) {
        if (row->door_port != NULL && row->wanted(worker->setup.settings) &&
            !(row->first_part && worker->setup.part != 0) && worker->doors[doors] == NULL) {
            worker->doors[doors] = door_open(worker, row);
            doors++;
        }
    }
    if (!worker->stands_by) {
        program_worker_other(worker, other, sizeof other);
        log_event(LEVEL_INFO, "worker.stands_by",
                  LOG_FIELDS(log_text("worker", worker->name), log_text("store_is_of", other)));
        snprintf(status, sizeof status, "STATUS=stands by: the store is of %s", other);
        notify_send(getenv("NOTIFY_SOCKET"), status);
    }
    worker->stands_by = true;
    loop_timer_stop(worker->round);
    metrics_set(METRIC_STANDING_BY, 1);
    store_worker_stand_by(worker->store);
}

void program_worker_play(struct program_worker *worker)
{
    if (worker == NULL) {
        return;
    }
    if (worker->stands_by) {
        log_event(LEVEL_INFO, "worker.takes_over", LOG_FIELDS(log_text("worker", worker->name)));
        notify_send(getenv("NOTIFY_SOCKET"), "STATUS=in play");
    }
    worker->stands_by = false;
    loop_timer_set(worker->round, WORKER_ROUND_MS);
    metrics_set(METRIC_STANDING_BY, 0);
    worker_close_doors(worker);
}

bool program_worker_lapsed(struct program_worker *worker)
{
    if (worker != NULL && !worker->is_lapsed) {
        store_worker_confirm(worker->store);
    }
    bool is_lapsed = worker != NULL && store_worker_left_ms(worker->store) == 0;
    bool is_new = is_lapsed && !worker->is_lapsed;
    if (is_lapsed && store_worker_has_others(worker->store)) {
        log_event(LEVEL_ERROR, "worker.cut_off",
                  LOG_FIELDS(log_text("worker", worker->name),
                             log_text("why", "the database does not answer, and another worker "
                                             "may have the store by now: this one ends")));
        _exit(EX_TEMPFAIL);
    }
    if (worker != NULL) {
        worker->is_lapsed = is_lapsed;
    }
    return is_new;
}

const char *program_worker_name(const struct program_worker *worker)
{
    return worker == NULL ? "" : worker->name;
}

void program_worker_other(struct program_worker *worker, char *text, size_t size)
{
    text[0] = '\0';
    if (worker != NULL) {
        store_worker_other(worker->store, text, size);
    }
}

int64_t program_worker_left_ms(const struct program_worker *worker)
{
    return worker == NULL ? 0 : store_worker_left_ms(worker->store);
}
