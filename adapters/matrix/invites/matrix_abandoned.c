/* Abandoned rooms: people's rooms that everybody else has left. Somebody may still come back, by a
 * link or a pending invitation, and find their table. So a room is left and forgotten when no event
 * came from it for a week and its state, fetched afresh, has nobody else joined, invited or
 * knocking. Its tables are notified that it is gone. Rooms that we created stay: a direct room for
 * good, a team's until its table ends. */
#include "matrix_abandoned.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "log.h"
#include "matrix_answer.h"
#include "matrix_inbound.h"
#include "matrix_state_fetch.h"
#include "metrics.h"
#include "route.h"
#include "table.h"

enum {
    ABANDONED_DAY_MS = 24 * 3600 * 1000,
    ABANDONED_DAYS = 7,
    ABANDONED_EACH_MS = 60 * 1000,  /* between two rooms that are checked */
    ABANDONED_NONE_MS = 3600 * 1000 /* until the next pass when none is due */
};

struct matrix_abandoned {
    int64_t due_ms;
    uint64_t number; /* of a request; 0 none */
    char room[MATRIX_ID_BYTES];
};

void matrix_abandoned_new(struct matrix *matrix)
{
    matrix->abandoned = heap_allocate(sizeof *matrix->abandoned);
    matrix->abandoned->due_ms = NO_DEADLINE;
}

void matrix_abandoned_free(struct matrix *matrix)
{
    free(matrix->abandoned);
    matrix->abandoned = NULL;
}

static bool abandoned_is(const struct matrix_room *room)
{
    bool knocks = false;
    size_t at = 0;
    const struct matrix_member *member = NULL;
    while (!knocks && (member = map_next(&room->members, &at)) != NULL) {
        knocks = member->membership == MATRIX_KNOCKING;
    }
    return room->state == MATRIX_STATE_COMPLETE && room->own == MATRIX_JOINED &&
           room->joined_count == 1 && room->invited_count == 0 && !knocks;
}

/* A room of people's that we are joined in. */
static bool abandoned_is_theirs(const struct matrix_room *room)
{
    return room->own == MATRIX_JOINED && room->kind == MATRIX_ROOM_OPEN && room->marker[0] == '\0';
}

/* Has it been quiet for so long that it has to be checked? */
static bool abandoned_may_be(const struct matrix_room *room, int64_t now_ms)
{
    bool quiet = room->received_ms > 0 &&
                 now_ms - room->received_ms >= (int64_t)ABANDONED_DAYS * ABANDONED_DAY_MS;
    bool crowded = room->state == MATRIX_STATE_COMPLETE && room->joined_count > 1;
    return quiet && !crowded && abandoned_is_theirs(room) && room->fetch == NULL &&
           (room->checked_ms == 0 || now_ms - room->checked_ms >= ABANDONED_DAY_MS);
}

/* A room without any event is quiet from now on; stored, so that a restart does not begin anew. */
static void abandoned_note(struct matrix *matrix, struct matrix_room *room, int64_t now_ms)
{
    if (room->received_ms == 0 && abandoned_is_theirs(room)) {
        room->received_ms = now_ms;
        matrix_room_keep(matrix, room);
    }
}

/* --- leaving ---------------------------------------------------------------------------------- */

static void abandoned_post(struct matrix *matrix, struct matrix_room *room, const char *route,
                           answer_fn done);

static struct matrix_room *abandoned_room(const struct matrix *matrix)
{
    return matrix_room_find(matrix, matrix->abandoned->room);
}

static void abandoned_forgotten(void *context, const struct answer *answer)
{
    struct matrix *matrix = context;
    struct matrix_room *room = abandoned_room(matrix);
    matrix->abandoned->number = 0;
    if (matrix_answer_is_out(answer->status)) {
        matrix_room_forget(matrix, room);
        metrics_add(METRIC_MATRIX_ROOMS_LEFT, 1);
    }
}

static void abandoned_left(void *context, const struct answer *answer)
{
    struct matrix *matrix = context;
    struct matrix_room *room = abandoned_room(matrix);
    matrix->abandoned->number = 0;
    if (matrix_answer_is_out(answer->status)) {
        matrix_room_left(room, MATRIX_LEFT);
        matrix_room_has_changed(matrix, room);
        abandoned_post(matrix, room, "/rooms/{}/forget", abandoned_forgotten);
    }
}

static void abandoned_post(struct matrix *matrix, struct matrix_room *room, const char *route,
                           answer_fn done)
{
    const struct matrix_request request = {.method = "POST",
                                           .route = route,
                                           .ids = {room->id},
                                           .priority = MATRIX_COSMETIC,
                                           .limited = done == abandoned_left};
    matrix->abandoned->number = matrix_client_start(matrix->client, &request, done, matrix);
}

/* --- checking ----------------------------------------------------------------------------------
 */

/* Its tables are notified first; if the house takes nothing now, it is checked again tomorrow. */
static void abandoned_leave(struct matrix *matrix, struct matrix_room *room)
{
    const struct matrix_source source = {.batch = 0};
    if (matrix->abandoned->number == 0 && matrix_inbound_gone(matrix, room, &source)) {
        log_event(LEVEL_INFO, "matrix.room_left",
                  LOG_FIELDS(log_text("room", room->id), log_text("why", "nobody else is in it")));
        matrix_copy(matrix->abandoned->room, room->id);
        abandoned_post(matrix, room, "/rooms/{}/leave", abandoned_left);
    }
}

static void abandoned_state_fetched(void *context, struct matrix_room *room, bool known,
                                    enum answer_status status)
{
    struct matrix *matrix = context;
    (void)status;
    if (known && abandoned_is(room)) {
        abandoned_leave(matrix, room);
    }
}

int64_t matrix_abandoned_due_ms(const struct matrix *matrix)
{
    return matrix->draining || matrix->is_gone ? NO_DEADLINE : matrix->abandoned->due_ms;
}

/* The state is fetched afresh: what is known may be a week old, and leaving is for good. */
void matrix_abandoned_tick(struct matrix *matrix, int64_t now_ms)
{
    struct matrix_room *found = NULL;
    size_t at = 0;
    struct matrix_room *room = NULL;
    if (matrix_abandoned_due_ms(matrix) > now_ms) {
        return;
    }
    while (matrix->caught_up_ms > 0 && found == NULL &&
           (room = matrix_rooms_next(matrix, &at)) != NULL) {
        abandoned_note(matrix, room, now_ms);
        found = abandoned_may_be(room, now_ms) ? room : NULL;
    }
    matrix->abandoned->due_ms = now_ms + (found == NULL ? ABANDONED_NONE_MS : ABANDONED_EACH_MS);
    if (found != NULL) {
        found->checked_ms = now_ms;
        matrix_room_fetch_state(matrix, found, abandoned_state_fetched, matrix);
    }
}

void matrix_abandoned_start(struct matrix *matrix)
{
    matrix->abandoned->due_ms = matrix_now_ms(matrix) + ABANDONED_EACH_MS;
}
