/* What came back: limits are learned, and it is decided whether to ask once more. Repeated is what
 * was surely not heard, and what may be heard twice without harm; for everything else an unknown
 * fate is told as one. */
#include "discord_rest_private.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "discord_count.h"
#include "http_date.h"
#include "json_tree.h"
#include "log.h"
#include "metrics.h"

enum {
    ANSWER_RETRY_MS = 1000,
    ANSWER_RETRY_MS_MAX = 24 * 3600 * 1000,
    ANSWER_PACED_MS = 600000, /* direct channels opened too fast: as long as Discord is cross */
    ANSWER_DOWN_MS = 5000,
    ANSWER_BLOCKED_CODE = 40333,
    ANSWER_AHEAD_JUMP_MS = 2000,
    ANSWER_ERRORS_BYTES = 400
};

/* Seconds with decimals as milliseconds; -1 when it is no such number. */
static int64_t answer_ms(const char *text)
{
    int64_t ms = 0;
    int64_t scale = 1000;
    bool point = false;
    if (text == NULL || *text < '0' || *text > '9') {
        return -1;
    }
    for (; *text != '\0'; text++) {
        if (*text == '.' && !point) {
            point = true;
            continue;
        }
        if (*text < '0' || *text > '9') {
            return -1;
        }
        if (!point) {
            ms = ms * 10 + (int64_t)(*text - '0') * 1000;
        } else if (scale > 1) {
            scale /= 10;
            ms += (*text - '0') * scale;
        }
        if (ms > ANSWER_RETRY_MS_MAX) {
            ms = ANSWER_RETRY_MS_MAX;
        }
    }
    return ms;
}

static uint32_t answer_count(const char *text)
{
    int64_t ms = answer_ms(text);
    return ms < 0 ? 0 : (uint32_t)(ms / 1000);
}

static void answer_limit(const struct net_answer *answer, struct discord_limit *limit)
{
    const char *most = net_answer_header(answer, "x-ratelimit-limit");
    const char *remaining = net_answer_header(answer, "x-ratelimit-remaining");
    int64_t after = answer_ms(net_answer_header(answer, "x-ratelimit-reset-after"));
    *limit = (struct discord_limit){.told = most != NULL && remaining != NULL && after >= 0,
                                    .limit = answer_count(most),
                                    .remaining = answer_count(remaining),
                                    .reset_after_ms = after};
}

/* The bucket learns from the answer; the job has no lane any more after it. Which one it was in
 * then, NULL none. */
static struct rest_lane *answer_learn(struct discord_rest *rest, struct rest_job *job,
                                      const struct net_answer *answer)
{
    struct rest_lane *lane = job->lane;
    struct discord_limit limit;
    if (lane == NULL) {
        return NULL;
    }
    rest->under_way--;
    answer_limit(answer, &limit);
    const char *hash = net_answer_header(answer, "x-ratelimit-bucket");
    if (answer->end != NET_ANSWERED || lane->sub || (answer->status >= 500 && !limit.told)) {
        discord_bucket_end(&lane->bucket);
    } else {
        if (hash != NULL && *hash != '\0') {
            rest_lane_learn(rest, job, hash);
        }
        struct rest_lane *now = rest_lane_of(rest, job);
        if (now != lane) {
            discord_bucket_end(&lane->bucket);
            rest_lane_settle(rest, lane);
            discord_bucket_begin(&now->bucket);
            lane = now;
        }
        discord_bucket_told(&lane->bucket, &limit, rest_now_ms(rest));
    }
    job->lane = NULL;
    rest_lane_settle(rest, lane);
    return lane;
}

static void answer_clock(struct discord_rest *rest, const struct net_answer *answer)
{
    int64_t date = http_date_s(net_answer_header(answer, "date"));
    if (date < 0) {
        return;
    }
    int64_t now_ms = rest->wire->clock.now_ms(rest->wire->clock.context);
    int64_t ahead = date * 1000 + 500 - now_ms; /* the date is cut to seconds */
    int64_t change = ahead - rest->ahead_ms;
    bool jump = change > ANSWER_AHEAD_JUMP_MS || change < -ANSWER_AHEAD_JUMP_MS;
    rest->ahead_ms = jump || rest->ahead_ms == 0 ? ahead : rest->ahead_ms + change / 8;
}

void rest_job_tell(struct discord_rest *rest, struct rest_job *job, struct discord_answer *answer)
{
    discord_answer_fn done = job->done;
    void *context = job->context;
    char why[REST_ROUTE_BYTES];
    memcpy(why, job->why, sizeof why);
    answer->why = why;
    answer->took_ms = rest_now_ms(rest) - job->started_ms;
    metrics_time(job->request.priority == REST_ANSWER ? METRIC_DISCORD_ANSWER
                                                      : METRIC_DISCORD_REQUEST,
                 answer->took_ms * 1000);
    if (answer->fate != FATE_DONE && answer->fate != FATE_REPLACED) {
        log_event(answer->fate == FATE_BAD ? LEVEL_WARNING : LEVEL_DEBUG, "discord.request",
                  LOG_FIELDS(log_text("fate", discord_fate_name(answer->fate)),
                             log_text("why", why), log_number("code", answer->code)));
    }
    rest_job_free(rest, &job);
    if (done != NULL) {
        done(context, answer);
    }
    answer->why = "";
}

static void answer_why(struct rest_job *job, const struct net_answer *answer)
{
    if (answer->end == NET_ANSWERED && answer->status >= 200 && answer->status < 300) {
        job->why[0] = '\0'; /* nobody asks why it went well */
    } else if (answer->end == NET_ANSWERED) {
        snprintf(job->why, sizeof job->why, "%d on %s %s", answer->status, job->request.method,
                 job->request.route);
    } else {
        snprintf(job->why, sizeof job->why, "%.80s on %s %s", answer->why, job->request.method,
                 job->request.route);
    }
}

/* Not again: nobody knows, or it was not heard. */
static void answer_give_up(struct discord_rest *rest, struct rest_job *job, int64_t retry_ms)
{
    struct discord_answer told = {.fate = job->unknown > 0 ? FATE_UNKNOWN : FATE_DOWN,
                                  .retry_ms = job->unknown > 0 ? 0 : retry_ms};
    rest_job_tell(rest, job, &told);
}

static int64_t answer_left(const struct discord_rest *rest, const struct rest_job *job)
{
    return job->started_ms + job->request.time_ms - rest_now_ms(rest);
}

static void answer_again(struct discord_rest *rest, struct rest_job *job, int64_t wait_ms)
{
    if (wait_ms >= answer_left(rest, job)) {
        answer_give_up(rest, job, wait_ms);
        return;
    }
    rest_job_pause(rest, job, wait_ms);
}

static int64_t answer_backoff(const struct discord_rest *rest, const struct rest_job *job)
{
    unsigned tries = job->unheard + job->unknown;
    uint32_t dice = 0;
    int64_t wait = job->request.priority == REST_ANSWER ? REST_ANSWER_BACKOFF_MS : REST_BACKOFF_MS;
    for (unsigned i = 1; i < tries && wait < REST_BACKOFF_MS_MAX; i++) {
        wait *= 2;
    }
    rest->wire->entropy.fill(rest->wire->entropy.context, &dice, sizeof dice);
    return wait + dice % (uint32_t)(wait / 2 + 1);
}

static void answer_unheard(struct discord_rest *rest, struct rest_job *job,
                           const struct net_answer *answer)
{
    unsigned most =
        job->request.repeat == REPEAT_NEVER ? REST_UNHEARD_TRIES_ONCE : REST_UNHEARD_TRIES;
    int64_t wait = answer_ms(net_answer_header(answer, "retry-after"));
    job->unheard++;
    if (job->unheard > most) {
        answer_give_up(rest, job, ANSWER_DOWN_MS);
        return;
    }
    int64_t backoff = answer_backoff(rest, job);
    answer_again(rest, job, wait > backoff ? wait : backoff);
}

/* An interaction takes one callback, so that a second one is harmless, and tells by its refusal
 * that the first was heard. */
static bool answer_is_callback(const struct rest_job *job)
{
    return strncmp(job->request.route, "/interactions/", 14) == 0;
}

static void answer_unknown(struct discord_rest *rest, struct rest_job *job)
{
    int64_t now_ms = rest_now_ms(rest);
    unsigned most = REST_UNKNOWN_TRIES;
    if (job->request.repeat == REPEAT_NEVER) {
        most = answer_is_callback(job) ? 1 : 0;
    }
    if (job->unknown++ == 0) {
        job->unknown_ms = now_ms;
    }
    int64_t wait = answer_backoff(rest, job);
    bool forgotten =
        job->request.repeat == REPEAT_NONCE && now_ms + wait - job->unknown_ms > REST_NONCE_MS;
    if (job->unknown > most || forgotten) {
        answer_give_up(rest, job, 0);
        return;
    }
    answer_again(rest, job, wait);
}

static int64_t answer_retry(const struct net_answer *answer, const cJSON *json)
{
    const cJSON *after = cJSON_GetObjectItemCaseSensitive(json, "retry_after");
    if (cJSON_IsNumber(after) && after->valuedouble >= 0 &&
        after->valuedouble * 1000 <= ANSWER_RETRY_MS_MAX) {
        return (int64_t)(after->valuedouble * 1000) + 1;
    }
    int64_t wait = answer_ms(net_answer_header(answer, "retry-after"));
    return wait >= 0 ? wait : ANSWER_RETRY_MS;
}

static bool answer_is_global(const struct net_answer *answer, const cJSON *json)
{
    const char *global = net_answer_header(answer, "x-ratelimit-global");
    const char *scope = net_answer_header(answer, "x-ratelimit-scope");
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "global")) ||
           (global != NULL && strcmp(global, "true") == 0) ||
           (scope != NULL && strcmp(scope, "global") == 0);
}

static void answer_limited(struct discord_rest *rest, struct rest_job *job, struct rest_lane *lane,
                           const struct net_answer *answer, const cJSON *json)
{
    int64_t now_ms = rest_now_ms(rest);
    int64_t wait = answer_retry(answer, json);
    struct discord_limit limit;
    answer_limit(answer, &limit);
    rest->limited++;
    if (answer_is_global(answer, json)) {
        int64_t until = now_ms + wait + BUCKET_MARGIN_MS;
        rest->pause_ms = until > rest->pause_ms ? until : rest->pause_ms;
    } else if (lane != NULL) {
        if (limit.told && limit.remaining > 0) {
            lane = rest_lane_sub(rest, job); /* a limit that the bucket's headers do not tell */
        }
        discord_bucket_pause(&lane->bucket, wait, now_ms);
        rest_lane_settle(rest, lane);
    }
    log_event(LEVEL_INFO, "discord.limited",
              LOG_FIELDS(log_text("route", job->request.route), log_number("ms", wait)));
    bool waits_here = job->request.priority != REST_ANSWER && wait < answer_left(rest, job);
    answer_again(rest, job, waits_here ? 0 : wait);
}

static void answer_blocked(struct discord_rest *rest, struct rest_job *job)
{
    int64_t wait = REST_BLOCKED_MS;
    for (unsigned i = 0; i < rest->blocked && wait < REST_BLOCKED_MS_MAX; i++) {
        wait *= 2;
    }
    wait = wait < REST_BLOCKED_MS_MAX ? wait : REST_BLOCKED_MS_MAX;
    int64_t until = rest_now_ms(rest) + wait;
    if (rest_now_ms(rest) >= rest->blocked_ms) { /* several at once are one */
        rest->blocked++;
        rest->blocked_ms = until;
        log_event(LEVEL_WARNING, "discord.blocked", LOG_FIELDS(log_number("ms", wait)));
    }
    rest->pause_ms = until > rest->pause_ms ? until : rest->pause_ms;
    answer_again(rest, job, wait);
}

static void answer_refuse_all(struct discord_rest *rest)
{
    struct fault fault;
    size_t at = 0;
    if (rest->refused_told) {
        return;
    }
    rest->refused_told = true;
    for (struct rest_job *job = map_next(&rest->jobs, &at); job != NULL;
         job = map_next(&rest->jobs, &at)) {
        rest_job_end(rest, job, FATE_TOKEN, "the token is refused");
    }
    fault_set(&fault, FAULT_CONFIG,
              "Discord refuses the bot's token: make a new one in the developer portal (Bot, Reset "
              "Token) and set it as discord.token_file");
    rest->refused(rest->context, &fault);
}

static void answer_untrusted(struct discord_rest *rest, struct rest_job *job)
{
    if (job->untrusted) {
        answer_refuse_all(rest);
        if (job->place == REST_NOWHERE) {
            rest_job_end(rest, job, FATE_TOKEN, "401");
        }
        return;
    }
    job->untrusted = true;
    int64_t until = rest_now_ms(rest) + REST_UNTRUSTED_MS;
    rest->pause_ms = until > rest->pause_ms ? until : rest->pause_ms;
    answer_again(rest, job, REST_UNTRUSTED_MS);
}

/* What an error means for this job, which may have been heard before. */
static enum discord_fate answer_fate(const struct rest_job *job, int status, int code)
{
    enum discord_fate fate = discord_fate_of(status, code);
    bool again = job->unknown + job->unheard > 0;
    if (again && fate != FATE_ANSWERED && answer_is_callback(job)) {
        return FATE_UNKNOWN; /* whatever refuses the second one, the first may have been heard */
    }
    if (fate == FATE_TOKEN) {
        return discord_fate_is_own(job->request.route) ? FATE_EXPIRED : FATE_FORBIDDEN;
    }
    if (fate == FATE_BAD && code == 0 && again) {
        return FATE_UNKNOWN; /* a refusal nobody can read tells nothing of the try before it */
    }
    if (fate == FATE_ANSWERED && again && answer_is_callback(job)) {
        return FATE_DONE;
    }
    if (job->unknown == 0) {
        return fate;
    }
    if (code == 10008 && job->request.repeat == REPEAT_NONCE) {
        return FATE_DONE; /* it had arrived, and was deleted since */
    }
    return fate;
}

static void answer_over(struct discord_rest *rest, struct rest_job *job,
                        const struct net_answer *answer, const cJSON *json)
{
    struct discord_answer told = {
        .status = answer->status, .json = json, .fate = FATE_DONE, .code = 0};
    if (answer->status >= 200 && answer->status < 300) {
        rest->blocked = 0;
        rest_guard_channel(rest, job, FATE_DONE);
        rest_job_tell(rest, job, &told);
        return;
    }
    told.code = discord_fate_code(json);
    told.fate = answer_fate(job, answer->status, told.code);
    if (told.fate == FATE_DONE) {
        told.json = NULL;
    }
    if (told.code == ANSWER_BLOCKED_CODE) {
        log_event(LEVEL_ERROR, "discord.blocked", LOG_FIELDS(log_number("code", told.code)));
        rest->stop_ms = rest_now_ms(rest) + REST_STOP_MS;
        told.fate = FATE_DOWN;
    }
    if (told.fate == FATE_DOWN) {
        told.retry_ms = told.code == ANSWER_BLOCKED_CODE ? REST_STOP_MS : ANSWER_DOWN_MS;
    } else if (told.fate == FATE_PACED) {
        int64_t wait = answer_retry(answer, json);
        told.retry_ms = wait > ANSWER_PACED_MS ? wait : ANSWER_PACED_MS;
    } else if (told.fate == FATE_FORBIDDEN &&
               (told.code == 50001 || told.code == 50013 || told.code == 0)) {
        rest_guard_channel(rest, job, FATE_FORBIDDEN);
    } else if (told.fate == FATE_BAD) {
        struct buf errors;
        buf_init(&errors, ANSWER_ERRORS_BYTES);
        discord_fate_errors(json, &errors);
        log_event(LEVEL_WARNING, "discord.malformed",
                  LOG_FIELDS(log_text("route", job->request.route),
                             log_text("errors", errors.text != NULL ? errors.text : "")));
        buf_deinit(&errors);
    }
    rest_job_tell(rest, job, &told);
}

static bool answer_is_shared(const struct net_answer *answer)
{
    const char *scope = net_answer_header(answer, "x-ratelimit-scope");
    return scope != NULL && strcmp(scope, "shared") == 0;
}

static void answer_decide(struct discord_rest *rest, struct rest_job *job, struct rest_lane *lane,
                          const struct net_answer *answer, const cJSON *json)
{
    int code = discord_fate_code(json);
    bool final = code != 0 && discord_fate_of(429, code) != FATE_BAD;
    switch (discord_fate_try(answer, job->request.route, json)) {
    case TRY_LIMITED:
        if (final && discord_fate_of(429, code) != FATE_DOWN) {
            answer_over(rest, job, answer, json);
        } else {
            answer_limited(rest, job, lane, answer, json);
        }
        break;
    case TRY_BLOCKED:
        answer_blocked(rest, job);
        break;
    case TRY_UNHEARD:
        answer_unheard(rest, job, answer);
        break;
    case TRY_UNKNOWN:
        answer_unknown(rest, job);
        break;
    case TRY_UNTRUSTED:
        answer_untrusted(rest, job);
        break;
    case TRY_OVER:
        answer_over(rest, job, answer, json);
        break;
    }
}

void rest_answered(void *user, const struct net_answer *answer)
{
    struct rest_job *job = user;
    struct discord_rest *rest = job->rest;
    assert(job->place == REST_UNDER_WAY);
    job->call = NULL;
    job->place = REST_NOWHERE;
    rest->calls--;
    struct rest_lane *lane = answer_learn(rest, job, answer);
    discord_count_answer(answer);
    cJSON *json = NULL;
    answer_why(job, answer);
    if (answer->end == NET_ANSWERED) {
        json = json_tree_read(answer->body, answer->body_len);
        rest_guard_count(rest, answer->status, answer_is_shared(answer));
        answer_clock(rest, answer);
    }
    answer_decide(rest, job, lane, answer, json);
    json_tree_free(json);
    rest_go_on(rest);
    discord_count_rest(rest);
}
