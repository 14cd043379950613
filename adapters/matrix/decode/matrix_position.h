/* How far is heard, and how far that is on disk: from where a sync goes on after a crash. Responses
 * are batches; what was heard in one is on its way to the disk until it is closed. A batch may be
 * claimed when nothing of it, and of all before it, is on its way any more. */
#ifndef MATRIX_POSITION_H
#define MATRIX_POSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct matrix_batch {
    uint64_t number;
    char *next; /* NULL: not all of it has been handed over */
    unsigned open;
};

struct matrix_position {
    char *safe;                 /* the token up to which all is dealt with; NULL none */
    char *written;              /* what the last row that was handed out claims; NULL none */
    struct matrix_batch *batch; /* those behind it, oldest first */
    size_t first, count, size;
    uint64_t last; /* number of the newest batch there ever was */
};

void matrix_position_deinit(struct matrix_position *position);
/* As it was read from disk; NULL: nothing. Batches are forgotten. */
void matrix_position_set(struct matrix_position *position, const char *token);
/* Another batch; its number. The newest may be given up before it is sealed. */
uint64_t matrix_position_begin(struct matrix_position *position);
/* Something of the newest batch goes to the disk. */
void matrix_position_open(struct matrix_position *position);
/* It is there. Numbers of batches that are forgotten are nothing. */
void matrix_position_close(struct matrix_position *position, uint64_t number);
/* What a row may claim that travels with the last thing heard in the newest batch, whose token is
 * next; before that thing is opened. NULL: nothing. */
const char *matrix_position_claim(const struct matrix_position *position, const char *next);
/* All of the newest batch has been handed over. */
void matrix_position_seal(struct matrix_position *position, const char *next);
/* The newest batch will come once more. */
void matrix_position_drop(struct matrix_position *position);
/* A row claims this. */
void matrix_position_wrote(struct matrix_position *position, const char *token);
/* Is there something that no row claims yet? */
bool matrix_position_is_behind(const struct matrix_position *position);

#endif
