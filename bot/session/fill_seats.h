/* "Play with the house": house players for all seats that are missing, and the start. */
#ifndef FILL_SEATS_H
#define FILL_SEATS_H

#include "handling.h"
#include "move.h"

/* Where move asks for it, makes the moves that seat them and turns it into the start, which is to
 * be made next; any other move stays as it is. False when one was refused, as scratch.out says. */
bool fill_seats(struct handling *handling, struct move *move);

#endif
