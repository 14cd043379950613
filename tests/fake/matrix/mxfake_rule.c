/* Who may do what in a room: members, power levels, join rules. */
#include "mxfake_room.h"

#include <stdlib.h>
#include <string.h>

static const char mxfake_forbidden[] = "M_FORBIDDEN";

const char *mxfake_member_at(const struct mxfake_room *room, const char *user, uint64_t pos)
{
    const struct mxfake_event *event = mxfake_state_at(room, "m.room.member", user, pos);
    const char *membership = event == NULL ? NULL : fake_get_text(event->content, "membership");
    return membership == NULL ? "" : membership;
}

static bool mxfake_is(const struct mxfake_room *room, const struct mxfake_user *user,
                      const char *membership)
{
    return strcmp(mxfake_member_at(room, user->id, MXFAKE_NOW), membership) == 0;
}

bool mxfake_is_member(const struct mxfake_room *room, const struct mxfake_user *user)
{
    return mxfake_is(room, user, "join");
}

size_t mxfake_member_count(const struct mxfake_room *room, const char *membership)
{
    size_t count = 0;
    for (size_t i = 0; i < room->slots.count; i++) {
        const struct mxfake_slot *slot = room->slots.items[i];
        count += strcmp(slot->type, "m.room.member") == 0 &&
                 strcmp(mxfake_member_at(room, slot->key, MXFAKE_NOW), membership) == 0;
    }
    return count;
}

/* A level; old rooms may have it as text. */
static int64_t mxfake_number(const cJSON *item, int64_t otherwise)
{
    if (cJSON_IsString(item)) {
        return strtoll(item->valuestring, NULL, 10);
    }
    return cJSON_IsNumber(item) ? (int64_t)item->valuedouble : otherwise;
}

static const cJSON *mxfake_levels(const struct mxfake_room *room)
{
    return mxfake_state_now(room, "m.room.power_levels", "");
}

static bool mxfake_is_creator(const struct mxfake_room *room, const char *user)
{
    const cJSON *more =
        fake_get(mxfake_state_now(room, "m.room.create", ""), "additional_creators");
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, more)
    {
        if (cJSON_IsString(item) && strcmp(item->valuestring, user) == 0) {
            return true;
        }
    }
    return room->creator != NULL && strcmp(room->creator->id, user) == 0;
}

int64_t mxfake_power(const struct mxfake_room *room, const char *user)
{
    const cJSON *levels = mxfake_levels(room);
    bool creator = mxfake_is_creator(room, user);
    if (creator && room->version >= MXFAKE_V12) {
        return INT64_MAX;
    }
    if (levels == NULL) {
        return creator ? 100 : 0;
    }
    const cJSON *own = fake_get(fake_get(levels, "users"), user);
    return mxfake_number(own != NULL ? own : fake_get(levels, "users_default"), 0);
}

int64_t mxfake_level(const struct mxfake_room *room, const char *name, int64_t otherwise)
{
    return mxfake_number(fake_get(mxfake_levels(room), name), otherwise);
}

static int64_t mxfake_level_to_send(const struct mxfake_room *room, const char *type, bool state)
{
    int64_t usual =
        state ? mxfake_level(room, "state_default", 50) : mxfake_level(room, "events_default", 0);
    return mxfake_number(fake_get(fake_get(mxfake_levels(room), "events"), type), usual);
}

/* --- members ---------------------------------------------------------------------------------- */

static const char *mxfake_join_rule(const struct mxfake_room *room)
{
    const char *rule = fake_get_text(mxfake_state_now(room, "m.room.join_rules", ""), "join_rule");
    return rule == NULL ? "invite" : rule;
}

/* Is user in one of the rooms that a restricted room names? */
static bool mxfake_is_allowed(const struct mxfake *fake, const struct mxfake_room *room,
                              const struct mxfake_user *user)
{
    const cJSON *allow = fake_get(mxfake_state_now(room, "m.room.join_rules", ""), "allow");
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, allow)
    {
        const struct mxfake_room *other = mxfake_room_find(fake, fake_get_text(item, "room_id"));
        if (other != NULL && mxfake_is_member(other, user)) {
            return true;
        }
    }
    return false;
}

static bool mxfake_may_join(const struct mxfake *fake, const struct mxfake_draft *draft,
                            struct mxfake_no *no)
{
    const struct mxfake_room *room = draft->room;
    const struct mxfake_user *user = draft->sender;
    const char *now = mxfake_member_at(room, user->id, MXFAKE_NOW);
    const char *rule = mxfake_join_rule(room);
    if (strcmp(user->id, draft->key) != 0) {
        return mxfake_deny(no, 403, mxfake_forbidden, "Cannot force another user to join.");
    }
    if (strcmp(now, "ban") == 0) {
        return mxfake_deny(no, 403, "M_BAD_STATE", "You are banned from this room");
    }
    bool first = room->events.count == 1 && room->creator == user;
    bool named = strcmp(now, "join") == 0 || strcmp(now, "invite") == 0;
    bool open = strcmp(rule, "public") == 0;
    bool restricted = strncmp(rule, "restricted", 10) == 0 || strcmp(rule, "knock_restricted") == 0;
    if (!first && !named && !open && !(restricted && mxfake_is_allowed(fake, room, user))) {
        return mxfake_deny(no, 403, mxfake_forbidden, "You are not invited to this room.");
    }
    return true;
}

static bool mxfake_may_invite(const struct mxfake *fake, const struct mxfake_draft *draft,
                              struct mxfake_no *no)
{
    const struct mxfake_room *room = draft->room;
    const char *now = mxfake_member_at(room, draft->key, MXFAKE_NOW);
    const struct mxfake_user *whom = mxfake_user_find(fake, draft->key);
    if (strcmp(now, "ban") == 0) {
        return mxfake_deny(no, 403, "M_BAD_STATE", "The user is banned from the room");
    }
    if (strcmp(now, "join") == 0) {
        return mxfake_deny(no, 403, mxfake_forbidden, "The user is already in the room.");
    }
    if (mxfake_power(room, draft->sender->id) < mxfake_level(room, "invite", 0)) {
        return mxfake_deny(no, 403, mxfake_forbidden, "You don't have permission to invite users");
    }
    if (whom != NULL && whom->blocks_invites) {
        return mxfake_deny(no, 403, "M_INVITE_BLOCKED", "The user does not accept invites.");
    }
    return true;
}

/* Away goes somebody else, or stays away. */
static bool mxfake_may_remove(const struct mxfake_draft *draft, const char *membership,
                              struct mxfake_no *no)
{
    const struct mxfake_room *room = draft->room;
    int64_t power = mxfake_power(room, draft->sender->id);
    bool banned = strcmp(mxfake_member_at(room, draft->key, MXFAKE_NOW), "ban") == 0;
    const char *name = banned || strcmp(membership, "ban") == 0 ? "ban" : "kick";
    if (power < mxfake_level(room, name, 50) ||
        (!banned && power <= mxfake_power(room, draft->key))) {
        return mxfake_deny(no, 403, mxfake_forbidden, "You don't have permission to do that");
    }
    return true;
}

static bool mxfake_may_leave(const struct mxfake_draft *draft, struct mxfake_no *no)
{
    const char *now = mxfake_member_at(draft->room, draft->key, MXFAKE_NOW);
    bool there = strcmp(now, "join") == 0 || strcmp(now, "invite") == 0 ||
                 strcmp(now, "knock") == 0 || strcmp(now, "leave") == 0;
    return there || mxfake_deny(no, 403, mxfake_forbidden, "The user is not in the room.");
}

static bool mxfake_may_knock(const struct mxfake_draft *draft, struct mxfake_no *no)
{
    const char *now = mxfake_member_at(draft->room, draft->key, MXFAKE_NOW);
    if (strncmp(mxfake_join_rule(draft->room), "knock", 5) != 0) {
        return mxfake_deny(no, 403, mxfake_forbidden, "You don't have permission to knock");
    }
    if (strcmp(now, "join") == 0 || strcmp(now, "ban") == 0 || strcmp(now, "invite") == 0) {
        return mxfake_deny(no, 403, mxfake_forbidden, "There is nothing to knock for.");
    }
    return true;
}

static bool mxfake_may_move(const struct mxfake *fake, const struct mxfake_draft *draft,
                            struct mxfake_no *no)
{
    const char *membership = fake_get_text(draft->content, "membership");
    bool self = strcmp(draft->sender->id, draft->key) == 0;
    if (membership == NULL) {
        return mxfake_deny(no, 400, "M_BAD_JSON", "membership is missing");
    }
    if (strcmp(membership, "join") == 0) {
        return mxfake_may_join(fake, draft, no);
    }
    if (strcmp(membership, "knock") == 0) {
        return mxfake_may_knock(draft, no);
    }
    if (self && strcmp(membership, "leave") == 0) {
        return mxfake_may_leave(draft, no);
    }
    if (!mxfake_is_member(draft->room, draft->sender)) {
        return mxfake_deny(no, 403, mxfake_forbidden, "You are not in the room.");
    }
    if (strcmp(membership, "invite") == 0) {
        return mxfake_may_invite(fake, draft, no);
    }
    return mxfake_may_remove(draft, membership, no);
}

/* --- power levels ----------------------------------------------------------------------------- */

static bool mxfake_levels_are_numbers(const cJSON *content)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, content)
    {
        bool fits = cJSON_IsObject(item) ? mxfake_levels_are_numbers(item) : cJSON_IsNumber(item);
        if (!fits) {
            return false;
        }
    }
    return true;
}

/* Levels that differ between the two: none above power may be, nor be touched; with self, not
 * those of others who have as much. */
static bool mxfake_may_set_level(const cJSON *now, const cJSON *then, int64_t power,
                                 const char *self)
{
    const cJSON *const sides[2] = {now, then};
    for (size_t i = 0; i < 2; i++) {
        const cJSON *item = NULL;
        cJSON_ArrayForEach(item, sides[i])
        {
            const cJSON *other = fake_get(sides[1 - i], item->string);
            int64_t level = mxfake_number(item, 0);
            bool same = other != NULL && mxfake_number(other, 0) == level;
            bool equal = self != NULL && i == 0 && strcmp(self, item->string) != 0;
            if (!cJSON_IsObject(item) && !same && (level > power || (equal && level == power))) {
                return false;
            }
        }
    }
    return true;
}

static bool mxfake_may_set_levels(const cJSON *now, const cJSON *then, int64_t power,
                                  const char *self)
{
    static const char *const inner[] = {"events", "users", "notifications"};
    for (size_t i = 0; i < sizeof inner / sizeof *inner; i++) {
        if (!mxfake_may_set_level(fake_get(now, inner[i]), fake_get(then, inner[i]), power,
                                  strcmp(inner[i], "users") == 0 ? self : NULL)) {
            return false;
        }
    }
    return mxfake_may_set_level(now, then, power, NULL);
}

static bool mxfake_may_levels(const struct mxfake_draft *draft, struct mxfake_no *no)
{
    const struct mxfake_room *room = draft->room;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, fake_get(draft->content, "users"))
    {
        if (room->version >= MXFAKE_V12 && mxfake_is_creator(room, item->string)) {
            return mxfake_deny(no, 400, "M_UNKNOWN",
                               "Creator user must not appear in content.users");
        }
    }
    cJSON *numbers = cJSON_Duplicate(draft->content, true);
    cJSON_DeleteItemFromObjectCaseSensitive(numbers, "notifications");
    bool fits = room->version < 10 || mxfake_levels_are_numbers(numbers);
    cJSON_Delete(numbers);
    if (!fits) {
        return mxfake_deny(no, 400, "M_BAD_JSON", "a power level is no integer");
    }
    if (mxfake_levels(room) != NULL &&
        !mxfake_may_set_levels(mxfake_levels(room), draft->content,
                               mxfake_power(room, draft->sender->id), draft->sender->id)) {
        return mxfake_deny(no, 403, mxfake_forbidden,
                           "You don't have permission to change power levels so");
    }
    return true;
}

/* --- all together ----------------------------------------------------------------------------- */

static bool mxfake_may_redact(const struct mxfake_draft *draft, struct mxfake_no *no)
{
    bool own = draft->target != NULL && draft->target->sender == draft->sender;
    if (!own &&
        mxfake_power(draft->room, draft->sender->id) < mxfake_level(draft->room, "redact", 50)) {
        return mxfake_deny(no, 403, mxfake_forbidden, "You don't have permission to redact events");
    }
    return true;
}

bool mxfake_may(const struct mxfake *fake, const struct mxfake_draft *draft, struct mxfake_no *no)
{
    const struct mxfake_room *room = draft->room;
    bool state = draft->key != NULL;
    if (state && strcmp(draft->type, "m.room.member") == 0) {
        return mxfake_may_move(fake, draft, no);
    }
    if (state && strcmp(draft->type, "m.room.create") == 0) {
        return room->events.count == 0 ||
               mxfake_deny(no, 403, mxfake_forbidden, "There is one already.");
    }
    if (!mxfake_is_member(room, draft->sender)) {
        return mxfake_deny(no, 403, mxfake_forbidden, "You are not in the room.");
    }
    if (mxfake_power(room, draft->sender->id) < mxfake_level_to_send(room, draft->type, state)) {
        return mxfake_deny(no, 403, mxfake_forbidden,
                           "You don't have permission to post that to the room.");
    }
    if (state && draft->key[0] == '@' && strcmp(draft->key, draft->sender->id) != 0) {
        return mxfake_deny(no, 403, mxfake_forbidden, "You are not allowed to set others state");
    }
    if (state && strcmp(draft->type, "m.room.power_levels") == 0) {
        return mxfake_may_levels(draft, no);
    }
    if (strcmp(draft->type, "m.room.redaction") == 0) {
        return mxfake_may_redact(draft, no);
    }
    return true;
}
