/* WebSockets (RFC 6455). */
#include "fake_serve.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAKE_OP_MORE = 0,
    FAKE_OP_TEXT = 1,
    FAKE_OP_BINARY = 2,
    FAKE_OP_CLOSE = 8,
    FAKE_OP_PING = 9,
    FAKE_OP_PONG = 10,
    FAKE_MESSAGE_BYTES_MAX = 1024 * 1024
};

static void fake_socket_accept(struct fake_conn *conn, const char *key)
{
    char text[128];
    unsigned char digest[SHA_DIGEST_LENGTH];
    unsigned char accept[64];
    int len = snprintf(text, sizeof text, "%.60s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    SHA1((const unsigned char *)text, (size_t)len, digest);
    EVP_EncodeBlock(accept, digest, sizeof digest);
    char head[256];
    len = snprintf(head, sizeof head,
                   "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: "
                   "Upgrade\r\nsec-websocket-accept: %s\r\n\r\n",
                   (const char *)accept);
    fake_bytes_add(&conn->out, head, (size_t)len);
}

void fake_socket_open(struct fake_exchange *exchange)
{
    struct fake_conn *conn = exchange->conn;
    char url[512];
    int status = 0;
    snprintf(url, sizeof url, "%s://%.100s%.300s", conn->tls != NULL ? "wss" : "ws",
             fake_exchange_value(exchange, "host"), exchange->path);
    const struct fake_platform *platform = &conn->serve->platform;
    conn->link = platform->link_open(platform->context, url, &status);
    if (conn->link == NULL) {
        char head[80];
        int len = snprintf(head, sizeof head,
                           "HTTP/1.1 %d Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
                           status);
        fake_bytes_add(&conn->out, head, (size_t)len);
        conn->ending = true;
        return;
    }
    conn->kind = FAKE_CONN_SOCKET;
    fake_socket_accept(conn, fake_exchange_value(exchange, "sec-websocket-key"));
}

static void fake_socket_put(struct fake_conn *conn, unsigned char first, const char *bytes,
                            size_t len)
{
    unsigned char head[10] = {first};
    size_t head_len = 2;
    if (len < 126) {
        head[1] = (unsigned char)len;
    } else if (len < 65536) {
        head[1] = 126;
        head[2] = (unsigned char)(len >> 8);
        head[3] = (unsigned char)len;
        head_len = 4;
    } else {
        head[1] = 127;
        for (unsigned i = 0; i < 8; i++) {
            head[2 + i] = (unsigned char)((uint64_t)len >> (56 - 8 * i));
        }
        head_len = 10;
    }
    fake_bytes_add(&conn->out, (const char *)head, head_len);
    fake_bytes_add(&conn->out, bytes, len);
}

static void fake_socket_close(struct fake_conn *conn, unsigned code)
{
    const char bytes[2] = {(char)(code >> 8), (char)(code & 0xFF)};
    fake_socket_put(conn, 0x80 | FAKE_OP_CLOSE, bytes, code == 0 ? 0 : 2);
    conn->closed = true;
}

/* The bot closes: with its code, and is answered, unless it answers itself. */
static void fake_socket_closed(struct fake_conn *conn, const unsigned char *bytes, size_t len)
{
    unsigned code = len >= 2 ? (unsigned)bytes[0] << 8 | bytes[1] : 1005;
    if (conn->link != NULL) {
        conn->serve->platform.link_close(&conn->link, code);
    }
    if (!conn->closed) {
        fake_socket_close(conn, len >= 2 ? code : 0);
    }
    conn->ending = true;
}

static void fake_socket_take(struct fake_conn *conn, unsigned char first, unsigned char *bytes,
                             size_t len)
{
    switch (first & 0x0F) {
    case FAKE_OP_MORE:
    case FAKE_OP_TEXT:
    case FAKE_OP_BINARY:
        fake_bytes_add(&conn->message, (const char *)bytes, len);
        if ((first & 0x80) != 0 && conn->link != NULL) {
            conn->serve->platform.link_hear(conn->link, fake_bytes_first(&conn->message),
                                            fake_bytes_left(&conn->message));
            fake_bytes_drop(&conn->message, fake_bytes_left(&conn->message));
        }
        break;
    case FAKE_OP_PING:
        fake_socket_put(conn, 0x80 | FAKE_OP_PONG, (const char *)bytes, len);
        break;
    case FAKE_OP_PONG:
        break;
    case FAKE_OP_CLOSE:
        fake_socket_closed(conn, bytes, len);
        break;
    default:
        conn->dead = true;
    }
}

/* One frame, when it is there whole. */
static bool fake_socket_frame(struct fake_conn *conn)
{
    size_t here = fake_bytes_left(&conn->in);
    if (here < 6) {
        return false;
    }
    unsigned char *in = (unsigned char *)conn->in.at + conn->in.done;
    size_t len = in[1] & 0x7F;
    size_t at = 2;
    if (len == 126) {
        len = (size_t)in[2] << 8 | in[3];
        at = 4;
    } else if (len == 127) {
        len = FAKE_MESSAGE_BYTES_MAX + 1;
    }
    if ((in[1] & 0x80) == 0 || len > FAKE_MESSAGE_BYTES_MAX) {
        conn->dead = true; /* a client masks, and has little to say */
        return false;
    }
    if (here < at + 4 + len) {
        return false;
    }
    unsigned char first = in[0];
    const unsigned char mask[4] = {in[at], in[at + 1], in[at + 2], in[at + 3]};
    unsigned char *bytes = in + at + 4;
    for (size_t i = 0; i < len; i++) {
        bytes[i] ^= mask[i % 4];
    }
    fake_socket_take(conn, first, bytes, len);
    fake_bytes_drop(&conn->in, at + 4 + len);
    return true;
}

void fake_socket_read(struct fake_conn *conn)
{
    while (!conn->dead && !conn->ending && fake_socket_frame(conn)) {
    }
}

void fake_socket_write(struct fake_conn *conn)
{
    struct fake_frame frame;
    while (conn->link != NULL && !conn->dead &&
           fake_bytes_left(&conn->out) < FAKE_SERVE_OUT_BYTES &&
           conn->serve->platform.link_take(conn->link, &frame)) {
        unsigned char op = frame.kind == FAKE_FRAME_BINARY ? FAKE_OP_BINARY : FAKE_OP_TEXT;
        if (frame.kind == FAKE_FRAME_CUT) {
            fake_conn_flush(conn);
            conn->serve->platform.link_close(&conn->link, 0);
            fake_conn_cut(conn);
        } else if (frame.kind == FAKE_FRAME_CLOSE) {
            fake_socket_close(conn, frame.code);
            conn->serve->platform.link_close(&conn->link, 0);
        } else {
            unsigned char first = frame.first ? op : FAKE_OP_MORE;
            first = (unsigned char)(first | (frame.last ? 0x80 : 0));
            fake_socket_put(conn, first, frame.bytes, frame.len);
        }
    }
}
