/* The log: one line an event, whatever is in its values, and never a secret. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <check.h>

#include "log.h"

static int ends[2];

static int64_t noon_ms(void *context)
{
    (void)context;
    return 1893499200123; /* 2030-01-01T12:00:00.123Z */
}

static void open_log(void)
{
    ck_assert_int_eq(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    log_open(
        &(struct log_setup){.file = ends[1], .level = LEVEL_INFO, .clock = {.now_ms = noon_ms}});
}

static void close_log(void)
{
    log_close();
    close(ends[0]);
    close(ends[1]);
}

/* What was logged since the last time. */
static const char *logged(void)
{
    static char text[8192];
    ssize_t size = read(ends[0], text, sizeof(text) - 1);
    text[size < 0 ? 0 : size] = '\0';
    return text;
}

START_TEST(log_line_has_time_level_event_and_values)
{
    log_event(LEVEL_WARNING, "store.slow",
              LOG_FIELDS(log_text("path", "/var/d.db"), log_number("ms", -5)));
    ck_assert_str_eq(logged(), "time=2030-01-01T12:00:00.123Z level=warning event=store.slow "
                               "path=/var/d.db ms=-5\n");
    log_event(LEVEL_INFO, "house.ready", NULL);
    ck_assert_str_eq(logged(), "time=2030-01-01T12:00:00.123Z level=info event=house.ready\n");
}
END_TEST

START_TEST(log_value_cannot_break_out)
{
    log_event(LEVEL_ERROR, "x",
              LOG_FIELDS(log_text("a", "two words"), log_text("b", "q\" \\ level=info\nevent=y"),
                         log_text("c", "\033[31mred\xe2\x80\xae"), log_text("d", ""),
                         log_text("e", NULL)));
    ck_assert_str_eq(strstr(logged(), " a="),
                     " a=\"two words\" b=\"q\\\" \\\\ level=info\\x0aevent=y\" "
                     "c=\"\\x1b[31mred\\xe2\\x80\\xae\" d=\"\" e=\"\"\n");
}
END_TEST

START_TEST(log_fault_says_why)
{
    struct fault fault;
    fault_set(&fault, FAULT_CONFIG, "refused: check discord.token");
    log_event(LEVEL_INFO, "settings", LOG_FIELDS(log_fault(&fault)));
    ck_assert_str_eq(strstr(logged(), " why="), " why=\"refused: check discord.token\"\n");
}
END_TEST

START_TEST(log_long_values_are_cut_and_the_line_still_ends)
{
    static char text[1000];
    memset(text, 'l', sizeof(text) - 1);
    log_event(LEVEL_INFO, "x", LOG_FIELDS(log_text("a", text)));
    const char *line = logged();
    ck_assert_ptr_nonnull(strstr(line, "lll...\"\n"));
    ck_assert_uint_lt(strlen(line), LOG_TEXT_MAX + 80);
    memset(text, '\n', sizeof(text) - 1);
    log_event(LEVEL_INFO, "x",
              LOG_FIELDS(log_text("a", text), log_text("b", text), log_text("c", text)));
    line = logged();
    ck_assert_uint_le(strlen(line), LOG_LINE_MAX);
    ck_assert_ptr_eq(strchr(line, '\n'), line + strlen(line) - 1);
}
END_TEST

START_TEST(log_levels_above_are_silent)
{
    enum log_level level = LEVEL_ERROR;
    log_event(LEVEL_DEBUG, "x", NULL);
    ck_assert_str_eq(logged(), "");
    ck_assert(log_level_of("debug", &level));
    log_level_set(level);
    log_event(LEVEL_DEBUG, "x", NULL);
    ck_assert_str_ne(logged(), "");
    ck_assert(log_level_of("error", &level));
    log_level_set(level);
    log_event(LEVEL_WARNING, "x", NULL);
    ck_assert_str_eq(logged(), "");
    ck_assert(!log_level_of("loud", &level));
}
END_TEST

START_TEST(log_for_the_journal_has_priorities_and_no_time)
{
    log_open(&(struct log_setup){
        .file = ends[1], .level = LEVEL_DEBUG, .journal = true, .clock = {.now_ms = noon_ms}});
    log_event(LEVEL_ERROR, "a", NULL);
    log_event(LEVEL_WARNING, "b", NULL);
    log_event(LEVEL_INFO, "c", NULL);
    log_event(LEVEL_DEBUG, "d", NULL);
    ck_assert_str_eq(logged(), "<3>level=error event=a\n<4>level=warning event=b\n"
                               "<6>level=info event=c\n<7>level=debug event=d\n");
}
END_TEST

START_TEST(log_that_nobody_reads_stops_nothing)
{
    log_close();
    log_event(LEVEL_ERROR, "x", NULL);
    log_level_set(LEVEL_DEBUG);
    log_event(LEVEL_ERROR, "x", NULL);
    ck_assert_str_eq(logged(), "");
    log_open(&(struct log_setup){.file = -1, .level = LEVEL_INFO, .clock = {.now_ms = noon_ms}});
    log_event(LEVEL_ERROR, "x", NULL);
}
END_TEST

Suite *suite_log(void);

Suite *suite_log(void)
{
    Suite *suite = suite_create("log");
    TCase *tcase = tcase_create("log");
    tcase_add_checked_fixture(tcase, open_log, close_log);
    tcase_add_test(tcase, log_line_has_time_level_event_and_values);
    tcase_add_test(tcase, log_value_cannot_break_out);
    tcase_add_test(tcase, log_fault_says_why);
    tcase_add_test(tcase, log_long_values_are_cut_and_the_line_still_ends);
    tcase_add_test(tcase, log_levels_above_are_silent);
    tcase_add_test(tcase, log_for_the_journal_has_priorities_and_no_time);
    tcase_add_test(tcase, log_that_nobody_reads_stops_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
