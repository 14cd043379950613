/* A book: what ships beside a pack for house players, clues of a keyword or questions of a place
 * with their answers, read from a text file (config/packs/README.md). */
#ifndef BOOK_H
#define BOOK_H

#include "fault.h"
#include "mistakes.h"
#include "pack.h"
#include "player.h"

enum {
    BOOK_LINES_MAX = 512, /* of one entry; each reply counts */
    BOOK_TAG_BYTES = 17,
    BOOK_TEXT_CHARACTERS_MAX = 200
};

struct book;

/* Reads a book's text. NULL, with a fault that names the line of the first mistake, when there is
 * one. book_free() it. */
struct book *book_new(const char *text, size_t len, struct fault *fault);
/* Tells every mistake in a book's text; with a pack (may be NULL) also what the pack has no entry
 * for. True when there is none. */
bool book_check(const char *text, size_t len, const struct pack *pack, struct mistakes *mistakes);
/* For the sight of a house player; lives as long as the book. */
const struct player_book *book_list(const struct book *book);
/* The entry called name, letter by letter; NULL when there is none. */
const struct player_entry *book_entry(const struct player_book *book, const char *name);
void book_free(struct book **book);

#endif
