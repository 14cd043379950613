/* Letters of the other parts of the house (letters_put.h), read and handed to whom they are for. */
#ifndef LETTERS_H
#define LETTERS_H

#include <stdbool.h>
#include <stdint.h>

struct house;

struct letters;

/* Who reads letters of a kind that is no adapter's name. True: the letter is taken out of the store
 * (STORE_LETTER_DONE) by the transaction that stores what it says; false: it came to nothing. */
struct letter_reader {
    const char *kind; /* NULL: the end */
    bool (*read)(struct house *house, uint64_t letter, const char *key, const char *text);
};

struct letters *letters_new(const struct letter_reader *readers);
void letters_free(struct letters **letters);
/* Letters that came to their end go out of the store with the next transaction. */
void letters_end_all(struct house *house);
/* Reads what has come, where something may have, after everything that was given to the store. */
void letters_run(struct house *house);
/* The store is back: what was handed over and has not come to its end is handed over again. */
void letters_again(struct house *house);
/* Can something be done at once? */
bool letters_wait(const struct house *house);

#endif
