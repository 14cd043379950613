/* Encrypted events of rooms, and those whose keys have not come: each is a row until it was read or
 * given up, so that a restart loses none. */
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "log.h"
#include "matrix_decode.h"
#include "matrix_encryption_late.h"
#include "matrix_encryption_posts.h"
#include "print.h"
#include "table.h"

enum {
    LATE_KEY_BYTES = 300,
    LATE_LOOK_MS = 3000, /* for a key to come by itself, before a backup is asked */
    LATE_AGAIN_MS = 1000 /* the house took nothing: until it is asked again */
};

static void late_row(char key[LATE_KEY_BYTES], const char *event)
{
    print_join(key, LATE_KEY_BYTES, ENCRYPTION_LATE_ROWS, event, "");
}

static struct encryption_late *late_find(const struct matrix_encryption *encryption,
                                         const char *event)
{
    struct encryption_late *late = encryption->lates;
    while (late != NULL && strcmp(late->event, event) != 0) {
        late = late->next;
    }
    return late;
}

static void late_free(struct encryption_late *late)
{
    free(late->json);
    free(late);
}

/* Takes it out of memory, and its row. */
static void late_drop(struct matrix_encryption *encryption, struct encryption_late *late)
{
    char key[LATE_KEY_BYTES];
    struct encryption_late **link = &encryption->lates;
    while (*link != late) {
        link = &(*link)->next;
    }
    *link = late->next;
    late_row(key, late->event);
    matrix_changes_put(encryption->pending, key, NULL, 0);
    late_free(late);
}

void encryption_lates_free(struct matrix_encryption *encryption)
{
    while (encryption->lates != NULL) {
        struct encryption_late *late = encryption->lates;
        encryption->lates = late->next;
        late_free(late);
    }
}

/* --- waiting ---------------------------------------------------------------------------------- */

/* A request for the key, or that it is not wanted any more, to all devices of who wrote it. */
static void late_ask(struct matrix_encryption *encryption, struct encryption_late *late, bool ends)
{
    cJSON *content = cJSON_CreateObject();
    if (!ends) {
        nonce_make(&encryption->matrix->world->entropy, late->request);
    }
    cJSON_AddStringToObject(content, "action", ends ? "request_cancellation" : "request");
    cJSON_AddStringToObject(content, "request_id", late->request);
    cJSON_AddStringToObject(content, "requesting_device_id", encryption->matrix->device);
    if (!ends) {
        cJSON *body = cJSON_AddObjectToObject(content, "body");
        cJSON_AddStringToObject(body, "algorithm", MATRIX_MEGOLM);
        cJSON_AddStringToObject(body, "room_id", late->room);
        cJSON_AddStringToObject(body, "session_id", late->session);
    }
    encryption_post_one(encryption, "m.room_key_request", late->user, "*", content);
}

static bool late_is_same(const struct encryption_late *one, const struct encryption_late *other)
{
    return strcmp(one->session, other->session) == 0 && strcmp(one->user, other->user) == 0 &&
           strcmp(one->room, other->room) == 0;
}

static bool late_read(struct encryption_late *late, const cJSON *event)
{
    const char *room = NULL;
    const char *session = NULL;
    const char *user = matrix_id(event, "sender", '@');
    const char *id = matrix_id(event, "event_id", '$');
    if (user == NULL || id == NULL ||
        !matrix_megolm_named(json_at(event, "content"), &room, &session) ||
        strlen(session) >= sizeof late->session) {
        return false;
    }
    matrix_copy(late->user, user);
    matrix_copy(late->event, id);
    memcpy(late->session, session, strlen(session) + 1);
    return true;
}

static void late_add(struct matrix_encryption *encryption, struct encryption_late *late)
{
    struct encryption_late **link = &encryption->lates;
    size_t count = 0;
    while (*link != NULL) {
        link = &(*link)->next;
        count++;
    }
    *link = late;
    if (count == ENCRYPTION_LATE_MAX) {
        late_drop(encryption, encryption->lates);
    }
}

/* Keeps it. False: it names no session, or nobody. */
static bool late_keep(struct matrix_encryption *encryption, const char *room, const cJSON *event)
{
    char key[LATE_KEY_BYTES];
    struct encryption_late *late = heap_allocate(sizeof *late);
    matrix_copy(late->room, room);
    if (!late_read(late, event) || late_find(encryption, late->event) != NULL) {
        bool is_kept = late->event[0] != '\0';
        free(late);
        return is_kept;
    }
    const struct encryption_late *same = encryption->lates;
    while (same != NULL && !late_is_same(same, late)) {
        same = same->next;
    }
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "room", room);
    cJSON_AddItemToObject(row, "event", cJSON_Duplicate(event, true));
    char *text = cJSON_PrintUnformatted(row);
    late_row(key, late->event);
    matrix_changes_put(encryption->pending, key, text, strlen(text));
    late->json = heap_copy(text);
    cJSON_free(text);
    cJSON_Delete(row);
    matrix_late_begin(&late->key, encryption_now_ms(encryption));
    late->look_ms = encryption_now_ms(encryption) + LATE_LOOK_MS;
    if (same != NULL) {
        late->key = same->key; /* what was asked, and told, is so for this one, too */
        memcpy(late->request, same->request, sizeof late->request);
        late->look_ms = same->look_ms;
        late->looks = same->looks;
    }
    late_add(encryption, late);
    encryption_wake(encryption);
    return true;
}

bool encryption_lates_restore(struct matrix_encryption *encryption, const struct adapter_row *row)
{
    if (strncmp(row->key, ENCRYPTION_LATE_ROWS, strlen(ENCRYPTION_LATE_ROWS)) != 0) {
        return false;
    }
    cJSON *json = cJSON_ParseWithLength(row->value, row->len);
    const char *room = matrix_id(json, "room", '!');
    struct encryption_late *late = heap_allocate(sizeof *late);
    if (room != NULL && late_read(late, json_at(json, "event"))) {
        matrix_copy(late->room, room);
        late->json = heap_text(row->value, row->len);
        matrix_late_begin(&late->key, encryption_now_ms(encryption));
        late_add(encryption, late);
    } else {
        free(late);
    }
    cJSON_Delete(json);
    return true;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* What is to be done about an event that was not read. */
static enum matrix_opened open_failed(struct matrix_encryption *encryption, const char *room,
                                      const cJSON *event, enum matrix_megolm_verdict verdict)
{
    if (verdict == MATRIX_MEGOLM_BEFORE && late_keep(encryption, room, event)) {
        return MATRIX_OPENED_LATER; /* an earlier key may come */
    }
    log_event(LEVEL_WARNING, "matrix.event_not_read",
              LOG_FIELDS(log_text("room", room), log_number("verdict", verdict)));
    return MATRIX_OPENED_NEVER;
}

static enum matrix_opened open_read(struct matrix_encryption *encryption, const char *room,
                                    const cJSON *event, cJSON **plain_r)
{
    enum matrix_megolm_verdict verdict = MATRIX_MEGOLM_MALFORMED;
    if (!matrix_machine_read(encryption->machine, room, event, encryption->pending, &verdict,
                             plain_r)) {
        return late_keep(encryption, room, event) ? MATRIX_OPENED_LATER : MATRIX_OPENED_NEVER;
    }
    switch (verdict) {
    case MATRIX_MEGOLM_READ:
        return MATRIX_OPENED;
    case MATRIX_MEGOLM_AGAIN:
        return MATRIX_OPENED_AGAIN;
    case MATRIX_MEGOLM_REPLAYED:
    case MATRIX_MEGOLM_OLD:
    case MATRIX_MEGOLM_BEFORE:
    case MATRIX_MEGOLM_NOT_THEIRS:
    case MATRIX_MEGOLM_OTHER_ROOM:
    case MATRIX_MEGOLM_FORGED:
    case MATRIX_MEGOLM_MALFORMED:
        break;
    }
    return open_failed(encryption, room, event, verdict);
}

enum matrix_opened encryption_open(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                                   const cJSON *event, cJSON **plain_r)
{
    struct matrix_encryption *encryption = e2ee->self;
    *plain_r = NULL;
    if (!encryption->is_begun) {
        return late_keep(encryption, room->id, event) ? MATRIX_OPENED_LATER : MATRIX_OPENED_NEVER;
    }
    return open_read(encryption, room->id, event, plain_r);
}

/* --- keys that come, or not ------------------------------------------------------------------- */

void encryption_lates_came(struct matrix_encryption *encryption, const char *room,
                           const char *session)
{
    bool asked = false;
    for (struct encryption_late *late = encryption->lates; late != NULL; late = late->next) {
        if (strcmp(late->session, session) == 0 && strcmp(late->room, room) == 0) {
            bool out = matrix_late_came(&late->key, encryption_now_ms(encryption));
            if (out && !asked && late->request[0] != '\0') {
                asked = true;
                late_ask(encryption, late, true);
            }
        }
    }
    encryption_wake(encryption);
}

void encryption_lates_withheld(struct matrix_encryption *encryption, const char *user,
                               const char *room, const char *session)
{
    bool told = false;
    for (struct encryption_late *late = encryption->lates; late != NULL; late = late->next) {
        if (strcmp(late->session, session) == 0 && strcmp(late->room, room) == 0 &&
            strcmp(late->user, user) == 0 &&
            matrix_late_withheld(&late->key, encryption_now_ms(encryption)) && !told) {
            told = true;
            encryption_tell(encryption, ENCRYPTION_NEWS_UNREADABLE, room, user);
        }
    }
}

/* An event whose key is here. False: the house takes nothing now. */
static bool late_process(struct matrix_encryption *encryption, struct encryption_late *late)
{
    cJSON *row = cJSON_ParseWithLength(late->json, strlen(late->json));
    cJSON *plain = NULL;
    enum matrix_megolm_verdict verdict = MATRIX_MEGOLM_MALFORMED;
    bool taken = true;
    if (!matrix_machine_read(encryption->machine, late->room, json_at(row, "event"),
                             encryption->pending, &verdict, &plain)) {
        taken = true; /* it was another one's key of the same name */
    } else if (plain != NULL) {
        taken = encryption->events->read(encryption->matrix, late->room, plain);
    }
    cJSON_Delete(plain);
    cJSON_Delete(row);
    return taken;
}

/* Does its owner's session of that name have its key now? */
static struct encryption_late *late_here(const struct matrix_encryption *encryption)
{
    struct encryption_late *late = encryption->lates;
    while (late != NULL && late->key.state != MATRIX_LATE_HERE) {
        late = late->next;
    }
    return late;
}

static bool lates_process(struct matrix_encryption *encryption)
{
    struct encryption_late *late = NULL;
    while ((late = late_here(encryption)) != NULL) {
        if (!late_process(encryption, late)) {
            return false;
        }
        late_drop(encryption, late);
    }
    return true;
}

/* All events of one session are asked for, and told of, once. */
static void late_due(struct matrix_encryption *encryption, struct encryption_late *late,
                     int64_t now_ms)
{
    enum matrix_late_due due = matrix_late_tick(&late->key, now_ms);
    const struct encryption_late *same = encryption->lates;
    while (same != late && !late_is_same(same, late)) {
        same = same->next;
    }
    bool first = same == late;
    if (due == MATRIX_LATE_ASK && first) {
        late_ask(encryption, late, false);
    } else if (due == MATRIX_LATE_TELL && first) {
        encryption_tell(encryption, ENCRYPTION_NEWS_UNREADABLE, late->room, late->user);
    }
}

void encryption_lates_tick(struct matrix_encryption *encryption, int64_t now_ms)
{
    if (!encryption->is_begun) {
        return;
    }
    encryption->late_ms = lates_process(encryption) ? NO_DEADLINE : now_ms + LATE_AGAIN_MS;
    for (struct encryption_late *late = encryption->lates; late != NULL; late = late->next) {
        late_due(encryption, late, now_ms);
    }
}

int64_t encryption_lates_due_ms(const struct matrix_encryption *encryption)
{
    int64_t due_ms = encryption->late_ms;
    for (const struct encryption_late *late = encryption->lates; late != NULL; late = late->next) {
        int64_t one_ms = matrix_late_due_ms(&late->key);
        due_ms = one_ms >= 0 && one_ms < due_ms ? one_ms : due_ms;
    }
    return due_ms;
}
