#include "discord_session.h"

#include <assert.h>
#include <string.h>

#include "json_at.h"
#include "json_out.h"

void discord_session_init(struct discord_session *session, unsigned shard)
{
    *session = (struct discord_session){.shard = shard, .written = -1};
    watermark_reset(&session->watermark, -1, NULL);
}

void discord_session_deinit(struct discord_session *session)
{
    watermark_deinit(&session->watermark);
}

static void session_reset(struct discord_session *session, int64_t sequence)
{
    watermark_reset(&session->watermark, sequence, NULL);
    session->number++;
}

static void session_text(char *to, const char *from)
{
    size_t len = from != NULL ? strlen(from) : 0;
    assert(len < FRAME_TEXT_BYTES_MAX);
    if (len > 0) {
        memcpy(to, from, len);
    }
    to[len] = '\0';
}

void discord_session_begin(struct discord_session *session, const char *id, const char *url,
                           int64_t sequence)
{
    session_reset(session, sequence);
    session_text(session->id, id);
    session_text(session->url, url);
    session->written = -1;
}

void discord_session_forget(struct discord_session *session)
{
    discord_session_begin(session, "", "", -1);
}

int64_t discord_session_receive(struct discord_session *session, int64_t sequence)
{
    struct watermark *watermark = &session->watermark;
    watermark_begin(watermark, sequence);
    bool clear = watermark_is_clear(watermark);
    watermark_add(watermark);
    watermark_end(watermark, NULL);
    return clear ? sequence : watermark->handled;
}

void discord_session_skip(struct discord_session *session, int64_t sequence)
{
    watermark_begin(&session->watermark, sequence);
    watermark_end(&session->watermark, NULL);
}

void discord_session_rewind(struct discord_session *session)
{
    session_reset(session, session->watermark.handled);
}

void discord_session_write(const struct discord_session *session, int64_t sequence, int64_t now_ms,
                           struct buf *out)
{
    buf_text(out, "{");
    json_out_text(out, "session", session->id);
    json_out_text(out, "url", session->url);
    json_out_number(out, "seq", sequence);
    json_out_number(out, "count", session->shard_count);
    json_out_number(out, "at", now_ms);
    buf_text(out, "}");
}

bool discord_session_read(struct discord_session *session, const char *text, size_t len,
                          int64_t *at_ms_r)
{
    cJSON *json = cJSON_ParseWithLengthOpts(text, len, NULL, false);
    const char *id = discord_frame_text(json, "session");
    const char *url = discord_frame_text(json, "url");
    int64_t sequence = json_at_number(json, "seq", -1, FRAME_SEQUENCE_MAX, -2);
    int64_t count = json_at_number(json, "count", 1, INT32_MAX - 1, 0);
    *at_ms_r = json_at_number(json, "at", -1, FRAME_SEQUENCE_MAX, -2);
    bool good =
        id != NULL && id[0] != '\0' && url != NULL && sequence > -2 && count > 0 && *at_ms_r > -2;
    if (good) {
        discord_session_begin(session, id, url, sequence);
        session->shard_count = (unsigned)count;
        session->written = sequence;
    }
    cJSON_Delete(json);
    return good;
}
