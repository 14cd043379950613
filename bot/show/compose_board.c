/* The board message: one for each table, edited as the game goes on. It is for everyone in the room
 * and made from the crowd's view. */
#include "compose_private.h"

#include <assert.h>
#include <string.h>

/* The line of a seat in the lobby, where somebody sits. */
static void board_seat(struct page *page, struct block *list, uint16_t seat)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t name = value_find(facts, seat, "name");
    if (name != VALUE_NONE && facts->fact[name].kind != VALUE_NULL) {
        page_write(page, doc_child(page->doc, list), "lobby.seat", facts, seat);
    }
}

void page_options(struct page *page)
{
    struct block *before = page->doc->last_block;
    const struct value_tree *facts = &page->view->facts;
    uint16_t options = value_find(facts, VALUE_NONE, "options");
    if (options == VALUE_NONE) {
        return;
    }
    struct block *line = NULL;
    for (uint16_t at = value_first(facts, options); at != VALUE_NONE;
         at = value_next(facts, options, at)) {
        uint16_t changed = value_find(facts, at, "changed");
        if (changed == VALUE_NONE || facts->fact[changed].number == 0) {
            continue;
        }
        const char *key = line == NULL ? "lobby.options" : "lobby.option";
        line = line == NULL ? doc_block(page->doc, BLOCK_PARAGRAPH) : line;
        page_write(page, line, key, facts, at);
    }
    if (line != NULL) {
        page_tiles_options(page, before);
    }
}

/* Can the host add house players? They are offered where people are waited for in vain. */
static bool board_offers_bots(const struct value_tree *facts)
{
    uint16_t offers = value_find(facts, VALUE_NONE, "offers");
    for (uint16_t at = offers != VALUE_NONE ? value_first(facts, offers) : VALUE_NONE;
         at != VALUE_NONE; at = value_next(facts, offers, at)) {
        uint16_t action = value_find(facts, at, "action");
        if (action != VALUE_NONE && strcmp(facts->fact[action].text, "bot") == 0) {
            return true;
        }
    }
    return false;
}

/* How many seats are taken, how many of those cannot be reached in private, and how many people
 * the game needs beside them. */
static void board_count(const struct value_tree *facts, struct value_tree *args)
{
    uint16_t seats = value_find(facts, VALUE_NONE, "seats");
    int64_t taken = 0;
    int64_t unreached = 0;
    for (uint16_t at = seats != VALUE_NONE ? value_first(facts, seats) : VALUE_NONE;
         at != VALUE_NONE; at = value_next(facts, seats, at)) {
        uint16_t name = value_find(facts, at, "name");
        uint16_t reach = value_find(facts, at, "reach");
        bool sits = name != VALUE_NONE && facts->fact[name].kind != VALUE_NULL;
        bool reached = reach != VALUE_NONE && facts->fact[reach].text != NULL &&
                       (strcmp(facts->fact[reach].text, "proven") == 0 ||
                        strcmp(facts->fact[reach].text, "behind") == 0);
        taken += sits;
        unreached += sits && !reached;
    }
    int64_t max = value_number_at(facts, "seats_max", taken);
    value_number(args, "taken", taken);
    value_number(args, "max", max);
    value_number(args, "free", max - taken);
    value_number(args, "unreached", unreached);
    int64_t min = value_number_at(facts, "seats_min", 0);
    value_number(args, "needed", min > taken ? min - taken : 0);
    value_bool(args, "bots", min > taken && board_offers_bots(facts));
}

/* The vote about the table: what is asked for, and how it stands. */
static void page_poll(struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t poll = value_find(facts, VALUE_NONE, "poll");
    if (poll != VALUE_NONE && facts->fact[poll].kind == VALUE_OBJECT) {
        page_line(page, BLOCK_PARAGRAPH, "page.poll", facts, poll);
        page_line(page, BLOCK_PARAGRAPH, "page.poll.votes", facts, poll);
    }
}

void page_standing(struct page *page)
{
    static const char *const states[][2] = {{"frozen", "page.frozen"},
                                            {"waiting", "page.waiting"},
                                            {"locked", "page.locked"},
                                            {"paused", "page.paused"}};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        if (value_bool_at(&page->view->facts, states[i][0])) {
            page_line(page, BLOCK_PARAGRAPH, states[i][1], &page->view->facts, VALUE_NONE);
            break;
        }
    }
    page_line(page, BLOCK_PARAGRAPH, "page.open_host", &page->view->facts, VALUE_NONE);
    page_line(page, BLOCK_PARAGRAPH, "page.absent", &page->view->facts, VALUE_NONE);
    page_line(page, BLOCK_PARAGRAPH, "page.leaving", &page->view->facts, VALUE_NONE);
    page_poll(page);
}

void page_lobby(struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    board_count(facts, args);
    page_line(page, BLOCK_PARAGRAPH, "lobby.count", args, VALUE_NONE);
    uint16_t seats = value_find(facts, VALUE_NONE, "seats");
    struct block *before = page->doc->last_block;
    struct block *list = doc_block(page->doc, BLOCK_LIST);
    for (uint16_t at = seats != VALUE_NONE ? value_first(facts, seats) : VALUE_NONE;
         at != VALUE_NONE; at = value_next(facts, seats, at)) {
        board_seat(page, list, at);
    }
    doc_keep(page->doc);
    page_tiles_seats(page, before);
    page_line(page, BLOCK_PARAGRAPH, "lobby.cohosts", facts, VALUE_NONE);
    page_line(page, BLOCK_PARAGRAPH, "lobby.needed", args, VALUE_NONE);
    page_line(page, BLOCK_PARAGRAPH, "lobby.reach", args, VALUE_NONE);
    page_options(page);
    page_line(page, BLOCK_PARAGRAPH, "lobby.as_last", facts, VALUE_NONE);
    page_line(page, BLOCK_PARAGRAPH, "lobby.kept", facts, VALUE_NONE);
}

void page_step(struct page *page, struct value_tree *args, const struct board *board)
{
    struct own_facts own;
    struct value_tree *count = own_facts(&own);
    bool named = board != NULL && board->title != MSG_NONE;
    const char *key = named ? message_name(board->title) : NULL;
    if (key == NULL || !page_has(page, key)) {
        value_null(args, "step");
        return;
    }
    value_number(count, "count", board->round);
    const char *step = catalogue_text(page->compose->catalogue, page->compose->arena, key, count,
                                      VALUE_NONE, NULL);
    value_text(args, "step", step, strlen(step));
}

/* "Interceptor #3 · round 4". */
static void board_head(struct page *page, const struct board *board)
{
    const struct value_tree *facts = &page->view->facts;
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    value_term(args, "game", page_game(page) != NULL ? page_game(page) : "table");
    value_number(args, "number", value_number_at(facts, "number", 0));
    page_step(page, args, board);
    value_term(args, "phase",
               page_is_night(page) ? "night" : value_text_at(facts, "phase", "lobby"));
    page_line(page, BLOCK_HEADING, "board.head", args, VALUE_NONE);
}

void page_result(struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t result = value_find(facts, VALUE_NONE, "result");
    if (result == VALUE_NONE || facts->fact[result].kind != VALUE_OBJECT) {
        return;
    }
    const char *key = page_key(page, "result", page_game(page), NULL);
    page_line(page, BLOCK_PARAGRAPH, page_has(page, key) ? key : "result.other", facts, result);
    page_lines(page, page_key(page, "end", page_game(page), NULL), false, facts, page_play(page));
}

void page_retold(struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t retold = value_find(facts, VALUE_NONE, "retold");
    struct block *awards = NULL;
    for (uint16_t at = retold == VALUE_NONE ? VALUE_NONE : value_first(facts, retold);
         at != VALUE_NONE; at = value_next(facts, retold, at)) {
        const char *key = facts->fact[value_find(facts, at, "message")].text;
        if (strstr(key, ".award.") == NULL) {
            page_line(page, BLOCK_PARAGRAPH, key, facts, at);
            continue;
        }
        awards = awards == NULL ? doc_block(page->doc, BLOCK_LIST) : awards;
        page_write(page, doc_child(page->doc, awards), key, facts, at);
    }
}

const struct doc *compose_board(const struct compose *compose, const struct view *view,
                                const struct board *board)
{
    struct page page;
    page_init(&page, compose, view);
    page_stamp(&page);
    board_head(&page, board);
    if (board != NULL) {
        struct block *picture = doc_block(page.doc, BLOCK_PICTURE);
        if (!compose->no_pictures) {
            picture->svg = board_svg(compose, view, board, BOARD_LANDSCAPE);
            picture->portrait =
                compose->portraits ? board_svg(compose, view, board, BOARD_PORTRAIT) : NULL;
        }
        board_twin(compose, view, board, page.doc, picture);
    } else if (!page_night(&page)) {
        page_lobby(&page);
    } else if (value_number_at(&view->facts, "night.round", 0) == 0) {
        page_options(&page);
    }
    page_standing(&page);
    page_result(&page);
    page_retold(&page);
    if (strcmp(value_text_at(&view->facts, "phase", ""), "over") == 0) {
        page_line(&page, BLOCK_PARAGRAPH, "end.stepped_in", &view->facts, VALUE_NONE);
    }
    if (!page_is_night(&page)) {
        page_line(&page, BLOCK_PARAGRAPH, "end.proof", &view->facts, VALUE_NONE);
    }
    page_clock(&page);
    page_owed(&page, false);
    page_panel(&page);
    page_questions(&page);
    return page.doc;
}
