/* A program beside this one: what it is started with, how it ends. */

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <check.h>

#include "loop.h"
#include "loop_process.h"

Suite *suite_loop_process(void);

static struct loop *loop;
static int ended_status;

static void open_loop(void)
{
    loop = loop_new();
    ended_status = -2;
}

static void close_loop(void)
{
    loop_free(&loop);
}

static void ended(void *context, int status)
{
    *(struct loop_process **)context = NULL;
    ended_status = status;
    loop_stop(loop);
}

static struct loop_process *process;

static void start(const char *script, const char *const *environment)
{
    struct fault fault = {FAULT_NONE, ""};
    const char *const arguments[] = {"/bin/sh", "-c", script, NULL};
    const struct loop_process_setup setup = {arguments, environment};
    process = loop_process_new(loop, &setup, ended, &process, &fault);
    ck_assert_msg(process != NULL, "%s", fault.text);
}

START_TEST(loop_process_ends_with_its_status)
{
    static const char *const environment[] = {"WORD=seven", NULL};
    start("test \"$WORD\" = seven && exit 7", environment);
    loop_run(loop);
    ck_assert_int_eq(ended_status, 7);
    ck_assert_ptr_null(process);
}
END_TEST

START_TEST(loop_process_is_ended_by_a_signal)
{
    start("exec sleep 100", NULL);
    loop_process_signal(process, SIGTERM);
    loop_run(loop);
    ck_assert_int_eq(ended_status, -1);
}
END_TEST

START_TEST(loop_process_that_is_let_go_is_not_heard_of)
{
    start("exit 3", NULL);
    loop_process_free(&process);
    ck_assert_ptr_null(process);
    while (loop_step(loop)) {
    }
    ck_assert_int_eq(ended_status, -2);
}
END_TEST

START_TEST(loop_process_of_no_program_is_a_fault)
{
    struct fault fault = {FAULT_NONE, ""};
    static const char *const arguments[] = {"/nowhere/deaddrop", NULL};
    const struct loop_process_setup setup = {arguments, NULL};
    ck_assert_ptr_null(loop_process_new(loop, &setup, ended, NULL, &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "/nowhere/deaddrop"));
}
END_TEST

Suite *suite_loop_process(void)
{
    Suite *suite = suite_create("loop_process");
    TCase *tcase = tcase_create("loop_process");
    tcase_add_checked_fixture(tcase, open_loop, close_loop);
    tcase_add_test(tcase, loop_process_ends_with_its_status);
    tcase_add_test(tcase, loop_process_is_ended_by_a_signal);
    tcase_add_test(tcase, loop_process_that_is_let_go_is_not_heard_of);
    tcase_add_test(tcase, loop_process_of_no_program_is_a_fault);
    suite_add_tcase(suite, tcase);
    return suite;
}
