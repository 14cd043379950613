#include "load_http.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LOAD_EVENTS = 64, LOAD_READ_BYTES = 65536, LOAD_HEAD_BYTES = 256 };

struct load_text {
    char *bytes;
    size_t len;
    size_t size;
};

struct load_conn {
    struct load_http *http;
    int fd;
    struct load_text in;
    struct load_text out;
    size_t written;
    size_t taken; /* bytes of the request that is being answered */
    bool asked;   /* a request waits for its answer */
    bool over;
    struct load_conn *next;
};

struct load_http {
    int epoll;
    int listener;
    unsigned port;
    load_ask_fn ask;
    load_gone_fn gone;
    void *context;
    struct load_conn *conns;
};

static void must(bool good, const char *what)
{
    if (!good) {
        perror(what);
        abort();
    }
}

static void text_add(struct load_text *text, const char *bytes, size_t len)
{
    if (text->len + len + 1 > text->size) {
        text->size = (text->len + len + 1) * 2;
        text->bytes = realloc(text->bytes, text->size);
        must(text->bytes != NULL, "realloc");
    }
    if (len > 0) {
        memcpy(text->bytes + text->len, bytes, len);
    }
    text->len += len;
    text->bytes[text->len] = '\0';
}

/* --- a connection ----------------------------------------------------------------------------- */

static void conn_watch(struct load_conn *conn)
{
    bool waits = conn->written < conn->out.len;
    struct epoll_event event = {.events = EPOLLIN | (waits ? (uint32_t)EPOLLOUT : 0),
                                .data.ptr = conn};
    epoll_ctl(conn->http->epoll, EPOLL_CTL_MOD, conn->fd, &event);
}

static void conn_write(struct load_conn *conn)
{
    while (conn->written < conn->out.len) {
        ssize_t count = send(conn->fd, conn->out.bytes + conn->written,
                             conn->out.len - conn->written, MSG_NOSIGNAL);
        if (count < 0) {
            conn->over = conn->over || (errno != EAGAIN && errno != EINTR);
            break;
        }
        conn->written += (size_t)count;
    }
    if (conn->written == conn->out.len) {
        conn->out.len = 0;
        conn->written = 0;
    }
    if (!conn->over) {
        conn_watch(conn);
    }
}

/* How long the body is that a head announces. */
static size_t head_length(const char *head)
{
    const char *line = strcasestr(head, "\r\ncontent-length:");
    return line == NULL ? 0 : strtoul(line + strlen("\r\ncontent-length:"), NULL, 10);
}

/* Hands over one whole request, if there is one. */
static bool conn_ask(struct load_conn *conn)
{
    char *head = conn->in.bytes;
    char *end = conn->in.len == 0 || conn->asked ? NULL : strstr(head, "\r\n\r\n");
    if (end == NULL) {
        return false;
    }
    end[2] = '\0';
    size_t body_len = head_length(head);
    end[2] = '\r';
    size_t head_len = (size_t)(end - head) + 4;
    if (conn->in.len < head_len + body_len) {
        return false;
    }
    char kept = end[4 + body_len];
    end[4 + body_len] = '\0';
    char *path = strchr(head, ' ');
    char *path_end = path == NULL ? NULL : strchr(path + 1, ' ');
    if (path_end == NULL) {
        conn->over = true;
        return false;
    }
    *path = '\0';
    *path_end = '\0';
    conn->asked = true;
    conn->taken = head_len + body_len;
    const struct load_ask ask = {head, path + 1, end + 4, body_len};
    conn->http->ask(conn->http->context, conn, &ask);
    conn->in.bytes[conn->taken] = kept;
    memmove(conn->in.bytes, conn->in.bytes + conn->taken, conn->in.len - conn->taken + 1);
    conn->in.len -= conn->taken;
    return true;
}

static void conn_read(struct load_conn *conn)
{
    char bytes[LOAD_READ_BYTES];
    ssize_t count = 0;
    while ((count = recv(conn->fd, bytes, sizeof bytes, 0)) > 0) {
        text_add(&conn->in, bytes, (size_t)count);
    }
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        conn->over = true;
        return;
    }
    while (!conn->over && conn_ask(conn)) {
    }
}

void load_http_answer(struct load_conn *conn, int status, const char *body, size_t len)
{
    char head[LOAD_HEAD_BYTES];
    int head_len = snprintf(head, sizeof head,
                            "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\n"
                            "Content-Length: %zu\r\n\r\n",
                            status, status < 300 ? "OK" : "No", len);
    conn->asked = false;
    text_add(&conn->out, head, (size_t)head_len);
    text_add(&conn->out, body, len);
    conn_write(conn);
}

/* --- the server ------------------------------------------------------------------------------- */

static void http_accept(struct load_http *http)
{
    int on = 1;
    int fd = -1;
    while ((fd = accept4(http->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        struct load_conn *conn = calloc(1, sizeof *conn);
        must(conn != NULL, "calloc");
        conn->http = http;
        conn->fd = fd;
        conn->next = http->conns;
        http->conns = conn;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = conn};
        must(epoll_ctl(http->epoll, EPOLL_CTL_ADD, fd, &event) == 0, "epoll_ctl");
    }
}

static void http_sweep(struct load_http *http, bool all)
{
    for (struct load_conn **link = &http->conns; *link != NULL;) {
        struct load_conn *conn = *link;
        if (!conn->over && !all) {
            link = &conn->next;
            continue;
        }
        *link = conn->next;
        if (conn->asked) {
            http->gone(http->context, conn);
        }
        close(conn->fd);
        free(conn->in.bytes);
        free(conn->out.bytes);
        free(conn);
    }
}

void load_http_turn(struct load_http *http, int wait_ms)
{
    struct epoll_event events[LOAD_EVENTS];
    int count = epoll_wait(http->epoll, events, LOAD_EVENTS, wait_ms);
    bool over = false;
    for (int i = 0; i < count; i++) {
        struct load_conn *conn = events[i].data.ptr;
        if (conn == NULL) {
            http_accept(http);
            continue;
        }
        if ((events[i].events & EPOLLOUT) != 0) {
            conn_write(conn);
        }
        if ((events[i].events & ~(uint32_t)EPOLLOUT) != 0) {
            conn_read(conn);
        }
        over = over || conn->over;
    }
    if (over) {
        http_sweep(http, false);
    }
}

struct load_http *load_http_open(load_ask_fn ask, load_gone_fn gone, void *context)
{
    struct load_http *http = calloc(1, sizeof *http);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    must(http != NULL, "calloc");
    http->ask = ask;
    http->gone = gone;
    http->context = context;
    http->epoll = epoll_create1(EPOLL_CLOEXEC);
    http->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    must(bind(http->listener, (struct sockaddr *)&address, size) == 0, "bind");
    must(listen(http->listener, SOMAXCONN) == 0, "listen");
    must(getsockname(http->listener, (struct sockaddr *)&address, &size) == 0, "getsockname");
    http->port = ntohs(address.sin_port);
    struct epoll_event event = {.events = EPOLLIN};
    must(epoll_ctl(http->epoll, EPOLL_CTL_ADD, http->listener, &event) == 0, "epoll_ctl");
    return http;
}

unsigned load_http_port(const struct load_http *http)
{
    return http->port;
}

void load_http_close(struct load_http **http)
{
    struct load_http *freed = *http;
    *http = NULL;
    http_sweep(freed, true);
    close(freed->listener);
    close(freed->epoll);
    free(freed);
}
