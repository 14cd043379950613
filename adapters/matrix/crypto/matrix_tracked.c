#include "matrix_tracked.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "print.h"

enum { TRACKED_ROW_BYTES = 256 * 1024, TRACKED_KEY_BYTES = 300 };

struct matrix_tracked {
    char user[MATRIX_ID_BYTES];
    struct matrix_identity known; /* who they were when nobody doubted it */
    struct matrix_identity now;   /* as the last query says */
    struct matrix_tracked_device *devices;
    size_t count;
    int64_t
        failed_ms; /* since when their homeserver does not answer; 0: it does, as far as known */
    enum matrix_tracked_state state;
    bool is_idle; /* no room is shared with them */
};

const struct transitions matrix_tracked_transitions = {
    .count = MATRIX_TRACKED_STATES,
    .after = {
        [MATRIX_TRACKED_OUTDATED] = STATE_BIT(MATRIX_TRACKED_QUERIED),
        [MATRIX_TRACKED_QUERIED] = STATE_BIT(MATRIX_TRACKED_CURRENT) |
                                   STATE_BIT(MATRIX_TRACKED_OVERTAKEN) |
                                   STATE_BIT(MATRIX_TRACKED_OUTDATED),
        [MATRIX_TRACKED_OVERTAKEN] = STATE_BIT(MATRIX_TRACKED_OUTDATED),
        [MATRIX_TRACKED_CURRENT] = STATE_BIT(MATRIX_TRACKED_OUTDATED),
    }};

static void tracked_enter(struct matrix_tracked *tracked, enum matrix_tracked_state state)
{
    assert(transitions_allow(&matrix_tracked_transitions, tracked->state, state));
    tracked->state = state;
}

struct matrix_tracked *matrix_tracked_new(const char *user)
{
    struct matrix_tracked *tracked = heap_allocate(sizeof *tracked);
    assert(strlen(user) < sizeof tracked->user);
    memcpy(tracked->user, user, strlen(user) + 1);
    memcpy(tracked->known.user, user, strlen(user) + 1);
    memcpy(tracked->now.user, user, strlen(user) + 1);
    return tracked;
}

void matrix_tracked_free(struct matrix_tracked **tracked)
{
    if (*tracked != NULL) {
        free((*tracked)->devices);
        free(*tracked);
        *tracked = NULL;
    }
}

const char *matrix_tracked_user(const struct matrix_tracked *tracked)
{
    return tracked->user;
}

enum matrix_tracked_state matrix_tracked_state(const struct matrix_tracked *tracked)
{
    return tracked->state;
}

size_t matrix_tracked_count(const struct matrix_tracked *tracked)
{
    return tracked->count;
}

const struct matrix_tracked_device *matrix_tracked_at(const struct matrix_tracked *tracked,
                                                      size_t at)
{
    assert(at < tracked->count);
    return &tracked->devices[at];
}

const struct matrix_tracked_device *matrix_tracked_by_curve(const struct matrix_tracked *tracked,
                                                            const char *curve)
{
    for (size_t i = 0; i < tracked->count; i++) {
        if (strcmp(tracked->devices[i].device.curve, curve) == 0) {
            return &tracked->devices[i];
        }
    }
    return NULL;
}

static const struct matrix_tracked_device *tracked_by_id(const struct matrix_tracked *tracked,
                                                         const char *id)
{
    for (size_t i = 0; i < tracked->count; i++) {
        if (strcmp(tracked->devices[i].device.id, id) == 0) {
            return &tracked->devices[i];
        }
    }
    return NULL;
}

/* --- its row ---------------------------------------------------------------------------------- */

void matrix_tracked_write(const struct matrix_tracked *tracked, struct matrix_changes *changes)
{
    char key[TRACKED_KEY_BYTES];
    struct buf row;
    print_join(key, sizeof key, MATRIX_TRACKED_ROWS, tracked->user, "");
    buf_init(&row, TRACKED_ROW_BYTES);
    buf_text(&row, "{");
    json_out_text(&row, "user", tracked->user);
    json_out_text(&row, "known", tracked->known.master);
    json_out_text(&row, "master", tracked->now.master);
    json_out_text(&row, "self", tracked->now.self_signing);
    json_out_flag(&row, "current", tracked->state == MATRIX_TRACKED_CURRENT);
    json_out_key(&row, "devices");
    buf_text(&row, "[");
    for (size_t i = 0; i < tracked->count; i++) {
        const struct matrix_tracked_device *one = &tracked->devices[i];
        json_out_next(&row);
        buf_text(&row, "{");
        json_out_text(&row, "id", one->device.id);
        json_out_text(&row, "curve", one->device.curve);
        json_out_text(&row, "ed", one->device.ed);
        json_out_flag(&row, "megolm", one->device.takes_megolm);
        json_out_flag(&row, "signed", one->is_signed);
        buf_text(&row, "}");
    }
    buf_text(&row, "]}");
    assert(!row.full);
    matrix_changes_put(changes, key, row.text, row.len);
    buf_deinit(&row);
}

static void tracked_add(struct matrix_tracked *tracked, const struct matrix_tracked_device *one)
{
    tracked->devices = heap_grow(tracked->devices, tracked->count + 1, sizeof *tracked->devices);
    tracked->devices[tracked->count++] = *one;
}

static void tracked_read_devices(struct matrix_tracked *tracked, const cJSON *list)
{
    const cJSON *item = list == NULL ? NULL : list->child;
    for (; item != NULL && tracked->count < MATRIX_TRACKED_DEVICES; item = item->next) {
        struct matrix_tracked_device one = {.is_signed = json_at_flag(item, "signed")};
        struct matrix_device *device = &one.device;
        device->takes_megolm = json_at_flag(item, "megolm");
        memcpy(device->user, tracked->user, sizeof device->user);
        if (json_at_copy(item, "id", device->id, sizeof device->id) &&
            json_at_copy(item, "curve", device->curve, sizeof device->curve) &&
            json_at_copy(item, "ed", device->ed, sizeof device->ed)) {
            tracked_add(tracked, &one);
        }
    }
}

struct matrix_tracked *matrix_tracked_restore(const char *value, size_t len)
{
    cJSON *row = cJSON_ParseWithLength(value, len);
    const char *user = json_at_text(row, "user");
    struct matrix_tracked *tracked =
        user == NULL || strlen(user) >= MATRIX_ID_BYTES ? NULL : matrix_tracked_new(user);
    if (tracked != NULL) {
        (void)json_at_copy(row, "known", tracked->known.master, PROVIDER_KEY_TEXT);
        if (!json_at_copy(row, "master", tracked->now.master, PROVIDER_KEY_TEXT) ||
            !json_at_copy(row, "self", tracked->now.self_signing, PROVIDER_KEY_TEXT)) {
            tracked->now.master[0] = '\0';
        }
        tracked_read_devices(tracked, json_at_list(row, "devices"));
        tracked->state =
            json_at_flag(row, "current") ? MATRIX_TRACKED_CURRENT : MATRIX_TRACKED_OUTDATED;
    }
    cJSON_Delete(row);
    return tracked;
}

/* --- queries ---------------------------------------------------------------------------------- */

void matrix_tracked_changed(struct matrix_tracked *tracked)
{
    tracked->failed_ms = 0; /* whoever says that is there */
    if (tracked->state == MATRIX_TRACKED_CURRENT) {
        tracked_enter(tracked, MATRIX_TRACKED_OUTDATED);
    } else if (tracked->state == MATRIX_TRACKED_QUERIED) {
        tracked_enter(tracked, MATRIX_TRACKED_OVERTAKEN);
    }
}

void matrix_tracked_left(struct matrix_tracked *tracked)
{
    matrix_tracked_changed(tracked);
    tracked->is_idle = true;
}

void matrix_tracked_needed(struct matrix_tracked *tracked)
{
    tracked->is_idle = false;
}

void matrix_tracked_querying(struct matrix_tracked *tracked)
{
    tracked_enter(tracked, MATRIX_TRACKED_QUERIED);
}

void matrix_tracked_unanswered(struct matrix_tracked *tracked)
{
    tracked_enter(tracked, MATRIX_TRACKED_OUTDATED);
}

void matrix_tracked_failed(struct matrix_tracked *tracked, int64_t now_ms)
{
    tracked_enter(tracked, MATRIX_TRACKED_OUTDATED);
    tracked->failed_ms = now_ms;
}

bool matrix_tracked_wants_query(const struct matrix_tracked *tracked, int64_t now_ms)
{
    return tracked->state == MATRIX_TRACKED_OUTDATED && !tracked->is_idle &&
           (tracked->failed_ms == 0 || now_ms - tracked->failed_ms >= MATRIX_TRACKED_AGAIN_MS);
}

bool matrix_tracked_is_settled(const struct matrix_tracked *tracked)
{
    return tracked->state == MATRIX_TRACKED_CURRENT || tracked->failed_ms != 0;
}

/* The devices that the answer has, each as far as it is sound: one whose signing key has changed
 * stays as it was, and is trusted no more. */
static void tracked_take(const struct matrix_tracked *before, struct matrix_tracked *tracked,
                         const cJSON *devices)
{
    const cJSON *item = cJSON_IsObject(devices) ? devices->child : NULL;
    for (; item != NULL && tracked->count < MATRIX_TRACKED_DEVICES; item = item->next) {
        struct matrix_tracked_device one = {0};
        if (item->string == NULL || tracked_by_id(tracked, item->string) != NULL) {
            continue;
        }
        const struct matrix_tracked_device *known = tracked_by_id(before, item->string);
        enum matrix_device_verdict verdict = matrix_device_read(
            item, tracked->user, item->string, known == NULL ? NULL : &known->device, &one.device);
        if (verdict == MATRIX_DEVICE_SOUND &&
            matrix_tracked_by_curve(tracked, one.device.curve) == NULL) {
            one.is_signed = matrix_identity_signed(&tracked->now, item);
            tracked_add(tracked, &one);
        } else if (verdict == MATRIX_DEVICE_CHANGED && known != NULL) {
            one = *known;
            one.is_signed = false; /* whatever was signed, it was not this */
            tracked_add(tracked, &one);
        }
    }
}

/* Is this device still one that may have what it has? */
static bool tracked_stays(const struct matrix_tracked *tracked,
                          const struct matrix_tracked_device *old)
{
    const struct matrix_tracked_device *one = tracked_by_id(tracked, old->device.id);
    return one != NULL && strcmp(one->device.curve, old->device.curve) == 0 &&
           (one->is_signed || !old->is_signed);
}

void matrix_tracked_answered(struct matrix_tracked *tracked,
                             const struct matrix_query_answer *answer,
                             struct matrix_tracked_news *news)
{
    struct matrix_tracked before = *tracked;
    tracked->failed_ms = 0;
    news->gone_count = 0;
    (void)matrix_identity_read(answer->master, answer->self_signing, tracked->user, &tracked->now);
    if (matrix_identity_compare(&tracked->known, &tracked->now) == MATRIX_IDENTITY_FIRST) {
        tracked->known = tracked->now;
    }
    tracked->devices = NULL;
    tracked->count = 0;
    tracked_take(&before, tracked, answer->devices);
    for (size_t i = 0; i < before.count; i++) {
        if (!tracked_stays(tracked, &before.devices[i])) {
            news->gone[news->gone_count++] = before.devices[i].device;
        }
    }
    free(before.devices);
    news->is_other = matrix_tracked_is_other(tracked);
    tracked_enter(tracked, tracked->state == MATRIX_TRACKED_OVERTAKEN ? MATRIX_TRACKED_OUTDATED
                                                                      : MATRIX_TRACKED_CURRENT);
}

bool matrix_tracked_is_other(const struct matrix_tracked *tracked)
{
    enum matrix_identity_change change = matrix_identity_compare(&tracked->known, &tracked->now);
    return change == MATRIX_IDENTITY_CHANGED || change == MATRIX_IDENTITY_LOST;
}

void matrix_tracked_accept(struct matrix_tracked *tracked)
{
    tracked->known = tracked->now;
}

enum matrix_share_verdict matrix_tracked_share(const struct matrix_tracked *tracked, size_t at,
                                               bool only_signed, bool is_ourselves)
{
    const struct matrix_tracked_device *one = matrix_tracked_at(tracked, at);
    const struct matrix_share_owner owner = {.has_identity = tracked->now.master[0] != '\0',
                                             .is_changed = matrix_tracked_is_other(tracked),
                                             .only_signed = only_signed,
                                             .is_ourselves = is_ourselves};
    return matrix_share(&owner, &one->device, one->is_signed);
}
