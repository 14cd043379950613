/* Lines that wait for a room are one message when they are sent. A new line takes the last one that
 * waits there into its own row, in the transaction of its event; what may have been sent already
 * keeps its content, and so does what was read from disk. */
#include "outbox_join.h"

#include <stdlib.h>
#include <string.h>

#include "doc_join.h"
#include "heap.h"
#include "mail.h"
#include "outbox_queue.h"
#include "seat.h"

static bool join_speaks(const struct outbox_row *row)
{
    return (row->kind == SEND_POST || row->kind == SEND_EDIT) && row->seat == SEAT_CROWD &&
           !row->board && !row->order && !row->talk;
}

/* The last line of the same table in the queue, where nobody can have seen it yet. */
static struct outbox_row *join_waiting(const struct queue *queue, uint64_t table)
{
    struct outbox_row *last = NULL;
    for (struct outbox_row *row = queue->first; row != NULL; row = row->next) {
        bool open =
            row->state == OUTBOX_WAITING && row->tries == 0 && row->after == 0 && !row->transient;
        if (row->table == table && !row->board) {
            last = open && join_speaks(row) ? row : NULL;
        }
    }
    return last;
}

/* Takes over what another row says. */
static void join_take(struct mail *mail, struct outbox_row *row, struct outbox_row *other,
                      struct kept_doc *doc)
{
    kept_doc_let_go(&row->doc);
    row->doc = doc;
    row->joins = other->id;
    row->since = row->since != 0 ? row->since : other->since != 0 ? other->since : other->step;
    row->created_ms = other->created_ms;
    row->call = row->call || other->call;
    row->notify = row->notify || other->notify;
    outbox_row_move(other, OUTBOX_JOINED);
    mail_end(mail, other);
}

/* It says more of what stands in the room already. */
static void join_edit(struct mail *mail, struct outbox_row *row, struct outbox_row *waiting,
                      const struct kept_doc *before)
{
    struct kept_doc *doc = doc_join(before, row->doc);
    if (doc == NULL) {
        free(row->edit_of);
        row->edit_of = NULL;
        row->kind = SEND_POST;
        row->since = 0;
    } else if (waiting != NULL && waiting->kind == SEND_EDIT &&
               strcmp(waiting->edit_of, row->edit_of) == 0) {
        join_take(mail, row, waiting, doc);
    } else {
        kept_doc_let_go(&row->doc);
        row->doc = doc;
    }
}

void outbox_join(struct mail *mail, struct outbox_row *row, const struct kept_doc *before)
{
    struct outbox *outbox = mail->outbox;
    struct queue *queue = join_speaks(row) ? outbox_room_queue(outbox, row->room) : NULL;
    struct outbox_row *waiting = queue == NULL ? NULL : join_waiting(queue, row->table);
    if (before != NULL) {
        join_edit(mail, row, waiting, before);
    } else if (row->kind == SEND_POST && waiting != NULL && waiting->kind == SEND_POST) {
        struct kept_doc *doc = doc_join(waiting->doc, row->doc);
        if (doc != NULL) {
            join_take(mail, row, waiting, doc);
        }
    }
}

void outbox_joined(struct outbox *outbox, struct outbox_row *row, bool stored)
{
    struct queue *queue = row->queue;
    if (!stored) {
        outbox_row_move(row, OUTBOX_WAITING);
        outbox_reschedule(outbox, queue);
        return;
    }
    outbox_queue_remove(queue, row);
    map_remove_number(&outbox->rows, row->id);
    outbox->count--;
    outbox_line_ended(outbox, row);
    outbox_row_free(&row);
    outbox_reschedule(outbox, queue);
}
