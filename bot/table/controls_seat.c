/* Seats as choices: which team, for whom to sit in; and what becomes of one that is given up. */
#include "controls_private.h"

void offer_teams(struct offer *offer)
{
    const struct arg_def *team = &offer->row->args[0];
    int wish = seat_is_person(offer->reader) ? offer->table->seat[offer->reader].wish : -1;
    for (unsigned i = 0; i < TEAMS_MAX && offer->table->game->teams[i] != NULL; i++) {
        if ((int)i == wish) {
            continue; /* they have that already */
        }
        struct choice *choice = &offer->choice[offer->choices++];
        choice->count = 1;
        choice->pick[0].arg = team;
        choice->pick[0].term = offer->table->game->teams[i];
    }
}

/* Whose seat may be taken over: a choice each. */
void offer_open_seats(struct offer *offer)
{
    const struct table *table = offer->table;
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table_seat_is_open(table, seat) || table->seat[seat].absent ||
            table->seat[seat].leaving) {
            struct choice *choice = &offer->choice[offer->choices++];
            choice->count = 1;
            choice->pick[0] = (struct pick){.arg = &offer->row->args[0], .number = seat};
        }
    }
}

/* What becomes of a seat in play that is given up. */
void offer_about_leaving(const struct offer *offer)
{
    const struct table *table = offer->table;
    int64_t ms = options_ms(table->game, &table->options, OPTION_SUBSTITUTE_WINDOW);
    value_object(offer->facts, "about");
    value_term(offer->facts, "game", table->game->id);
    value_term(offer->facts, "then", table_leave_way(table, offer->reader));
    value_number(offer->facts, "ms", ms);
    value_end(offer->facts);
}

void offer_fill(struct offer *offer, const struct action_def *row)
{
    const struct table *table = offer->table;
    const struct arg_def *fill = &row->args[row->arg_count - 1];
    const struct choice choice = {.pick = {{.arg = fill, .number = 1}}, .count = 1};
    if (table->phase != TABLE_LOBBY || !table->at_once || table_people(table) == 0 ||
        table_players(table) >= table->game->seats_min) {
        return;
    }
    offer_begin_chosen(offer, row, row->label, &choice);
    value_term(offer->facts, "term", fill->name);
    offer_no_fields(offer);
    value_end(offer->facts);
}
