/* Routes of devices' keys: uploaded, asked for, claimed. */
#include "mxfake_keys.h"
#include "mxfake_handlers.h"
#include "mxfake_sign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- what there is ---------------------------------------------------------------------------- */

static bool mxfake_key_name(const char *name, char algorithm[MXFAKE_NAME_BYTES])
{
    size_t len = strcspn(name, ":");
    snprintf(algorithm, MXFAKE_NAME_BYTES, "%.*s", (int)len, name);
    return name[len] == ':' && strchr(name + len + 1, ':') == NULL;
}

cJSON *mxfake_keys_counts(const struct mxfake_device *device)
{
    char algorithm[MXFAKE_NAME_BYTES];
    cJSON *counts = cJSON_CreateObject();
    fake_add_number(counts, "signed_curve25519", 0);
    const cJSON *once = device == NULL ? NULL : device->once;
    const cJSON *key = NULL;
    cJSON_ArrayForEach(key, once)
    {
        mxfake_key_name(key->string, algorithm);
        fake_put(counts, algorithm,
                 cJSON_CreateNumber((double)fake_get_number(counts, algorithm, 0) + 1));
    }
    return counts;
}

cJSON *mxfake_keys_unused(const struct mxfake_device *device)
{
    cJSON *list = cJSON_CreateArray();
    const cJSON *fallback = device == NULL ? NULL : device->fallback;
    const cJSON *of_type = NULL;
    cJSON_ArrayForEach(of_type, fallback)
    {
        if (!fake_get_true(device->fallback_used, of_type->string)) {
            fake_add_text(list, NULL, of_type->string);
        }
    }
    return list;
}

void mxfake_keys_left(const struct mxfake_device *device, cJSON *json)
{
    fake_put(json, "device_one_time_keys_count", mxfake_keys_counts(device));
    fake_put(json, "device_unused_fallback_key_types", mxfake_keys_unused(device));
}

void mxfake_keys_free(struct mxfake_device *device)
{
    cJSON_Delete(device->keys);
    cJSON_Delete(device->once);
    cJSON_Delete(device->fallback);
    cJSON_Delete(device->fallback_used);
    device->keys = device->once = device->fallback = device->fallback_used = NULL;
}

/* --- upload ----------------------------------------------------------------------------------- */

static bool mxfake_is_key(const cJSON *key)
{
    return cJSON_IsString(key) ||
           (fake_get_text(key, "key") != NULL && cJSON_IsObject(fake_get(key, "signatures")));
}

/* Keys by their names; false: answered. */
static bool mxfake_keys_sound(struct mxfake_call *call, const char *name)
{
    char algorithm[MXFAKE_NAME_BYTES];
    const cJSON *keys = fake_get(call->body, name);
    const cJSON *key = NULL;
    bool sound = keys == NULL || cJSON_IsObject(keys) || cJSON_IsNull(keys);
    cJSON_ArrayForEach(key, keys)
    {
        sound = sound && mxfake_key_name(key->string, algorithm) && mxfake_is_key(key);
    }
    if (!sound) {
        mxfake_error(call, 400, "M_BAD_JSON", "Invalid keys");
    }
    return sound;
}

static bool mxfake_device_keys_sound(struct mxfake_call *call)
{
    const cJSON *keys = fake_get(call->body, "device_keys");
    if (keys == NULL) {
        return true;
    }
    const char *user = fake_get_text(keys, "user_id");
    const char *device = fake_get_text(keys, "device_id");
    if (user == NULL || device == NULL || !cJSON_IsArray(fake_get(keys, "algorithms")) ||
        !cJSON_IsObject(fake_get(keys, "keys")) || !cJSON_IsObject(fake_get(keys, "signatures"))) {
        mxfake_error(call, 400, cJSON_IsObject(keys) ? "M_MISSING_PARAM" : "M_INVALID_PARAM",
                     "Invalid device_keys");
    } else if (strcmp(user, call->user->id) != 0 || strcmp(device, call->device->id) != 0) {
        mxfake_error(call, 400, "M_BAD_JSON", "device_keys are of another device");
    }
    return call->status == 0;
}

static void mxfake_put_device_keys(struct mxfake_call *call)
{
    struct mxfake_device *device = call->device;
    const cJSON *keys = fake_get(call->body, "device_keys");
    if (keys != NULL && !cJSON_Compare(keys, device->keys, true)) {
        cJSON_Delete(device->keys);
        device->keys = cJSON_Duplicate(keys, true);
        mxfake_devices_changed(call->fake, call->user);
    }
}

/* A name is good for one key, until that is claimed; false: answered. */
static bool mxfake_put_once(struct mxfake_call *call)
{
    struct mxfake_device *device = call->device;
    const cJSON *keys = fake_get(call->body, "one_time_keys");
    const cJSON *key = NULL;
    cJSON_ArrayForEach(key, keys)
    {
        const cJSON *old = fake_get(device->once, key->string);
        if (old != NULL && !mxfake_same_unsigned(old, key)) {
            char why[MXFAKE_WHY_BYTES];
            snprintf(why, sizeof why, "One time key %.60s already exists.", key->string);
            call->fake->counts.keys_refused++;
            mxfake_error(call, 400, "M_UNKNOWN", why);
            return false;
        }
    }
    device->once = device->once != NULL ? device->once : cJSON_CreateObject();
    cJSON_ArrayForEach(key, keys)
    {
        if (fake_get(device->once, key->string) == NULL) {
            fake_put(device->once, key->string, cJSON_Duplicate(key, true));
        }
    }
    return true;
}

/* Is this the key there was? As Synapse has it, which compares what was sent with what would be
 * canonical. */
static bool mxfake_same_fallback(const cJSON *old, const cJSON *key)
{
    char *before = old == NULL ? NULL : cJSON_PrintUnformatted(old);
    char *now = mxfake_canonical(key);
    bool same = before != NULL && strcmp(before, now) == 0;
    free(before);
    free(now);
    return same;
}

/* One for each algorithm; the same again is not unused again. */
static void mxfake_put_fallback(struct mxfake_call *call)
{
    char algorithm[MXFAKE_NAME_BYTES];
    struct mxfake_device *device = call->device;
    const cJSON *key = NULL;
    cJSON_ArrayForEach(key, fake_get(call->body, "fallback_keys"))
    {
        mxfake_key_name(key->string, algorithm);
        const cJSON *old = fake_get(device->fallback, algorithm);
        if (old != NULL && mxfake_same_fallback(old->child, key)) {
            continue;
        }
        device->fallback = device->fallback != NULL ? device->fallback : cJSON_CreateObject();
        cJSON_DeleteItemFromObjectCaseSensitive(device->fallback_used, algorithm);
        cJSON *of_type = cJSON_CreateObject();
        fake_put(of_type, key->string, cJSON_Duplicate(key, true));
        fake_put(device->fallback, algorithm, of_type);
    }
}

void mxfake_upload_keys(struct mxfake_call *call)
{
    if (!mxfake_keys_sound(call, "one_time_keys") || !mxfake_keys_sound(call, "fallback_keys")) {
        return;
    }
    if (call->device == NULL) {
        mxfake_error(call, 400, "M_UNKNOWN",
                     "To upload keys, you must pass device_id when authenticating");
        return;
    }
    if (!mxfake_device_keys_sound(call)) {
        return;
    }
    call->fake->counts.key_uploads++;
    mxfake_put_device_keys(call);
    if (mxfake_put_once(call)) {
        mxfake_put_fallback(call);
        cJSON *json = cJSON_CreateObject();
        fake_put(json, "one_time_key_counts", mxfake_keys_counts(call->device));
        mxfake_answer(call, 200, json);
    }
}

/* --- query ------------------------------------------------------------------------------------ */

bool mxfake_keys_fail(const struct mxfake *fake, const char *user, cJSON *failures)
{
    const char *colon = strchr(user, ':');
    for (size_t i = 0; colon != NULL && i < fake->unreachable.count; i++) {
        if (strcmp(fake->unreachable.items[i], colon + 1) == 0) {
            cJSON *failure = cJSON_CreateObject();
            fake_add_number(failure, "status", 503);
            fake_add_text(failure, "message", "Not ready for retry");
            fake_put(failures, colon + 1, failure);
            return true;
        }
    }
    return false;
}

/* No devices are named: all of them. */
static bool mxfake_is_asked(const cJSON *devices, const char *id)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, devices)
    {
        if (strcmp(item->valuestring, id) == 0) {
            return true;
        }
    }
    return devices->child == NULL;
}

static void mxfake_query_user(const struct mxfake_call *call, const cJSON *asked, cJSON *json)
{
    const struct mxfake_user *user = mxfake_user_find(call->fake, asked->string);
    if (asked->string[0] != '@' || strchr(asked->string, ':') == NULL) {
        return;
    }
    cJSON *of_user = fake_add_object(fake_get(json, "device_keys"), asked->string);
    for (size_t i = 0; user != NULL && i < user->devices.count; i++) {
        const struct mxfake_device *device = user->devices.items[i];
        if (device->keys == NULL || !mxfake_is_asked(asked, device->id)) {
            continue;
        }
        cJSON *keys = mxfake_cross_shown(call->user, user, device->id, device->keys);
        cJSON *more = cJSON_CreateObject();
        if (device->name != NULL) {
            fake_add_text(more, "device_display_name", device->name);
        }
        fake_put(keys, "unsigned", more);
        fake_put(of_user, device->id, keys);
    }
    if (user != NULL) {
        mxfake_cross_tell(call->user, user, json);
    }
}

/* Does it ask for lists of devices? */
static bool mxfake_query_sound(struct mxfake_call *call)
{
    const cJSON *asked = fake_get(call->body, "device_keys");
    const cJSON *of_user = NULL;
    const cJSON *device = NULL;
    bool sound = cJSON_IsObject(asked);
    cJSON_ArrayForEach(of_user, asked)
    {
        sound = sound && cJSON_IsArray(of_user);
        cJSON_ArrayForEach(device, of_user)
        {
            sound = sound && cJSON_IsString(device);
        }
    }
    if (!sound) {
        mxfake_error(call, 400, "M_BAD_JSON", "'device_keys' must be lists of devices");
    }
    return sound;
}

void mxfake_query_keys(struct mxfake_call *call)
{
    static const char *const kinds[] = {"device_keys", "failures", "master_keys",
                                        "self_signing_keys", "user_signing_keys"};
    if (!mxfake_query_sound(call)) {
        return;
    }
    cJSON *json = cJSON_CreateObject();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        fake_add_object(json, kinds[i]);
    }
    call->fake->counts.key_queries++;
    const cJSON *asked = NULL;
    cJSON_ArrayForEach(asked, fake_get(call->body, "device_keys"))
    {
        if (!mxfake_keys_fail(call->fake, asked->string, fake_get(json, "failures"))) {
            mxfake_query_user(call, asked, json);
        }
    }
    mxfake_answer(call, 200, json);
}

/* --- claim ------------------------------------------------------------------------------------ */

/* The oldest one-time key, once; else the fallback key; NULL: there is none. */
static cJSON *mxfake_key_take(struct mxfake *fake, struct mxfake_device *device,
                              const char *algorithm)
{
    char name[MXFAKE_NAME_BYTES];
    cJSON *found = NULL;
    cJSON *key = NULL;
    cJSON_ArrayForEach(key, device->once)
    {
        if (mxfake_key_name(key->string, name) && strcmp(name, algorithm) == 0) {
            found = cJSON_CreateObject();
            fake_put(found, key->string, cJSON_Duplicate(key, true));
            cJSON_Delete(cJSON_DetachItemViaPointer(device->once, key));
            fake->counts.keys_claimed++;
            return found;
        }
    }
    const cJSON *fallback = fake_get(device->fallback, algorithm);
    if (fallback != NULL) {
        found = cJSON_Duplicate(fallback, true);
        device->fallback_used =
            device->fallback_used != NULL ? device->fallback_used : cJSON_CreateObject();
        fake_put(device->fallback_used, algorithm, cJSON_CreateTrue());
        fake->counts.fallbacks_claimed++;
    }
    return found;
}

static void mxfake_claim_user(struct mxfake_call *call, const cJSON *asked, cJSON *all)
{
    const struct mxfake_user *user = mxfake_user_find(call->fake, asked->string);
    const cJSON *algorithm = NULL;
    cJSON_ArrayForEach(algorithm, asked)
    {
        struct mxfake_device *device =
            user == NULL ? NULL : mxfake_device_find(user, algorithm->string);
        cJSON *key = device == NULL || !cJSON_IsString(algorithm)
                         ? NULL
                         : mxfake_key_take(call->fake, device, algorithm->valuestring);
        if (key != NULL) {
            cJSON *of_user = fake_get(all, asked->string);
            of_user = of_user != NULL ? of_user : fake_add_object(all, asked->string);
            fake_put(of_user, algorithm->string, key);
        }
    }
}

void mxfake_claim_keys(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *all = fake_add_object(json, "one_time_keys");
    cJSON *failures = fake_add_object(json, "failures");
    const cJSON *asked = NULL;
    cJSON_ArrayForEach(asked, fake_get(call->body, "one_time_keys"))
    {
        if (!mxfake_keys_fail(call->fake, asked->string, failures)) {
            mxfake_claim_user(call, asked, all);
        }
    }
    mxfake_answer(call, 200, json);
}

/* What lies before "to" is told, and what came after it as well. */
void mxfake_changed_keys(struct mxfake_call *call)
{
    char text[MXFAKE_NAME_BYTES];
    struct mxfake_keys_told told = {.until = mxfake_pos(call->fake)};
    if (!mxfake_query(call, "from", text, sizeof text)) {
        mxfake_error(call, 400, "M_MISSING_PARAM", "Missing required string parameter from");
    } else if (!mxfake_token_pos(text, &told.since)) {
        mxfake_error(call, 400, "M_UNKNOWN", "Invalid stream token");
    } else {
        cJSON *json = cJSON_CreateObject();
        mxfake_device_lists(call->fake, call->user, &told, json);
        mxfake_answer(call, 200, json);
    }
}
