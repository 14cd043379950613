#include "house_player_act.h"

#include "handle.h"
#include "house_log.h"
#include "house_player.h"
#include "house_player_due.h"
#include "house_private.h"
#include "practice.h"
#include "rules.h"

/* A team gives up when all its people want to: the house does not keep them. */
static bool concedes(const struct table *table, int seat)
{
    const struct game_state *state = rules_state(table->state);
    int team = table->game->team(table->state, seat);
    unsigned people = 0;
    for (int i = 0; i < table->seat_count; i++) {
        bool ours = table->game->team(table->state, i) == team;
        if (!ours || (state->gone & seat_bit(i)) != 0 || table_is_bot(table, i)) {
            continue;
        }
        people++;
        if ((state->conceded & seat_bit(i)) == 0) {
            return false;
        }
    }
    return people > 0 && (state->conceded & seat_bit(seat)) == 0;
}

/* Fills the move; false when the seat does nothing now. */
static bool choose(struct house *house, const struct table_entry *entry, int seat,
                   struct move *move)
{
    const struct table *table = &entry->resident->table;
    struct house_player_sight sight;
    move_init(move, NULL, seat, house->now_ms);
    if (concedes(table, seat)) {
        move->row = rules_action(table->game, "concede");
        return true;
    }
    bool does = false;
    if (practice_chooses(house, entry, move, &does)) {
        return does;
    }
    house_player_look(house, entry, seat, "choose", &sight);
    return house_player_of(entry)->choose(entry->resident->player[seat].memory, &sight.shown, move);
}

/* Asks one seat; true when its move was made. */
static bool ask(struct house *house, struct table_entry *entry, int seat)
{
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    entry->resident->player[seat].asked_step = table->step;
    if (!choose(house, entry, seat, move)) {
        return false;
    }
    move->seat = (int16_t)seat;
    move->at_ms = house->now_ms;
    move->person = table->seat[seat].person;
    move->moderator = false;
    bool own = move->row != NULL && rules_action(table->game, move->row->name) == move->row;
    if (own && handle_house_move(house, entry, move)) {
        house->figures.house_moves++;
        return true;
    }
    house->figures.house_refused++;
    house_log("player_refused", entry->id, refusal_name(house->scratch->out.refusal));
    return false;
}

void house_player_act(struct house *house, struct table_entry *entry, int64_t until_ms)
{
    bool made = false;
    while (!made && !house->down && entry->load == ENTRY_RESIDENT) {
        int64_t due_ms = NO_DEADLINE;
        int seat = house_player_first_due(entry, &due_ms);
        if (seat == SEAT_NONE || due_ms > until_ms) {
            return;
        }
        made = ask(house, entry, seat);
    }
}
