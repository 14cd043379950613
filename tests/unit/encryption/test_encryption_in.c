/* What is encrypted, on its way to the house. */
#include "enc_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "heap.h"
#include "json_at.h"
#include "matrix_e2ee.h"
#include "matrix_encrypt.h"

static unsigned rows_of(const char *head)
{
    unsigned count = 0;
    for (unsigned i = 0; i < MX_ROWS_MAX; i++) {
        count += strncmp(mx->rows[i].key, head, strlen(head)) == 0;
    }
    return count;
}

static bool heard(const char *event, const char *text)
{
    bool is = false;
    for (unsigned i = 0; i < mx->inbound_count; i++) {
        is = is ||
             (strcmp(mx->inbound[i].event, event) == 0 && strcmp(mx->inbound[i].text, text) == 0);
    }
    return is;
}

START_TEST(a_room_that_is_encrypted_in_mid_game_goes_on_there)
{
    enc_live();
    ck_assert_uint_eq(mx->unreached, 0);
    ck_assert_str_eq(mx->said, "");
    ck_assert_int_eq(matrix_room_find(mx_matrix(), MX_ROOM)->encryption, MATRIX_ENCRYPTED);
}
END_TEST

START_TEST(what_is_encrypted_is_read)
{
    enc_live();
    const char *key = enc_key(ENC_ALICE);
    enc_sync("s3", key, enc_says(ENC_ALICE, "$1", "!help"));
    enc_serve();
    ck_assert(heard("$1", "!help"));
    ck_assert_str_eq(mx_last()->account, MX_ALICE);
    enc_sync("s4", "", enc_says(ENC_ALICE, "$2", "!status"));
    enc_serve();
    ck_assert(heard("$2", "!status"));
}
END_TEST

START_TEST(what_is_plain_in_an_encrypted_room_is_nobodys)
{
    enc_live();
    unsigned count = mx->inbound_count;
    mx_talk("s3", mx_text("$1", "!start"));
    enc_serve();
    ck_assert_uint_eq(mx->inbound_count, count);
    mx_talk("s4", "{\"type\":\"m.reaction\",\"sender\":\"" MX_ALICE "\",\"event_id\":\"$2\","
                  "\"content\":{\"m.relates_to\":{\"rel_type\":\"m.annotation\","
                  "\"event_id\":\"$b\",\"key\":\"1\"}}}");
    enc_serve();
    ck_assert_int_eq(mx_last()->kind, INBOUND_REACTION); /* these are never encrypted */
}
END_TEST

START_TEST(the_token_goes_to_disk_with_the_keys_that_came_by_it)
{
    enc_live();
    const char *key = enc_key(ENC_ALICE);
    enc_sync("s3", key, "");
    mx_run(1);
    ck_assert_str_eq(mx_row("sync"), "s1");
    mx->broken = true;
    mx_store();
    mx->broken = false;
    ck_assert_str_eq(mx_row("sync"), "s1");
    ck_assert_uint_eq(rows_of("e/peer/"), 0);
    mx_run(10000);
    mx_store(); /* what was not stored goes with the next */
    ck_assert_str_eq(mx_row("sync"), "s3");
    ck_assert_uint_eq(rows_of("e/peer/"), 1);
}
END_TEST

/* By the next poll the homeserver forgets what devices have sent. */
START_TEST(nothing_is_acknowledged_before_it_is_on_disk)
{
    enc_live();
    const char *key = enc_key(ENC_ALICE);
    mx->broken = true;
    enc_sync("s3", key, "");
    ck_assert(!mx_asks("/sync?"));
    mx_store();
    mx_run(1);
    ck_assert(!mx_asks("/sync?"));
    mx->broken = false;
    mx_run(10000);
    mx_store();
    mx_run(1);
    ck_assert_ptr_nonnull(strstr(mx_call("/sync?")->url, "since=s3"));
    ck_assert_uint_eq(rows_of("e/peer/"), 1);
    ck_assert_str_eq(mx_row("sync"), "s3");
}
END_TEST

START_TEST(a_poll_that_is_repeated_reads_nothing_twice)
{
    enc_live();
    char *key = heap_copy(enc_key(ENC_ALICE));
    char body[1 << 16];
    snprintf(body, sizeof body, "{\"next_batch\":\"s3\",\"to_device\":{\"events\":[%s]}}", key);
    body[strlen(body) - 1] = '\0'; /* it was cut */
    mx_answer("/sync?", 200, body);
    mx_run(120000);
    enc_serve();
    enc_sync("s3", key, enc_says(ENC_ALICE, "$1", "!help"));
    enc_serve();
    ck_assert(heard("$1", "!help"));
    mx_run(7200000);
    enc_serve();
    ck_assert_uint_eq(enc_asked_count("/keys/claim"), 0); /* no session was taken for lost */
    free(key);
}
END_TEST

START_TEST(a_key_that_comes_late_is_waited_for)
{
    enc_live();
    char *key = heap_copy(enc_key(ENC_ALICE));
    unsigned count = mx->inbound_count;
    enc_sync("s3", "", enc_says(ENC_ALICE, "$1", "!join"));
    enc_serve();
    ck_assert_uint_eq(mx->inbound_count, count);
    ck_assert_uint_eq(rows_of("e/late/"), 1);
    mx_run(20000);
    ck_assert_uint_eq(enc_asked_count("/sendToDevice/m.room_key_request/"), 0);
    enc_sync("s4", key, "");
    enc_serve();
    ck_assert(heard("$1", "!join"));
    mx_run(70000);
    enc_sync("s5", "", "");
    enc_serve();
    ck_assert_uint_eq(rows_of("e/late/"), 0);
    ck_assert_uint_eq(mx->said_count, 0);
    free(key);
}
END_TEST

START_TEST(a_key_that_does_not_come_is_asked_for_once_and_then_told_once)
{
    enc_live();
    mx->plays = true;
    (void)enc_key(ENC_ALICE);
    enc_sync("s3", "", enc_says(ENC_ALICE, "$1", "!join"));
    enc_serve();
    enc_sync("s4", "", enc_says(ENC_ALICE, "$2", "!join"));
    enc_serve();
    mx_run(61000);
    enc_serve();
    ck_assert_uint_eq(enc_asked_count("/sendToDevice/m.room_key_request/"), 1);
    const cJSON *messages = json_at(enc_asked("/sendToDevice/m.room_key_request/"), "messages");
    const cJSON *content = json_at(json_at(messages, MX_ALICE), "*");
    ck_assert_str_eq(json_at_text(content, "action"), "request");
    ck_assert_str_eq(json_at_text(json_at(content, "body"), "room_id"), MX_ROOM);
    ck_assert_uint_eq(mx->said_count, 0);
    mx_run(61000);
    enc_serve();
    ck_assert_uint_eq(mx->said_count, 1);
    ck_assert_str_eq(mx->said, MX_ROOM " matrix.unreadable");
    mx_run(600000);
    enc_serve();
    ck_assert_uint_eq(mx->said_count, 1);
    ck_assert_uint_eq(enc_asked_count("/sendToDevice/m.room_key_request/"), 1);
}
END_TEST

START_TEST(a_restart_loses_nothing_whose_key_has_not_come)
{
    enc_live();
    char *key = heap_copy(enc_key(ENC_ALICE));
    enc_sync("s3", "", enc_says(ENC_ALICE, "$1", "!join"));
    enc_serve();
    ck_assert_str_eq(mx_row("sync"), "s3");
    enc_again();
    matrix_room_find(mx_matrix(), MX_ROOM)->own = MATRIX_JOINED;
    enc_sync("s4", key, "");
    enc_serve();
    ck_assert(heard("$1", "!join"));
    enc_serve();
    free(key);
}
END_TEST

START_TEST(what_was_said_once_is_not_said_again_by_anybody)
{
    enc_live();
    const char *key = enc_key(ENC_ALICE);
    char *event = heap_copy(enc_says(ENC_ALICE, "$1", "!leave"));
    enc_sync("s3", key, event);
    enc_serve();
    ck_assert(heard("$1", "!leave"));
    unsigned count = mx->inbound_count;
    strstr(event, "$1")[1] = '2';
    enc_sync("s4", "", event);
    enc_serve();
    ck_assert_uint_eq(mx->inbound_count, count);
    free(event);
}
END_TEST

START_TEST(old_sessions_of_others_go_with_time)
{
    enc_live();
    const char *key = enc_key(ENC_ALICE);
    enc_sync("s3", key, enc_says(ENC_ALICE, "$1", "!help"));
    enc_serve();
    ck_assert_uint_eq(rows_of("e/in/"), 1);
    ck_assert_uint_eq(rows_of("e/seen/"), 1);
    mx->hand->ahead_ms += MATRIX_SESSION_KEPT_MS;
    mx_run(60000);
    mx_answer("/sync?", 200, "{\"next_batch\":\"s4\"}");
    enc_serve();
    ck_assert_uint_eq(rows_of("e/in/"), 0);
    ck_assert_uint_eq(rows_of("e/seen/"), 0);
}
END_TEST

START_TEST(who_is_forgotten_leaves_no_keys_behind)
{
    enc_live();
    const char *key = enc_key(ENC_ALICE);
    enc_sync("s3", key, enc_says(ENC_ALICE, "$1", "!help"));
    enc_serve();
    ck_assert_uint_eq(rows_of("e/peer/"), 1);
    const struct matrix_e2ee *e2ee = mx_matrix()->e2ee;
    const char *const alice[] = {MX_ALICE};
    (void)e2ee->encrypts(e2ee, alice, 1);
    enc_serve();
    matrix_encrypt_forget(mx_bot(), MX_ALICE);
    mx_answer("/sync?", 200, "{\"next_batch\":\"s4\"}");
    enc_serve();
    ck_assert_uint_eq(rows_of("e/peer/"), 0);
    ck_assert_uint_eq(rows_of("e/in/"), 0);
    ck_assert_uint_eq(rows_of("e/user/"), 0);
}
END_TEST

START_TEST(an_invite_into_an_encrypted_room_is_followed)
{
    enc_live();
    mx_sync("s3", "\"invite\":{\"!den:test\":{\"invite_state\":{\"events\":["
                  "{\"type\":\"m.room.encryption\",\"state_key\":\"\",\"sender\":\"" MX_ALICE
                  "\",\"content\":{\"algorithm\":\"m.megolm.v1.aes-sha2\"}},"
                  "{\"type\":\"m.room.member\",\"state_key\":\"@bot:test\",\"sender\":\"" MX_ALICE
                  "\",\"content\":{\"membership\":\"invite\"}}]}}}");
    enc_serve();
    ck_assert(mx_asks("/join/") || mx_asks("/join"));
    ck_assert(!mx_asks("/leave"));
}
END_TEST

Suite *suite_encryption_in(void);

Suite *suite_encryption_in(void)
{
    Suite *suite = suite_create("encryption_in");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enc_set_up, enc_tear_down);
    tcase_add_test(all, a_room_that_is_encrypted_in_mid_game_goes_on_there);
    tcase_add_test(all, what_is_encrypted_is_read);
    tcase_add_test(all, what_is_plain_in_an_encrypted_room_is_nobodys);
    tcase_add_test(all, the_token_goes_to_disk_with_the_keys_that_came_by_it);
    tcase_add_test(all, nothing_is_acknowledged_before_it_is_on_disk);
    tcase_add_test(all, a_poll_that_is_repeated_reads_nothing_twice);
    tcase_add_test(all, a_key_that_comes_late_is_waited_for);
    tcase_add_test(all, a_key_that_does_not_come_is_asked_for_once_and_then_told_once);
    tcase_add_test(all, a_restart_loses_nothing_whose_key_has_not_come);
    tcase_add_test(all, what_was_said_once_is_not_said_again_by_anybody);
    tcase_add_test(all, old_sessions_of_others_go_with_time);
    tcase_add_test(all, who_is_forgotten_leaves_no_keys_behind);
    tcase_add_test(all, an_invite_into_an_encrypted_room_is_followed);
    suite_add_tcase(suite, all);
    return suite;
}
