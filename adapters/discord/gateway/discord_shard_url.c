/* Where a shard connects, and how what comes is compressed. */
#include <stdio.h>
#include <string.h>

#include "discord_gateway_private.h"

/* What a connection asks for, and what reads what comes; NULL: it comes as text. */
static const struct shard_compression {
    const char *query;
    struct unpack *(*unpack_new)(size_t text_max);
} shard_compressions[] = {
    [COMPRESSION_NONE] = {"", NULL},
    [COMPRESSION_ZLIB] = {"&compress=zlib-stream", unpack_new},
    [COMPRESSION_ZSTD] = {"&compress=zstd-stream", unpack_new_zstd},
};

struct unpack *shard_unpack_new(enum discord_compression compression)
{
    struct unpack *(*make)(size_t) = shard_compressions[compression].unpack_new;
    return make == NULL ? NULL : make(NET_MESSAGE_BYTES_MAX);
}

/* Where it connects: a session where Discord said, unless that was not to be reached just now. */
void shard_url(const struct discord_shard *shard, char *url, size_t size)
{
    const char *base = shard->gateway->base;
    const char *own = shard->session.url;
    bool there = shard->state == SHARD_REOPENING && own[0] != '\0' &&
                 (base == NULL || shard->unreached % 2 == 0);
    const char *host = there || base == NULL ? own : base;
    size_t len = strcspn(host, "?#"); /* a query that it brings along is replaced by ours */
    const char *name = strstr(host, "://");
    const char *slash = strchr(name != NULL ? name + 3 : host, '/');
    bool path = slash != NULL && slash < host + len;
    snprintf(url, size, "%.*s%s?v=10&encoding=json%s", (int)len, host, path ? "" : "/",
             shard_compressions[shard->gateway->compression].query);
}
