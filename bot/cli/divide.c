/* Rendezvous hashing with bounds: for each part the workers are ranked by a hash of part and
 * worker, and the first who still has room takes it. */
#include "divide.h"

#include <assert.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "heap.h"

enum { DIVIDE_TEXT_BYTES = 256 };

static uint64_t divide_weight(const char *name, unsigned part)
{
    char text[DIVIDE_TEXT_BYTES];
    uint8_t hash[HASH_BYTES];
    uint64_t weight = 0;
    int len = snprintf(text, sizeof text, "%u %s", part, name);
    hash_of(hash, text, (size_t)len < sizeof text ? (size_t)len : sizeof text - 1);
    memcpy(&weight, hash, sizeof weight);
    return weight;
}

/* May one who has that many take one more? Only so many may have one more than the others. */
static bool divide_has_room(size_t has, size_t least, size_t above)
{
    if (has < least) {
        return true;
    }
    return has == least && above > 0;
}

static size_t divide_best(const char *const *names, size_t count, unsigned part, const size_t *has,
                          size_t least, size_t above)
{
    size_t best = count;
    uint64_t most = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t weight = divide_weight(names[i], part);
        bool better =
            best == count || weight > most || (weight == most && strcmp(names[i], names[best]) > 0);
        if (divide_has_room(has[i], least, above) && better) {
            best = i;
            most = weight;
        }
    }
    assert(best < count);
    return best;
}

void divide(const char *const *names, size_t count, unsigned parts, size_t owners[STORE_PARTS_MAX])
{
    assert(count > 0 && parts <= STORE_PARTS_MAX);
    size_t *has = heap_allocate(count * sizeof *has);
    size_t least = parts / count;
    size_t above = parts % count;
    for (unsigned part = 0; part < parts; part++) {
        size_t owner = divide_best(names, count, part, has, least, above);
        above -= has[owner] == least ? 1 : 0;
        has[owner]++;
        owners[part] = owner;
    }
    free(has);
}
