/* The other end of the wire for measurements: HTTP/1.1 and WebSocket on loopback, one thread, no
 * rules, so that it costs hardly anything beside who is measured. */
#ifndef BENCH_SERVER_H
#define BENCH_SERVER_H

#include <stdbool.h>
#include <stddef.h>

struct bench_server;
struct bench_conn;

/* A request; its texts live until the handler returns. */
struct bench_request {
    const char *method;
    const char *path;
    const char *body;
    size_t body_len;
    const char *upgrade; /* the key of one who wants a WebSocket, or NULL */
};

struct bench_handlers {
    /* Has to be answered with bench_server_answer or bench_server_upgrade before it returns. */
    void (*asked)(void *context, struct bench_conn *conn, const struct bench_request *request);
    /* A text has come by a WebSocket. */
    void (*told)(void *context, struct bench_conn *conn, const char *text, size_t len);
    void (*gone)(void *context, struct bench_conn *conn);
};

/* Listens on a free port of 127.0.0.1. */
struct bench_server *bench_server_open(const struct bench_handlers *handlers, void *context);
void bench_server_close(struct bench_server **server);
int bench_server_port(const struct bench_server *server);
/* Does what can be done; waits at most wait_ms for something to do. */
void bench_server_run(struct bench_server *server, int wait_ms);

/* json NULL: 204 without a body. */
void bench_server_answer(struct bench_conn *conn, const char *json, size_t len);
void bench_server_upgrade(struct bench_conn *conn, const char *key);
/* From here on what is told is packed, all of it one stream, as Discord's zlib-stream. */
void bench_server_pack(struct bench_conn *conn);
/* A text by WebSocket. */
void bench_server_tell(struct bench_conn *conn, const char *text, size_t len);
/* Bytes that wait to be taken by the other side. */
size_t bench_server_waiting(const struct bench_conn *conn);
void bench_server_drop(struct bench_conn *conn);

#endif
