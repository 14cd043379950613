#include "discord_budget.h"

#include "json_at.h"
#include "json_out.h"

enum { BUDGET_NUMBER_MAX = 1000000000 };

#define BUDGET_FROM_MAX INT64_C(1000000000000000)

void discord_budget_init(struct discord_budget *budget)
{
    *budget = (struct discord_budget){
        .keys = 1, .total = BUDGET_TOTAL, .remaining = BUDGET_TOTAL, .reset_ms = 0};
}

bool discord_budget_told(struct discord_budget *budget, const cJSON *limit, int64_t now_ms)
{
    int64_t total = json_at_number(limit, "total", 0, BUDGET_NUMBER_MAX, -1);
    int64_t remaining = json_at_number(limit, "remaining", 0, BUDGET_NUMBER_MAX, -1);
    int64_t after = json_at_number(limit, "reset_after", 0, BUDGET_NUMBER_MAX, -1);
    int64_t keys = json_at_number(limit, "max_concurrency", 1, BUDGET_NUMBER_MAX, 1);
    if (total < 0 || remaining < 0 || after < 0) {
        return false;
    }
    budget->total = total;
    budget->remaining = remaining;
    budget->reset_ms = now_ms + after;
    budget->keys = keys < BUDGET_KEYS_MAX ? (unsigned)keys : BUDGET_KEYS_MAX;
    return true;
}

static int64_t budget_reserve(const struct discord_budget *budget)
{
    /* a budget that is tiny to begin with is a test's, or a punishment: none of it is held back */
    return budget->total >= (int64_t)BUDGET_RESERVE * 10 ? BUDGET_RESERVE : 0;
}

/* By Discord's count, and by ours, which also knows of what Discord has not told yet. */
static int64_t budget_day_wait_ms(const struct discord_budget *budget, int64_t now_ms)
{
    int64_t reserve = budget_reserve(budget);
    if (budget->remaining <= reserve && now_ms < budget->reset_ms) {
        return budget->reset_ms - now_ms;
    }
    int64_t ends = budget->from_ms + BUDGET_DAY_MS;
    bool counts = now_ms >= budget->from_ms && now_ms < ends;
    if (counts && budget->used >= budget->total - reserve) {
        return ends - now_ms;
    }
    return 0;
}

bool discord_budget_is_empty(const struct discord_budget *budget, int64_t now_ms)
{
    return budget_day_wait_ms(budget, now_ms) > 0;
}

int64_t discord_budget_wait_ms(const struct discord_budget *budget, unsigned shard, int64_t now_ms)
{
    int64_t pause = budget->last_ms[shard % budget->keys] + BUDGET_PAUSE_MS - now_ms;
    int64_t day = budget_day_wait_ms(budget, now_ms);
    if (pause > BUDGET_PAUSE_MS) {
        pause = BUDGET_PAUSE_MS; /* the clock was set back */
    }
    pause = pause > 0 ? pause : 0;
    return day > pause ? day : pause;
}

void discord_budget_use(struct discord_budget *budget, unsigned shard, int64_t now_ms)
{
    budget->last_ms[shard % budget->keys] = now_ms;
    if (now_ms >= budget->reset_ms && budget->reset_ms != 0) {
        budget->remaining = budget->total;
        budget->reset_ms = now_ms + BUDGET_DAY_MS;
    }
    if (budget->remaining > 0) {
        budget->remaining--;
    }
    if (now_ms < budget->from_ms || now_ms >= budget->from_ms + BUDGET_DAY_MS) {
        budget->from_ms = now_ms;
        budget->used = 0;
    }
    budget->used++;
}

void discord_budget_write(const struct discord_budget *budget, struct buf *out)
{
    buf_text(out, "{");
    json_out_number(out, "used", budget->used);
    json_out_number(out, "from", budget->from_ms);
    json_out_key(out, "last");
    buf_text(out, "[");
    for (unsigned i = 0; i < budget->keys; i++) {
        json_out_next(out);
        buf_number(out, budget->last_ms[i]);
    }
    buf_text(out, "]}");
}

void discord_budget_read(struct discord_budget *budget, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLengthOpts(text, len, NULL, false);
    const cJSON *last = json_at(json, "last");
    const cJSON *one = NULL;
    int64_t used = json_at_number(json, "used", 0, BUDGET_NUMBER_MAX, -1);
    int64_t from = json_at_number(json, "from", 0, BUDGET_FROM_MAX, -1);
    unsigned key = 0;
    if (used >= 0 && from >= 0) {
        budget->used = used;
        budget->from_ms = from;
    }
    cJSON_ArrayForEach(one, last)
    {
        if (key < BUDGET_KEYS_MAX && cJSON_IsNumber(one) && one->valuedouble >= 0 &&
            one->valuedouble <= 1e15) {
            budget->last_ms[key++] = (int64_t)one->valuedouble;
        }
    }
    cJSON_Delete(json);
}
