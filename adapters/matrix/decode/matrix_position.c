#include "matrix_position.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

static void position_take(char **into, const char *token)
{
    char *copy = heap_copy(token);
    free(*into);
    *into = copy;
}

static void position_forget(struct matrix_position *position)
{
    for (size_t i = 0; i < position->count; i++) {
        free(position->batch[position->first + i].next);
    }
    position->first = 0;
    position->count = 0;
}

void matrix_position_deinit(struct matrix_position *position)
{
    position_forget(position);
    free(position->batch);
    free(position->safe);
    free(position->written);
    *position = (struct matrix_position){0};
}

void matrix_position_set(struct matrix_position *position, const char *token)
{
    position_forget(position);
    position_take(&position->safe, token);
    position_take(&position->written, token);
}

static struct matrix_batch *position_newest(const struct matrix_position *position)
{
    assert(position->count > 0);
    return &position->batch[position->first + position->count - 1];
}

uint64_t matrix_position_begin(struct matrix_position *position)
{
    assert(position->count == 0 || position_newest(position)->next != NULL);
    if (position->first + position->count == position->size) {
        if (position->first > 0) {
            memmove(position->batch, position->batch + position->first,
                    position->count * sizeof *position->batch);
            position->first = 0;
        } else {
            position->size = position->size == 0 ? 16 : position->size * 2;
            position->batch = heap_grow(position->batch, position->size, sizeof *position->batch);
        }
    }
    position->batch[position->first + position->count++] =
        (struct matrix_batch){.number = ++position->last};
    return position->last;
}

void matrix_position_open(struct matrix_position *position)
{
    assert(position_newest(position)->next == NULL);
    position_newest(position)->open++;
}

/* What is all dealt with is claimed. */
static void position_settle(struct matrix_position *position)
{
    while (position->count > 0) {
        struct matrix_batch *oldest = &position->batch[position->first];
        if (oldest->next == NULL || oldest->open > 0) {
            return;
        }
        free(position->safe);
        position->safe = oldest->next;
        position->first++;
        position->count--;
    }
    position->first = 0;
}

void matrix_position_close(struct matrix_position *position, uint64_t number)
{
    if (position->count == 0 || number < position->batch[position->first].number ||
        number > position_newest(position)->number) {
        return;
    }
    for (size_t i = 0; i < position->count; i++) {
        struct matrix_batch *batch = &position->batch[position->first + i];
        if (batch->number == number) {
            assert(batch->open > 0);
            batch->open--;
            break;
        }
    }
    position_settle(position);
}

const char *matrix_position_claim(const struct matrix_position *position, const char *next)
{
    return position->count == 1 && position_newest(position)->open == 0 ? next : position->safe;
}

void matrix_position_seal(struct matrix_position *position, const char *next)
{
    position_take(&position_newest(position)->next, next);
    position_settle(position);
}

void matrix_position_drop(struct matrix_position *position)
{
    if (position->count > 0 && position_newest(position)->next == NULL) {
        position->count--;
    }
}

void matrix_position_wrote(struct matrix_position *position, const char *token)
{
    position_take(&position->written, token);
}

bool matrix_position_is_behind(const struct matrix_position *position)
{
    return position->safe != NULL &&
           (position->written == NULL || strcmp(position->safe, position->written) != 0);
}
