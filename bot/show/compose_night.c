/* What stands on the board of a game night in place of seats: when it is, who comes, at which table
 * everybody plays, and how it stands. */
#include "compose_private.h"

#include <string.h>

/* A line for each member of a list of objects. */
static void night_list(struct page *page, uint16_t night, const char *list, const char *key)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t at = value_find(facts, night, list);
    struct block *block = NULL;
    for (uint16_t one = at == VALUE_NONE ? VALUE_NONE : value_first(facts, at); one != VALUE_NONE;
         one = value_next(facts, at, one)) {
        block = block == NULL ? doc_block(page->doc, BLOCK_LIST) : block;
        page_write(page, doc_child(page->doc, block), key, facts, one);
    }
}

static void night_places(struct page *page, uint16_t night)
{
    const struct value_tree *facts = &page->view->facts;
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    int64_t places = facts->fact[value_find(facts, night, "places")].number;
    int64_t count = facts->fact[value_find(facts, night, "count")].number;
    value_number(args, "places", places);
    value_number(args, "left", places - count);
    page_line(page, BLOCK_PARAGRAPH, "page.night.places", args, VALUE_NONE);
}

bool page_night(struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    if (!page_is_night(page)) {
        return false;
    }
    uint16_t night = value_find(facts, VALUE_NONE, "night");
    const char *stage = facts->fact[value_find(facts, night, "stage")].text;
    bool over = strcmp(stage, "over") == 0;
    bool before = strcmp(stage, "sign_up") == 0 || strcmp(stage, "check_in") == 0;
    page_line(page, BLOCK_PARAGRAPH, "page.night.when", facts, night);
    if (!over) {
        page_line(page, BLOCK_PARAGRAPH, "page.night.stage", facts, night);
    }
    night_list(page, night, "tables", "page.night.at_table");
    if (before) {
        page_line(page, BLOCK_PARAGRAPH, "page.night.signed", facts, night);
        night_places(page, night);
    }
    page_line(page, BLOCK_PARAGRAPH, "page.night.waiting", facts, night);
    if (strcmp(stage, "check_in") == 0) {
        page_line(page, BLOCK_PARAGRAPH, "page.night.there", facts, night);
        page_line(page, BLOCK_PARAGRAPH, "page.night.late", facts, night);
    }
    night_list(page, night, "standing", "page.night.standing");
    return true;
}
