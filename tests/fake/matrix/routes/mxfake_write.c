/* Routes by which events and messages are sent. */
#include "mxfake_handlers.h"
#include "mxfake_mail.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MXFAKE_FIELD_BYTES = 255,
    MXFAKE_OVERHEAD_BYTES = 600 /* of what the server adds */,
    MXFAKE_MAIL_BYTES_MAX = 65536
};

static const double mxfake_integer_max = 9007199254740991.0;

/* Integers alone, none beyond 2^53 - 1. */
static const char *mxfake_number_fault(const cJSON *json)
{
    if (cJSON_IsNumber(json)) {
        if (floor(json->valuedouble) != json->valuedouble) {
            return "Bad JSON value: float";
        }
        return fabs(json->valuedouble) > mxfake_integer_max ? "JSON integer out of range" : NULL;
    }
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, json)
    {
        const char *why = mxfake_number_fault(item);
        if (why != NULL) {
            return why;
        }
    }
    return NULL;
}

/* A content that cannot be an event; false: answered. */
static bool mxfake_content_fits(struct mxfake_call *call, const char *type, const char *key)
{
    const char *why = mxfake_number_fault(call->body);
    if (strcmp(type, "m.room.message") == 0 && key == NULL &&
        (fake_get_text(call->body, "body") == NULL ||
         fake_get_text(call->body, "msgtype") == NULL)) {
        mxfake_error(call, 400, "M_UNKNOWN", "'body' not in content");
        return false;
    }
    if (why != NULL) {
        mxfake_error(call, 400, "M_BAD_JSON", why);
        return false;
    }
    if (strlen(type) > MXFAKE_FIELD_BYTES || (key != NULL && strlen(key) > MXFAKE_FIELD_BYTES)) {
        mxfake_error(call, 413, "M_TOO_LARGE", "'type' or 'state_key' too large");
        return false;
    }
    char *text = cJSON_PrintUnformatted(call->body);
    size_t len = strlen(text) + MXFAKE_OVERHEAD_BYTES;
    cJSON_free(text);
    if (len > call->fake->knobs.event_bytes_max) {
        mxfake_error(call, 413, "M_TOO_LARGE", "event too large");
        return false;
    }
    return true;
}

/* The same reaction of the same user on the same event. */
static bool mxfake_is_repeated(const struct mxfake_call *call)
{
    const char *kind = NULL;
    const char *id = mxfake_relates_to(call->body, &kind);
    const struct mxfake_event *to = mxfake_event_find(call->fake, id);
    const char *key = fake_get_text(fake_get(call->body, "m.relates_to"), "key");
    if (to == NULL || key == NULL || strcmp(kind, "m.annotation") != 0) {
        return false;
    }
    for (size_t i = 0; i < to->relations.count; i++) {
        const struct mxfake_event *other = to->relations.items[i];
        const char *theirs = fake_get_text(fake_get(other->content, "m.relates_to"), "key");
        if (other->sender == call->user && strcmp(other->type, call->values[1]) == 0 &&
            theirs != NULL && strcmp(theirs, key) == 0) {
            return true;
        }
    }
    return false;
}

static void mxfake_send_event(struct mxfake_call *call, struct mxfake_draft *draft, const char *txn)
{
    struct mxfake_no no = {0};
    draft->room = call->room;
    draft->sender = call->user;
    draft->device = call->device;
    draft->txn = txn;
    draft->content = cJSON_Duplicate(call->body, true);
    const struct mxfake_event *event = mxfake_put(call->fake, draft, &no);
    mxfake_answer_event(call, event, &no);
    if (txn != NULL) {
        mxfake_txn_keep(call, txn, event);
    }
}

/* What nobody knows can be redacted too: that may come yet. */
static void mxfake_send_redaction(struct mxfake_call *call, const char *target, const char *txn)
{
    struct mxfake_event *event = mxfake_event_find(call->fake, target);
    if (event != NULL && event->room != call->room) {
        mxfake_error(call, 400, "M_UNKNOWN", "Cannot redact event from a different room");
        return;
    }
    struct mxfake_draft draft = {.type = "m.room.redaction", .target = event};
    if (call->room->version >= 11) {
        fake_put(call->body, "redacts", cJSON_CreateString(target));
    }
    mxfake_send_event(call, &draft, txn);
}

void mxfake_send_call(struct mxfake_call *call)
{
    const char *type = call->values[1];
    const char *txn = call->values[2];
    if (mxfake_txn_known(call, txn) || !mxfake_limit_message(call) ||
        !mxfake_content_fits(call, type, NULL)) {
        return;
    }
    if (strcmp(type, "m.room.redaction") == 0) {
        const char *target = mxfake_wants(call, "redacts");
        if (target != NULL) {
            mxfake_send_redaction(call, target, txn);
        }
        return;
    }
    if (mxfake_is_repeated(call)) {
        mxfake_error(call, 400, "M_DUPLICATE_ANNOTATION", "Can't send same reaction twice");
        return;
    }
    const char *kind = NULL;
    const char *to = mxfake_relates_to(call->body, &kind);
    if (to != NULL && mxfake_event_find(call->fake, to) == NULL) {
        mxfake_error(call, 400, "M_UNKNOWN", "Can't send relation to unknown event");
        return;
    }
    struct mxfake_draft draft = {.type = type};
    mxfake_send_event(call, &draft, txn);
}

void mxfake_redact_call(struct mxfake_call *call)
{
    const char *txn = call->values[2];
    if (!mxfake_txn_known(call, txn) && mxfake_limit_message(call)) {
        mxfake_send_redaction(call, call->values[1], txn);
    }
}

void mxfake_set_state(struct mxfake_call *call)
{
    const char *type = call->values[1];
    const char *key = call->value_count > 2 ? call->values[2] : "";
    if (mxfake_limit_message(call) && mxfake_content_fits(call, type, key)) {
        struct mxfake_draft draft = {.type = type, .key = key};
        mxfake_send_event(call, &draft, NULL);
    }
}

/* --- what is no event ------------------------------------------------------------------------- */

void mxfake_type(struct mxfake_call *call)
{
    const struct mxfake_entry entry = {.room = call->room, .user = call->user};
    if (strcmp(call->values[1], call->user->id) != 0 || !mxfake_is_member(call->room, call->user)) {
        mxfake_error(call, 400, "M_FORBIDDEN", "Cannot set another user's typing state");
        return;
    }
    fake_list_remove(&call->room->typing, call->user);
    if (fake_get_true(call->body, "typing")) {
        fake_list_add(&call->room->typing, call->user);
    }
    call->room->typing_pos = mxfake_happened(call->fake, &entry);
    mxfake_answer_nothing(call);
}

static void mxfake_read_until(struct mxfake_call *call, const char *kind, const char *event)
{
    struct mxfake_room *room = call->room;
    const struct mxfake_entry entry = {.room = room, .user = call->user};
    cJSON *of = fake_get(room->receipts, event);
    of = of != NULL ? of : fake_add_object(room->receipts, event);
    cJSON *readers = fake_get(of, kind);
    readers = readers != NULL ? readers : fake_add_object(of, kind);
    cJSON *own = cJSON_CreateObject();
    fake_add_number(own, "ts", call->fake->now_ms);
    fake_put(readers, call->user->id, own);
    room->receipts_pos = mxfake_happened(call->fake, &entry);
}

void mxfake_receipt(struct mxfake_call *call)
{
    const char *kind = call->values[1];
    if (strcmp(kind, "m.read") != 0 && strcmp(kind, "m.read.private") != 0 &&
        strcmp(kind, "m.fully_read") != 0) {
        mxfake_error(call, 400, "M_UNKNOWN", "Receipt type must be another");
        return;
    }
    if (strcmp(kind, "m.read") == 0) {
        mxfake_read_until(call, kind, call->values[2]);
    }
    mxfake_answer_nothing(call);
}

void mxfake_read_markers(struct mxfake_call *call)
{
    const char *event = fake_get_text(call->body, "m.read");
    if (event != NULL) {
        mxfake_read_until(call, "m.read", event);
    }
    mxfake_answer_nothing(call);
}

/* Are these messages to devices, none of them too long? False: answered. */
static bool mxfake_messages_fit(struct mxfake_call *call)
{
    const cJSON *messages = fake_get(call->body, "messages");
    const cJSON *of_user = NULL;
    const cJSON *content = NULL;
    if (messages == NULL) {
        mxfake_error(call, 400, "M_MISSING_PARAM", "Missing params: messages");
    }
    cJSON_ArrayForEach(of_user, messages)
    {
        cJSON_ArrayForEach(content, of_user)
        {
            char *text = cJSON_PrintUnformatted(content);
            if (strlen(text) > MXFAKE_MAIL_BYTES_MAX) {
                mxfake_error(call, 413, "M_TOO_LARGE", "To-device message is too large to send");
            }
            cJSON_free(text);
        }
    }
    return call->status == 0;
}

void mxfake_send_to_device(struct mxfake_call *call)
{
    if (mxfake_txn_known(call, call->values[1]) || !mxfake_messages_fit(call)) {
        return;
    }
    const cJSON *of_user = NULL;
    cJSON_ArrayForEach(of_user, fake_get(call->body, "messages"))
    {
        struct mxfake_user *user = mxfake_user_find(call->fake, of_user->string);
        const cJSON *content = NULL;
        cJSON_ArrayForEach(content, of_user)
        {
            if (user != NULL) {
                const struct mxfake_letter letter = {
                    .sender = call->user->id, .type = call->values[0], .content = content};
                mxfake_mail_send(call->fake, user, content->string, &letter);
            }
        }
    }
    mxfake_answer_nothing(call);
    mxfake_txn_keep(call, call->values[1], NULL);
}
