/* The sync loop: one response after the other, from the last token on disk.
 *
 * The initial sync reads rooms and invites and processes no event; after a restart everything that
 * came meanwhile is processed. A response is parsed while it is received. The next poll starts when
 * the gaps of this response are filled. */
#ifndef MATRIX_SYNC_H
#define MATRIX_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct matrix;
struct matrix_sync;
struct fault;

struct matrix_sync *matrix_sync_new(struct matrix *matrix);
void matrix_sync_free(struct matrix_sync **sync);
/* A row read at the start. False: it does not belong to the sync. */
bool matrix_sync_restore(struct matrix_sync *sync, const char *key, const char *text, size_t len);
/* Call before the start if rows were damaged: without a token, rooms are read back to their last
 * processed event. */
void matrix_sync_rows_lost(struct matrix_sync *sync);
void matrix_sync_start(struct matrix_sync *sync);
/* Stops polling and stores the token. */
void matrix_sync_stop(struct matrix_sync *sync);
int64_t matrix_sync_due_ms(const struct matrix_sync *sync);
void matrix_sync_tick(struct matrix_sync *sync, int64_t now_ms);

#endif
