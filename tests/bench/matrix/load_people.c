#include "load_people.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "entropy.h"
#include "heap.h"
#include "json_at.h"
#include "load_world.h"
#include "matrix_machine.h"

enum { PEOPLE_TRIES = 6, PEOPLE_NOW_MS = 1 };

struct load_person {
    char user[MATRIX_ID_BYTES];
    struct matrix_machine *machine;
    struct matrix_changes *disk;
    struct matrix_megolm_out *out;
};

/* What somebody has uploaded; NULL nothing. */
struct load_keys {
    cJSON *devices; /* by device */
    cJSON *one_time;
    cJSON *fallback;
    cJSON *master;
    cJSON *self_signing;
};

struct load_people {
    struct load_person *persons;
    unsigned count;
    struct matrix_pickle pickle;
    struct entropy entropy;
    uint64_t state;
    struct load_keys *keys; /* of each, and of the bot behind them */
};

/* Of a user, by the number in their name: however many there are, nobody is searched for. NULL:
 * there is no such user. */
static struct load_keys *keys_of(struct load_people *people, const char *user)
{
    unsigned long number =
        strcmp(user, LOAD_BOT) == 0 ? people->count : strtoul(user + strlen("@p"), NULL, 10);
    return number <= people->count ? &people->keys[number] : NULL;
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

static void keys_upload(struct load_people *people, const char *user, const char *device,
                        const cJSON *body)
{
    struct load_keys *its = keys_of(people, user);
    const cJSON *keys = json_at(body, "one_time_keys");
    if (json_at(body, "device_keys") != NULL) {
        put(its->devices, device, json_at(body, "device_keys"));
    }
    for (const cJSON *key = keys == NULL ? NULL : keys->child; key != NULL; key = key->next) {
        cJSON_AddItemToObject(its->one_time, key->string, cJSON_Duplicate(key, true));
    }
    if (json_at(body, "fallback_keys") != NULL) {
        cJSON_Delete(its->fallback);
        its->fallback = cJSON_Duplicate(json_at(body, "fallback_keys"), true);
    }
}

static cJSON *ask_upload(struct load_people *people, const cJSON *body)
{
    cJSON *answer = cJSON_CreateObject();
    keys_upload(people, LOAD_BOT, LOAD_DEVICE, body);
    cJSON_AddNumberToObject(cJSON_AddObjectToObject(answer, "one_time_key_counts"),
                            "signed_curve25519", MATRIX_ONE_TIME_MOST);
    return answer;
}

static cJSON *ask_query(struct load_people *people, const cJSON *body)
{
    cJSON *answer = cJSON_CreateObject();
    cJSON *devices = cJSON_AddObjectToObject(answer, "device_keys");
    cJSON *masters = cJSON_AddObjectToObject(answer, "master_keys");
    cJSON *self_signing = cJSON_AddObjectToObject(answer, "self_signing_keys");
    for (const cJSON *one = json_at(body, "device_keys")->child; one != NULL; one = one->next) {
        const struct load_keys *its = keys_of(people, one->string);
        if (its == NULL) {
            continue;
        }
        cJSON_AddItemReferenceToObject(devices, one->string, its->devices);
        if (its->master != NULL) {
            cJSON_AddItemReferenceToObject(masters, one->string, its->master);
            cJSON_AddItemReferenceToObject(self_signing, one->string, its->self_signing);
        }
    }
    return answer;
}

/* A one-time key, or the fallback key where none is left. */
static void claim_one(struct load_people *people, const char *user, const char *device,
                      cJSON *found)
{
    struct load_keys *its = keys_of(people, user);
    const cJSON *key = its->one_time->child != NULL ? its->one_time->child
                       : its->fallback == NULL      ? NULL
                                                    : its->fallback->child;
    if (key != NULL) { /* each user has one device */
        cJSON *claimed = cJSON_AddObjectToObject(cJSON_AddObjectToObject(found, user), device);
        cJSON_AddItemToObject(claimed, key->string, cJSON_Duplicate(key, true));
    }
    if (its->one_time->child != NULL) {
        cJSON_Delete(cJSON_DetachItemViaPointer(its->one_time, its->one_time->child));
    }
}

static cJSON *ask_claim(struct load_people *people, const cJSON *body)
{
    cJSON *answer = cJSON_CreateObject();
    cJSON *found = cJSON_AddObjectToObject(answer, "one_time_keys");
    for (const cJSON *one = json_at(body, "one_time_keys")->child; one != NULL; one = one->next) {
        for (const cJSON *its = one->child; its != NULL; its = its->next) {
            claim_one(people, one->string, its->string, found);
        }
    }
    return answer;
}

static cJSON *ask_cross(struct load_people *people, const cJSON *body)
{
    struct load_keys *its = keys_of(people, LOAD_BOT);
    cJSON_Delete(its->master);
    cJSON_Delete(its->self_signing);
    its->master = cJSON_Duplicate(json_at(body, "master_key"), true);
    its->self_signing = cJSON_Duplicate(json_at(body, "self_signing_key"), true);
    return cJSON_CreateObject();
}

/* A signature under the bot's device. */
static cJSON *ask_sign(struct load_people *people, const cJSON *body)
{
    const cJSON *its = json_at(json_at(body, LOAD_BOT), LOAD_DEVICE);
    const cJSON *signatures = json_at(json_at(its, "signatures"), LOAD_BOT);
    cJSON *devices = keys_of(people, LOAD_BOT)->devices;
    cJSON *kept = member(member(member(devices, LOAD_DEVICE), "signatures"), LOAD_BOT);
    for (const cJSON *one = signatures == NULL ? NULL : signatures->child; one != NULL;
         one = one->next) {
        put(kept, one->string, one);
    }
    return cJSON_CreateObject();
}

static const struct {
    const char *part;
    cJSON *(*answer)(struct load_people *people, const cJSON *body);
} asks[] = {{"/keys/upload", ask_upload},
            {"/keys/query", ask_query},
            {"/keys/claim", ask_claim},
            {"/keys/device_signing/upload", ask_cross},
            {"/keys/signatures/upload", ask_sign}};

bool load_people_ask(struct load_people *people, const char *path, const char *body,
                     struct buf *out)
{
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        if (strstr(path, asks[i].part) != NULL) {
            cJSON *json = cJSON_ParseWithLength(body, strlen(body));
            cJSON *answer = asks[i].answer(people, json);
            char *text = cJSON_PrintUnformatted(answer);
            buf_text(out, text);
            cJSON_free(text);
            cJSON_Delete(answer);
            cJSON_Delete(json);
            return true;
        }
    }
    return false;
}

/* --- people ----------------------------------------------------------------------------------- */

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
}

static void on_withheld(void *context, const char *user, const char *room, const char *session)
{
    (void)context;
    (void)user;
    (void)room;
    (void)session;
}

/* Their queries and claims. */
static void person_asks(struct load_people *people, struct load_person *person)
{
    static const struct matrix_machine_hooks hooks = {
        .gone = on_gone, .other = on_other, .key = on_key, .withheld = on_withheld};
    cJSON *body = matrix_machine_query(person->machine, PEOPLE_NOW_MS);
    if (body != NULL) {
        cJSON *answer = ask_query(people, body);
        matrix_machine_queried(person->machine, answer, PEOPLE_NOW_MS, person->disk, &hooks);
        cJSON_Delete(answer);
        cJSON_Delete(body);
    }
    body = matrix_machine_claim(person->machine, PEOPLE_NOW_MS);
    if (body != NULL) {
        cJSON *answer = ask_claim(people, body);
        cJSON_Delete(matrix_machine_claimed(person->machine, answer, PEOPLE_NOW_MS, person->disk));
        cJSON_Delete(answer);
        cJSON_Delete(body);
    }
}

void load_people_key(struct load_people *people, unsigned person, const char *room, struct buf *out)
{
    static const char *const readers[] = {LOAD_BOT};
    const struct matrix_room_readers list = {.users = readers, .count = 1};
    struct load_person *one = &people->persons[person];
    struct matrix_sharing_messages messages = {0};
    matrix_megolm_out_free(&one->out);
    cJSON *settings = cJSON_CreateObject();
    cJSON_AddNumberToObject(settings, "rotation_period_msgs", MATRIX_ROTATE_MESSAGES_MAX);
    one->out =
        matrix_megolm_out_new(&people->pickle, room, settings, &people->entropy, PEOPLE_NOW_MS);
    cJSON_Delete(settings);
    matrix_megolm_out_write(one->out, one->disk);
    matrix_megolm_out_stored(one->out, true);
    for (unsigned tries = 0; messages.encrypted == NULL; tries++) {
        assert(tries < PEOPLE_TRIES);
        (void)matrix_machine_share(one->machine, one->out, &list, one->disk, &messages);
        person_asks(people, one);
    }
    matrix_megolm_out_shared(one->out, true);
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "type", "m.room.encrypted");
    cJSON_AddStringToObject(event, "sender", one->user);
    put(event, "content", json_at(json_at(messages.encrypted, LOAD_BOT), LOAD_DEVICE));
    char *text = cJSON_PrintUnformatted(event);
    buf_text(out, text);
    cJSON_free(text);
    cJSON_Delete(event);
    cJSON_Delete(messages.encrypted);
    cJSON_Delete(messages.withheld);
}

char *load_people_say(struct load_people *people, unsigned person, const char *words)
{
    const struct load_person *one = &people->persons[person];
    cJSON *content = cJSON_CreateObject();
    cJSON_AddStringToObject(content, "msgtype", "m.text");
    cJSON_AddStringToObject(content, "body", words);
    cJSON_AddObjectToObject(content, "m.mentions");
    cJSON *sealed = matrix_megolm_out_encrypt(
        one->out, matrix_account_device(matrix_machine_account(one->machine)), "m.room.message",
        content);
    assert(sealed != NULL);
    char *text = cJSON_PrintUnformatted(sealed);
    char *copy = heap_copy(text);
    cJSON_free(text);
    cJSON_Delete(sealed);
    cJSON_Delete(content);
    return copy;
}

static void person_open(struct load_people *people, unsigned number)
{
    struct load_person *one = &people->persons[number];
    snprintf(one->user, sizeof one->user, "@p%u:bench", number);
    one->machine = matrix_machine_new(&people->pickle, &people->entropy);
    one->disk = matrix_changes_new();
    bool begun = matrix_machine_begin(one->machine, one->user, "PHONE");
    assert(begun);
    struct matrix_account *account = matrix_machine_account(one->machine);
    (void)matrix_account_write(account, one->disk);
    matrix_account_stored(account, matrix_account_writing(account), begun);
    const char *text = matrix_account_upload(account);
    cJSON *body = cJSON_ParseWithLength(text, strlen(text));
    keys_upload(people, one->user, "PHONE", body);
    cJSON_Delete(body);
    matrix_account_uploaded(account, true, PEOPLE_NOW_MS);
}

struct load_people *load_people_open(unsigned count)
{
    struct load_people *people = heap_allocate(sizeof *people);
    people->persons = heap_allocate(count * sizeof *people->persons);
    people->count = count;
    people->entropy = entropy_seeded(&people->state, 1);
    people->keys = heap_allocate((count + 1) * sizeof *people->keys);
    for (unsigned i = 0; i <= count; i++) {
        people->keys[i].devices = cJSON_CreateObject();
        people->keys[i].one_time = cJSON_CreateObject();
    }
    for (unsigned i = 0; i < count; i++) {
        person_open(people, i);
    }
    return people;
}

void load_people_close(struct load_people **people)
{
    struct load_people *freed = *people;
    if (freed == NULL) {
        return;
    }
    *people = NULL;
    for (unsigned i = 0; i < freed->count; i++) {
        matrix_machine_free(&freed->persons[i].machine);
        matrix_changes_free(&freed->persons[i].disk);
        matrix_megolm_out_free(&freed->persons[i].out);
    }
    for (unsigned i = 0; i <= freed->count; i++) {
        cJSON_Delete(freed->keys[i].devices);
        cJSON_Delete(freed->keys[i].one_time);
        cJSON_Delete(freed->keys[i].fallback);
        cJSON_Delete(freed->keys[i].master);
        cJSON_Delete(freed->keys[i].self_signing);
    }
    free(freed->keys);
    free(freed->persons);
    free(freed);
}
