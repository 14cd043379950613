/* Where a journal meets its chain. */
#include "journal_chain.h"

#include <stdio.h>

_Static_assert((int)CHAIN_DIGEST_BYTES == (int)JOURNAL_DIGEST_BYTES, "one length of a digest");

void chain_header(char header[CHAIN_HEADER_BYTES], const char *game, unsigned rules_version,
                  uint64_t table)
{
    snprintf(header, CHAIN_HEADER_BYTES,
             "{\"format\":%d,\"game\":\"%s\",\"rules\":%u,\"table\":\"%llu\"}", JOURNAL_FORMAT,
             game, rules_version, (unsigned long long)table);
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
