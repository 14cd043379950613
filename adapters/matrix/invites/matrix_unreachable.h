/* Unreachable rooms: nothing can be sent there though people are in it, since it was encrypted, or
 * was replaced (tombstone) by a room that nobody has let us into yet. Its tables pause, with their
 * deadlines, until they move to another room. Rows "h/<room>". */
#ifndef MATRIX_UNREACHABLE_H
#define MATRIX_UNREACHABLE_H

#include "matrix_base.h"
#include "matrix_room.h"

enum { MATRIX_UNREACHABLE_MS = 24 * 3600 * 1000 /* so long its tables wait for another room */ };

void matrix_unreachable_new(struct matrix *matrix);
void matrix_unreachable_free(struct matrix *matrix);
/* Nothing is sent there from here on. */
void matrix_unreachable_begin(struct matrix *matrix, struct matrix_room *room);
/* It is reachable again: its successor is not for us. */
void matrix_unreachable_end(struct matrix *matrix, struct matrix_room *room);
/* The room's tables move to that room. account: whose decision it is (NULL: the platform's); event:
 * the one that says so. */
void matrix_unreachable_moved(struct matrix *matrix, struct matrix_room *room, const char *to,
                              const char *account, const char *event);
/* This person invited us into a plain room where we may write: their tables that wait in encrypted
 * rooms move here. False: no room waits. */
bool matrix_unreachable_invited(struct matrix *matrix, const struct matrix_room *to,
                                const char *account);
/* Reports all unreachable rooms to the house again, after it took them for reachable; also done at
 * the first tick. */
void matrix_unreachable_report(struct matrix *matrix);
/* A row read at the start; room: its key without the prefix. */
void matrix_unreachable_read(struct matrix *matrix, const char *room, const char *text, size_t len);
int64_t matrix_unreachable_due_ms(const struct matrix *matrix);
/* Tables that have waited too long are notified that their room is gone. */
void matrix_unreachable_tick(struct matrix *matrix, int64_t now_ms);

/* Can anything be sent there, as far as encryption goes? */
bool matrix_room_is_reachable(const struct matrix *matrix, const struct matrix_room *room);

#endif
