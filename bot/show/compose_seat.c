/* What one person may know and do: hand, prompt, status, help. */
#include "board_private.h"

#include <assert.h>
#include <string.h>

const struct doc *compose_hand(const struct compose *compose, const struct view *view)
{
    return compose_hand_board(compose, view, NULL);
}

const struct doc *compose_hand_board(const struct compose *compose, const struct view *view,
                                     const struct board *board)
{
    struct page page;
    page_init(&page, compose, view);
    page_head(&page);
    page_hand(&page);
    if (board != NULL && board_has(board, BOARD_GRID)) {
        struct block *picture = doc_block(page.doc, BLOCK_PICTURE);
        picture->svg = board_svg_grids(compose, view, board, BOARD_LANDSCAPE);
        picture->portrait =
            compose->portraits ? board_svg_grids(compose, view, board, BOARD_PORTRAIT) : NULL;
        board_twin_grids(compose, view, board, page.doc, picture);
    }
    if (page_owed(&page, true) == 0 && page_owed(&page, false) == 0) {
        page_line(&page, BLOCK_PARAGRAPH, "possible.nothing", &view->facts, VALUE_NONE);
    }
    page_panel_seat(&page);
    return page.doc;
}

const struct doc *compose_all_hand(const struct compose *compose, const struct view *view)
{
    struct page page;
    page_init(&page, compose, view);
    page_hand(&page);
    return page.doc;
}

const struct doc *compose_prompt(const struct compose *compose, const struct view *view)
{
    struct page page;
    page_init(&page, compose, view);
    page_head(&page);
    page_hand(&page);
    if (page_owed(&page, true) == 0) {
        return NULL;
    }
    page_panel(&page);
    return page.doc;
}

const struct doc *compose_status(const struct compose *compose, const struct view *view)
{
    struct page page;
    page_init(&page, compose, view);
    page_head(&page);
    uint16_t play = page_play(&page);
    const char *phase = value_text_at(&view->facts, "phase", "lobby");
    page_standing(&page);
    if (play != VALUE_NONE) {
        page_lines(&page, page_key(&page, "status", page_game(&page), NULL), false, &view->facts,
                   play);
        page_clock(&page);
    } else if (page_night(&page)) {
        return page.doc;
    } else {
        page_lobby(&page);
    }
    if (page_owed(&page, false) == 0) {
        page_line(&page, BLOCK_PARAGRAPH, page_key(&page, "status", phase, NULL), &view->facts,
                  VALUE_NONE);
    }
    return page.doc;
}

/* What is planned, a line each. */
static void seat_plans(struct page *page, uint16_t console)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t plans = value_find(facts, console, "plans");
    for (uint16_t at = plans != VALUE_NONE ? value_first(facts, plans) : VALUE_NONE;
         at != VALUE_NONE; at = value_next(facts, plans, at)) {
        page_line(page, BLOCK_PARAGRAPH, "page.plan", facts, at);
    }
}

const struct doc *compose_console(const struct compose *compose, const struct view *view)
{
    struct page page;
    page_init(&page, compose, view);
    uint16_t console = value_find(&view->facts, VALUE_NONE, "console");
    assert(console != VALUE_NONE);
    page_head(&page);
    page_line(&page, BLOCK_PARAGRAPH, "page.console.who", &view->facts, console);
    if (value_bool_at(&view->facts, "console.goes_back")) {
        page_line(&page, BLOCK_PARAGRAPH, "page.console.back", &view->facts, VALUE_NONE);
        page_refresh(&page, false);
        return page.doc;
    }
    page_standing(&page);
    page_line(&page, BLOCK_PARAGRAPH, "lobby.cohosts", &view->facts, VALUE_NONE);
    if (page_owed(&page, false) == 0) {
        page_line(&page, BLOCK_PARAGRAPH, "page.console.quiet", &view->facts, VALUE_NONE);
    }
    seat_plans(&page, console);
    page_panel(&page);
    page_refresh(&page, value_bool_at(&view->facts, "console.sees"));
    return page.doc;
}

/* What an action does, worded for this game, or for tables. */
static const char *seat_help_key(const struct page *page, const char *action)
{
    const char *key = page_key(page, page_game(page), "help", action);
    return page_has(page, key) ? key : page_key(page, "help", action, NULL);
}

static void seat_help_offer(struct page *page, struct block *list, uint16_t offer)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t action = value_find(facts, offer, "action");
    if (action == VALUE_NONE || facts->fact[action].text == NULL) {
        return;
    }
    const char *key = seat_help_key(page, facts->fact[action].text);
    if (page_has(page, key)) {
        struct block *item = doc_child(page->doc, list);
        /* what is said at the table is not these words alone */
        uint16_t there = value_find(facts, offer, "at_table");
        bool at_table = page_is_beside(page) || (there != VALUE_NONE && facts->fact[there].number);
        enum run_kind kind = at_table ? RUN_STRONG : RUN_CODE;
        doc_run(page->doc, item, kind, facts->fact[action].text, false);
        doc_run(page->doc, item, RUN_TEXT, " ", false);
        page_write(page, item, key, facts, VALUE_NONE);
    }
}

/* Is an offer before this one of the same act? */
static bool seat_help_said(const struct page *page, uint16_t offers, uint16_t offer)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t action = value_find(facts, offer, "action");
    const char *name = action == VALUE_NONE ? NULL : facts->fact[action].text;
    bool said = false;
    for (uint16_t at = value_first(facts, offers); at != offer && name != NULL;
         at = value_next(facts, offers, at)) {
        uint16_t before = value_find(facts, at, "action");
        const char *other = before == VALUE_NONE ? NULL : facts->fact[before].text;
        said = said || (other != NULL && strcmp(other, name) == 0);
    }
    return said;
}

static void seat_help_offers(struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t offers = value_find(facts, VALUE_NONE, "offers");
    struct block *list = doc_block(page->doc, BLOCK_LIST);
    for (uint16_t at = offers != VALUE_NONE ? value_first(facts, offers) : VALUE_NONE;
         at != VALUE_NONE; at = value_next(facts, offers, at)) {
        if (!seat_help_said(page, offers, at)) {
            seat_help_offer(page, list, at);
        }
    }
    if (!doc_keep(page->doc)) {
        page_line(page, BLOCK_PARAGRAPH, "possible.nothing", facts, VALUE_NONE);
    }
}

const struct doc *compose_help(const struct compose *compose, const struct view *view)
{
    struct page page;
    page_init(&page, compose, view);
    if (view == NULL) {
        page_line(&page, BLOCK_HEADING, "help.house", NULL, VALUE_NONE);
        page_lines(&page, "help.house", true, NULL, VALUE_NONE);
        return page.doc;
    }
    uint16_t play = page_play(&page);
    const char *phase = play != VALUE_NONE ? value_text_at(&view->facts, "play.phase", "play")
                                           : value_text_at(&view->facts, "phase", "lobby");
    page_head(&page);
    page_owed(&page, true);
    page_line(&page, BLOCK_PARAGRAPH, "help.now", &view->facts, VALUE_NONE);
    seat_help_offers(&page);
    if (value_bool_at(&view->facts, "asks")) {
        page_line(&page, BLOCK_PARAGRAPH, "help.asks", &view->facts, VALUE_NONE);
    }
    bool own = play != VALUE_NONE || page_is_night(&page); /* a rule of its game, or of tables */
    const char *rule = page_key(&page, "rule", own ? page_game(&page) : "table", phase);
    if (page_has(&page, rule)) {
        page_line(&page, BLOCK_PARAGRAPH, rule, &view->facts, play);
    }
    if (page_is_night(&page)) {
        page_teach(&page, value_text_at(&view->facts, "night.play", "")); /* what is played there */
    } else if (play == VALUE_NONE && strcmp(phase, "lobby") == 0) {
        page_teach(&page, page_game(&page));
    } else if (!page_is_beside(&page)) {
        page_line(&page, BLOCK_PARAGRAPH, "help.more", &view->facts, VALUE_NONE);
    }
    if (compose->on_card) {
        page_panel_aside(&page);
    } else {
        page_panel(&page);
    }
    return page.doc;
}
