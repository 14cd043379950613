/* Inbound events, enqueued at the house together with the row of their room and, if it is due, the
 * sync token, in one transaction. */
#ifndef MATRIX_INBOUND_H
#define MATRIX_INBOUND_H

#include "adapter.h"
#include "inbound.h"
#include "matrix_base.h"
#include "matrix_room.h"

#define MATRIX_SYNC_KEY "sync"

/* Whose sync an event came by: notified of what the house has of its batches, and what is on disk.
 */
struct matrix_reader {
    void *context;
    /* An event of the newest batch was enqueued, with this token to be stored, or NULL. */
    void (*enqueued)(void *context, const char *checkpoint);
    void (*stored)(void *context, int64_t batch, const struct fault *fault);
};

/* Where an event came from. */
struct matrix_source {
    const struct matrix_reader *reader; /* lives as long as the adapter; NULL: none */
    int64_t batch;                      /* 0: not by a sync */
    const char *checkpoint;             /* the sync token to be stored with it; NULL none */
    struct matrix_waiter *waiter; /* without a reader: notified when it is stored; NULL none */
    bool *enqueued; /* set when the house has it, and the waiter with it; NULL: nobody asks */
    bool fresh;     /* surely no duplicate */
};

void matrix_inbound_new(struct matrix *matrix);
/* Nobody is notified of writes that have not ended. */
void matrix_inbound_free(struct matrix *matrix);

/* An inbound event about a room, without an account. */
struct inbound matrix_inbound_about(const struct matrix *matrix, enum inbound_kind kind,
                                    const char *room, const char *id);
/* It becomes the last event processed in its room. False: the house takes nothing now. */
bool matrix_inbound_enqueue(struct matrix *matrix, struct matrix_room *room,
                            const struct inbound *inbound, const struct matrix_source *source);
/* Reports a room that we left, or that is lost, without an event that says so. */
bool matrix_inbound_gone(struct matrix *matrix, struct matrix_room *room,
                         const struct matrix_source *source);
/* The room's capabilities have changed. False: the house takes nothing now. */
bool matrix_inbound_changed(struct matrix *matrix, const char *room);
/* A room's tables move to another room: whose decision it was, and how long the old one had been
 * unreachable. */
struct matrix_move {
    const char *from;
    const char *to;
    const char *account; /* NULL: the platform's */
    const char *event;
    int64_t gap_ms;
};
void matrix_inbound_moved(struct matrix *matrix, const struct matrix_move *move);

#endif
