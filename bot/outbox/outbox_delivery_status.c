/* The end of a row is part of a transaction; where that fails the row stays, marked as arrived, and
 * is never sent again by this process (and by the next one with the same nonce). Only where the
 * adapter's rows in that transaction are the message itself has nothing arrived: it is sent again.
 */
#include "outbox_delivery_status.h"

#include <assert.h>
#include <stdlib.h>

#include "heap.h"
#include "outbox_join.h"
#include "outbox_queue.h"

struct outbox_row *outbox_flying(const struct outbox *outbox, uint64_t id)
{
    struct outbox_row *row = map_get_number(&outbox->rows, id);
    return row == NULL || row->state != OUTBOX_SENDING ? NULL : row;
}

void outbox_arrived(struct outbox_row *row, const char *platform_id, bool is_rows)
{
    row->is_rows = is_rows;
    free(row->platform_id);
    row->platform_id = heap_copy(platform_id);
}

void outbox_retry(struct outbox *outbox, struct outbox_row *row, int64_t at_ms)
{
    outbox->retried++;
    outbox_queue_lands(outbox, row->queue);
    outbox_row_move(row, OUTBOX_WAITING);
    row->tries++;
    row->not_before_ms = at_ms;
    if ((row->board || row->card != 0) && !row->doubt) {
        kept_doc_let_go(&row->doc); /* it is drawn anew, and may wait for long */
    }
    outbox_step_back(outbox, row);
    outbox_reschedule(outbox, row->queue);
}

static int64_t backoff_ms(const struct outbox_row *row)
{
    unsigned doublings = row->tries < 7 ? row->tries : 7;
    int64_t wait_ms = (int64_t)OUTBOX_BACKOFF_FIRST_MS << doublings;
    return wait_ms < OUTBOX_BACKOFF_MAX_MS ? wait_ms : OUTBOX_BACKOFF_MAX_MS;
}

void outbox_retry_later(struct outbox *outbox, struct outbox_row *row, int64_t not_before_ms)
{
    int64_t now_ms = *outbox->world.now_ms;
    outbox_retry(outbox, row, not_before_ms > now_ms ? not_before_ms : now_ms + backoff_ms(row));
}

void outbox_answer_late(struct outbox *outbox, struct outbox_row *row)
{
    struct queue *queue = row->queue;
    assert(queue->first == row);
    outbox_queue_lands(outbox, queue);
    queue->first = row->next;
    map_remove_number(&outbox->rows, row->id);
    outbox->count--;
    outbox_reschedule(outbox, queue);
    row->next = NULL;
    outbox_row_move(row, OUTBOX_WAITING);
    row->kind = SEND_PRIVATE;
    row->answer = NULL;
    row->tries = 0;
    row->not_before_ms = *outbox->world.now_ms;
    nonce_next(row->nonce);
    outbox_enqueue(outbox, row);
}

/* What travelled with it is not there, so it is not either. */
static void row_revoked(struct outbox *outbox, struct outbox_row *row)
{
    const struct outbox_kind *kind = outbox_kind_of(outbox, row);
    free(row->platform_id);
    row->platform_id = NULL;
    if (kind->revoked != NULL) {
        kind->revoked(outbox->world.context, row);
    }
    outbox_retry(outbox, row, *outbox->world.now_ms);
}

static void row_ended(struct outbox *outbox, struct outbox_row *row, bool stored)
{
    if (row->state == OUTBOX_JOINED) {
        outbox_joined(outbox, row, stored);
    } else if (stored || row->transient) {
        outbox_end(outbox, row);
    } else if (row->is_rows) {
        row_revoked(outbox, row);
    } else if (row->state == OUTBOX_RECORDING) {
        outbox_row_move(row, OUTBOX_ENDED);
    }
}

void outbox_ended(const struct mail *mail, bool stored)
{
    for (size_t i = 0; i < mail->ended_count; i++) {
        struct outbox_row *row = map_get_number(&mail->outbox->rows, mail->ended[i]);
        if (row != NULL) {
            row_ended(mail->outbox, row, stored);
        }
    }
}

void outbox_record(struct outbox *outbox)
{
    const struct outbox_world *world = &outbox->world;
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&outbox->rows, &at)) != NULL;) {
        const struct outbox_kind *kind = outbox_kind_of(outbox, row);
        bool ended = !outbox_row_is_open(row) && row->state != OUTBOX_WITHDRAWN;
        if (ended && !row->transient) {
            mail_end(world->collect(world->context), row);
            if (kind->recorded != NULL) {
                kind->recorded(world->context, row);
            }
        }
    }
    world->flush(world->context);
}
