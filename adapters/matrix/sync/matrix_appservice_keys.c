/* What a transaction has of keys: messages to devices (MSC2409), device lists and counts (MSC3202),
 * under the names that homeservers use until both are in the specification, and under those
 * that they will have. */
#include <string.h>

#include "json_at.h"
#include "matrix_appservice_private.h"
#include "matrix_base.h"
#include "matrix_e2ee.h"

/* The member by one of its names; NULL. */
static const cJSON *keys_member(const cJSON *transaction, const char *unstable, const char *name)
{
    const cJSON *member = json_at(transaction, unstable);
    return member != NULL ? member : json_at(transaction, name);
}

static void keys_about(struct matrix *matrix, enum matrix_about_keys about, const cJSON *value)
{
    char *text = value == NULL ? NULL : cJSON_PrintUnformatted(value);
    if (text != NULL) {
        matrix->e2ee->about_keys(matrix->e2ee, about, text, strlen(text));
        cJSON_free(text);
    }
}

/* Of our own device, where it is told by user and device. */
static const cJSON *keys_own(const struct matrix *matrix, const cJSON *by_user)
{
    return json_at(json_at(by_user, matrix->user), matrix->device);
}

static void keys_to_device(struct matrix *matrix, const cJSON *event)
{
    const char *user = json_at_text(event, "to_user_id");
    const char *device = json_at_text(event, "to_device_id");
    char *text = NULL;
    if (user != NULL && device != NULL && strcmp(user, matrix->user) == 0 &&
        strcmp(device, matrix->device) == 0) {
        text = cJSON_PrintUnformatted(event);
    }
    if (text != NULL) {
        matrix->e2ee->to_device(matrix->e2ee, text, strlen(text));
        cJSON_free(text);
    }
}

bool matrix_appservice_keys(struct matrix *matrix, const cJSON *transaction)
{
    const cJSON *events = keys_member(transaction, "de.sorunome.msc2409.to_device", "to_device");
    const cJSON *counts = keys_member(transaction, "org.matrix.msc3202.device_one_time_keys_count",
                                      "device_one_time_keys_count");
    if (!matrix->e2ee->reads) {
        return true; /* nobody misses them */
    }
    for (const cJSON *event = cJSON_IsArray(events) ? events->child : NULL; event != NULL;
         event = event->next) {
        keys_to_device(matrix, event);
    }
    keys_about(matrix, MATRIX_ABOUT_DEVICES,
               keys_member(transaction, "org.matrix.msc3202.device_lists", "device_lists"));
    keys_about(matrix, MATRIX_ABOUT_FALLBACK,
               keys_own(matrix, keys_member(transaction,
                                            "org.matrix.msc3202.device_unused_fallback_key_types",
                                            "device_unused_fallback_key_types")));
    keys_about(matrix, MATRIX_ABOUT_ONE_TIME, keys_own(matrix, counts));
    return counts != NULL || cJSON_IsArray(events);
}
