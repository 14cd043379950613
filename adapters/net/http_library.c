/* The library's side: one context and one virtual host that listens to nothing (connections are
 * taken in http_listen.c), and the one callback. It sorts events and calls nobody outside. */
#include "http_private.h"

#include <assert.h>
#include <string.h>

enum { HTTP_HEAD_BYTES_MAX = 8192, HTTP_FDS_SPARE = 64, HTTP_LONG_SECONDS = 60 * 60 * 24 * 3650 };

void http_link_timer(struct http_link *link, unsigned seconds)
{
    /* the library's own word for "cancel" strikes at once instead */
    lws_usec_t wait = seconds == 0 ? HTTP_LONG_SECONDS : seconds;
    lws_set_timer_usecs(link->wsi, wait * LWS_US_PER_SEC);
}

void http_link_read(struct http_link *link, bool on)
{
    lws_rx_flow_control(link->wsi, on ? 1 : 0);
    if (on) {
        lws_cancel_service(link->server->library); /* what was held back is looked at again */
    }
}

static void http_library_gone(struct http_link *link)
{
    http_call_gone(link);
    http_socket_gone(link);
}

static int http_library_web(struct http_link *link, enum lws_callback_reasons reason, void *in,
                            size_t len)
{
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP:
        return http_call_begin(link, in, len);
    case LWS_CALLBACK_HTTP_BODY:
        return http_call_body(link, in, len);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return http_call_whole(link);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return http_call_write(link);
    case LWS_CALLBACK_CLOSED_HTTP:
        http_library_gone(link);
        return 0;
    default:
        return 0;
    }
}

static int http_library_socket(struct http_link *link, enum lws_callback_reasons reason, void *in,
                               size_t len)
{
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return strcasecmp(in, "websocket") == 0 ? http_socket_admit(link) : -1;
    case LWS_CALLBACK_ESTABLISHED:
        return http_socket_established(link);
    case LWS_CALLBACK_RECEIVE:
        return http_socket_received(link, in, len);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return http_socket_write(link);
    case LWS_CALLBACK_CLOSED:
        http_library_gone(link);
        return 0;
    default:
        return 0;
    }
}

static int http_library_link(struct http_link *link, enum lws_callback_reasons reason, void *in,
                             size_t len)
{
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP:
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_CLOSED_HTTP:
        return http_library_web(link, reason, in, len);
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX:
        return -1;
    case LWS_CALLBACK_TIMER:
        return http_socket_timer(link);
    case LWS_CALLBACK_WSI_DESTROY:
        http_library_gone(link);
        http_link_free(link);
        return 0;
    default:
        return http_library_socket(link, reason, in, len);
    }
}

static int http_library_called(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                               void *in, size_t len)
{
    (void)user;
    struct http_link *link = wsi != NULL ? lws_get_opaque_user_data(wsi) : NULL;
    /* connections of ours alone: the library has some of its own */
    return link != NULL ? http_library_link(link, reason, in, len) : 0;
}

int http_library_open(struct http_server *server, struct fault *fault)
{
    lws_set_log_level(0, NULL); /* it would write to stderr in a form of its own */
    const char *name = server->setup.sockets.protocol;
    server->protocols[0] = (struct lws_protocols){.name = "http", .callback = http_library_called};
    if (name != NULL) {
        server->protocols[1] = (struct lws_protocols){
            .name = name, .callback = http_library_called, .rx_buffer_size = HTTP_CHUNK_BYTES};
    }
    server->pings.secs_since_valid_ping = (uint16_t)server->limits.ping_seconds;
    server->pings.secs_since_valid_hangup = (uint16_t)(server->limits.ping_seconds * 2);
    void *loops[] = {server->setup.loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = server->protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .foreign_loops = loops,
        .count_threads = 1,
        .fd_limit_per_thread = server->limits.connections + HTTP_FDS_SPARE,
        .max_http_header_data = HTTP_HEAD_BYTES_MAX,
        .timeout_secs = server->limits.request_seconds,
        .timeout_secs_ah_idle = server->limits.request_seconds,
        .retry_and_idle_policy = &server->pings,
        .vhost_name = "deaddrop",
        .gid = -1,
        .uid = -1};
    struct http_pipes pipes;
    http_pipes_list(&pipes);
    server->library = lws_create_context(&info);
    server->pipe_fd = http_pipes_new(&pipes);
    if (server->library != NULL) {
        server->vhost = lws_create_vhost(server->library, &info);
    }
    if (server->vhost == NULL) {
        return fault_set(fault, FAULT_CONFIG,
                         "the web server does not start: libwebsockets has no libuv part; install "
                         "the package libwebsockets-evlib-uv");
    }
    return 0;
}
