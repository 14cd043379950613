/* One connection through the relay. What one side has sent goes to the other at once; as long as a
 * piece of it has to wait, the side that sent it is not read, so that at most one piece waits each
 * way. The end of one side is told to the other behind all that it had sent. */
#include <assert.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "heap.h"
#include "relay_private.h"

enum {
    RELAY_LINGER_MS = 2000,
    RELAY_LINGER_BYTES_MAX = 256 * 1024,
    RELAY_HEAD_PIECE_BYTES = 4096,
    RELAY_UNSEEN_MS = 10000 /* whoever answers is gone when it does not take bytes for so long */
};

const struct transitions relay_transitions = {
    .any = STATE_BIT(RELAY_ENDED),
    .count = RELAY_ENDED + 1,
    .after = {
        [RELAY_HEAD] = STATE_BIT(RELAY_CONNECTING) | STATE_BIT(RELAY_REFUSED),
        [RELAY_CONNECTING] = STATE_BIT(RELAY_OPEN) | STATE_BIT(RELAY_REFUSED),
        [RELAY_OPEN] = STATE_BIT(RELAY_ANSWERED) | STATE_BIT(RELAY_REFUSED),
    }};

static void relay_enter(struct relay_link *link, enum relay_state state)
{
    assert(transitions_allow(&relay_transitions, link->state, state));
    link->state = state;
}

/* --- the end ---------------------------------------------------------------------------------- */

static void relay_handle_closed(uv_handle_t *handle)
{
    struct relay_link *link = handle->data;
    if (--link->handles > 0) {
        return;
    }
    struct relay *relay = link->relay;
    free(link);
    relay_release(relay);
}

static void relay_side_close(struct relay_side *side)
{
    if (side->fd < 0) {
        return;
    }
    uv_poll_stop(&side->poll);
    side->poll.data = side->link;
    uv_close((uv_handle_t *)&side->poll, relay_handle_closed);
    close(side->fd);
    side->fd = -1;
    free(side->out);
    side->out = NULL;
}

void relay_link_end(struct relay_link *link)
{
    struct relay *relay = link->relay;
    if (link->state == RELAY_ENDED) {
        return;
    }
    relay_enter(link, RELAY_ENDED);
    *(link->previous != NULL ? &link->previous->next : &relay->links) = link->next;
    *(link->next != NULL ? &link->next->previous : &relay->oldest) = link->previous;
    relay->link_count--;
    free(link->in);
    link->in = NULL;
    relay_side_close(&link->client);
    relay_side_close(&link->server);
    uv_close((uv_handle_t *)&link->timer, relay_handle_closed);
}

/* --- what is waited for ----------------------------------------------------------------------- */

static void relay_event(uv_poll_t *poll, int status, int events);

static int relay_events(const struct relay_side *side)
{
    const struct relay_link *link = side->link;
    const struct relay_side *other = side == &link->client ? &link->server : &link->client;
    bool is_client = side == &link->client;
    int write = side->out != NULL ? UV_WRITABLE : 0;
    switch (link->state) {
    case RELAY_CONNECTING:
        return is_client ? 0 : UV_WRITABLE;
    case RELAY_OPEN:
        return write | (side->ended || other->out != NULL ? 0 : UV_READABLE);
    case RELAY_HEAD:
    case RELAY_ANSWERED:
    case RELAY_REFUSED:
    case RELAY_ENDED:
        return UV_READABLE;
    }
    return 0;
}

static void relay_side_want(struct relay_side *side)
{
    int events = side->fd >= 0 ? relay_events(side) : 0;
    if (side->fd < 0 || events == side->events) {
        return;
    }
    side->events = events;
    if (events == 0) {
        uv_poll_stop(&side->poll);
    } else {
        uv_poll_start(&side->poll, events, relay_event);
    }
}

static void relay_want(struct relay_link *link)
{
    relay_side_want(&link->client);
    relay_side_want(&link->server);
}

static void relay_late(uv_timer_t *timer)
{
    struct relay_link *link = timer->data;
    if (link->state == RELAY_HEAD && link->in_len > 0) {
        relay_link_refuse(link, 408);
    } else if (link->state == RELAY_CONNECTING) {
        relay_link_refuse(link, 503);
    } else {
        relay_link_end(link);
    }
}

static void relay_timer(struct relay_link *link, unsigned time_ms)
{
    uv_timer_start(&link->timer, relay_late, time_ms, 0);
}

/* --- no answer -------------------------------------------------------------------------------- */

/* Nothing more goes to who asks: the other side's connection is done with, and theirs stays until
 * they end it, so that they read the answer whole. */
static void relay_linger(struct relay_link *link, enum relay_state state)
{
    relay_enter(link, state);
    relay_side_close(&link->server);
    shutdown(link->client.fd, SHUT_WR);
    relay_timer(link, RELAY_LINGER_MS);
    relay_want(link);
}

static const struct {
    int status;
    const char *name;
    const char *text;
} relay_refusals[] = {
    {400, "Bad Request", "That is not HTTP as it is written down."},
    {408, "Request Timeout", "That took too long."},
    {431, "Request Header Fields Too Large", "That head is too long."},
    {502, "Bad Gateway", "It was not answered; look before you try again."},
    {503, "Unavailable", "Nobody answers here just now; come back in a moment."},
    {505, "HTTP Version Not Supported", "Only HTTP/1.1 is spoken here."},
};

void relay_link_refuse(struct relay_link *link, int status)
{
    char body[128];
    char text[512];
    size_t at = 0;
    while (relay_refusals[at].status != status) {
        at++;
        assert(at < sizeof relay_refusals / sizeof *relay_refusals);
    }
    int len = snprintf(body, sizeof body, "{\"sorry\":\"%s\"}", relay_refusals[at].text);
    len = snprintf(text, sizeof text,
                   "HTTP/1.1 %d %s\r\n%sContent-Type: application/json; charset=utf-8\r\n"
                   "Cache-Control: no-store\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
                   status, relay_refusals[at].name, status == 503 ? "Retry-After: 1\r\n" : "", len,
                   body);
    send(link->client.fd, text, (size_t)len, MSG_NOSIGNAL | MSG_DONTWAIT);
    relay_linger(link, RELAY_REFUSED);
}

/* --- both ways -------------------------------------------------------------------------------- */

/* Nothing can be sent there any more: what was to go there is thrown away. Whoever answers may have
 * said something before. */
static void relay_broken(struct relay_side *side)
{
    side->shut = true;
    free(side->out);
    side->out = NULL;
    if (side == &side->link->client) {
        relay_link_end(side->link);
    }
}

/* How many bytes went; -1: the connection is broken. */
static long relay_send(const struct relay_side *side, const char *bytes, size_t len)
{
    ssize_t count = send(side->fd, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
        return (long)count;
    }
    return errno == EAGAIN || errno == EINTR ? 0 : -1;
}

static void relay_put(struct relay_side *side, const char *bytes, size_t len)
{
    long sent = side->shut ? (long)len : relay_send(side, bytes, len);
    if (sent < 0) {
        relay_broken(side);
    } else if ((size_t)sent < len) {
        side->out_len = len - (size_t)sent;
        side->out_sent = 0;
        side->out = heap_text(bytes + sent, side->out_len);
    }
}

static void relay_write(struct relay_side *side)
{
    long sent = relay_send(side, side->out + side->out_sent, side->out_len - side->out_sent);
    if (sent < 0) {
        relay_broken(side);
        return;
    }
    if (sent > 0) {
        relay_timer(side->link, side->link->relay->setup.limits.idle_ms);
    }
    side->out_sent += (size_t)sent;
    if (side->out_sent == side->out_len) {
        free(side->out);
        side->out = NULL;
    }
}

static void relay_read(struct relay_side *from, struct relay_side *to)
{
    struct relay_link *link = from->link;
    struct relay *relay = link->relay;
    if ((relay_events(from) & UV_READABLE) == 0) {
        return;
    }
    ssize_t count = recv(from->fd, relay->chunk, sizeof relay->chunk, MSG_DONTWAIT);
    if (count > 0) {
        from->answered = true;
        relay_timer(link, relay->setup.limits.idle_ms);
        relay_put(to, relay->chunk, (size_t)count);
    } else if (count == 0) {
        from->ended = true;
    } else if (errno != EAGAIN && errno != EINTR) {
        from->ended = true;
        relay_broken(from);
    }
}

/* The end of a side is told to the other once all that it had sent has gone there. */
static void relay_ends(struct relay_link *link)
{
    struct relay_side *client = &link->client;
    struct relay_side *server = &link->server;
    if (server->ended && client->out == NULL) {
        if (client->ended) {
            relay_link_end(link);
        } else if (!server->answered) {
            relay_link_refuse(link, 502);
        } else {
            relay_linger(link, RELAY_ANSWERED);
        }
    } else if (client->ended && server->out == NULL && !server->shut) {
        server->shut = true;
        shutdown(server->fd, SHUT_WR);
    }
}

static void relay_open_event(struct relay_side *side, int events)
{
    struct relay_link *link = side->link;
    struct relay_side *other = side == &link->client ? &link->server : &link->client;
    if ((events & UV_WRITABLE) != 0 && side->out != NULL) {
        relay_write(side);
    }
    if (link->state == RELAY_OPEN && (events & UV_READABLE) != 0) {
        relay_read(side, other);
    }
    if (link->state == RELAY_OPEN) {
        relay_ends(link);
    }
}

/* --- the head, and whoever answers it --------------------------------------------------------- */

static void relay_connected(struct relay_link *link)
{
    int error = 0;
    socklen_t len = sizeof error;
    if (getsockopt(link->server.fd, SOL_SOCKET, SO_ERROR, &error, &len) != 0 || error != 0) {
        relay_link_refuse(link, 503);
        return;
    }
    relay_enter(link, RELAY_OPEN);
    relay_timer(link, link->relay->setup.limits.idle_ms);
    relay_write(&link->server);
}

/* Reads "10.0.0.5:41234 key"; the key stays where it is. NULL for anything else. */
static const char *relay_place_read(char *place, union http_name *name, socklen_t *len)
{
    char *blank = strchr(place, ' ');
    const char *key = blank != NULL ? blank + 1 : "";
    if (blank != NULL) {
        *blank = '\0';
    }
    char *colon = strrchr(place, ':');
    if (colon == NULL) {
        return NULL;
    }
    *colon = '\0';
    char *address = place;
    size_t address_len = strlen(address);
    if (address_len > 2 && address[0] == '[' && address[address_len - 1] == ']') {
        address[address_len - 1] = '\0';
        address++;
    }
    long port = strtol(colon + 1, NULL, 10);
    return port > 0 && port <= UINT16_MAX && http_name_read(name, len, address, (uint16_t)port) == 0
               ? key
               : NULL;
}

static bool relay_connect(struct relay_link *link, const union http_name *name, socklen_t len)
{
    int on = 1;
    unsigned unseen_ms = RELAY_UNSEEN_MS;
    int fd = socket(name->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return false;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unseen_ms, sizeof unseen_ms);
    if (connect(fd, &name->any, len) != 0 && errno != EINPROGRESS) {
        close(fd);
        return false;
    }
    link->server.fd = fd;
    link->handles++;
    uv_poll_init(link->relay->setup.loop, &link->server.poll, fd);
    link->server.poll.data = &link->server;
    return true;
}

/* The head is whole: what is passed on of it waits for whoever answers, with what came behind. */
static void relay_begin(struct relay_link *link, size_t head_len)
{
    const struct relay *relay = link->relay;
    char place[RELAY_PLACE_BYTES] = "";
    union http_name name;
    socklen_t name_len = 0;
    struct buf out;
    bool upgrade = false;
    const char *key = relay->setup.where(relay->setup.context, place, sizeof place)
                          ? relay_place_read(place, &name, &name_len)
                          : NULL;
    const struct relay_from from = {.peer = link->peer,
                                    .here = link->here,
                                    .port = relay->listener.port,
                                    .trusted = &relay->trusted,
                                    .key = key != NULL ? key : ""};
    buf_init(&out, HTTP_HEAD_BYTES_MAX + RELAY_HEAD_PIECE_BYTES);
    int status = relay_head_write(&out, link->in, head_len, &from, &upgrade);
    if (status != 0 || key == NULL || !relay_connect(link, &name, name_len)) {
        buf_deinit(&out);
        relay_link_refuse(link, status != 0 ? status : 503);
        return;
    }
    buf_add(&out, link->in + head_len, link->in_len - head_len);
    assert(!out.full);
    link->server.out = out.text;
    link->server.out_len = out.len;
    free(link->in);
    link->in = NULL;
    relay_enter(link, RELAY_CONNECTING);
    relay_timer(link, relay->setup.limits.connect_ms);
}

static void relay_head(struct relay_link *link, const char *bytes, size_t count)
{
    link->in = heap_grow(link->in, link->in_len + count + 1, 1);
    memcpy(link->in + link->in_len, bytes, count);
    link->in_len += count;
    long end = http_head_gathered(link->in, link->in_len, &link->in_scanned);
    if (end < 0) {
        relay_link_refuse(link, (int)-end);
    } else if (end > 0) {
        relay_begin(link, (size_t)end);
    }
}

/* What comes while there is nobody to pass it on to. */
static void relay_client_read(struct relay_link *link)
{
    char *chunk = link->relay->chunk;
    ssize_t count = recv(link->client.fd, chunk, RELAY_HEAD_PIECE_BYTES, MSG_DONTWAIT);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) {
        relay_link_end(link);
    } else if (count > 0 && link->state == RELAY_HEAD) {
        relay_head(link, chunk, (size_t)count);
    } else if (count > 0) {
        link->lingered += (size_t)count;
        if (link->lingered > RELAY_LINGER_BYTES_MAX) {
            relay_link_end(link);
        }
    }
}

static void relay_event(uv_poll_t *poll, int status, int events)
{
    struct relay_side *side = poll->data;
    struct relay_link *link = side->link;
    if (status < 0) { /* what it is, reading and writing will find; it is no longer watched */
        side->events = 0;
        events = UV_READABLE | UV_WRITABLE;
    }
    if (link->state == RELAY_CONNECTING) {
        relay_connected(link);
    } else if (link->state == RELAY_OPEN) {
        relay_open_event(side, events);
    } else {
        relay_client_read(link);
    }
    if (link->state != RELAY_ENDED) {
        relay_want(link);
    }
}

void relay_link_new(struct relay *relay, int fd, const char *peer, const char *here)
{
    struct relay_link *link = heap_allocate(sizeof *link);
    link->relay = relay;
    link->client.link = link;
    link->client.fd = fd;
    link->server.link = link;
    link->server.fd = -1;
    link->handles = 2;
    memcpy(link->peer, peer, sizeof link->peer);
    memcpy(link->here, here, sizeof link->here);
    link->next = relay->links;
    *(link->next != NULL ? &link->next->previous : &relay->oldest) = link;
    relay->links = link;
    relay->link_count++;
    relay->handles++;
    uv_poll_init(relay->setup.loop, &link->client.poll, fd);
    uv_timer_init(relay->setup.loop, &link->timer);
    link->client.poll.data = &link->client;
    link->timer.data = link;
    relay_timer(link, relay->setup.limits.head_ms);
    relay_want(link);
}
