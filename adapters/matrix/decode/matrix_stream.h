/* Streaming parser for the body of a /sync, or a list of events: events are handed out one by one,
 * and only the one being read is kept. Pure. Unknown members are skipped, events that are too long
 * are left out, malformed JSON ends the stream. */
#ifndef MATRIX_STREAM_H
#define MATRIX_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "matrix_about_keys.h"

struct matrix_stream;

enum {
    MATRIX_STREAM_EVENT_MAX =
        512 * 1024, /* events have at most 64 KiB, plus what the server adds */
    MATRIX_STREAM_TOKEN_MAX = 8 * 1024
};

enum matrix_where { MATRIX_IN_JOIN, MATRIX_IN_INVITE, MATRIX_IN_KNOCK, MATRIX_IN_LEAVE };

enum matrix_part {
    MATRIX_PART_STATE,
    MATRIX_PART_STATE_AFTER,
    MATRIX_PART_TIMELINE,
    MATRIX_PART_STRIPPED, /* of an invite or a knock */
    MATRIX_PART_ACCOUNT,  /* account data outside rooms */
    MATRIX_PART_TO_DEVICE /* what devices send to ours */
};

/* Called from matrix_stream_add, in the order of the text. All must be set but keys: where it is
 * NULL, what it tells of is skipped, and so is what devices send. */
struct matrix_stream_hooks {
    void *context;
    void (*next)(void *context, const char *token); /* next_batch */
    void (*room)(void *context, enum matrix_where where, const char *room);
    void (*part)(void *context, enum matrix_part part); /* the room has this part, perhaps empty */
    void (*limited)(void *context);                     /* the room's timeline is limited */
    void (*previous)(void *context, const char *token); /* its prev_batch */
    void (*event)(void *context, enum matrix_part part, const char *json, size_t len);
    void (*room_end)(void *context);
    void (*keys)(void *context, enum matrix_about_keys about, const char *json, size_t len);
};

/* list: the text is a list of events, handed out as MATRIX_PART_STATE. */
struct matrix_stream *matrix_stream_new(const struct matrix_stream_hooks *hooks, bool list);
void matrix_stream_free(struct matrix_stream **stream);
/* Forgets everything that was added. */
void matrix_stream_restart(struct matrix_stream *stream);
/* The next bytes. False, from then on: malformed. */
bool matrix_stream_add(struct matrix_stream *stream, const char *bytes, size_t len);
/* Is the text complete? */
bool matrix_stream_whole(const struct matrix_stream *stream);
/* How many events were left out for their length. */
unsigned matrix_stream_left_out(const struct matrix_stream *stream);

#endif
