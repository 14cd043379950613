/* SHA-256 through OpenSSL, and hex and base64url by hand. The algorithm is looked up once: the
 * look-up costs more than hashing a line. */

#include "hash.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "heap.h"

struct hash {
    EVP_MD_CTX *context;
};

static EVP_MD *hash_sha256;
static pthread_once_t hash_once = PTHREAD_ONCE_INIT;

static void hash_fetch(void)
{
    hash_sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
    if (hash_sha256 == NULL) {
        abort();
    }
}

static const EVP_MD *hash_algorithm(void)
{
    pthread_once(&hash_once, hash_fetch);
    return hash_sha256;
}

void hash_of(uint8_t hash[HASH_BYTES], const void *bytes, size_t count)
{
    unsigned int size = 0;
    int done = EVP_Digest(bytes, count, hash, &size, hash_algorithm(), NULL);
    assert(done == 1);
    assert(size == HASH_BYTES);
    (void)done;
}

struct hash *hash_new(void)
{
    struct hash *hash = heap_allocate(sizeof(*hash));
    hash->context = EVP_MD_CTX_new();
    if (hash->context == NULL || EVP_DigestInit_ex2(hash->context, hash_algorithm(), NULL) != 1) {
        abort();
    }
    return hash;
}

void hash_add(struct hash *hash, const void *bytes, size_t count)
{
    int done = EVP_DigestUpdate(hash->context, bytes, count);
    assert(done == 1);
    (void)done;
}

void hash_end(struct hash **hash, uint8_t out[HASH_BYTES])
{
    unsigned int size = 0;
    int done = EVP_DigestFinal_ex((*hash)->context, out, &size);
    assert(done == 1);
    assert(size == HASH_BYTES);
    (void)done;
    EVP_MD_CTX_free((*hash)->context);
    free(*hash);
    *hash = NULL;
}

void hash_hex(char *text, const void *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *from = bytes;
    for (size_t i = 0; i < count; i++) {
        text[2 * i] = digits[from[i] >> 4];
        text[2 * i + 1] = digits[from[i] & 15];
    }
    text[2 * count] = '\0';
}

/* The value of a hex digit, -1 when it is none. */
static int hash_digit(char digit)
{
    if (digit >= '0' && digit <= '9') {
        return digit - '0';
    }
    if (digit >= 'a' && digit <= 'f') {
        return digit - 'a' + 10;
    }
    return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : -1;
}

bool hash_unhex(void *bytes, size_t count, const char *text)
{
    uint8_t *to = bytes;
    for (size_t i = 0; i < count; i++) {
        int high = hash_digit(text[2 * i]);
        int low = high < 0 ? -1 : hash_digit(text[2 * i + 1]);
        if (low < 0) {
            return false;
        }
        to[i] = (uint8_t)(high << 4 | low);
    }
    return text[2 * count] == '\0';
}

size_t hash_base64url_size(size_t count)
{
    return (count * 4 + 2) / 3 + 1;
}

void hash_base64url(char *text, const void *bytes, size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const uint8_t *from = bytes;
    uint32_t bits = 0;
    unsigned int held = 0;
    size_t len = 0;
    for (size_t i = 0; i < count; i++) {
        bits = (bits << 8 | from[i]) & 0xffffffU;
        for (held += 8; held >= 6; held -= 6) {
            text[len++] = digits[bits >> (held - 6) & 63];
        }
    }
    if (held > 0) {
        text[len++] = digits[bits << (6 - held) & 63];
    }
    text[len++] = '\0';
    assert(len == hash_base64url_size(count));
}

bool hash_equal(const void *one, const void *other, size_t count)
{
    return CRYPTO_memcmp(one, other, count) == 0;
}
