/* Whoever is asked at a table played over days need not answer while their clock stands still: in
 * their quiet hours, on days off, on vacation (own_clock.h). What that takes of their time is added
 * at once, by a move of the house, so that every board and card shows when it is really due; and
 * where the table has a daily deadline (option.h), its waits end at that time of day. */
#ifndef QUIET_REST_H
#define QUIET_REST_H

struct house;
struct person;
struct table_entry;

/* After a move: of what is newly owed. */
void quiet_rest_follow(struct house *house, struct table_entry *entry);
/* They have chosen something else: at all of their tables. Nothing becomes shorter by it. */
void quiet_rest_chosen(struct house *house, const struct person *person);

#endif
