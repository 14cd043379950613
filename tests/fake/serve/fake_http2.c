/* HTTP/2, by nghttp2. */
#include "fake_serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAKE_STREAMS_MAX = 250 };

static int fake_http2_begin(nghttp2_session *session, const nghttp2_frame *frame, void *context)
{
    if (frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST) {
        nghttp2_session_set_stream_user_data(session, frame->hd.stream_id,
                                             fake_exchange_new(context, frame->hd.stream_id));
    }
    return 0;
}

/* NOLINTNEXTLINE(readability-function-size): the library gives eight */
static int fake_http2_header(nghttp2_session *session, const nghttp2_frame *frame,
                             const uint8_t *name, size_t name_len, const uint8_t *value,
                             size_t value_len, uint8_t flags, void *context)
{
    (void)flags;
    (void)context;
    struct fake_exchange *exchange =
        nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);
    if (exchange != NULL) {
        fake_exchange_header(exchange, (const char *)name, name_len, (const char *)value,
                             value_len);
    }
    return 0;
}

static int fake_http2_data(nghttp2_session *session, uint8_t flags, int32_t stream,
                           const uint8_t *data, size_t len, void *context)
{
    (void)flags;
    (void)context;
    struct fake_exchange *exchange = nghttp2_session_get_stream_user_data(session, stream);
    if (exchange != NULL && exchange->body.len + len <= FAKE_SERVE_BODY_BYTES_MAX) {
        fake_bytes_add(&exchange->body, (const char *)data, len);
    }
    return 0;
}

static int fake_http2_frame(nghttp2_session *session, const nghttp2_frame *frame, void *context)
{
    (void)context;
    bool whole = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0 &&
                 (frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA);
    struct fake_exchange *exchange =
        whole ? nghttp2_session_get_stream_user_data(session, frame->hd.stream_id) : NULL;
    if (exchange != NULL) {
        fake_exchange_ask(exchange);
    }
    return 0;
}

static int fake_http2_over(nghttp2_session *session, int32_t stream, uint32_t code, void *context)
{
    (void)code;
    (void)context;
    struct fake_exchange *exchange = nghttp2_session_get_stream_user_data(session, stream);
    if (exchange != NULL) {
        fake_exchange_free(exchange);
    }
    return 0;
}

void fake_http2_open(struct fake_conn *conn)
{
    nghttp2_session_callbacks *callbacks = NULL;
    if (nghttp2_session_callbacks_new(&callbacks) != 0) {
        abort();
    }
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, fake_http2_begin);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, fake_http2_header);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, fake_http2_data);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, fake_http2_frame);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, fake_http2_over);
    if (nghttp2_session_server_new(&conn->session, callbacks, conn) != 0) {
        abort();
    }
    nghttp2_session_callbacks_del(callbacks);
    const nghttp2_settings_entry settings[] = {
        {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, FAKE_STREAMS_MAX},
        {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 1 << 20},
    };
    nghttp2_submit_settings(conn->session, NGHTTP2_FLAG_NONE, settings, 2);
    nghttp2_session_set_local_window_size(conn->session, NGHTTP2_FLAG_NONE, 0, 16 << 20);
}

void fake_http2_read(struct fake_conn *conn)
{
    size_t len = fake_bytes_left(&conn->in);
    if (conn->session == NULL || len == 0) {
        return;
    }
    ssize_t taken =
        nghttp2_session_mem_recv(conn->session, (const uint8_t *)fake_bytes_first(&conn->in), len);
    if (taken < 0) {
        conn->dead = true;
        return;
    }
    fake_bytes_drop(&conn->in, (size_t)taken);
}

void fake_http2_write(struct fake_conn *conn)
{
    const uint8_t *bytes = NULL;
    ssize_t len = 0;
    while (fake_bytes_left(&conn->out) < FAKE_SERVE_OUT_BYTES &&
           (len = nghttp2_session_mem_send(conn->session, &bytes)) > 0) {
        fake_bytes_add(&conn->out, (const char *)bytes, (size_t)len);
    }
    conn->dead =
        conn->dead || len < 0 ||
        (nghttp2_session_want_read(conn->session) == 0 &&
         nghttp2_session_want_write(conn->session) == 0 && fake_bytes_left(&conn->out) == 0);
}

/* NOLINTNEXTLINE(readability-function-size): the library gives seven */
static ssize_t fake_http2_source(nghttp2_session *session, int32_t stream, uint8_t *into,
                                 size_t size, uint32_t *flags, nghttp2_data_source *source,
                                 void *context)
{
    (void)session;
    (void)stream;
    (void)context;
    struct fake_exchange *exchange = source->ptr;
    size_t left = exchange->answer_len - exchange->answer_sent;
    size_t part = left < size ? left : size;
    memcpy(into, exchange->answer + exchange->answer_sent, part);
    exchange->answer_sent += part;
    if (exchange->answer_sent == exchange->answer_len) {
        *flags |= NGHTTP2_DATA_FLAG_EOF;
    }
    return (ssize_t)part;
}

/* Copies: the library takes them as its own to change. */
static nghttp2_nv fake_http2_pair(const char *name, const char *value)
{
    nghttp2_nv pair = {.name = (uint8_t *)fake_copy(name, strlen(name)),
                       .value = (uint8_t *)fake_copy(value, strlen(value)),
                       .namelen = strlen(name),
                       .valuelen = strlen(value),
                       .flags = NGHTTP2_NV_FLAG_NONE};
    return pair;
}

void fake_http2_answer(struct fake_exchange *exchange, const struct fake_answer *answer)
{
    nghttp2_nv pairs[FAKE_HEADERS_MAX + 2];
    char status[8];
    char length[24];
    size_t count = 0;
    snprintf(status, sizeof status, "%d", answer->status);
    snprintf(length, sizeof length, "%zu", answer->told_len);
    pairs[count++] = fake_http2_pair(":status", status);
    for (size_t i = 0; i < answer->header_count; i++) {
        pairs[count++] = fake_http2_pair(answer->headers[i].name, answer->headers[i].value);
    }
    if (answer->status != 204) {
        pairs[count++] = fake_http2_pair("content-length", length);
    }
    exchange->answer = fake_copy(answer->body, answer->body_len);
    exchange->answer_len = answer->body_len;
    nghttp2_data_provider source = {.source = {.ptr = exchange},
                                    .read_callback = fake_http2_source};
    nghttp2_submit_response(exchange->conn->session, exchange->stream, pairs, count,
                            answer->body_len == 0 ? NULL : &source);
    for (size_t i = 0; i < count; i++) {
        free(pairs[i].name);
        free(pairs[i].value);
    }
}
