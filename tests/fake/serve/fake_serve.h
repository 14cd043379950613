/* A platform for tests behind a socket: HTTP/1.1 and WebSocket, plain or by TLS, and HTTP/2 by
 * TLS. It writes its own bytes, since faults are about bytes: a length that is wrong, a connection
 * that is reset, frames in pieces. One thread, epoll. */
#ifndef FAKE_SERVE_H
#define FAKE_SERVE_H

#include "fake_base.h"
#include "fake_platform.h"

#include <nghttp2/nghttp2.h>
#include <openssl/ssl.h>
#include <stdio.h>

enum {
    FAKE_SERVE_HEADERS_MAX = 48,
    FAKE_SERVE_HEAD_BYTES_MAX = 64 * 1024,
    FAKE_SERVE_BODY_BYTES_MAX = 26 * 1024 * 1024,
    FAKE_SERVE_OUT_BYTES = 4 * 1024 * 1024 /* waiting to be written; more frames are not taken */
};

struct fake_bytes {
    char *at;
    size_t len;
    size_t size;
    size_t done; /* from the start, taken already */
};

void fake_bytes_add(struct fake_bytes *bytes, const char *from, size_t len);
/* Forgets the first so many. */
void fake_bytes_drop(struct fake_bytes *bytes, size_t len);
const char *fake_bytes_first(const struct fake_bytes *bytes);
size_t fake_bytes_left(const struct fake_bytes *bytes);
void fake_bytes_deinit(struct fake_bytes *bytes);

enum fake_conn_kind { FAKE_CONN_HTTP1, FAKE_CONN_HTTP2, FAKE_CONN_SOCKET };

/* A request on its way; stream is HTTP/2's. */
struct fake_exchange {
    struct fake_conn *conn;
    int32_t stream;
    char *method;
    char *path;
    char *host;
    struct fake_header headers[FAKE_SERVE_HEADERS_MAX];
    char *texts[FAKE_SERVE_HEADERS_MAX][2]; /* which they point to */
    size_t header_count;
    struct fake_bytes body;
    bool asked;
    /* HTTP/2: what is left of the answer */
    char *answer;
    size_t answer_len;
    size_t answer_sent;
    struct fake_exchange *next;
};

struct fake_conn {
    struct fake_serve *serve;
    int fd;
    SSL *tls;     /* NULL: plain */
    bool greeted; /* TLS is agreed */
    enum fake_conn_kind kind;
    struct fake_bytes in;
    struct fake_bytes out;
    bool writes;    /* waits to be able to write */
    bool ending;    /* after what is to be written */
    bool dead;      /* to be freed */
    bool pending;   /* an HTTP/1.1 request waits for its answer */
    bool keeps;     /* the connection is kept after it */
    bool continued; /* 100 was said */
    nghttp2_session *session;
    struct fake_exchange *exchanges;
    struct fake_link *link;
    struct fake_bytes message; /* of WebSocket fragments */
    bool closed;               /* a close frame was sent */
    struct fake_conn *next;
};

struct fake_serve {
    struct fake_platform platform;
    SSL_CTX *tls;
    int epoll;
    int listener;
    unsigned port;
    struct fake_conn *conns;
    bool ends;
    void (*idle)(void *context); /* after all that came was heard; NULL: nothing */
    void *context;
};

/* What the command line asks of every such program. */
struct fake_options {
    const char *program; /* its name */
    unsigned port;       /* 0: a free one */
    const char *tls;     /* the certificate is written there; NULL: plain */
    const char *record;  /* traffic is written there; NULL: none */
    const char *token;
    uint64_t seed;
};

/* fake_serve.c. A program reads its options, opens, makes its platform with fake_recorded and the
 * file, says where it is, and runs until SIGTERM or the end of its input. */
int64_t fake_now_ms(void);
/* 0, or the exit status; what is wrong has been printed. */
int fake_serve_options(struct fake_options *options, int argc, char **argv);
/* Listens; the file of the record, if any, goes to *record. 0, or the exit status. */
int fake_serve_open(struct fake_serve *serve, const struct fake_options *options, FILE **record);
void fake_recorded(void *file, const char *line, size_t len);
/* Needs serve->platform. */
void fake_serve_run(struct fake_serve *serve);
/* Connections are over; the platform may be freed after it. 0, or the exit status. */
int fake_serve_close(struct fake_serve *serve, FILE *record);

/* fake_conn.c */
void fake_conn_new(struct fake_serve *serve, int fd);
void fake_conn_ready(struct fake_conn *conn, bool readable);
void fake_conn_flush(struct fake_conn *conn);
/* Resets the connection. */
void fake_conn_cut(struct fake_conn *conn);
void fake_conn_free(struct fake_conn *conn);

/* fake_exchange.c */
struct fake_exchange *fake_exchange_new(struct fake_conn *conn, int32_t stream);
void fake_exchange_header(struct fake_exchange *exchange, const char *name, size_t name_len,
                          const char *value, size_t value_len);
const char *fake_exchange_value(const struct fake_exchange *exchange, const char *name);
/* Asks the fake; the answer is written when it comes. */
void fake_exchange_ask(struct fake_exchange *exchange);
void fake_exchange_free(struct fake_exchange *exchange);

/* fake_http1.c, fake_http2.c, fake_socket.c: what came; what is to be written */
void fake_http1_read(struct fake_conn *conn);
void fake_http1_answer(struct fake_exchange *exchange, const struct fake_answer *answer);
void fake_http2_open(struct fake_conn *conn);
void fake_http2_read(struct fake_conn *conn);
void fake_http2_write(struct fake_conn *conn);
void fake_http2_answer(struct fake_exchange *exchange, const struct fake_answer *answer);
/* A request that asks to become a WebSocket. */
void fake_socket_open(struct fake_exchange *exchange);
void fake_socket_read(struct fake_conn *conn);
void fake_socket_write(struct fake_conn *conn);

/* fake_cert.c: a certificate for this machine, made now; its text is written to path. NULL: no. */
SSL_CTX *fake_cert_context(const char *path);

#endif
