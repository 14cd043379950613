/* The house players of the last game sit down again in its rematch. */
#ifndef REMATCH_SEATS_H
#define REMATCH_SEATS_H

#include <stdbool.h>

struct house;
struct table_entry;

/* A house player of that name sits down in a lobby, as if its host had asked. False when it may
 * not.
 */
bool house_player_sits(struct house *house, struct table_entry *entry, const char *called);

/* Seats those that are missing; called again after each move until nobody is. */
void rematch_follow(struct house *house, struct table_entry *entry);

#endif
