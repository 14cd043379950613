/* What comes: from devices, and into rooms. */
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "matrix_decode.h"
#include "matrix_machine_private.h"

/* The key of a room's session, by Olm, from a device that is known. */
static void machine_room_key(struct matrix_machine *machine, const struct matrix_olm_event *event,
                             int64_t now_ms, struct matrix_changes *changes,
                             const struct matrix_machine_hooks *hooks)
{
    const char *room = NULL;
    const char *id = NULL;
    if (!matrix_megolm_named(event->content, &room, &id) || room == NULL) {
        return;
    }
    struct matrix_megolm_in *session = machine_in(machine, id, room, event->sender.user);
    enum matrix_key_verdict verdict =
        matrix_megolm_in_take(&session, &machine->pickle, event->content, &event->sender, now_ms);
    if (verdict == MATRIX_KEY_NEW) {
        map_put(&machine->in, matrix_megolm_in_name(session), session);
    }
    if (verdict == MATRIX_KEY_NEW || verdict == MATRIX_KEY_EARLIER) {
        matrix_megolm_in_write(session, changes);
        hooks->key(hooks->context, room, id);
    }
}

bool matrix_machine_import(struct matrix_machine *machine, const char *user, const cJSON *content,
                           int64_t now_ms, struct matrix_changes *changes)
{
    struct matrix_olm_sender sender = {0};
    const char *room = NULL;
    const char *id = NULL;
    const char *curve = json_at_text(content, "sender_key");
    const char *ed = json_at_text(json_at(content, "sender_claimed_keys"), "ed25519");
    const struct matrix_device *device =
        curve == NULL ? NULL : machine_device(machine, user, curve);
    if (device == NULL || ed == NULL || strcmp(device->ed, ed) != 0 ||
        !matrix_megolm_named(content, &room, &id) || room == NULL) {
        return false;
    }
    memcpy(sender.user, device->user, sizeof sender.user);
    memcpy(sender.device, device->id, sizeof sender.device);
    memcpy(sender.curve, device->curve, sizeof sender.curve);
    memcpy(sender.ed, device->ed, sizeof sender.ed);
    struct matrix_megolm_in *session = machine_in(machine, id, room, user);
    enum matrix_key_verdict verdict =
        matrix_megolm_in_import(&session, &machine->pickle, content, &sender, now_ms);
    if (verdict == MATRIX_KEY_NEW) {
        map_put(&machine->in, matrix_megolm_in_name(session), session);
    }
    bool taken = verdict == MATRIX_KEY_NEW || verdict == MATRIX_KEY_EARLIER;
    if (taken) {
        matrix_megolm_in_write(session, changes);
    }
    return taken;
}

/* Checks what was decrypted of this user's device. False: whose device it is nobody knows. */
static bool machine_check(struct matrix_machine *machine, const struct machine_unproved *said,
                          int64_t now_ms, struct matrix_changes *changes,
                          const struct matrix_machine_hooks *hooks)
{
    struct matrix_olm_event event;
    const struct matrix_olm_envelope envelope = {
        .user = said->user,
        .curve = said->curve,
        .device = machine_device(machine, said->user, said->curve)};
    enum matrix_olm_verdict verdict =
        matrix_olm_check(matrix_account_device(machine->account), &envelope, &said->words, &event);
    if (verdict == MATRIX_OLM_GOOD && strcmp(event.type, "m.room_key") == 0) {
        machine_room_key(machine, &event, now_ms, changes, hooks);
    }
    cJSON_Delete(event.json);
    return verdict != MATRIX_OLM_UNPROVED;
}

/* Keeps it, and the words that it points to. */
static void machine_keep(struct matrix_machine *machine, const struct machine_unproved *said)
{
    if (machine->unproved_count == MATRIX_UNPROVED_MAX) {
        buf_deinit(&machine->unproved[0].words);
        machine->unproved_count--;
        memmove(machine->unproved, machine->unproved + 1,
                machine->unproved_count * sizeof *machine->unproved);
    }
    machine->unproved =
        heap_grow(machine->unproved, machine->unproved_count + 1, sizeof *machine->unproved);
    machine->unproved[machine->unproved_count++] = *said;
}

void machine_prove(struct matrix_machine *machine, const char *user, int64_t now_ms,
                   struct matrix_changes *changes, const struct matrix_machine_hooks *hooks)
{
    size_t kept = 0;
    for (size_t i = 0; i < machine->unproved_count; i++) {
        struct machine_unproved *one = &machine->unproved[i];
        if (strcmp(one->user, user) != 0) {
            machine->unproved[kept++] = *one;
            continue;
        }
        /* who is not known after a query is nobody */
        (void)machine_check(machine, one, now_ms, changes, hooks);
        buf_deinit(&one->words);
    }
    machine->unproved_count = kept;
}

/* Adds the words of a message to what was said, which is begun here. A stranger whose message
 * cannot be read leaves nothing behind: anybody can send one under any key. */
static bool machine_decrypt(struct matrix_machine *machine, struct machine_unproved *said,
                            const struct provider_message *message, int64_t now_ms,
                            struct matrix_changes *changes)
{
    bool account_changed = false;
    struct machine_peer *known = machine_find_peer(machine, said->user, said->curve);
    struct matrix_peer *peer =
        known != NULL ? known->peer : matrix_peer_new(&machine->pickle, said->user, said->curve);
    buf_init(&said->words, PROVIDER_MESSAGE_BYTES_MAX);
    bool good = matrix_peer_read(peer, matrix_account_provider(machine->account), message, now_ms,
                                 &said->words, &account_changed) == PROVIDER_GOOD;
    if (!good && known == NULL && machine_device(machine, said->user, said->curve) == NULL) {
        matrix_peer_free(&peer);
        return false;
    }
    if (known == NULL) {
        machine_add_peer(machine, peer);
    }
    if (!good) { /* a new session needs to know the device */
        (void)matrix_machine_track(machine, said->user, changes);
    }
    matrix_peer_write(peer, changes);
    if (account_changed) {
        matrix_account_write(machine->account, changes);
    }
    return good;
}

/* Anybody may say that they keep a key from us: it is told of their own sessions alone. */
static void machine_withheld(const char *user, const cJSON *content,
                             const struct matrix_machine_hooks *hooks)
{
    const char *room = NULL;
    const char *session = NULL;
    if (matrix_megolm_named(content, &room, &session) && room != NULL) {
        hooks->withheld(hooks->context, user, room, session);
    }
}

void matrix_machine_to_device(struct matrix_machine *machine, const cJSON *event, int64_t now_ms,
                              struct matrix_changes *changes,
                              const struct matrix_machine_hooks *hooks)
{
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    const char *sender_curve = NULL;
    struct provider_message message;
    struct machine_unproved said = {0};
    const char *type = json_at_text(event, "type");
    const char *user = matrix_id(event, "sender", '@');
    if (type == NULL || user == NULL) {
        return;
    }
    if (strcmp(type, "m.room_key.withheld") == 0) {
        machine_withheld(user, json_at(event, "content"), hooks);
        return;
    }
    provider_account_keys(matrix_account_provider(machine->account), curve, ed);
    if (strcmp(type, "m.room.encrypted") != 0 ||
        !matrix_olm_read(json_at(event, "content"), curve, &sender_curve, &message) ||
        strcmp(sender_curve, curve) == 0) {
        return;
    }
    memcpy(said.user, user, strlen(user) + 1);
    memcpy(said.curve, sender_curve, PROVIDER_KEY_TEXT);
    if (machine_decrypt(machine, &said, &message, now_ms, changes) &&
        !machine_check(machine, &said, now_ms, changes, hooks)) {
        machine_keep(machine, &said);
        matrix_tracked_changed(matrix_machine_track(machine, user, changes));
        return;
    }
    buf_deinit(&said.words);
}

bool matrix_machine_read(struct matrix_machine *machine, const char *room, const cJSON *event,
                         struct matrix_changes *changes, enum matrix_megolm_verdict *verdict_r,
                         cJSON **plain_r)
{
    const char *named = NULL;
    const char *id = NULL;
    *plain_r = NULL;
    *verdict_r = MATRIX_MEGOLM_MALFORMED;
    if (!matrix_megolm_named(json_at(event, "content"), &named, &id)) {
        return true;
    }
    const char *sender = matrix_id(event, "sender", '@');
    struct matrix_megolm_in *one = sender == NULL ? NULL : machine_in(machine, id, room, sender);
    if (one != NULL) {
        *verdict_r = matrix_megolm_in_read(one, event, changes, plain_r);
    }
    return sender == NULL || one != NULL;
}
