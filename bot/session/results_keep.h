/* What came of a table is kept when its game is over, in the transaction of the move that ends it:
 * nothing of a game that goes on stands in any statistic. */
#ifndef RESULTS_KEEP_H
#define RESULTS_KEEP_H

#include <stdint.h>

struct handling;
struct house;
struct table_entry;

/* The word of a room's settings that names the season in which its last rated game ended, until
 * that season's end was told (season_end.h). */
#define RESULTS_SEASON "season_last"

/* After a move; before: the table's phase before it. */
void results_keep(const struct handling *handling, uint8_t before);
/* The room that a table counts for, "adapter/room": of a thread its channel. */
const char *results_room(const struct table_entry *entry);

#endif
