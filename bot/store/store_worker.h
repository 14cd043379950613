/* A worker: one of several processes that share a store in a database, of which one has it at a
 * time. Each says that it is there, stands by until nobody has the store, and keeps its lease up
 * while it has. A thread with a connection of its own does that, so that neither a busy loop nor a
 * busy store costs the lease. */
#ifndef STORE_WORKER_H
#define STORE_WORKER_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_WORKER_NAME_BYTES = 64 };

struct store_worker;

struct store_worker_setup {
    const char *place;           /* URL of the store */
    const char *name;            /* of the worker, shorter than STORE_WORKER_NAME_BYTES */
    const char *version;         /* of the program */
    void (*wake)(void *context); /* from its thread: store_worker_may_open has become true */
    /* From its thread, while the worker has the store: there may be letters to its part
     * (STORE_LETTER). NULL: nobody wants to know. */
    void (*heard)(void *context);
    void *context;
};

/* The worker of this process; NULL in *worker_r for a file, which has no workers. Where it turns
 * out that another worker has taken the store over, the process ends (75): it writes nothing more.
 * -1 where the database does not answer. */
int store_worker_new(struct store_worker **worker_r, const struct store_worker_setup *setup,
                     struct fault *fault);
/* After the store is closed. */
void store_worker_free(struct store_worker **worker);
/* Has nobody the store? Then store_open may be tried, which takes it. */
bool store_worker_may_open(struct store_worker *worker);
/* store_open has failed: stands by on. */
void store_worker_stand_by(struct store_worker *worker);
/* Who has the store, for people: "ana", "" nobody that is known; or why that is not known. */
void store_worker_other(struct store_worker *worker, char *text, size_t size);
/* How long the lease is ours for sure, from now on; 0: it is not, or there is none. */
int64_t store_worker_left_ms(const struct store_worker *worker);
/* Were there others to take over, when the database was last heard of? */
bool store_worker_has_others(const struct store_worker *worker);
/* Waits, for seconds at the most, until it is known whether the lease is still ours, where its time
 * is over. For a process that was stopped and goes on: may be called from a signal's handler. */
void store_worker_confirm(const struct store_worker *worker);

/* A worker as others see it; times in seconds. */
struct store_worker_row {
    const char *name;
    const char *version;
    const char *where; /* which process it is */
    const char *since; /* "2026-11-28 14:00:05" UTC */
    int64_t seen_s;    /* how long ago it said that it is there */
    bool holds;        /* it has the store: */
    const char *until; /* as since: when its lease ends if it is not kept up; "" never */
    bool is_over;      /* that is past */
};

/* All of them, by when they came. */
int store_workers(const char *place,
                  void (*row)(void *context, const struct store_worker_row *worker), void *context,
                  struct fault *fault);

#endif
