/* Unreachable rooms. The house holds the deadlines of their tables; what is to be sent there stays
 * in the outbox, and goes to the next room. */
#include "matrix_unreachable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "log.h"
#include "matrix_e2ee.h"
#include "matrix_inbound.h"
#include "table.h"

enum {
    UNREACHABLE_KEY_BYTES = MATRIX_ID_BYTES + 4,
    UNREACHABLE_AGAIN_MS = 60 * 1000,
    UNREACHABLE_ROOMS_MAX = 256
};

struct matrix_unreachable {
    bool reported;  /* after the start */
    unsigned rooms; /* that are unreachable, at the least: without any, none is looked for */
};

void matrix_unreachable_new(struct matrix *matrix)
{
    matrix->unreachable = heap_allocate(sizeof *matrix->unreachable);
}

void matrix_unreachable_free(struct matrix *matrix)
{
    free(matrix->unreachable);
    matrix->unreachable = NULL;
}

bool matrix_room_is_reachable(const struct matrix *matrix, const struct matrix_room *room)
{
    return room->encryption != MATRIX_ENCRYPTED || matrix->e2ee->reads;
}

/* ms: since when; 0: it is reachable. */
static void unreachable_since(struct matrix *matrix, struct matrix_room *room, int64_t ms)
{
    matrix->unreachable->rooms += room->unreachable_ms == 0 && ms != 0;
    matrix->unreachable->rooms -= room->unreachable_ms != 0 && ms == 0;
    room->unreachable_ms = ms;
}

static void unreachable_keep(struct matrix *matrix, const struct matrix_room *room)
{
    char key[UNREACHABLE_KEY_BYTES];
    char value[24];
    snprintf(key, sizeof key, "h/%s", room->id);
    snprintf(value, sizeof value, "%lld", (long long)room->unreachable_ms);
    matrix_store_row(matrix, key, room->unreachable_ms == 0 ? NULL : value);
}

void matrix_unreachable_begin(struct matrix *matrix, struct matrix_room *room)
{
    const char *rooms[] = {room->id};
    if (room->unreachable_ms == 0) {
        unreachable_since(matrix, room, matrix_now_ms(matrix));
        unreachable_keep(matrix, room);
        house_rooms_unreachable(matrix->house, (struct adapter *)matrix, rooms, 1);
        matrix_plan(matrix);
    }
}

void matrix_unreachable_end(struct matrix *matrix, struct matrix_room *room)
{
    const char *rooms[] = {room->id};
    const struct downtime away = {.since_ms = room->unreachable_ms,
                                  .back_ms = matrix_now_ms(matrix)};
    if (room->unreachable_ms != 0) {
        unreachable_since(matrix, room, 0);
        unreachable_keep(matrix, room);
        house_rooms_reachable(matrix->house, (struct adapter *)matrix, rooms, 1, away);
    }
}

void matrix_unreachable_moved(struct matrix *matrix, struct matrix_room *room, const char *to,
                              const char *account, const char *event)
{
    int64_t gap_ms = room->unreachable_ms == 0 ? 0 : matrix_now_ms(matrix) - room->unreachable_ms;
    const struct matrix_move move = {
        .from = room->id, .to = to, .account = account, .event = event, .gap_ms = gap_ms};
    matrix_inbound_moved(matrix, &move);
    if (matrix_room_is_reachable(matrix, room)) { /* else other tables may still wait there */
        unreachable_since(matrix, room, 0);
        unreachable_keep(matrix, room);
    }
}

bool matrix_unreachable_invited(struct matrix *matrix, const struct matrix_room *to,
                                const char *account)
{
    size_t at = 0;
    bool waits = false;
    struct matrix_room *room = NULL;
    while ((room = matrix_rooms_next(matrix, &at)) != NULL) {
        char event[2 * MATRIX_ID_BYTES + 8];
        if (room->unreachable_ms != 0 && !matrix_room_is_reachable(matrix, room) && room != to) {
            snprintf(event, sizeof event, "moved/%s/%s", room->id, to->id);
            matrix_unreachable_moved(matrix, room, to->id, account, event);
            waits = true;
        }
    }
    return waits;
}

void matrix_unreachable_report(struct matrix *matrix)
{
    const char *rooms[UNREACHABLE_ROOMS_MAX];
    size_t count = 0;
    size_t at = 0;
    const struct matrix_room *room = NULL;
    while (count < UNREACHABLE_ROOMS_MAX && (room = matrix_rooms_next(matrix, &at)) != NULL) {
        if (room->unreachable_ms != 0) {
            rooms[count++] = room->id;
        }
    }
    if (count > 0) {
        house_rooms_unreachable(matrix->house, (struct adapter *)matrix, rooms, count);
    }
}

void matrix_unreachable_read(struct matrix *matrix, const char *room, const char *text, size_t len)
{
    long long ms = strtoll(text, NULL, 10);
    (void)len;
    if (room[0] == '!' && strlen(room) < MATRIX_ID_BYTES && ms > 0) {
        unreachable_since(matrix, matrix_room_at(matrix, room), ms);
    }
}

int64_t matrix_unreachable_due_ms(const struct matrix *matrix)
{
    int64_t due_ms = NO_DEADLINE;
    size_t at = 0;
    const struct matrix_room *room = NULL;
    if (!matrix->unreachable->reported) {
        return 0;
    }
    bool any = matrix->unreachable->rooms > 0 && !matrix->draining;
    while (any && (room = matrix_rooms_next(matrix, &at)) != NULL) {
        int64_t one_ms = room->unreachable_ms + MATRIX_UNREACHABLE_MS;
        due_ms = room->unreachable_ms != 0 && one_ms < due_ms ? one_ms : due_ms;
    }
    return due_ms;
}

/* What waited for a plain room, before encrypted ones were read, goes on where it was. */
static void unreachable_read_again(struct matrix *matrix)
{
    size_t at = 0;
    struct matrix_room *room = NULL;
    while (matrix->e2ee->reads && (room = matrix_rooms_next(matrix, &at)) != NULL) {
        if (room->unreachable_ms != 0 && room->encryption == MATRIX_ENCRYPTED) {
            matrix_unreachable_end(matrix, room);
        }
    }
}

void matrix_unreachable_tick(struct matrix *matrix, int64_t now_ms)
{
    size_t at = 0;
    struct matrix_room *room = NULL;
    const struct matrix_source source = {.batch = 0};
    if (!matrix->unreachable->reported) {
        matrix->unreachable->reported = true;
        unreachable_read_again(matrix);
        matrix_unreachable_report(matrix);
    }
    while (!matrix->draining && (room = matrix_rooms_next(matrix, &at)) != NULL) {
        if (room->unreachable_ms == 0 || now_ms - room->unreachable_ms < MATRIX_UNREACHABLE_MS) {
            continue;
        }
        if (!matrix_inbound_gone(matrix, room, &source)) { /* the house takes nothing now */
            room->unreachable_ms += UNREACHABLE_AGAIN_MS;
            continue;
        }
        log_event(LEVEL_INFO, "matrix.room_given_up",
                  LOG_FIELDS(log_text("room", room->id), log_text("why", "no other room")));
        unreachable_since(matrix, room, 0);
        unreachable_keep(matrix, room);
    }
}
