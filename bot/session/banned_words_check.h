/* What somebody typed is passed on in the house's name, where no filter of the server sees it. */
#ifndef BANNED_WORDS_CHECK_H
#define BANNED_WORDS_CHECK_H

#include <stdbool.h>

#include "handle.h"

/* Stand in what was typed for this move words that the table's room does not want (banned_words.h)?
 */
bool banned_words_in_move(const struct handling *handling, const struct move *move);

#endif
