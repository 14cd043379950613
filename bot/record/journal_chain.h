/* What the chain of a table's journal begins with, and the salted digests of words in it. */
#ifndef JOURNAL_CHAIN_H
#define JOURNAL_CHAIN_H

#include "chain.h"
#include "entropy.h"
#include "journal.h"

enum { CHAIN_HEADER_BYTES = 160 };

/* The header that the first hash covers: {"format":1,"game":"…","rules":1,"table":"12"}. */
void chain_header(char header[CHAIN_HEADER_BYTES], const char *game, unsigned rules_version,
                  uint64_t table);
/* Salts and digests all words of a move; salts as hex, one for each word. */
void chain_salt(const struct entropy *entropy, struct journal_words *words,
                char salts[JOURNAL_WORDS_MAX][CHAIN_SALT_BYTES * 2 + 1]);

#endif
