/* Our own keys: stored, uploaded, signed; and what a sync says of them. */
#include "enc_kit.h"

#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "heap.h"
#include "json_at.h"

START_TEST(keys_are_on_disk_before_they_are_uploaded)
{
    mx_up();
    ck_assert(!mx_asks("/keys/upload"));
    mx_store();
    mx_run(1);
    ck_assert(mx_asks("/keys/upload"));
    ck_assert_ptr_nonnull(strstr(mx_row("e/account"), "\"upload\""));
    ck_assert_ptr_null(strstr(mx_row("e/account"), "\"curve25519:DEADDROP\":{"));
}
END_TEST

START_TEST(after_a_crash_the_same_bytes_are_uploaded_again)
{
    mx_up();
    mx_store();
    mx_run(1);
    char *body = heap_copy(mx_call("/keys/upload")->body);
    enc_again();
    ck_assert_str_eq(mx_call("/keys/upload")->body, body);
    free(body);
}
END_TEST

START_TEST(what_could_not_be_stored_is_not_uploaded_and_stored_later)
{
    mx->broken = true;
    mx_up();
    mx_store();
    mx_run(1000);
    ck_assert(!mx_asks("/keys/upload"));
    mx->broken = false;
    mx_run(10000);
    mx_store();
    mx_run(1);
    ck_assert(mx_asks("/keys/upload"));
}
END_TEST

START_TEST(the_device_is_signed_by_an_identity_at_the_first_start)
{
    enc_live();
    ck_assert_uint_eq(enc_asked_count("/keys/device_signing/upload"), 1);
    ck_assert_uint_eq(enc_asked_count("/keys/signatures/upload"), 1);
    ck_assert_ptr_null(json_at(enc_asked("/keys/device_signing/upload"), "auth"));
    ck_assert_str_ne(mx_row("e/cross"), "");
    enc_again();
    enc_serve();
    ck_assert_uint_eq(enc_asked_count("/keys/device_signing/upload"), 1);
    ck_assert_uint_eq(enc_asked_count("/keys/signatures/upload"), 1);
}
END_TEST

START_TEST(an_identity_that_is_there_is_never_replaced)
{
    mx_up();
    enc_serve_but("/keys/device_signing/upload"); /* somebody's client was sooner */
    mx_answer("/keys/device_signing/upload", 401,
              "{\"session\":\"x\",\"flows\":[{\"stages\":[\"m.login.password\"]}],\"params\":{}}");
    enc_serve();
    mx_run(600000);
    ck_assert(!mx_asks("/keys/device_signing/upload"));
    ck_assert_uint_eq(enc_asked_count("/keys/signatures/upload"), 0);
}
END_TEST

START_TEST(one_time_keys_are_topped_up)
{
    enc_live();
    ck_assert_uint_eq(enc_asked_count("/keys/upload"), 1);
    mx_answer("/sync?", 200,
              "{\"next_batch\":\"s3\",\"device_one_time_keys_count\":{\"signed_curve25519\":10},"
              "\"device_unused_fallback_key_types\":[\"signed_curve25519\"]}");
    enc_serve();
    ck_assert_uint_eq(enc_asked_count("/keys/upload"), 2);
    const cJSON *body = enc_asked("/keys/upload");
    ck_assert_int_eq(cJSON_GetArraySize(json_at(body, "one_time_keys")), 40);
    ck_assert_ptr_null(json_at(body, "fallback_keys"));
    mx_answer("/sync?", 200,
              "{\"next_batch\":\"s4\",\"device_one_time_keys_count\":{\"signed_curve25519\":50},"
              "\"device_unused_fallback_key_types\":[]}");
    enc_serve();
    ck_assert_uint_eq(enc_asked_count("/keys/upload"), 3);
    ck_assert_ptr_nonnull(json_at(enc_asked("/keys/upload"), "fallback_keys"));
}
END_TEST

/* A store that was put back from a copy makes keys under names that the homeserver has. */
START_TEST(keys_that_are_refused_give_way_to_others)
{
    mx_up();
    mx_store();
    mx_run(1);
    char *before = heap_copy(mx_call("/keys/upload")->body);
    mx_answer("/keys/upload", 400,
              "{\"errcode\":\"M_UNKNOWN\",\"error\":\"One time key already exists\"}");
    mx_run(61000);
    enc_serve();
    ck_assert_uint_eq(enc_asked_count("/keys/upload"), 1);
    const cJSON *now = json_at(enc_asked("/keys/upload"), "one_time_keys");
    cJSON *old = cJSON_ParseWithLength(before, strlen(before));
    ck_assert_int_eq(cJSON_GetArraySize(now), 50);
    for (const cJSON *key = now->child; key != NULL; key = key->next) {
        ck_assert_ptr_null(json_at(json_at(old, "one_time_keys"), key->string));
    }
    cJSON_Delete(old);
    free(before);
}
END_TEST

START_TEST(who_asks_to_verify_the_bot_is_told_that_it_does_not)
{
    enc_live();
    enc_sync("s3",
             "{\"type\":\"m.key.verification.request\",\"sender\":\"" MX_ALICE "\",\"content\":{"
             "\"from_device\":\"PHONE\",\"transaction_id\":\"T1\",\"methods\":[\"m.sas.v1\"],"
             "\"timestamp\":1}}",
             "");
    enc_serve();
    ck_assert_uint_eq(enc_asked_count("/sendToDevice/m.key.verification.cancel/"), 1);
    const cJSON *content =
        json_at(json_at(json_at(enc_asked("/sendToDevice/m.key.verification.cancel/"), "messages"),
                        MX_ALICE),
                "PHONE");
    ck_assert_str_eq(json_at_text(content, "transaction_id"), "T1");
    ck_assert_str_eq(json_at_text(content, "code"), "m.user");
}
END_TEST

/* So do clients that verify other people: in the room that they share. */
START_TEST(who_asks_to_verify_the_bot_in_a_room_is_told_there)
{
    enc_live();
    matrix_room_find(mx_matrix(), MX_ROOM)->encryption = MATRIX_PLAIN;
    mx_talk("s3", "{\"type\":\"m.room.message\",\"sender\":\"" MX_ALICE "\",\"event_id\":\"$v\","
                  "\"content\":{\"msgtype\":\"m.key.verification.request\",\"body\":\"verify?\","
                  "\"from_device\":\"PHONE\",\"to\":\"" MX_BOT "\",\"methods\":[\"m.sas.v1\"]}}");
    const struct hand_call *call = mx_call("/send/m.key.verification.cancel/");
    ck_assert_ptr_nonnull(strstr(call->body, "\"code\":\"m.user\""));
    ck_assert_ptr_nonnull(strstr(call->body, "\"event_id\":\"$v\""));
    mx_answer("/send/m.key.verification.cancel/", 200, "{\"event_id\":\"$c\"}");
    mx_talk("s4", "{\"type\":\"m.room.message\",\"sender\":\"" MX_ALICE "\",\"event_id\":\"$w\","
                  "\"content\":{\"msgtype\":\"m.key.verification.request\",\"body\":\"verify?\","
                  "\"from_device\":\"PHONE\",\"to\":\"@ben:test\",\"methods\":[]}}");
    ck_assert(!mx_asks("/send/m.key.verification.cancel/"));
}
END_TEST

START_TEST(without_a_key_or_with_another_one_it_does_not_open)
{
    struct fault fault = {0};
    const struct matrix_on on = {.wire = &mx->hand->wire};
    enc_live();
    mx_close();
    mx_setting("DEADDROP_MATRIX_ENCRYPTION_KEY="
               "00b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90");
    settings_free(&mx->settings);
    mx->settings = mx_settings();
    ck_assert_int_eq(matrix_open_on(&mx->adapter, NULL, &on, mx->settings, &fault), -1);
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
    ck_assert_ptr_nonnull(strstr(fault.text, "encryption_key"));
    ck_assert_ptr_null(mx->adapter);
}
END_TEST

START_TEST(an_account_that_cannot_be_read_is_never_made_anew)
{
    struct fault fault = {0};
    const struct matrix_on on = {.wire = &mx->hand->wire};
    enc_live();
    mx_close();
    mx->damaged = "e/account";
    ck_assert_int_eq(matrix_open_on(&mx->adapter, NULL, &on, mx->settings, &fault), -1);
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
    ck_assert_ptr_nonnull(strstr(fault.text, "damaged"));
}
END_TEST

START_TEST(a_device_that_was_signed_out_uploads_all_its_keys_again)
{
    enc_live();
    enc_sign_out();
    enc_again();
    enc_serve();
    mx_run(10000);
    enc_serve();
    ck_assert_uint_eq(enc_asked_count("/keys/upload"), 2);
    const cJSON *body = enc_asked("/keys/upload");
    ck_assert_ptr_nonnull(json_at(body, "device_keys"));
    ck_assert_int_eq(cJSON_GetArraySize(json_at(body, "one_time_keys")), 50);
    ck_assert_uint_eq(enc_asked_count("/keys/device_signing/upload"), 1);
    ck_assert_uint_eq(enc_asked_count("/keys/signatures/upload"), 2);
}
END_TEST

Suite *suite_encryption_keys(void);

Suite *suite_encryption_keys(void)
{
    Suite *suite = suite_create("encryption_keys");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enc_set_up, enc_tear_down);
    tcase_add_test(all, keys_are_on_disk_before_they_are_uploaded);
    tcase_add_test(all, after_a_crash_the_same_bytes_are_uploaded_again);
    tcase_add_test(all, what_could_not_be_stored_is_not_uploaded_and_stored_later);
    tcase_add_test(all, the_device_is_signed_by_an_identity_at_the_first_start);
    tcase_add_test(all, an_identity_that_is_there_is_never_replaced);
    tcase_add_test(all, one_time_keys_are_topped_up);
    tcase_add_test(all, keys_that_are_refused_give_way_to_others);
    tcase_add_test(all, who_asks_to_verify_the_bot_is_told_that_it_does_not);
    tcase_add_test(all, who_asks_to_verify_the_bot_in_a_room_is_told_there);
    tcase_add_test(all, without_a_key_or_with_another_one_it_does_not_open);
    tcase_add_test(all, an_account_that_cannot_be_read_is_never_made_anew);
    tcase_add_test(all, a_device_that_was_signed_out_uploads_all_its_keys_again);
    suite_add_tcase(suite, all);
    return suite;
}
