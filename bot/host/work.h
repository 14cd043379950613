/* What the house is working on right now, noted where the end of the process does not wipe it: a
 * page of a file in memory, never synced, so that a note costs a copy. After a crash the next start
 * finds the event and the table that it happened on (poison.h). */
#ifndef WORK_H
#define WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "fault.h"

enum { WORK_KEY_BYTES = 256 };

struct work;

/* What was in work when the last process ended. */
struct work_note {
    uint64_t table;           /* 0: none yet */
    char key[WORK_KEY_BYTES]; /* "adapter/event id", "" for the house's own moves */
};

/* path NULL: in memory only. NULL on a fault. */
struct work *work_open(const char *path, struct fault *fault);
void work_close(struct work **work);
/* True, once, when the last process ended in the middle of something. */
bool work_found(struct work *work, struct work_note *note);
/* Begins, names the table as soon as it is known, ends. work may be NULL. */
void work_begin(struct work *work, const char *key, uint64_t table);
void work_end(struct work *work);

#endif
