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
        if (table_seat_is_open(table, seat)) {
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
