/* Boards: one message a table, edited, and posted anew when it has scrolled away, as long as that
 * costs nobody else's words their turn. The picture follows the
 * words. Rows "b/<event>" for those that have a picture. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_out.h"
#include "matrix_board.h"
#include "matrix_flight.h"
#include "matrix_path.h"
#include "nonce.h"
#include "pictures.h"
#include "table.h"

enum {
    BOARD_SCROLLED = 20,
    BOARD_QUEUE_MS = 3000, /* with more waiting it stays where it is */
    BOARD_KEPT_MAX = 4096
};

static struct matrix_board *board_at(struct matrix *matrix, const char *event)
{
    struct matrix_board *board = map_get(&matrix->boards, event);
    if (board == NULL) {
        board = heap_take(sizeof *board);
        board->matrix = matrix;
        matrix_copy(board->event, event);
        map_put(&matrix->boards, board->event, board);
    }
    return board;
}

void matrix_board_gone(struct matrix *matrix, const char *event)
{
    char key[MATRIX_ID_BYTES + 4];
    struct matrix_board *board = map_get(&matrix->boards, event);
    if (board == NULL) {
        return;
    }
    if (board->picture[0] != '\0') {
        snprintf(key, sizeof key, "b/%s", event);
        matrix_store_row(matrix, key, NULL);
    }
    map_remove(&matrix->boards, event);
    matrix_picture_forget(board);
    free(board->svg);
    free(board->alt);
    free(board->shown_alt);
    free(board);
}

void matrix_board_read(struct matrix *matrix, const char *event, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    const char *picture = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "picture"));
    const char *room = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "room"));
    if (picture != NULL && room != NULL && event[0] != '\0' && strlen(event) < MATRIX_ID_BYTES &&
        matrix->boards.count < BOARD_KEPT_MAX) {
        struct matrix_board *board = board_at(matrix, event);
        matrix_copy(board->picture, picture);
        matrix_copy(board->room, room);
    }
    cJSON_Delete(json);
}

/* --- what has come of it ---------------------------------------------------------------------- */

static void board_redacted(void *context, const struct matrix_answer *answer)
{
    (void)context;
    (void)answer; /* an old board that stays is no harm */
}

static void board_redact(struct matrix *matrix, const char *room, const char *event)
{
    char nonce[NONCE_BYTES];
    nonce_make(&matrix->world->entropy, nonce);
    const char *segments[] = {room, event, nonce};
    const struct matrix_request request = {
        .method = "PUT",
        .route = "/rooms/{}/redact/{}/{}",
        .path = matrix_path(matrix_out(matrix)->arena, "/rooms/{}/redact/{}/{}", segments),
        .json = "{}",
        .json_len = 2,
        .priority = MATRIX_COSMETIC,
        .limited = true,
        .repeatable = true};
    matrix_client_start(matrix->client, &request, board_redacted, NULL);
}

/* The old one goes away once the new one stands. */
static void board_replace(struct matrix_flight *flight, const char *old)
{
    struct matrix *matrix = flight->matrix;
    const struct matrix_board *board = map_get(&matrix->boards, old);
    if (board != NULL && board->picture[0] != '\0') {
        board_redact(matrix, flight->room, board->picture);
    }
    board_redact(matrix, flight->room, old);
    matrix_board_gone(matrix, old);
}

void matrix_board_posted(struct matrix_flight *flight)
{
    struct matrix *matrix = flight->matrix;
    const struct matrix_room *room = matrix_room_find(matrix, flight->room);
    struct matrix_board *board = board_at(matrix, flight->message);
    matrix_copy(board->room, flight->room);
    board->seen = room == NULL ? 0 : room->seen;
    board->posted_ms = matrix_now_ms(matrix);
    if (flight->renews && strcmp(flight->sending.edit_of, flight->message) != 0) {
        board_replace(flight, flight->sending.edit_of);
    }
    matrix_picture_want(board, flight->svg, flight->alt);
}

void matrix_board_edited(struct matrix_flight *flight)
{
    struct matrix_board *board = board_at(flight->matrix, flight->sending.edit_of);
    matrix_copy(board->room, flight->room);
    matrix_picture_want(board, flight->svg, flight->alt);
}

/* --- edits ------------------------------------------------------------------------------------ */

static bool board_has_room(const struct matrix *matrix)
{
    struct matrix_client_figures figures;
    matrix_client_figures(matrix->client, &figures);
    return figures.queue_ms <= BOARD_QUEUE_MS;
}

/* So much was said since that nobody sees it any more. One that was posted before the start is
 * where it is: nobody counted. */
static bool board_scrolled(const struct matrix_flight *flight, const struct matrix_board *board)
{
    const struct matrix_room *room = matrix_room_find(flight->matrix, flight->room);
    return board->posted_ms != 0 && room != NULL && room->seen - board->seen > BOARD_SCROLLED &&
           board_has_room(flight->matrix);
}

void matrix_board_send(struct matrix_flight *flight)
{
    const struct matrix_board *board = board_at(flight->matrix, flight->sending.edit_of);
    struct matrix_room *room = matrix_room_find(flight->matrix, flight->room);
    flight->renews = board_scrolled(flight, board) || (room != NULL && room->hides);
    if (room != NULL) {
        room->hides = false;
    }
    if (matrix_flight_public(flight, flight->renews ? NULL : board->event)) {
        matrix_flight_go(flight);
    } else {
        matrix_flight_failed(flight, SEND_GONE, 0, "this is no document");
    }
}

int64_t matrix_boards_due_ms(const struct matrix *matrix)
{
    int64_t due_ms = NO_DEADLINE;
    size_t at = 0;
    for (const struct matrix_board *board = NULL;
         (board = map_next(&matrix->boards, &at)) != NULL;) {
        int64_t picture_ms = matrix_picture_due_ms(board);
        due_ms = picture_ms < due_ms ? picture_ms : due_ms;
    }
    return due_ms;
}

void matrix_boards_tick(struct matrix *matrix, int64_t now_ms)
{
    size_t at = 0;
    for (struct matrix_board *board = NULL; (board = map_next(&matrix->boards, &at)) != NULL;) {
        matrix_picture_tick(board, now_ms);
    }
}

void matrix_boards_free(struct matrix *matrix)
{
    size_t at = 0;
    for (struct matrix_board *board = NULL; (board = map_next(&matrix->boards, &at)) != NULL;) {
        if (matrix->pictures != NULL) {
            pictures_forget(matrix->pictures, board);
        }
        free(board->svg);
        free(board->alt);
        free(board->shown_alt);
        free(board);
    }
    map_deinit(&matrix->boards);
}
