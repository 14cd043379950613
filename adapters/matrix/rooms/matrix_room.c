/* Applies state events to rooms. Malformed events change nothing, and a room whose state is not
 * known is neither plain nor anybody's. */
#include "matrix_room.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "inert.h"
#include "json_at.h"
#include "matrix_base.h"
#include "matrix_decode.h"
#include "matrix_e2ee.h"
#include "matrix_power.h"

enum {
    ROOM_MEMBERS_MAX_KEPT = 20000,
    ROOM_NAME_LETTERS = 64,
    ROOM_MEMBER_LETTERS = 32,
    ROOM_CALLED_BY = 2,
    ROOM_CALLED_BYTES = 1024
};

static const char room_key_prefix[] = "r/";

struct matrix_rooms {
    struct map map; /* of struct matrix_room */
    matrix_room_changed_fn changed;
};

void matrix_rooms_new(struct matrix *matrix, matrix_room_changed_fn changed)
{
    matrix->rooms = heap_allocate(sizeof *matrix->rooms);
    matrix->rooms->changed = changed;
    map_init(&matrix->rooms->map, &matrix->world->entropy);
}

void matrix_room_has_changed(struct matrix *matrix, struct matrix_room *room)
{
    matrix->rooms->changed(matrix, room);
}

void matrix_room_stale(struct matrix_room *room)
{
    room->stale = true;
}

struct matrix_room *matrix_rooms_next(const struct matrix *matrix, size_t *at)
{
    return map_next(&matrix->rooms->map, at);
}

struct matrix_room *matrix_room_find(const struct matrix *matrix, const char *id)
{
    return map_get(&matrix->rooms->map, id);
}

struct matrix_room *matrix_room_at(struct matrix *matrix, const char *id)
{
    struct matrix_room *room = matrix_room_find(matrix, id);
    if (room == NULL) {
        room = heap_allocate(sizeof *room);
        matrix_copy(room->id, id);
        map_init(&room->members, &matrix->world->entropy);
        map_put(&matrix->rooms->map, room->id, room);
    }
    return room;
}

const struct matrix_member *matrix_room_member(const struct matrix_room *room, const char *user)
{
    return map_get(&room->members, user);
}

unsigned matrix_rooms_joined(const struct matrix *matrix)
{
    unsigned joined = 0;
    size_t at = 0;
    for (const struct matrix_room *room = NULL; (room = matrix_rooms_next(matrix, &at)) != NULL;) {
        joined += room->own == MATRIX_JOINED && room->kind == MATRIX_ROOM_OPEN;
    }
    return joined;
}

static void room_forget_members(struct matrix_room *room)
{
    size_t at = 0;
    for (struct matrix_member *member = map_next(&room->members, &at); member != NULL;
         member = map_next(&room->members, &at)) {
        free(member->name);
        free(member);
    }
    map_deinit(&room->members);
    room->joined_count = 0;
    room->invited_count = 0;
}

static void room_free(struct matrix_room *room)
{
    room_forget_members(room);
    matrix_power_free(&room->power);
    free(room->name);
    free(room->display_name);
    free(room->predecessor);
    free(room->inbound);
    free(room->thread);
    free(room->thread_last);
    free(room);
}

void matrix_rooms_free(struct matrix *matrix)
{
    size_t at = 0;
    for (struct matrix_room *room = NULL; (room = matrix_rooms_next(matrix, &at)) != NULL;) {
        assert(room->fetch == NULL);
        room_free(room);
    }
    map_deinit(&matrix->rooms->map);
    free(matrix->rooms);
    matrix->rooms = NULL;
}

/* --- state events ----------------------------------------------------------------------------- */

static void room_count(struct matrix_room *room, enum matrix_membership membership, int by)
{
    unsigned *count = membership == MATRIX_JOINED    ? &room->joined_count
                      : membership == MATRIX_INVITED ? &room->invited_count
                                                     : NULL;
    if (count != NULL) {
        *count = by > 0 ? *count + 1 : *count - 1;
    }
}

static bool room_set_text(char **into, const char *text)
{
    bool same = text == NULL ? *into == NULL : *into != NULL && strcmp(*into, text) == 0;
    if (!same) {
        free(*into);
        *into = heap_copy(text);
    }
    return !same;
}

static const char *room_inert(struct matrix *matrix, const char *text, unsigned letters)
{
    const char *inert =
        text == NULL ? "" : inert_text(matrix->arena, text, strlen(text), letters, false);
    return inert[strspn(inert, " ")] == '\0' ? NULL : inert;
}

static bool room_is_inside(enum matrix_membership membership)
{
    return membership == MATRIX_JOINED || membership == MATRIX_INVITED;
}

/* Whoever is out reads nothing that is written from here on. They may have been in without our
 * knowing: members are not stored. */
static void room_note_left(const struct matrix *matrix, const struct matrix_room *room,
                           enum matrix_membership is)
{
    if (room->encryption == MATRIX_ENCRYPTED && !room_is_inside(is) &&
        matrix_room_find(matrix, room->id) == room) {
        matrix->e2ee->left(matrix->e2ee, room);
    }
}

static bool room_apply_member(struct matrix *matrix, struct matrix_room *room, const cJSON *event)
{
    const char *user = json_at_text(event, "state_key");
    const cJSON *content = json_at(event, "content");
    if (user == NULL || user[0] != '@' || strlen(user) >= MATRIX_ID_BYTES) {
        return false;
    }
    enum matrix_membership is = matrix_membership(json_at_text(content, "membership"));
    struct matrix_member *member = map_get(&room->members, user);
    room_note_left(matrix, room, is);
    if (member == NULL) {
        if (is == MATRIX_LEFT || room->members.count >= ROOM_MEMBERS_MAX_KEPT) {
            return false;
        }
        member = heap_allocate(sizeof *member);
        matrix_copy(member->id, user);
        map_put(&room->members, member->id, member);
    }
    bool changed = member->membership != is;
    room_count(room, member->membership, -1);
    room_count(room, is, 1);
    member->membership = is;
    room_set_text(&member->name,
                  room_inert(matrix, json_at_text(content, "displayname"), ROOM_MEMBER_LETTERS));
    if (strcmp(user, matrix->user) == 0) {
        room->own = is;
    }
    return changed;
}

void matrix_room_keep(struct matrix *matrix, const struct matrix_room *room)
{
    char key[MATRIX_ROOM_KEY_BYTES];
    char value[MATRIX_ROOM_ROW_BYTES];
    matrix_room_row(room, room->inbound, key, value);
    matrix_store_row(matrix, key, value);
}

/* Only of rooms that we created: in theirs people may write anything. */
static void room_apply_marker(struct matrix *matrix, struct matrix_room *room, const cJSON *event)
{
    const char *sender = json_at_text(event, "sender");
    const char *marker = json_at_text(json_at(event, "content"), "io.deaddrop.id");
    bool ours = sender != NULL && matrix->user[0] != '\0' && strcmp(sender, matrix->user) == 0;
    bool sound = ours && marker != NULL && strlen(marker) < sizeof room->marker;
    bool same = strcmp(room->marker, sound ? marker : "") == 0;
    snprintf(room->marker, sizeof room->marker, "%s", sound ? marker : "");
    if (!same && sound && matrix_room_find(matrix, room->id) == room) {
        matrix_room_keep(matrix, room); /* a later process finds it by its marker */
    }
}

static bool room_apply_create(struct matrix *matrix, struct matrix_room *room, const cJSON *event)
{
    const cJSON *content = json_at(event, "content");
    const char *version = json_at_text(content, "room_version");
    const char *type = json_at_text(content, "type");
    if (version == NULL || strlen(version) >= sizeof room->version) {
        version = version == NULL ? "1" : "?";
    }
    snprintf(room->version, sizeof room->version, "%s", version);
    room_apply_marker(matrix, room, event);
    room->space = type != NULL && strcmp(type, "m.space") == 0;
    room_set_text(&room->predecessor, matrix_id(json_at(content, "predecessor"), "room_id", '!'));
    if (room->power == NULL) {
        room->power = matrix_power_new();
    }
    matrix_power_create(room->power, content, json_at_text(event, "sender"));
    return true;
}

static bool room_apply_power(struct matrix_room *room, const cJSON *content)
{
    if (room->power == NULL) {
        room->power = matrix_power_new();
    }
    matrix_power_levels(room->power, content);
    return true;
}

static bool room_apply_join_rule(struct matrix_room *room, const cJSON *content)
{
    const char *rule = json_at_text(content, "join_rule");
    enum matrix_join_rule before = room->join_rule;
    room->join_rule = rule == NULL                  ? MATRIX_JOIN_OTHER
                      : strcmp(rule, "invite") == 0 ? MATRIX_JOIN_INVITE
                      : strcmp(rule, "knock") == 0  ? MATRIX_JOIN_KNOCK
                      : strcmp(rule, "public") == 0 ? MATRIX_JOIN_PUBLIC
                                                    : MATRIX_JOIN_OTHER;
    return before != room->join_rule;
}

static bool room_apply_history(struct matrix_room *room, const cJSON *content)
{
    const char *seen = json_at_text(content, "history_visibility");
    enum matrix_history before = room->history;
    room->history = seen == NULL                   ? MATRIX_HISTORY_OTHER
                    : strcmp(seen, "joined") == 0  ? MATRIX_HISTORY_JOINED
                    : strcmp(seen, "invited") == 0 ? MATRIX_HISTORY_INVITED
                                                   : MATRIX_HISTORY_OTHER;
    return before != room->history;
}

/* An encryption event of whatever content: the room is encrypted for ever. */
static bool room_apply_encryption(struct matrix *matrix, struct matrix_room *room,
                                  const cJSON *content)
{
    struct matrix_room *real = matrix_room_find(matrix, room->id); /* this may be its shadow */
    room->rotation_ms = json_at_number(content, "rotation_period_ms", 1, INT64_C(1) << 52, 0);
    room->rotation_messages = json_at_number(content, "rotation_period_msgs", 1, INT32_MAX, 0);
    if (room->encryption == MATRIX_ENCRYPTED) {
        return false;
    }
    room->encryption = MATRIX_ENCRYPTED;
    if (real != NULL) {
        real->encryption = MATRIX_ENCRYPTED;
        matrix_room_keep(matrix, real);
    }
    return true;
}

/* Stored for rooms that have a row already. */
static void room_apply_name(struct matrix *matrix, struct matrix_room *room, const cJSON *content)
{
    const char *name = room_inert(matrix, json_at_text(content, "name"), ROOM_NAME_LETTERS);
    if (room_set_text(&room->name, name) && room->inbound != NULL &&
        matrix_room_find(matrix, room->id) == room) {
        matrix_room_keep(matrix, room);
    }
}

static bool room_goes_by(const char *type)
{
    static const char *const types[] = {"m.room.power_levels", "m.room.join_rules",
                                        "m.room.history_visibility", "m.room.encryption"};
    bool is = false;
    for (size_t i = 0; i < sizeof types / sizeof *types && !is; i++) {
        is = strcmp(type, types[i]) == 0;
    }
    return is;
}

bool matrix_room_apply(struct matrix *matrix, struct matrix_room *room, const cJSON *event)
{
    const char *type = json_at_text(event, "type");
    const char *key = json_at_text(event, "state_key");
    const cJSON *content = json_at(event, "content");
    if (type == NULL || key == NULL || !cJSON_IsObject(content)) {
        return false;
    }
    if (strcmp(type, "m.room.member") == 0) {
        matrix_room_stale(room);
        return room_apply_member(matrix, room, event);
    }
    if (key[0] != '\0') {
        return false;
    }
    if (room_goes_by(type)) {
        matrix_room_stale(room); /* what is being read may be older */
    }
    if (strcmp(type, "m.room.create") == 0) {
        return room_apply_create(matrix, room, event);
    }
    if (strcmp(type, "m.room.power_levels") == 0) {
        return room_apply_power(room, content);
    }
    if (strcmp(type, "m.room.join_rules") == 0) {
        return room_apply_join_rule(room, content);
    }
    if (strcmp(type, "m.room.history_visibility") == 0) {
        return room_apply_history(room, content);
    }
    if (strcmp(type, "m.room.encryption") == 0) {
        return room_apply_encryption(matrix, room, content);
    }
    if (strcmp(type, "m.room.name") == 0) {
        room_apply_name(matrix, room, content);
    }
    return false;
}

void matrix_room_set_partial(struct matrix_room *room)
{
    room->state = room->state < MATRIX_STATE_PARTIAL ? MATRIX_STATE_PARTIAL : room->state;
    if (room->encryption == MATRIX_ENCRYPTION_UNKNOWN) {
        room->encryption = MATRIX_PLAIN;
    }
    if (room->join_rule == MATRIX_JOIN_UNKNOWN) {
        room->join_rule = MATRIX_JOIN_OTHER;
    }
    if (room->power == NULL) {
        room->power = matrix_power_new();
    }
    if (!matrix_power_is_known(room->power)) {
        matrix_power_levels(room->power, NULL);
    }
}

bool matrix_room_is_ready(const struct matrix_room *room)
{
    return room->state >=
           (room->kind == MATRIX_ROOM_DIRECT ? MATRIX_STATE_COMPLETE : MATRIX_STATE_PARTIAL);
}

void matrix_room_doubt_members(struct matrix_room *room)
{
    room->state = room->state == MATRIX_STATE_COMPLETE ? MATRIX_STATE_PARTIAL : room->state;
}

void matrix_room_left(struct matrix_room *room, enum matrix_membership own)
{
    room->own = own;
    room->state = MATRIX_STATE_UNKNOWN;
    room->two = false;
    if (room->encryption == MATRIX_PLAIN) {
        room->encryption = MATRIX_ENCRYPTION_UNKNOWN;
    }
}

/* --- its name ------------------------------------------------------------------------- */

/* The joined member, not ourselves, with the smallest id greater than after. */
static const struct matrix_member *room_next_other(const struct matrix_room *room, const char *own,
                                                   const char *after)
{
    const struct matrix_member *next = NULL;
    size_t at = 0;
    for (const struct matrix_member *one = map_next(&room->members, &at); one != NULL;
         one = map_next(&room->members, &at)) {
        bool there = one->membership == MATRIX_JOINED && strcmp(one->id, own) != 0;
        if (there && strcmp(one->id, after) > 0 &&
            (next == NULL || strcmp(one->id, next->id) < 0)) {
            next = one;
        }
    }
    return next;
}

const char *matrix_room_display_name(struct matrix_room *room, const char *own)
{
    struct buf called;
    const struct matrix_member *one =
        room->state >= MATRIX_STATE_PARTIAL ? room_next_other(room, own, "") : NULL;
    if (room->name != NULL || one == NULL) {
        return room->name;
    }
    buf_init(&called, ROOM_CALLED_BYTES);
    for (unsigned i = 0; i < ROOM_CALLED_BY && one != NULL; i++) {
        buf_text(&called, i > 0 ? ", " : "");
        buf_add(&called, one->name != NULL ? one->name : one->id + 1,
                one->name != NULL ? strlen(one->name) : strcspn(one->id + 1, ":"));
        one = room_next_other(room, own, one->id);
    }
    buf_text(&called, one != NULL ? ", …" : "");
    room_set_text(&room->display_name, called.text);
    buf_deinit(&called);
    return room->display_name;
}

/* --- rows ------------------------------------------------------------------------------------- */

void matrix_room_row(const struct matrix_room *room, const char *inbound,
                     char key[MATRIX_ROOM_KEY_BYTES], char value[MATRIX_ROOM_ROW_BYTES])
{
    snprintf(key, MATRIX_ROOM_KEY_BYTES, "%s%s", room_key_prefix, room->id);
    bool named = room->name != NULL && room->kind == MATRIX_ROOM_OPEN &&
                 strlen(room->name) < MATRIX_ROOM_NAME_BYTES;
    snprintf(value, MATRIX_ROOM_ROW_BYTES, "%s %s%s%s%s%s",
             room->encryption == MATRIX_ENCRYPTED ? room->two ? "encrypted-two" : "encrypted"
             : room->two                          ? "two"
                                                  : "-",
             inbound == NULL ? "" : inbound, named || room->marker[0] != '\0' ? " " : "",
             room->marker, named ? " " : "", named ? room->name : "");
}

/* "marker name": the name may have blanks. */
static void room_restore_names(struct matrix *matrix, struct matrix_room *room, const char *words)
{
    size_t len = strcspn(words, " ");
    if (len < sizeof room->marker) {
        memcpy(room->marker, words, len);
        room->marker[len] = '\0';
    }
    if (words[len] == ' ') {
        room_set_text(&room->name, room_inert(matrix, words + len + 1, ROOM_NAME_LETTERS));
    }
}

/* "event marker name". */
static void room_restore_words(struct matrix *matrix, struct matrix_room *room, const char *words)
{
    char event[MATRIX_ID_BYTES];
    size_t len = strcspn(words, " ");
    if (len > 0 && len < sizeof event) {
        memcpy(event, words, len);
        event[len] = '\0';
        room_set_text(&room->inbound, event);
    }
    if (words[len] == ' ') {
        room_restore_names(matrix, room, words + len + 1);
    }
}

bool matrix_room_restore(struct matrix *matrix, const char *key, const char *text, int64_t at_ms)
{
    static const char encrypted[] = "encrypted ";
    static const char both[] = "encrypted-two ";
    static const char two[] = "two ";
    if (strncmp(key, room_key_prefix, sizeof room_key_prefix - 1) != 0) {
        return false;
    }
    struct matrix_room *room = matrix_room_at(matrix, key + sizeof room_key_prefix - 1);
    const char *blank = strchr(text, ' ');
    bool is_both = strncmp(text, both, sizeof both - 1) == 0;
    if (is_both || strncmp(text, encrypted, sizeof encrypted - 1) == 0) {
        room->encryption = MATRIX_ENCRYPTED;
    }
    room->two = is_both || strncmp(text, two, sizeof two - 1) == 0;
    room->received_ms = at_ms;
    if (blank != NULL) {
        room_restore_words(matrix, room, blank + 1);
    }
    return true;
}

void matrix_room_forget(struct matrix *matrix, struct matrix_room *room)
{
    char key[MATRIX_ROOM_KEY_BYTES];
    snprintf(key, sizeof key, "%s%s", room_key_prefix, room->id);
    room_set_text(&room->name, NULL);
    room_set_text(&room->inbound, NULL);
    room->received_ms = 0;
    if (room->encryption != MATRIX_ENCRYPTED) {
        matrix_store_row(matrix, key, NULL);
    }
}

struct matrix_room *matrix_room_shadow(struct matrix *matrix, const struct matrix_room *room)
{
    struct matrix_room *shadow = heap_allocate(sizeof *shadow);
    matrix_copy(shadow->id, room->id);
    shadow->encryption =
        room->encryption == MATRIX_ENCRYPTED ? MATRIX_ENCRYPTED : MATRIX_ENCRYPTION_UNKNOWN;
    map_init(&shadow->members, &matrix->world->entropy);
    return shadow;
}

void matrix_room_shadow_free(struct matrix_room **shadow)
{
    if (*shadow != NULL) {
        room_free(*shadow);
        *shadow = NULL;
    }
}

/* Is anybody out who was in? */
static bool room_loses(const struct matrix_room *room, const struct matrix_room *fresh)
{
    size_t at = 0;
    bool loses = false;
    for (const struct matrix_member *member = NULL;
         !loses && (member = map_next(&room->members, &at)) != NULL;) {
        const struct matrix_member *now = matrix_room_member(fresh, member->id);
        loses =
            room_is_inside(member->membership) && (now == NULL || !room_is_inside(now->membership));
    }
    return loses;
}

void matrix_room_replace(const struct matrix *matrix, struct matrix_room *room,
                         struct matrix_room **shadow)
{
    struct matrix_room *fresh = *shadow;
    struct matrix_room old = *room;
    if (room->encryption == MATRIX_ENCRYPTED && room_loses(room, fresh)) {
        matrix->e2ee->left(matrix->e2ee, room);
    }
    room->rotation_ms = fresh->rotation_ms;
    room->rotation_messages = fresh->rotation_messages;
    room->state = MATRIX_STATE_COMPLETE;
    room->own = fresh->own;
    room->space = fresh->space;
    room->join_rule = fresh->join_rule;
    room->history = fresh->history;
    room->encryption = old.encryption == MATRIX_ENCRYPTED ? MATRIX_ENCRYPTED : fresh->encryption;
    memcpy(room->version, fresh->version, sizeof room->version);
    memcpy(room->marker, fresh->marker, sizeof room->marker);
    room->name = fresh->name;
    room->predecessor = fresh->predecessor;
    room->members = fresh->members;
    room->joined_count = fresh->joined_count;
    room->invited_count = fresh->invited_count;
    room->power = fresh->power;
    fresh->name = old.name;
    fresh->predecessor = old.predecessor;
    fresh->members = old.members;
    fresh->power = old.power;
    matrix_room_shadow_free(shadow);
}
