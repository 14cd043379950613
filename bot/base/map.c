/* Open addressing with linear probing; a removed row's place is closed by moving its followers. */
#include "map.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

enum { MAP_FIRST = 64 };

static uint64_t rotate(uint64_t word, unsigned by)
{
    return word << by | word >> (64 - by);
}

static void sip_round(uint64_t state[4])
{
    state[0] += state[1];
    state[1] = rotate(state[1], 13) ^ state[0];
    state[0] = rotate(state[0], 32);
    state[2] += state[3];
    state[3] = rotate(state[3], 16) ^ state[2];
    state[0] += state[3];
    state[3] = rotate(state[3], 21) ^ state[0];
    state[2] += state[1];
    state[1] = rotate(state[1], 17) ^ state[2];
    state[2] = rotate(state[2], 32);
}

uint64_t map_hash(const uint64_t key[2], const char *text, size_t len)
{
    uint64_t state[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du,
                         key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u};
    uint64_t word = 0;
    for (size_t at = 0; at < len / 8 * 8; at += 8) {
        memcpy(&word, text + at, 8);
        state[3] ^= word;
        sip_round(state);
        state[0] ^= word;
    }
    word = (uint64_t)len << 56;
    for (size_t i = 0; i < len % 8; i++) {
        word |= (uint64_t)(unsigned char)text[len / 8 * 8 + i] << (8 * i);
    }
    state[3] ^= word;
    sip_round(state);
    state[0] ^= word;
    state[2] ^= 0xff;
    for (int i = 0; i < 3; i++) {
        sip_round(state);
    }
    return state[0] ^ state[1] ^ state[2] ^ state[3];
}

void map_init(struct map *map, const struct entropy *entropy)
{
    memset(map, 0, sizeof *map);
    entropy->fill(entropy->context, map->key, sizeof map->key);
}

void map_deinit(struct map *map)
{
    free(map->slot);
    map->slot = NULL;
    map->size = 0;
    map->count = 0;
}

/* Where a row of this hash would like to stand. */
static size_t home_of(const struct map *map, uint64_t hash)
{
    return (size_t)((hash ^ map->key[0]) * 0x9e3779b97f4a7c15u >> 20) & (map->size - 1);
}

static bool slot_is(const struct map_slot *slot, uint64_t hash, const char *text)
{
    if (slot->hash != hash || (slot->text == NULL) != (text == NULL)) {
        return false;
    }
    return text == NULL || strcmp(slot->text, text) == 0;
}

/* The row's place, or the free one where it would go. */
static size_t find(const struct map *map, uint64_t hash, const char *text)
{
    size_t at = home_of(map, hash);
    while (map->slot[at].value != NULL && !slot_is(&map->slot[at], hash, text)) {
        at = (at + 1) & (map->size - 1);
    }
    return at;
}

static void grow(struct map *map)
{
    struct map old = *map;
    map->size = old.size == 0 ? MAP_FIRST : old.size * 2;
    map->slot = heap_allocate(map->size * sizeof *map->slot);
    for (size_t i = 0; i < old.size; i++) {
        if (old.slot[i].value != NULL) {
            map->slot[find(map, old.slot[i].hash, old.slot[i].text)] = old.slot[i];
        }
    }
    free(old.slot);
}

static void put(struct map *map, uint64_t hash, const char *text, void *value)
{
    assert(value != NULL);
    if (map->count + 1 > map->size / 4 * 3) {
        grow(map);
    }
    struct map_slot *slot = &map->slot[find(map, hash, text)];
    map->count += slot->value == NULL;
    *slot = (struct map_slot){hash, text, value};
}

static void *get(const struct map *map, uint64_t hash, const char *text)
{
    return map->size == 0 ? NULL : map->slot[find(map, hash, text)].value;
}

static void drop(struct map *map, uint64_t hash, const char *text)
{
    if (map->size == 0) {
        return;
    }
    size_t hole = find(map, hash, text);
    if (map->slot[hole].value == NULL) {
        return;
    }
    size_t mask = map->size - 1;
    for (size_t at = (hole + 1) & mask; map->slot[at].value != NULL; at = (at + 1) & mask) {
        size_t home = home_of(map, map->slot[at].hash);
        if (((at - home) & mask) >= ((at - hole) & mask)) {
            map->slot[hole] = map->slot[at];
            hole = at;
        }
    }
    map->slot[hole] = (struct map_slot){0, NULL, NULL};
    map->count--;
}

void map_put(struct map *map, const char *text, void *value)
{
    put(map, map_hash(map->key, text, strlen(text)), text, value);
}

void *map_get(const struct map *map, const char *text)
{
    return get(map, map_hash(map->key, text, strlen(text)), text);
}

void map_remove(struct map *map, const char *text)
{
    drop(map, map_hash(map->key, text, strlen(text)), text);
}

void map_put_number(struct map *map, uint64_t number, void *value)
{
    put(map, number, NULL, value);
}

void *map_get_number(const struct map *map, uint64_t number)
{
    return get(map, number, NULL);
}

void map_remove_number(struct map *map, uint64_t number)
{
    drop(map, number, NULL);
}

void *map_next(const struct map *map, size_t *at)
{
    while (*at < map->size) {
        void *value = map->slot[(*at)++].value;
        if (value != NULL) {
            return value;
        }
    }
    return NULL;
}
