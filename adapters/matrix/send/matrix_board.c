/* Boards: one message a table, edited in place, and posted anew when it has scrolled out of sight
 * and the queue is short. The picture follows the text. Rows "b/<event>" for those that have a
 * picture. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "matrix_board.h"
#include "matrix_delivery_private.h"
#include "nonce.h"
#include "pictures.h"
#include "route.h"
#include "table.h"

enum {
    BOARD_QUEUE_MS = 3000, /* with more waiting it stays where it is */
    BOARD_KEPT_MAX = 4096
};

static const struct board_limits board_limits = {.messages = 20};

static struct matrix_board *board_at(struct matrix *matrix, const char *event)
{
    struct matrix_board *board = map_get(&matrix->out->boards, event);
    if (board == NULL) {
        board = heap_allocate(sizeof *board);
        board->matrix = matrix;
        matrix_copy(board->event, event);
        map_put(&matrix->out->boards, board->event, board);
    }
    return board;
}

void matrix_board_gone(struct matrix *matrix, const char *event)
{
    char key[MATRIX_ID_BYTES + 4];
    struct matrix_board *board = map_get(&matrix->out->boards, event);
    if (board == NULL) {
        return;
    }
    if (board->picture[0] != '\0') {
        snprintf(key, sizeof key, "b/%s", event);
        matrix_store_row(matrix, key, NULL);
    }
    map_remove(&matrix->out->boards, event);
    matrix_picture_forget(board);
    free(board->svg);
    free(board->alt);
    free(board->shown_alt);
    free(board);
}

void matrix_board_read(struct matrix *matrix, const char *event, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    const char *picture = json_at_text(json, "picture");
    const char *room = json_at_text(json, "room");
    if (picture != NULL && room != NULL && event[0] != '\0' && strlen(event) < MATRIX_ID_BYTES &&
        matrix->out->boards.count < BOARD_KEPT_MAX) {
        struct matrix_board *board = board_at(matrix, event);
        matrix_copy(board->picture, picture);
        matrix_copy(board->room, room);
    }
    cJSON_Delete(json);
}

/* --- after sending ---------------------------------------------------------------------- */

static void board_redact(struct matrix *matrix, const char *room, const char *event)
{
    char nonce[NONCE_BYTES];
    nonce_make(&matrix->world->entropy, nonce);
    const struct matrix_request request = {.method = "PUT",
                                           .route = "/rooms/{}/redact/{}/{}",
                                           .ids = {room, event, nonce},
                                           .json = "{}",
                                           .priority = MATRIX_COSMETIC,
                                           .limited = true};
    matrix_client_start(matrix->client, &request, NULL, NULL);
}

/* Redacts the old board after the new one was posted. */
static void board_replace(struct matrix_delivery *delivery, const char *old)
{
    struct matrix *matrix = delivery->matrix;
    const struct matrix_board *board = map_get(&matrix->out->boards, old);
    if (board != NULL && board->picture[0] != '\0') {
        board_redact(matrix, delivery->room, board->picture);
    }
    board_redact(matrix, delivery->room, old);
    matrix_board_gone(matrix, old);
}

void matrix_board_posted(struct matrix_delivery *delivery)
{
    struct matrix *matrix = delivery->matrix;
    const struct matrix_room *room = matrix_room_find(matrix, delivery->room);
    struct matrix_board *board = board_at(matrix, delivery->message);
    matrix_copy(board->room, delivery->room);
    board->age = (struct board_age){room == NULL ? 0 : room->seen, matrix_now_ms(matrix)};
    if (delivery->edit == EDIT_RENEWS &&
        strcmp(delivery->sending.edit_of, delivery->message) != 0) {
        board_replace(delivery, delivery->sending.edit_of);
    }
    matrix_picture_want(board, delivery->base.svg, delivery->base.alt);
}

void matrix_board_edited(struct matrix_delivery *delivery)
{
    struct matrix_board *board = board_at(delivery->matrix, delivery->sending.edit_of);
    matrix_copy(board->room, delivery->room);
    matrix_picture_want(board, delivery->base.svg, delivery->base.alt);
}

/* --- edits ------------------------------------------------------------------------------------ */

static bool board_has_room(const struct matrix *matrix)
{
    struct matrix_client_figures figures;
    matrix_client_figures(matrix->client, &figures);
    return figures.queue_ms <= BOARD_QUEUE_MS;
}

/* One that was posted before the start stays where it is: nobody counted messages since. */
bool matrix_board_scrolled(const struct matrix_delivery *delivery, const char *event)
{
    const struct matrix_board *board = board_at(delivery->matrix, event);
    const struct matrix_room *room = matrix_room_find(delivery->matrix, delivery->room);
    return room != NULL && board_has_room(delivery->matrix) &&
           board_age_is_over(&board->age, &board_limits, room->seen,
                             matrix_now_ms(delivery->matrix));
}

int64_t matrix_boards_due_ms(const struct matrix *matrix)
{
    int64_t due_ms = NO_DEADLINE;
    size_t at = 0;
    for (const struct matrix_board *board = NULL;
         (board = map_next(&matrix->out->boards, &at)) != NULL;) {
        int64_t picture_ms = matrix_picture_due_ms(board);
        due_ms = picture_ms < due_ms ? picture_ms : due_ms;
    }
    return due_ms;
}

void matrix_boards_tick(struct matrix *matrix, int64_t now_ms)
{
    size_t at = 0;
    for (struct matrix_board *board = NULL;
         (board = map_next(&matrix->out->boards, &at)) != NULL;) {
        matrix_picture_tick(board, now_ms);
    }
}

void matrix_boards_free(struct matrix *matrix)
{
    size_t at = 0;
    for (struct matrix_board *board = NULL;
         (board = map_next(&matrix->out->boards, &at)) != NULL;) {
        if (matrix->pictures != NULL) {
            pictures_forget(matrix->pictures, board);
        }
        matrix->e2ee->cancel(matrix->e2ee, &board->sealing);
        free(board->file);
        free(board->svg);
        free(board->alt);
        free(board->shown_alt);
        free(board);
    }
    map_deinit(&matrix->out->boards);
}
