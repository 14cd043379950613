/* What several boards are made of: marks, cards, tags, chips. */
#include "board_private.h"

#include <assert.h>
#include <string.h>

enum {
    PARTS_FACE_WIDE = 140,  /* wide enough for a word beside its picture */
    PARTS_FACE_LARGE = 84,  /* and for one below it */
    PARTS_SYMBOL_WIDTH = 48 /* wide enough for a picture alone */
};

void draw_team(struct drawing *drawing, int team, int x, int y)
{
    bool codes = drawing->board->look == BOARD_CODES; /* White and Black are drawn so */
    if (team == 0 && codes) {
        draw_path(drawing, x, y, "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z",
                  (struct brush){PAINT_WHITE, PAINT_NIGHT, 2});
    } else if (team == 1 && codes) {
        draw_path(drawing, x, y, "M0-9L9 0L0 9L-9 0z", (struct brush){PAINT_BLACK, PAINT_WHITE, 2});
    } else if (team == 0) {
        draw_path(drawing, x, y, "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",
                  (struct brush){PAINT_NONE, PAINT_TEAM_0, 5});
    } else if (team == 1) {
        draw_path(drawing, x, y, "M0-10L10 0L0 10L-10 0z",
                  (struct brush){PAINT_TEAM_1, PAINT_NONE, 0});
    }
}

void draw_star(struct drawing *drawing, int x, int y, enum board_paint fill)
{
    draw_path(drawing, x, y,
              "M0-10L2.9-3.6L9.8-3L4.5 1.6L6.1 8.4L0 4.8L-6.1 8.4L-4.5 1.6L-9.8-3L-2.9-3.6z",
              (struct brush){fill, PAINT_NONE, 0});
}

void draw_mark(struct drawing *drawing, int x, int y, enum board_paint fill)
{
    draw_path(drawing, x, y, "M-5-7L7 0L-5 7z", (struct brush){fill, PAINT_NONE, 0});
}

void draw_alarm(struct drawing *drawing, int x, int y)
{
    draw_path(drawing, x, y, "M0-10L9 8H-9z", (struct brush){PAINT_NONE, PAINT_ALARM, 2});
    draw_path(drawing, x, y, "M-1-4h2v6h-2zM-1 4h2v2h-2z",
              (struct brush){PAINT_ALARM, PAINT_NONE, 0});
}

void draw_card_back(struct drawing *drawing, struct box box)
{
    draw_box(drawing, box, box.width / 7, PAINT_BACK, PAINT_CARD, 2);
    int inset = box.width / 5;
    struct box inner = {box.x + inset, box.y + inset, box.width - inset * 2,
                        box.height - inset * 2};
    draw_box(drawing, inner, 3, PAINT_BACK_IN, PAINT_BACK_LINE, 1);
    draw_path(drawing, box.x + box.width / 2, box.y + box.height / 2, "M0-6L6 0L0 6L-6 0z",
              (struct brush){PAINT_BACK_LINE, PAINT_NONE, 0});
}

void draw_hand(struct drawing *drawing, struct box first, int count, int step)
{
    enum { BACKS_MAX = 16 };
    struct box backs[BACKS_MAX];
    struct box marks[BACKS_MAX];
    unsigned cards = count > BACKS_MAX ? BACKS_MAX : count > 0 ? (unsigned)count : 0;
    for (unsigned i = 0; i < cards; i++) {
        int x = first.x + (int)i * step;
        backs[i] = (struct box){x + 1, first.y + 1, first.width - 2, first.height - 2};
        marks[i] = (struct box){x + first.width * 2 / 5, first.y + first.height * 2 / 5,
                                first.width / 5, first.height / 5};
    }
    draw_boxes(drawing, backs, cards, PAINT_BACK);
    draw_boxes(drawing, marks, cards, PAINT_BACK_LINE);
}

/* What a card's face has of its game (game_symbols.def): paths, in the order they are drawn, in
 * colours of their own; a card is light on a dark screen too. */
struct parts_symbol {
    const char *term;
    const char *colour;
    const char *path;
};

static void parts_symbol_path(struct drawing *drawing, const struct parts_symbol *symbol, int x,
                              int y)
{
    struct buf *svg = &drawing->svg;
    buf_text(svg, "<path transform=\"translate(");
    buf_number(svg, x);
    buf_text(svg, " ");
    buf_number(svg, y);
    buf_text(svg, ")\" d=\"");
    buf_text(svg, symbol->path);
    buf_text(svg, "\" fill=\"");
    buf_text(svg, symbol->colour);
    buf_text(svg, "\"/>");
}

bool draw_symbol(struct drawing *drawing, const char *term, int x, int y)
{
    static const struct parts_symbol symbols[] = {
#define SYMBOL(term, colour, path) {term, colour, path},
#include "game_symbols.def"
#undef SYMBOL
        {NULL, NULL, NULL},
    };
    bool drawn = false;
    for (size_t i = 0; symbols[i].term != NULL; i++) {
        if (strcmp(term, symbols[i].term) == 0) {
            parts_symbol_path(drawing, &symbols[i], x, y);
            drawn = true;
        }
    }
    return drawn;
}

/* A wide card: its picture at the left, its word beside it. */
static void parts_wide_face(struct drawing *drawing, struct box box, const char *term)
{
    const char *word = catalogue_term(drawing->page->compose->catalogue, term);
    bool symbol = draw_symbol(drawing, term, box.x + 36, box.y + box.height / 2);
    int from = symbol ? 64 : 8;
    struct box place = {box.x + from, box.y + box.height / 2 + 5, box.width - from - 8, 0};
    draw_text(drawing, INK_FACE, ANCHOR_START, place, word);
}

void draw_card_face(struct drawing *drawing, struct box box, const char *term)
{
    const char *word = catalogue_term(drawing->page->compose->catalogue, term);
    bool large = box.width >= PARTS_FACE_LARGE;
    int x = box.x + box.width / 2;
    int y = box.y + box.height / 2;
    draw_box(drawing, box, large ? 10 : 6, PAINT_CARD, PAINT_NIGHT, 2);
    if (box.width >= PARTS_FACE_WIDE) {
        parts_wide_face(drawing, box, term);
        return;
    }
    bool symbol = (large || box.width >= PARTS_SYMBOL_WIDTH) &&
                  draw_symbol(drawing, term, x, large ? y - 12 : y);
    if (large || !symbol) { /* a small card has its picture or the beginning of its word */
        struct box place = {box.x + 4, symbol ? box.y + box.height - 12 : y + 6, box.width - 8, 0};
        draw_text(drawing, INK_FACE, ANCHOR_MIDDLE, place, word);
    }
}

void draw_pile(struct drawing *drawing, struct box box, int count)
{
    if (count <= 0) {
        draw_box(drawing, box, box.width / 7, PAINT_NONE, PAINT_SOFT, 2);
        return;
    }
    int depth = count > 4 ? 4 : count;
    for (int i = depth - 1; i > 0; i--) {
        struct box card = {box.x + i * 3, box.y - i * 3, box.width, box.height};
        draw_box(drawing, card, box.width / 7, PAINT_BACK, PAINT_CARD, 2);
    }
    draw_card_back(drawing, box);
}

int draw_tag(struct drawing *drawing, struct box place, const char *words, bool leads)
{
    int height = draw_pick(drawing, 28, 24);
    int width = draw_text_width(drawing, INK_TAG, words) + 42;
    width = width > place.width ? place.width : width;
    struct box tag = {place.x, place.y, width, height};
    draw_box(drawing, tag, height / 2, PAINT_SUN, PAINT_NIGHT, 2);
    if (leads) {
        draw_star(drawing, tag.x + 17, tag.y + height / 2, PAINT_NIGHT);
    } else {
        draw_mark(drawing, tag.x + 16, tag.y + height / 2, PAINT_NIGHT);
    }
    struct box text = {tag.x + 30, tag.y + draw_pick(drawing, 20, 17), tag.width - 40, 0};
    draw_text(drawing, INK_TAG, ANCHOR_START, text, words);
    return width;
}

int draw_chip_height(const struct drawing *drawing)
{
    return draw_pick(drawing, 26, 24);
}

void draw_chip(struct drawing *drawing, struct chips *chips, struct chip chip)
{
    enum { CHIP_INSET = 9, CHIP_GAP = 6, CHIP_STAR = 22 };
    int height = draw_chip_height(drawing);
    enum board_ink ink = chip.strong ? INK_TAG : INK_CHIP;
    int lead = chip.lead != NULL ? draw_text_width(drawing, INK_CHIP_LEAD, chip.lead) + 14 : 0;
    lead += chip.strong ? CHIP_STAR : 0;
    int width = draw_text_width(drawing, ink, chip.words) + lead + 2 * CHIP_INSET;
    width = width > chips->room.width ? chips->room.width : width;
    if (chips->x > 0 && chips->x + width > chips->room.width) {
        chips->x = 0;
        chips->room.y += height + CHIP_GAP;
    }
    struct box box = {chips->room.x + chips->x, chips->room.y, width, height};
    struct box text = {box.x + CHIP_INSET, box.y + draw_pick(drawing, 19, 17), lead, 0};
    draw_box(drawing, box, chip.strong ? height / 2 : 6, chip.strong ? PAINT_SUN : PAINT_CHIP,
             chip.strong ? PAINT_NIGHT : PAINT_NONE, 1);
    if (chip.strong) {
        draw_star(drawing, box.x + CHIP_INSET + 8, box.y + height / 2, PAINT_NIGHT);
    }
    if (chip.lead != NULL) {
        draw_text(drawing, INK_CHIP_LEAD, ANCHOR_START, text, chip.lead);
        draw_line(drawing, text.x + lead - 7, box.y + 4, text.x + lead - 7, box.y + height - 4,
                  PAINT_EDGE);
    }
    text.x += lead;
    text.width = width - lead - 2 * CHIP_INSET;
    draw_text(drawing, ink, ANCHOR_START, text, chip.words);
    chips->x += width + CHIP_GAP;
}

int draw_chips_end(const struct drawing *drawing, const struct chips *chips)
{
    return chips->room.y + draw_chip_height(drawing) + 6;
}
