#include "http_proxy.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { HTTP_HOPS_MAX = 32 };

/* A text between two others, without the blanks around it. */
struct http_word {
    const char *text;
    size_t len;
};

static struct http_word http_word_trim(const char *text, size_t len)
{
    while (len > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        len--;
    }
    while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t')) {
        len--;
    }
    return (struct http_word){.text = text, .len = len};
}

/* The address of a hop as a proxy writes it: 192.0.2.7, 192.0.2.7:80, [2001:db8::1]:80, quoted or
 * not. False for "unknown", for a name that hides it, and for anything else. */
static bool http_hop_address(struct http_word hop, unsigned char address[SUBNET_BYTES])
{
    if (hop.len >= 2 && hop.text[0] == '"' && hop.text[hop.len - 1] == '"') {
        hop = (struct http_word){.text = hop.text + 1, .len = hop.len - 2};
    }
    if (hop.len > 0 && hop.text[0] == '[') {
        const char *end = memchr(hop.text, ']', hop.len);
        return end != NULL && subnet_address(hop.text + 1, (size_t)(end - hop.text) - 1, address);
    }
    const char *colon = memchr(hop.text, ':', hop.len);
    bool port =
        colon != NULL && memchr(colon + 1, ':', hop.len - (size_t)(colon + 1 - hop.text)) == NULL;
    return subnet_address(hop.text, port ? (size_t)(colon - hop.text) : hop.len, address);
}

/* The value of for= in one element of Forwarded; len 0 without. */
static struct http_word http_forwarded_for(struct http_word element)
{
    const char *end = element.text + element.len;
    for (const char *at = element.text; at < end;) {
        const char *stop = memchr(at, ';', (size_t)(end - at));
        stop = stop != NULL ? stop : end;
        struct http_word pair = http_word_trim(at, (size_t)(stop - at));
        if (pair.len > 4 && strncasecmp(pair.text, "for=", 4) == 0) {
            return (struct http_word){.text = pair.text + 4, .len = pair.len - 4};
        }
        at = stop + 1;
    }
    return (struct http_word){.text = element.text, .len = 0};
}

/* The elements of a list, of which a quoted text may hold commas; the last ones when there are too
 * many. How many; 0 for a quote that is never closed, which could hide what a proxy has added. */
static unsigned http_hops(const char *list, struct http_word hops[HTTP_HOPS_MAX])
{
    unsigned count = 0;
    bool quoted = false;
    const char *begin = list;
    for (const char *at = list;; at++) {
        quoted = *at == '"' ? !quoted : quoted;
        if (*at != '\0' && (*at != ',' || quoted)) {
            continue;
        }
        if (count == HTTP_HOPS_MAX) {
            memmove(hops, hops + 1, (HTTP_HOPS_MAX - 1) * sizeof *hops);
            count--;
        }
        hops[count] = http_word_trim(begin, (size_t)(at - begin));
        count += hops[count].len > 0;
        if (*at == '\0') {
            return quoted ? 0 : count;
        }
        begin = at + 1;
    }
}

/* From right to left until one is not trusted. address begins as the proxy's own, and stays the
 * nearest that is known when a hop hides its address. */
static void http_hops_walk(const struct subnets *trusted, const struct http_word *hops,
                           unsigned count, unsigned char address[SUBNET_BYTES])
{
    while (count-- > 0 && subnets_have(trusted, address)) {
        if (!http_hop_address(hops[count], address)) {
            return;
        }
    }
}

/* Whom the field names; false when it was not sent. */
static bool http_proxy_field(const struct subnets *trusted, const struct http_head *head,
                             const char *name, unsigned char address[SUBNET_BYTES])
{
    char list[HTTP_HEAD_BYTES_MAX]; /* a whole head fits, so the last hop is never lost */
    struct http_word hops[HTTP_HOPS_MAX];
    if (http_head_join(head, name, list, sizeof list) == 0) {
        return false;
    }
    unsigned count = http_hops(list, hops);
    for (unsigned i = 0; i < count && strcmp(name, "forwarded") == 0; i++) {
        hops[i] = http_forwarded_for(hops[i]);
    }
    http_hops_walk(trusted, hops, count, address);
    return true;
}

static void http_address_print(const unsigned char address[SUBNET_BYTES], char *text)
{
    static const unsigned char four[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    bool is_four = memcmp(address, four, sizeof four) == 0;
    if (inet_ntop(is_four ? AF_INET : AF_INET6, is_four ? address + sizeof four : address, text,
                  HTTP_ADDRESS_BYTES) == NULL) {
        snprintf(text, HTTP_ADDRESS_BYTES, "?");
    }
}

void http_proxy_origin(const struct subnets *trusted, const char *peer,
                       const struct http_head *head, struct http_origin *origin)
{
    unsigned char address[SUBNET_BYTES];
    unsigned char one[SUBNET_BYTES];
    unsigned char other[SUBNET_BYTES];
    snprintf(origin->address, sizeof origin->address, "%s", peer);
    bool known = subnet_address(peer, strlen(peer), address);
    memcpy(one, address, sizeof one);
    memcpy(other, address, sizeof other);
    bool standard = http_proxy_field(trusted, head, "forwarded", one);
    bool usual = http_proxy_field(trusted, head, "x-forwarded-for", other);
    origin->forwarded = standard || usual;
    if (!known || !origin->forwarded || !subnets_have(trusted, address)) {
        return;
    }
    if (standard && usual && memcmp(one, other, sizeof one) != 0) {
        return;
    }
    http_address_print(standard ? one : other, origin->address);
}
