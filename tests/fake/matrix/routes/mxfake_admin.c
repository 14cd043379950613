/* Routes that a server's admin has, as Synapse names them: accounts, limits lifted, members. */
#include "mxfake_handlers.h"

#include <stdlib.h>
#include <string.h>

enum { MXFAKE_NONCE_LETTERS = 32 };

static struct mxfake_user *mxfake_overridden(struct mxfake_call *call)
{
    size_t at = call->value_count - 1;
    struct mxfake_user *user = mxfake_user_find(call->fake, call->values[at]);
    if (!call->user->admin) {
        mxfake_error(call, 403, "M_FORBIDDEN", "You are not a server admin");
    } else if (user == NULL) {
        mxfake_error(call, 404, "M_NOT_FOUND", "User not found");
    }
    return call->user->admin ? user : NULL;
}

static void mxfake_answer_override(struct mxfake_call *call, const struct mxfake_user *user)
{
    cJSON *json = cJSON_CreateObject();
    if (user->unlimited) {
        fake_add_number(json, "messages_per_second", 0);
        fake_add_number(json, "burst_count", 0);
    }
    mxfake_answer(call, 200, json);
}

void mxfake_get_override(struct mxfake_call *call)
{
    const struct mxfake_user *user = mxfake_overridden(call);
    if (user != NULL) {
        mxfake_answer_override(call, user);
    }
}

void mxfake_override(struct mxfake_call *call)
{
    struct mxfake_user *user = mxfake_overridden(call);
    if (user != NULL) {
        user->unlimited = fake_get_number(call->body, "messages_per_second", 1) == 0;
        mxfake_answer_override(call, user);
    }
}

void mxfake_end_override(struct mxfake_call *call)
{
    struct mxfake_user *user = mxfake_overridden(call);
    if (user != NULL) {
        user->unlimited = false;
        mxfake_answer_nothing(call);
    }
}

/* --- accounts and rooms ----------------------------------------------------------------------- */

void mxfake_register_nonce(struct mxfake_call *call)
{
    char *nonce = mxfake_letters(call->fake, "", MXFAKE_NONCE_LETTERS, "");
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "nonce", nonce);
    free(nonce);
    mxfake_answer(call, 200, json);
}

/* The secret of whoever registers is not asked for: nobody else can reach this server. */
void mxfake_register_shared(struct mxfake_call *call)
{
    struct mxfake *fake = call->fake;
    const char *name = mxfake_wants(call, "username");
    const char *password = mxfake_wants(call, "password");
    if (name == NULL || password == NULL) {
        return;
    }
    const char *id = mxfake_account(fake, name, password);
    struct mxfake_user *user = mxfake_user_find(fake, id);
    user->admin = fake_get_true(call->body, "admin");
    struct mxfake_device *device = mxfake_device_at(fake, user, NULL);
    mxfake_devices_changed(fake, user);
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "access_token", mxfake_login_new(fake, device, false)->access);
    fake_add_text(json, "user_id", id);
    fake_add_text(json, "home_server", fake->server);
    fake_add_text(json, "device_id", device->id);
    mxfake_answer(call, 200, json);
}

void mxfake_room_members(struct mxfake_call *call)
{
    const struct mxfake_room *room = mxfake_room_find(call->fake, call->values[0]);
    if (!call->user->admin) {
        mxfake_error(call, 403, "M_FORBIDDEN", "You are not a server admin");
        return;
    }
    if (room == NULL) {
        mxfake_error(call, 404, "M_NOT_FOUND", "Room not found");
        return;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON *list = fake_add_list(json, "members");
    for (size_t i = 0; i < room->slots.count; i++) {
        const struct mxfake_slot *slot = room->slots.items[i];
        if (strcmp(slot->type, "m.room.member") == 0 &&
            strcmp(mxfake_member_at(room, slot->key, MXFAKE_NOW), "join") == 0) {
            fake_add_text(list, NULL, slot->key);
        }
    }
    fake_add_number(json, "total", cJSON_GetArraySize(list));
    mxfake_answer(call, 200, json);
}
