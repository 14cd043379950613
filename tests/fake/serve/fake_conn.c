/* Connections: bytes in and out, plain or by TLS. */
#include "fake_serve.h"

#include <errno.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FAKE_READ_BYTES = 64 * 1024 };

void fake_bytes_add(struct fake_bytes *bytes, const char *from, size_t len)
{
    if (bytes->done > 0 && bytes->done == bytes->len) {
        bytes->done = bytes->len = 0;
    }
    if (bytes->len + len + 1 > bytes->size) {
        bytes->size = (bytes->len + len + 1) * 2;
        bytes->at = realloc(bytes->at, bytes->size);
        if (bytes->at == NULL) {
            abort();
        }
    }
    if (len > 0) {
        memcpy(bytes->at + bytes->len, from, len);
    }
    bytes->len += len;
    bytes->at[bytes->len] = '\0';
}

void fake_bytes_drop(struct fake_bytes *bytes, size_t len)
{
    bytes->done += len;
    if (bytes->done == bytes->len) {
        bytes->done = bytes->len = 0;
    } else if (bytes->done > bytes->len / 2) {
        memmove(bytes->at, bytes->at + bytes->done, bytes->len - bytes->done + 1);
        bytes->len -= bytes->done;
        bytes->done = 0;
    }
}

const char *fake_bytes_first(const struct fake_bytes *bytes)
{
    return bytes->at == NULL ? "" : bytes->at + bytes->done;
}

size_t fake_bytes_left(const struct fake_bytes *bytes)
{
    return bytes->len - bytes->done;
}

void fake_bytes_deinit(struct fake_bytes *bytes)
{
    free(bytes->at);
    memset(bytes, 0, sizeof *bytes);
}

static void fake_conn_watch(const struct fake_conn *conn, int how)
{
    struct epoll_event event = {.events = EPOLLIN | (conn->writes ? EPOLLOUT : 0U),
                                .data = {.ptr = NULL}};
    event.data.fd = conn->fd;
    epoll_ctl(conn->serve->epoll, how, conn->fd, &event);
}

void fake_conn_new(struct fake_serve *serve, int fd)
{
    struct fake_conn *conn = fake_take(sizeof *conn);
    conn->serve = serve;
    conn->fd = fd;
    if (serve->tls != NULL) {
        conn->tls = SSL_new(serve->tls);
        SSL_set_fd(conn->tls, fd);
        SSL_set_accept_state(conn->tls);
    }
    conn->greeted = conn->tls == NULL;
    conn->next = serve->conns;
    serve->conns = conn;
    fake_conn_watch(conn, EPOLL_CTL_ADD);
}

/* Bytes read; 0: none now; below: the connection is over. */
static ssize_t fake_conn_take(struct fake_conn *conn, char *into, size_t size)
{
    if (conn->tls == NULL) {
        ssize_t got = recv(conn->fd, into, size, 0);
        if (got > 0) {
            return got;
        }
        return got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
    }
    ERR_clear_error(); /* what other connections have left would be taken for this one's */
    int got = SSL_read(conn->tls, into, (int)size);
    if (got > 0) {
        return got;
    }
    int why = SSL_get_error(conn->tls, got);
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

static void fake_conn_greet(struct fake_conn *conn)
{
    ERR_clear_error();
    int done = SSL_do_handshake(conn->tls);
    if (done != 1) {
        int why = SSL_get_error(conn->tls, done);
        conn->dead = why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE;
        return;
    }
    const unsigned char *chosen = NULL;
    unsigned len = 0;
    conn->greeted = true;
    SSL_get0_alpn_selected(conn->tls, &chosen, &len);
    if (len == 2) {
        conn->kind = FAKE_CONN_HTTP2;
        fake_http2_open(conn);
    }
}

static void fake_conn_read(struct fake_conn *conn)
{
    char bytes[FAKE_READ_BYTES];
    ssize_t got = 0;
    while ((got = fake_conn_take(conn, bytes, sizeof bytes)) > 0) {
        fake_bytes_add(&conn->in, bytes, (size_t)got);
    }
    if (conn->kind == FAKE_CONN_HTTP1) {
        fake_http1_read(conn);
    } else if (conn->kind == FAKE_CONN_HTTP2) {
        fake_http2_read(conn);
    }
    if (conn->kind == FAKE_CONN_SOCKET) {
        fake_socket_read(conn); /* it may just have become one */
    }
    conn->dead = conn->dead || got < 0;
}

void fake_conn_ready(struct fake_conn *conn, bool readable)
{
    if (!conn->greeted) {
        fake_conn_greet(conn);
    }
    if (conn->greeted && readable && !conn->dead) {
        fake_conn_read(conn);
    }
    fake_conn_flush(conn);
}

/* As many of the bytes as go now; below 0: over. */
static ssize_t fake_conn_put(struct fake_conn *conn, const char *from, size_t len)
{
    if (conn->tls == NULL) {
        ssize_t put = send(conn->fd, from, len, MSG_NOSIGNAL);
        return put >= 0 || (errno != EAGAIN && errno != EINTR) ? put : 0;
    }
    ERR_clear_error();
    int put = SSL_write(conn->tls, from, len > INT32_MAX ? INT32_MAX : (int)len);
    if (put > 0) {
        return put;
    }
    int why = SSL_get_error(conn->tls, put);
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

void fake_conn_flush(struct fake_conn *conn)
{
    if (conn->dead || !conn->greeted) {
        return;
    }
    if (conn->session != NULL) {
        fake_http2_write(conn);
    }
    while (fake_bytes_left(&conn->out) > 0) {
        ssize_t put =
            fake_conn_put(conn, fake_bytes_first(&conn->out), fake_bytes_left(&conn->out));
        if (put < 0) {
            conn->dead = true;
            return;
        }
        if (put == 0) {
            break;
        }
        fake_bytes_drop(&conn->out, (size_t)put);
    }
    bool waits = fake_bytes_left(&conn->out) > 0;
    conn->dead = conn->dead || (conn->ending && !waits);
    if (waits != conn->writes) {
        conn->writes = waits;
        fake_conn_watch(conn, EPOLL_CTL_MOD);
    }
}

void fake_conn_cut(struct fake_conn *conn)
{
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    setsockopt(conn->fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    conn->dead = true;
}

void fake_conn_free(struct fake_conn *conn)
{
    if (conn->link != NULL) {
        conn->serve->platform.link_close(&conn->link, 0);
    }
    while (conn->exchanges != NULL) {
        fake_exchange_free(conn->exchanges);
    }
    nghttp2_session_del(conn->session);
    SSL_free(conn->tls);
    close(conn->fd);
    fake_bytes_deinit(&conn->in);
    fake_bytes_deinit(&conn->out);
    fake_bytes_deinit(&conn->message);
    free(conn);
}
