/* The picture under a board, which never delays messages: it is drawn, uploaded and sent at most
 * every 30 seconds, and only while nothing else waits. A newer drawing replaces one that was not
 * begun. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "matrix_board.h"
#include "matrix_delivery_private.h"
#include "matrix_upload.h"
#include "nonce.h"
#include "pictures.h"
#include "route.h"
#include "table.h"

enum {
    PICTURE_EACH_MS = 30 * 1000,
    PICTURE_WAITS_MS = 5000, /* the queue is long: until it is checked again */
    PICTURE_QUEUE_MS = 2000,
    PICTURE_HEAD_BYTES = 24, /* of a PNG, up to its height */
    PICTURE_JSON_MAX = 1024
};

void matrix_picture_want(struct matrix_board *board, const char *svg, const char *alt)
{
    struct matrix *matrix = board->matrix;
    if (matrix->pictures == NULL || svg == NULL) {
        return;
    }
    uint64_t hash = map_hash(matrix->out->boards.key, svg, strlen(svg));
    free(board->svg);
    free(board->alt);
    board->svg = hash == board->shows ? NULL : heap_copy(svg);
    board->alt = hash == board->shows ? NULL : heap_copy(alt != NULL ? alt : "");
}

int64_t matrix_picture_due_ms(const struct matrix_board *board)
{
    return board->svg == NULL || board->drawing ? NO_DEADLINE : board->drawn_ms + PICTURE_EACH_MS;
}

void matrix_picture_forget(struct matrix_board *board)
{
    struct matrix *matrix = board->matrix;
    if (matrix->pictures != NULL) {
        pictures_forget(matrix->pictures, board);
    }
    matrix_upload_forget(matrix, board);
    matrix->e2ee->cancel(matrix->e2ee, &board->sealing);
    free(board->file);
    board->file = NULL;
    if (board->request != 0) {
        matrix_client_cancel(matrix->client, board->request);
        board->request = 0;
    }
}

static void picture_keep(struct matrix_board *board)
{
    char key[MATRIX_ID_BYTES + 4];
    struct buf json;
    buf_init(&json, PICTURE_JSON_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "room", board->room);
    json_out_text(&json, "picture", board->picture);
    buf_text(&json, "}");
    snprintf(key, sizeof key, "b/%s", board->event);
    matrix_store_row(board->matrix, key, json.text);
    buf_deinit(&json);
}

static void picture_sent(void *context, const struct answer *answer)
{
    struct matrix_board *board = context;
    const char *id = json_at_text(answer->json, "event_id");
    board->request = 0;
    board->drawing = false;
    if (answer->status == ANSWER_DONE && id != NULL && board->picture[0] == '\0') {
        matrix_copy(board->picture, id);
        picture_keep(board);
    }
    matrix_plan(board->matrix);
}

static uint32_t picture_number(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

bool matrix_picture_size(const void *png, size_t size, uint32_t *width_r, uint32_t *height_r)
{
    const uint8_t *head = png;
    if (size < PICTURE_HEAD_BYTES || size > PICTURE_BYTES_MAX) {
        return false;
    }
    *width_r = picture_number(head + 16);
    *height_r = picture_number(head + 20);
    return true;
}

/* A missing picture is no fault: what has to wait for keys is drawn another time. */
static void picture_sealed(struct matrix_sealing *sealing, const struct matrix_sealed *sealed)
{
    struct matrix_board *board =
        (struct matrix_board *)((char *)sealing - offsetof(struct matrix_board, sealing));
    struct matrix *matrix = board->matrix;
    char nonce[NONCE_BYTES];
    nonce_make(&matrix->world->entropy, nonce);
    if (sealed->end != MATRIX_SEAL_SENDS) {
        board->drawing = false;
        return;
    }
    const struct matrix_request request = {.method = "PUT",
                                           .route = "/rooms/{}/send/{}/{}",
                                           .ids = {board->room, sealed->type, nonce},
                                           .json = sealed->content,
                                           .priority = MATRIX_COSMETIC,
                                           .limited = true};
    board->request = matrix_client_start(matrix->client, &request, picture_sent, board);
}

static void picture_put(struct matrix_board *board, struct matrix_open_place place,
                        const struct matrix_media *media)
{
    const struct matrix_e2ee *e2ee = board->matrix->e2ee;
    const char *replaces = board->picture[0] != '\0' ? board->picture : NULL;
    const char *content = matrix_room_media(board->matrix->send_arena, media, replaces).json;
    board->sealing.ended = picture_sealed;
    e2ee->seal(e2ee, place.room, &board->sealing, "m.room.message", content);
}

/* Was the room encrypted since the picture was uploaded? */
static bool picture_is_plain(const struct matrix_board *board, const struct matrix_room *room)
{
    return board->file == NULL && room->encryption == MATRIX_ENCRYPTED;
}

static void picture_uploaded(void *context, const char *url, const struct answer *why)
{
    struct matrix_board *board = context;
    struct matrix *matrix = board->matrix;
    const struct matrix_room *room = matrix_room_find(matrix, board->room);
    struct matrix_open_place place;
    (void)why; /* a missing picture is no fault */
    if (url == NULL || room == NULL || picture_is_plain(board, room) ||
        !matrix_open_place(matrix->e2ee, room, &place)) {
        board->drawing = false;
        return;
    }
    const struct matrix_media media = {.url = url,
                                       .file = board->file,
                                       .name = "board.png",
                                       .alt = board->shown_alt,
                                       .type = "image/png",
                                       .bytes = board->bytes,
                                       .width = board->width,
                                       .height = board->height};
    picture_put(board, place, &media);
}

static void picture_drawn(void *context, const void *png, size_t size)
{
    struct matrix_board *board = context;
    if (png == NULL || !matrix_picture_size(png, size, &board->width, &board->height)) {
        board->drawing = false;
        return;
    }
    board->bytes = (uint32_t)size;
    const struct matrix_bytes bytes = {.name = "board.png",
                                       .type = "image/png",
                                       .bytes = png,
                                       .len = size,
                                       .priority = MATRIX_COSMETIC};
    free(board->file);
    board->file = matrix_upload_for(board->matrix, board->room, &bytes, picture_uploaded, board);
}

void matrix_picture_tick(struct matrix_board *board, int64_t now_ms)
{
    struct matrix *matrix = board->matrix;
    struct matrix_client_figures figures;
    if (matrix_picture_due_ms(board) > now_ms) {
        return;
    }
    matrix_client_figures(matrix->client, &figures);
    if (figures.queue_ms > PICTURE_QUEUE_MS) {
        board->drawn_ms = now_ms - PICTURE_EACH_MS + PICTURE_WAITS_MS;
        return;
    }
    board->drawing = true;
    board->drawn_ms = now_ms;
    board->shows = map_hash(matrix->out->boards.key, board->svg, strlen(board->svg));
    free(board->shown_alt);
    board->shown_alt = board->alt;
    board->alt = NULL;
    pictures_want(matrix->pictures, board->svg, strlen(board->svg), picture_drawn, board);
    free(board->svg);
    board->svg = NULL;
}
