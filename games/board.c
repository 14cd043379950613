/* Adds shapes to a board. */
#include "board.h"

#include <assert.h>
#include <string.h>

struct board_item *board_add(struct board *board, enum board_kind kind, enum message label)
{
    assert(board->count < BOARD_ITEMS_MAX);
    assert(label != MSG_NONE);
    struct board_item *item = &board->item[board->count++];
    memset(item, 0, sizeof *item);
    item->kind = kind;
    item->label = label;
    item->seat = SEAT_NONE;
    item->team = -1;
    return item;
}
