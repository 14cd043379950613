/* Rooms in memory, and their rows. */
#include "web_rooms.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "hash.h"
#include "heap.h"
#include "json_out.h"

enum { WEB_ROOM_BYTES_MAX = 8 * 1024, WEB_ID_LETTERS_MAX = 30, WEB_SAME_NAMES_MAX = 100 };

void web_rooms_init(struct web_rooms *rooms, const struct entropy *entropy)
{
    memset(rooms, 0, sizeof *rooms);
    rooms->entropy = *entropy;
    map_init(&rooms->map, entropy);
}

static void web_room_free(struct web_room *room)
{
    while (room->waiting != NULL) {
        struct web_waiting *waiting = room->waiting;
        room->waiting = waiting->next;
        free(waiting);
    }
    web_log_deinit(&room->log);
    free(room);
}

void web_rooms_deinit(struct web_rooms *rooms)
{
    size_t at = 0;
    for (struct web_room *room = map_next(&rooms->map, &at); room != NULL;
         room = map_next(&rooms->map, &at)) {
        web_room_free(room);
    }
    map_deinit(&rooms->map);
}

struct web_room *web_rooms_at(const struct web_rooms *rooms, const char *id)
{
    return map_get(&rooms->map, id);
}

void web_room_id_of(const char *name, const struct entropy *entropy, char id[WEB_ROOM_ID_BYTES])
{
    size_t len = 0;
    for (const char *at = name; *at != '\0' && len < WEB_ID_LETTERS_MAX; at++) {
        int letter = *at >= 'A' && *at <= 'Z' ? *at - 'A' + 'a' : *at;
        bool kept = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
        if (kept) {
            id[len++] = (char)letter;
        } else if (len > 0 && id[len - 1] != '-') {
            id[len++] = '-';
        }
    }
    while (len > 0 && id[len - 1] == '-') {
        len--;
    }
    id[len] = '\0';
    if (len == 0) { /* nothing in it that an id may have */
        uint8_t bytes[4];
        char hex[2 * sizeof bytes + 1];
        entropy->fill(entropy->context, bytes, sizeof bytes);
        hash_hex(hex, bytes, sizeof bytes);
        snprintf(id, WEB_ROOM_ID_BYTES, "room-%s", hex);
    }
}

static struct web_room *web_rooms_put(struct web_rooms *rooms, const char *id, const char *name)
{
    struct web_room *room = heap_allocate(sizeof *room);
    snprintf(room->id, sizeof room->id, "%s", id);
    snprintf(room->name, sizeof room->name, "%s", name);
    web_log_init(&room->log);
    map_put(&rooms->map, room->id, room);
    return room;
}

struct web_room *web_rooms_new(struct web_rooms *rooms, const char *id, const char *name,
                               const struct web_person *owner, int64_t now_ms)
{
    assert(web_rooms_at(rooms, id) == NULL);
    if (rooms->map.count >= WEB_ROOMS_MAX + WEB_PEOPLE_MAX) {
        return NULL;
    }
    struct web_room *room = web_rooms_put(rooms, id, name);
    snprintf(room->owner, sizeof room->owner, "%s", owner != NULL ? owner->account : "");
    room->made_ms = now_ms;
    room->state = WEB_WARM; /* nothing can be there */
    return room;
}

void web_rooms_drop(struct web_rooms *rooms, struct web_room *room)
{
    assert(room->member_count == 0);
    map_remove(&rooms->map, room->id);
    web_room_free(room);
}

struct web_room *web_rooms_own(struct web_rooms *rooms, struct web_person *person)
{
    if (person->own == NULL) {
        char id[WEB_ROOM_ID_BYTES];
        snprintf(id, sizeof id, "~%s", person->account);
        person->own = web_rooms_put(rooms, id, "private");
        person->own->is_private = true;
        person->own->born = true;
        memcpy(person->own->owner, person->account, sizeof person->own->owner);
        person->own->members[person->own->member_count++] = person;
    }
    return person->own;
}

static bool web_room_is_idle(const struct web_rooms *rooms, const struct web_room *room)
{
    if (room->state != WEB_WARM || room->readers > 0 || room->waiting != NULL ||
        room->fetching != 0 || !room->born || room->wanted + WEB_WANTS_KEPT >= rooms->wants) {
        return false;
    }
    for (size_t i = 0; i < room->log.count; i++) {
        if (room->log.entry[i]->state == WEB_ENTRY_PENDING) {
            return false;
        }
    }
    return true;
}

void web_rooms_cool(struct web_rooms *rooms)
{
    size_t warm = 0;
    size_t at = 0;
    for (struct web_room *room = map_next(&rooms->map, &at); room != NULL;
         room = map_next(&rooms->map, &at)) {
        warm += room->state == WEB_WARM;
    }
    at = 0;
    for (struct web_room *room = warm > WEB_WARM_MAX ? map_next(&rooms->map, &at) : NULL;
         room != NULL; room = map_next(&rooms->map, &at)) {
        if (web_room_is_idle(rooms, room)) {
            web_log_deinit(&room->log);
            room->missing = 0;
            room->state = WEB_COLD;
        }
    }
}

bool web_room_has(const struct web_room *room, const struct web_person *person)
{
    for (unsigned i = 0; i < room->member_count; i++) {
        if (room->members[i] == person) {
            return true;
        }
    }
    return false;
}

bool web_room_add(struct web_room *room, struct web_person *person)
{
    if (web_room_has(room, person)) {
        return true;
    }
    if (room->member_count == WEB_MEMBERS_MAX || person->room_count == WEB_ROOMS_OF_ONE_MAX) {
        return false;
    }
    room->members[room->member_count++] = person;
    person->rooms[person->room_count++] = room;
    return true;
}

void web_room_remove(struct web_room *room, struct web_person *person)
{
    for (unsigned i = 0; i < room->member_count; i++) {
        if (room->members[i] == person) {
            room->members[i] = room->members[--room->member_count];
            break;
        }
    }
    for (unsigned i = 0; i < person->room_count; i++) {
        if (person->rooms[i] == room) {
            person->rooms[i] = person->rooms[--person->room_count];
            break;
        }
    }
}

bool web_room_is_muted(const struct web_room *room, const char *account)
{
    if (room->damaged && room->is_team) {
        return true; /* who must be silent there is not known */
    }
    for (unsigned i = 0; i < room->muted_count; i++) {
        if (strcmp(room->muted[i], account) == 0) {
            return true;
        }
    }
    return false;
}

void web_room_mute(struct web_room *room, const char *account, bool silent)
{
    for (unsigned i = room->muted_count; i-- > 0 && !silent;) {
        if (strcmp(room->muted[i], account) == 0) {
            memcpy(room->muted[i], room->muted[--room->muted_count], WEB_ACCOUNT_BYTES);
        }
    }
    if (silent && !web_room_is_muted(room, account) && room->muted_count < ROOM_MEMBERS_MAX) {
        snprintf(room->muted[room->muted_count++], WEB_ACCOUNT_BYTES, "%s", account);
    }
}

static bool web_room_has_name(const struct web_room *room, const struct web_person *but,
                              const char *name)
{
    for (unsigned i = 0; i < room->member_count; i++) {
        if (room->members[i] != but && strcasecmp(room->members[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

const char *web_room_name_for(struct arena *arena, const struct web_room *room,
                              const struct web_person *person, const char *name)
{
    const char *shown = name;
    for (int number = 2; web_room_has_name(room, person, shown) && number < WEB_SAME_NAMES_MAX;
         number++) {
        char *numbered = arena_take(arena, WEB_NAME_BYTES);
        snprintf(numbered, WEB_NAME_BYTES, "%s %d", name, number);
        shown = numbered;
    }
    return shown;
}

void web_room_forget(struct web_room *room, const char *account)
{
    unsigned kept = 0;
    web_room_mute(room, account, false);
    for (unsigned i = 0; i < room->invite_count; i++) {
        if (strcmp(room->invites[i].by, account) != 0) {
            room->invites[kept++] = room->invites[i];
        }
    }
    room->invite_count = kept;
    if (!room->is_private && strcmp(room->owner, account) == 0) {
        room->owner[0] = '\0';
    }
}

/* Takes a link away and closes the gap. */
static void web_room_disinvite(struct web_room *room, unsigned at)
{
    room->invite_count--;
    memmove(&room->invites[at], &room->invites[at + 1],
            sizeof room->invites[0] * (room->invite_count - at));
}

void web_room_invite(struct web_room *room, enum web_invite_kind kind, const char *secret,
                     const char *by, int64_t now_ms)
{
    unsigned count = 0;
    unsigned oldest = 0;
    for (unsigned i = room->invite_count; i-- > 0;) {
        if (room->invites[i].kind == kind) {
            count++;
            oldest = i;
        }
    }
    if (count == (kind == WEB_INVITE_JOIN ? WEB_INVITES_MAX : WEB_WATCHES_MAX)) {
        web_room_disinvite(room, oldest);
    }
    struct web_invite *invite = &room->invites[room->invite_count++];
    invite->kind = kind;
    web_secret_hash(secret, invite->hash);
    snprintf(invite->by, sizeof invite->by, "%s", by);
    invite->until_ms = now_ms + WEB_INVITE_DAYS * 24LL * 60 * 60 * 1000;
}

void web_room_unwatch(struct web_room *room, const char *by)
{
    for (unsigned i = room->invite_count; i-- > 0;) {
        if (room->invites[i].kind == WEB_INVITE_WATCH &&
            (by == NULL || strcmp(room->invites[i].by, by) == 0)) {
            web_room_disinvite(room, i);
        }
    }
}

bool web_room_is_invited(const struct web_room *room, enum web_invite_kind kind, const char *hash,
                         int64_t now_ms)
{
    bool found = false;
    for (unsigned i = 0; i < room->invite_count; i++) {
        const struct web_invite *invite = &room->invites[i];
        found = (room->born && invite->kind == kind && invite->until_ms > now_ms &&
                 hash_equal(invite->hash, hash, sizeof invite->hash)) ||
                found;
    }
    return found;
}

struct web_room *web_rooms_invited(const struct web_rooms *rooms, enum web_invite_kind kind,
                                   const char *secret, int64_t now_ms)
{
    char hash[WEB_HASH_TEXT_BYTES];
    struct web_room *found = NULL;
    size_t at = 0;
    web_secret_hash(secret, hash);
    for (struct web_room *room = map_next(&rooms->map, &at); room != NULL;
         room = map_next(&rooms->map, &at)) {
        found = web_room_is_invited(room, kind, hash, now_ms) ? room : found;
    }
    return found;
}

/* Links of a kind: until when each counts. */
static void web_room_write_invites(const struct web_room *room, struct buf *buf, const char *key,
                                   enum web_invite_kind kind)
{
    json_out_key(buf, key);
    buf_text(buf, "{");
    for (unsigned i = 0; i < room->invite_count; i++) {
        if (room->invites[i].kind == kind) {
            json_out_number(buf, room->invites[i].hash, room->invites[i].until_ms);
        }
    }
    buf_text(buf, "}");
}

void web_room_row(const struct web_room *room, struct web_rows *rows)
{
    struct buf buf;
    if (room->damaged) {
        return;
    }
    buf_init(&buf, WEB_ROOM_BYTES_MAX);
    buf_text(&buf, "{");
    json_out_text(&buf, "name", room->name);
    json_out_text(&buf, "owner", room->owner);
    json_out_number(&buf, "made", room->made_ms);
    web_room_write_invites(room, &buf, "invites", WEB_INVITE_JOIN);
    web_room_write_invites(room, &buf, "watches", WEB_INVITE_WATCH);
    json_out_key(&buf, "by");
    buf_text(&buf, "{");
    for (unsigned i = 0; i < room->invite_count; i++) {
        json_out_text(&buf, room->invites[i].hash, room->invites[i].by);
    }
    buf_text(&buf, "}");
    json_out_flag(&buf, "team", room->is_team);
    json_out_key(&buf, "hushed");
    buf_text(&buf, "[");
    for (unsigned i = 0; i < room->muted_count; i++) {
        json_out_next(&buf);
        json_out_string(&buf, room->muted[i], strlen(room->muted[i]));
    }
    buf_text(&buf, "]}");
    assert(!buf.full);
    web_rows_put(rows, "r", room->id, buf.text, buf.len, room->made_ms);
    buf_deinit(&buf);
}

static void web_room_load_invites(struct web_room *room, const cJSON *root, const char *key,
                                  enum web_invite_kind kind)
{
    const cJSON *makers = cJSON_GetObjectItemCaseSensitive(root, "by");
    unsigned most = room->invite_count +
                    (unsigned)(kind == WEB_INVITE_JOIN ? WEB_INVITES_MAX : WEB_WATCHES_MAX);
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(root, key))
    {
        if (room->invite_count < most && cJSON_IsNumber(item) &&
            strlen(item->string) == WEB_HASH_TEXT_BYTES - 1) {
            struct web_invite *invite = &room->invites[room->invite_count++];
            invite->kind = kind;
            memcpy(invite->hash, item->string, sizeof invite->hash);
            invite->until_ms = (int64_t)item->valuedouble;
            const char *by =
                cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(makers, item->string));
            snprintf(invite->by, sizeof invite->by, "%s", by != NULL ? by : "");
        }
    }
}

static void web_room_load_muted(struct web_room *room, const cJSON *muted)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, muted)
    {
        if (cJSON_IsString(item) && strlen(item->valuestring) < WEB_ACCOUNT_BYTES) {
            web_room_mute(room, item->valuestring, true);
        }
    }
}

bool web_room_load(struct web_rooms *rooms, const char *name, const char *value, size_t len)
{
    cJSON *root = cJSON_ParseWithLength(value, len);
    const cJSON *shown = cJSON_GetObjectItemCaseSensitive(root, "name");
    const cJSON *owner = cJSON_GetObjectItemCaseSensitive(root, "owner");
    const cJSON *made = cJSON_GetObjectItemCaseSensitive(root, "made");
    bool sound = cJSON_IsString(shown) && cJSON_IsString(owner) &&
                 strlen(name) < WEB_ROOM_ID_BYTES && strlen(shown->valuestring) < WEB_NAME_BYTES &&
                 web_rooms_at(rooms, name) == NULL;
    if (sound) {
        struct web_room *room = web_rooms_put(rooms, name, shown->valuestring);
        snprintf(room->owner, sizeof room->owner, "%s", owner->valuestring);
        room->made_ms = cJSON_IsNumber(made) ? (int64_t)made->valuedouble : 0;
        room->born = true;
        room->is_team = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "team"));
        web_room_load_muted(room, cJSON_GetObjectItemCaseSensitive(root, "hushed"));
        web_room_load_invites(room, root, "invites", WEB_INVITE_JOIN);
        web_room_load_invites(room, root, "watches", WEB_INVITE_WATCH);
    }
    cJSON_Delete(root);
    return sound;
}

void web_room_load_without(struct web_rooms *rooms, const char *name, bool damaged)
{
    static const char team[] = WEB_TEAM_ROOM;
    if (name[0] == '\0' || strlen(name) >= WEB_ROOM_ID_BYTES || web_rooms_at(rooms, name) != NULL) {
        return;
    }
    struct web_room *room = web_rooms_put(rooms, name, name);
    room->born = true;
    room->damaged = damaged;
    room->is_team = strncmp(name, team, sizeof team - 1) == 0;
}
