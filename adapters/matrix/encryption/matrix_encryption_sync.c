/* What a sync brings: messages of devices, changed devices, how many keys are left. */
#include <string.h>

#include "crash.h"
#include "json_at.h"
#include "json_tree.h"
#include "log.h"
#include "matrix_decode.h"
#include "matrix_encryption_decline.h"
#include "matrix_encryption_sync.h"
#include "matrix_encryption_verify.h"

/* Has it come before? A poll that is repeated brings the same once more, and what was read by Olm
 * cannot be read again. */
static bool sync_was_seen(struct matrix_encryption *encryption, const char *json, size_t len)
{
    uint64_t hash = map_hash(encryption->rooms.key, json, len);
    for (size_t i = 0; i < encryption->seen_count; i++) {
        if (encryption->seen[i] == hash) {
            return true;
        }
    }
    if (encryption->seen_count < ENCRYPTION_SEEN_MAX) {
        encryption->seen[encryption->seen_count++] = hash;
    }
    return false;
}

void encryption_to_device(const struct matrix_e2ee *e2ee, const char *json, size_t len)
{
    struct matrix_encryption *encryption = e2ee->self;
    if (!encryption->is_begun || sync_was_seen(encryption, json, len)) {
        return;
    }
    cJSON *event = json_tree_read(json, len);
    const char *type = json_at_text(event, "type");
    if (type != NULL && strncmp(type, "m.key.verification.", 19) == 0) {
        if (!encryption_verify_device(encryption, event) &&
            strcmp(type, "m.key.verification.request") == 0) {
            encryption_decline_device(encryption, event);
        }
    } else if (type != NULL) {
        matrix_machine_to_device(encryption->machine, event, encryption_now_ms(encryption),
                                 encryption->pending, &encryption->hooks);
        CRASH_POINT("matrix.keys_came");
    }
    json_tree_free(event);
    encryption_wake(encryption);
}

static bool sync_has_word(const cJSON *list, const char *word)
{
    const cJSON *item = list == NULL ? NULL : list->child;
    while (item != NULL && (!cJSON_IsString(item) || strcmp(item->valuestring, word) != 0)) {
        item = item->next;
    }
    return item != NULL;
}

void encryption_about_keys(const struct matrix_e2ee *e2ee, enum matrix_about_keys about,
                           const char *json, size_t len)
{
    struct matrix_encryption *encryption = e2ee->self;
    cJSON *value = json_tree_read(json, len);
    if (!encryption->is_begun || value == NULL) {
        json_tree_free(value);
        return;
    }
    switch (about) {
    case MATRIX_ABOUT_DEVICES:
        matrix_machine_lists(encryption->machine, value, encryption->pending);
        break;
    case MATRIX_ABOUT_ONE_TIME:
        encryption->one_time_count = json_at_number(value, "signed_curve25519", 0, INT32_MAX, 0);
        break;
    case MATRIX_ABOUT_FALLBACK:
        encryption->fallback_unused = sync_has_word(value, "signed_curve25519");
        break;
    }
    json_tree_free(value);
    encryption_wake(encryption);
}

/* This response's become the last one's. */
void encryption_synced(const struct matrix_e2ee *e2ee, bool initial)
{
    struct matrix_encryption *encryption = e2ee->self;
    size_t old = encryption->seen_old;
    encryption->seen_count -= old;
    memmove(encryption->seen, encryption->seen + old,
            encryption->seen_count * sizeof *encryption->seen);
    encryption->seen_old = encryption->seen_count;
    if (initial && encryption->is_begun) {
        matrix_machine_doubt(encryption->machine, encryption->pending);
    }
    encryption_wake(encryption);
}
