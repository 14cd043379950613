/* Routes by which rooms are made, entered and left, and their aliases. */
#include "mxfake_handlers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void mxfake_answer_room(struct mxfake_call *call, const struct mxfake_room *room)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "room_id", room->id);
    mxfake_answer(call, 200, json);
}

static bool mxfake_create_fits(struct mxfake_call *call)
{
    static const char *const lists[] = {"invite", "initial_state", "invite_3pid"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const cJSON *list = fake_get(call->body, lists[i]);
        if (list != NULL && !cJSON_IsArray(list)) {
            mxfake_error(call, 400, "M_BAD_JSON", "no list where there must be one");
        }
    }
    const cJSON *levels = fake_get(call->body, "power_level_content_override");
    if (levels != NULL && !cJSON_IsObject(levels)) {
        mxfake_error(call, 400, "M_BAD_JSON", "no object where there must be one");
    }
    return call->status == 0;
}

static bool mxfake_create_limits(struct mxfake_call *call)
{
    struct mxfake *fake = call->fake;
    if (!mxfake_create_fits(call) || !mxfake_limit_message(call) ||
        !mxfake_limit_take(call, &call->user->creations, &fake->knobs.rooms)) {
        return false;
    }
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, fake_get(call->body, "invite"))
    {
        if (cJSON_IsString(item) &&
            !mxfake_limit_invite(call, NULL, mxfake_user_at(fake, item->valuestring))) {
            return false;
        }
    }
    return true;
}

/* One step; false: it was refused. */
static bool mxfake_create_step(struct mxfake_call *call)
{
    struct mxfake *fake = call->fake;
    struct mxfake_no no;
    bool done = true;
    switch (call->step) {
    case 0:
        call->made = mxfake_create_begin(fake, call->user, call->body, &no);
        done = call->made != NULL;
        break;
    case 1:
        done = mxfake_create_rules(fake, call->made, call->body, &no);
        break;
    default:
        done = mxfake_create_invites(fake, call->made, call->body, &no);
        break;
    }
    if (!done) {
        mxfake_refuse(call, &no);
    }
    return done;
}

/* The events of a room are there one after another, and syncs tell of them, before there is an
 * answer. */
void mxfake_create_call(struct mxfake_call *call)
{
    enum { STEPS = 3 };
    if (call->step == 0 && !mxfake_create_limits(call)) {
        return;
    }
    while (mxfake_create_step(call)) {
        if (++call->step == STEPS) {
            mxfake_answer_room(call, call->made);
            return;
        }
        if (call->fake->knobs.create_ms > 0) {
            call->phase = MXFAKE_PHASE_STEPS;
            call->at_ms = call->fake->now_ms + call->fake->knobs.create_ms;
            return;
        }
    }
}

void mxfake_upgrade_call(struct mxfake_call *call)
{
    struct mxfake_no no;
    const char *version = mxfake_wants(call, "new_version");
    if (version == NULL) {
        return;
    }
    const struct mxfake_room *made =
        mxfake_replace(call->fake, call->user, call->room, version, &no);
    if (made == NULL) {
        mxfake_refuse(call, &no);
        return;
    }
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "replacement_room", made->id);
    mxfake_answer(call, 200, json);
}

/* --- members ---------------------------------------------------------------------------------- */

static void mxfake_enter(struct mxfake_call *call, const char *name, const char *membership)
{
    struct mxfake *fake = call->fake;
    const struct mxfake_alias *alias = name[0] == '#' ? mxfake_alias_find(fake, name) : NULL;
    struct mxfake_room *room = alias != NULL ? alias->room : mxfake_room_find(fake, name);
    struct mxfake_no no;
    if (name[0] == '#' && alias == NULL) {
        mxfake_error(call, 404, "M_NOT_FOUND", "Room alias not found");
    } else if (name[0] != '#' && name[0] != '!') {
        mxfake_error(call, 400, "M_UNKNOWN", "was not legal room ID or room alias");
    } else if (room == NULL || mxfake_member_count(room, "join") == 0) {
        mxfake_error(call, 404, "M_UNKNOWN",
                     "Can't join remote room because no servers that are in the room have been "
                     "provided.");
    } else if (mxfake_limit_take(call, &call->user->joins, &fake->knobs.joins)) {
        const struct mxfake_move move = {.room = room,
                                         .by = call->user,
                                         .whom = call->user,
                                         .membership = membership,
                                         .reason = fake_get_text(call->body, "reason")};
        if (mxfake_is_member(room, call->user) && strcmp(membership, "join") == 0) {
            mxfake_answer_room(call, room); /* again: harmless */
        } else if (!mxfake_limit_message(call)) {
            return;
        } else if (mxfake_move(fake, &move, &no) == NULL) {
            mxfake_refuse(call, &no);
        } else {
            fake->counts.joins++;
            mxfake_answer_room(call, room);
        }
    }
}

void mxfake_join_call(struct mxfake_call *call)
{
    mxfake_enter(call, call->values[0], "join");
}

void mxfake_join_by_name(struct mxfake_call *call)
{
    mxfake_enter(call, call->values[0], "join");
}

void mxfake_knock_call(struct mxfake_call *call)
{
    mxfake_enter(call, call->values[0], "knock");
}

/* Who is in a room is state: it draws on the limit of messages, as a real homeserver has it. */
static void mxfake_move_call(struct mxfake_call *call, const struct mxfake_move *move)
{
    struct mxfake_no no;
    if (!mxfake_limit_message(call)) {
        return;
    }
    if (mxfake_move(call->fake, move, &no) == NULL) {
        mxfake_refuse(call, &no);
    } else {
        mxfake_answer_nothing(call);
    }
}

void mxfake_leave_call(struct mxfake_call *call)
{
    struct mxfake_room *room = mxfake_room_find(call->fake, call->values[0]);
    const char *now = room == NULL ? "" : mxfake_member_at(room, call->user->id, MXFAKE_NOW);
    if (room == NULL) {
        mxfake_error(call, 404, "M_UNKNOWN", "Not a known room");
        return;
    }
    if (now[0] == '\0' || strcmp(now, "leave") == 0) {
        mxfake_error(call, 403, "M_FORBIDDEN", "user is not in the room");
        return;
    }
    const struct mxfake_move move = {.room = room,
                                     .by = call->user,
                                     .whom = call->user,
                                     .membership = "leave",
                                     .reason = fake_get_text(call->body, "reason")};
    mxfake_move_call(call, &move);
}

void mxfake_forget_call(struct mxfake_call *call)
{
    struct mxfake_room *room = mxfake_room_find(call->fake, call->values[0]);
    const char *now = room == NULL ? "" : mxfake_member_at(room, call->user->id, MXFAKE_NOW);
    if (strcmp(now, "join") == 0 || strcmp(now, "invite") == 0) {
        mxfake_error(call, 400, "M_UNKNOWN", "User is in the room");
        return;
    }
    if (room == NULL) {
        mxfake_error(call, 404, "M_NOT_FOUND", "Not a known room");
        return;
    }
    fake_list_remove(&call->user->forgotten, room);
    fake_list_add(&call->user->forgotten, room);
    mxfake_answer_nothing(call);
}

/* One of the four that name somebody else. */
static void mxfake_other(struct mxfake_call *call, const char *membership)
{
    const char *id = mxfake_wants(call, "user_id");
    if (id == NULL) {
        return;
    }
    if (id[0] != '@' || strchr(id, ':') == NULL) {
        mxfake_error(call, 400, "M_INVALID_PARAM", "Invalid user_id");
        return;
    }
    const struct mxfake_move move = {.room = call->room,
                                     .by = call->user,
                                     .whom = mxfake_user_at(call->fake, id),
                                     .membership = membership,
                                     .reason = fake_get_text(call->body, "reason")};
    if (strcmp(membership, "invite") == 0 && !mxfake_limit_invite(call, call->room, move.whom)) {
        return;
    }
    mxfake_move_call(call, &move);
}

void mxfake_invite_call(struct mxfake_call *call)
{
    mxfake_other(call, "invite");
}

void mxfake_kick_call(struct mxfake_call *call)
{
    const char *id = fake_get_text(call->body, "user_id");
    const char *now = id == NULL ? "join" : mxfake_member_at(call->room, id, MXFAKE_NOW);
    if (strcmp(now, "join") != 0 && strcmp(now, "invite") != 0 && strcmp(now, "knock") != 0) {
        mxfake_error(call, 403, "M_FORBIDDEN", "The target user is not in the room");
    } else {
        mxfake_other(call, "leave");
    }
}

void mxfake_ban_call(struct mxfake_call *call)
{
    mxfake_other(call, "ban");
}

void mxfake_unban_call(struct mxfake_call *call)
{
    const char *id = fake_get_text(call->body, "user_id");
    if (id != NULL && strcmp(mxfake_member_at(call->room, id, MXFAKE_NOW), "ban") != 0) {
        mxfake_error(call, 403, "M_BAD_STATE", "Cannot unban user who was not banned");
    } else {
        mxfake_other(call, "leave");
    }
}

void mxfake_joined_rooms(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *list = fake_add_list(json, "joined_rooms");
    for (size_t i = 0; i < call->user->rooms.count; i++) {
        const struct mxfake_room *room = call->user->rooms.items[i];
        if (mxfake_is_member(room, call->user)) {
            fake_add_text(list, NULL, room->id);
        }
    }
    mxfake_answer(call, 200, json);
}

/* --- aliases ---------------------------------------------------------------------------------- */

void mxfake_get_alias(struct mxfake_call *call)
{
    const struct mxfake_alias *alias = mxfake_alias_find(call->fake, call->values[0]);
    if (alias == NULL) {
        mxfake_error(call, 404, "M_NOT_FOUND", "Room alias not found");
        return;
    }
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "room_id", alias->room->id);
    fake_add_text(fake_add_list(json, "servers"), NULL, call->fake->server);
    mxfake_answer(call, 200, json);
}

void mxfake_put_alias(struct mxfake_call *call)
{
    struct mxfake_room *room = mxfake_room_find(call->fake, fake_get_text(call->body, "room_id"));
    if (room == NULL || !mxfake_is_member(room, call->user)) {
        mxfake_error(call, 404, "M_NOT_FOUND", "Room does not exist");
    } else if (mxfake_alias_find(call->fake, call->values[0]) != NULL) {
        mxfake_error(call, 409, "M_UNKNOWN", "Room alias already exists");
    } else {
        struct mxfake_alias *alias = fake_take(sizeof *alias);
        alias->alias = fake_copy(call->values[0], strlen(call->values[0]));
        alias->room = room;
        alias->by = call->user;
        fake_list_add(&call->fake->aliases, alias);
        mxfake_answer_nothing(call);
    }
}

void mxfake_delete_alias(struct mxfake_call *call)
{
    struct mxfake_alias *alias = mxfake_alias_find(call->fake, call->values[0]);
    if (alias == NULL) {
        mxfake_error(call, 404, "M_NOT_FOUND", "Room alias not found");
    } else if (alias->by != call->user) {
        mxfake_error(call, 403, "M_FORBIDDEN", "You don't have permission to delete the alias.");
    } else {
        fake_list_remove(&call->fake->aliases, alias);
        free(alias->alias);
        free(alias);
        mxfake_answer_nothing(call);
    }
}

void mxfake_room_aliases(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *list = fake_add_list(json, "aliases");
    for (size_t i = 0; i < call->fake->aliases.count; i++) {
        const struct mxfake_alias *alias = call->fake->aliases.items[i];
        if (alias->room == call->room) {
            fake_add_text(list, NULL, alias->alias);
        }
    }
    mxfake_answer(call, 200, json);
}
