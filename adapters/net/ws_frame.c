/* A small machine: first the head, byte for byte, then its payload as it comes. */
#include "ws_frame.h"

#include <assert.h>
#include <string.h>

enum { WS_PROTOCOL_ERROR = 1002, WS_NOT_UTF8 = 1007 };

static unsigned ws_opcode(const struct ws_frame *frame)
{
    return frame->head[0] & 0x0fu;
}

static bool ws_is_control(const struct ws_frame *frame)
{
    return ws_opcode(frame) >= WS_CLOSE;
}

static bool ws_is_final(const struct ws_frame *frame)
{
    return (frame->head[0] & 0x80u) != 0;
}

/* How long the head is, of which two bytes are there. */
static unsigned ws_head_size(const struct ws_frame *frame)
{
    unsigned len = frame->head[1] & 0x7fu;
    return 2 + (len == 126 ? 2 : len == 127 ? 8 : 0) + 4;
}

/* What its first two bytes say; 0, or what is wrong with it. */
static unsigned ws_head_fault(const struct ws_frame *frame)
{
    unsigned opcode = ws_opcode(frame);
    bool masked = (frame->head[1] & 0x80u) != 0;
    if ((frame->head[0] & 0x70u) != 0 || !masked) {
        return WS_PROTOCOL_ERROR;
    }
    if (ws_is_control(frame)) {
        bool sound = opcode <= WS_PONG && ws_is_final(frame) &&
                     (frame->head[1] & 0x7fu) <= WS_CONTROL_BYTES_MAX;
        return sound ? 0 : WS_PROTOCOL_ERROR;
    }
    bool goes_on = opcode == 0;
    return opcode <= WS_BINARY && goes_on == frame->in_message ? 0 : WS_PROTOCOL_ERROR;
}

/* The payload's length, which must be written as short as it can be; false otherwise. */
static bool ws_head_length(struct ws_frame *frame)
{
    unsigned len = frame->head[1] & 0x7fu;
    unsigned more = len == 126 ? 2 : len == 127 ? 8 : 0;
    uint64_t length = more == 0 ? len : 0;
    for (unsigned i = 0; i < more; i++) {
        length = length << 8 | frame->head[2 + i];
    }
    frame->left = length;
    uint64_t least = more == 0 ? 0 : more == 2 ? 126 : 65536;
    return length >= least && length >> 63 == 0;
}

static void ws_break(struct ws_event *event, unsigned code)
{
    event->kind = WS_BROKEN;
    event->code = code;
}

/* Takes bytes of the head until it is whole; how many. */
static size_t ws_read_head(struct ws_frame *frame, const char *bytes, size_t count,
                           struct ws_event *event)
{
    size_t used = 0;
    while (used < count && !frame->reads_payload) {
        frame->head[frame->head_len++] = (unsigned char)bytes[used++];
        if (frame->head_len < 2) {
            continue;
        }
        unsigned fault = frame->head_len == 2 ? ws_head_fault(frame) : 0;
        if (fault != 0) {
            ws_break(event, fault);
            return used;
        }
        if (frame->head_len == ws_head_size(frame)) {
            if (!ws_head_length(frame)) {
                ws_break(event, WS_PROTOCOL_ERROR);
                return used;
            }
            frame->reads_payload = true;
            frame->mask_at = 0;
            frame->control_len = 0;
        }
    }
    return used;
}

static void ws_end_frame(struct ws_frame *frame, struct ws_event *event)
{
    event->ends_frame = true;
    if (ws_is_control(frame)) {
        event->kind = WS_CONTROL;
        event->opcode = ws_opcode(frame);
        event->bytes = frame->control;
        event->len = frame->control_len;
    } else {
        event->ends_message = ws_is_final(frame);
        frame->in_message = !event->ends_message;
    }
    frame->reads_payload = false;
    frame->head_len = 0;
}

size_t ws_frame_read(struct ws_frame *frame, char *bytes, size_t count, struct ws_event *event)
{
    memset(event, 0, sizeof *event);
    size_t used = ws_read_head(frame, bytes, count, event);
    if (!frame->reads_payload || event->kind == WS_BROKEN) {
        return used;
    }
    size_t here = count - used;
    here = here < frame->left ? here : (size_t)frame->left;
    char *payload = bytes + used;
    const unsigned char *mask = frame->head + ws_head_size(frame) - 4;
    for (size_t i = 0; i < here; i++) {
        payload[i] = (char)((unsigned char)payload[i] ^ mask[(frame->mask_at + i) % 4]);
    }
    frame->mask_at = (unsigned)((frame->mask_at + here) % 4);
    frame->left -= here;
    if (ws_is_control(frame)) {
        assert(frame->control_len + here <= WS_CONTROL_BYTES_MAX);
        memcpy(frame->control + frame->control_len, payload, here);
        frame->control_len += (unsigned)here;
    } else if (here > 0 || frame->left == 0) {
        event->kind = WS_DATA;
        event->bytes = payload;
        event->len = here;
    }
    if (frame->left == 0) {
        ws_end_frame(frame, event);
    }
    return used + here;
}

size_t ws_frame_head(unsigned char *head, unsigned opcode, size_t len)
{
    unsigned bytes = len < 126 ? 0 : len < 65536 ? 2 : 8;
    head[0] = (unsigned char)(0x80u | opcode);
    head[1] = (unsigned char)(bytes == 0 ? len : bytes == 2 ? 126 : 127);
    for (unsigned i = 0; i < bytes; i++) {
        head[2 + i] = (unsigned char)((uint64_t)len >> (8 * (bytes - 1 - i)));
    }
    return 2 + (size_t)bytes;
}

unsigned ws_close_fault(const char *payload, size_t len)
{
    if (len == 0) {
        return 0;
    }
    if (len == 1) {
        return WS_PROTOCOL_ERROR;
    }
    unsigned code = (unsigned)(unsigned char)payload[0] << 8 | (unsigned char)payload[1];
    bool known = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
                 (code >= 3000 && code <= 4999);
    if (!known) {
        return WS_PROTOCOL_ERROR;
    }
    return ws_is_utf8(payload + 2, len - 2) ? 0 : WS_NOT_UTF8;
}

/* How many bytes follow this first one, and the range of the next; -1: none begins so. */
static int ws_utf8_follow(unsigned char first, unsigned char *low, unsigned char *high)
{
    *low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    *high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (first < 0x80) {
        return 0;
    }
    if (first < 0xc2 || first > 0xf4) {
        return -1;
    }
    return first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
}

bool ws_is_utf8(const char *text, size_t len)
{
    for (size_t at = 0; at < len;) {
        unsigned char low = 0;
        unsigned char high = 0;
        int follow = ws_utf8_follow((unsigned char)text[at++], &low, &high);
        if (follow < 0 || len - at < (size_t)follow) {
            return false;
        }
        for (int i = 0; i < follow; i++, at++) {
            unsigned char byte = (unsigned char)text[at];
            if (byte < low || byte > high) {
                return false;
            }
            low = 0x80;
            high = 0xbf;
        }
    }
    return true;
}
