/* House players of Interceptor. */
#ifndef INTERCEPTOR_PLAYER_H
#define INTERCEPTOR_PLAYER_H

#include "player.h"

extern const struct player_def interceptor_player;

#endif
