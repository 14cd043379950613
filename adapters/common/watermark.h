/* Which inbound events are fully handled, and up to where the stored checkpoint may advance.
 *
 * A platform sends its events in numbered batches: one dispatch of a gateway, or everything in one
 * sync response. An event that was enqueued is pending until the store has it. The watermark is the
 * newest batch of which, and of all batches before it, nothing is pending and nothing is still to
 * come. Only what is up to the watermark may be stored as the checkpoint: after a crash the
 * platform sends everything behind the checkpoint once more, so events may come twice (their ids
 * tell), and none is lost. A value with a list; nothing in it knows of sockets or time. */
#ifndef WATERMARK_H
#define WATERMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct watermark_batch {
    int64_t number;
    unsigned pending; /* events of it that are not stored yet */
    bool whole;       /* all of its events have been enqueued */
    char *checkpoint; /* what stands for it at the platform; NULL: its number does */
};

/* All zero: nothing has come, and the first batch is 1. */
struct watermark {
    int64_t handled;                 /* everything up to this batch is handled */
    int64_t newest;                  /* the newest batch that there ever was */
    char *checkpoint;                /* of the batch `handled`; NULL none */
    struct watermark_batch *batches; /* behind the watermark, oldest first */
    size_t first, count, size;
};

void watermark_deinit(struct watermark *watermark);
/* Everything up to this batch is handled; batches behind it are dropped, since they come once more
 * or never. The checkpoint is copied; NULL none. */
void watermark_reset(struct watermark *watermark, int64_t number, const char *checkpoint);
/* A batch begins; the one before it is whole. Numbers ascend. */
void watermark_begin(struct watermark *watermark, int64_t number);
/* May the newest batch's own checkpoint be stored together with its next event, which is the last
 * one of it? True when nothing before that event is pending. */
bool watermark_is_clear(const struct watermark *watermark);
/* Another event of the newest batch is pending. */
void watermark_add(struct watermark *watermark);
/* No further event of the newest batch comes. The checkpoint is copied; NULL none. */
void watermark_end(struct watermark *watermark, const char *checkpoint);
/* The newest batch was cut off: it is dropped unless it is whole, and comes once more. */
void watermark_abandon(struct watermark *watermark);
/* One event of this batch is stored, or needs not be. Batches that were dropped are ignored. */
void watermark_stored(struct watermark *watermark, int64_t number);

#endif
