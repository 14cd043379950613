/* What a house player of Decrypto has found out about the other team's keywords. */
#ifndef DECRYPTO_SPY_H
#define DECRYPTO_SPY_H

#include "decrypto.h"
#include "decrypto_sight.h"

enum { CLUE_BYTES = 4 * DECRYPTO_CLUE_CHARACTERS_MAX + 1 };

/* What a house player remembers of the other team. */
struct spy {
    char clue[DECRYPTO_CLUES][CLUE_BYTES]; /* shown and not yet revealed */
    bool begun;
    bool mine[DECRYPTO_KINDS]; /* what the own team said last to a code came from this seat */
    float likely[DECRYPTO_SLOTS][SIGHT_ENTRIES_MAX]; /* each adds up to 1 */
};

/* Takes an event to heart; memory is a struct spy, zeroed at the deal. */
void spy_notice(void *memory, const struct player_sight *sight, enum message message,
                const struct value_tree *facts, uint16_t args);
/* How likely the clue is, if it stands for each of the slots. */
void spy_rate(const struct spy *spy, const struct player_sight *sight, const char *clue,
              float rate[DECRYPTO_SLOTS]);
/* The likeliest entry of a slot that no slot before it has. */
size_t spy_guess(const struct spy *spy, const struct player_sight *sight, int slot,
                 const size_t taken[DECRYPTO_SLOTS]);

#endif
