/* Metrics in Prometheus' text format, and what systemd is told. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <check.h>

#include "folder_kit.h"
#include "metrics.h"
#include "notify.h"

static struct buf out;

static void open_out(void)
{
    buf_init(&out, 1 << 16);
}

static void close_out(void)
{
    buf_deinit(&out);
}

START_TEST(metrics_counters_and_gauges_are_printed)
{
    metrics_add(METRIC_TURNS, 2);
    metrics_add(METRIC_TURNS, 3);
    metrics_set(METRIC_TABLES, 10000);
    metrics_set(METRIC_TABLES, 9);
    metrics_text(&out);
    ck_assert(!out.full);
    ck_assert_ptr_nonnull(strstr(out.text, "# HELP deaddrop_turns_total Turns that were made and "
                                           "stored.\n# TYPE deaddrop_turns_total counter\n"
                                           "deaddrop_turns_total 5\n"));
    ck_assert_ptr_nonnull(strstr(out.text, "# TYPE deaddrop_tables gauge\ndeaddrop_tables 9\n"));
    ck_assert_int_eq(metrics_get(METRIC_TURNS), 5);
}
END_TEST

START_TEST(metrics_histogram_is_cumulative)
{
    metrics_time(METRIC_STORE_COMMIT, 100);
    metrics_time(METRIC_STORE_COMMIT, 101);
    metrics_time(METRIC_STORE_COMMIT, 2000000);
    metrics_time(METRIC_STORE_COMMIT, 60000000);
    metrics_text(&out);
    static const char *const lines[] = {"# TYPE deaddrop_store_commit_seconds histogram\n"
                                        "deaddrop_store_commit_seconds_bucket{le=\"0.000100\"} 1\n"
                                        "deaddrop_store_commit_seconds_bucket{le=\"0.000250\"} 2\n",
                                        "deaddrop_store_commit_seconds_bucket{le=\"1.000000\"} 2\n"
                                        "deaddrop_store_commit_seconds_bucket{le=\"2.500000\"} 3\n",
                                        "deaddrop_store_commit_seconds_bucket{le=\"10.000000\"} 3\n"
                                        "deaddrop_store_commit_seconds_bucket{le=\"+Inf\"} 4\n"
                                        "deaddrop_store_commit_seconds_sum 62.000201\n"
                                        "deaddrop_store_commit_seconds_count 4\n"};
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        ck_assert_ptr_nonnull(strstr(out.text, lines[i]));
    }
}
END_TEST

START_TEST(metrics_every_line_has_the_shape_of_the_format)
{
    metrics_text(&out);
    int lines = 0;
    for (const char *line = out.text; *line != '\0'; line = strchr(line, '\n') + 1) {
        ck_assert_ptr_nonnull(strchr(line, '\n'));
        bool comment = strncmp(line, "# HELP deaddrop_", 16) == 0 ||
                       strncmp(line, "# TYPE deaddrop_", 16) == 0;
        size_t name = strspn(line, "abcdefghijklmnopqrstuvwxyz_");
        ck_assert(comment ||
                  (strncmp(line, "deaddrop_", 9) == 0 && (line[name] == ' ' || line[name] == '{')));
        lines++;
    }
    const int least = 3 * METRIC_COUNT;
    ck_assert_int_gt(lines, least);
}
END_TEST

START_TEST(metrics_counter_is_no_time)
{
    metrics_time(METRIC_TURNS, 1);
}
END_TEST

/* Listens at a name and tells what came after state was sent there. */
static void notify_and_hear(const char *name, size_t name_len, const char *shown)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char text[64] = "";
    memcpy(address.sun_path, name, name_len);
    int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + name_len);
    ck_assert_int_eq(bind(file, (const struct sockaddr *)&address, size), 0);
    ck_assert_int_eq(notify_send(shown, "READY=1\nSTATUS=two"), 0);
    ck_assert_int_eq(recv(file, text, sizeof(text), MSG_DONTWAIT), 18);
    ck_assert_str_eq(text, "READY=1\nSTATUS=two");
    close(file);
}

START_TEST(notify_goes_to_the_socket_that_asks)
{
    char folder[KIT_PATH_BYTES];
    char name[KIT_PATH_BYTES];
    char abstract[64];
    kit_folder(folder);
    int size = snprintf(name, sizeof(name), "/proc/self/cwd/%s/s", folder);
    notify_and_hear(name, (size_t)size, name);
    kit_remove(folder);
    int len = snprintf(abstract, sizeof(abstract), "@deaddrop-test-%ld", (long)getpid());
    char hidden[64];
    memcpy(hidden, abstract, sizeof(hidden));
    hidden[0] = '\0';
    notify_and_hear(hidden, (size_t)len, abstract);
}
END_TEST

START_TEST(notify_that_nobody_hears_harms_nothing)
{
    char name[300];
    memset(name, '/', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    ck_assert_int_eq(notify_send(NULL, "READY=1"), 0);
    ck_assert_int_eq(notify_send("", "READY=1"), 0);
    ck_assert_int_eq(notify_send("/nowhere/at/all", "READY=1"), -1);
    ck_assert_int_eq(notify_send("relative", "READY=1"), -1);
    ck_assert_int_eq(notify_send(name, "READY=1"), -1);
}
END_TEST

START_TEST(notify_watchdog_is_told_twice_in_its_time)
{
    ck_assert_int_eq(notify_watchdog_ms("30000000"), 15000);
    ck_assert_int_eq(notify_watchdog_ms("1000"), 1);
    ck_assert_int_eq(notify_watchdog_ms(NULL), 0);
    ck_assert_int_eq(notify_watchdog_ms("often"), 0);
    ck_assert_int_eq(notify_watchdog_ms("-5"), 0);
}
END_TEST

Suite *suite_metrics(void);

Suite *suite_metrics(void)
{
    Suite *suite = suite_create("metrics");
    TCase *tcase = tcase_create("metrics");
    tcase_add_checked_fixture(tcase, open_out, close_out);
    tcase_add_test(tcase, metrics_counters_and_gauges_are_printed);
    tcase_add_test(tcase, metrics_histogram_is_cumulative);
    tcase_add_test(tcase, metrics_every_line_has_the_shape_of_the_format);
    tcase_add_test_raise_signal(tcase, metrics_counter_is_no_time, SIGABRT);
    tcase_add_test(tcase, notify_goes_to_the_socket_that_asks);
    tcase_add_test(tcase, notify_that_nobody_hears_harms_nothing);
    tcase_add_test(tcase, notify_watchdog_is_told_twice_in_its_time);
    suite_add_tcase(suite, tcase);
    return suite;
}
