/* Downtime: the house was not there (a restart, a clock that jumped), or a platform was not. No
 * deadline falls for that: each table's deadlines move by the gap, once, and it is said there. */
#ifndef RECOVERY_H
#define RECOVERY_H

#include "fault.h"

#include <stdbool.h>
#include <stdint.h>

struct house;
struct inbox_item;

/* At the start: reads what was, notes the gap. 0, or -1 with a fault. */
int recovery_start(struct house *house, struct fault *fault);
/* The time of this run: never backwards; a jump forward counts as downtime. */
void recovery_clock(struct house *house);
/* Says that the house is alive, every ALIVE_EVERY_MS. */
void recovery_alive(struct house *house);
/* The last sign of life of a house that ends softly; true when it is on disk, or cannot be. */
bool recovery_end(struct house *house);
/* A platform or some of its rooms were unreachable, or are from here on. */
void recovery_platform(struct house *house, struct inbox_item *item);
/* Goes on telling tables of the gap, a few at a time; true while there are more. */
bool recovery_sweep(struct house *house);

#endif
