/* The lines go out with the bytes that came: http_head.h has read them before in a copy, so that
 * each is a name, a colon and a value, and none can be taken for two. */
#include "relay_head.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "heap.h"

enum { RELAY_TOO_LONG = 431 };

/* Which fields are not passed on as they came. */
enum relay_field {
    RELAY_PASSES,
    RELAY_OURS,    /* said by us alone */
    RELAY_PROXYS,  /* said by a proxy that is trusted */
    RELAY_UPGRADES /* of this connection, when it is to be something else */
};

static const struct {
    const char *name; /* in small letters; with a - at its end: all that begin so */
    enum relay_field kind;
} relay_fields[] = {
    {"x-forwarded-proto", RELAY_PROXYS}, {"x-forwarded-host", RELAY_PROXYS},
    {"x-forwarded-", RELAY_OURS},        {"forwarded", RELAY_OURS},
    {HTTP_RELAYED, RELAY_OURS},          {"connection", RELAY_OURS},
    {"proxy-connection", RELAY_OURS},    {"keep-alive", RELAY_OURS},
    {"upgrade", RELAY_UPGRADES},
};

static enum relay_field relay_field_kind(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof relay_fields / sizeof *relay_fields; i++) {
        const char *there = relay_fields[i].name;
        size_t there_len = strlen(there);
        bool begins = there[there_len - 1] == '-' && len > there_len;
        if ((begins || len == there_len) && strncasecmp(name, there, there_len) == 0) {
            return relay_fields[i].kind;
        }
    }
    return RELAY_PASSES;
}

/* The peer is a proxy that is believed. */
static bool relay_from_trusts(const struct relay_from *from)
{
    unsigned char address[SUBNET_BYTES];
    return subnet_address(from->peer, strlen(from->peer), address) &&
           subnets_have(from->trusted, address);
}

static bool relay_passes(const char *line, size_t len, bool trusts, bool upgrade)
{
    const char *colon = memchr(line, ':', len);
    assert(colon != NULL);
    enum relay_field kind = relay_field_kind(line, (size_t)(colon - line));
    return kind == RELAY_PASSES || (kind == RELAY_PROXYS && trusts) ||
           (kind == RELAY_UPGRADES && upgrade);
}

static void relay_lines(struct buf *out, const char *bytes, size_t len, bool trusts, bool upgrade)
{
    const char *end = bytes + len;
    bool is_field = false;
    for (const char *line = bytes; line < end - 2;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        assert(stop != NULL);
        size_t line_len = (size_t)(stop - line) + 1;
        if (!is_field || relay_passes(line, line_len, trusts, upgrade)) {
            buf_add(out, line, line_len);
        }
        is_field = true;
        line = stop + 1;
    }
}

static void relay_said(struct buf *out, const char *name, const char *value)
{
    buf_text(out, name);
    buf_text(out, ": ");
    buf_text(out, value);
    buf_text(out, "\r\n");
}

static void relay_own_lines(struct buf *out, const struct http_head *head,
                            const struct relay_from *from, bool upgrade)
{
    struct http_origin origin;
    char value[HTTP_RELAYED_BYTES];
    http_proxy_origin(from->trusted, from->peer, head, &origin);
    relay_said(out, "X-Forwarded-For", origin.address);
    if (from->key[0] != '\0') {
        struct http_relayed relayed = {.port = from->port, .proxied = origin.forwarded};
        memcpy(relayed.peer, origin.address, sizeof relayed.peer);
        snprintf(relayed.here, sizeof relayed.here, "%s", from->here);
        http_relayed_write(&relayed, from->key, value);
        relay_said(out, "X-Relayed", value);
    }
    relay_said(out, "Connection", upgrade ? "Upgrade" : "close");
    buf_text(out, "\r\n");
}

int relay_head_write(struct buf *out, const char *bytes, size_t len, const struct relay_from *from,
                     bool *upgrade_r)
{
    struct http_head head;
    char list[HTTP_HEAD_BYTES_MAX];
    char *copy = heap_text(bytes, len);
    int status = http_head_read(&head, copy, len);
    if (status == 0) {
        size_t begin = strspn(bytes, "\r\n"); /* one empty line before it is forgiven */
        http_head_join(&head, "connection", list, sizeof list);
        *upgrade_r = http_head_value(&head, "upgrade")[0] != '\0' && http_list_has(list, "upgrade");
        relay_lines(out, bytes + begin, len - begin, relay_from_trusts(from), *upgrade_r);
        relay_own_lines(out, &head, from, *upgrade_r);
        status = out->full || out->len > HTTP_HEAD_BYTES_MAX ? RELAY_TOO_LONG : 0;
    }
    free(copy);
    return status;
}
