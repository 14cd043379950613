/* The clue checks C1 to C9 of rulebook 2.5, for one set of clues. C10 is people's. */
#ifndef DECRYPTO_CHECK_H
#define DECRYPTO_CHECK_H

#include "decrypto.h"

/* Checks the clues of a set that are new: all of them, or with place >= 0 the one there. clues are
 * three texts. Fills *insisted_r with a bit for each clue that went past a warning. Refuses with
 * arguments for the sentence. */
enum refusal check_clues(const struct decrypto *state, int team, const char *const *clues,
                         int place, bool insist, int32_t *insisted_r, struct outcome *out);

#endif
