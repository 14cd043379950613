/* A ring for the order in which to forget, a set for the question. 64 bits keyed at random: two
 * events of a house's lifetime that collide are less likely than the disk's own failure. */
#include "recent_events.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "map.h"

enum { SEEN_MASK = RECENT_EVENTS_MAX * 2 - 1 };

struct recent_events *recent_events_new(const struct entropy *entropy)
{
    struct recent_events *recent = heap_allocate(sizeof *recent);
    entropy->fill(entropy->context, recent->key, sizeof recent->key);
    return recent;
}

void recent_events_free(struct recent_events **recent)
{
    free(*recent);
    *recent = NULL;
}

static uint64_t hash_of(const struct recent_events *recent, const char *event_key)
{
    uint64_t hash = map_hash(recent->key, event_key, strlen(event_key));
    return hash == 0 ? 1 : hash;
}

static size_t place_of(const struct recent_events *recent, uint64_t hash)
{
    size_t at = hash & SEEN_MASK;
    while (recent->set[at] != 0 && recent->set[at] != hash) {
        at = (at + 1) & SEEN_MASK;
    }
    return at;
}

static void set_remove(struct recent_events *recent, uint64_t hash)
{
    size_t hole = place_of(recent, hash);
    if (recent->set[hole] == 0) {
        return;
    }
    for (size_t at = (hole + 1) & SEEN_MASK; recent->set[at] != 0; at = (at + 1) & SEEN_MASK) {
        size_t home = recent->set[at] & SEEN_MASK;
        if (((at - home) & SEEN_MASK) >= ((at - hole) & SEEN_MASK)) {
            recent->set[hole] = recent->set[at];
            hole = at;
        }
    }
    recent->set[hole] = 0;
}

bool recent_events_add(struct recent_events *recent, const char *event_key)
{
    uint64_t hash = hash_of(recent, event_key);
    if (recent->set[place_of(recent, hash)] == hash) {
        return false;
    }
    uint64_t oldest = recent->ring[recent->next];
    if (oldest != 0) {
        set_remove(recent, oldest);
    }
    recent->ring[recent->next] = hash;
    recent->next = (recent->next + 1) % RECENT_EVENTS_MAX;
    recent->set[place_of(recent, hash)] = hash;
    return true;
}

bool recent_events_has(const struct recent_events *recent, const char *event_key)
{
    uint64_t hash = hash_of(recent, event_key);
    return recent->set[place_of(recent, hash)] == hash;
}

void recent_events_forget(struct recent_events *recent, const char *event_key)
{
    uint64_t hash = hash_of(recent, event_key);
    if (recent->set[place_of(recent, hash)] != hash) {
        return;
    }
    set_remove(recent, hash);
    for (size_t back = 1; back <= RECENT_EVENTS_MAX; back++) {
        size_t at = (recent->next + RECENT_EVENTS_MAX - back) % RECENT_EVENTS_MAX;
        if (recent->ring[at] == hash) {
            recent->ring[at] = 0;
            return;
        }
    }
}
