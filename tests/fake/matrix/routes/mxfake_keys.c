/* Routes of keys: kept and told, never understood. */
#include "mxfake_handlers.h"

#include <string.h>

static void mxfake_answer_counts(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_number(fake_add_object(json, "one_time_key_counts"), "signed_curve25519",
                    call->device->one_time_keys);
    mxfake_answer(call, 200, json);
}

void mxfake_upload_keys(struct mxfake_call *call)
{
    const cJSON *keys = fake_get(call->body, "device_keys");
    const cJSON *once = fake_get(call->body, "one_time_keys");
    if (call->device == NULL) {
        mxfake_error(call, 400, "M_UNKNOWN", "To upload keys, you must pass device_id");
        return;
    }
    if (keys != NULL) {
        cJSON_Delete(call->device->keys);
        call->device->keys = cJSON_Duplicate(keys, true);
        mxfake_devices_changed(call->fake, call->user);
    }
    call->device->one_time_keys += cJSON_GetArraySize(once);
    mxfake_answer_counts(call);
}

void mxfake_query_keys(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *all = fake_add_object(json, "device_keys");
    fake_add_object(json, "failures");
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, fake_get(call->body, "device_keys"))
    {
        const struct mxfake_user *user = mxfake_user_find(call->fake, item->string);
        cJSON *of_user = fake_add_object(all, item->string);
        for (size_t i = 0; user != NULL && i < user->devices.count; i++) {
            const struct mxfake_device *device = user->devices.items[i];
            if (device->keys != NULL) {
                fake_put(of_user, device->id, cJSON_Duplicate(device->keys, true));
            }
        }
    }
    mxfake_answer(call, 200, json);
}

void mxfake_claim_keys(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_object(json, "one_time_keys");
    fake_add_object(json, "failures");
    mxfake_answer(call, 200, json);
}

void mxfake_changed_keys(struct mxfake_call *call)
{
    char text[MXFAKE_NAME_BYTES];
    uint64_t from = 0;
    cJSON *json = cJSON_CreateObject();
    cJSON *changed = fake_add_list(json, "changed");
    fake_add_list(json, "left");
    mxfake_query(call, "from", text, sizeof text);
    mxfake_token_pos(text, &from);
    for (size_t i = 0; i < call->fake->users.count; i++) {
        const struct mxfake_user *user = call->fake->users.items[i];
        if (user->devices_pos > from) {
            fake_add_text(changed, NULL, user->id);
        }
    }
    mxfake_answer(call, 200, json);
}
