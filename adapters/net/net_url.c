#include "net_url.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static bool url_port(const char *text, size_t len, uint16_t *port)
{
    unsigned number = 0;
    if (len == 0 || len > 5) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        number = number * 10 + (unsigned)(text[i] - '0');
    }
    *port = (uint16_t)number;
    return number > 0 && number <= UINT16_MAX;
}

static bool url_copy(char *to, size_t size, const char *from, size_t len)
{
    if (len >= size) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)from[i] <= ' ' || (unsigned char)from[i] >= 0x7f) {
            return false;
        }
    }
    memcpy(to, from, len);
    to[len] = '\0';
    return true;
}

static bool url_host(struct net_url *url, const char *text, size_t len)
{
    const char *end = text + len;
    const char *from = text;
    const char *host_end = NULL;
    const char *behind = NULL;
    if (len > 0 && *text == '[') { /* a numeric address of IPv6 */
        from = text + 1;
        host_end = memchr(text, ']', len);
        if (host_end == NULL) {
            return false;
        }
        behind = host_end + 1;
    } else {
        const char *colon = memchr(text, ':', len);
        host_end = colon != NULL ? colon : end;
        behind = host_end;
    }
    url->port = url->secret ? 443 : 80;
    if (host_end == from || memchr(text, '@', len) != NULL ||
        !url_copy(url->host, sizeof url->host, from, (size_t)(host_end - from))) {
        return false;
    }
    return behind == end ||
           (*behind == ':' && url_port(behind + 1, (size_t)(end - behind - 1), &url->port));
}

bool net_url_read(struct net_url *url, const char *text)
{
    size_t scheme = 0;
    *url = (struct net_url){0};
    if (strncmp(text, "wss://", 6) == 0) {
        url->secret = true;
        scheme = 6;
    } else if (strncmp(text, "ws://", 5) == 0) {
        scheme = 5;
    } else {
        return false;
    }
    const char *host = text + scheme;
    size_t len = strcspn(host, "/?#");
    const char *path = host + len;
    size_t path_len = strcspn(path, "#");
    if (!url_host(url, host, len)) {
        return false;
    }
    size_t slash = path_len == 0 || path[0] != '/' ? 1 : 0;
    url->path[0] = '/';
    return url_copy(url->path + slash, sizeof url->path - slash, path, path_len);
}

/* What a library would change before it is sent. */
static bool url_is_final(const char *target)
{
    for (const char *at = target; *at != '\0'; at++) {
        if ((unsigned char)*at <= ' ' || (unsigned char)*at >= 0x7f || *at == '#') {
            return false;
        }
    }
    return *target == '/' && strstr(target, "/.") == NULL;
}

size_t net_url_origin(const char *text)
{
    size_t scheme = strncmp(text, "https://", 8) == 0  ? 8
                    : strncmp(text, "http://", 7) == 0 ? 7
                                                       : 0;
    size_t host = strcspn(text + scheme, "/?#\\@");
    bool whole = scheme > 0 && host > 0 && url_is_final(text + scheme + host);
    return whole ? scheme + host : 0;
}
