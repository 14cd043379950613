/* The loop: what is ready comes once, in order, and nothing after it was freed. */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <check.h>

#include "loop.h"

static struct loop *loop;
static char seen[256];

static void open_loop(void)
{
    loop = loop_new();
    seen[0] = '\0';
}

static void close_loop(void)
{
    loop_free(&loop);
    ck_assert_ptr_null(loop);
}

static void see(const char *text)
{
    size_t len = strlen(seen);
    snprintf(seen + len, sizeof(seen) - len, "%s ", text);
}

static void see_context(void *context)
{
    see(context);
}

static void stop(void *context)
{
    see(context);
    loop_stop(loop);
}

static char one[] = "one";
static char two[] = "two";
static char three[] = "three";

START_TEST(loop_timers_fire_once_in_order_of_time)
{
    struct loop_timer *second = loop_timer_new(loop, see_context, two);
    struct loop_timer *first = loop_timer_new(loop, see_context, one);
    struct loop_timer *last = loop_timer_new(loop, stop, three);
    struct loop_timer *never = loop_timer_new(loop, see_context, loop);
    loop_timer_set(never, 0);
    loop_timer_stop(never);
    loop_timer_set(last, 1);
    loop_timer_set(last, 3);
    loop_timer_set(second, 2);
    loop_timer_set(first, -5);
    loop_run(loop);
    ck_assert_str_eq(seen, "one two three ");
    ck_assert(!loop_step(loop));
    loop_timer_free(&first);
    loop_timer_free(&second);
    loop_timer_free(&last);
    loop_timer_free(&never);
}
END_TEST

static void free_timer(void *context)
{
    see("freed");
    loop_timer_free(context);
}

START_TEST(loop_timer_may_free_itself_and_another)
{
    struct loop_timer *other = loop_timer_new(loop, see_context, two);
    struct loop_timer *own = loop_timer_new(loop, free_timer, &own);
    struct loop_timer *killer = loop_timer_new(loop, free_timer, &other);
    loop_timer_set(own, 0);
    loop_timer_set(killer, 0);
    loop_timer_set(other, 1);
    while (loop_step(loop)) {
    }
    ck_assert_str_eq(seen, "freed freed ");
    ck_assert_ptr_null(own);
    ck_assert_ptr_null(other);
    loop_timer_free(&killer);
}
END_TEST

static void *wake_up(void *context)
{
    loop_wake_up(context);
    return NULL;
}

START_TEST(loop_is_woken_from_another_thread)
{
    pthread_t thread;
    struct loop_wake *wake = loop_wake_new(loop, stop, one);
    ck_assert_int_eq(pthread_create(&thread, NULL, wake_up, wake), 0);
    loop_run(loop);
    pthread_join(thread, NULL);
    ck_assert_str_eq(seen, "one ");
    loop_wake_free(&wake);
}
END_TEST

START_TEST(loop_round_comes_before_each_wait)
{
    struct loop_timer *timer = loop_timer_new(loop, see_context, one);
    struct loop_timer *last = loop_timer_new(loop, stop, two);
    struct loop_round *round = loop_round_new(loop, see_context, three);
    loop_timer_set(timer, 0);
    loop_timer_set(last, 5);
    loop_run(loop);
    ck_assert_ptr_eq(strstr(seen, "one three "), seen);
    ck_assert_ptr_nonnull(strstr(seen, "two three "));
    loop_round_free(&round);
    loop_timer_free(&timer);
    loop_timer_free(&last);
}
END_TEST

static void see_events(void *context, unsigned events)
{
    (void)context;
    see((events & LOOP_READABLE) != 0 ? "readable" : "-");
    see((events & LOOP_WRITABLE) != 0 ? "writable" : "-");
    loop_stop(loop);
}

START_TEST(loop_poll_tells_what_a_descriptor_is_ready_for)
{
    int ends[2];
    ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
    struct loop_poll *from = loop_poll_new(loop, ends[0], see_events, NULL);
    struct loop_poll *into = loop_poll_new(loop, ends[1], see_events, NULL);
    loop_poll_set(into, LOOP_WRITABLE);
    loop_run(loop);
    loop_poll_set(into, 0);
    loop_poll_set(from, LOOP_READABLE);
    loop_step(loop);
    ck_assert_str_eq(seen, "- writable ");
    ck_assert_int_eq(write(ends[1], "x", 1), 1);
    loop_run(loop);
    ck_assert_str_eq(seen, "- writable readable - ");
    loop_poll_free(&from);
    loop_poll_free(&into);
    close(ends[0]);
    close(ends[1]);
}
END_TEST

START_TEST(loop_signal_is_caught_in_the_loop)
{
    struct loop_signal *signal = loop_signal_new(loop, SIGHUP, stop, one);
    ck_assert_int_eq(raise(SIGHUP), 0);
    ck_assert_str_eq(seen, "");
    loop_run(loop);
    ck_assert_str_eq(seen, "one ");
    loop_signal_free(&signal);
}
END_TEST

static int child_status;
static size_t child_size;
static char child_text[64];

static void child_ended(void *context, int status, const void *output, size_t size)
{
    struct loop_child **child = context;
    child_status = status;
    child_size = size;
    size_t len = size < sizeof(child_text) ? size : sizeof(child_text) - 1;
    if (len > 0) {
        memcpy(child_text, output, len);
    }
    child_text[len] = '\0';
    loop_child_free(child);
    loop_stop(loop);
}

/* Runs a program to its end. */
static void run_child(const char *const *arguments, const char *input, int64_t time_ms)
{
    struct fault fault = {FAULT_NONE, ""};
    struct loop_child_setup setup = {
        .arguments = arguments,
        .input = input,
        .input_size = strlen(input),
        .output_max = 300000,
        .time_ms = time_ms,
    };
    struct loop_child *child = NULL;
    child = loop_child_new(loop, &setup, child_ended, &child, &fault);
    ck_assert_msg(child != NULL, "%s", fault.text);
    loop_run(loop);
    ck_assert_ptr_null(child);
}

START_TEST(loop_child_reads_all_and_writes_all)
{
    static char big[250001];
    memset(big, 'b', sizeof(big) - 1);
    run_child((const char *const[]){"/bin/cat", NULL}, "hello", 30000);
    ck_assert_int_eq(child_status, 0);
    ck_assert_str_eq(child_text, "hello");
    run_child((const char *const[]){"/bin/cat", NULL}, big, 30000);
    ck_assert_int_eq(child_status, 0);
    ck_assert_uint_eq(child_size, sizeof(big) - 1);
}
END_TEST

START_TEST(loop_child_is_told_no_secret)
{
    setenv("DEADDROP_STORE_RELAY_KEY", "0123", 1);
    setenv("PGPASSWORD", "walrus", 1);
    setenv("LANG", "C", 1);
    run_child((const char *const[]){"/bin/sh", "-c",
                                    "echo \"$DEADDROP_STORE_RELAY_KEY$PGPASSWORD$LANG\"", NULL},
              "", 30000);
    ck_assert_str_eq(child_text, "C\n");
}
END_TEST

START_TEST(loop_child_that_fails_says_so)
{
    run_child((const char *const[]){"/bin/sh", "-c", "echo no; exit 3", NULL}, "unread", 30000);
    ck_assert_int_eq(child_status, 3);
    ck_assert_str_eq(child_text, "no\n");
    run_child((const char *const[]){"/bin/sh", "-c", "kill -SEGV $$", NULL}, "", 30000);
    ck_assert_int_eq(child_status, -1);
}
END_TEST

START_TEST(loop_child_that_writes_or_takes_too_much_is_ended)
{
    run_child((const char *const[]){"/usr/bin/head", "-c", "400000", "/dev/zero", NULL}, "", 30000);
    ck_assert_int_eq(child_status, -1);
    ck_assert_uint_lt(child_size, 300000);
    run_child((const char *const[]){"/usr/bin/tail", "-f", "/dev/null", NULL}, "", 20);
    ck_assert_int_eq(child_status, -1);
}
END_TEST

START_TEST(loop_child_that_is_not_there_is_a_fault)
{
    struct fault fault = {FAULT_NONE, ""};
    const char *const arguments[] = {"/nowhere/deaddrop-picture", NULL};
    struct loop_child_setup setup = {.arguments = arguments, .output_max = 1, .time_ms = 1000};
    ck_assert_ptr_null(loop_child_new(loop, &setup, child_ended, NULL, &fault));
    ck_assert_str_eq(fault.text, "/nowhere/deaddrop-picture: no such file or directory");
}
END_TEST

START_TEST(loop_child_can_be_ended_without_a_word)
{
    struct fault fault = {FAULT_NONE, ""};
    const char *const arguments[] = {"/usr/bin/tail", "-f", "/dev/null", NULL};
    struct loop_child_setup setup = {.arguments = arguments, .output_max = 1, .time_ms = 60000};
    struct loop_child *child = loop_child_new(loop, &setup, child_ended, NULL, &fault);
    child_status = 77;
    loop_child_free(&child);
    while (loop_step(loop)) {
    }
    ck_assert_int_eq(child_status, 77);
}
END_TEST

static void looked_up(void *context, const struct loop_addresses *addresses,
                      const struct fault *fault)
{
    (void)context;
    see(fault == NULL ? addresses->text[0] : "fault");
    loop_stop(loop);
}

START_TEST(loop_finds_addresses)
{
    struct fault fault = {FAULT_NONE, ""};
    ck_assert_ptr_nonnull(loop_look_up_new(loop, "127.0.0.1", looked_up, NULL, &fault));
    loop_run(loop);
    ck_assert_str_eq(seen, "127.0.0.1 ");
    char host[3000];
    memset(host, 'a', sizeof(host) - 1);
    host[sizeof(host) - 1] = '\0';
    ck_assert_ptr_null(loop_look_up_new(loop, host, looked_up, NULL, &fault));
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
}
END_TEST

START_TEST(loop_look_up_that_was_freed_says_nothing)
{
    struct fault fault = {FAULT_NONE, ""};
    struct loop_look_up *look_up = loop_look_up_new(loop, "127.0.0.1", looked_up, NULL, &fault);
    loop_look_up_free(&look_up);
    close_loop();
    ck_assert_str_eq(seen, "");
    open_loop();
}
END_TEST

Suite *suite_loop(void);

Suite *suite_loop(void)
{
    Suite *suite = suite_create("loop");
    TCase *tcase = tcase_create("loop");
    tcase_add_checked_fixture(tcase, open_loop, close_loop);
    tcase_add_test(tcase, loop_timers_fire_once_in_order_of_time);
    tcase_add_test(tcase, loop_timer_may_free_itself_and_another);
    tcase_add_test(tcase, loop_is_woken_from_another_thread);
    tcase_add_test(tcase, loop_round_comes_before_each_wait);
    tcase_add_test(tcase, loop_poll_tells_what_a_descriptor_is_ready_for);
    tcase_add_test(tcase, loop_signal_is_caught_in_the_loop);
    tcase_add_test(tcase, loop_child_reads_all_and_writes_all);
    tcase_add_test(tcase, loop_child_is_told_no_secret);
    tcase_add_test(tcase, loop_child_that_fails_says_so);
    tcase_add_test(tcase, loop_child_that_writes_or_takes_too_much_is_ended);
    tcase_add_test(tcase, loop_child_that_is_not_there_is_a_fault);
    tcase_add_test(tcase, loop_child_can_be_ended_without_a_word);
    tcase_add_test(tcase, loop_finds_addresses);
    tcase_add_test(tcase, loop_look_up_that_was_freed_says_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
