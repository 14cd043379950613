/* Enqueues at the house, and forwards what was stored to whose sync it is. */
#include "matrix_inbound.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

struct inbound_waiter {
    struct matrix_waiter waiter;
    struct inbound_waiter *previous; /* of all whose write has not ended */
    struct inbound_waiter *next;
    const struct matrix_reader *reader;
    int64_t batch;
};

struct matrix_inbound {
    struct inbound_waiter *waiters;
};

void matrix_inbound_new(struct matrix *matrix)
{
    matrix->inbound = heap_allocate(sizeof *matrix->inbound);
}

void matrix_inbound_free(struct matrix *matrix)
{
    struct inbound_waiter *waiter = matrix->inbound->waiters;
    while (waiter != NULL) {
        struct inbound_waiter *freed = waiter;
        waiter = waiter->next;
        free(freed);
    }
    free(matrix->inbound);
    matrix->inbound = NULL;
}

static void inbound_waiter_free(struct matrix *matrix, struct inbound_waiter *waiter)
{
    *(waiter->previous == NULL ? &matrix->inbound->waiters : &waiter->previous->next) =
        waiter->next;
    if (waiter->next != NULL) {
        waiter->next->previous = waiter->previous;
    }
    free(waiter);
}

static void inbound_stored(struct matrix *matrix, struct matrix_waiter *waiter,
                           const struct fault *fault)
{
    const struct matrix_reader *reader = ((struct inbound_waiter *)waiter)->reader;
    int64_t batch = ((struct inbound_waiter *)waiter)->batch;
    inbound_waiter_free(matrix, (struct inbound_waiter *)waiter);
    reader->stored(reader->context, batch, fault);
}

static struct matrix_waiter *inbound_waiter(struct matrix *matrix,
                                            const struct matrix_source *source)
{
    if (source->batch == 0) {
        return source->waiter;
    }
    struct inbound_waiter *waiter = heap_allocate(sizeof *waiter);
    waiter->waiter.stored = inbound_stored;
    waiter->reader = source->reader;
    waiter->batch = source->batch;
    waiter->next = matrix->inbound->waiters;
    if (waiter->next != NULL) {
        waiter->next->previous = waiter;
    }
    matrix->inbound->waiters = waiter;
    return &waiter->waiter;
}

static struct adapter_row inbound_row(const struct matrix *matrix, const char *key,
                                      const char *value)
{
    return (struct adapter_row){
        .key = key, .value = value, .len = strlen(value), .order = matrix_now_ms(matrix)};
}

bool matrix_inbound_enqueue(struct matrix *matrix, struct matrix_room *room,
                            const struct inbound *inbound, const struct matrix_source *source)
{
    struct adapter_row rows[2];
    size_t count = 0;
    char key[MATRIX_ROOM_KEY_BYTES];
    char value[MATRIX_ROOM_ROW_BYTES];
    if (room->own == MATRIX_JOINED) {
        matrix_room_row(room, inbound->event_id, key, value);
        rows[count++] = inbound_row(matrix, key, value);
    }
    if (source->checkpoint != NULL) {
        rows[count++] = inbound_row(matrix, MATRIX_SYNC_KEY, source->checkpoint);
    }
    struct matrix_waiter *waiter = inbound_waiter(matrix, source);
    if (!house_enqueue(matrix->house, (struct adapter *)matrix, inbound, rows, count, waiter)) {
        if (waiter != source->waiter) {
            inbound_waiter_free(matrix, (struct inbound_waiter *)waiter);
        }
        return false;
    }
    if (source->enqueued != NULL) {
        *source->enqueued = true;
    }
    if (source->batch != 0) {
        source->reader->enqueued(source->reader->context, source->checkpoint);
    }
    free(room->inbound);
    room->inbound = heap_copy(inbound->event_id);
    room->received_ms = matrix_now_ms(matrix);
    return true;
}

struct inbound matrix_inbound_about(const struct matrix *matrix, enum inbound_kind kind,
                                    const char *room, const char *id)
{
    return (struct inbound){.kind = kind,
                            .adapter = MATRIX_ADAPTER,
                            .event_id = id,
                            .room = room,
                            .account = "",
                            .name = "",
                            .at_ms = matrix_now_ms(matrix)};
}

bool matrix_inbound_gone(struct matrix *matrix, struct matrix_room *room,
                         const struct matrix_source *source)
{
    char id[MATRIX_ID_BYTES + 32];
    snprintf(id, sizeof id, "gone/%s/%lld", room->id, (long long)matrix_now_ms(matrix));
    struct inbound inbound = matrix_inbound_about(matrix, INBOUND_ROOM_GONE, room->id, id);
    return matrix_inbound_enqueue(matrix, room, &inbound, source);
}

bool matrix_inbound_changed(struct matrix *matrix, const char *room)
{
    char id[MATRIX_ID_BYTES + 32];
    snprintf(id, sizeof id, "changed/%s/%lld", room, (long long)matrix_now_ms(matrix));
    struct inbound inbound = matrix_inbound_about(matrix, INBOUND_ROOM_CHANGED, room, id);
    return house_enqueue(matrix->house, (struct adapter *)matrix, &inbound, NULL, 0, NULL);
}

void matrix_inbound_moved(struct matrix *matrix, const struct matrix_move *move)
{
    struct inbound inbound =
        matrix_inbound_about(matrix, INBOUND_ROOM_MOVED, move->from, move->event);
    inbound.moved_to = move->to;
    inbound.account = move->account == NULL ? "" : move->account;
    inbound.age_ms = move->gap_ms;
    house_enqueue(matrix->house, (struct adapter *)matrix, &inbound, NULL, 0, NULL);
}
