/* A value tree as canonical JSON, and back. Only what value_print writes is read: whole numbers, no
 * white space, the escapes of RFC 8259 that are needed and no others. */
#include "value_tree.h"

#include <assert.h>
#include <string.h>

struct value_out {
    char *text;
    size_t len;
    size_t max;
    bool full;
};

static void out_bytes(struct value_out *out, const char *bytes, size_t len)
{
    if (out->max - out->len <= len) {
        out->full = true;
        return;
    }
    memcpy(out->text + out->len, bytes, len);
    out->len += len;
}

static void out_text(struct value_out *out, const char *text)
{
    out_bytes(out, text, strlen(text));
}

static void out_number(struct value_out *out, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        digits[--at] = '-';
    }
    out_bytes(out, digits + at, sizeof digits - at);
}

static void out_string(struct value_out *out, const char *text)
{
    static const char hex[] = "0123456789abcdef";
    out_bytes(out, "\"", 1);
    for (const char *at = text; *at != '\0'; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte == '"' || byte == '\\') {
            char escape[2] = {'\\', *at};
            out_bytes(out, escape, 2);
        } else if (byte < 0x20) {
            char escape[6] = {'\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15]};
            out_bytes(out, escape, 6);
        } else {
            out_bytes(out, at, 1);
        }
    }
    out_bytes(out, "\"", 1);
}

static void out_scalar(struct value_out *out, const struct value *fact)
{
    switch (fact->kind) {
    case VALUE_NULL:
        out_text(out, "null");
        break;
    case VALUE_BOOL:
        out_text(out, fact->number != 0 ? "true" : "false");
        break;
    case VALUE_NUMBER:
        out_number(out, fact->number);
        break;
    case VALUE_TERM:
    case VALUE_TEXT:
        out_string(out, fact->text);
        break;
    case VALUE_OBJECT:
    case VALUE_LIST:
        break;
    }
}

static void out_fact(struct value_out *out, const struct value_tree *tree, uint16_t index);

static void out_members(struct value_out *out, const struct value_tree *tree, uint16_t parent)
{
    bool first = true;
    for (uint16_t at = value_first(tree, parent); at != VALUE_NONE;
         at = value_next(tree, parent, at)) {
        if (!first) {
            out_bytes(out, ",", 1);
        }
        first = false;
        if (tree->fact[at].key != NULL) {
            out_string(out, tree->fact[at].key);
            out_bytes(out, ":", 1);
        }
        out_fact(out, tree, at); /* NOLINT(misc-no-recursion): VALUE_DEPTH_MAX deep */
    }
}

static void out_fact(struct value_out *out, const struct value_tree *tree, uint16_t index)
{
    const struct value *fact = &tree->fact[index];
    if (fact->kind != VALUE_OBJECT && fact->kind != VALUE_LIST) {
        out_scalar(out, fact);
        return;
    }
    out_bytes(out, fact->kind == VALUE_OBJECT ? "{" : "[", 1);
    out_members(out, tree, index);
    out_bytes(out, fact->kind == VALUE_OBJECT ? "}" : "]", 1);
}

static size_t out_finish(struct value_out *out)
{
    if (out->full || out->max == 0) {
        return 0;
    }
    out->text[out->len] = '\0';
    return out->len;
}

/* NOLINTBEGIN(readability-non-const-parameter): written to through the outlet */
size_t value_print(const struct value_tree *tree, char *text, size_t max)
{
    struct value_out out = {.text = text, .max = max};
    out_bytes(&out, "{", 1);
    out_members(&out, tree, VALUE_NONE);
    out_bytes(&out, "}", 1);
    return out_finish(&out);
}

size_t value_print_at(const struct value_tree *tree, uint16_t index, char *text, size_t max)
{
    struct value_out out = {.text = text, .max = max};
    out_fact(&out, tree, index);
    return out_finish(&out);
}
/* NOLINTEND(readability-non-const-parameter) */

struct value_in {
    const char *at;
    const char *end;
    struct value_tree *tree;
};

static bool in_literal(struct value_in *in, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(in->end - in->at) < len || memcmp(in->at, word, len) != 0) {
        return false;
    }
    in->at += len;
    return true;
}

static int in_hex(const char *at)
{
    int value = 0;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0) {
            return -1;
        }
        value = value * 16 + digit;
    }
    return value;
}

/* One byte of a string, escaped or not; -1 when it is neither. */
static int in_byte(struct value_in *in)
{
    unsigned char byte = (unsigned char)*in->at++;
    if (byte != '\\') {
        return byte < 0x20 ? -1 : byte;
    }
    if (in->at == in->end) {
        return -1;
    }
    char escape = *in->at++;
    if (escape == '"' || escape == '\\') {
        return escape;
    }
    if (escape != 'u' || in->end - in->at < 4) {
        return -1;
    }
    int value = in_hex(in->at);
    in->at += 4;
    return value > 0 && value < 0x20 ? value : -1;
}

/* Unescapes a string straight into the text pool; NULL when it is none or does not fit. */
static const char *in_string(struct value_in *in, size_t *len_r)
{
    struct value_tree *tree = in->tree;
    char *text = tree->text + tree->text_used;
    size_t room = tree->text_max - tree->text_used;
    size_t len = 0;
    if (!in_literal(in, "\"")) {
        return NULL;
    }
    while (in->at < in->end && *in->at != '"') {
        int byte = in_byte(in);
        if (byte < 0 || len + 1 >= room || len + 1 >= UINT16_MAX) {
            return NULL;
        }
        text[len++] = (char)byte;
    }
    if (room == 0 || !in_literal(in, "\"")) {
        return NULL;
    }
    text[len] = '\0';
    tree->text_used += len + 1;
    *len_r = len;
    return text;
}

static bool in_number(struct value_in *in, const char *key)
{
    bool negative = in_literal(in, "-");
    const char *start = in->at;
    int64_t value = 0;
    while (in->at < in->end && *in->at >= '0' && *in->at <= '9') {
        if (value > (INT64_MAX - 9) / 10) {
            return false;
        }
        value = value * 10 + (*in->at++ - '0');
    }
    if (in->at == start || (*start == '0' && (in->at - start > 1 || negative))) {
        return false;
    }
    value_number(in->tree, key, negative ? -value : value);
    return true;
}

static bool in_value(struct value_in *in, const char *key);

static bool in_members(struct value_in *in, char close)
{
    if (in->at < in->end && *in->at == close) {
        in->at++;
        return true;
    }
    for (;;) {
        const char *key = NULL;
        size_t len = 0;
        if (close == '}') {
            key = in_string(in, &len);
            if (key == NULL || !in_literal(in, ":")) {
                return false;
            }
        }
        if (!in_value(in, key) || in->at == in->end) { /* NOLINT(misc-no-recursion) */
            return false;
        }
        char next = *in->at++;
        if (next != ',') {
            return next == close;
        }
    }
}

static bool in_nested(struct value_in *in, const char *key, char close)
{
    if (in->tree->depth == VALUE_DEPTH_MAX) {
        return false;
    }
    in->at++;
    if (close == '}') {
        value_object(in->tree, key);
    } else {
        value_list(in->tree, key);
    }
    if (in->tree->full || !in_members(in, close)) {
        return false;
    }
    value_end(in->tree);
    return true;
}

static bool in_text(struct value_in *in, const char *key)
{
    size_t before = in->tree->text_used;
    size_t len = 0;
    const char *text = in_string(in, &len);
    if (text == NULL) {
        return false;
    }
    in->tree->text_used = before; /* value_text keeps the very same bytes in the same place */
    value_text(in->tree, key, text, len);
    return true;
}

static bool in_value(struct value_in *in, const char *key)
{
    if (in->at == in->end) {
        return false;
    }
    bool good = false;
    if (*in->at == '{' || *in->at == '[') {
        good = in_nested(in, key, *in->at == '{' ? '}' : ']');
    } else if (*in->at == '"') {
        good = in_text(in, key);
    } else if (in_literal(in, "null")) {
        value_null(in->tree, key);
        good = true;
    } else if (in_literal(in, "true")) {
        value_bool(in->tree, key, true);
        good = true;
    } else if (in_literal(in, "false")) {
        value_bool(in->tree, key, false);
        good = true;
    } else {
        good = in_number(in, key);
    }
    return good && !in->tree->full;
}

bool value_parse(struct value_tree *tree, const char *json, size_t len)
{
    value_init(tree, tree->fact, tree->max, tree->text, tree->text_max);
    struct value_in in = {.at = json, .end = json + len, .tree = tree};
    bool good = in_literal(&in, "{") && in_members(&in, '}') && in.at == in.end;
    if (!good) {
        value_init(tree, tree->fact, tree->max, tree->text, tree->text_max);
    }
    return good;
}
