/* The signature is over the bytes as they came, so it is checked before anything is read. What was
 * taken is answered with 202 at once; what is said to who acted goes by the callback, so that there
 * is one way of answering and one watchdog. */
#include "discord_endpoint.h"

#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "ed25519.h"
#include "heap.h"
#include "http_server.h"
#include "json_at.h"
#include "log.h"
#include "loop.h"

enum {
    ENDPOINT_OLD_S = 5 * 60,
    ENDPOINT_TAKEN = 202,
    ENDPOINT_WRONG = 400,
    ENDPOINT_NOT_SIGNED = 401,
    ENDPOINT_LATER = 503,
    ENDPOINT_PING = 1
};

struct discord_endpoint {
    struct discord *discord;
    struct http_server *server;
};

/* Is the moment it was signed at near ours? Whoever caught a request cannot send it again later. */
static bool endpoint_is_fresh(const struct discord *discord, const char *timestamp)
{
    char *end = NULL;
    if (timestamp == NULL || timestamp[0] < '0' || timestamp[0] > '9') {
        return false;
    }
    long long signed_s = strtoll(timestamp, &end, 10);
    long long now_s = (discord_now_ms(discord) + discord_rest_ahead_ms(discord->rest)) / 1000;
    return *end == '\0' && signed_s > now_s - ENDPOINT_OLD_S && signed_s < now_s + ENDPOINT_OLD_S;
}

int discord_endpoint_receive(struct adapter *adapter, const char *signature, const char *timestamp,
                             const char *body, size_t len, const char **body_r)
{
    struct discord *discord = (struct discord *)adapter;
    *body_r = NULL;
    if (discord->key[0] == '\0') {
        return ENDPOINT_LATER; /* whose signature it has to be is not known yet */
    }
    if (!ed25519_signed(discord->key, signature, timestamp, body, len) ||
        !endpoint_is_fresh(discord, timestamp)) {
        return ENDPOINT_NOT_SIGNED;
    }
    cJSON *json = cJSON_ParseWithLength(body, len);
    const cJSON *type = json_at(json, "type");
    int status = json == NULL ? ENDPOINT_WRONG : ENDPOINT_TAKEN;
    if (cJSON_IsNumber(type) && type->valueint == ENDPOINT_PING) {
        *body_r = "{\"type\":1}";
        status = 200;
    } else if (json != NULL && discord_receive_interaction(discord, json) == DISPATCH_REFUSED) {
        status = ENDPOINT_LATER;
    }
    cJSON_Delete(json);
    return status;
}

static void endpoint_received(void *context, const struct http_request *request)
{
    struct discord_endpoint *endpoint = context;
    struct http_answer answer = {.status = 0};
    const char *body = NULL;
    answer.status =
        discord_endpoint_receive((struct adapter *)endpoint->discord, request->own[0],
                                 request->own[1], request->body, request->body_len, &body);
    if (body != NULL) {
        answer.type = "application/json";
        answer.body = body;
        answer.len = strlen(body);
    }
    http_answer(&request, &answer);
}

static const struct http_route endpoint_routes[] = {
    {HTTP_METHOD_POST, "/", endpoint_received},
    {HTTP_METHOD_POST, "/interactions", endpoint_received},
};

struct discord_endpoint *discord_endpoint_open(struct discord *discord, struct loop *loop,
                                               struct fault *fault)
{
    struct discord_endpoint *endpoint = heap_allocate(sizeof *endpoint);
    const struct settings *settings = discord->settings;
    const struct http_setup setup = {
        .loop = loop_uv(loop),
        .clock = discord->world->clock,
        .address = settings_text(settings, "discord", "endpoint_address"),
        .port = (uint16_t)settings_number(settings, "discord", "endpoint_port"),
        .section = "discord",
        .routes = endpoint_routes,
        .route_count = sizeof endpoint_routes / sizeof *endpoint_routes,
        .own = {"x-signature-ed25519", "x-signature-timestamp"},
        .context = endpoint};
    endpoint->discord = discord;
    endpoint->server = http_server_open(&setup, fault);
    if (endpoint->server == NULL) {
        free(endpoint);
        return NULL;
    }
    log_event(LEVEL_INFO, "discord.endpoint",
              LOG_FIELDS(log_text("address", setup.address),
                         log_number("port", http_server_port(endpoint->server))));
    return endpoint;
}

void discord_endpoint_close(struct discord_endpoint **endpoint)
{
    struct discord_endpoint *closed = *endpoint;
    *endpoint = NULL;
    http_server_close(&closed->server);
    free(closed);
}
