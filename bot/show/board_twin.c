/* A board as lines of text: the same facts as the picture, from the same value. */
#include "board_private.h"

#include <assert.h>
#include <string.h>

/* Writes an item's sentence into a block. */
static void twin_write(struct page *page, struct block *block, const char *key,
                       const struct board_item *item)
{
    struct own_facts own;
    page_write(page, block, key, board_facts(&own, item), VALUE_NONE);
}

/* One more item of a line, which begins with this sentence (NULL: with none). */
static struct block *twin_append(struct page *page, struct block *list, struct block *line,
                                 const char *begins, const struct board_item *item)
{
    if (line == NULL) {
        line = doc_child(page->doc, list);
        if (begins != NULL) {
            twin_write(page, line, begins, item);
        }
    } else {
        doc_run(page->doc, line, RUN_TEXT, " · ", false);
    }
    twin_write(page, line, message_name(item->label), item);
    return line;
}

/* One line: all hands of a team, or of everybody. */
static void twin_hands(struct page *page, const struct board *board, struct block *list, int team)
{
    struct block *line = NULL;
    for (unsigned i = 0; i < board->count; i++) {
        const struct board_item *item = &board->item[i];
        if (item->kind == BOARD_HAND && item->team == team) {
            bool named = team >= 0 && item->term != NULL;
            line = twin_append(page, list, line, named ? "board.team" : NULL, item);
        }
    }
}

/* Cards of one kind, now or of the last reveal, as one line; face-down ones by who played them. */
static void twin_cards(struct page *page, const struct board *board, struct block *list, bool last)
{
    struct block *line = NULL;
    for (unsigned i = 0; i < board->count; i++) {
        const struct board_item *item = &board->item[i];
        if (item->kind == BOARD_CARD && ((item->flags & BOARD_LAST) != 0) == last) {
            line = twin_append(page, list, line, last ? "board.last" : "board.table", item);
        }
    }
}

/* One line: all items of a kind. */
static void twin_all(struct page *page, const struct board *board, struct block *list,
                     enum board_kind kind, const char *begins)
{
    struct block *line = NULL;
    for (unsigned i = 0; i < board->count; i++) {
        if (board->item[i].kind == kind) {
            line = twin_append(page, list, line, begins, &board->item[i]);
        }
    }
}

/* One line: who is in a team, or its counters; of no team (-1): everybody's. */
static void twin_team(struct page *page, const struct board *board, struct block *list,
                      enum board_kind kind, int team)
{
    struct block *line = NULL;
    for (unsigned i = 0; i < board->count; i++) {
        const struct board_item *item = &board->item[i];
        if (item->kind == kind && item->team == team) {
            line = twin_append(page, list, line, item->term != NULL ? "board.team" : NULL, item);
        }
    }
}

/* What was said there; of nothing, nothing. */
static void twin_said(struct page *page, const struct board *board, struct block *line,
                      const struct board_item *item)
{
    if (item->text_len > 0) {
        doc_run(page->doc, line, RUN_TEXT, board->text + item->text, true);
    }
}

/* One line: the words of the row that begins here. */
static void twin_row(struct page *page, const struct board *board, struct block *list,
                     unsigned first)
{
    const struct board_item *row = &board->item[first];
    struct block *line = doc_child(page->doc, list);
    if (row->term != NULL) {
        twin_write(page, line, "board.team", row);
    }
    twin_write(page, line, message_name(row->label), row);
    for (unsigned i = first; i < board->count; i++) {
        const struct board_item *item = &board->item[i];
        if (board_same_row(item, row)) {
            doc_run(page->doc, line, RUN_TEXT, i == first ? ": " : " · ", false);
            twin_said(page, board, line, item);
        }
    }
}

/* The rows of a sheet, a team after the other. */
static void twin_cells(struct page *page, const struct board *board, struct block *list, int team)
{
    for (unsigned i = 0; i < board->count; i++) {
        bool first = board->item[i].kind == BOARD_CELL && board->item[i].team == team;
        for (unsigned before = 0; before < i && first; before++) {
            first = !board_same_row(&board->item[before], &board->item[i]);
        }
        if (first) {
            twin_row(page, board, list, i);
        }
    }
}

/* The columns of a clue board's row that have this sign, as "R 3 4 6"; nothing without one. */
static void twin_columns(struct page *page, const struct board *board, struct block *line,
                         const struct board_item *row, char sign, bool *before)
{
    const char *cells = board->text + row->text;
    bool any = false;
    for (int i = 0; i < row->text_len; i++) {
        char number[BOARD_NUMBER_BYTES];
        if (cells[i] != sign) {
            continue;
        }
        if (!any) {
            doc_run(page->doc, line, RUN_TEXT, *before ? " · " : " ", false);
            *before = true;
            doc_run(page->doc, line, RUN_TEXT, catalogue_term(page->compose->catalogue, row->term),
                    false);
        }
        board_column(number, row, i);
        doc_run(page->doc, line, RUN_TEXT, " ", false);
        doc_run(page->doc, line, RUN_TEXT, number, false);
        any = true;
    }
}

static bool twin_has(const struct board *board, int owner, char sign)
{
    for (unsigned i = 0; i < board->count; i++) {
        const struct board_item *item = &board->item[i];
        if (item->kind == BOARD_GRID && item->seat == owner &&
            memchr(board->text + item->text, sign, item->text_len) != NULL) {
            return true;
        }
    }
    return false;
}

/* One line for each Suspect: what it can be, and the clues at it. */
static void twin_grid(struct page *page, const struct board *board, struct block *list,
                      unsigned first)
{
    static const struct {
        char sign;
        const char *words;
    } parts[] = {{BOARD_GRID_OPEN, "board.grid.open"},
                 {BOARD_GRID_MATCH, "board.grid.match"},
                 {BOARD_GRID_CLASH, "board.grid.clash"}};
    const struct board_item *head = &board->item[first];
    struct block *line = doc_child(page->doc, list);
    twin_write(page, line, message_name(head->label), head);
    for (size_t part = 0; part < sizeof parts / sizeof parts[0]; part++) {
        if (!twin_has(board, head->seat, parts[part].sign)) {
            continue;
        }
        bool before = false;
        twin_write(page, line, parts[part].words, head);
        for (unsigned i = first; i < board->count; i++) {
            const struct board_item *item = &board->item[i];
            if (item->kind == BOARD_GRID && item->seat == head->seat) {
                twin_columns(page, board, line, item, parts[part].sign, &before);
            }
        }
    }
}

static void twin_grids(struct page *page, const struct board *board, struct block *list)
{
    for (unsigned i = 0; i < board->count; i++) {
        if (board_grid_begins(board, i)) {
            twin_grid(page, board, list, i);
        }
    }
}

/* Does the label end like this? Games name the notes that they all have alike. */
static bool twin_is(const struct board_item *item, const char *ending)
{
    const char *name = message_name(item->label);
    size_t len = strlen(name);
    size_t end = strlen(ending);
    return len > end && strcmp(name + len - end, ending) == 0;
}

/* The message around the twin says already what is waited for, and how it ended. */
static bool twin_is_said(const struct page *page, const struct board_item *item)
{
    const struct value_tree *facts = page->view != NULL ? &page->view->facts : NULL;
    if (facts == NULL) {
        return false;
    }
    bool over = value_has(facts, "result.outcome");
    return (twin_is(item, ".board.phase") && (over || value_has(facts, "owed.0"))) ||
           (twin_is(item, ".board.result") && over);
}

static void twin_notes(struct page *page, const struct board *board, struct block *list)
{
    for (unsigned i = 0; i < board->count; i++) {
        const struct board_item *item = &board->item[i];
        if (item->kind == BOARD_NOTE && !twin_is_said(page, item)) {
            twin_write(page, doc_child(page->doc, list), message_name(item->label), item);
        }
    }
}

void board_twin_grids(const struct compose *compose, const struct view *view,
                      const struct board *board, struct doc *doc, struct block *into)
{
    struct page page;
    page_init(&page, compose, view);
    page.doc = doc;
    twin_grids(&page, board, doc_child_of(doc, into, BLOCK_LIST));
}

void board_twin(const struct compose *compose, const struct view *view, const struct board *board,
                struct doc *doc, struct block *into)
{
    struct page page;
    page_init(&page, compose, view);
    page.doc = doc;
    struct block *list = doc_child_of(doc, into, BLOCK_LIST);
    for (int team = 0; board_has_teams(board) && team < 2; team++) {
        twin_hands(&page, board, list, team);
    }
    twin_hands(&page, board, list, -1);
    for (int team = -1; team < 2; team++) {
        twin_team(&page, board, list, BOARD_SEAT, team);
        if (team < 0) {
            twin_all(&page, board, list, BOARD_ARROW, "board.asked");
        }
        twin_cells(&page, board, list, team);
        twin_team(&page, board, list, BOARD_TOKEN, team);
    }
    twin_cards(&page, board, list, false);
    twin_all(&page, board, list, BOARD_STACK, NULL);
    twin_all(&page, board, list, BOARD_CHIP, "board.rules");
    twin_grids(&page, board, list);
    twin_cards(&page, board, list, true);
    twin_notes(&page, board, list);
}
