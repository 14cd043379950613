/* How often a bot may identify: so many a day for the whole application, or Discord resets its
 * token; and a pause between two of one key (shard % max_concurrency). A value; wall-clock time is
 * passed in, since the budget outlives the process. */
#ifndef DISCORD_BUDGET_H
#define DISCORD_BUDGET_H

#include "buf.h"

#include <cjson/cJSON.h>

#include <stdbool.h>
#include <stdint.h>

enum {
    BUDGET_KEYS_MAX = 64,
    BUDGET_PAUSE_MS = 5500,
    BUDGET_RESERVE = 20, /* so many are left for a person's own hands */
    BUDGET_DAY_MS = 24 * 3600 * 1000,
    BUDGET_TOTAL = 1000
};

struct discord_budget {
    unsigned keys;     /* max_concurrency */
    int64_t total;     /* a day */
    int64_t remaining; /* as Discord last said, less what was used since */
    int64_t reset_ms;  /* when it is total again */
    int64_t used;      /* by us since from_ms: what a process that ended used counts on */
    int64_t from_ms;
    int64_t last_ms[BUDGET_KEYS_MAX]; /* of each key */
};

void discord_budget_init(struct discord_budget *budget);
/* session_start_limit of GET /gateway/bot; false when it is none. */
bool discord_budget_told(struct discord_budget *budget, const cJSON *limit, int64_t now_ms);
/* How long this shard has to wait before it identifies; 0: it may. */
int64_t discord_budget_wait_ms(const struct discord_budget *budget, unsigned shard, int64_t now_ms);
/* The day's budget is used up but for the reserve. */
bool discord_budget_is_empty(const struct discord_budget *budget, int64_t now_ms);
void discord_budget_use(struct discord_budget *budget, unsigned shard, int64_t now_ms);

void discord_budget_write(const struct discord_budget *budget, struct buf *out);
void discord_budget_read(struct discord_budget *budget, const char *text, size_t len);

#endif
