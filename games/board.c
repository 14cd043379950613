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

void board_say(struct board *board, struct board_item *item, const char *text)
{
    size_t len = strlen(text);
    size_t room = BOARD_TEXT_MAX - board->text_used;
    assert(item >= board->item && item < board->item + board->count);
    if (len + 1 > room) {
        len = room > 0 ? room - 1 : 0;
        while (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80) {
            len--;
        }
    }
    if (room == 0) {
        return;
    }
    memcpy(board->text + board->text_used, text, len);
    board->text[board->text_used + len] = '\0';
    item->text = board->text_used;
    item->text_len = (uint16_t)len;
    board->text_used = (uint16_t)(board->text_used + len + 1);
}
