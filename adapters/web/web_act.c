/* What people do in a room. Every inbound event is enqueued together with the rows that it
 * changes; the page gets its answer once that is on disk. */
#include <assert.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "inert.h"
#include "json_out.h"
#include "web_private.h"

enum {
    WEB_REACTIONS_MAX = 20,
    WEB_REACTION_ACCOUNTS_MAX = 64,
    WEB_HEAD_BYTES_MAX = 4096,
    WEB_BODY_BYTES_MAX = 8 * INBOUND_TEXT_BYTES_MAX
};

/* The room of an act, when the person is in it. */
static struct web_room *web_act_room(struct web *web, const struct web_conn *conn,
                                     const struct web_op *op)
{
    if (strcmp(op->room, "~") == 0) {
        return conn->person->own;
    }
    struct web_room *room = web_rooms_at(&web->rooms, op->room);
    return room != NULL && room->born && !room->is_private && web_room_has(room, conn->person)
               ? room
               : NULL;
}

static void web_act_done(struct web *web, struct web_pending *pending, const struct fault *fault)
{
    bool inbound_before = fault != NULL && fault->code == FAULT_GONE;
    if (pending->rev != 0) {
        web_entry_ended(web, pending->room, pending->rev, fault);
    }
    if (pending->id[0] == '\0') {
        return;
    }
    if (fault == NULL || inbound_before) {
        web_say_done(web, pending->account, pending->id);
    } else {
        web_say_sorry_to(web, pending->account, pending->id, WEB_SORRY_STORE);
    }
}

static struct web_pending *web_act_pending(struct web *web, const struct web_conn *conn,
                                           const struct web_op *op, struct web_room *room,
                                           const struct web_entry *entry)
{
    struct web_pending *pending = web_pending_new(web, web_act_done);
    pending->conn = conn->id;
    memcpy(pending->account, conn->person->account, sizeof pending->account);
    snprintf(pending->id, sizeof pending->id, "%s", op->id);
    pending->room = room;
    pending->rev = entry != NULL ? entry->rev : 0;
    return pending;
}

/* What is in every act's inbound event. The strings live as long as the act. */
static struct inbound web_inbound(struct web *web, const struct web_conn *conn,
                                  const struct web_op *op, const struct web_room *room)
{
    char *event = arena_take(web->arena, WEB_ACT_ID_BYTES);
    snprintf(event, WEB_ACT_ID_BYTES, "%s/%s", conn->person->account, op->id);
    return (struct inbound){.adapter = WEB_ADAPTER,
                            .event_id = event,
                            .room = room->id,
                            .account = conn->person->account,
                            .name = conn->person->name,
                            .private_room = room->is_private,
                            .moderator = web_is_moderator(web, conn->person, room),
                            .sits = op->sit,
                            .at_ms = web_now_ms(web)};
}

/* Hands over; when the house takes nothing now, all is as it was. */
static void web_hand(struct web *web, struct web_conn *conn, const struct web_op *op,
                     const struct inbound *inbound, struct web_rows *rows,
                     struct web_pending *pending)
{
    if (house_enqueue(web->house, (struct adapter *)web, inbound, rows->row, rows->count,
                      pending)) {
        return;
    }
    if (pending->rev != 0) {
        struct fault full = {.code = FAULT_RETRY};
        web_entry_ended(web, pending->room, pending->rev, &full);
    }
    web_pending_free(web, &pending);
    web_say_sorry(web, conn, op->id, WEB_SORRY_BUSY);
}

/* Who of the room is meant: those that the page names and those whose "@name" stands in the text.
 */
static void web_mentions(const struct web_room *room, const struct web_op *op, const char *text,
                         struct inbound *inbound)
{
    for (unsigned i = 0; i < room->member_count; i++) {
        const struct web_person *person = room->members[i];
        char at_name[WEB_NAME_BYTES + 1];
        snprintf(at_name, sizeof at_name, "@%s", person->name);
        bool meant = strcasestr(text, at_name) != NULL;
        for (unsigned n = 0; n < op->mention_count; n++) {
            meant = meant || strcmp(op->mentions[n], person->account) == 0;
        }
        if (meant && inbound->mention_count < INBOUND_MENTIONS_MAX) {
            inbound->mentions[inbound->mention_count++] = person->account;
        }
    }
}

/* Who wrote the message that is replied to: a person's nonce is "account/act". */
static void web_reply_author(struct web *web, const struct web_room *room, struct inbound *inbound)
{
    const struct web_entry *entry =
        inbound->reply_to == NULL
            ? NULL
            : web_log_at(&room->log, web_message_seq(room, inbound->reply_to));
    if (entry == NULL) {
        return;
    }
    const char *slash = memchr(entry->nonce, '/', entry->nonce_len);
    if (entry->bot) {
        inbound->addressed = true;
    } else if (slash != NULL) {
        inbound->reply_account =
            arena_text(web->arena, entry->nonce, (size_t)(slash - entry->nonce));
    }
}

/* The members of a message that never change. seq is what the next new message will have. */
static const char *web_say_head(struct web *web, const struct web_room *room,
                                const struct inbound *inbound)
{
    struct buf buf;
    char id[WEB_ROOM_ID_BYTES + 32];
    buf_init(&buf, WEB_HEAD_BYTES_MAX);
    snprintf(id, sizeof id, "%s.%lld", room->id, (long long)room->log.last + 1);
    json_out_key(&buf, "id");
    json_out_string(&buf, id, strlen(id));
    json_out_key(&buf, "from");
    buf_text(&buf, "{");
    json_out_text(&buf, "account", inbound->account);
    json_out_text(&buf, "name", inbound->name);
    buf_text(&buf, "}");
    json_out_number(&buf, "at", inbound->at_ms);
    json_out_text(&buf, "reply", inbound->reply_to);
    json_out_text(&buf, "media", inbound->media);
    if (inbound->mention_count > 0) {
        json_out_key(&buf, "mentions");
        buf_text(&buf, "[");
        for (unsigned i = 0; i < inbound->mention_count; i++) {
            json_out_next(&buf);
            json_out_string(&buf, inbound->mentions[i], strlen(inbound->mentions[i]));
        }
        buf_text(&buf, "]");
    }
    assert(!buf.full);
    const char *head = arena_text(web->arena, buf.text, buf.len);
    buf_deinit(&buf);
    return head;
}

static const char *web_say_body(struct web *web, const char *text)
{
    struct buf buf;
    buf_init(&buf, WEB_BODY_BYTES_MAX);
    json_out_key(&buf, "text");
    json_out_string(&buf, text, strlen(text));
    assert(!buf.full);
    const char *body = arena_text(web->arena, buf.text, buf.len);
    buf_deinit(&buf);
    return body;
}

/* The text as it is shown and judged; NULL with *sorry_r when it may not be said. */
static const char *web_say_text(struct web *web, const struct web_op *op, enum web_sorry *sorry_r)
{
    const char *text =
        inert_text(web->arena, op->text, strlen(op->text), INBOUND_TEXT_BYTES_MAX, true);
    if (text[strspn(text, " \n")] == '\0' && op->media == NULL) {
        *sorry_r = WEB_SORRY_EMPTY;
        return NULL;
    }
    const char *shown = inert_shorten(web->arena, text, WEB_TEXT_LETTERS_MAX);
    if (strcmp(shown, text) != 0) {
        *sorry_r = WEB_SORRY_BIG;
        return NULL;
    }
    return text;
}

/* Has this very act been taken before? Then nothing is added. */
static bool web_said_before(struct web *web, struct web_conn *conn, const struct web_op *op,
                            const struct web_room *room, const char *event)
{
    const struct web_entry *entry = web_log_of(&room->log, event);
    if (entry == NULL || entry->state == WEB_ENTRY_FAILED) {
        return false;
    }
    if (entry->state == WEB_ENTRY_STORED) {
        web_say_done(web, conn->person->account, op->id);
    }
    return true; /* one that is pending is answered when it is stored */
}

static void web_act_say(struct web *web, struct web_conn *conn, const struct web_op *op,
                        struct web_room *room)
{
    enum web_sorry sorry = WEB_SORRY_SHAPE;
    struct web_rows rows;
    struct inbound inbound = web_inbound(web, conn, op, room);
    if (web_said_before(web, conn, op, room, inbound.event_id)) {
        return;
    }
    const char *text = web_say_text(web, op, &sorry);
    if (text == NULL) {
        web_say_sorry(web, conn, op->id, sorry);
        return;
    }
    inbound.kind = INBOUND_TEXT;
    inbound.text = text;
    inbound.media = op->media;
    inbound.reply_to =
        op->reply != NULL && web_message_seq(room, op->reply) != 0 ? op->reply : NULL;
    web_mentions(room, op, text, &inbound);
    inbound.addressed = strcasestr(text, "@" WEB_BOT_NAME) != NULL;
    web_reply_author(web, room, &inbound);
    struct web_parts parts = {.nonce = inbound.event_id,
                              .head = web_say_head(web, room, &inbound),
                              .body = web_say_body(web, text),
                              .reactions = ""};
    const struct web_entry *entry = web_log_add(&room->log, 0, &parts);
    web_rows_init(&rows, web->arena);
    web_entry_row(room, entry, &rows);
    web_hand(web, conn, op, &inbound, &rows, web_act_pending(web, conn, op, room, entry));
}

static void web_act_slash(struct web *web, struct web_conn *conn, struct web_op *op,
                          struct web_room *room)
{
    struct web_rows rows;
    struct inbound inbound = web_inbound(web, conn, op, room);
    inbound.kind = INBOUND_SLASH;
    inbound.command = op->command;
    inbound.args = &op->args;
    inbound.addressed = true;
    web_rows_init(&rows, web->arena);
    web_hand(web, conn, op, &inbound, &rows, web_act_pending(web, conn, op, room, NULL));
}

/* A press or a form. */
static void web_act_control(struct web *web, struct web_conn *conn, struct web_op *op,
                            struct web_room *room)
{
    struct web_rows rows;
    struct inbound inbound = web_inbound(web, conn, op, room);
    inbound.kind = op->kind == WEB_PRESS ? INBOUND_PRESS : INBOUND_FORM;
    inbound.control = op->control;
    inbound.reply_to = op->message;
    inbound.addressed = true;
    inbound.args = op->kind == WEB_FORM ? &op->args : NULL;
    inbound.value_count = op->value_count;
    memcpy(inbound.values, op->values, sizeof inbound.values);
    web_rows_init(&rows, web->arena);
    web_hand(web, conn, op, &inbound, &rows, web_act_pending(web, conn, op, room, NULL));
}

/* Puts the account to an emoji's list, or takes it away. False when there are too many. */
static bool web_reactions_change(cJSON *root, const char *emoji, const char *account, bool on)
{
    cJSON *list = cJSON_GetObjectItemCaseSensitive(root, emoji);
    int at = 0;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        if (cJSON_IsString(item) && strcmp(item->valuestring, account) == 0) {
            break;
        }
        at++;
    }
    if (!on) {
        if (item != NULL) {
            cJSON_DeleteItemFromArray(list, at);
        }
        if (list != NULL && cJSON_GetArraySize(list) == 0) {
            cJSON_DeleteItemFromObjectCaseSensitive(root, emoji);
        }
        return true;
    }
    if (item == NULL && at >= WEB_REACTION_ACCOUNTS_MAX) {
        return false;
    }
    if (list == NULL && cJSON_GetArraySize(root) < WEB_REACTIONS_MAX) {
        list = cJSON_AddArrayToObject(root, emoji);
    }
    return list != NULL &&
           (item != NULL || cJSON_AddItemToArray(list, cJSON_CreateString(account)));
}

/* The message's reactions after the change, "" for none; NULL when there are too many. */
static const char *web_reactions(struct web *web, const struct web_entry *entry,
                                 const struct web_op *op, const char *account)
{
    const char *result = NULL;
    cJSON *root = entry->reactions_len > 0
                      ? cJSON_ParseWithLength(entry->reactions, entry->reactions_len)
                      : cJSON_CreateObject();
    if (web_reactions_change(root, op->emoji, account, op->on)) {
        char *text = cJSON_GetArraySize(root) > 0 ? cJSON_PrintUnformatted(root) : NULL;
        result = text != NULL ? arena_text(web->arena, text, strlen(text)) : "";
        cJSON_free(text);
    }
    cJSON_Delete(root);
    return result;
}

/* One emoji: no letters, no digits alone, nothing long. */
static bool web_emoji_is_sound(struct web *web, const char *emoji)
{
    const char *inert = inert_text(web->arena, emoji, strlen(emoji), 1, false);
    bool has_picture = false;
    for (const char *at = emoji; *at != '\0'; at++) {
        has_picture = has_picture || (unsigned char)*at >= 0xe2;
        if ((unsigned char)*at <= ' ' || *at == '"' || *at == '<' || *at == '\\') {
            return false;
        }
    }
    return has_picture && inert[0] != '\0';
}

static const char *web_piece(struct web *web, const char *text, size_t len)
{
    return arena_text(web->arena, text, len);
}

static void web_act_react(struct web *web, struct web_conn *conn, const struct web_op *op,
                          struct web_room *room, const struct web_entry *entry)
{
    struct web_rows rows;
    const char *reactions = web_reactions(web, entry, op, conn->person->account);
    if (reactions == NULL || !web_emoji_is_sound(web, op->emoji)) {
        web_say_sorry(web, conn, op->id, WEB_SORRY_EMOJI);
        return;
    }
    struct web_parts parts = {.bot = entry->bot,
                              .nonce = web_piece(web, entry->nonce, entry->nonce_len),
                              .head = web_piece(web, entry->head, entry->head_len),
                              .body = web_piece(web, entry->body, entry->body_len),
                              .reactions = reactions};
    const struct web_entry *changed = web_log_add(&room->log, entry->seq, &parts);
    struct web_pending *pending = web_act_pending(web, conn, op, room, changed);
    web_rows_init(&rows, web->arena);
    web_entry_row(room, changed, &rows);
    if (!op->on) {
        house_store_rows(web->house, (struct adapter *)web, rows.row, rows.count, pending);
        return;
    }
    struct inbound inbound = web_inbound(web, conn, op, room);
    inbound.kind = INBOUND_REACTION;
    inbound.emoji = op->emoji;
    inbound.reply_to = op->message;
    web_hand(web, conn, op, &inbound, &rows, pending);
}

/* False: the message is being read, or another change of it is on its way. */
static bool web_act_try_react(struct web *web, struct web_conn *conn, const struct web_op *op,
                              struct web_room *room)
{
    int64_t seq = web_message_seq(room, op->message);
    int ready = web_message_ready(web, room, seq);
    if (ready <= 0) {
        if (ready < 0) {
            web_say_sorry(web, conn, op->id, WEB_SORRY_MESSAGE);
        }
        return ready < 0;
    }
    const struct web_entry *entry = web_log_at(&room->log, seq);
    if (entry->state == WEB_ENTRY_PENDING) {
        return false;
    }
    web_act_react(web, conn, op, room, entry);
    return true;
}

static bool web_act_in_room(struct web *web, struct web_conn *conn, struct web_op *op)
{
    struct web_room *room = web_act_room(web, conn, op);
    if (room == NULL) {
        web_say_sorry(web, conn, op->id, WEB_SORRY_ROOM);
        return true;
    }
    if (!web_room_ready(web, room)) {
        return false;
    }
    bool writes = op->kind == WEB_SAY || op->kind == WEB_REACT;
    if (writes && web_room_is_muted(room, conn->person->account)) {
        web_say_sorry(web, conn, op->id, WEB_SORRY_MUTED);
        return true;
    }
    if (op->kind == WEB_SAY) {
        web_act_say(web, conn, op, room);
    } else if (op->kind == WEB_SLASH) {
        web_act_slash(web, conn, op, room);
    } else if (op->kind == WEB_REACT) {
        return web_act_try_react(web, conn, op, room);
    } else if (op->kind == WEB_MORE) {
        if (conn->reading) {
            return false;
        }
        web_load_more(web, conn, room, op->before);
    } else {
        web_act_control(web, conn, op, room);
    }
    return true;
}

/* Does the house have as many acts of this account as it may have before one is stored? Whoever
 * sends many then waits for their own, and others wait for few of theirs. */
static bool web_act_waits(const struct web *web, const struct web_person *person)
{
    unsigned count = 0;
    for (const struct web_pending *pending = web->pendings; pending != NULL;
         pending = pending->next) {
        count += strcmp(pending->account, person->account) == 0;
    }
    return count >= WEB_ACTS_IN_FLIGHT;
}

bool web_act(struct web *web, struct web_conn *conn, struct web_op *op)
{
    if (web->draining) {
        web_say_sorry(web, conn, op->id, WEB_SORRY_BUSY);
        return true;
    }
    if (web->forgetting || web_act_waits(web, conn->person)) {
        return false;
    }
    if (op->kind == WEB_ROOM) {
        web_act_make_room(web, conn, op);
        return true;
    }
    if (op->kind == WEB_QUIT) {
        web_act_quit(web, conn, op);
        return true;
    }
    if (op->kind == WEB_NAME) {
        web_act_rename(web, conn, op);
        return true;
    }
    return web_act_in_room(web, conn, op);
}
