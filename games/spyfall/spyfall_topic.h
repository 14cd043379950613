/* What a question is about, and what sort of answer it wants. The book's "[*?]" has the words:
 * "tag: words" of topics, and "as_…: beginnings, beginnings" of the forms (yes or no, who, when,
 * …). */
#ifndef SPYFALL_TOPIC_H
#define SPYFALL_TOPIC_H

#include "player.h"
#include "rng.h"
#include "spyfall_said.h"

/* The tag of the form that a question is asked in ("as_who"): that of the first of its words where
 * a form begins; NULL when none does. It lives as long as the book. */
const char *topic_form(const struct player_book *book, const char *question);
/* The line of these sections whose question has the same form and is nearest to the one asked, in
 * words that are not in every question, and whose reply has not been said; NULL when none is near.
 */
const struct player_line *topic_nearest(const struct player_book *book,
                                        const struct player_entry *const *section, int sections,
                                        const struct said *said, const char *question);
/* The topic that most of the question's words speak for, one of several by chance; NULL when none
 * does. It lives as long as the book. */
const char *topic_of(const struct player_book *book, const char *question, struct rng *rng);

#endif
