/* The downtime of the house, a platform or a table's room, all in all: one growing number each,
 * stored before any table is told of it. */
#ifndef DOWNTIME_H
#define DOWNTIME_H

#include <stdint.h>

struct commit;
struct house;
struct table_entry;

/* How long the house and the table's platform were down, all in all, since the store was made. A
 * table has been told of entry->downtime_ms of it. */
int64_t downtime_ms(struct house *house, const struct table_entry *entry);
/* How much the table's deadlines have moved by since it is known: by that, and by being late. */
int64_t downtime_moved_ms(struct house *house, const struct table_entry *entry);
/* Sets all timers anew, with the downtime that is still to be told. */
void downtime_refresh(struct house *house);
/* Writes how long an adapter's platform was away; adapter NULL: the house itself. */
void downtime_put(struct commit *commit, const char *adapter, int64_t total_ms);
/* The house itself was away for so long until now; 0: it says that it is alive. */
void downtime_house(struct house *house, int64_t gap_ms);

#endif
