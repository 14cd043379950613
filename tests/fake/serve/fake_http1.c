/* HTTP/1.1: one request after the other on a connection. */
#include "fake_serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void fake_http1_head(struct fake_exchange *exchange, const char *head, size_t len)
{
    const char *end = head + len;
    const char *line = head;
    const char *stop = memmem(line, (size_t)(end - line), "\r\n", 2);
    stop = stop == NULL ? end : stop;
    const char *blank = memchr(line, ' ', (size_t)(stop - line));
    const char *after = blank == NULL ? NULL : memchr(blank + 1, ' ', (size_t)(stop - blank - 1));
    if (after != NULL) {
        exchange->method = fake_copy(line, (size_t)(blank - line));
        exchange->path = fake_copy(blank + 1, (size_t)(after - blank - 1));
    }
    for (line = stop + 2; line < end; line = stop + 2) {
        stop = memmem(line, (size_t)(end - line), "\r\n", 2);
        stop = stop == NULL ? end : stop;
        const char *colon = memchr(line, ':', (size_t)(stop - line));
        if (colon != NULL) {
            const char *value = colon + 1;
            while (value < stop && *value == ' ') {
                value++;
            }
            fake_exchange_header(exchange, line, (size_t)(colon - line), value,
                                 (size_t)(stop - value));
        }
    }
}

/* A chunked body; how many bytes of it there are, or 0 when it is not whole yet. */
static size_t fake_http1_chunks(struct fake_bytes *body, const char *at, size_t len)
{
    const char *from = at;
    const char *end = at + len;
    body->len = body->done = 0;
    for (;;) {
        const char *line = memmem(at, (size_t)(end - at), "\r\n", 2);
        if (line == NULL) {
            return 0;
        }
        size_t size = strtoul(at, NULL, 16);
        if (size > (size_t)(end - line) || (size_t)(end - line) < size + 4) {
            return 0;
        }
        fake_bytes_add(body, line + 2, size);
        at = line + 2 + size + 2;
        if (size == 0) {
            return (size_t)(at - from);
        }
    }
}

/* Has the whole body come? Then it is in the exchange. */
static bool fake_http1_body(struct fake_conn *conn, struct fake_exchange *exchange, size_t head_len)
{
    const char *body = fake_bytes_first(&conn->in) + head_len;
    size_t here = fake_bytes_left(&conn->in) - head_len;
    size_t taken = strtoul(fake_exchange_value(exchange, "content-length"), NULL, 10);
    if (strcasecmp(fake_exchange_value(exchange, "transfer-encoding"), "chunked") == 0) {
        taken = fake_http1_chunks(&exchange->body, body, here);
        if (taken == 0) {
            return false;
        }
    } else {
        if (here < taken) {
            return false;
        }
        fake_bytes_add(&exchange->body, body, taken);
    }
    fake_bytes_drop(&conn->in, head_len + taken);
    return true;
}

static void fake_http1_continue(struct fake_conn *conn, const struct fake_exchange *exchange)
{
    static const char go[] = "HTTP/1.1 100 Continue\r\n\r\n";
    if (strcasecmp(fake_exchange_value(exchange, "expect"), "100-continue") == 0 &&
        !conn->continued) {
        conn->continued = true;
        fake_bytes_add(&conn->out, go, sizeof go - 1);
    }
}

void fake_http1_read(struct fake_conn *conn)
{
    while (!conn->pending && !conn->dead && conn->kind == FAKE_CONN_HTTP1) {
        const char *first = fake_bytes_first(&conn->in);
        size_t len = fake_bytes_left(&conn->in);
        const char *blank = memmem(first, len, "\r\n\r\n", 4);
        if (blank == NULL) {
            conn->dead = len > FAKE_SERVE_HEAD_BYTES_MAX;
            return;
        }
        struct fake_exchange *exchange = fake_exchange_new(conn, 0);
        size_t head_len = (size_t)(blank - first);
        fake_http1_head(exchange, first, head_len);
        if (exchange->path == NULL || len > FAKE_SERVE_BODY_BYTES_MAX) {
            conn->dead = true;
            return;
        }
        if (!fake_http1_body(conn, exchange, head_len + 4)) {
            fake_http1_continue(conn, exchange);
            fake_exchange_free(exchange);
            return;
        }
        conn->continued = false;
        conn->keeps = strcasecmp(fake_exchange_value(exchange, "connection"), "close") != 0;
        if (conn->serve->platform.link_open != NULL &&
            strcasecmp(fake_exchange_value(exchange, "upgrade"), "websocket") == 0) {
            fake_socket_open(exchange);
            fake_exchange_free(exchange);
            return;
        }
        conn->pending = true;
        fake_exchange_ask(exchange);
    }
}

void fake_http1_answer(struct fake_exchange *exchange, const struct fake_answer *answer)
{
    struct fake_conn *conn = exchange->conn;
    char line[512];
    int len = snprintf(line, sizeof line, "HTTP/1.1 %d Fake\r\n", answer->status);
    fake_bytes_add(&conn->out, line, (size_t)len);
    for (size_t i = 0; i < answer->header_count; i++) {
        len = snprintf(line, sizeof line, "%s: %s\r\n", answer->headers[i].name,
                       answer->headers[i].value);
        fake_bytes_add(&conn->out, line, (size_t)len);
    }
    if (answer->status != 204) {
        len = snprintf(line, sizeof line, "content-length: %zu\r\n", answer->told_len);
        fake_bytes_add(&conn->out, line, (size_t)len);
    }
    fake_bytes_add(&conn->out, "\r\n", 2);
    fake_bytes_add(&conn->out, answer->body, answer->body_len);
    conn->ending = !conn->keeps || answer->told_len != answer->body_len;
    conn->pending = false;
    fake_exchange_free(exchange);
}
