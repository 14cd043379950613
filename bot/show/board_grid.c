/* Clue boards: for each Suspect a file with a grid of suits and numbers, two beside each other or
 * all below each other. A filled card can still be, a cross cannot; a clue lies there upright when
 * it matches, across when not. */
#include "board_private.h"

#include <assert.h>
#include <string.h>

enum {
    GRID_INSET = 12,
    GRID_TAB = 32, /* height of a file's tab */
    GRID_COLUMNS_MAX = 15,
    GRID_ROWS_MAX = 8,
    GRID_CELLS_MAX = GRID_ROWS_MAX * GRID_COLUMNS_MAX,
    GRID_MARK_WIDTH = 12,
    GRID_MARK_HEIGHT = 16
};

/* The cells of one look, of a whole board. */
struct grid_marks {
    unsigned count;
    struct box box[GRID_CELLS_MAX];
};

struct grid_plan {
    struct grid_marks open; /* of one row: they have its suit's colour */
    struct grid_marks out;
    struct grid_marks match;
    struct grid_marks clash;
    unsigned rows;
};

bool board_grid_begins(const struct board *board, unsigned index)
{
    const struct board_item *item = &board->item[index];
    bool first = item->kind == BOARD_GRID;
    for (unsigned i = 0; i < index && first; i++) {
        first = board->item[i].kind != BOARD_GRID || board->item[i].seat != item->seat;
    }
    return first;
}

void board_column(char text[BOARD_NUMBER_BYTES], const struct board_item *row, int column)
{
    if ((row->flags & BOARD_STAR) != 0 && column == row->text_len - 1) {
        memcpy(text, "*", sizeof "*");
    } else {
        (void)board_number(text, row->place + column);
    }
}

static void grid_mark(struct grid_marks *marks, struct box cell, int width, int height)
{
    assert(marks->count < GRID_CELLS_MAX);
    marks->box[marks->count++] = (struct box){cell.x + (cell.width - width) / 2,
                                              cell.y + (cell.height - height) / 2, width, height};
}

static int grid_row_height(const struct drawing *drawing)
{
    return draw_pick(drawing, 26, 25);
}

static void grid_cell(struct grid_plan *plan, struct box cell, char sign)
{
    switch (sign) {
    case BOARD_GRID_OPEN:
        grid_mark(&plan->open, cell, GRID_MARK_WIDTH, GRID_MARK_HEIGHT);
        break;
    case BOARD_GRID_OUT:
        grid_mark(&plan->out, cell, GRID_MARK_WIDTH, GRID_MARK_WIDTH);
        break;
    case BOARD_GRID_MATCH:
        grid_mark(&plan->match, cell, GRID_MARK_WIDTH / 2, cell.height - 4);
        break;
    case BOARD_GRID_CLASH:
        grid_mark(&plan->clash, cell, cell.width - 4, GRID_MARK_WIDTH / 2);
        break;
    default:
        break;
    }
}

/* Width of a row's name, and of a column. */
static int grid_suit(const struct drawing *drawing)
{
    return draw_pick(drawing, 30, 22);
}

static int grid_step(const struct drawing *drawing, struct box plate, int columns)
{
    int step = (plate.width - 2 * GRID_INSET - grid_suit(drawing)) / columns;
    return step > 28 ? 28 : step;
}

/* The numbers above the columns. */
static void grid_numbers(struct drawing *drawing, struct box plate, const struct board_item *row)
{
    int step = grid_step(drawing, plate, row->text_len);
    for (int i = 0; i < row->text_len; i++) {
        char number[BOARD_NUMBER_BYTES];
        struct box place = {plate.x + GRID_INSET + grid_suit(drawing) + i * step, plate.y + 24,
                            step, 0};
        board_column(number, row, i);
        draw_text(drawing, INK_CELL, ANCHOR_MIDDLE, place, number);
    }
}

/* A suit's colour, by the letter that its term begins with. */
static enum board_paint grid_paint(const char *term)
{
    static const struct {
        char letter;
        enum board_paint paint;
    } suits[] = {{'R', PAINT_SUIT_R},
                 {'K', PAINT_SUIT_K},
                 {'Y', PAINT_SUIT_Y},
                 {'G', PAINT_SUIT_G},
                 {'B', PAINT_SUIT_B}};
    for (size_t i = 0; i < sizeof suits / sizeof suits[0]; i++) {
        if (term != NULL && term[0] == suits[i].letter) {
            return suits[i].paint;
        }
    }
    return PAINT_STRONG;
}

static void grid_row(struct drawing *drawing, struct box plate, const struct board_item *row,
                     struct grid_plan *plan)
{
    int height = grid_row_height(drawing);
    int y = plate.y + 32 + (int)plan->rows * height;
    int step = grid_step(drawing, plate, row->text_len);
    struct box name = {plate.x + GRID_INSET, y + 19, grid_suit(drawing), 0};
    draw_text(drawing, INK_STRONG, ANCHOR_START, name,
              catalogue_term(drawing->page->compose->catalogue, row->term));
    plan->open.count = 0;
    for (int i = 0; i < row->text_len && plan->rows < GRID_ROWS_MAX; i++) {
        struct box cell = {plate.x + GRID_INSET + grid_suit(drawing) + i * step, y, step, height};
        grid_cell(plan, cell, drawing->board->text[row->text + i]);
    }
    draw_boxes(drawing, plan->open.box, plan->open.count, grid_paint(row->term));
    plan->rows++;
}

static unsigned grid_rows(const struct board *board, int owner)
{
    unsigned rows = 0;
    for (unsigned i = 0; i < board->count; i++) {
        rows += board->item[i].kind == BOARD_GRID && board->item[i].seat == owner;
    }
    return rows;
}

static void grid_draw_marks(struct drawing *drawing, const struct grid_plan *plan)
{
    draw_crosses(drawing, plan->out.box, plan->out.count, PAINT_OUT);
    draw_boxes(drawing, plan->match.box, plan->match.count, PAINT_STRONG);
    draw_boxes(drawing, plan->clash.box, plan->clash.count, PAINT_STRONG);
}

/* The body covers the tab's lower edge, which is open to it. */
static void grid_body(struct drawing *drawing, struct box plate, int tab)
{
    draw_box(drawing, plate, 4, PAINT_PLATE, PAINT_EDGE, 2);
    struct box seam = {plate.x + 1, plate.y - 2, tab - 2, 16};
    draw_box(drawing, seam, 0, PAINT_PLATE, PAINT_NONE, 0);
}

/* The file's tab with whose it is, shortened before the count of what is open would be. */
static void grid_name(struct drawing *drawing, struct box plate, const struct board_item *head)
{
    const char *count = "";
    struct board_item owner = *head;
    if ((head->flags & BOARD_LEADS) != 0) {
        count = board_words(drawing->page, "board.grid.count", head);
        owner.flags &= (uint8_t)~BOARD_LEADS;
    }
    const char *words = board_label(drawing->page, &owner);
    int counted = draw_text_width(drawing, INK_QUIET, count);
    int most = plate.width - 24 - (counted > 0 ? counted + 24 : 0);
    int width = draw_text_width(drawing, INK_STRONG, words) + 24;
    struct box tab = {plate.x, plate.y - GRID_TAB + 2, width < most ? width : most, GRID_TAB + 10};
    draw_box(drawing, tab, 8, PAINT_PLATE, PAINT_EDGE, 2);
    grid_body(drawing, plate, tab.width);
    struct box name = {tab.x + 12, tab.y + 22, tab.width - 24, 0};
    draw_text(drawing, INK_STRONG, ANCHOR_START, name, words);
    if (counted > 0) {
        struct box badge = {plate.x + plate.width - counted - 22, tab.y + 2, counted + 20, 26};
        struct box text = {badge.x + 10, badge.y + 19, counted, 0};
        draw_box(drawing, badge, 13, PAINT_PLATE, PAINT_EDGE, 1);
        draw_text(drawing, INK_QUIET, ANCHOR_START, text, count);
    }
}

static void grid_draw(struct drawing *drawing, struct box plate, unsigned first)
{
    const struct board *board = drawing->board;
    const struct board_item *head = &board->item[first];
    struct grid_plan plan;
    memset(&plan, 0, sizeof plan);
    assert(head->text_len <= GRID_COLUMNS_MAX);
    grid_name(drawing, plate, head);
    grid_numbers(drawing, plate, head);
    for (unsigned i = first; i < board->count; i++) {
        if (board->item[i].kind == BOARD_GRID && board->item[i].seat == head->seat) {
            grid_row(drawing, plate, &board->item[i], &plan);
        }
    }
    grid_draw_marks(drawing, &plan);
}

/* What each mark means, in so many columns. Returns its height. */
static int grid_legend(struct drawing *drawing, struct box room, int across)
{
    static const struct {
        char sign;
        const char *words;
    } marks[] = {{BOARD_GRID_OPEN, "board.grid.can"},
                 {BOARD_GRID_OUT, "board.grid.cannot"},
                 {BOARD_GRID_MATCH, "board.grid.matches"},
                 {BOARD_GRID_CLASH, "board.grid.clashes"}};
    const struct board_item plain = {.seat = SEAT_NONE};
    const int step = room.width / across;
    struct grid_plan plan;
    memset(&plan, 0, sizeof plan);
    for (int i = 0; i < 4; i++) {
        const char *words = board_words(drawing->page, marks[i].words, &plain);
        struct box cell = {room.x + i % across * step, room.y + i / across * 28, 28, 26};
        struct box place = {cell.x + 34, cell.y + 19, step - 40, 0};
        grid_cell(&plan, cell, marks[i].sign);
        draw_text(drawing, INK_PLAIN, ANCHOR_START, place, words);
    }
    draw_boxes(drawing, plan.open.box, plan.open.count, PAINT_STRONG);
    grid_draw_marks(drawing, &plan);
    return 4 / across * 28 + 4;
}

int draw_grids(struct drawing *drawing, int y)
{
    const struct board *board = drawing->board;
    const int margin = draw_margin(drawing);
    const int gap = draw_pick(drawing, 18, 14);
    const int across = draw_pick(drawing, 2, 1);
    const int width = (draw_width(drawing) - 2 * margin - (across - 1) * gap) / across;
    int drawn = 0;
    int top = y;
    int lowest = y;
    for (unsigned i = 0; i < board->count; i++) {
        if (!board_grid_begins(board, i)) {
            continue;
        }
        if (drawn % across == 0) {
            top = (drawn == 0 ? y : lowest + gap) + GRID_TAB;
        }
        int rows = (int)grid_rows(board, board->item[i].seat);
        struct box plate = {margin + drawn % across * (width + gap), top, width,
                            32 + rows * grid_row_height(drawing) + 10};
        grid_draw(drawing, plate, i);
        lowest = plate.y + plate.height > lowest ? plate.y + plate.height : lowest;
        drawn++;
    }
    if (drawn % across != 0) { /* where the next file would be */
        struct box free = {margin + width + gap + 8, top + 4, width - 8, 0};
        grid_legend(drawing, free, 2);
        return lowest + 8 - y;
    }
    struct box below = {margin, lowest + 8, draw_width(drawing) - 2 * margin, 0};
    return drawn > 0 ? lowest + 8 + grid_legend(drawing, below, draw_pick(drawing, 4, 2)) - y : 0;
}
