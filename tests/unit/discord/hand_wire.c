#include "hand_wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "buf.h"
#include "entropy.h"
#include "heap.h"
#include "print.h"

enum { HAND_START_MS = 5000000, HAND_TEXT_MAX = 1 << 20, HAND_HEADERS = 24 };

#define HAND_WALL_MS INT64_C(1900000000000)

static int64_t hand_monotonic_ms(void *context)
{
    return ((const struct hand_wire *)context)->now_ms;
}

static int64_t hand_now_ms(void *context)
{
    const struct hand_wire *hand = context;
    return HAND_WALL_MS + hand->now_ms + hand->ahead_ms;
}

static struct net_call *hand_start(void *context, const struct net_request *request,
                                   net_call_fn done, void *user)
{
    struct hand_wire *hand = context;
    struct buf headers;
    ck_assert_uint_lt(hand->call_count, HAND_CALLS_MAX);
    struct hand_call *call = &hand->calls[hand->call_count++];
    buf_init(&headers, HAND_TEXT_MAX);
    buf_text(&headers, "");
    for (size_t i = 0; i < request->header_count; i++) {
        print_to(&headers, "%s: %s\n", request->headers[i].name, request->headers[i].value);
    }
    call->method = heap_copy(request->method);
    call->url = heap_copy(request->url);
    call->headers = headers.text;
    call->parts = request->part_count;
    if (request->part_count > 0) {
        call->body = heap_text(request->parts[0].bytes, request->parts[0].len);
    } else {
        call->body = request->body != NULL ? heap_text(request->body, request->body_len) : NULL;
    }
    call->time_ms = request->time_ms;
    call->urgent = request->urgent;
    call->open = true;
    call->at_ms = hand->now_ms;
    call->done = done;
    call->user = user;
    return (struct net_call *)call;
}

static void hand_cancel(void *context, struct net_call **call)
{
    (void)context;
    struct hand_call *cancelled = (struct hand_call *)*call;
    *call = NULL;
    if (cancelled != NULL) {
        ck_assert(cancelled->open);
        cancelled->open = false;
    }
}

static struct net_socket *hand_socket_new(void *context, const struct net_socket_setup *setup)
{
    struct hand_wire *hand = context;
    ck_assert_uint_lt(hand->socket_count, HAND_SOCKETS_MAX);
    struct hand_socket *socket = &hand->sockets[hand->socket_count++];
    socket->setup = *setup;
    socket->url = heap_copy(setup->url);
    socket->at_ms = hand->now_ms;
    return (struct net_socket *)socket;
}

static bool hand_socket_send(void *context, struct net_socket *net, const char *text, size_t len)
{
    struct hand_wire *hand = context;
    struct hand_socket *socket = (struct hand_socket *)net;
    ck_assert(!socket->freed);
    if (!socket->opened || socket->closed || socket->code != 0) {
        return false;
    }
    ck_assert_uint_lt(socket->sent_count, HAND_SENT_MAX);
    socket->sent_ms[socket->sent_count] = hand->now_ms;
    socket->sent[socket->sent_count++] = heap_text(text, len);
    return true;
}

static void hand_socket_say_goodbye(void *context, struct net_socket *net, unsigned code,
                                    const char *reason)
{
    struct hand_wire *hand = context;
    struct hand_socket *socket = (struct hand_socket *)net;
    (void)reason;
    ck_assert(!socket->freed);
    if (socket->code == 0 && !socket->closed) {
        socket->code = code;
        socket->close_at_ms = hand->now_ms;
    }
}

static void hand_socket_free(void *context, struct net_socket **net)
{
    (void)context;
    struct hand_socket *socket = (struct hand_socket *)*net;
    *net = NULL;
    if (socket != NULL) {
        ck_assert(!socket->freed);
        socket->freed = true;
    }
}

static struct net_timer *hand_timer_new(void *context, void (*fired)(void *user), void *user)
{
    struct hand_wire *hand = context;
    for (unsigned i = 0; i < HAND_TIMERS_MAX; i++) {
        if (!hand->timers[i].used) {
            hand->timers[i] = (struct hand_timer){.used = true, .fired = fired, .user = user};
            return (struct net_timer *)&hand->timers[i];
        }
    }
    ck_abort_msg("too many timers");
    return NULL;
}

static void hand_timer_set(void *context, struct net_timer *net, int64_t delay_ms)
{
    struct hand_wire *hand = context;
    struct hand_timer *timer = (struct hand_timer *)net;
    ck_assert(timer->used);
    timer->set = delay_ms >= 0;
    timer->due_ms = hand->now_ms + delay_ms;
    timer->order = ++hand->order;
}

static void hand_timer_free(void *context, struct net_timer **net)
{
    (void)context;
    struct hand_timer *timer = (struct hand_timer *)*net;
    *net = NULL;
    if (timer != NULL) {
        *timer = (struct hand_timer){0};
    }
}

struct hand_wire *hand_wire_new(void)
{
    struct hand_wire *hand = heap_allocate(sizeof *hand);
    hand->now_ms = HAND_START_MS;
    hand->wire = (struct net_wire){
        .context = hand,
        .clock = {.now_ms = hand_now_ms, .monotonic_ms = hand_monotonic_ms, .context = hand},
        .entropy = entropy_seeded(&hand->entropy, 7),
        .call = hand_start,
        .call_cancel = hand_cancel,
        .socket_open = hand_socket_new,
        .socket_send = hand_socket_send,
        .socket_close = hand_socket_say_goodbye,
        .socket_free = hand_socket_free,
        .timer_new = hand_timer_new,
        .timer_set = hand_timer_set,
        .timer_free = hand_timer_free};
    return hand;
}

void hand_wire_free(struct hand_wire **hand)
{
    struct hand_wire *freed = *hand;
    *hand = NULL;
    for (unsigned i = 0; i < freed->call_count; i++) {
        free(freed->calls[i].method);
        free(freed->calls[i].url);
        free(freed->calls[i].headers);
        free(freed->calls[i].body);
    }
    for (unsigned i = 0; i < freed->socket_count; i++) {
        free(freed->sockets[i].url);
        for (unsigned k = 0; k < freed->sockets[i].sent_count; k++) {
            free(freed->sockets[i].sent[k]);
        }
    }
    free(freed);
}

static struct hand_timer *hand_first(struct hand_wire *hand)
{
    struct hand_timer *first = NULL;
    for (unsigned i = 0; i < HAND_TIMERS_MAX; i++) {
        struct hand_timer *timer = &hand->timers[i];
        bool sooner =
            timer->set && (first == NULL || timer->due_ms < first->due_ms ||
                           (timer->due_ms == first->due_ms && timer->order < first->order));
        if (sooner) {
            first = timer;
        }
    }
    return first;
}

void hand_run(struct hand_wire *hand, int64_t ms)
{
    int64_t until = hand->now_ms + ms;
    unsigned rounds = 0;
    for (struct hand_timer *timer = hand_first(hand); timer != NULL && timer->due_ms <= until;
         timer = hand_first(hand)) {
        ck_assert_msg(++rounds < 1000000, "a timer never rests");
        if (timer->due_ms > hand->now_ms) {
            hand->now_ms = timer->due_ms;
        }
        timer->set = false;
        timer->fired(timer->user);
    }
    hand->now_ms = until;
}

int64_t hand_next_ms(const struct hand_wire *hand)
{
    int64_t next = -1;
    for (unsigned i = 0; i < HAND_TIMERS_MAX; i++) {
        const struct hand_timer *timer = &hand->timers[i];
        int64_t delay = timer->due_ms > hand->now_ms ? timer->due_ms - hand->now_ms : 0;
        if (timer->set && (next < 0 || delay < next)) {
            next = delay;
        }
    }
    return next;
}

unsigned hand_open(const struct hand_wire *hand)
{
    unsigned count = 0;
    for (unsigned i = 0; i < hand->call_count; i++) {
        count += hand->calls[i].open;
    }
    return count;
}

struct hand_call *hand_call(struct hand_wire *hand, unsigned skip)
{
    for (unsigned i = 0; i < hand->call_count; i++) {
        if (hand->calls[i].open && skip-- == 0) {
            return &hand->calls[i];
        }
    }
    ck_abort_msg("no such call is open");
    return NULL;
}

/* The headers of a text, which is cut into them. */
static size_t hand_headers(char *text, struct net_header list[HAND_HEADERS])
{
    size_t count = 0;
    for (char *at = text; *at != '\0' && count < HAND_HEADERS;) {
        char *end = strchr(at, '\n');
        char *colon = strstr(at, ": ");
        ck_assert_ptr_nonnull(colon);
        *colon = '\0';
        list[count++] = (struct net_header){at, colon + 2};
        if (end == NULL) {
            break;
        }
        *end = '\0';
        at = end + 1;
    }
    return count;
}

static void hand_end(struct hand_call *call, const char *headers, struct net_answer answer)
{
    struct net_header list[HAND_HEADERS];
    char *text = heap_copy(headers != NULL ? headers : "");
    answer.headers = list;
    answer.header_count = hand_headers(text, list);
    ck_assert(call->open);
    call->open = false;
    call->done(call->user, &answer);
    free(text);
}

void hand_answer(struct hand_call *call, int status, const char *headers, const char *body)
{
    const char *whole = body != NULL ? body : "";
    hand_end(call, headers,
             (struct net_answer){.end = NET_ANSWERED,
                                 .status = status,
                                 .body = whole,
                                 .body_len = strlen(whole),
                                 .why = ""});
}

void hand_lose(struct hand_call *call, enum net_end end)
{
    hand_end(call, NULL, (struct net_answer){.end = end, .body = "", .why = "lost"});
}

void hand_cut(struct hand_call *call, const char *headers)
{
    hand_end(call, headers, (struct net_answer){.end = NET_UNKNOWN, .body = "", .why = "cut"});
}

struct hand_socket *hand_socket(struct hand_wire *hand)
{
    ck_assert_uint_gt(hand->socket_count, 0);
    return &hand->sockets[hand->socket_count - 1];
}

void hand_socket_open(struct hand_socket *socket)
{
    ck_assert(!socket->opened && !socket->freed);
    socket->opened = true;
    socket->setup.hooks.opened(socket->setup.hooks.context);
}

void hand_socket_receive(struct hand_socket *socket, const char *text)
{
    ck_assert(socket->opened && !socket->closed && !socket->freed);
    socket->setup.hooks.received(socket->setup.hooks.context, text, strlen(text), false);
}

void hand_socket_receive_bytes(struct hand_socket *socket, const void *bytes, size_t len)
{
    ck_assert(socket->opened && !socket->closed && !socket->freed);
    socket->setup.hooks.received(socket->setup.hooks.context, bytes, len, true);
}

void hand_socket_close(struct hand_socket *socket, unsigned code)
{
    ck_assert(!socket->closed && !socket->freed);
    socket->closed = true;
    socket->setup.hooks.closed(socket->setup.hooks.context, code, "");
}

const char *hand_socket_sent(const struct hand_socket *socket)
{
    return socket->sent_count > 0 ? socket->sent[socket->sent_count - 1] : "";
}
