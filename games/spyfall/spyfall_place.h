/* The places of a game: its public list, with the other names each may be called by. Names are
 * compared by forms that depend on Unicode tables: for moves heard live and for the deal only. */
#ifndef SPYFALL_PLACE_H
#define SPYFALL_PLACE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SPYFALL_PLACES_MAX = 50,
    SPYFALL_PLACE_BYTES = 3400,
    SPYFALL_NAME_CHARACTERS_MAX = 40,
    SPYFALL_NO_PLACE = 0xff
};

/* Each place is its name, its aliases, and an empty text, all ended by a zero. */
struct spyfall_places {
    uint16_t at[SPYFALL_PLACES_MAX];
    uint16_t used;
    uint8_t count;
    char bytes[SPYFALL_PLACE_BYTES];
};

/* Adds a place by its name and its aliases, ", " between; where aliases is NULL they may stand
 * behind the name: "Bank = savings bank, vault". NULL, or what is wrong with it as a term:
 * not_a_word (nothing to read, or too long), twice, too_many. Aliases for which there is no room
 * are left out. */
const char *spyfall_place_add(struct spyfall_places *places, const char *line, const char *aliases);
const char *spyfall_place_name(const struct spyfall_places *places, int place);
/* The n-th alias, from 0; NULL past the last. */
const char *spyfall_place_alias(const struct spyfall_places *places, int place, int n);
/* The place that is called so: by a name, else by an alias that only one place has.
 * SPYFALL_NO_PLACE when there is none. */
int spyfall_place_find(const struct spyfall_places *places, const char *words);
/* The place that words are probably meant for, SPYFALL_NO_PLACE when none or several are. */
int spyfall_place_nearest(const struct spyfall_places *places, const char *words);

#endif
