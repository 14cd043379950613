/* A board as a picture: head, what lies on the table, the last reveal, notes. Its size depends on
 * the board and the shape alone, and the board on nothing but the reader's view. */
#include "board_private.h"

#include "inert.h"

#include <assert.h>
#include <string.h>

enum { SVG_FACES_MAX = 6, SVG_NOTES_MAX = 12, SVG_TWIN_LETTERS_MAX = 800 };

static bool svg_is_note(const struct board_item *item, bool last)
{
    return item->kind == BOARD_NOTE && ((item->flags & BOARD_LAST) != 0) == last;
}

static bool svg_is_face(const struct board_item *item)
{
    return item->kind == BOARD_CARD && (item->flags & BOARD_LAST) != 0;
}

static unsigned svg_faces(const struct board *board)
{
    unsigned count = 0;
    for (unsigned i = 0; i < board->count; i++) {
        count += svg_is_face(&board->item[i]);
    }
    return count > SVG_FACES_MAX ? SVG_FACES_MAX : count;
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

/* Title and what goes on, beside each other or one below the other. Returns the height. */
static int svg_head(struct drawing *drawing, const char *title)
{
    const struct board_item *now = svg_now(drawing->board);
    const int margin = draw_margin(drawing) + 4;
    const int room = draw_width(drawing) - 2 * margin;
    bool upright = drawing->shape == BOARD_PORTRAIT;
    int width = draw_text_width(drawing, INK_TITLE, title);
    int most = upright ? room : 480;
    struct box left = {margin, upright ? 32 : 50, width < most ? width : most, 0};
    int end = upright ? 40 : 66;
    draw_text(drawing, INK_TITLE, ANCHOR_START, left, title);
    if (now != NULL && upright) {
        struct box below = {margin, 56, room, 0};
        draw_wrapped(drawing, INK_HEAD, &below, 20, 2, board_label(drawing->page, now));
        end = below.y - 10;
    } else if (now != NULL) {
        int from = left.x + left.width + 12;
        struct box right = {from, 49, margin + room - from, 0};
        draw_text(drawing, INK_HEAD, ANCHOR_END, right, board_label(drawing->page, now));
    }
    draw_line(drawing, margin, end, margin + room, end, PAINT_EDGE);
    return end + draw_pick(drawing, 18, 20);
}

/* One face of the last reveal, in a group of its own, with who played it below. */
static void svg_face(struct drawing *drawing, struct box face, const struct board_item *item,
                     int number)
{
    draw_group(drawing, number);
    if (item->term != NULL) {
        draw_card_face(drawing, face, item->term);
    } else {
        draw_box(drawing, face, 10, PAINT_NONE, PAINT_SOFT, 2);
        struct box words = {face.x + 2, face.y + face.height / 2 + 6, face.width - 4, 0};
        draw_text(drawing, INK_PLAIN, ANCHOR_MIDDLE, words,
                  board_words(drawing->page, "board.no_card", item));
    }
    struct box name = {face.x - 3, face.y + face.height + draw_pick(drawing, 24, 20),
                       face.width + 6, 0};
    draw_text(drawing, INK_PLAIN, ANCHOR_MIDDLE, name,
              board_words(drawing->page, "board.name", item));
    draw_group_end(drawing);
}

static void svg_last_words(struct drawing *drawing, struct box *words)
{
    for (unsigned i = 0; i < drawing->board->count; i++) {
        const struct board_item *item = &drawing->board->item[i];
        if (svg_is_note(item, true)) {
            draw_wrapped(drawing, INK_PLAIN, words, draw_pick(drawing, 26, 21), 4,
                         board_label(drawing->page, item));
        }
    }
}

/* The faces of the last reveal, what came of it before them or above; upright two in a row. */
static int svg_last(struct drawing *drawing, int y)
{
    const struct board *board = drawing->board;
    const int margin = draw_margin(drawing) + 4;
    const int right = draw_width(drawing) - margin;
    const bool upright = drawing->shape == BOARD_PORTRAIT;
    const int faces = (int)svg_faces(board);
    if (faces == 0) {
        return 0;
    }
    const int gap = draw_pick(drawing, 16, 8);
    const int in_row = upright && faces > 1 ? 2 : faces;
    const int width = upright ? (right - margin - gap) / 2 : 112;
    const int height = draw_pick(drawing, 100, 60);
    const int step = height + draw_pick(drawing, 44, 32);
    const int across = in_row * (width + gap) - gap;
    draw_line(drawing, margin, y + 14, right, y + 14, PAINT_EDGE);
    struct box words = {margin, y + draw_pick(drawing, 52, 38),
                        upright ? right - margin : right - across - margin - 20, 0};
    svg_last_words(drawing, &words);
    const int top = upright ? words.y - 6 : y + 32;
    int number = 0;
    for (unsigned i = 0; i < board->count && number < faces; i++) {
        if (svg_is_face(&board->item[i])) {
            struct box face = {right - across + number % in_row * (width + gap),
                               top + number / in_row * step, width, height};
            svg_face(drawing, face, &board->item[i], ++number);
        }
    }
    int end = top + (faces + in_row - 1) / in_row * step;
    return (words.y > end ? words.y : end) - y;
}

static int svg_notes(struct drawing *drawing, int y)
{
    const struct board *board = drawing->board;
    const int line = draw_pick(drawing, 26, 21);
    const int margin = draw_margin(drawing) + 4;
    bool beside = svg_faces(board) > 0;
    struct box place = {margin, y + draw_pick(drawing, 30, 24), draw_width(drawing) - 2 * margin,
                        0};
    unsigned notes = 0;
    for (unsigned i = 0; i < board->count && notes < SVG_NOTES_MAX; i++) {
        const struct board_item *item = &board->item[i];
        bool shown = svg_is_note(item, false) || (!beside && svg_is_note(item, true));
        if (shown && item != svg_now(board)) {
            draw_wrapped(drawing, INK_PLAIN, &place, line, 2, board_label(drawing->page, item));
            place.y += 4;
            notes++;
        }
    }
    return notes > 0 ? place.y - line - y + 4 : 0;
}

static int svg_look(struct drawing *drawing, int y)
{
    static int (*const looks[])(struct drawing * drawing, int y) = {
        [BOARD_TABLE] = draw_table,
        [BOARD_CODES] = draw_codes,
        [BOARD_ROUND] = draw_round,
        [BOARD_FILES] = draw_files,
    };
    assert((size_t)drawing->board->look < sizeof looks / sizeof looks[0]);
    return looks[drawing->board->look](drawing, y);
}

/* Head, table, last reveal and notes. Returns the height they take. */
static int svg_inside(struct drawing *drawing, const char *title)
{
    int y = svg_head(drawing, title);
    y += svg_look(drawing, y);
    y += svg_last(drawing, y);
    y += svg_notes(drawing, y);
    return y + draw_pick(drawing, 18, 12);
}

static const char *svg_title(struct page *page, const struct board *board)
{
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    value_term(args, "game", board->game);
    value_number(args, "number", value_number_at(&page->view->facts, "number", 0));
    page_step(page, args, board);
    return catalogue_text(page->compose->catalogue, page->compose->arena, "board.title", args,
                          VALUE_NONE, NULL);
}

/* Title and text twin around what draws the inside, which says how high it is. */
static const char *svg_whole(const struct compose *compose, const struct view *view,
                             const struct board *board, enum board_shape shape, bool grids)
{
    struct page page;
    page_init(&page, compose, view);
    struct block *picture = doc_block(page.doc, BLOCK_PICTURE);
    if (grids) {
        board_twin_grids(compose, view, board, page.doc, picture);
    } else {
        board_twin(compose, view, board, page.doc, picture);
    }
    const char *twin = inert_shorten(compose->arena, doc_plain(page.doc, 0), SVG_TWIN_LETTERS_MAX);
    const char *title = svg_title(&page, board);
    struct drawing inside =
        draw_aside(&(struct drawing){.page = &page, .board = board, .shape = shape});
    int top = draw_pick(&inside, 14, 10);
    int height = grids ? top + draw_grids(&inside, top) + 4 : svg_inside(&inside, title);
    return draw_picture(&inside, height, title, twin);
}

const char *board_svg(const struct compose *compose, const struct view *view,
                      const struct board *board, enum board_shape shape)
{
    return svg_whole(compose, view, board, shape, false);
}

const char *board_svg_grids(const struct compose *compose, const struct view *view,
                            const struct board *board, enum board_shape shape)
{
    return svg_whole(compose, view, board, shape, true);
}
