/* Lines of the book that a house player can say: the place's own, those of its groups, and what
 * goes with every place. Nothing that has been said in the round is said again. */
#ifndef SPYFALL_LINE_H
#define SPYFALL_LINE_H

#include "player.h"
#include "rng.h"
#include "spyfall_said.h"

enum { LINE_SECTIONS_MAX = 32 };

/* Where lines come from. */
struct line_sources {
    const struct player_book *book;
    const struct said *said;
    struct rng *rng;
    const struct player_entry *away; /* how this voice turns a question away; NULL: as all do */
    const struct player_entry
        *section[LINE_SECTIONS_MAX]; /* own, groups, "*"; NULL where missing */
    int count;
};

/* Lines of a place; of any place when it is NULL or has no section. */
void line_open(struct line_sources *sources, const struct player_book *book,
               const struct player_entry *place);
/* A question that has not been asked, mostly of none of the topics (tags, NULL-ended): own is how
 * many of a hundred are the place's own. When none is left, any; NULL when the book has none. */
const struct player_line *line_question(const struct line_sources *sources,
                                        const char *const *topics, uint32_t own);
/* The reply to a question: what is written for it; else to one that is near it; else what can
 * be said of its topic; else what turns it away in its form. Vague: what goes with every place
 * sooner than what goes with this. NULL when the book has nothing to say at all. */
const char *line_reply(const struct line_sources *sources, const char *question, bool vague);

#endif
