/* Rooms are made, and replaced by others. */
#include "mxfake_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mxfake_making {
    struct mxfake *fake;
    struct mxfake_user *user;
    struct mxfake_room *room;
    const cJSON *body;
    const char *preset;
    bool failed;
    struct mxfake_no *no;
};

static bool mxfake_preset_is(const struct mxfake_making *making, const char *name)
{
    return strcmp(making->preset, name) == 0;
}

/* Takes content. */
static void mxfake_make(struct mxfake_making *making, const char *type, const char *key,
                        cJSON *content)
{
    const struct mxfake_draft draft = {
        .room = making->room, .sender = making->user, .type = type, .key = key, .content = content};
    if (making->failed) {
        cJSON_Delete(content);
    } else if (mxfake_put(making->fake, &draft, making->no) == NULL) {
        making->failed = true;
    }
}

static void mxfake_make_text(struct mxfake_making *making, const char *type, const char *name,
                             const char *text)
{
    cJSON *content = cJSON_CreateObject();
    fake_add_text(content, name, text);
    mxfake_make(making, type, "", content);
}

/* Is this state in initial_state? */
static const cJSON *mxfake_initial(const struct mxfake_making *making, const char *type)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, fake_get(making->body, "initial_state"))
    {
        const char *name = fake_get_text(item, "type");
        if (name != NULL && strcmp(name, type) == 0) {
            return item;
        }
    }
    return NULL;
}

static void mxfake_make_begin(struct mxfake_making *making)
{
    const cJSON *given = fake_get(making->body, "creation_content");
    cJSON *content = cJSON_IsObject(given) ? cJSON_Duplicate(given, true) : cJSON_CreateObject();
    fake_put(content, "room_version", cJSON_CreateString(making->room->version_text));
    if (making->room->version < 11) {
        fake_put(content, "creator", cJSON_CreateString(making->user->id));
    }
    if (making->room->version >= MXFAKE_V12 && mxfake_preset_is(making, "trusted_private_chat")) {
        cJSON *more = cJSON_Duplicate(fake_get(making->body, "invite"), true);
        fake_put(content, "additional_creators", more != NULL ? more : cJSON_CreateArray());
    }
    mxfake_make(making, "m.room.create", "", content);
    const struct mxfake_move move = {
        .room = making->room, .by = making->user, .whom = making->user, .membership = "join"};
    making->failed = making->failed || mxfake_move(making->fake, &move, making->no) == NULL;
}

static cJSON *mxfake_usual_levels(const struct mxfake_making *making)
{
    static const char *const at_100[] = {"m.room.power_levels", "m.room.history_visibility",
                                         "m.room.server_acl", "m.room.encryption"};
    static const char *const at_50[] = {"m.room.name", "m.room.canonical_alias", "m.room.avatar"};
    bool creators = making->room->version >= MXFAKE_V12;
    cJSON *levels = cJSON_CreateObject();
    cJSON *users = fake_add_object(levels, "users");
    cJSON *events = fake_add_object(levels, "events");
    if (!creators) {
        fake_add_number(users, making->user->id, 100);
    }
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, fake_get(making->body, "invite"))
    {
        if (!creators && mxfake_preset_is(making, "trusted_private_chat") && cJSON_IsString(item)) {
            fake_add_number(users, item->valuestring, 100);
        }
    }
    for (size_t i = 0; i < sizeof at_100 / sizeof *at_100; i++) {
        fake_add_number(events, at_100[i], 100);
    }
    for (size_t i = 0; i < sizeof at_50 / sizeof *at_50; i++) {
        fake_add_number(events, at_50[i], 50);
    }
    fake_add_number(events, "m.room.tombstone", creators ? 150 : 100);
    fake_add_number(levels, "users_default", 0);
    fake_add_number(levels, "events_default", 0);
    fake_add_number(levels, "state_default", 50);
    fake_add_number(levels, "ban", 50);
    fake_add_number(levels, "kick", 50);
    fake_add_number(levels, "redact", 50);
    fake_add_number(levels, "invite", mxfake_preset_is(making, "public_chat") ? 50 : 0);
    fake_add_number(levels, "historical", 100);
    return levels;
}

/* The override replaces members whole. */
static void mxfake_make_levels(struct mxfake_making *making)
{
    const cJSON *initial = mxfake_initial(making, "m.room.power_levels");
    cJSON *levels = initial != NULL ? cJSON_Duplicate(fake_get(initial, "content"), true)
                                    : mxfake_usual_levels(making);
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, fake_get(making->body, "power_level_content_override"))
    {
        fake_put(levels, item->string, cJSON_Duplicate(item, true));
    }
    mxfake_make(making, "m.room.power_levels", "", levels);
}

static void mxfake_make_alias(struct mxfake_making *making)
{
    char alias[MXFAKE_ID_BYTES];
    const char *name = fake_get_text(making->body, "room_alias_name");
    if (name == NULL || making->failed) {
        return;
    }
    snprintf(alias, sizeof alias, "#%.120s:%s", name, making->fake->server);
    struct mxfake_alias *made = fake_take(sizeof *made);
    made->alias = fake_copy(alias, strlen(alias));
    made->room = making->room;
    made->by = making->user;
    fake_list_add(&making->fake->aliases, made);
    mxfake_make_text(making, "m.room.canonical_alias", "alias", alias);
}

static void mxfake_make_preset(struct mxfake_making *making)
{
    bool open = mxfake_preset_is(making, "public_chat");
    if (mxfake_initial(making, "m.room.join_rules") == NULL) {
        mxfake_make_text(making, "m.room.join_rules", "join_rule", open ? "public" : "invite");
    }
    if (mxfake_initial(making, "m.room.history_visibility") == NULL) {
        mxfake_make_text(making, "m.room.history_visibility", "history_visibility", "shared");
    }
    if (!open && mxfake_initial(making, "m.room.guest_access") == NULL) {
        mxfake_make_text(making, "m.room.guest_access", "guest_access", "can_join");
    }
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, fake_get(making->body, "initial_state"))
    {
        const char *type = fake_get_text(item, "type");
        const char *key = fake_get_text(item, "state_key");
        const cJSON *content = fake_get(item, "content");
        if (type != NULL && strcmp(type, "m.room.power_levels") != 0) {
            mxfake_make(making, type, key != NULL ? key : "",
                        content != NULL ? cJSON_Duplicate(content, true) : cJSON_CreateObject());
        }
    }
}

static void mxfake_make_name(struct mxfake_making *making)
{
    const char *name = fake_get_text(making->body, "name");
    const char *topic = fake_get_text(making->body, "topic");
    if (name != NULL) {
        mxfake_make_text(making, "m.room.name", "name", name);
    }
    if (topic != NULL) {
        mxfake_make_text(making, "m.room.topic", "topic", topic);
    }
}

static void mxfake_make_invites(struct mxfake_making *making)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, fake_get(making->body, "invite"))
    {
        if (!making->failed) {
            const struct mxfake_move move = {.room = making->room,
                                             .by = making->user,
                                             .whom =
                                                 mxfake_user_at(making->fake, item->valuestring),
                                             .membership = "invite",
                                             .direct = fake_get_true(making->body, "is_direct")};
            making->failed = mxfake_move(making->fake, &move, making->no) == NULL;
        }
    }
}

/* What can be refused before anything is made. */
static bool mxfake_make_fits(const struct mxfake_making *making, const char *version)
{
    const char *name = fake_get_text(making->body, "room_alias_name");
    char alias[MXFAKE_ID_BYTES];
    char *end = NULL;
    long number = strtol(version, &end, 10);
    if (*end != '\0' || number < 1 || number > MXFAKE_V12) {
        return mxfake_deny(making->no, 400, "M_UNSUPPORTED_ROOM_VERSION",
                           "Your homeserver does not support this room version");
    }
    if (!mxfake_preset_is(making, "private_chat") && !mxfake_preset_is(making, "public_chat") &&
        !mxfake_preset_is(making, "trusted_private_chat")) {
        return mxfake_deny(making->no, 400, "M_BAD_JSON", "not a valid preset");
    }
    snprintf(alias, sizeof alias, "#%.120s:%s", name != NULL ? name : "", making->fake->server);
    if (name != NULL && mxfake_alias_find(making->fake, alias) != NULL) {
        return mxfake_deny(making->no, 400, "M_ROOM_IN_USE", "Room alias already taken");
    }
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, fake_get(making->body, "invite"))
    {
        const char *id = cJSON_IsString(item) ? item->valuestring : "";
        const struct mxfake_user *whom = mxfake_user_find(making->fake, id);
        if (id[0] != '@' || strchr(id, ':') == NULL) {
            return mxfake_deny(making->no, 400, "M_UNKNOWN", "Invalid user_id");
        }
        if (whom != NULL && whom->blocks_invites) {
            return mxfake_deny(making->no, 403, "M_INVITE_BLOCKED",
                               "The user does not accept invites.");
        }
    }
    return true;
}

static struct mxfake_making mxfake_making_of(struct mxfake *fake, struct mxfake_user *user,
                                             const cJSON *body, struct mxfake_no *no)
{
    const char *preset = fake_get_text(body, "preset");
    const char *visibility = fake_get_text(body, "visibility");
    bool published = visibility != NULL && strcmp(visibility, "public") == 0;
    struct mxfake_making making = {.fake = fake, .user = user, .body = body, .no = no};
    making.preset = preset != NULL ? preset : (published ? "public_chat" : "private_chat");
    return making;
}

struct mxfake_room *mxfake_create_begin(struct mxfake *fake, struct mxfake_user *user,
                                        const cJSON *body, struct mxfake_no *no)
{
    const char *version = fake_get_text(body, "room_version");
    const char *visibility = fake_get_text(body, "visibility");
    struct mxfake_making making = mxfake_making_of(fake, user, body, no);
    version = version != NULL ? version : fake->room_version;
    if (!mxfake_make_fits(&making, version)) {
        return NULL;
    }
    making.room = mxfake_room_new(fake, version);
    making.room->creator = user;
    making.room->published = visibility != NULL && strcmp(visibility, "public") == 0;
    mxfake_make_begin(&making);
    return making.failed ? NULL : making.room;
}

bool mxfake_create_rules(struct mxfake *fake, struct mxfake_room *room, const cJSON *body,
                         struct mxfake_no *no)
{
    struct mxfake_making making = mxfake_making_of(fake, room->creator, body, no);
    making.room = room;
    mxfake_make_levels(&making);
    mxfake_make_alias(&making);
    mxfake_make_preset(&making);
    mxfake_make_name(&making);
    return !making.failed;
}

bool mxfake_create_invites(struct mxfake *fake, struct mxfake_room *room, const cJSON *body,
                           struct mxfake_no *no)
{
    struct mxfake_making making = mxfake_making_of(fake, room->creator, body, no);
    making.room = room;
    mxfake_make_invites(&making);
    return !making.failed;
}

struct mxfake_room *mxfake_create(struct mxfake *fake, struct mxfake_user *user, const cJSON *body,
                                  struct mxfake_no *no)
{
    struct mxfake_room *room = mxfake_create_begin(fake, user, body, no);
    bool made = room != NULL && mxfake_create_rules(fake, room, body, no) &&
                mxfake_create_invites(fake, room, body, no);
    return made ? room : NULL;
}

/* What a room hands on to the one that replaces it. */
static cJSON *mxfake_heritage(const struct mxfake_room *room)
{
    static const char *const types[] = {
        "m.room.join_rules", "m.room.name",         "m.room.topic",
        "m.room.encryption", "m.room.guest_access", "m.room.history_visibility",
        "m.room.avatar",     "m.room.power_levels",
    };
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const cJSON *content = mxfake_state_now(room, types[i], "");
        if (content != NULL) {
            cJSON *item = fake_add_object(list, NULL);
            fake_add_text(item, "type", types[i]);
            fake_add_text(item, "state_key", "");
            fake_put(item, "content", cJSON_Duplicate(content, true));
        }
    }
    return list;
}

/* The most power that anything asks for which is said in these levels. */
static int64_t mxfake_needed(const cJSON *levels)
{
    int64_t needed = fake_get_number(levels, "state_default", 50);
    int64_t ban = fake_get_number(levels, "ban", 50);
    const cJSON *item = NULL;
    needed = ban > needed ? ban : needed;
    cJSON_ArrayForEach(item, fake_get(levels, "events"))
    {
        int64_t one = cJSON_IsNumber(item) ? (int64_t)item->valuedouble : 0;
        needed = one > needed ? one : needed;
    }
    return needed;
}

/* Who makes a room of version 12 is in no levels of it; in an older one they have as much power as
 * it takes to make it, and afterwards what the levels said. True: they were given some. */
static bool mxfake_heritage_for(cJSON *list, const struct mxfake_user *user, const char *version)
{
    cJSON *item = NULL;
    bool raised = false;
    cJSON_ArrayForEach(item, list)
    {
        cJSON *levels = fake_get(item, "content");
        cJSON *users = fake_get(levels, "users");
        if (strcmp(fake_get_text(item, "type"), "m.room.power_levels") != 0) {
            continue;
        }
        int64_t now = fake_get_number(users, user->id, fake_get_number(levels, "users_default", 0));
        int64_t needed = mxfake_needed(levels);
        if (strtol(version, NULL, 10) >= MXFAKE_V12) {
            cJSON_DeleteItemFromObjectCaseSensitive(users, user->id);
        } else if (now < needed) {
            users = users != NULL ? users : fake_add_object(levels, "users");
            fake_put(users, user->id, cJSON_CreateNumber((double)needed));
            raised = true;
        }
    }
    return raised;
}

/* The levels of the room that was replaced, as they were. */
static void mxfake_lower(struct mxfake *fake, struct mxfake_user *user,
                         const struct mxfake_room *room, struct mxfake_room *made)
{
    struct mxfake_no no;
    const struct mxfake_draft draft = {
        .room = made,
        .sender = user,
        .type = "m.room.power_levels",
        .key = "",
        .content = cJSON_Duplicate(mxfake_state_now(room, "m.room.power_levels", ""), true)};
    mxfake_put(fake, &draft, &no);
}

/* In the room that was replaced people fall silent, after they were told where to go. */
static void mxfake_hush(struct mxfake *fake, struct mxfake_user *user, struct mxfake_room *room)
{
    const cJSON *now = mxfake_state_now(room, "m.room.power_levels", "");
    cJSON *levels = now != NULL ? cJSON_Duplicate(now, true) : cJSON_CreateObject();
    int64_t above = fake_get_number(levels, "users_default", 0) + 1;
    fake_put(levels, "events_default", cJSON_CreateNumber((double)(above > 50 ? above : 50)));
    fake_put(levels, "invite", cJSON_CreateNumber((double)(above > 50 ? above : 50)));
    const struct mxfake_draft draft = {
        .room = room, .sender = user, .type = "m.room.power_levels", .key = "", .content = levels};
    struct mxfake_no no;
    mxfake_put(fake, &draft, &no);
}

struct mxfake_room *mxfake_replace(struct mxfake *fake, struct mxfake_user *user,
                                   struct mxfake_room *room, const char *version,
                                   struct mxfake_no *no)
{
    cJSON *body = cJSON_CreateObject();
    cJSON *before = fake_add_object(fake_add_object(body, "creation_content"), "predecessor");
    const struct mxfake_event *last = room->events.items[room->events.count - 1];
    fake_add_text(before, "room_id", room->id);
    fake_add_text(before, "event_id", last->id);
    fake_add_text(body, "room_version", version);
    fake_add_text(body, "preset", "private_chat");
    cJSON *heritage = mxfake_heritage(room);
    bool raised = mxfake_heritage_for(heritage, user, version);
    fake_put(body, "initial_state", heritage);
    cJSON *content = cJSON_CreateObject();
    fake_add_text(content, "body", "This room has been replaced");
    const struct mxfake_draft draft = {
        .room = room, .sender = user, .type = "m.room.tombstone", .key = "", .content = content};
    struct mxfake_room *made =
        mxfake_may(fake, &draft, no) ? mxfake_create(fake, user, body, no) : NULL;
    cJSON_Delete(body);
    if (made == NULL) {
        cJSON_Delete(content);
        return NULL;
    }
    if (raised) {
        mxfake_lower(fake, user, room, made);
    }
    fake_add_text(content, "replacement_room", made->id);
    mxfake_event_new(fake, &draft);
    mxfake_hush(fake, user, room);
    return made;
}
