/* Messages come in, are sent in the order of their queues (outbox_queue.c), and leave. */
#include "outbox.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "mail.h"
#include "outbox_batch.h"
#include "outbox_operation.h"
#include "outbox_queue.h"
#include "owed.h"

void outbox_init(struct outbox *outbox, const struct outbox_world *world)
{
    memset(outbox, 0, sizeof *outbox);
    outbox->world = *world;
    map_init(&outbox->queues, &world->entropy);
    map_init(&outbox->rows, &world->entropy);
    outbox->next_id = 1;
}

void outbox_deinit(struct outbox *outbox)
{
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&outbox->rows, &at)) != NULL;) {
        outbox_row_free(&row);
    }
    at = 0;
    for (struct queue *queue = NULL; (queue = map_next(&outbox->queues, &at)) != NULL;) {
        free(queue);
    }
    map_deinit(&outbox->rows);
    map_deinit(&outbox->queues);
    timers_deinit(&outbox->timers);
}

uint64_t outbox_hash(const struct outbox *outbox, const char *text, size_t len)
{
    uint64_t hash = map_hash(outbox->rows.key, text, len);
    return hash == 0 ? 1 : hash;
}

static void load_ids(void *context, const struct store_row *row)
{
    ((struct outbox *)context)->next_id = row->sub;
}

static void load_row(void *context, const struct store_row *stored)
{
    struct outbox *outbox = context;
    if (stored->damaged) {
        outbox->world.damaged(outbox->world.context, stored);
        return;
    }
    struct outbox_row *rows = outbox_batch_read(stored);
    for (struct outbox_row *row = rows; row != NULL; row = row->next) {
        const struct outbox_kind *kind = outbox_kind_of(outbox, row);
        if (kind->loaded != NULL) {
            kind->loaded(outbox->world.context, row);
        }
    }
    outbox_enqueue(outbox, rows);
}

int outbox_load(struct outbox *outbox, struct store *store, struct fault *fault)
{
    const struct store_question ids = {.query = STORE_NEXT_IDS};
    const struct store_question rows = {.query = STORE_OUTBOX_ALL};
    if (store_read_now(store, &ids, load_ids, outbox, fault) != 0) {
        return -1;
    }
    return store_read_now(store, &rows, load_row, outbox, fault);
}

void outbox_enqueue(struct outbox *outbox, struct outbox_row *rows)
{
    while (rows != NULL) {
        struct outbox_row *row = rows;
        rows = row->next;
        struct queue *queue = outbox_queue(outbox, row);
        row->queue = queue;
        outbox_queue_add(outbox, queue, row);
        map_put_number(&outbox->rows, row->id, row);
        outbox->count++;
        outbox_reschedule(outbox, queue);
    }
}

void outbox_end(struct outbox *outbox, struct outbox_row *row)
{
    struct queue *queue = row->queue;
    const struct outbox_kind *kind = outbox_kind_of(outbox, row);
    assert(queue->first == row);
    outbox_queue_lands(outbox, queue);
    outbox_queue_remove(queue, row);
    if (kind->ended != NULL) {
        kind->ended(outbox->world.context, row);
    }
    bool awaited = row->order;
    map_remove_number(&outbox->rows, row->id);
    outbox->count--;
    outbox_line_ended(outbox, row);
    outbox_row_free(&row);
    outbox_reschedule(outbox, queue);
    if (awaited) {
        outbox_resume(outbox); /* somebody may be told now what had to wait for it */
    }
}

void outbox_give_up(struct outbox *outbox, struct outbox_row *row)
{
    const struct outbox_kind *kind = outbox_kind_of(outbox, row);
    if (kind->lost != NULL) {
        kind->lost(outbox->world.context, row);
    }
    if (!row->transient) {
        mail_end(outbox->world.collect(outbox->world.context), row);
    }
    outbox_end(outbox, row);
}

bool outbox_waits(const struct outbox *outbox, const struct outbox_row *row)
{
    const struct map *rows = &outbox->rows;
    return row->after != 0 && (map_get_number(rows, row->after) != NULL ||
                               (row->then != 0 && map_get_number(rows, row->then) != NULL));
}

static void row_send(struct outbox *outbox, struct adapter_link *link, struct outbox_row *row)
{
    const char *slash = strchr(row->room, '/');
    memcpy(row->given, row->nonce, NONCE_BYTES);
    if (row->edit_of != NULL && (row->board || row->card != 0)) {
        nonce_next(
            row->given); /* its own is kept for a post, where the board turns out to be gone */
    }
    const struct sending sending = {
        .row = row->id,
        .kind = row->kind,
        .room = slash == NULL ? row->room : slash + 1,
        .account = row->account,
        .edit_of = row->edit_of,
        .nonce = row->given,
        .doc = row->doc == NULL ? NULL : &row->doc->doc,
        .head = row->doc == NULL ? (struct doc_head){.kind = DOC_NO_KIND} : row->doc->head,
        .answer = row->answer,
        .table = row->table,
        .created_ms = row->created_ms,
        .notify = row->notify,
        .routine = row->routine || (row->board && row->kind == SEND_EDIT),
        .only_edit = row->only_edit,
        .transient = row->transient,
        .tries = row->tries,
    };
    row->queue->in_flight = true;
    outbox_row_move(row, OUTBOX_SENDING);
    row->handed_ms = *outbox->world.now_ms;
    outbox->in_flight++;
    link->in_flight++;
    outbox_reschedule(outbox, row->queue);
    CRASH_POINT("outbox.before_send");
    if (row->order) {
        outbox_operation_start(link, row);
    } else {
        link->def->send(link->adapter, &sending);
    }
    CRASH_POINT("outbox.after_send");
}

/* Tries the first row of a queue. */
static void queue_try(struct outbox *outbox, struct queue *queue)
{
    if (outbox_queue_waits(outbox, queue)) {
        return;
    }
    struct outbox_row *row = queue->first;
    struct adapter_link *link = link_of(outbox->world.links, row->room);
    if (link->def == NULL || row->state == OUTBOX_JOINED ||
        (*outbox->world.store_down && !row->transient) || outbox_waits(outbox, row)) {
        timers_set(&outbox->timers, &queue->timer, NO_DEADLINE); /* until outbox_resume() */
        return;
    }
    bool old = *outbox->world.now_ms - row->created_ms > OUTBOX_KEEP_MS && !row->board &&
               row->card == 0 && !row->order;
    bool no_orders = row->order && !outbox_operation_is_known(link->def, row); /* not any more */
    if (old || row->state == OUTBOX_WITHDRAWN || no_orders) {
        outbox_give_up(outbox, row);
        return;
    }
    const struct outbox_kind *kind = outbox_kind_of(outbox, row);
    void *context = outbox->world.context;
    if (kind->waits != NULL && kind->waits(context, link, row)) {
        outbox_reschedule(outbox, queue);
        return;
    }
    enum outbox_render draw = kind->render == NULL ? RENDERED : kind->render(context, row);
    if (draw == RENDER_LATER) {
        timers_set(&outbox->timers, &queue->timer, NO_DEADLINE);
        return;
    }
    if (draw == RENDER_NEVER) {
        outbox_give_up(outbox, row);
        return;
    }
    row_send(outbox, link, row);
}

void outbox_run(struct outbox *outbox)
{
    struct timers *timers = &outbox->timers;
    struct timer *timer = NULL;
    while ((timer = timers_first(timers)) != NULL && timer->due_ms <= *outbox->world.now_ms) {
        struct queue *queue = (struct queue *)(void *)timer;
        queue_try(outbox, queue);
    }
}

void outbox_resume(struct outbox *outbox)
{
    size_t at = 0;
    for (struct queue *queue = NULL; (queue = map_next(&outbox->queues, &at)) != NULL;) {
        outbox_reschedule(outbox, queue);
    }
}

void outbox_resume_room(struct outbox *outbox, const char *room)
{
    struct queue *queue = outbox_room_queue(outbox, room);
    if (queue != NULL) {
        outbox_reschedule(outbox, queue);
    }
}

void outbox_resume_private(struct outbox *outbox, const char *address)
{
    struct queue *queue = outbox_private_queue(outbox, address);
    if (queue != NULL) {
        outbox_reschedule(outbox, queue);
    }
}

bool outbox_has_sends_in_flight(const struct outbox *outbox)
{
    return outbox->in_flight > 0;
}

bool outbox_is_still(const struct outbox *outbox)
{
    const struct timer *timer = timers_first(&outbox->timers);
    return timer == NULL || timer->due_ms > *outbox->world.now_ms;
}
