#include "matrix_device.h"

#include <string.h>

#include "json_at.h"
#include "matrix_curve.h"

#define DEVICE_SIGNED_CURVE "signed_curve25519"

/* --- our own ---------------------------------------------------------------------------------- */

static void device_add_key(cJSON *keys, const char *algorithm, const char *device, const char *key)
{
    char id[MATRIX_KEY_ID_TEXT];
    matrix_key_id(id, algorithm, device);
    cJSON_AddStringToObject(keys, id, key);
}

cJSON *matrix_device_keys(const struct matrix_own_device *own)
{
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    cJSON *object = cJSON_CreateObject();
    cJSON *algorithms = cJSON_AddArrayToObject(object, "algorithms");
    cJSON_AddItemToArray(algorithms, cJSON_CreateString(MATRIX_OLM));
    cJSON_AddItemToArray(algorithms, cJSON_CreateString(MATRIX_MEGOLM));
    cJSON_AddStringToObject(object, "device_id", own->id);
    provider_account_keys(own->account, curve, ed);
    cJSON *keys = cJSON_AddObjectToObject(object, "keys");
    device_add_key(keys, "curve25519", own->id, curve);
    device_add_key(keys, "ed25519", own->id, ed);
    cJSON_AddStringToObject(object, "user_id", own->user);
    matrix_sign_by_device(object, own->account, own->user, own->id);
    return object;
}

static void device_add_one_time(cJSON *object, const struct matrix_own_device *own,
                                const struct provider_one_time_key *key, bool is_fallback)
{
    char id[MATRIX_KEY_ID_TEXT];
    matrix_key_id(id, DEVICE_SIGNED_CURVE, key->id);
    cJSON *item = cJSON_AddObjectToObject(object, id);
    cJSON_AddStringToObject(item, "key", key->key);
    if (is_fallback) {
        cJSON_AddTrueToObject(item, "fallback");
    }
    matrix_sign_by_device(item, own->account, own->user, own->id);
}

cJSON *matrix_device_one_time_keys(const struct matrix_own_device *own)
{
    struct provider_one_time_key keys[PROVIDER_ONE_TIME_MAX];
    cJSON *object = cJSON_CreateObject();
    size_t count = provider_account_one_time(own->account, keys);
    for (size_t i = 0; i < count; i++) {
        device_add_one_time(object, own, &keys[i], false);
    }
    return object;
}

cJSON *matrix_device_fallback_key(const struct matrix_own_device *own)
{
    struct provider_one_time_key key;
    if (!provider_account_fallback(own->account, &key)) {
        return NULL;
    }
    cJSON *object = cJSON_CreateObject();
    device_add_one_time(object, own, &key, true);
    return object;
}

/* --- others' ---------------------------------------------------------------------------------- */

static bool device_copy_id(char *into, const char *id)
{
    size_t len = id == NULL ? 0 : strlen(id);
    bool good = len > 0 && len < MATRIX_ID_BYTES;
    if (good) {
        memcpy(into, id, len + 1);
    }
    return good;
}

static bool device_copy_key(char *into, const cJSON *keys, const char *algorithm, const char *id)
{
    char key_id[MATRIX_KEY_ID_TEXT];
    uint8_t bytes[PROVIDER_KEY_BYTES];
    const char *key = matrix_key_id(key_id, algorithm, id) ? json_at_text(keys, key_id) : NULL;
    bool good = key != NULL && matrix_unbase64(bytes, sizeof bytes, key);
    if (good) {
        memcpy(into, key, PROVIDER_KEY_TEXT);
    }
    return good;
}

/* Does the list have this algorithm? */
static bool device_has(const cJSON *keys, const char *algorithm)
{
    const cJSON *list = json_at_list(keys, "algorithms");
    const cJSON *item = list == NULL ? NULL : list->child;
    while (item != NULL && !(cJSON_IsString(item) && strcmp(item->valuestring, algorithm) == 0)) {
        item = item->next;
    }
    return item != NULL;
}

enum matrix_device_verdict matrix_device_read(const cJSON *keys, const char *user, const char *id,
                                              const struct matrix_device *known,
                                              struct matrix_device *device_r)
{
    struct matrix_device device = {.takes_megolm = device_has(keys, MATRIX_OLM) &&
                                                   device_has(keys, MATRIX_MEGOLM)};
    char key_id[MATRIX_KEY_ID_TEXT];
    if (!device_copy_id(device.user, json_at_text(keys, "user_id")) ||
        !device_copy_id(device.id, json_at_text(keys, "device_id"))) {
        return MATRIX_DEVICE_MALFORMED;
    }
    if (strcmp(device.user, user) != 0 || strcmp(device.id, id) != 0) {
        return MATRIX_DEVICE_MISPLACED;
    }
    const cJSON *list = json_at(keys, "keys");
    if (!device_copy_key(device.curve, list, "curve25519", id) ||
        !device_copy_key(device.ed, list, "ed25519", id) || !matrix_curve_is_sound(device.curve)) {
        return MATRIX_DEVICE_MALFORMED;
    }
    matrix_key_id(key_id, "ed25519", id);
    if (matrix_signed_by(keys, user, key_id, device.ed) != MATRIX_SIGNED) {
        return MATRIX_DEVICE_UNSIGNED;
    }
    if (known != NULL && strcmp(known->ed, device.ed) != 0) {
        return MATRIX_DEVICE_CHANGED;
    }
    *device_r = device;
    return MATRIX_DEVICE_SOUND;
}

bool matrix_device_claimed(const cJSON *claimed, const struct matrix_device *device,
                           char key[PROVIDER_KEY_TEXT])
{
    static const char prefix[] = DEVICE_SIGNED_CURVE ":";
    char key_id[MATRIX_KEY_ID_TEXT];
    const cJSON *item = cJSON_IsObject(claimed) ? claimed->child : NULL;
    if (item == NULL || item->string == NULL ||
        strncmp(item->string, prefix, sizeof prefix - 1) != 0) {
        return false; /* one key was claimed, so one is there */
    }
    const char *text = json_at_text(item, "key");
    if (!matrix_curve_is_sound(text) || !matrix_key_id(key_id, "ed25519", device->id) ||
        matrix_signed_by(item, device->user, key_id, device->ed) != MATRIX_SIGNED) {
        return false;
    }
    memcpy(key, text, PROVIDER_KEY_TEXT);
    return true;
}
