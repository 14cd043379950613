/* An appservice that encrypts: keys come with events. */
#include "enc_kit.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "json_at.h"
#include "matrix_appservice.h"
#include "matrix_registration.h"

static int status;

static void answered(void *context, int code, const char *json)
{
    (void)context;
    (void)json;
    status = code;
}

static void up(void)
{
    mx_setting("DEADDROP_MATRIX_AS_TOKEN=as-secret");
    mx_setting("DEADDROP_MATRIX_HS_TOKEN=hs-secret");
    mx_setting("DEADDROP_MATRIX_APPSERVICE_PORT=1");
    mx_open();
    mx_answer("/versions", 200, "{\"versions\":[\"v1.11\"]}");
    mx_answer("/register", 400, "{\"errcode\":\"M_USER_IN_USE\"}");
    mx_answer("/devices/DEADDROP", 200, "{}");
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    mx_answer("/joined_rooms", 200, "{\"joined_rooms\":[\"" MX_ROOM "\"]}");
    mx_answer("/appservice/deaddrop/ping", 200, "{}");
    enc_serve();
    status = 0;
}

/* A transaction with what devices send to ours, and an event of MX_ROOM; "" none. */
static void take(const char *id, const char *to_device, const char *event, unsigned one_time)
{
    static char body[1 << 17];
    char room[1 << 14];
    char sent[1 << 15];
    snprintf(room, sizeof room, "{\"room_id\":\"" MX_ROOM "\",%s",
             event[0] == '\0' ? "" : event + 1);
    snprintf(sent, sizeof sent, "{\"to_user_id\":\"@bot:test\",\"to_device_id\":\"DEADDROP\",%s",
             to_device[0] == '\0' ? "" : to_device + 1);
    snprintf(body, sizeof body,
             "{\"events\":[%s],\"de.sorunome.msc2409.to_device\":[%s],"
             "\"org.matrix.msc3202.device_one_time_keys_count\":{\"@bot:test\":{\"DEADDROP\":{"
             "\"signed_curve25519\":%u}}},"
             "\"org.matrix.msc3202.device_unused_fallback_key_types\":{\"@bot:test\":{"
             "\"DEADDROP\":[\"signed_curve25519\"]}}}",
             event[0] == '\0' ? "" : room, to_device[0] == '\0' ? "" : sent, one_time);
    const struct matrix_transaction one = {"Bearer hs-secret", id, body, strlen(body)};
    matrix_appservice_receive(mx_bot()->appservice, &one, answered, NULL);
}

START_TEST(what_is_encrypted_is_read_with_the_keys_that_came_before_it)
{
    up();
    const char *key = enc_key(ENC_ALICE);
    take("t1", key, enc_says(ENC_ALICE, "$1", "!help"), 50);
    enc_state_of();
    ck_assert_int_eq(status, 200);
    ck_assert_str_eq(mx_last()->event, "$1");
    ck_assert_str_eq(mx_last()->text, "!help");
    ck_assert_str_eq(mx_row("transaction"), "t1");
}
END_TEST

START_TEST(a_transaction_is_answered_when_its_keys_are_on_disk)
{
    up();
    const char *key = enc_key(ENC_ALICE);
    mx->broken = true;
    take("t1", key, "", 50);
    mx_store();
    ck_assert_int_eq(status, 503);
    mx->broken = false;
    status = 0;
    take("t1", key, "", 50);
    ck_assert_int_eq(status, 0);
    mx_run(10000);
    enc_serve();
    ck_assert_int_eq(status, 200);
    mx_run(7200000);
    enc_serve();
    ck_assert_uint_eq(enc_asked_count("/keys/claim"), 0); /* it was read once */
}
END_TEST

START_TEST(keys_are_topped_up_by_what_transactions_say)
{
    up();
    ck_assert_uint_eq(enc_asked_count("/keys/upload"), 1);
    take("t1", "", "", 7);
    enc_serve();
    ck_assert_uint_eq(enc_asked_count("/keys/upload"), 2);
    ck_assert_int_eq(cJSON_GetArraySize(json_at(enc_asked("/keys/upload"), "one_time_keys")), 43);
}
END_TEST

START_TEST(the_registration_asks_for_keys)
{
    struct buf text;
    struct fault fault;
    up();
    buf_init(&text, 1 << 14);
    ck_assert_int_eq(matrix_registration(&text, mx->settings, mx->hand->wire.entropy, &fault), 0);
    ck_assert_ptr_nonnull(strstr(text.text, "\norg.matrix.msc3202: true\n"));
    ck_assert_ptr_nonnull(strstr(text.text, "\nde.sorunome.msc2409.push_ephemeral: true\n"));
    buf_deinit(&text);
}
END_TEST

START_TEST(what_is_sent_to_another_device_is_not_read)
{
    char event[1 << 14];
    up();
    const char *key = enc_key(ENC_ALICE);
    snprintf(event, sizeof event,
             "{\"events\":[],\"to_device\":[{\"to_user_id\":\"@bot:test\",\"to_device_id\":"
             "\"OTHER\",%s]}",
             key + 1);
    const struct matrix_transaction one = {"Bearer hs-secret", "t1", event, strlen(event)};
    matrix_appservice_receive(mx_bot()->appservice, &one, answered, NULL);
    enc_serve();
    ck_assert_int_eq(status, 200);
    take("t2", "", enc_says(ENC_ALICE, "$1", "!help"), 50);
    unsigned count = mx->inbound_count;
    enc_state_of();
    ck_assert_uint_eq(mx->inbound_count, count);
}
END_TEST

Suite *suite_encryption_service(void);

Suite *suite_encryption_service(void)
{
    Suite *suite = suite_create("encryption_service");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enc_set_up, enc_tear_down);
    tcase_add_test(all, what_is_encrypted_is_read_with_the_keys_that_came_before_it);
    tcase_add_test(all, a_transaction_is_answered_when_its_keys_are_on_disk);
    tcase_add_test(all, keys_are_topped_up_by_what_transactions_say);
    tcase_add_test(all, the_registration_asks_for_keys);
    tcase_add_test(all, what_is_sent_to_another_device_is_not_read);
    suite_add_tcase(suite, all);
    return suite;
}
