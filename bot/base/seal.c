/* Sealing what is stored. A sealed form: four bytes that no text and no packed record begins with,
 * the key's id, the tag, the text. The two keys of SIV and the id are made of the configured key by
 * SHA-512 and SHA-256, each behind a word of its own. */

#include "seal.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "hash.h"
#include "heap.h"

enum {
    SEAL_MARK_BYTES = 4,
    SEAL_TAG_BYTES = 16,
    SEAL_HEAD_BYTES = SEAL_MARK_BYTES + SEAL_ID_BYTES + SEAL_TAG_BYTES,
    SEAL_SIV_BYTES = 64,
    SEAL_KEYS = 2
};

static const uint8_t seal_mark[SEAL_MARK_BYTES] = {0xff, 'S', 'L', '1'};

struct seal_key {
    bool there;
    uint8_t id[SEAL_ID_BYTES];
    uint8_t siv[SEAL_SIV_BYTES];
};

static struct seal_key seal_keys[SEAL_KEYS]; /* the first seals */
static EVP_CIPHER *seal_cipher;

static void seal_must(bool good)
{
    if (!good) {
        abort(); /* nothing that can fail here leaves another way out */
    }
}

static void seal_digest(const EVP_MD *kind, const char *word, const uint8_t key[HASH_BYTES],
                        uint8_t *out)
{
    unsigned len = 0;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    seal_must(context != NULL && EVP_DigestInit_ex(context, kind, NULL) == 1 &&
              EVP_DigestUpdate(context, word, strlen(word)) == 1 &&
              EVP_DigestUpdate(context, key, HASH_BYTES) == 1 &&
              EVP_DigestFinal_ex(context, out, &len) == 1);
    EVP_MD_CTX_free(context);
}

static bool seal_read_key(struct seal_key *key, const char *hex)
{
    uint8_t bytes[HASH_BYTES];
    uint8_t id[HASH_BYTES];
    OPENSSL_cleanse(key, sizeof *key);
    if (hex[0] == '\0') {
        return true;
    }
    if (!hash_unhex(bytes, sizeof bytes, hex)) {
        return false;
    }
    key->there = true;
    seal_digest(EVP_sha512(), "deaddrop store", bytes, key->siv);
    seal_digest(EVP_sha256(), "deaddrop store id", bytes, id);
    memcpy(key->id, id, SEAL_ID_BYTES);
    OPENSSL_cleanse(bytes, sizeof bytes);
    return true;
}

bool seal_use(const char *key, const char *old_key)
{
    if (seal_cipher == NULL) {
        seal_cipher = EVP_CIPHER_fetch(NULL, "AES-256-SIV", NULL);
        seal_must(seal_cipher != NULL);
    }
    return seal_read_key(&seal_keys[0], key) && seal_read_key(&seal_keys[1], old_key);
}

void seal_forget(void)
{
    OPENSSL_cleanse(seal_keys, sizeof seal_keys);
}

bool seal_seals(void)
{
    return seal_keys[0].there;
}

void seal_id(char id[SEAL_ID_HEX])
{
    id[0] = '\0';
    if (seal_keys[0].there) {
        hash_hex(id, seal_keys[0].id, SEAL_ID_BYTES);
    }
}

bool seal_knows(const char *id)
{
    uint8_t bytes[SEAL_ID_BYTES];
    bool known = false;
    for (size_t i = 0; i < SEAL_KEYS && hash_unhex(bytes, sizeof bytes, id); i++) {
        known = known || (seal_keys[i].there && memcmp(bytes, seal_keys[i].id, SEAL_ID_BYTES) == 0);
    }
    return known;
}

/* --- places ----------------------------------------------------------------------------------- */

/* What finds no room is the hash of all that stood there before it. */
static void seal_place_add(struct seal_place *place, const void *bytes, size_t len)
{
    if (len > sizeof place->bytes - place->len) {
        uint8_t digest[HASH_BYTES];
        struct hash *hash = hash_new();
        hash_add(hash, place->bytes, place->len);
        hash_add(hash, bytes, len);
        hash_end(&hash, digest);
        memcpy(place->bytes, digest, sizeof digest);
        place->len = sizeof digest;
        return;
    }
    memcpy(place->bytes + place->len, bytes, len);
    place->len += len;
}

void seal_place(struct seal_place *place, const char *kind)
{
    place->len = 0;
    seal_place_text(place, kind, strlen(kind));
}

/* A letter, then eight bytes: the number, or how long the text behind is. */
static void seal_place_head(struct seal_place *place, uint8_t letter, uint64_t number)
{
    uint8_t head[9] = {letter};
    for (unsigned i = 1; i < sizeof head; i++) {
        head[i] = (uint8_t)(number >> 8 * (i - 1));
    }
    seal_place_add(place, head, sizeof head);
}

void seal_place_number(struct seal_place *place, int64_t number)
{
    seal_place_head(place, 'n', (uint64_t)number);
}

void seal_place_text(struct seal_place *place, const char *text, size_t len)
{
    seal_place_head(place, 't', len);
    seal_place_add(place, text, len);
}

/* --- sealing ---------------------------------------------------------------------------------- */

bool seal_is(const void *sealed, size_t size)
{
    return size > SEAL_HEAD_BYTES && memcmp(sealed, seal_mark, SEAL_MARK_BYTES) == 0;
}

void seal_close(const struct seal_place *place, const void *text, size_t len, struct buf *out)
{
    const struct seal_key *key = &seal_keys[0];
    uint8_t head[SEAL_HEAD_BYTES];
    int wrote = 0;
    uint8_t *sealed = heap_allocate(len + 1);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    seal_must(key->there && len > 0 && len <= INT32_MAX && context != NULL &&
              EVP_EncryptInit_ex2(context, seal_cipher, key->siv, NULL, NULL) == 1 &&
              EVP_EncryptUpdate(context, NULL, &wrote, place->bytes, (int)place->len) == 1 &&
              EVP_EncryptUpdate(context, sealed, &wrote, text, (int)len) == 1 &&
              EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, SEAL_TAG_BYTES,
                                  head + SEAL_HEAD_BYTES - SEAL_TAG_BYTES) == 1);
    EVP_CIPHER_CTX_free(context);
    memcpy(head, seal_mark, SEAL_MARK_BYTES);
    memcpy(head + SEAL_MARK_BYTES, key->id, SEAL_ID_BYTES);
    buf_add(out, (const char *)head, sizeof head);
    buf_add(out, (const char *)sealed, len);
    free(sealed);
}

static const struct seal_key *seal_key_of(const uint8_t *sealed)
{
    for (size_t i = 0; i < SEAL_KEYS; i++) {
        if (seal_keys[i].there &&
            memcmp(sealed + SEAL_MARK_BYTES, seal_keys[i].id, SEAL_ID_BYTES) == 0) {
            return &seal_keys[i];
        }
    }
    return NULL;
}

enum seal_opened seal_open(const struct seal_place *place, const void *sealed, size_t size,
                           struct buf *out)
{
    const uint8_t *bytes = sealed;
    uint8_t tag[SEAL_TAG_BYTES];
    int wrote = 0;
    if (!seal_is(sealed, size) || size > INT32_MAX) {
        return SEAL_BROKEN;
    }
    const struct seal_key *key = seal_key_of(bytes);
    if (key == NULL) {
        return SEAL_NO_KEY;
    }
    size_t len = size - SEAL_HEAD_BYTES;
    char *text = heap_allocate(len + 1);
    memcpy(tag, bytes + SEAL_HEAD_BYTES - SEAL_TAG_BYTES, sizeof tag);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    seal_must(context != NULL &&
              EVP_DecryptInit_ex2(context, seal_cipher, key->siv, NULL, NULL) == 1 &&
              EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, SEAL_TAG_BYTES, tag) == 1 &&
              EVP_DecryptUpdate(context, NULL, &wrote, place->bytes, (int)place->len) == 1);
    bool good =
        EVP_DecryptUpdate(context, (uint8_t *)text, &wrote, bytes + SEAL_HEAD_BYTES, (int)len) == 1;
    EVP_CIPHER_CTX_free(context);
    if (good) {
        buf_add(out, text, len);
    }
    OPENSSL_cleanse(text, len);
    free(text);
    return good && !out->full ? SEAL_OPENED : SEAL_BROKEN;
}
