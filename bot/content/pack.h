/* A pack: the words or places a game is dealt from, read from a text file (config/packs/README.md).
 */
#ifndef PACK_H
#define PACK_H

#include "fault.h"
#include "game.h"
#include "mistakes.h"

enum {
    PACK_ENTRIES_MAX = 4000,
    PACK_ENTRY_CHARACTERS_MAX = 20,
    PACK_ALIASES_MAX = 12,
    PACK_ALIAS_CHARACTERS_MAX = 40
};

struct pack;

/* Reads a pack's text that pack_check found good; of the entries only those of one grade, NULL for
 * all. A pack without grades is the same for every grade. NULL, with a fault, when there is a
 * mistake all the same, or no entry of that grade. pack_free() it. */
struct pack *pack_trusted(const char *text, size_t len, const char *grade, struct fault *fault);
/* The grade that these options choose (option "grade"); NULL for all. */
const char *pack_grade(const struct game_def *game, const struct options *options);
/* The option by which a table wants a pack of its own community's (value "list" of words or
 * locations) and has that value; NULL when it does not. */
const struct option_def *pack_own_wanted(const struct game_def *game,
                                         const struct options *options);
/* Tells every mistake that is in a pack's text; true when there is none. */
bool pack_check(const char *text, size_t len, struct mistakes *mistakes);
/* The pack of a game and language that is built into the program, for a table with these options.
 * NULL when the game needs none, or with a fault. */
struct pack *pack_built_in(const struct game_def *game, const char *language,
                           const struct options *options, struct fault *fault);
/* Its entries in order, for a deal; they live as long as the pack. */
const struct deal_pack *pack_list(const struct pack *pack);
void pack_free(struct pack **pack);

#endif
