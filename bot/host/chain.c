/* Hashes over texts, hex and all, so that a stranger checks them with printf and sha256sum. */
#include "chain.h"

#include <stdio.h>
#include <string.h>

void chain_header(char header[CHAIN_HEADER_BYTES], const char *game, unsigned rules_version,
                  uint64_t table)
{
    snprintf(header, CHAIN_HEADER_BYTES,
             "{\"format\":%d,\"game\":\"%s\",\"rules\":%u,\"table\":\"%llu\"}", JOURNAL_FORMAT,
             game, rules_version, (unsigned long long)table);
}

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
                  char digest[JOURNAL_DIGEST_BYTES * 2 + 1])
{
    uint8_t out[HASH_BYTES];
    struct hash *hash = hash_new();
    hash_add(hash, salt_hex, strlen(salt_hex));
    hash_add(hash, text, len);
    hash_end(&hash, out);
    hash_hex(digest, out, JOURNAL_DIGEST_BYTES);
}

void chain_salt(const struct entropy *entropy, struct journal_words *words,
                char salts[JOURNAL_WORDS_MAX][CHAIN_SALT_BYTES * 2 + 1])
{
    for (size_t i = 0; i < words->count; i++) {
        uint8_t salt[CHAIN_SALT_BYTES];
        entropy->fill(entropy->context, salt, sizeof salt);
        hash_hex(salts[i], salt, sizeof salt);
        chain_digest(salts[i], words->word[i].text, words->word[i].len, words->word[i].digest);
    }
}
