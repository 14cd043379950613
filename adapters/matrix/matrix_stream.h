/* The body of a /sync, or a list of events, as it comes in pieces: each event is handed out alone,
 * and nothing but the one that is being read is kept. Pure. What is not known is skipped; what is
 * too long is left out; what is no JSON where it matters ends the stream. */
#ifndef MATRIX_STREAM_H
#define MATRIX_STREAM_H

#include <stdbool.h>
#include <stddef.h>

struct matrix_stream;

enum {
    MATRIX_STREAM_EVENT_MAX = 512 * 1024, /* events have 64 KiB, and what the server adds */
    MATRIX_STREAM_TOKEN_MAX = 8 * 1024
};

enum matrix_where { MATRIX_IN_JOIN, MATRIX_IN_INVITE, MATRIX_IN_KNOCK, MATRIX_IN_LEAVE };

enum matrix_part {
    MATRIX_PART_STATE,
    MATRIX_PART_STATE_AFTER,
    MATRIX_PART_TIMELINE,
    MATRIX_PART_STRIPPED, /* of an invite or a knock */
    MATRIX_PART_ACCOUNT   /* account data, of no room */
};

/* Called from matrix_stream_add, in the order of the text; all of them must be there. */
struct matrix_stream_hooks {
    void *context;
    void (*next)(void *context, const char *token); /* next_batch */
    void (*room)(void *context, enum matrix_where where, const char *room);
    void (*part)(void *context, enum matrix_part part); /* of a room: it is there, perhaps empty */
    void (*limited)(void *context);                     /* the room's timeline is */
    void (*previous)(void *context, const char *token); /* its prev_batch */
    void (*event)(void *context, enum matrix_part part, const char *json, size_t len);
    void (*room_end)(void *context);
};

/* list: the whole text is a list of events, handed out as MATRIX_PART_STATE. */
struct matrix_stream *matrix_stream_new(const struct matrix_stream_hooks *hooks, bool list);
void matrix_stream_free(struct matrix_stream **stream);
/* From the beginning. */
void matrix_stream_restart(struct matrix_stream *stream);
/* The next bytes. False, then and from then on: it is no such text. */
bool matrix_stream_add(struct matrix_stream *stream, const char *bytes, size_t len);
/* Has all of it come? */
bool matrix_stream_whole(const struct matrix_stream *stream);
/* How many events were left out for their length. */
unsigned matrix_stream_left_out(const struct matrix_stream *stream);

#endif
