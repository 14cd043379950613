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
        [GATEWAY_NEW] = STATE_BIT(GATEWAY_RUNNING) | STATE_BIT(GATEWAY_STOPPING),
        [GATEWAY_RUNNING] = STATE_BIT(GATEWAY_GONE) | STATE_BIT(GATEWAY_STOPPING),
        [GATEWAY_GONE] = STATE_BIT(GATEWAY_STOPPING),
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
    unsigned above = gateway->shard_count - gateway->first;
    gateway->count = (above + gateway->step - 1) / gateway->step;
    gateway->shards = heap_allocate(gateway->count * sizeof *gateway->shards);
    for (unsigned i = 0; i < gateway->count; i++) {
        discord_shard_init(&gateway->shards[i], gateway, gateway->first + i * gateway->step);
        gateway_take_stored(gateway, &gateway->shards[i]);
    }
    gateway_forget_stored(gateway);
    for (unsigned i = 0; i < gateway->count; i++) {
        discord_shard_rest(&gateway->shards[i], 0);
    }
}

static struct discord_shard *gateway_shard_at(const struct discord_gateway *gateway, unsigned id)
{
    unsigned above = id - gateway->first;
    bool ours = id >= gateway->first && above % gateway->step == 0;
    return ours && above / gateway->step < gateway->count ? &gateway->shards[above / gateway->step]
                                                          : NULL;
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

/* As many shards as Discord recommends; each of those that divide them has as many. */
static unsigned gateway_round(const struct discord_gateway *gateway, unsigned recommended)
{
    unsigned most = DISCORD_SHARDS_MAX / gateway->step;
    unsigned each = (recommended + gateway->step - 1) / gateway->step;
    return (each < most ? each : most) * gateway->step;
}

/* ---- GET /gateway/bot */

static void gateway_update_limits(struct discord_gateway *gateway, const cJSON *json)
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
    /* without a valid limit, our own count stands */
    discord_session_limit_update(&gateway->session_limit, limit, gateway_now_ms(gateway));
    gateway->has_limits = true;
    gateway->limit_logged = false;
    backoff_reset(&gateway->fetch_backoff);
    if (gateway->shard_count == 0) {
        gateway->shard_count = gateway_round(gateway, counts ? (unsigned)shards->valuedouble : 1);
    }
    if (gateway->count == 0) {
        gateway_make_shards(gateway);
    }
}

static void gateway_fetched(void *context, const struct answer *answer)
{
    struct discord_gateway *gateway = context;
    gateway->request = 0;
    gateway->fetched_ms = gateway_mono_ms(gateway);
    if (gateway->state != GATEWAY_RUNNING) {
        return;
    }
    if (answer->status == ANSWER_DONE) {
        gateway_update_limits(gateway, answer->json);
    } else {
        log_event(LEVEL_WARNING, "discord.unreachable", LOG_FIELDS(log_text("why", answer->why)));
    }
    if (!gateway->has_limits && (gateway->count == 0 || gateway_has_queue(gateway))) {
        int64_t wait = backoff_next_ms(&gateway->fetch_backoff, &gateway->wire->entropy);
        wait = wait > answer->retry_ms ? wait : answer->retry_ms;
        gateway_set(gateway, gateway->queue_timer, wait + GATEWAY_BACKOFF_MS);
        return;
    }
    gateway_serve_queue(gateway);
}

static void gateway_fetch(struct discord_gateway *gateway)
{
    if (gateway->request == 0) {
        gateway->request = discord_rest_start(
            gateway->rest, &(struct discord_request){.method = "GET", .route = "/gateway/bot"},
            gateway_fetched, gateway);
    }
}

void gateway_fetch_url(struct discord_gateway *gateway)
{
    if (gateway->base == NULL && gateway->state == GATEWAY_RUNNING) {
        gateway_fetch(gateway);
    }
}

/* ---- who may identify */

static bool gateway_slot_is_held(const struct discord_gateway *gateway,
                                 const struct discord_shard *shard)
{
    for (unsigned i = 0; i < gateway->count; i++) {
        const struct discord_shard *other = &gateway->shards[i];
        if (other->holds_slot &&
            other->id % gateway->session_limit.keys == shard->id % gateway->session_limit.keys) {
            return true;
        }
    }
    return false;
}

static void gateway_log_limit(struct discord_gateway *gateway, int64_t now_ms)
{
    if (!gateway->limit_logged &&
        discord_session_limit_is_reached(&gateway->session_limit, now_ms)) {
        gateway->limit_logged = true;
        log_event(LEVEL_ERROR, "discord.identified_too_often",
                  LOG_FIELDS(log_number("remaining", gateway->session_limit.remaining),
                             log_number("total", gateway->session_limit.total)));
    }
}

/* How long this shard waits until it may identify; 0: it may. */
static int64_t gateway_wait_ms(const struct discord_gateway *gateway,
                               const struct discord_shard *shard, int64_t now_ms)
{
    int64_t limit_ms = discord_session_limit_wait_ms(&gateway->session_limit, shard->id, now_ms);
    int64_t slot_ms = gateway->slot_ms - gateway_mono_ms(gateway);
    return slot_ms > limit_ms ? slot_ms : limit_ms;
}

static void gateway_start_identify(struct discord_gateway *gateway, struct discord_shard *shard)
{
    if (gateway->hooks.take_slot == NULL) {
        discord_shard_open(shard);
    } else {
        gateway_take_slot(gateway, shard, GATEWAY_SLOT_OPEN_MS);
    }
}

/* Starts every identify that the rate limit allows now. Returns milliseconds until the next may
 * start, -1 if none waits for the limit. */
static int64_t gateway_start_identifies(struct discord_gateway *gateway)
{
    int64_t next_ms = -1;
    int64_t now_ms = gateway_now_ms(gateway);
    for (unsigned i = 0; i < gateway->count; i++) {
        struct discord_shard *shard = &gateway->shards[i];
        if (shard->state != SHARD_QUEUED || gateway_slot_is_held(gateway, shard)) {
            continue;
        }
        int64_t wait_ms = gateway_wait_ms(gateway, shard, now_ms);
        if (wait_ms == 0) {
            shard->holds_slot = true;
            gateway_start_identify(gateway, shard);
        } else if (next_ms < 0 || wait_ms < next_ms) {
            next_ms = wait_ms;
        }
    }
    return next_ms;
}

void gateway_serve_queue(struct discord_gateway *gateway)
{
    if (gateway->state != GATEWAY_RUNNING || gateway->request != 0) {
        return;
    }
    int64_t mono_ms = gateway_mono_ms(gateway);
    if (gateway->count > 0 && !gateway_has_queue(gateway)) {
        return;
    }
    if (!gateway->has_limits || mono_ms - gateway->fetched_ms >= GATEWAY_FRESH_MS) {
        gateway_fetch(gateway);
        return;
    }
    int64_t wait_ms = gateway_start_identifies(gateway);
    if (wait_ms > 0) {
        gateway_log_limit(gateway, gateway_now_ms(gateway));
        gateway_set(gateway, gateway->queue_timer,
                    wait_ms < GATEWAY_SHORT_MS ? wait_ms : GATEWAY_SHORT_MS);
    }
}

static void gateway_queue_fired(void *user)
{
    gateway_serve_queue(user);
}

/* Another process identifies: soon it is tried again, and not by all at once. */
static void gateway_slot_refused(struct discord_gateway *gateway, struct discord_shard *shard)
{
    uint32_t dice = 0;
    const struct entropy *entropy = &gateway->wire->entropy;
    entropy->fill(entropy->context, &dice, sizeof dice);
    shard->holds_slot = false;
    gateway->slot_ms =
        gateway_mono_ms(gateway) + GATEWAY_SLOT_RETRY_MS + dice % GATEWAY_SLOT_RETRY_MS;
    gateway_serve_queue(gateway);
}

void gateway_slot_taken(struct discord_gateway *gateway, struct discord_shard *shard,
                        const struct fault *fault)
{
    if (gateway->state != GATEWAY_RUNNING) {
        return;
    }
    if (shard->state == SHARD_QUEUED && shard->holds_slot) {
        if (fault == NULL) {
            discord_shard_open(shard);
        } else {
            gateway_slot_refused(gateway, shard);
        }
    } else if (shard->state == SHARD_GREETED) {
        if (fault == NULL) {
            gateway_spend(gateway, shard);
        } else {
            discord_shard_yield(shard);
        }
    }
}

void gateway_greeted(struct discord_gateway *gateway, struct discord_shard *shard)
{
    if (gateway->hooks.take_slot == NULL) {
        gateway_spend(gateway, shard);
    } else {
        gateway_take_slot(gateway, shard, GATEWAY_SLOT_MS);
    }
}

void gateway_release(struct discord_gateway *gateway, struct discord_shard *shard)
{
    (void)shard;
    if (gateway->state == GATEWAY_RUNNING) {
        gateway_set(gateway, gateway->queue_timer, 0);
    }
}

/* ---- dispatches, and what is stored of them */

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
        .may_be_stored =
            shard->state == SHARD_RESUMING ||
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
        discord_shard_replay(shard);
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

/* Which shards are run here. */
static void gateway_divide(struct discord_gateway *gateway,
                           const struct discord_gateway_setup *setup)
{
    bool all = setup->shard_all || setup->shard_count == 0;
    bool divided = setup->parts > 1;
    assert(!divided || (all && setup->part < setup->parts));
    assert(!divided || setup->shard_count % setup->parts == 0);
    gateway->shard_count = setup->shard_count;
    gateway->first = divided ? setup->part : all ? 0 : setup->shard_id;
    gateway->step = divided ? setup->parts : all ? 1 : setup->shard_count;
    if (setup->hooks.take_slot != NULL) {
        const struct entropy *entropy = &gateway->wire->entropy;
        entropy->fill(entropy->context, &gateway->holder, sizeof gateway->holder);
    }
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
    gateway_divide(gateway, setup);
    gateway->compression = setup->compression == COMPRESSION_ZSTD && !unpack_has_zstd()
                               ? COMPRESSION_ZLIB
                               : setup->compression;
    discord_session_limit_init(&gateway->session_limit);
    backoff_init(&gateway->fetch_backoff, GATEWAY_BACKOFF_MS, GATEWAY_BACKOFF_MS_MAX);
    gateway->queue_timer = wire->timer_new(wire->context, gateway_queue_fired, gateway);
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
    discord_rest_cancel(freed->rest, freed->request);
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
    freed->wire->timer_free(freed->wire->context, &freed->queue_timer);
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
        gateway_serve_queue(gateway);
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

void discord_gateway_figures(const struct discord_gateway *gateway,
                             struct discord_gateway_figures *figures)
{
    int64_t now_ms = gateway_mono_ms(gateway);
    *figures = (struct discord_gateway_figures){.shards = gateway->count,
                                                .heartbeat_ms = -1,
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
        figures->heartbeat_ms =
            shard->latency_ms > figures->heartbeat_ms ? shard->latency_ms : figures->heartbeat_ms;
    }
}

void gateway_count(const struct discord_gateway *gateway)
{
    struct discord_gateway_figures figures;
    discord_gateway_figures(gateway, &figures);
    discord_count_gateway(&figures);
}
