/* Rooms and events: how they come to be, and the state of a room through time. */
#include "mxfake_room.h"

#include <stdlib.h>
#include <string.h>

enum { MXFAKE_HASH_LETTERS = 43, MXFAKE_ROOM_LETTERS = 18 };

struct mxfake_room *mxfake_room_find(const struct mxfake *fake, const char *id)
{
    return id == NULL ? NULL : fake_map_find(&fake->room_map, mxfake_key(id));
}

struct mxfake_event *mxfake_event_find(const struct mxfake *fake, const char *id)
{
    return id == NULL ? NULL : fake_map_find(&fake->event_map, mxfake_key(id));
}

struct mxfake_room *mxfake_room_new(struct mxfake *fake, const char *version)
{
    struct mxfake_room *room = fake_take(sizeof *room);
    room->version = (int)strtol(version, NULL, 10);
    room->version_text = fake_copy(version, strlen(version));
    if (room->version >= MXFAKE_V12) {
        room->id = mxfake_letters(fake, "!", MXFAKE_HASH_LETTERS, "");
    } else {
        char server[MXFAKE_NAME_BYTES + 1] = ":";
        fake_name(server + 1, MXFAKE_NAME_BYTES, fake->server);
        room->id = mxfake_letters(fake, "!", MXFAKE_ROOM_LETTERS, server);
    }
    room->receipts = cJSON_CreateObject();
    fake_list_add(&fake->rooms, room);
    fake_map_put(&fake->room_map, mxfake_key(room->id), room);
    return room;
}

static uint64_t mxfake_slot_key(const char *type, const char *key)
{
    return fake_hash(mxfake_key(type), key, strlen(key));
}

static struct mxfake_slot *mxfake_slot_find(const struct mxfake_room *room, const char *type,
                                            const char *key)
{
    return fake_map_find(&room->slot_map, mxfake_slot_key(type, key));
}

static void mxfake_slot_add(struct mxfake_room *room, struct mxfake_event *event)
{
    struct mxfake_slot *slot = mxfake_slot_find(room, event->type, event->key);
    if (slot == NULL) {
        slot = fake_take(sizeof *slot);
        slot->type = fake_copy(event->type, strlen(event->type));
        slot->key = fake_copy(event->key, strlen(event->key));
        fake_list_add(&room->slots, slot);
        fake_map_put(&room->slot_map, mxfake_slot_key(event->type, event->key), slot);
    }
    event->prev = mxfake_slot_at(slot, MXFAKE_NOW);
    fake_list_add(&slot->events, event);
}

struct mxfake_event *mxfake_slot_at(const struct mxfake_slot *slot, uint64_t pos)
{
    for (size_t i = slot->events.count; i > 0; i--) {
        struct mxfake_event *event = slot->events.items[i - 1];
        if (event->pos <= pos) {
            return event;
        }
    }
    return NULL;
}

struct mxfake_event *mxfake_state_at(const struct mxfake_room *room, const char *type,
                                     const char *key, uint64_t pos)
{
    const struct mxfake_slot *slot = mxfake_slot_find(room, type, key);
    return slot == NULL ? NULL : mxfake_slot_at(slot, pos);
}

const cJSON *mxfake_state_now(const struct mxfake_room *room, const char *type, const char *key)
{
    const struct mxfake_event *event = mxfake_state_at(room, type, key, MXFAKE_NOW);
    return event == NULL ? NULL : event->content;
}

size_t mxfake_events_until(const struct mxfake_room *room, uint64_t pos)
{
    size_t low = 0;
    size_t high = room->events.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct mxfake_event *event = room->events.items[middle];
        if (event->pos <= pos) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static enum mxfake_history mxfake_history_now(const struct mxfake_room *room)
{
    static const char *const names[] = {"shared", "world_readable", "invited", "joined"};
    const char *name = fake_get_text(mxfake_state_now(room, "m.room.history_visibility", ""),
                                     "history_visibility");
    for (size_t i = 0; name != NULL && i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], name) == 0) {
            return (enum mxfake_history)i;
        }
    }
    return MXFAKE_HISTORY_SHARED;
}

static void mxfake_event_relate(const struct mxfake *fake, struct mxfake_event *event)
{
    const char *kind = NULL;
    const char *id = mxfake_relates_to(event->content, &kind);
    struct mxfake_event *to = mxfake_event_find(fake, id);
    if (to != NULL && to->room == event->room) {
        fake_list_add(&to->relations, event);
    }
}

/* A member is known to be in this room, or to have been. */
static void mxfake_event_member(struct mxfake *fake, const struct mxfake_event *event)
{
    if (event->key == NULL || strcmp(event->type, "m.room.member") != 0) {
        return;
    }
    struct mxfake_user *user = mxfake_user_at(fake, event->key);
    fake_list_remove(&user->rooms, event->room);
    fake_list_add(&user->rooms, event->room);
    fake_list_remove(&user->forgotten, event->room);
}

struct mxfake_event *mxfake_event_new(struct mxfake *fake, const struct mxfake_draft *draft)
{
    struct mxfake_event *event = fake_take(sizeof *event);
    event->id = mxfake_letters(fake, "$", MXFAKE_HASH_LETTERS, "");
    event->room = draft->room;
    event->type = fake_copy(draft->type, strlen(draft->type));
    event->key = draft->key == NULL ? NULL : fake_copy(draft->key, strlen(draft->key));
    event->sender = draft->sender;
    event->at_ms = fake->now_ms;
    event->content = draft->content;
    event->target = draft->target;
    event->device = draft->device;
    event->txn = draft->txn == NULL ? NULL : fake_copy(draft->txn, strlen(draft->txn));
    const struct mxfake_entry entry = {.room = draft->room, .event = event, .user = draft->sender};
    event->pos = mxfake_happened(fake, &entry);
    fake_list_add(&fake->events, event);
    fake_map_put(&fake->event_map, mxfake_key(event->id), event);
    fake_list_add(&draft->room->events, event);
    if (event->key != NULL) {
        mxfake_slot_add(draft->room, event);
    }
    event->history = mxfake_history_now(draft->room);
    mxfake_event_member(fake, event);
    mxfake_event_relate(fake, event);
    if (event->target != NULL) {
        mxfake_event_redact(fake, event->target, event);
    }
    fake->counts.events++;
    mxfake_services_hear(fake, event);
    return event;
}

struct mxfake_event *mxfake_put(struct mxfake *fake, const struct mxfake_draft *draft,
                                struct mxfake_no *no)
{
    if (!mxfake_may(fake, draft, no)) {
        cJSON_Delete(draft->content);
        return NULL;
    }
    struct mxfake_event *now =
        draft->key == NULL ? NULL
                           : mxfake_state_at(draft->room, draft->type, draft->key, MXFAKE_NOW);
    if (now != NULL && now->sender == draft->sender &&
        cJSON_Compare(now->content, draft->content, true)) {
        cJSON_Delete(draft->content);
        return now;
    }
    return mxfake_event_new(fake, draft);
}

static void mxfake_event_free(struct mxfake_event *event)
{
    free(event->id);
    free(event->type);
    free(event->key);
    free(event->txn);
    cJSON_Delete(event->content);
    cJSON_Delete(event->before);
    fake_list_deinit(&event->relations);
    free(event);
}

static void mxfake_room_free(struct mxfake_room *room)
{
    for (size_t i = 0; i < room->slots.count; i++) {
        struct mxfake_slot *slot = room->slots.items[i];
        free(slot->type);
        free(slot->key);
        fake_list_deinit(&slot->events);
        free(slot);
    }
    fake_list_deinit(&room->slots);
    fake_map_deinit(&room->slot_map);
    fake_list_deinit(&room->events);
    fake_list_deinit(&room->typing);
    cJSON_Delete(room->receipts);
    free(room->id);
    free(room->version_text);
    free(room);
}

void mxfake_rooms_free(struct mxfake *fake)
{
    for (size_t i = 0; i < fake->aliases.count; i++) {
        struct mxfake_alias *alias = fake->aliases.items[i];
        free(alias->alias);
        free(alias);
    }
    for (size_t i = 0; i < fake->rooms.count; i++) {
        mxfake_room_free(fake->rooms.items[i]);
    }
    for (size_t i = 0; i < fake->events.count; i++) {
        mxfake_event_free(fake->events.items[i]);
    }
    fake_list_deinit(&fake->aliases);
    fake_list_deinit(&fake->rooms);
    fake_list_deinit(&fake->events);
    fake_map_deinit(&fake->room_map);
    fake_map_deinit(&fake->event_map);
}

/* --- an older database ------------------------------------------------------------------------ */

static void mxfake_slots_undo(struct mxfake_room *room, uint64_t pos)
{
    for (size_t i = 0; i < room->slots.count; i++) {
        struct mxfake_slot *slot = room->slots.items[i];
        while (slot->events.count > 0 &&
               ((struct mxfake_event *)slot->events.items[slot->events.count - 1])->pos > pos) {
            slot->events.count--;
        }
    }
}

static void mxfake_event_undo(struct mxfake *fake, const struct mxfake_event *event)
{
    const char *kind = NULL;
    struct mxfake_event *to = mxfake_event_find(fake, mxfake_relates_to(event->content, &kind));
    if (to != NULL) {
        fake_list_remove(&to->relations, event);
    }
    if (event->target != NULL && event->target->redacted == event) {
        cJSON_Delete(event->target->content);
        event->target->content = event->target->before;
        event->target->before = NULL;
        event->target->redacted = NULL;
        mxfake_event_relate(fake, event->target);
    }
    fake_map_remove(&fake->event_map, mxfake_key(event->id));
}

/* Rooms that were made after it stay, without an event: nobody is in them. */
void mxfake_rooms_undo(struct mxfake *fake, uint64_t pos)
{
    for (size_t i = fake->events.count; i > 0; i--) {
        struct mxfake_event *event = fake->events.items[i - 1];
        if (event->pos <= pos) {
            break;
        }
        mxfake_event_undo(fake, event);
    }
    for (size_t i = 0; i < fake->rooms.count; i++) {
        struct mxfake_room *room = fake->rooms.items[i];
        room->events.count = mxfake_events_until(room, pos);
        mxfake_slots_undo(room, pos);
    }
    while (fake->events.count > 0 &&
           ((struct mxfake_event *)fake->events.items[fake->events.count - 1])->pos > pos) {
        mxfake_event_free(fake->events.items[--fake->events.count]);
    }
    while (fake->stream.count > pos) {
        free(fake->stream.items[--fake->stream.count]);
    }
}
