/* House players make their moves. */
#ifndef HOUSE_PLAYER_ACT_H
#define HOUSE_PLAYER_ACT_H

#include <stdint.h>

struct house;
struct table_entry;

/* Asks those who are due until until_ms, the earliest first, and makes at most one move: a
 * transaction of its own. A move that the rules refuse is counted, and what its seat owes is left
 * to the deadline.
 */
void house_player_act(struct house *house, struct table_entry *entry, int64_t until_ms);

#endif
