/* Who plays a practice round with the person who opened it. */
#ifndef PRACTICE_SEATS_H
#define PRACTICE_SEATS_H

struct house;
struct table_entry;

/* What follows of itself: the seats of a table that has just been opened are filled. */
void practice_follow(struct house *house, struct table_entry *entry);

#endif
