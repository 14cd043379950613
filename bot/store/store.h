/* The store: one transaction an event; all that wait share one commit. Whoever submits gives
 * the batch away and is called back, on its own thread, when it is on disk or has failed. */
#ifndef STORE_H
#define STORE_H

#include "fault.h"
#include "store_ops.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store_driver;

enum { STORE_PENDING_MAX = 65536, STORE_TABLE_CLOSED = 4 /* phase of a table that is no more */ };

struct row_rules; /* row_rules.h */
struct store;
struct store_batch;
struct store_damage_listener; /* store_damage.h */
struct store_keeping;         /* store_upkeep.h */
struct store_pause;

struct store_batch *store_batch_new(void);
void store_batch_free(struct store_batch **batch);
/* Adds an op. Texts are copied; NULL is empty. Ids are below 2^63. */
void store_put(struct store_batch *batch, enum store_op op, const struct store_row *row);
size_t store_batch_count(const struct store_batch *batch);
struct store_question {
    enum store_query query;
    uint64_t id;
    const char *key; /* NULL is "" */
    const char *extra;
    unsigned limit; /* of STORE_ADAPTER_ROWS: 0 for all */
};

typedef void (*store_row_fn)(void *context, const struct store_row *row);
typedef void (*store_done_fn)(void *context, const struct fault *fault); /* NULL: done */

/* Opens a store. wake (may be NULL) is called from the store's thread when something is done, so
 * that the loop calls store_poll(). threaded false: work is done inside store_poll (scripts,
 * simulator): between submit and poll nothing is on disk. Path ":memory:" for no file. A file has
 * one writer at a time. */
struct store *store_open(const struct store_driver *driver, const char *path, bool threaded,
                         void (*wake)(void *context), void *context, struct fault *fault);
/* For looking, while the bot may be running: store_read_now, store_check_now and store_backup. */
struct store *store_open_reading(const struct store_driver *driver, const char *path,
                                 struct fault *fault);
/* What adapters say of their rows, ending with NULL and living as long as the store: before anybody
 * is forgotten. */
void store_use(struct store *store, const struct row_rules *const *rules);
/* Finishes what was submitted; what was not delivered is not called back. */
void store_close(struct store **store);

/* Gives the batch away. done is called from store_poll, in the order of submission. When one fails,
 * or more than STORE_PENDING_MAX wait, all fail that were submitted until store_poll has said so.
 */
void store_commit(struct store *store, struct store_batch **batch, store_done_fn done,
                  void *context);
/* Rows are delivered from store_poll, then done. Reads see all commits submitted before. */
void store_read(struct store *store, const struct store_question *question, store_row_fn row,
                store_done_fn done, void *context);
/* The same at once and blocking: for start-up and tools only. */
int store_read_now(struct store *store, const struct store_question *question, store_row_fn row,
                   void *context, struct fault *fault);
/* Delivers what is done; how many callbacks were made. And how many submissions still wait. */
size_t store_poll(struct store *store);
size_t store_pending(const struct store *store);

#include "store_driver.h"

#endif
