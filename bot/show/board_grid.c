/* Clue boards: for each Suspect a grid of suits and numbers, two boards beside each other. A filled
 * square can still be, a cross cannot; a clue lies there upright when it matches, across when not.
 */
#include "board_private.h"

#include <assert.h>
#include <string.h>

enum {
    GRID_MARGIN = 24,
    GRID_GAP = 18,
    GRID_WIDTH = (BOARD_WIDTH_PX - 2 * GRID_MARGIN - GRID_GAP) / 2,
    GRID_INSET = 12,
    GRID_HEAD = 64, /* who, and the numbers */
    GRID_ROW = 26,
    GRID_SUIT = 30, /* width of a row's name */
    GRID_COLUMNS_MAX = 15,
    GRID_CELLS_MAX = 8 * GRID_COLUMNS_MAX,
    GRID_MARK = 12
};

/* The cells of one look, of a whole board. */
struct grid_marks {
    unsigned count;
    struct box box[GRID_CELLS_MAX];
};

struct grid_plan {
    struct grid_marks open;
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

static void board_number(char text[BOARD_NUMBER_BYTES], int number)
{
    int digits = 0;
    assert(number >= 0 && number < 100);
    if (number > 9) {
        text[digits++] = (char)('0' + number / 10);
    }
    text[digits++] = (char)('0' + number % 10);
    text[digits] = '\0';
}

void board_column(char text[BOARD_NUMBER_BYTES], const struct board_item *row, int column)
{
    if ((row->flags & BOARD_STAR) != 0 && column == row->text_len - 1) {
        memcpy(text, "*", sizeof "*");
    } else {
        board_number(text, row->place + column);
    }
}

static void grid_mark(struct grid_marks *marks, struct box cell, int width, int height)
{
    assert(marks->count < GRID_CELLS_MAX);
    marks->box[marks->count++] = (struct box){cell.x + (cell.width - width) / 2,
                                              cell.y + (cell.height - height) / 2, width, height};
}

static void grid_cell(struct grid_plan *plan, struct box cell, char sign)
{
    switch (sign) {
    case BOARD_GRID_OPEN:
        grid_mark(&plan->open, cell, GRID_MARK, GRID_MARK);
        break;
    case BOARD_GRID_OUT:
        grid_mark(&plan->out, cell, GRID_MARK, GRID_MARK);
        break;
    case BOARD_GRID_MATCH:
        grid_mark(&plan->match, cell, GRID_MARK / 2, GRID_ROW - 4);
        break;
    case BOARD_GRID_CLASH:
        grid_mark(&plan->clash, cell, GRID_ROW - 4, GRID_MARK / 2);
        break;
    default:
        break;
    }
}

static int grid_column(int columns)
{
    return (GRID_WIDTH - 2 * GRID_INSET - GRID_SUIT) / columns;
}

/* The numbers above the columns. */
static void grid_numbers(struct drawing *drawing, struct box plate, const struct board_item *row)
{
    int step = grid_column(row->text_len);
    for (int i = 0; i < row->text_len; i++) {
        char number[BOARD_NUMBER_BYTES];
        struct box place = {plate.x + GRID_INSET + GRID_SUIT + i * step, plate.y + GRID_HEAD - 8,
                            step, 0};
        board_column(number, row, i);
        draw_text(drawing, INK_CELL, ANCHOR_MIDDLE, place, number);
    }
}

static void grid_row(struct drawing *drawing, struct box plate, const struct board_item *row,
                     struct grid_plan *plan)
{
    int y = plate.y + GRID_HEAD + (int)plan->rows * GRID_ROW;
    int step = grid_column(row->text_len);
    struct box name = {plate.x + GRID_INSET, y + 19, GRID_SUIT, 0};
    draw_text(drawing, INK_CELL, ANCHOR_START, name,
              catalogue_term(drawing->page->compose->catalogue, row->term));
    for (int i = 0; i < row->text_len && plan->rows < GRID_CELLS_MAX / GRID_COLUMNS_MAX; i++) {
        struct box cell = {plate.x + GRID_INSET + GRID_SUIT + i * step, y, step, GRID_ROW};
        grid_cell(plan, cell, drawing->board->text[row->text + i]);
    }
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
    draw_crosses(drawing, plan->out.box, plan->out.count, "#7b8794");
    draw_boxes(drawing, plan->open.box, plan->open.count, "#1f5fa8");
    draw_boxes(drawing, plan->match.box, plan->match.count, "#1f2933");
    draw_boxes(drawing, plan->clash.box, plan->clash.count, "#1f2933");
}

/* Whose it is, shortened before the count of what is open would be. */
static void grid_name(struct drawing *drawing, struct box plate, const struct board_item *head)
{
    struct box name = {plate.x + GRID_INSET, plate.y + 26, plate.width - 2 * GRID_INSET, 0};
    struct board_item owner = *head;
    if ((head->flags & BOARD_LEADS) != 0) {
        const char *count = board_words(drawing->page, "board.grid.count", head);
        draw_text(drawing, INK_CELL, ANCHOR_END, name, count);
        name.width -= draw_text_width(INK_CELL, count) + GRID_INSET;
        owner.flags &= (uint8_t)~BOARD_LEADS;
    }
    draw_text(drawing, INK_CELL, ANCHOR_START, name,
              board_words(drawing->page, message_name(owner.label), &owner));
}

static void grid_draw(struct drawing *drawing, struct box plate, unsigned first)
{
    const struct board *board = drawing->board;
    const struct board_item *head = &board->item[first];
    struct grid_plan plan;
    memset(&plan, 0, sizeof plan);
    assert(head->text_len <= GRID_COLUMNS_MAX);
    draw_box(drawing, plate, 14, "#ffffff", "#9aa5b1", 2);
    grid_name(drawing, plate, head);
    grid_numbers(drawing, plate, head);
    for (unsigned i = first; i < board->count; i++) {
        if (board->item[i].kind == BOARD_GRID && board->item[i].seat == head->seat) {
            grid_row(drawing, plate, &board->item[i], &plan);
        }
    }
    grid_draw_marks(drawing, &plan);
}

/* One line below the boards: what each mark means. Returns its height. */
static int grid_legend(struct drawing *drawing, int y)
{
    static const struct {
        char sign;
        const char *words;
    } marks[] = {{BOARD_GRID_OPEN, "board.grid.can"},
                 {BOARD_GRID_OUT, "board.grid.cannot"},
                 {BOARD_GRID_MATCH, "board.grid.matches"},
                 {BOARD_GRID_CLASH, "board.grid.clashes"}};
    const struct board_item plain = {.seat = SEAT_NONE};
    struct grid_plan plan;
    struct box cell = {GRID_MARGIN + 4, y, GRID_ROW, GRID_ROW};
    memset(&plan, 0, sizeof plan);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        const char *words = board_words(drawing->page, marks[i].words, &plain);
        struct box place = {cell.x + GRID_ROW + 6, y + 19, BOARD_WIDTH_PX / 4 - 40, 0};
        grid_cell(&plan, cell, marks[i].sign);
        draw_text(drawing, INK_PLAIN, ANCHOR_START, place, words);
        cell.x += BOARD_WIDTH_PX / 4 - 10;
    }
    grid_draw_marks(drawing, &plan);
    return GRID_ROW + 8;
}

int draw_grids(struct drawing *drawing, int y)
{
    const struct board *board = drawing->board;
    unsigned drawn = 0;
    int top = y + 14;
    int lowest = y;
    for (unsigned i = 0; i < board->count; i++) {
        if (!board_grid_begins(board, i)) {
            continue;
        }
        if (drawn % 2 == 0) {
            top = drawn == 0 ? top : lowest + GRID_GAP;
        }
        struct box plate = {GRID_MARGIN + (int)(drawn % 2) * (GRID_WIDTH + GRID_GAP), top,
                            GRID_WIDTH,
                            GRID_HEAD + (int)grid_rows(board, board->item[i].seat) * GRID_ROW + 10};
        grid_draw(drawing, plate, i);
        lowest = plate.y + plate.height > lowest ? plate.y + plate.height : lowest;
        drawn++;
    }
    return drawn > 0 ? lowest + 8 + grid_legend(drawing, lowest + 8) - y : 0;
}
