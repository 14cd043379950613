/* Reading the clues that people write for the own keywords. A book tells, for each of its entries,
 * what people say for it; a clue is read by the words that it has in common with an entry, and with
 * other entries that are like it. */
#ifndef DECRYPTO_READER_H
#define DECRYPTO_READER_H

#include "decrypto.h"
#include "player.h"

/* What is known of an own keyword. */
struct reader_word {
    const struct player_entry *entry;
    /* Clues that stood for it before: as many as count, oldest first; more than fit are left out.
     */
    const char *const *said;
    size_t said_count;
};

/* How well each clue fits each keyword: 0 for nothing in common, around 1 for what the book says.
 * Reads the whole book twice, which is some milliseconds. */
void reader_rate(const struct player_book *book, const struct reader_word own[DECRYPTO_SLOTS],
                 const char *const clue[DECRYPTO_CLUES],
                 float rate[DECRYPTO_CLUES][DECRYPTO_SLOTS]);

#endif
