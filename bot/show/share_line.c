/* The line that is shared of a finished game: how it ended, and a sign for each round. Made of
 * marks alone ("shared" of the view), so that no word, place, signal or name is in it. */
#include "share_line.h"

#include "buf.h"

#include <string.h>

enum { SHARE_BYTES_MAX = 1024 };

static void share_note(struct share_marks *marks, const char *mark)
{
    unsigned i = 0;
    while (i < marks->count && strcmp(marks->mark[i], mark) != 0) {
        i++;
    }
    if (i == marks->count && i < SHARE_MARKS_MAX) {
        marks->mark[marks->count++] = mark;
    }
}

const char *page_share_words(const struct page *page, const char *kind, const char *mark)
{
    const char *prefix = page_key(page, "share", page_game(page), NULL);
    return catalogue_text(page->compose->catalogue, page->compose->arena,
                          page_key(page, prefix, kind, mark), NULL, VALUE_NONE, NULL);
}

const char *page_share_team(const struct page *page, uint16_t row)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t team = value_find(facts, row, "team");
    return team != VALUE_NONE && facts->fact[team].kind == VALUE_TERM ? facts->fact[team].text
                                                                      : NULL;
}

static void share_row(const struct page *page, struct buf *buf, uint16_t row)
{
    const struct value_tree *facts = &page->view->facts;
    const char *team = page_share_team(page, row);
    uint16_t marks = value_find(facts, row, "marks");
    if (team != NULL) {
        buf_text(buf, page_share_words(page, team, NULL));
    }
    for (uint16_t at = value_first(facts, marks); at != VALUE_NONE;
         at = value_next(facts, marks, at)) {
        buf_text(buf, page_share_words(page, "mark", facts->fact[at].text));
    }
}

uint16_t page_share_facts(const struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t shared = value_find(facts, VALUE_NONE, "shared");
    return shared != VALUE_NONE && facts->fact[shared].kind == VALUE_OBJECT ? shared : VALUE_NONE;
}

const char *page_share_end(const struct page *page, uint16_t shared)
{
    return catalogue_text(page->compose->catalogue, page->compose->arena,
                          page_key(page, "share", page_game(page), NULL), &page->view->facts,
                          shared, NULL);
}

const char *page_share_text(const struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t shared = page_share_facts(page);
    if (shared == VALUE_NONE) {
        return NULL;
    }
    struct buf buf;
    buf_init(&buf, SHARE_BYTES_MAX);
    buf_text(&buf, page_share_end(page, shared));
    uint16_t rows = value_find(facts, shared, "rows");
    for (uint16_t row = value_first(facts, rows); row != VALUE_NONE;
         row = value_next(facts, rows, row)) {
        buf_text(&buf, row == value_first(facts, rows) ? " · " : " ");
        share_row(page, &buf, row);
    }
    const char *text = arena_text(page->compose->arena, buf.text, buf.len);
    buf_deinit(&buf);
    return text;
}

void page_share_marks(const struct page *page, struct share_marks *marks)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t rows = value_find(facts, page_share_facts(page), "rows");
    marks->count = 0;
    for (uint16_t row = value_first(facts, rows); row != VALUE_NONE;
         row = value_next(facts, rows, row)) {
        uint16_t all = value_find(facts, row, "marks");
        for (uint16_t at = value_first(facts, all); at != VALUE_NONE;
             at = value_next(facts, all, at)) {
            share_note(marks, facts->fact[at].text);
        }
    }
}
