/* Routes of what a user keeps: the profile, account data, filters. */
#include "mxfake_handlers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool mxfake_is_own(struct mxfake_call *call)
{
    bool own = strcmp(call->values[0], call->user->id) == 0;
    if (!own) {
        mxfake_error(call, 403, "M_FORBIDDEN", "Cannot do that for other users.");
    }
    return own;
}

/* --- profile ---------------------------------------------------------------------------------- */

void mxfake_get_profile(struct mxfake_call *call)
{
    const struct mxfake_user *user = mxfake_user_find(call->fake, call->values[0]);
    if (user == NULL || (user->name == NULL && user->password == NULL)) {
        mxfake_error(call, 404, "M_UNKNOWN", "Profile was not found");
        return;
    }
    cJSON *json = cJSON_CreateObject();
    if (user->name != NULL) {
        fake_add_text(json, "displayname", user->name);
    }
    if (user->avatar != NULL) {
        fake_add_text(json, "avatar_url", user->avatar);
    }
    mxfake_answer(call, 200, json);
}

static char **mxfake_profile_field(struct mxfake_user *user, const char *name)
{
    if (strcmp(name, "displayname") == 0) {
        return &user->name;
    }
    return strcmp(name, "avatar_url") == 0 ? &user->avatar : NULL;
}

void mxfake_get_profile_field(struct mxfake_call *call)
{
    struct mxfake_user *user = mxfake_user_find(call->fake, call->values[0]);
    char **field = user == NULL ? NULL : mxfake_profile_field(user, call->values[1]);
    if (field == NULL || *field == NULL) {
        mxfake_error(call, 404, "M_NOT_FOUND", "Profile was not found");
        return;
    }
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, call->values[1], *field);
    mxfake_answer(call, 200, json);
}

/* The change is a member event in each of the rooms. */
static void mxfake_profile_tell(struct mxfake *fake, struct mxfake_user *user)
{
    for (size_t i = 0; i < fake->rooms.count; i++) {
        struct mxfake_no no;
        const struct mxfake_move move = {
            .room = fake->rooms.items[i], .by = user, .whom = user, .membership = "join"};
        if (mxfake_is_member(move.room, user)) {
            mxfake_move(fake, &move, &no);
        }
    }
}

void mxfake_put_profile_field(struct mxfake_call *call)
{
    char **field = mxfake_profile_field(call->user, call->values[1]);
    const char *text = fake_get_text(call->body, call->values[1]);
    if (!mxfake_is_own(call)) {
        return;
    }
    if (field == NULL || text == NULL) {
        mxfake_error(call, 400, "M_BAD_JSON", "Missing the field");
        return;
    }
    free(*field);
    *field = text[0] == '\0' ? NULL : fake_copy(text, strlen(text));
    mxfake_profile_tell(call->fake, call->user);
    mxfake_answer_nothing(call);
}

bool mxfake_rename(struct mxfake *fake, const char *user, const char *name)
{
    struct mxfake_user *found = mxfake_user_at(fake, user);
    free(found->name);
    found->name = fake_copy(name, strlen(name));
    mxfake_profile_tell(fake, found);
    return true;
}

/* --- account data ----------------------------------------------------------------------------- */

static void mxfake_answer_data(struct mxfake_call *call, const struct mxfake_room *room,
                               const char *type)
{
    const struct mxfake_data *data = mxfake_data_find(call->user, room, type);
    if (data == NULL) {
        mxfake_error(call, 404, "M_NOT_FOUND", "Account data not found");
    } else {
        mxfake_answer(call, 200, cJSON_Duplicate(data->content, true));
    }
}

void mxfake_get_data(struct mxfake_call *call)
{
    if (mxfake_is_own(call)) {
        mxfake_answer_data(call, NULL, call->values[1]);
    }
}

void mxfake_put_data(struct mxfake_call *call)
{
    bool own = mxfake_is_own(call);
    if (strcmp(call->values[1], "m.push_rules") == 0 ||
        strcmp(call->values[1], "m.fully_read") == 0) {
        mxfake_error(call, 405, "M_BAD_JSON", "Cannot set that through this API.");
    } else if (own) {
        mxfake_data_set(call->fake, call->user, NULL, call->values[1],
                        cJSON_Duplicate(call->body, true));
        mxfake_answer_nothing(call);
    }
}

/* The room of the path; NULL: answered. */
static struct mxfake_room *mxfake_own_room(struct mxfake_call *call)
{
    struct mxfake_room *room = mxfake_room_find(call->fake, call->values[1]);
    if (mxfake_is_own(call) && room == NULL) {
        mxfake_error(call, 404, "M_NOT_FOUND", "Room not found");
    }
    return call->status == 0 ? room : NULL;
}

void mxfake_get_room_data(struct mxfake_call *call)
{
    const struct mxfake_room *room = mxfake_own_room(call);
    if (room != NULL) {
        mxfake_answer_data(call, room, call->values[2]);
    }
}

void mxfake_put_room_data(struct mxfake_call *call)
{
    struct mxfake_room *room = mxfake_own_room(call);
    if (room != NULL) {
        mxfake_data_set(call->fake, call->user, room, call->values[2],
                        cJSON_Duplicate(call->body, true));
        mxfake_answer_nothing(call);
    }
}

/* --- filters ---------------------------------------------------------------------------------- */

void mxfake_make_filter(struct mxfake_call *call)
{
    char id[16];
    size_t at = 0;
    struct fake_list *filters = &call->user->filters;
    if (!mxfake_is_own(call)) {
        return;
    }
    char *text = cJSON_PrintUnformatted(call->body);
    while (at < filters->count && strcmp(filters->items[at], text) != 0) {
        at++;
    }
    if (at == filters->count) {
        fake_list_add(filters, fake_copy(text, strlen(text)));
    }
    cJSON_free(text);
    snprintf(id, sizeof id, "%zu", at);
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "filter_id", id);
    mxfake_answer(call, 200, json);
}

void mxfake_get_filter(struct mxfake_call *call)
{
    size_t at = strtoull(call->values[1], NULL, 10);
    if (!mxfake_is_own(call)) {
        return;
    }
    if (at >= call->user->filters.count) {
        mxfake_error(call, 404, "M_NOT_FOUND", "No such filter");
    } else {
        mxfake_answer(call, 200, fake_parse(call->user->filters.items[at]));
    }
}

cJSON *mxfake_no_push_rules(void)
{
    static const char *const kinds[] = {"override", "content", "room", "sender", "underride"};
    cJSON *json = cJSON_CreateObject();
    cJSON *global = fake_add_object(json, "global");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        fake_add_list(global, kinds[i]);
    }
    return json;
}

void mxfake_push_rules(struct mxfake_call *call)
{
    mxfake_answer(call, 200, mxfake_no_push_rules());
}
