/* Somebody with several accounts: each account stays a person of its own, whose number, name and
 * seats nobody can tell from those of before, and these persons are linked. Their choices, flood
 * and private way are one; what others are shown of them is not. So linking moves nothing at any
 * table, and parting gives each account back what it sat down to. */
#ifndef LINKED_H
#define LINKED_H

#include "people.h"

enum { LINKED_MAX = 8 /* accounts of somebody */, LINKED_MOVE_MS = 60 * 1000 };

/* All that are linked with somebody: from person->lead on by next_linked, the lead first, the
 * others by their numbers. Alone it is the person itself. */

bool linked_are(const struct person *one, const struct person *other);
bool linked_is_alone(const struct person *person);
/* How many accounts they have, all in all. */
unsigned linked_accounts(const struct person *person);

/* Puts somebody who is alone behind a lead, and nothing more: rows are read. */
void linked_put(struct person *lead, struct person *person);
/* Links all that are linked with one and with the other; the choices of the first stand, and what
 * they lack comes from the other's. Nothing is added to a year's vacation by it. The store is the
 * caller's. */
void linked_join(struct person *first, struct person *other, int64_t now_ms);
/* Puts somebody who is alone behind a lead; what they chose alone counts no more. The store is the
 * caller's. */
void linked_follow(struct person *lead, struct person *person);
/* This one alone is parted from the others; all of them keep what was chosen. */
void linked_part(struct person *person);

/* All that counts for this account: what is chosen for all of theirs, and for itself. */
struct own_choices linked_choices(const struct person *person);

/* Something came from that account of theirs. True where it is another one than before, so that
 * their cards are to follow. */
bool linked_acts(struct person *person, const struct address *from);
/* By which of their accounts they are reached about something on that platform: where something
 * came from last, where private messages arrive; of one account alone, by that. NULL: none. */
const struct address *linked_way(const struct person *person, const char *adapter);
/* Is it an account of theirs by which private messages arrive, as far as is known? */
bool linked_way_works(const struct person *person, const char *key);
/* At how many tables they are. */
unsigned linked_tables(const struct person *person);
bool linked_has_table(const struct person *person, uint64_t table);
/* Has one of them been told what is kept? */
bool linked_is_greeted(const struct person *person);
/* Has one of them been asked where they live? */
bool linked_zone_asked(const struct person *person);

#endif
