/* A bare client on the server's own loop: bytes out, bytes in, no protocol of its own beyond frames
 * of a WebSocket. Whoever waits runs the loop; a guard ends a wait that is never answered. */
#ifndef WIRE_H
#define WIRE_H

#include <uv.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WIRE_BYTES_MAX = 4 * 1024 * 1024 };

struct wire {
    uv_loop_t *loop;
    uv_poll_t poll;
    int fd;
    bool closed; /* the other side has ended */
    bool gone;   /* and the handle too */
    char *got;   /* zero-terminated */
    size_t len;
    const char *out; /* still to be written */
    size_t out_len;
};

/* Connects to port at 127.0.0.1 from the loopback address from (NULL: any). */
void wire_open(struct wire *wire, uv_loop_t *loop, uint16_t port, const char *from);
/* The same over a connection that is there. */
void wire_take(struct wire *wire, uv_loop_t *loop, int fd);
/* Writes all of it, running the loop meanwhile; stops when the other side has closed. */
void wire_put(struct wire *wire, const char *bytes, size_t len);
void wire_text(struct wire *wire, const char *text);
/* Runs the loop until text has come. False: closed without it, or 20 seconds without it. */
bool wire_until(struct wire *wire, const char *text);
/* The same until the other side closes. */
bool wire_until_closed(struct wire *wire);
void wire_forget(struct wire *wire);
void wire_close(struct wire *wire);

/* Asks for an upgrade with these further header lines and waits for the answer. */
bool wire_upgrade(struct wire *wire, const char *path, const char *headers);
/* One frame; opcode 1 text, 8 close, 9 ping. */
void wire_frame(struct wire *wire, unsigned opcode, const char *text, size_t len);

#endif
