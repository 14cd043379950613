/* Files in encrypted rooms (EncryptedFile): AES-256 in counter mode under a key of their own, which
 * travels in the event beside a hash of what was uploaded. */
#ifndef MATRIX_ATTACHMENT_H
#define MATRIX_ATTACHMENT_H

#include <cjson/cJSON.h>

#include "buf.h"
#include "entropy.h"
#include "hash.h"

enum {
    MATRIX_FILE_KEY_BYTES = 32,
    MATRIX_FILE_COUNTER_BYTES = 16,
    MATRIX_FILE_BYTES_MAX = 100 * 1024 * 1024
};

struct matrix_file {
    uint8_t key[MATRIX_FILE_KEY_BYTES];
    uint8_t counter[MATRIX_FILE_COUNTER_BYTES]; /* where it begins: half random, half zero */
    uint8_t hash[HASH_BYTES];                   /* of the encrypted bytes */
};

/* Adds the encrypted bytes to out, under a key made for them. False: they do not fit. */
bool matrix_file_encrypt(struct matrix_file *file, const void *bytes, size_t len,
                         const struct entropy *entropy, struct buf *out);
/* Adds the bytes to out. False: they are not those that were encrypted, or do not fit. */
bool matrix_file_decrypt(const struct matrix_file *file, const void *bytes, size_t len,
                         struct buf *out);

/* The object "file" of an event, for what was uploaded to this URL; deleted by the caller. */
cJSON *matrix_file_write(const struct matrix_file *file, const char *url);
/* The URL, which lives as long as the object; NULL: it is no such object. */
const char *matrix_file_read(const cJSON *object, struct matrix_file *file_r);

#endif
