/* A small HTTP/1.1 server on loopback for measurements: one thread, kept connections, answers at
 * once or later. It does not guard against hostile clients. */
#ifndef LOAD_HTTP_H
#define LOAD_HTTP_H

#include <stddef.h>
#include <stdint.h>

struct load_http;
struct load_conn;

struct load_ask {
    const char *method;
    const char *path; /* with the query */
    const char *body; /* zero-terminated */
    size_t body_len;
};

/* Called for each request; answered by load_http_answer, now or later. */
typedef void (*load_ask_fn)(void *context, struct load_conn *conn, const struct load_ask *ask);
/* A connection ended whose request has not been answered. */
typedef void (*load_gone_fn)(void *context, const struct load_conn *conn);

/* Listens on a free port; aborts where that cannot be. */
struct load_http *load_http_open(load_ask_fn ask, load_gone_fn gone, void *context);
void load_http_close(struct load_http **http);
unsigned load_http_port(const struct load_http *http);
/* Waits for requests, wait_ms at most, and hands them over. */
void load_http_turn(struct load_http *http, int wait_ms);
void load_http_answer(struct load_conn *conn, int status, const char *body, size_t len);

#endif
