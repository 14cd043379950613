/* The event loop: timers, wake-ups from other threads, descriptors, signals, children, names. One
 * thread runs it; only loop_wake_up may be called from another, or from a signal handler.
 *
 * Whoever makes a thing frees it (the address is given, and NULL left there); after that its
 * callback is never called again. Callbacks may make and free things, their own too. */
#ifndef LOOP_H
#define LOOP_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct loop;
struct loop_timer;
struct loop_wake;
struct loop_round;
struct loop_poll;
struct loop_signal;
struct loop_child;
struct loop_look_up;

typedef void (*loop_fn)(void *context);

/* SIGPIPE is ignored from here on. */
struct loop *loop_new(void);
/* All things of the loop have been freed before. */
void loop_free(struct loop **loop);
/* Runs until loop_stop. */
void loop_run(struct loop *loop);
void loop_stop(struct loop *loop);
/* Does what is ready now without waiting: for tests. True when there is more to wait for. */
bool loop_step(struct loop *loop);
/* The uv_loop_t, for libraries that want one. */
void *loop_uv(struct loop *loop);
/* How late the last timer was, in milliseconds: the loop was busy that long. */
int64_t loop_late_ms(const struct loop *loop);

struct loop_timer *loop_timer_new(struct loop *loop, loop_fn fired, void *context);
/* Fires once, after delay_ms (0 and less: as soon as the loop comes round), instead of before. */
void loop_timer_set(struct loop_timer *timer, int64_t delay_ms);
void loop_timer_stop(struct loop_timer *timer);
void loop_timer_free(struct loop_timer **timer);

/* woken is called in the loop some time after one or more loop_wake_up. */
struct loop_wake *loop_wake_new(struct loop *loop, loop_fn woken, void *context);
void loop_wake_up(struct loop_wake *wake);
void loop_wake_free(struct loop_wake **wake);

/* Called each time before the loop waits: what the callbacks queued is done there. It must not wait
 * while more can be done: set a timer of 0. */
struct loop_round *loop_round_new(struct loop *loop, loop_fn round, void *context);
void loop_round_free(struct loop_round **round);

enum { LOOP_READABLE = 1, LOOP_WRITABLE = 2 };

typedef void (*loop_poll_fn)(void *context, unsigned events);

/* Watches a descriptor, which stays the caller's and open until the poll is freed. An error of the
 * descriptor is told as all events that are watched. */
struct loop_poll *loop_poll_new(struct loop *loop, int file, loop_poll_fn ready, void *context);
/* 0: nothing, until it is set again. */
void loop_poll_set(struct loop_poll *poll, unsigned events);
void loop_poll_free(struct loop_poll **poll);

struct loop_signal *loop_signal_new(struct loop *loop, int number, loop_fn caught, void *context);
void loop_signal_free(struct loop_signal **signal);

/* A program that reads its input, writes its output and ends. It has our environment, but for what
 * may hold secrets. */
struct loop_child_setup {
    const char *const *arguments; /* the program's path, its arguments, NULL */
    const void *input;            /* copied */
    size_t input_size;
    size_t output_max; /* a child that writes more is ended */
    int64_t time_ms;   /* and one that takes longer */
};

/* What came of a child. status: its exit status, or -1 when it was ended or ended itself badly.
 * The output lives during the call; the child is freed after it. */
typedef void (*loop_child_fn)(void *context, int status, const void *output, size_t size);

struct loop_child *loop_child_new(struct loop *loop, const struct loop_child_setup *setup,
                                  loop_child_fn ended, void *context, struct fault *fault);
/* Ends it before its time; the callback is not called. */
void loop_child_free(struct loop_child **child);

enum { LOOP_ADDRESSES_MAX = 8, LOOP_ADDRESS_BYTES = 46 };

struct loop_addresses {
    size_t count;
    char text[LOOP_ADDRESSES_MAX][LOOP_ADDRESS_BYTES]; /* numeric, in the order to be tried */
};

/* fault NULL: found. The look-up is freed after the call. */
typedef void (*loop_look_up_fn)(void *context, const struct loop_addresses *addresses,
                                const struct fault *fault);

/* Finds the addresses of a host without blocking the loop. NULL for what cannot be a host. */
struct loop_look_up *loop_look_up_new(struct loop *loop, const char *host, loop_look_up_fn found,
                                      void *context, struct fault *fault);
void loop_look_up_free(struct loop_look_up **look_up);

#endif
