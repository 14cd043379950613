/* The book of a game out of its packs, its names as the pack that a deal draws from, and what its
 * language has house players say: for programs that stand on the rules alone. */
#ifndef BOOK_FILE_H
#define BOOK_FILE_H

#include "game.h"
#include "player.h"

struct book_file {
    char *text;
    struct player_entry *entry;
    struct player_line *line;
    const char **name;
    struct player_book book;
    struct deal_pack pack; /* the names of its entries */
    char *words;
    struct player_entry *section;
    struct player_line *spoken_line;
    struct player_book spoken; /* "player.GAME.…" of words/en.ini */
};

/* Reads GAME-en.book.txt and words/en.ini under DD_SOURCE_DIR (or the current folder); empty where
 * there is none. */
void book_file_read(struct book_file *file, const char *game);
/* What a house player has: the book, else what is spoken; NULL for neither. */
const struct player_book *book_file_of(const struct book_file *file);
void book_file_free(struct book_file *file);

#endif
