/* Users, their devices and logins, and what they keep on the server. */
#include "mxfake_keys.h"
#include "mxfake_mail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MXFAKE_TOKEN_LETTERS = 32, MXFAKE_DEVICE_LETTERS = 10 };

static char *mxfake_dup(const char *text)
{
    return text == NULL ? NULL : fake_copy(text, strlen(text));
}

struct mxfake_user *mxfake_user_find(const struct mxfake *fake, const char *id)
{
    return id == NULL ? NULL : fake_map_find(&fake->user_map, mxfake_key(id));
}

struct mxfake_user *mxfake_user_at(struct mxfake *fake, const char *id)
{
    struct mxfake_user *user = mxfake_user_find(fake, id);
    if (user == NULL) {
        user = fake_take(sizeof *user);
        user->id = mxfake_dup(id);
        fake_list_add(&fake->users, user);
        fake_map_put(&fake->user_map, mxfake_key(id), user);
    }
    return user;
}

const char *mxfake_account(struct mxfake *fake, const char *name, const char *password)
{
    char id[MXFAKE_ID_BYTES];
    snprintf(id, sizeof id, "@%s:%s", name, fake->server);
    struct mxfake_user *user = mxfake_user_at(fake, id);
    free(user->password);
    user->password = mxfake_dup(password);
    if (user->name == NULL) {
        user->name = mxfake_dup(name);
    }
    return user->id;
}

const char *mxfake_person(struct mxfake *fake, const char *name)
{
    char id[MXFAKE_ID_BYTES];
    bool local = strchr(name, ':') == NULL;
    snprintf(id, sizeof id, "@%s%s%s", name, local ? ":" : "", local ? fake->server : "");
    struct mxfake_user *user = mxfake_user_at(fake, id);
    user->person = true;
    if (user->name == NULL) {
        user->name = fake_copy(name, strcspn(name, ":"));
    }
    return user->id;
}

struct mxfake_device *mxfake_device_find(const struct mxfake_user *user, const char *id)
{
    for (size_t i = 0; i < user->devices.count; i++) {
        struct mxfake_device *device = user->devices.items[i];
        if (strcmp(device->id, id) == 0) {
            return device;
        }
    }
    return NULL;
}

void mxfake_devices_changed(struct mxfake *fake, struct mxfake_user *user)
{
    const struct mxfake_entry entry = {.user = user};
    user->devices_pos = mxfake_happened(fake, &entry);
}

struct mxfake_device *mxfake_device_at(struct mxfake *fake, struct mxfake_user *user,
                                       const char *id)
{
    struct mxfake_device *device = id == NULL ? NULL : mxfake_device_find(user, id);
    if (device == NULL) {
        device = fake_take(sizeof *device);
        device->user = user;
        device->id =
            id != NULL ? mxfake_dup(id) : mxfake_letters(fake, "", MXFAKE_DEVICE_LETTERS, "");
        fake_list_add(&user->devices, device);
    }
    return device;
}

struct mxfake_login *mxfake_login_new(struct mxfake *fake, struct mxfake_device *device,
                                      bool refreshes)
{
    device->gone = false;
    struct mxfake_login *login = fake_take(sizeof *login);
    login->device = device;
    login->access = mxfake_letters(fake, "syt_", MXFAKE_TOKEN_LETTERS, "");
    login->until_ms = INT64_MAX;
    if (refreshes) {
        login->refresh = mxfake_letters(fake, "syr_", MXFAKE_TOKEN_LETTERS, "");
        login->until_ms = fake->now_ms + fake->knobs.token_ms;
        fake_map_put(&fake->refresh_map, mxfake_key(login->refresh), login);
    }
    fake_map_put(&fake->access_map, mxfake_key(login->access), login);
    fake_list_add(&fake->logins, login);
    return login;
}

const char *mxfake_token(struct mxfake *fake, const char *user, const char *device)
{
    struct mxfake_user *found = mxfake_user_at(fake, user);
    return mxfake_login_new(fake, mxfake_device_at(fake, found, device), false)->access;
}

static void mxfake_device_empty(struct mxfake_device *device)
{
    mxfake_mail_drop(device, UINT64_MAX);
    fake_list_deinit(&device->mail);
    fake_map_deinit(&device->members_told);
    mxfake_keys_free(device);
}

void mxfake_login_end(struct mxfake *fake, struct mxfake_device *device)
{
    for (size_t i = 0; i < fake->logins.count; i++) {
        struct mxfake_login *login = fake->logins.items[i];
        login->gone = login->gone || login->device == device;
    }
}

/* The struct stays, since events point to it; nothing else does. */
void mxfake_device_end(struct mxfake *fake, struct mxfake_device *device)
{
    mxfake_login_end(fake, device);
    mxfake_devices_changed(fake, device->user);
    mxfake_device_empty(device);
}

static bool mxfake_is_of(const struct mxfake_data *data, const struct mxfake_room *room,
                         const char *type)
{
    return data->room == room && strcmp(data->type, type) == 0;
}

struct mxfake_data *mxfake_data_find(const struct mxfake_user *user, const struct mxfake_room *room,
                                     const char *type)
{
    for (size_t i = 0; i < user->data.count; i++) {
        struct mxfake_data *data = user->data.items[i];
        if (mxfake_is_of(data, room, type)) {
            return data;
        }
    }
    return NULL;
}

void mxfake_data_set(struct mxfake *fake, struct mxfake_user *user, struct mxfake_room *room,
                     const char *type, cJSON *content)
{
    struct mxfake_data *data = mxfake_data_find(user, room, type);
    if (data == NULL) {
        data = fake_take(sizeof *data);
        data->type = mxfake_dup(type);
        data->room = room;
        fake_list_add(&user->data, data);
    }
    const struct mxfake_entry entry = {.user = user, .room = room};
    cJSON_Delete(data->content);
    data->content = content;
    data->pos = mxfake_happened(fake, &entry);
}

bool mxfake_ignores(const struct mxfake_user *user, const struct mxfake_user *whom)
{
    const struct mxfake_data *data = mxfake_data_find(user, NULL, "m.ignored_user_list");
    return data != NULL && user != whom &&
           fake_get(fake_get(data->content, "ignored_users"), whom->id) != NULL;
}

bool mxfake_has_forgotten(const struct mxfake_user *user, const struct mxfake_room *room)
{
    for (size_t i = 0; i < user->forgotten.count; i++) {
        if (user->forgotten.items[i] == room) {
            return true;
        }
    }
    return false;
}

static void mxfake_user_free(struct mxfake_user *user)
{
    for (size_t i = 0; i < user->devices.count; i++) {
        struct mxfake_device *device = user->devices.items[i];
        mxfake_device_empty(device);
        free(device->id);
        free(device->name);
        free(device);
    }
    for (size_t i = 0; i < user->data.count; i++) {
        struct mxfake_data *data = user->data.items[i];
        free(data->type);
        cJSON_Delete(data->content);
        free(data);
    }
    for (size_t i = 0; i < user->filters.count; i++) {
        free(user->filters.items[i]);
    }
    mxfake_cross_free(user);
    fake_list_deinit(&user->devices);
    fake_list_deinit(&user->data);
    fake_list_deinit(&user->filters);
    fake_list_deinit(&user->rooms);
    fake_list_deinit(&user->forgotten);
    free(user->id);
    free(user->password);
    free(user->name);
    free(user->avatar);
    free(user);
}

void mxfake_users_free(struct mxfake *fake)
{
    for (size_t i = 0; i < fake->logins.count; i++) {
        struct mxfake_login *login = fake->logins.items[i];
        free(login->access);
        free(login->refresh);
        free(login);
    }
    fake_list_deinit(&fake->logins);
    for (size_t i = 0; i < fake->users.count; i++) {
        mxfake_user_free(fake->users.items[i]);
    }
    fake_list_deinit(&fake->users);
}

void mxfake_unreachable(struct mxfake *fake, const char *server, bool is)
{
    for (size_t i = 0; i < fake->unreachable.count; i++) {
        if (strcmp(fake->unreachable.items[i], server) == 0) {
            fake_list_remove(&fake->unreachable, fake->unreachable.items[i]);
            break;
        }
    }
    if (is) {
        char *name = mxfake_dup(server);
        mxfake_kept(fake, name);
        fake_list_add(&fake->unreachable, name);
    }
}

/* --- set by hand ------------------------------------------------------------------------------ */

void mxfake_unlimited(struct mxfake *fake, const char *user, bool is)
{
    mxfake_user_at(fake, user)->unlimited = is;
}

void mxfake_admin(struct mxfake *fake, const char *user)
{
    mxfake_user_at(fake, user)->admin = true;
}

void mxfake_lock(struct mxfake *fake, const char *user, bool is)
{
    mxfake_user_at(fake, user)->locked = is;
}

void mxfake_suspend(struct mxfake *fake, const char *user, bool is)
{
    mxfake_user_at(fake, user)->suspended = is;
}

void mxfake_block_invites(struct mxfake *fake, const char *user, bool is)
{
    mxfake_user_at(fake, user)->blocks_invites = is;
}

void mxfake_expire(struct mxfake *fake, const char *user)
{
    for (size_t i = 0; i < fake->logins.count; i++) {
        struct mxfake_login *login = fake->logins.items[i];
        if (strcmp(login->device->user->id, user) == 0) {
            login->until_ms = fake->now_ms;
        }
    }
    fake->woken = true;
}

void mxfake_log_out(struct mxfake *fake, const char *user, bool soft)
{
    for (size_t i = 0; i < fake->logins.count; i++) {
        struct mxfake_login *login = fake->logins.items[i];
        if (strcmp(login->device->user->id, user) == 0 && !login->gone) {
            login->gone = true;
            login->soft = soft;
            if (!soft) {
                mxfake_device_empty(login->device);
            }
        }
    }
    fake->woken = true;
}

void mxfake_deactivate(struct mxfake *fake, const char *user)
{
    mxfake_user_at(fake, user)->deactivated = true;
    mxfake_log_out(fake, user, false);
}
