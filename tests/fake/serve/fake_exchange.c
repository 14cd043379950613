/* Requests on their way: gathered, asked, answered. */
#include "fake_serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct fake_exchange *fake_exchange_new(struct fake_conn *conn, int32_t stream)
{
    struct fake_exchange *exchange = fake_take(sizeof *exchange);
    exchange->conn = conn;
    exchange->stream = stream;
    exchange->next = conn->exchanges;
    conn->exchanges = exchange;
    return exchange;
}

static void fake_exchange_put(char **where, const char *value, size_t len)
{
    free(*where);
    *where = fake_copy(value, len);
}

void fake_exchange_header(struct fake_exchange *exchange, const char *name, size_t name_len,
                          const char *value, size_t value_len)
{
    if (name_len == 7 && memcmp(name, ":method", 7) == 0) {
        fake_exchange_put(&exchange->method, value, value_len);
    } else if (name_len == 5 && memcmp(name, ":path", 5) == 0) {
        fake_exchange_put(&exchange->path, value, value_len);
    } else if (exchange->header_count < FAKE_SERVE_HEADERS_MAX && name_len > 0 && name[0] != ':') {
        struct fake_header *header = &exchange->headers[exchange->header_count];
        char *copy = fake_copy(name, name_len);
        for (char *at = copy; *at != '\0'; at++) {
            *at = (char)(*at >= 'A' && *at <= 'Z' ? *at - 'A' + 'a' : *at);
        }
        exchange->texts[exchange->header_count][0] = copy;
        exchange->texts[exchange->header_count][1] = fake_copy(value, value_len);
        header->name = copy;
        header->value = exchange->texts[exchange->header_count][1];
        exchange->header_count++;
    }
}

const char *fake_exchange_value(const struct fake_exchange *exchange, const char *name)
{
    for (size_t i = 0; i < exchange->header_count; i++) {
        if (strcmp(exchange->headers[i].name, name) == 0) {
            return exchange->headers[i].value;
        }
    }
    return "";
}

static void fake_exchange_answered(void *context, const struct fake_answer *answer)
{
    struct fake_exchange *exchange = context;
    struct fake_conn *conn = exchange->conn;
    exchange->asked = false;
    if (answer->dropped) {
        fake_conn_cut(conn);
    } else if (conn->kind == FAKE_CONN_HTTP2) {
        fake_http2_answer(exchange, answer);
    } else {
        fake_http1_answer(exchange, answer);
    }
}

void fake_exchange_ask(struct fake_exchange *exchange)
{
    const struct fake_ask ask = {
        .method = exchange->method == NULL ? "" : exchange->method,
        .path = exchange->path == NULL ? "" : exchange->path,
        .headers = exchange->headers,
        .header_count = exchange->header_count,
        .body = fake_bytes_first(&exchange->body),
        .body_len = fake_bytes_left(&exchange->body),
    };
    exchange->asked = true;
    const struct fake_platform *platform = &exchange->conn->serve->platform;
    platform->ask(platform->context, &ask, fake_exchange_answered, exchange);
}

void fake_exchange_free(struct fake_exchange *exchange)
{
    struct fake_exchange **at = &exchange->conn->exchanges;
    while (*at != exchange) {
        at = &(*at)->next;
    }
    *at = exchange->next;
    if (exchange->asked) {
        const struct fake_platform *platform = &exchange->conn->serve->platform;
        platform->hang_up(platform->context, exchange);
    }
    for (size_t i = 0; i < exchange->header_count; i++) {
        free(exchange->texts[i][0]);
        free(exchange->texts[i][1]);
    }
    free(exchange->method);
    free(exchange->path);
    free(exchange->host);
    free(exchange->answer);
    fake_bytes_deinit(&exchange->body);
    free(exchange);
}
