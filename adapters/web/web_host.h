/* By which names this server may be addressed, and from which pages. A page of somebody else that
 * is open in a browser may make that browser ask us (with our cookie, or under a name of its own
 * that suddenly means this machine); whoever does so is known by Host and Origin. Pure. */
#ifndef WEB_HOST_H
#define WEB_HOST_H

#include <stdbool.h>
#include <stddef.h>

struct http_request;

enum { WEB_LINK_BYTES = 512 };

struct web_host {
    const char *url;   /* public address, "https://play.example.org"; "" none */
    const char *hosts; /* further names, with spaces or commas between */
    bool near;         /* it listens on loopback alone, or the relay before it does */
    const char *lan;   /* an address of this machine in its network, for links; "" none */
};

/* May this request be answered at all? (Host, for a POST or a socket also Origin, and JSON.) */
bool web_host_admits(const struct web_host *host, const struct http_request *request,
                     const char *socket_path);
/* Does it come from a person at this machine, not through the public address? */
bool web_host_is_near(const struct web_host *host, const struct http_request *request);
bool web_host_is_secure(const struct web_host *host);
/* The address of the page for a link, without a slash at its end. */
void web_host_base(const struct web_host *host, const struct http_request *request, char *base,
                   size_t size);

/* The value of a cookie in a Cookie header; false when it is not there or too long. */
bool web_cookie_find(const char *header, const char *name, char *value, size_t size);
/* The token of an Authorization header; "" without. */
const char *web_bearer(const char *header);

#endif
