#include "enc_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "heap.h"
#include "json_at.h"
#include "matrix_cross_signing.h"

enum { ENC_BODY = 1 << 18, ENC_ROUNDS_MAX = 60, ENC_KEY_KINDS = 4 };

struct enc_one {
    const char *user;
    const char *device;
    struct matrix_machine *machine;
    struct matrix_changes *disk;
    struct matrix_megolm_out *out;
    unsigned keys;
};

static struct enc_one people[ENC_PERSONS] = {{.user = MX_ALICE, .device = "PHONE"},
                                             {.user = "@ben:test", .device = "LAPTOP"}};
static struct matrix_pickle pickle;
static cJSON *devices;
static cJSON *one_time;
static cJSON *masters;
static cJSON *self_signing;
static cJSON *user_signing;
static cJSON *asked; /* a list of {"url", "body"} */

static int64_t now_ms(void)
{
    return mx->hand->wire.clock.now_ms(mx->hand->wire.clock.context);
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

/* --- what the homeserver does ----------------------------------------------------------------- */

/* Keys of a device, and its one-time keys. */
static cJSON *upload(const char *user, const char *device, const cJSON *body)
{
    cJSON *answer = cJSON_CreateObject();
    cJSON *left = member(member(one_time, user), device);
    if (json_at(body, "device_keys") != NULL) {
        put(member(devices, user), device, json_at(body, "device_keys"));
    }
    const cJSON *keys = json_at(body, "one_time_keys");
    for (const cJSON *key = keys == NULL ? NULL : keys->child; key != NULL; key = key->next) {
        put(left, key->string, key);
    }
    cJSON_AddNumberToObject(cJSON_AddObjectToObject(answer, "one_time_key_counts"),
                            "signed_curve25519", cJSON_GetArraySize(left));
    return answer;
}

static cJSON *query(const char *user, const char *device, const cJSON *body)
{
    static const char *const names[ENC_KEY_KINDS] = {"device_keys", "master_keys",
                                                     "self_signing_keys", "user_signing_keys"};
    const cJSON *const kept[ENC_KEY_KINDS] = {devices, masters, self_signing, user_signing};
    cJSON *answer = cJSON_CreateObject();
    const cJSON *wanted = json_at(body, "device_keys");
    (void)user;
    (void)device;
    for (size_t i = 0; i < ENC_KEY_KINDS; i++) {
        cJSON *found = cJSON_AddObjectToObject(answer, names[i]);
        for (const cJSON *one = wanted->child; one != NULL; one = one->next) {
            if (json_at(kept[i], one->string) != NULL) {
                put(found, one->string, json_at(kept[i], one->string));
            } else if (i == 0) {
                cJSON_AddObjectToObject(found, one->string); /* they have no device */
            }
        }
    }
    return answer;
}

static cJSON *claim(const char *user, const char *device, const cJSON *body)
{
    cJSON *answer = cJSON_CreateObject();
    cJSON *found = cJSON_AddObjectToObject(answer, "one_time_keys");
    (void)user;
    (void)device;
    for (const cJSON *one = json_at(body, "one_time_keys")->child; one != NULL; one = one->next) {
        for (const cJSON *its = one->child; its != NULL; its = its->next) {
            cJSON *left = member(member(one_time, one->string), its->string);
            if (left->child != NULL) {
                put(member(member(found, one->string), its->string), left->child->string,
                    left->child);
                cJSON_Delete(cJSON_DetachItemViaPointer(left, left->child));
            }
        }
    }
    return answer;
}

static cJSON *cross(const char *user, const char *device, const cJSON *body)
{
    (void)device;
    put(masters, user, json_at(body, "master_key"));
    put(self_signing, user, json_at(body, "self_signing_key"));
    put(user_signing, user, json_at(body, "user_signing_key"));
    return cJSON_CreateObject();
}

/* A signature under a device, or under who somebody else is. */
static cJSON *sign(const char *user, const char *device, const cJSON *body)
{
    if (json_at(body, user) == NULL) {
        return cJSON_CreateObject();
    }
    const cJSON *its = json_at(json_at(body, user), device);
    ck_assert_ptr_nonnull(its);
    cJSON *kept = member(member(member(member(devices, user), device), "signatures"), user);
    for (const cJSON *one = json_at(json_at(its, "signatures"), user)->child; one != NULL;
         one = one->next) {
        put(kept, one->string, one);
    }
    return cJSON_CreateObject();
}

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
    (void)session;
    ck_assert_str_eq(room, MX_ROOM);
    ((struct enc_one *)context)->keys++;
}

static void on_withheld(void *context, const char *user, const char *room, const char *session)
{
    (void)context;
    (void)user;
    (void)room;
    (void)session;
}

static struct matrix_machine_hooks hooks_of(struct enc_one *one)
{
    return (struct matrix_machine_hooks){
        .context = one, .gone = on_gone, .other = on_other, .key = on_key, .withheld = on_withheld};
}

/* The queries and claims of a person's own. */
static void person_asks(struct enc_one *one)
{
    struct matrix_machine_hooks hooks = hooks_of(one);
    cJSON *body = matrix_machine_query(one->machine, now_ms());
    if (body != NULL) {
        cJSON *answer = query(NULL, NULL, body);
        matrix_machine_queried(one->machine, answer, now_ms(), one->disk, &hooks);
        cJSON_Delete(answer);
        cJSON_Delete(body);
    }
    body = matrix_machine_claim(one->machine, now_ms());
    if (body != NULL) {
        cJSON *answer = claim(NULL, NULL, body);
        cJSON_Delete(matrix_machine_claimed(one->machine, answer, now_ms(), one->disk));
        cJSON_Delete(answer);
        cJSON_Delete(body);
    }
}

/* What the bot sends to devices of people. */
static cJSON *carry(const char *user, const char *device, const cJSON *body)
{
    (void)user;
    (void)device;
    for (unsigned i = 0; i < ENC_PERSONS; i++) {
        struct matrix_machine_hooks hooks = hooks_of(&people[i]);
        const cJSON *content =
            json_at(json_at(json_at(body, "messages"), people[i].user), people[i].device);
        if (content == NULL || json_at(content, "ciphertext") == NULL) {
            continue;
        }
        cJSON *event = cJSON_CreateObject();
        cJSON_AddStringToObject(event, "type", "m.room.encrypted");
        cJSON_AddStringToObject(event, "sender", MX_BOT);
        put(event, "content", content);
        matrix_machine_to_device(people[i].machine, event, now_ms(), people[i].disk, &hooks);
        cJSON_Delete(event);
        person_asks(&people[i]); /* whose device it is */
    }
    return cJSON_CreateObject();
}

static const struct enc_route {
    const char *part;
    cJSON *(*answer)(const char *user, const char *device, const cJSON *body);
} routes[] = {{"/keys/upload", upload},
              {"/keys/query", query},
              {"/keys/claim", claim},
              {"/keys/device_signing/upload", cross},
              {"/keys/signatures/upload", sign},
              {"/sendToDevice/", carry}};

static void note(const struct hand_call *call, const cJSON *body)
{
    cJSON *one = cJSON_CreateObject();
    cJSON_AddStringToObject(one, "url", call->url);
    put(one, "body", body);
    cJSON_AddItemToArray(asked, one);
}

static bool serve_one(const char *but)
{
    for (unsigned i = 0; i < hand_open(mx->hand); i++) {
        struct hand_call *call = hand_call(mx->hand, i);
        for (size_t at = 0; at < sizeof routes / sizeof *routes; at++) {
            if (strstr(call->url, routes[at].part) == NULL ||
                (but != NULL && strstr(call->url, but) != NULL)) {
                continue;
            }
            cJSON *body = cJSON_ParseWithLength(call->body, strlen(call->body));
            note(call, body);
            cJSON *answer = routes[at].answer(MX_BOT, "DEADDROP", body);
            char *text = cJSON_PrintUnformatted(answer);
            hand_answer(call, 200, NULL, text);
            cJSON_free(text);
            cJSON_Delete(answer);
            cJSON_Delete(body);
            return true;
        }
    }
    return false;
}

unsigned enc_serve_but(const char *part)
{
    unsigned served = 0;
    unsigned idle = 0;
    for (unsigned round = 0; idle < 3; round++) {
        ck_assert_uint_lt(round, ENC_ROUNDS_MAX);
        bool did = serve_one(part);
        served += did;
        idle = did ? 0 : idle + 1;
        mx_run(1);
        mx_store();
        mx_run(1);
    }
    return served;
}

unsigned enc_serve(void)
{
    return enc_serve_but(NULL);
}

void enc_sign_out(void)
{
    cJSON_DeleteItemFromObjectCaseSensitive(devices, MX_BOT);
    cJSON_DeleteItemFromObjectCaseSensitive(one_time, MX_BOT);
}

const cJSON *enc_devices(const char *user)
{
    return json_at(devices, user);
}

const char *enc_master(const char *user)
{
    return cJSON_GetStringValue(json_at(json_at(masters, user), "keys")->child);
}

const cJSON *enc_asked(const char *part)
{
    const cJSON *body = NULL;
    for (const cJSON *one = asked->child; one != NULL; one = one->next) {
        body = strstr(json_at_text(one, "url"), part) != NULL ? json_at(one, "body") : body;
    }
    return body;
}

unsigned enc_asked_count(const char *part)
{
    unsigned count = 0;
    for (const cJSON *one = asked->child; one != NULL; one = one->next) {
        count += strstr(json_at_text(one, "url"), part) != NULL;
    }
    return count;
}

/* --- people ----------------------------------------------------------------------------------- */

static void person_new(struct enc_one *one)
{
    one->machine = matrix_machine_new(&pickle, &mx->hand->wire.entropy);
    one->disk = matrix_changes_new();
    one->keys = 0;
    ck_assert(matrix_machine_begin(one->machine, one->user, one->device));
    struct matrix_account *account = matrix_machine_account(one->machine);
    matrix_account_write(account, one->disk);
    matrix_account_stored(account, matrix_account_writing(account), true);
    const char *text = matrix_account_upload(account);
    cJSON *body = cJSON_ParseWithLength(text, strlen(text));
    cJSON_Delete(upload(one->user, one->device, body));
    cJSON_Delete(body);
    matrix_account_uploaded(account, true, now_ms());
}

static void person_free(struct enc_one *one)
{
    matrix_machine_free(&one->machine);
    matrix_changes_free(&one->disk);
    matrix_megolm_out_free(&one->out);
}

void enc_identity(enum enc_person who)
{
    struct enc_one *one = &people[who];
    const struct matrix_own_device *own =
        matrix_account_device(matrix_machine_account(one->machine));
    struct matrix_cross_seeds seeds;
    matrix_cross_make(&seeds, &mx->hand->wire.entropy);
    cJSON *keys = matrix_cross_keys(&seeds, own);
    cJSON_Delete(cross(one->user, one->device, keys));
    cJSON *signature = matrix_cross_signature(&seeds, own);
    cJSON_Delete(sign(one->user, one->device, signature));
    cJSON_Delete(signature);
    cJSON_Delete(keys);
}

void enc_own_identity(const struct matrix_cross_seeds *seeds)
{
    const struct matrix_own_device *own =
        matrix_account_device(matrix_machine_account(people[ENC_BEN].machine));
    const struct matrix_own_device bot = {.user = MX_BOT, .id = "CLIENT", .account = own->account};
    cJSON *keys = matrix_cross_keys(seeds, &bot);
    cJSON_Delete(cross(MX_BOT, "CLIENT", keys));
    cJSON_Delete(keys);
}

cJSON *enc_export(enum enc_person who)
{
    uint32_t index = 0;
    return matrix_megolm_out_export(
        people[who].out, matrix_account_device(matrix_machine_account(people[who].machine)),
        &index);
}

const char *enc_key(enum enc_person who)
{
    static char text[ENC_BODY];
    struct enc_one *one = &people[who];
    const char *const readers[] = {MX_BOT};
    const struct matrix_room_readers list = {.users = readers, .count = 1};
    struct matrix_sharing_messages messages = {0};
    matrix_megolm_out_free(&one->out);
    one->out = matrix_megolm_out_new(&pickle, MX_ROOM, NULL, &mx->hand->wire.entropy, now_ms());
    matrix_megolm_out_write(one->out, one->disk);
    matrix_megolm_out_stored(one->out, true);
    for (unsigned tries = 0; messages.encrypted == NULL; tries++) {
        ck_assert_uint_lt(tries, 6);
        (void)matrix_machine_share(one->machine, one->out, &list, one->disk, &messages);
        person_asks(one);
    }
    matrix_megolm_out_shared(one->out, true);
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "type", "m.room.encrypted");
    cJSON_AddStringToObject(event, "sender", one->user);
    put(event, "content", json_at(json_at(messages.encrypted, MX_BOT), "DEADDROP"));
    ck_assert(cJSON_PrintPreallocated(event, text, sizeof text, false));
    cJSON_Delete(event);
    cJSON_Delete(messages.encrypted);
    cJSON_Delete(messages.withheld);
    return text;
}

const char *enc_says(enum enc_person who, const char *id, const char *text)
{
    static char events[4][1 << 14];
    static unsigned at;
    char *into = events[at++ % 4];
    struct enc_one *one = &people[who];
    cJSON *content = cJSON_CreateObject();
    cJSON_AddStringToObject(content, "msgtype", "m.text");
    cJSON_AddStringToObject(content, "body", text);
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "type", "m.room.encrypted");
    cJSON_AddStringToObject(event, "event_id", id);
    cJSON_AddStringToObject(event, "sender", one->user);
    cJSON_AddNumberToObject(event, "origin_server_ts", 1);
    cJSON_AddItemToObject(event, "content",
                          matrix_megolm_out_encrypt(
                              one->out, matrix_account_device(matrix_machine_account(one->machine)),
                              "m.room.message", content));
    ck_assert(cJSON_PrintPreallocated(event, into, sizeof events[0], false));
    cJSON_Delete(event);
    cJSON_Delete(content);
    return into;
}

bool enc_reads(enum enc_person who, const char *id, const cJSON *content, const char *text)
{
    enum matrix_megolm_verdict verdict = MATRIX_MEGOLM_MALFORMED;
    cJSON *plain = NULL;
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "type", "m.room.encrypted");
    cJSON_AddStringToObject(event, "event_id", id);
    cJSON_AddStringToObject(event, "sender", MX_BOT);
    cJSON_AddNumberToObject(event, "origin_server_ts", 1);
    put(event, "content", content);
    bool known = matrix_machine_read(people[who].machine, MX_ROOM, event, people[who].disk,
                                     &verdict, &plain);
    const char *body = json_at_text(json_at(plain, "content"), "body");
    bool reads = known && verdict == MATRIX_MEGOLM_READ && body != NULL && strcmp(body, text) == 0;
    cJSON_Delete(plain);
    cJSON_Delete(event);
    return reads;
}

const char *enc_member(enum enc_person who, const char *id, const char *membership)
{
    static char event[1024];
    snprintf(event, sizeof event,
             "{\"type\":\"m.room.member\",\"state_key\":\"%s\",\"sender\":\"%s\","
             "\"event_id\":\"%s\",\"content\":{\"membership\":\"%s\"}}",
             people[who].user, people[who].user, id, membership);
    return event;
}

/* --- the bot ---------------------------------------------------------------------------------- */

void enc_set_up(void)
{
    mx_set_up();
    memset(&pickle, 7, sizeof pickle);
    devices = cJSON_CreateObject();
    one_time = cJSON_CreateObject();
    masters = cJSON_CreateObject();
    self_signing = cJSON_CreateObject();
    user_signing = cJSON_CreateObject();
    asked = cJSON_CreateArray();
    for (unsigned i = 0; i < ENC_PERSONS; i++) {
        person_new(&people[i]);
    }
    mx_setting("DEADDROP_MATRIX_ENCRYPTION=on");
    mx_setting("DEADDROP_MATRIX_ENCRYPTION_KEY=" ENC_KEY);
}

void enc_tear_down(void)
{
    for (unsigned i = 0; i < ENC_PERSONS; i++) {
        person_free(&people[i]);
    }
    mx_tear_down();
    cJSON_Delete(devices);
    cJSON_Delete(one_time);
    cJSON_Delete(masters);
    cJSON_Delete(self_signing);
    cJSON_Delete(user_signing);
    cJSON_Delete(asked);
}

void enc_live(void)
{
    mx_live();
    enc_serve();
    mx_talk("s2", "{\"type\":\"m.room.encryption\",\"state_key\":\"\",\"sender\":\"@owner:test\","
                  "\"event_id\":\"$e\",\"content\":{\"algorithm\":\"m.megolm.v1.aes-sha2\"}}");
    enc_serve();
    matrix_room_find(mx_matrix(), MX_ROOM)->state = MATRIX_STATE_COMPLETE;
}

void enc_again(void)
{
    mx_crash();
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    mx_answer("/joined_rooms", 200, "{\"joined_rooms\":[\"" MX_ROOM "\"]}");
    mx_call("/sync?");
}

void enc_state_of(void)
{
    mx_answer("/state", 200,
              "[{\"type\":\"m.room.create\",\"state_key\":\"\",\"sender\":\"@owner:test\","
              "\"event_id\":\"$c\",\"content\":{\"room_version\":\"11\"}},"
              "{\"type\":\"m.room.encryption\",\"state_key\":\"\",\"sender\":\"@owner:test\","
              "\"event_id\":\"$e\",\"content\":{\"algorithm\":\"m.megolm.v1.aes-sha2\"}},"
              "{\"type\":\"m.room.member\",\"state_key\":\"@bot:test\",\"sender\":\"@bot:test\","
              "\"event_id\":\"$b\",\"content\":{\"membership\":\"join\"}},"
              "{\"type\":\"m.room.member\",\"state_key\":\"@alice:test\","
              "\"sender\":\"@alice:test\",\"event_id\":\"$a\","
              "\"content\":{\"membership\":\"join\"}}]");
    enc_serve();
}

void enc_state(void)
{
    enc_sync("s8", "", enc_member(ENC_ALICE, "$m8", "join"));
    enc_state_of();
}

void enc_sync(const char *next, const char *to_device, const char *events)
{
    static char body[2 * ENC_BODY];
    snprintf(body, sizeof body,
             "{\"next_batch\":\"%s\",\"to_device\":{\"events\":[%s]},"
             "\"device_one_time_keys_count\":{\"signed_curve25519\":50},"
             "\"device_unused_fallback_key_types\":[\"signed_curve25519\"],"
             "\"rooms\":{\"join\":{\"" MX_ROOM
             "\":{\"timeline\":{\"events\":[%s],\"prev_batch\":\"p\"}}}}}",
             next, to_device, events);
    mx_answer("/sync?", 200, body);
}
