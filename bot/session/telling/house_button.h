/* Buttons of questions to the house, which are of no table. */
#ifndef HOUSE_BUTTON_H
#define HOUSE_BUTTON_H

#include "compose.h"
#include "doc.h"

enum { HOUSE_BUTTON_TO_BYTES = 48 };

/* What a button is to be. */
struct house_button {
    const char *act; /* the word of a question to the house, or with a tag of an act at its table */
    const char *tag; /* of the table that is meant; NULL: none */
    const char *to;  /* what is said behind the word; NULL: the word alone */
    const char *key; /* its label, an entry of the words, */
    const struct value_tree *facts; /* with these facts; may be NULL */
    enum choice_style style;
};

/* Puts it behind what doc has. NULL where it does not fit. */
struct choice *house_button_put(const struct compose *compose, struct doc *doc,
                                const struct house_button *button);
/* A button that asks; label: as it is read. */
struct choice *house_button(const struct compose *compose, struct doc *doc, const char *question,
                            const char *to, const char *label, enum choice_style style);
/* The same, its label an entry of the words. */
struct choice *house_button_worded(const struct compose *compose, struct doc *doc,
                                   const char *question, const char *to, const char *key,
                                   enum choice_style style);

#endif
