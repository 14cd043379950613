/* Who gets a room's key. First it is asked whether anything has to be waited for, so that nothing
 * is encrypted that is not sent; then everybody who lacks it gets it at once. */
#include <string.h>

#include "json_at.h"
#include "matrix_machine_private.h"

struct machine_share {
    struct matrix_machine *machine;
    struct matrix_megolm_out *session;
    const struct matrix_room_readers *readers;
    struct matrix_changes *changes;
    bool is_asked; /* the first pass: what has to be waited for */
    enum matrix_sharing sharing;
    const cJSON *key; /* the content of m.room_key */
    cJSON *messages;
    cJSON *withheld;
};

/* The last one in the list that somebody gives rise to is what there is. */
static void share_is(struct machine_share *share, enum matrix_sharing sharing)
{
    share->sharing = sharing > share->sharing ? sharing : share->sharing;
}

static void share_withhold(struct machine_share *share, const struct matrix_device *device,
                           const char *code, const char *reason)
{
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    if (share->is_asked) {
        share_is(share, matrix_megolm_out_is_withheld(share->session, device)
                            ? MATRIX_SHARING_DONE
                            : MATRIX_SHARING_SENDS);
        return;
    }
    if (!matrix_megolm_out_withhold(share->session, device)) {
        return; /* it was told */
    }
    provider_account_keys(matrix_account_provider(share->machine->account), curve, ed);
    cJSON *content =
        cJSON_AddObjectToObject(machine_member(share->withheld, device->user), device->id);
    cJSON_AddStringToObject(content, "algorithm", MATRIX_MEGOLM);
    cJSON_AddStringToObject(content, "code", code);
    cJSON_AddStringToObject(content, "reason", reason);
    cJSON_AddStringToObject(content, "room_id", matrix_megolm_out_room(share->session));
    cJSON_AddStringToObject(content, "session_id", matrix_megolm_out_id(share->session));
    cJSON_AddStringToObject(content, "sender_key", curve);
}

/* A device that is to have the key, and lacks it. */
static void share_give(struct machine_share *share, const struct matrix_device *device)
{
    struct machine_peer *one = machine_peer(share->machine, device->user, device->curve);
    bool has_session = matrix_peer_sessions(one->peer) > 0;
    one->is_wanted = !has_session;
    if (!has_session && matrix_peer_state(one->peer) == MATRIX_PEER_KEYLESS) {
        share_withhold(share, device, "m.no_olm", "Your device has no one-time key left");
    } else if (share->is_asked) {
        share_is(share, has_session ? MATRIX_SHARING_SENDS : MATRIX_SHARING_WAITS);
    } else if (machine_say(share->machine, device, "m.room_key", share->key, share->messages,
                           share->changes)) {
        (void)matrix_megolm_out_give(share->session, device);
    }
}

static void share_device(struct machine_share *share, const struct matrix_tracked *user, size_t at)
{
    const struct matrix_own_device *own = matrix_account_device(share->machine->account);
    const struct matrix_device *device = &matrix_tracked_at(user, at)->device;
    bool is_ourselves = strcmp(device->user, own->user) == 0;
    if ((is_ourselves && strcmp(device->id, own->id) == 0) ||
        matrix_megolm_out_has(share->session, device)) {
        return;
    }
    switch (matrix_tracked_share(user, at, share->readers->only_signed, is_ourselves)) {
    case MATRIX_SHARE_YES:
        share_give(share, device);
        break;
    case MATRIX_SHARE_UNVERIFIED:
        share_withhold(share, device, "m.unverified", "Your device is not verified by yourself");
        break;
    case MATRIX_SHARE_HELD:
        share_is(share, MATRIX_SHARING_HELD);
        break;
    case MATRIX_SHARE_UNREADABLE:
        break;
    }
}

static void share_pass(struct machine_share *share)
{
    for (size_t i = 0; i < share->readers->count; i++) {
        const struct matrix_tracked *user =
            matrix_machine_track(share->machine, share->readers->users[i], share->changes);
        if (!matrix_tracked_is_settled(user)) {
            share_is(share, MATRIX_SHARING_WAITS);
            continue;
        }
        for (size_t at = 0; at < matrix_tracked_count(user); at++) {
            share_device(share, user, at);
        }
    }
}

/* NULL where it is empty. */
static cJSON *share_some(cJSON *messages)
{
    if (messages->child != NULL) {
        return messages;
    }
    cJSON_Delete(messages);
    return NULL;
}

enum matrix_sharing matrix_machine_share(struct matrix_machine *machine,
                                         struct matrix_megolm_out *session,
                                         const struct matrix_room_readers *readers,
                                         struct matrix_changes *changes,
                                         struct matrix_sharing_messages *messages_r)
{
    struct machine_share share = {.machine = machine,
                                  .session = session,
                                  .readers = readers,
                                  .changes = changes,
                                  .is_asked = true};
    *messages_r = (struct matrix_sharing_messages){0};
    share_pass(&share);
    if (share.sharing == MATRIX_SHARING_DONE) {
        matrix_megolm_out_shared(session, true);
    }
    if (share.sharing != MATRIX_SHARING_SENDS) {
        return share.sharing;
    }
    matrix_megolm_out_reopen(session);
    cJSON *key = matrix_megolm_out_share(session);
    if (key == NULL) {
        return MATRIX_SHARING_SPENT;
    }
    share.is_asked = false;
    share.key = key;
    share.messages = cJSON_CreateObject();
    share.withheld = cJSON_CreateObject();
    share_pass(&share);
    matrix_megolm_out_write(session, changes);
    cJSON_Delete(key);
    messages_r->encrypted = share_some(share.messages);
    messages_r->withheld = share_some(share.withheld);
    return MATRIX_SHARING_SENDS;
}
