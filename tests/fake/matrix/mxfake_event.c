/* Events as clients get them, who may read them, and what redacting leaves of them. */
#include "mxfake_room.h"

#include <stdio.h>
#include <string.h>

const char *mxfake_relates_to(const cJSON *content, const char **kind)
{
    const cJSON *relation = fake_get(content, "m.relates_to");
    *kind = fake_get_text(relation, "rel_type");
    return *kind == NULL ? NULL : fake_get_text(relation, "event_id");
}

/* --- who may read ----------------------------------------------------------------------------- */

static bool mxfake_was(const struct mxfake_event *event, const struct mxfake_user *user,
                       const char *membership)
{
    return strcmp(mxfake_member_at(event->room, user->id, event->pos), membership) == 0;
}

/* Has user joined at, or after, this event? */
static bool mxfake_joins_later(const struct mxfake_event *event, const struct mxfake_user *user)
{
    const struct mxfake_event *member =
        mxfake_state_at(event->room, "m.room.member", user->id, MXFAKE_NOW);
    for (; member != NULL && member->pos > event->pos; member = member->prev) {
        const char *membership = fake_get_text(member->content, "membership");
        if (membership != NULL && strcmp(membership, "join") == 0) {
            return true;
        }
    }
    return false;
}

/* How user comes, or goes. Who goes sees that as they were before. */
static bool mxfake_is_own_member(const struct mxfake_event *event, const struct mxfake_user *user)
{
    return event->key != NULL && strcmp(event->type, "m.room.member") == 0 &&
           strcmp(event->key, user->id) == 0;
}

static bool mxfake_was_before(const struct mxfake_event *event, const struct mxfake_user *user,
                              const char *membership)
{
    return mxfake_is_own_member(event, user) &&
           strcmp(mxfake_member_at(event->room, user->id, event->pos - 1), membership) == 0;
}

bool mxfake_visible(const struct mxfake_event *event, const struct mxfake_user *user)
{
    if (event->key == NULL && mxfake_ignores(user, event->sender)) {
        return false;
    }
    if (event->history == MXFAKE_HISTORY_WORLD || mxfake_was(event, user, "join") ||
        mxfake_was_before(event, user, "join")) {
        return true;
    }
    if (event->history == MXFAKE_HISTORY_JOINED) {
        return false;
    }
    if (mxfake_is_own_member(event, user)) {
        return true;
    }
    if (event->history == MXFAKE_HISTORY_INVITED && !mxfake_was(event, user, "invite")) {
        return false;
    }
    return mxfake_joins_later(event, user);
}

/* --- redactions ------------------------------------------------------------------------------- */

struct mxfake_keeps {
    const char *type;
    const char *members; /* that stay, between blanks; NULL: all */
};

static const struct mxfake_keeps mxfake_kept_members[] = {
    {"m.room.member", " membership join_authorised_via_users_server "},
    {"m.room.join_rules", " join_rule allow "},
    {"m.room.power_levels", " ban events events_default kick redact state_default users "
                            "users_default invite "},
    {"m.room.history_visibility", " history_visibility "},
    {"m.room.redaction", " redacts "},
    {"m.room.create", NULL},
};

static bool mxfake_keeps_member(const struct mxfake_event *event, const char *name)
{
    char padded[MXFAKE_NAME_BYTES];
    for (size_t i = 0; i < sizeof mxfake_kept_members / sizeof *mxfake_kept_members; i++) {
        const struct mxfake_keeps *row = &mxfake_kept_members[i];
        if (strcmp(row->type, event->type) == 0) {
            snprintf(padded, sizeof padded, " %s ", name);
            return row->members == NULL || strstr(row->members, padded) != NULL;
        }
    }
    return false;
}

void mxfake_event_redact(const struct mxfake *fake, struct mxfake_event *target,
                         struct mxfake_event *by)
{
    if (target->redacted != NULL) {
        return;
    }
    const char *kind = NULL;
    cJSON *left = cJSON_CreateObject();
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, target->content)
    {
        if (mxfake_keeps_member(target, item->string)) {
            cJSON_AddItemToObject(left, item->string, cJSON_Duplicate(item, true));
        }
    }
    struct mxfake_event *to = mxfake_event_find(fake, mxfake_relates_to(target->content, &kind));
    if (to != NULL) {
        fake_list_remove(&to->relations, target);
    }
    target->before = target->content;
    target->content = left;
    target->redacted = by;
}

/* --- as clients get them ---------------------------------------------------------------------- */

static bool mxfake_is_edit(const struct mxfake_event *event, const struct mxfake_event *of)
{
    const char *kind = NULL;
    return mxfake_relates_to(event->content, &kind) != NULL && strcmp(kind, "m.replace") == 0 &&
           event->sender == of->sender && strcmp(event->type, of->type) == 0;
}

struct mxfake_event *mxfake_event_edit(const struct mxfake_event *event)
{
    struct mxfake_event *newest = NULL;
    for (size_t i = 0; i < event->relations.count; i++) {
        struct mxfake_event *other = event->relations.items[i];
        bool later = newest == NULL || other->at_ms > newest->at_ms ||
                     (other->at_ms == newest->at_ms && strcmp(other->id, newest->id) > 0);
        if (later && mxfake_is_edit(other, event)) {
            newest = other;
        }
    }
    return newest;
}

static void mxfake_event_redacts(const struct mxfake *fake, const struct mxfake_event *event,
                                 cJSON *json)
{
    bool inside = event->room->version >= 11;
    if (event->target == NULL) {
        return;
    }
    if (!inside || fake->knobs.copies_redacts) {
        fake_add_text(json, "redacts", event->target->id);
    }
    if (inside || fake->knobs.copies_redacts) {
        fake_put(fake_get(json, "content"), "redacts", cJSON_CreateString(event->target->id));
    }
}

static void mxfake_event_unsigned(const struct mxfake *fake, const struct mxfake_event *event,
                                  const struct mxfake_device *device, cJSON *json)
{
    cJSON *more = fake_add_object(json, "unsigned");
    const struct mxfake_event *edit = event->redacted == NULL ? mxfake_event_edit(event) : NULL;
    fake_add_number(more, "age", fake->now_ms - event->at_ms);
    if (event->txn != NULL && event->device == device) {
        fake_add_text(more, "transaction_id", event->txn);
    }
    if (device != NULL) {
        const char *membership = mxfake_member_at(event->room, device->user->id, event->pos);
        fake_add_text(more, "membership", membership[0] != '\0' ? membership : "leave");
    }
    if (event->prev != NULL) {
        fake_put(more, "prev_content", cJSON_Duplicate(event->prev->content, true));
        fake_add_text(more, "replaces_state", event->prev->id);
        fake_add_text(more, "prev_sender", event->prev->sender->id);
    }
    if (event->redacted != NULL) {
        fake_add_text(more, "redacted_by", event->redacted->id);
        fake_put(more, "redacted_because",
                 mxfake_event_client(fake, event->redacted, NULL, MXFAKE_SHAPE_FULL));
    }
    if (edit != NULL) {
        fake_put(fake_add_object(more, "m.relations"), "m.replace",
                 mxfake_event_client(fake, edit, NULL, MXFAKE_SHAPE_FULL));
    }
}

cJSON *mxfake_event_client(const struct mxfake *fake, const struct mxfake_event *event,
                           const struct mxfake_device *device, enum mxfake_shape shape)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "type", event->type);
    fake_add_text(json, "sender", event->sender->id);
    fake_put(json, "content", cJSON_Duplicate(event->content, true));
    if (event->key != NULL) {
        fake_add_text(json, "state_key", event->key);
    }
    if (shape == MXFAKE_SHAPE_STRIPPED) {
        return json;
    }
    fake_add_text(json, "event_id", event->id);
    fake_add_number(json, "origin_server_ts", event->at_ms);
    if (shape == MXFAKE_SHAPE_FULL) {
        fake_add_text(json, "room_id", event->room->id);
    }
    mxfake_event_redacts(fake, event, json);
    mxfake_event_unsigned(fake, event, device, json);
    return json;
}
