/* What text twin and drawing of a board share, and the pieces a drawing is made of. */
#ifndef BOARD_PRIVATE_H
#define BOARD_PRIVATE_H

#include "buf.h"
#include "compose_private.h"

enum { BOARD_WIDTH_PX = 900, BOARD_SVG_BYTES_MAX = 64 * 1024, BOARD_TEXT_PX_MIN = 16 };

/* Writing: what colour on what ground, how large. Only these are ever used for text. */
enum board_ink {
    INK_TITLE,
    INK_HEAD,
    INK_NAME,
    INK_PLAIN,
    INK_QUIET,
    INK_TEAM_0,
    INK_TEAM_1,
    INK_TAG,
    INK_FELT,
    INK_FELT_COUNT,
    INK_FACE,
    INK_CELL,
    INK_COUNT
};

struct board_ink_def {
    const char *ink;    /* "#rrggbb" */
    const char *ground; /* what it stands on */
    uint8_t px;
    bool bold;
};

extern const struct board_ink_def board_inks[INK_COUNT];

struct drawing {
    const struct page *page;
    const struct board *board;
    struct buf svg;
};

struct box {
    int x;
    int y;
    int width;
    int height;
};

/* The arguments of an item's sentences: seat, count, term, turn, leads, gone, last. */
struct value_tree *board_facts(struct own_facts *own, const struct board_item *item);
/* A sentence with an item's arguments, as text in the arena. */
const char *board_words(const struct page *page, const char *key, const struct board_item *item);
/* Do any hands belong to teams? */
bool board_has_teams(const struct board *board);

bool board_has(const struct board *board, enum board_kind kind);
/* Are two items of one row of a sheet? */
bool board_same_row(const struct board_item *a, const struct board_item *b);

/* board_draw.c: pieces. Colours are names of the palette's own. */
/* Begins a picture of this height. */
void draw_open(struct drawing *drawing, int height, const char *title, const char *description);
/* Puts what another drawing holds here. */
void draw_all_of(struct drawing *drawing, const struct drawing *inside);
void draw_close(struct drawing *drawing);
enum draw_anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };
/* Writes text at its base line, shortened to fit into width px. */
void draw_text(struct drawing *drawing, enum board_ink ink, enum draw_anchor anchor,
               struct box place, const char *text);
/* The same in lines of place's width, broken at blanks; place moves below them. */
void draw_wrapped(struct drawing *drawing, enum board_ink ink, struct box *place, int line_px,
                  const char *text);
/* How wide text will be at the most, in px. */
int draw_text_width(enum board_ink ink, const char *text);
/* A rectangle with round corners; stroke may be NULL. */
void draw_box(struct drawing *drawing, struct box box, int radius, const char *fill,
              const char *stroke, int stroke_px);
void draw_line(struct drawing *drawing, int x, int y, int to_x, int to_y, const char *stroke);
/* A team's own shape: a disc, or a diamond; 18 px, its centre at x, y. */
void draw_team(struct drawing *drawing, int team, int x, int y);
/* count card backs in a row, the first in this box, the next one step px to its right. */
void draw_hand(struct drawing *drawing, struct box first, int count, int step);
void draw_card_back(struct drawing *drawing, struct box box);
/* A card's face: the picture of its term and the word below. */
void draw_card_face(struct drawing *drawing, struct box box, const char *term);
/* A pile of count cards; an outline when there is none. */
void draw_pile(struct drawing *drawing, struct box box, int count);
/* All these rectangles, or a cross in each of them, as one shape. */
void draw_boxes(struct drawing *drawing, const struct box *boxes, unsigned count, const char *fill);
void draw_crosses(struct drawing *drawing, const struct box *boxes, unsigned count,
                  const char *fill);
/* Marks beside a name: a star for who leads, a triangle for whose turn it is. */
void draw_star(struct drawing *drawing, int x, int y);
void draw_arrow(struct drawing *drawing, int x, int y);

/* board_table.c: the seats around the table and what lies on it, from y on. Returns its height. */
int draw_table(struct drawing *drawing, int y);
/* board_grid.c: the clue boards, from y on. Returns their height. */
int draw_grids(struct drawing *drawing, int y);
/* Is this the first row of its owner's clue board? */
bool board_grid_begins(const struct board *board, unsigned index);
/* Only the clue boards, as picture and as lines; of a board that has some. */
const char *board_svg_grids(const struct compose *compose, const struct view *view,
                            const struct board *board);
void board_twin_grids(const struct compose *compose, const struct view *view,
                      const struct board *board, struct doc *doc, struct block *into);
/* What stands above a column of a clue board: its number, 0 to 99, or "*". */
enum { BOARD_NUMBER_BYTES = 3 };
void board_column(char text[BOARD_NUMBER_BYTES], const struct board_item *row, int column);
/* board_sheet.c: a column of words for each team, from y on. Returns its height. */
int draw_sheet(struct drawing *drawing, int y);

#endif
