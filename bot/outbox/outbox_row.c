/* An outbox row as the store keeps it in a batch: all but the document as JSON. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "json_out.h"
#include "json_tree.h"
#include "outbox_batch.h"
#include "outbox_operation.h"
#include "outbox_row.h"
#include "seat.h"
#include "sent.h"

const struct transitions outbox_transitions = {
    .count = OUTBOX_STATES,
    .after =
        {
            [OUTBOX_WAITING] = STATE_BIT(OUTBOX_SENDING) | STATE_BIT(OUTBOX_ENDED) |
                               STATE_BIT(OUTBOX_JOINED) | STATE_BIT(OUTBOX_WITHDRAWN),
            [OUTBOX_SENDING] = STATE_BIT(OUTBOX_WAITING) | STATE_BIT(OUTBOX_ENDED),
            [OUTBOX_ENDED] = STATE_BIT(OUTBOX_RECORDING) | STATE_BIT(OUTBOX_WAITING),
            [OUTBOX_RECORDING] = STATE_BIT(OUTBOX_ENDED) | STATE_BIT(OUTBOX_WAITING),
            [OUTBOX_JOINED] = STATE_BIT(OUTBOX_WAITING),
            [OUTBOX_WITHDRAWN] = STATE_BIT(OUTBOX_ENDED),
        },
};

void outbox_row_move(struct outbox_row *row, enum outbox_state state)
{
    assert(transitions_allow(&outbox_transitions, row->state, state));
    row->state = state;
}

bool outbox_row_is_open(const struct outbox_row *row)
{
    return row->state == OUTBOX_WAITING || row->state == OUTBOX_SENDING;
}

bool outbox_row_is_in_flight(const struct outbox_row *row)
{
    return row->state == OUTBOX_SENDING || row->state == OUTBOX_ENDED ||
           row->state == OUTBOX_RECORDING;
}

static const char *const kind_names[] = {
    [SEND_POST] = "post",     [SEND_EDIT] = "edit",   [SEND_PRIVATE] = "private",
    [SEND_ANSWER] = "answer", [SEND_RELAY] = "relay", [SEND_REDACT] = "hide",
};

static const char *const act_names[] = {
    [ROOM_OPEN] = "open",
    [ROOM_ADD] = "add",
    [ROOM_REMOVE] = "remove",
    [ROOM_MUTE] = "silence",
    [ROOM_UNMUTE] = "voice",
    [ROOM_CLOSE] = "close",
    [ROOM_EVENT_CREATE] = "event",
    [ROOM_EVENT_CHANGE] = "event_change",
    [ROOM_EVENT_CANCEL] = "event_cancel",
};

void outbox_row_write(const struct outbox_row *row, struct buf *json)
{
    buf_add(json, "{", 1);
    json_out_text(json, "kind", kind_names[row->kind]);
    json_out_number(json, "id", (int64_t)row->id);
    json_out_text(json, "room", row->room);
    json_out_text(json, "account", row->account);
    json_out_text(json, "nonce", row->nonce);
    json_out_text(json, "edit_of", row->edit_of);
    json_out_number(json, "created", row->created_ms);
    json_out_number(json, "step", row->step);
    if (row->since != 0) {
        json_out_number(json, "since", row->since);
    }
    json_out_number(json, "seat", row->seat);
    json_out_flag(json, "board", row->board);
    if (row->card != 0) {
        json_out_number(json, "card", (int64_t)row->card);
    }
    json_out_flag(json, "call", row->call);
    json_out_flag(json, "notify", row->notify);
    json_out_flag(json, "routine", row->routine);
    json_out_flag(json, "only_edit", row->only_edit);
    json_out_flag(json, "proves", row->proves);
    json_out_flag(json, "talk", row->talk);
    if (row->talk) {
        json_out_number(json, "author", row->author);
    }
    if (row->after != 0) {
        json_out_number(json, "after", (int64_t)row->after);
        json_out_number(json, "then", (int64_t)row->then);
    }
    if (row->order) {
        json_out_text(json, "order", act_names[row->act]);
        json_out_number(json, "team", row->team);
    }
    buf_add(json, "}", 1);
}

static bool read_kind(struct outbox_row *row, const cJSON *json)
{
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "kind"));
    for (size_t i = 0; name != NULL && i < sizeof kind_names / sizeof kind_names[0]; i++) {
        if (strcmp(kind_names[i], name) == 0) {
            row->kind = (enum send_kind)i;
            return true;
        }
    }
    return false;
}

static void read_act(struct outbox_row *row, const cJSON *json)
{
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "order"));
    for (size_t i = 0; name != NULL && i < sizeof act_names / sizeof act_names[0]; i++) {
        if (strcmp(act_names[i], name) == 0) {
            row->act = (enum room_operation_kind)i;
            row->order = true;
        }
    }
}

/* Rows that are not in a list have their room and id in columns. */
static char *room_of(const struct store_row *stored, const cJSON *json)
{
    char *room = json_tree_copy(json, "room");
    return room != NULL ? room : heap_copy(stored->key);
}

static void read_content(struct outbox_row *row, const struct store_row *stored)
{
    if (row->order) {
        row->opens = heap_text(stored->text, stored->text_len);
    } else if (stored->text_len > 0) {
        row->doc = kept_doc_read(stored->text, stored->text_len);
    }
}

struct outbox_row *outbox_row_read(const struct store_row *stored, const cJSON *json)
{
    struct outbox_row *row = heap_allocate(sizeof *row);
    char *nonce = json_tree_copy(json, "nonce");
    bool good = nonce != NULL && strlen(nonce) == NONCE_BYTES - 1 && read_kind(row, json);
    if (good) {
        memcpy(row->nonce, nonce, NONCE_BYTES);
        row->id = (uint64_t)json_tree_number(json, "id");
        row->id = row->id == 0 ? stored->id : row->id;
        row->table = stored->sub;
        row->not_before_ms = stored->at_ms;
        row->room = room_of(stored, json);
        row->account = json_tree_copy(json, "account");
        row->edit_of = json_tree_copy(json, "edit_of");
        row->created_ms = json_tree_number(json, "created");
        row->step = (uint32_t)json_tree_number(json, "step");
        row->since = (uint32_t)json_tree_number(json, "since");
        row->seat = (int16_t)json_tree_number(json, "seat");
        row->board = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "board"));
        row->card = (uint64_t)json_tree_number(json, "card");
        row->call = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "call"));
        row->notify = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "notify"));
        row->routine = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "routine"));
        row->only_edit = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "only_edit"));
        row->proves = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "proves"));
        row->after = (uint64_t)json_tree_number(json, "after");
        row->then = (uint64_t)json_tree_number(json, "then");
        row->team = (uint8_t)json_tree_number(json, "team");
        read_act(row, json);
        read_content(row, stored);
        row->talk = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "talk"));
        row->author = (int16_t)json_tree_number(json, "author");
        row->tries = 1; /* it may have been on its way when the last process ended */
        row->doubt = row->board;
    }
    free(nonce);
    if (!good) {
        outbox_row_free(&row);
    }
    return row;
}

void outbox_row_audience(const struct outbox_row *row, char text[OUTBOX_AUDIENCE_BYTES])
{
    if (row->board) {
        memcpy(text, "board", 6);
    } else if (row->kind == SEND_REDACT) {
        memcpy(text, "none", 5);
    } else if (row->talk && row->kind == SEND_POST) {
        snprintf(text, OUTBOX_AUDIENCE_BYTES, "talk %d", row->author);
    } else if (seat_is_person(row->seat)) {
        snprintf(text, OUTBOX_AUDIENCE_BYTES, "seat %d", row->seat);
    } else if (row->kind == SEND_PRIVATE || row->kind == SEND_ANSWER) {
        memcpy(text, "person", 7);
    } else if (row->since != 0) {
        snprintf(text, OUTBOX_AUDIENCE_BYTES, "crowd %u", row->since);
    } else {
        memcpy(text, "crowd", 6);
    }
}

void outbox_audience_sent(const char *audience, struct sent_message *sent)
{
    static const char talk[] = "talk ";
    static const char crowd[] = "crowd";
    sent->kind = SENT_OTHER;
    sent->seat = SEAT_HOUSE;
    if (strncmp(audience, talk, sizeof talk - 1) == 0) {
        sent->kind = SENT_TALK;
        sent->seat = (int16_t)strtol(audience + sizeof talk - 1, NULL, 10);
    } else if (strncmp(audience, crowd, sizeof crowd - 1) == 0) {
        uint32_t since = (uint32_t)strtoul(audience + sizeof crowd - 1, NULL, 10);
        sent->kind = SENT_LINES;
        sent->since = since == 0 ? sent->step : since;
    }
}

void outbox_row_sent(const struct outbox_row *row, struct sent_message *sent)
{
    char audience[OUTBOX_AUDIENCE_BYTES];
    outbox_row_audience(row, audience);
    *sent = (struct sent_message){.step = row->step, .room = row->room};
    outbox_audience_sent(audience, sent);
    if (row->kind == SEND_RELAY) {
        sent->seat = row->seat;
    }
}

void outbox_row_free(struct outbox_row **row)
{
    if (*row != NULL) {
        outbox_operation_free(*row);
        if ((*row)->outbox_batch != NULL) {
            (*row)->outbox_batch->row[(*row)->place] = NULL;
            outbox_batch_let_go(&(*row)->outbox_batch);
        }
        free((*row)->room);
        free((*row)->account);
        free((*row)->edit_of);
        kept_doc_let_go(&(*row)->doc);
        free((*row)->opens);
        free((*row)->platform_id);
        free((*row)->older);
        free(*row);
        *row = NULL;
    }
}

void outbox_rows_free(struct outbox_row *rows)
{
    for (struct outbox_row *next = NULL; rows != NULL; rows = next) {
        next = rows->next;
        outbox_row_free(&rows);
    }
}
