/* Keys in the Matrix homeserver for tests, where it has knobs; what it does by itself is compared
 * with what Synapse does (tests/fake/matrix/keys_test.py). */
#include "mxfake_kit.h"

#include <stdio.h>
#include <string.h>

static struct mxfake_kit kit;

static void open_kit(void)
{
    mxfake_kit_open(&kit);
}

static void close_kit(void)
{
    mxfake_kit_close(&kit);
}

#define KEY(word)       "{\"key\":\"" word "\",\"signatures\":{}}"
#define ONCE(name, key) "{\"one_time_keys\":{\"signed_curve25519:" name "\":" key "}}"

static const char claims[] = "{\"one_time_keys\":{\"%s\":{\"BOT\":\"signed_curve25519\"}}}";

/* The key of the bot's that is claimed; "" none. */
static const char *claimed(void)
{
    char body[256];
    snprintf(body, sizeof body, claims, kit.bot);
    MXFAKE_KIT_WANTS(&kit, 200, "POST", body, "/keys/claim");
    const cJSON *of_user = cJSON_GetObjectItem(mxfake_kit_at(kit.json, "one_time_keys"), kit.bot);
    const cJSON *key = mxfake_kit_at(of_user, "BOT");
    return key == NULL ? "" : key->child->string;
}

static int64_t left(void)
{
    mxfake_kit_sync(&kit, "");
    const cJSON *count = mxfake_kit_at(kit.json, "device_one_time_keys_count/signed_curve25519");
    ck_assert(cJSON_IsNumber(count));
    return (int64_t)count->valuedouble;
}

START_TEST(a_key_is_claimed_once_and_then_the_fallback_key_as_often_as_it_is_wanted)
{
    MXFAKE_KIT_WANTS(&kit, 200, "POST", ONCE("A", KEY("a")), "/keys/upload");
    MXFAKE_KIT_WANTS(&kit, 200, "POST",
                     "{\"fallback_keys\":{\"signed_curve25519:F\":" KEY("f") "}}", "/keys/upload");
    ck_assert_int_eq(left(), 1);
    ck_assert_str_eq(
        cJSON_GetStringValue(mxfake_kit_at(kit.json, "device_unused_fallback_key_types/0")),
        "signed_curve25519");
    ck_assert_str_eq(claimed(), "signed_curve25519:A");
    ck_assert_int_eq(left(), 0);
    ck_assert_str_eq(claimed(), "signed_curve25519:F");
    ck_assert_str_eq(claimed(), "signed_curve25519:F");
    left();
    ck_assert_int_eq(
        cJSON_GetArraySize(mxfake_kit_at(kit.json, "device_unused_fallback_key_types")), 0);
    ck_assert_int_eq(mxfake_count(kit.fake, "keys_claimed"), 1);
    ck_assert_int_eq(mxfake_count(kit.fake, "fallbacks_claimed"), 2);
}
END_TEST

START_TEST(other_bytes_under_the_name_of_a_key_are_refused_and_counted)
{
    MXFAKE_KIT_WANTS(&kit, 200, "POST", ONCE("A", KEY("a")), "/keys/upload");
    MXFAKE_KIT_WANTS(&kit, 200, "POST", ONCE("A", KEY("a")), "/keys/upload");
    MXFAKE_KIT_WANTS(&kit, 400, "POST", ONCE("A", KEY("b")), "/keys/upload");
    ck_assert_int_eq(mxfake_count(kit.fake, "keys_refused"), 1);
    ck_assert_int_eq(left(), 1);
}
END_TEST

START_TEST(a_server_that_does_not_answer_is_a_failure_of_queries_and_claims)
{
    const char *cy = mxfake_person(kit.fake, "cy:far.example");
    mxfake_unreachable(kit.fake, "far.example", true);
    char body[256];
    snprintf(body, sizeof body, "{\"device_keys\":{\"%s\":[],\"%s\":[]}}", cy, kit.bot);
    MXFAKE_KIT_WANTS(&kit, 200, "POST", body, "/keys/query");
    ck_assert_ptr_nonnull(mxfake_kit_at(kit.json, "failures/far.example/status"));
    ck_assert_int_eq(cJSON_GetArraySize(mxfake_kit_at(kit.json, "device_keys")), 1);
    snprintf(body, sizeof body, "{\"one_time_keys\":{\"%s\":{\"A\":\"signed_curve25519\"}}}", cy);
    MXFAKE_KIT_WANTS(&kit, 200, "POST", body, "/keys/claim");
    ck_assert_ptr_nonnull(mxfake_kit_at(kit.json, "failures/far.example"));
    mxfake_unreachable(kit.fake, "far.example", false);
    MXFAKE_KIT_WANTS(&kit, 200, "POST", body, "/keys/claim");
    ck_assert_ptr_null(mxfake_kit_at(kit.json, "failures/far.example"));
}
END_TEST

START_TEST(an_identity_is_replaced_by_who_proves_who_they_are_in_the_way_of_the_server)
{
    char master[400];
    const char *const names[] = {"first", "second", "third"};
    static const char form[] = "{\"master_key\":{\"user_id\":\"%s\",\"usage\":[\"master\"],"
                               "\"keys\":{\"ed25519:%s\":\"%s\"}}%s}";
    static const char path[] = "/keys/device_signing/upload";
    snprintf(master, sizeof master, form, kit.bot, names[0], names[0], "");
    MXFAKE_KIT_WANTS(&kit, 200, "POST", master, path);
    MXFAKE_KIT_WANTS(&kit, 200, "POST", master, path);
    snprintf(master, sizeof master, form, kit.bot, names[1], names[1], "");
    MXFAKE_KIT_WANTS(&kit, 401, "POST", master, path);
    ck_assert_str_eq(mxfake_kit_text(kit.json, "flows/0/stages/0"), "m.login.password");
    mxfake_knobs(kit.fake)->oauth = true;
    MXFAKE_KIT_WANTS(&kit, 401, "POST", master, path);
    ck_assert_str_eq(mxfake_kit_text(kit.json, "flows/0/stages/0"), "m.oauth");
    snprintf(master, sizeof master, form, kit.bot, names[2], names[2],
             ",\"auth\":{\"type\":\"m.login.password\",\"password\":\"secret\"}");
    MXFAKE_KIT_WANTS(&kit, 200, "POST", master, path);
    ck_assert_int_eq(mxfake_count(kit.fake, "identities"), 2);
}
END_TEST

START_TEST(messages_to_a_device_come_in_parts_with_a_token_for_each)
{
    mxfake_knobs(kit.fake)->mail_max = 2;
    mxfake_kit_sync(&kit, "");
    for (int i = 0; i < 5; i++) {
        char content[32];
        snprintf(content, sizeof content, "{\"i\":%d}", i);
        ck_assert(mxfake_to_device(kit.fake, kit.ana, kit.bot, "m.dummy", content));
    }
    int next = 0;
    for (int part = 0; part < 3; part++) {
        mxfake_kit_sync(&kit, "");
        const cJSON *mail = NULL;
        cJSON_ArrayForEach(mail, mxfake_kit_at(kit.json, "to_device/events"))
        {
            ck_assert_int_eq((int)mxfake_kit_at(mail, "content/i")->valuedouble, next++);
        }
    }
    ck_assert_int_eq(next, 5);
    mxfake_kit_sync(&kit, "");
    ck_assert_ptr_null(mxfake_kit_at(kit.json, "to_device"));
}
END_TEST

START_TEST(keys_that_are_asked_for_can_fail_be_late_and_be_limited)
{
    static const char query[] = "{\"device_keys\":{}}";
    const struct mxfake_fault late = {
        .verb = MXFAKE_DELAY_AFTER, .route = "POST *keys/query", .times = 1, .ms = 5000};
    const struct mxfake_fault limited = {
        .verb = MXFAKE_LIMITED, .route = "POST *keys/claim", .times = 1, .ms = 2000};
    const struct mxfake_fault lost = {
        .verb = MXFAKE_DROP_AFTER, .route = "POST *keys/upload", .times = 1};
    mxfake_fault(kit.fake, &late);
    mxfake_fault(kit.fake, &limited);
    mxfake_fault(kit.fake, &lost);
    int64_t began_ms = mxfake_now_ms(kit.fake);
    MXFAKE_KIT_WANTS(&kit, 200, "POST", query, "/keys/query");
    ck_assert_int_ge(mxfake_now_ms(kit.fake) - began_ms, 5000);
    MXFAKE_KIT_WANTS(&kit, 429, "POST", "{}", "/keys/claim");
    MXFAKE_KIT_WANTS(&kit, 0, "POST", ONCE("A", KEY("a")), "/keys/upload");
    ck_assert_int_eq(left(), 1);
}
END_TEST

Suite *suite_mxfake_keys(void);
Suite *suite_mxfake_keys(void)
{
    Suite *suite = suite_create("mxfake_keys");
    TCase *tests = tcase_create("keys");
    tcase_add_checked_fixture(tests, open_kit, close_kit);
    tcase_add_test(tests, a_key_is_claimed_once_and_then_the_fallback_key_as_often_as_it_is_wanted);
    tcase_add_test(tests, other_bytes_under_the_name_of_a_key_are_refused_and_counted);
    tcase_add_test(tests, a_server_that_does_not_answer_is_a_failure_of_queries_and_claims);
    tcase_add_test(tests,
                   an_identity_is_replaced_by_who_proves_who_they_are_in_the_way_of_the_server);
    tcase_add_test(tests, messages_to_a_device_come_in_parts_with_a_token_for_each);
    tcase_add_test(tests, keys_that_are_asked_for_can_fail_be_late_and_be_limited);
    suite_add_tcase(suite, tests);
    return suite;
}
