/* What holds for every picture of a board: harmless, bounded, and all writing in its place. */
#include "svg_kit.h"

#include "board_private.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WRITTEN_MAX = 600, BOXES_MAX = 600 };

const char *kit_svg_problem(const char *svg)
{
    static const char *const known[] = {"svg",  "title", "desc", "style",
                                        "rect", "text",  "path", "g"};
    const char *open[16];
    size_t open_len[16];
    size_t depth = 0;
    for (const char *at = svg; *at != '\0';) {
        if (*at == '&') {
            if (strncmp(at, "&amp;", 5) != 0 && strncmp(at, "&lt;", 4) != 0 &&
                strncmp(at, "&gt;", 4) != 0 && strncmp(at, "&quot;", 6) != 0 &&
                strncmp(at, "&#39;", 5) != 0) {
                return at;
            }
            at++;
            continue;
        }
        if (*at != '<') {
            if (*at == '>' || ((unsigned char)*at < ' ' && *at != '\n')) {
                return at;
            }
            at++;
            continue;
        }
        bool closes = at[1] == '/';
        const char *name = at + 1 + closes;
        size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz");
        bool fine = false;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
            fine = fine || (strlen(known[i]) == len && strncmp(known[i], name, len) == 0);
        }
        const char *end = name + len;
        while (*end == ' ') { /* name="value", no quote, < or & inside */
            end += 1 + strspn(end + 1,
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789");
            if (end[0] != '=' || end[1] != '"') {
                return end;
            }
            end += 2;
            end += strcspn(end, "\"<&") + 1;
        }
        bool empty = end[0] == '/';
        if (!fine || end[empty] != '>') {
            return at;
        }
        if (closes) {
            if (depth == 0 || open_len[depth - 1] != len ||
                strncmp(open[depth - 1], name, len) != 0) {
                return at;
            }
            depth--;
        } else if (!empty) {
            ck_assert_uint_lt(depth, 16);
            open[depth] = name;
            open_len[depth++] = len;
        }
        at = end + empty + 1;
    }
    return depth == 0 ? NULL : "not closed";
}

/* Counts a piece of text. */
static unsigned times(const char *text, const char *piece)
{
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, piece)) != NULL; at++) {
        count++;
    }
    return count;
}

/* A number of an element's attribute; -1 without one. */
static int attribute(const char *element, const char *name)
{
    char key[32];
    char tag[400];
    size_t end = strcspn(element, ">");
    int len = snprintf(key, sizeof key, " %s=\"", name);
    ck_assert_uint_lt(end, sizeof tag);
    memcpy(tag, element, end);
    tag[end] = '\0';
    const char *at = strstr(tag, key);
    return at != NULL ? (int)strtol(at + len, NULL, 10) : -1;
}

/* How wide the text of an element is, with its entities read. */
static int written_px(const char *text, int ink, int px)
{
    char plain[1024];
    size_t len = 0;
    for (; *text != '<' && len + 1 < sizeof plain; text++) {
        static const struct {
            const char *entity;
            char sign;
        } signs[] = {
            {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
        plain[len] = *text;
        for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
            if (strncmp(text, signs[i].entity, strlen(signs[i].entity)) == 0) {
                plain[len] = signs[i].sign;
                text += strlen(signs[i].entity) - 1;
                break;
            }
        }
        len++;
    }
    unsigned hundredths = ink_hundredths(plain, len, board_inks[ink].bold);
    return ((int)hundredths * px + 99) / 100;
}

/* Where a text stands, as wide as it may get. */
struct written {
    struct box box;
    const char *text;
};

static struct written written_at(const char *element, enum board_shape shape)
{
    const char *class = strstr(element, "class=\"t");
    ck_assert_msg(class != NULL && class < element + strcspn(element, ">"), "%.60s", element);
    int ink = class[8] >= 'a' ? class[8] - 'a' : class[8] - 'A' + 26;
    ck_assert_int_lt(ink, INK_COUNT);
    int px = board_inks[ink].px[shape];
    const char *text = strchr(element, '>') + 1;
    int width = written_px(text, ink, px);
    int x = attribute(element, "x");
    x -= class[9] == '"' ? 0 : class[10] == 'm' ? width / 2 : width;
    struct box box = {x, attribute(element, "y") - px * 3 / 4, width, px * 19 / 20};
    return (struct written){box, text};
}

static bool is_inside(struct box inner, struct box outer)
{
    return inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width &&
           inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
}

static bool touch(struct box a, struct box b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

/* All rectangles of a picture. */
struct boxes {
    struct box box[BOXES_MAX];
    unsigned count;
};

static void boxes_read(const char *svg, struct boxes *boxes)
{
    boxes->count = 0;
    for (const char *at = svg; (at = strstr(at, "<rect")) != NULL; at++) {
        ck_assert_uint_lt(boxes->count, BOXES_MAX);
        boxes->box[boxes->count++] = (struct box){attribute(at, "x"), attribute(at, "y"),
                                                  attribute(at, "width"), attribute(at, "height")};
    }
}

/* The smallest rectangle that this point lies in. */
static struct box box_around(const struct boxes *boxes, int x, int y)
{
    struct box best = {0, 0, 10000, 10000};
    for (unsigned i = 0; i < boxes->count; i++) {
        struct box box = boxes->box[i];
        bool in = x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
        if (in && box.width * box.height <= best.width * best.height) {
            best = box;
        }
    }
    return best;
}

/* No text runs out of the box that its middle lies in, or over another text. */
static void ck_layout(const char *svg, enum board_shape shape)
{
    static struct written written[WRITTEN_MAX];
    static struct boxes boxes;
    unsigned count = 0;
    boxes_read(svg, &boxes);
    for (const char *at = svg; (at = strstr(at, "<text")) != NULL; at++) {
        ck_assert_uint_lt(count, WRITTEN_MAX);
        struct written now = written_at(at, shape);
        struct box box =
            box_around(&boxes, now.box.x + now.box.width / 2, now.box.y + now.box.height / 2);
        ck_assert_msg(is_inside(now.box, box), "%d %d %d %d runs out of %d %d %d %d: %.60s",
                      now.box.x, now.box.y, now.box.width, now.box.height, box.x, box.y, box.width,
                      box.height, now.text);
        for (unsigned i = 0; i < count; i++) {
            ck_assert_msg(!touch(written[i].box, now.box), "%.60s\nover %.60s", now.text,
                          written[i].text);
        }
        written[count++] = now;
    }
    ck_assert_uint_gt(count, 0);
}

void kit_svg(const char *svg, enum board_shape shape)
{
    const char *problem = kit_svg_problem(svg);
    ck_assert_msg(problem == NULL, "not well-formed at: %.80s", problem);
    ck_assert_uint_lt(strlen(svg), BOARD_SVG_BYTES_MAX);
    ck_assert_ptr_nonnull(strstr(svg, "<title>"));
    ck_assert_ptr_nonnull(strstr(svg, "<desc>"));
    ck_assert_ptr_nonnull(
        strstr(svg, shape == BOARD_PORTRAIT ? " width=\"390\"" : " width=\"900\""));
    ck_assert_uint_eq(times(svg, "<style>"), 1);
    ck_assert_uint_eq(times(svg, "prefers-color-scheme:dark"), 1);
    ck_assert_ptr_null(strstr(svg, "href"));
    ck_assert_ptr_null(strstr(svg, "url("));
    ck_assert_ptr_null(strstr(svg, "@import"));
    ck_layout(svg, shape);
}
