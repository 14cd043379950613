/* The journal's line form: "step at_ms by action args judgements", canonical: printed, parsed and
 * compared before it is stored. The hash chain over lines is the host's (it owns SHA-256). People's
 * words do not stand in the line but their salted digests; they lie beside it and can be withheld.
 */
#ifndef JOURNAL_H
#define JOURNAL_H

#include "table.h"

enum {
    JOURNAL_FORMAT = 1,
    JOURNAL_LINE_MAX = 24576,
    JOURNAL_WORDS_MAX = 16,
    JOURNAL_DIGEST_BYTES = 16
};

/* One text of a person in a move. */
struct journal_word {
    const char *text;
    uint16_t len;
    char digest[JOURNAL_DIGEST_BYTES * 2 + 1]; /* hex of the salted digest, filled by the host */
};

struct journal_words {
    size_t count;
    struct journal_word word[JOURNAL_WORDS_MAX];
};

/* Lists the texts in move that are people's own words, in the order of the line. */
void journal_words(const struct move *move, struct journal_words *words);
/* Prints the line of a move that was made, step being the table's step after it; words replaced by
 * "~digest". Returns its length, 0 when it does not fit. */
size_t journal_print(const struct move *move, uint32_t step, const struct journal_words *words,
                     char *line, size_t max);
/* Parses a line of this table's next step; digests are replaced by what find returns for them
 * (NULL: withheld, the argument is then left out). False when it is not such a line. */
bool journal_parse(const struct table *table, const char *line, size_t len,
                   const char *(*find)(const void *words, const char *digest, size_t *len_r),
                   const void *words, struct move *move);

#endif
