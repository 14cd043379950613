/* Who asks: access tokens, and application services that act for their users. */
#include "mxfake_handlers.h"

#include <stdio.h>
#include <string.h>

/* The token, or "". */
static void mxfake_token_of(const struct mxfake_call *call, char *token, size_t size)
{
    const struct mxfake_knobs *knobs = &call->fake->knobs;
    if (strncmp(call->authorization, "Bearer ", 7) == 0) {
        snprintf(token, size, "%s", call->authorization + 7);
    } else if (knobs->query_tokens && mxfake_query(call, "access_token", token, size)) {
        call->fake->counts.query_tokens++;
    } else {
        token[0] = '\0';
    }
}

static void mxfake_no_token(struct mxfake_call *call, const char *code, const char *text, bool soft)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "errcode", code);
    fake_add_text(json, "error", text);
    fake_add_bool(json, "soft_logout", soft);
    mxfake_answer(call, 401, json);
}

/* This login is used: what it was refreshed from is over. */
static void mxfake_login_used(struct mxfake_login *login)
{
    if (login->from != NULL) {
        login->from->gone = true;
        login->from = NULL;
    }
}

static bool mxfake_admit_login(struct mxfake_call *call, struct mxfake_login *login)
{
    if (login == NULL || login->gone) {
        mxfake_no_token(call, "M_UNKNOWN_TOKEN", "Invalid access token passed.",
                        login != NULL && login->soft);
        return false;
    }
    if (login->until_ms <= call->fake->now_ms) {
        mxfake_no_token(call, "M_UNKNOWN_TOKEN", "Access token has expired", true);
        return false;
    }
    mxfake_login_used(login);
    call->login = login;
    call->device = login->device;
    call->user = login->device->user;
    return true;
}

static bool mxfake_admit_service(struct mxfake_call *call)
{
    char text[MXFAKE_ID_BYTES];
    struct mxfake *fake = call->fake;
    call->user = mxfake_service_user(call->service);
    call->device = NULL;
    if (mxfake_query(call, "user_id", text, sizeof text)) {
        if (!mxfake_service_owns(fake, call->service, text)) {
            mxfake_error(call, 403, "M_FORBIDDEN",
                         "Application service cannot masquerade as this user");
            return false;
        }
        call->user = mxfake_user_find(fake, text);
        if (call->user == NULL || call->user->service != call->service) {
            mxfake_error(call, 403, "M_FORBIDDEN",
                         "Application service has not registered this user");
            return false;
        }
    }
    if (mxfake_query(call, "device_id", text, sizeof text)) {
        call->device = mxfake_device_find(call->user, text);
        if (call->device == NULL) {
            mxfake_error(call, 400, "M_UNKNOWN_DEVICE",
                         "Application service trying to use a device that does not exist");
            return false;
        }
    }
    return true;
}

/* Leaving, and taking words back, is left to those who are suspended. */
static bool mxfake_suspended_may(const struct mxfake_call *call)
{
    return strstr(call->route->path, "/leave") != NULL ||
           strstr(call->route->path, "/redact") != NULL ||
           strstr(call->route->path, "/logout") != NULL ||
           strstr(call->route->path, "/filter") != NULL ||
           strstr(call->route->path, "/receipt") != NULL;
}

static bool mxfake_admit_user(struct mxfake_call *call)
{
    char token[MXFAKE_NAME_BYTES];
    struct mxfake *fake = call->fake;
    mxfake_token_of(call, token, sizeof token);
    if (token[0] == '\0') {
        mxfake_error(call, 401, "M_MISSING_TOKEN", "Missing access token");
        return false;
    }
    call->service = mxfake_service_of(fake, token);
    if (call->service != NULL
            ? !mxfake_admit_service(call)
            : !mxfake_admit_login(call, fake_map_find(&fake->access_map, mxfake_key(token)))) {
        return false;
    }
    if (call->user->locked) {
        mxfake_no_token(call, "M_USER_LOCKED", "User account has been locked", true);
        return false;
    }
    if (call->user->suspended && strcmp(call->method, "GET") != 0 && !mxfake_suspended_may(call)) {
        mxfake_error(call, 403, "M_USER_SUSPENDED", "This account has been suspended.");
        return false;
    }
    return true;
}

bool mxfake_admit(struct mxfake_call *call)
{
    if (call->route->auth == MXFAKE_OPEN) {
        return true;
    }
    if (!mxfake_admit_user(call)) {
        return false;
    }
    if (call->route->auth == MXFAKE_IN_ROOM) {
        call->room = mxfake_room_find(call->fake, call->values[0]);
        if (call->room == NULL ||
            mxfake_member_at(call->room, call->user->id, MXFAKE_NOW)[0] == '\0' ||
            mxfake_has_forgotten(call->user, call->room)) {
            mxfake_error(call, 403, "M_FORBIDDEN", "User not in room");
            return false;
        }
    }
    return true;
}
