/* A WebSocket as client, on libwebsockets. Names are looked up by our loop, since the library's own
 * look-up blocks; its callbacks only note and queue, and hooks are called from a timer of the
 * loop's. A wsi that the user has dropped lives on until the library is done with it, and is
 * nobody's then. */
#include "net_client_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "net_url.h"

enum {
    WS_PIECE_BYTES = 64 * 1024,
    WS_FDS_SPARE = 64,
    WS_TOO_LONG = 1009,
    WS_FIRST_BYTES = 4096,
    WS_KEEP_BYTES = 256 * 1024
};

/* A message that waits for received(). */
struct ws_message {
    struct ws_message *next;
    size_t len;
    bool binary;
    char bytes[];
};

struct net_socket {
    struct net_client *client;
    struct net_url url;
    char *agent;
    char *protocol;
    struct net_socket_hooks hooks;
    size_t message_max;
    int64_t close_ms;
    struct loop_look_up *look_up;
    struct loop_addresses addresses;
    size_t tried; /* addresses */
    struct lws *wsi;
    struct loop_timer *notifier; /* hands over what is queued */
    struct loop_timer *patience; /* opening or closing takes too long */
    struct http_pieces outbox;
    struct ws_message *inbox;
    struct ws_message **inbox_end;
    char *partial;
    size_t partial_len;
    size_t partial_size;
    enum net_socket_state state;
    bool opens;        /* opened() is to be called */
    unsigned code;     /* the other side's */
    unsigned own_code; /* ours */
    char reason[NET_REASON_BYTES];
    char why[NET_REASON_BYTES];
};

const struct transitions net_socket_transitions = {
    .count = NET_SOCKET_ENDED + 1,
    .after = {
        [NET_SOCKET_CONNECTING] = STATE_BIT(NET_SOCKET_OPEN) | STATE_BIT(NET_SOCKET_OVER),
        [NET_SOCKET_OPEN] = STATE_BIT(NET_SOCKET_CLOSING) | STATE_BIT(NET_SOCKET_OVER),
        [NET_SOCKET_CLOSING] = STATE_BIT(NET_SOCKET_FLUSHED) | STATE_BIT(NET_SOCKET_OVER),
        [NET_SOCKET_FLUSHED] = STATE_BIT(NET_SOCKET_OVER),
        [NET_SOCKET_OVER] = STATE_BIT(NET_SOCKET_ENDED),
    }};

static void ws_enter(struct net_socket *socket, enum net_socket_state state)
{
    assert(transitions_allow(&net_socket_transitions, socket->state, state));
    socket->state = state;
}

static bool ws_is_over(const struct net_socket *socket)
{
    return socket->state == NET_SOCKET_OVER || socket->state == NET_SOCKET_ENDED;
}

/* Do we close it? */
static bool ws_is_closing(const struct net_socket *socket)
{
    return socket->state == NET_SOCKET_CLOSING || socket->state == NET_SOCKET_FLUSHED;
}

static void ws_notify_soon(struct net_socket *socket)
{
    loop_timer_set(socket->notifier, 0);
}

/* The library closes it when it comes round to it, which it is told to do at once: with much of a
 * message still in its hands it would turn in circles for ten seconds first. It is nobody's from
 * here on. */
static void ws_let_go(struct net_socket *socket)
{
    if (socket->wsi != NULL) {
        lws_set_opaque_user_data(socket->wsi, NULL);
        lws_set_timeout(socket->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
        lws_cancel_service(lws_get_context(socket->wsi));
        socket->wsi = NULL;
    }
}

static void ws_over(struct net_socket *socket, const char *why)
{
    if (ws_is_over(socket)) {
        return;
    }
    ws_enter(socket, NET_SOCKET_OVER);
    if (why != socket->why) {
        snprintf(socket->why, sizeof socket->why, "%.*s", (int)sizeof socket->why - 1, why);
    }
    loop_timer_stop(socket->patience);
    ws_notify_soon(socket);
}

/* ---- connecting */

static void ws_try_next(struct net_socket *socket)
{
    if (socket->tried == socket->addresses.count) {
        ws_over(socket, socket->why[0] != '\0' ? socket->why : "no address answers");
        return;
    }
    const char *address = socket->addresses.text[socket->tried++];
    bool plain = socket->url.port == (socket->url.secret ? 443 : 80);
    char host[NET_HOST_BYTES + 8];
    bool six = strchr(socket->url.host, ':') != NULL;
    if (plain) {
        snprintf(host, sizeof host, "%s%s%s", six ? "[" : "", socket->url.host, six ? "]" : "");
    } else {
        snprintf(host, sizeof host, "%s%s%s:%u", six ? "[" : "", socket->url.host, six ? "]" : "",
                 (unsigned)socket->url.port);
    }
    struct lws_client_connect_info info = {.context = socket->client->library,
                                           .vhost = socket->client->vhost,
                                           .address = address,
                                           .port = socket->url.port,
                                           .ssl_connection =
                                               socket->url.secret ? LCCSCF_USE_SSL : 0,
                                           .path = socket->url.path,
                                           .host = host,
                                           .alpn = "http/1.1",
                                           .protocol = socket->protocol,
                                           .ietf_version_or_minus_one = -1,
                                           .local_protocol_name = socket->client->protocols[0].name,
                                           .opaque_user_data = socket};
    struct lws *wsi = lws_client_connect_via_info(&info);
    /* an error may have been reported already, from inside */
    if (wsi == NULL && !ws_is_over(socket) && socket->wsi == NULL) {
        ws_notify_soon(socket);
    } else if (wsi != NULL && socket->wsi == NULL && !ws_is_over(socket)) {
        socket->wsi = wsi;
    }
}

static void ws_found(void *context, const struct loop_addresses *addresses,
                     const struct fault *fault)
{
    struct net_socket *socket = context;
    socket->look_up = NULL;
    if (fault != NULL) {
        ws_over(socket, fault->text);
        return;
    }
    socket->addresses = *addresses;
    ws_try_next(socket);
}

static void ws_impatient(void *context)
{
    struct net_socket *socket = context;
    ws_let_go(socket);
    loop_look_up_free(&socket->look_up);
    ws_over(socket,
            ws_is_closing(socket) ? "the goodbye was not answered" : "connecting takes too long");
}

/* ---- what comes */

static void ws_clear_partial(struct net_socket *socket)
{
    socket->partial_len = 0;
    if (socket->partial_size > WS_KEEP_BYTES) {
        free(socket->partial);
        socket->partial = NULL;
        socket->partial_size = 0;
    }
}

static bool ws_add(struct net_socket *socket, const void *bytes, size_t len)
{
    size_t need = socket->partial_len + len;
    if (need > socket->message_max) {
        return false;
    }
    if (need > socket->partial_size) {
        size_t size = socket->partial_size == 0 ? WS_FIRST_BYTES : socket->partial_size;
        while (size < need) {
            size *= 2;
        }
        socket->partial = heap_grow(socket->partial, size, 1);
        socket->partial_size = size;
    }
    if (len > 0) {
        memcpy(socket->partial + socket->partial_len, bytes, len);
    }
    socket->partial_len = need;
    return true;
}

static int ws_received(struct net_socket *socket, const void *bytes, size_t len)
{
    if (socket->state != NET_SOCKET_OPEN) {
        return 0;
    }
    if (!ws_add(socket, bytes, len)) {
        net_ws_close(socket->client, socket, WS_TOO_LONG, "too long");
        return 0;
    }
    if (!lws_is_final_fragment(socket->wsi) || lws_remaining_packet_payload(socket->wsi) > 0) {
        return 0;
    }
    struct ws_message *message = heap_allocate(sizeof *message + socket->partial_len + 1);
    message->len = socket->partial_len;
    message->binary = lws_frame_is_binary(socket->wsi) != 0;
    if (socket->partial_len > 0) {
        memcpy(message->bytes, socket->partial, socket->partial_len);
    }
    *socket->inbox_end = message;
    socket->inbox_end = &message->next;
    ws_clear_partial(socket);
    ws_notify_soon(socket);
    return 0;
}

static int ws_write(struct net_socket *socket)
{
    struct http_piece *piece = socket->outbox.first;
    if (piece != NULL) {
        unsigned char *text = (unsigned char *)piece->bytes + LWS_PRE;
        size_t len = piece->len - LWS_PRE;
        if (lws_write(socket->wsi, text, len, LWS_WRITE_TEXT) < (int)len) {
            return -1;
        }
        http_pieces_drop(&socket->outbox);
        lws_callback_on_writable(socket->wsi);
    } else if (socket->state == NET_SOCKET_CLOSING) {
        /* said here, the library would close twice over and say nothing */
        ws_enter(socket, NET_SOCKET_FLUSHED);
        lws_set_timer_usecs(socket->wsi, 1);
    }
    return 0;
}

static int ws_timer(struct net_socket *socket)
{
    if (socket->state != NET_SOCKET_FLUSHED) {
        return 0;
    }
    lws_close_reason(socket->wsi, (enum lws_close_status)socket->own_code,
                     (unsigned char *)socket->reason, strlen(socket->reason));
    return -1;
}

static int ws_agent(struct net_socket *socket, void *in, size_t len)
{
    unsigned char **at = in;
    unsigned char *end = *at + len;
    const char *agent = socket->agent != NULL ? socket->agent : socket->client->agent;
    return lws_add_http_header_by_token(socket->wsi, WSI_TOKEN_HTTP_USER_AGENT,
                                        (const unsigned char *)agent, (int)strlen(agent), at, end)
               ? -1
               : 0;
}

static void ws_failed(struct net_socket *socket, const char *why, size_t len)
{
    socket->wsi = NULL;
    snprintf(socket->why, sizeof socket->why, "%.*s", (int)(len < 100 ? len : 100),
             why != NULL ? why : "");
    ws_notify_soon(socket);
}

static void ws_gone(struct net_socket *socket)
{
    socket->wsi = NULL;
    ws_over(socket, socket->code != 0 ? "" : ws_is_closing(socket) ? "closed" : "lost");
}

static int ws_event(struct net_socket *socket, struct lws *wsi, enum lws_callback_reasons reason,
                    void *in, size_t len)
{
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        socket->wsi = wsi;
        return ws_agent(socket, in, len);
    case LWS_CALLBACK_CLIENT_HTTP_REDIRECT:
        return -1;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        ws_failed(socket, in, len);
        return 0;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        socket->wsi = wsi;
        ws_enter(socket, NET_SOCKET_OPEN);
        socket->opens = true;
        loop_timer_stop(socket->patience);
        ws_notify_soon(socket);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return ws_received(socket, in, len);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return ws_write(socket);
    case LWS_CALLBACK_TIMER:
        return ws_timer(socket);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (len >= 2) {
            const unsigned char *code = in;
            socket->code = (unsigned)code[0] << 8 | code[1];
        }
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        ws_gone(socket);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        if (socket->wsi == wsi) {
            ws_gone(socket);
        }
        return 0;
    default:
        return 0;
    }
}

int net_ws_called(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t len)
{
    (void)user;
    struct net_socket *socket = wsi != NULL ? lws_get_opaque_user_data(wsi) : NULL;
    return socket != NULL ? ws_event(socket, wsi, reason, in, len) : 0;
}

/* ---- calling hooks */

/* The first message that waits, out of the queue. */
static struct ws_message *ws_take(struct net_socket *socket)
{
    struct ws_message *message = socket->inbox;
    socket->inbox = message->next;
    if (socket->inbox == NULL) {
        socket->inbox_end = &socket->inbox;
    }
    return message;
}

/* One thing, since the hook may free the socket. */
static void ws_notify(void *context)
{
    struct net_socket *socket = context;
    const struct net_socket_hooks hooks = socket->hooks;
    if (socket->opens) {
        socket->opens = false;
        ws_notify_soon(socket);
        hooks.opened(hooks.context);
    } else if (socket->inbox != NULL) {
        struct ws_message *message = ws_take(socket);
        ws_notify_soon(socket);
        hooks.received(hooks.context, message->bytes, message->len, message->binary);
        free(message);
    } else if (socket->state == NET_SOCKET_OVER) {
        ws_enter(socket, NET_SOCKET_ENDED);
        hooks.closed(hooks.context, socket->code, socket->why);
    } else if (socket->state == NET_SOCKET_CONNECTING && socket->wsi == NULL &&
               socket->look_up == NULL) {
        ws_try_next(socket);
    }
}

/* ---- the user's side */

struct net_socket *net_ws_socket(void *context, const struct net_socket_setup *setup)
{
    struct net_client *client = context;
    struct net_socket *socket = heap_allocate(sizeof *socket);
    struct fault fault;
    assert(setup->open_ms > 0);
    socket->client = client;
    socket->hooks = setup->hooks;
    socket->agent = heap_copy(setup->agent);
    socket->protocol = heap_copy(setup->protocol);
    socket->message_max =
        setup->message_max != 0 ? setup->message_max : (size_t)NET_MESSAGE_BYTES_MAX;
    socket->close_ms = setup->close_ms;
    socket->inbox_end = &socket->inbox;
    socket->notifier = loop_timer_new(client->loop, ws_notify, socket);
    socket->patience = loop_timer_new(client->loop, ws_impatient, socket);
    loop_timer_set(socket->patience, setup->open_ms);
    if (!net_url_read(&socket->url, setup->url)) {
        ws_over(socket, "this is no address of a WebSocket");
        return socket;
    }
    socket->look_up = loop_look_up_new(client->loop, socket->url.host, ws_found, socket, &fault);
    if (socket->look_up == NULL) {
        ws_over(socket, fault.text);
    }
    return socket;
}

bool net_ws_send(void *context, struct net_socket *socket, const char *text, size_t len)
{
    (void)context;
    if (socket->wsi == NULL || socket->state != NET_SOCKET_OPEN ||
        socket->outbox.bytes + len > NET_SEND_BYTES_MAX) {
        return false;
    }
    http_pieces_behind(&socket->outbox, LWS_PRE, text, len);
    lws_callback_on_writable(socket->wsi);
    return true;
}

void net_ws_close(void *context, struct net_socket *socket, unsigned code, const char *reason)
{
    (void)context;
    if (ws_is_closing(socket) || ws_is_over(socket)) {
        return;
    }
    socket->own_code = code;
    snprintf(socket->reason, sizeof socket->reason, "%s", reason);
    if (socket->state == NET_SOCKET_CONNECTING) {
        ws_let_go(socket);
        loop_look_up_free(&socket->look_up);
        ws_over(socket, "closed before it was open");
        return;
    }
    ws_enter(socket, NET_SOCKET_CLOSING);
    loop_timer_set(socket->patience, socket->close_ms);
    lws_callback_on_writable(socket->wsi);
}

void net_ws_free(void *context, struct net_socket **socket)
{
    (void)context;
    struct net_socket *freed = *socket;
    if (freed == NULL) {
        return;
    }
    *socket = NULL;
    ws_let_go(freed);
    loop_look_up_free(&freed->look_up);
    loop_timer_free(&freed->notifier);
    loop_timer_free(&freed->patience);
    http_pieces_clear(&freed->outbox);
    while (freed->inbox != NULL) {
        free(ws_take(freed));
    }
    free(freed->partial);
    free(freed->agent);
    free(freed->protocol);
    free(freed);
}

int net_ws_open(struct net_client *client, struct fault *fault)
{
    lws_set_log_level(0, NULL); /* it would write to stderr in a form of its own */
    client->protocols[0] = (struct lws_protocols){
        .name = "deaddrop", .callback = net_ws_called, .rx_buffer_size = WS_PIECE_BYTES};
    void *loops[] = {loop_uv(client->loop)};
    struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN,
                                             .protocols = client->protocols,
                                             .options = LWS_SERVER_OPTION_LIBUV |
                                                        LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                                                        LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
                                             .foreign_loops = loops,
                                             .count_threads = 1,
                                             .fd_limit_per_thread = NET_SOCKETS_MAX + WS_FDS_SPARE,
                                             .client_ssl_ca_filepath = client->ca_file,
                                             .vhost_name = "out",
                                             .gid = -1,
                                             .uid = -1};
    struct http_pipes pipes;
    http_pipes_list(&pipes);
    client->library = lws_create_context(&info);
    client->pipe_fd = http_pipes_new(&pipes);
    if (client->library != NULL) {
        client->vhost = lws_create_vhost(client->library, &info);
    }
    if (client->vhost == NULL) {
        return fault_set(fault, FAULT_CONFIG,
                         "no connection can be made: libwebsockets has no libuv part (install the "
                         "package libwebsockets-evlib-uv), or ca_file is no certificate");
    }
    return 0;
}
