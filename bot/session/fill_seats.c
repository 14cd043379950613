#include "fill_seats.h"

#include <string.h>

#include "handle.h"
#include "house_private.h"

/* The same person's move of another row. */
static void move_by(const struct move *by, const struct action_def *row, struct move *move)
{
    const struct move who = {.seat = by->seat, .person = by->person, .moderator = by->moderator};
    move_init(move, row, who.seat, by->at_ms);
    move->person = who.person;
    move->moderator = who.moderator;
}

static bool seat_missing(struct handling *handling, const struct move *by)
{
    const struct table *table = &handling->entry->resident->table;
    struct move *move = &handling->house->scratch->move;
    while (table_players(table) < table->game->seats_min) {
        move_by(by, by->row, move);
        handle_resolve(handling, move);
        if (handle_move(handling, move) != REFUSAL_NONE) {
            return false;
        }
    }
    return true;
}

bool fill_seats(struct handling *handling, struct move *move)
{
    const struct table *table = &handling->entry->resident->table;
    bool fills = strcmp(move->row->name, "bot") == 0 && value_bool_at(&move->args, "fill") &&
                 table->phase == TABLE_LOBBY;
    if (!fills) {
        return true;
    }
    if (!seat_missing(handling, move)) {
        return false;
    }
    move_by(move, table_action(table, "start"), move);
    return true;
}
