#include "matrix_attachment.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>

#include "heap.h"
#include "json_at.h"
#include "matrix_base64.h"

/* Counter mode goes the same way in both directions. */
static void file_apply(const struct matrix_file *file, const void *bytes, size_t len, uint8_t *into)
{
    int wrote = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (context == NULL ||
        EVP_EncryptInit_ex(context, EVP_aes_256_ctr(), NULL, file->key, file->counter) != 1 ||
        EVP_EncryptUpdate(context, into, &wrote, bytes, (int)len) != 1 || (size_t)wrote != len) {
        abort(); /* nothing that can fail here leaves another way out */
    }
    EVP_CIPHER_CTX_free(context);
}

bool matrix_file_encrypt(struct matrix_file *file, const void *bytes, size_t len,
                         const struct entropy *entropy, struct buf *out)
{
    if (len > MATRIX_FILE_BYTES_MAX) {
        return false;
    }
    memset(file, 0, sizeof *file);
    entropy->fill(entropy->context, file->key, sizeof file->key);
    entropy->fill(entropy->context, file->counter, sizeof file->counter / 2);
    uint8_t *encrypted = heap_allocate(len + 1);
    file_apply(file, bytes, len, encrypted);
    hash_of(file->hash, encrypted, len);
    buf_add(out, (const char *)encrypted, len);
    free(encrypted);
    return !out->full;
}

bool matrix_file_decrypt(const struct matrix_file *file, const void *bytes, size_t len,
                         struct buf *out)
{
    uint8_t hash[HASH_BYTES];
    if (len > MATRIX_FILE_BYTES_MAX) {
        return false;
    }
    hash_of(hash, bytes, len);
    if (!hash_equal(hash, file->hash, sizeof hash)) {
        return false;
    }
    uint8_t *plain = heap_allocate(len + 1);
    file_apply(file, bytes, len, plain);
    buf_add(out, (const char *)plain, len);
    heap_wipe(plain, len);
    return !out->full;
}

/* --- in an event ------------------------------------------------------------------------------ */

cJSON *matrix_file_write(const struct matrix_file *file, const char *url)
{
    static const char *const operations[] = {"encrypt", "decrypt"};
    char key[MATRIX_BASE64_LEN(MATRIX_FILE_KEY_BYTES) + 1];
    char counter[MATRIX_BASE64_LEN(MATRIX_FILE_COUNTER_BYTES) + 1];
    char hash[MATRIX_BASE64_LEN(HASH_BYTES) + 1];
    cJSON *object = cJSON_CreateObject();
    matrix_base64url(key, file->key, sizeof file->key);
    matrix_base64(counter, file->counter, sizeof file->counter);
    matrix_base64(hash, file->hash, sizeof file->hash);
    cJSON_AddStringToObject(object, "v", "v2");
    cJSON_AddStringToObject(object, "url", url);
    cJSON_AddStringToObject(object, "iv", counter);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(object, "hashes"), "sha256", hash);
    cJSON *web_key = cJSON_AddObjectToObject(object, "key");
    cJSON_AddStringToObject(web_key, "kty", "oct");
    cJSON_AddStringToObject(web_key, "alg", "A256CTR");
    cJSON_AddTrueToObject(web_key, "ext");
    cJSON_AddStringToObject(web_key, "k", key);
    cJSON_AddItemToObject(web_key, "key_ops", cJSON_CreateStringArray(operations, 2));
    return object;
}

static bool file_is(const cJSON *object, const char *name, const char *value)
{
    const char *text = json_at_text(object, name);
    return text != NULL && strcmp(text, value) == 0;
}

const char *matrix_file_read(const cJSON *object, struct matrix_file *file_r)
{
    const cJSON *web_key = json_at(object, "key");
    struct matrix_file file;
    bool good = file_is(object, "v", "v2") && file_is(web_key, "kty", "oct") &&
                file_is(web_key, "alg", "A256CTR") &&
                matrix_unbase64url(file.key, sizeof file.key, json_at_text(web_key, "k")) &&
                matrix_unbase64(file.counter, sizeof file.counter, json_at_text(object, "iv")) &&
                matrix_unbase64(file.hash, sizeof file.hash,
                                json_at_text(json_at(object, "hashes"), "sha256"));
    const char *url = json_at_text(object, "url");
    if (!good || url == NULL || strncmp(url, "mxc://", 6) != 0) {
        return NULL;
    }
    *file_r = file;
    return url;
}
