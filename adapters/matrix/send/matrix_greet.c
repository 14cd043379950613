#include "matrix_greet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "matrix_delivery_private.h"
#include "matrix_say.h"
#include "table.h"

enum {
    GREET_SOON_MS = 1000,
    GREET_AGAIN_MS = 60 * 1000 /* a room that is not known to be joined */
};

/* A room that is to be greeted. */
struct matrix_greet {
    struct matrix_greet *next;
    char room[MATRIX_ID_BYTES];
    bool is_sent;     /* it is on its way */
    int64_t again_ms; /* not before this */
};

static struct matrix_greet *greet_find(const struct matrix *matrix, const char *room)
{
    struct matrix_greet *greet = matrix->out->greets;
    while (greet != NULL && strcmp(greet->room, room) != 0) {
        greet = greet->next;
    }
    return greet;
}

void matrix_greet_read(struct matrix *matrix, const char *room)
{
    if (greet_find(matrix, room) == NULL) {
        struct matrix_greet *greet = heap_allocate(sizeof *greet);
        matrix_copy(greet->room, room);
        greet->next = matrix->out->greets;
        matrix->out->greets = greet;
    }
}

/* It is there, or there is nobody to be greeted. */
static void greet_done(struct matrix *matrix, struct matrix_greet *greet)
{
    char key[MATRIX_ID_BYTES + sizeof MATRIX_GREET_ROWS];
    struct matrix_greet **link = &matrix->out->greets;
    while (*link != greet) {
        link = &(*link)->next;
    }
    *link = greet->next;
    snprintf(key, sizeof key, MATRIX_GREET_ROWS "%s", greet->room);
    matrix_store_row(matrix, key, "1");
    free(greet);
}

/* See struct matrix_out. */
static void greet_ended(struct matrix *matrix, const char *room, int64_t retry_ms)
{
    struct matrix_greet *greet = greet_find(matrix, room);
    int64_t soon_ms = matrix_now_ms(matrix) + GREET_SOON_MS;
    if (greet != NULL && retry_ms < 0) {
        greet_done(matrix, greet);
    } else if (greet != NULL) {
        greet->is_sent = false;
        greet->again_ms = retry_ms > soon_ms ? retry_ms : soon_ms;
        matrix_plan(matrix);
    }
}

static void greet_send(struct matrix *matrix, struct matrix_greet *greet)
{
    greet->is_sent = true;
    matrix->out->greeted = greet_ended;
    matrix_say_hello(matrix, greet->room);
}

void matrix_room_greet(struct matrix *matrix, const char *room)
{
    matrix_greet_read(matrix, room);
    greet_send(matrix, greet_find(matrix, room));
}

int64_t matrix_greets_due_ms(const struct matrix *matrix)
{
    int64_t due_ms = NO_DEADLINE;
    for (const struct matrix_greet *greet = matrix->draining ? NULL : matrix->out->greets;
         greet != NULL; greet = greet->next) {
        due_ms = !greet->is_sent && greet->again_ms < due_ms ? greet->again_ms : due_ms;
    }
    return due_ms;
}

/* The next that is due; NULL. */
static struct matrix_greet *greet_due(const struct matrix *matrix, int64_t now_ms)
{
    struct matrix_greet *greet = matrix->out->greets;
    while (greet != NULL && (greet->is_sent || greet->again_ms > now_ms)) {
        greet = greet->next;
    }
    return greet;
}

void matrix_greets_tick(struct matrix *matrix, int64_t now_ms)
{
    struct matrix_greet *greet = NULL;
    while (!matrix->draining && (greet = greet_due(matrix, now_ms)) != NULL) {
        const struct matrix_room *room = matrix_room_find(matrix, greet->room);
        greet->again_ms =
            now_ms + (now_ms - matrix->opened_ms < GREET_AGAIN_MS ? GREET_SOON_MS : GREET_AGAIN_MS);
        if (room != NULL && room->own == MATRIX_JOINED) {
            greet_send(matrix, greet);
        }
    }
}

void matrix_greets_free(struct matrix *matrix)
{
    while (matrix->out->greets != NULL) {
        struct matrix_greet *greet = matrix->out->greets;
        matrix->out->greets = greet->next;
        free(greet);
    }
}
