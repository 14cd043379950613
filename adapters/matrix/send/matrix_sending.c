/* The sending half as a whole: start, end, ticks, and what it is notified of. */
#include "matrix_sending.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "matrix_board.h"
#include "matrix_delivery_private.h"
#include "matrix_greet.h"
#include "matrix_say.h"
#include "matrix_team.h"
#include "matrix_throttle.h"
#include "matrix_upload.h"
#include "table.h"

void matrix_send(struct adapter *adapter, const struct sending *sending)
{
    struct matrix *matrix = (struct matrix *)adapter;
    struct matrix_delivery *delivery = matrix_delivery_new(matrix, sending);
    arena_reset(matrix->send_arena);
    if (matrix->is_gone) {
        matrix_delivery_failed(delivery, SEND_NOT_SENT, matrix_now_ms(matrix) + MATRIX_FORBIDDEN_MS,
                               "the session is over");
    } else {
        matrix_delivery_send(delivery);
    }
    matrix_plan(matrix);
}

/* --- callbacks of the direct channel ---------------------------------------------------------- */

static struct matrix_delivery *secret_delivery(struct matrix_secret *secret)
{
    return (struct matrix_delivery *)((char *)secret - offsetof(struct matrix_delivery, secret));
}

static void secret_write(struct matrix_secret *secret, struct matrix_secret_place place)
{
    struct matrix_delivery *delivery = secret_delivery(secret);
    if (matrix_delivery_find_edited(delivery, place.room)) {
        return;
    }
    if (delivery->permit == PERMIT_REFUSED) { /* it may not be, and nothing in the room says why */
        matrix_delivery_failed(delivery, SEND_NOT_SENT,
                               matrix_now_ms(delivery->matrix) + MATRIX_FORBIDDEN_MS,
                               "we may not write there");
    } else {
        matrix_delivery_send_direct(delivery, place);
    }
}

static void secret_fail(struct matrix_secret *secret, enum send_status status, int64_t retry_ms,
                        const char *why)
{
    matrix_delivery_failed(secret_delivery(secret), status, retry_ms, why);
}

static void secret_stop(struct matrix *matrix, const struct matrix_person *person,
                        const struct matrix_room *room)
{
    struct matrix_delivery *next = NULL;
    for (struct matrix_delivery *delivery = matrix_delivery_next(matrix, NULL); delivery != NULL;
         delivery = next) {
        next = matrix_delivery_next(matrix, delivery);
        bool goes = delivery->request != 0 || delivery->sealing.wait != NULL;
        if (delivery->secret.person == person && goes && strcmp(delivery->room, room->id) == 0) {
            bool sent = matrix_delivery_stop(delivery);
            matrix_delivery_failed(delivery, sent ? SEND_AMBIGUOUS : SEND_NOT_SENT,
                                   matrix_now_ms(matrix) + MATRIX_RETRY_SOON_MS,
                                   "somebody has come or gone");
        }
    }
}

/* --- the whole half --------------------------------------------------------------------------- */

void matrix_send_new(struct matrix *matrix)
{
    static const struct matrix_direct_events events = {
        .write = secret_write, .fail = secret_fail, .stop = secret_stop, .say = matrix_say};
    matrix->out = heap_allocate(sizeof *matrix->out);
    matrix->out->deliveries.house = matrix->house;
    matrix->out->deliveries.adapter = (struct adapter *)matrix;
    matrix->out->throttle_episode = 1;
    map_init(&matrix->out->choices, &matrix->world->entropy);
    map_init(&matrix->out->boards, &matrix->world->entropy);
    matrix_people_new(matrix, &events);
    matrix_teams_new(matrix);
}

void matrix_room_changed(struct matrix *matrix, struct matrix_room *room)
{
    matrix_deliveries_resume(matrix, room);
    matrix_direct_changed(matrix, room);
    matrix_team_changed(matrix, room);
}

bool matrix_send_restore(struct matrix *matrix, const char *key, const char *text, size_t len)
{
    static const struct {
        const char *head;
        void (*read)(struct matrix *matrix, const char *id, const char *text, size_t len);
    } rows[] = {{"u/", matrix_person_read},
                {"c/", matrix_choice_read},
                {"s/", matrix_throttle_read},
                {"t/", matrix_team_read},
                {"b/", matrix_board_read}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strncmp(key, rows[i].head, 2) == 0) {
            rows[i].read(matrix, key + 2, text, len);
            return true;
        }
    }
    return false;
}

static int64_t send_sooner(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

int64_t matrix_send_due_ms(const struct matrix *matrix)
{
    int64_t due_ms = send_sooner(matrix_boards_due_ms(matrix), matrix_direct_due_ms(matrix));
    due_ms = send_sooner(due_ms, matrix_throttle_due_ms(matrix));
    due_ms = send_sooner(due_ms, matrix_deliveries_due_ms(matrix));
    due_ms = send_sooner(due_ms, matrix_greets_due_ms(matrix));
    return send_sooner(due_ms, matrix_teams_due_ms(matrix));
}

void matrix_send_tick(struct matrix *matrix, int64_t now_ms)
{
    arena_reset(matrix->send_arena);
    matrix_deliveries_tick(matrix, now_ms);
    matrix_boards_tick(matrix, now_ms);
    matrix_direct_tick(matrix, now_ms);
    matrix_teams_tick(matrix, now_ms);
    matrix_throttle_tick(matrix, now_ms);
    matrix_greets_tick(matrix, now_ms);
}

void matrix_send_free(struct matrix *matrix)
{
    matrix_uploads_free(matrix);
    matrix_listings_free(matrix);
    struct matrix_delivery *delivery = NULL;
    while ((delivery = matrix_delivery_next(matrix, NULL)) != NULL) {
        matrix_delivery_free(&delivery);
    }
    matrix_greets_free(matrix);
    matrix_boards_free(matrix);
    matrix_choice_free(matrix);
    matrix_operations_free(matrix);
    matrix_teams_free(matrix);
    matrix_people_free(matrix);
    free(matrix->out);
    matrix->out = NULL;
}
