/* Whoever is asked at a table played over days need not answer in their quiet hours
 * (own_choices.h): what the quiet takes of their time is added at once, by a move of the house, so
 * that every board and card shows when it is really due. */
#ifndef QUIET_REST_H
#define QUIET_REST_H

struct house;
struct table_entry;

/* After a move: of what is newly owed. */
void quiet_rest_follow(struct house *house, struct table_entry *entry);

#endif
