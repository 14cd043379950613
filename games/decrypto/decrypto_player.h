/* House players of Decrypto. */
#ifndef DECRYPTO_PLAYER_H
#define DECRYPTO_PLAYER_H

#include "player.h"

extern const struct player_def decrypto_player;

#endif
