/* Frames of a WebSocket, as a server reads and writes them (RFC 6455): what a client sends must be
 * masked, without extensions, control frames short and whole. A message said to be binary is read
 * as a text: whoever takes it judges what it says. Pure. */
#ifndef WS_FRAME_H
#define WS_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WS_TEXT = 1,
    WS_BINARY = 2,
    WS_CLOSE = 8,
    WS_PING = 9,
    WS_PONG = 10,
    WS_CONTROL_BYTES_MAX = 125,
    WS_HEAD_BYTES_MAX = 10 /* of what a server writes */
};

enum ws_event_kind {
    WS_NONE,    /* more bytes must come */
    WS_DATA,    /* a part of a message */
    WS_CONTROL, /* a whole control frame */
    WS_BROKEN   /* close with code */
};

struct ws_event {
    enum ws_event_kind kind;
    unsigned opcode; /* of a control frame */
    unsigned code;   /* of what is broken */
    const char *bytes;
    size_t len;
    bool ends_frame;
    bool ends_message;
};

/* Where the reading is; begins zeroed. */
struct ws_frame {
    unsigned char head[14];
    unsigned head_len;
    bool reads_payload;
    bool in_message; /* a message has begun, and more frames of it are to come */
    uint64_t left;   /* of the payload */
    unsigned mask_at;
    unsigned control_len;
    char control[WS_CONTROL_BYTES_MAX + 1];
};

/* Reads the next event off bytes, which are unmasked in place; how many were used. */
size_t ws_frame_read(struct ws_frame *frame, char *bytes, size_t count, struct ws_event *event);
/* Writes the head of a frame of the server's: how many bytes it takes. */
size_t ws_frame_head(unsigned char *head, unsigned opcode, size_t len);
/* Is this a payload that a close frame may have? 0, or the code to answer it with. */
unsigned ws_close_fault(const char *payload, size_t len);
bool ws_is_utf8(const char *text, size_t len);

#endif
