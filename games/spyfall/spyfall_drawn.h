/* What chance has drawn for the rounds of a game of Spyfall: the record says it of those that are
 * over, so that anybody can draw it again. */
#ifndef SPYFALL_DRAWN_H
#define SPYFALL_DRAWN_H

#include "value_tree.h"

enum { SPYFALL_ROUNDS_MAX = 100 };

struct spyfall_drawn {
    uint16_t in;   /* who was in when the round began: the spy is one of them */
    uint8_t seats; /* of the table then, empty ones too: each drew a part */
    uint8_t place;
    int8_t spy;
};

struct spyfall;

/* Draws place, spy and parts of the round that begins. */
void spyfall_draw_round(struct spyfall *state);
/* One of those still in, each equally likely. */
int spyfall_draw_seat(struct spyfall *state);
/* The seat itself, or the next one clockwise that is still in. */
int spyfall_still_in(const struct spyfall *state, int seat);
/* Writes what was drawn for the nth round (game_def.drawn). Extra rounds beyond the hundredth are
 * not kept. */
bool spyfall_drawn(const void *subject, uint32_t nth, struct value_tree *into);

#endif
