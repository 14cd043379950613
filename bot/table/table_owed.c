/* What is owed at a table, and what of it a reader is told. */
#include "table_private.h"
#include "table_view.h"

#include <string.h>

/* Asks of the lobby are odd, those of the game even: unique for the table's life, never 0. */
static uint32_t owed_lobby_ask(uint32_t ask)
{
    return ask * 2 + 1;
}

static uint32_t owed_game_ask(uint32_t ask)
{
    return (ask + 1) * 2;
}

static void owed_in_lobby(const struct table *table, struct owed_list *list)
{
    for (int i = 0; i < table->seat_count; i++) {
        if (table->seat[i].ask != 0) {
            struct owed *owed = &list->owed[list->count++];
            memset(owed, 0, sizeof *owed);
            owed->seat = (int8_t)i;
            owed->ask = owed_lobby_ask(table->seat[i].ask);
            owed->actions[0] = "here";
            owed->deadline_ms = table->seat[i].due_ms;
            owed->fallback = MSG_TABLE_DROPPED;
        }
    }
}

void table_owed(const struct table *table, struct owed_list *list)
{
    list->count = 0;
    if (table->phase == TABLE_LOBBY) {
        owed_in_lobby(table, list);
    }
    if (table->phase != TABLE_PLAYING) {
        return;
    }
    struct owed_list game;
    rules_owed(table->game, table->state, &game);
    for (size_t i = 0; i < game.count; i++) {
        int seat = game.owed[i].seat;
        if (!seat_is_person(seat) || !table->seat[seat].left) {
            list->owed[list->count] = game.owed[i];
            list->owed[list->count].ask = owed_game_ask(game.owed[i].ask);
            list->count++;
        }
    }
}

bool table_owed_known(const struct owed *owed, int reader)
{
    return owed->known_to == 0 || owed->seat == reader || (owed->known_to & seat_bit(reader)) != 0;
}

/* What is told to who may not know of it, in the order of seats. */
static void owed_others(const struct owed *owed, struct owed_list *list)
{
    for (int seat = 0; owed->others != NULL && seat < SEATS_MAX; seat++) {
        if ((owed->others_seats & seat_bit(seat)) == 0 || list->count == OWED_MAX) {
            continue;
        }
        size_t at = list->count++;
        for (; at > 0 && list->owed[at - 1].seat > seat; at--) {
            list->owed[at] = list->owed[at - 1];
        }
        list->owed[at] = (struct owed){
            .seat = (int8_t)seat,
            .ask = owed_game_ask(owed->others_ask),
            .actions = {owed->others},
            .deadline_ms = owed->deadline_ms,
            .fallback = owed->fallback,
        };
    }
}

void table_owed_to(const struct table *table, int reader, struct owed_list *list)
{
    struct owed_list all;
    table_owed(table, &all);
    list->count = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (table_owed_known(&all.owed[i], reader)) {
            list->owed[list->count++] = all.owed[i];
        }
    }
    for (size_t i = 0; i < all.count; i++) {
        if (!table_owed_known(&all.owed[i], reader)) {
            owed_others(&all.owed[i], list);
        }
    }
}
