/* What is shared of a finished game: marks, and what is made of them. */
#ifndef SHARE_LINE_H
#define SHARE_LINE_H

#include "compose_private.h"

enum { SHARE_MARKS_MAX = 16 };

/* Different marks, each once, in the order they came. */
struct share_marks {
    const char *mark[SHARE_MARKS_MAX];
    unsigned count;
};

/* Where what may be shared stands in the view; VALUE_NONE: nothing may. */
uint16_t page_share_facts(const struct page *page);
void page_share_marks(const struct page *page, struct share_marks *marks);
/* How it ended, without its rounds; shared: where it stands in the view. In the arena. */
const char *page_share_end(const struct page *page, uint16_t shared);
/* "share.GAME.KIND.MARK" ("share.GAME.KIND" without one); "" where there is none. In the arena. */
const char *page_share_words(const struct page *page, const char *kind, const char *mark);
/* The team of a row of marks, as a term; NULL: it is of all. */
const char *page_share_team(const struct page *page, uint16_t row);

/* board_share.c: the same as a picture. In the arena. */
const char *board_share(const struct page *page, uint16_t shared, const char *title,
                        const char *description);

#endif
