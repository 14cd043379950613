/* What people do. */
#include "mxfake_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool mxfake_cannot(struct mxfake *fake, const char *why)
{
    fake_name(fake->why, sizeof fake->why, why);
    return false;
}

const char *mxfake_why(const struct mxfake *fake)
{
    return fake->why;
}

/* --- rooms ------------------------------------------------------------------------------------ */

static void mxfake_room_body(const struct mxfake_room_setup *setup, cJSON *body)
{
    fake_put(body, "preset",
             cJSON_CreateString(setup->preset != NULL ? setup->preset : "private_chat"));
    if (setup->version != NULL) {
        fake_add_text(body, "room_version", setup->version);
    }
    if (setup->name != NULL) {
        fake_add_text(body, "name", setup->name);
    }
    if (setup->invites != NULL) {
        fake_add_text(fake_add_list(body, "invite"), NULL, setup->invites);
    }
    if (setup->direct) {
        fake_add_bool(body, "is_direct", true);
    }
    if (setup->encrypted) {
        cJSON *list = fake_get(body, "initial_state");
        cJSON *state =
            fake_add_object(list != NULL ? list : fake_add_list(body, "initial_state"), NULL);
        fake_add_text(state, "type", "m.room.encryption");
        fake_add_text(state, "state_key", "");
        fake_add_text(fake_add_object(state, "content"), "algorithm", "m.megolm.v1.aes-sha2");
    }
}

const char *mxfake_room(struct mxfake *fake, const char *user,
                        const struct mxfake_room_setup *setup)
{
    static const struct mxfake_room_setup usual = {0};
    struct mxfake_no no = {0};
    const struct mxfake_room_setup *given = setup != NULL ? setup : &usual;
    cJSON *body = given->json != NULL ? fake_parse(given->json) : cJSON_CreateObject();
    mxfake_room_body(given, body);
    const struct mxfake_room *room = mxfake_create(fake, mxfake_user_at(fake, user), body, &no);
    cJSON_Delete(body);
    if (room == NULL) {
        mxfake_cannot(fake, no.text);
    }
    return room == NULL ? NULL : room->id;
}

static bool mxfake_goes(struct mxfake *fake, const char *by, const char *room,
                        struct mxfake_move *move)
{
    struct mxfake_no no = {0};
    move->room = mxfake_room_find(fake, room);
    move->by = mxfake_user_at(fake, by);
    if (move->room == NULL) {
        return mxfake_cannot(fake, "there is no such room");
    }
    if (mxfake_move(fake, move, &no) == NULL) {
        return mxfake_cannot(fake, no.text);
    }
    return true;
}

bool mxfake_invite(struct mxfake *fake, const char *by, const char *room, const char *user)
{
    struct mxfake_move move = {.whom = mxfake_user_at(fake, user), .membership = "invite"};
    return mxfake_goes(fake, by, room, &move);
}

bool mxfake_join(struct mxfake *fake, const char *user, const char *room)
{
    struct mxfake_move move = {.whom = mxfake_user_at(fake, user), .membership = "join"};
    return mxfake_goes(fake, user, room, &move);
}

bool mxfake_leave(struct mxfake *fake, const char *user, const char *room)
{
    struct mxfake_move move = {.whom = mxfake_user_at(fake, user), .membership = "leave"};
    return mxfake_goes(fake, user, room, &move);
}

bool mxfake_knock(struct mxfake *fake, const char *user, const char *room)
{
    struct mxfake_move move = {.whom = mxfake_user_at(fake, user), .membership = "knock"};
    return mxfake_goes(fake, user, room, &move);
}

bool mxfake_kick(struct mxfake *fake, const char *by, const char *room, const char *user,
                 const char *reason)
{
    struct mxfake_move move = {
        .whom = mxfake_user_at(fake, user), .membership = "leave", .reason = reason};
    return mxfake_goes(fake, by, room, &move);
}

bool mxfake_ban(struct mxfake *fake, const char *by, const char *room, const char *user,
                const char *reason)
{
    struct mxfake_move move = {
        .whom = mxfake_user_at(fake, user), .membership = "ban", .reason = reason};
    return mxfake_goes(fake, by, room, &move);
}

bool mxfake_unban(struct mxfake *fake, const char *by, const char *room, const char *user)
{
    return mxfake_kick(fake, by, room, user, NULL);
}

const char *mxfake_upgrade(struct mxfake *fake, const char *user, const char *room,
                           const char *version)
{
    struct mxfake_no no = {0};
    struct mxfake_room *old = mxfake_room_find(fake, room);
    struct mxfake_room *made =
        old == NULL ? NULL : mxfake_replace(fake, mxfake_user_at(fake, user), old, version, &no);
    if (made == NULL) {
        mxfake_cannot(fake, old == NULL ? "there is no such room" : no.text);
    }
    return made == NULL ? NULL : made->id;
}

/* --- events ----------------------------------------------------------------------------------- */

/* Takes content. */
static const char *mxfake_sends(struct mxfake *fake, const char *user, const char *room,
                                const char *type, cJSON *content)
{
    struct mxfake_no no = {0};
    const struct mxfake_draft draft = {.room = mxfake_room_find(fake, room),
                                       .sender = mxfake_user_at(fake, user),
                                       .type = type,
                                       .content = content};
    if (draft.room == NULL) {
        cJSON_Delete(content);
        mxfake_cannot(fake, "there is no such room");
        return NULL;
    }
    const struct mxfake_event *event = mxfake_put(fake, &draft, &no);
    if (event == NULL) {
        mxfake_cannot(fake, no.text);
    }
    return event == NULL ? NULL : event->id;
}

static cJSON *mxfake_message(const char *kind, const char *text)
{
    cJSON *content = cJSON_CreateObject();
    fake_add_text(content, "msgtype", kind);
    fake_add_text(content, "body", text);
    return content;
}

const char *mxfake_say(struct mxfake *fake, const char *user, const char *room, const char *text)
{
    cJSON *content = mxfake_message("m.text", text);
    fake_add_object(content, "m.mentions");
    return mxfake_sends(fake, user, room, "m.room.message", content);
}

const char *mxfake_notice(struct mxfake *fake, const char *user, const char *room, const char *text)
{
    return mxfake_sends(fake, user, room, "m.room.message", mxfake_message("m.notice", text));
}

const char *mxfake_mention(struct mxfake *fake, const char *user, const char *room,
                           const char *whom, const char *text)
{
    const struct mxfake_user *named = mxfake_user_at(fake, whom);
    const char *name = named->name != NULL ? named->name : named->id;
    char body[1024];
    snprintf(body, sizeof body, "%.100s: %.900s", name, text);
    cJSON *content = mxfake_message("m.text", body);
    fake_add_text(fake_add_list(fake_add_object(content, "m.mentions"), "user_ids"), NULL, whom);
    snprintf(body, sizeof body, "<a href=\"https://matrix.to/#/%.200s\">%.100s</a>: %.600s", whom,
             name, text);
    fake_add_text(content, "format", "org.matrix.custom.html");
    fake_add_text(content, "formatted_body", body);
    return mxfake_sends(fake, user, room, "m.room.message", content);
}

static struct mxfake_event *mxfake_target(struct mxfake *fake, const char *event)
{
    struct mxfake_event *found = mxfake_event_find(fake, event);
    if (found == NULL) {
        mxfake_cannot(fake, "there is no such event");
    }
    return found;
}

const char *mxfake_reply(struct mxfake *fake, const char *user, const char *event, const char *text)
{
    const struct mxfake_event *to = mxfake_target(fake, event);
    if (to == NULL) {
        return NULL;
    }
    cJSON *content = mxfake_message("m.text", text);
    cJSON *relation = fake_add_object(content, "m.relates_to");
    fake_add_text(fake_add_object(relation, "m.in_reply_to"), "event_id", event);
    cJSON *mentions = fake_add_object(content, "m.mentions");
    fake_add_text(fake_add_list(mentions, "user_ids"), NULL, to->sender->id);
    return mxfake_sends(fake, user, to->room->id, "m.room.message", content);
}

const char *mxfake_in_thread(struct mxfake *fake, const char *user, const char *root,
                             const char *text)
{
    const struct mxfake_event *to = mxfake_target(fake, root);
    if (to == NULL) {
        return NULL;
    }
    cJSON *content = mxfake_message("m.text", text);
    cJSON *relation = fake_add_object(content, "m.relates_to");
    fake_add_text(relation, "rel_type", "m.thread");
    fake_add_text(relation, "event_id", root);
    fake_add_bool(relation, "is_falling_back", true);
    fake_add_text(fake_add_object(relation, "m.in_reply_to"), "event_id", root);
    return mxfake_sends(fake, user, to->room->id, "m.room.message", content);
}

const char *mxfake_edit(struct mxfake *fake, const char *user, const char *event, const char *text)
{
    char fallback[1024];
    const struct mxfake_event *to = mxfake_target(fake, event);
    if (to == NULL) {
        return NULL;
    }
    snprintf(fallback, sizeof fallback, "* %.1000s", text);
    cJSON *content = mxfake_message("m.text", fallback);
    fake_put(content, "m.new_content", mxfake_message("m.text", text));
    cJSON *relation = fake_add_object(content, "m.relates_to");
    fake_add_text(relation, "rel_type", "m.replace");
    fake_add_text(relation, "event_id", event);
    return mxfake_sends(fake, user, to->room->id, "m.room.message", content);
}

static struct mxfake_event *mxfake_reaction(const struct mxfake_event *to, const char *user,
                                            const char *key)
{
    for (size_t i = 0; i < to->relations.count; i++) {
        struct mxfake_event *other = to->relations.items[i];
        const char *theirs = fake_get_text(fake_get(other->content, "m.relates_to"), "key");
        if (strcmp(other->type, "m.reaction") == 0 && strcmp(other->sender->id, user) == 0 &&
            theirs != NULL && strcmp(theirs, key) == 0) {
            return other;
        }
    }
    return NULL;
}

const char *mxfake_react(struct mxfake *fake, const char *user, const char *event, const char *key)
{
    const struct mxfake_event *to = mxfake_target(fake, event);
    if (to == NULL) {
        return NULL;
    }
    if (mxfake_reaction(to, user, key) != NULL) {
        mxfake_cannot(fake, "it is there already");
        return NULL;
    }
    cJSON *content = cJSON_CreateObject();
    cJSON *relation = fake_add_object(content, "m.relates_to");
    fake_add_text(relation, "rel_type", "m.annotation");
    fake_add_text(relation, "event_id", event);
    fake_add_text(relation, "key", key);
    return mxfake_sends(fake, user, to->room->id, "m.reaction", content);
}

const char *mxfake_redact(struct mxfake *fake, const char *user, const char *event,
                          const char *reason)
{
    struct mxfake_no no = {0};
    struct mxfake_event *target = mxfake_target(fake, event);
    if (target == NULL) {
        return NULL;
    }
    cJSON *content = cJSON_CreateObject();
    if (target->room->version >= 11) {
        fake_add_text(content, "redacts", event);
    }
    if (reason != NULL) {
        fake_add_text(content, "reason", reason);
    }
    const struct mxfake_draft draft = {.room = target->room,
                                       .sender = mxfake_user_at(fake, user),
                                       .type = "m.room.redaction",
                                       .content = content,
                                       .target = target};
    const struct mxfake_event *made = mxfake_put(fake, &draft, &no);
    if (made == NULL) {
        mxfake_cannot(fake, no.text);
    }
    return made == NULL ? NULL : made->id;
}

const char *mxfake_unreact(struct mxfake *fake, const char *user, const char *event,
                           const char *key)
{
    const struct mxfake_event *to = mxfake_target(fake, event);
    const struct mxfake_event *reaction = to == NULL ? NULL : mxfake_reaction(to, user, key);
    if (reaction == NULL) {
        mxfake_cannot(fake, "there is no such reaction");
        return NULL;
    }
    return mxfake_redact(fake, user, reaction->id, NULL);
}

static const char *mxfake_sends_json(struct mxfake *fake, const struct mxfake_draft *draft,
                                     bool forced)
{
    struct mxfake_no no = {0};
    if (draft->room == NULL || draft->content == NULL) {
        cJSON_Delete(draft->content);
        mxfake_cannot(fake, "there is no such room, or the content is no JSON");
        return NULL;
    }
    const struct mxfake_event *event =
        forced ? mxfake_event_new(fake, draft) : mxfake_put(fake, draft, &no);
    if (event == NULL) {
        mxfake_cannot(fake, no.text);
    }
    return event == NULL ? NULL : event->id;
}

const char *mxfake_send(struct mxfake *fake, const char *user, const char *room, const char *type,
                        const char *key, const char *content)
{
    const struct mxfake_draft draft = {.room = mxfake_room_find(fake, room),
                                       .sender = mxfake_user_at(fake, user),
                                       .type = type,
                                       .key = key,
                                       .content = fake_parse(content)};
    return mxfake_sends_json(fake, &draft, false);
}

const char *mxfake_force(struct mxfake *fake, const char *user, const char *room, const char *type,
                         const char *key, const char *content)
{
    const struct mxfake_draft draft = {.room = mxfake_room_find(fake, room),
                                       .sender = mxfake_user_at(fake, user),
                                       .type = type,
                                       .key = key,
                                       .content = fake_parse(content)};
    return mxfake_sends_json(fake, &draft, true);
}

bool mxfake_account_data(struct mxfake *fake, const char *user, const char *type,
                         const char *content)
{
    cJSON *json = fake_parse(content);
    if (json == NULL) {
        return mxfake_cannot(fake, "the content is no JSON");
    }
    mxfake_data_set(fake, mxfake_user_at(fake, user), NULL, type, json);
    return true;
}

bool mxfake_ignore(struct mxfake *fake, const char *user, const char *whom)
{
    struct mxfake_user *own = mxfake_user_at(fake, user);
    const struct mxfake_data *data = mxfake_data_find(own, NULL, "m.ignored_user_list");
    cJSON *json = data == NULL ? cJSON_CreateObject() : cJSON_Duplicate(data->content, true);
    cJSON *users = fake_get(json, "ignored_users");
    users = users != NULL ? users : fake_add_object(json, "ignored_users");
    fake_put(users, whom, cJSON_CreateObject());
    mxfake_data_set(fake, own, NULL, "m.ignored_user_list", json);
    return true;
}
