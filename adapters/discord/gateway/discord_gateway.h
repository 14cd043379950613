/* The gateway: a connection for each shard, over which Discord sends what happens. It identifies,
 * resumes, sends heartbeats and reconnects by itself, within every limit of the protocol, for as
 * long as the program runs; its user receives dispatches and stores rows.
 *
 * The checkpoint. What a dispatch says is stored in one transaction with the session that it came
 * by (its id, resume URL and sequence). So each dispatch brings rows along: whoever keeps it gives
 * these to house_enqueue or house_store_rows with the rest, returns DISPATCH_KEPT, and calls
 * discord_gateway_stored later. The sequence in a row is never beyond a dispatch that is still
 * pending: after a crash at any moment Discord repeats some that are stored already (event ids
 * tell), and loses none. When storing fails, the shard closes its connection and resumes from what
 * is on disk. */
#ifndef DISCORD_GATEWAY_H
#define DISCORD_GATEWAY_H

#include "adapter.h"
#include "net_wire.h"

#include <cjson/cJSON.h>

struct discord_gateway;
struct discord_rest;

enum { DISCORD_SHARDS_MAX = 1024, DISCORD_GATEWAY_ROWS_MAX = 1 };

/* In a dispatch that came by no shard of this process. */
#define DISCORD_NO_SHARD UINT32_MAX

/* Rows of the gateway's own have keys that begin so. */
#define DISCORD_GATEWAY_KEY "gateway/"

/* Which dispatch it is, when the house notifies that it is stored. */
struct discord_dispatch_id {
    unsigned shard;
    uint32_t session; /* which one since the start of the process */
    int64_t sequence;
};

/* Lives during the hook. */
struct discord_dispatch {
    const char *name;  /* "INTERACTION_CREATE" */
    const cJSON *data; /* of any kind, nothing in it has been checked */
    struct discord_dispatch_id id;
    bool replayed; /* between a resume and RESUMED: may be minutes old, or have come before */
    /* It may be on disk already: replayed, or of a session that an earlier process began and that
     * this one has taken over lately. A RESUMED of an earlier resume may stand among what is
     * replayed, and would make what follows seem new. */
    bool may_be_stored;
    const struct adapter_row *rows; /* to be stored with it */
    size_t row_count;
};

enum discord_kept {
    DISPATCH_PASSED, /* nothing of it is stored */
    DISPATCH_KEPT,   /* its rows are on their way; discord_gateway_stored follows, exactly once */
    DISPATCH_REFUSED /* the house takes nothing now: it is to be replayed, after a pause and a
                        resume */
};

enum discord_lost {
    LOST_MOMENT, /* resumed: what happened meanwhile comes now */
    LOST_SESSION /* a new session: what happened meanwhile is never sent */
};

struct discord_gateway_hooks {
    void *context;
    /* Everything that is dispatched but READY and RESUMED; unknown names too. */
    enum discord_kept (*dispatch)(void *context, const struct discord_dispatch *dispatch);
    /* A session of this shard has begun; ready is the data of READY. More than once in a life. */
    void (*ready)(void *context, unsigned shard, const cJSON *ready);
    /* A shard that was connected has lost its connection; may be NULL. */
    void (*lost)(void *context, unsigned shard);
    /* It had been unavailable between these moments (clock.now_ms), and is back. since_ms 0: since
     * before the process started. */
    void (*back)(void *context, unsigned shard, enum discord_lost lost, int64_t since_ms,
                 int64_t back_ms);
    /* Rows of its own, alone: for house_store_rows. discord_gateway_saved(token) follows. */
    void (*save)(void *context, const struct adapter_row *rows, size_t count, void *token);
    /* Takes a lease by which processes that share the bot identify one after the other, for so long
     * ("identify/0"); discord_gateway_saved(token) follows, with FAULT_GONE where another holder
     * has it. NULL: this process is alone. */
    void (*take_slot)(void *context, const char *key, const char *holder, int64_t ms, void *token);
    /* Never again without a person's help: FAULT_CONFIG (the text says what to mend; exit 78) or
     * FAULT_BROKEN. All shards have ended. */
    void (*gone)(void *context, const struct fault *fault);
};

enum discord_compression {
    COMPRESSION_NONE,
    COMPRESSION_ZLIB,
    COMPRESSION_ZSTD /* zlib where zstd is not built in */
};

struct discord_gateway_setup {
    const struct net_wire *wire;
    struct discord_rest *rest; /* for GET /gateway/bot */
    const char *token;         /* copied, never shown */
    uint32_t intents;
    unsigned shard_id;    /* the only one of shard_count that is run here … */
    bool shard_all;       /* … unless all are */
    unsigned shard_count; /* 0: as many as Discord recommends, all of them run here */
    unsigned part;        /* with parts > 1 and shard_all: every parts-th shard is run here, from */
    unsigned parts;       /* this one on; shard_count is a multiple of parts, or becomes one */
    enum discord_compression compression; /* of what Discord sends */
    const char *activity;                 /* shown under the bot's name; NULL or "": none */
    const char *url; /* the first connection goes there; NULL: as GET /gateway/bot says */
    struct discord_gateway_hooks hooks;
};

/* Connects nowhere yet. Texts of setup are copied; wire and rest must outlive it. */
struct discord_gateway *discord_gateway_new(const struct discord_gateway_setup *setup);
/* Nobody is notified any more; sockets are dropped. */
void discord_gateway_free(struct discord_gateway **gateway);

/* A row that an earlier process stored, whose key begins with DISCORD_GATEWAY_KEY: all of them
 * before discord_gateway_start. What cannot be read is as if it were not there. */
void discord_gateway_restore(struct discord_gateway *gateway, const char *key, const char *value,
                             size_t len);
/* Connects, resuming where a session was restored. */
void discord_gateway_start(struct discord_gateway *gateway);
/* Closes all shards so that their sessions can be resumed (a code of ours above 4000, no 1000), and
 * saves their sessions. */
void discord_gateway_stop(struct discord_gateway *gateway);

/* The rows that came with this dispatch are on disk; fault: they are not (FAULT_GONE: the event
 * is a duplicate, which is as good as stored). Any order; a dispatch of an old session is
 * ignored.
 */
void discord_gateway_stored(struct discord_gateway *gateway, const struct discord_dispatch_id *id,
                            const struct fault *fault);
/* What save() was given is on disk, or not; what take_slot() was asked for is ours, or not. */
void discord_gateway_saved(struct discord_gateway *gateway, void *token, const struct fault *fault);

/* The shard of a guild (0 for direct messages: guild 0). */
unsigned discord_gateway_shard_of(const struct discord_gateway *gateway, uint64_t guild);

struct discord_gateway_figures {
    unsigned shards, connected;
    int64_t
        heartbeat_ms;  /* how long the last heartbeat's answer took, the slowest shard; -1 none */
    int64_t silent_ms; /* since a heartbeat was answered, the worst shard; -1 not connected */
    uint64_t identifies, resumes, dispatches, lost; /* since the start */
};
void discord_gateway_figures(const struct discord_gateway *gateway,
                             struct discord_gateway_figures *figures);

#endif
