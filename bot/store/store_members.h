/* The workers among whom the parts of a house (store_part.h) are divided, as each says of itself in
 * the database that they share. A thread with a connection of its own says that this one is there,
 * and looks several times a second who else is. */
#ifndef STORE_MEMBERS_H
#define STORE_MEMBERS_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_MEMBER_TEXT_BYTES = 512 };

struct store_members;

struct store_members_setup {
    const char *place; /* of part 0 */
    const char *name;  /* of the worker, shorter than STORE_WORKER_NAME_BYTES */
    const char *version;
    void (*wake)(void *context); /* from its thread: who is there has changed */
    void *context;
};

/* A worker as all see it. */
struct store_member {
    const char *id; /* of this life of its process alone */
    const char *name;
    const char *version;
    const char *where; /* which process it is */
    const char *since; /* "2026-11-29 14:00:05" UTC */
    const char *parts; /* that it has, "0 3" */
    const char *doors; /* a line each: "web 10.0.0.5:7401 KEY" */
    int64_t seen_s;    /* how long ago it said that it is there */
    bool counts;       /* it is there, and does not leave */
    bool is_ours;
    bool has_first; /* it plays part 0: its process there has the store, and keeps it up */
};
typedef void (*store_member_fn)(void *context, const struct store_member *member);

/* NULL in *members_r where the store is a file. -1 where the database does not answer. */
int store_members_new(struct store_members **members_r, const struct store_members_setup *setup,
                      struct fault *fault);
/* Takes our row away. */
void store_members_free(struct store_members **members);
/* What our row says from here on, and whether we leave: parts are no longer ours to take. */
void store_members_say(struct store_members *members, bool leaves, const char *parts,
                       const char *doors);
/* All that were there at the last look, by id. How many milliseconds ago that was, -1: there was
 * none yet; *is_new_r: the house has no such table yet, nobody has ever played it. */
int64_t store_members_read(struct store_members *members, store_member_fn row, void *context,
                           bool *is_new_r);

/* For who looks on: the same at once. */
int store_members_look(const char *place, store_member_fn row, void *context, struct fault *fault);

#endif
