/* Who owes what until when. Things waited for with the same action and deadline share a line. */
#include "compose_private.h"

#include <assert.h>
#include <string.h>

struct owed_fact {
    const char *action;
    const char *fallback;
    int64_t seat;
    int64_t deadline_ms; /* NO_DEADLINE without one */
    bool mine;
};

static bool owed_read(const struct value_tree *facts, uint16_t index, struct owed_fact *owed)
{
    uint16_t actions = value_find(facts, index, "actions");
    uint16_t action = actions != VALUE_NONE ? value_first(facts, actions) : VALUE_NONE;
    uint16_t seat = value_find(facts, index, "seat");
    uint16_t deadline = value_find(facts, index, "deadline_ms");
    uint16_t fallback = value_find(facts, index, "fallback");
    uint16_t you = value_find(facts, index, "you");
    if (action == VALUE_NONE || seat == VALUE_NONE || facts->fact[action].text == NULL) {
        return false;
    }
    bool timed = deadline != VALUE_NONE && facts->fact[deadline].kind == VALUE_NUMBER;
    *owed = (struct owed_fact){
        .action = facts->fact[action].text,
        .seat = facts->fact[seat].number,
        .deadline_ms = timed ? facts->fact[deadline].number : NO_DEADLINE,
        .fallback = fallback != VALUE_NONE ? facts->fact[fallback].text : NULL,
        .mine = you != VALUE_NONE && facts->fact[you].number != 0,
    };
    return true;
}

static size_t owed_list(const struct value_tree *facts, struct owed_fact list[OWED_MAX])
{
    size_t count = 0;
    uint16_t owed = value_find(facts, VALUE_NONE, "owed");
    if (owed == VALUE_NONE || facts->fact[owed].kind != VALUE_LIST) {
        return 0;
    }
    for (uint16_t at = value_first(facts, owed); at != VALUE_NONE && count < OWED_MAX;
         at = value_next(facts, owed, at)) {
        count += owed_read(facts, at, &list[count]);
    }
    return count;
}

static bool owed_alike(const struct owed_fact *a, const struct owed_fact *b)
{
    return strcmp(a->action, b->action) == 0 && a->deadline_ms == b->deadline_ms;
}

/* The sentence for an action: of this game, of tables, or the general one. */
static const char *owed_key(const struct page *page, const char *kind, const char *action)
{
    const char *key = page_key(page, kind, page_game(page), action);
    if (!page_has(page, key)) {
        key = page_key(page, kind, "table", action);
    }
    return page_has(page, key) ? key : page_key(page, kind, "other", NULL);
}

/* A label behind the sentence, to which whoever renders adds the moment. */
static void owed_until(struct page *page, struct block *block, const struct owed_fact *owed)
{
    if (owed->deadline_ms != NO_DEADLINE) {
        block->until_ms = owed->deadline_ms;
        page_write(page, block, "owed.until", NULL, VALUE_NONE);
    }
}

/* One line: the sentence, then until when there is time. */
static void owed_line(struct page *page, const struct owed_fact *owed,
                      const struct value_tree *args, const char *key)
{
    bool timed = owed->deadline_ms != NO_DEADLINE;
    struct block *block = doc_block(page->doc, timed ? BLOCK_COUNTDOWN : BLOCK_PARAGRAPH);
    page_write(page, block, key, args, VALUE_NONE);
    owed_until(page, block, owed);
}

static void owed_fallback(struct page *page, const struct owed_fact *owed)
{
    if (owed->fallback != NULL && owed->deadline_ms != NO_DEADLINE &&
        page_has(page, owed->fallback)) {
        struct own_facts own;
        struct value_tree *args = own_facts(&own);
        value_number(args, "seat", owed->seat);
        page_line(page, BLOCK_PARAGRAPH, owed->fallback, args, VALUE_NONE);
    }
}

/* All that owe the same as list[first], marked as told. */
static void owed_tell(struct page *page, struct owed_fact *list, size_t count, size_t first,
                      bool *told)
{
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    unsigned people = 0;
    value_term(args, "action", list[first].action);
    value_number(args, "seat", list[first].seat);
    value_list(args, "seats");
    for (size_t i = first; i < count; i++) {
        if (!told[i] && owed_alike(&list[first], &list[i])) {
            value_number(args, NULL, list[i].seat);
            told[i] = true;
            people++;
        }
    }
    value_end(args);
    value_number(args, "count", people);
    owed_line(page, &list[first], args, owed_key(page, "now", list[first].action));
}

/* What I owe is a question to me, with what its game view says as arguments. */
static void owed_ask(struct page *page, const struct owed_fact *owed)
{
    uint16_t play = page_play(page);
    const char *key = owed_key(page, "ask", owed->action);
    bool timed = owed->deadline_ms != NO_DEADLINE;
    struct block *block = doc_block(page->doc, timed ? BLOCK_COUNTDOWN : BLOCK_PARAGRAPH);
    page_write(page, block, key, &page->view->facts, play);
    owed_until(page, block, owed);
    owed_fallback(page, owed);
}

unsigned page_owed(struct page *page, bool mine)
{
    struct owed_fact list[OWED_MAX];
    bool told[OWED_MAX] = {false};
    unsigned lines = 0;
    size_t count = page->view != NULL ? owed_list(&page->view->facts, list) : 0;
    for (size_t i = 0; i < count; i++) {
        if (mine && list[i].mine) {
            owed_ask(page, &list[i]);
            lines++;
        } else if (!mine && !told[i]) {
            owed_tell(page, list, count, i, told);
            lines++;
        }
    }
    return lines;
}

/* Do some of these seats owe what list[first] is about? */
static bool owed_by(const struct owed_fact *list, size_t count, size_t first, const int *seats,
                    size_t seat_count)
{
    for (size_t i = first; i < count; i++) {
        for (size_t k = 0; k < seat_count; k++) {
            if (list[i].seat == seats[k] && owed_alike(&list[first], &list[i])) {
                return true;
            }
        }
    }
    return false;
}

void page_owed_of(struct page *page, const int *seats, size_t count)
{
    struct owed_fact list[OWED_MAX];
    bool told[OWED_MAX] = {false};
    size_t all = owed_list(&page->view->facts, list);
    for (size_t i = 0; i < all; i++) {
        if (!told[i] && owed_by(list, all, i, seats, count)) {
            owed_tell(page, list, all, i, told);
        }
    }
}

/* The game's own clock, where its view has one that is set and the game is not over: until when it
 * runs, or how it stands. */
void page_clock(struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t play = page_play(page);
    uint16_t clock = play == VALUE_NONE ? VALUE_NONE : value_find(facts, play, "clock");
    const char *key = page_key(page, "clock", page_game(page), NULL);
    if (clock == VALUE_NONE || facts->fact[clock].kind != VALUE_OBJECT || !page_has(page, key) ||
        strcmp(value_text_at(facts, "phase", "playing"), "playing") != 0) {
        return;
    }
    uint16_t set = value_find(facts, clock, "set");
    uint16_t until = value_find(facts, clock, "until_ms");
    if (set == VALUE_NONE || facts->fact[set].number == 0) {
        return;
    }
    if (until == VALUE_NONE || facts->fact[until].kind != VALUE_NUMBER) {
        page_line(page, BLOCK_PARAGRAPH, page_key(page, "clock", page_game(page), "held"), facts,
                  clock);
        return;
    }
    struct owed_fact owed = {.deadline_ms = facts->fact[until].number};
    owed_line(page, &owed, facts, key);
}
