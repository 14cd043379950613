/* SHA-256, and the texts that bytes are written as. */
#ifndef HASH_H
#define HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HASH_BYTES = 32, HASH_HEX_SIZE = 2 * HASH_BYTES + 1 };

struct hash;

/* SHA-256 of one piece. */
void hash_of(uint8_t hash[HASH_BYTES], const void *bytes, size_t count);
/* SHA-256 of many pieces: new, add …, end (which frees). */
struct hash *hash_new(void);
void hash_add(struct hash *hash, const void *bytes, size_t count);
void hash_end(struct hash **hash, uint8_t out[HASH_BYTES]);

/* Lower-case hex; text holds 2 * count + 1 bytes. */
void hash_hex(char *text, const void *bytes, size_t count);
/* Reads exactly 2 * count hex digits of either case, then the end. */
bool hash_unhex(void *bytes, size_t count, const char *text);
/* URL-safe base64 without padding; text holds hash_base64url_size(count) bytes. */
void hash_base64url(char *text, const void *bytes, size_t count);
size_t hash_base64url_size(size_t count);
/* Equal? Takes the same time wherever they differ. */
bool hash_equal(const void *one, const void *other, size_t count);

#endif
