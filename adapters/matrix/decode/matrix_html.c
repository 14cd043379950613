/* The text of a message's HTML. Needed for mentions: the HTML links to people, while the plain body
 * has only display names, which anybody may choose. */
#include "matrix_decode.h"

#include <string.h>
#include <strings.h>

#include "buf.h"

enum { HTML_TAG_MAX = 600, HTML_ENTITY_MAX = 12, HTML_REPLY_MAX = 64 * 1024 };

struct html {
    struct arena *arena;
    const char *at;
    struct buf out;
    struct matrix_pills *pills;
    bool in_pill; /* the link's text is dropped */
    bool replied; /* there is one quote at most */
};

struct html_entity {
    const char *name;
    const char *text;
};

static void html_letter(struct buf *out, unsigned long code)
{
    char bytes[4];
    size_t len = 0;
    if (code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
        code = 0xfffd;
    }
    if (code < 0x80) {
        bytes[len++] = (char)code;
    } else {
        unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        static const unsigned char heads[] = {0, 0xc0, 0xe0, 0xf0};
        bytes[len++] = (char)(heads[more] | code >> (6 * more));
        while (more > 0) {
            more--;
            bytes[len++] = (char)(0x80 | (code >> (6 * more) & 0x3f));
        }
    }
    buf_add(out, bytes, len);
}

static int html_hex(char digit)
{
    return digit >= '0' && digit <= '9'   ? digit - '0'
           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
           : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                                          : -1;
}

/* "#65" or "#x41", up to its end. */
static unsigned long html_code(const char *digits, const char *end)
{
    bool hex = digits[1] == 'x' || digits[1] == 'X';
    unsigned long code = 0;
    for (const char *digit = digits + (hex ? 2 : 1); digit < end; digit++) {
        int value = html_hex(*digit);
        if (value < 0 || (!hex && value > 9) || code > 0x10ffff) {
            return 0;
        }
        code = code * (hex ? 16 : 10) + (unsigned long)value;
    }
    return code;
}

/* "&amp;" and the like, or the sign itself. */
static void html_entity(struct html *html)
{
    static const struct html_entity rows[] = {{"amp", "&"},   {"lt", "<"},   {"gt", ">"},
                                              {"quot", "\""}, {"apos", "'"}, {"nbsp", " "}};
    const char *name = html->at + 1;
    size_t len = 0;
    while (len <= HTML_ENTITY_MAX && name[len] != '\0' && strchr(";&< ", name[len]) == NULL) {
        len++;
    }
    if (name[len] != ';' || len == 0 || len > HTML_ENTITY_MAX) {
        buf_add(&html->out, "&", 1);
        html->at++;
        return;
    }
    html->at = name + len + 1;
    if (name[0] == '#') {
        html_letter(&html->out, html_code(name, name + len));
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strlen(rows[i].name) == len && strncmp(rows[i].name, name, len) == 0) {
            buf_text(&html->out, rows[i].text);
            return;
        }
    }
}

/* The user id that a link points to, in the arena; NULL: to something else. */
static const char *html_user(struct arena *arena, const char *tag, size_t len)
{
    static const char link[] = "matrix.to/#/";
    char id[MATRIX_ID_BYTES];
    size_t used = 0;
    const char *end = tag + len;
    const char *at = NULL;
    for (const char *try = tag; at == NULL && try + sizeof link - 1 <= end; try++) {
        at = strncmp(try, link, sizeof link - 1) == 0 ? try + sizeof link - 1 : NULL;
    }
    while (at != NULL && at < end && strchr("\"'?> \t\n", *at) == NULL) {
        bool coded = *at == '%' && end - at > 2 && html_hex(at[1]) >= 0 && html_hex(at[2]) >= 0;
        unsigned code = coded ? (unsigned)(html_hex(at[1]) * 16 + html_hex(at[2])) : 0;
        char byte = *at;
        if (coded) {
            byte = (char)code;
        }
        if (byte == '\0' || used + 1 >= sizeof id) {
            return NULL;
        }
        id[used++] = byte;
        at += coded ? 3 : 1;
    }
    id[used] = '\0';
    return id[0] == '@' && strchr(id, ':') != NULL ? arena_text(arena, id, used) : NULL;
}

static bool html_is(const char *tag, size_t len, const char *name)
{
    size_t want = strlen(name);
    return len >= want && strncasecmp(tag, name, want) == 0 &&
           (len == want || strchr(" \t\n/>", tag[want]) != NULL);
}

static void html_begin_link(struct html *html, const char *tag, size_t len)
{
    const char *user = html_user(html->arena, tag, len);
    if (user == NULL || html->pills->count >= INBOUND_MENTIONS_MAX) {
        return;
    }
    html->pills->user[html->pills->count++] = user;
    buf_text(&html->out, user);
    html->in_pill = true;
}

/* Skips the quote of the message that is replied to. */
static void html_skip_reply(struct html *html)
{
    const char *end = html->replied ? NULL : strcasestr(html->at, "</mx-reply>");
    html->replied = true;
    if (end != NULL && end - html->at < HTML_REPLY_MAX) {
        html->at = end + strlen("</mx-reply>");
    }
}

static void html_tag(struct html *html)
{
    static const char *const lines[] = {"br", "/p", "/div", "/li", "/blockquote", "/tr", "/pre"};
    const char *tag = html->at + 1;
    size_t len = 0;
    while (len < HTML_TAG_MAX && tag[len] != '\0' && tag[len] != '>') {
        len++;
    }
    if (tag[len] != '>') {
        buf_add(&html->out, "<", 1);
        html->at++;
        return;
    }
    html->at = tag + len + 1;
    if (html_is(tag, len, "mx-reply")) {
        html_skip_reply(html);
    } else if (html_is(tag, len, "a")) {
        html_begin_link(html, tag, len);
    } else if (html_is(tag, len, "/a")) {
        html->in_pill = false;
    }
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (html_is(tag, len, lines[i])) {
            buf_text(&html->out, "\n");
        }
    }
}

const char *matrix_words_of_html(struct arena *arena, const char *text, struct matrix_pills *pills)
{
    struct html html = {.arena = arena, .at = text, .pills = pills};
    buf_init(&html.out, INBOUND_TEXT_BYTES_MAX);
    while (*html.at != '\0' && !html.out.full) {
        size_t plain = strcspn(html.at, "<&");
        if (!html.in_pill) {
            buf_add(&html.out, html.at, plain);
        }
        html.at += plain;
        if (*html.at == '<') {
            html_tag(&html);
        } else if (*html.at == '&' && html.in_pill) {
            html.at++;
        } else if (*html.at == '&') {
            html_entity(&html);
        }
    }
    while (html.out.len > 0 && html.out.text[html.out.len - 1] == '\n') {
        html.out.text[--html.out.len] = '\0';
    }
    const char *words = arena_text(arena, html.out.len == 0 ? "" : html.out.text, html.out.len);
    buf_deinit(&html.out);
    return words;
}
