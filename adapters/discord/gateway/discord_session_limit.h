/* How often a bot may identify: so many a day for the whole application, or Discord resets its
 * token; and a pause between two of one key (shard % max_concurrency). A value; wall-clock time is
 * passed in, since the limit outlives the process. */
#ifndef DISCORD_SESSION_LIMIT_H
#define DISCORD_SESSION_LIMIT_H

#include "buf.h"

#include <cjson/cJSON.h>

#include <stdbool.h>
#include <stdint.h>

enum {
    SESSION_LIMIT_KEYS_MAX = 64,
    SESSION_LIMIT_PAUSE_MS = 5500,
    SESSION_LIMIT_RESERVE = 20, /* so many are left for a person's own hands */
    SESSION_LIMIT_DAY_MS = 24 * 3600 * 1000,
    SESSION_LIMIT_TOTAL = 1000
};

struct discord_session_limit {
    unsigned keys;     /* max_concurrency */
    int64_t total;     /* a day */
    int64_t remaining; /* as Discord last said, less what was used since */
    int64_t reset_ms;  /* when it is total again */
    int64_t used;      /* by us since from_ms: what a process that ended used counts on */
    int64_t from_ms;
    int64_t last_ms[SESSION_LIMIT_KEYS_MAX]; /* of each key */
};

void discord_session_limit_init(struct discord_session_limit *limit);
/* session_start_limit of GET /gateway/bot; false when it is none. */
bool discord_session_limit_update(struct discord_session_limit *limit, const cJSON *json,
                                  int64_t now_ms);
/* How long this shard has to wait before it identifies; 0: it may. */
int64_t discord_session_limit_wait_ms(const struct discord_session_limit *limit, unsigned shard,
                                      int64_t now_ms);
/* The day's limit is used up but for the reserve. */
bool discord_session_limit_is_reached(const struct discord_session_limit *limit, int64_t now_ms);
void discord_session_limit_use(struct discord_session_limit *limit, unsigned shard, int64_t now_ms);

void discord_session_limit_write(const struct discord_session_limit *limit, struct buf *out);
void discord_session_limit_read(struct discord_session_limit *limit, const char *text, size_t len);

#endif
