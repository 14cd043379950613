/* Canonical JSON, and Ed25519 by OpenSSL: nothing here is the adapter's, which it is there to test.
 */
#include "mxfake_sign.h"
#include "fake_base.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

enum { MXFAKE_KEY_BYTES = 32, MXFAKE_SIGNATURE_BYTES = 64, MXFAKE_BASE64_BYTES = 96 };

/* By the bytes of their names, as UTF-8 sorts by code points. */
static void mxfake_sort(cJSON *json)
{
    for (cJSON *item = json->child; item != NULL; item = item->next) {
        mxfake_sort(item);
    }
    struct fake_list items = {0};
    while (cJSON_IsObject(json) && json->child != NULL) {
        cJSON *first = json->child;
        for (cJSON *item = first->next; item != NULL; item = item->next) {
            first = strcmp(item->string, first->string) < 0 ? item : first;
        }
        fake_list_add(&items, cJSON_DetachItemViaPointer(json, first));
    }
    for (size_t i = 0; i < items.count; i++) {
        cJSON *item = items.items[i];
        char *name = fake_copy(item->string, strlen(item->string));
        cJSON_AddItemToObject(json, name, item);
        free(name);
    }
    fake_list_deinit(&items);
}

static cJSON *mxfake_bare(const cJSON *json)
{
    cJSON *copy = cJSON_Duplicate(json, true);
    cJSON_DeleteItemFromObjectCaseSensitive(copy, "signatures");
    cJSON_DeleteItemFromObjectCaseSensitive(copy, "unsigned");
    return copy;
}

bool mxfake_same_unsigned(const cJSON *one, const cJSON *other)
{
    cJSON *first = mxfake_bare(one);
    cJSON *second = mxfake_bare(other);
    bool same = cJSON_Compare(first, second, true);
    cJSON_Delete(first);
    cJSON_Delete(second);
    return same;
}

/* Unpadded base64 of exactly so many bytes. */
static bool mxfake_unbase64(const char *text, unsigned char *bytes, size_t size)
{
    unsigned char padded[MXFAKE_BASE64_BYTES];
    unsigned char out[MXFAKE_BASE64_BYTES];
    size_t len = strcspn(text, "=");
    size_t whole = (len + 3) / 4 * 4;
    if (len * 3 / 4 != size || whole > sizeof padded) {
        return false;
    }
    memset(padded, '=', sizeof padded);
    memcpy(padded, text, len);
    bool good = EVP_DecodeBlock(out, padded, (int)whole) >= (int)size;
    memcpy(bytes, out, size);
    return good;
}

static bool mxfake_verified(const char *text, const char *signature, const char *key)
{
    unsigned char key_bytes[MXFAKE_KEY_BYTES];
    unsigned char bytes[MXFAKE_SIGNATURE_BYTES];
    if (signature == NULL || key == NULL || !mxfake_unbase64(key, key_bytes, sizeof key_bytes) ||
        !mxfake_unbase64(signature, bytes, sizeof bytes)) {
        return false;
    }
    EVP_PKEY *public_key =
        EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, key_bytes, sizeof key_bytes);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = EVP_DigestVerifyInit(context, NULL, NULL, NULL, public_key) == 1 &&
                EVP_DigestVerify(context, bytes, sizeof bytes, (const unsigned char *)text,
                                 strlen(text)) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(public_key);
    return good;
}

char *mxfake_canonical(const cJSON *json)
{
    cJSON *copy = cJSON_Duplicate(json, true);
    mxfake_sort(copy);
    char *text = cJSON_PrintUnformatted(copy);
    cJSON_Delete(copy);
    return text;
}

bool mxfake_signed(const cJSON *json, const char *user, const char *key_id, const char *key)
{
    const cJSON *of_user = fake_get(fake_get(json, "signatures"), user);
    cJSON *bare = mxfake_bare(json);
    char *text = mxfake_canonical(bare);
    bool good = mxfake_verified(text, fake_get_text(of_user, key_id), key);
    free(text);
    cJSON_Delete(bare);
    return good;
}
