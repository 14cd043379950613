/* Rooms of people's that everybody else has left. Nobody is there to be heard, and in most of them
 * nobody can come back; but somebody may, by a link or by an invitation of a member's that is still
 * out, and their table is there for them. So a room is left, and forgotten, when nothing was heard
 * there for a week and its state, read afresh, has nobody in it and nobody invited or knocking.
 * Tables there are told that it is gone. Rooms of our own making are not meant: a person's is kept,
 * a team's goes with its table. */
#include "matrix_alone.h"

#include <string.h>

#include "log.h"
#include "matrix_hear.h"
#include "matrix_path.h"
#include "metrics.h"
#include "table.h"

enum {
    ALONE_DAY_MS = 24 * 3600 * 1000,
    ALONE_DAYS = 7,
    ALONE_EACH_MS = 60 * 1000,  /* one room is looked at a minute */
    ALONE_NONE_MS = 3600 * 1000 /* or all of them, when none is to be, an hour */
};

static bool alone_is(const struct matrix_room *room)
{
    bool knocks = false;
    size_t at = 0;
    const struct matrix_member *member = NULL;
    while (!knocks && (member = map_next(&room->members, &at)) != NULL) {
        knocks = member->membership == MATRIX_KNOCKING;
    }
    return room->known && room->own == MATRIX_JOINED && room->joined_count == 1 &&
           room->invited_count == 0 && !knocks;
}

/* A room of people's that we are in. */
static bool alone_is_theirs(const struct matrix_room *room)
{
    return room->own == MATRIX_JOINED && room->kind == MATRIX_ROOM_OPEN && room->marker[0] == '\0';
}

/* Is it so quiet that it has to be looked at? */
static bool alone_may_be(const struct matrix_room *room, int64_t now_ms)
{
    bool quiet =
        room->heard_ms > 0 && now_ms - room->heard_ms >= (int64_t)ALONE_DAYS * ALONE_DAY_MS;
    bool crowded = room->known && room->joined_count > 1;
    return quiet && !crowded && alone_is_theirs(room) && room->learning == NULL &&
           (room->looked_ms == 0 || now_ms - room->looked_ms >= ALONE_DAY_MS);
}

/* Where nothing was ever heard it begins to be quiet now, also for a later process. */
static void alone_note(struct matrix *matrix, struct matrix_room *room, int64_t now_ms)
{
    if (room->heard_ms == 0 && alone_is_theirs(room)) {
        room->heard_ms = now_ms;
        matrix_room_keep(matrix, room);
    }
}

/* --- leaving ---------------------------------------------------------------------------------- */

static void alone_post(struct matrix *matrix, struct matrix_room *room, const char *route,
                       matrix_answer_fn done);

static bool alone_is_over(enum matrix_fate fate)
{
    return fate == MATRIX_DONE || fate == MATRIX_FORBIDDEN || fate == MATRIX_MISSING ||
           fate == MATRIX_BAD || fate == MATRIX_UNRECOGNIZED;
}

static struct matrix_room *alone_room(const struct matrix *matrix)
{
    return matrix_room_find(matrix, matrix->alone.room);
}

static void alone_forgotten(void *context, const struct matrix_answer *answer)
{
    struct matrix *matrix = context;
    struct matrix_room *room = alone_room(matrix);
    matrix->alone.number = 0;
    if (alone_is_over(answer->fate)) {
        matrix_room_forget(matrix, room);
        metrics_add(METRIC_MATRIX_ROOMS_LEFT, 1);
    }
}

static void alone_left(void *context, const struct matrix_answer *answer)
{
    struct matrix *matrix = context;
    struct matrix_room *room = alone_room(matrix);
    matrix->alone.number = 0;
    if (alone_is_over(answer->fate)) {
        matrix_room_left(room, MATRIX_LEFT);
        matrix_room_changed(matrix, room);
        alone_post(matrix, room, "/rooms/{}/forget", alone_forgotten);
    }
}

static void alone_post(struct matrix *matrix, struct matrix_room *room, const char *route,
                       matrix_answer_fn done)
{
    const char *segments[] = {room->id};
    const struct matrix_request request = {.method = "POST",
                                           .route = route,
                                           .path = matrix_path(matrix->arena, route, segments),
                                           .priority = MATRIX_COSMETIC,
                                           .limited = done == alone_left,
                                           .repeatable = true};
    matrix->alone.number = matrix_client_start(matrix->client, &request, done, matrix);
}

/* --- looking ---------------------------------------------------------------------------------- */

/* Its tables are told first: where the house takes nothing now, it is looked at again tomorrow. */
static void alone_leave(struct matrix *matrix, struct matrix_room *room)
{
    const struct matrix_hearing hearing = {.batch = 0};
    if (matrix->alone.number == 0 && matrix_hear_gone(matrix, room, &hearing)) {
        log_event(LEVEL_INFO, "matrix.room_left",
                  LOG_FIELDS(log_text("room", room->id), log_text("why", "nobody else is in it")));
        matrix_copy(matrix->alone.room, room->id);
        alone_post(matrix, room, "/rooms/{}/leave", alone_left);
    }
}

static void alone_learned(void *context, struct matrix_room *room, bool known,
                          enum matrix_fate fate)
{
    struct matrix *matrix = context;
    (void)fate;
    if (known && alone_is(room)) {
        alone_leave(matrix, room);
    }
}

int64_t matrix_alone_due_ms(const struct matrix *matrix)
{
    return matrix->draining || matrix->is_gone ? NO_DEADLINE : matrix->alone.due_ms;
}

/* Its state is read afresh: what is known may be a week old, and it is for good. */
void matrix_alone_tick(struct matrix *matrix, int64_t now_ms)
{
    struct matrix_room *found = NULL;
    size_t at = 0;
    struct matrix_room *room = NULL;
    if (matrix_alone_due_ms(matrix) > now_ms) {
        return;
    }
    while (matrix->there_ms > 0 && found == NULL &&
           (room = map_next(&matrix->rooms, &at)) != NULL) {
        alone_note(matrix, room, now_ms);
        found = alone_may_be(room, now_ms) ? room : NULL;
    }
    matrix->alone.due_ms = now_ms + (found == NULL ? ALONE_NONE_MS : ALONE_EACH_MS);
    if (found != NULL) {
        found->looked_ms = now_ms;
        matrix_room_learn(matrix, found, alone_learned, matrix);
    }
}

void matrix_alone_start(struct matrix *matrix)
{
    matrix->alone.due_ms = matrix_now_ms(matrix) + ALONE_EACH_MS;
}
