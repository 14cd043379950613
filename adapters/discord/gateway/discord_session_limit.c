#include "discord_session_limit.h"

#include "json_at.h"
#include "json_out.h"

enum { SESSION_LIMIT_NUMBER_MAX = 1000000000 };

#define SESSION_LIMIT_FROM_MAX INT64_C(1000000000000000)

void discord_session_limit_init(struct discord_session_limit *limit)
{
    *limit = (struct discord_session_limit){
        .keys = 1, .total = SESSION_LIMIT_TOTAL, .remaining = SESSION_LIMIT_TOTAL, .reset_ms = 0};
}

bool discord_session_limit_update(struct discord_session_limit *limit, const cJSON *json,
                                  int64_t now_ms)
{
    int64_t total = json_at_number(json, "total", 0, SESSION_LIMIT_NUMBER_MAX, -1);
    int64_t remaining = json_at_number(json, "remaining", 0, SESSION_LIMIT_NUMBER_MAX, -1);
    int64_t after = json_at_number(json, "reset_after", 0, SESSION_LIMIT_NUMBER_MAX, -1);
    int64_t keys = json_at_number(json, "max_concurrency", 1, SESSION_LIMIT_NUMBER_MAX, 1);
    if (total < 0 || remaining < 0 || after < 0) {
        return false;
    }
    limit->total = total;
    limit->remaining = remaining;
    limit->reset_ms = now_ms + after;
    limit->keys = keys < SESSION_LIMIT_KEYS_MAX ? (unsigned)keys : SESSION_LIMIT_KEYS_MAX;
    return true;
}

static int64_t limit_reserve(const struct discord_session_limit *limit)
{
    /* a limit that is tiny to begin with is a test's, or a punishment: none of it is held back */
    return limit->total >= (int64_t)SESSION_LIMIT_RESERVE * 10 ? SESSION_LIMIT_RESERVE : 0;
}

/* By Discord's count, and by ours, which also has what Discord's answer was too early for. */
static int64_t limit_day_wait_ms(const struct discord_session_limit *limit, int64_t now_ms)
{
    int64_t reserve = limit_reserve(limit);
    if (limit->remaining <= reserve && now_ms < limit->reset_ms) {
        return limit->reset_ms - now_ms;
    }
    int64_t ends = limit->from_ms + SESSION_LIMIT_DAY_MS;
    bool counts = now_ms >= limit->from_ms && now_ms < ends;
    if (counts && limit->used >= limit->total - reserve) {
        return ends - now_ms;
    }
    return 0;
}

bool discord_session_limit_is_reached(const struct discord_session_limit *limit, int64_t now_ms)
{
    return limit_day_wait_ms(limit, now_ms) > 0;
}

int64_t discord_session_limit_wait_ms(const struct discord_session_limit *limit, unsigned shard,
                                      int64_t now_ms)
{
    int64_t pause = limit->last_ms[shard % limit->keys] + SESSION_LIMIT_PAUSE_MS - now_ms;
    int64_t day = limit_day_wait_ms(limit, now_ms);
    if (pause > SESSION_LIMIT_PAUSE_MS) {
        pause = SESSION_LIMIT_PAUSE_MS; /* the clock was set back */
    }
    pause = pause > 0 ? pause : 0;
    return day > pause ? day : pause;
}

void discord_session_limit_use(struct discord_session_limit *limit, unsigned shard, int64_t now_ms)
{
    limit->last_ms[shard % limit->keys] = now_ms;
    if (now_ms >= limit->reset_ms && limit->reset_ms != 0) {
        limit->remaining = limit->total;
        limit->reset_ms = now_ms + SESSION_LIMIT_DAY_MS;
    }
    if (limit->remaining > 0) {
        limit->remaining--;
    }
    if (now_ms < limit->from_ms || now_ms >= limit->from_ms + SESSION_LIMIT_DAY_MS) {
        limit->from_ms = now_ms;
        limit->used = 0;
    }
    limit->used++;
}

void discord_session_limit_write(const struct discord_session_limit *limit, struct buf *out)
{
    buf_text(out, "{");
    json_out_number(out, "used", limit->used);
    json_out_number(out, "from", limit->from_ms);
    json_out_key(out, "last");
    buf_text(out, "[");
    for (unsigned i = 0; i < limit->keys; i++) {
        json_out_next(out);
        buf_number(out, limit->last_ms[i]);
    }
    buf_text(out, "]}");
}

void discord_session_limit_read(struct discord_session_limit *limit, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLengthOpts(text, len, NULL, false);
    const cJSON *last = json_at(json, "last");
    const cJSON *one = NULL;
    int64_t used = json_at_number(json, "used", 0, SESSION_LIMIT_NUMBER_MAX, -1);
    int64_t from = json_at_number(json, "from", 0, SESSION_LIMIT_FROM_MAX, -1);
    unsigned key = 0;
    if (used >= 0 && from >= 0) {
        limit->used = used;
        limit->from_ms = from;
    }
    cJSON_ArrayForEach(one, last)
    {
        if (key < SESSION_LIMIT_KEYS_MAX && cJSON_IsNumber(one) && one->valuedouble >= 0 &&
            one->valuedouble <= 1e15) {
            limit->last_ms[key++] = (int64_t)one->valuedouble;
        }
    }
    cJSON_Delete(json);
}
