/* Frames of the gateway: text to values and back. Pure. */
#ifndef DISCORD_FRAME_H
#define DISCORD_FRAME_H

#include "buf.h"
#include "fault.h"

#include <cjson/cJSON.h>

#include <stdint.h>

enum {
    FRAME_SENT_BYTES_MAX = 4096, /* Discord takes no longer one */
    FRAME_NAME_BYTES_MAX = 64,
    FRAME_TEXT_BYTES_MAX = 256 /* session ids, URLs */
};

#define FRAME_SEQUENCE_MAX (INT64_C(1) << 53)

enum discord_op {
    OP_DISPATCH = 0,
    OP_HEARTBEAT = 1,
    OP_IDENTIFY = 2,
    OP_RESUME = 6,
    OP_RECONNECT = 7,
    OP_INVALID = 9,
    OP_HELLO = 10,
    OP_HEARTBEAT_ACK = 11
};

struct discord_frame {
    cJSON *json;
    int op;
    int64_t sequence;  /* -1 none */
    const char *name;  /* of a dispatch, else "" */
    const cJSON *data; /* NULL none */
};

/* -1: no frame; a dispatch has its name and its sequence. The frame is freed in any case. */
int discord_frame_read(struct discord_frame *frame, const char *text, size_t len,
                       struct fault *fault);
void discord_frame_deinit(struct discord_frame *frame);

/* Milliseconds of a Hello; -1 when it says none that makes sense. */
int64_t discord_frame_interval_ms(const cJSON *data);
/* A text member of data, at most FRAME_TEXT_BYTES_MAX - 1 bytes; NULL else. */
const char *discord_frame_text(const cJSON *data, const char *name);

struct discord_identify {
    const char *token;
    uint32_t intents;
    unsigned shard;
    unsigned shard_count;
    const char *activity; /* "" none */
};

void discord_frame_identify(struct buf *out, const struct discord_identify *identify);
void discord_frame_resume(struct buf *out, const char *token, const char *session,
                          int64_t sequence);
/* sequence -1: none yet. */
void discord_frame_heartbeat(struct buf *out, int64_t sequence);

#endif
