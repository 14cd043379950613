/* Paints and inks of boards: each colour has a light and a dark one, all writing is in an ink, and
 * the picture carries both in a style of its own. */
#ifndef BOARD_INK_H
#define BOARD_INK_H

#include "buf.h"
#include "compose.h"

#include <stdbool.h>
#include <stdint.h>

enum { BOARD_TEXT_PX_MIN = 16, BOARD_PORTRAIT_TEXT_PX_MIN = 14 };

enum board_paint {
    PAINT_NONE,
    PAINT_PAPER,
    PAINT_PLATE,
    PAINT_FRAME,
    PAINT_EDGE,
    PAINT_LINE,
    PAINT_FELT,
    PAINT_RAIL,
    PAINT_SEAM,
    PAINT_STRONG, /* what stands out: marks, whose turn */
    PAINT_SOFT,   /* writing of less weight */
    PAINT_CHIP,
    PAINT_SUN,
    PAINT_NIGHT, /* writing on the sun and on cards, dark in both */
    PAINT_CARD,
    PAINT_BACK,
    PAINT_BACK_IN,
    PAINT_BACK_LINE,
    PAINT_TEAM_0,
    PAINT_TEAM_1,
    PAINT_WHITE,
    PAINT_BLACK,
    PAINT_OUT,
    PAINT_ALARM,
    PAINT_SUIT_R,
    PAINT_SUIT_K,
    PAINT_SUIT_Y,
    PAINT_SUIT_G,
    PAINT_SUIT_B,
    PAINT_COUNT
};

struct board_paint_def {
    const char *light; /* "#rrggbb" */
    const char *dark;
};

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
    INK_FACE,
    INK_CELL,
    INK_STRONG,
    INK_NUMBER,
    INK_CHIP,
    INK_CHIP_LEAD,
    INK_DISC,
    INK_WHITE,
    INK_BLACK,
    INK_COUNT
};

struct board_ink_def {
    enum board_paint ink;
    enum board_paint ground; /* what it stands on */
    uint8_t px[BOARD_SHAPES];
    bool bold;
};

extern const struct board_paint_def board_paints[PAINT_COUNT];
extern const struct board_ink_def board_inks[INK_COUNT];

/* What a drawing uses: bits by number. */
struct ink_used {
    uint32_t fill;
    uint32_t stroke;
    uint32_t ink;
};

/* Names of classes, of two letters: for a fill, a stroke, an ink. */
void ink_class(struct buf *svg, char kind, unsigned number);
/* The style sheet of what is used. */
void ink_style(struct buf *svg, enum board_shape shape, const struct ink_used *used);
/* How wide text is at the most, in hundredths of its height: of the fonts named in the pictures the
 * widest, and every sign alone. */
unsigned ink_hundredths(const char *text, size_t len, bool bold);
/* Where the sign that begins at text ends, and whether a line may break behind it though no blank
 * follows. */
size_t ink_sign(const char *text, size_t len, bool *breaks_r);

#endif
