/* A request from its arrival to its answer. */
#include "dfake_handlers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *dfake_header_of(const struct fake_ask *ask, const char *name)
{
    for (size_t i = 0; i < ask->header_count; i++) {
        if (strcasecmp(ask->headers[i].name, name) == 0) {
            return fake_copy(ask->headers[i].value, strlen(ask->headers[i].value));
        }
    }
    return fake_copy("", 0);
}

static struct dfake_call *dfake_call_new(struct fake_discord *fake, const struct fake_ask *ask)
{
    struct dfake_call *call = fake_take(sizeof *call);
    call->fake = fake;
    call->method = fake_copy(ask->method, strlen(ask->method));
    call->path = fake_copy(ask->path, strlen(ask->path));
    call->body_text = fake_copy(ask->body, ask->body_len);
    call->body_len = ask->body_len;
    call->authorization = dfake_header_of(ask, "authorization");
    call->agent = dfake_header_of(ask, "user-agent");
    call->type = dfake_header_of(ask, "content-type");
    return call;
}

void dfake_call_free(void *what)
{
    struct dfake_call *call = what;
    cJSON_Delete(call->body);
    free(call->method);
    free(call->path);
    free(call->parts);
    free(call->body_text);
    free(call->authorization);
    free(call->agent);
    free(call->type);
    free(call->out);
    free(call);
}

static void dfake_call_split(struct dfake_call *call)
{
    const char *path = call->path;
    if (strncmp(path, "/api/v10/", 9) == 0) {
        path += 8;
    }
    call->parts = fake_copy(path, strlen(path));
    char *query = strchr(call->parts, '?');
    call->query = "";
    if (query != NULL) {
        *query = '\0';
        call->query = query + 1;
    }
    char *rest = NULL;
    for (char *part = strtok_r(call->parts, "/", &rest);
         part != NULL && call->segment_count < DFAKE_SEGMENTS_MAX - 1;
         part = strtok_r(NULL, "/", &rest)) {
        dfake_unescape(part);
        call->segments[call->segment_count++] = part;
    }
}

static bool dfake_call_admitted(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    bool wrong_method = false;
    if (fake->banned_until_ms > fake->now_ms) {
        dfake_limit_html(call);
        return false;
    }
    if (strncmp(call->agent, "DiscordBot (", 12) != 0 || strchr(call->agent, ')') == NULL) {
        dfake_error(call, 40333);
        return false;
    }
    call->route = dfake_route_find(call, &wrong_method);
    if (strncmp(call->path, "/api/v10/", 9) != 0 || call->route == NULL) {
        dfake_error(call, wrong_method ? 405 : 404);
        return false;
    }
    if (call->route->auth == DFAKE_AUTH_BOT &&
        (fake->token_dead || strncmp(call->authorization, "Bot ", 4) != 0 ||
         strcmp(call->authorization + 4, fake->token) != 0)) {
        dfake_error(call, 401);
        return false;
    }
    return dfake_limit_take(call);
}

static void dfake_call_end(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    if (call->status == 0) {
        dfake_error(call, 500);
    }
    dfake_fault_after(call);
    dfake_limit_invalid(call);
    dfake_record(call);
    dfake_due_add(fake, fake->now_ms + call->delay_ms, dfake_call_run, dfake_call_free, call);
    call->done = true;
}

/* From its body on; what came before may have been a while ago. */
static void dfake_call_act(struct dfake_call *call)
{
    if (dfake_body_read(call)) {
        call->route->handler(call);
    }
    dfake_call_end(call);
}

void dfake_call_handle(struct dfake_call *call)
{
    dfake_call_split(call);
    if (call->segment_count > 0 && strcmp(call->segments[0], "fake") == 0) {
        call->control = true;
        dfake_control(call);
        dfake_call_end(call);
        return;
    }
    call->fake->counts.requests++;
    bool goes_on = dfake_call_admitted(call);
    if (goes_on && !dfake_fault_before(call)) {
        dfake_call_act(call);
    } else if (!call->spared) {
        dfake_call_end(call); /* else it is put off */
    }
}

static void dfake_answer_add(struct dfake_call *call, const char *name, const char *value)
{
    struct fake_answer *answer = &call->answer;
    assert(answer->header_count < FAKE_HEADERS_MAX);
    answer->headers[answer->header_count++] = (struct fake_header){name, value};
}

static void dfake_answer_date(struct dfake_call *call)
{
    time_t seconds = (time_t)(call->fake->now_ms / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(call->date, sizeof call->date, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    dfake_answer_add(call, "date", call->date);
}

static void dfake_answer_fill(struct dfake_call *call)
{
    static const char *const names[] = {"x-ratelimit-limit", "x-ratelimit-remaining",
                                        "x-ratelimit-reset", "x-ratelimit-reset-after",
                                        "x-ratelimit-bucket"};
    struct fake_answer *answer = &call->answer;
    answer->status = call->status;
    answer->dropped = call->dropped;
    answer->body = call->out;
    answer->body_len = call->out_len;
    answer->told_len = call->told_len;
    if (call->out_type != NULL) {
        dfake_answer_add(call, "content-type", call->out_type);
    }
    dfake_answer_date(call);
    if (!call->html) {
        dfake_answer_add(call, "via", "1.1 google");
    }
    for (size_t i = 0; call->limited && i < sizeof names / sizeof *names; i++) {
        dfake_answer_add(call, names[i], call->limits[i]);
    }
    if (call->scope != NULL) {
        dfake_answer_add(call, "x-ratelimit-scope", call->scope);
        dfake_answer_add(call, "retry-after", call->limits[5]);
        if (strcmp(call->scope, "global") == 0) {
            dfake_answer_add(call, "x-ratelimit-global", "true");
        }
    }
}

void dfake_call_run(struct fake_discord *fake, void *what)
{
    struct dfake_call *call = what;
    if (!call->done) {
        dfake_call_act(call); /* its delay is over */
        return;
    }
    dfake_answer_fill(call);
    if (call->context == fake) {
        fake->waited = call; /* fake_discord_request looks at it */
        return;
    }
    if (call->answered != NULL) {
        call->answered(call->context, &call->answer);
    }
    dfake_call_free(call);
}

static void dfake_call_deserted(void *what, const void *context)
{
    struct dfake_call *call = what;
    if (call->context == context) {
        call->answered = NULL;
    }
}

void fake_discord_hang_up(struct fake_discord *fake, const void *context)
{
    dfake_due_visit(fake, dfake_call_run, dfake_call_deserted, context);
}

void fake_discord_ask(struct fake_discord *fake, const struct fake_ask *ask,
                      fake_answered_fn *answered, void *context)
{
    struct dfake_call *call = dfake_call_new(fake, ask);
    call->answered = answered;
    call->context = context;
    dfake_call_handle(call);
}

const struct fake_answer *fake_discord_request(struct fake_discord *fake,
                                               const struct fake_ask *ask)
{
    if (fake->waited != NULL) {
        dfake_call_free(fake->waited);
        fake->waited = NULL;
    }
    struct dfake_call *call = dfake_call_new(fake, ask);
    call->context = fake;
    dfake_call_handle(call);
    while (fake->waited == NULL) {
        fake_discord_run(fake, fake_discord_next_ms(fake));
    }
    return &fake->waited->answer;
}

const struct fake_answer *fake_discord_bot_asks(struct fake_discord *fake, const char *method,
                                                const char *path, const char *json)
{
    char authorization[DFAKE_URL_BYTES + 8];
    char whole[1024];
    snprintf(authorization, sizeof authorization, "Bot %s", fake->token);
    snprintf(whole, sizeof whole, "%s%s", strncmp(path, "/fake/", 6) == 0 ? "" : "/api/v10", path);
    const struct fake_header headers[] = {
        {"authorization", authorization},
        {"user-agent", "DiscordBot (https://fake.example, 1) test"},
        {"content-type", "application/json"},
    };
    const struct fake_ask ask = {
        .method = method,
        .path = whole,
        .headers = headers,
        .header_count = sizeof headers / sizeof *headers,
        .body = json,
        .body_len = json == NULL ? 0 : strlen(json),
    };
    return fake_discord_request(fake, &ask);
}
