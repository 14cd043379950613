/* Looks through JSON without building anything. */
#include "json_text.h"

#include "text.h"

#include <stdbool.h>
#include <string.h>

struct json_scan {
    const char *at;
    const char *end;
    int depth;
    bool deep; /* nested too deep */
};

static void scan_space(struct json_scan *scan)
{
    while (scan->at < scan->end && strchr(" \t\r\n", *scan->at) != NULL && *scan->at != '\0') {
        scan->at++;
    }
}

static bool scan_word(struct json_scan *scan, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(scan->end - scan->at) < len || memcmp(scan->at, word, len) != 0) {
        return false;
    }
    scan->at += len;
    return true;
}

static bool scan_digits(struct json_scan *scan)
{
    const char *from = scan->at;
    while (scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9') {
        scan->at++;
    }
    return scan->at > from;
}

static bool scan_number(struct json_scan *scan)
{
    scan_word(scan, "-");
    const char *from = scan->at;
    if (!scan_digits(scan) || (*from == '0' && scan->at - from > 1)) {
        return false;
    }
    if (scan_word(scan, ".") && !scan_digits(scan)) {
        return false;
    }
    if (scan_word(scan, "e") || scan_word(scan, "E")) {
        if (!scan_word(scan, "+")) {
            scan_word(scan, "-");
        }
        return scan_digits(scan);
    }
    return true;
}

/* Four hexadecimal digits; -1 when they are not. */
static int scan_hex(struct json_scan *scan)
{
    int value = 0;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdefABCDEF";
        const char *found = scan->at < scan->end ? strchr(digits, *scan->at) : NULL;
        if (found == NULL || *found == '\0') {
            return -1;
        }
        int digit = (int)(found - digits);
        value = value * 16 + (digit < 16 ? digit : digit - 6);
        scan->at++;
    }
    return value;
}

static bool scan_escape(struct json_scan *scan)
{
    if (scan->at == scan->end) {
        return false;
    }
    char letter = *scan->at++;
    if (letter != 'u') {
        return letter != '\0' && strchr("\"\\/bfnrt", letter) != NULL;
    }
    int value = scan_hex(scan);
    if (value >= 0xD800 && value <= 0xDBFF) {
        int low = scan_word(scan, "\\u") ? scan_hex(scan) : -1;
        return low >= 0xDC00 && low <= 0xDFFF;
    }
    return value > 0 && (value < 0xDC00 || value > 0xDFFF);
}

static bool scan_string(struct json_scan *scan)
{
    if (!scan_word(scan, "\"")) {
        return false;
    }
    while (scan->at < scan->end && *scan->at != '"') {
        unsigned char byte = (unsigned char)*scan->at++;
        if (byte < 0x20 || (byte == '\\' && !scan_escape(scan))) {
            return false;
        }
    }
    return scan_word(scan, "\"");
}

static bool scan_value(struct json_scan *scan);

/* The members of an object or list that has just been opened, and its end. */
static bool scan_members(struct json_scan *scan, bool object)
{
    const char *close = object ? "}" : "]";
    scan_space(scan);
    if (scan_word(scan, close)) {
        return true;
    }
    do {
        scan_space(scan);
        if (object) {
            if (!scan_string(scan)) {
                return false;
            }
            scan_space(scan);
            if (!scan_word(scan, ":")) {
                return false;
            }
        }
        if (!scan_value(scan)) { /* NOLINT(misc-no-recursion): JSON_TEXT_DEPTH_MAX deep */
            return false;
        }
    } while (scan_word(scan, ","));
    return scan_word(scan, close);
}

static bool scan_nested(struct json_scan *scan, bool object)
{
    if (scan->depth == JSON_TEXT_DEPTH_MAX) {
        scan->deep = true;
        return false;
    }
    scan->depth++;
    scan->at++;
    bool good = scan_members(scan, object);
    scan->depth--;
    return good;
}

/* One value with the white space around it. */
static bool scan_value(struct json_scan *scan)
{
    scan_space(scan);
    if (scan->at == scan->end) {
        return false;
    }
    bool good = false;
    char first = *scan->at;
    if (first == '{' || first == '[') {
        good = scan_nested(scan, first == '{');
    } else if (first == '"') {
        good = scan_string(scan);
    } else if (first == '-' || (first >= '0' && first <= '9')) {
        good = scan_number(scan);
    } else {
        good = scan_word(scan, "true") || scan_word(scan, "false") || scan_word(scan, "null");
    }
    scan_space(scan);
    return good;
}

const char *json_text_problem(const char *text, size_t len)
{
    struct json_scan scan = {.at = text, .end = text + len};
    if (memchr(text, '\0', len) != NULL) {
        return "The line has a zero byte in it.";
    }
    if (text_count(text) < 0) {
        return "The line is not UTF-8.";
    }
    bool good = scan_value(&scan);
    if (scan.deep) {
        return "The line is nested too deep.";
    }
    return good && scan.at == scan.end ? NULL : "The line is not JSON.";
}
