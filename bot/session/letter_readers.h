/* Who in the house reads letters of other parts. */
#ifndef LETTER_READERS_H
#define LETTER_READERS_H

#include "letters.h"

extern const struct letter_reader letter_readers[];

#endif
