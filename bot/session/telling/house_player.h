/* House players: the seats of a table that the house plays. Each sees what its seat sees (the view,
 * its own asks, the events that it or the crowd was sent) and keeps a memory made of that alone,
 * here beside the table and nowhere on disk: a replay of the journal makes it again. Its moves go
 * through the same door as anybody's. */
#ifndef HOUSE_PLAYER_H
#define HOUSE_PLAYER_H

#include "owed.h"
#include "player.h"
#include "rng.h"

enum { HOUSE_PLAYER_PAUSE_MS = 2500, HOUSE_PLAYER_PAUSE_MORE_MS = 4000 };

struct house;
struct outcome;
struct table_entry;

/* What one seat's player is asked with. */
struct house_player_sight {
    struct player_sight shown;
    struct rng rng;
    struct owed_list owed;
};

/* After a move was made or replayed: what its events told each house player is taken to heart. */
void house_player_noticed(struct house *house, const struct table_entry *entry,
                          const struct outcome *out);
/* Fills what the seat may look at, for a purpose ("notice", "choose"). The view is the house's
 * scratch. */
void house_player_look(struct house *house, const struct table_entry *entry, int seat,
                       const char *purpose, struct house_player_sight *sight);
/* The name (as "house.player.N" has it) of the next one at the table. */
const char *house_player_name(struct house *house, const struct table_entry *entry);

#endif
