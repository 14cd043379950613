/* What a moderator says to all tables that they moderate: where it was said its table has it, as a
 * move; the rooms of the others are told once each. */
#ifndef ANNOUNCE_H
#define ANNOUNCE_H

struct handling;
struct move;

/* After a move was made: tells the others, where it is one that speaks to all. */
void announce_elsewhere(struct handling *handling, const struct move *move);

#endif
