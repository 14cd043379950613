/* The loop over libuv: timers, wake-ups, descriptors, signals. A handle of libuv dies some time
 * after it is closed, so each lives in a block of its own that its close callback frees; what the
 * caller holds is that block. Children and look-ups are in loop_child.c and loop_lookup.c. */

#include "loop.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>

#include <uv.h>

#include "heap.h"

enum { LOOP_ROUNDS_TO_END = 1000 };

struct loop {
    uv_loop_t uv;
    int64_t notify_delay_ms;
};

/* The handle is the first member of each, so that its address is the block's. */
struct loop_timer {
    uv_timer_t handle;
    struct loop *loop;
    loop_fn fired;
    void *context;
    uint64_t due_ms;
};

struct loop_wake {
    uv_async_t handle;
    loop_fn woken;
    void *context;
};

struct loop_round {
    uv_prepare_t handle;
    loop_fn round;
    void *context;
};

struct loop_poll {
    uv_poll_t handle;
    loop_poll_fn ready;
    void *context;
    unsigned events;
};

struct loop_signal {
    uv_signal_t handle;
    loop_fn caught;
    void *context;
};

/* What libuv refuses here is a lack of memory or descriptors at start, or a bug. */
static void loop_must(int code)
{
    if (code != 0) {
        abort();
    }
}

static void loop_closed(uv_handle_t *handle)
{
    free(handle);
}

struct loop *loop_new(void)
{
    struct loop *loop = heap_allocate(sizeof(*loop));
    signal(SIGPIPE, SIG_IGN); /* who went away is an error of a write, not our end */
    loop_must(uv_loop_init(&loop->uv));
    return loop;
}

static void loop_count_open(uv_handle_t *handle, void *context)
{
    unsigned *open = context;
    *open += uv_is_closing(handle) ? 0 : 1;
}

static unsigned loop_open_handles(struct loop *loop)
{
    unsigned open = 0;
    uv_walk(&loop->uv, loop_count_open, &open);
    return open;
}

void loop_free(struct loop **loop)
{
    if (*loop == NULL) {
        return;
    }
    /* a library that is a guest here lets go of its handles some rounds after it was asked to */
    for (int rounds = 0; rounds < LOOP_ROUNDS_TO_END && loop_open_handles(*loop) > 0; rounds++) {
        uv_run(&(*loop)->uv, UV_RUN_NOWAIT);
    }
    assert(loop_open_handles(*loop) == 0);
    uv_run(&(*loop)->uv, UV_RUN_DEFAULT); /* what was closed is freed, look-ups come to an end */
    loop_must(uv_loop_close(&(*loop)->uv));
    free(*loop);
    *loop = NULL;
}

void loop_run(struct loop *loop)
{
    uv_run(&loop->uv, UV_RUN_DEFAULT);
}

void loop_stop(struct loop *loop)
{
    uv_stop(&loop->uv);
}

bool loop_step(struct loop *loop)
{
    return uv_run(&loop->uv, UV_RUN_NOWAIT) != 0;
}

void *loop_uv(struct loop *loop)
{
    return &loop->uv;
}

int64_t loop_late_ms(const struct loop *loop)
{
    return loop->notify_delay_ms;
}

struct loop_timer *loop_timer_new(struct loop *loop, loop_fn fired, void *context)
{
    struct loop_timer *timer = heap_allocate(sizeof(*timer));
    loop_must(uv_timer_init(&loop->uv, &timer->handle));
    timer->loop = loop;
    timer->fired = fired;
    timer->context = context;
    return timer;
}

static void loop_timer_fired(uv_timer_t *handle)
{
    struct loop_timer *timer = (struct loop_timer *)handle;
    uint64_t now = uv_now(&timer->loop->uv);
    timer->loop->notify_delay_ms = now > timer->due_ms ? (int64_t)(now - timer->due_ms) : 0;
    timer->fired(timer->context);
}

void loop_timer_set(struct loop_timer *timer, int64_t delay_ms)
{
    uint64_t delay = delay_ms > 0 ? (uint64_t)delay_ms : 0;
    uv_update_time(&timer->loop->uv);
    timer->due_ms = uv_now(&timer->loop->uv) + delay;
    loop_must(uv_timer_start(&timer->handle, loop_timer_fired, delay, 0));
}

void loop_timer_stop(struct loop_timer *timer)
{
    uv_timer_stop(&timer->handle);
}

void loop_timer_free(struct loop_timer **timer)
{
    if (*timer != NULL) {
        uv_close((uv_handle_t *)&(*timer)->handle, loop_closed);
        *timer = NULL;
    }
}

static void loop_wake_woken(uv_async_t *handle)
{
    struct loop_wake *wake = (struct loop_wake *)handle;
    wake->woken(wake->context);
}

struct loop_wake *loop_wake_new(struct loop *loop, loop_fn woken, void *context)
{
    struct loop_wake *wake = heap_allocate(sizeof(*wake));
    loop_must(uv_async_init(&loop->uv, &wake->handle, loop_wake_woken));
    wake->woken = woken;
    wake->context = context;
    return wake;
}

void loop_wake_up(struct loop_wake *wake)
{
    uv_async_send(&wake->handle);
}

void loop_wake_free(struct loop_wake **wake)
{
    if (*wake != NULL) {
        uv_close((uv_handle_t *)&(*wake)->handle, loop_closed);
        *wake = NULL;
    }
}

static void loop_round_called(uv_prepare_t *handle)
{
    struct loop_round *round = (struct loop_round *)handle;
    round->round(round->context);
}

struct loop_round *loop_round_new(struct loop *loop, loop_fn round, void *context)
{
    struct loop_round *made = heap_allocate(sizeof(*made));
    made->round = round;
    made->context = context;
    loop_must(uv_prepare_init(&loop->uv, &made->handle));
    loop_must(uv_prepare_start(&made->handle, loop_round_called));
    return made;
}

void loop_round_free(struct loop_round **round)
{
    if (*round != NULL) {
        uv_close((uv_handle_t *)&(*round)->handle, loop_closed);
        *round = NULL;
    }
}

static void loop_poll_ready(uv_poll_t *handle, int status, int events)
{
    struct loop_poll *poll = (struct loop_poll *)handle;
    unsigned ready = 0;
    ready |= (events & UV_READABLE) != 0 ? LOOP_READABLE : 0;
    ready |= (events & UV_WRITABLE) != 0 ? LOOP_WRITABLE : 0;
    poll->ready(poll->context, status < 0 ? poll->events : ready);
}

struct loop_poll *loop_poll_new(struct loop *loop, int file, loop_poll_fn ready, void *context)
{
    struct loop_poll *poll = heap_allocate(sizeof(*poll));
    loop_must(uv_poll_init(&loop->uv, &poll->handle, file));
    poll->ready = ready;
    poll->context = context;
    return poll;
}

void loop_poll_set(struct loop_poll *poll, unsigned events)
{
    int wanted = 0;
    wanted |= (events & LOOP_READABLE) != 0 ? UV_READABLE : 0;
    wanted |= (events & LOOP_WRITABLE) != 0 ? UV_WRITABLE : 0;
    poll->events = events;
    if (wanted == 0) {
        uv_poll_stop(&poll->handle);
    } else {
        loop_must(uv_poll_start(&poll->handle, wanted, loop_poll_ready));
    }
}

void loop_poll_free(struct loop_poll **poll)
{
    if (*poll != NULL) {
        uv_close((uv_handle_t *)&(*poll)->handle, loop_closed);
        *poll = NULL;
    }
}

static void loop_signal_caught(uv_signal_t *handle, int number)
{
    struct loop_signal *signal = (struct loop_signal *)handle;
    (void)number;
    signal->caught(signal->context);
}

struct loop_signal *loop_signal_new(struct loop *loop, int number, loop_fn caught, void *context)
{
    struct loop_signal *signal = heap_allocate(sizeof(*signal));
    loop_must(uv_signal_init(&loop->uv, &signal->handle));
    loop_must(uv_signal_start(&signal->handle, loop_signal_caught, number));
    signal->caught = caught;
    signal->context = context;
    return signal;
}

void loop_signal_free(struct loop_signal **signal)
{
    if (*signal != NULL) {
        uv_close((uv_handle_t *)&(*signal)->handle, loop_closed);
        *signal = NULL;
    }
}
