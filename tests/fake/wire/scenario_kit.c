#include "scenario_kit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "fault.h"
#include "heap.h"

enum { SCENE_ROUNDS_MAX = 2000000 };

struct scene *scene;

static enum discord_kept scene_dispatched(void *context, const struct discord_dispatch *dispatch)
{
    (void)context;
    if (strncmp(dispatch->name, "TEST_", 5) != 0) {
        return DISPATCH_PASSED;
    }
    ck_assert_uint_lt(scene->name_count, SCENE_NAMES_MAX);
    ck_assert_uint_lt(scene->pending_count, 64);
    snprintf(scene->names[scene->name_count++], sizeof scene->names[0], "%.39s", dispatch->name);
    scene->pending[scene->pending_count++] = dispatch->id;
    return DISPATCH_KEPT;
}

static void scene_ready(void *context, unsigned shard, const cJSON *ready)
{
    (void)context;
    (void)shard;
    (void)ready;
    scene->ready++;
}

static void scene_back(void *context, unsigned shard, enum discord_lost lost, int64_t since_ms,
                       int64_t back_ms)
{
    (void)context;
    (void)shard;
    (void)since_ms;
    (void)back_ms;
    scene->back++;
    scene->lost_sessions += lost == LOST_SESSION;
}

static void scene_save(void *context, const struct adapter_row *rows, size_t count, void *token)
{
    unsigned at = 0;
    (void)context;
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_lt(scene->token_count, 16);
    while (at < scene->row_count && strcmp(scene->rows[at].key, rows->key) != 0) {
        at++;
    }
    ck_assert_uint_lt(at, SCENE_ROWS_MAX);
    scene->row_count = at == scene->row_count ? at + 1 : scene->row_count;
    snprintf(scene->rows[at].key, sizeof scene->rows[at].key, "%s", rows->key);
    snprintf(scene->rows[at].value, sizeof scene->rows[at].value, "%s", rows->value);
    scene->tokens[scene->token_count++] = token;
}

static void scene_gone(void *context, const struct fault *fault)
{
    (void)context;
    ck_assert_int_eq(fault->code, FAULT_CONFIG);
    scene->gone++;
}

static void scene_refused(void *context, const struct fault *fault)
{
    (void)context;
    (void)fault;
    scene->refused++;
}

/* What was given to the disk is there. */
static bool scene_stored(void)
{
    bool any = scene->token_count + scene->pending_count > 0;
    while (scene->token_count > 0) {
        discord_gateway_saved(scene->gateway, scene->tokens[--scene->token_count], NULL);
    }
    while (scene->pending_count > 0) {
        struct discord_dispatch_id id = scene->pending[--scene->pending_count];
        discord_gateway_stored(scene->gateway, &id, NULL);
    }
    return any;
}

void scene_pass(int64_t ms)
{
    int64_t until_ms = scene->now_ms + ms;
    for (unsigned round = 0; round < SCENE_ROUNDS_MAX; round++) {
        bool busy = fake_wire_run(scene->wire);
        busy = scene_stored() || busy;
        int64_t next_ms = fake_wire_next_ms(scene->wire);
        if (busy && next_ms <= scene->now_ms) {
            continue;
        }
        next_ms = next_ms <= scene->now_ms ? scene->now_ms + 1 : next_ms;
        if (next_ms > until_ms) {
            scene->now_ms = until_ms;
            fake_discord_run(scene->fake, until_ms);
            return;
        }
        scene->now_ms = next_ms;
    }
    ck_abort_msg("it never rests");
}

static int64_t scene_wall_ms(void *context)
{
    const struct scene *one = context;
    return one->now_ms + one->skew_ms;
}

static int64_t scene_mono_ms(void *context)
{
    return ((const struct scene *)context)->now_ms;
}

static void scene_make(void)
{
    const struct net_wire *wire = &scene->on;
    scene->on = *fake_wire_wire(scene->wire);
    scene->on.clock = (struct clock){scene_wall_ms, scene_mono_ms, scene};
    scene->rest = discord_rest_new(&(struct discord_rest_setup){.wire = wire,
                                                                .api_base = "https://discord.com",
                                                                .token = "fake-token",
                                                                .agent = "DiscordBot (x, 1)",
                                                                .refused = scene_refused});
    scene->gateway =
        discord_gateway_new(&(struct discord_gateway_setup){.wire = wire,
                                                            .rest = scene->rest,
                                                            .token = "fake-token",
                                                            .intents = 4609,
                                                            .compression = scene->compression,
                                                            .hooks = {.dispatch = scene_dispatched,
                                                                      .ready = scene_ready,
                                                                      .back = scene_back,
                                                                      .save = scene_save,
                                                                      .gone = scene_gone}});
    for (unsigned i = 0; i < scene->row_count; i++) {
        discord_gateway_restore(scene->gateway, scene->rows[i].key, scene->rows[i].value,
                                strlen(scene->rows[i].value));
    }
}

void scene_open(void)
{
    scene = heap_allocate(sizeof *scene);
    scene->now_ms = INT64_C(1900000000000);
    scene->dice = 11;
    scene->compression = COMPRESSION_ZLIB;
    scene->fake =
        fake_discord_new(&(struct fake_discord_setup){.now_ms = scene->now_ms, .seed = 5});
    scene->guild = fake_discord_guild(scene->fake, "Den");
    scene->channel =
        fake_discord_channel(scene->fake, scene->guild, "table", FAKE_DISCORD_CHANNEL_TEXT);
    const struct fake_platform platform = fake_discord_platform(scene->fake);
    scene->wire = fake_wire_new(&platform, &scene->now_ms, &scene->dice);
    scene_make();
}

static void scene_drop(void)
{
    discord_gateway_free(&scene->gateway);
    discord_rest_free(&scene->rest);
    scene->token_count = 0;
    scene->pending_count = 0;
}

void scene_close(void)
{
    scene_drop();
    fake_wire_free(&scene->wire);
    fake_discord_free(&scene->fake);
    free(scene);
}

void scene_up(void)
{
    discord_gateway_start(scene->gateway);
    scene_pass(1500);
}

void scene_restart(int64_t downtime_ms)
{
    scene_drop();
    scene_pass(downtime_ms);
    scene_make();
    scene_up();
}

int scene_count(const char *name)
{
    char *text = fake_discord_state(scene->fake);
    cJSON *json = cJSON_ParseWithLengthOpts(text, strlen(text), NULL, false);
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(json, name);
    if (found == NULL) {
        found = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(json, "counts"),
                                                 name);
    }
    ck_assert_msg(cJSON_IsNumber(found), "%s in %s", name, text);
    int count = found->valueint;
    cJSON_Delete(json);
    free(text);
    return count;
}

void scene_event(const char *name)
{
    fake_discord_push_event(scene->fake, -1, name, "{\"n\":1}");
}

bool scene_inbound(const char *name, unsigned times)
{
    unsigned count = 0;
    for (unsigned i = 0; i < scene->name_count; i++) {
        count += strcmp(scene->names[i], name) == 0;
    }
    return count == times;
}

static void scene_answered(void *context, const struct answer *answer)
{
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer->json, "id"));
    ck_assert_uint_lt(scene->end_count, SCENE_ENDS_MAX);
    struct scene_end *one = &scene->ends[scene->end_count++];
    *one = (struct scene_end){.which = (uintptr_t)context,
                              .status = answer->status,
                              .code = answer->code,
                              .at_ms = scene->now_ms};
    snprintf(one->id, sizeof one->id, "%s", id != NULL ? id : "");
}

void scene_ask(uintptr_t which, const struct discord_request *request)
{
    discord_rest_start(scene->rest, request, scene_answered,
                       (void *)which); /* NOLINT(performance-no-int-to-ptr): a number */
}

void scene_post(uintptr_t which, const char *nonce)
{
    char path[80];
    char major[32];
    char json[160];
    snprintf(major, sizeof major, "%" PRIu64, scene->channel);
    snprintf(path, sizeof path, "/channels/%s/messages", major);
    if (nonce != NULL) {
        snprintf(json, sizeof json,
                 "{\"content\":\"line %u\",\"nonce\":\"%s\",\"enforce_nonce\":true}",
                 (unsigned)which, nonce);
    } else {
        snprintf(json, sizeof json, "{\"content\":\"line %u\"}", (unsigned)which);
    }
    scene_ask(which,
              &(struct discord_request){.method = "POST",
                                        .route = "/channels/{}/messages",
                                        .major = major,
                                        .path = path,
                                        .json = json,
                                        .priority = REST_GAME,
                                        .repeat = nonce != NULL ? REPEAT_NONCE : REPEAT_NEVER});
}

const struct scene_end *scene_end(uintptr_t which)
{
    for (unsigned i = 0; i < scene->end_count; i++) {
        if (scene->ends[i].which == which) {
            return &scene->ends[i];
        }
    }
    return NULL;
}
