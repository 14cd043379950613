/* Rate limits as Discord keeps them: a bucket for each hash and major parameter, the bot's global
 * limit, and the ban of an address that is refused too often. */
#include "dfake_call.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DFAKE_BAN_MS = 600 * 1000, DFAKE_INVALID_MS = 600 * 1000 };

static uint64_t dfake_generation(const struct fake_discord *fake, const char *bucket)
{
    uint64_t key = fake_hash(1, bucket, strlen(bucket));
    const unsigned *generation = fake_map_find(&fake->generations, key);
    return fake_hash(generation == NULL ? 7 : 7 + *generation, bucket, strlen(bucket));
}

void dfake_limit_change(struct dfake_call *call)
{
    const char *bucket = call->route->bucket;
    if (bucket == NULL) {
        return;
    }
    uint64_t key = fake_hash(1, bucket, strlen(bucket));
    unsigned *generation = fake_map_find(&call->fake->generations, key);
    if (generation == NULL) {
        generation = fake_take(sizeof *generation);
        fake_map_put(&call->fake->generations, key, generation);
    }
    ++*generation;
}

void fake_discord_limit(struct fake_discord *fake, const char *route, unsigned limit, int64_t ms)
{
    size_t at = 0;
    while (at < fake->limit_count && strcmp(fake->limits[at].route, route) != 0) {
        at++;
    }
    if (at == DFAKE_LIMITS_MAX) {
        abort();
    }
    if (at == fake->limit_count) {
        fake->limit_count++;
    }
    fake_name(fake->limits[at].route, sizeof fake->limits[at].route, route);
    fake->limits[at].limit = limit;
    fake->limits[at].ms = ms;
}

static struct dfake_limit dfake_limit_of(const struct dfake_call *call)
{
    const struct fake_discord *fake = call->fake;
    struct dfake_limit limit = {"", fake->knobs.bucket_limit, fake->knobs.bucket_ms};
    for (size_t i = 0; i < fake->limit_count; i++) {
        const char *blank = strchr(fake->limits[i].route, ' ');
        if (blank == NULL) {
            continue;
        }
        size_t len = (size_t)(blank - fake->limits[i].route);
        if (len == strlen(call->route->method) &&
            memcmp(fake->limits[i].route, call->route->method, len) == 0 &&
            strcmp(blank + 1, call->route->path) == 0) {
            limit = fake->limits[i];
        }
    }
    return limit;
}

static void dfake_limit_headers(struct dfake_call *call, const struct dfake_bucket *bucket,
                                uint64_t hash)
{
    unsigned left = bucket->used < bucket->limit ? bucket->limit - bucket->used : 0;
    double after = (double)(bucket->ends_ms - call->fake->now_ms) / 1000.0;
    snprintf(call->limits[0], DFAKE_HEADER_BYTES, "%u", bucket->limit);
    snprintf(call->limits[1], DFAKE_HEADER_BYTES, "%u", left);
    snprintf(call->limits[2], DFAKE_HEADER_BYTES, "%.3f", (double)bucket->ends_ms / 1000.0);
    snprintf(call->limits[3], DFAKE_HEADER_BYTES, "%.3f", after > 0 ? after : 0);
    snprintf(call->limits[4], DFAKE_HEADER_BYTES, "%016" PRIx64 "%016" PRIx64, hash,
             hash * 0x9E3779B97F4A7C15U);
    call->limited = true;
}

void dfake_limit_429(struct dfake_call *call, const char *scope, int64_t wait_ms, int code)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "message",
                  strcmp(scope, "shared") == 0 ? "The resource is being rate limited."
                                               : "You are being rate limited.");
    cJSON_AddNumberToObject(json, "retry_after", (double)wait_ms / 1000.0);
    fake_add_bool(json, "global", strcmp(scope, "global") == 0);
    fake_add_number(json, "code", code);
    call->scope = scope;
    call->shared = strcmp(scope, "shared") == 0;
    snprintf(call->limits[5], DFAKE_HEADER_BYTES, "%" PRId64, (wait_ms + 999) / 1000);
    dfake_answer_json(call, 429, json);
}

void dfake_limit_html(struct dfake_call *call)
{
    static const char page[] = "<!doctype html><html><head><title>Access denied</title></head>"
                               "<body><h1>Error 1015</h1><p>You are being rate limited</p></body>"
                               "</html>";
    dfake_answer_text(call, 429, page, sizeof page - 1);
    call->out_type = "text/html; charset=UTF-8";
    call->html = true;
    call->limited = false;
}

static struct dfake_bucket *dfake_bucket_of(const struct dfake_call *call, uint64_t hash,
                                            const struct dfake_limit *limit)
{
    struct fake_discord *fake = call->fake;
    static const char *const major[] = {"channels", "guilds", "webhooks"};
    uint64_t key = hash;
    for (size_t i = 0; i < sizeof major / sizeof *major && call->values[0] != NULL; i++) {
        if (strcmp(call->segments[0], major[i]) == 0) {
            key = fake_hash(key, call->values[0], strlen(call->values[0]));
        }
    }
    if (call->route->auth == DFAKE_AUTH_TOKEN) {
        key = fake_hash(key, call->values[1], strlen(call->values[1]));
    }
    struct dfake_bucket *bucket = fake_map_find(&fake->buckets, key);
    if (bucket == NULL) {
        bucket = fake_take(sizeof *bucket);
        fake_map_put(&fake->buckets, key, bucket);
    }
    if (bucket->ends_ms <= fake->now_ms) {
        bucket->used = 0;
        bucket->ends_ms = fake->now_ms + limit->ms;
    }
    bucket->limit = limit->limit;
    return bucket;
}

static bool dfake_limit_bucket(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    struct dfake_limit limit = dfake_limit_of(call);
    if (call->route->bucket == NULL || limit.limit == 0) {
        return true;
    }
    uint64_t hash = dfake_generation(fake, call->route->bucket);
    struct dfake_bucket *bucket = dfake_bucket_of(call, hash, &limit);
    bool room = bucket->used < bucket->limit;
    bucket->used += room;
    dfake_limit_headers(call, bucket, hash);
    if (!room) {
        fake->counts.limited++;
        dfake_limit_429(call, "user", bucket->ends_ms - fake->now_ms, 0);
    }
    return room;
}

bool dfake_limit_take(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    if (call->route->auth == DFAKE_AUTH_BOT) {
        if (fake->global_until_ms > fake->now_ms) {
            dfake_limit_429(call, "global", fake->global_until_ms - fake->now_ms, 0);
            return false;
        }
        if (fake->knobs.global_per_s != 0 &&
            !dfake_window_take(&fake->global, fake->now_ms, 1000, fake->knobs.global_per_s)) {
            fake->counts.limited++;
            dfake_limit_429(call, "global", fake->global.from_ms + 1000 - fake->now_ms, 0);
            return false;
        }
    }
    return dfake_limit_bucket(call);
}

void dfake_limit_invalid(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    bool invalid = call->status == 401 || call->status == 403 || call->status == 429;
    if (!invalid || call->shared || call->dropped) {
        return;
    }
    fake->counts.invalid++;
    if (!dfake_window_take(&fake->invalid, fake->now_ms, DFAKE_INVALID_MS,
                           fake->knobs.invalid_max)) {
        fake->banned_until_ms = fake->now_ms + DFAKE_BAN_MS;
    }
}

static void dfake_values_free(struct fake_map *map)
{
    for (size_t i = 0; i < map->size; i++) {
        if (map->keys[i] != 0) {
            free(map->values[i]);
        }
    }
    fake_map_deinit(map);
}

void dfake_limit_deinit(struct fake_discord *fake)
{
    dfake_values_free(&fake->buckets);
    dfake_values_free(&fake->generations);
}
