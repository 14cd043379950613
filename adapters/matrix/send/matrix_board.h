/* Boards, and the drawing under each. Inside the sending half. */
#ifndef MATRIX_BOARD_H
#define MATRIX_BOARD_H

#include "board_age.h"
#include "matrix_delivery_private.h"

enum { MATRIX_BOARD_MS = 5000 }; /* between two edits; the house keeps to it (capabilities) */

struct matrix_board {
    char event[MATRIX_ID_BYTES];
    char room[MATRIX_ID_BYTES];
    char picture[MATRIX_ID_BYTES]; /* the message with the drawing, "" none */
    struct matrix *matrix;
    struct board_age age;
    int64_t drawn_ms;
    uint64_t shows; /* hash of the drawing that is there */
    char *svg;      /* the drawing that is wanted */
    char *alt;
    bool drawing;                  /* being drawn, uploaded or sent: */
    uint64_t request;              /* the last of these */
    struct matrix_sealing sealing; /* of its message */
    char *file;                    /* by what it is decrypted; NULL: it is not encrypted */
    char *shown_alt;
    uint32_t bytes, width, height;
};
/* Has it scrolled out of sight, and is the queue short enough to post it anew? */
bool matrix_board_scrolled(const struct matrix_delivery *delivery, const char *event);
/* delivery->message is a board's message from here on. */
void matrix_board_posted(struct matrix_delivery *delivery);
/* The board was edited. */
void matrix_board_edited(struct matrix_delivery *delivery);
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
