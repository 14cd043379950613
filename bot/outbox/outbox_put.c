#include "outbox_put.h"

#include <stdlib.h>
#include <string.h>

#include "doc_hash.h"
#include "heap.h"
#include "outbox_batch.h"
#include "outbox_join.h"
#include "outbox_queue.h"
#include "seat.h"

static struct outbox_row *row_new(struct outbox *outbox, const struct outbox_message *message)
{
    struct outbox_row *row = heap_allocate(sizeof *row);
    row->id = outbox->next_id++;
    row->kind = message->kind;
    row->table = message->table;
    row->step = message->step;
    row->since = message->since;
    row->seat = (int16_t)message->seat;
    row->proves = message->proves;
    row->talk = message->talk;
    row->board = message->board;
    row->card = message->card;
    row->call = message->call;
    row->notify = message->notify;
    row->routine = message->routine;
    row->only_edit = message->only_edit;
    row->author = (int16_t)message->author;
    row->after = message->after;
    row->room = heap_copy(message->room);
    row->account = heap_copy(message->account);
    row->edit_of = heap_copy(message->edit_of);
    row->answer = message->answer;
    row->created_ms = *outbox->world.now_ms;
    nonce_make(&outbox->world.entropy, row->nonce);
    return row;
}

/* Of whom a document speaks. */
struct reading {
    const struct outbox *outbox;
    const struct outbox_message *message;
};

static uint64_t person_of(const void *context, int seat, const char **account_r)
{
    const struct reading *reading = context;
    const struct outbox_world *world = &reading->outbox->world;
    return world->person(world->context, reading->message, seat, account_r);
}

static struct doc_head head_of(const struct outbox_message *message)
{
    return (struct doc_head){message->doc_kind, message->table, message->number};
}

struct kept_doc *outbox_keep_doc(const struct outbox *outbox, const struct outbox_message *message)
{
    const struct reading reading = {outbox, message};
    const struct doc_people people = {person_of, &reading};
    const struct doc_head head = head_of(message);
    return kept_doc_new(message->doc, &head, &people);
}

uint64_t outbox_doc_hash(const struct outbox *outbox, const struct outbox_message *message)
{
    const struct reading reading = {outbox, message};
    const struct doc_people people = {person_of, &reading};
    const struct doc_head head = head_of(message);
    return doc_hash(message->doc, &head, &people, outbox->rows.key);
}

const struct outbox_row *outbox_put(struct mail *mail, const struct outbox_message *message)
{
    struct outbox *outbox = mail->outbox;
    struct kept_doc *doc = outbox_keep_doc(outbox, message);
    if (doc == NULL) {
        return NULL;
    }
    struct outbox_row *row = row_new(outbox, message);
    row->doc = doc;
    outbox_join(mail, row, message->before);
    mail_add(mail, row);
    return row;
}

void outbox_put_unrendered(struct mail *mail, const struct outbox_message *message)
{
    mail_add(mail, row_new(mail->outbox, message));
}

uint64_t outbox_put_order(struct mail *mail, const struct outbox_order *order)
{
    const struct outbox_message message = {
        .room = order->room, .account = order->account, .seat = SEAT_NONE};
    struct outbox_row *row = row_new(mail->outbox, &message);
    row->order = true;
    row->act = order->act;
    row->team = (uint8_t)order->team;
    row->table = order->table;
    row->opens = heap_copy(order->json);
    mail_add(mail, row);
    return row->id;
}

void outbox_wait_also(struct mail *mail, uint64_t after, uint64_t then)
{
    const struct outbox *outbox = mail->outbox;
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&outbox->rows, &at)) != NULL;) {
        if (row->after == after && !row->transient) {
            row->then = then;
            mail_outbox_batch(mail, row->outbox_batch);
        }
    }
}

void outbox_wipe_talk(struct mail *mail, uint64_t table)
{
    const struct outbox *outbox = mail->outbox;
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&outbox->rows, &at)) != NULL;) {
        if (row->talk && row->table == table && row->state == OUTBOX_WAITING) {
            outbox_row_move(row, OUTBOX_WITHDRAWN);
            mail_outbox_batch(mail, row->outbox_batch);
        }
    }
}

void outbox_wipe(struct mail *mail, uint64_t table,
                 bool (*meant)(const void *context, const struct outbox_row *row),
                 const void *context)
{
    const struct outbox *outbox = mail->outbox;
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&outbox->rows, &at)) != NULL;) {
        if (row->table == table && row->state == OUTBOX_WAITING && row->tries == 0 &&
            meant(context, row)) {
            outbox_row_move(row, OUTBOX_WITHDRAWN);
            mail_outbox_batch(mail, row->outbox_batch);
        }
    }
}

void outbox_say_now(struct outbox *outbox, const struct outbox_message *message)
{
    struct kept_doc *doc = outbox_keep_doc(outbox, message);
    if (doc == NULL) {
        return;
    }
    struct outbox_row *row = row_new(outbox, message);
    row->doc = doc;
    row->transient = true;
    outbox_enqueue(outbox, row);
}

static void row_readdress(struct mail *mail, struct outbox_row *row, const char *to)
{
    free(row->room);
    row->room = heap_copy(to);
    row->not_before_ms = *mail->outbox->world.now_ms;
    if (!row->transient) {
        mail_outbox_batch(mail, row->outbox_batch);
    }
}

void outbox_readdress(struct mail *mail, const char *from, const char *to, uint64_t table)
{
    struct outbox *outbox = mail->outbox;
    struct queue *queue = outbox_room_queue(outbox, from);
    struct outbox_row *rows = queue == NULL ? NULL : outbox_queue_take(outbox, queue);
    for (struct outbox_row *row = rows; row != NULL; row = row->next) {
        if (table == 0 || row->table == table) {
            row_readdress(mail, row, to);
        }
    }
    outbox_enqueue(mail->outbox, rows);
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&outbox->rows, &at)) != NULL;) {
        bool meant = table == 0 || row->table == table;
        if (!outbox_row_is_in_flight(row) && meant && strcmp(row->room, from) == 0) {
            row_readdress(mail, row, to); /* said in private, about a table there */
        }
    }
}
