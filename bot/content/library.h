/* The packs there are, with their books: those that are built in, and a community's own out of a
 * folder, "GAME-NAME.txt" and "GAME-NAME.book.txt" (config/packs/README.md). A pack of one's own
 * with the name of one that is built in stands in for it. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "book.h"
#include "pack.h"

enum { LIBRARY_NAME_BYTES = 25, LIBRARY_PACKS_MAX = 256, LIBRARY_TOLD_MAX = 65536 };

struct library;

/* With what is built in. */
struct library *library_new(void);
void library_free(struct library **library);
/* Takes all packs and books of a folder in place of those it had of one; "" is no folder. When
 * there is a mistake in any of them, each is told as "FILE:LINE: what", everything stays as it
 * was, and the answer is -1. Books that were given out before are gone after a 0. */
int library_read(struct library *library, const char *folder, struct buf *told);
/* The same check of what is built in; how many files there are. */
size_t library_check_built_in(struct buf *told);

/* Is there a pack of this name for the game? */
bool library_has(const struct library *library, const struct game_def *game, const char *name);
/* Adds the names of all packs of a game, ", " between. */
void library_names(const struct library *library, const struct game_def *game, struct buf *names);
/* The name as the library spells it; NULL when there is no such pack. */
const char *library_name(const struct library *library, const struct game_def *game,
                         const char *name);
/* The first pack of one's own for the game by its name; NULL without one. */
const char *library_first_own(const struct library *library, const struct game_def *game);
/* Is the pack of this name one's own, not built in? */
bool library_is_own(const struct library *library, const struct game_def *game, const char *name);
/* The pack of this name, of the grade that the options choose. NULL when there is none, or nothing
 * of that grade in it. pack_free() it. */
struct pack *library_pack(const struct library *library, const struct game_def *game,
                          const char *name, const struct options *options);
/* The book beside the pack of this name; NULL when there is none. Until the next library_read(). */
const struct player_book *library_book(const struct library *library, const struct game_def *game,
                                       const char *name);

#endif
