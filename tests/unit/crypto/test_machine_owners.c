/* Whoever claims what is somebody else's takes nothing from them. */
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "json_at.h"
#include "matrix_machine.h"

enum { NOW_MS = 1000000000 };

#define ROOM "!room:test"

static struct matrix_pickle pickle;
static struct kit_two two; /* Ana, and Ben who claims what is hers */
static struct matrix_own_device ana;
static struct matrix_own_device ben;
static struct matrix_machine *machine; /* the bot's */
static struct matrix_changes *changes;
static struct matrix_device bot;
static unsigned key_count;

static void on_gone(void *context, const struct matrix_device *device)
{
    (void)context;
    (void)device;
}

static void on_other(void *context, const char *user)
{
    (void)context;
    (void)user;
}

static void on_key(void *context, const char *room, const char *session)
{
    (void)context;
    (void)room;
    (void)session;
    key_count++;
}

static void on_withheld(void *context, const char *user, const char *room, const char *session)
{
    (void)context;
    (void)user;
    (void)room;
    (void)session;
}

static const struct matrix_machine_hooks hooks = {
    .gone = on_gone, .other = on_other, .key = on_key, .withheld = on_withheld};

static void setup(void)
{
    memset(&pickle, 7, sizeof pickle);
    kit_two(&two);
    ana = (struct matrix_own_device){.user = "@ana:test", .id = "PHONE", .account = two.ana};
    ben = (struct matrix_own_device){.user = "@ben:test", .id = "LAPTOP", .account = two.ben};
    machine = matrix_machine_new(&pickle, kit_entropy());
    changes = matrix_changes_new();
    matrix_machine_begin(machine, "@bot:test", "BOT");
    bot = (struct matrix_device){.user = "@bot:test", .id = "BOT", .takes_megolm = true};
    provider_account_keys(matrix_account_provider(matrix_machine_account(machine)), bot.curve,
                          bot.ed);
}

static void teardown(void)
{
    matrix_machine_free(&machine);
    matrix_changes_free(&changes);
    kit_two_free(&two);
}

/* Sends a room's key to the bot, by the bot's one-time key of this number. */
static void sends_key(const struct matrix_own_device *own, const cJSON *key, size_t at)
{
    struct provider_one_time_key keys[PROVIDER_ONE_TIME_MAX];
    struct provider_session *session = NULL;
    struct buf words;
    struct buf text;
    provider_account_one_time(matrix_account_provider(matrix_machine_account(machine)), keys);
    provider_session_outbound(&session, own->account, bot.curve, keys[at].key, kit_entropy());
    buf_init(&words, PROVIDER_MESSAGE_BYTES_MAX);
    matrix_olm_plain(own, &bot, "m.room_key", key, &words);
    struct provider_message message = kit_encrypt(session, words.text, &text);
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "type", "m.room.encrypted");
    cJSON_AddStringToObject(event, "sender", own->user);
    cJSON_AddItemToObject(event, "content", matrix_olm_content(own, &bot, &message));
    matrix_machine_to_device(machine, event, NOW_MS, changes, &hooks);
    cJSON_Delete(event);
    buf_deinit(&words);
    buf_deinit(&text);
    provider_session_free(&session);
}

START_TEST(a_rooms_key_that_somebody_else_sends_first_is_its_owners_still)
{
    struct matrix_megolm_out *out =
        matrix_megolm_out_new(&pickle, ROOM, NULL, kit_entropy(), NOW_MS);
    matrix_megolm_out_write(out, changes);
    matrix_megolm_out_stored(out, true);
    cJSON *key = matrix_megolm_out_share(out);
    matrix_megolm_out_shared(out, true);
    sends_key(&ben, key, 0);
    sends_key(&ana, key, 1);
    ck_assert_uint_eq(key_count, 2);
    ck_assert_uint_eq(matrix_machine_size(machine).sessions, 2);
    cJSON *content = kit_json("{\"body\":\"hello\"}");
    cJSON *event = cJSON_CreateObject();
    cJSON *plain = NULL;
    enum matrix_megolm_verdict verdict = MATRIX_MEGOLM_MALFORMED;
    cJSON_AddStringToObject(event, "event_id", "$one");
    cJSON_AddStringToObject(event, "sender", "@ana:test");
    cJSON_AddItemToObject(event, "content",
                          matrix_megolm_out_encrypt(out, &ana, "m.room.message", content));
    ck_assert(matrix_machine_read(machine, ROOM, event, changes, &verdict, &plain));
    ck_assert_int_eq(verdict, MATRIX_MEGOLM_READ);
    cJSON_Delete(plain);
    cJSON_Delete(content);
    cJSON_Delete(event);
    cJSON_Delete(key);
    matrix_megolm_out_free(&out);
}
END_TEST

/* The device's keys with Ana's Curve25519 key in place of its own. */
static cJSON *claims_anas_key(const struct matrix_own_device *own)
{
    cJSON *keys = matrix_device_keys(own);
    cJSON *list = cJSON_GetObjectItemCaseSensitive(keys, "keys");
    cJSON_ReplaceItemInObjectCaseSensitive(list, "curve25519:LAPTOP",
                                           cJSON_CreateString(two.ana_curve));
    cJSON_DeleteItemFromObjectCaseSensitive(keys, "signatures");
    matrix_sign_by_device(keys, own->account, own->user, own->id);
    return keys;
}

static void add_device(cJSON *answer, const char *member, const struct matrix_own_device *own,
                       cJSON *keys)
{
    cJSON *all = cJSON_GetObjectItemCaseSensitive(answer, member);
    all = all != NULL ? all : cJSON_AddObjectToObject(answer, member);
    cJSON_AddItemToObject(cJSON_AddObjectToObject(all, own->user), own->id, keys);
}

/* Ana reads by her own account what was sent to her. */
static bool ana_reads(const cJSON *messages)
{
    struct provider_message message;
    struct provider_session *session = NULL;
    const char *curve = NULL;
    struct buf words;
    const cJSON *content = json_at(json_at(messages, "@ana:test"), "PHONE");
    buf_init(&words, PROVIDER_MESSAGE_BYTES_MAX);
    bool good =
        matrix_olm_read(content, two.ana_curve, &curve, &message) &&
        provider_session_inbound(&session, two.ana, curve, &message, &words) == PROVIDER_GOOD;
    provider_session_free(&session);
    buf_deinit(&words);
    return good;
}

START_TEST(who_claims_somebody_elses_key_does_not_keep_messages_from_them)
{
    static const char *const users[] = {"@ben:test", "@ana:test"};
    const struct matrix_room_readers readers = {.users = users, .count = 2};
    struct matrix_sharing_messages messages;
    struct matrix_megolm_out *out =
        matrix_megolm_out_new(&pickle, ROOM, NULL, kit_entropy(), NOW_MS);
    matrix_megolm_out_write(out, changes);
    matrix_megolm_out_stored(out, true);
    ck_assert_int_eq(matrix_machine_share(machine, out, &readers, changes, &messages),
                     MATRIX_SHARING_WAITS);
    cJSON_Delete(matrix_machine_query(machine, NOW_MS));
    cJSON *answer = cJSON_CreateObject();
    add_device(answer, "device_keys", &ben, claims_anas_key(&ben));
    add_device(answer, "device_keys", &ana, matrix_device_keys(&ana));
    matrix_machine_queried(machine, answer, NOW_MS, changes, &hooks);
    ck_assert_int_eq(matrix_machine_share(machine, out, &readers, changes, &messages),
                     MATRIX_SHARING_WAITS);
    cJSON_Delete(matrix_machine_claim(machine, NOW_MS));
    provider_account_make_one_time(two.ana, 1, kit_entropy());
    provider_account_make_one_time(two.ben, 1, kit_entropy());
    add_device(answer, "one_time_keys", &ben, matrix_device_one_time_keys(&ben));
    add_device(answer, "one_time_keys", &ana, matrix_device_one_time_keys(&ana));
    ck_assert_ptr_null(matrix_machine_claimed(machine, answer, NOW_MS, changes));
    ck_assert_int_eq(matrix_machine_share(machine, out, &readers, changes, &messages),
                     MATRIX_SHARING_SENDS);
    ck_assert(ana_reads(messages.encrypted));
    ck_assert_uint_eq(matrix_machine_size(machine).peers, 2);
    cJSON_Delete(messages.encrypted);
    cJSON_Delete(answer);
    matrix_megolm_out_free(&out);
}
END_TEST

START_TEST(an_account_that_cannot_be_read_ends_it)
{
    struct matrix_pickle other;
    size_t count = 0;
    matrix_account_write(matrix_machine_account(machine), changes);
    const struct adapter_row *rows = matrix_changes_rows(changes, &count);
    memset(&other, 8, sizeof other);
    struct matrix_machine *again = matrix_machine_new(&other, kit_entropy());
    ck_assert_int_eq(matrix_machine_restore(again, rows, count), PROVIDER_FORGED);
    matrix_machine_free(&again);
    again = matrix_machine_new(&pickle, kit_entropy());
    ck_assert_int_eq(matrix_machine_restore(again, rows, count), PROVIDER_GOOD);
    ck_assert(!matrix_machine_begin(again, "@bot:test", "OTHER"));
    matrix_machine_free(&again);
}
END_TEST

Suite *suite_machine_owners(void);

Suite *suite_machine_owners(void)
{
    Suite *suite = suite_create("machine_owners");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_rooms_key_that_somebody_else_sends_first_is_its_owners_still);
    tcase_add_test(tcase, who_claims_somebody_elses_key_does_not_keep_messages_from_them);
    tcase_add_test(tcase, an_account_that_cannot_be_read_ends_it);
    suite_add_tcase(suite, tcase);
    return suite;
}
