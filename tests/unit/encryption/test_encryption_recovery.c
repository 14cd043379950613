/* An account that a person uses too: what their recovery key opens. Secret storage as another
 * implementation (python3-pycryptodome) has encrypted it, under the key 00 01 … 1f: seeds of 11 …,
 * 22 …, 33 …, and the backup's key of 44 …. */
#include "enc_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "json_at.h"
#include "matrix_backup.h"
#include "matrix_e2ee.h"
#include "matrix_ed25519.h"

#define RECOVERY "EsSz ykH7 LCZx 7Cae cmKD wcmY JRXi Ybtu 8iQ3 t8Ez nRwK pUY1"
#define SEALED(ciphertext, mac)                                                                \
    "{\"encrypted\":{\"K1\":{\"iv\":\"BwcHBwcHBwcHBwcHBwcHBw==\",\"ciphertext\":\"" ciphertext \
    "\",\"mac\":\"" mac "\"}}}"
#define MISSING "{\"errcode\":\"M_NOT_FOUND\",\"error\":\"none\"}"

enum { BODY_BYTES = 1 << 14 };

/* What the homeserver answers, by a part of the URL. */
static struct storage {
    const char *part;
    const char *json; /* NULL: there is none */
} storage[] = {
    {"m.secret_storage.default_key", "{\"key\":\"K1\"}"},
    {"m.secret_storage.key.K1",
     "{\"algorithm\":\"m.secret_storage.v1.aes-hmac-sha2\",\"iv\":\"BwcHBwcHBwcHBwcHBwcHBw==\","
     "\"mac\":\"/JVy5nShnC6ZjT3AXlBmQ9jdjiGDWJTZu5g7uXzaeeM\"}"},
    {"m.cross_signing.master",
     SEALED("bS3MT+aQrQO4uYuPYWf65DRy3XUIsJ2/7SAZ5FU23qyu15+jr3sW9DPqiHI=",
            "qHrZZkIA8OUxVSoCz55BRqz/x36cIa/t59e4Wjl+ujY=")},
    {"m.cross_signing.self_signing",
     SEALED("K273WxWjJ7fJy0RwPyh1pU+80FHK71gsmC2PAKxFbIZtzwL2CbwlQeslnqM=",
            "sfZ/dZpURXOTKRUkX1NnL1gg5jrHslJe82Yy+LqVoSg=")},
    {"m.cross_signing.user_signing",
     SEALED("bKf4sDl4Fl2SYnL4c6RGIrK40gISwrnhHZNR2QKEGrhVYkJDC2b4ej0FbK0=",
            "Rx+UofYGEdJdfGidhE7Zwp1AOOksu/e0EoY2inUqfSo=")},
    {"m.megolm_backup.v1", SEALED("jh4s7YaCr++hxtI8IDReh7am0VbIwMsf8oJ4fZB0hZmKtZQBeydF0C0fYPA=",
                                  "d26O1jXfALlCpWoBZ3Toym4u/XvLGWIAtHPNO91ak1w=")},
    {"/room_keys/version",
     "{\"algorithm\":\"m.megolm_backup.v1.curve25519-aes-sha2\",\"version\":\"7\","
     "\"auth_data\":{\"public_key\":\"/y7kVgHsG2cxDHeQQEWFrmlzMe7hwfjPJBlzHB//Pms\"}}"}};

static struct matrix_cross_seeds seeds;
static uint8_t backup[PROVIDER_KEY_BYTES];
static bool said;

static void setup(void)
{
    enc_set_up();
    memset(seeds.master, 0x11, sizeof seeds.master);
    memset(seeds.self_signing, 0x22, sizeof seeds.self_signing);
    memset(seeds.user_signing, 0x33, sizeof seeds.user_signing);
    memset(backup, 0x44, sizeof backup);
    said = false;
    mx_setting("DEADDROP_MATRIX_RECOVERY_KEY=" RECOVERY);
}

/* Everything that is asked of it is answered. */
static void serve(void)
{
    for (unsigned round = 0; round < 12; round++) {
        enc_serve();
        for (size_t i = 0; i < sizeof storage / sizeof *storage; i++) {
            if (mx_asks(storage[i].part)) {
                mx_answer(storage[i].part, storage[i].json == NULL ? 404 : 200,
                          storage[i].json == NULL ? MISSING : storage[i].json);
            }
        }
    }
    enc_serve();
}

/* As enc_live(). */
static void live(void)
{
    enc_live();
    serve();
}

static bool is_signed(void)
{
    char name[MATRIX_KEY_ID_TEXT];
    char key[PROVIDER_KEY_TEXT];
    matrix_ed25519_public(seeds.self_signing, key);
    matrix_key_id(name, "ed25519", key);
    return matrix_signed_by(json_at(enc_devices(MX_BOT), "DEADDROP"), MX_BOT, name, key) ==
           MATRIX_SIGNED;
}

START_TEST(our_device_is_signed_by_the_seeds_that_storage_has)
{
    enc_own_identity(&seeds);
    char master[PROVIDER_KEY_TEXT];
    snprintf(master, sizeof master, "%s", enc_master(MX_BOT));
    live();
    ck_assert(is_signed());
    ck_assert_uint_eq(enc_asked_count("/keys/device_signing/upload"), 0);
    ck_assert_str_eq(enc_master(MX_BOT), master);
    enc_again(); /* by its row */
    serve();
    ck_assert_uint_eq(enc_asked_count("/keys/signatures/upload"), 1);
}
END_TEST

START_TEST(another_identity_than_that_of_the_seeds_is_left_alone)
{
    memset(seeds.master, 0x12, sizeof seeds.master);
    enc_own_identity(&seeds);
    live();
    ck_assert(!is_signed());
    ck_assert_uint_eq(enc_asked_count("/keys/device_signing/upload"), 0);
    ck_assert_uint_eq(enc_asked_count("/keys/signatures/upload"), 0);
}
END_TEST

START_TEST(storage_that_is_not_there_or_opened_changes_nothing)
{
    const char *kept = storage[_i].json;
    enc_own_identity(&seeds);
    storage[_i].json = NULL;
    live();
    ck_assert(!is_signed());
    ck_assert_uint_eq(enc_asked_count("/keys/device_signing/upload"), 0);
    storage[_i].json = kept;
    mx_run(600000); /* once it is, it is found */
    serve();
    ck_assert(is_signed());
}
END_TEST

START_TEST(an_account_without_an_identity_gets_none_from_us)
{
    live();
    mx_run(300000);
    serve();
    ck_assert_uint_eq(enc_asked_count("/keys/device_signing/upload"), 0);
    enc_own_identity(&seeds); /* a client has made it since */
    mx_run(60000);
    serve();
    ck_assert(is_signed());
}
END_TEST

/* --- backup ----------------------------------------------------------------------------------- */

static bool heard(const char *event, const char *text)
{
    for (unsigned i = 0; i < mx->inbound_count; i++) {
        if (strcmp(mx->inbound[i].event, event) == 0) {
            return strcmp(mx->inbound[i].text, text) == 0;
        }
    }
    return false;
}

/* Answers what is asked of the backup with these words. */
static void answer_backup(cJSON *words)
{
    static char json[BODY_BYTES];
    char *text = cJSON_PrintUnformatted(words);
    cJSON *body = cJSON_CreateObject();
    cJSON_AddItemToObject(body, "session_data",
                          matrix_backup_seal(text, backup, &mx->hand->wire.entropy));
    ck_assert(cJSON_PrintPreallocated(body, json, sizeof json, false));
    cJSON_free(text);
    cJSON_Delete(body);
    cJSON_Delete(words);
    ck_assert_ptr_nonnull(strstr(mx_call("/room_keys/keys/")->url, "?version=7"));
    mx_answer("/room_keys/keys/", 200, json);
    serve();
}

/* Alice says something by a session whose key does not come; what a backup holds of it. */
static cJSON *says_late(void)
{
    enc_own_identity(&seeds);
    live();
    (void)enc_key(ENC_ALICE);
    cJSON *words = enc_export(ENC_ALICE);
    enc_sync("s3", "", enc_says(ENC_ALICE, "$1", "!join"));
    serve();
    ck_assert(!mx_asks("/room_keys/keys/")); /* it may be on its way */
    mx_run(4000);
    serve(); /* whose device it is */
    mx_run(1500);
    serve();
    ck_assert(mx_asks("/room_keys/keys/"));
    ck_assert(!heard("$1", "!join"));
    return words;
}

START_TEST(a_key_that_does_not_come_is_found_in_the_backup)
{
    cJSON *words = says_late();
    answer_backup(words);
    ck_assert(heard("$1", "!join"));
    enc_sync("s4", "", enc_says(ENC_ALICE, "$2", "!start"));
    serve();
    ck_assert(heard("$2", "!start"));
    ck_assert_uint_eq(enc_asked_count("/sendToDevice/m.room_key_request/"), 0);
}
END_TEST

START_TEST(what_the_backup_says_of_a_device_that_nobody_knows_is_not_believed)
{
    cJSON *words = says_late();
    cJSON_ReplaceItemInObject(_i == 0 ? words : cJSON_GetObjectItem(words, "sender_claimed_keys"),
                              _i == 0 ? "sender_key" : "ed25519",
                              cJSON_CreateString("NUXvuw1jHX05gkq2j9Gf+vpv2xBFNxM/C9vzIEMWKic"));
    answer_backup(words);
    ck_assert(!heard("$1", "!join"));
    for (unsigned i = 0; i < 3; i++) { /* it is looked for in a minute, and no more */
        mx_run(15000);
        serve();
        mx_answer("/room_keys/keys/", 404, MISSING);
    }
    mx_run(300000);
    serve();
    ck_assert(!mx_asks("/room_keys/keys/"));
    ck_assert_uint_eq(enc_asked_count("/sendToDevice/m.room_key_request/"), 1);
}
END_TEST

static void on_sealed(struct matrix_sealing *base, const struct matrix_sealed *sealed)
{
    said = said || sealed->end == MATRIX_SEAL_SENDS;
    if (sealed->end == MATRIX_SEAL_AGAIN) {
        const struct matrix_e2ee *e2ee = mx_matrix()->e2ee;
        e2ee->seal(e2ee, matrix_room_find(mx_matrix(), MX_ROOM), base, "m.room.message",
                   "{\"body\":\"The game begins\"}");
    }
}

/* The bot says something by a session of its own. */
static void we_say(void)
{
    static struct matrix_sealing sealing;
    const struct matrix_sealed again = {.end = MATRIX_SEAL_AGAIN};
    sealing = (struct matrix_sealing){.ended = on_sealed};
    said = false;
    on_sealed(&sealing, &again);
    serve();
    ck_assert(said);
}

START_TEST(our_own_sessions_go_into_the_backup_from_their_beginning)
{
    struct buf words;
    enc_own_identity(&seeds);
    live();
    we_say();
    const struct hand_call *call = mx_call("/room_keys/keys/");
    ck_assert_str_eq(call->method, "PUT");
    cJSON *body = cJSON_ParseWithLength(call->body, strlen(call->body));
    ck_assert_int_eq(json_at_number(body, "first_message_index", 0, 100, -1), 0);
    buf_init(&words, MATRIX_BACKUP_WORDS_MAX);
    ck_assert(matrix_backup_open(json_at(body, "session_data"), backup, &words));
    ck_assert_ptr_nonnull(strstr(words.text, "\"session_key\":"));
    buf_deinit(&words);
    cJSON_Delete(body);
    mx_answer("/room_keys/keys/", 200, "{\"count\":1,\"etag\":\"1\"}");
    we_say();
    ck_assert(!mx_asks("/room_keys/keys/"));
}
END_TEST

START_TEST(a_backup_that_is_another_one_now_is_asked_for_again)
{
    enc_own_identity(&seeds);
    live();
    we_say();
    mx_answer("/room_keys/keys/", 403, "{\"errcode\":\"M_WRONG_ROOM_KEYS_VERSION\"}");
    mx_run(61000);
    ck_assert(mx_asks("m.secret_storage.default_key"));
    serve();
    ck_assert(mx_asks("/room_keys/keys/"));
}
END_TEST

Suite *suite_encryption_recovery(void);

Suite *suite_encryption_recovery(void)
{
    Suite *suite = suite_create("encryption_recovery");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, enc_tear_down);
    tcase_add_test(all, our_device_is_signed_by_the_seeds_that_storage_has);
    tcase_add_test(all, another_identity_than_that_of_the_seeds_is_left_alone);
    tcase_add_loop_test(all, storage_that_is_not_there_or_opened_changes_nothing, 0, 5);
    tcase_add_test(all, an_account_without_an_identity_gets_none_from_us);
    tcase_add_test(all, a_key_that_does_not_come_is_found_in_the_backup);
    tcase_add_loop_test(all, what_the_backup_says_of_a_device_that_nobody_knows_is_not_believed, 0,
                        2);
    tcase_add_test(all, our_own_sessions_go_into_the_backup_from_their_beginning);
    tcase_add_test(all, a_backup_that_is_another_one_now_is_asked_for_again);
    suite_add_tcase(suite, all);
    return suite;
}
