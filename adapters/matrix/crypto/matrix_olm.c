#include "matrix_olm.h"

#include <string.h>

#include "json_at.h"

/* --- out -------------------------------------------------------------------------------------- */

static void olm_add_ed(cJSON *object, const char *name, const char *ed)
{
    cJSON_AddStringToObject(cJSON_AddObjectToObject(object, name), "ed25519", ed);
}

static void olm_text(cJSON *json, struct buf *out)
{
    char *text = cJSON_PrintUnformatted(json);
    buf_text(out, text);
    cJSON_free(text);
    cJSON_Delete(json);
}

void matrix_olm_plain(const struct matrix_own_device *own, const struct matrix_device *to,
                      const char *type, const cJSON *content, struct buf *out)
{
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    cJSON *event = cJSON_CreateObject();
    provider_account_keys(own->account, curve, ed);
    cJSON_AddStringToObject(event, "type", type);
    cJSON_AddItemToObject(event, "content", cJSON_Duplicate(content, true));
    cJSON_AddStringToObject(event, "sender", own->user);
    cJSON_AddStringToObject(event, "recipient", to->user);
    olm_add_ed(event, "recipient_keys", to->ed);
    olm_add_ed(event, "keys", ed);
    cJSON_AddItemToObject(event, "sender_device_keys", matrix_device_keys(own));
    olm_text(event, out);
}

cJSON *matrix_olm_content(const struct matrix_own_device *own, const struct matrix_device *to,
                          const struct provider_message *message)
{
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    cJSON *content = cJSON_CreateObject();
    provider_account_keys(own->account, curve, ed);
    cJSON_AddStringToObject(content, "algorithm", MATRIX_OLM);
    cJSON *for_all = cJSON_AddObjectToObject(content, "ciphertext");
    cJSON *for_one = cJSON_AddObjectToObject(for_all, to->curve);
    cJSON_AddStringToObject(for_one, "body", message->text);
    cJSON_AddNumberToObject(for_one, "type", message->type);
    cJSON_AddStringToObject(content, "sender_key", curve);
    return content;
}

/* --- in --------------------------------------------------------------------------------------- */

bool matrix_olm_read(const cJSON *content, const char *our_curve, const char **sender_curve_r,
                     struct provider_message *message_r)
{
    const char *algorithm = json_at_text(content, "algorithm");
    const char *sender = json_at_text(content, "sender_key");
    const cJSON *ours = json_at(json_at(content, "ciphertext"), our_curve);
    const char *body = json_at_text(ours, "body");
    int64_t type = json_at_number(ours, "type", 0, 1, -1);
    uint8_t bytes[PROVIDER_KEY_BYTES];
    if (algorithm == NULL || strcmp(algorithm, MATRIX_OLM) != 0 || body == NULL || type < 0 ||
        sender == NULL || !matrix_unbase64(bytes, sizeof bytes, sender)) {
        return false;
    }
    *sender_curve_r = sender;
    *message_r =
        (struct provider_message){.text = body, .len = strlen(body), .type = (unsigned)type};
    return true;
}

static bool olm_is(const cJSON *object, const char *name, const char *value)
{
    const char *text = json_at_text(object, name);
    return text != NULL && strcmp(text, value) == 0;
}

/* Is that the device by whose session it came, and whose signing key the event has? */
static bool olm_is_device(const struct matrix_olm_envelope *envelope, const char *ed,
                          const struct matrix_device *device)
{
    return strcmp(device->user, envelope->user) == 0 && strcmp(device->ed, ed) == 0 &&
           strcmp(device->curve, envelope->curve) == 0;
}

/* What the event says of the device that wrote it, against what is known of it. */
static enum matrix_olm_verdict olm_check_device(const struct matrix_olm_envelope *envelope,
                                                const cJSON *keys, struct matrix_olm_sender *sender)
{
    const struct matrix_device *known = envelope->device;
    struct matrix_device said = {0};
    if (keys != NULL) {
        const char *id = json_at_text(keys, "device_id");
        if (id == NULL ||
            matrix_device_read(keys, envelope->user, id, known, &said) != MATRIX_DEVICE_SOUND ||
            !olm_is_device(envelope, sender->ed, &said) ||
            (known != NULL && strcmp(known->id, said.id) != 0)) {
            return MATRIX_OLM_NOT_THEIRS;
        }
        memcpy(sender->device, said.id, sizeof sender->device);
        return MATRIX_OLM_GOOD;
    }
    if (known == NULL) {
        return MATRIX_OLM_UNPROVED;
    }
    memcpy(sender->device, known->id, sizeof sender->device);
    return olm_is_device(envelope, sender->ed, known) ? MATRIX_OLM_GOOD : MATRIX_OLM_NOT_THEIRS;
}

static enum matrix_olm_verdict olm_check(const struct matrix_own_device *own,
                                         const struct matrix_olm_envelope *envelope,
                                         struct matrix_olm_event *event)
{
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    uint8_t bytes[PROVIDER_KEY_BYTES];
    const char *their_ed = json_at_text(json_at(event->json, "keys"), "ed25519");
    event->type = json_at_text(event->json, "type");
    event->content = json_at(event->json, "content");
    if (event->type == NULL || !cJSON_IsObject(event->content) || their_ed == NULL ||
        !matrix_unbase64(bytes, sizeof bytes, their_ed)) {
        return MATRIX_OLM_MALFORMED;
    }
    provider_account_keys(own->account, curve, ed);
    if (!olm_is(event->json, "recipient", own->user) ||
        !olm_is(json_at(event->json, "recipient_keys"), "ed25519", ed)) {
        return MATRIX_OLM_NOT_OURS;
    }
    if (!olm_is(event->json, "sender", envelope->user) ||
        strlen(envelope->user) >= MATRIX_ID_BYTES) {
        return MATRIX_OLM_NOT_THEIRS;
    }
    struct matrix_olm_sender *sender = &event->sender;
    memcpy(sender->user, envelope->user, strlen(envelope->user) + 1);
    memcpy(sender->curve, envelope->curve, PROVIDER_KEY_TEXT);
    memcpy(sender->ed, their_ed, PROVIDER_KEY_TEXT);
    return olm_check_device(envelope, json_at(event->json, "sender_device_keys"), sender);
}

enum matrix_olm_verdict matrix_olm_check(const struct matrix_own_device *own,
                                         const struct matrix_olm_envelope *envelope,
                                         const struct buf *words, struct matrix_olm_event *event_r)
{
    *event_r = (struct matrix_olm_event){
        .json = words->text == NULL ? NULL : cJSON_ParseWithLength(words->text, words->len)};
    return olm_check(own, envelope, event_r);
}
