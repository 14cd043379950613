/* The bot's device and people's, each a machine of its own, and a homeserver between them that has
 * their keys and carries their messages. */
#include "matrix_machine.h"

#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "json_at.h"

enum { NOW_MS = 1000000000, PERSONS = 3 };
enum { BOT, ANA, BEN };

#define ROOM "!room:test"

struct person {
    const char *user;
    const char *device;
    struct matrix_machine *machine;
    struct matrix_changes *disk; /* all rows that were ever written: the last word counts */
    cJSON *inbox;                /* what devices have sent, not yet received */
    unsigned keys;               /* that have come */
    unsigned other;
    unsigned withheld;
};

static struct person persons[PERSONS] = {{.user = "@bot:test", .device = "BOT"},
                                         {.user = "@ana:test", .device = "PHONE"},
                                         {.user = "@ben:test", .device = "LAPTOP"}};
static struct matrix_pickle pickle;
static cJSON *devices;  /* of the homeserver: by user, device */
static cJSON *one_time; /* by user, device */
static struct matrix_megolm_out *out;
static bool is_down;

static void on_gone(void *context, const struct matrix_device *device)
{
    if (context == &persons[BOT] && out != NULL) {
        matrix_megolm_out_device_gone(out, device);
    }
}

static void on_other(void *context, const char *user)
{
    (void)user;
    ((struct person *)context)->other++;
}

static void on_key(void *context, const char *room, const char *session)
{
    ck_assert_str_eq(room, ROOM);
    ck_assert_uint_eq(strlen(session), PROVIDER_KEY_TEXT - 1);
    ((struct person *)context)->keys++;
}

static void on_withheld(void *context, const char *user, const char *room, const char *session)
{
    ck_assert_str_eq(user, "@bot:test");
    ck_assert(strcmp(room, ROOM) == 0 && strcmp(session, matrix_megolm_out_id(out)) == 0);
    ((struct person *)context)->withheld++;
}

static struct matrix_machine_hooks hooks_of(struct person *person)
{
    return (struct matrix_machine_hooks){.context = person,
                                         .gone = on_gone,
                                         .other = on_other,
                                         .key = on_key,
                                         .withheld = on_withheld};
}

static cJSON *member(cJSON *object, const char *name)
{
    cJSON *one = cJSON_GetObjectItemCaseSensitive(object, name);
    return one != NULL ? one : cJSON_AddObjectToObject(object, name);
}

static void put(cJSON *object, const char *name, const cJSON *value)
{
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    cJSON_AddItemToObject(object, name, cJSON_Duplicate(value, true));
}

/* All its keys go to the homeserver. */
static void upload(struct person *person)
{
    struct matrix_account *account = matrix_machine_account(person->machine);
    matrix_account_write(account, person->disk);
    matrix_account_stored(account, matrix_account_writing(account), true);
    const char *text = matrix_account_upload(account);
    cJSON *body = kit_json(text);
    put(member(devices, person->user), person->device, json_at(body, "device_keys"));
    put(member(one_time, person->user), person->device, json_at(body, "one_time_keys"));
    cJSON_Delete(body);
    matrix_account_uploaded(account, true, NOW_MS);
    matrix_account_write(account, person->disk);
    matrix_account_stored(account, matrix_account_writing(account), true);
}

/* Another session of the bot's for the room, which nobody has. */
static void new_session(void)
{
    matrix_megolm_out_free(&out);
    out = matrix_megolm_out_new(&pickle, ROOM, NULL, kit_entropy(), NOW_MS);
    matrix_megolm_out_write(out, persons[BOT].disk);
    matrix_megolm_out_stored(out, true);
}

static void setup(void)
{
    memset(&pickle, 7, sizeof pickle);
    devices = cJSON_CreateObject();
    one_time = cJSON_CreateObject();
    is_down = false;
    for (unsigned i = 0; i < PERSONS; i++) {
        struct person *person = &persons[i];
        person->machine = matrix_machine_new(&pickle, kit_entropy());
        person->disk = matrix_changes_new();
        person->inbox = cJSON_CreateArray();
        person->keys = person->other = person->withheld = 0;
        ck_assert(matrix_machine_begin(person->machine, person->user, person->device));
        upload(person);
    }
    new_session();
}

static void teardown(void)
{
    for (unsigned i = 0; i < PERSONS; i++) {
        matrix_machine_free(&persons[i].machine);
        matrix_changes_free(&persons[i].disk);
        cJSON_Delete(persons[i].inbox);
    }
    matrix_megolm_out_free(&out);
    cJSON_Delete(devices);
    cJSON_Delete(one_time);
}

/* The query that is due is answered. False: none was. */
static bool query(struct person *person)
{
    struct matrix_machine_hooks hooks = hooks_of(person);
    cJSON *body = matrix_machine_query(person->machine, NOW_MS);
    if (body == NULL) {
        return false;
    }
    cJSON *answer = cJSON_CreateObject();
    cJSON *found = cJSON_AddObjectToObject(answer, "device_keys");
    const cJSON *asked = json_at(body, "device_keys");
    for (const cJSON *one = asked->child; one != NULL; one = one->next) {
        const cJSON *known = json_at(devices, one->string);
        if (known != NULL) {
            put(found, one->string, known);
        }
    }
    matrix_machine_queried(person->machine, is_down ? NULL : answer, NOW_MS, person->disk, &hooks);
    cJSON_Delete(body);
    cJSON_Delete(answer);
    return true;
}

/* Messages go into the inboxes of those they are for. */
static void carry(const struct person *from, const char *type, const cJSON *messages)
{
    for (unsigned i = 0; i < PERSONS; i++) {
        const cJSON *content = json_at(json_at(messages, persons[i].user), persons[i].device);
        if (content != NULL) {
            cJSON *event = cJSON_CreateObject();
            cJSON_AddStringToObject(event, "type", type);
            cJSON_AddStringToObject(event, "sender", from->user);
            put(event, "content", content);
            cJSON_AddItemToArray(persons[i].inbox, event);
        }
    }
}

/* The claim that is due is answered, by one key each. False: none was. */
static bool claim(struct person *person, int64_t now_ms)
{
    cJSON *body = matrix_machine_claim(person->machine, now_ms);
    if (body == NULL) {
        return false;
    }
    cJSON *answer = cJSON_CreateObject();
    cJSON *found = cJSON_AddObjectToObject(answer, "one_time_keys");
    for (unsigned i = 0; i < PERSONS; i++) {
        const char *user = persons[i].user;
        const char *device = persons[i].device;
        cJSON *left = member(member(one_time, user), device);
        if (json_at_text(json_at(json_at(body, "one_time_keys"), user), device) != NULL &&
            left->child != NULL) {
            put(member(member(found, user), device), left->child->string, left->child);
            cJSON_Delete(cJSON_DetachItemViaPointer(left, left->child));
        }
    }
    cJSON *messages =
        matrix_machine_claimed(person->machine, is_down ? NULL : answer, now_ms, person->disk);
    carry(person, "m.room.encrypted", messages);
    cJSON_Delete(messages);
    cJSON_Delete(body);
    cJSON_Delete(answer);
    return true;
}

/* All that is in its inbox. */
static void receive(struct person *person)
{
    struct matrix_machine_hooks hooks = hooks_of(person);
    for (const cJSON *event = person->inbox->child; event != NULL; event = event->next) {
        matrix_machine_to_device(person->machine, event, NOW_MS, person->disk, &hooks);
    }
    cJSON_Delete(person->inbox);
    person->inbox = cJSON_CreateArray();
}

/* The process ends, and another begins with what is on disk. */
static void restart(struct person *person)
{
    size_t count = 0;
    const struct adapter_row *rows = matrix_changes_rows(person->disk, &count);
    matrix_machine_free(&person->machine);
    person->machine = matrix_machine_new(&pickle, kit_entropy());
    ck_assert_int_eq(matrix_machine_restore(person->machine, rows, count), PROVIDER_GOOD);
    ck_assert(matrix_machine_begin(person->machine, person->user, person->device));
}

static const char *const everybody[] = {"@bot:test", "@ana:test", "@ben:test"};

static enum matrix_sharing share_once(size_t count)
{
    const struct matrix_room_readers readers = {.users = everybody, .count = count};
    struct matrix_sharing_messages messages;
    enum matrix_sharing sharing =
        matrix_machine_share(persons[BOT].machine, out, &readers, persons[BOT].disk, &messages);
    ck_assert_int_eq(messages.encrypted != NULL || messages.withheld != NULL,
                     sharing == MATRIX_SHARING_SENDS);
    carry(&persons[BOT], "m.room.encrypted", messages.encrypted);
    carry(&persons[BOT], "m.room_key.withheld", messages.withheld);
    cJSON_Delete(messages.encrypted);
    cJSON_Delete(messages.withheld);
    if (sharing == MATRIX_SHARING_SENDS) {
        matrix_megolm_out_shared(out, true);
    }
    return sharing;
}

/* Until the first so many have the room's key. */
static void share(size_t count)
{
    unsigned tries = 0;
    while (share_once(count) != MATRIX_SHARING_DONE) {
        query(&persons[BOT]);
        claim(&persons[BOT], NOW_MS);
        ck_assert_uint_lt(tries++, 5);
    }
    for (unsigned i = 0; i < PERSONS; i++) {
        receive(&persons[i]);
    }
}

static cJSON *says(const char *body, const char *event_id)
{
    cJSON *content = cJSON_CreateObject();
    cJSON_AddStringToObject(content, "body", body);
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "type", "m.room.encrypted");
    cJSON_AddStringToObject(event, "event_id", event_id);
    cJSON_AddStringToObject(event, "sender", "@bot:test");
    cJSON_AddItemToObject(event, "content",
                          matrix_megolm_out_encrypt(
                              out,
                              matrix_account_device(matrix_machine_account(persons[BOT].machine)),
                              "m.room.message", content));
    matrix_megolm_out_write(out, persons[BOT].disk);
    cJSON_Delete(content);
    return event;
}

/* Does this person read that? */
static bool reads(struct person *person, const cJSON *event, const char *body)
{
    enum matrix_megolm_verdict verdict = MATRIX_MEGOLM_MALFORMED;
    cJSON *plain = NULL;
    bool is_known =
        matrix_machine_read(person->machine, ROOM, event, person->disk, &verdict, &plain);
    const char *text = json_at_text(json_at(plain, "content"), "body");
    bool is_read = is_known && text != NULL && strcmp(text, body) == 0;
    cJSON_Delete(plain);
    return is_read;
}

START_TEST(a_room_is_shared_and_everybody_reads_it)
{
    ck_assert_int_eq(share_once(3), MATRIX_SHARING_WAITS);
    ck_assert(query(&persons[BOT]));
    ck_assert(!query(&persons[BOT]));
    ck_assert_int_eq(share_once(3), MATRIX_SHARING_WAITS);
    ck_assert(claim(&persons[BOT], NOW_MS));
    ck_assert(!claim(&persons[BOT], NOW_MS));
    ck_assert_int_eq(share_once(3), MATRIX_SHARING_SENDS);
    ck_assert_int_eq(share_once(3), MATRIX_SHARING_DONE);
    cJSON *event = says("night falls", "$one");
    ck_assert(!reads(&persons[ANA], event, "night falls")); /* its key is under way */
    receive(&persons[ANA]);
    receive(&persons[BEN]);
    ck_assert_uint_eq(persons[ANA].keys, 1);
    ck_assert(reads(&persons[ANA], event, "night falls"));
    ck_assert(reads(&persons[BEN], event, "night falls"));
    ck_assert_uint_eq(matrix_machine_size(persons[BOT].machine).users, 3);
    ck_assert_uint_eq(matrix_machine_size(persons[BOT].machine).peers, 2);
    ck_assert_uint_eq(matrix_machine_size(persons[ANA].machine).sessions, 1);
    cJSON_Delete(event);
}
END_TEST

START_TEST(everybody_goes_on_after_a_restart)
{
    share(2);
    cJSON *one = says("one", "$one");
    ck_assert(reads(&persons[ANA], one, "one"));
    restart(&persons[ANA]);
    restart(&persons[BOT]);
    ck_assert(reads(&persons[ANA], one, "one"));
    cJSON_GetObjectItemCaseSensitive(one, "event_id")->valuestring[1] = 'x';
    ck_assert(!reads(&persons[ANA], one, "one")); /* a replay, also in another life */
    cJSON *two = says("two", "$two");
    ck_assert(reads(&persons[ANA], two, "two"));
    share(3); /* Ben comes */
    cJSON *three = says("three", "$three");
    ck_assert(reads(&persons[ANA], three, "three"));
    ck_assert(reads(&persons[BEN], three, "three"));
    ck_assert(!reads(&persons[BEN], two, "two"));
    ck_assert_uint_eq(persons[ANA].keys, 1); /* she was not given it twice */
    cJSON_Delete(one);
    cJSON_Delete(two);
    cJSON_Delete(three);
}
END_TEST

START_TEST(a_homeserver_that_is_down_is_asked_again)
{
    is_down = true;
    ck_assert_int_eq(share_once(2), MATRIX_SHARING_WAITS);
    ck_assert(query(&persons[BOT]));
    ck_assert_int_eq(share_once(2), MATRIX_SHARING_WAITS);
    is_down = false;
    ck_assert(query(&persons[BOT]));
    is_down = true;
    ck_assert_int_eq(share_once(2), MATRIX_SHARING_WAITS);
    ck_assert(claim(&persons[BOT], NOW_MS));
    ck_assert_int_eq(share_once(2), MATRIX_SHARING_WAITS);
    is_down = false;
    share(2);
    ck_assert_uint_eq(persons[ANA].keys, 1);
}
END_TEST

START_TEST(nobody_waits_for_who_does_not_answer)
{
    cJSON_DeleteItemFromObjectCaseSensitive(devices, "@ben:test"); /* his homeserver is away */
    share(3);
    ck_assert_uint_eq(persons[ANA].keys, 1);
    ck_assert_uint_eq(persons[BEN].keys, 0);
}
END_TEST

START_TEST(who_has_no_key_left_is_told_and_the_others_read)
{
    cJSON_DeleteItemFromObjectCaseSensitive(one_time, "@ben:test");
    ck_assert_int_eq(share_once(3), MATRIX_SHARING_WAITS);
    query(&persons[BOT]);
    ck_assert_int_eq(share_once(3), MATRIX_SHARING_WAITS);
    claim(&persons[BOT], NOW_MS);
    ck_assert_int_eq(share_once(3), MATRIX_SHARING_SENDS);
    const cJSON *told = cJSON_GetArrayItem(persons[BEN].inbox, 0);
    ck_assert_str_eq(json_at_text(json_at(told, "content"), "code"), "m.no_olm");
    ck_assert_int_eq(share_once(3), MATRIX_SHARING_DONE); /* and is told once */
    receive(&persons[ANA]);
    receive(&persons[BEN]);
    ck_assert(persons[ANA].keys == 1 && persons[BEN].withheld == 1);
}
END_TEST

/* Ana has new cross-signing keys, by which this device is not signed, and the bot asks for them. */
static void ana_is_somebody(void)
{
    struct matrix_cross_seeds seeds;
    struct matrix_machine_hooks hooks = hooks_of(&persons[BOT]);
    const struct matrix_account *account = matrix_machine_account(persons[ANA].machine);
    matrix_cross_make(&seeds, kit_entropy());
    cJSON *cross = matrix_cross_keys(&seeds, matrix_account_device(account));
    cJSON *answer = cJSON_CreateObject();
    put(answer, "device_keys", devices);
    put(member(answer, "master_keys"), "@ana:test", json_at(cross, "master_key"));
    put(member(answer, "self_signing_keys"), "@ana:test", json_at(cross, "self_signing_key"));
    cJSON_Delete(matrix_machine_query(persons[BOT].machine, NOW_MS));
    matrix_machine_queried(persons[BOT].machine, answer, NOW_MS, persons[BOT].disk, &hooks);
    cJSON_Delete(cross);
    cJSON_Delete(answer);
}

START_TEST(a_device_that_its_owner_did_not_sign_is_told_that_it_gets_none)
{
    ck_assert_int_eq(share_once(2), MATRIX_SHARING_WAITS);
    ana_is_somebody();
    ck_assert_int_eq(share_once(2), MATRIX_SHARING_SENDS);
    const cJSON *told = cJSON_GetArrayItem(persons[ANA].inbox, 0);
    ck_assert_str_eq(json_at_text(json_at(told, "content"), "code"), "m.unverified");
    /* and then she is somebody else: nothing is sent until that was told */
    cJSON *lists = kit_json("{\"changed\":[\"@ana:test\",\"@eve:test\",7],\"left\":7}");
    matrix_machine_lists(persons[BOT].machine, lists, persons[BOT].disk);
    ana_is_somebody();
    ck_assert_uint_eq(persons[BOT].other, 1);
    ck_assert_int_eq(share_once(2), MATRIX_SHARING_HELD);
    matrix_tracked_accept(
        matrix_machine_track(persons[BOT].machine, "@ana:test", persons[BOT].disk));
    ck_assert_int_eq(share_once(2), MATRIX_SHARING_DONE);
    cJSON_Delete(lists);
}
END_TEST

START_TEST(a_device_that_is_gone_spends_the_rooms_session)
{
    share(3);
    cJSON *lists = kit_json("{\"changed\":[\"@ben:test\"]}");
    cJSON_DeleteItemFromObjectCaseSensitive(cJSON_GetObjectItemCaseSensitive(devices, "@ben:test"),
                                            "LAPTOP");
    matrix_machine_lists(persons[BOT].machine, lists, persons[BOT].disk);
    query(&persons[BOT]);
    ck_assert_int_eq(matrix_megolm_out_rotation(out, NOW_MS), MATRIX_ROTATION_DEVICE);
    cJSON_Delete(lists);
}
END_TEST

START_TEST(who_has_left_is_asked_for_when_they_are_needed_again)
{
    share(3);
    cJSON *lists = kit_json("{\"left\":[\"@ben:test\"]}");
    matrix_machine_lists(persons[BOT].machine, lists, persons[BOT].disk);
    ck_assert(!query(&persons[BOT]));
    ck_assert_int_eq(share_once(2), MATRIX_SHARING_DONE);
    ck_assert_int_eq(share_once(3), MATRIX_SHARING_WAITS);
    ck_assert(query(&persons[BOT]));
    ck_assert_int_eq(share_once(3), MATRIX_SHARING_DONE);
    cJSON_Delete(lists);
}
END_TEST

/* A device that does not say its own keys in what it sends, as older clients do not. */
static cJSON *sent_by_eve(const struct matrix_own_device *eve, const cJSON *key)
{
    struct matrix_device bot = {.user = "@bot:test", .id = "BOT"};
    struct provider_session *session = NULL;
    struct buf words;
    struct buf text;
    const cJSON *keys = json_at(json_at(one_time, "@bot:test"), "BOT");
    provider_account_keys(matrix_account_provider(matrix_machine_account(persons[BOT].machine)),
                          bot.curve, bot.ed);
    provider_session_outbound(&session, eve->account, bot.curve, json_at_text(keys->child, "key"),
                              kit_entropy());
    buf_init(&words, PROVIDER_MESSAGE_BYTES_MAX);
    matrix_olm_plain(eve, &bot, "m.room_key", key, &words);
    cJSON *plain = kit_json(words.text);
    cJSON_DeleteItemFromObjectCaseSensitive(plain, "sender_device_keys");
    char *bare = kit_text(plain);
    struct provider_message message = kit_encrypt(session, bare, &text);
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "type", "m.room.encrypted");
    cJSON_AddStringToObject(event, "sender", eve->user);
    cJSON_AddItemToObject(event, "content", matrix_olm_content(eve, &bot, &message));
    free(bare);
    cJSON_Delete(plain);
    buf_deinit(&words);
    buf_deinit(&text);
    provider_session_free(&session);
    return event;
}

/* How many keys have come from it once the homeserver was asked, which knows it or not. */
static unsigned keys_of_eve(bool is_known)
{
    struct matrix_machine_hooks hooks = hooks_of(&persons[BOT]);
    struct provider_account *account = provider_account_new(kit_entropy());
    const struct matrix_own_device eve = {.user = "@eve:test", .id = "PAD", .account = account};
    cJSON *key = matrix_megolm_out_share(out);
    cJSON *event = sent_by_eve(&eve, key);
    cJSON *keys = matrix_device_keys(&eve);
    matrix_machine_to_device(persons[BOT].machine, event, NOW_MS, persons[BOT].disk, &hooks);
    ck_assert_uint_eq(persons[BOT].keys, 0);
    put(member(devices, "@eve:test"), is_known ? "PAD" : "OTHER", keys);
    ck_assert(query(&persons[BOT]));
    ck_assert(!query(&persons[BOT]));
    cJSON_Delete(keys);
    cJSON_Delete(key);
    cJSON_Delete(event);
    provider_account_free(&account);
    return persons[BOT].keys;
}

START_TEST(a_key_of_a_device_that_nobody_knows_is_taken_once_it_is_known)
{
    ck_assert_uint_eq(keys_of_eve(true), 1);
}
END_TEST

START_TEST(a_key_of_a_device_that_its_user_does_not_have_is_not_taken)
{
    ck_assert_uint_eq(keys_of_eve(false), 0);
}
END_TEST

/* A message of the bot's that was changed on its way. */
static void harm_inbox(struct person *person)
{
    cJSON *event = cJSON_GetArrayItem(person->inbox, 0);
    cJSON *ciphertext = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(event, "content"), "ciphertext");
    char *body = cJSON_GetObjectItemCaseSensitive(ciphertext->child, "body")->valuestring;
    body[strlen(body) - 3] ^= 1;
}

START_TEST(what_cannot_be_read_makes_a_new_session_that_says_nothing)
{
    share(2);
    matrix_machine_track(persons[ANA].machine, "@bot:test", persons[ANA].disk);
    query(&persons[ANA]);
    new_session();
    ck_assert_int_eq(share_once(2), MATRIX_SHARING_SENDS);
    harm_inbox(&persons[ANA]);
    receive(&persons[ANA]);
    ck_assert_uint_eq(persons[ANA].keys, 1);
    ck_assert(claim(&persons[ANA], NOW_MS));
    ck_assert_int_eq(cJSON_GetArraySize(persons[BOT].inbox), 1); /* m.dummy */
    receive(&persons[BOT]);
    ck_assert(!claim(&persons[ANA], NOW_MS + 1));
    new_session();
    share(2); /* by the session that both have */
    ck_assert_uint_eq(persons[ANA].keys, 2);
}
END_TEST

START_TEST(strangers_who_send_what_cannot_be_read_leave_nothing_behind)
{
    struct matrix_machine_hooks hooks = hooks_of(&persons[BOT]);
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    size_t before = 0;
    size_t after = 0;
    provider_account_keys(matrix_account_provider(matrix_machine_account(persons[BOT].machine)),
                          curve, ed);
    matrix_changes_rows(persons[BOT].disk, &before);
    cJSON *event = kit_json("{\"type\":\"m.room.encrypted\",\"sender\":\"@eve:test\",\"content\":{"
                            "\"algorithm\":\"" MATRIX_OLM "\",\"sender_key\":"
                            "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}}");
    cJSON *ciphertext =
        cJSON_AddObjectToObject(cJSON_GetObjectItemCaseSensitive(event, "content"), "ciphertext");
    cJSON *ours = cJSON_AddObjectToObject(ciphertext, curve);
    cJSON_AddNumberToObject(ours, "type", 1);
    cJSON_AddStringToObject(ours, "body", "AwogAAAA");
    matrix_machine_to_device(persons[BOT].machine, event, NOW_MS, persons[BOT].disk, &hooks);
    matrix_machine_to_device(persons[BOT].machine, NULL, NOW_MS, persons[BOT].disk, &hooks);
    matrix_changes_rows(persons[BOT].disk, &after);
    ck_assert_uint_eq(before, after);
    ck_assert_uint_eq(matrix_machine_size(persons[BOT].machine).peers, 0);
    ck_assert_uint_eq(matrix_machine_size(persons[BOT].machine).users, 0);
    cJSON_Delete(event);
}
END_TEST

Suite *suite_machine(void);

Suite *suite_machine(void)
{
    Suite *suite = suite_create("machine");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_room_is_shared_and_everybody_reads_it);
    tcase_add_test(tcase, everybody_goes_on_after_a_restart);
    tcase_add_test(tcase, a_homeserver_that_is_down_is_asked_again);
    tcase_add_test(tcase, nobody_waits_for_who_does_not_answer);
    tcase_add_test(tcase, who_has_no_key_left_is_told_and_the_others_read);
    tcase_add_test(tcase, a_device_that_its_owner_did_not_sign_is_told_that_it_gets_none);
    tcase_add_test(tcase, a_device_that_is_gone_spends_the_rooms_session);
    tcase_add_test(tcase, who_has_left_is_asked_for_when_they_are_needed_again);
    tcase_add_test(tcase, a_key_of_a_device_that_nobody_knows_is_taken_once_it_is_known);
    tcase_add_test(tcase, a_key_of_a_device_that_its_user_does_not_have_is_not_taken);
    tcase_add_test(tcase, what_cannot_be_read_makes_a_new_session_that_says_nothing);
    tcase_add_test(tcase, strangers_who_send_what_cannot_be_read_leave_nothing_behind);
    suite_add_tcase(suite, tcase);
    return suite;
}
