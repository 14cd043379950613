#include "rematch_seats.h"

#include <string.h>

#include "handle.h"
#include "house_private.h"
#include "table_kept.h"

bool house_player_sits(struct house *house, struct table_entry *entry, const char *called)
{
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    move_init(move, table_action(table, "bot"), SEAT_NONE, table->now_ms);
    move->seat = (int16_t)table_acts_as(table, table->host, false);
    move->person = table->host;
    move->moderator = false;
    /* the move outlives what is kept of them at the table */
    value_term(&move->args, "called", arena_text(house->arena, called, strlen(called)));
    return handle_house_move(house, entry, move);
}

void rematch_follow(struct house *house, struct table_entry *entry)
{
    const char *called = NULL;
    while (!house->down && entry->load == ENTRY_RESIDENT &&
           (called = table_kept_called(&entry->resident->table)) != NULL) {
        if (!house_player_sits(house, entry, called)) {
            return;
        }
    }
}
