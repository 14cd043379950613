/* Words as they are compared when a clue of people is read: small letters without accents, one
 * spelling, no ending. "Colours" and "coloured" are "color". */
#ifndef DECRYPTO_STEM_H
#define DECRYPTO_STEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STEM_LETTERS_MAX = 24 };

struct stem {
    char letter[STEM_LETTERS_MAX + 1];
    size_t len;
    uint32_t hash; /* of these letters, never 0 */
};

/* The next word at or after *text that does not stand in every other sentence; *text moves behind
 * it. False at the end, and at a byte of until (NULL: none), which *text is left at. */
bool stem_next(const char **text, const char *until, struct stem *stem);
/* Are they one slip of the pen apart: a letter more, another one, or two changed places? */
bool stem_is_near(const struct stem *one, const struct stem *other);
/* Does a word begin or end with this other one, as "snowman" with "snow"? */
bool stem_has_part(const struct stem *whole, const struct stem *part);

#endif
