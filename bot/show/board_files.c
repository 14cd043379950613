/* Hands in a row, what everybody may count as drawn counters, the special rules as chips, and a
 * file for each clue board. */
#include "board_private.h"

#include <assert.h>
#include <string.h>

enum { FILES_BACKS_MAX = 7, FILES_BACK_STEP = 18, FILES_COUNTERS_MAX = 12 };

/* How many of count stand in each row, at most so many, so that the rows are alike. */
static int files_across(int count, int most)
{
    int rows = (count + most - 1) / most;
    int across = rows > 0 ? (count + rows - 1) / rows : 1;
    return across > 0 ? across : 1;
}

/* The n-th of count boxes in rows, the last row as wide as the others. */
static struct box files_box(const struct drawing *drawing, int n, int count, int most,
                            struct box first)
{
    const int gap = draw_pick(drawing, 6, 8);
    int across = files_across(count, most);
    int row = n / across;
    int in_row = count - row * across < across ? count - row * across : across;
    int room = draw_width(drawing) - 2 * draw_margin(drawing);
    assert(in_row > 0);
    int width = (room - (in_row - 1) * gap) / in_row;
    return (struct box){draw_margin(drawing) + n % across * (width + gap),
                        first.y + row * (first.height + first.width), width, first.height};
}

static void files_hand(struct drawing *drawing, struct box plate, const struct board_item *hand)
{
    const struct page *page = drawing->page;
    const int inset = draw_pick(drawing, 12, 9);
    const int height = draw_pick(drawing, 24, 22);
    bool turn = (hand->flags & BOARD_TURN) != 0;
    bool gone = (hand->flags & BOARD_GONE) != 0;
    draw_box(drawing, plate, 12, PAINT_PLATE, turn ? PAINT_STRONG : PAINT_EDGE, turn ? 4 : 2);
    struct box name = {plate.x + inset, plate.y + draw_pick(drawing, 34, 30),
                       plate.width - 2 * inset, 0};
    draw_text(drawing, INK_NAME, ANCHOR_START, name, board_words(page, "board.name", hand));
    const char *words = board_words(page, gone ? "board.gone" : "board.cards", hand);
    struct box place = {name.x, plate.y + plate.height - draw_pick(drawing, 15, 12), name.width, 0};
    draw_text(drawing, INK_QUIET, ANCHOR_END, place, words);
    int backs = hand->count > FILES_BACKS_MAX ? FILES_BACKS_MAX : (int)hand->count;
    int room = name.width - 6 - draw_text_width(drawing, INK_QUIET, words);
    int step = backs > 0 ? room / backs : 0;
    step = step > FILES_BACK_STEP ? FILES_BACK_STEP : step;
    if (step >= 8) {
        struct box card = {name.x, plate.y + plate.height - height - 9, step - 3, height};
        draw_hand(drawing, card, backs, step);
    }
    if (turn) {
        struct box tag = {plate.x + 6, plate.y - draw_pick(drawing, 14, 12), plate.width - 12, 0};
        draw_tag(drawing, tag, board_words(page, "board.turn", hand), false);
    }
}

static int files_count(const struct board *board, enum board_kind kind)
{
    int count = 0;
    for (unsigned i = 0; i < board->count; i++) {
        count += board->item[i].kind == kind;
    }
    return count;
}

static int files_hands(struct drawing *drawing, int y)
{
    const struct board *board = drawing->board;
    const int count = files_count(board, BOARD_HAND);
    const int most = drawing->shape == BOARD_PORTRAIT ? (count <= 3 ? 3 : 2) : 6;
    const struct box first = {0, y, 18, draw_pick(drawing, 80, 70)};
    int n = 0;
    int end = y;
    for (unsigned i = 0; i < board->count; i++) {
        if (board->item[i].kind == BOARD_HAND) {
            struct box plate = files_box(drawing, n++, count, most, first);
            files_hand(drawing, plate, &board->item[i]);
            end = plate.y + plate.height + 12;
        }
    }
    return end - y;
}

/* --- counters --------------------------------------------------------------------------------- */

/* Icons that are one path around their middle, 30 px high. */
static const struct {
    enum board_paint fill;
    enum board_paint stroke;
    const char *path;
} files_icons[] = {
    [BOARD_ICON_CENTRE] = {PAINT_CARD, PAINT_SOFT, "M-13-9h14v20h-14zM-4-13h14v20h-14z"},
    [BOARD_ICON_UP] = {PAINT_CARD, PAINT_SOFT, "M-9-13h18v26h-18zM0-5l4 5l-4 5l-4-5z"},
    [BOARD_ICON_FILE] = {PAINT_SUN, PAINT_NIGHT, "M-15-10h10l3 4h17v17h-30z"},
    [BOARD_ICON_BULLET] = {PAINT_SUN, PAINT_NIGHT,
                           "M-6 13v-16c0-6 3-9 6-11c3 2 6 5 6 11v16zM-6 8h12"},
    [BOARD_ICON_TURNS] =
        {PAINT_PLATE, PAINT_STRONG,
         "M-9-13h18M-9 13h18M-7-13c0 8 7 9 7 13c0-4 7-5 7-13M-7 13c0-8 7-9 7-13c0 4 "
         "7 5 7 13"},
};

static void files_icon(struct drawing *drawing, int x, int y, const struct board_item *item)
{
    struct box card = {x - 9, y - 12, 18, 25};
    if (item->place == BOARD_ICON_PILE) {
        card.x -= 3;
        card.y += 3;
        draw_pile(drawing, card, (int)item->count);
    } else if (item->place == BOARD_ICON_DOWN) {
        draw_card_back(drawing, card);
    } else if (item->place > BOARD_ICON_NONE && item->place <= BOARD_ICON_TURNS) {
        draw_path(
            drawing, x, y, files_icons[item->place].path,
            (struct brush){files_icons[item->place].fill, files_icons[item->place].stroke, 2});
    }
}

/* Icon and number, and below them what is counted. */
static void files_counter(struct drawing *drawing, struct box box, const struct board_item *item)
{
    char number[BOARD_NUMBER_BYTES];
    board_number(number, (int)item->count);
    const int width = draw_text_width(drawing, INK_NUMBER, number);
    const int x = box.x + (box.width - width - 44) / 2;
    draw_box(drawing, box, 10, PAINT_PLATE, PAINT_EDGE, 1);
    files_icon(drawing, x + 17, box.y + draw_pick(drawing, 26, 23), item);
    struct box digits = {x + 42, box.y + draw_pick(drawing, 35, 30), width, 0};
    draw_text(drawing, INK_NUMBER, ANCHOR_START, digits, number);
    struct box label = {box.x + 2, box.y + box.height - draw_pick(drawing, 11, 9), box.width - 4,
                        0};
    draw_text(drawing, INK_QUIET, ANCHOR_MIDDLE, label, board_short(drawing->page, item));
}

static int files_counters(struct drawing *drawing, int y)
{
    const struct board *board = drawing->board;
    const int count = files_count(board, BOARD_STACK) + files_count(board, BOARD_TOKEN);
    const struct box first = {0, y, 8, draw_pick(drawing, 72, 62)};
    int n = 0;
    int end = y;
    for (unsigned i = 0; i < board->count; i++) {
        const struct board_item *item = &board->item[i];
        if (item->kind == BOARD_STACK || item->kind == BOARD_TOKEN) {
            struct box box = files_box(drawing, n++, count, draw_pick(drawing, 7, 3), first);
            files_counter(drawing, box, item);
            end = box.y + box.height + 12;
        }
    }
    return end - y;
}

/* Words about the whole, in chips. */
static int files_chips(struct drawing *drawing, int y)
{
    const struct board *board = drawing->board;
    struct chips chips = {
        .room = {draw_margin(drawing), y, draw_width(drawing) - 2 * draw_margin(drawing), 0}};
    bool any = false;
    for (unsigned i = 0; i < board->count; i++) {
        if (board->item[i].kind == BOARD_CHIP) {
            const struct chip chip = {.words = board_label(drawing->page, &board->item[i])};
            draw_chip(drawing, &chips, chip);
            any = true;
        }
    }
    return any ? draw_chips_end(drawing, &chips) + 4 - y : 0;
}

int draw_files(struct drawing *drawing, int y)
{
    int end = y;
    end += files_hands(drawing, end);
    end += files_counters(drawing, end);
    end += files_chips(drawing, end);
    end += draw_grids(drawing, end);
    return end - y;
}
