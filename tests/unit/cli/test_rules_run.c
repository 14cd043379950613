/* The headless runner line by line: shapes, names and members that others rely on. */
#include "rules_run.h"

#include <check.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPLY_MAX = 4 * 1024 * 1024 };

static struct rules_run *run;
static struct buf reply;
static cJSON *json;

static void setup(void)
{
    run = rules_run_new(game_find("interceptor"));
    buf_init(&reply, REPLY_MAX);
}

static void teardown(void)
{
    cJSON_Delete(json);
    json = NULL;
    buf_deinit(&reply);
    rules_run_free(&run);
}

static void line(const char *text)
{
    rules_run_line(run, text, strlen(text), &reply);
    cJSON_Delete(json);
    json = cJSON_ParseWithLength(reply.text, reply.len);
    ck_assert_msg(json != NULL, "no JSON: %.1000s", reply.text);
    ck_assert_ptr_null(strchr(reply.text, '\n'));
}

static const cJSON *member(const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

static void good(const char *text)
{
    line(text);
    ck_assert_msg(cJSON_IsTrue(member("ok")), "%s\n%.1000s", text, reply.text);
    ck_assert(cJSON_IsNumber(member("step")));
    ck_assert(cJSON_IsString(member("phase")));
    ck_assert(cJSON_IsArray(member("events")));
    ck_assert(cJSON_IsObject(member("views")));
    ck_assert(cJSON_IsArray(member("owed")));
    ck_assert(cJSON_IsBool(member("over")));
    ck_assert_int_eq(cJSON_IsObject(member("result")), cJSON_IsTrue(member("over")));
}

static void refused(const char *refusal, const char *text)
{
    line(text);
    ck_assert_msg(cJSON_IsFalse(member("ok")), "%s\n%.1000s", text, reply.text);
    ck_assert_msg(strcmp(cJSON_GetStringValue(member("refusal")), refusal) == 0, "%s\n%.1000s",
                  text, reply.text);
    ck_assert_uint_gt(strlen(cJSON_GetStringValue(member("message"))), 5);
    ck_assert(cJSON_IsNumber(member("step")));
}

#define SIGNALS                                                                             \
    "\"signals\":{\"officials\":{\"documents\":{\"kind\":\"word\",\"value\":\"honestly\"}," \
    "\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}},\"journalists\":{\"documents\":"  \
    "{\"kind\":\"word\",\"value\":\"tea\"},\"money\":{\"kind\":\"words\",\"value\":\"4\"}}}"
#define SEED "\"0123456789abcdefABCDEF0123456789abcdef0123456789abcdef0123456789\""

START_TEST(deal_of_the_contract)
{
    good("{\"seats\": 4, \"options\": {\"variant\": \"standard\"}, \"seed\": " SEED
         ", \"deal\": {}}");
    ck_assert_int_eq(member("step")->valueint, 0);
    ck_assert_str_eq(cJSON_GetStringValue(member("phase")), "signals");
    const cJSON *seats = cJSON_GetObjectItem(member("views"), "seats");
    ck_assert_int_eq(cJSON_GetArraySize(seats), 4);
    ck_assert_int_eq(cJSON_GetObjectItem(cJSON_GetArrayItem(seats, 3), "seat")->valueint, 3);
    const cJSON *owed = cJSON_GetArrayItem(member("owed"), 0);
    ck_assert_int_eq(cJSON_GetObjectItem(owed, "seat")->valueint, 0);
    ck_assert_int_eq(cJSON_GetObjectItem(owed, "deadline_ms")->valueint, 120000);
    ck_assert(cJSON_IsNull(cJSON_GetObjectItem(owed, "default")));
}
END_TEST

START_TEST(deals_of_the_wrong_shape_are_bad_input_and_may_be_mended)
{
    static const char *const bad[] = {
        "",
        "deal",
        "[]",
        "{}",
        "{\"seats\":\"4\"}",
        "{\"seats\":4.5}",
        "{\"seats\":3}",
        "{\"seats\":5}",
        "{\"seats\":1e300}",
        "{\"seats\":4,\"colour\":1}",
        "{\"seats\":4,\"seats\":4}",
        "{\"seats\":4,\"seed\":\"abc\"}",
        "{\"seats\":4,\"seed\":5}",
        "{\"seats\":4,\"options\":[]}",
        "{\"seats\":4,\"options\":{\"colour\":\"red\"}}",
        "{\"seats\":4,\"options\":{\"variant\":\"chess\"}}",
        "{\"seats\":4,\"options\":{\"variant\":null}}",
        "{\"seats\":4,\"options\":{\"max_rounds\":-1}}",
        "{\"seats\":4,\"deal\":[]}",
        "{\"seats\":4,\"deal\":{\"cards\":3}}",
        "{\"seats\":4,\"deal\":{\"hands\":[4,4,4,5]}}",
        "{\"seats\":4,\"deal\":{\"leader\":1}}",
        "{\"seats\":4,\"deal\":{\"hands\":{\"a\":1,\"a\":2}}}",
        "{\"seat\":0,\"action\":\"play\"}",
        "{\"seats\":4}x",
        "{\"seats\":4,\"at_ms\":\"now\"}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        refused("bad_input", bad[i]);
    }
    line("{\"seats\":4,\"colour\":1}");
    ck_assert_ptr_nonnull(strstr(cJSON_GetStringValue(member("message")), "colour"));
    rules_run_line(run, "{\"seats\":4\0}", 12, &reply);
    ck_assert_ptr_nonnull(strstr(reply.text, "bad_input"));
    rules_run_too_long(run, &reply);
    ck_assert_ptr_nonnull(strstr(reply.text, "bad_input"));
    good("{\"seats\":4}");
}
END_TEST

START_TEST(options_may_be_numbers_and_yes_or_no)
{
    good("{\"seats\":4,\"options\":{\"max_rounds\":3,\"turn_limit\":45,\"split_confirm\":true,"
         "\"pace\":\"live\",\"referee\":\"@user\"}}");
    ck_assert_int_eq(
        cJSON_GetObjectItem(cJSON_GetArrayItem(member("owed"), 0), "deadline_ms")->valueint, 45000);
}
END_TEST

START_TEST(an_option_may_be_a_list)
{
    rules_run_free(&run);
    run = rules_run_new(game_find("infiltrators"));
    refused("bad_input", "{\"seats\":3,\"options\":{\"suits\":[]}}");
    refused("bad_input", "{\"seats\":3,\"options\":{\"suits\":[\"Y\",5]}}");
    refused("bad_input", "{\"seats\":3,\"options\":{\"suits\":[\"Y\",\"Q\"]}}");
    good("{\"seats\":3,\"options\":{\"suits\":[\"Y\",\"G\",\"B\"]}}");
    char *suits = cJSON_PrintUnformatted(
        cJSON_GetObjectItem(cJSON_GetObjectItem(member("views"), "crowd"), "suits"));
    ck_assert_str_eq(suits, "[\"Y\",\"G\",\"B\"]");
    cJSON_free(suits);
}
END_TEST

START_TEST(moves_of_the_wrong_shape_are_bad_input)
{
    static const char *const bad[] = {
        "",
        "{",
        "5",
        "{}",
        "{\"seat\":0}",
        "{\"action\":\"play\"}",
        "{\"seat\":\"bob\",\"action\":\"play\"}",
        "{\"seat\":null,\"action\":\"play\"}",
        "{\"seat\":0.5,\"action\":\"play\"}",
        "{\"seat\":0,\"action\":7}",
        "{\"seat\":0,\"action\":\"play\",\"args\":[]}",
        "{\"seat\":0,\"action\":\"play\",\"arg\":{}}",
        "{\"seat\":0,\"action\":\"play\",\"at_ms\":\"0\"}",
        "{\"seat\":0,\"action\":\"play\",\"at_ms\":-1}",
        "{\"seat\":0,\"action\":\"play\",\"args\":{\"symbol\":1,\"symbol\":2}}",
        "{\"seats\":4}",
    };
    good("{\"seats\":4,\"deal\":{\"leader\":0," SIGNALS "}}");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        refused("bad_input", bad[i]);
        ck_assert_int_eq(member("step")->valueint, 0);
    }
    refused("unknown_action", "{\"seat\":0,\"action\":\"dance\"}");
    refused("not_seated", "{\"seat\":7,\"action\":\"concede\"}");
    refused("not_seated", "{\"seat\":-1,\"action\":\"tick\"}");
    refused("not_seated", "{\"seat\":-2,\"action\":\"skip\"}");
    refused("not_seated", "{\"seat\":99999,\"action\":\"concede\"}");
    refused("not_yours", "{\"seat\":0,\"action\":\"tick\"}");
    refused("bad_argument", "{\"seat\":0,\"action\":\"play\",\"args\":{\"symbol\":1}}");
    refused("bad_argument", "{\"seat\":0,\"action\":\"play\",\"args\":{\"colour\":1}}");
    refused("bad_argument",
            "{\"seat\":\"moderator\",\"action\":\"leave\",\"args\":{\"seat\":1.5}}");
}
END_TEST

START_TEST(a_round_from_line_to_line)
{
    good("{\"seats\":4,\"deal\":{\"leader\":0," SIGNALS "}}");
    refused("not_your_turn", "{\"seat\":1,\"action\":\"play\",\"args\":{\"symbol\":\"money\"}}");
    ck_assert_ptr_nonnull(strstr(cJSON_GetStringValue(member("message")), "seat 0"));
    good("{\"seat\":0,\"action\":\"play\",\"args\":{\"symbol\":\"documents\",\"say\":\"Honestly! "
         "\\ud83d\\ude00\"},\"at_ms\":61000}");
    const cJSON *event = cJSON_GetArrayItem(member("events"), 0);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(event, "to")), "crowd");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(event, "id")), "interceptor.posted");
    ck_assert_str_eq(
        cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetObjectItem(event, "args"), "text")),
        "Honestly! 😀");
    event = cJSON_GetArrayItem(member("events"), 2);
    ck_assert_int_eq(cJSON_GetArrayItem(cJSON_GetObjectItem(event, "to"), 0)->valueint, 0);
    refused("bad_input", "{\"seat\":2,\"action\":\"play\",\"args\":{\"symbol\":\"documents\"},"
                         "\"at_ms\":60999}");
    good("{\"seat\":2,\"action\":\"play\",\"args\":{\"symbol\":\"documents\"}}");
    ck_assert_int_eq(
        cJSON_GetObjectItem(cJSON_GetArrayItem(member("owed"), 0), "deadline_ms")->valueint,
        181000); /* the time stood still */
    good("{\"seat\":1,\"action\":\"call\",\"args\":{\"kind\":\"word\",\"value\":\"honestly\","
         "\"symbol\":\"documents\"}}");
    ck_assert_str_eq(cJSON_GetStringValue(member("phase")), "over");
    const cJSON *result = member("result");
    char *text = cJSON_PrintUnformatted(result);
    ck_assert_str_eq(text, "{\"outcome\":\"win\",\"winners\":[1,3],\"reason\":\"interception\","
                           "\"scores\":[0,1,0,1]}");
    cJSON_free(text);
    ck_assert_int_eq(cJSON_GetArraySize(member("owed")), 0);
    refused("game_over", "{\"seat\":1,\"action\":\"play\"}");
    refused("game_over", "{\"seat\":\"house\",\"action\":\"tick\",\"at_ms\":99999999}");
    refused("bad_input", "{\"seat\":1}");
}
END_TEST

/* "to" is "crowd" or a list of seats, whatever is told. */
START_TEST(events_for_moderators_are_for_no_seat)
{
    good("{\"seats\":4,\"options\":{\"referee\":\"@kim\"},\"deal\":{\"leader\":0," SIGNALS "}}");
    good("{\"seat\":1,\"action\":\"call\",\"args\":{\"kind\":\"word\",\"value\":\"honest\","
         "\"symbol\":\"money\"}}");
    int asked = 0;
    const cJSON *event = NULL;
    cJSON_ArrayForEach(event, member("events"))
    {
        const cJSON *to = cJSON_GetObjectItem(event, "to");
        ck_assert(cJSON_IsArray(to) || strcmp(cJSON_GetStringValue(to), "crowd") == 0);
        if (cJSON_IsTrue(cJSON_GetObjectItem(event, "moderators"))) {
            ck_assert_int_eq(cJSON_GetArraySize(to), 0);
            asked++;
        }
    }
    ck_assert_int_eq(asked, 1);
    const cJSON *owed = cJSON_GetArrayItem(member("owed"), 0);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(owed, "seat")), "moderator");
}
END_TEST

START_TEST(ticks_go_on_until_nothing_is_due)
{
    good("{\"seats\":4,\"options\":{\"autoplay\":\"on\"},\"deal\":{\"leader\":0," SIGNALS "}}");
    good("{\"seat\":\"house\",\"action\":\"tick\",\"at_ms\":86400000}");
    const cJSON *crowd = cJSON_GetObjectItem(member("views"), "crowd");
    ck_assert_int_eq(cJSON_GetObjectItem(crowd, "round")->valueint, 180);
    ck_assert_int_eq(cJSON_GetArraySize(member("events")), 719 + 179 * 2);
    good("{\"seat\":\"moderator\",\"action\":\"skip\",\"at_ms\":86400000}");
}
END_TEST

/* The same lines give the same bytes. */
START_TEST(the_same_lines_give_the_same_replies)
{
    static const char *const lines[] = {
        "{\"seats\":4,\"seed\":" SEED ",\"deal\":{\"leader\":0," SIGNALS "}}",
        ("{\"seat\":3,\"action\":\"call\",\"args\":{\"kind\":\"word\",\"value\":\"honest\","
         "\"symbol\":\"money\"}}"),
        "{\"seat\":\"moderator\",\"action\":\"rule\",\"args\":{\"answer\":\"yes\"}}",
        "{\"seat\":\"house\",\"action\":\"tick\",\"at_ms\":500000}",
    };
    char *first[4];
    for (size_t i = 0; i < 4; i++) {
        line(lines[i]);
        first[i] = strdup(reply.text);
    }
    rules_run_free(&run);
    run = rules_run_new(game_find("interceptor"));
    for (size_t i = 0; i < 4; i++) {
        line(lines[i]);
        ck_assert_str_eq(reply.text, first[i]);
        free(first[i]);
    }
}
END_TEST

/* Longer than any row takes: the row refuses them, not the shape of the line. */
START_TEST(long_words_are_the_rows_to_refuse)
{
    static char text[RULES_LINE_MAX];
    static char word[10001];
    rules_run_free(&run);
    run = rules_run_new(game_find("decrypto"));
    good("{\"seats\":4,\"seed\":"
         "\"00000000000000000000000000000000000000000000000000000000000000aa\"}");
    memset(word, 'x', sizeof word - 1);
    snprintf(text, sizeof text,
             "{\"seat\":0,\"action\":\"clues\",\"args\":{\"clues\":[\"%s\",\"%s\",\"%s\"]}}", word,
             word, word);
    refused("clue_shape", text);
    snprintf(text, sizeof text,
             "{\"seat\":0,\"action\":\"clues\",\"args\":{\"clues\":[\"milk\",\"%s\",\"oven\"]}}",
             word);
    refused("clue_shape", text);
    good("{\"seat\":0,\"action\":\"clues\",\"args\":{\"clues\":[\"milk\",\"cup\",\"oven\"],"
         "\"insist\":true}}");
}
END_TEST

Suite *suite_rules_run(void);

Suite *suite_rules_run(void)
{
    Suite *suite = suite_create("rules_run");
    TCase *tcase = tcase_create("rules_run");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, deal_of_the_contract);
    tcase_add_test(tcase, deals_of_the_wrong_shape_are_bad_input_and_may_be_mended);
    tcase_add_test(tcase, options_may_be_numbers_and_yes_or_no);
    tcase_add_test(tcase, an_option_may_be_a_list);
    tcase_add_test(tcase, moves_of_the_wrong_shape_are_bad_input);
    tcase_add_test(tcase, a_round_from_line_to_line);
    tcase_add_test(tcase, events_for_moderators_are_for_no_seat);
    tcase_add_test(tcase, ticks_go_on_until_nothing_is_due);
    tcase_add_test(tcase, the_same_lines_give_the_same_replies);
    tcase_add_test(tcase, long_words_are_the_rows_to_refuse);
    suite_add_tcase(suite, tcase);
    return suite;
}
