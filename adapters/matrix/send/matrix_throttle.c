/* When a message for people at a table has waited for the account's rate limit for a while, its
 * room gets one notice, so that nobody thinks that the bot is gone. The notice is one more message
 * to send: it is sent first, to one room a minute, to the same room once in ten minutes, and once
 * an episode (until the queue was empty). */
#include "matrix_throttle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "matrix_delivery_private.h"
#include "matrix_say.h"
#include "metrics.h"
#include "table.h"

enum {
    THROTTLE_WAIT_MS = 15 * 1000,
    THROTTLE_EACH_MS = 60 * 1000,       /* between two rooms */
    THROTTLE_AGAIN_MS = 10 * 60 * 1000, /* between two in one room */
    THROTTLE_VALUE_BYTES = 24,
    THROTTLE_LENGTH_MS = 5 * 1000 /* the wait is rounded up to a multiple of it */
};

/* Do people wait for it, in a room of theirs? */
static bool throttle_counts(const struct matrix_delivery *delivery, const struct matrix_room *room)
{
    bool edits = delivery->sending.kind == SEND_EDIT && delivery->sending.edit_of != NULL;
    return delivery->request != 0 && delivery->origin == ORIGIN_HOUSE && !edits && room != NULL &&
           room->kind == MATRIX_ROOM_OPEN && room->own == MATRIX_JOINED;
}

/* When its room may get a notice. */
static int64_t throttle_at_ms(const struct matrix_out *out, const struct matrix_delivery *delivery,
                              const struct matrix_room *room)
{
    int64_t at_ms = delivery->sending.created_ms + THROTTLE_WAIT_MS;
    if (room->throttle_episode == out->throttle_episode) {
        return NO_DEADLINE;
    }
    if (room->throttle_notice_ms > 0 && room->throttle_notice_ms + THROTTLE_AGAIN_MS > at_ms) {
        at_ms = room->throttle_notice_ms + THROTTLE_AGAIN_MS;
    }
    if (out->throttle_notice_ms > 0 && out->throttle_notice_ms + THROTTLE_EACH_MS > at_ms) {
        at_ms = out->throttle_notice_ms + THROTTLE_EACH_MS;
    }
    return at_ms;
}

/* The room that gets the next notice, and when; NULL: none. */
static struct matrix_room *throttle_next(const struct matrix *matrix, int64_t *at_ms)
{
    struct matrix_room *next = NULL;
    *at_ms = NO_DEADLINE;
    for (const struct matrix_delivery *delivery = matrix_delivery_next(matrix, NULL);
         delivery != NULL; delivery = matrix_delivery_next(matrix, delivery)) {
        struct matrix_room *room = delivery->sending.room == NULL
                                       ? NULL
                                       : matrix_room_find(matrix, delivery->sending.room);
        if (throttle_counts(delivery, room)) {
            int64_t one_ms = throttle_at_ms(matrix->out, delivery, room);
            next = one_ms < *at_ms ? room : next;
            *at_ms = one_ms < *at_ms ? one_ms : *at_ms;
        }
    }
    return next;
}

/* How long a message sent now would wait; 0: the queue is empty, which ends the episode. */
static int64_t throttle_wait_ms(const struct matrix *matrix)
{
    struct matrix_client_figures figures;
    matrix_client_figures(matrix->client, &figures);
    return figures.talk_ms;
}

int64_t matrix_throttle_due_ms(const struct matrix *matrix)
{
    int64_t at_ms = NO_DEADLINE;
    if (!matrix->draining && throttle_wait_ms(matrix) > 0) {
        throttle_next(matrix, &at_ms);
    }
    return at_ms;
}

/* Stored, so that a restart does not repeat the notice. */
static void throttle_keep(struct matrix *matrix, const struct matrix_room *room)
{
    char key[MATRIX_ID_BYTES + 4];
    char value[THROTTLE_VALUE_BYTES];
    snprintf(key, sizeof key, "s/%s", room->id);
    snprintf(value, sizeof value, "%lld", (long long)room->throttle_notice_ms);
    matrix_store_row(matrix, key, value);
}

void matrix_throttle_read(struct matrix *matrix, const char *room, const char *text, size_t len)
{
    (void)len;
    if (room[0] == '!' && strlen(room) < MATRIX_ID_BYTES) {
        matrix_room_at(matrix, room)->throttle_notice_ms = strtoll(text, NULL, 10);
    }
}

void matrix_throttle_tick(struct matrix *matrix, int64_t now_ms)
{
    struct matrix_out *out = matrix->out;
    int64_t wait_ms = throttle_wait_ms(matrix);
    int64_t at_ms = NO_DEADLINE;
    if (wait_ms == 0 || matrix->draining) {
        out->throttle_episode += out->throttle_notified ? 1 : 0;
        out->throttle_notified = false;
        return;
    }
    struct matrix_room *room = throttle_next(matrix, &at_ms);
    if (room == NULL || at_ms > now_ms) {
        return;
    }
    out->throttle_notified = true;
    out->throttle_notice_ms = now_ms;
    room->throttle_notice_ms = now_ms;
    room->throttle_episode = out->throttle_episode;
    throttle_keep(matrix, room);
    metrics_add(METRIC_MATRIX_THROTTLE_NOTICES, 1);
    log_event(LEVEL_WARNING, "matrix.throttle_notice",
              LOG_FIELDS(log_number("queue_ms", wait_ms),
                         log_text("mend", "have the account's limit lifted; deaddrop matrix setup "
                                          "says how")));
    matrix_say_throttled(matrix, room->id,
                         (wait_ms + THROTTLE_LENGTH_MS - 1) / THROTTLE_LENGTH_MS *
                             THROTTLE_LENGTH_MS);
}
