/* What is shared of a finished game, to be passed on: its line, what the signs in it mean, and a
 * picture of the same. */
#include "share_line.h"

/* What the signs of the line mean. */
static void share_meanings(const struct page *page, struct block *block)
{
    struct share_marks marks;
    page_share_marks(page, &marks);
    for (unsigned i = 0; i < marks.count; i++) {
        const char *sign = page_share_words(page, "mark", marks.mark[i]);
        const char *words = page_share_words(page, "means", marks.mark[i]);
        doc_run(page->doc, block, RUN_TEXT, i == 0 ? "" : " · ", false);
        doc_run(page->doc, block, RUN_TEXT, sign, false);
        doc_run(page->doc, block, RUN_TEXT, " ", false);
        doc_run(page->doc, block, RUN_TEXT, words, false);
    }
}

const struct doc *compose_share(const struct compose *compose, const struct view *view)
{
    struct page page;
    page_init(&page, compose, view);
    const char *text = page_share_text(&page);
    if (text == NULL) {
        return compose_say(compose, MSG_HOUSE_NO_SHARE, NULL, VALUE_NONE);
    }
    struct block *picture = doc_block(page.doc, BLOCK_PICTURE);
    struct block *line = doc_child_of(page.doc, picture, BLOCK_PARAGRAPH);
    doc_run(page.doc, line, RUN_TEXT, text, false);
    share_meanings(&page, doc_child_of(page.doc, picture, BLOCK_PARAGRAPH));
    uint16_t shared = page_share_facts(&page);
    picture->attached = true;
    if (!compose->no_pictures) {
        picture->svg = board_share(&page, shared, page_share_end(&page, shared), text);
    }
    return page.doc;
}
