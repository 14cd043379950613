/* The session of a shard, as it is stored, and as another process resumes it: its id, its URL, and
 * the sequence up to which every dispatch is handled (watermark.h: each dispatch is a batch). */
#ifndef DISCORD_SESSION_H
#define DISCORD_SESSION_H

#include "buf.h"
#include "discord_frame.h"
#include "watermark.h"

struct discord_session {
    uint32_t number; /* which one of the shard's; dispatches of earlier ones have others */
    char id[FRAME_TEXT_BYTES_MAX];  /* "" : there is none to be resumed */
    char url[FRAME_TEXT_BYTES_MAX]; /* where to resume it; "" : as for a new one */
    unsigned shard;
    unsigned shard_count;
    struct watermark watermark; /* newest: the last sequence received; -1 none */
    int64_t written;            /* the sequence in the last row stored by itself; -1 none */
};

void discord_session_init(struct discord_session *session, unsigned shard);
void discord_session_deinit(struct discord_session *session);
/* A new session, whose READY had this sequence. */
void discord_session_begin(struct discord_session *session, const char *id, const char *url,
                           int64_t sequence);
/* There is nothing to resume any more. */
void discord_session_forget(struct discord_session *session);
/* Another dispatch was received, and is pending. Returns the sequence that may be stored with it.
 */
int64_t discord_session_receive(struct discord_session *session, int64_t sequence);
/* Another dispatch was received, of which nothing is stored. */
void discord_session_skip(struct discord_session *session, int64_t sequence);
/* Back to the watermark: everything behind it is sent once more. */
void discord_session_rewind(struct discord_session *session);

/* As a row's value, with this sequence as its checkpoint. */
void discord_session_write(const struct discord_session *session, int64_t sequence, int64_t now_ms,
                           struct buf *out);
/* False: the text is no such row. at_ms_r: when it was written. */
bool discord_session_read(struct discord_session *session, const char *text, size_t len,
                          int64_t *at_ms_r);

#endif
