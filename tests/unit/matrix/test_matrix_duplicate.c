/* Another process with our token and a database of its own. */
#include "mx_kit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <check.h>

#include "log.h"
#include "matrix_duplicate.h"
#include "metrics.h"

Suite *suite_matrix_duplicate(void);

enum { MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS };

static FILE *lines;
static unsigned said;

static int64_t noon_ms(void *context)
{
    (void)context;
    return 0;
}

static void set_up(void)
{
    mx_set_up();
    lines = tmpfile();
    ck_assert_ptr_nonnull(lines);
    log_open(&(struct log_setup){
        .file = fileno(lines), .level = LEVEL_ERROR, .clock = {.now_ms = noon_ms}});
}

static void tear_down(void)
{
    log_close();
    fclose(lines);
    mx_tear_down();
}

static unsigned warnings(void)
{
    char line[LOG_LINE_MAX];
    unsigned count = 0;
    rewind(lines);
    while (fgets(line, sizeof line, lines) != NULL) {
        count += strstr(line, "event=matrix.duplicate_client") != NULL;
    }
    return count;
}

/* A message of the bot's own comes by the poll. */
static void own(const char *transaction)
{
    char event[1024];
    char next[32];
    snprintf(event, sizeof event,
             "{\"type\":\"m.room.message\",\"sender\":\"@bot:test\",\"event_id\":\"$own%u\","
             "\"unsigned\":{\"transaction_id\":\"%s\"},\"content\":{\"msgtype\":\"m.notice\","
             "\"body\":\"Ana sits down.\"}}",
             said, transaction);
    snprintf(next, sizeof next, "s%u", 10 + said++);
    mx_talk(next, event);
}

/* What comes from here on is news. */
static void live(void)
{
    mx_live();
    mx_talk("s2", mx_text("$hello", "hello"));
}

START_TEST(a_duplicate_client_is_logged_once_an_hour)
{
    int64_t before = metrics_get(METRIC_MATRIX_DUPLICATE);
    live();
    own("theirs.1");
    ck_assert_uint_eq(warnings(), 0); /* one alone may be an answer that was late */
    own("theirs.2");
    ck_assert_uint_eq(warnings(), 1);
    for (int i = 0; i < 5; i++) {
        mx_run(5 * MINUTE_MS / 10);
        own("theirs.3");
    }
    ck_assert_uint_eq(warnings(), 1);
    mx_matrix()->duplicate->logged_ms -= HOUR_MS;
    own("theirs.4");
    ck_assert_uint_eq(warnings(), 2);
    ck_assert_int_eq(metrics_get(METRIC_MATRIX_DUPLICATE) - before, 8);
}
END_TEST

START_TEST(what_was_sent_here_is_ours)
{
    static const char *const paths[][2] = {
        {"/rooms/{}/send/{}/{}", "ours.1"},
        {"/rooms/{}/redact/{}/{}", "ours.2"},
    };
    live();
    for (unsigned i = 0; i < 2; i++) {
        const struct matrix_request request = {
            .method = "PUT", .route = paths[i][0], .ids = {"r", "e", paths[i][1]}};
        uint64_t number = matrix_client_start(mx_matrix()->client, &request, NULL, NULL);
        matrix_client_cancel(mx_matrix()->client, number);
    }
    for (unsigned i = 0; i < 3; i++) {
        own("ours.1");
        own("ours.2");
    }
    ck_assert_uint_eq(warnings(), 0);
}
END_TEST

/* What a former process has sent, or one with the database that was restored since, is told by the
 * first response. */
START_TEST(what_was_sent_before_a_start_is_nobodys)
{
    char events[4096] = "";
    mx_live();
    mx_store();
    mx_crash();
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    for (unsigned i = 0; i < 8; i++) {
        size_t used = strlen(events);
        snprintf(events + used, sizeof events - used,
                 "%s{\"type\":\"m.room.message\",\"sender\":\"@bot:test\",\"event_id\":\"$b%u\","
                 "\"unsigned\":{\"transaction_id\":\"before.%u\"},\"content\":{\"body\":\"x\"}}",
                 i == 0 ? "" : ",", i, i);
    }
    mx_talk("s2", events);
    mx_answer("/rooms/%21room%3Atest/state", 200, "[]");
    ck_assert_uint_eq(warnings(), 0);
    own("before.late");
    ck_assert_uint_eq(warnings(), 0);
}
END_TEST

/* Messages of another device of the account have no transaction id for us. */
START_TEST(what_an_operator_says_as_the_bot_is_no_duplicate)
{
    live();
    for (unsigned i = 0; i < 3; i++) {
        char event[512];
        char next[16];
        snprintf(event, sizeof event,
                 "{\"type\":\"m.room.message\",\"sender\":\"@bot:test\",\"event_id\":\"$o%u\","
                 "\"unsigned\":{\"age\":5},\"content\":{\"msgtype\":\"m.text\",\"body\":\"hi\"}}",
                 i);
        snprintf(next, sizeof next, "s%u", 10 + i);
        mx_talk(next, event);
    }
    ck_assert_uint_eq(warnings(), 0);
}
END_TEST

Suite *suite_matrix_duplicate(void)
{
    Suite *suite = suite_create("matrix_duplicate");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_duplicate_client_is_logged_once_an_hour);
    tcase_add_test(tcase, what_was_sent_here_is_ours);
    tcase_add_test(tcase, what_was_sent_before_a_start_is_nobodys);
    tcase_add_test(tcase, what_an_operator_says_as_the_bot_is_no_duplicate);
    suite_add_tcase(suite, tcase);
    return suite;
}
