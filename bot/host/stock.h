/* What a room plays with: the pack that it has chosen for a game, and which entries of a pack it
 * has been dealt, so that none returns until the pack is used up. Rows of STORE_SETTING, scope
 * "room adapter/room", read whole at the start. */
#ifndef STOCK_H
#define STOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "game.h"
#include "store.h"

struct commit;
struct stock;

/* key: random, as that of the house's other maps. */
struct stock *stock_new(const uint64_t key[2]);
void stock_free(struct stock **stock);
/* Takes a row of STORE_SETTINGS; what is not its own is passed over. */
void stock_read(struct stock *stock, const struct store_row *row);

/* The name of the pack that the room has chosen for a game; "" when it has not. */
const char *stock_choice(const struct stock *stock, const char *room, const char *game);
/* Chooses a pack for the room from here on, as part of the commit; "" takes the choice back. */
void stock_choose(struct stock *stock, struct commit *commit, const char *room, const char *game,
                  const char *pack);

/* A pack of a game in a room. */
struct stock_place {
    const char *room;
    const char *game;
    const char *pack;
};

/* What a room has been dealt of a list of entries. */
struct stock_dealt {
    const struct deal_pack *list;
    const char *const *names; /* entries, by their names */
    size_t count;
    bool anew; /* the list is used up: what was dealt of it before counts no more */
};

/* Says of each entry of the list whether the room has been dealt it; returns how many were. */
size_t stock_look(const struct stock *stock, const struct stock_place *place,
                  const struct deal_pack *list, bool *dealt);
/* Notes what the room has been dealt, as part of the commit. A commit that fails is not taken back:
 * at worst a word waits until the pack is used up, though nobody has seen it. */
void stock_note(struct stock *stock, struct commit *commit, const struct stock_place *place,
                const struct stock_dealt *dealt);

#endif
