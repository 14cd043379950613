/* Everything in a frame comes from outside: its kinds and sizes are checked here, and again where
 * data is read. */
#include "discord_frame.h"

#include <string.h>

#include "json_at.h"
#include "json_out.h"
#include "json_tree.h"

enum { FRAME_OP_MAX = 1000, FRAME_INTERVAL_MS_MIN = 20, FRAME_INTERVAL_MS_MAX = 86400000 };

int discord_frame_read(struct discord_frame *frame, const char *text, size_t len,
                       struct fault *fault)
{
    *frame = (struct discord_frame){.sequence = -1, .name = ""};
    frame->json = json_tree_read(text, len);
    const char *name = json_at_text(frame->json, "t");
    frame->op = (int)json_at_number(frame->json, "op", 0, FRAME_OP_MAX, -1);
    if (frame->op < 0) {
        return fault_set(fault, FAULT_BROKEN, "a frame that is none");
    }
    frame->data = json_at(frame->json, "d");
    frame->sequence = json_at_number(frame->json, "s", 0, FRAME_SEQUENCE_MAX, -1);
    if (frame->op != OP_DISPATCH) {
        return 0;
    }
    if (frame->sequence < 0 || name == NULL || strlen(name) > FRAME_NAME_BYTES_MAX) {
        return fault_set(fault, FAULT_BROKEN, "a dispatch without name or sequence");
    }
    frame->name = name;
    return 0;
}

void discord_frame_deinit(struct discord_frame *frame)
{
    json_tree_free(frame->json);
    *frame = (struct discord_frame){.sequence = -1, .name = ""};
}

int64_t discord_frame_interval_ms(const cJSON *data)
{
    return json_at_number(data, "heartbeat_interval", FRAME_INTERVAL_MS_MIN, FRAME_INTERVAL_MS_MAX,
                          -1);
}

const char *discord_frame_text(const cJSON *data, const char *name)
{
    const char *text = json_at_text(data, name);
    return text != NULL && strlen(text) < FRAME_TEXT_BYTES_MAX ? text : NULL;
}

static void frame_begin(struct buf *out, int op)
{
    buf_text(out, "{");
    json_out_key(out, "op");
    buf_number(out, op);
    json_out_key(out, "d");
}

static void frame_string(struct buf *out, const char *key, const char *text)
{
    json_out_key(out, key);
    json_out_string(out, text, strlen(text));
}

void discord_frame_identify(struct buf *out, const struct discord_identify *identify)
{
    frame_begin(out, OP_IDENTIFY);
    buf_text(out, "{");
    frame_string(out, "token", identify->token);
    json_out_key(out, "intents");
    buf_number(out, identify->intents);
    json_out_key(out, "properties");
    buf_text(out, "{\"os\":\"linux\",\"browser\":\"deaddrop\",\"device\":\"deaddrop\"}");
    json_out_key(out, "shard");
    buf_text(out, "[");
    buf_number(out, identify->shard);
    buf_text(out, ",");
    buf_number(out, identify->shard_count);
    buf_text(out, "]");
    json_out_key(out, "presence");
    buf_text(out, "{\"since\":null,\"status\":\"online\",\"afk\":false,\"activities\":[");
    if (identify->activity[0] != '\0') {
        buf_text(out, "{\"type\":4,\"name\":\"deaddrop\"");
        frame_string(out, "state", identify->activity);
        buf_text(out, "}");
    }
    buf_text(out, "]}}}");
}

void discord_frame_resume(struct buf *out, const char *token, const char *session, int64_t sequence)
{
    frame_begin(out, OP_RESUME);
    buf_text(out, "{");
    frame_string(out, "token", token);
    frame_string(out, "session_id", session);
    json_out_key(out, "seq");
    buf_number(out, sequence);
    buf_text(out, "}}");
}

void discord_frame_heartbeat(struct buf *out, int64_t sequence)
{
    frame_begin(out, OP_HEARTBEAT);
    if (sequence < 0) {
        buf_text(out, "null");
    } else {
        buf_number(out, sequence);
    }
    buf_text(out, "}");
}
