/* The ids of recent events: a ring of their hashes. Older ones are asked of the store. */
#ifndef RECENT_EVENTS_H
#define RECENT_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "entropy.h"

enum { RECENT_EVENTS_MAX = 32768 };

struct recent_events {
    uint64_t key[2];
    uint64_t ring[RECENT_EVENTS_MAX];    /* 0: empty or taken back */
    uint64_t set[RECENT_EVENTS_MAX * 2]; /* the same hashes, by place */
    size_t next;
};

struct recent_events *recent_events_new(const struct entropy *entropy);
void recent_events_free(struct recent_events **recent);
/* Remembers an event; false when it was there already. */
bool recent_events_add(struct recent_events *recent, const char *event_key);
bool recent_events_has(const struct recent_events *recent, const char *event_key);
/* Forgets it: its transaction did not reach the disk, and it may come again. */
void recent_events_forget(struct recent_events *recent, const char *event_key);

#endif
