#include "board_put.h"

#include "house_private.h"
#include "show_view.h"

void board_put(struct commit *commit, struct table_entry *entry)
{
    struct house *house = commit->house;
    struct outbox_message message = {
        .kind = SEND_EDIT,
        .room = entry->room->key,
        .doc_kind = DOC_BOARD,
        .table = entry->id,
        .number = entry->number,
        .step = entry->resident->table.step,
        .seat = SEAT_CROWD,
    };
    if (entry->phase == TABLE_CLOSED) {
        message.doc = show_board(house, entry);
        message.edit_of = entry->board;
        message.kind = entry->board == NULL ? SEND_POST : SEND_EDIT;
        outbox_put(&commit->mail, &message);
        return;
    }
    if (entry->board_wanted) {
        return; /* a row that is not on its way yet will show this too */
    }
    message.board = true;
    outbox_put_unrendered(&commit->mail, &message);
    entry->board_wanted = true;
}

struct outbox_message board_message(struct house *house, const struct table_entry *entry)
{
    return (struct outbox_message){
        .room = entry->room->key,
        .doc = show_board(house, entry),
        .doc_kind = DOC_BOARD,
        .table = entry->id,
        .number = entry->number,
    };
}

uint64_t board_hash(struct house *house, const struct table_entry *entry)
{
    const struct outbox_message message = board_message(house, entry);
    return outbox_doc_hash(&house->outbox, &message);
}

void board_know(struct house *house, struct table_entry *entry)
{
    bool stands = entry->board != NULL && !entry->board_wanted && !entry->board_flying;
    if (stands && entry->board_shown == 0) {
        entry->board_shown = board_hash(house, entry);
    }
}
