/* A small book for tables whose pack has none: clues that go with nothing in particular. A house
 * player then gives each keyword an entry of its own, which the others of the house know too. */
#ifndef DECRYPTO_SPARE_H
#define DECRYPTO_SPARE_H

#include "player.h"

extern const struct player_book spare_book;

#endif
