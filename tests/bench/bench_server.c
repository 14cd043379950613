/* One loop over epoll. What is malformed ends its connection: the other side is ours. */
#define ZLIB_CONST
#include "bench_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <zlib.h>

enum {
    EVENTS = 64,
    READ_BYTES = 65536,
    HEAD_MAX = 16384,
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8
};

struct bytes {
    char *text;
    size_t len;
    size_t from; /* what is before it is done with */
    size_t room;
};

struct bench_conn {
    struct bench_server *server;
    struct bench_conn *next;
    int socket;
    bool is_socket;
    bool ended;
    bool wants_out;
    bool packs;
    z_stream pack;
    struct bytes packed;
    struct bytes in;
    struct bytes out;
};

struct bench_server {
    struct bench_handlers handlers;
    void *context;
    int listener;
    int poll;
    int port;
    struct bench_conn *conns;
};

static void bytes_add(struct bytes *bytes, const void *text, size_t len)
{
    if (bytes->from > 0 && bytes->from == bytes->len) {
        bytes->from = 0;
        bytes->len = 0;
    }
    while (bytes->room - bytes->len < len + 1) {
        bytes->room = bytes->room == 0 ? READ_BYTES : bytes->room * 2;
        bytes->text = realloc(bytes->text, bytes->room);
        if (bytes->text == NULL) {
            abort();
        }
    }
    memcpy(bytes->text + bytes->len, text, len);
    bytes->len += len;
    bytes->text[bytes->len] = '\0';
}

static void poll_for(struct bench_conn *conn, int how, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.ptr = conn};
    if (epoll_ctl(conn->server->poll, how, conn->socket, &event) != 0) {
        abort();
    }
}

/* Writes what can be written. */
static void conn_flush(struct bench_conn *conn)
{
    struct bytes *out = &conn->out;
    while (!conn->ended && out->from < out->len) {
        ssize_t sent =
            send(conn->socket, out->text + out->from, out->len - out->from, MSG_NOSIGNAL);
        if (sent < 0) {
            conn->ended = errno != EAGAIN && errno != EINTR;
            break;
        }
        out->from += (size_t)sent;
    }
    bool wants_out = !conn->ended && out->from < out->len;
    if (wants_out != conn->wants_out && !conn->ended) {
        conn->wants_out = wants_out;
        poll_for(conn, EPOLL_CTL_MOD, wants_out ? EPOLLIN | EPOLLOUT : EPOLLIN);
    }
}

static void conn_send(struct bench_conn *conn, const void *text, size_t len)
{
    bytes_add(&conn->out, text, len);
}

void bench_server_answer(struct bench_conn *conn, const char *json, size_t len)
{
    char head[160];
    int bytes = json == NULL ? snprintf(head, sizeof head, "HTTP/1.1 204 No Content\r\n\r\n")
                             : snprintf(head, sizeof head,
                                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                                        "Content-Length: %zu\r\n\r\n",
                                        len);
    conn_send(conn, head, (size_t)bytes);
    if (json != NULL) {
        conn_send(conn, json, len);
    }
}

void bench_server_upgrade(struct bench_conn *conn, const char *key)
{
    char text[128];
    char answer[256];
    unsigned char hash[SHA_DIGEST_LENGTH];
    unsigned char proof[32];
    int len = snprintf(text, sizeof text, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    SHA1((const unsigned char *)text, (size_t)len, hash);
    EVP_EncodeBlock(proof, hash, sizeof hash);
    len = snprintf(answer, sizeof answer,
                   "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                   "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                   (const char *)proof);
    conn_send(conn, answer, (size_t)len);
    conn->is_socket = true;
}

void bench_server_pack(struct bench_conn *conn)
{
    if (deflateInit(&conn->pack, Z_BEST_SPEED) != Z_OK) {
        abort();
    }
    conn->packs = true;
}

static void conn_pack(struct bench_conn *conn, const char *text, size_t len)
{
    struct bytes *packed = &conn->packed;
    packed->len = 0;
    conn->pack.next_in = (const Bytef *)text;
    conn->pack.avail_in = (uInt)len;
    do {
        unsigned char some[READ_BYTES];
        conn->pack.next_out = some;
        conn->pack.avail_out = sizeof some;
        if (deflate(&conn->pack, Z_SYNC_FLUSH) == Z_STREAM_ERROR) {
            abort();
        }
        bytes_add(packed, some, sizeof some - conn->pack.avail_out);
    } while (conn->pack.avail_out == 0);
}

void bench_server_tell(struct bench_conn *conn, const char *text, size_t len)
{
    unsigned char head[10] = {0x80 | FRAME_TEXT};
    size_t bytes = 2;
    if (conn->packs) {
        conn_pack(conn, text, len);
        head[0] = 0x80 | FRAME_BINARY;
        text = conn->packed.text;
        len = conn->packed.len;
    }
    if (len < 126) {
        head[1] = (unsigned char)len;
    } else {
        bytes = len < 65536 ? 4 : 10;
        head[1] = len < 65536 ? 126 : 127;
        for (size_t i = 2; i < bytes; i++) {
            head[i] = (unsigned char)(len >> (8 * (bytes - 1 - i)));
        }
    }
    conn_send(conn, head, bytes);
    conn_send(conn, text, len);
    conn_flush(conn);
}

size_t bench_server_waiting(const struct bench_conn *conn)
{
    return conn->out.len - conn->out.from;
}

void bench_server_drop(struct bench_conn *conn)
{
    shutdown(conn->socket, SHUT_RDWR);
    conn->ended = true;
}

/* The value of a header in a head that ends with a zero, into text; NULL when it is not there. */
static const char *head_value(const char *head, const char *name, char *text, size_t size)
{
    size_t name_len = strlen(name);
    for (const char *line = strstr(head, "\r\n"); line != NULL; line = strstr(line, "\r\n")) {
        line += 2;
        if (strncasecmp(line, name, name_len) == 0 && line[name_len] == ':') {
            const char *value = line + name_len + 1;
            value += strspn(value, " ");
            snprintf(text, size, "%.*s", (int)strcspn(value, "\r"), value);
            return text;
        }
    }
    return NULL;
}

/* Takes one request out of what has come; false when it is not all there. */
static bool take_request(struct bench_conn *conn)
{
    struct bytes *in = &conn->in;
    char *head = in->text + in->from;
    char length[24];
    char key[64];
    char *behind = in->from < in->len ? strstr(head, "\r\n\r\n") : NULL;
    if (behind == NULL) {
        conn->ended = conn->ended || in->len - in->from > HEAD_MAX;
        return false;
    }
    behind[2] = '\0';
    const char *has = head_value(head, "content-length", length, sizeof length);
    size_t body_len = has == NULL ? 0 : strtoul(has, NULL, 10);
    if ((size_t)(in->text + in->len - (behind + 4)) < body_len) {
        behind[2] = '\r';
        return false;
    }
    struct bench_request request = {
        .body = behind + 4,
        .body_len = body_len,
        .upgrade = head_value(head, "sec-websocket-key", key, sizeof key),
        .method = head,
    };
    in->from = (size_t)(behind + 4 - in->text) + body_len;
    head[strcspn(head, "\r")] = '\0';
    char *space = strchr(head, ' ');
    if (space == NULL) {
        conn->ended = true;
        return false;
    }
    *space = '\0';
    request.path = space + 1;
    space[1 + strcspn(space + 1, " ")] = '\0';
    conn->server->handlers.asked(conn->server->context, conn, &request);
    return true;
}

/* Takes one frame; false when it is not all there. */
static bool take_frame(struct bench_conn *conn)
{
    struct bytes *in = &conn->in;
    unsigned char *frame = (unsigned char *)in->text + in->from;
    size_t have = in->len - in->from;
    size_t head = 6;
    if (have < head) {
        return false;
    }
    size_t len = frame[1] & 0x7f;
    if (len > 125) {
        size_t more = len == 126 ? 2 : 8;
        head += more;
        len = 0;
        for (size_t i = 0; i < more && have >= head; i++) {
            len = len << 8 | frame[2 + i];
        }
    }
    if (have < head || have - head < len) {
        return false;
    }
    const unsigned char *mask = frame + head - 4;
    for (size_t i = 0; i < len; i++) {
        frame[head + i] ^= mask[i % 4];
    }
    in->from += head + len;
    if ((frame[0] & 0x0f) == FRAME_CLOSE) {
        conn->ended = true;
    } else if ((frame[0] & 0x0f) == FRAME_TEXT) {
        conn->server->handlers.told(conn->server->context, conn, (const char *)frame + head, len);
    }
    return true;
}

static void conn_read(struct bench_conn *conn)
{
    char some[READ_BYTES];
    ssize_t got = recv(conn->socket, some, sizeof some, 0);
    if (got <= 0) {
        conn->ended = conn->ended || got == 0 || (errno != EAGAIN && errno != EINTR);
        return;
    }
    bytes_add(&conn->in, some, (size_t)got);
    while (!conn->ended && (conn->is_socket ? take_frame(conn) : take_request(conn))) {
    }
    struct bytes *in = &conn->in;
    if (in->from > READ_BYTES && in->from < in->len) {
        memmove(in->text, in->text + in->from, in->len - in->from + 1);
        in->len -= in->from;
        in->from = 0;
    }
}

static void conn_new(struct bench_server *server)
{
    const int on = 1;
    int socket = accept4(server->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0) {
        return;
    }
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct bench_conn *conn = calloc(1, sizeof *conn);
    if (conn == NULL) {
        abort();
    }
    conn->server = server;
    conn->socket = socket;
    conn->next = server->conns;
    server->conns = conn;
    poll_for(conn, EPOLL_CTL_ADD, EPOLLIN);
}

/* Frees the connections that have ended. */
static void conns_end(struct bench_server *server, bool all)
{
    for (struct bench_conn **link = &server->conns; *link != NULL;) {
        struct bench_conn *conn = *link;
        if (!conn->ended && !all) {
            link = &conn->next;
            continue;
        }
        *link = conn->next;
        if (!all) {
            server->handlers.gone(server->context, conn);
        }
        close(conn->socket);
        if (conn->packs) {
            deflateEnd(&conn->pack);
        }
        free(conn->packed.text);
        free(conn->in.text);
        free(conn->out.text);
        free(conn);
    }
}

struct bench_server *bench_server_open(const struct bench_handlers *handlers, void *context)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    struct bench_server *server = calloc(1, sizeof *server);
    if (server == NULL) {
        abort();
    }
    server->handlers = *handlers;
    server->context = context;
    server->poll = epoll_create1(EPOLL_CLOEXEC);
    server->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (server->poll < 0 || server->listener < 0 ||
        bind(server->listener, (const struct sockaddr *)(const void *)&address, sizeof address) !=
            0 ||
        listen(server->listener, SOMAXCONN) != 0 ||
        getsockname(server->listener, (struct sockaddr *)(void *)&address, &len) != 0 ||
        epoll_ctl(server->poll, EPOLL_CTL_ADD, server->listener, &event) != 0) {
        abort();
    }
    server->port = ntohs(address.sin_port);
    return server;
}

void bench_server_close(struct bench_server **server)
{
    conns_end(*server, true);
    close((*server)->listener);
    close((*server)->poll);
    free(*server);
    *server = NULL;
}

int bench_server_port(const struct bench_server *server)
{
    return server->port;
}

void bench_server_run(struct bench_server *server, int wait_ms)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(server->poll, events, EVENTS, wait_ms);
    bool some_ended = false;
    for (int i = 0; i < count; i++) {
        struct bench_conn *conn = events[i].data.ptr;
        if (conn == NULL) {
            conn_new(server);
            continue;
        }
        if ((events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0 && !conn->ended) {
            conn_read(conn);
        }
        conn_flush(conn);
        some_ended = some_ended || conn->ended;
    }
    if (some_ended) {
        conns_end(server, false);
    }
}
