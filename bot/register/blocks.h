/* Whom somebody keeps away from the tables that they host. Nobody else learns of it. Kept in the
 * person's row. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"

struct cJSON;

enum { BLOCKS_MAX = 100 };

struct blocks {
    unsigned count;
    uint64_t person[BLOCKS_MAX];
};

/* blocks may be NULL. */
bool blocks_have(const struct blocks *blocks, uint64_t person);
/* Adds somebody to *blocks, which is made where it is NULL; false when there are BLOCKS_MAX. */
bool blocks_add(struct blocks **blocks, uint64_t person);
/* False: they were not blocked. */
bool blocks_remove(struct blocks *blocks, uint64_t person);

/* Adds to *blocks whom others (may be NULL) have, as far as there is room; *blocks may be NULL. */
void blocks_fill(struct blocks **blocks, const struct blocks *others);

/* Adds a member to the JSON of a person's row, and reads it from there. */
void blocks_write(const struct blocks *blocks, struct buf *json);
/* NULL where nobody is blocked; the caller frees it. */
struct blocks *blocks_read(const struct cJSON *json);

#endif
