/* One connection: its descriptor on the loop, its timer, and the phases from the first byte of a
 * head to the end. At most one piece is read off it in each iteration of the loop. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "heap.h"
#include "http_private.h"

enum { HTTP_LINGER_SECONDS = 2, HTTP_LINGER_BYTES_MAX = 256 * 1024 };

static void http_link_closed(uv_handle_t *handle)
{
    struct http_link *link = handle->data;
    if (--link->handles > 0) {
        return;
    }
    struct http_server *server = link->server;
    free(link);
    http_server_release(server);
}

void http_link_end(struct http_link *link)
{
    struct http_server *server = link->server;
    if (link->ended) {
        return;
    }
    link->ended = true;
    if (link->user->gone != NULL) {
        link->user->gone(link);
    }
    http_place_release(link);
    *(link->previous != NULL ? &link->previous->next : &server->links) = link->next;
    if (link->next != NULL) {
        link->next->previous = link->previous;
    }
    server->link_count--;
    free(link->in);
    link->in = NULL;
    uv_poll_stop(&link->poll);
    uv_close((uv_handle_t *)&link->poll, http_link_closed);
    uv_close((uv_handle_t *)&link->timer, http_link_closed);
    close(link->fd);
}

static void http_link_late(uv_timer_t *timer)
{
    struct http_link *link = timer->data;
    static const char late[] = "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n"
                               "Connection: close\r\n\r\n";
    if (link->phase <= HTTP_BODY && link->in_len > 0) {
        http_link_send(link, late, sizeof late - 1);
    }
    http_link_end(link);
}

void http_link_timer(struct http_link *link, unsigned seconds)
{
    if (link->ended) {
        return;
    }
    if (seconds == 0) {
        uv_timer_stop(&link->timer);
    } else {
        uv_timer_start(&link->timer, http_link_late, (uint64_t)seconds * 1000, 0);
    }
}

long http_link_send(struct http_link *link, const char *bytes, size_t len)
{
    ssize_t count = send(link->fd, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
        return (long)count;
    }
    return errno == EAGAIN || errno == EINTR ? 0 : -1;
}

/* --- when all is written ---------------------------------------------------------------------- */

static void http_lingering_came(struct http_link *link, size_t count)
{
    link->lingered += count;
    if (link->lingered > HTTP_LINGER_BYTES_MAX) {
        http_link_end(link);
    }
}

static void http_lingering_writable(struct http_link *link)
{
    (void)link;
}

static int http_lingering_events(const struct http_link *link)
{
    (void)link;
    return UV_READABLE;
}

static const struct http_link_user http_lingering = {
    .came = http_lingering_came,
    .writable = http_lingering_writable,
    .events = http_lingering_events,
};

void http_link_linger(struct http_link *link)
{
    link->user = &http_lingering;
    link->phase = HTTP_LINGER;
    link->active_ms = http_now_ms(link->server);
    shutdown(link->fd, SHUT_WR);
    http_link_timer(link, HTTP_LINGER_SECONDS);
    http_link_want(link);
}

/* --- reading and writing ---------------------------------------------------------------------- */

static void http_link_read(struct http_link *link)
{
    if ((link->user->events(link) & UV_READABLE) == 0) {
        return;
    }
    char *chunk = link->server->chunk;
    size_t most = link->phase == HTTP_BODY ? sizeof link->server->chunk : HTTP_READ_BYTES;
    ssize_t count = recv(link->fd, chunk, most, MSG_DONTWAIT);
    if (count > 0) {
        link->user->came(link, (size_t)count);
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        http_link_end(link);
    }
}

static void http_link_event(uv_poll_t *poll, int status, int events)
{
    struct http_link *link = poll->data;
    if (status < 0) {
        http_link_end(link);
        return;
    }
    if ((events & UV_WRITABLE) != 0) {
        link->user->writable(link);
    }
    if (!link->ended && (events & UV_READABLE) != 0) {
        http_link_read(link);
    }
    http_link_want(link);
}

void http_link_want(struct http_link *link)
{
    if (link->ended) {
        return;
    }
    int events = link->user->events(link);
    if (events == link->events) {
        return; /* setting it anew costs two calls to the system */
    }
    link->events = events;
    if (events == 0) {
        uv_poll_stop(&link->poll);
    } else {
        uv_poll_start(&link->poll, events, http_link_event);
    }
}

void http_link_turn_away(struct http_link *link)
{
    static const char full[] = "HTTP/1.1 503 Unavailable\r\nRetry-After: 5\r\n"
                               "Content-Length: 0\r\nConnection: close\r\n\r\n";
    char close_frame[WS_HEAD_BYTES_MAX + HTTP_REASON_BYTES];
    if (link->phase <= HTTP_BODY) {
        http_link_send(link, full, sizeof full - 1);
    } else if (link->phase == HTTP_SOCKET && link->socket->outbox.first == NULL) {
        static const char reason[] = "\x03\xf5too many are here; come back";
        size_t head = ws_frame_head((unsigned char *)close_frame, WS_CLOSE, sizeof reason - 1);
        memcpy(close_frame + head, reason, sizeof reason - 1);
        http_link_send(link, close_frame, head + sizeof reason - 1);
    }
    http_link_end(link);
}

void http_link_new(struct http_server *server, int fd, const char *peer, const char *here,
                   const struct http_link_user *user)
{
    struct http_link *link = heap_allocate(sizeof *link);
    link->server = server;
    link->fd = fd;
    link->user = user;
    link->handles = 2;
    link->active_ms = http_now_ms(server);
    memcpy(link->peer, peer, sizeof link->peer);
    memcpy(link->here, here, sizeof link->here);
    memcpy(link->origin.address, peer, sizeof link->origin.address);
    http_place_charge(link, NULL);
    link->next = server->links;
    if (server->links != NULL) {
        server->links->previous = link;
    }
    server->links = link;
    server->link_count++;
    server->handles++;
    uv_poll_init(server->setup.loop, &link->poll, fd);
    uv_timer_init(server->setup.loop, &link->timer);
    link->poll.data = link;
    link->timer.data = link;
    http_link_timer(link, server->limits.request_seconds);
    http_link_want(link);
}
