/* A request from its arrival to its answer. */
#include "mxfake_handlers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MXFAKE_WAITS_MAX = 256 };

static char *mxfake_header_of(const struct fake_ask *ask, const char *name)
{
    for (size_t i = 0; i < ask->header_count; i++) {
        if (strcasecmp(ask->headers[i].name, name) == 0) {
            return fake_copy(ask->headers[i].value, strlen(ask->headers[i].value));
        }
    }
    return fake_copy("", 0);
}

static struct mxfake_call *mxfake_call_new(struct mxfake *fake, const struct fake_ask *ask)
{
    struct mxfake_call *call = fake_take(sizeof *call);
    call->fake = fake;
    call->method = fake_copy(ask->method, strlen(ask->method));
    call->path = fake_copy(ask->path, strlen(ask->path));
    call->body_text = fake_copy(ask->body, ask->body_len);
    call->body_len = ask->body_len;
    call->authorization = mxfake_header_of(ask, "authorization");
    call->type = mxfake_header_of(ask, "content-type");
    call->query = "";
    return call;
}

static void mxfake_call_free(struct mxfake_call *call)
{
    cJSON_Delete(call->body);
    free(call->method);
    free(call->path);
    free(call->parts);
    free(call->body_text);
    free(call->authorization);
    free(call->type);
    free(call->out);
    free(call);
}

static void mxfake_call_add(struct mxfake_call *call, enum mxfake_phase phase, int64_t at_ms)
{
    struct mxfake *fake = call->fake;
    call->phase = phase;
    call->at_ms = at_ms;
    call->next = NULL;
    if (fake->calls_last == NULL) {
        fake->calls = call;
    } else {
        fake->calls_last->next = call;
    }
    fake->calls_last = call;
}

void mxfake_call_remove(struct mxfake *fake, struct mxfake_call *call)
{
    struct mxfake_call **at = &fake->calls;
    struct mxfake_call *before = NULL;
    while (*at != NULL && *at != call) {
        before = *at;
        at = &(*at)->next;
    }
    assert(*at != NULL);
    *at = call->next;
    if (fake->calls_last == call) {
        fake->calls_last = before;
    }
}

static void mxfake_call_split(struct mxfake_call *call)
{
    call->parts = fake_copy(call->path, strlen(call->path));
    char *query = strchr(call->parts, '?');
    if (query != NULL) {
        *query = '\0';
        call->query = query + 1;
    }
    char *at = call->parts + (call->parts[0] == '/');
    for (bool last = false; !last && call->segment_count < MXFAKE_SEGMENTS_MAX;) {
        size_t len = strcspn(at, "/");
        last = at[len] == '\0';
        at[len] = '\0';
        mxfake_unescape(at);
        call->segments[call->segment_count++] = at;
        at += last ? 0 : len + 1;
    }
}

/* Is it an act that syncs tell of? Now and then, by the seed, they do before its answer. */
static int64_t mxfake_call_late_ms(const struct mxfake_call *call)
{
    struct mxfake *fake = call->fake;
    bool tells = call->route != NULL && call->status == 200 && fake->knobs.notify_delay_ms > 0 &&
                 strcmp(call->method, "GET") != 0 &&
                 (strstr(call->route->path, "/rooms/") != NULL ||
                  strstr(call->route->path, "/join/") != NULL ||
                  strstr(call->route->path, "/account_data/") != NULL);
    bool late = tells && mxfake_chance(fake, 1000) < fake->knobs.late_per_mille;
    return late ? fake->knobs.notify_delay_ms : 0;
}

static void mxfake_call_end(struct mxfake_call *call)
{
    struct mxfake *fake = call->fake;
    if (call->status == 0) {
        mxfake_error(call, 500, "M_UNKNOWN", "Internal server error");
    }
    fake->counts.unauthorized += call->status == 401;
    fake->counts.forbidden += call->status == 403;
    mxfake_fault_after(call);
    mxfake_record(call);
    mxfake_call_add(call, MXFAKE_PHASE_ANSWERS,
                    fake->now_ms + call->delay_ms + mxfake_call_late_ms(call));
}

static bool mxfake_call_body(struct mxfake_call *call)
{
    if (!call->route->object) {
        return true;
    }
    call->body = cJSON_ParseWithLength(call->body_text, call->body_len);
    if (call->body == NULL && call->body_len == 0 && strcmp(call->method, "POST") == 0) {
        call->body = cJSON_CreateObject();
    }
    if (call->body == NULL) {
        mxfake_error(call, 400, "M_NOT_JSON", "Content not JSON.");
    } else if (!cJSON_IsObject(call->body)) {
        mxfake_error(call, 400, "M_BAD_JSON", "Content must be a JSON object.");
    }
    return call->status == 0;
}

/* From its effect on; what came before may have been a while ago. */
static void mxfake_call_act(struct mxfake_call *call)
{
    bool steps = call->phase == MXFAKE_PHASE_STEPS;
    call->phase = steps ? MXFAKE_PHASE_LATER : call->phase;
    if ((steps || mxfake_admit(call)) && (call->body != NULL || mxfake_call_body(call))) {
        call->route->handler(call);
    }
    bool goes_on = call->phase == MXFAKE_PHASE_WAITS || call->phase == MXFAKE_PHASE_PINGS ||
                   call->phase == MXFAKE_PHASE_STEPS;
    if (call->status != 0 || !goes_on) {
        mxfake_call_end(call);
    } else {
        mxfake_call_add(call, call->phase, call->at_ms);
    }
}

static bool mxfake_call_routed(struct mxfake_call *call)
{
    bool wrong_method = false;
    call->route = mxfake_route_find(call, &wrong_method);
    if (call->route == NULL) {
        call->fake->counts.unrecognized++;
        mxfake_error(call, wrong_method ? 405 : 404, "M_UNRECOGNIZED", "Unrecognized request");
    }
    return call->route != NULL;
}

static void mxfake_call_handle(struct mxfake_call *call)
{
    mxfake_call_split(call);
    call->phase = MXFAKE_PHASE_LATER;
    if (strcmp(call->segments[0], "fake") == 0) {
        call->control = true;
        mxfake_control(call);
        mxfake_call_end(call);
        return;
    }
    call->fake->counts.requests++;
    bool routed = mxfake_call_routed(call);
    if (routed && !mxfake_fault_before(call)) {
        mxfake_call_act(call);
    } else if (call->spared) {
        mxfake_call_add(call, MXFAKE_PHASE_LATER, call->fake->now_ms + call->delay_ms);
        call->delay_ms = 0;
    } else {
        mxfake_call_end(call);
    }
}

/* --- the answer ------------------------------------------------------------------------------- */

static void mxfake_answer_header(struct mxfake_call *call, const char *name, const char *value)
{
    struct fake_answer *answer = &call->answer;
    assert(answer->header_count < FAKE_HEADERS_MAX);
    answer->headers[answer->header_count++] = (struct fake_header){name, value};
}

static void mxfake_answer_fill(struct mxfake_call *call)
{
    struct fake_answer *answer = &call->answer;
    time_t seconds = (time_t)(call->fake->now_ms / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(call->date, sizeof call->date, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    answer->status = call->status;
    answer->dropped = call->dropped;
    answer->body = call->out != NULL ? call->out : "";
    answer->body_len = call->out_len;
    answer->told_len = call->told_len;
    if (call->out_type != NULL) {
        mxfake_answer_header(call, "content-type", call->out_type);
    }
    mxfake_answer_header(call, "date", call->date);
    mxfake_answer_header(call, "access-control-allow-origin", "*");
    if (call->retry_after[0] != '\0') {
        mxfake_answer_header(call, "retry-after", call->retry_after);
    }
}

/* It is out of the list. */
static void mxfake_call_answer(struct mxfake_call *call)
{
    struct mxfake *fake = call->fake;
    mxfake_answer_fill(call);
    if (call->context == fake) {
        fake->waited = call; /* mxfake_request looks at it */
        return;
    }
    if (call->answered != NULL) {
        call->answered(call->context, &call->answer);
    }
    mxfake_call_free(call);
}

/* Those who wait for news look again. */
static void mxfake_wake(struct mxfake *fake)
{
    struct mxfake_call *waits[MXFAKE_WAITS_MAX];
    size_t count = 0;
    fake->woken = false;
    for (struct mxfake_call *call = fake->calls; call != NULL; call = call->next) {
        if (call->phase == MXFAKE_PHASE_WAITS && count < MXFAKE_WAITS_MAX) {
            waits[count++] = call;
        }
    }
    for (size_t i = 0; i < count; i++) {
        mxfake_call_remove(fake, waits[i]);
        mxfake_call_act(waits[i]);
    }
}

static struct mxfake_call *mxfake_call_first(const struct mxfake *fake)
{
    struct mxfake_call *first = fake->calls;
    for (struct mxfake_call *call = fake->calls; call != NULL; call = call->next) {
        first = call->at_ms < first->at_ms ? call : first;
    }
    return first;
}

void mxfake_run(struct mxfake *fake, int64_t now_ms)
{
    now_ms += fake->ahead_ms;
    for (;;) {
        if (fake->woken) {
            mxfake_wake(fake);
        }
        struct mxfake_call *call = mxfake_call_first(fake);
        if (call == NULL || call->at_ms > now_ms) {
            break;
        }
        fake->now_ms = call->at_ms > fake->now_ms ? call->at_ms : fake->now_ms;
        mxfake_call_remove(fake, call);
        if (call->phase == MXFAKE_PHASE_ANSWERS) {
            mxfake_call_answer(call);
        } else if (call->phase == MXFAKE_PHASE_PINGS) {
            mxfake_pinged(call, 0);
        } else {
            mxfake_call_act(call);
        }
    }
    fake->now_ms = now_ms > fake->now_ms ? now_ms : fake->now_ms;
}

void mxfake_pinged(struct mxfake_call *call, int status)
{
    mxfake_service_pinged(call, status);
    mxfake_call_end(call);
}

int64_t mxfake_next_ms(const struct mxfake *fake)
{
    const struct mxfake_call *call = mxfake_call_first(fake);
    if (call == NULL) {
        return INT64_MAX;
    }
    return (fake->woken ? fake->now_ms : call->at_ms) - fake->ahead_ms;
}

/* --- asking ----------------------------------------------------------------------------------- */

void mxfake_hang_up(struct mxfake *fake, const void *context)
{
    struct mxfake_call *next = NULL;
    for (struct mxfake_call *call = fake->calls; call != NULL; call = next) {
        next = call->next;
        if (call->context != context) {
            continue;
        }
        call->answered = NULL;
        if (call->phase == MXFAKE_PHASE_WAITS || call->phase == MXFAKE_PHASE_PINGS) {
            mxfake_service_forget(call);
            mxfake_call_remove(fake, call);
            mxfake_call_free(call);
        }
    }
}

void mxfake_ask(struct mxfake *fake, const struct fake_ask *ask, fake_answered_fn *answered,
                void *context)
{
    struct mxfake_call *call = mxfake_call_new(fake, ask);
    call->answered = answered;
    call->context = context;
    mxfake_call_handle(call);
}

const struct fake_answer *mxfake_request(struct mxfake *fake, const struct fake_ask *ask)
{
    if (fake->waited != NULL) {
        mxfake_call_free(fake->waited);
        fake->waited = NULL;
    }
    struct mxfake_call *call = mxfake_call_new(fake, ask);
    call->context = fake;
    mxfake_call_handle(call);
    while (fake->waited == NULL) {
        mxfake_run(fake, mxfake_next_ms(fake));
    }
    return &fake->waited->answer;
}

const struct fake_answer *mxfake_asks(struct mxfake *fake, const char *token, const char *method,
                                      const char *path, const char *json)
{
    char authorization[MXFAKE_NAME_BYTES];
    char whole[MXFAKE_PATH_BYTES];
    bool bare = strncmp(path, "/_", 2) == 0 || strncmp(path, "/fake/", 6) == 0 ||
                strncmp(path, "/.", 2) == 0;
    snprintf(authorization, sizeof authorization, "Bearer %s", token != NULL ? token : "");
    snprintf(whole, sizeof whole, "%s%s", bare ? "" : "/_matrix/client/v3", path);
    const struct fake_header headers[] = {{"content-type", "application/json"},
                                          {"authorization", authorization}};
    const struct fake_ask ask = {
        .method = method,
        .path = whole,
        .headers = headers,
        .header_count = token == NULL ? 1 : 2,
        .body = json,
        .body_len = json == NULL ? 0 : strlen(json),
    };
    return mxfake_request(fake, &ask);
}

/* Connections are cut; what was asked has happened. */
void mxfake_calls_cut(struct mxfake *fake)
{
    for (struct mxfake_call *call = fake->calls; call != NULL; call = call->next) {
        mxfake_service_forget(call);
        call->phase = MXFAKE_PHASE_ANSWERS;
        call->at_ms = fake->now_ms;
        call->dropped = true;
    }
}

void mxfake_calls_free(struct mxfake *fake)
{
    while (fake->calls != NULL) {
        struct mxfake_call *call = fake->calls;
        fake->calls = call->next;
        mxfake_call_free(call);
    }
    if (fake->waited != NULL) {
        mxfake_call_free(fake->waited);
    }
}
