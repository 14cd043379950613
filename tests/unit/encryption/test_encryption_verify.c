/* One person, whom the operator has named, verifies the bot: by devices, and in a room. */
#include "enc_kit.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "json_at.h"
#include "matrix_sas.h"
#include "matrix_verify.h"

enum { MESSAGE_BYTES = 4096 };

static struct provider_sas *phone;
static char phone_key[PROVIDER_KEY_TEXT];
static char bot_key[PROVIDER_KEY_TEXT];
static bool in_room;
static unsigned batch;

/* What was told. */
static unsigned ready;
static char asked[64];
static struct matrix_verify_shown shown;
static unsigned shown_count;
static unsigned ended;
static enum matrix_verify_end end;

static void on_ready(void *context, const char *own)
{
    (void)context;
    ck_assert_str_eq(own, MX_BOT);
    ready++;
}

static void on_asked(void *context, const char *device)
{
    (void)context;
    snprintf(asked, sizeof asked, "%s", device);
}

static void on_shown(void *context, const struct matrix_verify_shown *what)
{
    (void)context;
    shown = *what;
    shown_count++;
}

static void on_ended(void *context, enum matrix_verify_end how, const char *why)
{
    (void)context;
    ck_assert_ptr_nonnull(why);
    end = how;
    ended++;
}

static const struct matrix_verify wish = {
    .user = MX_ALICE, .ready = on_ready, .asked = on_asked, .shown = on_shown, .ended = on_ended};

static void setup(void)
{
    struct fault fault = {0};
    enc_set_up();
    enc_live();
    enc_identity(ENC_ALICE);
    phone = provider_sas_new(&mx->hand->wire.entropy);
    provider_sas_key(phone, phone_key);
    in_room = false;
    batch = 10;
    ready = shown_count = ended = 0;
    asked[0] = '\0';
    ck_assert_int_eq(matrix_verify_begin(mx->adapter, &wish, &fault), 0);
    enc_serve();
    ck_assert_uint_eq(ready, 1);
}

static void teardown(void)
{
    provider_sas_free(&phone);
    enc_tear_down();
}

static long long now(void)
{
    return (long long)mx->hand->wire.clock.now_ms(mx->hand->wire.clock.context);
}

/* All that the bot has to send is taken. */
static void serve(void)
{
    for (unsigned i = 0; i < 4; i++) {
        enc_serve();
        if (in_room && mx_asks("/send/m.key.verification.")) {
            const struct hand_call *call = mx_call("/send/m.key.verification.");
            ck_assert_ptr_nonnull(strstr(call->body, "\"event_id\":\"$v\""));
            mx_answer("/send/m.key.verification.", 200, "{\"event_id\":\"$own\"}");
        }
    }
}

/* Somebody says this, of the request T1 or $v; content without its last brace. */
static void says(const char *user, const char *type, const char *content)
{
    char event[MESSAGE_BYTES];
    char next[16];
    snprintf(next, sizeof next, "v%u", batch++);
    snprintf(event, sizeof event,
             "{\"type\":\"m.key.verification.%s\",\"sender\":\"%s\",\"event_id\":\"$%s\","
             "\"origin_server_ts\":%lld,\"content\":%s,%s}}",
             type, user, next, now(), content,
             in_room ? "\"m.relates_to\":{\"rel_type\":\"m.reference\",\"event_id\":\"$v\"}"
                     : "\"transaction_id\":\"T1\"");
    if (in_room) {
        mx_talk(next, event);
    } else {
        enc_sync(next, event, "");
    }
    serve();
}

static void requests(const char *user, long long at_ms)
{
    char content[256];
    snprintf(content, sizeof content,
             "{\"from_device\":\"PHONE\",\"methods\":[\"m.sas.v1\"],\"timestamp\":%lld", at_ms);
    says(user, "request", content);
}

static void requests_in_room(void)
{
    char event[MESSAGE_BYTES];
    in_room = true;
    snprintf(event, sizeof event,
             "{\"type\":\"m.room.message\",\"sender\":\"" MX_ALICE "\",\"event_id\":\"$v\","
             "\"origin_server_ts\":%lld,\"content\":{\"msgtype\":\"m.key.verification.request\","
             "\"body\":\"verify?\",\"from_device\":\"PHONE\",\"to\":\"" MX_BOT "\","
             "\"methods\":[\"m.sas.v1\"]}}",
             now());
    mx_talk("v9", event);
}

#define START                                                                           \
    "{\"from_device\":\"PHONE\",\"method\":\"m.sas.v1\","                               \
    "\"key_agreement_protocols\":[\"curve25519-hkdf-sha256\"],\"hashes\":[\"sha256\"]," \
    "\"message_authentication_codes\":[\"hkdf-hmac-sha256.v2\"],"                       \
    "\"short_authentication_string\":[\"decimal\",\"emoji\"]"

/* What the bot has sent to the phone; NULL: nothing of this type. */
static const cJSON *heard(const char *type)
{
    char part[96];
    snprintf(part, sizeof part, "/sendToDevice/m.key.verification.%s/", type);
    return json_at(json_at(json_at(enc_asked(part), "messages"), MX_ALICE), "PHONE");
}

static void says_key(void)
{
    char content[256];
    says(MX_ALICE, "start", START);
    snprintf(content, sizeof content, "{\"key\":\"%s\"", phone_key);
    says(MX_ALICE, "key", content);
}

/* By devices, up to where people compare. */
static void until_shown(void)
{
    requests(MX_ALICE, now());
    ck_assert_str_eq(asked, "PHONE");
    ck_assert_str_eq(json_at_text(heard("ready"), "from_device"), "DEADDROP");
    says_key();
    ck_assert_ptr_nonnull(json_at_text(heard("accept"), "commitment"));
    snprintf(bot_key, sizeof bot_key, "%s", json_at_text(heard("key"), "key"));
    ck_assert_int_eq(provider_sas_their_key(phone, bot_key), PROVIDER_GOOD);
    ck_assert_uint_eq(shown_count, 1);
}

static struct matrix_sas_talk talk_of(bool is_phone)
{
    const struct matrix_sas_side ana = {MX_ALICE, "PHONE", phone_key};
    const struct matrix_sas_side bot = {MX_BOT, "DEADDROP", bot_key};
    return (struct matrix_sas_talk){
        .from = is_phone ? ana : bot, .to = is_phone ? bot : ana, .transaction = "T1"};
}

static void proves(void)
{
    char id[MATRIX_ID_BYTES];
    char text[MESSAGE_BYTES];
    const cJSON *own = json_at(json_at(enc_devices(MX_ALICE), "PHONE"), "keys");
    const char *master = enc_master(MX_ALICE);
    snprintf(id, sizeof id, "ed25519:%s", master);
    struct matrix_sas_key keys[] = {{"ed25519:PHONE", json_at_text(own, "ed25519:PHONE")},
                                    {id, master}};
    if (strcmp(keys[0].id, keys[1].id) > 0) {
        struct matrix_sas_key first = keys[0];
        keys[0] = keys[1];
        keys[1] = first;
    }
    struct matrix_sas_talk talk = talk_of(true);
    cJSON *content = matrix_sas_mac(phone, &talk, keys, 2);
    cJSON_DeleteItemFromObjectCaseSensitive(content, "transaction_id");
    ck_assert(cJSON_PrintPreallocated(content, text, sizeof text, false));
    text[strlen(text) - 1] = '\0';
    says(MX_ALICE, "mac", text);
    cJSON_Delete(content);
}

START_TEST(who_is_named_verifies_the_bot_and_is_signed)
{
    struct matrix_sas_seen seen;
    char key_id[MATRIX_KEY_ID_TEXT];
    until_shown();
    struct matrix_sas_talk talk = talk_of(true);
    matrix_sas_see(phone, &talk, &seen);
    for (unsigned i = 0; i < MATRIX_VERIFY_NUMBERS; i++) {
        ck_assert_uint_eq(shown.number[i], seen.number[i]);
    }
    for (unsigned i = 0; i < MATRIX_VERIFY_WORDS; i++) {
        ck_assert_str_eq(shown.word[i], seen.emoji[i]->word);
    }
    matrix_verify_answer(mx->adapter, true);
    serve();
    ck_assert_ptr_nonnull(heard("mac"));
    ck_assert_ptr_null(heard("done"));
    ck_assert_uint_eq(enc_asked_count("/keys/signatures/upload"), 1); /* the device's own */
    proves();
    ck_assert_ptr_nonnull(heard("done"));
    ck_assert_uint_eq(ended, 1);
    ck_assert_int_eq(end, MATRIX_VERIFY_DONE);
    const cJSON *signed_key =
        json_at(json_at(enc_asked("/keys/signatures/upload"), MX_ALICE), enc_master(MX_ALICE));
    const char *by = cJSON_GetStringValue(
        json_at(json_at(enc_asked("/keys/device_signing/upload"), "user_signing_key"), "keys")
            ->child);
    matrix_key_id(key_id, "ed25519", by);
    ck_assert_int_eq(matrix_signed_by(signed_key, MX_BOT, key_id, by), MATRIX_SIGNED);
}
END_TEST

START_TEST(a_no_cancels_and_signs_nothing)
{
    until_shown();
    proves();
    matrix_verify_answer(mx->adapter, false);
    serve();
    ck_assert_str_eq(json_at_text(heard("cancel"), "code"), "m.mismatched_sas");
    ck_assert_ptr_null(heard("mac"));
    ck_assert_int_eq(end, MATRIX_VERIFY_MISMATCH);
    ck_assert_uint_eq(ended, 1);
    ck_assert_uint_eq(enc_asked_count("/keys/signatures/upload"), 1);
}
END_TEST

START_TEST(whoever_else_asks_is_declined_and_it_goes_on)
{
    requests("@ben:test", now());
    ck_assert_uint_eq(enc_asked_count("/sendToDevice/m.key.verification.cancel/"), 1);
    requests(MX_ALICE, now() - 660000); /* nobody waits for an answer any more */
    ck_assert_uint_eq(enc_asked_count("/sendToDevice/m.key.verification.cancel/"), 2);
    ck_assert_ptr_null(heard("ready"));
    ck_assert_uint_eq(ended, 0);
    requests(MX_ALICE, now());
    ck_assert_ptr_nonnull(heard("ready"));
    says("@ben:test", "cancel", "{\"code\":\"m.user\"");
    ck_assert_uint_eq(ended, 0);
}
END_TEST

START_TEST(nobody_who_asks_ends_it_after_ten_minutes)
{
    mx_run(599000);
    ck_assert_uint_eq(ended, 0);
    mx_run(2000);
    ck_assert_uint_eq(ended, 1);
    ck_assert_int_eq(end, MATRIX_VERIFY_LATE);
}
END_TEST

START_TEST(who_answers_too_late_is_told)
{
    until_shown();
    mx_run(600000);
    serve();
    ck_assert_str_eq(json_at_text(heard("cancel"), "code"), "m.timeout");
    ck_assert_int_eq(end, MATRIX_VERIFY_LATE);
}
END_TEST

START_TEST(the_operator_may_stop_it_and_the_other_side_is_told)
{
    until_shown();
    matrix_verify_stop(mx->adapter);
    serve();
    ck_assert_str_eq(json_at_text(heard("cancel"), "code"), "m.user");
    ck_assert_int_eq(end, MATRIX_VERIFY_STOPPED);
    matrix_verify_stop(mx->adapter);
    matrix_verify_answer(mx->adapter, true);
    serve();
    ck_assert_uint_eq(ended, 1);
    ck_assert_ptr_null(heard("mac"));
}
END_TEST

START_TEST(the_other_side_may_stop_it)
{
    until_shown();
    says(MX_ALICE, "cancel", "{\"code\":\"m.user\"");
    ck_assert_int_eq(end, MATRIX_VERIFY_CANCELLED);
    ck_assert_ptr_null(heard("cancel"));
}
END_TEST

START_TEST(what_element_says_of_it_in_an_encrypted_room_need_not_be_encrypted)
{
    requests_in_room();
    enc_serve();
    ck_assert_str_eq(asked, "PHONE");
    ck_assert(!mx_asks("/send/m.key.verification.")); /* ours are */
}
END_TEST

START_TEST(in_a_room_all_goes_through_the_room)
{
    matrix_room_find(mx_matrix(), MX_ROOM)->encryption = MATRIX_PLAIN;
    requests_in_room();
    enc_serve();
    ck_assert_str_eq(asked, "PHONE");
    ck_assert(mx_asks("/send/m.key.verification.ready/"));
    serve();
    says_key();
    ck_assert_uint_eq(shown_count, 1);
    ck_assert_ptr_null(heard("ready"));
    matrix_verify_answer(mx->adapter, true);
    enc_serve();
    ck_assert_ptr_nonnull(strstr(mx_call("/send/m.key.verification.mac/")->body, "\"keys\""));
    serve();
    says(MX_ALICE, "cancel", "{\"code\":\"m.user\"");
    ck_assert_int_eq(end, MATRIX_VERIFY_CANCELLED);
}
END_TEST

Suite *suite_encryption_verify(void);
Suite *suite_encryption_verify(void)
{
    Suite *suite = suite_create("encryption_verify");
    TCase *tests = tcase_create("encryption_verify");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, who_is_named_verifies_the_bot_and_is_signed);
    tcase_add_test(tests, a_no_cancels_and_signs_nothing);
    tcase_add_test(tests, whoever_else_asks_is_declined_and_it_goes_on);
    tcase_add_test(tests, nobody_who_asks_ends_it_after_ten_minutes);
    tcase_add_test(tests, who_answers_too_late_is_told);
    tcase_add_test(tests, the_operator_may_stop_it_and_the_other_side_is_told);
    tcase_add_test(tests, the_other_side_may_stop_it);
    tcase_add_test(tests, in_a_room_all_goes_through_the_room);
    tcase_add_test(tests, what_element_says_of_it_in_an_encrypted_room_need_not_be_encrypted);
    suite_add_tcase(suite, tests);
    return suite;
}
