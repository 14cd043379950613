/* Escapes by table: a backslash before what begins markup anywhere. Invisible characters are never
 * put in; what came from people has none either (inert.h), and what turns the direction of text
 * round is dropped here once more. */
#include "discord_text.h"

#include <string.h>

#include "unseen.h"

size_t discord_count(const char *text, size_t len)
{
    size_t count = 0;
    for (size_t i = 0; i < len; i++) {
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return count;
}

size_t discord_fit(const char *text, size_t len, size_t max)
{
    size_t count = 0;
    for (size_t i = 0; i < len; i++) {
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
        if (count > max) {
            return i;
        }
    }
    return len;
}

const char *discord_shorten(struct arena *arena, const char *text, size_t max)
{
    static const char dots[] = "…";
    size_t len = strlen(text);
    if (discord_count(text, len) <= max) {
        return arena_text(arena, text, len);
    }
    size_t fits = discord_fit(text, len, max - 1);
    char *cut = arena_take(arena, fits + sizeof dots);
    memcpy(cut, text, fits);
    memcpy(cut + fits, dots, sizeof dots);
    return cut;
}

/* Do nothing but a number and blanks stand before text[at] in its line, as in a numbered list? */
static bool text_numbers(const char *text, size_t at)
{
    size_t from = at;
    while (from > 0 && text[from - 1] >= '0' && text[from - 1] <= '9') {
        from--;
    }
    bool number = from < at;
    while (from > 0 && text[from - 1] == ' ') {
        from--;
    }
    return number && (from == 0 || text[from - 1] == '\n');
}

/* Does the sign at text[at] begin markup? */
static bool text_is_markup(const char *text, size_t len, size_t at, bool people)
{
    char sign = text[at];
    char before = ' ';
    char after = ' ';
    if (at > 0) {
        before = text[at - 1];
    }
    if (at + 1 < len) {
        after = text[at + 1];
    }
    if (strchr("\\*_~|`>#-[]()<@+", sign) != NULL) {
        return true;
    }
    if (sign == '.') { /* a numbered list, or a name that could be a link's */
        bool digit = before >= '0' && before <= '9';
        return digit && after == ' ' ? text_numbers(text, at) : people && !digit && after != ' ';
    }
    return people && (sign == ':' || sign == '/');
}

/* Most signs: neither markup nor hidden, nor a line's end. */
static bool text_is_plain(char sign)
{
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') || sign == ' ' ||
           (sign >= '0' && sign <= '9');
}

void discord_escape(struct buf *buf, const char *text, size_t len, bool people, bool lines)
{
    size_t from = 0;
    size_t at = 0;
    while (at < len) {
        if (text_is_plain(text[at])) {
            at++;
            continue;
        }
        size_t hidden = unseen_sign(text + at, len - at);
        bool is_break = text[at] == '\n' || text[at] == '\r';
        bool markup = hidden == 0 && text_is_markup(text, len, at, people);
        if (hidden == 0 && !markup && (!is_break || (lines && text[at] == '\n'))) {
            at++;
            continue;
        }
        buf_add(buf, text + from, at - from);
        if (markup) {
            buf_add(buf, "\\", 1);
            from = at++;
        } else {
            buf_add(buf, " ", hidden == 0 ? 1 : 0);
            at += hidden > 0 ? hidden : 1;
            from = at;
        }
    }
    buf_add(buf, text + from, len - from);
}

void discord_escape_code(struct buf *buf, const char *text)
{
    for (size_t at = 0; text[at] != '\0';) {
        size_t plain = strcspn(text + at, "`\r\n");
        buf_add(buf, text + at, plain);
        at += plain;
        if (text[at] != '\0') {
            buf_text(buf, text[at] == '`' ? "'" : " ");
            at++;
        }
    }
}
