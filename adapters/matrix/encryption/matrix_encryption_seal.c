/* Contents on their way to become what is sent. First the room's session has to be one that all
 * readers have; while that takes time the sender is asked to begin again each time that something
 * has come, so that it checks the room again. Then the content is encrypted at once, and leaves
 * when the session that has moved on is on disk: no index is ever used for two. */
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "heap.h"
#include "matrix_attachment.h"
#include "matrix_encryption_rooms.h"
#include "matrix_encryption_seal.h"
#include "table.h"

enum {
    SEALS_MANY = 64,    /* that wait at once: each thing that comes is not looked at by all, … */
    SEALS_PAUSE_MS = 20 /* … but what has come in such a time */
};

static void seal_link(struct matrix_encryption *encryption, struct encryption_seal *seal,
                      struct matrix_sealing *sealing)
{
    struct encryption_seal **link = &encryption->seals;
    while (*link != NULL) {
        link = &(*link)->next;
    }
    *link = seal;
    seal->sealing = sealing;
    sealing->wait = seal;
}

static void seal_unlink(struct matrix_encryption *encryption, struct encryption_seal *seal)
{
    struct encryption_seal **link = &encryption->seals;
    while (*link != seal) {
        link = &(*link)->next;
    }
    *link = seal->next;
    seal->sealing->wait = NULL;
}

static void seal_free(struct encryption_seal *seal)
{
    free(seal->content);
    free(seal);
}

/* It ends; the seal is gone. */
static void seal_end(struct matrix_encryption *encryption, struct encryption_seal *seal,
                     const struct matrix_sealed *sealed)
{
    struct matrix_sealing *sealing = seal->sealing;
    seal_unlink(encryption, seal);
    sealing->since_ms = sealed->end == MATRIX_SEAL_AGAIN ? sealing->since_ms : 0;
    sealing->ended(sealing, sealed);
    seal_free(seal);
}

void encryption_seal_cancel(const struct matrix_e2ee *e2ee, struct matrix_sealing *sealing)
{
    struct matrix_encryption *encryption = e2ee->self;
    struct encryption_seal *seal = sealing->wait;
    sealing->since_ms = 0;
    if (seal != NULL) {
        seal_unlink(encryption, seal);
        seal_free(seal);
    }
}

void encryption_seals_free(struct matrix_encryption *encryption)
{
    while (encryption->seals != NULL) {
        struct encryption_seal *seal = encryption->seals;
        seal_unlink(encryption, seal);
        seal_free(seal);
    }
}

/* --- sealing ---------------------------------------------------------------------------------- */

/* Encrypts, and stores what has moved on by it. False: the session was spent by now. */
static bool seal_encrypt(struct matrix_encryption *encryption, struct encryption_room *entry,
                         struct matrix_sealing *sealing, const char *type, const char *content)
{
    struct matrix_account *account = matrix_machine_account(encryption->machine);
    cJSON *json = cJSON_ParseWithLength(content, strlen(content));
    cJSON *sealed =
        matrix_megolm_out_encrypt(entry->session, matrix_account_device(account), type, json);
    cJSON_Delete(json);
    if (sealed == NULL) {
        return false;
    }
    struct encryption_seal *seal = heap_allocate(sizeof *seal);
    char *text = cJSON_PrintUnformatted(sealed);
    seal->content = heap_copy(text);
    seal->due_ms = NO_DEADLINE;
    cJSON_free(text);
    cJSON_Delete(sealed);
    seal_link(encryption, seal, sealing);
    matrix_megolm_out_write(entry->session, encryption->pending);
    CRASH_POINT("matrix.encrypted");
    encryption_store(encryption, NULL, NULL);
    return true;
}

static void seal_wait(struct matrix_encryption *encryption, struct matrix_sealing *sealing,
                      bool holds)
{
    int64_t now_ms = encryption_now_ms(encryption);
    struct encryption_seal *seal = heap_allocate(sizeof *seal);
    sealing->since_ms = sealing->since_ms == 0 ? now_ms : sealing->since_ms;
    seal->why = holds ? "who it is for has other keys than before, or none"
                      : "keys of those who read there are waited for";
    seal->due_ms = holds ? now_ms : sealing->since_ms + ENCRYPTION_SEAL_MS;
    seal->retry_ms = holds ? now_ms + ENCRYPTION_HELD_MS : 0;
    seal_link(encryption, seal, sealing);
    encryption_wake(encryption);
}

/* Whether our device is signed is known, or was waited for: clients that trust signed devices alone
 * take no key from one that is not, nor give it theirs. */
static bool seal_is_signed(const struct matrix_encryption *encryption)
{
    enum matrix_cross_state state = matrix_cross_state(encryption->cross);
    return state == MATRIX_CROSS_DONE || state == MATRIX_CROSS_FOREIGN ||
           state == MATRIX_CROSS_REFUSED ||
           encryption_now_ms(encryption) - encryption->begun_ms >= ENCRYPTION_SIGNED_MS;
}

void encryption_seal(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                     struct matrix_sealing *sealing, const char *type, const char *content)
{
    struct matrix_encryption *encryption = e2ee->self;
    const struct matrix_sealed plain = {.end = MATRIX_SEAL_SENDS, .type = type, .content = content};
    const struct matrix_sealed never = {.end = MATRIX_SEAL_NEVER,
                                        .why = "the room is encrypted, as far as is known"};
    struct encryption_room *entry = NULL;
    if (room->encryption != MATRIX_ENCRYPTED || !e2ee->reads) {
        sealing->ended(sealing, room->encryption == MATRIX_PLAIN ? &plain : &never);
        return;
    }
    enum encryption_ready ready = ENCRYPTION_WAITS;
    if (encryption->is_begun && room->state == MATRIX_STATE_COMPLETE &&
        seal_is_signed(encryption)) {
        ready = encryption_room_prepare(encryption, room, &entry);
    }
    if (ready != ENCRYPTION_READY || !seal_encrypt(encryption, entry, sealing, type, content)) {
        seal_wait(encryption, sealing, ready == ENCRYPTION_HOLDS);
    }
}

char *encryption_file(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                      const void *bytes, size_t len, struct buf *out)
{
    const struct matrix_encryption *encryption = e2ee->self;
    struct matrix_file file;
    if (room->encryption != MATRIX_ENCRYPTED ||
        !matrix_file_encrypt(&file, bytes, len, &encryption->matrix->world->entropy, out)) {
        return NULL;
    }
    cJSON *object = matrix_file_write(&file, "");
    cJSON_DeleteItemFromObjectCaseSensitive(object, "url");
    char *text = cJSON_PrintUnformatted(object);
    char *copy = heap_copy(text);
    cJSON_free(text);
    cJSON_Delete(object);
    return copy;
}

/* --- how they end ----------------------------------------------------------------------------- */

/* The first one that this is true of; NULL. */
static struct encryption_seal *seal_next(const struct matrix_encryption *encryption,
                                         uint64_t number)
{
    struct encryption_seal *seal = encryption->seals;
    while (seal != NULL && (seal->content == NULL || seal->write != number)) {
        seal = seal->next;
    }
    return seal;
}

void encryption_seals_stored(struct matrix_encryption *encryption, uint64_t number, bool good)
{
    struct encryption_seal *seal = NULL;
    while ((seal = seal_next(encryption, number)) != NULL) {
        CRASH_POINT("matrix.sealed");
        const struct matrix_sealed sends = {
            .end = MATRIX_SEAL_SENDS, .type = "m.room.encrypted", .content = seal->content};
        const struct matrix_sealed later = {.end = MATRIX_SEAL_LATER,
                                            .retry_ms = encryption->store_ms,
                                            .why = "the keys could not be stored"};
        seal_end(encryption, seal, good ? &sends : &later);
    }
}

/* The first whose time is over, or which is sealed again. */
static struct encryption_seal *seal_due(const struct matrix_encryption *encryption, int64_t now_ms)
{
    struct encryption_seal *seal = encryption->seals;
    while (seal != NULL && seal->due_ms > now_ms) {
        seal = seal->next;
    }
    return seal;
}

/* How many wait for keys. */
static size_t seals_waiting(const struct matrix_encryption *encryption)
{
    size_t count = 0;
    for (const struct encryption_seal *seal = encryption->seals; seal != NULL; seal = seal->next) {
        count += seal->content == NULL && seal->retry_ms == 0;
    }
    return count;
}

/* All that wait for keys begin again, once each: they are told apart from who waits anew by their
 * place in the list. */
static void seals_again(struct matrix_encryption *encryption, size_t count)
{
    for (; count > 0; count--) {
        struct encryption_seal *seal = encryption->seals;
        while (seal != NULL && (seal->content != NULL || seal->retry_ms != 0)) {
            seal = seal->next;
        }
        const struct matrix_sealed again = {.end = MATRIX_SEAL_AGAIN};
        if (seal != NULL) {
            seal_end(encryption, seal, &again);
        }
    }
}

void encryption_seals_tick(struct matrix_encryption *encryption, int64_t now_ms, bool moved)
{
    struct encryption_seal *seal = NULL;
    while ((seal = seal_due(encryption, now_ms)) != NULL) {
        const struct matrix_sealed later = {
            .end = MATRIX_SEAL_LATER,
            .retry_ms = seal->retry_ms != 0 ? seal->retry_ms : now_ms + ENCRYPTION_RETRY_MS,
            .why = seal->why};
        seal_end(encryption, seal, &later);
    }
    size_t count = moved ? seals_waiting(encryption) : 0;
    if (count > SEALS_MANY && encryption->seals_ms > now_ms) {
        encryption->moved = true; /* in a moment, with what comes until then */
    } else if (count > 0) {
        encryption->seals_ms = now_ms + SEALS_PAUSE_MS;
        seals_again(encryption, count);
    }
}

int64_t encryption_seals_due_ms(const struct matrix_encryption *encryption)
{
    int64_t due_ms =
        encryption->moved && encryption->seals != NULL ? encryption->seals_ms : NO_DEADLINE;
    for (const struct encryption_seal *seal = encryption->seals; seal != NULL; seal = seal->next) {
        due_ms = seal->due_ms < due_ms ? seal->due_ms : due_ms;
    }
    return due_ms;
}
