/* Moves of any game, made of bytes: for fuzzing, and for games that somebody plays at random. */
#ifndef MOVE_BYTES_H
#define MOVE_BYTES_H

#include "game.h"

struct move_bytes {
    const uint8_t *at;
    const uint8_t *end;
    const char *const *words; /* what texts are mostly made of; NULL after the last */
    unsigned word_count;
};

/* The next byte; 0 when there is none. */
unsigned move_byte(struct move_bytes *bytes);
/* Who does what now: mostly what somebody owes. Nothing of it need be possible; args may be full.
 */
void move_of_bytes(struct move_bytes *bytes, const struct game_def *game, const void *state,
                   struct move *move);

#endif
