/* A board as a picture: head, table, the last reveal, notes. Its size depends on the board alone,
 * and the board on nothing but the reader's view. */
#include "board_private.h"

#include "inert.h"

#include <assert.h>
#include <string.h>

enum {
    SVG_HEAD_HEIGHT = 84,
    SVG_LAST_HEIGHT = 176,
    SVG_NOTE_HEIGHT = 30,
    SVG_FOOT_HEIGHT = 18,
    SVG_MARGIN = 28,
    SVG_FACE_WIDTH = 112,
    SVG_FACE_HEIGHT = 100,
    SVG_FACES_MAX = 6,
    SVG_NOTES_MAX = 12,
    SVG_TWIN_LETTERS_MAX = 2000
};

static bool svg_is_note(const struct board_item *item, bool last)
{
    return item->kind == BOARD_NOTE && ((item->flags & BOARD_LAST) != 0) == last;
}

static unsigned svg_count(const struct board *board, bool last, enum board_kind kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < board->count; i++) {
        const struct board_item *item = &board->item[i];
        count += item->kind == kind && ((item->flags & BOARD_LAST) != 0) == last;
    }
    return count;
}

/* What goes on now: the first note that is not about the last reveal. */
static const struct board_item *svg_now(const struct board *board)
{
    for (unsigned i = 0; i < board->count; i++) {
        if (svg_is_note(&board->item[i], false)) {
            return &board->item[i];
        }
    }
    return NULL;
}

static void svg_head(struct drawing *drawing, const char *title)
{
    const struct board_item *now = svg_now(drawing->board);
    int width = draw_text_width(INK_TITLE, title);
    struct box left = {SVG_MARGIN, 50, width < 470 ? width : 470, 0};
    draw_text(drawing, INK_TITLE, ANCHOR_START, left, title);
    if (now != NULL) {
        int from = left.x + left.width + 12;
        struct box right = {from, 49, BOARD_WIDTH_PX - SVG_MARGIN - from, 0};
        draw_text(drawing, INK_HEAD, ANCHOR_END, right,
                  board_words(drawing->page, message_name(now->label), now));
    }
    draw_line(drawing, SVG_MARGIN, 66, BOARD_WIDTH_PX - SVG_MARGIN, 66, "#9aa5b1");
}

/* The faces of the last reveal in a row, who played each below it, what came of it above. */
static int svg_last(struct drawing *drawing, int y)
{
    const struct board *board = drawing->board;
    unsigned faces = svg_count(board, true, BOARD_CARD);
    if (faces == 0) {
        return 0;
    }
    faces = faces > SVG_FACES_MAX ? SVG_FACES_MAX : faces;
    draw_line(drawing, SVG_MARGIN, y + 14, BOARD_WIDTH_PX - SVG_MARGIN, y + 14, "#9aa5b1");
    int x = BOARD_WIDTH_PX - SVG_MARGIN - (int)faces * (SVG_FACE_WIDTH + 16) + 16;
    struct box words = {SVG_MARGIN, y + 52, x - SVG_MARGIN - 20, 0};
    unsigned drawn = 0;
    for (unsigned i = 0; i < board->count; i++) {
        const struct board_item *item = &board->item[i];
        if (svg_is_note(item, true)) {
            draw_wrapped(drawing, INK_PLAIN, &words, SVG_NOTE_HEIGHT - 4,
                         board_words(drawing->page, message_name(item->label), item));
        } else if (item->kind == BOARD_CARD && (item->flags & BOARD_LAST) != 0 && drawn < faces) {
            struct box face = {x + (int)drawn * (SVG_FACE_WIDTH + 16), y + 32, SVG_FACE_WIDTH,
                               SVG_FACE_HEIGHT};
            if (item->term != NULL) {
                draw_card_face(drawing, face, item->term);
            } else {
                draw_box(drawing, face, 10, "none", "#52606d", 2);
                struct box words_in = {face.x, face.y + face.height / 2 + 6, face.width, 0};
                draw_text(drawing, INK_PLAIN, ANCHOR_MIDDLE, words_in,
                          board_words(drawing->page, "board.no_card", item));
            }
            struct box name = {face.x - 6, face.y + face.height + 24, face.width + 12, 0};
            draw_text(drawing, INK_PLAIN, ANCHOR_MIDDLE, name,
                      board_words(drawing->page, "board.name", item));
            drawn++;
        }
    }
    return SVG_LAST_HEIGHT;
}

static int svg_notes(struct drawing *drawing, int y)
{
    const struct board *board = drawing->board;
    bool beside = svg_count(board, true, BOARD_CARD) > 0;
    bool sheet = board_has(board, BOARD_SEAT);
    int height = 0;
    unsigned notes = 0;
    for (unsigned i = 0; i < board->count && notes < SVG_NOTES_MAX; i++) {
        const struct board_item *item = &board->item[i];
        bool token = item->kind == BOARD_TOKEN && !(sheet && item->team >= 0);
        bool shown = (token && (item->flags & BOARD_LAST) == 0) || svg_is_note(item, false) ||
                     (!beside && svg_is_note(item, true));
        if (!shown || item == svg_now(board)) {
            continue;
        }
        height += SVG_NOTE_HEIGHT;
        struct box place = {SVG_MARGIN, y + height, BOARD_WIDTH_PX - 2 * SVG_MARGIN, 0};
        draw_text(drawing, INK_PLAIN, ANCHOR_START, place,
                  board_words(drawing->page, message_name(item->label), item));
        notes++;
    }
    return height;
}

/* Head, table, last reveal and notes. Returns the height they take. */
static int svg_inside(struct drawing *drawing, const char *title)
{
    int y = SVG_HEAD_HEIGHT;
    svg_head(drawing, title);
    if (board_has(drawing->board, BOARD_SEAT)) {
        y += draw_sheet(drawing, y);
    } else {
        y += draw_table(drawing, y);
    }
    y += draw_grids(drawing, y);
    y += svg_last(drawing, y);
    y += svg_notes(drawing, y);
    return y + SVG_FOOT_HEIGHT;
}

/* Title and text twin around what draws the inside, which says how high it is. */
static const char *svg_whole(const struct compose *compose, const struct view *view,
                             const struct board *board, bool grids)
{
    struct page page;
    page_init(&page, compose, view);
    struct drawing drawing = {.page = &page, .board = board};
    buf_init(&drawing.svg, BOARD_SVG_BYTES_MAX);
    struct block *picture = doc_block(page.doc, BLOCK_PICTURE);
    if (grids) {
        board_twin_grids(compose, view, board, page.doc, picture);
    } else {
        board_twin(compose, view, board, page.doc, picture);
    }
    const char *twin = inert_shorten(compose->arena, doc_plain(page.doc, 0), SVG_TWIN_LETTERS_MAX);
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    value_term(args, "game", board->game);
    value_number(args, "number", value_number_at(&view->facts, "number", 0));
    page_step(&page, args, board);
    const char *title =
        catalogue_text(compose->catalogue, compose->arena, "board.title", args, VALUE_NONE, NULL);
    struct drawing inside = drawing;
    buf_init(&inside.svg, BOARD_SVG_BYTES_MAX);
    int height = grids ? draw_grids(&inside, 0) + SVG_FOOT_HEIGHT : svg_inside(&inside, title);
    draw_open(&drawing, height, title, twin);
    draw_all_of(&drawing, &inside);
    draw_close(&drawing);
    assert(!drawing.svg.full);
    const char *svg = arena_text(compose->arena, drawing.svg.text, drawing.svg.len);
    buf_deinit(&inside.svg);
    buf_deinit(&drawing.svg);
    return svg;
}

const char *board_svg(const struct compose *compose, const struct view *view,
                      const struct board *board)
{
    return svg_whole(compose, view, board, false);
}

const char *board_svg_grids(const struct compose *compose, const struct view *view,
                            const struct board *board)
{
    return svg_whole(compose, view, board, true);
}
