/* A sheet of words: a column for each team with who is in it, its tokens, and rows of what people
 * wrote, each row under the words of its label. For games whose board holds cells, not cards. */
#include "board_private.h"

#include "inert.h"

#include <assert.h>
#include <string.h>

enum {
    SHEET_MARGIN = 24,
    SHEET_GAP = 18,
    SHEET_WIDTH = (BOARD_WIDTH_PX - 2 * SHEET_MARGIN - SHEET_GAP) / 2,
    SHEET_INSET = 16,
    SHEET_LABEL = 128, /* width of a row's label */
    SHEET_LINE = 26,
    SHEET_TOKEN = 16,
    SHEET_SCORE = 110, /* width of somebody's points */
    SHEET_TOKENS_MAX = 6,
    SHEET_LETTERS_MAX = 60, /* of one cell in the picture; its text twin has all */
    SHEET_ROW_BYTES = 4096,
    SHEET_JOINED_BYTES = 16384
};

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

/* The team's shape and word, and its tokens at the right of it. Moves place on. */
static void sheet_head(struct drawing *drawing, struct box *place, int team, const char *term)
{
    const struct catalogue *words = drawing->page->compose->catalogue;
    struct box name = {place->x + 26, place->y + 30, place->width - 26, 0};
    draw_team(drawing, team, place->x + 10, place->y + 23);
    draw_text(drawing, INK_NAME, ANCHOR_START, name, catalogue_term(words, term));
    place->y += 40;
}

/* One line: somebody and their points; a long name is shortened, the points never are. */
static void sheet_score(struct drawing *drawing, struct box *place, const struct board_item *item)
{
    struct box name = {place->x, place->y + 18, place->width - SHEET_SCORE, 0};
    struct box score = {place->x, place->y + 18, place->width, 0};
    draw_text(drawing, INK_CELL, ANCHOR_START, name,
              board_words(drawing->page, "board.name", item));
    draw_text(drawing, INK_CELL, ANCHOR_END, score,
              board_words(drawing->page, "board.points", item));
    place->y += SHEET_LINE;
}

/* One line: what it counts, and a disc for each. */
static void sheet_token(struct drawing *drawing, struct box *place, const struct board_item *item)
{
    if (item->seat >= 0) {
        sheet_score(drawing, place, item);
        return;
    }
    int count = item->count > SHEET_TOKENS_MAX ? SHEET_TOKENS_MAX : (int)item->count;
    int discs = count * (SHEET_TOKEN + 6);
    struct box text = {place->x, place->y + 18, place->width - discs - 12, 0};
    draw_text(drawing, INK_CELL, ANCHOR_START, text,
              board_words(drawing->page, message_name(item->label), item));
    for (int i = 0; i < count; i++) {
        struct box disc = {place->x + place->width - (i + 1) * (SHEET_TOKEN + 6), place->y + 4,
                           SHEET_TOKEN, SHEET_TOKEN};
        draw_box(drawing, disc, SHEET_TOKEN / 2, "#1f2933", "#ffd166", 3);
    }
    place->y += SHEET_LINE;
}

/* All items of one row joined: names, or people's words. */
static const char *sheet_join(const struct drawing *drawing, unsigned first)
{
    const struct board *board = drawing->board;
    struct arena *arena = drawing->page->compose->arena;
    const struct board_item *row = &board->item[first];
    struct buf text;
    buf_init(&text, SHEET_JOINED_BYTES);
    for (unsigned i = first; i < board->count && text.len < SHEET_ROW_BYTES; i++) {
        const struct board_item *item = &board->item[i];
        bool cell = item->kind == BOARD_CELL;
        if (item->kind != row->kind || item->team != row->team ||
            (cell && !board_same_row(item, row))) {
            continue;
        }
        const char *words = cell ? inert_text(arena, board->text + item->text, item->text_len,
                                              SHEET_LETTERS_MAX, false)
                                 : board_words(drawing->page, message_name(item->label), item);
        buf_text(&text, text.len > 0 ? " · " : "");
        buf_text(&text, words);
    }
    const char *joined = arena_text(arena, text.len > 0 ? text.text : "", text.len);
    buf_deinit(&text);
    return joined;
}

/* Is this cell the first of its row? */
static bool sheet_begins(const struct board *board, unsigned index)
{
    for (unsigned i = 0; i < index; i++) {
        if (board_same_row(&board->item[i], &board->item[index])) {
            return false;
        }
    }
    return true;
}

static void sheet_row(struct drawing *drawing, struct box *place, unsigned index)
{
    const struct board_item *item = &drawing->board->item[index];
    struct box label = {place->x, place->y + 18, SHEET_LABEL - 8, 0};
    struct box words = {place->x + SHEET_LABEL, place->y + 18, place->width - SHEET_LABEL, 0};
    draw_text(drawing, INK_QUIET, ANCHOR_START, label,
              board_words(drawing->page, message_name(item->label), item));
    draw_wrapped(drawing, INK_CELL, &words, SHEET_LINE, sheet_join(drawing, index));
    int height = words.y - 18 - place->y;
    place->y += height > SHEET_LINE ? height : SHEET_LINE;
}

/* A team's column from place on, which ends below it. */
static void sheet_column(struct drawing *drawing, struct box *place, int team)
{
    const struct board *board = drawing->board;
    bool headed = false;
    bool seats = false;
    enum message before = MSG_NONE;
    for (unsigned i = 0; i < board->count; i++) {
        const struct board_item *item = &board->item[i];
        if (item->team != team) {
            continue;
        }
        if (!headed && item->term != NULL) {
            sheet_head(drawing, place, team, item->term);
            headed = true;
        }
        if (item->kind == BOARD_SEAT && !seats) {
            struct box names = {place->x, place->y + 18, place->width, 0};
            draw_wrapped(drawing, INK_CELL, &names, SHEET_LINE, sheet_join(drawing, i));
            place->y = names.y - 12;
            seats = true;
        } else if (item->kind == BOARD_TOKEN) {
            sheet_token(drawing, place, item);
        } else if (item->kind == BOARD_CELL && sheet_begins(board, i)) {
            if (before != item->label) {
                place->y += 6;
                draw_line(drawing, place->x, place->y, place->x + place->width, place->y,
                          "#c3cad3");
                place->y += 6;
            }
            before = item->label;
            sheet_row(drawing, place, i);
        }
    }
}

static int sheet_columns(struct drawing *drawing, int y, int height)
{
    int most = 0;
    for (int team = 0; team < 2; team++) {
        int x = SHEET_MARGIN + team * (SHEET_WIDTH + SHEET_GAP);
        struct box plate = {x, y, SHEET_WIDTH, height};
        struct box place = {x + SHEET_INSET, y + 6, SHEET_WIDTH - 2 * SHEET_INSET, 0};
        draw_box(drawing, plate, 14, "#ffffff", "#9aa5b1", 2);
        sheet_column(drawing, &place, team);
        int used = place.y + 12 - y;
        most = used > most ? used : most;
    }
    return most;
}

int draw_sheet(struct drawing *drawing, int y)
{
    /* drawn aside first, to learn how high the plates are */
    struct drawing aside = *drawing;
    buf_init(&aside.svg, BOARD_SVG_BYTES_MAX);
    int height = sheet_columns(&aside, y, 0);
    buf_deinit(&aside.svg);
    sheet_columns(drawing, y, height);
    return height + SHEET_GAP;
}
