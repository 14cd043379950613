/* What the house does for a game night (games/night.h): it deals the rounds, opens their tables
 * with everybody at them, brings their results, and opens the night of next week. */
#ifndef NIGHT_FOLLOW_H
#define NIGHT_FOLLOW_H

#include <stdint.h>

struct house;
struct table_entry;

/* Of a night: all of it that can be done now. Of a table of a round that is over: wakes its night.
 */
void night_follow(struct house *house, struct table_entry *entry);
/* Wakes every night in which something may have ended while nobody looked: at the start. */
void night_wake_all(struct house *house);

#endif
