/* One WebSocket: whole messages in, texts out. What comes waits in the inbox until it is taken;
 * when that is full the other side is not read any further. */
#include "http_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Is name one of the words of a list with commas between? */
static bool http_list_has(const char *list, const char *name)
{
    size_t len = strlen(name);
    while (*list != '\0') {
        list += strspn(list, ", \t");
        size_t word = strcspn(list, ", \t");
        if (word == len && strncmp(list, name, len) == 0) {
            return true;
        }
        list += word;
    }
    return false;
}

static bool http_socket_offered(struct http_link *link)
{
    char list[256];
    const struct http_sockets *sockets = &link->server->setup.sockets;
    int len = lws_hdr_total_length(link->wsi, WSI_TOKEN_PROTOCOL);
    return sockets->protocol != NULL && len > 0 && len < (int)sizeof list &&
           lws_hdr_copy(link->wsi, list, sizeof list, WSI_TOKEN_PROTOCOL) > 0 &&
           http_list_has(list, sockets->protocol);
}

static int http_socket_refuse(struct http_link *link, unsigned status)
{
    lws_return_http_status(link->wsi, status, NULL);
    return -1;
}

static void http_socket_new(struct http_link *link, struct http_call *call)
{
    struct http_server *server = link->server;
    struct http_socket *socket = calloc(1, sizeof *socket);
    if (socket == NULL) {
        abort();
    }
    socket->server = server;
    socket->link = link;
    socket->call = call;
    socket->next = server->sockets;
    if (server->sockets != NULL) {
        server->sockets->previous = socket;
    }
    server->sockets = socket;
    link->socket = socket;
}

int http_socket_admit(struct http_link *link)
{
    const struct http_setup *setup = &link->server->setup;
    char *path = NULL;
    int path_len = 0;
    if (link->server->stopping) {
        return http_socket_refuse(link, 503);
    }
    if (lws_http_get_uri_and_method(link->wsi, &path, &path_len) != LWSHUMETH_GET ||
        setup->sockets.path == NULL || (int)strlen(setup->sockets.path) != path_len ||
        memcmp(path, setup->sockets.path, (size_t)path_len) != 0) {
        return http_socket_refuse(link, 404);
    }
    if (!http_address_may(link)) {
        return http_socket_refuse(link, 429);
    }
    struct http_call *call = http_call_read(link, path, (size_t)path_len);
    if (call == NULL || !http_socket_offered(link) ||
        (setup->admits != NULL && !setup->admits(setup->context, &call->request))) {
        http_call_free(&call);
        return http_socket_refuse(link, 403);
    }
    http_socket_new(link, call);
    return 0;
}

int http_socket_established(struct http_link *link)
{
    if (link->socket == NULL) {
        return -1;
    }
    http_link_timer(link, link->server->limits.request_seconds);
    http_socket_ready(link->socket);
    return 0;
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
    http_server_wake(server);
}

/* The message is whole, or the rest of it is only counted. */
static void http_socket_whole(struct http_socket *socket)
{
    bool skipped = socket->partial_len > socket->server->limits.message_bytes;
    const char *partial = socket->partial != NULL ? socket->partial : "";
    http_pieces_put(&socket->inbox, skipped ? NULL : partial, socket->partial_len);
    free(socket->partial);
    socket->partial = NULL;
    socket->partial_len = 0;
    http_socket_ready(socket);
}

static void http_socket_more(struct http_socket *socket, const char *bytes, size_t count)
{
    size_t max = socket->server->limits.message_bytes;
    size_t len = socket->partial_len + count;
    if (len <= max && count > 0) {
        char *partial = realloc(socket->partial, len);
        if (partial == NULL) {
            abort();
        }
        memcpy(partial + socket->partial_len, bytes, count);
        socket->partial = partial;
    } else if (len > max) {
        free(socket->partial);
        socket->partial = NULL;
    }
    socket->partial_len = len;
}

int http_socket_received(struct http_link *link, const char *bytes, size_t count)
{
    struct http_socket *socket = link->socket;
    if (socket == NULL || socket->ending) {
        return 0;
    }
    http_socket_more(socket, bytes, count);
    if (socket->partial_len > link->server->limits.skip_bytes) {
        http_socket_close(socket, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "that is far too long");
        return 0;
    }
    if (lws_is_final_fragment(link->wsi) && lws_remaining_packet_payload(link->wsi) == 0) {
        http_socket_whole(socket);
    }
    if (socket->inbox.count >= HTTP_INBOX_MAX && !socket->held) {
        socket->held = true;
        http_link_read(link, false);
    }
    return 0;
}

int http_socket_write(struct http_link *link)
{
    struct http_socket *socket = link->socket;
    if (socket == NULL) {
        return -1;
    }
    struct http_piece *piece = socket->outbox.first;
    if (piece != NULL) {
        if (lws_write(link->wsi, piece->bytes + LWS_PRE, piece->len, LWS_WRITE_TEXT) <
            (int)piece->len) {
            return -1;
        }
        http_pieces_drop(&socket->outbox);
        lws_callback_on_writable(link->wsi);
        if (socket->outbox.first == NULL) {
            socket->drained = true;
            http_socket_ready(socket);
        }
        return 0;
    }
    if (socket->ending) {
        /* refused here, the library would close twice over and say nothing: see http_socket_timer
         */
        socket->flushed = true;
        lws_set_timer_usecs(link->wsi, 1);
    }
    return 0;
}

int http_socket_timer(struct http_link *link)
{
    struct http_socket *socket = link->socket;
    if (socket != NULL && socket->flushed) {
        lws_close_reason(link->wsi, (enum lws_close_status)socket->code,
                         (unsigned char *)socket->reason, strlen(socket->reason));
    }
    return -1;
}

void http_socket_gone(struct http_link *link)
{
    struct http_socket *socket = link->socket;
    link->socket = NULL;
    if (socket != NULL) {
        socket->link = NULL;
        http_socket_ready(socket);
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
    free(socket->partial);
    free(socket);
}

static void http_socket_take(struct http_socket *socket)
{
    const struct http_setup *setup = &socket->server->setup;
    while (socket->inbox.first != NULL && !socket->stalled && !socket->ending) {
        const struct http_piece *piece = socket->inbox.first;
        const char *text = piece->skipped ? NULL : (const char *)piece->bytes + LWS_PRE;
        socket->stalled = !setup->sockets.said(setup->context, socket, text, piece->total);
        if (!socket->stalled) {
            http_pieces_drop(&socket->inbox);
        }
    }
    if (socket->held && socket->inbox.count < HTTP_INBOX_MAX / 2 && socket->link != NULL) {
        socket->held = false;
        http_link_read(socket->link, true);
    }
}

void http_socket_tell(struct http_socket *socket)
{
    const struct http_setup *setup = &socket->server->setup;
    if (!socket->opened && socket->link != NULL) {
        socket->opened = true;
        setup->sockets.opened(setup->context, socket);
    }
    if (socket->opened) {
        http_socket_take(socket);
    }
    if (socket->drained && socket->link != NULL) {
        socket->drained = false;
        setup->sockets.drained(setup->context, socket);
    }
    if (socket->link == NULL) {
        bool opened = socket->opened;
        socket->opened = false;
        if (opened) {
            setup->sockets.closed(setup->context, socket);
        }
        if (!socket->ready) { /* otherwise a hook asked for one more turn, and it is freed then */
            http_socket_free(socket);
        }
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

bool http_socket_send(struct http_socket *socket, const char *text, size_t len)
{
    if (socket->link == NULL || socket->ending) {
        return false;
    }
    if (socket->outbox.bytes + len > socket->server->limits.queue_bytes) {
        http_socket_close(socket, HTTP_CLOSE_TRY_AGAIN, "too slow");
        return false;
    }
    http_pieces_put(&socket->outbox, text, len);
    lws_callback_on_writable(socket->link->wsi);
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
    if (socket->ending || socket->link == NULL) {
        return;
    }
    socket->ending = true;
    socket->code = code;
    snprintf(socket->reason, sizeof socket->reason, "%s", reason);
    http_link_timer(socket->link, socket->server->limits.request_seconds);
    lws_callback_on_writable(socket->link->wsi);
}
