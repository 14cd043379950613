/* What anybody may send to a relay: what it passes on is read by the server as the relay has read
 * it, and names who asks as the relay does, whatever the bytes say. */
#include "relay_head.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_MAX = 8192 };

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static unsigned count(const struct http_head *head, const char *name)
{
    char list[BYTES_MAX];
    return http_head_join(head, name, list, sizeof list);
}

/* The server's own view of what was passed on. */
static void served(const char *bytes, size_t len, const char *peer, bool upgrade)
{
    static struct subnets all;
    struct http_head head;
    struct http_origin origin;
    struct http_relayed relayed;
    size_t scanned = 0;
    const char *wrong = NULL;
    size_t wrong_len = 0;
    char *copy = malloc(len);
    assert(copy != NULL);
    memcpy(copy, bytes, len);
    assert(http_head_end(copy, len, &scanned) == (long)len);
    assert(subnets_read(&all, "0.0.0.0/0 ::/0", &wrong, &wrong_len));
    int status = http_head_read(&head, copy, len);
    if (status == 0) { /* or two fields too many */
        assert(count(&head, "x-forwarded-for") == 1 && count(&head, "forwarded") == 0);
        assert(count(&head, HTTP_RELAYED) == 1 && count(&head, "connection") == 1);
        assert((http_head_value(&head, "upgrade")[0] != '\0') == upgrade);
        assert(http_relayed_read(&relayed, "key", http_head_value(&head, HTTP_RELAYED)));
        http_proxy_origin(&all, peer, &head, &origin);
        assert(strcmp(origin.address, relayed.peer) == 0);
        assert(relayed.port == 8080 && strcmp(relayed.here, "192.0.2.1") == 0);
    }
    assert(status == 0 || status == 431);
    free(copy);
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct subnets trusted;
    const char *wrong = NULL;
    size_t wrong_len = 0;
    size_t scanned = 0;
    bool upgrade = false;
    struct buf out;
    if (size < 2 || size > BYTES_MAX) {
        return 0;
    }
    const char *text = (const char *)bytes + 1;
    long end = http_head_end(text, size - 1, &scanned);
    if (end <= 0) {
        return 0;
    }
    const char *peer = bytes[0] % 2 == 0 ? "10.0.0.1" : "2001:db8::7";
    assert(subnets_read(&trusted, "10.0.0.0/8", &wrong, &wrong_len));
    const struct relay_from from = {
        .peer = peer, .here = "192.0.2.1", .port = 8080, .trusted = &trusted, .key = "key"};
    buf_init(&out, BYTES_MAX);
    int status = relay_head_write(&out, text, (size_t)end, &from, &upgrade);
    assert(status == 0 || (status >= 400 && status < 600));
    if (status == 0) {
        served(out.text, out.len, peer, upgrade);
    }
    buf_deinit(&out);
    return 0;
}
