/* What all parts of the house (store_part.h) have in common of somebody is told to the other parts
 * by letters (letters_put.h), in the transaction that stores it here. */
#ifndef PERSON_TELL_H
#define PERSON_TELL_H

#include "person_facts.h"

/* The kind of a letter with the secrets of weeks' deals (store_part.h has that about somebody),
 * keyed by their game. */
#define LETTER_WEEKS "weeks"

struct commit;
struct house;

struct facts_world person_tell_world(const struct house *house);
/* Before the person is stored: tells what is news of them. Nothing where the house is whole, and in
 * a transaction that stores what another part has told. */
void person_tell(struct commit *commit, struct person *person);

#endif
