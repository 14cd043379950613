/* Hashes over texts, hex and all, so that a stranger checks them with printf and sha256sum. */
#include "chain.h"

#include <string.h>

enum { ADAPTER_MAX = CHAIN_EVENT_BYTES - HASH_BYTES - 2 };

void chain_begin(struct chain *chain, const char *header)
{
    uint8_t hash[HASH_BYTES];
    hash_of(hash, header, strlen(header));
    hash_hex(chain->last, hash, HASH_BYTES);
}

void chain_add(struct chain *chain, const char *line, size_t len)
{
    uint8_t out[HASH_BYTES];
    struct hash *hash = hash_new();
    hash_add(hash, chain->last, (size_t)HASH_BYTES * 2);
    hash_add(hash, line, len);
    hash_end(&hash, out);
    hash_hex(chain->last, out, HASH_BYTES);
}

void chain_digest(const char *salt_hex, const char *text, size_t len,
                  char digest[CHAIN_DIGEST_BYTES * 2 + 1])
{
    uint8_t out[HASH_BYTES];
    struct hash *hash = hash_new();
    hash_add(hash, salt_hex, strlen(salt_hex));
    hash_add(hash, text, len);
    hash_end(&hash, out);
    hash_hex(digest, out, CHAIN_DIGEST_BYTES);
}

void chain_event(const char *key, char event[CHAIN_EVENT_BYTES])
{
    uint8_t hash[HASH_BYTES];
    size_t adapter = strcspn(key, "/");
    adapter = adapter < ADAPTER_MAX ? adapter : ADAPTER_MAX;
    memcpy(event, key, adapter);
    event[adapter] = '/';
    hash_of(hash, key, strlen(key));
    hash_hex(event + adapter + 1, hash, HASH_BYTES / 2);
}
