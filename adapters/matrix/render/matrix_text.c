/* Escapes by table. What came from people has no invisible characters (inert.h); what turns the
 * direction of text round, and controls, are dropped here once more. */
#include "matrix_text.h"

#include <string.h>

#include "unseen.h"

/* The bytes at text of a control, or of what hides; 0 for anything else. */
static size_t text_hidden(const char *text, size_t len)
{
    unsigned char sign = (unsigned char)text[0];
    if (sign < 0x20 || sign == 0x7f) {
        return sign == '\n' ? 0 : 1;
    }
    bool control = len >= 2 && sign == 0xc2 && (unsigned char)text[1] < 0xa0;
    return control ? 2 : unseen_sign(text, len);
}

static const char *text_entity(char sign)
{
    switch (sign) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

/* Could a link, a room or a person be seen in what stands around this sign? */
static bool text_links(const char *text, size_t len, size_t at)
{
    bool joined = at + 1 < len && strchr(" \n\t", text[at + 1]) == NULL;
    return joined && strchr(".:@#", text[at]) != NULL;
}

static void text_sign(struct buf *buf, char sign, bool apart)
{
    const char *entity = text_entity(sign);
    buf_text(buf, apart ? "<span>" : "");
    if (entity != NULL) {
        buf_text(buf, entity);
    } else {
        buf_add(buf, &sign, 1);
    }
    buf_text(buf, apart ? "</span>" : "");
}

void matrix_escape(struct buf *buf, const char *text, size_t len, bool people, bool lines)
{
    for (size_t at = 0; at < len;) {
        size_t hidden = text_hidden(text + at, len - at);
        if (hidden > 0) {
            buf_text(buf, text[at] == '\r' || text[at] == '\t' ? " " : "");
            at += hidden;
        } else if (text[at] == '\n') {
            buf_text(buf, lines ? "<br>" : " ");
            at++;
        } else {
            text_sign(buf, text[at], people && text_links(text, len, at));
            at++;
        }
    }
}

void matrix_plain(struct buf *buf, const char *text, size_t len, bool lines)
{
    for (size_t at = 0; at < len;) {
        size_t hidden = text_hidden(text + at, len - at);
        if (hidden > 0) {
            buf_text(buf, text[at] == '\r' || text[at] == '\t' ? " " : "");
            at += hidden;
        } else {
            bool blank = text[at] == '\n' && !lines;
            buf_add(buf, blank ? " " : text + at, 1);
            at++;
        }
    }
}

size_t matrix_fit(const char *text, size_t len, size_t max)
{
    if (len <= max) {
        return len;
    }
    while (max > 0 && ((unsigned char)text[max] & 0xc0) == 0x80) {
        max--;
    }
    return max;
}

const char *matrix_run_words(struct arena *arena, const char *prefix, const struct run *run)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    const char *text = run->text;
    bool sign = text[0] == '!' || (text[0] == '/' && text[1] != '\0');
    bool command = sign && (text[1] == '\0' || strchr(letters, text[1]) != NULL);
    if (run->kind != RUN_CODE || run->people || prefix == NULL || !command) {
        return text;
    }
    struct buf typed;
    buf_init(&typed, strlen(prefix) + strlen(text));
    buf_text(&typed, prefix);
    buf_text(&typed, text + 1);
    text = arena_text(arena, typed.text, typed.len);
    buf_deinit(&typed);
    return text;
}
