/* The house players of the last game sit down again in its rematch. */
#ifndef REMATCH_SEATS_H
#define REMATCH_SEATS_H

struct house;
struct table_entry;

/* Seats those that are missing; called again after each move until nobody is. */
void rematch_follow(struct house *house, struct table_entry *entry);

#endif
