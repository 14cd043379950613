/* What is told of a game on Discord (../told). */
#ifndef PARTY_TOLD_H
#define PARTY_TOLD_H

#include "party.h"
#include "told.h"

/* Of table 1; to be freed. */
struct told told_of(const struct party *party);

#endif
