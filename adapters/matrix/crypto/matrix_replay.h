/* Which messages of a Megolm session have been read: an index belongs to one event. The same event
 * may be read as often as it comes; another one under its index is a message that somebody sends
 * once more. Kept in pieces of 64 indexes, each a row of its own, so that one message stores
 * little.
 */
#ifndef MATRIX_REPLAY_H
#define MATRIX_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"

enum {
    MATRIX_REPLAY_PIECE = 64,     /* indexes of a piece */
    MATRIX_REPLAY_PIECES_MAX = 64 /* of a session; the oldest makes room, and is read no more */
};

struct matrix_replay_piece {
    uint32_t number;                     /* the first index is this times MATRIX_REPLAY_PIECE */
    uint64_t event[MATRIX_REPLAY_PIECE]; /* of each index its event, hashed; 0 none */
};

struct matrix_replay {
    struct matrix_replay_piece *pieces; /* by number */
    size_t count;
};

enum matrix_replay_verdict {
    MATRIX_REPLAY_FRESH, /* noted: its piece has changed */
    MATRIX_REPLAY_KNOWN, /* the same event once more */
    MATRIX_REPLAY_OTHER, /* another event has this index */
    MATRIX_REPLAY_OLD    /* nobody knows any more */
};

void matrix_replay_free(struct matrix_replay *replay);
/* Notes that this event has this index. ms: its origin_server_ts. dropped_r becomes the number of a
 * piece that had to make room, or -1. */
enum matrix_replay_verdict matrix_replay_note(struct matrix_replay *replay, uint32_t index,
                                              const char *event, int64_t ms, int64_t *dropped_r);
/* Adds the text of the piece that an index is in, which is there. */
void matrix_replay_write(const struct matrix_replay *replay, uint32_t index, struct buf *out);
/* A piece as it was written. False: it is none. */
bool matrix_replay_restore(struct matrix_replay *replay, uint32_t number, const char *text,
                           size_t len);

#endif
