/* One try of a request, as a call. */
#include "matrix_client_private.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "metrics.h"

enum { CALL_HEADERS_MAX = 2 };

/* How much of what an appservice acts as goes into the query. */
static size_t call_acts(const struct matrix_client *client, const struct matrix_request *wanted)
{
    if (client->acting == NULL || wanted->unsigned_in) {
        return 0;
    }
    switch (wanted->as) {
    case MATRIX_AS_DEVICE:
        return strlen(client->acting);
    case MATRIX_AS_USER:
        return client->acting_user;
    case MATRIX_AS_SERVICE:
        break;
    }
    return 0;
}

static bool call_url(const struct matrix_client *client, const struct client_request *request,
                     char url[CLIENT_URL_BYTES])
{
    const char *path = request->request.path;
    size_t acts = call_acts(client, &request->wanted);
    int len = snprintf(url, CLIENT_URL_BYTES, "%s%s%s%.*s", client->base, path,
                       acts == 0                   ? ""
                       : strchr(path, '?') == NULL ? "?"
                                                   : "&",
                       (int)acts, acts > 0 ? client->acting : "");
    return len > 0 && len < CLIENT_URL_BYTES;
}

static void call_piece(void *user, const char *bytes, size_t len)
{
    struct client_request *request = user;
    struct request_scheduler *scheduler = request->request.scheduler;
    scheduler->held = true;
    if (request->wanted.piece != NULL) {
        request->wanted.piece(request->request.context, bytes, len);
    }
    scheduler->held = false;
}

static void call_count(struct matrix_client *client, const struct request *request)
{
    client->repeated += request->tries > 0;
    metrics_add(METRIC_MATRIX_REQUESTS, 1);
    metrics_add(METRIC_MATRIX_REPEATED, request->tries > 0 ? 1 : 0);
}

static void call_start(struct matrix_client *client, struct client_request *request,
                       const char *url)
{
    const struct matrix_request *wanted = &request->wanted;
    struct net_header headers[CALL_HEADERS_MAX];
    struct net_request call = {.url = url,
                               .answer_max = wanted->answer_max,
                               .once = wanted->once,
                               .moves =
                                   wanted->moves && wanted->unsigned_in ? CLIENT_REDIRECTS_MAX : 0,
                               .piece = wanted->piece == NULL ? NULL : call_piece,
                               .urgent = wanted->priority == MATRIX_SECRET};
    if (!wanted->unsigned_in) {
        assert(client->authorization != NULL);
        headers[call.header_count++] = (struct net_header){"Authorization", client->authorization};
    }
    if (wanted->restart != NULL) {
        wanted->restart(request->request.context);
    }
    request->token = client->token;
    request->limited = false;
    call_count(client, &request->request);
    request_call(&request->request, &call, headers);
}

void client_send(void *context, struct request *base)
{
    struct matrix_client *client = context;
    struct client_request *request = (struct client_request *)base;
    char url[CLIENT_URL_BYTES];
    int64_t wait_ms = client_route_wait_ms(client, base->route);
    if (wait_ms > 0) {
        request_pause(base, wait_ms);
        return;
    }
    if (request->wanted.limited) {
        matrix_limit_take(&client->limit, client_now_ms(client));
    }
    if (call_url(client, request, url)) {
        call_start(client, request, url);
    } else {
        request_end(base, ANSWER_BAD, "path too long");
    }
}
