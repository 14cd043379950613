/* A move without arguments: facts over the move's own pools. */
#include "move.h"

#include <assert.h>
#include <string.h>

void move_init(struct move *move, const struct action_def *row, int seat, int64_t at_ms)
{
    assert(move != NULL);
    assert(seat >= SEAT_NONE && seat < SEATS_MAX);
    move->at_ms = at_ms;
    move->row = row;
    move->seat = (int16_t)seat;
    move->judgement_count = 0;
    memset(move->judgement, 0, sizeof move->judgement);
    value_init(&move->args, move->fact, MOVE_FACTS_MAX, move->text, MOVE_TEXT_MAX);
}
