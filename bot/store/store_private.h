/* The store as those see it who implement a database driver. */
#ifndef STORE_PRIVATE_H
#define STORE_PRIVATE_H

#include "store.h"

struct store_text {
    const char *text; /* never NULL, zero-terminated */
    size_t len;
};

/* One op of a batch. The texts live as long as the batch and until its next store_put. */
struct store_item {
    enum store_op op;
    uint64_t id;
    uint64_t sub;
    int64_t at_ms;
    struct store_text key;
    struct store_text extra;
    struct store_text text;
};

void store_batch_item(const struct store_batch *batch, size_t index, struct store_item *item_r);

#endif
