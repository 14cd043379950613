/* Rooms that the house asks for: a team's own. They are rooms like others, but nobody is invited
 * into one, nobody leaves one by themselves, and who is silent there reads and cannot write. Every
 * order writes its rows again when it is given again, so that a try that failed leaves nothing
 * behind. */
#include <stdio.h>
#include <string.h>

#include "hash.h"
#include "heap.h"
#include "web_private.h"

enum { WEB_ORDER_AGAIN_MS = 200, WEB_WIPE_MAX = 4096, WEB_KEY_BYTES = 96 };

static void web_operation_failed(struct web *web, const struct room_operation *operation,
                                 enum send_status status, const char *why)
{
    int64_t retry_ms = status == SEND_NOT_SENT ? web_now_ms(web) + WEB_ORDER_AGAIN_MS : 0;
    house_send_failed(web->house, (struct adapter *)web, operation->row, status, retry_ms, why);
}

static void web_operation_nothing(struct web *web, const struct room_operation *operation)
{
    house_delivered(web->house, (struct adapter *)web, operation->row, "", NULL, 0, NULL);
}

static struct web_pending *web_operation_pending(struct web *web, web_done_fn done,
                                                 struct web_room *room, struct web_person *person)
{
    struct web_pending *pending = web_pending_new(web, done);
    pending->room = room;
    pending->person = person;
    return pending;
}

static void web_operation_put(struct web *web, const struct room_operation *operation,
                              const char *platform_id, const struct web_rows *rows,
                              struct web_pending *pending)
{
    house_delivered(web->house, (struct adapter *)web, operation->row, platform_id, rows->row,
                    rows->count, pending);
}

/* --- opening ---------------------------------------------------------------------------------- */

static void web_operation_drop(struct web *web, struct web_room *room)
{
    while (room->member_count > 0) {
        web_room_remove(room, room->members[room->member_count - 1]);
    }
    web_rooms_drop(&web->rooms, room);
}

static void web_operation_opened(struct web *web, struct web_pending *pending,
                                 const struct fault *fault)
{
    struct web_room *room = pending->room;
    if (fault != NULL) {
        web_operation_drop(web, room);
        return;
    }
    room->born = true;
    for (unsigned i = 0; i < room->member_count; i++) {
        web_person_follow(web, room->members[i], room, NULL);
    }
}

/* Everybody who belongs there is in; false when somebody cannot be. */
static bool web_operation_fill(struct web *web, struct web_room *room,
                               const struct room_operation *operation)
{
    for (unsigned i = 0; i < operation->member_count; i++) {
        struct web_person *person = web_people_at(&web->people, operation->members[i]);
        if (person == NULL || !web_room_add(room, person)) {
            return false;
        }
    }
    for (unsigned i = 0; i < operation->muted_count; i++) {
        web_room_mute(room, operation->muted[i], true);
    }
    return true;
}

static void web_operation_open(struct web *web, const struct room_operation *operation)
{
    uint8_t digest[HASH_BYTES];
    char hex[2 * HASH_BYTES + 1];
    char id[WEB_ROOM_ID_BYTES];
    struct web_rows rows;
    hash_of(digest, operation->nonce, strlen(operation->nonce));
    hash_hex(hex, digest, sizeof digest);
    snprintf(id, sizeof id, WEB_TEAM_ROOM "%.16s", hex);
    struct web_room *room = web_rooms_at(&web->rooms, id);
    if (room != NULL) {
        house_delivered(web->house, (struct adapter *)web, operation->row, id, NULL, 0, NULL);
        return; /* it is there: only the word of it was lost */
    }
    room = web_rooms_new(&web->rooms, id, operation->name, NULL, web_now_ms(web));
    if (room != NULL) {
        room->is_team = true;
    }
    if (room == NULL || operation->member_count + 1 > WEB_ROWS_MAX ||
        !web_operation_fill(web, room, operation)) {
        if (room != NULL) {
            web_operation_drop(web, room);
        }
        web_operation_failed(web, operation, SEND_REFUSED, "somebody cannot be in it");
        return;
    }
    web_rows_init(&rows, web->arena);
    web_room_row(room, &rows);
    for (unsigned i = 0; i < room->member_count; i++) {
        web_person_row(room->members[i], &rows);
    }
    web_operation_put(web, operation, id, &rows,
                      web_operation_pending(web, web_operation_opened, room, NULL));
}

/* --- people in it ----------------------------------------------------------------------------- */

static void web_operation_added(struct web *web, struct web_pending *pending,
                                const struct fault *fault)
{
    if (fault != NULL) {
        web_room_remove(pending->room, pending->person);
    } else {
        web_person_follow(web, pending->person, pending->room, NULL);
    }
}

static void web_operation_add(struct web *web, const struct room_operation *operation,
                              struct web_room *room, struct web_person *person)
{
    struct web_rows rows;
    if (web_room_has(room, person)) {
        web_operation_nothing(web, operation);
        return;
    }
    if (!web_room_add(room, person)) {
        web_operation_failed(web, operation, SEND_REFUSED, "too many rooms");
        return;
    }
    web_rows_init(&rows, web->arena);
    web_person_row(person, &rows);
    web_operation_put(web, operation, "", &rows,
                      web_operation_pending(web, web_operation_added, room, person));
}

static void web_operation_removed(struct web *web, struct web_pending *pending,
                                  const struct fault *fault)
{
    if (fault != NULL) { /* in again, until the next try */
        web_room_add(pending->room, pending->person);
    } else {
        web_room_publish_people(web, pending->room);
    }
}

static void web_operation_remove(struct web *web, const struct room_operation *operation,
                                 struct web_room *room, struct web_person *person)
{
    struct web_rows rows;
    if (person == NULL || !web_room_has(room, person)) {
        web_operation_nothing(web, operation);
        return;
    }
    web_room_remove(room, person);
    web_room_mute(room, operation->account, false);
    web_person_unfollow(web, person, room);
    web_rows_init(&rows, web->arena);
    web_person_row(person, &rows);
    web_room_row(room, &rows);
    web_operation_put(web, operation, "", &rows,
                      web_operation_pending(web, web_operation_removed, room, person));
}

static void web_operation_muted(struct web *web, struct web_pending *pending,
                                const struct fault *fault)
{
    if (fault == NULL) {
        web_person_publish(web, pending->person, pending->room);
        web_room_publish_people(web, pending->room);
    }
}

/* In memory at once, so that nothing more is taken from who is to be silent. */
static void web_operation_mute(struct web *web, const struct room_operation *operation,
                               struct web_room *room, struct web_person *person)
{
    struct web_rows rows;
    web_room_mute(room, operation->account, operation->kind == ROOM_MUTE);
    web_rows_init(&rows, web->arena);
    web_room_row(room, &rows);
    web_operation_put(web, operation, "", &rows,
                      web_operation_pending(web, web_operation_muted, room, person));
}

/* --- closing ---------------------------------------------------------------------------------- */

/* Does anything still speak of the room? */
static bool web_operation_in_use(const struct web *web, const struct web_room *room)
{
    for (const struct web_pending *pending = web->pendings; pending != NULL;
         pending = pending->next) {
        if (pending->room == room) {
            return true;
        }
    }
    return room->waiting != NULL || web_room_is_read(web, room);
}

static void web_operation_closed(struct web *web, struct web_pending *pending,
                                 const struct fault *fault)
{
    if (fault == NULL) {
        web_rooms_drop(&web->rooms, pending->room);
    }
}

/* What was said there goes with the room. */
static void web_operation_wipe(struct web *web, const struct web_room *room,
                               struct adapter_row *rows, size_t *count)
{
    int64_t last = room->log.last;
    for (int64_t seq = last > WEB_WIPE_MAX ? last - WEB_WIPE_MAX : 1; seq <= last; seq++) {
        char place[32];
        char *key = arena_take(web->arena, WEB_KEY_BYTES);
        web_log_key(place, sizeof place, seq);
        snprintf(key, WEB_KEY_BYTES, "m/%s/%s", room->id, place);
        rows[(*count)++] = (struct adapter_row){.key = key};
    }
}

static void web_operation_close(struct web *web, const struct room_operation *operation,
                                struct web_room *room)
{
    struct web_rows rows;
    if (!web_room_ready(web, room) || web_operation_in_use(web, room) ||
        room->member_count + 1 > WEB_ROWS_MAX) {
        web_operation_failed(web, operation, SEND_NOT_SENT, "still in use");
        return;
    }
    web_rows_init(&rows, web->arena);
    while (room->member_count > 0) {
        struct web_person *person = room->members[0];
        web_room_remove(room, person);
        web_person_unfollow(web, person, room);
        web_person_row(person, &rows);
    }
    web_rows_put(&rows, "r", room->id, NULL, 0, 0);
    struct adapter_row *all =
        arena_take(web->arena, (WEB_ROWS_MAX + WEB_WIPE_MAX + 1) * sizeof *all);
    memcpy(all, rows.row, rows.count * sizeof *all);
    size_t count = rows.count;
    web_operation_wipe(web, room, all, &count);
    house_delivered(web->house, (struct adapter *)web, operation->row, "", all, count,
                    web_operation_pending(web, web_operation_closed, room, NULL));
}

void web_operate(struct adapter *adapter, const struct room_operation *operation)
{
    struct web *web = (struct web *)adapter;
    arena_reset(web->arena);
    if (operation->kind == ROOM_OPEN) {
        web_operation_open(web, operation);
        return;
    }
    struct web_room *room = web_rooms_at(&web->rooms, operation->room);
    struct web_person *person =
        operation->account != NULL ? web_people_at(&web->people, operation->account) : NULL;
    if (room == NULL || !room->is_team || !room->born) {
        web_operation_failed(web, operation, SEND_GONE, "no such room");
    } else if (operation->kind == ROOM_CLOSE) {
        web_operation_close(web, operation, room);
    } else if (operation->kind == ROOM_REMOVE) {
        web_operation_remove(web, operation, room, person);
    } else if (person == NULL) {
        web_operation_failed(web, operation, SEND_REFUSED, "no such person");
    } else if (operation->kind == ROOM_ADD) {
        web_operation_add(web, operation, room, person);
    } else {
        web_operation_mute(web, operation, room, person);
    }
}
