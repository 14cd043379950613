/* Making people's words harmless. Three passes: letter by letter into clean UTF-8 (what nobody sees
 * or what turns the writing round is left out), canonical composition, and a cut at a limit counted
 * in the letters that people see. Nothing here knows any platform's markup: renderers show these
 * texts literally. */
#include "inert.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include <utf8proc.h>

enum {
    INERT_BYTES_MAX = 64 * 1024, /* more of one text is not even looked at */
    INERT_CLUSTER_MAX = 16,      /* code points that may count as one letter */
    INERT_JOINER = 0x200d,
    INERT_EMOJI_STYLE = 0xfe0f,
    INERT_KEYCAP = 0x20e3,
    INERT_BROKEN = 0xfffd,
    INERT_BRAILLE_BLANK = 0x2800
};

static const char inert_more[] = "…";

/* The next code point of text, U+FFFD for a byte that is none; moves *at behind it. */
static int32_t inert_next(const char *text, size_t len, size_t *at)
{
    utf8proc_int32_t code = -1;
    utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)text + *at,
                                             (utf8proc_ssize_t)(len - *at), &code);
    *at += size > 0 ? (size_t)size : 1;
    return size > 0 ? code : INERT_BROKEN;
}

static bool inert_is_picture(int32_t code)
{
    return utf8proc_get_property(code)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

static bool inert_is_skin(int32_t code)
{
    return code >= 0x1f3fb && code <= 0x1f3ff;
}

static bool inert_is_mark(int32_t code)
{
    utf8proc_category_t category = utf8proc_category(code);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
           category == UTF8PROC_CATEGORY_ME;
}

static bool inert_is_break(int32_t code)
{
    return (code >= '\n' && code <= '\r') || code == 0x85 || code == 0x2028 || code == 0x2029;
}

static bool inert_is_blank(int32_t code)
{
    return code == '\t' || code == INERT_BRAILLE_BLANK ||
           utf8proc_category(code) == UTF8PROC_CATEGORY_ZS;
}

/* Controls, format characters, what is drawn as nothing, and code points that are no character. */
static bool inert_is_unseen(int32_t code)
{
    utf8proc_category_t category = utf8proc_category(code);
    return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
           category == UTF8PROC_CATEGORY_CS || category == UTF8PROC_CATEGORY_CO ||
           utf8proc_get_property(code)->ignorable || (code & 0xfffe) == 0xfffe ||
           (code >= 0xfdd0 && code <= 0xfdef);
}

/* The first pass: what was kept so far, and what came last. */
struct inert_writer {
    char *out;
    size_t len;
    int32_t last;     /* the last code point kept, 0 at the start */
    int32_t base;     /* the letter that marks now sit on, 0: none */
    unsigned marks;   /* on this letter so far */
    unsigned lines;   /* line breaks kept */
    bool keeps_lines; /* line breaks stay, else they become blanks */
};

static void inert_put(struct inert_writer *writer, int32_t code)
{
    writer->len +=
        (size_t)utf8proc_encode_char(code, (utf8proc_uint8_t *)writer->out + writer->len);
    writer->last = code;
}

/* At most one blank in a row, none at the start of a line. */
static void inert_put_blank(struct inert_writer *writer)
{
    writer->base = 0;
    if (writer->last != 0 && writer->last != ' ' && writer->last != '\n') {
        inert_put(writer, ' ');
    }
}

/* At most one line break in a row, none at the start, and no blank before it. */
static void inert_put_break(struct inert_writer *writer)
{
    if (!writer->keeps_lines || writer->lines + 1 >= INERT_LINES_MAX) {
        inert_put_blank(writer);
        return;
    }
    writer->base = 0;
    while (writer->len > 0 && writer->out[writer->len - 1] == ' ') {
        writer->len--;
    }
    if (writer->len > 0 && writer->last != '\n') {
        inert_put(writer, '\n');
        writer->lines++;
    }
}

static void inert_put_mark(struct inert_writer *writer, int32_t code)
{
    if (writer->base != 0 && writer->marks < INERT_MARKS_MAX) {
        inert_put(writer, code);
        writer->marks++;
    }
}

/* The joiner and the emoji style belong to an emoji and are kept there alone. */
static bool inert_joins(const struct inert_writer *writer, int32_t code, int32_t following)
{
    bool after_picture = inert_is_picture(writer->last) || inert_is_skin(writer->last);
    if (code == INERT_EMOJI_STYLE) {
        bool key = writer->last == '#' || writer->last == '*' ||
                   (writer->last >= '0' && writer->last <= '9');
        return inert_is_picture(writer->last) || (key && following == INERT_KEYCAP);
    }
    return code == INERT_JOINER && inert_is_picture(following) &&
           (after_picture || writer->last == INERT_EMOJI_STYLE);
}

static void inert_take(struct inert_writer *writer, int32_t code, int32_t following)
{
    if (inert_is_break(code)) {
        inert_put_break(writer);
    } else if (inert_is_blank(code)) {
        inert_put_blank(writer);
    } else if (inert_joins(writer, code, following)) {
        inert_put(writer, code);
    } else if (inert_is_unseen(code)) {
        return;
    } else if (inert_is_mark(code)) {
        inert_put_mark(writer, code);
    } else {
        inert_put(writer, code);
        writer->base = code;
        writer->marks = 0;
    }
}

/* Every broken byte may become the three bytes of U+FFFD; nothing else grows. */
static void inert_clean(struct inert_writer *writer, const char *text, size_t len)
{
    size_t at = 0;
    while (at < len) {
        int32_t code = inert_next(text, len, &at);
        size_t ahead = at;
        inert_take(writer, code, at < len ? inert_next(text, len, &ahead) : 0);
    }
    while (writer->len > 0 &&
           (writer->out[writer->len - 1] == ' ' || writer->out[writer->len - 1] == '\n')) {
        writer->len--;
    }
    writer->out[writer->len] = '\0';
}

/* Canonical composition (NFC) of clean text. */
static const char *inert_compose(struct arena *arena, const char *text, size_t len)
{
    const utf8proc_option_t options = UTF8PROC_COMPOSE | UTF8PROC_STABLE;
    const utf8proc_uint8_t *bytes = (const utf8proc_uint8_t *)text;
    utf8proc_ssize_t count = utf8proc_decompose(bytes, (utf8proc_ssize_t)len, NULL, 0, options);
    assert(count >= 0);
    utf8proc_int32_t *codes = arena_take(arena, ((size_t)count + 1) * sizeof *codes);
    count = utf8proc_decompose(bytes, (utf8proc_ssize_t)len, codes, count, options);
    assert(count >= 0);
    utf8proc_ssize_t size = utf8proc_reencode(codes, count, options);
    assert(size >= 0);
    return (const char *)codes;
}

/* Where the letters of text are cut: the offset behind max letters, and behind max - 1 in
 * *before_r. Returns the whole length when there are not more than max. */
static size_t inert_cut(const char *text, unsigned max, size_t *before_r)
{
    size_t len = strlen(text);
    size_t at = 0;
    unsigned letters = 0;
    unsigned codes = 0;
    utf8proc_int32_t state = 0;
    int32_t last = 0;
    *before_r = 0;
    while (at < len) {
        size_t start = at;
        int32_t code = inert_next(text, len, &at);
        bool begins = last == 0 || utf8proc_grapheme_break_stateful(last, code, &state);
        codes = begins ? 1 : codes + 1;
        if (begins || codes % INERT_CLUSTER_MAX == 0) {
            if (letters == max) {
                return start;
            }
            if (letters + 1 == max) {
                *before_r = start;
            }
            letters++;
        }
        last = code;
    }
    return len;
}

const char *inert_shorten(struct arena *arena, const char *text, unsigned max)
{
    assert(max > 0);
    size_t before = 0;
    size_t len = strlen(text);
    if (len > max) { /* not more letters than bytes */
        len = inert_cut(text, max, &before);
    }
    if (text[len] == '\0') {
        return arena_text(arena, text, len);
    }
    while (before > 0 && text[before - 1] == ' ') {
        before--;
    }
    char *cut = arena_take(arena, before + sizeof inert_more);
    memcpy(cut, text, before);
    memcpy(cut + before, inert_more, sizeof inert_more);
    return cut;
}

/* Most names and words are plain letters of ASCII with single blanks: those are clean as they are.
 */
static bool inert_is_plain(const char *text, size_t len, unsigned max)
{
    bool blank = true; /* none at the start */
    for (size_t i = 0; i < len; i++) {
        if (text[i] < ' ' || text[i] > '~' || (text[i] == ' ' && blank)) {
            return false;
        }
        blank = text[i] == ' ';
    }
    return len <= max && len > 0 && !blank;
}

const char *inert_text(struct arena *arena, const char *text, size_t len, unsigned max, bool lines)
{
    if (inert_is_plain(text, len, max)) {
        return arena_text(arena, text, len);
    }
    if (len > INERT_BYTES_MAX) {
        len = INERT_BYTES_MAX;
    }
    struct inert_writer writer = {.out = arena_take(arena, len * 3 + 4), .keeps_lines = lines};
    inert_clean(&writer, text, len);
    return inert_shorten(arena, inert_compose(arena, writer.out, writer.len), max);
}

static unsigned inert_width(int32_t code)
{
    if (code >= ' ' && code <= '~') {
        return 1;
    }
    int width = utf8proc_charwidth(code);
    return width > 0 ? (unsigned)width : 0;
}

unsigned inert_columns(const char *text)
{
    size_t len = strlen(text);
    size_t at = 0;
    unsigned columns = 0;
    int32_t last = 0;
    utf8proc_int32_t state = 0;
    while (at < len) {
        int32_t code = inert_next(text, len, &at);
        if (last == 0 || utf8proc_grapheme_break_stateful(last, code, &state)) {
            columns += inert_width(code);
        }
        last = code;
    }
    return columns;
}
