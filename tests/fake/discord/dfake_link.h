/* The gateway of the Discord for tests: connections and sessions. */
#ifndef DFAKE_LINK_H
#define DFAKE_LINK_H

#include "dfake_place.h"

#include <zlib.h>

enum { DFAKE_SESSION_BYTES = 33, DFAKE_BEATS_MAX = 64 };

struct dfake_event_kept {
    int64_t seq;
    struct fake_text *frame;
    struct dfake_event_kept *next;
};

struct dfake_session {
    char id[DFAKE_SESSION_BYTES];
    int shard;
    int shards;
    uint64_t intents;
    int64_t seq;
    int64_t lost_ms;
    bool dead;
    struct fake_link *link;         /* NULL: lost */
    struct dfake_event_kept *first; /* to be replayed */
    struct dfake_event_kept *last;
    unsigned kept;
};

struct dfake_out {
    enum fake_frame_kind kind;
    struct fake_text *whole; /* of which this is from at for len bytes */
    size_t at;
    size_t len;
    bool begins;
    bool ends;
    unsigned code;
    struct dfake_out *next;
};

struct fake_link {
    struct fake_discord *fake;
    uint64_t id;
    bool resume_url;
    bool compressed;
    z_stream stream;
    void *zstd; /* a stream of its own kind, in place of it */
    bool silent;
    bool ended; /* a close is in the queue, or was taken */
    unsigned end_code;
    struct dfake_session *session;
    struct dfake_out *first;
    struct dfake_out *last;
    struct dfake_out *taken;
    struct dfake_window sends;
    int64_t opened_ms;
    int64_t hello_ms;    /* 0: not sent */
    int64_t received_ms; /* the last heartbeat, or Hello */
    int64_t beats[DFAKE_BEATS_MAX];
    unsigned beat_count; /* of all */
    unsigned resumed;    /* events that were replayed */
    bool identified;
};

/* dfake_link.c */
/* A message of JSON, compressed if they are. */
void dfake_link_send(struct fake_link *link, struct fake_text *json);
void dfake_link_send_op(struct fake_link *link, int op, const char *d);
void dfake_link_queue(struct fake_link *link, enum fake_frame_kind kind, struct fake_text *bytes);
/* Closes with a code; 0: cuts. */
void dfake_link_end(struct fake_link *link, unsigned code);
bool dfake_link_is_of(const struct fake_link *link, int shard);

/* dfake_session.c: what the bot says */
void dfake_identify(struct fake_link *link, const cJSON *d);
void dfake_resume(struct fake_link *link, const cJSON *d);
/* One event to one session. */
void dfake_session_event(struct fake_discord *fake, struct dfake_session *session, const char *name,
                         const char *d);
void dfake_session_free(struct dfake_session *session);

#endif
