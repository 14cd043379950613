/* What Discord says, as text: only the numbers in it differ. */
#include "bench_gateway.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench_server.h"

enum { GUILD_CHANNELS = 25, GUILD_ROLES = 12, TEXT_MAX = 32768, TOKEN_BYTES = 201 };

static const uint64_t gateway_bot = 1000000000000000001;
static const uint64_t gateway_guild = 1100000000000000000;
static const uint64_t gateway_channel = 1200000000000000000;
static const uint64_t gateway_user = 1300000000000000000;
static const int64_t gateway_epoch_ms = 1420070400000;

/* An id that was made now. */
static uint64_t gateway_id(struct bench_gateway *gateway)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 - gateway_epoch_ms;
    return (uint64_t)ms << 22 | (gateway->number++ & 0x3fffff);
}

static void tell(struct bench_gateway *gateway, const char *name, const char *data)
{
    char frame[TEXT_MAX + 128];
    int len = snprintf(frame, sizeof frame, "{\"t\":\"%s\",\"s\":%" PRIu64 ",\"op\":0,\"d\":%s}",
                       name, ++gateway->told, data);
    bench_server_tell(gateway->shard, frame, (size_t)len);
}

/* --- the gateway ------------------------------------------------------------------------------ */

static void tell_ready(struct bench_gateway *gateway)
{
    size_t size = 1024 + (size_t)gateway->guilds * 64;
    char *text = malloc(size);
    size_t len = 0;
    if (text == NULL) {
        abort();
    }
    gateway->told++;
    len += (size_t)snprintf(
        text, size,
        "{\"t\":\"READY\",\"s\":%" PRIu64 ",\"op\":0,\"d\":{\"v\":10,\"user\":{\"id\":\"%" PRIu64
        "\",\"username\":\"bench\",\"discriminator\":\"0\",\"avatar\":null,\"bot\":true,"
        "\"flags\":0},\"session_id\":\"%016" PRIx64 "\",\"session_type\":\"normal\","
        "\"resume_gateway_url\":\"ws://127.0.0.1:%d\",\"shard\":[0,1],\"application\":{\"id\":"
        "\"%" PRIu64 "\",\"flags\":0},\"private_channels\":[],\"guilds\":[",
        gateway->told, gateway_bot, gateway->told, bench_server_port(gateway->server), gateway_bot);
    for (unsigned i = 0; i < gateway->guilds; i++) {
        len += (size_t)snprintf(text + len, size - len,
                                "%s{\"id\":\"%" PRIu64 "\",\"unavailable\":true}", i > 0 ? "," : "",
                                gateway_guild + i);
    }
    len += (size_t)snprintf(text + len, size - len, "]}}");
    bench_server_tell(gateway->shard, text, len);
    free(text);
}

static size_t print_roles(char *text, size_t size, uint64_t guild)
{
    size_t len = 0;
    for (unsigned i = 0; i < GUILD_ROLES; i++) {
        uint64_t id = i == 0 ? guild : guild * 2 + i;
        len += (size_t)snprintf(
            text + len, size - len,
            "%s{\"id\":\"%" PRIu64 "\",\"name\":\"role %u\",\"color\":0,\"colors\":{"
            "\"primary_color\":0,\"secondary_color\":null,\"tertiary_color\":null},\"hoist\":false,"
            "\"icon\":null,\"unicode_emoji\":null,\"position\":%u,"
            "\"permissions\":\"2248473465835073\",\"managed\":false,\"mentionable\":false,"
            "\"flags\":0}",
            i > 0 ? "," : "", id, i, i);
    }
    return len;
}

static size_t print_channels(char *text, size_t size, uint64_t guild)
{
    size_t len = 0;
    for (unsigned i = 0; i < GUILD_CHANNELS; i++) {
        len += (size_t)snprintf(
            text + len, size - len,
            "%s{\"id\":\"%" PRIu64 "\",\"type\":0,\"name\":\"channel-%u\",\"position\":%u,"
            "\"flags\":0,\"parent_id\":null,\"topic\":\"What people talk about here\","
            "\"last_message_id\":\"%" PRIu64 "\",\"rate_limit_per_user\":0,\"nsfw\":false,"
            "\"permission_overwrites\":[{\"id\":\"%" PRIu64 "\",\"type\":0,\"allow\":\"0\","
            "\"deny\":\"0\"}]}",
            i > 0 ? "," : "", guild * 2 + 100 + i, i, i, guild * 2 + 200 + i, guild);
    }
    return len;
}

static void tell_guild(struct bench_gateway *gateway, unsigned number)
{
    char text[TEXT_MAX];
    char channels[TEXT_MAX / 2];
    char roles[TEXT_MAX / 4];
    uint64_t guild = gateway_guild + number;
    print_channels(channels, sizeof channels, guild);
    print_roles(roles, sizeof roles, guild);
    snprintf(text, sizeof text,
             "{\"id\":\"%" PRIu64 "\",\"name\":\"Server %u\",\"icon\":null,\"owner_id\":\"%" PRIu64
             "\",\"region\":\"deprecated\",\"afk_timeout\":300,\"verification_level\":1,"
             "\"default_message_notifications\":1,\"explicit_content_filter\":2,\"features\":["
             "\"COMMUNITY\",\"NEWS\"],\"mfa_level\":0,\"system_channel_flags\":0,"
             "\"premium_tier\":0,\"preferred_locale\":\"en-US\",\"nsfw_level\":0,"
             "\"premium_progress_bar_enabled\":false,\"joined_at\":\"2026-01-01T00:00:00+00:00\","
             "\"large\":true,\"unavailable\":false,\"member_count\":%u,\"voice_states\":[],"
             "\"presences\":[],\"threads\":[],\"stage_instances\":[],\"guild_scheduled_events\":[],"
             "\"soundboard_sounds\":[],\"emojis\":[],\"stickers\":[],\"members\":[{\"user\":{"
             "\"id\":\"%" PRIu64 "\",\"username\":\"bench\",\"discriminator\":\"0\","
             "\"avatar\":null,\"bot\":true},\"roles\":[],\"joined_at\":"
             "\"2026-01-01T00:00:00+00:00\",\"deaf\":false,\"mute\":false,\"flags\":0}],"
             "\"roles\":[%s],\"channels\":[%s]}",
             guild, number, gateway_user, 100 + number, gateway_bot, roles, channels);
    tell(gateway, "GUILD_CREATE", text);
}

static void gateway_told(void *context, struct bench_conn *conn, const char *text, size_t len)
{
    static const char ack[] = "{\"t\":null,\"s\":null,\"op\":11,\"d\":null}";
    static const char no[] = "{\"t\":null,\"s\":null,\"op\":9,\"d\":false}";
    struct bench_gateway *gateway = context;
    (void)len;
    const char *op = strstr(text, "\"op\":");
    int number = op == NULL ? 0 : (int)strtol(op + 5, NULL, 10);
    if (number == 1) {
        bench_server_tell(conn, ack, sizeof ack - 1);
    } else if (number == 6) {
        bench_server_tell(conn, no, sizeof no - 1);
    } else if (number == 2) {
        gateway->shard = conn;
        tell_ready(gateway);
        for (unsigned i = 0; i < gateway->guilds; i++) {
            tell_guild(gateway, i);
        }
        gateway->identified = true;
    }
}

static void gateway_gone(void *context, struct bench_conn *conn)
{
    struct bench_gateway *gateway = context;
    if (conn == gateway->shard) {
        gateway->shard = NULL;
        gateway->identified = false;
    }
}

/* --- REST ------------------------------------------------------------------------------------- */

static void answer_text(struct bench_conn *conn, const char *json)
{
    bench_server_answer(conn, json, strlen(json));
}

static void answer_message(struct bench_gateway *gateway, struct bench_conn *conn,
                           const char *channel)
{
    char text[512];
    char place[24];
    uint64_t id = gateway_id(gateway);
    const char *edited = strstr(channel, "/messages/");
    snprintf(place, sizeof place, "%.*s", (int)strspn(channel, "0123456789"), channel);
    if (edited != NULL && edited[10] != '\0') {
        id = strtoull(edited + 10, NULL, 10);
    }
    snprintf(text, sizeof text,
             "{\"id\":\"%" PRIu64 "\",\"channel_id\":\"%s\",\"type\":0,\"content\":\"\","
             "\"author\":{\"id\":\"%" PRIu64 "\",\"username\":\"bench\",\"bot\":true},"
             "\"timestamp\":\"2026-01-01T00:00:00+00:00\",\"edited_timestamp\":null,\"flags\":0,"
             "\"embeds\":[],\"attachments\":[],\"mentions\":[],\"mention_roles\":[],"
             "\"components\":[],\"pinned\":false,\"tts\":false,\"mention_everyone\":false}",
             id, place, gateway_bot);
    answer_text(conn, text);
    gateway->direct += strtoull(place, NULL, 10) > gateway_user;
}

/* Whose table the buttons of a message belong to: "t<tag>.…" is what they are called. */
static void see_buttons(const struct bench_gateway *gateway, const char *channel,
                        const struct bench_request *request)
{
    static const char mark[] = "\"custom_id\":\"t";
    char tag[BENCH_TAG_BYTES];
    uint64_t id = strtoull(channel, NULL, 10);
    const char *at = memmem(request->body, request->body_len, mark, sizeof mark - 1);
    if (at == NULL || gateway->offered == NULL || id < gateway_channel || id >= gateway_user) {
        return;
    }
    at += sizeof mark - 1;
    size_t len = strcspn(at, ".\"");
    if (len < sizeof tag) {
        snprintf(tag, sizeof tag, "%.*s", (int)len, at);
        gateway->offered(gateway->context, (unsigned)(id - gateway_channel), tag);
    }
}

/* What asks who the bot is, or where the gateway. */
static void answer_about(struct bench_gateway *gateway, struct bench_conn *conn, const char *path)
{
    char text[512];
    if (strstr(path, "/gateway") != NULL) {
        snprintf(text, sizeof text,
                 "{\"url\":\"ws://127.0.0.1:%d\",\"shards\":1,\"session_start_limit\":{"
                 "\"total\":1000,\"remaining\":1000,\"reset_after\":14400000,"
                 "\"max_concurrency\":1}}",
                 bench_server_port(gateway->server));
    } else {
        snprintf(text, sizeof text,
                 "{\"id\":\"%" PRIu64 "\",\"name\":\"bench\",\"username\":\"bench\","
                 "\"discriminator\":\"0\",\"avatar\":null,\"bot\":{\"id\":\"%" PRIu64
                 "\",\"username\":\"bench\"},\"flags\":0,\"description\":\"\","
                 "\"verify_key\":\"%064d\"}",
                 gateway_bot, gateway_bot, 0);
    }
    answer_text(conn, text);
}

static void gateway_asked(void *context, struct bench_conn *conn,
                          const struct bench_request *request)
{
    struct bench_gateway *gateway = context;
    const char *path = request->path;
    const char *interaction = strstr(path, "/interactions/");
    const char *channel = strstr(path, "/channels/");
    if (request->upgrade != NULL) {
        static const char hello[] =
            "{\"t\":null,\"s\":null,\"op\":10,\"d\":{\"heartbeat_interval\":41250}}";
        bench_server_upgrade(conn, request->upgrade);
        if (strstr(path, "compress=zlib-stream") != NULL) {
            bench_server_pack(conn);
        }
        bench_server_tell(conn, hello, sizeof hello - 1);
        return;
    }
    if (interaction != NULL) {
        static const char nothing[] = "Nothing was changed";
        gateway->refused +=
            memmem(request->body, request->body_len, nothing, sizeof nothing - 1) != NULL;
        bench_server_answer(conn, NULL, 0);
        gateway->answered(gateway->context, strtoull(interaction + 14, NULL, 10));
        return;
    }
    gateway->asked++;
    bool get = strcmp(request->method, "GET") == 0;
    if (channel != NULL && strstr(path, "/messages") != NULL && !get) {
        see_buttons(gateway, channel + 10, request);
        answer_message(gateway, conn, channel + 10);
    } else if (strstr(path, "/commands") != NULL) {
        answer_text(conn, "[]");
    } else if (strstr(path, "/users/@me/channels") != NULL) {
        char text[128];
        snprintf(text, sizeof text, "{\"id\":\"%" PRIu64 "\",\"type\":1}", gateway_id(gateway));
        answer_text(conn, text);
    } else if (get) {
        answer_about(gateway, conn, path);
    } else if (strstr(path, "/webhooks/") != NULL) {
        answer_message(gateway, conn, "0");
    } else {
        bench_server_answer(conn, NULL, 0);
    }
}

void bench_gateway_open(struct bench_gateway *gateway, unsigned guilds)
{
    static const struct bench_handlers handlers = {
        .asked = gateway_asked, .told = gateway_told, .gone = gateway_gone};
    gateway->guilds = guilds;
    gateway->server = bench_server_open(&handlers, gateway);
}

void bench_gateway_close(struct bench_gateway *gateway)
{
    bench_server_close(&gateway->server);
}

void bench_gateway_run(struct bench_gateway *gateway, int wait_ms)
{
    bench_server_run(gateway->server, wait_ms);
}

void bench_gateway_drop(struct bench_gateway *gateway)
{
    if (gateway->shard != NULL) {
        bench_server_drop(gateway->shard);
    }
}

/* --- people ----------------------------------------------------------------------------------- */

static void print_data(char *text, size_t size, uint64_t id, const char *control,
                       const char *command)
{
    const char *verb = command == NULL ? NULL : strchr(command, ' ');
    if (control != NULL) {
        snprintf(text, size, "{\"custom_id\":\"%s\",\"component_type\":2,\"id\":3}", control);
    } else if (verb != NULL) {
        snprintf(text, size,
                 "{\"id\":\"%" PRIu64 "\",\"name\":\"%.*s\",\"type\":1,\"options\":[{\"type\":1,"
                 "\"name\":\"%s\",\"options\":[]}]}",
                 id, (int)(verb - command), command, verb + 1);
    } else {
        snprintf(text, size, "{\"id\":\"%" PRIu64 "\",\"name\":\"%s\",\"type\":1,\"options\":[]}",
                 id, command);
    }
}

/* What nobody could guess or pack, as a token of Discord's is: each of its characters from a number
 * that has been stirred. */
static void print_token(char *text, size_t size, uint64_t id)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    size_t at = (size_t)snprintf(text, size, "aW50ZXJhY3Rpb246");
    uint64_t stirred = id;
    for (size_t i = 0; at + 1 < size; i++) {
        if (i % 10 == 0) {
            stirred = (stirred ^ stirred >> 29) * 0x9e3779b97f4a7c15 + i;
        }
        text[at++] = letters[stirred >> (4 + 6 * (i % 10)) & 63];
    }
    text[at] = '\0';
}

uint64_t bench_gateway_press(struct bench_gateway *gateway, unsigned who, unsigned channel_number,
                             const char *control, const char *command)
{
    char text[4096];
    char data[512];
    char message[512] = "";
    uint64_t id = gateway_id(gateway);
    uint64_t guild = gateway_guild + channel_number % gateway->guilds;
    uint64_t channel = gateway_channel + channel_number;
    char token[TOKEN_BYTES];
    print_token(token, sizeof token, id);
    print_data(data, sizeof data, id, control, command);
    if (control != NULL) {
        snprintf(message, sizeof message,
                 "\"message\":{\"id\":\"%" PRIu64 "\",\"channel_id\":\"%" PRIu64
                 "\",\"type\":0,\"content\":\"\",\"flags\":0,\"author\":{\"id\":\"%" PRIu64
                 "\",\"username\":\"bench\",\"discriminator\":\"0\",\"avatar\":null,\"bot\":true},"
                 "\"timestamp\":\"2026-01-01T00:00:00+00:00\",\"edited_timestamp\":null,"
                 "\"embeds\":[],\"attachments\":[],\"mentions\":[],\"mention_roles\":[],"
                 "\"components\":[],\"pinned\":false,\"tts\":false,\"mention_everyone\":false},",
                 channel + 1, channel, gateway_bot);
    }
    snprintf(
        text, sizeof text,
        "{\"version\":1,\"type\":%d,\"token\":"
        "\"%s\",\"id\":\"%" PRIu64 "\",\"application_id\":\"%" PRIu64
        "\",\"entitlements\":[],\"attachment_size_limit\":10485760,\"data\":%s,%s"
        "\"channel_id\":\"%" PRIu64 "\",\"channel\":{\"id\":\"%" PRIu64
        "\",\"type\":0,\"name\":\"games\",\"guild_id\":\"%" PRIu64
        "\",\"flags\":0,\"parent_id\":null,\"position\":1,\"nsfw\":false,\"topic\":null,"
        "\"rate_limit_per_user\":0,\"last_message_id\":null,\"permissions\":\"2251799813685247\"},"
        "\"app_permissions\":\"2251765453946879\",\"locale\":\"en-US\",\"context\":0,"
        "\"authorizing_integration_owners\":{\"0\":\"%" PRIu64 "\"},\"guild_id\":\"%" PRIu64
        "\",\"guild_locale\":\"en-US\",\"guild\":{\"id\":\"%" PRIu64
        "\",\"locale\":\"en-US\",\"features\":[]},\"member\":{\"user\":{\"id\":\"%" PRIu64
        "\",\"username\":\"person%u\",\"discriminator\":\"0\",\"global_name\":\"Person %u\","
        "\"avatar\":null,\"public_flags\":0},\"roles\":[],\"joined_at\":"
        "\"2026-01-01T00:00:00+00:00\",\"deaf\":false,\"mute\":false,\"flags\":0,\"pending\":false,"
        "\"nick\":null,\"avatar\":null,\"premium_since\":null,\"permissions\":\"2248473465835073\"}"
        "}",
        control != NULL ? 3 : 2, token, id, gateway_bot, data, message, channel, channel, guild,
        guild, guild, guild, gateway_user + who, who, who);
    tell(gateway, "INTERACTION_CREATE", text);
    return id;
}
