/* Whose devices somebody has to ask for again: those that changed, of people who are in a room with
 * them, and those of people who have come; and whose no more. */
#include "mxfake_keys.h"

#include <string.h>

struct mxfake_lists {
    const struct mxfake_user *user;
    const struct mxfake_keys_told *told;
    cJSON *changed; /* users: true */
    cJSON *left;
};

static bool mxfake_shares_room(const struct mxfake_user *one, const struct mxfake_user *other)
{
    for (size_t i = 0; i < one->rooms.count; i++) {
        if (mxfake_is_member(one->rooms.items[i], one) &&
            mxfake_is_member(one->rooms.items[i], other)) {
            return true;
        }
    }
    return false;
}

static void mxfake_lists_move(cJSON *to, cJSON *from, const char *user)
{
    cJSON_DeleteItemFromObjectCaseSensitive(from, user);
    fake_put(to, user, cJSON_CreateTrue());
}

/* Of all who are in a room. */
static void mxfake_lists_room(const struct mxfake_room *room, cJSON *to)
{
    for (size_t i = 0; i < room->slots.count; i++) {
        const struct mxfake_slot *slot = room->slots.items[i];
        if (strcmp(slot->type, "m.room.member") == 0 &&
            strcmp(mxfake_member_at(room, slot->key, MXFAKE_NOW), "join") == 0) {
            fake_put(to, slot->key, cJSON_CreateTrue());
        }
    }
}

static bool mxfake_is_there(const char *membership)
{
    return strcmp(membership, "join") == 0 || strcmp(membership, "invite") == 0 ||
           strcmp(membership, "knock") == 0;
}

static void mxfake_lists_member(const struct mxfake_lists *lists, const struct mxfake_event *event)
{
    const char *before = mxfake_member_at(event->room, event->key, event->pos - 1);
    const char *after = mxfake_member_at(event->room, event->key, event->pos);
    bool mine = strcmp(event->key, lists->user->id) == 0;
    bool was = strcmp(before, "join") == 0;
    bool is = strcmp(after, "join") == 0;
    if (mine && is != was) {
        mxfake_lists_room(event->room, is ? lists->changed : lists->left);
    } else if (mxfake_is_member(event->room, lists->user)) {
        if (mxfake_is_there(after)) {
            if (lists->told->renames || !mxfake_is_there(before)) {
                mxfake_lists_move(lists->changed, lists->left, event->key);
            }
        } else if (was || (!lists->told->renames && mxfake_is_there(before))) {
            mxfake_lists_move(lists->left, lists->changed, event->key);
        }
    }
}

static void mxfake_lists_entry(const struct mxfake_lists *lists, const struct mxfake_entry *entry,
                               uint64_t pos)
{
    const struct mxfake_event *event = entry->event;
    const struct mxfake_user *user = entry->user;
    if (event != NULL && event->key != NULL && strcmp(event->type, "m.room.member") == 0) {
        mxfake_lists_member(lists, event);
    } else if (entry->signer != NULL) {
        if (entry->signer == lists->user) {
            fake_put(lists->changed, user->id, cJSON_CreateTrue());
        }
    } else if (entry->room == NULL && user != NULL && user->devices_pos == pos &&
               (user == lists->user || mxfake_shares_room(user, lists->user))) {
        fake_put(lists->changed, user->id, cJSON_CreateTrue());
    }
}

bool mxfake_device_lists(const struct mxfake *fake, const struct mxfake_user *user,
                         const struct mxfake_keys_told *told, cJSON *lists)
{
    struct mxfake_lists found = {
        .user = user, .told = told, .changed = cJSON_CreateObject(), .left = cJSON_CreateObject()};
    cJSON *changed = fake_add_list(lists, "changed");
    cJSON *left = fake_add_list(lists, "left");
    for (uint64_t pos = told->since; told->since > 0 && pos < told->until; pos++) {
        mxfake_lists_entry(&found, fake->stream.items[pos], pos + 1);
    }
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, found.changed)
    {
        fake_add_text(changed, NULL, item->string);
    }
    cJSON_ArrayForEach(item, found.left)
    {
        const struct mxfake_user *gone = mxfake_user_find(fake, item->string);
        if (gone != user && !mxfake_shares_room(gone, user)) {
            fake_add_text(left, NULL, item->string);
        }
    }
    cJSON_Delete(found.changed);
    cJSON_Delete(found.left);
    return changed->child != NULL || left->child != NULL;
}
