/* Missions: what a game is dealt from where that is more than words, one file each
 * (games/infiltrators/missions/README.md). What the items mean the game says; here are files and
 * lines. */
#ifndef MISSIONS_H
#define MISSIONS_H

#include "pack.h"

/* A mission file's text as the one line that a deal reads, "; " between its items; NULL, with every
 * mistake told with its line, when there is one. free() it. */
char *missions_line(const struct game_def *game, const char *text, size_t len,
                    struct mistakes *mistakes);
struct missions;

/* The missions that are built into the program. */
struct missions *missions_new(const struct game_def *game);
/* Adds one, in place of another of its name; a bad one is left out. */
void missions_put(struct missions *to, const char *text, size_t len);
/* All as a pack, in their order; frees the missions. pack_free() it. */
struct pack *missions_pack(struct missions **from);
/* Are two texts missions of the same name? Parameters as above, one after the other. */
bool missions_same(const struct game_def *game, const char *text, size_t len, const char *other,
                   size_t other_len);
/* The missions that are built into the program, as a pack. */
struct pack *missions_built_in(const struct game_def *game);

#endif
