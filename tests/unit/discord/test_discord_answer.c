#include "discord_answer.h"

#include <string.h>

#include <check.h>
#include <stdio.h>

#include "http_date.h"

static enum answer_try try_of(int status, const char *route, const char *body)
{
    struct net_answer answer = {
        .end = NET_ANSWERED, .status = status, .body = body, .body_len = strlen(body), .why = ""};
    cJSON *json = cJSON_ParseWithLengthOpts(body, strlen(body), NULL, false);
    enum answer_try tried = discord_answer_try(&answer, route, json);
    cJSON_Delete(json);
    return tried;
}

START_TEST(each_status_has_its_class)
{
    const char *route = "/channels/{}/messages";
    ck_assert_int_eq(try_of(200, route, "{}"), TRY_FINAL);
    ck_assert_int_eq(try_of(204, route, ""), TRY_FINAL);
    ck_assert_int_eq(try_of(200, route, "{\"id\":\"1"), TRY_AMBIGUOUS);
    ck_assert_int_eq(try_of(400, route, "{}"), TRY_FINAL);
    ck_assert_int_eq(try_of(429, route, "{\"retry_after\":1}"), TRY_LIMITED);
    ck_assert_int_eq(try_of(429, route, "<html>error 1015</html>"), TRY_BLOCKED);
    ck_assert_int_eq(try_of(429, route, ""), TRY_BLOCKED);
    /* slow mode and write limits are waited for, whatever the status they come with */
    static const int paces[] = {20016, 20028, 20029, 40062};
    for (size_t i = 0; i < sizeof paces / sizeof *paces; i++) {
        char body[40];
        snprintf(body, sizeof body, "{\"code\":%d}", paces[i]);
        ck_assert_int_eq(try_of(400, route, body), TRY_LIMITED);
        ck_assert_int_eq(try_of(429, route, body), TRY_LIMITED);
        ck_assert_int_eq(try_of(200, route, body), TRY_FINAL);
    }
    ck_assert_int_eq(try_of(400, route, "{\"code\":50035}"), TRY_FINAL);
    ck_assert_int_eq(try_of(502, route, "x"), TRY_NOT_SENT);
    ck_assert_int_eq(try_of(503, route, "{\"code\":130000}"), TRY_NOT_SENT);
    ck_assert_int_eq(try_of(500, route, "{}"), TRY_AMBIGUOUS);
    ck_assert_int_eq(try_of(504, route, "{}"), TRY_AMBIGUOUS);
    ck_assert_int_eq(try_of(520, route, ""), TRY_AMBIGUOUS);
    ck_assert_int_eq(try_of(401, route, "{\"code\":0}"), TRY_UNAUTHORIZED);
    ck_assert_int_eq(try_of(401, route, "{\"code\":50027}"), TRY_FINAL);
    ck_assert_int_eq(try_of(401, "/webhooks/{}/{}/messages/@original", "{\"code\":0}"), TRY_FINAL);
}
END_TEST

START_TEST(each_end_without_answer_has_its_class)
{
    struct net_answer answer = {.end = NET_UNREACHED, .body = "", .why = ""};
    ck_assert_int_eq(discord_answer_try(&answer, "/x", NULL), TRY_NOT_SENT);
    answer.end = NET_UNKNOWN;
    ck_assert_int_eq(discord_answer_try(&answer, "/x", NULL), TRY_AMBIGUOUS);
    answer.end = NET_TOO_LONG;
    ck_assert_int_eq(discord_answer_try(&answer, "/x", NULL), TRY_AMBIGUOUS);
}
END_TEST

START_TEST(codes_come_before_the_status)
{
    ck_assert_int_eq(discord_answer_status(404, 10008), ANSWER_GONE);
    ck_assert_int_eq(discord_answer_status(403, 50007), ANSWER_CLOSED);
    ck_assert_int_eq(discord_answer_status(403, 50278), ANSWER_CLOSED);
    ck_assert_int_eq(discord_answer_status(429, 40003), ANSWER_LIMITED);
    ck_assert_int_eq(discord_answer_status(429, 30046), ANSWER_OLD);
    ck_assert_int_eq(discord_answer_status(403, 50013), ANSWER_FORBIDDEN);
    ck_assert_int_eq(discord_answer_status(404, 10062), ANSWER_EXPIRED);
    ck_assert_int_eq(discord_answer_status(401, 50027), ANSWER_EXPIRED);
    ck_assert_int_eq(discord_answer_status(400, 40060), ANSWER_ANSWERED);
    ck_assert_int_eq(discord_answer_status(400, 50083), ANSWER_ARCHIVED);
    ck_assert_int_eq(discord_answer_status(400, 200000), ANSWER_FILTERED);
    ck_assert_int_eq(discord_answer_status(400, 50035), ANSWER_BAD);
    ck_assert_int_eq(discord_answer_status(401, 0), ANSWER_UNAUTHORIZED);
    ck_assert_int_eq(discord_answer_status(403, 0), ANSWER_FORBIDDEN);
    ck_assert_int_eq(discord_answer_status(404, 0), ANSWER_GONE);
    ck_assert_int_eq(discord_answer_status(400, 999999), ANSWER_BAD);
    ck_assert_int_eq(discord_answer_status(599, 0), ANSWER_DOWN);
}
END_TEST

static int code_of(const char *body)
{
    cJSON *json = cJSON_ParseWithLengthOpts(body, strlen(body), NULL, false);
    int code = discord_answer_code(json);
    cJSON_Delete(json);
    return code;
}

START_TEST(a_code_that_is_no_number_is_none)
{
    ck_assert_int_eq(code_of("{\"code\":50035}"), 50035);
    ck_assert_int_eq(code_of("{\"code\":\"50035\"}"), 0);
    ck_assert_int_eq(code_of("{\"code\":-4}"), 0);
    ck_assert_int_eq(code_of("{\"code\":1e300}"), 0);
    ck_assert_int_eq(code_of("[1]"), 0);
    ck_assert_int_eq(code_of("no"), 0);
}
END_TEST

START_TEST(errors_are_reported_with_their_paths)
{
    const char *body =
        "{\"code\":50035,\"errors\":{\"embeds\":{\"0\":{\"fields\":{\"3\":{\"value\":"
        "{\"_errors\":[{\"code\":\"BASE_TYPE_MAX_LENGTH\",\"message\":\"Must be "
        "1024 or fewer\"}]}}}}},\"content\":{\"_errors\":[{\"code\":\"REQUIRED\"}]}}}";
    cJSON *json = cJSON_ParseWithLengthOpts(body, strlen(body), NULL, false);
    struct buf out;
    buf_init(&out, 400);
    discord_answer_errors(json, &out);
    ck_assert_str_eq(out.text, "embeds.0.fields.3.value: BASE_TYPE_MAX_LENGTH, content: REQUIRED");
    buf_deinit(&out);
    cJSON_Delete(json);
}
END_TEST

START_TEST(errors_nested_without_end_are_cut)
{
    struct buf body;
    struct buf out;
    buf_init(&body, 10000);
    buf_init(&out, 400);
    buf_text(&body, "{\"errors\":");
    for (int i = 0; i < 500; i++) {
        buf_text(&body, "{\"aaaaaaaa\":");
    }
    buf_text(&body, "{\"_errors\":[{\"code\":\"DEEP\"}]}");
    for (int i = 0; i < 501; i++) {
        buf_text(&body, "}");
    }
    cJSON *json = cJSON_ParseWithLengthOpts(body.text, body.len, NULL, false);
    ck_assert_ptr_nonnull(json);
    discord_answer_errors(json, &out);
    ck_assert_uint_eq(out.len, 0);
    buf_deinit(&body);
    buf_deinit(&out);
    cJSON_Delete(json);
}
END_TEST

START_TEST(dates_are_read)
{
    ck_assert_int_eq(http_date_s("Sun, 06 Nov 1994 08:49:37 GMT"), 784111777);
    ck_assert_int_eq(http_date_s("Thu, 01 Jan 1970 00:00:00 GMT"), 0);
    ck_assert_int_eq(http_date_s("Tue, 29 Feb 2028 23:59:59 GMT"), 1835481599);
    ck_assert_int_eq(http_date_s("Sun, 06 Nov 1994 08:49:37"), -1);
    ck_assert_int_eq(http_date_s("Sun, 06 Foo 1994 08:49:37 GMT"), -1);
    ck_assert_int_eq(http_date_s("Sun, 06 Nov 1994 28:49:37 GMT"), -1);
    ck_assert_int_eq(http_date_s("Sun, xx Nov 1994 08:49:37 GMT"), -1);
    ck_assert_int_eq(http_date_s(NULL), -1);
}
END_TEST

Suite *suite_discord_answer(void);

Suite *suite_discord_answer(void)
{
    Suite *suite = suite_create("discord_answer");
    TCase *tcase = tcase_create("status");
    tcase_add_test(tcase, each_status_has_its_class);
    tcase_add_test(tcase, each_end_without_answer_has_its_class);
    tcase_add_test(tcase, codes_come_before_the_status);
    tcase_add_test(tcase, a_code_that_is_no_number_is_none);
    tcase_add_test(tcase, errors_are_reported_with_their_paths);
    tcase_add_test(tcase, errors_nested_without_end_are_cut);
    tcase_add_test(tcase, dates_are_read);
    suite_add_tcase(suite, tcase);
    return suite;
}
