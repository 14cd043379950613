/* What came back: limits are updated, and it is decided whether to send the request again. Repeated
 * is what was surely not received, and what may be received twice without harm (its transaction id
 * is in its path); of everything else it is reported that nobody knows. */
#include "matrix_client_private.h"

#include <stdio.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "json_tree.h"
#include "log.h"
#include "metrics.h"

static const int64_t answer_jitter_ms = 250;

void client_ended(void *context, const struct request *request, const struct answer *answer)
{
    (void)context;
    if (!request->uncounted) {
        metrics_time(METRIC_MATRIX_REQUEST, answer->took_ms * 1000);
    }
    if (answer->status != ANSWER_DONE) {
        log_event(answer->status == ANSWER_BAD ? LEVEL_WARNING : LEVEL_DEBUG, "matrix.request",
                  LOG_FIELDS(log_text("status", answer_status_name(answer->status)),
                             log_text("why", answer->why), log_text("errcode", answer->errcode)));
    }
}

static bool answer_reads(const struct request *request)
{
    return strcmp(request->method, "GET") == 0;
}

enum answer_status client_status(void *context, const struct request *request, bool late)
{
    bool ambiguous = request->ambiguous > 0 || request->state == REQUEST_UNDER_WAY;
    (void)context;
    (void)late;
    if (((const struct client_request *)request)->limited) {
        return ANSWER_LIMITED;
    }
    if (ambiguous && !answer_reads(request)) {
        return ANSWER_AMBIGUOUS;
    }
    return request->tries > 0 ? ANSWER_DOWN : ANSWER_NOT_SENT;
}

static int64_t answer_jitter(const struct matrix_client *client, int64_t wait_ms)
{
    uint32_t dice = 0;
    const struct entropy *entropy = &client->scheduler.wire->entropy;
    entropy->fill(entropy->context, &dice, sizeof dice);
    return wait_ms + dice % (uint32_t)(wait_ms / 10 + answer_jitter_ms);
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
static bool answer_is_message(const struct matrix_request *wanted, const char *route)
{
    return wanted->limited &&
           (strstr(route, "/send/") != NULL || strstr(route, "/state/") != NULL ||
            strstr(route, "/redact/") != NULL);
}

static void answer_limited(struct matrix_client *client, struct client_request *request,
                           int64_t said_ms)
{
    const char *route = request->request.route;
    int64_t wait_ms = answer_jitter(client, said_ms);
    client->limited++;
    metrics_add(METRIC_MATRIX_LIMITED, 1);
    request->limited = true;
    log_event(LEVEL_INFO, "matrix.limited",
              LOG_FIELDS(log_text("route", route), log_number("ms", said_ms)));
    if (!answer_is_message(&request->wanted, route)) {
        answer_close_route(client, route, wait_ms);
        request_retry(&request->request, wait_ms);
        return;
    }
    matrix_limit_update(&client->limit, wait_ms, client_now_ms(client));
    client_limit_changed(client);
    if (wait_ms >= request_left_ms(&request->request)) {
        request_give_up(&request->request, wait_ms);
    } else {
        request_wait(&request->request);
    }
}

/* --- all the rest ----------------------------------------------------------------------------- */

static void answer_repeat(struct client_request *request, const struct net_answer *answer)
{
    const struct net_wire *wire = request->request.scheduler->wire;
    int64_t wait_ms = backoff_next_ms(&request->backoff, &wire->entropy);
    if (net_answer_header(answer, "retry-after") != NULL) {
        int64_t said_ms = matrix_answer_retry_ms(answer, NULL);
        wait_ms = said_ms > wait_ms ? said_ms : wait_ms;
    }
    request_retry(&request->request, wait_ms);
}

static void answer_ambiguous(struct client_request *request, const struct net_answer *answer)
{
    request->request.ambiguous++;
    if (request->wanted.once && !answer_reads(&request->request)) {
        request_give_up(&request->request, 0);
        return;
    }
    answer_repeat(request, answer);
}

static void answer_refused(struct matrix_client *client, const cJSON *json)
{
    char errcode[64];
    const cJSON *soft = cJSON_IsObject(json) ? json_at(json, "soft_logout") : NULL;
    snprintf(errcode, sizeof errcode, "%s", matrix_answer_errcode(json));
    matrix_client_token(client, "");
    if (client->refused != NULL) {
        client->refused(client->context, errcode, cJSON_IsTrue(soft));
    }
}

static void answer_final(struct matrix_client *client, struct client_request *request,
                         const struct net_answer *answer, const cJSON *json)
{
    struct answer final = {.http = answer->status, .json = json, .errcode = ""};
    if (answer->end == NET_TOO_LONG) {
        final.status = ANSWER_TOO_LARGE;
    } else if (answer->status < 200 || answer->status >= 300) {
        final.errcode = matrix_answer_errcode(json);
        final.status = matrix_answer_status(answer->status, final.errcode);
        final.retry_ms = final.status == ANSWER_DOWN ? CLIENT_BACKOFF_MS : 0;
    }
    bool out = final.status == ANSWER_UNAUTHORIZED && !request->wanted.unsigned_in;
    request_report(&request->request, &final);
    if (out) {
        answer_refused(client, json);
    }
}

/* The first that gets it has the session mend it; the others wait for the new token. */
static void answer_unauthorized(struct matrix_client *client, struct client_request *request,
                                const struct net_answer *answer, const cJSON *json)
{
    if (request->wanted.unsigned_in) {
        answer_final(client, request, answer, json);
        return;
    }
    bool newest = request->token == client->token;
    request_wait(&request->request);
    if (newest) {
        answer_refused(client, json);
    }
}

static void answer_decide(struct matrix_client *client, struct client_request *request,
                          const struct net_answer *answer, const cJSON *json)
{
    bool fine = answer->end == NET_ANSWERED && answer->status >= 200 && answer->status < 300;
    switch (matrix_answer_try(answer, json, fine && request->wanted.piece != NULL)) {
    case TRY_LIMITED:
        answer_limited(client, request, matrix_answer_retry_ms(answer, json));
        break;
    case TRY_BLOCKED:
    case TRY_NOT_SENT:
        answer_repeat(request, answer);
        break;
    case TRY_AMBIGUOUS:
        answer_ambiguous(request, answer);
        break;
    case TRY_UNAUTHORIZED:
        answer_unauthorized(client, request, answer, json);
        break;
    case TRY_FINAL:
        answer_final(client, request, answer, json);
        break;
    }
}

void client_answered(void *context, struct request *base, const struct net_answer *answer)
{
    struct client_request *request = (struct client_request *)base;
    bool fine = answer->end == NET_ANSWERED && answer->status >= 200 && answer->status < 300;
    bool taken = fine && request->wanted.piece != NULL;
    cJSON *json = NULL;
    if (taken && answer->body_len > 0) {
        request->wanted.piece(base->context, answer->body, answer->body_len);
    } else if (answer->end == NET_ANSWERED && !taken) {
        json = json_tree_read(answer->body, answer->body_len);
    }
    answer_decide(context, request, answer, json);
    json_tree_free(json);
}
