/* A leaderboard as a picture: a row each, with a bar as long as the points are many. */
#include "board_private.h"
#include "inert.h"
#include "ladder.h"

#include <string.h>

enum {
    LADDER_ROW_PX = 36,
    LADDER_RANK_PX = 52,
    LADDER_NAME_PX = 320,
    LADDER_POINTS_PX = 110,
    LADDER_BAR_PX = 18,
    LADDER_BAR_LEAST_PX = 4,
    LADDER_LETTERS_MAX = 32
};

/* The length of a bar: from nothing or less to the most. */
static int ladder_bar(const struct ladder *ladder, int points, int width)
{
    int most = ladder->row[0].points > 0 ? ladder->row[0].points : 1;
    int64_t length = (int64_t)(points > 0 ? points : 0) * width / most;
    length = length > width ? width : length;
    return length < LADDER_BAR_LEAST_PX ? LADDER_BAR_LEAST_PX : (int)length;
}

static void ladder_draw_row(struct drawing *drawing, const struct ladder *ladder, unsigned at,
                            struct box room)
{
    const struct ladder_row *row = &ladder->row[at];
    char rank[BOARD_NUMBER_BYTES];
    char points[BOARD_NUMBER_BYTES];
    int base = room.y + 24;
    int bar_x = room.x + LADDER_RANK_PX + LADDER_NAME_PX;
    int bar_width = room.width - LADDER_RANK_PX - LADDER_NAME_PX - LADDER_POINTS_PX;
    struct box bar = {bar_x, room.y + (LADDER_ROW_PX - LADDER_BAR_PX) / 2,
                      ladder_bar(ladder, row->points, bar_width), LADDER_BAR_PX};
    struct box number = {room.x, base, LADDER_RANK_PX - 16, 0};
    struct box name = {room.x + LADDER_RANK_PX, base, LADDER_NAME_PX - 12, 0};
    struct box sum = {room.x + room.width - LADDER_POINTS_PX + 12, base, LADDER_POINTS_PX - 12, 0};
    draw_text(drawing, INK_NUMBER, ANCHOR_END, number, board_number(rank, (int)row->rank));
    draw_text(drawing, at < 3 ? INK_NAME : INK_PLAIN, ANCHOR_START, name,
              inert_text(drawing->page->compose->arena, row->name, strlen(row->name),
                         LADDER_LETTERS_MAX, false));
    draw_box(drawing, bar, 4, at < 3 ? PAINT_SUN : PAINT_LINE, PAINT_NONE, 0);
    draw_text(drawing, INK_NUMBER, ANCHOR_END, sum, board_number(points, row->points));
}

static int ladder_inside(struct drawing *drawing, const struct ladder *ladder, const char *title)
{
    const int margin = draw_margin(drawing) + 4;
    struct box room = {margin, 50, draw_width(drawing) - 2 * margin, 0};
    draw_wrapped(drawing, INK_TITLE, &room, 36, 2, title);
    room.y -= 10;
    for (unsigned i = 0; i < ladder->count; i++) {
        ladder_draw_row(drawing, ladder, i, room);
        room.y += LADDER_ROW_PX;
    }
    return room.y + 14;
}

const char *board_ladder(const struct page *page, const struct ladder *ladder, const char *title)
{
    const struct board nothing = {.count = 0};
    struct drawing inside = draw_aside(&(struct drawing){.page = page, .board = &nothing});
    return draw_picture(&inside, ladder_inside(&inside, ladder, title), title, title);
}
