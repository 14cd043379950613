/* People and sessions in memory, and their rows. */
#include "web_people.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alike.h"
#include "hash.h"
#include "heap.h"
#include "inert.h"
#include "json_out.h"
#include "web_rooms.h"

enum { WEB_PERSON_BYTES_MAX = 16 * 1024 };

static const int64_t web_tab_ms = 24LL * 60 * 60 * 1000;
static const int64_t web_cookie_ms = 90LL * 24 * 60 * 60 * 1000;
static const int64_t web_used_ms = 60LL * 60 * 1000; /* use is written down once in this time */

void web_people_init(struct web_people *people, const struct entropy *entropy)
{
    memset(people, 0, sizeof *people);
    people->entropy = *entropy;
    map_init(&people->persons, entropy);
    map_init(&people->sessions, entropy);
}

void web_people_deinit(struct web_people *people)
{
    size_t at = 0;
    for (void *value = map_next(&people->persons, &at); value != NULL;
         value = map_next(&people->persons, &at)) {
        free(value);
    }
    at = 0;
    for (void *value = map_next(&people->sessions, &at); value != NULL;
         value = map_next(&people->sessions, &at)) {
        free(value);
    }
    while (people->forgotten != NULL) {
        struct web_person *person = people->forgotten;
        people->forgotten = person->next_forgotten;
        free(person);
    }
    map_deinit(&people->persons);
    map_deinit(&people->sessions);
}

void web_secret_make(const struct entropy *entropy, char secret[WEB_SECRET_TEXT_BYTES])
{
    uint8_t bytes[WEB_SECRET_BYTES];
    entropy->fill(entropy->context, bytes, sizeof bytes);
    assert(hash_base64url_size(sizeof bytes) == WEB_SECRET_TEXT_BYTES);
    hash_base64url(secret, bytes, sizeof bytes);
}

void web_secret_hash(const char *secret, char hash[WEB_HASH_TEXT_BYTES])
{
    uint8_t bytes[HASH_BYTES];
    hash_of(bytes, secret, strlen(secret));
    hash_hex(hash, bytes, sizeof bytes);
}

static struct web_person *web_person_put(struct web_people *people, const char *account,
                                         const char *name)
{
    struct web_person *person = heap_allocate(sizeof *person);
    snprintf(person->account, sizeof person->account, "%s", account);
    snprintf(person->name, sizeof person->name, "%s", name);
    bucket_init(&person->acts, WEB_ACTS_BURST, WEB_ACTS_EACH_MS, 0);
    map_put(&people->persons, person->account, person);
    return person;
}

struct web_person *web_people_new(struct web_people *people, const char *name, int64_t now_ms)
{
    char account[WEB_ACCOUNT_BYTES] = "p";
    uint8_t bytes[8];
    if (people->persons.count >= WEB_PEOPLE_MAX) {
        return NULL;
    }
    do {
        people->entropy.fill(people->entropy.context, bytes, sizeof bytes);
        hash_hex(account + 1, bytes, sizeof bytes);
    } while (map_get(&people->persons, account) != NULL);
    struct web_person *person = web_person_put(people, account, name);
    person->made_ms = now_ms;
    return person;
}

static void web_people_end_sessions(struct web_people *people, const struct web_person *person)
{
    size_t at = 0;
    for (struct web_session *session = map_next(&people->sessions, &at); session != NULL;
         session = map_next(&people->sessions, &at)) {
        if (session->person == person) {
            map_remove(&people->sessions, session->hash);
            free(session);
            at = 0; /* the map has moved its rows */
        }
    }
}

void web_people_drop(struct web_people *people, struct web_person *person)
{
    web_people_end_sessions(people, person);
    map_remove(&people->persons, person->account);
    free(person);
}

void web_people_forget(struct web_people *people, struct web_person *person)
{
    web_people_end_sessions(people, person);
    map_remove(&people->persons, person->account);
    person->name[0] = '\0';
    person->key_count = 0;
    explicit_bzero(person->keys, sizeof person->keys);
    person->next_forgotten = people->forgotten;
    people->forgotten = person;
}

struct web_person *web_people_at(const struct web_people *people, const char *account)
{
    return map_get(&people->persons, account);
}

static bool web_person_has_key(const struct web_person *person, const char *hash)
{
    for (unsigned i = 0; i < person->key_count; i++) {
        if (hash_equal(person->keys[i], hash, WEB_HASH_TEXT_BYTES)) {
            return true;
        }
    }
    return false;
}

struct web_person *web_people_by_key(const struct web_people *people, const char *key)
{
    char hash[WEB_HASH_TEXT_BYTES];
    struct web_person *found = NULL;
    size_t at = 0;
    web_secret_hash(key, hash);
    for (struct web_person *person = map_next(&people->persons, &at); person != NULL;
         person = map_next(&people->persons, &at)) {
        found = web_person_has_key(person, hash) ? person : found;
    }
    return found;
}

void web_person_add_key(struct web_person *person, const char *key)
{
    if (person->key_count == WEB_KEYS_MAX) {
        memmove(person->keys[0], person->keys[1], sizeof person->keys[0] * (WEB_KEYS_MAX - 1));
        person->key_count--;
    }
    web_secret_hash(key, person->keys[person->key_count++]);
}

static bool web_session_has_ended(const struct web_session *session, int64_t now_ms)
{
    return session->used_ms + (session->tab ? web_tab_ms : web_cookie_ms) < now_ms;
}

static void web_session_row(const struct web_session *session, struct web_rows *rows)
{
    char value[64];
    int len = snprintf(value, sizeof value, "{\"account\":\"%s\",\"tab\":%s}",
                       session->person->account, session->tab ? "true" : "false");
    assert(len > 0 && (size_t)len < sizeof value);
    web_rows_put(rows, "s", session->hash, value, (size_t)len, session->used_ms);
}

static void web_session_drop(struct web_people *people, struct web_session *session,
                             struct web_rows *rows)
{
    web_rows_put(rows, "s", session->hash, NULL, 0, 0);
    map_remove(&people->sessions, session->hash);
    free(session);
}

/* The one used longest ago, when a person has as many as they may. */
static struct web_session *web_session_oldest(const struct web_people *people,
                                              const struct web_person *person)
{
    struct web_session *oldest = NULL;
    unsigned count = 0;
    size_t at = 0;
    for (struct web_session *session = map_next(&people->sessions, &at); session != NULL;
         session = map_next(&people->sessions, &at)) {
        if (session->person == person) {
            count++;
            oldest = oldest == NULL || session->used_ms < oldest->used_ms ? session : oldest;
        }
    }
    return count >= WEB_SESSIONS_OF_ONE_MAX ? oldest : NULL;
}

static struct web_session *web_session_put(struct web_people *people, struct web_person *person,
                                           bool tab, const char *hash, int64_t used_ms)
{
    struct web_session *session = heap_allocate(sizeof *session);
    snprintf(session->hash, sizeof session->hash, "%s", hash);
    session->person = person;
    session->tab = tab;
    session->used_ms = used_ms;
    map_put(&people->sessions, session->hash, session);
    return session;
}

void web_session_new(struct web_people *people, struct web_person *person, bool tab,
                     const char *secret, int64_t now_ms, struct web_rows *rows)
{
    char hash[WEB_HASH_TEXT_BYTES];
    struct web_session *oldest = web_session_oldest(people, person);
    if (oldest != NULL) {
        web_session_drop(people, oldest, rows);
    }
    web_secret_hash(secret, hash);
    web_session_row(web_session_put(people, person, tab, hash, now_ms), rows);
}

struct web_session *web_session_find(struct web_people *people, const char *secret, bool tab,
                                     int64_t now_ms)
{
    char hash[WEB_HASH_TEXT_BYTES];
    if (secret[0] == '\0') {
        return NULL;
    }
    web_secret_hash(secret, hash);
    struct web_session *session = map_get(&people->sessions, hash);
    if (session == NULL || session->tab != tab || web_session_has_ended(session, now_ms)) {
        return NULL;
    }
    return session;
}

struct web_session *web_session_of(const struct web_people *people, const char *hash)
{
    return map_get(&people->sessions, hash);
}

void web_session_used(struct web_session *session, int64_t now_ms, struct web_rows *rows)
{
    if (session->used_ms + web_used_ms < now_ms) {
        session->used_ms = now_ms;
        web_session_row(session, rows);
    }
}

void web_session_end(struct web_people *people, const char *secret, struct web_rows *rows)
{
    char hash[WEB_HASH_TEXT_BYTES];
    web_secret_hash(secret, hash);
    struct web_session *session = map_get(&people->sessions, hash);
    if (session != NULL) {
        web_session_drop(people, session, rows);
    }
}

void web_person_row(const struct web_person *person, struct web_rows *rows)
{
    struct buf buf;
    if (person->damaged) {
        return;
    }
    buf_init(&buf, WEB_PERSON_BYTES_MAX);
    buf_text(&buf, "{");
    json_out_text(&buf, "name", person->name);
    json_out_number(&buf, "made", person->made_ms);
    json_out_key(&buf, "keys");
    buf_text(&buf, "[");
    for (unsigned i = 0; i < person->key_count; i++) {
        json_out_next(&buf);
        json_out_string(&buf, person->keys[i], strlen(person->keys[i]));
    }
    buf_text(&buf, "]");
    json_out_key(&buf, "rooms");
    buf_text(&buf, "[");
    for (unsigned i = 0; i < person->room_count; i++) {
        json_out_next(&buf);
        json_out_string(&buf, person->rooms[i]->id, strlen(person->rooms[i]->id));
    }
    buf_text(&buf, "]}");
    assert(!buf.full);
    web_rows_put(rows, "p", person->account, buf.text, buf.len, person->made_ms);
    buf_deinit(&buf);
}

static const char *web_member_text(const cJSON *root, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(root, name);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

static void web_person_load_lists(struct web_person *person, const struct map *rooms,
                                  const cJSON *root)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(root, "keys"))
    {
        if (cJSON_IsString(item) && strlen(item->valuestring) == WEB_HASH_TEXT_BYTES - 1 &&
            person->key_count < WEB_KEYS_MAX) {
            memcpy(person->keys[person->key_count++], item->valuestring, WEB_HASH_TEXT_BYTES);
        }
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(root, "rooms"))
    {
        struct web_room *room = cJSON_IsString(item) ? map_get(rooms, item->valuestring) : NULL;
        if (room != NULL) {
            web_room_add(room, person);
        }
    }
}

bool web_person_load(struct web_people *people, const struct map *rooms, const char *name,
                     const char *value, size_t len)
{
    cJSON *root = cJSON_ParseWithLength(value, len);
    const char *shown = web_member_text(root, "name");
    bool sound = shown != NULL && strlen(name) == WEB_ACCOUNT_BYTES - 1 &&
                 strlen(shown) < WEB_NAME_BYTES && web_people_at(people, name) == NULL;
    if (sound) {
        struct web_person *person = web_person_put(people, name, shown);
        const cJSON *made = cJSON_GetObjectItemCaseSensitive(root, "made");
        person->made_ms = cJSON_IsNumber(made) ? (int64_t)made->valuedouble : 0;
        web_person_load_lists(person, rooms, root);
    }
    cJSON_Delete(root);
    return sound;
}

void web_person_load_damaged(struct web_people *people, const char *name)
{
    if (strlen(name) == WEB_ACCOUNT_BYTES - 1 && web_people_at(people, name) == NULL) {
        web_person_put(people, name, name)->damaged = true;
    }
}

bool web_session_load(struct web_people *people, const char *name, const char *value, size_t len,
                      int64_t used_ms, int64_t now_ms)
{
    cJSON *root = cJSON_ParseWithLength(value, len);
    const char *account = web_member_text(root, "account");
    struct web_person *person = account != NULL ? web_people_at(people, account) : NULL;
    struct web_session session = {
        .tab = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "tab")), .used_ms = used_ms};
    cJSON_Delete(root);
    if (person == NULL || strlen(name) != WEB_HASH_TEXT_BYTES - 1 ||
        web_session_has_ended(&session, now_ms)) {
        return false;
    }
    web_session_put(people, person, session.tab, name, used_ms);
    return true;
}

const char *web_name_clean(struct arena *arena, const char *name)
{
    const char *inert = inert_text(arena, name, strlen(name), WEB_NAME_LETTERS_MAX, false);
    size_t start = strspn(inert, " ");
    size_t len = strlen(inert + start);
    while (len > 0 && inert[start + len - 1] == ' ') {
        len--;
    }
    return len > 0 && len < WEB_NAME_BYTES - 4 ? arena_text(arena, inert + start, len) : NULL;
}

const char *web_person_name_clean(struct arena *arena, const char *name)
{
    const char *clean = web_name_clean(arena, name);
    bool ours = clean != NULL && (alike(clean, WEB_BOT_NAME) || alike(clean, WEB_BOT_ACCOUNT));
    return ours ? NULL : clean;
}
