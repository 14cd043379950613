/* What is shared of a finished game: a line of how it ended, and a sign for each round. Made of
 * marks alone ("shared" of the view), so that no word, place, signal or name is in it. */
#include "compose_private.h"

#include "buf.h"

#include <string.h>

enum { SHARE_BYTES_MAX = 1024 };

/* The sign of a key; nothing where the language has none. */
static void share_sign(const struct page *page, struct buf *buf, const char *key)
{
    buf_text(buf, catalogue_text(page->compose->catalogue, page->compose->arena, key, NULL,
                                 VALUE_NONE, NULL));
}

static void share_row(const struct page *page, struct buf *buf, const char *prefix, uint16_t row)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t team = value_find(facts, row, "team");
    uint16_t marks = value_find(facts, row, "marks");
    if (team != VALUE_NONE && facts->fact[team].kind == VALUE_TERM) {
        share_sign(page, buf, page_key(page, prefix, facts->fact[team].text, NULL));
    }
    for (uint16_t at = value_first(facts, marks); at != VALUE_NONE;
         at = value_next(facts, marks, at)) {
        share_sign(page, buf, page_key(page, prefix, "mark", facts->fact[at].text));
    }
}

const char *page_share_text(const struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t shared = value_find(facts, VALUE_NONE, "shared");
    if (shared == VALUE_NONE || facts->fact[shared].kind != VALUE_OBJECT) {
        return NULL;
    }
    struct buf buf;
    const char *prefix = page_key(page, "share", page_game(page), NULL);
    buf_init(&buf, SHARE_BYTES_MAX);
    buf_text(&buf, catalogue_text(page->compose->catalogue, page->compose->arena, prefix, facts,
                                  shared, NULL));
    uint16_t rows = value_find(facts, shared, "rows");
    for (uint16_t row = value_first(facts, rows); row != VALUE_NONE;
         row = value_next(facts, rows, row)) {
        buf_text(&buf, row == value_first(facts, rows) ? " · " : " ");
        share_row(page, &buf, prefix, row);
    }
    const char *text = arena_text(page->compose->arena, buf.text, buf.len);
    buf_deinit(&buf);
    return text;
}

const struct doc *compose_share(const struct compose *compose, const struct view *view)
{
    struct page page;
    page_init(&page, compose, view);
    const char *text = page_share_text(&page);
    if (text == NULL) {
        return compose_say(compose, MSG_HOUSE_NO_SHARE, NULL, VALUE_NONE);
    }
    doc_run(page.doc, doc_block(page.doc, BLOCK_PARAGRAPH), RUN_TEXT, text, false);
    return page.doc;
}
