/* From the events of a room to what the house hears of them. */
#ifndef MATRIX_HEAR_H
#define MATRIX_HEAR_H

#include "matrix_private.h"

/* How an event came. */
struct matrix_hearing {
    uint64_t batch;                /* of the position; 0: none, it came from an appservice */
    const char *claim;             /* what a row may claim that travels with it; NULL nothing */
    const struct adapter_row *row; /* another row that travels with it; NULL none */
    struct matrix_waiter *waiter;  /* in place of the position's; NULL none */
    bool *handed; /* set when the house has it, and with it the waiter; NULL: nobody asks */
    bool fresh;   /* surely not told before */
};

/* Takes an event of a room's timeline: state, and what the house hears of it. False: the house
 * takes nothing now, and the event has to come once more. */
bool matrix_hear(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                 const struct matrix_hearing *hearing);
/* We are out of a room, without an event that says so. */
bool matrix_hear_gone(struct matrix *matrix, struct matrix_room *room,
                      const struct matrix_hearing *hearing);
/* A room can be used in another way from now on, as its caps say. False: the house takes nothing.
 */
bool matrix_hear_changed(struct matrix *matrix, const char *room);
/* A room goes on as another one. */
void matrix_hear_moved(struct matrix *matrix, const char *room, const char *to, const char *id);
void matrix_reactions_free(struct matrix *matrix);
/* Nothing that is on its way to the disk is told any more. */
void matrix_hear_end(struct matrix *matrix);

#endif
