/* The book of a game out of its packs, and its names as the pack that a deal draws from: for
 * programs that stand on the rules alone. */
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
};

/* Reads GAME-en.book.txt under DD_SOURCE_DIR (or the current folder); empty where there is none. */
void book_file_read(struct book_file *file, const char *game);
void book_file_free(struct book_file *file);

#endif
