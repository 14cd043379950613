/* What the homeserver tells, one response after the other, from where the last one on disk ended.
 *
 * The first sync ever reads rooms and invites and hears nothing; after a restart everything is
 * heard that came meanwhile. A response is taken apart as it comes; rooms with a gap wait until the
 * gap is filled; only then is the next one asked for. */
#ifndef MATRIX_SYNC_H
#define MATRIX_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct matrix;
struct matrix_sync;
struct fault;

#define MATRIX_SYNC_KEY "sync"

struct matrix_sync_figures {
    uint64_t responses, events, gaps, gaps_left, rewinds;
};

struct matrix_sync *matrix_sync_new(struct matrix *matrix);
void matrix_sync_free(struct matrix_sync **sync);
/* A row read at the start. False: it is none of the sync's. */
bool matrix_sync_restore(struct matrix_sync *sync, const char *key, const char *text, size_t len);
void matrix_sync_start(struct matrix_sync *sync);
/* Asks for nothing more; how far it is goes to the disk. */
void matrix_sync_stop(struct matrix_sync *sync);
/* Something heard in this batch is on its way to the disk, with a row that claims this or NULL. */
void matrix_sync_handed(struct matrix_sync *sync, const char *claim);
/* It is there, or not. */
void matrix_sync_stored(struct matrix_sync *sync, uint64_t batch, const struct fault *fault);
int64_t matrix_sync_due_ms(const struct matrix_sync *sync);
void matrix_sync_tick(struct matrix_sync *sync, int64_t now_ms);
void matrix_sync_figures(const struct matrix_sync *sync, struct matrix_sync_figures *figures);

#endif
