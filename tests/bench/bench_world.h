/* A house over a database on disk, and a platform that takes every message at once and keeps it as
 * a row of its own. Slots play tables, each one act at a time. */
#ifndef BENCH_WORLD_H
#define BENCH_WORLD_H

#include <semaphore.h>

#include "catalogue.h"
#include "house.h"
#include "house_private.h"
#include "store_upkeep.h"

enum { SLOTS_MAX = 1024, BENCH_LATENCIES_MAX = 1000000 };

/* Somebody at a table. */
struct slot {
    struct world *world;
    uint64_t table;
    unsigned game;  /* how many tables the world had opened before this one */
    unsigned joins; /* of its people */
    double began;
    bool busy; /* an act is on its way */
};

struct world {
    struct house *house;
    struct store *store;
    struct adapter *adapter;
    struct catalogue *catalogue;
    sem_t woken;
    struct entropy entropy;
    uint64_t dice;
    int64_t now_ms;
    uint64_t events;
    uint64_t messages;
    unsigned games;     /* opened so far: numbers rooms and people */
    unsigned games_max; /* no more than these are opened */
    unsigned step_max;  /* a table is left alone after so many steps; 0: it is played to its end */
    uint64_t turns;     /* acts on disk */
    uint64_t failed;
    size_t latency_count;
    double *latencies;
    bool keeps;     /* every message is a row of the platform's, and its boards have pictures */
    unsigned rooms; /* games take so many in turn, and their people too; 0: each has its own */
    bool alone;     /* the store has no thread: its upkeep is done at once, whatever the time */
    size_t slot_count;
    struct slot slots[SLOTS_MAX];
};

/* The time is now_ms, and stands still: nothing falls due by itself. */
void world_open(struct world *world, const char *path, int64_t now_ms);
/* The same, alone; and what is old goes from the store, where keeping says so. */
void world_open_keeping(struct world *world, const char *path, int64_t now_ms,
                        const struct store_keeping *keeping);
void world_close(struct world *world);
/* Lets the slots act until the seconds are over or nothing is left to do. */
void world_play(struct world *world, size_t slots, double seconds);
/* Until nothing is on its way. */
void world_settle(struct world *world);

#endif
