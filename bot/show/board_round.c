/* Seats around a round table, clockwise from the upper left: who asked whom as arrows across it,
 * whose turn it is, who has accused, points at the seat. Beside it, or below, a list as tiles, and
 * what was said last in words. */
#include "board_private.h"

#include <assert.h>
#include <string.h>

enum {
    ROUND_SIDES = 4,
    ROUND_ARROWS_MAX = 4,
    ROUND_GAP = 8,
    ROUND_TILES_FEW = 30, /* more get narrower tiles */
    ROUND_MARK = 22
};

struct round_plan {
    const struct board_item *seat[SEATS_MAX];
    struct box plate[SEATS_MAX];
    int anchor_x[SEATS_MAX]; /* where arrows begin and end: the edge towards the table */
    int anchor_y[SEATS_MAX];
    int aside[SEATS_MAX]; /* how far from there */
    unsigned seats;
    struct box area;
};

static void round_read(const struct board *board, struct round_plan *plan)
{
    for (unsigned i = 0; i < board->count; i++) {
        if (board->item[i].kind == BOARD_SEAT && plan->seats < SEATS_MAX) {
            plan->seat[plan->seats++] = &board->item[i];
        }
    }
}

/* How many sit above, at the right, below and at the left. */
static const uint8_t round_sides[SEATS_MAX + 1][ROUND_SIDES] = {
    {0, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 1, 0}, {2, 0, 1, 0}, {1, 1, 1, 1},
    {2, 1, 1, 1}, {2, 1, 2, 1}, {3, 1, 2, 1}, {2, 2, 2, 2}, {3, 2, 2, 2},
    {3, 2, 3, 2}, {3, 3, 3, 2}, {3, 3, 3, 3},
};

/* The n-th of count plates at a side, counted clockwise. */
static struct box round_plate(const struct drawing *drawing, struct box area, unsigned side, int n,
                              int count)
{
    const int height = draw_pick(drawing, 54, 48);
    const int width = (area.width - 2 * ROUND_GAP) / 3;
    bool level = side % 2 == 0; /* above or below */
    int place = side == 2 || side == 3 ? count - 1 - n : n;
    if (level) {
        int step = area.width / count;
        int x = area.x + step * place + (step - width) / 2;
        return (struct box){x, side == 0 ? area.y : area.y + area.height - height, width, height};
    }
    int room = area.height - 2 * (height + ROUND_GAP);
    int step = room / count;
    int y = area.y + height + ROUND_GAP + step * place + (step - height) / 2;
    return (struct box){side == 3 ? area.x : area.x + area.width - width, y, width, height};
}

/* How far the anchor of the n-th of count above or below lies from its plate's middle: those beside
 * the middle lean to it, so that arrows pass the plates at the sides. */
static int round_lean(struct box area, struct box plate, int count)
{
    int from_middle = plate.x + plate.width / 2 - (area.x + area.width / 2);
    int lean = count == 3 ? plate.width / 2 - 7 : count == 2 ? plate.width / 5 : 0;
    return from_middle < -plate.width / 4 ? lean : from_middle > plate.width / 4 ? -lean : 0;
}

static void round_place(const struct drawing *drawing, struct round_plan *plan, struct box area)
{
    unsigned seat = 0;
    plan->area = area;
    for (unsigned side = 0; side < ROUND_SIDES; side++) {
        int count = round_sides[plan->seats][side];
        for (int n = 0; n < count; n++) {
            struct box plate = round_plate(drawing, area, side, n, count);
            plan->plate[seat] = plate;
            int lean = round_lean(area, plate, count);
            plan->anchor_x[seat] = side == 1   ? plate.x
                                   : side == 3 ? plate.x + plate.width
                                               : plate.x + plate.width / 2 + lean;
            plan->aside[seat] = side % 2 == 0 && count == 3 && lean != 0 ? 5 : 11;
            plan->anchor_y[seat] = side == 0   ? plate.y + plate.height
                                   : side == 2 ? plate.y
                                               : plate.y + plate.height / 2;
            seat++;
        }
    }
    assert(seat == plan->seats);
}

static int round_index(const struct round_plan *plan, int seat)
{
    for (unsigned i = 0; i < plan->seats; i++) {
        if (plan->seat[i]->seat == seat) {
            return (int)i;
        }
    }
    return -1;
}

/* Moves an end of an arrow off its plate's edge, towards the middle; where questions leave
 * clockwise aside, where they come in against it, so that one and the one that comes back do not
 * cross. */
static void round_end(const struct round_plan *plan, int index, bool leaves, int gap, int *x,
                      int *y)
{
    const struct box *plate = &plan->plate[index];
    const int aside = leaves ? plan->aside[index] : -plan->aside[index];
    *x = plan->anchor_x[index];
    *y = plan->anchor_y[index];
    if (*x == plate->x) { /* at the right of the table */
        *x -= gap;
        *y += aside;
    } else if (*x == plate->x + plate->width) {
        *x += gap;
        *y -= aside;
    } else if (*y == plate->y) { /* below */
        *y -= gap;
        *x -= aside;
    } else {
        *y += gap;
        *x += aside;
    }
}

/* From plate to plate, drawn towards the middle of the table. */
static void round_arrow(struct drawing *drawing, const struct round_plan *plan,
                        const struct board_item *arrow, bool strong)
{
    int from = round_index(plan, arrow->seat);
    int to = round_index(plan, arrow->place);
    if (from < 0 || to < 0) {
        return;
    }
    const int x = plan->area.x + plan->area.width / 2;
    const int y = plan->area.y + plan->area.height / 2;
    int points[6];
    round_end(plan, from, true, 3, &points[0], &points[1]);
    round_end(plan, to, false, strong ? 6 : 4, &points[4], &points[5]);
    points[2] = (points[0] + points[4]) / 4 + x / 2;
    points[3] = (points[1] + points[5]) / 4 + y / 2;
    draw_arrow_curve(drawing, points, strong);
}

static void round_arrows(struct drawing *drawing, const struct round_plan *plan)
{
    const struct board *board = drawing->board;
    unsigned left = 0;
    for (unsigned i = 0; i < board->count; i++) {
        left += board->item[i].kind == BOARD_ARROW;
    }
    for (unsigned i = 0; i < board->count; i++) {
        if (board->item[i].kind == BOARD_ARROW) {
            left--;
            if (left < ROUND_ARROWS_MAX) {
                round_arrow(drawing, plan, &board->item[i], left == 0);
            }
        }
    }
}

static void round_turn_mark(struct drawing *drawing, int x, int y)
{
    struct box disc = {x - 10, y - 10, 20, 20};
    draw_box(drawing, disc, 10, PAINT_SUN, PAINT_NIGHT, 2);
    draw_mark(drawing, x, y, PAINT_NIGHT);
}

static void round_seat(struct drawing *drawing, struct box plate, const struct board_item *seat)
{
    const struct page *page = drawing->page;
    bool turn = (seat->flags & BOARD_TURN) != 0;
    bool accused = (seat->flags & BOARD_LEADS) != 0;
    const char *state = (seat->flags & BOARD_GONE) != 0    ? "board.gone"
                        : (seat->flags & BOARD_WAITS) != 0 ? "board.later"
                                                           : "board.points";
    const int inset = draw_pick(drawing, 10, 8);
    draw_box(drawing, plate, 10, PAINT_PLATE, turn ? PAINT_STRONG : PAINT_EDGE, turn ? 4 : 2);
    struct box name = {plate.x + inset, plate.y + draw_pick(drawing, 23, 20),
                       plate.width - 2 * inset, 0};
    struct box points = {name.x, plate.y + draw_pick(drawing, 44, 39), name.width, 0};
    int x = plate.x + plate.width - inset - 9;
    if (turn) {
        round_turn_mark(drawing, x, points.y - 5);
        points.width -= ROUND_MARK;
        x -= ROUND_MARK;
    }
    if (accused) {
        draw_alarm(drawing, x, points.y - 4);
        points.width -= ROUND_MARK;
    }
    draw_text(drawing, INK_STRONG, ANCHOR_START, name, board_words(page, "board.name", seat));
    draw_text(drawing, INK_QUIET, ANCHOR_START, points, board_words(page, state, seat));
}

/* What the marks at the seats mean, where there are any. Returns the height. */
static int round_legend(struct drawing *drawing, const struct round_plan *plan, int y)
{
    static const struct {
        uint8_t flag;
        const char *words;
    } marks[] = {{BOARD_TURN, "board.now"}, {BOARD_LEADS, "board.accused"}};
    const struct board_item plain = {.seat = SEAT_NONE};
    int x = plan->area.x + 14;
    bool any = false;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        bool there = false;
        for (unsigned seat = 0; seat < plan->seats; seat++) {
            there = there || (plan->seat[seat]->flags & marks[i].flag) != 0;
        }
        if (!there) {
            continue;
        }
        const char *words = board_words(drawing->page, marks[i].words, &plain);
        if (marks[i].flag == BOARD_TURN) {
            round_turn_mark(drawing, x, y + 14);
        } else {
            draw_alarm(drawing, x, y + 14);
        }
        struct box text = {x + 16, y + 20, plan->area.x + plan->area.width - x - 16, 0};
        draw_text(drawing, INK_PLAIN, ANCHOR_START, text, words);
        x += 40 + draw_text_width(drawing, INK_PLAIN, words);
        any = true;
    }
    return any ? 30 : 0;
}

/* The table and who sits at it. Returns the height. */
static int round_table(struct drawing *drawing, int x, int y, int width)
{
    struct round_plan plan = {0};
    round_read(drawing->board, &plan);
    const int height = draw_pick(drawing, 412, 330);
    round_place(drawing, &plan, (struct box){x, y, width, height});
    const int in_x = width / 7;
    const int in_y = draw_pick(drawing, 30, 26);
    struct box felt = {x + in_x, y + in_y, width - 2 * in_x, height - 2 * in_y};
    draw_box(drawing, felt, 1000, PAINT_FELT, PAINT_RAIL, 6);
    round_arrows(drawing, &plan);
    for (unsigned i = 0; i < plan.seats; i++) {
        round_seat(drawing, plan.plate[i], plan.seat[i]);
    }
    return height + 6 + round_legend(drawing, &plan, y + height + 6);
}

/* --- the list --------------------------------------------------------------------------------- */

static bool round_is_tile(const struct board_item *item)
{
    return item->kind == BOARD_CELL && item->seat < 0;
}

static int round_tiles_across(const struct drawing *drawing, int width, unsigned *count_r)
{
    const int inset = draw_pick(drawing, 10, 8);
    const int third = (width - 2 * ROUND_GAP) / 3 - 2 * inset;
    bool fit = true;
    *count_r = 0;
    for (unsigned i = 0; i < drawing->board->count; i++) {
        const struct board_item *item = &drawing->board->item[i];
        if (round_is_tile(item)) {
            fit = fit &&
                  draw_text_width(drawing, INK_CHIP, drawing->board->text + item->text) <= third;
            (*count_r)++;
        }
    }
    return fit || *count_r > ROUND_TILES_FEW ? 3 : 2;
}

/* From tile to tile: few beside a table are as high as it. */
static int round_tile_step(const struct drawing *drawing, int rows)
{
    int most = drawing->shape == BOARD_PORTRAIT || rows == 0 ? 27 : 412 / rows;
    return most < 28 ? draw_pick(drawing, 28, 27) : most > 40 ? 40 : most;
}

/* Tiles in columns, each column read downwards. Returns the height. */
static int round_tiles(struct drawing *drawing, int x, int y, int width)
{
    const int inset = draw_pick(drawing, 10, 8);
    unsigned count = 0;
    const int across = round_tiles_across(drawing, width, &count);
    const int tile = (width - (across - 1) * ROUND_GAP) / across;
    const int rows = ((int)count + across - 1) / across;
    const int head = draw_pick(drawing, 28, 24);
    const int step = round_tile_step(drawing, rows);
    int n = 0;
    for (unsigned i = 0; i < drawing->board->count; i++) {
        const struct board_item *item = &drawing->board->item[i];
        if (!round_is_tile(item)) {
            continue;
        }
        if (n == 0) {
            struct box title = {x, y + head - 10, width, 0};
            draw_text(drawing, INK_HEAD, ANCHOR_START, title, board_label(drawing->page, item));
        }
        struct box box = {x + n / rows * (tile + ROUND_GAP), y + head + n % rows * step, tile,
                          step - 4};
        struct box text = {box.x + inset, box.y + step / 2 + draw_pick(drawing, 4, 3),
                           tile - 2 * inset, 0};
        draw_box(drawing, box, 6, PAINT_CHIP, PAINT_NONE, 0);
        draw_text(drawing, INK_CHIP, ANCHOR_START, text, board_said(drawing, item));
        n++;
    }
    return n > 0 ? head + rows * step : 0;
}

/* --- what was said ---------------------------------------------------------------------------- */

static int round_talk(struct drawing *drawing, int y)
{
    const int margin = draw_margin(drawing);
    const int line = draw_pick(drawing, 24, 20);
    struct drawing aside = draw_aside(drawing);
    struct box plate = {margin, y, draw_width(drawing) - 2 * margin, 0};
    struct box place = {plate.x + 14, y + draw_pick(drawing, 26, 22), plate.width - 28, 0};
    bool any = false;
    for (unsigned i = 0; i < drawing->board->count; i++) {
        const struct board_item *item = &drawing->board->item[i];
        if (item->kind == BOARD_CELL && item->seat >= 0) {
            draw_text(&aside, INK_STRONG, ANCHOR_START, place, board_label(drawing->page, item));
            place.y += line;
            draw_wrapped(&aside, INK_CELL, &place, line, 2, board_said(drawing, item));
            place.y += 2;
            any = true;
        }
    }
    plate.height = place.y - line + 10 - y;
    if (any) {
        draw_box(drawing, plate, 12, PAINT_PLATE, PAINT_EDGE, 2);
    }
    draw_merge(drawing, &aside);
    return any ? plate.height + 12 : 0;
}

int draw_round(struct drawing *drawing, int y)
{
    const int margin = draw_margin(drawing);
    const int width = draw_width(drawing) - 2 * margin;
    if (drawing->shape == BOARD_PORTRAIT) {
        int used = round_table(drawing, margin, y, width) + 8;
        used += round_talk(drawing, y + used);
        return used + round_tiles(drawing, margin, y + used, width);
    }
    enum { TABLE = 436, GAP = 22 };
    int table = round_table(drawing, margin, y, TABLE);
    int tiles = round_tiles(drawing, margin + TABLE + GAP, y - 4, width - TABLE - GAP);
    int used = (table > tiles ? table : tiles) + 12;
    return used + round_talk(drawing, y + used);
}
