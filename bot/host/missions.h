/* Missions: what a game is dealt from where that is more than words, one file each
 * (config/missions/README.md). What the items mean the game says; here are files and lines. */
#ifndef MISSIONS_H
#define MISSIONS_H

#include "pack.h"

/* A mission file's text as the one line that a deal reads, "; " between its items; NULL, with every
 * mistake told with its line, when there is one. free() it. */
char *missions_line(const struct game_def *game, const char *text, size_t len,
                    struct mistakes *mistakes);
/* The missions that are built into the program, as a pack; NULL, with a fault, when one is bad. */
struct pack *missions_built_in(const struct game_def *game, struct fault *fault);

#endif
