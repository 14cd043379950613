/* A map from texts, or from numbers, to things that live elsewhere. Keyed with random bytes, so
 * that nobody outside can make its rows collide. */
#ifndef MAP_H
#define MAP_H

#include <stddef.h>
#include <stdint.h>

#include "entropy.h"

struct map_slot {
    uint64_t hash; /* of text, or the number itself */
    const char *text;
    void *value; /* NULL: free */
};

struct map {
    struct map_slot *slot;
    size_t size; /* a power of two, or 0 */
    size_t count;
    uint64_t key[2];
};

void map_init(struct map *map, const struct entropy *entropy);
/* Frees the map, not what it maps to. */
void map_deinit(struct map *map);
/* text must live as long as the row: it is usually part of value. An equal key is replaced. */
void map_put(struct map *map, const char *text, void *value);
void *map_get(const struct map *map, const char *text);
void map_remove(struct map *map, const char *text);
void map_put_number(struct map *map, uint64_t number, void *value);
void *map_get_number(const struct map *map, uint64_t number);
void map_remove_number(struct map *map, uint64_t number);
/* Walks all values in no order: *at begins at 0; NULL after the last. */
void *map_next(const struct map *map, size_t *at);

/* SipHash-1-3 of the text. */
uint64_t map_hash(const uint64_t key[2], const char *text, size_t len);

#endif
