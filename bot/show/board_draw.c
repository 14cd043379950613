/* The pieces a board is drawn with. Everything is a shape or a text element with attributes of its
 * own: no style sheet, no script, no link, nothing from outside. Each colour that means something
 * has a shape beside it. */
#include "board_private.h"

#include "inert.h"

#include <assert.h>
#include <string.h>

enum {
    DRAW_FACE_LARGE = 90,  /* wide enough for a picture and a word */
    DRAW_SYMBOL_WIDTH = 48 /* wide enough for a picture alone */
};

#define PAPER  "#fbf9f4"
#define PLATE  "#ffffff"
#define FELT   "#d3e5da"
#define DARK   "#1f2933"
#define SUN    "#ffd166"
#define TEAM_0 "#1d4e89"
#define TEAM_1 "#9c3a10"
#define FONTS  "DejaVu Sans, Symbola, Noto Sans CJK SC, Noto Sans, sans-serif"

const struct board_ink_def board_inks[INK_COUNT] = {
    [INK_TITLE] = {DARK, PAPER, 28, true},       [INK_HEAD] = {"#3e4c59", PAPER, 20, false},
    [INK_NAME] = {DARK, PLATE, 20, true},        [INK_PLAIN] = {DARK, PAPER, 18, false},
    [INK_QUIET] = {"#3e4c59", PLATE, 16, false}, [INK_TEAM_0] = {TEAM_0, PLATE, 16, true},
    [INK_TEAM_1] = {TEAM_1, PLATE, 16, true},    [INK_TAG] = {DARK, SUN, 16, true},
    [INK_FELT] = {DARK, FELT, 16, false},        [INK_FELT_COUNT] = {DARK, FELT, 24, true},
    [INK_FACE] = {DARK, PLATE, 16, true},        [INK_CELL] = {DARK, PLATE, 16, false},
};

static void draw_raw(struct drawing *drawing, const char *text)
{
    buf_text(&drawing->svg, text);
}

/* ` name="value"` */
static void draw_attribute(struct drawing *drawing, const char *name, const char *value)
{
    draw_raw(drawing, " ");
    draw_raw(drawing, name);
    draw_raw(drawing, "=\"");
    draw_raw(drawing, value);
    draw_raw(drawing, "\"");
}

static void draw_number(struct drawing *drawing, const char *name, int value)
{
    draw_raw(drawing, " ");
    draw_raw(drawing, name);
    draw_raw(drawing, "=\"");
    buf_number(&drawing->svg, value);
    draw_raw(drawing, "\"");
}

/* Text as XML wants it; what XML cannot hold was left out when the words became inert. */
static void draw_escaped(struct drawing *drawing, const char *text)
{
    for (;; text++) {
        size_t plain = strcspn(text, "&<>\"");
        buf_add(&drawing->svg, text, plain);
        text += plain;
        switch (*text) {
        case '\0':
            return;
        case '&':
            draw_raw(drawing, "&amp;");
            break;
        case '<':
            draw_raw(drawing, "&lt;");
            break;
        case '>':
            draw_raw(drawing, "&gt;");
            break;
        default:
            draw_raw(drawing, "&quot;");
        }
    }
}

void draw_open(struct drawing *drawing, int height, const char *title, const char *description)
{
    draw_raw(drawing, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    draw_number(drawing, "width", BOARD_WIDTH_PX);
    draw_number(drawing, "height", height);
    draw_raw(drawing, " viewBox=\"0 0 ");
    buf_number(&drawing->svg, BOARD_WIDTH_PX);
    draw_raw(drawing, " ");
    buf_number(&drawing->svg, height);
    draw_raw(drawing, "\" font-family=\"" FONTS "\"><title>");
    draw_escaped(drawing, title);
    draw_raw(drawing, "</title><desc>");
    draw_escaped(drawing, description);
    draw_raw(drawing, "</desc>");
    struct box all = {2, 2, BOARD_WIDTH_PX - 4, height - 4};
    draw_box(drawing, all, 18, PAPER, "#7b8794", 3);
}

void draw_all_of(struct drawing *drawing, const struct drawing *inside)
{
    buf_add(&drawing->svg, inside->svg.text, inside->svg.len);
    drawing->svg.full = drawing->svg.full || inside->svg.full;
}

void draw_close(struct drawing *drawing)
{
    draw_raw(drawing, "</svg>");
}

/* Estimates for the fonts named above, on the safe side: a wide letter is as wide as high. */
static int draw_columns_px(enum board_ink ink, int columns)
{
    const struct board_ink_def *def = &board_inks[ink];
    int column = def->px * (def->bold ? 66 : 60);
    return columns * column / 100;
}

static int draw_columns(const char *text)
{
    return (int)inert_columns_apart(text);
}

int draw_text_width(enum board_ink ink, const char *text)
{
    return draw_columns_px(ink, draw_columns(text));
}

static const char *draw_fit(const struct drawing *drawing, enum board_ink ink, const char *text,
                            int width)
{
    struct arena *arena = drawing->page->compose->arena;
    const char *fits = text;
    for (unsigned letters = 64; letters > 1 && draw_text_width(ink, fits) > width; letters--) {
        fits = inert_shorten(arena, text, letters);
    }
    return fits;
}

void draw_text(struct drawing *drawing, enum board_ink ink, enum draw_anchor anchor,
               struct box place, const char *text)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    const struct board_ink_def *def = &board_inks[ink];
    int x = anchor == ANCHOR_START    ? place.x
            : anchor == ANCHOR_MIDDLE ? place.x + place.width / 2
                                      : place.x + place.width;
    draw_raw(drawing, "<text");
    draw_number(drawing, "x", x);
    draw_number(drawing, "y", place.y);
    if (anchor != ANCHOR_START) {
        draw_attribute(drawing, "text-anchor", anchors[anchor]);
    }
    draw_number(drawing, "font-size", def->px);
    if (def->bold) {
        draw_attribute(drawing, "font-weight", "bold");
    }
    draw_attribute(drawing, "fill", def->ink);
    draw_raw(drawing, ">");
    draw_escaped(drawing, draw_fit(drawing, ink, text, place.width));
    draw_raw(drawing, "</text>");
}

/* Where the line that begins at start ends: at the last blank up to which it fits, or behind its
 * first word, which is shortened then. Each letter is measured once. */
static size_t draw_line_end(enum board_ink ink, struct arena *arena, const char *text, size_t start,
                            int width)
{
    size_t end = 0;
    int used = 0;
    for (size_t at = start; text[at] != '\0';) {
        size_t next = at + 1 + strcspn(text + at + 1, " ");
        used += draw_columns(arena_text(arena, text + at, next - at));
        if (end > 0 && draw_columns_px(ink, used) > width) {
            break;
        }
        end = next;
        at = next;
    }
    return end;
}

void draw_wrapped(struct drawing *drawing, enum board_ink ink, struct box *place, int line_px,
                  const char *text)
{
    struct arena *arena = drawing->page->compose->arena;
    size_t len = strlen(text);
    for (size_t start = 0; start < len;) {
        size_t end = draw_line_end(ink, arena, text, start, place->width);
        draw_text(drawing, ink, ANCHOR_START, *place, arena_text(arena, text + start, end - start));
        place->y += line_px;
        start = end + (text[end] == ' ');
    }
}

void draw_box(struct drawing *drawing, struct box box, int radius, const char *fill,
              const char *stroke, int stroke_px)
{
    draw_raw(drawing, "<rect");
    draw_number(drawing, "x", box.x);
    draw_number(drawing, "y", box.y);
    draw_number(drawing, "width", box.width);
    draw_number(drawing, "height", box.height);
    draw_number(drawing, "rx", radius);
    draw_attribute(drawing, "fill", fill);
    if (stroke != NULL) {
        draw_attribute(drawing, "stroke", stroke);
        draw_number(drawing, "stroke-width", stroke_px);
    }
    draw_raw(drawing, "/>");
}

void draw_line(struct drawing *drawing, int x, int y, int to_x, int to_y, const char *stroke)
{
    draw_raw(drawing, "<line");
    draw_number(drawing, "x1", x);
    draw_number(drawing, "y1", y);
    draw_number(drawing, "x2", to_x);
    draw_number(drawing, "y2", to_y);
    draw_attribute(drawing, "stroke", stroke);
    draw_attribute(drawing, "stroke-width", "2");
    draw_raw(drawing, "/>");
}

/* A path drawn around its own origin, moved to x, y. */
static void draw_path(struct drawing *drawing, int x, int y, const char *path, const char *fill)
{
    draw_raw(drawing, "<path transform=\"translate(");
    buf_number(&drawing->svg, x);
    draw_raw(drawing, " ");
    buf_number(&drawing->svg, y);
    draw_raw(drawing, ")\"");
    draw_attribute(drawing, "d", path);
    draw_attribute(drawing, "fill", fill);
    draw_raw(drawing, "/>");
}

void draw_team(struct drawing *drawing, int team, int x, int y)
{
    if (team == 0) {
        draw_path(drawing, x, y, "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z", TEAM_0);
        draw_path(drawing, x, y, "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z", PLATE);
    } else if (team == 1) {
        draw_path(drawing, x, y, "M0-10L10 0L0 10L-10 0z", TEAM_1);
    }
}

void draw_star(struct drawing *drawing, int x, int y)
{
    draw_path(drawing, x, y,
              "M0-10L2.9-3.6L9.8-3L4.5 1.6L6.1 8.4L0 4.8L-6.1 8.4L-4.5 1.6L-9.8-3L-2.9-3.6z", DARK);
}

void draw_arrow(struct drawing *drawing, int x, int y)
{
    draw_path(drawing, x, y, "M-5-7L7 0L-5 7z", DARK);
}

void draw_card_back(struct drawing *drawing, struct box box)
{
    draw_box(drawing, box, box.width / 7, "#34527f", "#ffffff", 2);
    struct box inner = {box.x + box.width / 5, box.y + box.width / 5, box.width - box.width / 5 * 2,
                        box.height - box.width / 5 * 2};
    draw_box(drawing, inner, 3, "#4c6fa5", "#c9d6ea", 1);
    draw_path(drawing, box.x + box.width / 2, box.y + box.height / 2, "M0-6L6 0L0 6L-6 0z",
              "#c9d6ea");
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

void draw_boxes(struct drawing *drawing, const struct box *boxes, unsigned count, const char *fill)
{
    draw_raw(drawing, "<path d=\"");
    for (unsigned i = 0; i < count; i++) {
        draw_path_box(drawing, boxes[i]);
    }
    draw_raw(drawing, "\"");
    draw_attribute(drawing, "fill", fill);
    draw_raw(drawing, "/>");
}

void draw_crosses(struct drawing *drawing, const struct box *boxes, unsigned count,
                  const char *fill)
{
    draw_raw(drawing, "<path d=\"");
    for (unsigned i = 0; i < count; i++) {
        draw_raw(drawing, "M");
        buf_number(&drawing->svg, boxes[i].x + boxes[i].width / 2 - 5);
        draw_raw(drawing, " ");
        buf_number(&drawing->svg, boxes[i].y + boxes[i].height / 2 - 4);
        draw_raw(drawing, "l1-1l4 4l4-4l1 1l-4 4l4 4l-1 1l-4-4l-4 4l-1-1l4-4z");
    }
    draw_raw(drawing, "\"");
    draw_attribute(drawing, "fill", fill);
    draw_raw(drawing, "/>");
}

/* One layer of all cards of a hand, inset from their edges. */
static void draw_hand_layer(struct drawing *drawing, struct box first, int count, int step,
                            struct box inset, const char *colour)
{
    draw_raw(drawing, "<path d=\"");
    for (int i = 0; i < count; i++) {
        struct box card = {first.x + i * step + inset.x, first.y + inset.y,
                           first.width - 2 * inset.x, first.height - 2 * inset.y};
        draw_path_box(drawing, card);
    }
    draw_raw(drawing, "\"");
    draw_attribute(drawing, "fill", colour);
    draw_attribute(drawing, "stroke", colour);
    draw_raw(drawing, " stroke-width=\"3\" stroke-linejoin=\"round\"/>");
}

void draw_hand(struct drawing *drawing, struct box first, int count, int step)
{
    if (count > 0) {
        draw_hand_layer(drawing, first, count, step, (struct box){.x = 2, .y = 2}, "#34527f");
        draw_hand_layer(drawing, first, count, step,
                        (struct box){.x = first.width * 2 / 5, .y = first.height * 2 / 5},
                        "#c9d6ea");
    }
}

/* What a card's face has of its game (game_symbols.def): paths, in the order they are drawn. */
struct draw_symbol_path {
    const char *term;
    const char *colour;
    const char *path;
};

static bool draw_symbol(struct drawing *drawing, const char *term, int x, int y)
{
    static const struct draw_symbol_path paths[] = {
#define SYMBOL(term, colour, path) {term, colour, path},
#include "game_symbols.def"
#undef SYMBOL
        {NULL, NULL, NULL},
    };
    bool drawn = false;
    for (size_t i = 0; paths[i].term != NULL; i++) {
        if (strcmp(term, paths[i].term) == 0) {
            draw_path(drawing, x, y, paths[i].path, paths[i].colour);
            drawn = true;
        }
    }
    return drawn;
}

void draw_card_face(struct drawing *drawing, struct box box, const char *term)
{
    const char *word = catalogue_term(drawing->page->compose->catalogue, term);
    bool large = box.width >= DRAW_FACE_LARGE;
    int x = box.x + box.width / 2;
    int y = box.y + box.height / 2;
    draw_box(drawing, box, large ? 10 : 6, PLATE, DARK, 2);
    bool symbol = (large || box.width >= DRAW_SYMBOL_WIDTH) &&
                  draw_symbol(drawing, term, x, large ? y - 12 : y);
    if (large || !symbol) { /* a small card has its picture or the beginning of its word */
        struct box place = {box.x + 4, symbol ? box.y + box.height - 12 : y + 6, box.width - 8, 0};
        draw_text(drawing, INK_FACE, ANCHOR_MIDDLE, place, word);
    }
}

void draw_pile(struct drawing *drawing, struct box box, int count)
{
    if (count <= 0) {
        draw_box(drawing, box, box.width / 7, "none", "#52606d", 2);
        return;
    }
    int depth = count > 4 ? 4 : count;
    for (int i = depth - 1; i >= 0; i--) {
        struct box card = {box.x + i * 3, box.y - i * 3, box.width, box.height};
        draw_card_back(drawing, card);
    }
}
