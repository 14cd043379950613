#include "html_check.h"

#include <string.h>

enum { CHECK_DEPTH_MAX = 16, CHECK_TAG_BYTES = 16 };

struct check {
    const char *at;
    const char *end;
    const char *open[CHECK_DEPTH_MAX];
    unsigned depth;
    struct buf *shown;
};

static const char *const check_tags[] = {"p",  "h4", "ul",     "li", "blockquote", "table", "tbody",
                                         "tr", "td", "strong", "em", "code",       "span",  "a"};

static const char *check_tag(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof check_tags / sizeof *check_tags; i++) {
        if (strlen(check_tags[i]) == len && memcmp(check_tags[i], name, len) == 0) {
            return check_tags[i];
        }
    }
    return NULL;
}

/* The attributes of an opening tag: none, or the one that the tag has. */
static bool check_attributes(const char *tag, const char *text, size_t len)
{
    static const char spoiler[] = " data-mx-spoiler";
    static const char link[] = " href=\"https://matrix.to/#/%40";
    if (len == 0) {
        return strcmp(tag, "a") != 0;
    }
    if (strcmp(tag, "span") == 0) {
        return len == sizeof spoiler - 1 && memcmp(text, spoiler, len) == 0;
    }
    if (strcmp(tag, "a") != 0 || len <= sizeof link || memcmp(text, link, sizeof link - 1) != 0) {
        return false;
    }
    for (size_t i = sizeof link - 1; i + 1 < len; i++) {
        if (strchr("%-._~", text[i]) == NULL && !(text[i] >= '0' && text[i] <= '9') &&
            !(text[i] >= 'a' && text[i] <= 'z') && !(text[i] >= 'A' && text[i] <= 'Z')) {
            return false;
        }
    }
    return text[len - 1] == '"';
}

static const char *check_one_tag(struct check *check)
{
    const char *from = check->at + 1;
    const char *end = memchr(from, '>', (size_t)(check->end - from));
    if (end == NULL) {
        return "a tag without its end";
    }
    check->at = end + 1;
    if (end - from == 2 && memcmp(from, "br", 2) == 0) {
        buf_text(check->shown, "\n");
        return NULL;
    }
    bool closes = from[0] == '/';
    from += closes;
    size_t len = 0;
    while (from + len < end && from[len] != ' ') {
        len++;
    }
    const char *tag = check_tag(from, len);
    if (tag == NULL) {
        return "a tag that is not allowed";
    }
    if (closes) {
        bool fits = check->depth > 0 && check->open[check->depth - 1] == tag && from + len == end;
        check->depth -= fits;
        return fits ? NULL : "a tag closed that is not open";
    }
    if (!check_attributes(tag, from + len, (size_t)(end - from) - len)) {
        return "an attribute that is not allowed";
    }
    if (check->depth == CHECK_DEPTH_MAX) {
        return "too deep";
    }
    check->open[check->depth++] = tag;
    return NULL;
}

static const char *check_entity(struct check *check)
{
    static const char *const entities[][2] = {
        {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}};
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++) {
        size_t len = strlen(entities[i][0]);
        if ((size_t)(check->end - check->at) >= len &&
            memcmp(check->at, entities[i][0], len) == 0) {
            buf_text(check->shown, entities[i][1]);
            check->at += len;
            return NULL;
        }
    }
    return "an ampersand that is no entity";
}

const char *html_wrong(const char *html, size_t len, struct buf *shown)
{
    struct check check = {.at = html, .end = html + len, .shown = shown};
    const char *wrong = NULL;
    while (check.at < check.end && wrong == NULL) {
        if (*check.at == '<') {
            wrong = check_one_tag(&check);
        } else if (*check.at == '&') {
            wrong = check_entity(&check);
        } else if (*check.at == '>' || *check.at == '"') {
            wrong = "a sign that stands for itself";
        } else {
            buf_add(shown, check.at++, 1);
        }
    }
    return wrong != NULL ? wrong : check.depth > 0 ? "a tag that stays open" : NULL;
}
