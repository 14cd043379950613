/* Routes of accounts: versions, logins, devices, limits lifted by an admin. */
#include "mxfake_handlers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mxfake_versions(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *list = fake_add_list(json, "versions");
    char name[16];
    fake_add_text(list, NULL, "r0.6.1");
    for (int minor = 1; minor <= 12; minor++) {
        snprintf(name, sizeof name, "v1.%d", minor);
        fake_add_text(list, NULL, name);
    }
    if (call->fake->knobs.state_after) {
        fake_add_text(list, NULL, "v1.16");
    }
    fake_add_object(json, "unstable_features");
    mxfake_answer(call, 200, json);
}

void mxfake_well_known(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_text(fake_add_object(json, "m.homeserver"), "base_url", call->fake->base_url);
    mxfake_answer(call, 200, json);
}

void mxfake_capabilities(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *all = fake_add_object(json, "capabilities");
    cJSON *versions = fake_add_object(all, "m.room_versions");
    cJSON *available = fake_add_object(versions, "available");
    char name[16];
    fake_add_text(versions, "default", call->fake->room_version);
    for (int version = 1; version <= 12; version++) {
        snprintf(name, sizeof name, "%d", version);
        fake_add_text(available, name, "stable");
    }
    fake_add_bool(fake_add_object(all, "m.change_password"), "enabled", true);
    mxfake_answer(call, 200, json);
}

void mxfake_login_flows(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *flows = fake_add_list(json, "flows");
    if (call->fake->knobs.passwords) {
        fake_add_text(fake_add_object(flows, NULL), "type", "m.login.password");
    }
    fake_add_text(fake_add_object(flows, NULL), "type", "m.login.application_service");
    mxfake_answer(call, 200, json);
}

static void mxfake_answer_login(struct mxfake_call *call, const struct mxfake_login *login,
                                bool refreshed)
{
    cJSON *json = cJSON_CreateObject();
    if (!refreshed) {
        fake_add_text(json, "user_id", login->device->user->id);
        fake_add_text(json, "device_id", login->device->id);
        fake_add_text(json, "home_server", call->fake->server);
    }
    fake_add_text(json, "access_token", login->access);
    if (login->refresh != NULL) {
        fake_add_text(json, "refresh_token", login->refresh);
        fake_add_number(json, "expires_in_ms", login->until_ms - call->fake->now_ms);
    }
    mxfake_answer(call, 200, json);
}

/* The account that the body names, or NULL. */
static struct mxfake_user *mxfake_named(const struct mxfake_call *call)
{
    char id[MXFAKE_ID_BYTES];
    const char *name = fake_get_text(fake_get(call->body, "identifier"), "user");
    name = name != NULL ? name : fake_get_text(call->body, "user");
    name = name != NULL ? name : fake_get_text(call->body, "username");
    if (name == NULL) {
        return NULL;
    }
    bool whole = name[0] == '@';
    snprintf(id, sizeof id, "%s%.150s%s%.100s", whole ? "" : "@", name, whole ? "" : ":",
             whole ? "" : call->fake->server);
    return mxfake_user_find(call->fake, id);
}

/* Logs in at the device of the body. */
static void mxfake_log_in_user(struct mxfake_call *call, struct mxfake_user *user)
{
    struct mxfake *fake = call->fake;
    const char *id = fake_get_text(call->body, "device_id");
    const char *name = fake_get_text(call->body, "initial_device_display_name");
    bool is_new = id == NULL || mxfake_device_find(user, id) == NULL;
    struct mxfake_device *device = mxfake_device_at(fake, user, id);
    if (is_new) {
        device->name = name == NULL ? NULL : fake_copy(name, strlen(name));
        mxfake_devices_changed(fake, user);
    }
    fake->counts.logins++;
    mxfake_answer_login(
        call, mxfake_login_new(fake, device, fake_get_true(call->body, "refresh_token")), false);
}

void mxfake_log_in(struct mxfake_call *call)
{
    const char *type = mxfake_wants(call, "type");
    struct mxfake_user *user = mxfake_named(call);
    const char *password = fake_get_text(call->body, "password");
    if (type == NULL) {
        return;
    }
    bool by_password = strcmp(type, "m.login.password") == 0 && call->fake->knobs.passwords;
    bool by_service = strcmp(type, "m.login.application_service") == 0;
    if (!by_password && !by_service) {
        mxfake_error(call, 400, "M_INVALID_PARAM", "Unknown login type");
    } else if (user != NULL && !mxfake_limit_take(call, &user->logins, &call->fake->knobs.logins)) {
        return;
    } else if (by_service) {
        const char *token = call->authorization;
        token += strncmp(token, "Bearer ", 7) == 0 ? 7 : 0;
        struct mxfake_service *service = mxfake_service_of(call->fake, token);
        if (user == NULL || service == NULL || user->service != service) {
            mxfake_error(call, 403, "M_FORBIDDEN", "Invalid access_token");
        } else {
            mxfake_log_in_user(call, user);
        }
    } else if (user == NULL || user->password == NULL || password == NULL ||
               strcmp(user->password, password) != 0) {
        mxfake_error(call, 403, "M_FORBIDDEN", "Invalid username or password");
    } else if (user->deactivated) {
        mxfake_error(call, 403, "M_USER_DEACTIVATED", "This account has been deactivated");
    } else {
        mxfake_log_in_user(call, user);
    }
}

/* The old pair stays good until the new one is used. */
void mxfake_refresh(struct mxfake_call *call)
{
    struct mxfake *fake = call->fake;
    const char *token = mxfake_wants(call, "refresh_token");
    if (token == NULL) {
        return;
    }
    struct mxfake_login *old = fake_map_find(&fake->refresh_map, mxfake_key(token));
    if (old == NULL) {
        mxfake_error(call, 401, "M_UNKNOWN_TOKEN", "refresh token isn't recognised");
        return;
    }
    if (old->gone) {
        mxfake_error(call, old->soft ? 401 : 403, old->soft ? "M_UNKNOWN_TOKEN" : "M_FORBIDDEN",
                     "refresh token has been used already");
        return;
    }
    if (old->from != NULL) {
        old->from->gone = true;
        old->from = NULL;
    }
    struct mxfake_login *login = mxfake_login_new(fake, old->device, true);
    login->from = old;
    fake->counts.refreshes++;
    mxfake_answer_login(call, login, true);
}

void mxfake_log_out_call(struct mxfake_call *call)
{
    if (call->device != NULL) {
        mxfake_device_end(call->fake, call->device);
        call->device->gone = true;
    }
    mxfake_answer_nothing(call);
}

void mxfake_log_out_all(struct mxfake_call *call)
{
    mxfake_log_out(call->fake, call->user->id, false);
    mxfake_answer_nothing(call);
}

void mxfake_whoami(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "user_id", call->user->id);
    fake_add_bool(json, "is_guest", false);
    if (call->device != NULL) {
        fake_add_text(json, "device_id", call->device->id);
    }
    mxfake_answer(call, 200, json);
}

/* Accounts of application services alone; others are made by mxfake_account. */
void mxfake_register(struct mxfake_call *call)
{
    char id[MXFAKE_ID_BYTES];
    struct mxfake *fake = call->fake;
    const char *type = fake_get_text(call->body, "type");
    const char *name = mxfake_wants(call, "username");
    const char *token = call->authorization;
    struct mxfake_service *service =
        strncmp(token, "Bearer ", 7) == 0 ? mxfake_service_of(fake, token + 7) : NULL;
    if (name == NULL) {
        return;
    }
    if (type == NULL || strcmp(type, "m.login.application_service") != 0 || service == NULL) {
        mxfake_error(call, 403, "M_FORBIDDEN", "Registration has been disabled");
        return;
    }
    snprintf(id, sizeof id, "@%.120s:%s", name, fake->server);
    if (!mxfake_service_owns(fake, service, id)) {
        mxfake_error(call, 400, "M_EXCLUSIVE", "Not in the namespace of the service");
    } else if (mxfake_user_find(fake, id) != NULL) {
        mxfake_error(call, 400, "M_USER_IN_USE", "User ID already taken.");
    } else {
        struct mxfake_user *user = mxfake_user_at(fake, id);
        user->service = service;
        user->name = fake_copy(name, strlen(name));
        user->unlimited = mxfake_service_user(service)->unlimited;
        if (fake_get_true(call->body, "inhibit_login")) {
            cJSON *json = cJSON_CreateObject();
            fake_add_text(json, "user_id", user->id);
            fake_add_text(json, "home_server", fake->server);
            mxfake_answer(call, 200, json);
        } else {
            mxfake_log_in_user(call, user);
        }
    }
}

/* --- devices ---------------------------------------------------------------------------------- */

static cJSON *mxfake_device_json(const struct mxfake_device *device)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "device_id", device->id);
    if (device->name != NULL) {
        fake_add_text(json, "display_name", device->name);
    }
    return json;
}

void mxfake_get_devices(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *list = fake_add_list(json, "devices");
    for (size_t i = 0; i < call->user->devices.count; i++) {
        const struct mxfake_device *device = call->user->devices.items[i];
        if (!device->gone) {
            cJSON_AddItemToArray(list, mxfake_device_json(device));
        }
    }
    mxfake_answer(call, 200, json);
}

void mxfake_get_device(struct mxfake_call *call)
{
    const struct mxfake_device *device = mxfake_device_find(call->user, call->values[0]);
    if (device == NULL) {
        mxfake_error(call, 404, "M_NOT_FOUND", "No device found");
    } else {
        mxfake_answer(call, 200, mxfake_device_json(device));
    }
}

/* An application service may make one so. */
void mxfake_put_device(struct mxfake_call *call)
{
    struct mxfake_device *device = mxfake_device_find(call->user, call->values[0]);
    const char *name = fake_get_text(call->body, "display_name");
    bool made = device == NULL && call->service != NULL;
    if (device == NULL && !made) {
        mxfake_error(call, 404, "M_NOT_FOUND", "No device found");
        return;
    }
    device = mxfake_device_at(call->fake, call->user, call->values[0]);
    if (name != NULL) {
        free(device->name);
        device->name = fake_copy(name, strlen(name));
    }
    mxfake_devices_changed(call->fake, call->user);
    mxfake_answer(call, made ? 201 : 200, cJSON_CreateObject());
}

/* Without asking for the password again, which only application services are spared elsewhere. */
void mxfake_delete_device(struct mxfake_call *call)
{
    struct mxfake_device *device = mxfake_device_find(call->user, call->values[0]);
    if (device != NULL) {
        mxfake_device_end(call->fake, device);
    }
    mxfake_answer_nothing(call);
}
