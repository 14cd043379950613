/* A limit that people feel: where something that is said at a table has waited for the account's
 * limit for a while, its room is told once, so that nobody thinks that the bot is gone. The line is
 * one more that has to be sent: it goes before all else or it says nothing, to one room a minute,
 * to the same one once in ten, and not again before the queue was empty. */
#include "matrix_slow.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "matrix_flight.h"
#include "metrics.h"
#include "table.h"

enum {
    SLOW_WAIT_MS = 15 * 1000,
    SLOW_EACH_MS = 60 * 1000,       /* between two rooms */
    SLOW_AGAIN_MS = 10 * 60 * 1000, /* between two in one room */
    SLOW_VALUE_BYTES = 24,
    SLOW_LENGTH_MS = 5 * 1000 /* what is told of a length is a multiple of it */
};

/* Is it something that people wait for, in a room of theirs? */
static bool slow_counts(const struct matrix_flight *flight, const struct matrix_room *room)
{
    bool edits = flight->sending.kind == SEND_EDIT && flight->sending.edit_of != NULL;
    return flight->request != 0 && !flight->own && !edits && room != NULL &&
           room->kind == MATRIX_ROOM_OPEN && room->own == MATRIX_JOINED;
}

/* When its room may be told. */
static int64_t slow_at_ms(const struct matrix_out *out, const struct matrix_flight *flight,
                          const struct matrix_room *room)
{
    int64_t at_ms = flight->sending.created_ms + SLOW_WAIT_MS;
    if (room->slow_stretch == out->slow_stretch) {
        return NO_DEADLINE;
    }
    if (room->slow_ms > 0 && room->slow_ms + SLOW_AGAIN_MS > at_ms) {
        at_ms = room->slow_ms + SLOW_AGAIN_MS;
    }
    if (out->slow_ms > 0 && out->slow_ms + SLOW_EACH_MS > at_ms) {
        at_ms = out->slow_ms + SLOW_EACH_MS;
    }
    return at_ms;
}

/* The room that is to be told next, and when; NULL: none. */
static struct matrix_room *slow_next(const struct matrix *matrix, int64_t *at_ms)
{
    struct matrix_room *next = NULL;
    *at_ms = NO_DEADLINE;
    for (const struct matrix_flight *flight = matrix->flights; flight != NULL;
         flight = flight->next) {
        struct matrix_room *room =
            flight->sending.room == NULL ? NULL : matrix_room_find(matrix, flight->sending.room);
        if (slow_counts(flight, room)) {
            int64_t one_ms = slow_at_ms(matrix->out, flight, room);
            next = one_ms < *at_ms ? room : next;
            *at_ms = one_ms < *at_ms ? one_ms : *at_ms;
        }
    }
    return next;
}

/* How long what is said now would wait; 0: nothing waits for the limit. Then a stretch is over. */
static int64_t slow_wait_ms(const struct matrix *matrix)
{
    struct matrix_client_figures figures;
    matrix_client_figures(matrix->client, &figures);
    return figures.talk_ms;
}

int64_t matrix_slow_due_ms(const struct matrix *matrix)
{
    int64_t at_ms = NO_DEADLINE;
    if (matrix->out != NULL && !matrix->draining && slow_wait_ms(matrix) > 0) {
        slow_next(matrix, &at_ms);
    }
    return at_ms;
}

/* A restart is no reason to say it again. */
static void slow_keep(struct matrix *matrix, const struct matrix_room *room)
{
    char key[MATRIX_ID_BYTES + 4];
    char value[SLOW_VALUE_BYTES];
    snprintf(key, sizeof key, "s/%s", room->id);
    snprintf(value, sizeof value, "%lld", (long long)room->slow_ms);
    matrix_store_row(matrix, key, value);
}

void matrix_slow_read(struct matrix *matrix, const char *room, const char *text, size_t len)
{
    (void)len;
    if (room[0] == '!' && strlen(room) < MATRIX_ID_BYTES) {
        matrix_room_at(matrix, room)->slow_ms = strtoll(text, NULL, 10);
    }
}

void matrix_slow_tick(struct matrix *matrix, int64_t now_ms)
{
    struct matrix_out *out = matrix_out(matrix);
    int64_t wait_ms = slow_wait_ms(matrix);
    int64_t at_ms = NO_DEADLINE;
    if (wait_ms == 0 || matrix->draining) {
        out->slow_stretch += out->slow_told ? 1 : 0;
        out->slow_told = false;
        return;
    }
    struct matrix_room *room = slow_next(matrix, &at_ms);
    if (room == NULL || at_ms > now_ms) {
        return;
    }
    out->slow_told = true;
    out->slow_ms = now_ms;
    room->slow_ms = now_ms;
    room->slow_stretch = out->slow_stretch;
    slow_keep(matrix, room);
    metrics_add(METRIC_MATRIX_SLOW, 1);
    log_event(LEVEL_WARNING, "matrix.slow",
              LOG_FIELDS(log_number("queue_ms", wait_ms),
                         log_text("mend", "have the account's limit lifted; deaddrop matrix setup "
                                          "says how")));
    matrix_say_slow(matrix, room->id,
                    (wait_ms + SLOW_LENGTH_MS - 1) / SLOW_LENGTH_MS * SLOW_LENGTH_MS);
}
