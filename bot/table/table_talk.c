/* Talk inside a team: not a move of the game. The row is tried like any other, which tells who may
 * talk now and to whom; nobody ever makes it, and no journal has it. */
#include "table_private.h"

#include <string.h>

#include "rules.h"

uint16_t table_hushed(const struct table *table)
{
    bool plays = table->phase == TABLE_PLAYING && table->game->hushed != NULL;
    return plays ? table->game->hushed(table->state) : 0;
}

bool table_wants_rooms(const struct table *table)
{
    bool plays = table->phase == TABLE_PLAYING && table->game->rooms != NULL;
    return plays && table->game->rooms(table->state);
}

bool table_has_talk(const struct table *table)
{
    return table->game->hushed != NULL && table->game->team != NULL;
}

uint16_t table_team_seats(const struct table *table, int team)
{
    uint16_t seats = 0;
    for (int i = 0; team >= 0 && table->phase >= TABLE_PLAYING && i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seat[i];
        bool sits = seat->person != 0 && !seat->house && !seat->left;
        if (sits && table->game->team(table->state, i) == team) {
            seats |= seat_bit(i);
        }
    }
    return seats;
}

static enum refusal talk_refuse(const struct table *table, enum refusal refusal,
                                struct outcome *out)
{
    value_term(outcome_refuse(out, refusal), "game", table->game->id);
    outcome_end(out);
    return refusal;
}

static void talk_told(const struct table *table, int seat, uint16_t mates, struct outcome *out)
{
    struct value_tree *facts = outcome_say(out, seat_bit(seat), MSG_TABLE_TEAM_TOLD);
    value_list(facts, "seats");
    for (int i = 0; i < table->seat_count; i++) {
        if ((mates & seat_bit(i)) != 0) {
            value_number(facts, NULL, i);
        }
    }
    value_end(facts);
    outcome_end(out);
}

enum refusal house_talk(void *subject, const struct move *move, struct outcome *out)
{
    const struct table *table = subject;
    const char *text = value_text_at(&move->args, "text", "");
    if (!table_has_talk(table)) {
        return talk_refuse(table, REFUSAL_NO_TEAM_TALK, out);
    }
    uint16_t self = seat_bit(move->seat);
    uint16_t team = table_team_seats(table, table->game->team(table->state, move->seat));
    uint16_t mates = (uint16_t)(team & ~self);
    if (mates == 0) {
        return talk_refuse(table, REFUSAL_NO_TEAM_TALK, out);
    }
    bool hushed = (table_hushed(table) & self) != 0;
    bool aside =
        hushed && table->game->aside != NULL && (table->game->aside(table->state) & self) != 0;
    if (hushed && !aside) {
        return talk_refuse(table, REFUSAL_HUSHED, out);
    }
    if (text[strspn(text, " ")] == '\0') {
        return outcome_bad_argument(out, "text", "missing");
    }
    struct value_tree *facts = outcome_say(out, mates, MSG_TABLE_TEAM_SAID);
    table_say_seat(table, facts, move->seat);
    value_text(facts, "text", text, strlen(text));
    value_bool(facts, "aside", aside);
    outcome_end(out);
    talk_told(table, move->seat, mates, out);
    return REFUSAL_NONE;
}
