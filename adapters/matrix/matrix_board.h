/* Boards, and the drawing under each. Inside the sending half. */
#ifndef MATRIX_BOARD_H
#define MATRIX_BOARD_H

#include "matrix_flight.h"

enum { MATRIX_BOARD_MS = 5000 }; /* between two edits: the house sees to it (caps) */

/* matrix_board.c */
struct matrix_board {
    char event[MATRIX_ID_BYTES];
    char room[MATRIX_ID_BYTES];
    char picture[MATRIX_ID_BYTES]; /* the message with the drawing, "" none */
    struct matrix *matrix;
    uint32_t seen; /* of its room, when it was posted */
    int64_t posted_ms;
    int64_t drawn_ms;
    uint64_t shows; /* hash of the drawing that is there */
    char *svg;      /* the drawing that is wanted */
    char *alt;
    bool drawing;     /* being drawn, uploaded or sent: */
    uint64_t request; /* the last of these */
    char *shown_alt;
    uint32_t bytes, width, height;
};
void matrix_board_send(struct matrix_flight *flight);
/* A board stands in flight->message from here on. */
void matrix_board_posted(struct matrix_flight *flight);
/* Its words are new. */
void matrix_board_edited(struct matrix_flight *flight);
void matrix_board_gone(struct matrix *matrix, const char *event);
void matrix_board_read(struct matrix *matrix, const char *event, const char *text, size_t len);
int64_t matrix_boards_due_ms(const struct matrix *matrix);
void matrix_boards_tick(struct matrix *matrix, int64_t now_ms);
void matrix_boards_free(struct matrix *matrix);

/* matrix_picture.c: the drawing under a board */
void matrix_picture_want(struct matrix_board *board, const char *svg, const char *alt);
int64_t matrix_picture_due_ms(const struct matrix_board *board);
void matrix_picture_tick(struct matrix_board *board, int64_t now_ms);
void matrix_picture_forget(struct matrix_board *board);

#endif
