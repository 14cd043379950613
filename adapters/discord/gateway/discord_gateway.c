/* All shards together: how many there are, which of them may identify when, what is stored. */
#include "discord_gateway_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "discord_gateway_count.h"
#include "discord_rest.h"
#include "heap.h"
#include "json_at.h"
#include "log.h"
#include "metrics.h"

enum { GATEWAY_SHORT_MS = 600000 };

const struct transitions gateway_transitions = {
    .count = GATEWAY_STOPPING + 1,
    .after = {
        [GATEWAY_NEW] = STATE(GATEWAY_RUNNING) | STATE(GATEWAY_STOPPING),
        [GATEWAY_RUNNING] = STATE(GATEWAY_GONE) | STATE(GATEWAY_STOPPING),
        [GATEWAY_GONE] = STATE(GATEWAY_STOPPING),
    }};

static void gateway_enter(struct discord_gateway *gateway, enum gateway_state state)
{
    assert(transitions_allow(&gateway_transitions, gateway->state, state));
    gateway->state = state;
}

int64_t gateway_now_ms(const struct discord_gateway *gateway)
{
    return gateway->wire->clock.now_ms(gateway->wire->clock.context);
}

int64_t gateway_mono_ms(const struct discord_gateway *gateway)
{
    return gateway->wire->clock.monotonic_ms(gateway->wire->clock.context);
}

static void gateway_set(struct discord_gateway *gateway, struct net_timer *timer, int64_t delay_ms)
{
    gateway->wire->timer_set(gateway->wire->context, timer, delay_ms);
}

/* ---- shards */

static void gateway_make_shards(struct discord_gateway *gateway)
{
    unsigned first = gateway->shard_all ? 0 : gateway->shard_id;
    gateway->count = gateway->shard_all ? gateway->shard_count : 1;
    gateway->shards = heap_allocate(gateway->count * sizeof *gateway->shards);
    for (unsigned i = 0; i < gateway->count; i++) {
        discord_shard_init(&gateway->shards[i], gateway, first + i);
        gateway_take_stored(gateway, &gateway->shards[i]);
    }
    gateway_forget_stored(gateway);
    for (unsigned i = 0; i < gateway->count; i++) {
        discord_shard_rest(&gateway->shards[i], 0);
    }
}

static struct discord_shard *gateway_shard_at(const struct discord_gateway *gateway, unsigned id)
{
    unsigned first = gateway->shard_all ? 0 : gateway->shard_id;
    return id >= first && id - first < gateway->count ? &gateway->shards[id - first] : NULL;
}

unsigned discord_gateway_shard_of(const struct discord_gateway *gateway, uint64_t guild)
{
    return gateway->shard_count > 0 ? (unsigned)((guild >> 22) % gateway->shard_count) : 0;
}

static bool gateway_has_queue(const struct discord_gateway *gateway)
{
    for (unsigned i = 0; i < gateway->count; i++) {
        if (gateway->shards[i].state == SHARD_QUEUED) {
            return true;
        }
    }
    return false;
}

/* ---- GET /gateway/bot */

static void gateway_told(struct discord_gateway *gateway, const cJSON *json)
{
    const char *url = discord_frame_text(json, "url");
    const cJSON *shards = json_at(json, "shards");
    const cJSON *limit = json_at(json, "session_start_limit");
    bool counts = cJSON_IsNumber(shards) && shards->valuedouble >= 1 &&
                  shards->valuedouble <= DISCORD_SHARDS_MAX;
    if (gateway->url == NULL && url != NULL && strncmp(url, "ws", 2) == 0) {
        free(gateway->base);
        gateway->base = heap_copy(url);
    }
    if (gateway->base == NULL) {
        log_event(LEVEL_WARNING, "discord.gateway_malformed", NULL);
        return;
    }
    /* without a limit that it tells, our own count stands */
    discord_budget_told(&gateway->budget, limit, gateway_now_ms(gateway));
    gateway->told = true;
    gateway->short_said = false;
    backoff_reset(&gateway->ask_backoff);
    if (gateway->shard_count == 0) {
        gateway->shard_count = counts ? (unsigned)shards->valuedouble : 1;
    }
    if (gateway->count == 0) {
        gateway_make_shards(gateway);
    }
}

static void gateway_answered(void *context, const struct answer *answer)
{
    struct discord_gateway *gateway = context;
    gateway->asking = 0;
    gateway->asked_ms = gateway_mono_ms(gateway);
    if (gateway->state != GATEWAY_RUNNING) {
        return;
    }
    if (answer->status == ANSWER_DONE) {
        gateway_told(gateway, answer->json);
    } else {
        log_event(LEVEL_WARNING, "discord.unreachable", LOG_FIELDS(log_text("why", answer->why)));
    }
    if (!gateway->told && (gateway->count == 0 || gateway_has_queue(gateway))) {
        int64_t wait = backoff_next_ms(&gateway->ask_backoff, &gateway->wire->entropy);
        wait = wait > answer->retry_ms ? wait : answer->retry_ms;
        gateway_set(gateway, gateway->turn_timer, wait + GATEWAY_BACKOFF_MS);
        return;
    }
    gateway_turn(gateway);
}

static void gateway_ask(struct discord_gateway *gateway)
{
    if (gateway->asking == 0) {
        gateway->asking = discord_rest_start(
            gateway->rest, &(struct discord_request){.method = "GET", .route = "/gateway/bot"},
            gateway_answered, gateway);
    }
}

void gateway_learn(struct discord_gateway *gateway)
{
    if (gateway->base == NULL && gateway->state == GATEWAY_RUNNING) {
        gateway_ask(gateway);
    }
}

/* ---- who may identify */

static bool gateway_key_is_held(const struct discord_gateway *gateway,
                                const struct discord_shard *shard)
{
    for (unsigned i = 0; i < gateway->count; i++) {
        const struct discord_shard *other = &gateway->shards[i];
        if (other->budgeted &&
            other->id % gateway->budget.keys == shard->id % gateway->budget.keys) {
            return true;
        }
    }
    return false;
}

static void gateway_say_short(struct discord_gateway *gateway, int64_t now_ms)
{
    if (!gateway->short_said && discord_budget_is_empty(&gateway->budget, now_ms)) {
        gateway->short_said = true;
        log_event(LEVEL_ERROR, "discord.identified_too_often",
                  LOG_FIELDS(log_number("remaining", gateway->budget.remaining),
                             log_number("total", gateway->budget.total)));
    }
}

/* Lets go who may; how long until the next may, -1 nobody waits for time alone. */
static int64_t gateway_let_go(struct discord_gateway *gateway)
{
    int64_t next_ms = -1;
    int64_t now_ms = gateway_now_ms(gateway);
    for (unsigned i = 0; i < gateway->count; i++) {
        struct discord_shard *shard = &gateway->shards[i];
        if (shard->state != SHARD_QUEUED || gateway_key_is_held(gateway, shard)) {
            continue;
        }
        int64_t wait_ms = discord_budget_wait_ms(&gateway->budget, shard->id, now_ms);
        if (wait_ms == 0) {
            shard->budgeted = true;
            discord_shard_go_on(shard);
        } else if (next_ms < 0 || wait_ms < next_ms) {
            next_ms = wait_ms;
        }
    }
    return next_ms;
}

void gateway_turn(struct discord_gateway *gateway)
{
    if (gateway->state != GATEWAY_RUNNING || gateway->asking != 0) {
        return;
    }
    int64_t mono_ms = gateway_mono_ms(gateway);
    if (gateway->count > 0 && !gateway_has_queue(gateway)) {
        return;
    }
    if (!gateway->told || mono_ms - gateway->asked_ms >= GATEWAY_FRESH_MS) {
        gateway_ask(gateway);
        return;
    }
    int64_t wait_ms = gateway_let_go(gateway);
    if (wait_ms > 0) {
        gateway_say_short(gateway, gateway_now_ms(gateway));
        gateway_set(gateway, gateway->turn_timer,
                    wait_ms < GATEWAY_SHORT_MS ? wait_ms : GATEWAY_SHORT_MS);
    }
}

static void gateway_turn_fired(void *user)
{
    gateway_turn(user);
}

void gateway_release(struct discord_gateway *gateway, struct discord_shard *shard)
{
    (void)shard;
    if (gateway->state == GATEWAY_RUNNING) {
        gateway_set(gateway, gateway->turn_timer, 0);
    }
}

/* ---- what is heard, and what is stored of it */

bool gateway_dispatch(struct discord_gateway *gateway, struct discord_shard *shard,
                      const struct discord_frame *frame)
{
    struct discord_session *session = &shard->session;
    char key[GATEWAY_KEY_BYTES];
    struct buf value;
    int64_t checkpoint = discord_session_receive(session, frame->sequence);
    buf_init(&value, GATEWAY_VALUE_BYTES);
    gateway_key(shard, key);
    discord_session_write(session, checkpoint, gateway_now_ms(gateway), &value);
    struct adapter_row row = {.key = key, .value = value.text, .len = value.len};
    struct discord_dispatch dispatch = {
        .name = frame->name,
        .data = frame->data,
        .id = {.shard = shard->id, .session = session->number, .sequence = frame->sequence},
        .replayed = shard->state == SHARD_RESUMING,
        .again = shard->state == SHARD_RESUMING ||
                 (shard->inherited && gateway_mono_ms(gateway) - shard->up_ms < GATEWAY_DOUBT_MS),
        .rows = &row,
        .row_count = 1};
    gateway->dispatches++;
    metrics_add(METRIC_DISCORD_EVENTS, 1);
    enum discord_kept kept = gateway->hooks.dispatch(gateway->hooks.context, &dispatch);
    buf_deinit(&value);
    if (kept == DISPATCH_PASSED) {
        watermark_stored(&session->watermark, frame->sequence);
        gateway_flush_soon(gateway);
    }
    return kept != DISPATCH_REFUSED;
}

void gateway_flush_soon(struct discord_gateway *gateway)
{
    if (!gateway->flushing) {
        gateway->flushing = true;
        gateway_set(gateway, gateway->flush_timer, GATEWAY_FLUSH_MS);
    }
}

static void gateway_flush_fired(void *user)
{
    struct discord_gateway *gateway = user;
    gateway->flushing = false;
    for (unsigned i = 0; i < gateway->count; i++) {
        gateway_flush(gateway, &gateway->shards[i]);
    }
}

void discord_gateway_stored(struct discord_gateway *gateway, const struct discord_dispatch_id *id,
                            const struct fault *fault)
{
    struct discord_shard *shard = gateway_shard_at(gateway, id->shard);
    if (shard == NULL || shard->session.number != id->session) {
        return;
    }
    if (fault != NULL && fault->code != FAULT_NONE && fault->code != FAULT_GONE) {
        discord_shard_retell(shard);
        return;
    }
    watermark_stored(&shard->session.watermark, id->sequence);
    if (gateway->state == GATEWAY_STOPPING) {
        gateway_flush(gateway, shard);
    } else {
        gateway_flush_soon(gateway);
    }
}

/* ---- life */

void gateway_gone(struct discord_gateway *gateway, const struct fault *fault)
{
    gateway_enter(gateway, GATEWAY_GONE);
    for (unsigned i = 0; i < gateway->count; i++) {
        discord_shard_end(&gateway->shards[i], 1000);
    }
    gateway->hooks.gone(gateway->hooks.context, fault);
}

struct discord_gateway *discord_gateway_new(const struct discord_gateway_setup *setup)
{
    struct discord_gateway *gateway = heap_allocate(sizeof *gateway);
    const struct net_wire *wire = setup->wire;
    assert(setup->shard_all || setup->shard_count == 0 || setup->shard_id < setup->shard_count);
    assert(setup->shard_count <= DISCORD_SHARDS_MAX);
    gateway->wire = wire;
    gateway->rest = setup->rest;
    gateway->hooks = setup->hooks;
    gateway->token = heap_copy(setup->token);
    gateway->activity = heap_copy(setup->activity != NULL ? setup->activity : "");
    gateway->url = heap_copy(setup->url);
    gateway->base = heap_copy(setup->url);
    gateway->intents = setup->intents;
    gateway->shard_id = setup->shard_id;
    gateway->shard_count = setup->shard_count;
    gateway->shard_all = setup->shard_all || setup->shard_count == 0;
    gateway->compression = setup->compression == COMPRESSION_ZSTD && !unpack_has_zstd()
                               ? COMPRESSION_ZLIB
                               : setup->compression;
    discord_budget_init(&gateway->budget);
    backoff_init(&gateway->ask_backoff, GATEWAY_BACKOFF_MS, GATEWAY_BACKOFF_MS_MAX);
    gateway->turn_timer = wire->timer_new(wire->context, gateway_turn_fired, gateway);
    gateway->flush_timer = wire->timer_new(wire->context, gateway_flush_fired, gateway);
    return gateway;
}

void discord_gateway_free(struct discord_gateway **gateway)
{
    struct discord_gateway *freed = *gateway;
    if (freed == NULL) {
        return;
    }
    *gateway = NULL;
    freed->state = GATEWAY_STOPPING;
    discord_rest_cancel(freed->rest, freed->asking);
    for (unsigned i = 0; i < freed->count; i++) {
        discord_shard_deinit(&freed->shards[i]);
    }
    free(freed->shards);
    gateway_forget_stored(freed);
    while (freed->saves != NULL) {
        struct gateway_save *save = freed->saves;
        freed->saves = save->next;
        free(save);
    }
    freed->wire->timer_free(freed->wire->context, &freed->turn_timer);
    freed->wire->timer_free(freed->wire->context, &freed->flush_timer);
    free(freed->token);
    free(freed->activity);
    free(freed->url);
    free(freed->base);
    free(freed);
}

void discord_gateway_start(struct discord_gateway *gateway)
{
    gateway_enter(gateway, GATEWAY_RUNNING);
    if (gateway->shard_count == 0) {
        gateway->shard_count = gateway_stored_count(gateway);
    }
    if (gateway->shard_count > 0) {
        gateway_make_shards(gateway);
    } else {
        gateway_turn(gateway);
    }
}

void discord_gateway_stop(struct discord_gateway *gateway)
{
    if (gateway->state == GATEWAY_STOPPING) {
        return;
    }
    gateway_enter(gateway, GATEWAY_STOPPING);
    for (unsigned i = 0; i < gateway->count; i++) {
        gateway_flush(gateway, &gateway->shards[i]);
        discord_shard_end(&gateway->shards[i], CLOSE_STOP);
    }
}

bool discord_gateway_is_down(const struct discord_gateway *gateway)
{
    for (unsigned i = 0; i < gateway->count; i++) {
        if (gateway->shards[i].state != SHARD_ENDED) {
            return false;
        }
    }
    return gateway->state >= GATEWAY_GONE && gateway->saves == NULL;
}

void discord_gateway_figures(const struct discord_gateway *gateway,
                             struct discord_gateway_figures *figures)
{
    int64_t now_ms = gateway_mono_ms(gateway);
    *figures = (struct discord_gateway_figures){.shards = gateway->count,
                                                .beat_ms = -1,
                                                .silent_ms = -1,
                                                .identifies = gateway->identifies,
                                                .resumes = gateway->resumes,
                                                .dispatches = gateway->dispatches,
                                                .lost = gateway->lost};
    for (unsigned i = 0; i < gateway->count; i++) {
        const struct discord_shard *shard = &gateway->shards[i];
        if (shard->state != SHARD_UP) {
            continue;
        }
        int64_t silent_ms = now_ms - shard->ack_ms;
        figures->connected++;
        figures->silent_ms = silent_ms > figures->silent_ms ? silent_ms : figures->silent_ms;
        figures->beat_ms =
            shard->latency_ms > figures->beat_ms ? shard->latency_ms : figures->beat_ms;
    }
}

void gateway_count(const struct discord_gateway *gateway)
{
    struct discord_gateway_figures figures;
    discord_gateway_figures(gateway, &figures);
    discord_count_gateway(&figures);
}
