/* What the house sends: a message's row, written in the transaction that ends the outbox row. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doc_json.h"
#include "heap.h"
#include "json_out.h"
#include "web_own.h"
#include "web_private.h"

enum { WEB_SEND_AGAIN_MS = 1000, WEB_SEND_HEAD_BYTES = 1024, WEB_DOC_BYTES_MAX = 512 * 1024 };

static const char web_doc_key[] = "\"doc\":";

static struct web_room *web_send_room(struct web *web, const struct sending *sending)
{
    bool to_person = sending->kind == SEND_PRIVATE || sending->kind == SEND_ANSWER;
    const char *room = sending->room != NULL ? sending->room : "";
    const char *account = to_person ? sending->account : room[0] == '~' ? room + 1 : NULL;
    if (account != NULL) {
        struct web_person *person = web_people_at(&web->people, account);
        return person != NULL ? web_rooms_own(&web->rooms, person) : NULL;
    }
    struct web_room *found = web_rooms_at(&web->rooms, room);
    return found != NULL && found->born ? found : NULL;
}

static void web_send_failed(struct web *web, const struct sending *sending, enum send_status status,
                            const char *why)
{
    int64_t retry_ms = status == SEND_NOT_SENT ? web_now_ms(web) + WEB_SEND_AGAIN_MS : 0;
    house_send_failed(web->house, (struct adapter *)web, sending->row, status, retry_ms, why);
}

/* The document as the page reads it, behind the key of its member, in the arena; NULL where there
 * is none, or it is too long. */
static const char *web_send_body(struct web *web, const struct sending *sending)
{
    struct buf json;
    const char *text = NULL;
    buf_init(&json, WEB_DOC_BYTES_MAX + sizeof web_doc_key - 1);
    buf_add(&json, web_doc_key, sizeof web_doc_key - 1);
    if (sending->doc != NULL) {
        doc_json_write(sending->doc, &sending->head, &json);
        text = json.full ? NULL : arena_text(web->arena, json.text, json.len);
    }
    buf_deinit(&json);
    return text;
}

void web_send(struct adapter *adapter, const struct sending *sending)
{
    struct web *web = (struct web *)adapter;
    arena_reset(web->arena);
    struct web_room *room = web_send_room(web, sending);
    if (web->forgetting) {
        web_send_failed(web, sending, SEND_NOT_SENT, "somebody is being forgotten");
        return;
    }
    if (room == NULL) {
        bool to_person = sending->kind == SEND_PRIVATE || sending->kind == SEND_ANSWER;
        web_send_failed(web, sending, to_person ? SEND_REFUSED : SEND_GONE,
                        to_person ? "no such person" : "no such room");
        return;
    }
    const char *note = sending->transient ? web_send_body(web, sending) : NULL;
    if (note != NULL) {
        web_room_note(web, room, note + sizeof web_doc_key - 1);
        house_delivered(web->house, adapter, sending->row, "", NULL, 0, NULL);
        return;
    }
    struct web_waiting *waiting = heap_allocate(sizeof *waiting);
    struct web_waiting **end = &room->waiting;
    while (*end != NULL) {
        end = &(*end)->next;
    }
    waiting->sending = *sending;
    *end = waiting;
    web_send_waiting(web, room);
}

static const char *web_send_head(struct web *web, const struct web_room *room,
                                 const struct sending *sending, int64_t seq)
{
    char id[WEB_ROOM_ID_BYTES + 32];
    struct buf buf;
    const struct web_person *author = sending->kind == SEND_RELAY && sending->account != NULL
                                          ? web_people_at(&web->people, sending->account)
                                          : NULL;
    buf_init(&buf, WEB_SEND_HEAD_BYTES);
    snprintf(id, sizeof id, "%s.%lld", room->id, (long long)seq);
    json_out_key(&buf, "id");
    json_out_string(&buf, id, strlen(id));
    json_out_key(&buf, "from");
    buf_text(&buf, "{");
    json_out_text(&buf, "account", author != NULL ? author->account : WEB_BOT_ACCOUNT);
    json_out_text(&buf, "name", author != NULL ? author->name : WEB_BOT_NAME);
    json_out_flag(&buf, "bot", author == NULL);
    buf_text(&buf, "}");
    json_out_number(&buf, "at", web_now_ms(web));
    json_out_flag(&buf, "relayed", sending->kind == SEND_RELAY);
    assert(!buf.full);
    const char *head = arena_text(web->arena, buf.text, buf.len);
    buf_deinit(&buf);
    return head;
}

static void web_send_ended(struct web *web, struct web_pending *pending, const struct fault *fault)
{
    web_entry_ended(web, pending->room, pending->rev, fault);
}

/* Adds the message, or its new form when seq is not 0, and says that it was sent. */
static void web_send_write(struct web *web, struct web_room *room, const struct sending *sending,
                           const char *body, int64_t seq)
{
    struct web_rows rows;
    char id[WEB_ROOM_ID_BYTES + 32];
    const struct web_entry *old = seq != 0 ? web_log_at(&room->log, seq) : NULL;
    int64_t place = seq != 0 ? seq : room->log.last + 1;
    struct web_parts parts = {.bot = true,
                              .nonce = sending->nonce,
                              .head = web_send_head(web, room, sending, place),
                              .body = body,
                              .reactions = ""};
    if (old != NULL) {
        parts.head = arena_text(web->arena, old->head, old->head_len);
        parts.reactions = arena_text(web->arena, old->reactions, old->reactions_len);
    }
    const struct web_entry *entry = web_log_add(&room->log, seq, &parts);
    assert(entry->seq == place);
    struct web_pending *pending = web_pending_new(web, web_send_ended);
    pending->room = room;
    pending->rev = entry->rev;
    web_rows_init(&rows, web->arena);
    web_entry_row(room, entry, &rows);
    snprintf(id, sizeof id, "%s.%lld", room->id, (long long)place);
    house_delivered(web->house, (struct adapter *)web, sending->row, id, rows.row, rows.count,
                    pending);
}

/* The same nonce once more: 1 it is there already, 0 it is not, -1 it is on its way. seq_r: the
 * place that a try which failed had. */
static int web_send_before(const struct web_room *room, const struct sending *sending,
                           int64_t *seq_r)
{
    const struct web_entry *entry = web_log_of(&room->log, sending->nonce);
    if (entry == NULL) {
        return 0;
    }
    *seq_r = entry->seq;
    if (entry->state == WEB_ENTRY_FAILED) {
        return 0;
    }
    return entry->state == WEB_ENTRY_STORED ? 1 : -1;
}

/* False: not now, something is being read or written. */
static bool web_send_try(struct web *web, struct web_room *room, const struct sending *sending)
{
    int64_t seq = 0;
    char id[WEB_ROOM_ID_BYTES + 32];
    if (!web_room_ready(web, room)) {
        return false;
    }
    int before = web_send_before(room, sending, &seq);
    if (before > 0) {
        snprintf(id, sizeof id, "%s.%lld", room->id, (long long)seq);
        house_delivered(web->house, (struct adapter *)web, sending->row, id, NULL, 0, NULL);
        return true;
    }
    if (before < 0) {
        return false;
    }
    bool changes = sending->kind == SEND_EDIT || sending->kind == SEND_REDACT ||
                   sending->kind == SEND_PRIVATE; /* a card, where it stands */
    if (changes && sending->edit_of != NULL) {
        int64_t place = web_message_seq(room, sending->edit_of);
        int ready = web_message_ready(web, room, place);
        const struct web_entry *entry = ready > 0 ? web_log_at(&room->log, place) : NULL;
        if (ready == 0 || (entry != NULL && entry->state == WEB_ENTRY_PENDING)) {
            return false;
        }
        if (entry == NULL && (sending->kind == SEND_REDACT || sending->only_edit)) {
            web_send_failed(web, sending, SEND_GONE, "it is there no more");
            return true;
        }
        seq = entry != NULL ? place : seq;
    }
    const char *body = web_send_body(web, sending);
    if (body == NULL) {
        web_send_failed(web, sending, SEND_REFUSED, "not a document for a page");
        return true;
    }
    web_send_write(web, room, sending, body, seq);
    return true;
}

void web_send_waiting(struct web *web, struct web_room *room)
{
    while (room->waiting != NULL && web_send_try(web, room, &room->waiting->sending)) {
        struct web_waiting *done = room->waiting;
        room->waiting = done->next;
        free(done);
    }
}

void web_send_later(struct web *web, struct web_room *room)
{
    while (room->waiting != NULL) {
        struct web_waiting *waiting = room->waiting;
        room->waiting = waiting->next;
        web_send_failed(web, &waiting->sending, SEND_NOT_SENT, "somebody is being forgotten");
        free(waiting);
    }
}
