/* Inside people: what its files share. */
#ifndef MATRIX_PEOPLE_PRIVATE_H
#define MATRIX_PEOPLE_PRIVATE_H

#include "matrix_direct.h"

struct matrix_people {
    struct map map;
    struct matrix_person *waiting;   /* people with messages waiting */
    struct matrix_listing *listings; /* direct rooms to be added to m.direct, in their order */
    const struct matrix_direct_events *events;
};

/* matrix_listing.c: changes our m.direct, which is read and written whole, one change at a time. */
void matrix_listing_add(struct matrix *matrix, struct matrix_person *person);

/* matrix_direct_room.c */

/* The body of createRoom for them; NULL: whether their devices read what is encrypted is being
 * asked. */
const char *matrix_direct_creation(const struct matrix_person *person);
/* The homeserver ended in the midst of creating it, which is nobody's doing: another is created at
 * once, and if that comes to the same, after growing waits. */
void matrix_direct_leave_unfinished(struct matrix_person *person);

/* matrix_secrets.c: messages that wait for people. */

/* Since when messages wait for somebody; 0: none does (any more). */
void matrix_secrets_set_waiting(struct matrix_person *person, int64_t now_ms);
/* Appends it to those that wait. */
void matrix_secrets_wait(struct matrix_secret *secret);
/* Removes the first; NULL: none waits. */
struct matrix_secret *matrix_secrets_pop(struct matrix_person *person);

#endif
