/* A hash chain over lines of text, hex and all, so that a stranger checks it with printf and
 * sha256sum: each line's hash covers the hash before it, so that no line can be changed, taken out
 * or put in. People's words are not in a line but under a salted digest. */
#ifndef CHAIN_H
#define CHAIN_H

#include "hash.h"

enum { CHAIN_SALT_BYTES = 16, CHAIN_DIGEST_BYTES = 16, CHAIN_EVENT_BYTES = 56 };

struct chain {
    char last[HASH_HEX_SIZE];
};

/* Begins a chain: its last hash is that of the header. */
void chain_begin(struct chain *chain, const char *header);
/* Adds a line: SHA-256 of the last hash as 64 hex digits followed by the line. */
void chain_add(struct chain *chain, const char *line, size_t len);

/* What is kept of an event's key "adapter/event id", which may hold an account: "adapter/" and the
 * first half of the key's SHA-256, as hex. */
void chain_event(const char *key, char event[CHAIN_EVENT_BYTES]);

/* The digest of words: the first CHAIN_DIGEST_BYTES of SHA-256(salt as hex ‖ words), as hex. */
void chain_digest(const char *salt_hex, const char *text, size_t len,
                  char digest[CHAIN_DIGEST_BYTES * 2 + 1]);

#endif
