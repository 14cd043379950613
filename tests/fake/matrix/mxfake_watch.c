/* Who sees what, and what there is. */
#include "mxfake_room.h"

#include <stdlib.h>
#include <string.h>

/* As it was sent. */
static const cJSON *mxfake_words(const struct mxfake_event *event)
{
    return event->before != NULL ? event->before : event->content;
}

static char *mxfake_printed(cJSON *json)
{
    struct fake_text *text = fake_text_json(json);
    char *copy = fake_copy(text->bytes, text->len);
    fake_text_drop(&text);
    return copy;
}

char *mxfake_sees(const struct mxfake *fake, const char *user, const char *room)
{
    const struct mxfake_user *own = mxfake_user_find(fake, user);
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; own != NULL && i < fake->events.count; i++) {
        const struct mxfake_event *event = fake->events.items[i];
        if ((room != NULL && strcmp(event->room->id, room) != 0) || !mxfake_visible(event, own)) {
            continue;
        }
        cJSON *item = fake_add_object(list, NULL);
        fake_add_text(item, "room", event->room->id);
        fake_add_text(item, "event", event->id);
        fake_add_number(item, "at_ms", event->at_ms);
        fake_add_text(item, "sender", event->sender->id);
        fake_add_text(item, "type", event->type);
        const char *body = fake_get_text(mxfake_words(event), "body");
        fake_add_text(item, "body", body != NULL ? body : "");
        fake_put(item, "content", cJSON_Duplicate(mxfake_words(event), true));
    }
    return mxfake_printed(list);
}

void mxfake_each_seen(const struct mxfake *fake, const char *user,
                      const struct mxfake_seeing *seeing)
{
    const struct mxfake_user *own = mxfake_user_find(fake, user);
    for (size_t i = 0; own != NULL && i < fake->events.count; i++) {
        const struct mxfake_event *event = fake->events.items[i];
        if (!seeing->wanted(seeing->context, i) || !mxfake_visible(event, own)) {
            continue;
        }
        char *content = cJSON_PrintUnformatted(mxfake_words(event));
        const struct mxfake_seen seen = {
            i,       event->room->id,        event->id, event->sender->id, event->type,
            content, event->redacted != NULL};
        seeing->seen(seeing->context, &seen);
        cJSON_free(content);
    }
}

/* Are the words in a text of it, at any depth? */
static bool mxfake_says(const cJSON *json, const char *words)
{
    if (cJSON_IsString(json)) {
        return strstr(json->valuestring, words) != NULL;
    }
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, json)
    {
        if ((item->string != NULL && strstr(item->string, words) != NULL) ||
            mxfake_says(item, words)) {
            return true;
        }
    }
    return false;
}

bool mxfake_has_seen(const struct mxfake *fake, const char *user, const char *words)
{
    const struct mxfake_user *own = mxfake_user_find(fake, user);
    for (size_t i = 0; own != NULL && i < fake->events.count; i++) {
        const struct mxfake_event *event = fake->events.items[i];
        if (mxfake_says(mxfake_words(event), words) && mxfake_visible(event, own)) {
            return true;
        }
    }
    return false;
}

bool mxfake_can_see(const struct mxfake *fake, const char *user, const char *event)
{
    const struct mxfake_user *own = mxfake_user_find(fake, user);
    const struct mxfake_event *found = mxfake_event_find(fake, event);
    return own != NULL && found != NULL && mxfake_visible(found, own);
}

const char *mxfake_latest(const struct mxfake *fake, const char *user, const char *room,
                          const char *sender, const char *type)
{
    const struct mxfake_user *own = mxfake_user_find(fake, user);
    type = type != NULL ? type : "m.room.message";
    for (size_t i = fake->events.count; own != NULL && i > 0; i--) {
        const struct mxfake_event *event = fake->events.items[i - 1];
        if (strcmp(event->type, type) == 0 &&
            (room == NULL || strcmp(event->room->id, room) == 0) &&
            (sender == NULL || strcmp(event->sender->id, sender) == 0) &&
            mxfake_visible(event, own)) {
            return event->id;
        }
    }
    return NULL;
}

const char *mxfake_body(struct mxfake *fake, const char *event)
{
    const struct mxfake_event *found = mxfake_event_find(fake, event);
    const struct mxfake_event *edit = found == NULL ? NULL : mxfake_event_edit(found);
    const cJSON *content = edit != NULL    ? fake_get(edit->content, "m.new_content")
                           : found != NULL ? found->content
                                           : NULL;
    const char *body = fake_get_text(content, "body");
    return body == NULL ? "" : mxfake_kept(fake, fake_copy(body, strlen(body)));
}

char *mxfake_event_json(struct mxfake *fake, const char *event)
{
    const struct mxfake_event *found = mxfake_event_find(fake, event);
    return found == NULL
               ? NULL
               : mxfake_printed(mxfake_event_client(fake, found, NULL, MXFAKE_SHAPE_FULL));
}

/* The event after at that says the same in the same room in time; NULL: none. */
static const struct mxfake_event *mxfake_again(const struct mxfake *fake, size_t at,
                                               int64_t within_ms)
{
    const struct mxfake_event *first = fake->events.items[at];
    for (size_t i = at + 1; i < fake->events.count; i++) {
        const struct mxfake_event *event = fake->events.items[i];
        if (event->at_ms - first->at_ms > within_ms) {
            return NULL;
        }
        if (event->room == first->room && event->sender == first->sender &&
            strcmp(event->type, first->type) == 0 &&
            cJSON_Compare(mxfake_words(event), mxfake_words(first), true)) {
            return event;
        }
    }
    return NULL;
}

char *mxfake_twice(const struct mxfake *fake, const char *sender, int64_t within_ms)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < fake->events.count; i++) {
        const struct mxfake_event *event = fake->events.items[i];
        if (strcmp(event->type, "m.room.message") != 0 ||
            (sender != NULL && strcmp(event->sender->id, sender) != 0)) {
            continue;
        }
        const struct mxfake_event *again = mxfake_again(fake, i, within_ms);
        if (again != NULL) {
            cJSON *item = fake_add_object(list, NULL);
            fake_add_text(item, "room", event->room->id);
            fake_add_text(item, "body", fake_get_text(mxfake_words(event), "body"));
            fake_add_text(item, "first", event->id);
            fake_add_text(item, "second", again->id);
        }
    }
    if (cJSON_GetArraySize(list) == 0) {
        cJSON_Delete(list);
        return NULL;
    }
    return mxfake_printed(list);
}

/* --- rooms ------------------------------------------------------------------------------------ */

const char *mxfake_membership(const struct mxfake *fake, const char *room, const char *user)
{
    const struct mxfake_room *found = mxfake_room_find(fake, room);
    return found == NULL ? "" : mxfake_member_at(found, user, MXFAKE_NOW);
}

char *mxfake_members(const struct mxfake *fake, const char *room, const char *membership)
{
    const struct mxfake_room *found = mxfake_room_find(fake, room);
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; found != NULL && i < found->slots.count; i++) {
        const struct mxfake_slot *slot = found->slots.items[i];
        if (strcmp(slot->type, "m.room.member") == 0 &&
            strcmp(mxfake_member_at(found, slot->key, MXFAKE_NOW), membership) == 0) {
            fake_add_text(list, NULL, slot->key);
        }
    }
    return mxfake_printed(list);
}

char *mxfake_room_state(const struct mxfake *fake, const char *room, const char *type,
                        const char *key)
{
    const struct mxfake_room *found = mxfake_room_find(fake, room);
    const cJSON *content = found == NULL ? NULL : mxfake_state_now(found, type, key);
    return content == NULL ? NULL : mxfake_printed(cJSON_Duplicate(content, true));
}

char *mxfake_rooms(const struct mxfake *fake, const char *user)
{
    const struct mxfake_user *own = mxfake_user_find(fake, user);
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; own != NULL && i < own->rooms.count; i++) {
        const struct mxfake_room *room = own->rooms.items[i];
        if (mxfake_is_member(room, own)) {
            fake_add_text(list, NULL, room->id);
        }
    }
    return mxfake_printed(list);
}
