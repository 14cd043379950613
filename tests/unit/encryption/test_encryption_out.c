/* What is sent into encrypted rooms: sealed, stored, and only then let go. */
#include "enc_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "heap.h"
#include "json_at.h"
#include "matrix_attachment.h"
#include "matrix_e2ee.h"

enum { ASKED_AT_ONCE = 100 };

/* One content on its way, and what became of it. */
struct sealing {
    struct matrix_sealing base;
    const char *text;
    bool ended;
    enum matrix_seal_end end;
    cJSON *content;
    unsigned again;
};

static struct sealing first;
static struct sealing second;

static struct matrix_room *room(void)
{
    return matrix_room_find(mx_matrix(), MX_ROOM);
}

static void seal(struct sealing *sealing)
{
    const struct matrix_e2ee *e2ee = mx_matrix()->e2ee;
    char content[256];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "msgtype", "m.notice");
    cJSON_AddStringToObject(json, "body", sealing->text);
    ck_assert(cJSON_PrintPreallocated(json, content, sizeof content, false));
    cJSON_Delete(json);
    e2ee->seal(e2ee, room(), &sealing->base, "m.room.message", content);
}

static void seal_ended(struct matrix_sealing *base, const struct matrix_sealed *sealed)
{
    struct sealing *sealing = (struct sealing *)base;
    if (sealed->end == MATRIX_SEAL_AGAIN) {
        sealing->again++;
        seal(sealing);
        return;
    }
    sealing->ended = true;
    sealing->end = sealed->end;
    if (sealed->end == MATRIX_SEAL_SENDS) {
        ck_assert_str_eq(sealed->type, "m.room.encrypted");
        sealing->content = cJSON_ParseWithLength(sealed->content, strlen(sealed->content));
        ck_assert_ptr_null(strstr(sealed->content, sealing->text));
    }
}

static void begin(struct sealing *sealing, const char *text)
{
    cJSON_Delete(sealing->content);
    *sealing = (struct sealing){.base = {.ended = seal_ended}, .text = text};
    seal(sealing);
}

static void set_up(void)
{
    enc_set_up();
    first = second = (struct sealing){0};
}

static void tear_down(void)
{
    if (mx->adapter != NULL) {
        mx_matrix()->e2ee->cancel(mx_matrix()->e2ee, &first.base);
        mx_matrix()->e2ee->cancel(mx_matrix()->e2ee, &second.base);
    }
    cJSON_Delete(first.content);
    cJSON_Delete(second.content);
    enc_tear_down();
}

/* The homeserver has taken all but the signature of our device. */
static void live_unsigned(void)
{
    mx_live();
    enc_serve_but("/keys/signatures/upload");
    mx_talk("s2", "{\"type\":\"m.room.encryption\",\"state_key\":\"\",\"sender\":\"@owner:test\","
                  "\"event_id\":\"$e\",\"content\":{\"algorithm\":\"m.megolm.v1.aes-sha2\"}}");
    enc_serve_but("/keys/signatures/upload");
    room()->state = MATRIX_STATE_COMPLETE;
}

START_TEST(no_key_leaves_before_our_device_is_signed)
{
    live_unsigned();
    begin(&first, "The game begins");
    enc_serve_but("/keys/signatures/upload");
    ck_assert(!mx_asks("/sendToDevice/") && !first.ended);
    enc_serve();
    ck_assert(first.ended);
    ck_assert_int_eq(first.end, MATRIX_SEAL_SENDS);
    ck_assert(enc_reads(ENC_ALICE, "$1", first.content, "The game begins"));
}
END_TEST

START_TEST(a_signature_that_does_not_come_is_not_waited_for_for_long)
{
    live_unsigned();
    begin(&first, "The game begins");
    enc_serve_but("/keys/signatures/upload");
    mx_run(60000);
    if (first.ended) { /* its time was over: it is sent once more */
        ck_assert_int_eq(first.end, MATRIX_SEAL_LATER);
        begin(&first, "The game begins");
    }
    enc_serve_but("/keys/signatures/upload");
    ck_assert(first.ended);
    ck_assert_int_eq(first.end, MATRIX_SEAL_SENDS);
}
END_TEST

START_TEST(whoever_is_in_the_room_has_the_key_before_anything_leaves)
{
    enc_live();
    begin(&first, "The game begins");
    ck_assert(!first.ended);
    enc_serve_but("/sendToDevice/");
    ck_assert(!first.ended);
    ck_assert(mx_asks("/sendToDevice/m.room.encrypted/"));
    enc_serve();
    ck_assert(first.ended);
    ck_assert_int_eq(first.end, MATRIX_SEAL_SENDS);
    ck_assert(enc_reads(ENC_ALICE, "$1", first.content, "The game begins"));
    ck_assert(!enc_reads(ENC_BEN, "$1", first.content, "The game begins"));
    begin(&second, "Round 1");
    ck_assert(!second.ended); /* nothing leaves before the disk has it */
    mx_store();
    ck_assert(second.ended);
    ck_assert(enc_reads(ENC_ALICE, "$2", second.content, "Round 1"));
}
END_TEST

START_TEST(keys_leave_when_the_disk_has_that_they_do)
{
    enc_live();
    begin(&first, "one");
    enc_serve();
    mx_matrix()->e2ee->left(mx_matrix()->e2ee, room());
    begin(&second, "two");
    mx_store(); /* the new session */
    mx_run(1);
    ck_assert(!mx_asks("/sendToDevice/"));
    mx_store(); /* who gets its key, and the key */
    mx_run(1);
    ck_assert(mx_asks("/sendToDevice/"));
    ck_assert(!second.ended);
}
END_TEST

START_TEST(what_is_not_stored_does_not_leave)
{
    enc_live();
    begin(&first, "one");
    enc_serve();
    mx->broken = true;
    begin(&second, "two");
    mx_store();
    ck_assert(second.ended);
    ck_assert_int_eq(second.end, MATRIX_SEAL_LATER);
    mx->broken = false;
    mx_run(10000);
    enc_serve();
    begin(&second, "two");
    enc_serve();
    ck_assert_int_eq(second.end, MATRIX_SEAL_SENDS);
    ck_assert(enc_reads(ENC_ALICE, "$1", first.content, "one"));
    ck_assert(enc_reads(ENC_ALICE, "$2", second.content, "two"));
}
END_TEST

/* Also where what lies on disk is a copy of long ago: a session ends with its process. */
START_TEST(no_index_is_used_twice_after_a_crash)
{
    enc_live();
    begin(&first, "one");
    enc_serve();
    ck_assert(first.ended);
    enc_again();
    enc_state();
    begin(&second, "two");
    enc_serve();
    ck_assert(second.ended);
    ck_assert_str_ne(json_at_text(first.content, "session_id"),
                     json_at_text(second.content, "session_id"));
    ck_assert(enc_reads(ENC_ALICE, "$1", first.content, "one"));
    ck_assert(enc_reads(ENC_ALICE, "$2", second.content, "two"));
}
END_TEST

START_TEST(keys_on_their_way_to_devices_outlive_a_crash)
{
    enc_live();
    begin(&first, "one");
    enc_serve_but("/sendToDevice/");
    char *body = heap_copy(mx_call("/sendToDevice/")->body);
    char *url = heap_copy(strstr(mx_call("/sendToDevice/")->url, "/sendToDevice/"));
    ck_assert(!first.ended);
    mx_matrix()->e2ee->cancel(mx_matrix()->e2ee, &first.base);
    enc_again();
    mx_run(1);
    ck_assert_str_eq(mx_call("/sendToDevice/")->body, body);
    ck_assert_ptr_nonnull(strstr(mx_call("/sendToDevice/")->url, url));
    enc_state();
    begin(&second, "two");
    enc_serve();
    ck_assert(second.ended);
    ck_assert(enc_reads(ENC_ALICE, "$2", second.content, "two"));
    free(body);
    free(url);
}
END_TEST

START_TEST(who_has_left_reads_no_more)
{
    enc_live();
    mx_talk("s3", enc_member(ENC_BEN, "$m1", "join"));
    begin(&first, "for both");
    enc_serve();
    ck_assert(enc_reads(ENC_ALICE, "$1", first.content, "for both"));
    ck_assert(enc_reads(ENC_BEN, "$1", first.content, "for both"));
    mx_talk("s4", enc_member(ENC_BEN, "$m2", "leave"));
    begin(&second, "for one");
    enc_serve();
    ck_assert(second.ended);
    ck_assert_str_ne(json_at_text(first.content, "session_id"),
                     json_at_text(second.content, "session_id"));
    ck_assert(enc_reads(ENC_ALICE, "$2", second.content, "for one"));
    ck_assert(!enc_reads(ENC_BEN, "$2", second.content, "for one"));
}
END_TEST

START_TEST(a_shorter_period_of_the_room_counts_for_the_session_that_is_there)
{
    static const char *const periods[] = {"\"rotation_period_msgs\":1",
                                          "\"rotation_period_ms\":3600000"};
    char event[512];
    enc_live();
    begin(&first, "one");
    enc_serve();
    snprintf(event, sizeof event,
             "{\"type\":\"m.room.encryption\",\"state_key\":\"\",\"sender\":\"@owner:test\","
             "\"event_id\":\"$e2\",\"content\":{\"algorithm\":\"m.megolm.v1.aes-sha2\",%s}}",
             periods[_i]);
    mx_talk("s3", event);
    mx_run(_i == 0 ? 0 : 3600000);
    begin(&second, "another");
    enc_serve();
    ck_assert(second.ended);
    ck_assert_str_ne(json_at_text(first.content, "session_id"),
                     json_at_text(second.content, "session_id"));
}
END_TEST

START_TEST(who_comes_later_reads_from_then_on)
{
    enc_live();
    begin(&first, "before");
    enc_serve();
    mx_talk("s3", enc_member(ENC_BEN, "$m1", "join"));
    begin(&second, "after");
    enc_serve();
    ck_assert(enc_reads(ENC_BEN, "$2", second.content, "after"));
    ck_assert(!enc_reads(ENC_BEN, "$1", first.content, "before"));
}
END_TEST

static void change_identity(void)
{
    enc_identity(ENC_ALICE);
    mx_answer("/sync?", 200,
              "{\"next_batch\":\"s9\",\"device_lists\":{\"changed\":[\"" MX_ALICE "\"]}}");
    enc_serve();
}

START_TEST(a_secret_for_who_is_not_who_they_were_is_held_and_that_is_told)
{
    enc_identity(ENC_ALICE);
    enc_live();
    begin(&first, "one");
    enc_serve();
    ck_assert(enc_reads(ENC_ALICE, "$1", first.content, "one"));
    change_identity();
    room()->kind = MATRIX_ROOM_TEAM;
    begin(&second, "two");
    enc_serve();
    ck_assert_int_eq(second.end, MATRIX_SEAL_LATER);
    ck_assert_str_eq(mx->said, MX_ROOM " matrix.other_keys");
    mx_run(61000);
    begin(&second, "two");
    enc_serve();
    ck_assert_int_eq(second.end, MATRIX_SEAL_SENDS);
    ck_assert_uint_eq(mx->said_count, 1);
}
END_TEST

START_TEST(where_everybody_plays_one_persons_new_keys_hold_up_nobody)
{
    enc_identity(ENC_ALICE);
    enc_live();
    mx_talk("s3", enc_member(ENC_BEN, "$m1", "join"));
    begin(&first, "one");
    enc_serve();
    change_identity();
    begin(&second, "two");
    enc_serve();
    ck_assert_int_eq(second.end, MATRIX_SEAL_SENDS);
    ck_assert(enc_reads(ENC_BEN, "$2", second.content, "two"));
    ck_assert_uint_eq(mx->said_count, 1);
}
END_TEST

START_TEST(what_cannot_be_had_is_waited_for_a_minute)
{
    enc_live();
    begin(&first, "one");
    mx_run(1);
    mx_store();
    mx_run(61000);
    ck_assert(first.ended);
    ck_assert_int_eq(first.end, MATRIX_SEAL_LATER);
}
END_TEST

START_TEST(a_sealing_that_is_forgotten_does_not_end)
{
    enc_live();
    begin(&first, "one");
    mx_matrix()->e2ee->cancel(mx_matrix()->e2ee, &first.base);
    enc_serve();
    begin(&first, "one");
    enc_serve();
    begin(&second, "two");
    mx_matrix()->e2ee->cancel(mx_matrix()->e2ee, &second.base);
    mx_store();
    ck_assert(!second.ended);
}
END_TEST

START_TEST(files_are_encrypted_where_the_room_is)
{
    struct buf out;
    struct buf plain;
    struct matrix_file file;
    enc_live();
    const struct matrix_e2ee *e2ee = mx_matrix()->e2ee;
    buf_init(&out, 100);
    buf_init(&plain, 100);
    char *members = e2ee->file(e2ee, room(), "a picture", 9, &out);
    ck_assert_ptr_nonnull(members);
    cJSON *object = cJSON_ParseWithLength(members, strlen(members));
    ck_assert_ptr_null(json_at(object, "url"));
    cJSON_AddStringToObject(object, "url", "mxc://test/1");
    ck_assert_str_eq(matrix_file_read(object, &file), "mxc://test/1");
    ck_assert(matrix_file_decrypt(&file, out.text, out.len, &plain));
    ck_assert_str_eq(plain.text, "a picture");
    room()->encryption = MATRIX_PLAIN;
    ck_assert_ptr_null(e2ee->file(e2ee, room(), "a picture", 9, &out));
    cJSON_Delete(object);
    free(members);
    buf_deinit(&out);
    buf_deinit(&plain);
}
END_TEST

START_TEST(rooms_are_made_encrypted_for_whose_devices_can)
{
    const char *const alice[] = {MX_ALICE};
    const char *const both[] = {MX_ALICE, "@old:test"};
    enc_live();
    const struct matrix_e2ee *e2ee = mx_matrix()->e2ee;
    ck_assert_int_eq(e2ee->encrypts(e2ee, alice, 1), MATRIX_ENCRYPTS_UNKNOWN);
    enc_serve();
    ck_assert_str_eq(mx->said, MX_ALICE " known");
    ck_assert_int_eq(e2ee->encrypts(e2ee, alice, 1), MATRIX_ENCRYPTS_YES);
    ck_assert_int_eq(e2ee->encrypts(e2ee, both, 2), MATRIX_ENCRYPTS_UNKNOWN);
    enc_serve();
    ck_assert_int_eq(e2ee->encrypts(e2ee, both, 2), MATRIX_ENCRYPTS_NO);
}
END_TEST

START_TEST(all_who_are_asked_for_at_once_are_answered_for)
{
    char user[MATRIX_ID_BYTES];
    const char *const one[] = {user};
    enc_live();
    const struct matrix_e2ee *e2ee = mx_matrix()->e2ee;
    unsigned before = mx->said_count;
    for (unsigned i = 0; i < ASKED_AT_ONCE; i++) {
        snprintf(user, sizeof user, "@old%u:test", i);
        ck_assert_int_eq(e2ee->encrypts(e2ee, one, 1), MATRIX_ENCRYPTS_UNKNOWN);
    }
    enc_serve();
    ck_assert_uint_eq(mx->said_count - before, ASKED_AT_ONCE);
}
END_TEST

Suite *suite_encryption_out(void);

Suite *suite_encryption_out(void)
{
    Suite *suite = suite_create("encryption_out");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, no_key_leaves_before_our_device_is_signed);
    tcase_add_test(all, a_signature_that_does_not_come_is_not_waited_for_for_long);
    tcase_add_test(all, whoever_is_in_the_room_has_the_key_before_anything_leaves);
    tcase_add_test(all, keys_leave_when_the_disk_has_that_they_do);
    tcase_add_test(all, what_is_not_stored_does_not_leave);
    tcase_add_test(all, no_index_is_used_twice_after_a_crash);
    tcase_add_test(all, keys_on_their_way_to_devices_outlive_a_crash);
    tcase_add_test(all, who_has_left_reads_no_more);
    tcase_add_test(all, who_comes_later_reads_from_then_on);
    tcase_add_loop_test(all, a_shorter_period_of_the_room_counts_for_the_session_that_is_there, 0,
                        2);
    tcase_add_test(all, a_secret_for_who_is_not_who_they_were_is_held_and_that_is_told);
    tcase_add_test(all, where_everybody_plays_one_persons_new_keys_hold_up_nobody);
    tcase_add_test(all, what_cannot_be_had_is_waited_for_a_minute);
    tcase_add_test(all, a_sealing_that_is_forgotten_does_not_end);
    tcase_add_test(all, files_are_encrypted_where_the_room_is);
    tcase_add_test(all, rooms_are_made_encrypted_for_whose_devices_can);
    tcase_add_test(all, all_who_are_asked_for_at_once_are_answered_for);
    suite_add_tcase(suite, all);
    return suite;
}
