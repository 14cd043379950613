/* One request at a time to each application service, over plain HTTP on this machine. */
#include "mxfake_carry.h"

#include "fake_base.h"
#include "fake_serve.h"
#include "mxfake_service.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MXFAKE_CARRY_MS = 20000, MXFAKE_CARRY_BYTES = 4096 };

struct mxfake_load {
    const char *service;
    int fd;
    struct fake_bytes out;
    char in[MXFAKE_CARRY_BYTES];
    size_t in_len;
    int64_t until_ms;
};

struct mxfake_carrier {
    struct mxfake *fake;
    const int *epoll;
    struct fake_list loads;
};

struct mxfake_carrier *mxfake_carrier_new(struct mxfake *fake, const int *epoll)
{
    struct mxfake_carrier *carrier = fake_take(sizeof *carrier);
    carrier->fake = fake;
    carrier->epoll = epoll;
    return carrier;
}

/* A connection on its way to 127.0.0.1 at the port of the URL; below 0: none. */
static int mxfake_connect(const char *url)
{
    const char *host = strstr(url, "://");
    const char *port = host == NULL ? NULL : strchr(host + 3, ':');
    struct sockaddr_in address = {.sin_family = AF_INET};
    if (port == NULL) {
        return -1;
    }
    address.sin_port = htons((uint16_t)strtoul(port + 1, NULL, 10));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0 &&
        errno != EINPROGRESS) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static void mxfake_load_watch(const struct mxfake_carrier *carrier, const struct mxfake_load *load,
                              int how)
{
    bool writes = fake_bytes_left(&load->out) > 0;
    struct epoll_event event = {.events = EPOLLIN | (writes ? EPOLLOUT : 0U),
                                .data = {.ptr = NULL}};
    event.data.fd = load->fd;
    epoll_ctl(*carrier->epoll, how, load->fd, &event);
}

static void mxfake_load_new(struct mxfake_carrier *carrier, const char *service,
                            const struct mxfake_push *push)
{
    char head[1024];
    int fd = mxfake_connect(push->url);
    if (fd < 0) {
        mxfake_push_answered(carrier->fake, service, 0);
        return;
    }
    struct mxfake_load *load = fake_take(sizeof *load);
    int len = snprintf(head, sizeof head,
                       "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
                       "Content-Type: application/json\r\nContent-Length: %zu\r\n"
                       "Connection: close\r\n\r\n",
                       push->method, push->path, push->token, strlen(push->body));
    load->service = service;
    load->fd = fd;
    load->until_ms = fake_now_ms() + MXFAKE_CARRY_MS;
    fake_bytes_add(&load->out, head, (size_t)len);
    fake_bytes_add(&load->out, push->body, strlen(push->body));
    fake_list_add(&carrier->loads, load);
    mxfake_load_watch(carrier, load, EPOLL_CTL_ADD);
}

static void mxfake_load_free(struct mxfake_carrier *carrier, struct mxfake_load *load)
{
    fake_list_remove(&carrier->loads, load);
    close(load->fd);
    fake_bytes_deinit(&load->out);
    free(load);
}

/* False: the connection is over. */
static bool mxfake_load_move(struct mxfake_load *load)
{
    size_t left = fake_bytes_left(&load->out);
    if (left > 0) {
        ssize_t put = send(load->fd, fake_bytes_first(&load->out), left, MSG_NOSIGNAL);
        if (put < 0 && errno != EAGAIN && errno != EINPROGRESS && errno != ENOTCONN) {
            return false;
        }
        fake_bytes_drop(&load->out, put > 0 ? (size_t)put : 0);
    }
    ssize_t got = recv(load->fd, load->in + load->in_len, sizeof load->in - 1 - load->in_len, 0);
    if (got < 0) {
        return errno == EAGAIN || errno == EINTR || errno == ENOTCONN;
    }
    load->in_len += (size_t)got;
    return got > 0;
}

/* The status of the answer, once its head is there; 0: it is not. */
static int mxfake_load_status(const struct mxfake_load *load)
{
    const char *blank = strchr(load->in, ' ');
    bool whole = strstr(load->in, "\r\n\r\n") != NULL;
    return whole && blank != NULL ? (int)strtol(blank, NULL, 10) : 0;
}

void mxfake_carry(void *context)
{
    struct mxfake_carrier *carrier = context;
    struct mxfake_push push;
    const char *service = NULL;
    for (size_t i = carrier->loads.count; i > 0; i--) {
        struct mxfake_load *load = carrier->loads.items[i - 1];
        bool goes_on = mxfake_load_move(load) && fake_now_ms() < load->until_ms;
        int status = mxfake_load_status(load);
        if (status != 0 || !goes_on) {
            mxfake_push_answered(carrier->fake, load->service, status);
            mxfake_load_free(carrier, load);
        } else {
            mxfake_load_watch(carrier, load, EPOLL_CTL_MOD);
        }
    }
    for (size_t i = 0; (service = mxfake_service_id(carrier->fake, i)) != NULL; i++) {
        if (mxfake_push_take(carrier->fake, service, &push)) {
            mxfake_load_new(carrier, service, &push);
        }
    }
}

void mxfake_carrier_free(struct mxfake_carrier **carrier)
{
    while ((*carrier)->loads.count > 0) {
        mxfake_load_free(*carrier, (*carrier)->loads.items[0]);
    }
    fake_list_deinit(&(*carrier)->loads);
    free(*carrier);
    *carrier = NULL;
}
