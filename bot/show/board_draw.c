/* The pieces a board is drawn with: shapes and text elements that name a class for their colour,
 * one style sheet of the picture's own, no script, no link, nothing from outside. Each colour that
 * means something has a shape beside it. */
#include "board_private.h"

#include "inert.h"

#include <assert.h>
#include <string.h>

#define FONTS "DejaVu Sans, Symbola, Noto Sans CJK SC, Noto Sans, sans-serif"

enum { DRAW_LETTERS_MAX = 96 }; /* of one line */

int draw_pick(const struct drawing *drawing, int landscape, int portrait)
{
    return drawing->shape == BOARD_PORTRAIT ? portrait : landscape;
}

int draw_width(const struct drawing *drawing)
{
    return draw_pick(drawing, BOARD_WIDTH_PX, BOARD_PORTRAIT_PX);
}

int draw_margin(const struct drawing *drawing)
{
    return draw_pick(drawing, 24, 12);
}

struct drawing draw_aside(const struct drawing *drawing)
{
    struct drawing aside = *drawing;
    memset(&aside.used, 0, sizeof aside.used);
    buf_init(&aside.svg, BOARD_SVG_BYTES_MAX);
    return aside;
}

void draw_merge(struct drawing *drawing, struct drawing *aside)
{
    buf_add(&drawing->svg, aside->svg.text, aside->svg.len);
    drawing->svg.full = drawing->svg.full || aside->svg.full;
    drawing->used.fill |= aside->used.fill;
    drawing->used.stroke |= aside->used.stroke;
    drawing->used.ink |= aside->used.ink;
    buf_deinit(&aside->svg);
}

static void draw_raw(struct drawing *drawing, const char *text)
{
    buf_text(&drawing->svg, text);
}

static void draw_number(struct drawing *drawing, const char *name, int value)
{
    draw_raw(drawing, " ");
    draw_raw(drawing, name);
    draw_raw(drawing, "=\"");
    buf_number(&drawing->svg, value);
    draw_raw(drawing, "\"");
}

/* Classes of a shape's fill and stroke; a shape without fill says so. */
static void draw_paints(struct drawing *drawing, enum board_paint fill, enum board_paint stroke,
                        int stroke_px)
{
    draw_raw(drawing, " class=\"");
    ink_class(&drawing->svg, 'f', fill);
    drawing->used.fill |= 1u << fill;
    if (stroke != PAINT_NONE) {
        draw_raw(drawing, " ");
        ink_class(&drawing->svg, 's', stroke);
        drawing->used.stroke |= 1u << stroke;
    }
    draw_raw(drawing, "\"");
    if (stroke != PAINT_NONE && stroke_px != 1) {
        draw_number(drawing, "stroke-width", stroke_px);
    }
}

/* Begins it, with the styles that what comes into it uses. */
static void draw_open(struct drawing *drawing, const struct drawing *inside, int height,
                      const char *title, const char *description)
{
    int width = draw_width(drawing);
    draw_raw(drawing, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    draw_number(drawing, "width", width);
    draw_number(drawing, "height", height);
    draw_raw(drawing, " viewBox=\"0 0 ");
    buf_number(&drawing->svg, width);
    draw_raw(drawing, " ");
    buf_number(&drawing->svg, height);
    draw_raw(drawing, "\" font-family=\"" FONTS "\"><title>");
    buf_markup(&drawing->svg, title);
    draw_raw(drawing, "</title><desc>");
    buf_markup(&drawing->svg, description);
    draw_raw(drawing, "</desc>");
    struct ink_used used = inside->used;
    used.fill |= 1u << PAINT_PAPER;
    used.stroke |= 1u << PAINT_FRAME;
    ink_style(&drawing->svg, drawing->shape, &used);
    struct box all = {1, 1, width - 2, height - 2};
    draw_box(drawing, all, draw_pick(drawing, 18, 12), PAINT_PAPER, PAINT_FRAME, 2);
}

const char *draw_picture(struct drawing *inside, int height, const char *title,
                         const char *description)
{
    struct drawing drawing = draw_aside(inside);
    draw_open(&drawing, inside, height, title, description);
    draw_merge(&drawing, inside);
    draw_raw(&drawing, "</svg>");
    assert(!drawing.svg.full);
    const char *svg = arena_text(drawing.page->compose->arena, drawing.svg.text, drawing.svg.len);
    buf_deinit(&drawing.svg);
    return svg;
}

static int draw_px(const struct drawing *drawing, enum board_ink ink)
{
    return board_inks[ink].px[drawing->shape];
}

static int draw_part_width(const struct drawing *drawing, enum board_ink ink, const char *text,
                           size_t len)
{
    unsigned hundredths = ink_hundredths(text, len, board_inks[ink].bold);
    return ((int)hundredths * draw_px(drawing, ink) + 99) / 100;
}

int draw_text_width(const struct drawing *drawing, enum board_ink ink, const char *text)
{
    return draw_part_width(drawing, ink, text, strlen(text));
}

static const char *draw_fit(const struct drawing *drawing, enum board_ink ink, const char *text,
                            int width)
{
    struct arena *arena = drawing->page->compose->arena;
    const char *fits = text;
    for (unsigned letters = DRAW_LETTERS_MAX;
         letters > 0 && draw_text_width(drawing, ink, fits) > width; letters--) {
        fits = inert_shorten(arena, text, letters);
    }
    return fits;
}

void draw_text(struct drawing *drawing, enum board_ink ink, enum draw_anchor anchor,
               struct box place, const char *text)
{
    static const char *const anchors[] = {"", " m", " e"};
    int x = anchor == ANCHOR_START    ? place.x
            : anchor == ANCHOR_MIDDLE ? place.x + place.width / 2
                                      : place.x + place.width;
    draw_raw(drawing, "<text");
    draw_number(drawing, "x", x);
    draw_number(drawing, "y", place.y);
    draw_raw(drawing, " class=\"");
    ink_class(&drawing->svg, 't', ink);
    drawing->used.ink |= 1u << ink;
    draw_raw(drawing, anchors[anchor]);
    draw_raw(drawing, "\">");
    buf_markup(&drawing->svg, draw_fit(drawing, ink, text, place.width));
    draw_raw(drawing, "</text>");
}

/* Where the line that begins at start ends: at the last place to break up to which it fits, or
 * behind its first word, which is shortened then. Each sign is measured once. */
static size_t draw_line_end(const struct drawing *drawing, enum board_ink ink, const char *text,
                            size_t start, int width)
{
    size_t len = strlen(text);
    size_t end = 0;
    unsigned used = 0;
    for (size_t at = start; at < len;) {
        bool breaks = false;
        size_t next = at + ink_sign(text + at, len - at, &breaks);
        used += ink_hundredths(text + at, next - at, board_inks[ink].bold);
        if (end > 0 && (int)used * draw_px(drawing, ink) > width * 100) {
            break;
        }
        end = breaks ? next : end;
        at = next;
    }
    return end > start ? end : len;
}

void draw_wrapped(struct drawing *drawing, enum board_ink ink, struct box *place, int line_px,
                  int lines, const char *text)
{
    struct arena *arena = drawing->page->compose->arena;
    size_t len = strlen(text);
    for (size_t start = 0; start < len; lines--) {
        size_t end = lines == 1 ? len : draw_line_end(drawing, ink, text, start, place->width);
        draw_text(drawing, ink, ANCHOR_START, *place, arena_text(arena, text + start, end - start));
        place->y += line_px;
        start = end + (text[end] == ' ');
    }
}

void draw_box(struct drawing *drawing, struct box box, int radius, enum board_paint fill,
              enum board_paint stroke, int stroke_px)
{
    draw_raw(drawing, "<rect");
    draw_number(drawing, "x", box.x);
    draw_number(drawing, "y", box.y);
    draw_number(drawing, "width", box.width);
    draw_number(drawing, "height", box.height);
    draw_number(drawing, "rx", radius);
    draw_paints(drawing, fill, stroke, stroke_px);
    draw_raw(drawing, "/>");
}

void draw_line(struct drawing *drawing, int x, int y, int to_x, int to_y, enum board_paint stroke)
{
    draw_raw(drawing, "<path d=\"M");
    buf_number(&drawing->svg, x);
    draw_raw(drawing, " ");
    buf_number(&drawing->svg, y);
    draw_raw(drawing, "L");
    buf_number(&drawing->svg, to_x);
    draw_raw(drawing, " ");
    buf_number(&drawing->svg, to_y);
    draw_raw(drawing, "\"");
    draw_paints(drawing, PAINT_NONE, stroke, 1);
    draw_raw(drawing, "/>");
}

void draw_path(struct drawing *drawing, int x, int y, const char *path, struct brush brush)
{
    draw_raw(drawing, "<path transform=\"translate(");
    buf_number(&drawing->svg, x);
    draw_raw(drawing, " ");
    buf_number(&drawing->svg, y);
    draw_raw(drawing, ")\" d=\"");
    draw_raw(drawing, path);
    draw_raw(drawing, "\"");
    draw_paints(drawing, brush.fill, brush.stroke, brush.stroke_px);
    draw_raw(drawing, "/>");
}

/* "M1 2h3v4h-3z": a rectangle as part of a path. */
static void draw_path_box(struct drawing *drawing, struct box box)
{
    draw_raw(drawing, "M");
    buf_number(&drawing->svg, box.x);
    draw_raw(drawing, " ");
    buf_number(&drawing->svg, box.y);
    draw_raw(drawing, "h");
    buf_number(&drawing->svg, box.width);
    draw_raw(drawing, "v");
    buf_number(&drawing->svg, box.height);
    draw_raw(drawing, "h-");
    buf_number(&drawing->svg, box.width);
    draw_raw(drawing, "z");
}

void draw_boxes(struct drawing *drawing, const struct box *boxes, unsigned count,
                enum board_paint fill)
{
    if (count == 0) {
        return;
    }
    draw_raw(drawing, "<path d=\"");
    for (unsigned i = 0; i < count; i++) {
        draw_path_box(drawing, boxes[i]);
    }
    draw_raw(drawing, "\"");
    draw_paints(drawing, fill, fill, 2);
    draw_raw(drawing, " stroke-linejoin=\"round\"/>");
}

void draw_crosses(struct drawing *drawing, const struct box *boxes, unsigned count,
                  enum board_paint fill)
{
    if (count == 0) {
        return;
    }
    draw_raw(drawing, "<path d=\"");
    for (unsigned i = 0; i < count; i++) {
        draw_raw(drawing, "M");
        buf_number(&drawing->svg, boxes[i].x + boxes[i].width / 2 - 4);
        draw_raw(drawing, " ");
        buf_number(&drawing->svg, boxes[i].y + boxes[i].height / 2 - 4);
        draw_raw(drawing, "l8 8m0-8l-8 8");
    }
    draw_raw(drawing, "\"");
    draw_paints(drawing, PAINT_NONE, fill, 1);
    draw_raw(drawing, "/>");
}

void draw_group(struct drawing *drawing, int number)
{
    draw_raw(drawing, "<g class=\"r");
    buf_number(&drawing->svg, number);
    draw_raw(drawing, "\">");
}

void draw_group_end(struct drawing *drawing)
{
    draw_raw(drawing, "</g>");
}

/* The root of a number, rounded down. */
static int draw_root(int number)
{
    int root = 0;
    while ((root + 1) * (root + 1) <= number) {
        root++;
    }
    return root;
}

/* The head of an arrow: its tip at the third point, away from the second. */
static void draw_arrow_head(struct drawing *drawing, const int points[6], bool strong)
{
    int across = points[4] - points[2];
    int down = points[5] - points[3];
    int length = draw_root(across * across + down * down);
    int size = strong ? 13 : 9;
    length = length > 0 ? length : 1;
    int back_x = points[4] - across * size / length;
    int back_y = points[5] - down * size / length;
    int side_x = down * size / length / 2;
    int side_y = across * size / length / 2;
    const int corner[6] = {points[4],       points[5],       back_x - side_x,
                           back_y + side_y, back_x + side_x, back_y - side_y};
    draw_raw(drawing, "<path d=\"");
    for (int i = 0; i < 6; i += 2) {
        draw_raw(drawing, i == 0 ? "M" : "L");
        buf_number(&drawing->svg, corner[i]);
        draw_raw(drawing, " ");
        buf_number(&drawing->svg, corner[i + 1]);
    }
    draw_raw(drawing, "z\"");
    draw_paints(drawing, strong ? PAINT_STRONG : PAINT_SOFT, PAINT_NONE, 0);
    draw_raw(drawing, "/>");
}

void draw_arrow_curve(struct drawing *drawing, const int points[6], bool strong)
{
    draw_raw(drawing, "<path d=\"M");
    for (int i = 0; i < 6; i++) {
        buf_number(&drawing->svg, points[i]);
        draw_raw(drawing, i == 1 ? "Q" : i < 5 ? " " : "\"");
    }
    draw_paints(drawing, PAINT_NONE, strong ? PAINT_STRONG : PAINT_SOFT, strong ? 4 : 2);
    draw_raw(drawing, strong ? "/>" : " stroke-dasharray=\"6 5\"/>");
    draw_arrow_head(drawing, points, strong);
}
