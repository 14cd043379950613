/* What a house is made from, and what it counts. */
#ifndef HOUSE_SETUP_H
#define HOUSE_SETUP_H

#include "clock.h"
#include "entropy.h"
#include "flood.h"

struct catalogue;
struct languages;
struct library;
struct settings;
struct store;
struct crash_marker;

/* What a person and a room may do. */
struct house_limits {
    uint32_t tables_per_room;
    uint32_t tables_per_person;
    struct flood_limit person; /* acts, by their cost; per_minute 0: no limit */
    struct flood_limit room;
};

struct house_setup {
    struct store *store;
    struct clock clock;
    struct entropy entropy;
    const struct catalogue *catalogue; /* of rooms that have chosen none */
    const struct languages *languages; /* that rooms may choose; may be NULL: none */
    const struct library *library;     /* packs of words; may be NULL: what is built in */
    const struct settings *settings;   /* may be NULL: all defaults */
    const struct house_limits *limits; /* may be NULL: the defaults */
    struct crash_marker *crash_marker; /* notes what is in work (crash_marker.h); may be NULL */
    bool greets;                       /* who is written to first is told what is kept of them */
    uint32_t tables_resident_max;      /* quiet tables beyond leave memory; 0: the default */
    unsigned part;                     /* which part of the house this is (store_part.h), */
    unsigned parts;                    /* of so many; 0: it is whole */
};

struct house_figures {
    uint64_t turns, refused, sent, retried, failed_commits, duplicates;
    uint64_t house_moves, house_refused; /* by house players */
    uint32_t tables, resident, queued, outbox;
    bool store_down;
};

#endif
