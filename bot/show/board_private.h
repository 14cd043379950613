/* What text twin and drawing of a board share, and the pieces a drawing is made of. */
#ifndef BOARD_PRIVATE_H
#define BOARD_PRIVATE_H

#include "board_ink.h"
#include "buf.h"
#include "compose_private.h"

enum { BOARD_WIDTH_PX = 900, BOARD_PORTRAIT_PX = 390 };
enum { BOARD_SVG_BYTES_MAX = 64 * 1024, BOARD_NUMBER_BYTES = 12 };

struct drawing {
    const struct page *page;
    const struct board *board;
    enum board_shape shape;
    struct buf svg;
    struct ink_used used;
};

struct box {
    int x;
    int y;
    int width;
    int height;
};

/* What a shape is filled and drawn round with; PAINT_NONE leaves either out. */
struct brush {
    enum board_paint fill;
    enum board_paint stroke;
    int stroke_px;
};

/* The arguments of an item's sentences: seat, to_seat, count, term, turn, leads, gone, last,
 * waits. */
struct value_tree *board_facts(struct own_facts *own, const struct board_item *item);
/* A sentence with an item's arguments, as text in the arena. */
const char *board_words(const struct page *page, const char *key, const struct board_item *item);
/* The item's own sentence. */
const char *board_label(const struct page *page, const struct board_item *item);
/* What it counts, without the number ("board.label.KEY"). */
const char *board_short(const struct page *page, const struct board_item *item);
const char *board_number(char text[BOARD_NUMBER_BYTES], int number);
/* Do any hands belong to teams? */
bool board_has_teams(const struct board *board);
bool board_has(const struct board *board, enum board_kind kind);
/* Are two items of one row of cells? */
bool board_same_row(const struct board_item *a, const struct board_item *b);
/* The first item of this kind and team (-1: of nobody), or NULL. */
const struct board_item *board_first(const struct board *board, enum board_kind kind, int team);
/* What people said there, inert. */
const char *board_said(const struct drawing *drawing, const struct board_item *item);
/* Is this the first row of its owner's clue board? */
bool board_grid_begins(const struct board *board, unsigned index);
/* What stands above a column of a clue board: its number, 0 to 99, or "*". */
void board_column(char text[BOARD_NUMBER_BYTES], const struct board_item *row, int column);

/* --- board_draw.c: pieces --------------------------------------------------------------------- */

int draw_pick(const struct drawing *drawing, int landscape, int portrait); /* by shape */
int draw_width(const struct drawing *drawing);
int draw_margin(const struct drawing *drawing);
/* A drawing of the same board, to be put into this one later. */
struct drawing draw_aside(const struct drawing *drawing);
/* Puts what was drawn aside here, and frees it. */
void draw_merge(struct drawing *drawing, struct drawing *aside);
/* The picture of this height around what was drawn aside, which it frees; in the arena. */
const char *draw_picture(struct drawing *inside, int height, const char *title,
                         const char *description);
enum draw_anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };
/* Writes text at its base line, shortened to fit into width px. */
void draw_text(struct drawing *drawing, enum board_ink ink, enum draw_anchor anchor,
               struct box place, const char *text);
/* The same in lines of place's width, at most lines of them (0: as many as it takes), broken at
 * blanks and between signs that need none; place moves below them. */
void draw_wrapped(struct drawing *drawing, enum board_ink ink, struct box *place, int line_px,
                  int lines, const char *text);
/* How wide text will be at the most, in px. */
int draw_text_width(const struct drawing *drawing, enum board_ink ink, const char *text);
/* A rectangle with round corners; PAINT_NONE leaves fill or stroke out. */
void draw_box(struct drawing *drawing, struct box box, int radius, enum board_paint fill,
              enum board_paint stroke, int stroke_px);
void draw_line(struct drawing *drawing, int x, int y, int to_x, int to_y, enum board_paint stroke);
/* A path around its own origin, moved to x, y. */
void draw_path(struct drawing *drawing, int x, int y, const char *path, struct brush brush);
/* All these rectangles, or a cross in each of them, as one shape. */
void draw_boxes(struct drawing *drawing, const struct box *boxes, unsigned count,
                enum board_paint fill);
void draw_crosses(struct drawing *drawing, const struct box *boxes, unsigned count,
                  enum board_paint fill);
/* Begins a group that a page can find by its class "r1", "r2", …; draw_group_end() ends it. */
void draw_group(struct drawing *drawing, int number);
void draw_group_end(struct drawing *drawing);
/* A curve from one point by way of a second to a third, with a head; strong: the latest one. */
void draw_arrow_curve(struct drawing *drawing, const int points[6], bool strong);

/* --- board_parts.c: what several looks are made of -------------------------------------------- */

/* A team's own shape: a disc, or a diamond; 18 px, its centre at x, y. */
void draw_team(struct drawing *drawing, int team, int x, int y);
/* count card backs in a row, the first in this box, the next one step px to its right. */
void draw_hand(struct drawing *drawing, struct box first, int count, int step);
void draw_card_back(struct drawing *drawing, struct box box);
/* What a game draws for this term (game_symbols.def), its middle at x, y, 44 px high; false: none.
 */
bool draw_symbol(struct drawing *drawing, const char *term, int x, int y);
/* A card's face: the picture of its term and the word below. */
void draw_card_face(struct drawing *drawing, struct box box, const char *term);
/* A pile of count cards; an outline when there is none. */
void draw_pile(struct drawing *drawing, struct box box, int count);
/* Marks beside a name: a star for who leads, a triangle for whose turn it is, a hand that points
 * for who has accused. */
void draw_star(struct drawing *drawing, int x, int y, enum board_paint fill);
void draw_mark(struct drawing *drawing, int x, int y, enum board_paint fill);
void draw_alarm(struct drawing *drawing, int x, int y);
/* A tag that begins at x, y, at most so wide: whose turn, who leads. Returns its width. */
int draw_tag(struct drawing *drawing, struct box place, const char *words, bool leads);

/* Chips one behind the other, in lines. */
struct chips {
    struct box room; /* where; its y is the line that is being filled */
    int x;
};
struct chip {
    const char *lead; /* in bold before the words, or NULL */
    const char *words;
    bool strong; /* stands out, with a star */
};
int draw_chip_height(const struct drawing *drawing);
void draw_chip(struct drawing *drawing, struct chips *chips, struct chip chip);
/* Where what comes below them begins. */
int draw_chips_end(const struct drawing *drawing, const struct chips *chips);

/* --- the looks: each draws from y on and returns its height ----------------------------------- */

int draw_table(struct drawing *drawing, int y);
int draw_codes(struct drawing *drawing, int y);
int draw_round(struct drawing *drawing, int y);
int draw_files(struct drawing *drawing, int y);
/* board_grid.c: the clue boards alone. */
int draw_grids(struct drawing *drawing, int y);

/* Only the clue boards, as picture and as lines; of a board that has some. */
const char *board_svg_grids(const struct compose *compose, const struct view *view,
                            const struct board *board, enum board_shape shape);
void board_twin_grids(const struct compose *compose, const struct view *view,
                      const struct board *board, struct doc *doc, struct block *into);

#endif
