/* Parts of a house: equal pieces, each with a store of its own, so that several workers play side
 * by side. A room is of one part, with its tables, and who plays it has the store of that part. In
 * a place, "postgresql://host/games#3" is the store of part 3; part 0 has no "#0". */
#ifndef STORE_PART_H
#define STORE_PART_H

#include <stdbool.h>

enum { STORE_PARTS_MAX = 64 };

/* Letters of this kind tell another part whom it is to forget: they stay when that one is
 * forgotten here. */
#define LETTER_FORGET "forget"
/* What somebody has chosen for themselves, keyed by an address of theirs. */
#define LETTER_PERSON "person"

/* Is it the URL of a database of PostgreSQL? Else it is the path of a file. */
bool store_place_is_url(const char *place);

/* The part that a place is of; 0 where it says none. */
unsigned store_part_of(const char *place);

#endif
