#include "matrix_answer.h"

#include <string.h>

#include <check.h>

#include "matrix_limit.h"

static enum answer_try try_of(int status, const char *body)
{
    cJSON *json = cJSON_ParseWithLengthOpts(body, strlen(body), NULL, false);
    const struct net_answer answer = {
        .end = NET_ANSWERED, .status = status, .body = body, .body_len = strlen(body), .why = ""};
    enum answer_try is = matrix_answer_try(&answer, json, false);
    cJSON_Delete(json);
    return is;
}

START_TEST(the_errcode_says_what_happened_before_the_status)
{
    static const struct {
        const char *errcode;
        int http;
        enum answer_status status;
    } rows[] = {
        {"M_LIMIT_EXCEEDED", 429, ANSWER_LIMITED},
        {"M_FORBIDDEN", 403, ANSWER_FORBIDDEN},
        {"M_INVITE_BLOCKED", 403, ANSWER_CLOSED},
        {"M_USER_SUSPENDED", 403, ANSWER_SUSPENDED},
        {"M_USER_LOCKED", 401, ANSWER_SUSPENDED},
        {"M_USER_DEACTIVATED", 403, ANSWER_UNAUTHORIZED},
        {"M_NOT_FOUND", 404, ANSWER_GONE},
        {"M_UNRECOGNIZED", 404, ANSWER_UNRECOGNIZED},
        {"M_UNRECOGNIZED", 405, ANSWER_UNRECOGNIZED},
        {"M_TOO_LARGE", 413, ANSWER_TOO_LARGE},
        {"M_DUPLICATE_ANNOTATION", 400, ANSWER_DUPLICATE},
        {"M_UNKNOWN", 400, ANSWER_BAD},
        {"M_UNKNOWN", 404, ANSWER_GONE},
        {"M_UNKNOWN", 500, ANSWER_DOWN},
        {"M_RESOURCE_LIMIT_EXCEEDED", 403, ANSWER_QUOTA},
        {"X_SOMETHING_NEW", 403, ANSWER_FORBIDDEN},
        {"", 413, ANSWER_TOO_LARGE},
        {"", 400, ANSWER_DOWN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_msg(matrix_answer_status(rows[i].http, rows[i].errcode) == rows[i].status,
                      "%d %s", rows[i].http, rows[i].errcode);
    }
}
END_TEST

START_TEST(an_answer_without_an_errcode_is_a_proxys_and_says_nothing_about_rooms)
{
    ck_assert_int_eq(matrix_answer_status(404, ""), ANSWER_DOWN);
    ck_assert_int_eq(matrix_answer_status(403, ""), ANSWER_DOWN);
    ck_assert_int_eq(try_of(404, "<html>nginx</html>"), TRY_NOT_SENT);
    ck_assert_int_eq(try_of(403, "<html>blocked</html>"), TRY_NOT_SENT);
    ck_assert_int_eq(try_of(301, ""), TRY_NOT_SENT);
    ck_assert_int_eq(try_of(502, "<html>"), TRY_AMBIGUOUS);
    ck_assert_int_eq(try_of(200, "<html>welcome to this hotel</html>"), TRY_AMBIGUOUS);
    ck_assert_int_eq(try_of(200, "{\"event_id\":\"$a"), TRY_AMBIGUOUS);
    ck_assert_int_eq(try_of(404, "{\"errcode\":\"M_NOT_FOUND\"}"), TRY_FINAL);
}
END_TEST

START_TEST(only_the_servers_own_word_ends_a_session)
{
    ck_assert_int_eq(try_of(401, "{\"errcode\":\"M_UNKNOWN_TOKEN\"}"), TRY_UNAUTHORIZED);
    ck_assert_int_eq(try_of(401, "<html>log in</html>"), TRY_NOT_SENT);
    ck_assert_int_eq(try_of(403, "{\"errcode\":\"M_FORBIDDEN\"}"), TRY_FINAL);
    ck_assert_int_eq(matrix_answer_status(403, "M_FORBIDDEN"), ANSWER_FORBIDDEN);
}
END_TEST

/* User-interactive authentication (client-server API, 5.4): nothing but a person helps. */
START_TEST(a_password_that_is_asked_for_is_not_waited_for)
{
    ck_assert_int_eq(try_of(401, "{\"session\":\"x\",\"flows\":[{\"stages\":[]}],\"params\":{}}"),
                     TRY_FINAL);
    ck_assert_int_eq(try_of(401, "{\"flows\":[{\"stages\":[]}]}"), TRY_NOT_SENT);
}
END_TEST

START_TEST(an_errcode_of_no_shape_is_none)
{
    static const char *const bodies[] = {"{}",
                                         "[]",
                                         "7",
                                         "{\"errcode\":7}",
                                         "{\"errcode\":\"\"}",
                                         "{\"errcode\":\"a b\\n\"}",
                                         "{\"errcode\":{\"errcode\":\"M_FORBIDDEN\"}}"};
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        cJSON *json = cJSON_ParseWithLengthOpts(bodies[i], strlen(bodies[i]), NULL, false);
        ck_assert_str_eq(matrix_answer_errcode(json), "");
        cJSON_Delete(json);
    }
}
END_TEST

static int64_t retry_of(const char *header, const char *body)
{
    const struct net_header headers[] = {{"retry-after", header}};
    const struct net_answer answer = {.end = NET_ANSWERED,
                                      .status = 429,
                                      .headers = headers,
                                      .header_count = header == NULL ? 0 : 1,
                                      .body = "",
                                      .why = ""};
    cJSON *json = cJSON_ParseWithLengthOpts(body, strlen(body), NULL, false);
    int64_t ms = matrix_answer_retry_ms(&answer, json);
    cJSON_Delete(json);
    return ms;
}

START_TEST(the_larger_of_header_and_body_says_how_long_to_wait)
{
    ck_assert_int_eq(retry_of("4", "{\"retry_after_ms\":3912}"), 4000);
    ck_assert_int_eq(retry_of("1", "{\"retry_after_ms\":3912}"), 3912);
    ck_assert_int_eq(retry_of(NULL, "{\"retry_after_ms\":3912}"), 3912);
    ck_assert_int_eq(retry_of("7", "{}"), 7000);
    ck_assert_int_eq(retry_of(NULL, "<html>"), 5000);
    ck_assert_int_eq(retry_of("Sun, 22 Nov 2026", "{\"retry_after_ms\":\"1\"}"), 5000);
    ck_assert_int_eq(retry_of("99999999999999999999", "{}"), 600000);
    ck_assert_int_eq(retry_of(NULL, "{\"retry_after_ms\":1e300}"), 600000);
    ck_assert_int_eq(retry_of(NULL, "{\"retry_after_ms\":-5}"), 5000);
}
END_TEST

START_TEST(there_is_no_limit_until_one_is_told)
{
    struct matrix_limit limit = {0};
    for (int i = 0; i < 1000; i++) {
        ck_assert_int_eq(matrix_limit_wait_ms(&limit, 5), 0);
        matrix_limit_take(&limit, 5);
    }
}
END_TEST

/* A homeserver with a burst of ten. */
struct server {
    double each_ms;
    double level;
    int64_t last_ms;
    unsigned refused;
};

static bool server_takes(struct server *server, int64_t now_ms, int64_t *wait_ms)
{
    server->level += (double)(now_ms - server->last_ms) / server->each_ms;
    server->level = server->level > 10 ? 10 : server->level;
    server->last_ms = now_ms;
    *wait_ms = (int64_t)((1 - server->level) * server->each_ms) + 1;
    bool takes = server->level >= 1;
    server->level -= takes ? 1 : 0;
    server->refused += takes ? 0 : 1;
    return takes;
}

/* Sends so many as fast as the limit lets; how long it took. Before each so many of them another
 * one goes that the limit does not know of; 0: none does. */
static int64_t sends_all(struct server *server, struct matrix_limit *limit, unsigned count,
                         unsigned others)
{
    int64_t start_ms = server->last_ms;
    int64_t now_ms = start_ms;
    int64_t wait_ms = 0;
    unsigned sent = 0;
    unsigned theirs = 0;
    for (int turn = 0; turn < 30000 && sent < count; turn++) {
        now_ms += matrix_limit_wait_ms(limit, now_ms);
        if (others > 0 && sent / others > theirs && server_takes(server, now_ms, &wait_ms)) {
            theirs++;
        }
        matrix_limit_take(limit, now_ms);
        if (server_takes(server, now_ms, &wait_ms)) {
            sent++;
        } else {
            matrix_limit_update(limit, wait_ms, now_ms);
        }
    }
    ck_assert_uint_eq(sent, count);
    return now_ms - start_ms;
}

/* Synapse's own: burst 10, 0.2 a second. */
START_TEST(after_a_few_refusals_the_servers_pace_is_kept)
{
    static const double paces[] = {5000, 700, 20000};
    struct matrix_limit limit = {0};
    struct server server = {.each_ms = paces[_i], .level = 10, .last_ms = 1000000};
    int64_t first_ms = sends_all(&server, &limit, 100, 0);
    ck_assert_uint_lt(server.refused, 8);
    int64_t then_ms = sends_all(&server, &limit, 100, 0);
    ck_assert_uint_lt(server.refused, 12);
    ck_assert_int_lt(first_ms + then_ms, (int64_t)(200 * paces[_i] * 1.05));
}
END_TEST

/* Invitations of ours, another program with the same account: their share is theirs, no more. */
START_TEST(what_others_send_for_the_account_slows_it_by_their_share)
{
    struct matrix_limit limit = {0};
    struct server server = {.each_ms = 5000, .level = 10, .last_ms = 1000000};
    int64_t took_ms = sends_all(&server, &limit, 100, 4);
    ck_assert_int_lt(took_ms, 100 * 5000 * 135 / 100);
}
END_TEST

/* A homeserver that is overloaded, or garbles what it says. */
START_TEST(a_pause_of_minutes_says_nothing_of_the_pace_behind_it)
{
    struct matrix_limit limit = {0};
    int64_t now_ms = 1000000;
    matrix_limit_update(&limit, 5000, now_ms);
    for (int i = 0; i < 4; i++) {
        now_ms += matrix_limit_wait_ms(&limit, now_ms);
        matrix_limit_take(&limit, now_ms);
    }
    matrix_limit_update(&limit, 600000, now_ms);
    now_ms += 600000;
    ck_assert_int_eq(matrix_limit_wait_ms(&limit, now_ms), 0);
    matrix_limit_take(&limit, now_ms);
    ck_assert_int_le(matrix_limit_wait_ms(&limit, now_ms), 5000);
}
END_TEST

Suite *suite_matrix_answer(void);

Suite *suite_matrix_answer(void)
{
    Suite *suite = suite_create("matrix_answer");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, the_errcode_says_what_happened_before_the_status);
    tcase_add_test(tcase, an_answer_without_an_errcode_is_a_proxys_and_says_nothing_about_rooms);
    tcase_add_test(tcase, only_the_servers_own_word_ends_a_session);
    tcase_add_test(tcase, a_password_that_is_asked_for_is_not_waited_for);
    tcase_add_test(tcase, an_errcode_of_no_shape_is_none);
    tcase_add_test(tcase, the_larger_of_header_and_body_says_how_long_to_wait);
    tcase_add_test(tcase, there_is_no_limit_until_one_is_told);
    tcase_add_test(tcase, a_pause_of_minutes_says_nothing_of_the_pace_behind_it);
    tcase_add_loop_test(tcase, after_a_few_refusals_the_servers_pace_is_kept, 0, 3);
    tcase_add_test(tcase, what_others_send_for_the_account_slows_it_by_their_share);
    suite_add_tcase(suite, tcase);
    return suite;
}
