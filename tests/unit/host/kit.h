/* What the host's tests share: folders that go away, and a store that is filled and read. */
#ifndef KIT_H
#define KIT_H

#include "store_private.h"

enum { KIT_PATH_BYTES = 256 };

/* A new folder under the build's; its path. */
void kit_folder(char path[KIT_PATH_BYTES]);
/* Removes it with the files in it. */
void kit_remove(const char *folder);
/* folder/name */
void kit_path(char path[KIT_PATH_BYTES], const char *folder, const char *name);
void kit_write(const char *path, const char *text);

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
