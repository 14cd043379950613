#include "mail.h"

#include <stdlib.h>

#include "heap.h"
#include "outbox_batch.h"
#include "outbox_row.h"

void mail_init(struct mail *mail, struct outbox *outbox, struct store_batch *batch)
{
    *mail = (struct mail){.outbox = outbox, .batch = batch, .rows_end = &mail->rows};
}

void mail_deinit(struct mail *mail)
{
    outbox_rows_free(mail->rows);
    for (size_t i = 0; i < mail->batch_count; i++) {
        outbox_batch_let_go(&mail->batches[i]);
    }
    free(mail->batches);
    free(mail->ended);
}

/* Room for one more behind count: doubled at powers of two. */
static void *grow(void *list, size_t count, size_t size)
{
    bool is_full = (count & (count - 1)) == 0;
    return is_full ? heap_grow(list, count == 0 ? 1 : count * 2, size) : list;
}

void mail_add(struct mail *mail, struct outbox_row *row)
{
    *mail->rows_end = row;
    mail->rows_end = &row->next;
}

void mail_outbox_batch(struct mail *mail, struct outbox_batch *outbox_batch)
{
    if (outbox_batch != NULL && outbox_batch->mail != mail) {
        outbox_batch->mail = mail;
        outbox_batch->uses++;
        mail->batches = grow(mail->batches, mail->batch_count, sizeof(struct outbox_batch *));
        mail->batches[mail->batch_count++] = outbox_batch;
    }
}

void mail_end(struct mail *mail, struct outbox_row *row)
{
    if (outbox_row_is_open(row) || row->state == OUTBOX_WITHDRAWN) {
        outbox_row_move(row, OUTBOX_ENDED);
    }
    mail->ended = grow(mail->ended, mail->ended_count, sizeof *mail->ended);
    mail->ended[mail->ended_count++] = row->id;
    mail_outbox_batch(mail, row->outbox_batch);
}

void mail_write(struct mail *mail)
{
    outbox_batch_put(mail->batch, mail->rows);
    for (size_t i = 0; i < mail->batch_count; i++) {
        outbox_batch_rewrite(mail->batch, mail->batches[i]);
        mail->batches[i]->mail = NULL;
    }
}

void mail_drop(struct mail *mail)
{
    for (size_t i = 0; i < mail->batch_count; i++) {
        mail->batches[i]->mail = NULL;
    }
}
