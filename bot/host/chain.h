/* The journal's hash chain: each line's hash covers the hash before it, so that no line can be
 * changed, taken out or put in. People's words are not in the line but under a salted digest. */
#ifndef CHAIN_H
#define CHAIN_H

#include "entropy.h"
#include "hash.h"
#include "journal.h"

enum { CHAIN_SALT_BYTES = 16, CHAIN_HEADER_BYTES = 160 };

struct chain {
    char last[HASH_HEX_SIZE];
};

/* The header that the first hash covers: {"format":1,"game":"…","rules":1,"table":"12"}. */
void chain_header(char header[CHAIN_HEADER_BYTES], const char *game, unsigned rules_version,
                  uint64_t table);
/* Begins a chain: its last hash is that of the header. */
void chain_begin(struct chain *chain, const char *header);
/* Adds a line: SHA-256 of the last hash as 64 hex digits followed by the line. */
void chain_add(struct chain *chain, const char *line, size_t len);

/* The digest of words: the first JOURNAL_DIGEST_BYTES of SHA-256(salt as hex ‖ words), as hex. */
void chain_digest(const char *salt_hex, const char *text, size_t len,
                  char digest[JOURNAL_DIGEST_BYTES * 2 + 1]);
/* Salts and digests all words of a move; salts as hex, one for each word. */
void chain_salt(const struct entropy *entropy, struct journal_words *words,
                char salts[JOURNAL_WORDS_MAX][CHAIN_SALT_BYTES * 2 + 1]);

#endif
