/* What one part of the house (store_part.h) says to the others: a letter is a row of the store that
 * all parts share, and stays until the part that it is for has stored what it says. */
#ifndef LETTERS_PUT_H
#define LETTERS_PUT_H

struct commit;

/* A letter to another part, in that transaction. kind: who reads it there (letters.c), key: the
 * event or account that it is about. */
void letters_put(struct commit *commit, unsigned part, const char *kind, const char *key,
                 const char *text);
/* The same letter to every other part; nothing where the house is whole. */
void letters_put_all(struct commit *commit, const char *kind, const char *key, const char *text);

#endif
