/* The board message: one for each table, edited as the game goes on. It is for everyone in the room
 * and made from the crowd's view. */
#include "compose_private.h"

#include <assert.h>
#include <string.h>

/* The line of a seat in the lobby, where somebody sits. */
static void board_seat(struct page *page, struct block *list, uint16_t seat)
{
    const struct facts *facts = &page->view->facts;
    uint16_t name = facts_find(facts, seat, "name");
    if (name != FACTS_NONE && facts->fact[name].kind != FACT_NULL) {
        page_write(page, doc_child(page->doc, list), "lobby.seat", facts, seat);
    }
}

/* Options that are not as usual. */
static void board_options(struct page *page)
{
    const struct facts *facts = &page->view->facts;
    uint16_t options = facts_find(facts, FACTS_NONE, "options");
    if (options == FACTS_NONE) {
        return;
    }
    struct block *line = NULL;
    for (uint16_t at = facts_first(facts, options); at != FACTS_NONE;
         at = facts_next(facts, options, at)) {
        uint16_t changed = facts_find(facts, at, "changed");
        if (changed == FACTS_NONE || facts->fact[changed].number == 0) {
            continue;
        }
        const char *key = line == NULL ? "lobby.options" : "lobby.option";
        line = line == NULL ? doc_block(page->doc, BLOCK_PARAGRAPH) : line;
        page_write(page, line, key, facts, at);
    }
}

/* How many seats are taken, how many of those cannot be reached in private, and how many people
 * the game needs beside them. */
static void board_count(const struct facts *facts, struct facts *args)
{
    uint16_t seats = facts_find(facts, FACTS_NONE, "seats");
    int64_t taken = 0;
    int64_t unreached = 0;
    for (uint16_t at = seats != FACTS_NONE ? facts_first(facts, seats) : FACTS_NONE;
         at != FACTS_NONE; at = facts_next(facts, seats, at)) {
        uint16_t name = facts_find(facts, at, "name");
        uint16_t reach = facts_find(facts, at, "reach");
        bool sits = name != FACTS_NONE && facts->fact[name].kind != FACT_NULL;
        bool reached = reach != FACTS_NONE && facts->fact[reach].text != NULL &&
                       strcmp(facts->fact[reach].text, "proven") == 0;
        taken += sits;
        unreached += sits && !reached;
    }
    int64_t max = facts_number_at(facts, "seats_max", taken);
    facts_number(args, "taken", taken);
    facts_number(args, "max", max);
    facts_number(args, "free", max - taken);
    facts_number(args, "unreached", unreached);
    int64_t min = facts_number_at(facts, "seats_min", 0);
    facts_number(args, "needed", min > taken ? min - taken : 0);
}

void page_standing(struct page *page)
{
    static const char *const states[][2] = {
        {"frozen", "page.frozen"}, {"waiting", "page.waiting"}, {"paused", "page.paused"}};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        if (facts_bool_at(&page->view->facts, states[i][0])) {
            page_line(page, BLOCK_PARAGRAPH, states[i][1], &page->view->facts, FACTS_NONE);
            return;
        }
    }
}

void page_lobby(struct page *page)
{
    const struct facts *facts = &page->view->facts;
    struct own_facts own;
    struct facts *args = own_facts(&own);
    board_count(facts, args);
    page_line(page, BLOCK_PARAGRAPH, "lobby.count", args, FACTS_NONE);
    uint16_t seats = facts_find(facts, FACTS_NONE, "seats");
    struct block *list = doc_block(page->doc, BLOCK_LIST);
    for (uint16_t at = seats != FACTS_NONE ? facts_first(facts, seats) : FACTS_NONE;
         at != FACTS_NONE; at = facts_next(facts, seats, at)) {
        board_seat(page, list, at);
    }
    doc_keep(page->doc);
    page_line(page, BLOCK_PARAGRAPH, "lobby.needed", args, FACTS_NONE);
    page_line(page, BLOCK_PARAGRAPH, "lobby.reach", args, FACTS_NONE);
    board_options(page);
}

void page_step(struct page *page, struct facts *args, const struct board *board)
{
    struct own_facts own;
    struct facts *count = own_facts(&own);
    bool named = board != NULL && board->title != MSG_NONE;
    const char *key = named ? message_name(board->title) : NULL;
    if (key == NULL || !page_has(page, key)) {
        facts_null(args, "step");
        return;
    }
    facts_number(count, "count", board->round);
    const char *step = catalogue_text(page->compose->catalogue, page->compose->arena, key, count,
                                      FACTS_NONE, NULL);
    facts_text(args, "step", step, strlen(step));
}

/* "Interceptor #3 · round 4". */
static void board_head(struct page *page, const struct board *board)
{
    const struct facts *facts = &page->view->facts;
    struct own_facts own;
    struct facts *args = own_facts(&own);
    facts_term(args, "game", page_game(page) != NULL ? page_game(page) : "table");
    facts_number(args, "number", facts_number_at(facts, "number", 0));
    page_step(page, args, board);
    facts_term(args, "phase", facts_text_at(facts, "phase", "lobby"));
    page_line(page, BLOCK_HEADING, "board.head", args, FACTS_NONE);
}

static void board_end(struct page *page)
{
    const struct facts *facts = &page->view->facts;
    uint16_t result = facts_find(facts, FACTS_NONE, "result");
    if (result == FACTS_NONE || facts->fact[result].kind != FACT_OBJECT) {
        return;
    }
    const char *key = page_key(page, "result", page_game(page), NULL);
    page_line(page, BLOCK_PARAGRAPH, page_has(page, key) ? key : "result.other", facts, result);
    page_lines(page, page_key(page, "end", page_game(page), NULL), false, facts, page_play(page));
    page_line(page, BLOCK_PARAGRAPH, "end.proof", facts, FACTS_NONE);
}

const struct doc *compose_board(const struct compose *compose, const struct view *view,
                                const struct board *board)
{
    struct page page;
    page_init(&page, compose, view);
    board_head(&page, board);
    if (board != NULL) {
        struct block *picture = doc_block(page.doc, BLOCK_PICTURE);
        picture->svg = compose->no_pictures ? NULL : board_svg(compose, view, board);
        board_twin(compose, view, board, page.doc, picture);
    } else {
        page_lobby(&page);
        page_line(&page, BLOCK_PARAGRAPH, "lobby.promise", &view->facts, FACTS_NONE);
    }
    page_standing(&page);
    board_end(&page);
    page_clock(&page);
    page_owed(&page, false);
    page_panel(&page);
    page_questions(&page);
    return page.doc;
}
