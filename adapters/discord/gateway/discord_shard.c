/* The states of a shard: what is waited for, how long, and what follows. Whatever ends a
 * connection, there is one way out of it (shard_next), which forgets all that belonged to it. */
#include "discord_shard_private.h"

#include <assert.h>
#include <string.h>

#include "discord_frame.h"
#include "discord_gateway_count.h"
#include "discord_gateway_private.h"
#include "log.h"
#include "metrics.h"

#define AFTER_CONNECTION (STATE_BIT(SHARD_CLOSING) | STATE_BIT(SHARD_RESTING))
const struct transitions shard_transitions = {
    .count = SHARD_ENDED + 1,
    .any = STATE_BIT(SHARD_ENDED),
    .after = {
        [SHARD_RESTING] =
            STATE_BIT(SHARD_RESTING) | STATE_BIT(SHARD_QUEUED) | STATE_BIT(SHARD_REOPENING),
        [SHARD_QUEUED] = STATE_BIT(SHARD_OPENING),
        [SHARD_OPENING] = STATE_BIT(SHARD_GREETED) | AFTER_CONNECTION,
        [SHARD_GREETED] = STATE_BIT(SHARD_IDENTIFYING) | AFTER_CONNECTION,
        [SHARD_IDENTIFYING] = STATE_BIT(SHARD_UP) | AFTER_CONNECTION,
        [SHARD_REOPENING] = STATE_BIT(SHARD_RESUMING) | AFTER_CONNECTION,
        [SHARD_RESUMING] = STATE_BIT(SHARD_UP) | AFTER_CONNECTION,
        [SHARD_UP] = AFTER_CONNECTION,
        [SHARD_CLOSING] = STATE_BIT(SHARD_RESTING),
    }};

static void shard_enter(struct discord_shard *shard, enum shard_state state)
{
    assert(transitions_allow(&shard_transitions, shard->state, state));
    shard->state = state;
}

/* The socket is there, or on its way, and Hello is to come. */
static bool shard_is_opening(const struct discord_shard *shard)
{
    return shard->state == SHARD_OPENING || shard->state == SHARD_REOPENING;
}

static void shard_follow_by(struct discord_shard *shard, enum shard_follow follow)
{
    shard->follow = follow > shard->follow ? follow : shard->follow;
}

static const struct net_wire *shard_wire(const struct discord_shard *shard)
{
    return shard->gateway->wire;
}

static void shard_timer(struct discord_shard *shard, int64_t delay_ms)
{
    shard_wire(shard)->timer_set(shard_wire(shard)->context, shard->timer, delay_ms);
}

static void shard_heartbeat_in(struct discord_shard *shard, int64_t delay_ms)
{
    shard->due_ms = gateway_mono_ms(shard->gateway) + delay_ms;
    shard_wire(shard)->timer_set(shard_wire(shard)->context, shard->heartbeat, delay_ms);
}

/* From 0 to below most. */
static int64_t shard_dice(const struct discord_shard *shard, int64_t most)
{
    uint32_t dice = 0;
    const struct entropy *entropy = &shard_wire(shard)->entropy;
    entropy->fill(entropy->context, &dice, sizeof dice);
    return (int64_t)((uint64_t)dice * (uint64_t)most >> 32);
}

/* Everything of the connection that was. */
static void shard_drop(struct discord_shard *shard)
{
    const struct net_wire *wire = shard_wire(shard);
    wire->socket_free(wire->context, &shard->socket);
    unpack_free(&shard->unpack);
    shard_timer(shard, -1);
    wire->timer_set(wire->context, shard->heartbeat, -1);
    shard->reached = false;
    shard->heartbeat_pending = false;
    shard->rest_ms = 0;
    if (shard->holds_slot) {
        shard->holds_slot = false;
        gateway_release(shard->gateway, shard);
    }
}

/* A connection identifies once, and sends heartbeats as often as Discord wants them; only those
 * that it requests besides have a limit (shard_heartbeat_requested). */
static void shard_send(struct discord_shard *shard, const struct buf *frame)
{
    const struct net_wire *wire = shard_wire(shard);
    assert(!frame->full && frame->len <= FRAME_SENT_BYTES_MAX);
    wire->socket_send(wire->context, shard->socket, frame->text, frame->len);
}

/* We say goodbye; closed() comes, at the latest after SHARD_CLOSE_MS. */
static void shard_leave(struct discord_shard *shard, unsigned code, const char *why)
{
    const struct net_wire *wire = shard_wire(shard);
    if (shard->state == SHARD_CLOSING) {
        return;
    }
    assert(shard->socket != NULL);
    if (shard->state == SHARD_RESUMING && shard->follow != SHARD_REPLAYS) {
        shard->resumes++;
    }
    log_event(
        LEVEL_INFO, "discord.leaves",
        LOG_FIELDS(log_number("shard", shard->id), log_number("code", code), log_text("why", why)));
    shard_enter(shard, SHARD_CLOSING);
    shard_timer(shard, SHARD_CLOSE_MS + 1000);
    wire->timer_set(wire->context, shard->heartbeat, -1);
    wire->socket_close(wire->context, shard->socket, code, "");
}

void discord_shard_replay(struct discord_shard *shard)
{
    shard_follow_by(shard, SHARD_REPLAYS);
    discord_session_rewind(&shard->session);
    if (shard->socket != NULL) {
        shard_leave(shard, CLOSE_AGAIN, "what was received could not be stored");
    }
}

void discord_shard_yield(struct discord_shard *shard)
{
    shard_leave(shard, CLOSE_AGAIN, "another process identifies");
}

void discord_shard_end(struct discord_shard *shard, unsigned code)
{
    if (shard->socket == NULL) {
        shard_drop(shard);
        shard_enter(shard, SHARD_ENDED);
        return;
    }
    shard_follow_by(shard, SHARD_ENDS);
    shard_leave(shard, code, "it stops");
}

/* ---- the end of a connection */

/* Is the session over, after an end of this kind? */
static bool shard_session_over(struct discord_shard *shard, const struct discord_close *close)
{
    bool resumed = shard->state == SHARD_RESUMING;
    if (shard->follow == SHARD_FORGETS || close->after == AFTER_IDENTIFY) {
        return true;
    }
    if (resumed && close->after == AFTER_RESUME_ONCE) {
        return true;
    }
    if (resumed && shard->follow != SHARD_REPLAYS) {
        shard->resumes++;
    }
    return shard->resumes >= SHARD_RESUMES_MAX;
}

static void shard_note_loss(struct discord_shard *shard)
{
    struct discord_gateway *gateway = shard->gateway;
    int64_t mono_ms = gateway_mono_ms(gateway);
    if (shard->state == SHARD_UP || (shard->state == SHARD_CLOSING && shard->up_ms > 0)) {
        shard->lost_ms = gateway_now_ms(gateway) - (mono_ms - shard->received_ms);
        gateway->lost++;
        metrics_add(METRIC_DISCORD_LOST, 1);
        if (gateway->hooks.lost != NULL && shard->follow != SHARD_ENDS) {
            gateway->hooks.lost(gateway->hooks.context, shard->id);
        }
        if (mono_ms - shard->up_ms >= SHARD_STABLE_MS) {
            backoff_reset(&shard->backoff);
        }
    }
    shard->up_ms = 0;
}

/* The one way from a connection to the next. code 0: it was lost without a word. */
static void shard_next(struct discord_shard *shard, unsigned code)
{
    struct fault fault;
    const struct discord_close *close = discord_close_of(shard->state == SHARD_CLOSING ? 0 : code);
    int64_t wait_ms = close->wait_ms > shard->rest_ms ? close->wait_ms : shard->rest_ms;
    bool over = shard_session_over(shard, close);
    shard->unreached = shard->reached ? 0 : shard->unreached + 1;
    shard_note_loss(shard);
    shard_drop(shard);
    if (shard->follow == SHARD_ENDS) {
        shard_enter(shard, SHARD_ENDED);
        return;
    }
    if (close->after == AFTER_STOP) {
        shard_enter(shard, SHARD_ENDED);
        discord_close_fault(code, shard->gateway->intents, &fault);
        gateway_gone(shard->gateway, &fault);
        return;
    }
    if (over) {
        discord_session_forget(&shard->session);
        shard->resumes = 0;
    }
    shard->follow = SHARD_RECONNECTS;
    int64_t backoff_ms = backoff_next_ms(&shard->backoff, &shard_wire(shard)->entropy);
    wait_ms = wait_ms > 0 ? wait_ms + shard_dice(shard, SHARD_AT_ONCE_MS) : 0;
    discord_shard_rest(shard, wait_ms > backoff_ms ? wait_ms : backoff_ms);
}

/* ---- what comes */

static void shard_heartbeat_now(struct discord_shard *shard)
{
    struct buf frame;
    buf_init(&frame, FRAME_SENT_BYTES_MAX);
    discord_frame_heartbeat(&frame, shard->session.watermark.newest);
    shard_send(shard, &frame);
    buf_deinit(&frame);
}

/* Discord requests a heartbeat. However often it does, there is room for our own. */
static void shard_heartbeat_requested(struct discord_shard *shard)
{
    int64_t now_ms = gateway_mono_ms(shard->gateway);
    if (!shard_is_opening(shard) && window_wait_ms(&shard->requested, now_ms) == 0) {
        window_put(&shard->requested, now_ms);
        shard_heartbeat_now(shard);
    }
}

static void shard_heartbeat_fired(void *user)
{
    struct discord_shard *shard = user;
    int64_t now_ms = gateway_mono_ms(shard->gateway);
    if (shard->heartbeat_pending) {
        shard_leave(shard, CLOSE_ZOMBIE, "a heartbeat was not answered");
        return;
    }
    if (now_ms - shard->due_ms > shard->interval_ms && now_ms - shard->due_ms > SHARD_ASLEEP_MS) {
        shard_leave(shard, CLOSE_ZOMBIE, "this machine was asleep");
        return;
    }
    shard->heartbeat_pending = true;
    shard->heartbeat_ms = now_ms;
    shard_heartbeat_now(shard);
    shard_heartbeat_in(shard, shard->interval_ms);
}

static void shard_resume(struct discord_shard *shard)
{
    struct buf frame;
    buf_init(&frame, FRAME_SENT_BYTES_MAX);
    discord_frame_resume(&frame, shard->gateway->token, shard->session.id,
                         shard->session.watermark.newest);
    shard_send(shard, &frame);
    buf_deinit(&frame);
    shard->gateway->resumes++;
    metrics_add(METRIC_DISCORD_RESUMES, 1);
    shard_enter(shard, SHARD_RESUMING);
    shard_timer(shard, SHARD_READY_MS);
}

void discord_shard_identify(struct discord_shard *shard)
{
    struct discord_gateway *gateway = shard->gateway;
    struct buf frame;
    if (shard->state != SHARD_GREETED) {
        return; /* the connection that wanted it is gone */
    }
    struct discord_identify identify = {.token = gateway->token,
                                        .intents = gateway->intents,
                                        .shard = shard->id,
                                        .shard_count = gateway->shard_count,
                                        .activity = gateway->activity};
    buf_init(&frame, FRAME_SENT_BYTES_MAX);
    discord_frame_identify(&frame, &identify);
    shard_send(shard, &frame);
    buf_deinit(&frame);
    gateway->identifies++;
    metrics_add(METRIC_DISCORD_IDENTIFIES, 1);
    shard_enter(shard, SHARD_IDENTIFYING);
    shard_timer(shard, SHARD_READY_MS);
    shard->holds_slot = false;
    gateway_release(gateway, shard);
}

static void shard_hello(struct discord_shard *shard, const cJSON *data)
{
    int64_t interval_ms = discord_frame_interval_ms(data);
    if (!shard_is_opening(shard)) {
        return;
    }
    if (interval_ms < 0) {
        shard_leave(shard, CLOSE_AGAIN, "a Hello without interval");
        return;
    }
    shard->interval_ms = interval_ms;
    shard_heartbeat_in(shard, shard_dice(shard, interval_ms));
    if (shard->state == SHARD_REOPENING) {
        shard_resume(shard);
    } else {
        shard_enter(shard, SHARD_GREETED);
        gateway_greeted(shard->gateway, shard);
    }
}

static void shard_is_up(struct discord_shard *shard, enum discord_lost lost)
{
    struct discord_gateway *gateway = shard->gateway;
    int64_t since_ms = shard->lost_ms;
    shard_enter(shard, SHARD_UP);
    shard->resumes = 0;
    shard->up_ms = gateway_mono_ms(gateway);
    shard->ack_ms = shard->up_ms;
    shard->stored_ms = 0;
    shard_timer(shard, -1);
    gateway_flush(gateway, shard);
    gateway_count(gateway);
    log_event(LEVEL_INFO, lost == LOST_MOMENT ? "discord.resumed" : "discord.ready",
              LOG_FIELDS(log_number("shard", shard->id)));
    if (gateway->hooks.back != NULL) {
        gateway->hooks.back(gateway->hooks.context, shard->id, lost, since_ms,
                            gateway_now_ms(gateway));
    }
}

static void shard_ready(struct discord_shard *shard, const struct discord_frame *frame)
{
    struct discord_gateway *gateway = shard->gateway;
    const char *id = discord_frame_text(frame->data, "session_id");
    const char *url = discord_frame_text(frame->data, "resume_gateway_url");
    if (shard->state != SHARD_IDENTIFYING) {
        return;
    }
    if (id == NULL || id[0] == '\0') {
        shard_leave(shard, CLOSE_AGAIN, "a READY without session");
        return;
    }
    /* never from a connection that is secret to one that is not */
    bool open_base = strncmp(gateway->base, "ws://", 5) == 0;
    bool good = url != NULL &&
                (strncmp(url, "wss://", 6) == 0 || (open_base && strncmp(url, "ws://", 5) == 0));
    discord_session_begin(&shard->session, id, good ? url : "", frame->sequence);
    shard->session.shard_count = gateway->shard_count;
    shard->inherited = false;
    gateway->hooks.ready(gateway->hooks.context, shard->id, frame->data);
    shard_is_up(shard, LOST_SESSION);
}

static void shard_dispatch(struct discord_shard *shard, const struct discord_frame *frame)
{
    bool resuming = shard->state == SHARD_RESUMING;
    if (strcmp(frame->name, "READY") == 0) {
        shard_ready(shard, frame);
        return;
    }
    if ((shard->state != SHARD_UP && !resuming) ||
        frame->sequence <= shard->session.watermark.newest) {
        return;
    }
    if (strcmp(frame->name, "RESUMED") == 0) {
        discord_session_skip(&shard->session, frame->sequence);
        if (resuming) {
            shard_is_up(shard, LOST_MOMENT);
        }
        return;
    }
    if (resuming) {
        shard_timer(shard, SHARD_READY_MS);
    }
    if (!gateway_dispatch(shard->gateway, shard, frame)) {
        discord_shard_replay(shard);
    }
}

static void shard_invalid(struct discord_shard *shard, const cJSON *data)
{
    if (!cJSON_IsTrue(data)) {
        shard_follow_by(shard, SHARD_FORGETS);
        shard->rest_ms = 1000 + shard_dice(shard, 3000);
    }
    shard_leave(shard, CLOSE_AGAIN, "the session is not valid");
}

static void shard_frame(struct discord_shard *shard, const struct discord_frame *frame)
{
    switch (frame->op) {
    case OP_DISPATCH:
        shard_dispatch(shard, frame);
        break;
    case OP_HEARTBEAT:
        shard_heartbeat_requested(shard);
        break;
    case OP_RECONNECT:
        shard_leave(shard, CLOSE_AGAIN, "Discord asks for it");
        break;
    case OP_INVALID:
        shard_invalid(shard, frame->data);
        break;
    case OP_HELLO:
        shard_hello(shard, frame->data);
        break;
    case OP_HEARTBEAT_ACK:
        shard->heartbeat_pending = false;
        shard->ack_ms = gateway_mono_ms(shard->gateway);
        shard->latency_ms = shard->ack_ms - shard->heartbeat_ms;
        metrics_time(METRIC_DISCORD_HEARTBEAT, shard->latency_ms * 1000);
        gateway_count(shard->gateway);
        break;
    default:
        break; /* of a later version: it concerns nobody here */
    }
}

/* ---- the socket */

static void shard_text(struct discord_shard *shard, const char *text, size_t len)
{
    struct discord_frame frame;
    struct fault fault;
    if (discord_frame_read(&frame, text, len, &fault) != 0) {
        log_event(LEVEL_WARNING, "discord.frame",
                  LOG_FIELDS(log_number("shard", shard->id), log_fault(&fault)));
    } else {
        shard->reached = true;
        shard_frame(shard, &frame);
    }
    discord_frame_deinit(&frame);
}

static void shard_received(void *context, const char *bytes, size_t len, bool binary)
{
    struct discord_shard *shard = context;
    struct fault fault;
    if (shard->state == SHARD_CLOSING) {
        return;
    }
    shard->received_ms = gateway_mono_ms(shard->gateway);
    if (!binary) {
        shard_text(shard, bytes, len);
        return;
    }
    if (shard->unpack == NULL) {
        shard_leave(shard, CLOSE_AGAIN, "a packed frame that was not asked for");
        return;
    }
    switch (unpack_put(shard->unpack, bytes, len, &fault)) {
    case UNPACK_MORE:
        break;
    case UNPACK_WHOLE: {
        const char *text = unpack_text(shard->unpack, &len);
        shard_text(shard, text, len);
        break;
    }
    case UNPACK_BROKEN:
        shard_leave(shard, CLOSE_AGAIN, fault.text);
        break;
    }
}

static void shard_opened(void *context)
{
    struct discord_shard *shard = context;
    shard->received_ms = gateway_mono_ms(shard->gateway);
    if (shard_is_opening(shard)) {
        shard_timer(shard, SHARD_HELLO_MS);
    }
}

static void shard_closed(void *context, unsigned code, const char *why)
{
    struct discord_shard *shard = context;
    log_event(LEVEL_INFO, "discord.closed",
              LOG_FIELDS(log_number("shard", shard->id), log_number("code", code),
                         log_text("meaning", discord_close_of(code)->meaning),
                         log_text("why", why)));
    discord_count_closed(code);
    shard_next(shard, code);
    gateway_count(shard->gateway);
}

static void shard_open(struct discord_shard *shard, enum shard_state state)
{
    const struct net_wire *wire = shard_wire(shard);
    char url[SHARD_URL_BYTES];
    assert(shard->socket == NULL);
    shard_enter(shard, state);
    shard_url(shard, url, sizeof url);
    shard->unpack = shard_unpack_new(shard->gateway->compression);
    window_init(&shard->requested, SHARD_REQUESTED_MAX, 60000);
    shard_timer(shard, SHARD_OPEN_MS + SHARD_HELLO_MS);
    struct net_socket_setup setup = {.url = url,
                                     .open_ms = SHARD_OPEN_MS,
                                     .close_ms = SHARD_CLOSE_MS,
                                     .hooks = {.context = shard,
                                               .opened = shard_opened,
                                               .received = shard_received,
                                               .closed = shard_closed}};
    shard->socket = wire->socket_open(wire->context, &setup);
}

void discord_shard_open(struct discord_shard *shard)
{
    assert(shard->state == SHARD_QUEUED);
    shard_open(shard, SHARD_OPENING);
}

static bool shard_can_resume(const struct discord_shard *shard)
{
    int64_t since_ms = shard->lost_ms > 0 ? shard->lost_ms : shard->stored_ms;
    bool known = shard->session.url[0] != '\0' || shard->gateway->base != NULL;
    return shard->session.id[0] != '\0' && known &&
           gateway_now_ms(shard->gateway) - since_ms < SHARD_KEEP_MS;
}

static void shard_connect(struct discord_shard *shard)
{
    if (shard_can_resume(shard)) {
        if (shard->unreached > 0) {
            gateway_fetch_url(shard->gateway); /* the session's own URL may be dead */
        }
        shard_open(shard, SHARD_REOPENING);
        return;
    }
    discord_session_forget(&shard->session);
    shard_enter(shard, SHARD_QUEUED);
    gateway_serve_queue(shard->gateway);
}

static void shard_fired(void *user)
{
    struct discord_shard *shard = user;
    switch (shard->state) {
    case SHARD_RESTING:
        shard_connect(shard);
        break;
    case SHARD_OPENING:
    case SHARD_REOPENING:
        shard_leave(shard, CLOSE_AGAIN, "no Hello");
        break;
    case SHARD_GREETED:
        shard_leave(shard, CLOSE_AGAIN, "it could not identify");
        break;
    case SHARD_IDENTIFYING:
    case SHARD_RESUMING:
        shard_leave(shard, CLOSE_AGAIN, "neither READY nor RESUMED");
        break;
    case SHARD_CLOSING:
        shard_next(shard, 0); /* the wire forgot to say so */
        break;
    case SHARD_QUEUED:
    case SHARD_UP:
    case SHARD_ENDED:
        break;
    }
}

void discord_shard_rest(struct discord_shard *shard, int64_t wait_ms)
{
    shard_enter(shard, SHARD_RESTING);
    shard_timer(shard, wait_ms);
}

void discord_shard_init(struct discord_shard *shard, struct discord_gateway *gateway, unsigned id)
{
    const struct net_wire *wire = gateway->wire;
    *shard = (struct discord_shard){.gateway = gateway, .id = id, .state = SHARD_RESTING};
    shard->latency_ms = -1;
    discord_session_init(&shard->session, id);
    backoff_init(&shard->backoff, SHARD_BACKOFF_MS, SHARD_BACKOFF_MS_MAX);
    shard->timer = wire->timer_new(wire->context, shard_fired, shard);
    shard->heartbeat = wire->timer_new(wire->context, shard_heartbeat_fired, shard);
}

void discord_shard_deinit(struct discord_shard *shard)
{
    const struct net_wire *wire = shard_wire(shard);
    shard->holds_slot = false;
    shard_drop(shard);
    wire->timer_free(wire->context, &shard->timer);
    wire->timer_free(wire->context, &shard->heartbeat);
    discord_session_deinit(&shard->session);
}
