/* One WebSocket: whole messages in, texts out. What comes waits in the inbox until it is taken, one
 * message an iteration of the loop. Nothing is read off whose inbox is full, who does not read what
 * is written, or whose holder has used up its rate: the other side's system holds it back then. */
#include "http_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

enum {
    HTTP_FREE_FRAMES = 4, /* so that who comes in is not held up by others at the same address */
    HTTP_QUIET_PING = 2,  /* ticks of the ping timer, half of ping_seconds each */
    HTTP_QUIET_GONE = 4,
    HTTP_WRITE_BYTES = 256 * 1024, /* at once */
    HTTP_CLOSE_GOING_AWAY = 1001,
    HTTP_CLOSE_NOT_UTF8 = 1007,
    HTTP_CLOSE_TOO_LARGE = 1009
};

static const struct http_link_user http_socket_uses;

const struct transitions http_socket_transitions = {
    .count = HTTP_SOCKET_ENDED + 1,
    .after = {
        [HTTP_SOCKET_NEW] = STATE_BIT(HTTP_SOCKET_OPEN) | STATE_BIT(HTTP_SOCKET_ENDED),
        [HTTP_SOCKET_OPEN] = STATE_BIT(HTTP_SOCKET_CLOSING) | STATE_BIT(HTTP_SOCKET_PEER_CLOSING) |
                             STATE_BIT(HTTP_SOCKET_DELIVERING),
        [HTTP_SOCKET_CLOSING] = STATE_BIT(HTTP_SOCKET_FLUSHED) | STATE_BIT(HTTP_SOCKET_CUT),
        [HTTP_SOCKET_FLUSHED] = STATE_BIT(HTTP_SOCKET_CUT),
        [HTTP_SOCKET_PEER_CLOSING] =
            STATE_BIT(HTTP_SOCKET_PEER_FLUSHED) | STATE_BIT(HTTP_SOCKET_DELIVERING),
        [HTTP_SOCKET_PEER_FLUSHED] = STATE_BIT(HTTP_SOCKET_DELIVERING),
        [HTTP_SOCKET_CUT] = STATE_BIT(HTTP_SOCKET_ENDED),
        [HTTP_SOCKET_DELIVERING] = STATE_BIT(HTTP_SOCKET_ENDED),
    }};

static void http_socket_enter(struct http_socket *socket, enum http_socket_state state)
{
    assert(transitions_allow(&http_socket_transitions, socket->state, state));
    socket->state = state;
}

bool http_socket_is_ending(const struct http_socket *socket)
{
    return socket->state > HTTP_SOCKET_OPEN;
}

/* Does what it said still count? */
static bool http_socket_delivers(const struct http_socket *socket)
{
    return socket->state == HTTP_SOCKET_OPEN || socket->state == HTTP_SOCKET_PEER_CLOSING ||
           socket->state == HTTP_SOCKET_PEER_FLUSHED || socket->state == HTTP_SOCKET_DELIVERING;
}

static bool http_socket_is_flushed(const struct http_socket *socket)
{
    return socket->state == HTTP_SOCKET_FLUSHED || socket->state == HTTP_SOCKET_PEER_FLUSHED;
}

void http_socket_new(struct http_link *link, const char *accept)
{
    struct http_server *server = link->server;
    struct http_socket *socket = heap_allocate(sizeof *socket);
    char answer[256];
    socket->server = server;
    socket->link = link;
    socket->call = link->call;
    socket->free_frames = HTTP_FREE_FRAMES;
    socket->next = server->sockets;
    if (server->sockets != NULL) {
        server->sockets->previous = socket;
    }
    server->sockets = socket;
    link->call = NULL;
    link->socket = socket;
    link->user = &http_socket_uses;
    link->phase = HTTP_SOCKET;
    link->active_ms = http_now_ms(server);
    int len = snprintf(answer, sizeof answer,
                       "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                       "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                       "Sec-WebSocket-Protocol: %s\r\n\r\n",
                       accept, server->setup.sockets.protocol);
    http_pieces_put(&socket->outbox, answer, (size_t)len);
    http_link_timer(link, server->limits.request_seconds);
    http_socket_ready(socket);
}

void http_socket_ready(struct http_socket *socket)
{
    struct http_server *server = socket->server;
    if (socket->ready) {
        return;
    }
    socket->ready = true;
    *server->ready_end = socket;
    server->ready_end = &socket->next_ready;
    http_server_schedule(server);
}

static size_t http_socket_message_max(const struct http_socket *socket)
{
    const struct http_limits *limits = &socket->server->limits;
    return socket->link != NULL && socket->link->rank == HTTP_STRANGER ? limits->stranger_bytes
                                                                       : limits->message_bytes;
}

/* The message is whole, or the rest of it is only counted. */
static void http_socket_whole(struct http_socket *socket)
{
    bool skipped = socket->partial_len > http_socket_message_max(socket);
    const char *partial = socket->partial != NULL ? socket->partial : "";
    if (!skipped && !ws_is_utf8(partial, socket->partial_len)) {
        http_socket_close(socket, HTTP_CLOSE_NOT_UTF8, "that is not UTF-8");
    } else {
        http_pieces_put(&socket->inbox, skipped ? NULL : partial, socket->partial_len);
        http_socket_ready(socket);
    }
    free(socket->partial);
    socket->partial = NULL;
    socket->partial_len = 0;
}

static void http_socket_more(struct http_socket *socket, const char *bytes, size_t count)
{
    size_t len = socket->partial_len + count;
    if (len > http_socket_message_max(socket)) {
        free(socket->partial);
        socket->partial = NULL;
    } else if (count > 0) {
        socket->partial = heap_grow(socket->partial, len, 1);
        memcpy(socket->partial + socket->partial_len, bytes, count);
    }
    socket->partial_len = len;
    if (len > socket->server->limits.skip_bytes) {
        http_socket_close(socket, HTTP_CLOSE_TOO_LARGE, "that is far too long");
    }
}

/* The close frame follows what waits to be written. */
static void http_socket_end(struct http_socket *socket, enum http_socket_state state, unsigned code,
                            const char *reason)
{
    http_socket_enter(socket, state);
    socket->code = code;
    snprintf(socket->reason, sizeof socket->reason, "%s", reason);
    http_link_timer(socket->link, socket->server->limits.request_seconds);
    http_link_want(socket->link);
}

static void http_socket_control(struct http_socket *socket, const struct ws_event *event)
{
    if (event->opcode == WS_PING) {
        http_pieces_frame(&socket->outbox, WS_PONG, event->bytes, event->len);
        return;
    }
    if (event->opcode != WS_CLOSE) {
        return;
    }
    unsigned fault = ws_close_fault(event->bytes, event->len);
    unsigned code = event->len >= 2 ? (unsigned)(unsigned char)event->bytes[0] << 8 |
                                          (unsigned char)event->bytes[1]
                                    : 1000;
    http_socket_end(socket, HTTP_SOCKET_PEER_CLOSING, fault != 0 ? fault : code, "");
}

/* What one event of the frames means; each whole frame costs its holder one. */
static void http_socket_event(struct http_socket *socket, const struct ws_event *event)
{
    if (event->kind == WS_BROKEN) {
        http_socket_close(socket, event->code, "that is no frame of a client");
    } else if (event->kind == WS_CONTROL) {
        http_socket_control(socket, event);
    } else if (event->kind == WS_DATA) {
        http_socket_more(socket, event->bytes, event->len);
        if (event->ends_message && !http_socket_is_ending(socket)) {
            http_socket_whole(socket);
        }
    }
    if (event->ends_frame && socket->free_frames > 0) {
        socket->free_frames--;
    } else if (event->ends_frame &&
               !bucket_take(&socket->link->holder->frames, 1, http_now_ms(socket->server))) {
        socket->dry = true;
    }
}

bool http_socket_refilled(const struct http_socket *socket)
{
    const struct http_holder *holder = socket->link->holder;
    int64_t now_ms = http_now_ms(socket->server);
    return bucket_wait_ms(&holder->bytes, HTTP_READ_BYTES / HTTP_RATE_BYTES, now_ms) <= 0 &&
           (socket->free_frames > 0 || bucket_wait_ms(&holder->frames, 1, now_ms) <= 0);
}

/* May more be parsed now, as far as this socket itself goes? */
static bool http_socket_has_room(const struct http_socket *socket)
{
    return socket->state == HTTP_SOCKET_OPEN && !socket->dry &&
           socket->inbox.count < HTTP_INBOX_MAX && socket->inbox.bytes < HTTP_INBOX_BYTES_MAX &&
           socket->outbox.bytes < HTTP_OUTBOX_BYTES_HIGH;
}

static bool http_socket_reads(const struct http_socket *socket)
{
    return http_socket_is_ending(socket) || (socket->rest_len == 0 && http_socket_has_room(socket));
}

/* Takes bytes apart as far as there is room; what is left over is kept. */
static void http_socket_parse(struct http_socket *socket, char *bytes, size_t count)
{
    while (count > 0 && http_socket_has_room(socket)) {
        struct ws_event event;
        if (!http_socket_refilled(socket)) {
            socket->dry = true;
            break;
        }
        size_t used = ws_frame_read(&socket->frame, bytes, count, &event);
        bytes += used;
        count -= used;
        http_socket_event(socket, &event);
    }
    char *rest = NULL;
    if (count > 0 && !http_socket_is_ending(socket)) {
        rest = heap_text(bytes, count);
        socket->rest_len = count;
    } else {
        socket->rest_len = 0;
    }
    free(socket->rest);
    socket->rest = rest;
    if (socket->dry) {
        http_server_dry(socket->server);
    }
}

void http_socket_received(struct http_link *link, char *bytes, size_t count)
{
    struct http_socket *socket = link->socket;
    socket->quiet = 0;
    if (http_socket_is_ending(socket) || count == 0) {
        return; /* only its end is waited for */
    }
    uint32_t cost = (uint32_t)((count + HTTP_RATE_BYTES - 1) / HTTP_RATE_BYTES);
    if (!bucket_take(&link->holder->bytes, cost, http_now_ms(link->server))) {
        socket->dry = true; /* the rest that is there is not processed yet */
    }
    http_socket_parse(socket, bytes, count);
}

void http_socket_continue(struct http_socket *socket)
{
    if (socket->link == NULL) {
        return;
    }
    if (socket->rest_len > 0 && http_socket_has_room(socket)) {
        http_socket_parse(socket, socket->rest, socket->rest_len);
    }
    http_link_want(socket->link);
}

/* All is out: the close frame goes, and then the end of what is sent. */
static void http_socket_finish(struct http_socket *socket)
{
    char payload[2 + HTTP_REASON_BYTES];
    size_t len = strlen(socket->reason);
    payload[0] = (char)(socket->code >> 8);
    payload[1] = (char)socket->code;
    memcpy(payload + 2, socket->reason, len);
    http_pieces_frame(&socket->outbox, WS_CLOSE, payload, 2 + len);
    http_socket_enter(socket, socket->state == HTTP_SOCKET_CLOSING ? HTTP_SOCKET_FLUSHED
                                                                   : HTTP_SOCKET_PEER_FLUSHED);
}

static void http_socket_gone(struct http_link *link)
{
    struct http_socket *socket = link->socket;
    link->socket = NULL;
    if (socket != NULL) {
        http_socket_enter(socket, socket->state == HTTP_SOCKET_NEW ? HTTP_SOCKET_ENDED
                                  : http_socket_delivers(socket)   ? HTTP_SOCKET_DELIVERING
                                                                   : HTTP_SOCKET_CUT);
        socket->link = NULL;
        http_socket_ready(socket);
    }
}

static void http_socket_write(struct http_link *link)
{
    struct http_socket *socket = link->socket;
    size_t written = 0;
    if (socket->outbox.first == NULL && http_socket_is_ending(socket) &&
        !http_socket_is_flushed(socket)) {
        http_socket_finish(socket);
    }
    while (socket->outbox.first != NULL && written < HTTP_WRITE_BYTES) {
        struct http_piece *piece = socket->outbox.first;
        long count = http_link_send(link, piece->bytes + piece->sent, piece->len - piece->sent);
        if (count < 0) {
            http_link_end(link);
            return;
        }
        piece->sent += (size_t)count;
        written += (size_t)count;
        if (piece->sent < piece->len) {
            return;
        }
        http_pieces_drop(&socket->outbox);
    }
    if (socket->outbox.first != NULL) {
        return;
    }
    if (http_socket_is_flushed(socket)) {
        http_socket_gone(link);
        http_link_linger(link);
    } else if (!http_socket_is_ending(socket)) {
        socket->drained = socket->state == HTTP_SOCKET_OPEN;
        http_socket_ready(socket);
    }
}

void http_socket_tick(struct http_socket *socket)
{
    if (http_socket_is_ending(socket)) {
        return;
    }
    if (!http_socket_reads(socket) && socket->outbox.bytes < HTTP_OUTBOX_BYTES_HIGH) {
        socket->quiet = 0; /* it is we who do not listen */
        return;
    }
    socket->quiet++;
    if (socket->quiet >= HTTP_QUIET_GONE) {
        http_link_end(socket->link);
    } else if (socket->quiet == HTTP_QUIET_PING) {
        http_pieces_frame(&socket->outbox, WS_PING, "", 0);
        http_link_want(socket->link);
    }
}

void http_socket_free(struct http_socket *socket)
{
    if (socket->previous != NULL) {
        socket->previous->next = socket->next;
    } else {
        socket->server->sockets = socket->next;
    }
    if (socket->next != NULL) {
        socket->next->previous = socket->previous;
    }
    http_pieces_clear(&socket->inbox);
    http_pieces_clear(&socket->outbox);
    http_call_free(&socket->call);
    free(socket->rest);
    free(socket->partial);
    free(socket);
}

/* One message: a socket that says much waits for the others between. */
static void http_socket_take(struct http_socket *socket)
{
    const struct http_setup *setup = &socket->server->setup;
    if (socket->inbox.first != NULL && !socket->stalled && http_socket_delivers(socket)) {
        const struct http_piece *piece = socket->inbox.first;
        const char *text = piece->skipped ? NULL : piece->bytes;
        socket->stalled = !setup->sockets.said(setup->context, socket, text, piece->total);
        if (!socket->stalled) {
            http_pieces_drop(&socket->inbox);
        }
    }
    if (socket->inbox.first != NULL && !socket->stalled && http_socket_delivers(socket)) {
        http_socket_ready(socket);
    }
    http_socket_continue(socket);
}

void http_socket_notify(struct http_socket *socket)
{
    const struct http_setup *setup = &socket->server->setup;
    if (socket->state == HTTP_SOCKET_NEW) {
        http_socket_enter(socket, HTTP_SOCKET_OPEN);
        setup->sockets.opened(setup->context, socket);
        if (socket->server->stopping) {
            http_socket_stop(socket);
        }
    }
    if (socket->state < HTTP_SOCKET_ENDED) {
        http_socket_take(socket);
    }
    if (socket->drained && socket->link != NULL) {
        socket->drained = false;
        setup->sockets.drained(setup->context, socket);
    }
    if ((socket->state == HTTP_SOCKET_CUT || socket->state == HTTP_SOCKET_DELIVERING) &&
        !socket->ready) {
        http_socket_enter(socket, HTTP_SOCKET_ENDED);
        setup->sockets.closed(setup->context, socket);
    }
    if (socket->state == HTTP_SOCKET_ENDED && !socket->ready) { /* else it is freed next time */
        http_socket_free(socket);
    }
}

const struct http_request *http_socket_request(const struct http_socket *socket)
{
    return &socket->call->request;
}

void http_socket_set_user(struct http_socket *socket, void *user)
{
    socket->user = user;
}

void *http_socket_user(const struct http_socket *socket)
{
    return socket->user;
}

void http_socket_is(struct http_socket *socket, enum http_rank rank, const char *account)
{
    struct http_link *link = socket->link;
    if (link == NULL) {
        return;
    }
    link->rank = rank;
    http_socket_active(socket);
    http_place_charge(link, account);
}

void http_socket_active(struct http_socket *socket)
{
    if (socket->link != NULL) {
        socket->link->active_ms = http_now_ms(socket->server);
    }
}

bool http_socket_send(struct http_socket *socket, const char *text, size_t len)
{
    if (socket->state != HTTP_SOCKET_OPEN) {
        return false;
    }
    if (socket->outbox.bytes + len > socket->server->limits.queue_bytes) {
        http_socket_close(socket, HTTP_CLOSE_TRY_AGAIN, "too slow");
        return false;
    }
    http_pieces_frame(&socket->outbox, WS_TEXT, text, len);
    http_link_want(socket->link);
    return true;
}

size_t http_socket_queued(const struct http_socket *socket)
{
    return socket->outbox.bytes;
}

void http_socket_resume(struct http_socket *socket)
{
    if (socket->stalled) {
        socket->stalled = false;
        http_socket_ready(socket);
    }
}

void http_socket_patience(struct http_socket *socket, unsigned seconds)
{
    if (socket->link != NULL) {
        http_link_timer(socket->link, seconds);
    }
}

void http_socket_close(struct http_socket *socket, unsigned code, const char *reason)
{
    if (socket->state == HTTP_SOCKET_OPEN) {
        http_socket_end(socket, HTTP_SOCKET_CLOSING, code, reason);
    }
}

void http_socket_stop(struct http_socket *socket)
{
    http_socket_close(socket, HTTP_CLOSE_GOING_AWAY, "the server stops");
}

static int http_socket_events(const struct http_link *link)
{
    const struct http_socket *socket = link->socket;
    return (http_socket_reads(socket) ? UV_READABLE : 0) |
           (socket->outbox.first != NULL || http_socket_is_ending(socket) ? UV_WRITABLE : 0);
}

static void http_socket_came(struct http_link *link, size_t count)
{
    http_socket_received(link, link->server->chunk, count);
}

static const struct http_link_user http_socket_uses = {
    .came = http_socket_came,
    .writable = http_socket_write,
    .events = http_socket_events,
    .gone = http_socket_gone,
};
