#include "matrix_cross_signing.h"

#include <string.h>

#include "json_at.h"
#include "matrix_ed25519.h"

/* --- our own ---------------------------------------------------------------------------------- */

void matrix_cross_make(struct matrix_cross_seeds *seeds, const struct entropy *entropy)
{
    entropy->fill(entropy->context, seeds->master, sizeof seeds->master);
    entropy->fill(entropy->context, seeds->self_signing, sizeof seeds->self_signing);
    entropy->fill(entropy->context, seeds->user_signing, sizeof seeds->user_signing);
}

/* One of the three keys under its name. */
static cJSON *cross_key(cJSON *body, const char *name, const char *usage, const char *user,
                        const uint8_t seed[PROVIDER_KEY_BYTES])
{
    char key[PROVIDER_KEY_TEXT];
    char key_id[MATRIX_KEY_ID_TEXT];
    matrix_ed25519_public(seed, key);
    matrix_key_id(key_id, "ed25519", key);
    cJSON *object = cJSON_AddObjectToObject(body, name);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(object, "keys"), key_id, key);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(object, "usage"), cJSON_CreateString(usage));
    cJSON_AddStringToObject(object, "user_id", user);
    return object;
}

cJSON *matrix_cross_keys(const struct matrix_cross_seeds *seeds,
                         const struct matrix_own_device *own)
{
    cJSON *body = cJSON_CreateObject();
    cJSON *master = cross_key(body, "master_key", "master", own->user, seeds->master);
    matrix_sign_by_device(master, own->account, own->user, own->id);
    cJSON *self =
        cross_key(body, "self_signing_key", "self_signing", own->user, seeds->self_signing);
    matrix_sign_by_seed(self, seeds->master, own->user);
    cJSON *users =
        cross_key(body, "user_signing_key", "user_signing", own->user, seeds->user_signing);
    matrix_sign_by_seed(users, seeds->master, own->user);
    return body;
}

cJSON *matrix_cross_signature(const struct matrix_cross_seeds *seeds,
                              const struct matrix_own_device *own)
{
    cJSON *body = cJSON_CreateObject();
    cJSON *device = matrix_device_keys(own);
    matrix_sign_by_seed(device, seeds->self_signing, own->user);
    cJSON_AddItemToObject(cJSON_AddObjectToObject(body, own->user), own->id, device);
    return body;
}

/* --- others' ---------------------------------------------------------------------------------- */

static bool cross_has_usage(const cJSON *object, const char *usage)
{
    const cJSON *list = json_at_list(object, "usage");
    const cJSON *item = list == NULL ? NULL : list->child;
    while (item != NULL && !(cJSON_IsString(item) && strcmp(item->valuestring, usage) == 0)) {
        item = item->next;
    }
    return item != NULL;
}

/* The one key of such an object, which is called what it is; NULL. */
static const char *cross_read_key(const cJSON *object, const char *usage, const char *user)
{
    char key_id[MATRIX_KEY_ID_TEXT];
    uint8_t bytes[PROVIDER_KEY_BYTES];
    const char *owner = json_at_text(object, "user_id");
    const cJSON *keys = json_at(object, "keys");
    const cJSON *item = cJSON_IsObject(keys) ? keys->child : NULL;
    if (owner == NULL || strcmp(owner, user) != 0 || !cross_has_usage(object, usage) ||
        item == NULL || item->next != NULL || !cJSON_IsString(item) || item->string == NULL) {
        return NULL;
    }
    bool good = matrix_unbase64(bytes, sizeof bytes, item->valuestring) &&
                matrix_key_id(key_id, "ed25519", item->valuestring) &&
                strcmp(key_id, item->string) == 0;
    return good ? item->valuestring : NULL;
}

enum matrix_identity_verdict matrix_identity_read(const cJSON *master, const cJSON *self_signing,
                                                  const char *user,
                                                  struct matrix_identity *identity_r)
{
    char key_id[MATRIX_KEY_ID_TEXT];
    *identity_r = (struct matrix_identity){0};
    if (strlen(user) >= sizeof identity_r->user) {
        return MATRIX_IDENTITY_MALFORMED;
    }
    memcpy(identity_r->user, user, strlen(user) + 1);
    if (master == NULL) {
        return MATRIX_IDENTITY_NONE;
    }
    const char *master_key = cross_read_key(master, "master", user);
    const char *self_key = cross_read_key(self_signing, "self_signing", user);
    if (master_key == NULL || self_key == NULL) {
        return MATRIX_IDENTITY_MALFORMED;
    }
    matrix_key_id(key_id, "ed25519", master_key);
    if (matrix_signed_by(self_signing, user, key_id, master_key) != MATRIX_SIGNED) {
        return MATRIX_IDENTITY_FORGED;
    }
    memcpy(identity_r->master, master_key, PROVIDER_KEY_TEXT);
    memcpy(identity_r->self_signing, self_key, PROVIDER_KEY_TEXT);
    return MATRIX_IDENTITY_SOUND;
}

enum matrix_identity_change matrix_identity_compare(const struct matrix_identity *known,
                                                    const struct matrix_identity *now)
{
    if (known->master[0] == '\0') {
        return MATRIX_IDENTITY_FIRST;
    }
    if (now->master[0] == '\0') {
        return MATRIX_IDENTITY_LOST;
    }
    return strcmp(known->master, now->master) == 0 ? MATRIX_IDENTITY_SAME : MATRIX_IDENTITY_CHANGED;
}

bool matrix_identity_signed(const struct matrix_identity *identity, const cJSON *device_keys)
{
    char key_id[MATRIX_KEY_ID_TEXT];
    const char *owner = json_at_text(device_keys, "user_id");
    return identity->master[0] != '\0' && owner != NULL && strcmp(owner, identity->user) == 0 &&
           matrix_key_id(key_id, "ed25519", identity->self_signing) &&
           matrix_signed_by(device_keys, identity->user, key_id, identity->self_signing) ==
               MATRIX_SIGNED;
}
