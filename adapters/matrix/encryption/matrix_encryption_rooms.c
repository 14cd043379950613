/* Our sessions in rooms: made, given to who may read, and given up when somebody may not any more.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "matrix_encryption_posts.h"
#include "matrix_encryption_recovery.h"
#include "matrix_encryption_rooms.h"

struct encryption_room *encryption_room_find(const struct matrix_encryption *encryption,
                                             const char *id)
{
    return map_get(&encryption->rooms, id);
}

static struct encryption_room *room_entry(struct matrix_encryption *encryption, const char *id)
{
    struct encryption_room *entry = encryption_room_find(encryption, id);
    if (entry == NULL) {
        entry = heap_allocate(sizeof *entry);
        matrix_copy(entry->id, id);
        entry->write = UINT64_MAX;
        map_put(&encryption->rooms, entry->id, entry);
    }
    return entry;
}

static bool room_row_is(const struct adapter_row *row, const char *head)
{
    return strncmp(row->key, head, strlen(head)) == 0;
}

/* A session ends with its process. */
bool encryption_rooms_restore(struct matrix_encryption *encryption, const struct adapter_row *row)
{
    bool is_ours =
        room_row_is(row, MATRIX_MEGOLM_OUT_ROWS) || room_row_is(row, MATRIX_MEGOLM_GIVEN_ROWS);
    if (is_ours) {
        matrix_changes_put(encryption->pending, row->key, NULL, 0);
    }
    return is_ours;
}

void encryption_rooms_stored(struct matrix_encryption *encryption, uint64_t number, bool good)
{
    struct encryption_room **link = &encryption->unstored;
    while (*link != NULL) {
        struct encryption_room *entry = *link;
        if (entry->write != number) {
            link = &entry->unstored;
            continue;
        }
        *link = entry->unstored;
        entry->is_unstored = false;
        if (entry->session != NULL) {
            matrix_megolm_out_stored(entry->session, good);
        }
    }
}

/* Its session is to be stored for the first time. */
static void room_unstored(struct matrix_encryption *encryption, struct encryption_room *entry)
{
    entry->write = 0;
    if (!entry->is_unstored) {
        entry->is_unstored = true;
        entry->unstored = encryption->unstored;
        encryption->unstored = entry;
    }
}

void encryption_room_shared(struct matrix_encryption *encryption, const char *room,
                            const char *session)
{
    const struct encryption_room *entry = encryption_room_find(encryption, room);
    if (entry != NULL && entry->session != NULL &&
        strcmp(matrix_megolm_out_id(entry->session), session) == 0) {
        matrix_megolm_out_shared(entry->session, true);
    }
}

void encryption_rooms_spend(struct matrix_encryption *encryption,
                            const struct matrix_device *device)
{
    size_t at = 0;
    for (struct encryption_room *entry = NULL;
         (entry = map_next(&encryption->rooms, &at)) != NULL;) {
        if (entry->session != NULL) {
            matrix_megolm_out_device_gone(entry->session, device);
        }
    }
}

void encryption_rooms_free(struct matrix_encryption *encryption)
{
    size_t at = 0;
    for (struct encryption_room *entry = NULL;
         (entry = map_next(&encryption->rooms, &at)) != NULL;) {
        matrix_megolm_out_free(&entry->session);
        free(entry->backup);
        free(entry);
    }
    map_deinit(&encryption->rooms);
}

/* --- who is not who they were ----------------------------------------------------------------- */

static struct encryption_held *held_find(const struct matrix_encryption *encryption,
                                         const char *user)
{
    struct encryption_held *held = encryption->held;
    while (held != NULL && strcmp(held->user, user) != 0) {
        held = held->next;
    }
    return held;
}

static void held_drop(struct matrix_encryption *encryption, struct encryption_held *held)
{
    struct encryption_held **link = &encryption->held;
    while (*link != held) {
        link = &(*link)->next;
    }
    *link = held->next;
    free(held);
}

/* Is nothing sent to this person now? Who was told of a while ago is who they are. */
static bool room_holds(struct matrix_encryption *encryption, const struct matrix_room *room,
                       struct matrix_tracked *user)
{
    int64_t now_ms = encryption_now_ms(encryption);
    const char *id = matrix_tracked_user(user);
    struct encryption_held *held = held_find(encryption, id);
    if (!matrix_tracked_is_other(user)) {
        return false;
    }
    if (held == NULL) {
        held = heap_allocate(sizeof *held);
        matrix_copy(held->user, id);
        held->since_ms = now_ms;
        held->next = encryption->held;
        encryption->held = held;
        encryption_tell(encryption, ENCRYPTION_NEWS_OTHER, room->id, id);
    }
    if (now_ms - held->since_ms < ENCRYPTION_HELD_MS) {
        return true;
    }
    held_drop(encryption, held);
    matrix_tracked_accept(user);
    matrix_tracked_write(user, encryption->pending);
    return false;
}

/* --- readers ---------------------------------------------------------------------------------- */

/* Who may read what is written now: who has joined, and who is invited where they could read it
 * once they do. */
static bool room_reads(const struct matrix_room *room, const struct matrix_member *member)
{
    return member->membership == MATRIX_JOINED ||
           (member->membership == MATRIX_INVITED && room->history != MATRIX_HISTORY_JOINED);
}

struct room_readers {
    const char **users; /* of the room's members */
    size_t count;
    bool holds; /* somebody is not who they were */
};

static void readers_of(struct matrix_encryption *encryption, const struct matrix_room *room,
                       struct room_readers *readers)
{
    size_t at = 0;
    *readers = (struct room_readers){
        .users = heap_allocate((room->members.count + 1) * sizeof *readers->users)};
    for (const struct matrix_member *member = NULL;
         (member = map_next(&room->members, &at)) != NULL;) {
        if (!room_reads(room, member)) {
            continue;
        }
        struct matrix_tracked *user =
            matrix_machine_track(encryption->machine, member->id, encryption->pending);
        if (room_holds(encryption, room, user)) {
            readers->holds = true; /* in a room where others play they alone get no key */
        } else {
            readers->users[readers->count++] = member->id;
        }
    }
}

bool encryption_can_read(const struct matrix_encryption *encryption,
                         const struct matrix_tracked *user)
{
    bool can = false;
    for (size_t at = 0; at < matrix_tracked_count(user) && !can; at++) {
        can = matrix_tracked_share(user, at, encryption->only_signed, false) == MATRIX_SHARE_YES;
    }
    return can;
}

/* Has the person that a room is for a device that could read there? */
static bool room_is_readable(const struct matrix_encryption *encryption,
                             const struct matrix_room *room)
{
    const struct matrix_tracked *user = matrix_machine_tracked(encryption->machine, room->player);
    return room->kind != MATRIX_ROOM_DIRECT || room->player[0] == '\0' ||
           (user != NULL && encryption_can_read(encryption, user));
}

/* --- a session that can be used --------------------------------------------------------------- */

/* Nobody who could not read before may read what is written by the same session. */
static void room_check(struct matrix_encryption *encryption, const struct matrix_room *room,
                       struct encryption_room *entry)
{
    if (entry->has_history && entry->history != room->history) {
        matrix_megolm_out_spend(entry->session, MATRIX_ROTATION_HISTORY);
    }
    entry->has_history = true;
    entry->history = room->history;
    matrix_megolm_out_limit(entry->session, room->rotation_ms, room->rotation_messages);
    if (matrix_megolm_out_rotation(entry->session, encryption_now_ms(encryption)) !=
        MATRIX_ROTATION_NONE) {
        matrix_megolm_out_free(&entry->session);
    }
}

/* Makes one, or stores it again where that has failed. */
static void room_make(struct matrix_encryption *encryption, const struct matrix_room *room,
                      struct encryption_room *entry)
{
    if (entry->session == NULL) {
        cJSON *settings = cJSON_CreateObject();
        if (room->rotation_ms > 0) {
            cJSON_AddNumberToObject(settings, "rotation_period_ms", (double)room->rotation_ms);
        }
        if (room->rotation_messages > 0) {
            cJSON_AddNumberToObject(settings, "rotation_period_msgs",
                                    (double)room->rotation_messages);
        }
        entry->session = matrix_megolm_out_new(&encryption->pickle, room->id, settings,
                                               &encryption->matrix->world->entropy,
                                               encryption_now_ms(encryption));
        cJSON_Delete(settings);
        encryption_recovery_made(encryption, entry);
    }
    if (encryption->store_ms <= encryption_now_ms(encryption)) {
        matrix_megolm_out_write(entry->session, encryption->pending);
        room_unstored(encryption, entry);
        encryption_store(encryption, NULL, NULL);
    }
}

static enum encryption_ready room_share(struct matrix_encryption *encryption,
                                        struct encryption_room *entry,
                                        const struct room_readers *list)
{
    struct matrix_sharing_messages messages;
    const struct matrix_room_readers readers = {
        .users = list->users, .count = list->count, .only_signed = encryption->only_signed};
    enum matrix_sharing sharing = matrix_machine_share(encryption->machine, entry->session,
                                                       &readers, encryption->pending, &messages);
    if (messages.encrypted != NULL) {
        encryption_post(encryption, "m.room.encrypted", entry->session, messages.encrypted);
    }
    if (messages.withheld != NULL) {
        encryption_post(encryption, "m.room_key.withheld", entry->session, messages.withheld);
    }
    switch (sharing) {
    case MATRIX_SHARING_DONE:
        return ENCRYPTION_READY;
    case MATRIX_SHARING_SENDS:
        encryption_store(encryption, NULL, NULL);
        return ENCRYPTION_WAITS;
    case MATRIX_SHARING_HELD:
        return ENCRYPTION_HOLDS;
    case MATRIX_SHARING_WAITS:
    case MATRIX_SHARING_SPENT:
        break;
    }
    encryption_wake(encryption);
    return ENCRYPTION_WAITS;
}

enum encryption_ready encryption_room_prepare(struct matrix_encryption *encryption,
                                              const struct matrix_room *room,
                                              struct encryption_room **entry_r)
{
    struct room_readers readers;
    struct encryption_room *entry = room_entry(encryption, room->id);
    *entry_r = entry;
    if (entry->session != NULL) {
        room_check(encryption, room, entry);
    }
    if (entry->session == NULL || matrix_megolm_out_state(entry->session) == MATRIX_MEGOLM_MADE) {
        room_make(encryption, room, entry);
        return ENCRYPTION_WAITS;
    }
    enum matrix_megolm_state state = matrix_megolm_out_state(entry->session);
    if (state == MATRIX_MEGOLM_STORING || state == MATRIX_MEGOLM_SHARING ||
        encryption_posts_key(encryption, room->id, matrix_megolm_out_id(entry->session))) {
        return ENCRYPTION_WAITS;
    }
    readers_of(encryption, room, &readers);
    bool holds = readers.holds && room->kind != MATRIX_ROOM_OPEN;
    enum encryption_ready ready =
        holds ? ENCRYPTION_HOLDS : room_share(encryption, entry, &readers);
    if (ready == ENCRYPTION_READY && !room_is_readable(encryption, room)) {
        ready = ENCRYPTION_HOLDS;
    }
    free(readers.users);
    return ready;
}
