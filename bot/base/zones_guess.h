/* Where somebody is likely to live, by the language of their program: offered, never taken for
 * granted. */
#ifndef ZONES_GUESS_H
#define ZONES_GUESS_H

#include <stdbool.h>

enum { ZONES_GUESS_BYTES = 40 };

/* The IANA name at a place of those that are likely for a locale ("pt-BR", "de"; NULL or another:
 * none), the likeliest first; false: there are no more. */
bool zones_guess(const char *locale, unsigned at, char zone[ZONES_GUESS_BYTES]);

#endif
