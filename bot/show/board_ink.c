/* Colours, writing and how wide it gets. The style sheet names only what a drawing uses; its second
 * half holds where the reader's screen is dark. What cannot read the second half draws the light
 * one. */
#include "board_ink.h"

#include <assert.h>
#include <string.h>
#include <utf8proc.h>

const struct board_paint_def board_paints[PAINT_COUNT] = {
    [PAINT_NONE] = {"none", "none"},          [PAINT_PAPER] = {"#fbf9f4", "#1b222b"},
    [PAINT_PLATE] = {"#ffffff", "#27313c"},   [PAINT_FRAME] = {"#7b8794", "#52606d"},
    [PAINT_EDGE] = {"#9aa5b1", "#64748a"},    [PAINT_LINE] = {"#c3cad3", "#465564"},
    [PAINT_FELT] = {"#d3e5da", "#1f3d30"},    [PAINT_RAIL] = {"#7fa58f", "#4f7a65"},
    [PAINT_SEAM] = {"#b7d1c2", "#2f5645"},    [PAINT_STRONG] = {"#1f2933", "#f2f5f8"},
    [PAINT_SOFT] = {"#3e4c59", "#c5ced8"},    [PAINT_CHIP] = {"#e9edf1", "#3a4856"},
    [PAINT_SUN] = {"#ffd166", "#ffd166"},     [PAINT_NIGHT] = {"#1f2933", "#1f2933"},
    [PAINT_CARD] = {"#ffffff", "#f4f1ea"},    [PAINT_BACK] = {"#34527f", "#4a6ea8"},
    [PAINT_BACK_IN] = {"#4c6fa5", "#6389c4"}, [PAINT_BACK_LINE] = {"#c9d6ea", "#c9d6ea"},
    [PAINT_TEAM_0] = {"#1d4e89", "#9cc4f5"},  [PAINT_TEAM_1] = {"#9c3a10", "#f5ad8a"},
    [PAINT_WHITE] = {"#ffffff", "#ffffff"},   [PAINT_BLACK] = {"#1f2933", "#10151b"},
    [PAINT_OUT] = {"#9aa5b1", "#6b7a89"},     [PAINT_ALARM] = {"#b3261e", "#ff9d94"},
    [PAINT_SUIT_R] = {"#b3261e", "#ff8a80"},  [PAINT_SUIT_K] = {"#1f2933", "#dfe5ea"},
    [PAINT_SUIT_Y] = {"#9a6f00", "#ffd166"},  [PAINT_SUIT_G] = {"#2e7d32", "#81c784"},
    [PAINT_SUIT_B] = {"#1d5fa8", "#8ab8ff"},
};

const struct board_ink_def board_inks[INK_COUNT] = {
    [INK_TITLE] = {PAINT_STRONG, PAINT_PAPER, {28, 20}, true},
    [INK_HEAD] = {PAINT_SOFT, PAINT_PAPER, {20, 15}, false},
    [INK_NAME] = {PAINT_STRONG, PAINT_PLATE, {18, 15}, true},
    [INK_PLAIN] = {PAINT_STRONG, PAINT_PAPER, {18, 15}, false},
    [INK_QUIET] = {PAINT_SOFT, PAINT_PLATE, {16, 14}, false},
    [INK_TEAM_0] = {PAINT_TEAM_0, PAINT_PLATE, {16, 14}, true},
    [INK_TEAM_1] = {PAINT_TEAM_1, PAINT_PLATE, {16, 14}, true},
    [INK_TAG] = {PAINT_NIGHT, PAINT_SUN, {16, 14}, true},
    [INK_FELT] = {PAINT_STRONG, PAINT_FELT, {16, 14}, false},
    [INK_FACE] = {PAINT_NIGHT, PAINT_CARD, {16, 14}, true},
    [INK_CELL] = {PAINT_STRONG, PAINT_PLATE, {16, 14}, false},
    [INK_STRONG] = {PAINT_STRONG, PAINT_PLATE, {16, 14}, true},
    [INK_NUMBER] = {PAINT_STRONG, PAINT_PLATE, {24, 20}, true},
    [INK_CHIP] = {PAINT_STRONG, PAINT_CHIP, {16, 14}, false},
    [INK_CHIP_LEAD] = {PAINT_STRONG, PAINT_CHIP, {16, 14}, true},
    [INK_DISC] = {PAINT_PLATE, PAINT_STRONG, {16, 14}, true},
    [INK_WHITE] = {PAINT_NIGHT, PAINT_WHITE, {20, 16}, true},
    [INK_BLACK] = {PAINT_WHITE, PAINT_BLACK, {20, 16}, true},
};

static_assert(PAINT_COUNT <= 32 && INK_COUNT <= 32, "what is used is kept in 32 bits");

void ink_class(struct buf *svg, char kind, unsigned number)
{
    char name[2] = {kind, (char)(number < 26 ? 'a' + number : 'A' + (number - 26))};
    assert(number < 52);
    buf_add(svg, name, sizeof name);
}

/* ".fa{fill:#ffffff}" */
static void style_paint(struct buf *svg, char kind, unsigned paint, const char *colour)
{
    buf_text(svg, ".");
    ink_class(svg, kind, paint);
    buf_text(svg, kind == 's' ? "{stroke:" : "{fill:");
    buf_text(svg, colour);
    buf_text(svg, "}");
}

static void style_paints(struct buf *svg, const struct ink_used *used, bool dark)
{
    for (unsigned paint = 0; paint < PAINT_COUNT; paint++) {
        const struct board_paint_def *def = &board_paints[paint];
        const char *colour = dark ? def->dark : def->light;
        bool same = dark && strcmp(def->light, def->dark) == 0;
        if ((used->fill >> paint & 1) != 0 && !same) {
            style_paint(svg, 'f', paint, colour);
        }
        if ((used->stroke >> paint & 1) != 0 && !same) {
            style_paint(svg, 's', paint, colour);
        }
    }
    for (unsigned ink = 0; ink < INK_COUNT; ink++) {
        const struct board_paint_def *def = &board_paints[board_inks[ink].ink];
        if ((used->ink >> ink & 1) != 0 && (!dark || strcmp(def->light, def->dark) != 0)) {
            style_paint(svg, 't', ink, dark ? def->dark : def->light);
        }
    }
}

static void style_sizes(struct buf *svg, enum board_shape shape, const struct ink_used *used)
{
    for (unsigned ink = 0; ink < INK_COUNT; ink++) {
        if ((used->ink >> ink & 1) != 0) {
            buf_text(svg, ".");
            ink_class(svg, 't', ink);
            buf_text(svg, "{font-size:");
            buf_number(svg, board_inks[ink].px[shape]);
            buf_text(svg, board_inks[ink].bold ? "px;font-weight:bold}" : "px}");
        }
    }
}

void ink_style(struct buf *svg, enum board_shape shape, const struct ink_used *used)
{
    buf_text(svg, "<style>.m{text-anchor:middle}.e{text-anchor:end}");
    style_sizes(svg, shape, used);
    style_paints(svg, used, false);
    buf_text(svg, "@media (prefers-color-scheme:dark){");
    style_paints(svg, used, true);
    buf_text(svg, "}</style>");
}

/* --- how wide --------------------------------------------------------------------------------- */

/* DejaVu Sans and its bold, from ' ' to '~'; it is wider than what else such letters are drawn in.
 */
static const uint8_t ink_ascii[2]['~' - ' ' + 1] = {
    {32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37,  32, 34, 64, 64, 64,
     64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 78, 64,
     58, 78, 76, 30, 30, 66, 56, 87, 75, 79, 61, 79, 70, 64,  62, 74, 69, 99, 69,
     62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36,  64, 64, 28, 28, 58,
     28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60,  53, 64, 34, 64, 84},
    {35, 46,  53, 84, 70, 101, 88, 31,  46, 46, 53, 84, 38, 42,  38, 37, 70, 70,  70,
     70, 70,  70, 70, 70, 70,  70, 40,  40, 84, 84, 84, 59, 100, 78, 77, 74, 84,  69,
     69, 83,  84, 38, 38, 78,  64, 100, 84, 86, 74, 86, 78, 73,  69, 82, 78, 111, 78,
     73, 73,  46, 37, 46, 84,  50, 50,  68, 72, 60, 72, 68, 44,  72, 72, 35, 35,  67,
     35, 105, 72, 69, 72, 72,  50, 60,  48, 72, 66, 93, 65, 66,  59, 72, 37, 72,  84},
};

/* Scripts whose letters differ much, letter by letter; of Arabic the widest form. */
static const uint8_t ink_latin[2][0x100 - 0xc0] = {
    {69, 69, 69, 69, 69, 69, 98, 70, 64, 64, 64, 64, 30, 30, 30, 30, 78, 75, 79, 79, 79, 79,
     79, 84, 79, 74, 74, 74, 74, 62, 61, 63, 62, 62, 62, 62, 62, 62, 99, 55, 62, 62, 62, 62,
     28, 28, 28, 28, 62, 64, 62, 62, 62, 62, 62, 84, 62, 64, 64, 64, 64, 60, 64, 60},
    {78, 78, 78, 78, 78, 78, 109, 74, 69, 69, 69, 69, 38, 38, 38, 38, 84,  84, 86, 86, 86, 86,
     86, 84, 86, 82, 82, 82, 82,  73, 74, 72, 68, 68, 68, 68, 68, 68, 105, 60, 68, 68, 68, 68,
     35, 35, 35, 35, 69, 72, 69,  69, 69, 69, 69, 84, 69, 72, 72, 72, 72,  66, 72, 66}};
static const uint8_t ink_cyrillic[2][0x450 - 0x410] = {
    {69, 69, 69,  61,  79, 64, 108, 65, 75,  75, 71, 76, 87, 76, 79, 76, 61, 70, 62, 61, 87, 69,
     78, 69, 107, 110, 84, 89, 69,  70, 108, 70, 62, 62, 59, 53, 70, 62, 91, 54, 65, 65, 61, 64,
     76, 66, 62,  66,  64, 55, 59,  60, 86,  60, 69, 60, 92, 95, 71, 79, 59, 55, 85, 61},
    {78, 77, 77, 64, 90,  69, 123, 72, 84,  84,  82, 84,  100, 84, 86,  84,
     74, 74, 69, 78, 100, 78, 93,  81, 124, 133, 94, 104, 77,  74, 118, 78,
     68, 70, 64, 53, 81,  68, 100, 59, 71,  71,  68, 74,  82,  70, 69,  70,
     72, 60, 58, 66, 100, 65, 75,  69, 107, 111, 76, 91,  64,  60, 98,  65}};
static const uint8_t ink_arabic[2][0x64b - 0x621] = {
    {48,  31, 31, 52, 31, 84, 31, 99, 54, 99, 99, 65,  65, 65, 53, 53, 56, 56, 128, 128, 123,
     123, 95, 95, 60, 60, 0,  0,  0,  0,  0,  30, 104, 84, 85, 76, 67, 77, 54, 52,  84,  84},
    {52,  38,  38,  63, 38, 92, 38, 106, 61, 106, 106, 73,  73, 73, 58, 58, 63, 63, 142, 142, 137,
     137, 108, 108, 69, 69, 0,  0,  0,   0,  0,   35,  120, 91, 94, 90, 79, 90, 70, 63,  102, 102}};

static const struct {
    int32_t from;
    int32_t to;
    const uint8_t *width[2];
} ink_letters[] = {
    {' ', '~', {ink_ascii[0], ink_ascii[1]}},
    {0xc0, 0xff, {ink_latin[0], ink_latin[1]}},
    {0x410, 0x44f, {ink_cyrillic[0], ink_cyrillic[1]}},
    {0x621, 0x64a, {ink_arabic[0], ink_arabic[1]}},
};

/* The widest sign of a range, in the fonts of Debian; what follows the last is as wide as emoji. */
static const struct {
    int32_t to;
    uint16_t plain;
    uint16_t bold;
} ink_ranges[] = {
    {0x17f, 107, 117},   {0x24f, 143, 156},    {0x36f, 106, 122},   {0x3ff, 94, 110},
    {0x40f, 110, 116},   {0x44f, 110, 133},    {0x52f, 153, 153},   {0x58f, 98, 99},
    {0x5ff, 71, 76},     {0x77f, 123, 138},    {0x109f, 140, 150},  {0x10ff, 107, 108},
    {0x1dff, 140, 150},  {0x1eff, 99, 111},    {0x1fff, 110, 126},  {0x202f, 100, 100},
    {0x206f, 174, 189},  {0x218f, 138, 168},   {0x2e7f, 164, 167},  {0xfaff, 105, 105},
    {0xfdef, 153, 172},  {0xfdff, 1300, 1300}, {0xfe6f, 105, 105},  {0xfeff, 128, 142},
    {0xffff, 105, 105},  {0x1f4ff, 137, 137},  {0x1f5f9, 130, 130}, {0x1f5fa, 216, 216},
    {0x1f8ff, 161, 161}, {0x1f9ff, 150, 150},
};

enum { INK_WIDEST = 150 };

static unsigned ink_sign_width(int32_t code, bool bold)
{
    for (size_t i = 0; i < sizeof ink_letters / sizeof ink_letters[0]; i++) {
        if (code >= ink_letters[i].from && code <= ink_letters[i].to) {
            return ink_letters[i].width[bold][code - ink_letters[i].from];
        }
    }
    if (utf8proc_charwidth(code) <= 0) {
        return 0;
    }
    for (size_t i = 0; i < sizeof ink_ranges / sizeof ink_ranges[0]; i++) {
        if (code <= ink_ranges[i].to) {
            return bold ? ink_ranges[i].bold : ink_ranges[i].plain;
        }
    }
    return INK_WIDEST;
}

/* Reads the sign at text; what is no UTF-8 is read as one that is wide. */
static size_t ink_next(const char *text, size_t len, int32_t *code_r)
{
    utf8proc_ssize_t bytes =
        utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)len, code_r);
    if (bytes <= 0) {
        *code_r = 0x1fffff;
        return 1;
    }
    return (size_t)bytes;
}

unsigned ink_hundredths(const char *text, size_t len, bool bold)
{
    unsigned width = 0;
    for (size_t at = 0; at < len;) {
        int32_t code = 0;
        at += ink_next(text + at, len - at, &code);
        width += ink_sign_width(code, bold);
    }
    return width;
}

/* Chinese and Japanese signs: a line may break between two of them. */
static bool ink_is_han(int32_t code)
{
    return (code >= 0x2e80 && code <= 0x9fff) || (code >= 0xff00 && code <= 0xffef);
}

size_t ink_sign(const char *text, size_t len, bool *breaks_r)
{
    int32_t code = 0;
    int32_t next = 0;
    size_t end = ink_next(text, len, &code);
    if (end < len) {
        ink_next(text + end, len - end, &next);
    }
    /* not before a comma or full stop */
    bool stop =
        (next >= 0x3000 && next <= 0x3002) || next == 0xff0c || next == 0xff01 || next == 0xff1f;
    *breaks_r = next == ' ' || next == 0 || (ink_is_han(code) && ink_is_han(next) && !stop);
    return end;
}
