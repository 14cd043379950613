/* The clue checks C1 to C9 of rulebook 2.5, for one set of clues. C10 is people's. */
#ifndef DECRYPTO_CHECK_H
#define DECRYPTO_CHECK_H

#include "decrypto.h"

/* A set of clues that somebody sends. */
struct check_set {
    const char *clue[DECRYPTO_CLUES];
    int team;
    int place; /* which one is new, 0 to 2; -1: all of them */
    bool insist;
};

/* Checks the new clues of a set. Fills *insisted_r with a bit for each clue that went past a
 * warning. Refuses with arguments for the sentence. */
enum refusal check_clues(const struct decrypto *state, const struct check_set *set,
                         int32_t *insisted_r, struct outcome *out);

#endif
