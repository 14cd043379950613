#include "serve_kit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>

#include "fault.h"
#include "heap.h"

enum { SERVE_GUARD_MS = 25000 };

struct serve_kit *serve;

static void serve_too_late(void *context)
{
    (void)context;
    ck_abort_msg("nothing happens any more");
}

void serve_until(const unsigned *number, unsigned least)
{
    loop_timer_set(serve->guard, SERVE_GUARD_MS);
    while (*number < least) {
        ck_assert(loop_step(serve->loop) || *number >= least);
    }
    loop_timer_stop(serve->guard);
}

static enum discord_kept serve_dispatch(void *context, const struct discord_dispatch *dispatch)
{
    (void)context;
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(dispatch->data, "x");
    snprintf(serve->name, sizeof serve->name, "%s", dispatch->name);
    serve->data_len = cJSON_IsString(text) ? strlen(text->valuestring) : 0;
    serve->dispatched++;
    return DISPATCH_PASSED;
}

static void serve_ready(void *context, unsigned shard, const cJSON *ready)
{
    (void)context;
    (void)shard;
    (void)ready;
    serve->ready++;
}

static void serve_back(void *context, unsigned shard, enum discord_lost lost, int64_t since_ms,
                       int64_t back_ms)
{
    (void)context;
    (void)shard;
    (void)lost;
    (void)since_ms;
    (void)back_ms;
    serve->back++;
}

static void serve_save(void *context, const struct adapter_row *rows, size_t count, void *token)
{
    (void)context;
    (void)rows;
    (void)count;
    serve->save = token; /* one at a time is all that one shard has */
    loop_timer_set(serve->saver, 0);
}

static void serve_saved(void *context)
{
    (void)context;
    void *token = serve->save;
    serve->save = NULL;
    discord_gateway_saved(serve->gateway, token, NULL);
}

static void serve_gone(void *context, const struct fault *fault)
{
    (void)context;
    (void)fault;
    serve->gone++;
}

static void serve_refused(void *context, const struct fault *fault)
{
    (void)context;
    (void)fault;
    serve->gone++;
}

/* Starts it and reads the line that it says. */
static void serve_spawn(bool tls)
{
    int in[2];
    int out[2];
    char line[2048];
    size_t len = 0;
    ck_assert_int_eq(pipe(in), 0);
    ck_assert_int_eq(pipe(out), 0);
    serve->child = fork();
    ck_assert_int_ge(serve->child, 0);
    if (serve->child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[1]);
        close(out[0]);
        execl(DD_FAKE_DISCORD, "fake-discord", tls ? "--tls" : NULL, serve->certificate, NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    serve->input = in[1];
    while (len < sizeof line - 1 && memchr(line, '\n', len) == NULL) {
        ssize_t got = read(out[0], line + len, sizeof line - 1 - len);
        ck_assert_msg(got > 0, "fake-discord does not start");
        len += (size_t)got;
    }
    close(out[0]);
    cJSON *json = cJSON_ParseWithLengthOpts(line, len, NULL, false);
    snprintf(serve->api, sizeof serve->api, "%s",
             cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "api")));
    snprintf(serve->control, sizeof serve->control, "%s",
             cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "control")));
    cJSON_Delete(json);
}

void serve_kit_start(bool tls, bool compress)
{
    struct fault fault = {0};
    serve = heap_allocate(sizeof *serve);
    serve->compress = compress;
    if (tls) {
        snprintf(serve->certificate, sizeof serve->certificate, "serve.%ld.pem", (long)getpid());
    }
    serve_spawn(tls);
    serve->loop = loop_new();
    serve->guard = loop_timer_new(serve->loop, serve_too_late, NULL);
    serve->saver = loop_timer_new(serve->loop, serve_saved, NULL);
    serve->client = net_client_open(&(struct net_client_setup){.loop = serve->loop,
                                                               .clock = clock_system(),
                                                               .entropy = entropy_system(),
                                                               .ca_file = serve->certificate,
                                                               .agent = "DiscordBot (x, 1)"},
                                    &fault);
    ck_assert_msg(serve->client != NULL, "%s", fault.text);
    serve->wire = net_client_wire(serve->client);
    serve->rest = discord_rest_new(&(struct discord_rest_setup){.wire = serve->wire,
                                                                .api_base = serve->api,
                                                                .token = "fake-token",
                                                                .agent = "DiscordBot (x, 1)",
                                                                .refused = serve_refused});
}

void serve_kit_stop(void)
{
    discord_gateway_free(&serve->gateway);
    discord_rest_free(&serve->rest);
    net_client_close(&serve->client);
    loop_timer_free(&serve->guard);
    loop_timer_free(&serve->saver);
    loop_free(&serve->loop);
    close(serve->input);
    kill(serve->child, SIGTERM);
    waitpid(serve->child, NULL, 0);
    unlink(serve->certificate);
    free(serve);
}

static void serve_answered(void *user, const struct net_answer *answer)
{
    (void)user;
    ck_assert_msg(answer->end == NET_ANSWERED && answer->status == 200, "%d %s %s", answer->status,
                  answer->why, answer->body);
    snprintf(serve->body, sizeof serve->body, "%s", answer->body);
    serve->ended++;
}

void serve_order(const char *name, const char *json)
{
    char url[SERVE_KIT_TEXT * 2];
    unsigned before = serve->ended;
    const struct net_header header = {"Content-Type", "application/json"};
    snprintf(url, sizeof url, "%s/%s", serve->control, name);
    serve->wire->call(serve->wire->context,
                      &(struct net_request){.method = "POST",
                                            .url = url,
                                            .headers = &header,
                                            .header_count = 1,
                                            .body = json,
                                            .body_len = strlen(json),
                                            .time_ms = 20000},
                      serve_answered, NULL);
    serve_until(&serve->ended, before + 1);
}

const char *serve_text(const char *member)
{
    static char text[200];
    cJSON *json = cJSON_ParseWithLengthOpts(serve->body, strlen(serve->body), NULL, false);
    const char *found = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, member));
    snprintf(text, sizeof text, "%s", found != NULL ? found : "");
    cJSON_Delete(json);
    return text;
}

void serve_up(void)
{
    serve->gateway = discord_gateway_new(&(struct discord_gateway_setup){
        .wire = serve->wire,
        .rest = serve->rest,
        .token = "fake-token",
        .intents = 4609,
        .compression = serve->compress ? COMPRESSION_ZLIB : COMPRESSION_NONE,
        .hooks = {.dispatch = serve_dispatch,
                  .ready = serve_ready,
                  .back = serve_back,
                  .save = serve_save,
                  .gone = serve_gone}});
    discord_gateway_start(serve->gateway);
    serve_until(&serve->ready, 1);
}

static void serve_ended(void *context, const struct answer *answer)
{
    (void)context;
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer->json, "id"));
    serve->status = answer->status;
    snprintf(serve->id, sizeof serve->id, "%s", id != NULL ? id : "");
    serve->ended++;
}

void serve_ask(const struct discord_request *request)
{
    unsigned before = serve->ended;
    discord_rest_start(serve->rest, request, serve_ended, NULL);
    serve_until(&serve->ended, before + 1);
}
