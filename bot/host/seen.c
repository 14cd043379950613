/* A ring for the order in which to forget, a set for the question. 64 bits keyed at random: two
 * events of a house's lifetime that collide are less likely than the disk's own failure. */
#include "seen.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "map.h"

enum { SEEN_MASK = SEEN_MAX * 2 - 1 };

struct seen *seen_new(const struct entropy *entropy)
{
    struct seen *seen = heap_take(sizeof *seen);
    entropy->fill(entropy->context, seen->key, sizeof seen->key);
    return seen;
}

void seen_free(struct seen **seen)
{
    free(*seen);
    *seen = NULL;
}

static uint64_t hash_of(const struct seen *seen, const char *event_key)
{
    uint64_t hash = map_hash(seen->key, event_key, strlen(event_key));
    return hash == 0 ? 1 : hash;
}

static size_t place_of(const struct seen *seen, uint64_t hash)
{
    size_t at = hash & SEEN_MASK;
    while (seen->set[at] != 0 && seen->set[at] != hash) {
        at = (at + 1) & SEEN_MASK;
    }
    return at;
}

static void set_remove(struct seen *seen, uint64_t hash)
{
    size_t hole = place_of(seen, hash);
    if (seen->set[hole] == 0) {
        return;
    }
    for (size_t at = (hole + 1) & SEEN_MASK; seen->set[at] != 0; at = (at + 1) & SEEN_MASK) {
        size_t home = seen->set[at] & SEEN_MASK;
        if (((at - home) & SEEN_MASK) >= ((at - hole) & SEEN_MASK)) {
            seen->set[hole] = seen->set[at];
            hole = at;
        }
    }
    seen->set[hole] = 0;
}

bool seen_add(struct seen *seen, const char *event_key)
{
    uint64_t hash = hash_of(seen, event_key);
    if (seen->set[place_of(seen, hash)] == hash) {
        return false;
    }
    uint64_t oldest = seen->ring[seen->next];
    if (oldest != 0) {
        set_remove(seen, oldest);
    }
    seen->ring[seen->next] = hash;
    seen->next = (seen->next + 1) % SEEN_MAX;
    seen->set[place_of(seen, hash)] = hash;
    return true;
}

bool seen_has(const struct seen *seen, const char *event_key)
{
    uint64_t hash = hash_of(seen, event_key);
    return seen->set[place_of(seen, hash)] == hash;
}

void seen_forget(struct seen *seen, const char *event_key)
{
    uint64_t hash = hash_of(seen, event_key);
    if (seen->set[place_of(seen, hash)] != hash) {
        return;
    }
    set_remove(seen, hash);
    for (size_t back = 1; back <= SEEN_MAX; back++) {
        size_t at = (seen->next + SEEN_MAX - back) % SEEN_MAX;
        if (seen->ring[at] == hash) {
            seen->ring[at] = 0;
            return;
        }
    }
}
