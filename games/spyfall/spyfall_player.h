/* House players of Spyfall. */
#ifndef SPYFALL_PLAYER_H
#define SPYFALL_PLAYER_H

#include "player.h"

extern const struct player_def spyfall_player;

#endif
