/* A row's name is the hash, its text "AT_MS NOTED_MS". */
#include "forgotten.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "heap.h"
#include "store.h"

enum {
    FORGOTTEN_KEPT_MS = 24 * 60 * 60 * 1000,
    FORGOTTEN_HASH_BYTES = 8,
    FORGOTTEN_NAME_BYTES = FORGOTTEN_HASH_BYTES * 2 + 1,
    FORGOTTEN_TEXT_BYTES = 48
};

#define FORGOTTEN_SCOPE "forgotten"

struct forgotten_one {
    char name[FORGOTTEN_NAME_BYTES];
    int64_t at_ms;
    int64_t noted_ms;
};

struct forgotten {
    struct forgotten_one *one;
    size_t count;
};

struct forgotten *forgotten_new(void)
{
    return heap_allocate(sizeof(struct forgotten));
}

void forgotten_free(struct forgotten **forgotten)
{
    free((*forgotten)->one);
    free(*forgotten);
    *forgotten = NULL;
}

static void forgotten_name(const char *address, char name[FORGOTTEN_NAME_BYTES])
{
    uint8_t hash[HASH_BYTES];
    struct hash *hashing = hash_new();
    hash_add(hashing, FORGOTTEN_SCOPE, sizeof FORGOTTEN_SCOPE);
    hash_add(hashing, address, strlen(address));
    hash_end(&hashing, hash);
    hash_hex(name, hash, FORGOTTEN_HASH_BYTES);
}

static struct forgotten_one *forgotten_find(const struct forgotten *forgotten, const char *name)
{
    for (size_t i = 0; i < forgotten->count; i++) {
        if (strcmp(forgotten->one[i].name, name) == 0) {
            return &forgotten->one[i];
        }
    }
    return NULL;
}

static struct forgotten_one *forgotten_put(struct forgotten *forgotten, const char *name)
{
    struct forgotten_one *one = forgotten_find(forgotten, name);
    if (one == NULL) {
        forgotten->one = heap_grow(forgotten->one, forgotten->count + 1, sizeof *forgotten->one);
        one = &forgotten->one[forgotten->count++];
        snprintf(one->name, sizeof one->name, "%s", name);
    }
    return one;
}

void forgotten_read(struct forgotten *forgotten, const struct store_row *row)
{
    if (row->damaged || strcmp(row->key, FORGOTTEN_SCOPE) != 0) {
        return;
    }
    char *end = NULL;
    struct forgotten_one *one = forgotten_put(forgotten, row->extra);
    one->at_ms = strtoll(row->text, &end, 10);
    one->noted_ms = strtoll(end, NULL, 10);
}

int64_t forgotten_at(const struct forgotten *forgotten, const char *address)
{
    char name[FORGOTTEN_NAME_BYTES];
    if (forgotten->count == 0) {
        return 0;
    }
    forgotten_name(address, name);
    const struct forgotten_one *one = forgotten_find(forgotten, name);
    return one == NULL ? 0 : one->at_ms;
}

static void forgotten_store(const char *name, const char *text, struct store_batch *batch)
{
    const struct store_row row = {.key = FORGOTTEN_SCOPE, .extra = name, .text = text};
    store_put(batch, STORE_SETTING, &row);
}

void forgotten_note(struct forgotten *forgotten, const char *address, int64_t at_ms, int64_t now_ms,
                    struct store_batch *batch)
{
    char name[FORGOTTEN_NAME_BYTES];
    char text[FORGOTTEN_TEXT_BYTES];
    size_t kept = 0;
    for (size_t i = 0; i < forgotten->count; i++) {
        if (forgotten->one[i].noted_ms + FORGOTTEN_KEPT_MS > now_ms) {
            forgotten->one[kept++] = forgotten->one[i];
        } else {
            forgotten_store(forgotten->one[i].name, "", batch);
        }
    }
    forgotten->count = kept;
    forgotten_name(address, name);
    struct forgotten_one *one = forgotten_put(forgotten, name);
    one->at_ms = at_ms;
    one->noted_ms = now_ms;
    snprintf(text, sizeof text, "%" PRId64 " %" PRId64, at_ms, now_ms);
    forgotten_store(name, text, batch);
}
