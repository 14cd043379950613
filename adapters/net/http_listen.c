/* Listening and accepting, and how much each address may have. Connections are taken here and given
 * to the library only when they are within the limits. */
#include "http_private.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HTTP_BACKLOG = 128, HTTP_ACCEPTS_AT_ONCE = 64 };

union http_name {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
};

static int http_name_read(union http_name *name, socklen_t *len, const char *address, uint16_t port)
{
    memset(name, 0, sizeof *name);
    if (inet_pton(AF_INET, address, &name->four.sin_addr) == 1) {
        name->four.sin_family = AF_INET;
        name->four.sin_port = htons(port);
        *len = sizeof name->four;
        return 0;
    }
    if (inet_pton(AF_INET6, address, &name->six.sin6_addr) == 1) {
        name->six.sin6_family = AF_INET6;
        name->six.sin6_port = htons(port);
        *len = sizeof name->six;
        return 0;
    }
    return -1;
}

/* The address as text; one of the old kind inside the new is written as what it is. */
static void http_name_print(const union http_name *name, char *text)
{
    const void *bytes = &name->four.sin_addr;
    int family = name->any.sa_family;
    if (family == AF_INET6) {
        bytes = &name->six.sin6_addr;
        if (IN6_IS_ADDR_V4MAPPED(&name->six.sin6_addr)) {
            bytes = (const char *)bytes + 12;
            family = AF_INET;
        }
    }
    if (inet_ntop(family, bytes, text, HTTP_ADDRESS_BYTES) == NULL) {
        memcpy(text, "?", 2);
    }
}

static uint16_t http_name_port(const union http_name *name)
{
    return ntohs(name->any.sa_family == AF_INET6 ? name->six.sin6_port : name->four.sin_port);
}

static struct http_address *http_address_find(struct http_server *server, const char *text)
{
    int64_t now_ms = server->setup.clock.monotonic_ms(server->setup.clock.context);
    struct http_address *unused = NULL;
    for (size_t i = 0; i < HTTP_ADDRESSES_MAX; i++) {
        struct http_address *address = &server->addresses[i];
        if (strcmp(address->text, text) == 0) {
            return address;
        }
        if (unused == NULL && address->connections == 0 &&
            (address->text[0] == '\0' || bucket_is_full(&address->requests, now_ms))) {
            unused = address;
        }
    }
    if (unused != NULL) {
        memset(unused, 0, sizeof *unused);
        memcpy(unused->text, text, strlen(text) + 1);
        bucket_init(&unused->requests, server->limits.address_burst, server->limits.address_each_ms,
                    now_ms);
    }
    return unused;
}

bool http_address_may(struct http_link *link)
{
    const struct clock *clock = &link->server->setup.clock;
    return bucket_take(&link->address->requests, 1, clock->monotonic_ms(clock->context));
}

static struct http_link *http_link_new(struct http_server *server, int fd,
                                       const union http_name *peer)
{
    char text[HTTP_ADDRESS_BYTES];
    http_name_print(peer, text);
    struct http_address *address = http_address_find(server, text);
    if (address == NULL || address->connections >= server->limits.address_sockets ||
        server->links >= server->limits.connections) {
        return NULL;
    }
    struct http_link *link = calloc(1, sizeof *link);
    if (link == NULL) {
        abort();
    }
    union http_name here;
    socklen_t len = sizeof here;
    memset(&here, 0, sizeof here);
    if (getsockname(fd, &here.any, &len) == 0) {
        http_name_print(&here, link->here);
    }
    memcpy(link->peer, text, sizeof text);
    link->server = server;
    link->address = address;
    address->connections++;
    server->links++;
    return link;
}

void http_link_free(struct http_link *link)
{
    assert(link->call == NULL);
    assert(link->socket == NULL);
    link->address->connections--;
    link->server->links--;
    free(link);
}

static void http_accept(struct http_server *server, int fd, const union http_name *peer)
{
    struct http_link *link = http_link_new(server, fd, peer);
    if (link == NULL) {
        close(fd);
        return;
    }
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    lws_adopt_desc_t adopt = {
        .vh = server->vhost, .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP, .fd = {.sockfd = fd}};
    struct lws *wsi = lws_adopt_descriptor_vhost_via_info(&adopt);
    if (wsi == NULL) { /* the library closes fd, and never knew the link */
        http_link_free(link);
        return;
    }
    link->wsi = wsi;
    lws_set_opaque_user_data(wsi, link);
    http_link_timer(link, server->limits.request_seconds);
}

/* Out of descriptors: who waits would make the loop spin. They are taken and turned away. */
static void http_turn_away(struct http_server *server)
{
    close(server->spare_fd);
    int fd = accept4(server->listen_fd, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0) {
        close(fd);
    }
    server->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static void http_acceptable(uv_poll_t *poll, int status, int events)
{
    struct http_server *server = poll->data;
    if (status < 0 || (events & UV_READABLE) == 0) {
        return;
    }
    for (int i = 0; i < HTTP_ACCEPTS_AT_ONCE; i++) {
        union http_name peer;
        socklen_t len = sizeof peer;
        memset(&peer, 0, sizeof peer);
        int fd = accept4(server->listen_fd, &peer.any, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE)) {
            http_turn_away(server);
            continue;
        }
        if (fd < 0) {
            return;
        }
        http_accept(server, fd, &peer);
    }
}

static int http_listen_fault(const struct http_setup *setup, int error, struct fault *fault)
{
    const char *mend = "check that address";
    if (error == EADDRINUSE) {
        mend = "another program (or another deaddrop) has that port: stop it, or choose another";
    } else if (error == EADDRNOTAVAIL) {
        mend = "no network of this machine has that address: see `ip address`";
    } else if (error == EACCES) {
        mend = "ports below 1024 need privileges: choose a higher one";
    }
    return fault_set(fault, FAULT_CONFIG, "cannot listen at %s port %u: %s; %s ([%s] %s)",
                     setup->address, (unsigned)setup->port, strerror(error), mend, setup->section,
                     error == EADDRNOTAVAIL ? "address" : "port");
}

static int http_listen_bind(struct http_server *server, const union http_name *name, socklen_t len)
{
    int fd = socket(name->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return -1;
    }
    int on = 1;
    int off = 0;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (name->any.sa_family == AF_INET6) {
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    }
    if (bind(fd, &name->any, len) != 0 || listen(fd, HTTP_BACKLOG) != 0) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    server->listen_fd = fd;
    return 0;
}

int http_listen_open(struct http_server *server, struct fault *fault)
{
    const struct http_setup *setup = &server->setup;
    union http_name name;
    socklen_t len = 0;
    const char *address = strcmp(setup->address, "localhost") == 0 ? "127.0.0.1" : setup->address;
    if (http_name_read(&name, &len, address, setup->port) != 0) {
        return fault_set(fault, FAULT_CONFIG,
                         "cannot listen at %s: not a numeric address; 127.0.0.1 is this machine "
                         "alone, 0.0.0.0 all its networks ([%s] address)",
                         setup->address, setup->section);
    }
    if (http_listen_bind(server, &name, len) != 0) {
        return http_listen_fault(setup, errno, fault);
    }
    len = sizeof name;
    if (getsockname(server->listen_fd, &name.any, &len) == 0) {
        server->port = http_name_port(&name);
    }
    server->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    uv_poll_init(setup->loop, &server->listening, server->listen_fd);
    server->listening.data = server;
    server->handles++;
    uv_poll_start(&server->listening, UV_READABLE, http_acceptable);
    return 0;
}

static void http_listen_closed(uv_handle_t *handle)
{
    http_server_release(handle->data);
}

void http_listen_close(struct http_server *server)
{
    if (server->listen_fd < 0) {
        return;
    }
    uv_poll_stop(&server->listening);
    uv_close((uv_handle_t *)&server->listening, http_listen_closed);
    close(server->listen_fd);
    close(server->spare_fd);
    server->listen_fd = -1;
}
