/* What a board's items say, for the picture and for its text twin. */
#include "board_private.h"

#include "inert.h"

#include <assert.h>
#include <string.h>

enum { SAID_LETTERS_MAX = 200 }; /* of one text in a picture; its twin has all */

struct value_tree *board_facts(struct own_facts *own, const struct board_item *item)
{
    struct value_tree *facts = own_facts(own);
    if (item->seat >= 0) {
        value_number(facts, "seat", item->seat);
    } else {
        value_null(facts, "seat");
    }
    value_number(facts, "to_seat", item->place);
    value_number(facts, "count", item->count);
    if (item->term != NULL) {
        value_term(facts, "term", item->term);
    } else {
        value_null(facts, "term");
    }
    value_bool(facts, "turn", (item->flags & BOARD_TURN) != 0);
    value_bool(facts, "leads", (item->flags & BOARD_LEADS) != 0);
    value_bool(facts, "gone", (item->flags & BOARD_GONE) != 0);
    value_bool(facts, "last", (item->flags & BOARD_LAST) != 0);
    value_bool(facts, "waits", (item->flags & BOARD_WAITS) != 0);
    return facts;
}

const char *board_words(const struct page *page, const char *key, const struct board_item *item)
{
    struct own_facts own;
    return catalogue_text(page->compose->catalogue, page->compose->arena, key,
                          board_facts(&own, item), VALUE_NONE, &page->names);
}

const char *board_label(const struct page *page, const struct board_item *item)
{
    return board_words(page, message_name(item->label), item);
}

const char *board_short(const struct page *page, const struct board_item *item)
{
    const char *key = page_key(page, "board", "label", message_name(item->label));
    return page_has(page, key) ? board_words(page, key, item) : board_label(page, item);
}

const char *board_number(char text[BOARD_NUMBER_BYTES], int number)
{
    char digits[BOARD_NUMBER_BYTES];
    size_t count = 0;
    size_t len = 0;
    unsigned left = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    do {
        digits[count++] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0) {
        text[len++] = '-';
    }
    while (count > 0) {
        text[len++] = digits[--count];
    }
    text[len] = '\0';
    return text;
}

bool board_has_teams(const struct board *board)
{
    for (unsigned i = 0; i < board->count; i++) {
        if (board->item[i].kind == BOARD_HAND && board->item[i].team >= 0) {
            return true;
        }
    }
    return false;
}

bool board_has(const struct board *board, enum board_kind kind)
{
    for (unsigned i = 0; i < board->count; i++) {
        if (board->item[i].kind == kind) {
            return true;
        }
    }
    return false;
}

bool board_same_row(const struct board_item *a, const struct board_item *b)
{
    return a->kind == b->kind && a->label == b->label && a->team == b->team && a->count == b->count;
}

const struct board_item *board_first(const struct board *board, enum board_kind kind, int team)
{
    for (unsigned i = 0; i < board->count; i++) {
        if (board->item[i].kind == kind && board->item[i].team == team) {
            return &board->item[i];
        }
    }
    return NULL;
}

const char *board_said(const struct drawing *drawing, const struct board_item *item)
{
    return inert_text(drawing->page->compose->arena, drawing->board->text + item->text,
                      item->text_len, SAID_LETTERS_MAX, false);
}
