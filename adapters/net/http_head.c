/* Strict, in one pass over bytes that are there in full; nothing is allocated. */
#include "http_head.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { HTTP_BAD = 400, HTTP_FIELDS_TOO_MANY = 431, HTTP_VERSION_UNKNOWN = 505 };

static bool http_is_token(char letter)
{
    unsigned char byte = (unsigned char)letter;
    bool alnum = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                 (byte >= 'a' && byte <= 'z');
    return alnum || (byte != '\0' && strchr("!#$%&'*+-.^_`|~", byte) != NULL);
}

static bool http_is_value(char letter)
{
    unsigned char byte = (unsigned char)letter;
    return byte == '\t' || (byte >= 0x20 && byte != 0x7f);
}

long http_head_end(const char *bytes, size_t len, size_t *scanned)
{
    for (size_t i = *scanned; i < len; i++) {
        if (bytes[i] == '\0' || (bytes[i] == '\n' && (i == 0 || bytes[i - 1] != '\r'))) {
            return -1;
        }
        if (bytes[i] == '\n' && i >= 3 && memcmp(bytes + i - 3, "\r\n\r", 3) == 0) {
            return (long)i + 1;
        }
    }
    *scanned = len;
    return 0;
}

long http_head_gathered(const char *bytes, size_t len, size_t *scanned)
{
    if (*scanned == 0 && len >= 2 && memcmp(bytes, "\r\n", 2) == 0) {
        *scanned = 2; /* an empty line before it is no end */
    }
    long end = http_head_end(bytes, len, scanned);
    if (end < 0) {
        return -400;
    }
    bool is_long = end > HTTP_HEAD_BYTES_MAX || (end == 0 && len > HTTP_HEAD_BYTES_MAX);
    return is_long ? -431 : end;
}

/* Ends the line that begins at *at with a zero and moves *at behind it; NULL without one. */
static char *http_line(char **at, const char *end)
{
    char *line = *at;
    char *stop = memchr(line, '\n', (size_t)(end - line));
    if (stop == NULL || stop == line || stop[-1] != '\r') {
        return NULL;
    }
    stop[-1] = '\0';
    *at = stop + 1;
    return strchr(line, '\r') == NULL ? line : NULL;
}

static int http_hex(char letter)
{
    if (letter >= '0' && letter <= '9') {
        return letter - '0';
    }
    char small = (char)(letter | 0x20);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/* In place; false for what is no encoding, or stands for a control character. */
static bool http_path_decode(char *path)
{
    char *to = path;
    for (const char *from = path; *from != '\0'; from++) {
        int byte = (unsigned char)*from;
        if (*from == '%') {
            int high = http_hex(from[1]);
            int low = high < 0 ? -1 : http_hex(from[2]);
            if (low < 0) {
                return false;
            }
            byte = high * 16 + low;
            from += 2;
        }
        if (byte < 0x20 || byte == 0x7f) {
            return false;
        }
        *to++ = (char)byte;
    }
    *to = '\0';
    return true;
}

/* What stands behind http:// or https://, NULL for anything else. */
static char *http_target_rest(char *target)
{
    if (strncasecmp(target, "http://", 7) == 0) {
        return target + 7;
    }
    return strncasecmp(target, "https://", 8) == 0 ? target + 8 : NULL;
}

/* A target is a path, or a whole address (whose host then counts and not the field's), or for some
 * methods "*" or a host. authority gets the host of a whole address. */
static bool http_target_read(struct http_head *head, char *target, char **authority)
{
    static char root[] = "/";
    *authority = NULL;
    char *rest = http_target_rest(target);
    if (rest != NULL) {
        size_t host_len = strcspn(rest, "/?");
        if (host_len == 0 || memchr(rest, '@', host_len) != NULL) {
            return false;
        }
        /* the host moves over the scheme, so that the zero behind it takes nothing of the path */
        char *path = rest + host_len;
        memmove(target, rest, host_len);
        target[host_len] = '\0';
        *authority = target;
        target = *path == '/' ? path : root;
    }
    if (target != root) {
        target[strcspn(target, "?")] = '\0';
    }
    head->path = target;
    bool other = strcmp(target, "*") == 0 || strcmp(head->method, "CONNECT") == 0;
    return strchr(target, '#') == NULL && (target[0] == '/' || other) &&
           (target == root || http_path_decode(target));
}

static int http_request_line(struct http_head *head, char *line, char **authority)
{
    char *target = strchr(line, ' ');
    char *version = target != NULL ? strchr(target + 1, ' ') : NULL;
    if (version == NULL || target == line || version == target + 1) {
        return HTTP_BAD;
    }
    *target++ = '\0';
    *version++ = '\0';
    head->method = line;
    for (const char *at = line; *at != '\0'; at++) {
        if (!http_is_token(*at)) {
            return HTTP_BAD;
        }
    }
    for (const char *at = target; *at != '\0'; at++) {
        if ((unsigned char)*at <= 0x20 || (unsigned char)*at >= 0x7f) {
            return HTTP_BAD;
        }
    }
    bool shaped = strlen(version) == 8 && strncmp(version, "HTTP/", 5) == 0 && version[5] >= '0' &&
                  version[5] <= '9' && version[6] == '.' && version[7] >= '0' && version[7] <= '9';
    if (!shaped) {
        return HTTP_BAD;
    }
    if (version[5] != '1') {
        return HTTP_VERSION_UNKNOWN;
    }
    head->minor = (unsigned)(version[7] - '0');
    return http_target_read(head, target, authority) ? 0 : HTTP_BAD;
}

static int http_field_read(struct http_head *head, char *line)
{
    char *at = line;
    for (; http_is_token(*at); at++) {
        *at = (char)(*at >= 'A' && *at <= 'Z' ? *at | 0x20 : *at);
    }
    if (at == line || *at != ':') { /* a blank before the colon, a continued line, no name */
        return HTTP_BAD;
    }
    *at++ = '\0';
    at += strspn(at, " \t");
    size_t len = strlen(at);
    while (len > 0 && (at[len - 1] == ' ' || at[len - 1] == '\t')) {
        len--;
    }
    at[len] = '\0';
    for (size_t i = 0; i < len; i++) {
        if (!http_is_value(at[i])) {
            return HTTP_BAD;
        }
    }
    if (head->field_count == HTTP_FIELDS_MAX) {
        return HTTP_FIELDS_TOO_MANY;
    }
    head->fields[head->field_count++] = (struct http_field){.name = line, .value = at};
    return 0;
}

static unsigned http_head_count(const struct http_head *head, const char *name)
{
    unsigned count = 0;
    for (unsigned i = 0; i < head->field_count; i++) {
        count += strcmp(head->fields[i].name, name) == 0;
    }
    return count;
}

/* What may stand there once, and what two readers could take for two different lengths. */
static bool http_head_is_sound(const struct http_head *head)
{
    static const char *const once[] = {"host",
                                       "content-length",
                                       "content-type",
                                       "authorization",
                                       "origin",
                                       "transfer-encoding",
                                       "upgrade",
                                       "sec-websocket-key",
                                       "sec-websocket-version"};
    for (size_t i = 0; i < sizeof once / sizeof *once; i++) {
        if (http_head_count(head, once[i]) > 1) {
            return false;
        }
    }
    bool both = http_head_count(head, "content-length") > 0 &&
                http_head_count(head, "transfer-encoding") > 0;
    return !both && (head->minor == 0 || http_head_count(head, "host") == 1);
}

int http_head_read(struct http_head *head, char *bytes, size_t len)
{
    char *authority = NULL;
    char *at = bytes;
    const char *end = bytes + len;
    memset(head, 0, sizeof *head);
    head->method = "";
    head->host = "";
    if (len >= 2 && memcmp(at, "\r\n", 2) == 0) { /* one empty line before it is forgiven */
        at += 2;
    }
    char *line = http_line(&at, end);
    int status = line != NULL ? http_request_line(head, line, &authority) : HTTP_BAD;
    while (status == 0) {
        line = http_line(&at, end);
        if (line == NULL) {
            return HTTP_BAD;
        }
        if (line[0] == '\0') {
            break;
        }
        status = http_field_read(head, line);
    }
    if (status == 0 && !http_head_is_sound(head)) {
        status = HTTP_BAD;
    }
    head->host = authority != NULL ? authority : http_head_value(head, "host");
    return status;
}

const char *http_head_value(const struct http_head *head, const char *name)
{
    for (unsigned i = 0; i < head->field_count; i++) {
        if (strcmp(head->fields[i].name, name) == 0) {
            return head->fields[i].value;
        }
    }
    return "";
}

unsigned http_head_join(const struct http_head *head, const char *name, char *text, size_t size)
{
    unsigned lines = 0;
    size_t len = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < head->field_count; i++) {
        if (strcmp(head->fields[i].name, name) != 0) {
            continue;
        }
        int more =
            snprintf(text + len, size - len, "%s%s", lines++ > 0 ? "," : "", head->fields[i].value);
        if (more < 0 || (size_t)more >= size - len) {
            return lines;
        }
        len += (size_t)more;
    }
    return lines;
}

bool http_list_has(const char *list, const char *word)
{
    size_t len = strlen(word);
    while (*list != '\0') {
        list += strspn(list, ", \t");
        size_t there = strcspn(list, ", \t");
        if (there == len && strncasecmp(list, word, len) == 0) {
            return true;
        }
        list += there;
    }
    return false;
}
