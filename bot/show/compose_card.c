/* The card: the one private message of a person at a table; the line that is left of an older one;
 * and what calls somebody whom no private message reaches. */
#include "compose_private.h"

#include <string.h>

/* Won, lost or neither, for who reads. A tie that nobody wins is lost by nobody. */
static void card_part(struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    uint16_t winners = value_path(facts, "result.winners");
    bool won = false;
    bool any = winners != VALUE_NONE && value_first(facts, winners) != VALUE_NONE;
    for (uint16_t at = winners == VALUE_NONE ? VALUE_NONE : value_first(facts, winners);
         at != VALUE_NONE; at = value_next(facts, winners, at)) {
        won = won || facts->fact[at].number == page->view->seat;
    }
    const char *outcome = value_text_at(facts, "result.outcome", "none");
    value_term(args, "part",
               strcmp(outcome, "win") == 0 && won           ? "won"
               : strcmp(outcome, "win") == 0                ? "lost"
               : strcmp(outcome, "tie") == 0 && !won && any ? "lost"
               : strcmp(outcome, "tie") == 0 && !any        ? "none"
                                                            : outcome);
    page_line(page, BLOCK_PARAGRAPH, "card.part", args, VALUE_NONE);
}

/* What stands before the first deal: that this is the place where secrets arrive. */
static void card_lobby(struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    bool sits = seat_is_person(page->view->seat);
    value_term(args, "game", page_game(page));
    value_number(args, "number", value_number_at(facts, "number", 0));
    value_bool(args, "behind", page->compose->behind_hand);
    page_line(page, BLOCK_PARAGRAPH, sits ? "card.in" : "card.referee", args, VALUE_NONE);
}

static void card_state(struct page *page)
{
    const char *phase = value_text_at(&page->view->facts, "phase", "lobby");
    bool dealt = page_play(page) != VALUE_NONE;
    if (dealt && strcmp(phase, "playing") != 0) {
        page_result(page);
        if (seat_is_person(page->view->seat)) {
            card_part(page);
        }
    }
    if (!dealt || !seat_is_person(page->view->seat)) {
        card_lobby(page);
    }
    page_hand(page);
}

/* Has the reader taken the seat over? Then they may want to read what happened before. */
static bool card_stepped_in(const struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t seats = value_find(facts, VALUE_NONE, "stepped_in");
    for (uint16_t at = seats == VALUE_NONE ? VALUE_NONE : value_first(facts, seats);
         at != VALUE_NONE; at = value_next(facts, seats, at)) {
        if (facts->fact[at].number == page->view->seat) {
            return true;
        }
    }
    return false;
}

const struct doc *compose_card(const struct compose *compose, const struct view *view,
                               const struct doc *news)
{
    struct page page;
    page_init(&page, compose, view);
    page_stamp(&page);
    page_head(&page);
    card_state(&page);
    doc_add_blocks(page.doc, news);
    page_standing(&page);
    bool playing = strcmp(value_text_at(&view->facts, "phase", "lobby"), "playing") == 0;
    if (page_owed(&page, true) == 0 && playing) {
        page_line(&page, BLOCK_PARAGRAPH, "possible.nothing", &view->facts, VALUE_NONE);
    }
    if (page_play(&page) == VALUE_NONE) {
        page_panel_of(&page, "leave");
    } else {
        page_panel_seat(&page);
    }
    if (strcmp(value_text_at(&view->facts, "phase", "lobby"), "over") == 0) {
        page_question(&page, "log");
    } else {
        if (playing && card_stepped_in(&page)) {
            page_question(&page, "log");
        }
        page_question(&page, "help");
    }
    return page.doc;
}

const struct doc *compose_card_rest(const struct compose *compose, enum card_rest rest,
                                    const char *game, uint32_t number)
{
    static const char *const keys[] = {[CARD_REST_OLD] = "card.old",
                                       [CARD_REST_MOVED] = "card.moved",
                                       [CARD_REST_BEHIND] = "card.behind",
                                       [CARD_REST_LEFT] = "card.left",
                                       [CARD_REST_OVER] = "card.over"};
    struct page page;
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    page_init(&page, compose, NULL);
    value_term(args, "game", game);
    value_number(args, "number", number);
    page_line(&page, BLOCK_PARAGRAPH, keys[rest], args, VALUE_NONE);
    return page.doc;
}

/* "@Ana, @Ben" at the front of a block. */
static void call_names(struct page *page, struct block *block, const int *seats, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct own_facts own;
        struct value_tree *args = own_facts(&own);
        value_number(args, "seat", seats[i]);
        if (i > 0) {
            page_write(page, block, "list.comma", NULL, VALUE_NONE);
        }
        if (seat_is_person(seats[i])) {
            page_write(page, block, "call.name", args, VALUE_NONE);
        } else {
            const char *name = value_text_at(&page->view->facts, "referee.name", "");
            doc_run(page->doc, block, RUN_MENTION, name, true)->seat = SEAT_MODERATOR;
        }
    }
}

const struct doc *compose_call(const struct compose *compose, const struct view *view,
                               const int *seats, size_t count)
{
    struct page page;
    page_init(&page, compose, view);
    struct block *block = doc_block(page.doc, BLOCK_PARAGRAPH);
    page_short_name(&page, block);
    call_names(&page, block, seats, count);
    page_write(&page, block, "call.turn", &view->facts, VALUE_NONE);
    page_owed_of(&page, seats, count);
    page_question(&page, "hand");
    return page.doc;
}
