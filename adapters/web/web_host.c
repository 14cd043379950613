/* Names, addresses and origins, compared without asking anybody what a name means. */
#include "web_host.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "http_server.h"

enum { WEB_HOST_BYTES = 256 };

/* A host and a port as text; port "" when there is none. */
struct web_authority {
    char name[WEB_HOST_BYTES];
    char port[8];
};

static bool web_authority_read(struct web_authority *authority, const char *text, size_t len)
{
    const char *end = text + len;
    const char *name_end = text[0] == '[' ? memchr(text, ']', len) : memchr(text, ':', len);
    if (text[0] == '[') {
        name_end = name_end != NULL ? name_end + 1 : NULL;
    } else if (name_end == NULL) {
        name_end = end;
    }
    if (len == 0 || name_end == NULL || name_end == text ||
        (size_t)(name_end - text) >= sizeof authority->name) {
        return false;
    }
    snprintf(authority->name, sizeof authority->name, "%.*s", (int)(name_end - text), text);
    if (name_end == end) {
        authority->port[0] = '\0';
        return true;
    }
    size_t digits = (size_t)(end - name_end) - 1;
    if (*name_end != ':' || digits == 0 || digits >= sizeof authority->port ||
        strspn(name_end + 1, "0123456789") < digits) {
        return false;
    }
    snprintf(authority->port, sizeof authority->port, "%.*s", (int)digits, name_end + 1);
    return true;
}

static bool web_authority_is(const struct web_authority *authority, const char *name)
{
    return strcasecmp(authority->name, name) == 0;
}

/* What stands behind "http://" or "https://"; NULL for anything else. */
static const char *web_origin_rest(const char *origin)
{
    if (strncasecmp(origin, "http://", 7) == 0) {
        return origin + 7;
    }
    return strncasecmp(origin, "https://", 8) == 0 ? origin + 8 : NULL;
}

static bool web_host_is_public(const struct web_host *host, const struct web_authority *authority)
{
    struct web_authority ours;
    const char *rest = web_origin_rest(host->url);
    return rest != NULL && web_authority_read(&ours, rest, strcspn(rest, "/")) &&
           web_authority_is(authority, ours.name) && strcmp(authority->port, ours.port) == 0;
}

static bool web_host_is_listed(const struct web_host *host, const struct web_authority *authority)
{
    for (const char *at = host->hosts; *at != '\0';) {
        at += strspn(at, ", \t");
        size_t len = strcspn(at, ", \t");
        struct web_authority listed;
        if (len > 0 && web_authority_read(&listed, at, len) &&
            web_authority_is(authority, listed.name) &&
            (listed.port[0] == '\0' || strcmp(listed.port, authority->port) == 0)) {
            return true;
        }
        at += len;
    }
    return false;
}

static bool web_host_is_loopback(const struct web_authority *authority)
{
    return web_authority_is(authority, "localhost") || web_authority_is(authority, "127.0.0.1") ||
           web_authority_is(authority, "[::1]");
}

/* The numeric address it was reached at: a name cannot be that, whatever it resolves to. */
static bool web_host_is_here(const struct http_request *request,
                             const struct web_authority *authority)
{
    char here[WEB_HOST_BYTES];
    bool is_six = strchr(request->here, ':') != NULL;
    snprintf(here, sizeof here, "%s%s%s", is_six ? "[" : "", request->here, is_six ? "]" : "");
    return web_authority_is(authority, here);
}

static bool web_host_is_ours(const struct web_host *host, const struct http_request *request)
{
    struct web_authority authority;
    char port[8];
    if (!web_authority_read(&authority, request->host, strlen(request->host))) {
        return false;
    }
    if (web_host_is_public(host, &authority) || web_host_is_listed(host, &authority)) {
        return true;
    }
    snprintf(port, sizeof port, "%u", (unsigned)request->port);
    bool port_is_ours = strcmp(authority.port[0] != '\0' ? authority.port : "80", port) == 0;
    return port_is_ours &&
           (web_host_is_loopback(&authority) || web_host_is_here(request, &authority));
}

/* The page that asks must be of this very server. */
static bool web_origin_is_ours(const struct web_host *host, const struct http_request *request)
{
    struct web_authority authority;
    const char *rest = web_origin_rest(request->origin);
    if (rest == NULL || strcasecmp(rest, request->host) != 0) {
        return false;
    }
    bool is_public =
        web_authority_read(&authority, rest, strlen(rest)) && web_host_is_public(host, &authority);
    return !is_public || strncasecmp(request->origin, host->url, strcspn(host->url, ":")) == 0;
}

bool web_host_admits(const struct web_host *host, const struct http_request *request,
                     const char *socket_path)
{
    if (!web_host_is_ours(host, request)) {
        return false;
    }
    bool is_post = request->method == HTTP_METHOD_POST;
    if (!is_post && strcmp(request->path, socket_path) != 0) {
        return true;
    }
    return web_origin_is_ours(host, request) &&
           (!is_post || strncasecmp(request->content_type, "application/json", 16) == 0);
}

bool web_host_is_near(const struct web_host *host, const struct http_request *request)
{
    struct web_authority authority;
    return request->same_machine &&
           web_authority_read(&authority, request->host, strlen(request->host)) &&
           !web_host_is_public(host, &authority);
}

bool web_host_is_secure(const struct web_host *host)
{
    return strncasecmp(host->url, "https://", 8) == 0;
}

void web_host_base(const struct web_host *host, const struct http_request *request, char *base,
                   size_t size)
{
    struct web_authority authority;
    size_t url_len = strlen(host->url);
    if (url_len > 0) {
        while (url_len > 0 && host->url[url_len - 1] == '/') {
            url_len--;
        }
        snprintf(base, size, "%.*s", (int)url_len, host->url);
    } else if (!host->near && host->lan[0] != '\0' &&
               web_authority_read(&authority, request->host, strlen(request->host)) &&
               web_host_is_loopback(&authority)) {
        snprintf(base, size, "http://%s:%u", host->lan, (unsigned)request->port);
    } else {
        snprintf(base, size, "http://%s", request->host);
    }
}

bool web_cookie_find(const char *header, const char *name, char *value, size_t size)
{
    size_t name_len = strlen(name);
    for (const char *at = header; *at != '\0';) {
        at += strspn(at, "; \t");
        size_t len = strcspn(at, ";");
        if (len > name_len && strncmp(at, name, name_len) == 0 && at[name_len] == '=') {
            size_t value_len = len - name_len - 1;
            if (value_len >= size) {
                return false;
            }
            memcpy(value, at + name_len + 1, value_len);
            value[value_len] = '\0';
            return true;
        }
        at += len;
    }
    return false;
}

const char *web_bearer(const char *header)
{
    return strncasecmp(header, "Bearer ", 7) == 0 ? header + 7 : "";
}
