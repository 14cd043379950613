#include "http_listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HTTP_BACKLOG = 128, HTTP_ACCEPTS_AT_ONCE = 64, HTTP_DESCRIPTORS_SPARE = 256 };

int http_name_read(union http_name *name, socklen_t *len, const char *address, uint16_t port)
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

static void http_accept(struct http_listener *listener, int fd, const union http_name *peer)
{
    char text[HTTP_ADDRESS_BYTES] = "";
    char own[HTTP_ADDRESS_BYTES] = "";
    union http_name here;
    socklen_t len = sizeof here;
    int on = 1;
    http_name_print(peer, text);
    memset(&here, 0, sizeof here);
    if (getsockname(fd, &here.any, &len) == 0) {
        http_name_print(&here, own);
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    listener->setup.accepted(listener->setup.context, fd, text, own);
}

/* Out of descriptors: who waits would make the loop spin. They are taken and turned away. */
static void http_turn_away(struct http_listener *listener)
{
    close(listener->spare_fd);
    int fd = accept4(listener->fd, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0) {
        close(fd);
    }
    listener->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static void http_acceptable(uv_poll_t *poll, int status, int events)
{
    struct http_listener *listener = poll->data;
    if (status < 0 || (events & UV_READABLE) == 0) {
        return;
    }
    for (int i = 0; i < HTTP_ACCEPTS_AT_ONCE; i++) {
        union http_name peer;
        socklen_t len = sizeof peer;
        memset(&peer, 0, sizeof peer);
        int fd = accept4(listener->fd, &peer.any, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE)) {
            http_turn_away(listener);
            continue;
        }
        if (fd < 0) {
            return;
        }
        http_accept(listener, fd, &peer);
    }
}

static int http_listen_fault(const struct http_listener_setup *setup, int error,
                             struct fault *fault)
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

static int http_listen_bind(struct http_listener *listener, const union http_name *name,
                            socklen_t len)
{
    int fd = socket(name->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return -1;
    }
    int on = 1;
    int off = 0;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (listener->setup.shared) {
        setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    }
    if (name->any.sa_family == AF_INET6) {
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    }
    if (bind(fd, &name->any, len) != 0 || listen(fd, HTTP_BACKLOG) != 0) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    listener->fd = fd;
    return 0;
}

/* As many descriptors as connections need, as far as the system lets us. */
static void http_listen_descriptors(unsigned needed)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)needed + HTTP_DESCRIPTORS_SPARE;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

int http_listener_open(struct http_listener *listener, const struct http_listener_setup *setup,
                       struct fault *fault)
{
    union http_name name;
    socklen_t len = 0;
    const char *address = strcmp(setup->address, "localhost") == 0 ? "127.0.0.1" : setup->address;
    *listener = (struct http_listener){.setup = *setup};
    if (http_name_read(&name, &len, address, setup->port) != 0) {
        return fault_set(fault, FAULT_CONFIG,
                         "cannot listen at %s: not a numeric address; 127.0.0.1 is this machine "
                         "alone, 0.0.0.0 all its networks ([%s] address)",
                         setup->address, setup->section);
    }
    if (http_listen_bind(listener, &name, len) != 0) {
        return http_listen_fault(setup, errno, fault);
    }
    len = sizeof name;
    if (getsockname(listener->fd, &name.any, &len) == 0) {
        listener->port = http_name_port(&name);
    }
    http_listen_descriptors(setup->descriptors);
    listener->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    uv_poll_init(setup->loop, &listener->poll, listener->fd);
    listener->poll.data = listener;
    listener->open = true;
    uv_poll_start(&listener->poll, UV_READABLE, http_acceptable);
    return 0;
}

static void http_listener_closed(uv_handle_t *handle)
{
    struct http_listener *listener = handle->data;
    listener->setup.closed(listener->setup.context);
}

void http_listener_close(struct http_listener *listener)
{
    if (!listener->open) {
        return;
    }
    listener->open = false;
    uv_poll_stop(&listener->poll);
    uv_close((uv_handle_t *)&listener->poll, http_listener_closed);
    close(listener->fd);
    close(listener->spare_fd);
}
