/* What came back: limits are updated, and it is decided whether to send the request again. Repeated
 * is what was surely not received, and what may be received twice without harm; of everything else
 * it is reported that nobody knows. */
#include "discord_rest_private.h"

#include <string.h>

#include "fault.h"
#include "http_date.h"
#include "json_at.h"
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

static int64_t answer_ms(const struct net_answer *answer, const char *header)
{
    return answer_seconds_ms(net_answer_header(answer, header), ANSWER_RETRY_MS_MAX);
}

static uint32_t answer_count(const struct net_answer *answer, const char *header)
{
    int64_t ms = answer_ms(answer, header);
    return ms < 0 ? 0 : (uint32_t)(ms / 1000);
}

static struct discord_limit answer_limit(const struct net_answer *answer)
{
    int64_t after_ms = answer_ms(answer, "x-ratelimit-reset-after");
    return (struct discord_limit){
        .given = net_answer_header(answer, "x-ratelimit-limit") != NULL &&
                 net_answer_header(answer, "x-ratelimit-remaining") != NULL && after_ms >= 0,
        .limit = answer_count(answer, "x-ratelimit-limit"),
        .remaining = answer_count(answer, "x-ratelimit-remaining"),
        .reset_after_ms = after_ms};
}

/* The headers of a queue of one route speak of the bucket that its route shares; where that has
 * nothing left, the queue waits as well. */
static void answer_update_single(struct discord_rest *rest, const struct request *request,
                                 const struct discord_limit *limit)
{
    struct rest_queue *queue = (struct rest_queue *)request->queue;
    struct rest_queue *shared = rest_queue_shared(rest, request);
    int64_t now_ms = rest_now_ms(rest);
    discord_bucket_end(&queue->bucket);
    if (limit->given) {
        discord_bucket_begin(&shared->bucket);
        discord_bucket_update(&shared->bucket, limit, now_ms);
        int64_t wait_ms = discord_bucket_wait_ms(&shared->bucket, now_ms);
        if (wait_ms > BUCKET_MARGIN_MS) {
            discord_bucket_pause(&queue->bucket, wait_ms - BUCKET_MARGIN_MS, now_ms);
        }
    }
    rest_queue_changed(rest, shared);
}

/* The request's queue after its answer has named its bucket. */
static struct rest_queue *answer_queue(struct discord_rest *rest, const struct request *request)
{
    struct rest_queue *queue = (struct rest_queue *)request->queue;
    struct rest_queue *now = (struct rest_queue *)rest_queue_of(rest, request);
    if (now == queue || now->single) {
        return queue;
    }
    discord_bucket_end(&queue->bucket);
    rest_queue_changed(rest, queue);
    discord_bucket_begin(&now->bucket);
    return now;
}

/* Updates the bucket from the headers, also of an answer whose body is broken or was cut. The
 * request has no queue any more after it; which one that was, NULL none. */
static struct rest_queue *answer_update(struct discord_rest *rest, struct request *request,
                                        const struct net_answer *answer)
{
    struct rest_queue *queue = (struct rest_queue *)request->queue;
    if (queue == NULL) {
        return NULL;
    }
    struct discord_limit limit = answer_limit(answer);
    const char *hash = net_answer_header(answer, "x-ratelimit-bucket");
    bool silent = answer->end != NET_ANSWERED || answer->status >= 500;
    if (hash != NULL && *hash != '\0') {
        rest_queue_update(rest, request, hash);
    }
    if (queue->single) {
        answer_update_single(rest, request, &limit);
    } else if (silent && !limit.given) {
        discord_bucket_end(&queue->bucket);
    } else {
        queue = answer_queue(rest, request);
        discord_bucket_update(&queue->bucket, &limit, rest_now_ms(rest));
    }
    request->queue = NULL;
    rest_queue_changed(rest, queue);
    return queue;
}

static void answer_clock(struct discord_rest *rest, const struct net_answer *answer)
{
    const struct clock *wall = &rest->scheduler.wire->clock;
    int64_t date = http_date_s(net_answer_header(answer, "date"));
    if (date < 0) {
        return;
    }
    int64_t now_ms = wall->now_ms(wall->context);
    int64_t ahead = date * 1000 + 500 - now_ms; /* the date is cut to seconds */
    int64_t change = ahead - rest->ahead_ms;
    bool jump = change > ANSWER_AHEAD_JUMP_MS || change < -ANSWER_AHEAD_JUMP_MS;
    rest->ahead_ms = jump || rest->ahead_ms == 0 ? ahead : rest->ahead_ms + change / 8;
}

void rest_ended(void *context, const struct request *request, const struct answer *answer)
{
    bool interaction = ((const struct rest_request *)request)->wanted.priority == REST_ANSWER;
    (void)context;
    metrics_time(interaction ? METRIC_DISCORD_ANSWER : METRIC_DISCORD_REQUEST,
                 answer->took_ms * 1000);
    if (answer->status != ANSWER_DONE) {
        log_event(answer->status == ANSWER_BAD ? LEVEL_WARNING : LEVEL_DEBUG, "discord.request",
                  LOG_FIELDS(log_text("status", answer_status_name(answer->status)),
                             log_text("why", answer->why), log_number("code", answer->code)));
    }
}

/* An interaction takes one callback, so that a second one is harmless, and tells by its refusal
 * that the first was received. */
static bool answer_is_callback(const struct request *request)
{
    return strncmp(request->route, "/interactions/", 14) == 0;
}

/* Of a callback a 502 is not believed that it was not received: that can be looked for. */
enum answer_status rest_status(void *context, const struct request *request, bool late)
{
    (void)context;
    if (request->ambiguous > 0) {
        return ANSWER_AMBIGUOUS;
    }
    if (late) {
        return request->state == REQUEST_UNDER_WAY ? ANSWER_AMBIGUOUS : ANSWER_NOT_SENT;
    }
    return request->not_sent > 0 && answer_is_callback(request) ? ANSWER_AMBIGUOUS : ANSWER_DOWN;
}

static int64_t answer_backoff(const struct rest_request *request)
{
    const struct entropy *entropy = &request->request.scheduler->wire->entropy;
    unsigned tries = request->request.not_sent + request->request.ambiguous;
    uint32_t dice = 0;
    int64_t wait_ms =
        request->wanted.priority == REST_ANSWER ? REST_ANSWER_BACKOFF_MS : REST_BACKOFF_MS;
    for (unsigned i = 1; i < tries && wait_ms < REST_BACKOFF_MS_MAX; i++) {
        wait_ms *= 2;
    }
    entropy->fill(entropy->context, &dice, sizeof dice);
    return wait_ms + dice % (uint32_t)(wait_ms / 2 + 1);
}

static void answer_not_sent(struct rest_request *request, const struct net_answer *answer)
{
    bool never = request->wanted.repeat == REPEAT_NEVER;
    unsigned most = never ? REST_NOT_SENT_TRIES_ONCE : REST_NOT_SENT_TRIES;
    if (++request->request.not_sent > most) {
        request_give_up(&request->request, ANSWER_DOWN_MS);
        return;
    }
    int64_t said_ms = answer_ms(answer, "retry-after");
    int64_t backoff_ms = answer_backoff(request);
    request_retry(&request->request, said_ms > backoff_ms ? said_ms : backoff_ms);
}

static void answer_ambiguous(struct rest_request *request, int64_t now_ms)
{
    unsigned most = REST_AMBIGUOUS_TRIES;
    if (request->wanted.repeat == REPEAT_NEVER) {
        most = answer_is_callback(&request->request) ? 1 : 0;
    }
    if (request->request.ambiguous++ == 0) {
        request->ambiguous_ms = now_ms;
    }
    int64_t wait_ms = answer_backoff(request);
    bool forgotten = request->wanted.repeat == REPEAT_NONCE &&
                     now_ms + wait_ms - request->ambiguous_ms > REST_NONCE_MS;
    if (request->request.ambiguous > most || forgotten) {
        request_give_up(&request->request, 0);
        return;
    }
    request_retry(&request->request, wait_ms);
}

static int64_t answer_retry(const struct net_answer *answer, const cJSON *json)
{
    const cJSON *after = json_at(json, "retry_after");
    if (cJSON_IsNumber(after) && after->valuedouble >= 0 &&
        after->valuedouble * 1000 <= ANSWER_RETRY_MS_MAX) {
        return (int64_t)(after->valuedouble * 1000) + 1;
    }
    int64_t wait_ms = answer_ms(answer, "retry-after");
    wait_ms = wait_ms >= 0 ? wait_ms : answer_ms(answer, "x-ratelimit-reset-after");
    return wait_ms >= 0 ? wait_ms : ANSWER_RETRY_MS;
}

static bool answer_is_global(const struct net_answer *answer, const cJSON *json)
{
    const char *global = net_answer_header(answer, "x-ratelimit-global");
    const char *scope = net_answer_header(answer, "x-ratelimit-scope");
    return json_at_flag(json, "global") || (global != NULL && strcmp(global, "true") == 0) ||
           (scope != NULL && strcmp(scope, "global") == 0);
}

/* queue: where the request waited; NULL: it is an answer to an interaction. */
static void answer_limited(struct discord_rest *rest, struct request *request,
                           struct rest_queue *queue, const struct net_answer *answer,
                           const cJSON *json)
{
    int64_t wait_ms = answer_retry(answer, json);
    struct discord_limit limit = answer_limit(answer);
    rest->limited++;
    if (answer_is_global(answer, json)) {
        rest_pause(rest, wait_ms + BUCKET_MARGIN_MS);
    } else if (queue != NULL) {
        if (limit.given && limit.remaining > 0) {
            /* a limit that the bucket's headers do not speak of */
            queue = rest_queue_single(rest, request);
        }
        discord_bucket_pause(&queue->bucket, wait_ms, rest_now_ms(rest));
        rest_queue_changed(rest, queue);
    }
    log_event(LEVEL_INFO, "discord.limited",
              LOG_FIELDS(log_text("route", request->route), log_number("ms", wait_ms)));
    bool waits_in_queue = queue != NULL && wait_ms < request_left_ms(request);
    request_retry(request, waits_in_queue ? 0 : wait_ms);
}

/* What holds messages holds no answer, whose routes are others; what holds an answer holds all. */
static void answer_blocked(struct discord_rest *rest, struct rest_request *request)
{
    struct rest_gate *gate = &rest->gate[request->wanted.priority == REST_ANSWER];
    int64_t now_ms = rest_now_ms(rest);
    int64_t wait_ms = REST_BLOCKED_MS;
    for (unsigned i = 0; i < gate->count && wait_ms < REST_BLOCKED_MS_MAX; i++) {
        wait_ms *= 2;
    }
    wait_ms = wait_ms < REST_BLOCKED_MS_MAX ? wait_ms : REST_BLOCKED_MS_MAX;
    if (now_ms >= gate->until_ms) { /* several at once are one */
        gate->count++;
        gate->until_ms = now_ms + wait_ms;
        log_event(LEVEL_WARNING, "discord.blocked", LOG_FIELDS(log_number("ms", wait_ms)));
    }
    rest_pause(rest, wait_ms);
    request_retry(&request->request, wait_ms);
}

static void answer_refused(struct discord_rest *rest)
{
    struct fault fault;
    if (rest->unauthorized) {
        return;
    }
    rest->unauthorized = true;
    request_scheduler_end_all(&rest->scheduler, ANSWER_UNAUTHORIZED, "the token is refused");
    fault_set(&fault, FAULT_CONFIG,
              "Discord refuses the bot's token: make a new one in the developer portal (Bot, Reset "
              "Token) and set it as discord.token_file");
    rest->refused(rest->context, &fault);
}

static void answer_unauthorized(struct discord_rest *rest, struct rest_request *request)
{
    if (request->unauthorized) {
        answer_refused(rest);
        request_end(&request->request, ANSWER_UNAUTHORIZED, "401");
        return;
    }
    request->unauthorized = true;
    rest_pause(rest, REST_UNAUTHORIZED_MS);
    request_retry(&request->request, REST_UNAUTHORIZED_MS);
}

/* What an error means for this request, which may have been received before. */
static enum answer_status answer_status(const struct rest_request *own, int http, int code)
{
    const struct request *request = &own->request;
    enum answer_status status = discord_answer_status(http, code);
    bool again = request->ambiguous + request->not_sent > 0;
    if (again && answer_is_callback(request)) {
        /* whatever else refuses the second one, the first may have been received */
        return status == ANSWER_ANSWERED ? ANSWER_DONE : ANSWER_AMBIGUOUS;
    }
    if (status == ANSWER_UNAUTHORIZED) {
        return discord_answer_is_own(request->route) ? ANSWER_EXPIRED : ANSWER_FORBIDDEN;
    }
    if (status == ANSWER_BAD && code == 0 && again) {
        return ANSWER_AMBIGUOUS; /* a refusal nobody can read tells nothing of the try before it */
    }
    if (request->ambiguous > 0 && code == 10008 && own->wanted.repeat == REPEAT_NONCE) {
        return ANSWER_DONE; /* it had arrived, and was deleted since */
    }
    return status;
}

static void answer_log_malformed(const struct request *request, const cJSON *json)
{
    struct buf errors;
    buf_init(&errors, ANSWER_ERRORS_BYTES);
    discord_answer_errors(json, &errors);
    log_event(LEVEL_WARNING, "discord.malformed",
              LOG_FIELDS(log_text("route", request->route),
                         log_text("errors", errors.text != NULL ? errors.text : "")));
    buf_deinit(&errors);
}

static int64_t answer_error_retry(const struct answer *final, const struct net_answer *answer)
{
    if (final->status == ANSWER_DOWN) {
        return final->code == ANSWER_BLOCKED_CODE ? REST_STOP_MS : ANSWER_DOWN_MS;
    }
    if (final->status != ANSWER_LIMITED) {
        return 0;
    }
    int64_t wait_ms = answer_retry(answer, final->json);
    return wait_ms > ANSWER_PACED_MS ? wait_ms : ANSWER_PACED_MS;
}

static void answer_error(struct discord_rest *rest, struct rest_request *request,
                         const struct net_answer *answer, struct answer *final)
{
    int code = discord_answer_code(final->json);
    final->code = code;
    final->status = answer_status(request, answer->status, code);
    if (code == ANSWER_BLOCKED_CODE) {
        log_event(LEVEL_ERROR, "discord.blocked", LOG_FIELDS(log_number("code", code)));
        rest->stop_ms = rest_now_ms(rest) + REST_STOP_MS;
        final->status = ANSWER_DOWN;
    }
    final->retry_ms = answer_error_retry(final, answer);
    if (final->status == ANSWER_FORBIDDEN && (code == 50001 || code == 50013 || code == 0)) {
        rest_guard_channel(rest, request, ANSWER_FORBIDDEN);
    } else if (final->status == ANSWER_BAD) {
        answer_log_malformed(&request->request, final->json);
    } else if (final->status == ANSWER_DONE) {
        final->json = NULL;
    }
}

static void answer_final(struct discord_rest *rest, struct rest_request *request,
                         const struct net_answer *answer, const cJSON *json)
{
    struct answer final = {.http = answer->status, .json = json, .status = ANSWER_DONE};
    if (answer->status >= 200 && answer->status < 300) {
        rest->gate[request->wanted.priority == REST_ANSWER].count = 0;
        rest_guard_channel(rest, request, ANSWER_DONE);
    } else {
        answer_error(rest, request, answer, &final);
    }
    request_report(&request->request, &final);
}

static bool answer_is_shared(const struct net_answer *answer)
{
    const char *scope = net_answer_header(answer, "x-ratelimit-scope");
    return scope != NULL && strcmp(scope, "shared") == 0;
}

/* Among what comes as a 429 there are refusals, which waiting does not help. */
static bool answer_is_refusal(const cJSON *json)
{
    int code = discord_answer_code(json);
    enum answer_status status = discord_answer_status(429, code);
    return code != 0 && status != ANSWER_BAD && status != ANSWER_DOWN;
}

static void answer_decide(struct discord_rest *rest, struct rest_request *request,
                          struct rest_queue *queue, const struct net_answer *answer,
                          const cJSON *json)
{
    switch (discord_answer_try(answer, request->request.route, json)) {
    case TRY_LIMITED:
        if (answer_is_refusal(json)) {
            answer_final(rest, request, answer, json);
        } else {
            answer_limited(rest, &request->request, queue, answer, json);
        }
        break;
    case TRY_BLOCKED:
        answer_blocked(rest, request);
        break;
    case TRY_NOT_SENT:
        answer_not_sent(request, answer);
        break;
    case TRY_AMBIGUOUS:
        answer_ambiguous(request, rest_now_ms(rest));
        break;
    case TRY_UNAUTHORIZED:
        answer_unauthorized(rest, request);
        break;
    case TRY_FINAL:
        answer_final(rest, request, answer, json);
        break;
    }
}

static void answer_count_limited(const struct net_answer *answer)
{
    const char *scope = net_answer_header(answer, "x-ratelimit-scope");
    if (answer->end != NET_ANSWERED || answer->status != 429) {
        return;
    }
    if (scope == NULL) {
        metrics_add(METRIC_DISCORD_LIMITED_NONE, 1); /* who stands in front of Discord, as a rule */
    } else if (strcmp(scope, "shared") == 0) {
        metrics_add(METRIC_DISCORD_LIMITED_SHARED, 1);
    } else if (strcmp(scope, "global") == 0) {
        metrics_add(METRIC_DISCORD_LIMITED_GLOBAL, 1);
    } else {
        metrics_add(METRIC_DISCORD_LIMITED_USER, 1);
    }
}

void rest_answered(void *context, struct request *request, const struct net_answer *answer)
{
    struct discord_rest *rest = context;
    cJSON *json = NULL;
    struct rest_queue *queue = answer_update(rest, request, answer);
    answer_count_limited(answer);
    if (answer->end == NET_ANSWERED) {
        json = json_tree_read(answer->body, answer->body_len);
        rest_guard_count(rest, answer->status, answer_is_shared(answer));
        answer_clock(rest, answer);
    }
    answer_decide(rest, (struct rest_request *)request, queue, answer, json);
    json_tree_free(json);
}
