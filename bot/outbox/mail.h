/* What one transaction has of messages: those that it adds, those that it ends, and the batches
 * that it writes anew. Part of a commit. */
#ifndef MAIL_H
#define MAIL_H

#include "store.h"

#include <stddef.h>
#include <stdint.h>

struct outbox;
struct outbox_row;
struct outbox_batch;

struct mail {
    struct outbox *outbox;
    struct store_batch *batch; /* of the transaction, which owns it */
    struct outbox_row *rows;   /* sent from when it is on disk; die when it is not */
    struct outbox_row **rows_end;
    uint64_t *ended; /* rows that it ends */
    size_t ended_count;
    struct outbox_batch **batches; /* that they are in */
    size_t batch_count;
};

void mail_init(struct mail *mail, struct outbox *outbox, struct store_batch *batch);
/* Frees what it holds: rows that were not taken out die. */
void mail_deinit(struct mail *mail);

/* One message more; the mail owns the row. */
void mail_add(struct mail *mail, struct outbox_row *row);
/* The row's message has arrived, or never will: this is the end of it. */
void mail_end(struct mail *mail, struct outbox_row *row);
/* Something of it is to be sent no more, or otherwise: it is written anew. NULL: nothing. */
void mail_outbox_batch(struct mail *mail, struct outbox_batch *outbox_batch);
/* Writes all that into the transaction, which is on its way from here on. */
void mail_write(struct mail *mail);
/* The transaction is not made after all: its batches are free for another one. */
void mail_drop(struct mail *mail);

#endif
