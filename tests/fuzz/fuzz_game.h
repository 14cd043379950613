/* Any game on moves from bytes, through the door of the rules: whatever comes, a refusal leaves the
 * state as it was, the invariants hold, a replay gives the same state, and the journal's moves are
 * taken also where people's words were forgotten. */
#ifndef FUZZ_GAME_H
#define FUZZ_GAME_H

#include "game.h"

/* Plays one game. What moves are made of: most of them what somebody owes, the rest any act by
 * anybody; texts are mostly out of words, a list that ends with NULL. */
void fuzz_game(const struct game_def *game, const struct deal_pack *pack, const char *const *words,
               const uint8_t *data, size_t size);

#endif
