/* Whose devices there are, and how their keys come to us: queries and claims. */
#include <stdlib.h>
#include <string.h>

#include "json_at.h"
#include "matrix_machine_private.h"

/* --- users ------------------------------------------------------------------------------------ */

struct matrix_tracked *matrix_machine_track(struct matrix_machine *machine, const char *user,
                                            struct matrix_changes *changes)
{
    struct matrix_tracked *known = machine_user(machine, user);
    if (known == NULL) {
        known = matrix_tracked_new(user);
        map_put(&machine->users, matrix_tracked_user(known), known);
        matrix_tracked_write(known, changes);
    }
    matrix_tracked_needed(known);
    return known;
}

/* Of each user in this list who is tracked. */
static void machine_list(struct matrix_machine *machine, const cJSON *list,
                         void (*apply)(struct matrix_tracked *tracked),
                         struct matrix_changes *changes)
{
    const cJSON *item = list == NULL ? NULL : list->child;
    for (; item != NULL; item = item->next) {
        struct matrix_tracked *known =
            cJSON_IsString(item) ? machine_user(machine, item->valuestring) : NULL;
        if (known != NULL) {
            apply(known);
            matrix_tracked_write(known, changes);
        }
    }
}

void matrix_machine_lists(struct matrix_machine *machine, const cJSON *lists,
                          struct matrix_changes *changes)
{
    machine_list(machine, json_at_list(lists, "changed"), matrix_tracked_changed, changes);
    machine_list(machine, json_at_list(lists, "left"), matrix_tracked_left, changes);
}

void matrix_machine_doubt(struct matrix_machine *machine, struct matrix_changes *changes)
{
    size_t at = 0;
    for (struct matrix_tracked *one = NULL; (one = map_next(&machine->users, &at)) != NULL;) {
        matrix_tracked_changed(one);
        matrix_tracked_write(one, changes);
    }
}

struct matrix_tracked *matrix_machine_tracked(const struct matrix_machine *machine,
                                              const char *user)
{
    return machine_user(machine, user);
}

/* The request as it is sent; NULL: it asks for nothing. */
static cJSON *machine_asks(cJSON *body, size_t count)
{
    enum { SERVERS_MS = 10000 }; /* so long other servers are waited for */
    cJSON_AddNumberToObject(body, "timeout", SERVERS_MS);
    if (count == 0) {
        cJSON_Delete(body);
    }
    return count == 0 ? NULL : body;
}

cJSON *matrix_machine_query(struct matrix_machine *machine, int64_t now_ms)
{
    cJSON *body = cJSON_CreateObject();
    cJSON *asked = cJSON_AddObjectToObject(body, "device_keys");
    size_t at = 0;
    size_t count = 0;
    for (struct matrix_tracked *one = NULL;
         count < MATRIX_QUERY_USERS && (one = map_next(&machine->users, &at)) != NULL;) {
        if (matrix_tracked_wants_query(one, now_ms)) {
            cJSON_AddArrayToObject(asked, matrix_tracked_user(one));
            matrix_tracked_querying(one);
            count++;
        }
    }
    return machine_asks(body, count);
}

static void machine_answered(struct matrix_tracked *user, const cJSON *answer, int64_t now_ms,
                             const struct matrix_machine_hooks *hooks)
{
    static struct matrix_tracked_news news;
    const char *name = matrix_tracked_user(user);
    const struct matrix_query_answer one = {
        .devices = json_at(json_at(answer, "device_keys"), name),
        .master = json_at(json_at(answer, "master_keys"), name),
        .self_signing = json_at(json_at(answer, "self_signing_keys"), name)};
    if (answer == NULL) {
        matrix_tracked_unanswered(user);
        return;
    }
    if (!cJSON_IsObject(one.devices)) {
        matrix_tracked_failed(user, now_ms);
        return;
    }
    matrix_tracked_answered(user, &one, &news);
    for (size_t i = 0; i < news.gone_count; i++) {
        hooks->gone(hooks->context, &news.gone[i]);
    }
    if (news.is_other) {
        hooks->other(hooks->context, name);
    }
}

void matrix_machine_queried(struct matrix_machine *machine, const cJSON *answer, int64_t now_ms,
                            struct matrix_changes *changes,
                            const struct matrix_machine_hooks *hooks)
{
    size_t at = 0;
    for (struct matrix_tracked *one = NULL; (one = map_next(&machine->users, &at)) != NULL;) {
        enum matrix_tracked_state state = matrix_tracked_state(one);
        if (state != MATRIX_TRACKED_QUERIED && state != MATRIX_TRACKED_OVERTAKEN) {
            continue;
        }
        machine_answered(one, answer, now_ms, hooks);
        matrix_tracked_write(one, changes);
        if (matrix_tracked_state(one) == MATRIX_TRACKED_CURRENT) {
            machine_prove(machine, matrix_tracked_user(one), now_ms, changes, hooks);
        }
    }
}

/* --- one-time keys ---------------------------------------------------------------------------- */

cJSON *machine_member(cJSON *object, const char *name)
{
    cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    return member != NULL ? member : cJSON_AddObjectToObject(object, name);
}

cJSON *matrix_machine_claim(struct matrix_machine *machine, int64_t now_ms)
{
    cJSON *body = cJSON_CreateObject();
    cJSON *asked = cJSON_AddObjectToObject(body, "one_time_keys");
    size_t at = 0;
    size_t count = 0;
    for (const struct machine_peer *one = NULL;
         count < MATRIX_CLAIM_DEVICES && (one = map_next(&machine->peers, &at)) != NULL;) {
        const struct matrix_device *device =
            matrix_peer_wants_key(one->peer, one->is_wanted, now_ms)
                ? machine_device(machine, matrix_peer_user(one->peer), matrix_peer_curve(one->peer))
                : NULL;
        if (device != NULL) {
            cJSON_AddStringToObject(machine_member(asked, device->user), device->id,
                                    "signed_curve25519");
            matrix_peer_claiming(one->peer);
            count++;
        }
    }
    return machine_asks(body, count);
}

/* One device's key, or none. A session that takes the place of another says so (m.dummy). */
static void machine_claimed(struct matrix_machine *machine, struct machine_peer *one,
                            const cJSON *answer, int64_t now_ms, cJSON *messages,
                            struct matrix_changes *changes)
{
    char key[PROVIDER_KEY_TEXT];
    const struct matrix_device *device =
        machine_device(machine, matrix_peer_user(one->peer), matrix_peer_curve(one->peer));
    bool renews = matrix_peer_state(one->peer) == MATRIX_PEER_RENEWING;
    if (answer == NULL || device == NULL) {
        matrix_peer_unclaimed(one->peer);
        return;
    }
    const cJSON *keys =
        json_at(json_at(json_at(answer, "one_time_keys"), device->user), device->id);
    bool has_key = matrix_device_claimed(keys, device, key);
    if (matrix_peer_claimed(one->peer, matrix_account_provider(machine->account),
                            has_key ? key : NULL, &machine->entropy, now_ms) &&
        renews) {
        cJSON *nothing = cJSON_CreateObject();
        machine_say(machine, device, "m.dummy", nothing, messages, changes);
        cJSON_Delete(nothing);
    }
    matrix_peer_write(one->peer, changes);
}

cJSON *matrix_machine_claimed(struct matrix_machine *machine, const cJSON *answer, int64_t now_ms,
                              struct matrix_changes *changes)
{
    cJSON *messages = cJSON_CreateObject();
    size_t at = 0;
    for (struct machine_peer *one = NULL; (one = map_next(&machine->peers, &at)) != NULL;) {
        enum matrix_peer_state state = matrix_peer_state(one->peer);
        if (state == MATRIX_PEER_CLAIMING || state == MATRIX_PEER_RENEWING) {
            machine_claimed(machine, one, answer, now_ms, messages, changes);
        }
    }
    if (messages->child == NULL) {
        cJSON_Delete(messages);
        return NULL;
    }
    return messages;
}

/* --- messages to devices ---------------------------------------------------------------------- */

bool machine_say(struct matrix_machine *machine, const struct matrix_device *device,
                 const char *type, const cJSON *content, cJSON *messages,
                 struct matrix_changes *changes)
{
    const struct matrix_own_device *own = matrix_account_device(machine->account);
    struct machine_peer *one = machine_peer(machine, device->user, device->curve);
    struct provider_message message = {0};
    struct buf words;
    struct buf text;
    buf_init(&words, PROVIDER_MESSAGE_BYTES_MAX);
    buf_init(&text, PROVIDER_MESSAGE_BYTES_MAX);
    matrix_olm_plain(own, device, type, content, &words);
    bool good = matrix_peer_encrypt(one->peer, &words, &machine->entropy, &text, &message.type);
    if (good) {
        message.text = text.text;
        message.len = text.len;
        cJSON_AddItemToObject(machine_member(messages, device->user), device->id,
                              matrix_olm_content(own, device, &message));
        matrix_peer_write(one->peer, changes);
    }
    buf_deinit(&words);
    buf_deinit(&text);
    return good;
}
