#include "fuzz_wire.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int64_t fuzz_now_ms(void *context)
{
    return INT64_C(1900000000000) + ((const struct fuzz_wire *)context)->now_ms;
}

static int64_t fuzz_monotonic_ms(void *context)
{
    return ((const struct fuzz_wire *)context)->now_ms;
}

static struct net_call *fuzz_call(void *context, const struct net_request *request,
                                  net_call_fn done, void *user)
{
    struct fuzz_wire *fuzz = context;
    assert(request->time_ms > 0 && request->url != NULL);
    for (size_t i = 0; i < FUZZ_CALLS_MAX; i++) {
        if (!fuzz->calls[i].open) {
            fuzz->calls[i] = (struct fuzz_call){done, user, true};
            return (struct net_call *)&fuzz->calls[i];
        }
    }
    abort();
}

static void fuzz_call_cancel(void *context, struct net_call **call)
{
    (void)context;
    if (*call != NULL) {
        ((struct fuzz_call *)*call)->open = false;
        *call = NULL;
    }
}

static struct net_socket *fuzz_socket(void *context, const struct net_socket_setup *setup)
{
    struct fuzz_wire *fuzz = context;
    assert(!fuzz->socket_open);
    fuzz->socket = setup->hooks;
    fuzz->socket_open = true;
    fuzz->socket_leaves = false;
    return (struct net_socket *)fuzz;
}

static bool fuzz_socket_send(void *context, struct net_socket *socket, const char *text, size_t len)
{
    (void)context;
    (void)socket;
    assert(len <= 4096 && strlen(text) == len);
    return true;
}

static void fuzz_socket_close(void *context, struct net_socket *socket, unsigned code,
                              const char *reason)
{
    (void)socket;
    (void)reason;
    assert(code >= 1000);
    ((struct fuzz_wire *)context)->socket_leaves = true;
}

static void fuzz_socket_free(void *context, struct net_socket **socket)
{
    if (*socket != NULL) {
        ((struct fuzz_wire *)context)->socket_open = false;
        *socket = NULL;
    }
}

static struct net_timer *fuzz_timer(void *context, void (*fired)(void *user), void *user)
{
    struct fuzz_wire *fuzz = context;
    for (size_t i = 0; i < FUZZ_TIMERS_MAX; i++) {
        if (!fuzz->timers[i].used) {
            fuzz->timers[i] = (struct fuzz_timer){fired, user, -1, true};
            return (struct net_timer *)&fuzz->timers[i];
        }
    }
    abort();
}

static void fuzz_timer_set(void *context, struct net_timer *timer, int64_t delay_ms)
{
    const struct fuzz_wire *fuzz = context;
    ((struct fuzz_timer *)timer)->due_ms = delay_ms < 0 ? -1 : fuzz->now_ms + delay_ms;
}

static void fuzz_timer_free(void *context, struct net_timer **timer)
{
    (void)context;
    if (*timer != NULL) {
        ((struct fuzz_timer *)*timer)->used = false;
        *timer = NULL;
    }
}

void fuzz_wire_init(struct fuzz_wire *fuzz)
{
    *fuzz = (struct fuzz_wire){.now_ms = 1000000};
    fuzz->wire = (struct net_wire){
        .context = fuzz,
        .clock = {.now_ms = fuzz_now_ms, .monotonic_ms = fuzz_monotonic_ms, .context = fuzz},
        .entropy = entropy_seeded(&fuzz->dice, 1),
        .call = fuzz_call,
        .call_cancel = fuzz_call_cancel,
        .socket_open = fuzz_socket,
        .socket_send = fuzz_socket_send,
        .socket_close = fuzz_socket_close,
        .socket_free = fuzz_socket_free,
        .timer_new = fuzz_timer,
        .timer_set = fuzz_timer_set,
        .timer_free = fuzz_timer_free};
}

static struct fuzz_timer *fuzz_first(struct fuzz_wire *fuzz, int64_t until_ms)
{
    struct fuzz_timer *first = NULL;
    for (size_t i = 0; i < FUZZ_TIMERS_MAX; i++) {
        struct fuzz_timer *timer = &fuzz->timers[i];
        if (timer->used && timer->due_ms >= 0 && timer->due_ms <= until_ms &&
            (first == NULL || timer->due_ms < first->due_ms)) {
            first = timer;
        }
    }
    return first;
}

void fuzz_wire_run(struct fuzz_wire *fuzz, int64_t ms)
{
    int64_t until_ms = fuzz->now_ms + ms;
    unsigned rounds = 0;
    for (struct fuzz_timer *timer = fuzz_first(fuzz, until_ms); timer != NULL;
         timer = fuzz_first(fuzz, until_ms)) {
        assert(++rounds < 100000); /* a timer that never rests */
        fuzz->now_ms = timer->due_ms > fuzz->now_ms ? timer->due_ms : fuzz->now_ms;
        timer->due_ms = -1;
        timer->fired(timer->user);
    }
    fuzz->now_ms = until_ms;
}

bool fuzz_wire_answer(struct fuzz_wire *fuzz, const struct net_answer *answer)
{
    for (size_t i = 0; i < FUZZ_CALLS_MAX; i++) {
        struct fuzz_call call = fuzz->calls[i];
        if (call.open) {
            fuzz->calls[i].open = false;
            call.done(call.user, answer);
            return true;
        }
    }
    return false;
}

void fuzz_wire_close(struct fuzz_wire *fuzz, unsigned code)
{
    if (fuzz->socket_open) {
        fuzz->socket.closed(fuzz->socket.context, code, "");
    }
}
