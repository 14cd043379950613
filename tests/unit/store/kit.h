/* What the host's tests share: a store that is filled and read. */
#ifndef KIT_H
#define KIT_H

#include "folder_kit.h"
#include "store_private.h"

/* The rows of a question, a line each: "id sub at_ms key extra text". Fails the test on a fault. */
const char *kit_read(struct store *store, const struct store_question *question);
/* A batch of this one op. */
struct store_batch *kit_batch(enum store_op op, const struct store_row *row);
/* Commits one op and waits for it; the fault, FAULT_NONE when it is on disk. */
struct fault kit_put(struct store *store, enum store_op op, const struct store_row *row);
/* A store_done_fn: keeps the fault in the struct fault that is its context. */
void kit_done(void *context, const struct fault *fault);
/* Polls until nothing is pending. */
void kit_settle(struct store *store);

#endif
