/* The configuration: is a value what its option wants? And the example, made from the same rows. */

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "print.h"
#include "seal.h"
#include "settings_private.h"
#include "subnet.h"

static const char *const settings_yes[] = {"yes", "true", "on", "1"};
static const char *const settings_no[] = {"no", "false", "off", "0"};

static bool settings_is_one_of(const char *text, const char *const *words)
{
    for (size_t i = 0; i < sizeof(settings_yes) / sizeof(settings_yes[0]); i++) {
        if (strcasecmp(text, words[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool settings_is_yes(const char *text)
{
    return settings_is_one_of(text, settings_yes);
}

static bool settings_is_number(const struct setting_row *row, const char *text)
{
    char *end = NULL;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    return end != text && *end == '\0' && errno == 0 && number >= row->min && number <= row->max;
}

static bool settings_is_choice(const char *choices, const char *text)
{
    size_t len = strlen(text);
    for (const char *at = choices; len > 0;) {
        size_t word = strcspn(at, "|");
        if (word == len && strncmp(at, text, len) == 0) {
            return true;
        }
        if (at[word] == '\0') {
            break;
        }
        at += word + 1;
    }
    return false;
}

static bool settings_is_address(const char *text)
{
    unsigned char address[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, text, address) == 1 || inet_pton(AF_INET6, text, address) == 1;
}

static bool settings_is_url(const char *text, bool path)
{
    const char *host = NULL;
    if (strncmp(text, "http://", 7) == 0) {
        host = text + 7;
    } else if (strncmp(text, "https://", 8) == 0) {
        host = text + 8;
    }
    size_t len = host == NULL ? 0 : strcspn(host, "/ ?#@\"'<>\\");
    if (len == 0 || len > 253) {
        return false;
    }
    const char *behind = host + len;
    bool bare = behind[0] == '\0' || strcmp(behind, "/") == 0;
    return bare || (path && behind[0] == '/' && strcspn(behind, " ?#@\"'<>\\") == strlen(behind));
}

/* No control characters, and within the bytes allowed. */
static bool settings_is_plain(const struct setting_row *row, const char *text)
{
    size_t len = strlen(text);
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)text[i] < 32 || text[i] == 127) {
            return false;
        }
    }
    return row->kind == SETTING_PATH || (len >= (size_t)row->min && len <= (size_t)row->max);
}

/* Where the first one begins that is none; NULL when all are. */
static const char *settings_bad_subnet(const char *text, size_t *len)
{
    struct subnets subnets;
    const char *wrong = NULL;
    return subnets_read(&subnets, text, &wrong, len) ? NULL : wrong;
}

static bool settings_is_good(const struct setting_row *row, const char *text)
{
    switch (row->kind) {
    case SETTING_TEXT:
    case SETTING_PATH:
        return settings_is_plain(row, text);
    case SETTING_NUMBER:
        return settings_is_number(row, text) ||
               (row->choices != NULL && settings_is_choice(row->choices, text));
    case SETTING_FLAG:
        return settings_is_one_of(text, settings_yes) || settings_is_one_of(text, settings_no);
    case SETTING_CHOICE:
        return settings_is_choice(row->choices, text);
    case SETTING_ADDRESS:
        return settings_is_address(text);
    case SETTING_URL:
        return settings_is_url(text, false);
    case SETTING_BASE:
        return settings_is_url(text, true);
    case SETTING_KEY:
        return strlen(text) == SEAL_KEY_HEX &&
               strspn(text, "0123456789abcdefABCDEF") == SEAL_KEY_HEX;
    case SETTING_SUBNETS: {
        size_t len = 0;
        return settings_bad_subnet(text, &len) == NULL;
    }
    }
    return false;
}

/* What the option wants, in words. */
static void settings_wants(const struct setting_row *row, char *text, size_t size)
{
    switch (row->kind) {
    case SETTING_TEXT:
        snprintf(text, size, "a text of %lld to %lld bytes", (long long)row->min,
                 (long long)row->max);
        break;
    case SETTING_NUMBER:
        snprintf(text, size, "a number from %lld to %lld%s%s", (long long)row->min,
                 (long long)row->max, row->choices != NULL ? ", or " : "",
                 row->choices != NULL ? row->choices : "");
        break;
    case SETTING_FLAG:
        snprintf(text, size, "yes or no");
        break;
    case SETTING_CHOICE:
        snprintf(text, size, "one of %s", row->choices);
        for (char *bar = strchr(text, '|'); bar != NULL; bar = strchr(bar, '|')) {
            *bar = ' ';
        }
        break;
    case SETTING_PATH:
        snprintf(text, size, "the path of a file");
        break;
    case SETTING_ADDRESS:
        snprintf(text, size, "a numeric address such as 127.0.0.1 or ::1");
        break;
    case SETTING_URL:
        snprintf(text, size, "http:// or https:// and a host, with nothing behind");
        break;
    case SETTING_BASE:
        snprintf(text, size, "http:// or https:// and a host, perhaps with a path");
        break;
    case SETTING_KEY:
        snprintf(text, size, "%d hex digits, as `openssl rand -hex 32` prints", SEAL_KEY_HEX);
        break;
    case SETTING_SUBNETS:
        snprintf(text, size,
                 "addresses or ranges such as 127.0.0.1 10.0.0.0/8 fd00::/8, %d at most",
                 SUBNETS_MAX);
        break;
    }
}

const char *settings_wrong(const struct setting_row *row, const char *text, char *why, size_t size)
{
    char wants[100];
    bool may_be_empty = row->fallback[0] == '\0' && text[0] == '\0';
    if (may_be_empty || settings_is_good(row, text)) {
        return NULL;
    }
    settings_wants(row, wants, sizeof(wants));
    if (row->secret) {
        snprintf(why, size, "must be %s", wants);
    } else if (row->kind == SETTING_SUBNETS) {
        size_t len = 0;
        const char *wrong = settings_bad_subnet(text, &len);
        snprintf(why, size, "must be %s, not \"%.*s\"", wants, len < 60 ? (int)len : 60, wrong);
    } else {
        snprintf(why, size, "must be %s, not \"%.40s\"", wants, text);
    }
    return why;
}

static void settings_example_row(struct buf *out, const struct setting_row *row)
{
    char wants[100];
    settings_wants(row, wants, sizeof(wants));
    print_to(out, "\n# %s\n", row->help);
    if (row->kind == SETTING_CHOICE || row->kind == SETTING_NUMBER) {
        print_to(out, "# Must be %s.\n", wants);
    }
    if (row->secret) {
        print_to(out, "# A secret, better in a file that only deaddrop may read: %s_file = PATH\n",
                 row->key);
    }
    print_to(out, "#%s =%s%s\n", row->key, row->fallback[0] == '\0' ? "" : " ", row->fallback);
}

void settings_example(struct buf *out)
{
    buf_text(out, "# deaddrop: every option, with what it is when nobody says. Take the # away to\n"
                  "# change one. Each is an environment variable too, which wins over this file:\n"
                  "# DEADDROP_WEB_PORT is port in [web]. `deaddrop config --check FILE` says what\n"
                  "# is wrong in a file, with the line.\n");
    const char *section = "";
    for (size_t i = 0; i < settings_row_count; i++) {
        const struct setting_row *row = &settings_rows[i];
        if (strcmp(section, row->section) != 0) {
            section = row->section;
            print_to(out, "\n[%s]\n", section);
        }
        settings_example_row(out, row);
    }
}
