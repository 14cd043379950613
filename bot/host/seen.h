/* Which events were heard lately: a ring of their hashes. Older ones are asked of the store. */
#ifndef SEEN_H
#define SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "entropy.h"

enum { SEEN_MAX = 32768 };

struct seen {
    uint64_t key[2];
    uint64_t ring[SEEN_MAX];    /* 0: empty or taken back */
    uint64_t set[SEEN_MAX * 2]; /* the same hashes, by place */
    size_t next;
};

struct seen *seen_new(const struct entropy *entropy);
void seen_free(struct seen **seen);
/* Remembers an event; false when it was there already. */
bool seen_add(struct seen *seen, const char *event_key);
bool seen_has(const struct seen *seen, const char *event_key);
/* Forgets it: what it caused did not reach the disk, and it may come again. */
void seen_forget(struct seen *seen, const char *event_key);

#endif
