/* Buttons of questions to the house, which are of no table. */
#ifndef HOUSE_BUTTON_H
#define HOUSE_BUTTON_H

#include "compose.h"
#include "doc.h"

enum { HOUSE_BUTTON_TO_BYTES = 48 };

/* A button that asks; to: what is said behind the word, NULL: the word alone. NULL where it does
 * not fit. label: as it is read. */
struct choice *house_button(const struct compose *compose, struct doc *doc, const char *question,
                            const char *to, const char *label, enum choice_style style);
/* The same, its label an entry of the words. */
struct choice *house_button_worded(const struct compose *compose, struct doc *doc,
                                   const char *question, const char *to, const char *key,
                                   enum choice_style style);

#endif
