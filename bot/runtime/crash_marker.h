/* What the house is working on right now, noted where the end of the process does not wipe it: a
 * page of a file in memory, never synced, so that a note costs a copy. After a crash the next start
 * finds the event and the table that it happened on (poison.h). */
#ifndef CRASH_MARKER_H
#define CRASH_MARKER_H

#include <stdbool.h>
#include <stdint.h>

#include "fault.h"

enum { CRASH_MARKER_KEY_BYTES = 256 };

struct crash_marker;

/* What was in work when the last process ended. */
struct crash_marker_note {
    uint64_t table;                   /* 0: none yet */
    char key[CRASH_MARKER_KEY_BYTES]; /* "adapter/event id", "" for the house's own moves */
};

/* path NULL: in memory only. NULL on a fault. */
struct crash_marker *crash_marker_open(const char *path, struct fault *fault);
void crash_marker_close(struct crash_marker **crash_marker);
/* True, once, when the last process ended in the middle of something. */
bool crash_marker_found(struct crash_marker *crash_marker, struct crash_marker_note *note);
/* Begins, names the table as soon as it is known, ends. work may be NULL. */
void crash_marker_begin(struct crash_marker *crash_marker, const char *key, uint64_t table);
void crash_marker_end(struct crash_marker *crash_marker);

#endif
