/* What came back: limits are learned, and it is decided whether to ask once more. Repeated is what
 * was surely not heard, and what may be heard twice without harm (its transaction id is in its
 * path); for everything else an unknown fate is told as one. */
#include "matrix_client_private.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "heap.h"
#include "json_tree.h"
#include "log.h"
#include "metrics.h"

static const int64_t answer_jitter_ms = 250;

void client_job_tell(struct client_job *job, struct matrix_answer *answer)
{
    struct matrix_client *client = job->client;
    matrix_answer_fn done = job->done;
    void *context = job->context;
    char why[CLIENT_WHY_BYTES];
    memcpy(why, job->why, sizeof why);
    answer->why = why;
    answer->took_ms = client_now_ms(client) - job->started_ms;
    if (!job->request.apart) {
        metrics_time(METRIC_MATRIX_REQUEST, answer->took_ms * 1000);
    }
    if (answer->fate != MATRIX_DONE) {
        log_event(answer->fate == MATRIX_BAD ? LEVEL_WARNING : LEVEL_DEBUG, "matrix.request",
                  LOG_FIELDS(log_text("fate", matrix_fate_name(answer->fate)), log_text("why", why),
                             log_text("errcode", answer->errcode)));
    }
    client_job_free(&job);
    if (done != NULL) {
        done(context, answer);
    }
    answer->why = "";
}

static void answer_why(struct client_job *job, const struct net_answer *answer)
{
    if (answer->end == NET_ANSWERED) {
        snprintf(job->why, sizeof job->why, "%d on %.16s %.80s", answer->status,
                 job->request.method, job->request.route);
    } else {
        snprintf(job->why, sizeof job->why, "%.80s on %.16s %.80s", answer->why,
                 job->request.method, job->request.route);
    }
}

static bool answer_reads(const struct client_job *job)
{
    return strcmp(job->request.method, "GET") == 0;
}

enum matrix_fate client_job_late(const struct client_job *job)
{
    bool heard = job->unknown > 0 || job->place == CLIENT_UNDER_WAY;
    if (job->limited) {
        return MATRIX_LIMITED;
    }
    if (answer_reads(job)) {
        return job->tries > 0 ? MATRIX_DOWN : MATRIX_LATE;
    }
    return heard ? MATRIX_UNKNOWN : job->tries > 0 ? MATRIX_DOWN : MATRIX_LATE;
}

static int64_t answer_left(const struct client_job *job)
{
    return job->started_ms + job->request.time_ms - client_now_ms(job->client);
}

static int64_t answer_jitter(const struct matrix_client *client, int64_t wait_ms)
{
    uint32_t dice = 0;
    const struct entropy *entropy = &client->wire->entropy;
    entropy->fill(entropy->context, &dice, sizeof dice);
    return wait_ms + dice % (uint32_t)(wait_ms / 10 + answer_jitter_ms);
}

/* Not again within its time: what it has come to is told, with when to try anew. */
static void answer_give_up(struct client_job *job, int64_t retry_ms)
{
    struct matrix_answer told = {.fate = client_job_late(job), .errcode = ""};
    if (told.fate == MATRIX_DOWN || told.fate == MATRIX_LIMITED) {
        told.retry_ms = retry_ms;
    }
    client_job_tell(job, &told);
}

static void answer_again(struct client_job *job, int64_t wait_ms)
{
    if (wait_ms >= answer_left(job) || job->client->draining) {
        answer_give_up(job, wait_ms);
        return;
    }
    client_job_pause(job, wait_ms);
}

/* --- limits ----------------------------------------------------------------------------------- */

int64_t client_route_wait_ms(const struct matrix_client *client, const char *route)
{
    int64_t now_ms = client_now_ms(client);
    for (unsigned i = 0; i < CLIENT_ROUTES_MAX; i++) {
        const struct client_route *row = &client->routes[i];
        if (row->route != NULL && strcmp(row->route, route) == 0) {
            return row->until_ms > now_ms ? row->until_ms - now_ms : 0;
        }
    }
    return 0;
}

static void answer_close_route(struct matrix_client *client, const char *route, int64_t wait_ms)
{
    int64_t until_ms = client_now_ms(client) + wait_ms;
    for (unsigned i = 0; i < CLIENT_ROUTES_MAX; i++) {
        struct client_route *row = &client->routes[i];
        if (row->route == NULL) {
            row->route = heap_copy(route);
        }
        if (strcmp(row->route, route) == 0) {
            row->until_ms = until_ms > row->until_ms ? until_ms : row->until_ms;
            return;
        }
    }
}

/* Does a 429 there speak of the account's messages, and of nothing narrower? What the limit does
 * not hold back, reading a piece of state, would be asked again at once. */
static bool answer_is_message(const struct matrix_request *request)
{
    return request->limited &&
           (strstr(request->route, "/send/") != NULL || strstr(request->route, "/state/") != NULL ||
            strstr(request->route, "/redact/") != NULL);
}

static void answer_limited(struct client_job *job, const struct net_answer *answer,
                           const cJSON *json)
{
    struct matrix_client *client = job->client;
    int64_t wait_ms = matrix_fate_retry_ms(answer, json);
    client->limited++;
    metrics_add(METRIC_MATRIX_LIMITED, 1);
    job->limited = true;
    log_event(LEVEL_INFO, "matrix.limited",
              LOG_FIELDS(log_text("route", job->request.route), log_number("ms", wait_ms)));
    wait_ms = answer_jitter(client, wait_ms);
    if (!answer_is_message(&job->request)) {
        answer_close_route(client, job->request.route, wait_ms);
        answer_again(job, wait_ms);
        return;
    }
    matrix_limit_told(&client->limit, wait_ms, client_now_ms(client));
    if (wait_ms >= answer_left(job) || client->draining) {
        answer_give_up(job, wait_ms);
        return;
    }
    timers_set(&client->untils, &job->until, job->started_ms + job->request.time_ms);
    client_job_wait(job);
}

/* --- all the rest ----------------------------------------------------------------------------- */

static void answer_unheard(struct client_job *job, const struct net_answer *answer)
{
    const struct net_wire *wire = job->client->wire;
    int64_t wait_ms = backoff_next_ms(&job->backoff, &wire->entropy);
    if (net_answer_header(answer, "retry-after") != NULL) {
        int64_t said_ms = matrix_fate_retry_ms(answer, NULL);
        wait_ms = said_ms > wait_ms ? said_ms : wait_ms;
    }
    answer_again(job, wait_ms);
}

static void answer_unknown(struct client_job *job, const struct net_answer *answer)
{
    job->unknown++;
    if (!job->request.repeatable && !answer_reads(job)) {
        answer_give_up(job, 0);
        return;
    }
    answer_unheard(job, answer);
}

static void answer_refused(struct matrix_client *client, const cJSON *json)
{
    char errcode[64];
    const cJSON *soft =
        cJSON_IsObject(json) ? cJSON_GetObjectItemCaseSensitive(json, "soft_logout") : NULL;
    snprintf(errcode, sizeof errcode, "%s", matrix_fate_errcode(json));
    matrix_client_token(client, "");
    if (client->refused != NULL) {
        client->refused(client->context, errcode, cJSON_IsTrue(soft));
    }
}

static void answer_over(struct client_job *job, const struct net_answer *answer, const cJSON *json)
{
    struct matrix_client *client = job->client;
    struct matrix_answer told = {.status = answer->status, .json = json, .errcode = ""};
    if (answer->end == NET_TOO_LONG) {
        told.fate = MATRIX_TOO_LARGE;
    } else if (answer->status < 200 || answer->status >= 300) {
        told.errcode = matrix_fate_errcode(json);
        told.fate = matrix_fate_of(answer->status, told.errcode);
        told.retry_ms = told.fate == MATRIX_DOWN ? CLIENT_BACKOFF_MS : 0;
    }
    bool out = told.fate == MATRIX_SIGNED_OUT && !job->request.unsigned_in;
    client_job_tell(job, &told);
    if (out) {
        answer_refused(client, json);
    }
}

/* The first to be told so has the session mend it; the others wait for the new token. */
static void answer_untrusted(struct client_job *job, const struct net_answer *answer,
                             const cJSON *json)
{
    struct matrix_client *client = job->client;
    if (job->request.unsigned_in) {
        answer_over(job, answer, json);
        return;
    }
    bool newest = job->token == client->token;
    timers_set(&client->untils, &job->until, job->started_ms + job->request.time_ms);
    client_job_wait(job);
    if (newest) {
        answer_refused(client, json);
    }
}

static void answer_decide(struct client_job *job, const struct net_answer *answer,
                          const cJSON *json, bool taken)
{
    switch (matrix_fate_try(answer, json, taken)) {
    case MATRIX_TRY_LIMITED:
        answer_limited(job, answer, json);
        break;
    case MATRIX_TRY_UNHEARD:
        answer_unheard(job, answer);
        break;
    case MATRIX_TRY_UNKNOWN:
        answer_unknown(job, answer);
        break;
    case MATRIX_TRY_UNTRUSTED:
        answer_untrusted(job, answer, json);
        break;
    case MATRIX_TRY_OVER:
        answer_over(job, answer, json);
        break;
    }
}

void client_answered(void *user, const struct net_answer *answer)
{
    struct client_job *job = user;
    struct matrix_client *client = job->client;
    bool fine = answer->end == NET_ANSWERED && answer->status >= 200 && answer->status < 300;
    bool taken = fine && job->request.piece != NULL;
    cJSON *json = NULL;
    assert(job->place == CLIENT_UNDER_WAY);
    job->call = NULL;
    job->place = CLIENT_NOWHERE;
    client->under_way -= job->request.apart ? 0 : 1;
    answer_why(job, answer);
    if (taken && answer->body_len > 0) {
        job->request.piece(job->context, answer->body, answer->body_len);
    } else if (answer->end == NET_ANSWERED && !taken) {
        json = json_tree_read(answer->body, answer->body_len);
    }
    answer_decide(job, answer, json, taken);
    json_tree_free(json);
    client_go_on(client);
}
