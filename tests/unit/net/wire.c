#include "wire.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WIRE_GUARD_MS = 20000 };

static void wire_read(struct wire *wire)
{
    while (wire->len < WIRE_BYTES_MAX) {
        ssize_t count = recv(wire->fd, wire->got + wire->len, WIRE_BYTES_MAX - wire->len, 0);
        if (count <= 0) {
            wire->closed = wire->closed || count == 0 || errno != EAGAIN;
            break;
        }
        wire->len += (size_t)count;
        wire->got[wire->len] = '\0';
    }
}

static void wire_write(struct wire *wire)
{
    ssize_t count = send(wire->fd, wire->out, wire->out_len, MSG_NOSIGNAL);
    if (count > 0) {
        wire->out += count;
        wire->out_len -= (size_t)count;
    } else if (errno != EAGAIN) {
        wire->closed = true;
    }
}

static void wire_event(uv_poll_t *poll, int status, int events)
{
    struct wire *wire = poll->data;
    if (status < 0) {
        wire->closed = true;
    }
    if (wire->out_len > 0 && (events & UV_WRITABLE) != 0) {
        wire_write(wire);
    }
    if ((events & UV_READABLE) != 0) {
        wire_read(wire);
    }
    if (wire->closed) {
        uv_poll_stop(poll);
    } else if (wire->out_len == 0) {
        uv_poll_start(poll, UV_READABLE, wire_event);
    }
}

void wire_take(struct wire *wire, uv_loop_t *loop, int fd)
{
    memset(wire, 0, sizeof *wire);
    wire->loop = loop;
    wire->got = calloc(1, WIRE_BYTES_MAX + 1);
    wire->fd = fd;
    assert(wire->got != NULL);
    uv_poll_init(loop, &wire->poll, wire->fd);
    wire->poll.data = wire;
    uv_poll_start(&wire->poll, UV_READABLE, wire_event);
}

void wire_open(struct wire *wire, uv_loop_t *loop, uint16_t port, const char *from)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert(fd >= 0);
    struct sockaddr_in name = {.sin_family = AF_INET};
    if (from != NULL) {
        inet_pton(AF_INET, from, &name.sin_addr);
        int bound = bind(fd, (struct sockaddr *)&name, sizeof name);
        assert(bound == 0);
    }
    inet_pton(AF_INET, "127.0.0.1", &name.sin_addr);
    name.sin_port = htons(port);
    int connected = connect(fd, (struct sockaddr *)&name, sizeof name);
    assert(connected == 0);
    wire_take(wire, loop, fd);
}

static void wire_guarded(uv_timer_t *timer)
{
    *(bool *)timer->data = true;
}

static void wire_timer_closed(uv_handle_t *handle)
{
    free(handle);
}

static bool wire_ready(const struct wire *wire, const char *text)
{
    if (text == NULL) {
        return wire->out_len == 0;
    }
    return memmem(wire->got, wire->len, text, strlen(text)) != NULL;
}

/* Until ready(text), closed, or the guard strikes. */
static bool wire_wait(struct wire *wire, const char *text, bool closing)
{
    bool struck = false;
    uv_timer_t *guard = malloc(sizeof *guard);
    assert(guard != NULL);
    uv_timer_init(wire->loop, guard);
    guard->data = &struck;
    uv_timer_start(guard, wire_guarded, WIRE_GUARD_MS, 0);
    while (!struck && !wire->closed && (closing || !wire_ready(wire, text))) {
        uv_run(wire->loop, UV_RUN_ONCE);
    }
    uv_close((uv_handle_t *)guard, wire_timer_closed);
    uv_run(wire->loop, UV_RUN_NOWAIT);
    return closing ? wire->closed : wire_ready(wire, text);
}

void wire_put(struct wire *wire, const char *bytes, size_t len)
{
    if (wire->closed) {
        return;
    }
    wire->out = bytes;
    wire->out_len = len;
    uv_poll_start(&wire->poll, UV_READABLE | UV_WRITABLE, wire_event);
    wire_wait(wire, NULL, false);
}

void wire_text(struct wire *wire, const char *text)
{
    wire_put(wire, text, strlen(text));
}

bool wire_until(struct wire *wire, const char *text)
{
    return wire_wait(wire, text, false);
}

bool wire_until_closed(struct wire *wire)
{
    return wire_wait(wire, NULL, true);
}

void wire_forget(struct wire *wire)
{
    wire->len = 0;
    wire->got[0] = '\0';
}

static void wire_handle_closed(uv_handle_t *handle)
{
    ((struct wire *)handle->data)->gone = true;
}

void wire_close(struct wire *wire)
{
    uv_close((uv_handle_t *)&wire->poll, wire_handle_closed);
    while (!wire->gone) {
        uv_run(wire->loop, UV_RUN_NOWAIT);
    }
    close(wire->fd);
    free(wire->got);
    wire->got = NULL;
}

bool wire_upgrade(struct wire *wire, const char *path, const char *headers)
{
    char text[2048];
    snprintf(text, sizeof text,
             "GET %s HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n",
             path, headers);
    wire_text(wire, text);
    return wire_until(wire, "\r\n\r\n") && strncmp(wire->got, "HTTP/1.1 101", 12) == 0;
}

void wire_frame(struct wire *wire, unsigned opcode, const char *text, size_t len)
{
    char *frame = malloc(len + 14);
    assert(frame != NULL);
    size_t at = 0;
    frame[at++] = (char)(0x80 | opcode);
    if (len < 126) {
        frame[at++] = (char)(0x80 | len);
    } else if (len < 65536) {
        frame[at++] = (char)(0x80 | 126);
        frame[at++] = (char)(len >> 8);
        frame[at++] = (char)len;
    } else {
        frame[at++] = (char)(0x80 | 127);
        for (int shift = 56; shift >= 0; shift -= 8) {
            frame[at++] = (char)(len >> shift);
        }
    }
    static const char mask[4] = {0x11, 0x22, 0x33, 0x44};
    memcpy(frame + at, mask, 4);
    at += 4;
    for (size_t i = 0; i < len; i++) {
        frame[at + i] = (char)(text[i] ^ mask[i % 4]);
    }
    wire_put(wire, frame, at + len);
    free(frame);
}
