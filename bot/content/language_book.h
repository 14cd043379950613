/* What house players of a game say in a language: its entries "player.GAME.SECTION", lists with |
 * between, as a book (config/languages/README.md). */
#ifndef LANGUAGE_BOOK_H
#define LANGUAGE_BOOK_H

#include "catalogue.h"
#include "game.h"
#include "player.h"

struct language_book;

/* NULL when the language has none for this game. language_book_free() it. */
struct language_book *language_book_new(const struct catalogue *catalogue,
                                        const struct game_def *game);
void language_book_free(struct language_book **book);
/* For the sight of a house player; lives as long as the book. */
const struct player_book *language_book_list(const struct language_book *book);

#endif
