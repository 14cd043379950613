/* What a clue has to do with an entry of a book: the very clue, words of it, or nothing. Bytes are
 * compared, with small and capital letters of ASCII alike: a book is big, and asked often. */
#ifndef DECRYPTO_SENSE_H
#define DECRYPTO_SENSE_H

#include "player.h"

/* Is this line a clue to say? Those with the tag "also" are lists of what is only understood. */
bool sense_is_said(const struct player_line *line);
/* The entry called name, capitals aside; -1 when there is none. */
int sense_entry(const struct player_book *book, const char *name);
/* Who reads: the whole book, or (a seat) half of the lines that are said, each seat another half.
 */
enum { SENSE_ALL = -1 };
/* Is the clue a line of any entry that this reader knows, letter by letter? */
bool sense_is_known(const struct player_book *book, const char *clue, int reader);
/* Is it a line of this entry? */
bool sense_has(const struct player_entry *entry, const char *clue, int reader);
/* How well the clue fits the entry, from 0 (nothing in common) to 1 (one of its lines), as far as
 * this reader knows it. */
float sense_fit(const struct player_entry *entry, const char *clue, int reader);

#endif
