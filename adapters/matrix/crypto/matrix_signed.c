#include "matrix_signed.h"

#include <assert.h>
#include <string.h>

#include "json_at.h"
#include "matrix_canonical.h"
#include "matrix_ed25519.h"
#include "print.h"

bool matrix_key_id(char id[MATRIX_KEY_ID_TEXT], const char *algorithm, const char *name)
{
    return print_join(id, MATRIX_KEY_ID_TEXT, algorithm, ":", name) < MATRIX_KEY_ID_TEXT;
}

enum matrix_signed matrix_signed_by(const cJSON *object, const char *user, const char *key_id,
                                    const char *key)
{
    const char *signature = json_at_text(json_at(json_at(object, "signatures"), user), key_id);
    struct buf text;
    if (signature == NULL) {
        return MATRIX_UNSIGNED;
    }
    buf_init(&text, MATRIX_CANONICAL_BYTES_MAX);
    bool good = matrix_canonical_signed(object, &text) &&
                matrix_ed25519_signed(key, signature, text.text, text.len);
    buf_deinit(&text);
    return good ? MATRIX_SIGNED : MATRIX_FORGED;
}

/* The member of this name, made where it is not there. */
static cJSON *signed_member(cJSON *object, const char *name)
{
    cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    return member != NULL ? member : cJSON_AddObjectToObject(object, name);
}

static void signed_put(cJSON *object, const char *user, const char *key_id, const char *signature)
{
    cJSON *keys = signed_member(signed_member(object, "signatures"), user);
    cJSON_DeleteItemFromObjectCaseSensitive(keys, key_id);
    cJSON_AddStringToObject(keys, key_id, signature);
}

static void signed_text(const cJSON *object, struct buf *text)
{
    buf_init(text, MATRIX_CANONICAL_BYTES_MAX);
    bool good = matrix_canonical_signed(object, text);
    assert(good);
    (void)good;
}

void matrix_sign_by_device(cJSON *object, const struct provider_account *account, const char *user,
                           const char *device)
{
    char key_id[MATRIX_KEY_ID_TEXT];
    char signature[PROVIDER_SIGNATURE_TEXT];
    struct buf text;
    bool fits = matrix_key_id(key_id, "ed25519", device);
    assert(fits);
    (void)fits;
    signed_text(object, &text);
    provider_account_sign(account, text.text, text.len, signature);
    buf_deinit(&text);
    signed_put(object, user, key_id, signature);
}

void matrix_sign_by_seed(cJSON *object, const uint8_t seed[PROVIDER_KEY_BYTES], const char *user)
{
    char key[PROVIDER_KEY_TEXT];
    char key_id[MATRIX_KEY_ID_TEXT];
    char signature[PROVIDER_SIGNATURE_TEXT];
    struct buf text;
    matrix_ed25519_public(seed, key);
    matrix_key_id(key_id, "ed25519", key);
    signed_text(object, &text);
    matrix_ed25519_sign(seed, text.text, text.len, signature);
    buf_deinit(&text);
    signed_put(object, user, key_id, signature);
}
