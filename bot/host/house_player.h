/* House players: the seats of a table that the house plays. Each sees what its seat sees (the view,
 * its own asks, the events that it or the crowd was sent) and keeps a memory made of that alone,
 * here beside the table and nowhere on disk: a replay of the journal makes it again. Its moves go
 * through the same door as anybody's. */
#ifndef HOUSE_PLAYER_H
#define HOUSE_PLAYER_H

#include <stdbool.h>
#include <stdint.h>

enum { HOUSE_PLAYER_PAUSE_MS = 2500, HOUSE_PLAYER_PAUSE_MORE_MS = 4000 };

struct house;
struct outcome;
struct resident;
struct table_entry;

/* After a move was made or replayed: what its events told each house player is taken to heart. */
void house_player_noticed(struct house *house, const struct table_entry *entry,
                          const struct outcome *out);
/* When one of them wants to be asked, as the table stands; NO_DEADLINE: none does. From what
 * everybody knows (table, seat, step) and the game's thinks_ms(), so that it tells nothing. */
int64_t house_player_due_ms(const struct table_entry *entry);
/* Asks those who are due until until_ms, the earliest first, and makes at most one move: a turn of
 * its own. A move that the rules refuse is counted, and what its seat owes is left to the deadline.
 */
void house_player_act(struct house *house, struct table_entry *entry, int64_t until_ms);
/* Forgets all that they remember of the table. */
void house_player_forget(struct resident *resident);
/* The name (as "house.player.N" has it) of the next one at the table. */
const char *house_player_name(const struct house *house, const struct table_entry *entry);

#endif
