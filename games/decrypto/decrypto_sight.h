/* What a house player of Decrypto reads off its sight: its view, its asks, its book. */
#ifndef DECRYPTO_SIGHT_H
#define DECRYPTO_SIGHT_H

#include "player.h"

enum { SIGHT_ENTRIES_MAX = 1800 }; /* of a book that are looked at */

const struct value_tree *sight_view(const struct player_sight *sight);
/* The book, an empty one where there is none; then nothing is noticed and nothing chosen. */
const struct player_book *sight_book(const struct player_sight *sight);
size_t sight_book_count(const struct player_sight *sight);
/* The team of that name, or the own one; DECRYPTO_NO_TEAM when there is none. */
int sight_team_named(const char *name);
int sight_team(const struct player_sight *sight);
/* The n-th text of a list; "" when it is not there. */
const char *sight_text(const struct value_tree *facts, uint16_t list, unsigned n);
/* The own keyword at a slot from 0; "" without keywords. */
const char *sight_keyword(const struct player_sight *sight, int slot);
/* The entry that stands for an own keyword. One that the book does not have gets another's, the
 * same for all who know the keywords, and none twice: people cannot follow that, the house can. */
const struct player_entry *sight_entry(const struct player_sight *sight, int slot);
/* Is this act owed by the seat? */
bool sight_is_asked(const struct player_sight *sight, const char *name);
/* The clues of a team that stand open now, VALUE_NONE when none do. */
uint16_t sight_clues(const struct player_sight *sight, int team);

#endif
