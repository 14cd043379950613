/* A verification at work: a request of the one person who may is taken, their keys are asked for,
 * the messages of crypto/matrix_verification.h are carried, by devices or in a room, one after the
 * other, and at last their master key is signed. What comes only changes what is due; all else is
 * done by the tick. */
#include "matrix_encryption_verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "log.h"
#include "matrix_decode.h"
#include "matrix_encryption_posts.h"
#include "matrix_verification.h"
#include "matrix_verify.h"
#include "table.h"

enum {
    VERIFY_IDENTITY_MS = 2 * 60 * 1000, /* so long our own identity may take */
    VERIFY_LEAVE_MS = 20 * 1000         /* and what is to be sent at the end */
};

enum verify_stage {
    VERIFY_WAITS,   /* for our own identity */
    VERIFY_LISTENS, /* for a request */
    VERIFY_ASKS,    /* for their keys */
    VERIFY_TALKS,
    VERIFY_SIGNS,
    VERIFY_LEAVES, /* how it ends is known; the last message is on its way */
    VERIFY_ENDED
};

struct encryption_verify {
    struct matrix_sealing sealing; /* first member: of a message in a room */
    struct matrix_encryption *encryption;
    const struct matrix_verify *wish;
    struct matrix_verification_setup setup;
    struct matrix_verification *talk; /* from TALKS on; NULL where their keys were no good */
    cJSON *master;                    /* their master key, as it was queried; NULL none */
    char room[MATRIX_ID_BYTES];       /* "": by devices */
    enum verify_stage stage;
    enum matrix_verify_end end;
    int64_t due_ms;   /* then it has taken too long */
    int64_t again_ms; /* a request is not repeated before */
    uint64_t request; /* a query, or the signature */
    uint64_t sending; /* an event of a room */
    bool is_sealing;
    bool is_shown;
    const char *type; /* of the message that is being sent; NULL none */
    char *content;    /* the same, of a room */
    char nonce[NONCE_BYTES];
};

/* How it ends, once all has left; the first that is said counts. */
static void verify_end(struct encryption_verify *verify, enum matrix_verify_end end)
{
    if (verify->stage < VERIFY_LEAVES) {
        verify->stage = VERIFY_LEAVES;
        verify->end = end;
        verify->due_ms = encryption_now_ms(verify->encryption) + VERIFY_LEAVE_MS;
        encryption_wake(verify->encryption);
    }
}

/* --- messages that leave ---------------------------------------------------------------------- */

static void verify_unsend(struct encryption_verify *verify)
{
    free(verify->content);
    verify->content = NULL;
    verify->type = NULL;
    encryption_wake(verify->encryption);
}

static void verify_unsendable(struct encryption_verify *verify)
{
    verify_unsend(verify);
    verify_end(verify, MATRIX_VERIFY_FAILED);
}

static void verify_sent(void *context, const struct answer *answer)
{
    struct encryption_verify *verify = context;
    verify->sending = 0;
    if (answer->status == ANSWER_DONE) {
        verify_unsend(verify);
    } else {
        verify_unsendable(verify);
    }
}

static void verify_seal(struct encryption_verify *verify)
{
    const struct matrix_e2ee *e2ee = &verify->encryption->e2ee;
    const struct matrix_room *room = matrix_room_find(verify->encryption->matrix, verify->room);
    if (room == NULL || room->own != MATRIX_JOINED) {
        verify_unsendable(verify);
        return;
    }
    verify->is_sealing = true;
    e2ee->seal(e2ee, room, &verify->sealing, verify->type, verify->content);
}

static void verify_sealed(struct matrix_sealing *sealing, const struct matrix_sealed *sealed)
{
    struct encryption_verify *verify = (struct encryption_verify *)sealing;
    verify->is_sealing = false;
    if (sealed->end == MATRIX_SEAL_AGAIN) {
        verify_seal(verify);
        return;
    }
    if (sealed->end != MATRIX_SEAL_SENDS) {
        verify_unsendable(verify);
        return;
    }
    nonce_make(&verify->encryption->matrix->world->entropy, verify->nonce);
    const struct matrix_request request = {.method = "PUT",
                                           .route = "/rooms/{}/send/{}/{}",
                                           .ids = {verify->room, sealed->type, verify->nonce},
                                           .json = sealed->content,
                                           .priority = MATRIX_PROMPT,
                                           .limited = true};
    verify->sending =
        matrix_client_start(verify->encryption->matrix->client, &request, verify_sent, verify);
}

/* type lives as long as the verification; content is deleted. */
static void verify_send(struct encryption_verify *verify, const char *type, cJSON *content)
{
    verify->type = type;
    if (verify->room[0] == '\0') {
        encryption_post_one(verify->encryption, type, verify->setup.other.user,
                            verify->setup.other.device, content);
        return;
    }
    char *text = cJSON_PrintUnformatted(content);
    verify->content = heap_copy(text);
    cJSON_free(text);
    cJSON_Delete(content);
    verify_seal(verify);
}

/* The message before has left: the next one, if there is any. */
static void verify_send_next(struct encryption_verify *verify)
{
    const char *type = NULL;
    if (verify->type != NULL && verify->room[0] == '\0' &&
        !encryption_posts_type(verify->encryption, verify->type)) {
        verify->type = NULL;
    }
    cJSON *content = verify->type == NULL && verify->talk != NULL
                         ? matrix_verification_next(verify->talk, &type)
                         : NULL;
    if (content != NULL) {
        verify_send(verify, type, content);
    }
}

/* Ends it from our side. */
static void verify_cancel(struct encryption_verify *verify, const char *code, const char *reason,
                          enum matrix_verify_end end)
{
    if (verify->stage >= VERIFY_LEAVES) {
        return;
    }
    if (verify->talk != NULL) {
        matrix_verification_cancel(verify->talk, code, reason);
    } else if (verify->stage == VERIFY_ASKS) {
        cJSON *content = cJSON_CreateObject();
        cJSON_AddStringToObject(content, "code", code);
        cJSON_AddStringToObject(content, "reason", reason);
        matrix_verification_name(content, verify->setup.transaction, verify->setup.is_in_room);
        verify_end(verify, end);
        verify_send(verify, MATRIX_VERIFICATION "cancel", content);
    }
    verify_end(verify, end);
}

/* --- their keys ------------------------------------------------------------------------------- */

static void verify_began(struct encryption_verify *verify, const struct matrix_device *device,
                         const struct matrix_identity *identity, const cJSON *master)
{
    struct matrix_encryption *encryption = verify->encryption;
    const struct matrix_own_device *own =
        matrix_account_device(matrix_machine_account(encryption->machine));
    struct matrix_verification_side *side = &verify->setup.own;
    char curve[PROVIDER_KEY_TEXT];
    memcpy(verify->setup.other.device_key, device->ed, PROVIDER_KEY_TEXT);
    memcpy(verify->setup.other.master, identity->master, PROVIDER_KEY_TEXT);
    matrix_copy(side->user, own->user);
    matrix_copy(side->device, own->id);
    provider_account_keys(own->account, curve, side->device_key);
    memcpy(side->master, matrix_cross_master(encryption->cross), PROVIDER_KEY_TEXT);
    verify->master = identity->master[0] == '\0' ? NULL : cJSON_Duplicate(master, true);
    verify->talk = matrix_verification_new(&verify->setup, &encryption->matrix->world->entropy);
    verify->stage = VERIFY_TALKS;
    verify->wish->asked(verify->wish->context, verify->setup.other.device);
}

static void verify_queried(void *context, const struct answer *answer)
{
    struct encryption_verify *verify = context;
    const char *user = verify->wish->user;
    const cJSON *master = json_at(json_at(answer->json, "master_keys"), user);
    const cJSON *self_signing = json_at(json_at(answer->json, "self_signing_keys"), user);
    const cJSON *devices = json_at(json_at(answer->json, "device_keys"), user);
    struct matrix_device device;
    struct matrix_identity identity;
    verify->request = 0;
    encryption_wake(verify->encryption);
    if (verify->stage != VERIFY_ASKS) {
        return;
    }
    if (answer->status != ANSWER_DONE) {
        verify->again_ms = encryption_again_ms(verify->encryption, answer);
        return;
    }
    const char *id = verify->setup.other.device;
    enum matrix_identity_verdict verdict =
        matrix_identity_read(master, self_signing, user, &identity);
    if (matrix_device_read(json_at(devices, id), user, id, NULL, &device) != MATRIX_DEVICE_SOUND ||
        (verdict != MATRIX_IDENTITY_SOUND && verdict != MATRIX_IDENTITY_NONE)) {
        verify_cancel(verify, "m.key_mismatch", "The homeserver has no good keys of this device",
                      MATRIX_VERIFY_MISMATCH);
        return;
    }
    verify_began(verify, &device, &identity, master);
}

static void verify_start(struct encryption_verify *verify, const char *route, cJSON *body,
                         answer_fn answered)
{
    char *text = cJSON_PrintUnformatted(body);
    const struct matrix_request request = {
        .method = "POST", .route = route, .json = text, .priority = MATRIX_PROMPT};
    verify->request =
        matrix_client_start(verify->encryption->matrix->client, &request, answered, verify);
    cJSON_free(text);
    cJSON_Delete(body);
}

static bool verify_may_ask(const struct encryption_verify *verify, int64_t now_ms)
{
    return verify->request == 0 && verify->again_ms <= now_ms;
}

static void verify_ask(struct encryption_verify *verify, int64_t now_ms)
{
    if (verify_may_ask(verify, now_ms)) {
        cJSON *body = cJSON_CreateObject();
        cJSON_AddArrayToObject(cJSON_AddObjectToObject(body, "device_keys"), verify->wish->user);
        verify_start(verify, "/keys/query", body, verify_queried);
    }
}

/* --- our signature ---------------------------------------------------------------------------- */

static void verify_signed(void *context, const struct answer *answer)
{
    struct encryption_verify *verify = context;
    const cJSON *failures = json_at(answer->json, "failures");
    verify->request = 0;
    encryption_wake(verify->encryption);
    if (answer_is_transient(answer->status) || answer->status == ANSWER_AMBIGUOUS) {
        verify->again_ms = encryption_again_ms(verify->encryption, answer);
    } else if (answer->status != ANSWER_DONE || (failures != NULL && failures->child != NULL)) {
        log_event(LEVEL_ERROR, "matrix.signature_refused",
                  LOG_FIELDS(log_text("user", verify->wish->user), log_text("why", answer->why)));
        verify_end(verify, MATRIX_VERIFY_FAILED);
    } else {
        verify_end(verify, MATRIX_VERIFY_DONE);
    }
}

static void verify_sign(struct encryption_verify *verify, int64_t now_ms)
{
    struct matrix_encryption *encryption = verify->encryption;
    if (verify->master == NULL || !matrix_verification_proves_master(verify->talk)) {
        verify_end(verify, MATRIX_VERIFY_ONE_SIDED);
    } else if (verify_may_ask(verify, now_ms)) {
        cJSON *body = matrix_cross_vouch(encryption->cross, encryption->matrix->user,
                                         verify->wish->user, verify->master);
        verify_start(verify, "/keys/signatures/upload", body, verify_signed);
    }
}

/* --- what comes ------------------------------------------------------------------------------- */

/* Is it so new that somebody waits for an answer? */
static bool verify_is_new(const struct encryption_verify *verify, const cJSON *at)
{
    double now_ms = (double)encryption_now_ms(verify->encryption);
    double apart_ms = cJSON_IsNumber(at) ? now_ms - at->valuedouble : MATRIX_VERIFICATION_MS;
    return apart_ms < MATRIX_VERIFICATION_MS && apart_ms > -MATRIX_VERIFICATION_MS / 2.0;
}

static bool verify_has_method(const cJSON *request)
{
    const cJSON *list = json_at_list(request, "methods");
    const cJSON *item = list == NULL ? NULL : list->child;
    while (item != NULL && !(cJSON_IsString(item) && strcmp(item->valuestring, "m.sas.v1") == 0)) {
        item = item->next;
    }
    return item != NULL;
}

/* A request of the one who may: room NULL: by devices. False: it is to be declined. */
static bool verify_request(struct encryption_verify *verify, const struct matrix_room *room,
                           const cJSON *event)
{
    const cJSON *content = json_at(event, "content");
    const char *device = matrix_id(content, "from_device", '\0');
    const char *transaction = room == NULL ? matrix_id(content, "transaction_id", '\0')
                                           : matrix_id(event, "event_id", '$');
    const cJSON *at =
        room == NULL ? json_at(content, "timestamp") : json_at(event, "origin_server_ts");
    if (device == NULL || transaction == NULL) {
        return false;
    }
    if (verify->setup.transaction[0] != '\0' &&
        strcmp(verify->setup.transaction, transaction) == 0) {
        return true; /* it is under way */
    }
    if (verify->stage != VERIFY_LISTENS || !verify_is_new(verify, at) ||
        !verify_has_method(content)) {
        return false;
    }
    matrix_copy(verify->setup.other.user, verify->wish->user);
    matrix_copy(verify->setup.other.device, device);
    matrix_copy(verify->setup.transaction, transaction);
    matrix_copy(verify->room, room == NULL ? "" : room->id);
    verify->setup.is_in_room = room != NULL;
    verify->stage = VERIFY_ASKS;
    verify->due_ms = encryption_now_ms(verify->encryption) + MATRIX_VERIFICATION_MS;
    encryption_wake(verify->encryption);
    return true;
}

/* A message of the one that is under way. */
static void verify_take(struct encryption_verify *verify, const char *type, const cJSON *content)
{
    if (verify->talk != NULL) {
        matrix_verification_take(verify->talk, type, content);
    } else if (verify->stage == VERIFY_ASKS && strcmp(type, MATRIX_VERIFICATION "cancel") == 0) {
        verify_end(verify, MATRIX_VERIFY_CANCELLED);
    }
    encryption_wake(verify->encryption);
}

/* The verification, where an event of this sender may be of it. */
static struct encryption_verify *verify_of(const struct matrix_encryption *encryption,
                                           const cJSON *event)
{
    struct encryption_verify *verify = encryption->verify;
    const char *user = matrix_id(event, "sender", '@');
    return verify != NULL && user != NULL && strcmp(user, verify->wish->user) == 0 ? verify : NULL;
}

bool encryption_verify_device(struct matrix_encryption *encryption, const cJSON *event)
{
    struct encryption_verify *verify = verify_of(encryption, event);
    const cJSON *content = json_at(event, "content");
    const char *type = json_at_text(event, "type");
    const char *transaction = matrix_id(content, "transaction_id", '\0');
    if (verify == NULL) {
        return false;
    }
    if (strcmp(type, MATRIX_VERIFICATION "request") == 0) {
        return verify_request(verify, NULL, event);
    }
    if (transaction == NULL || verify->room[0] != '\0' ||
        strcmp(transaction, verify->setup.transaction) != 0) {
        return false;
    }
    verify_take(verify, type, content);
    return true;
}

bool encryption_verify_room(struct matrix_encryption *encryption, const struct matrix_room *room,
                            const cJSON *event)
{
    struct encryption_verify *verify = verify_of(encryption, event);
    const cJSON *content = json_at(event, "content");
    const char *type = json_at_text(event, "type");
    const char *of = matrix_id(json_at(content, "m.relates_to"), "event_id", '$');
    if (verify == NULL) {
        return false;
    }
    if (strcmp(type, "m.room.message") == 0) {
        const char *kind = json_at_text(content, "msgtype");
        const char *to = matrix_id(content, "to", '@');
        return kind != NULL && strcmp(kind, MATRIX_VERIFICATION "request") == 0 && to != NULL &&
               strcmp(to, encryption->matrix->user) == 0 && verify_request(verify, room, event);
    }
    if (of == NULL || strcmp(room->id, verify->room) != 0 ||
        strcmp(of, verify->setup.transaction) != 0) {
        return false;
    }
    verify_take(verify, type, content);
    return true;
}

/* --- ticks ------------------------------------------------------------------------------------ */

static void verify_wait(struct encryption_verify *verify, int64_t now_ms)
{
    enum matrix_cross_state state = matrix_cross_state(verify->encryption->cross);
    if (strcmp(verify->wish->user, verify->encryption->matrix->user) == 0) {
        verify_end(verify, MATRIX_VERIFY_OURSELVES);
    } else if (state == MATRIX_CROSS_DONE) {
        verify->stage = VERIFY_LISTENS;
        verify->due_ms = now_ms + MATRIX_VERIFICATION_MS;
        verify->wish->ready(verify->wish->context, verify->encryption->matrix->user);
    } else if (state == MATRIX_CROSS_FOREIGN || state == MATRIX_CROSS_REFUSED) {
        verify_end(verify, MATRIX_VERIFY_FOREIGN);
    }
}

static void verify_show(struct encryption_verify *verify)
{
    struct matrix_sas_seen seen;
    struct matrix_verify_shown shown;
    matrix_verification_see(verify->talk, &seen);
    for (unsigned i = 0; i < MATRIX_VERIFY_NUMBERS; i++) {
        shown.number[i] = seen.number[i];
    }
    for (unsigned i = 0; i < MATRIX_VERIFY_WORDS; i++) {
        shown.word[i] = seen.emoji[i]->word;
    }
    verify->is_shown = true;
    verify->wish->shown(verify->wish->context, &shown);
}

/* How it ends, as it was cancelled. */
static enum matrix_verify_end verify_cancelled(const struct matrix_verification *talk)
{
    const char *why = matrix_verification_why(talk);
    if (matrix_verification_was_theirs(talk)) {
        return MATRIX_VERIFY_CANCELLED;
    }
    return strcmp(why, "m.mismatched_sas") == 0 || strcmp(why, "m.key_mismatch") == 0
               ? MATRIX_VERIFY_MISMATCH
               : MATRIX_VERIFY_FAILED;
}

static void verify_talk(struct encryption_verify *verify)
{
    enum matrix_verification_state state = matrix_verification_state(verify->talk);
    if (state == MATRIX_VERIFICATION_CANCELLED) {
        verify_end(verify, verify_cancelled(verify->talk));
    } else if (state == MATRIX_VERIFICATION_PROVED && verify->type == NULL &&
               !matrix_verification_has_next(verify->talk)) {
        verify->stage = VERIFY_SIGNS;
        encryption_wake(verify->encryption);
    } else if (state == MATRIX_VERIFICATION_SHOWN && !verify->is_shown && verify->type == NULL &&
               !matrix_verification_has_next(verify->talk)) {
        verify_show(verify); /* and so does the other side: our key has left */
    }
}

/* Told once nothing is on its way any more. */
static void verify_leave(struct encryption_verify *verify, int64_t now_ms)
{
    bool is_left = verify->type == NULL &&
                   (verify->talk == NULL || !matrix_verification_has_next(verify->talk));
    if (is_left || verify->due_ms <= now_ms) {
        verify->stage = VERIFY_ENDED;
        verify->wish->ended(verify->wish->context, verify->end,
                            verify->talk == NULL ? "" : matrix_verification_why(verify->talk));
    }
}

void encryption_verify_tick(struct matrix_encryption *encryption, int64_t now_ms)
{
    struct encryption_verify *verify = encryption->verify;
    if (verify == NULL || verify->stage == VERIFY_ENDED) {
        return;
    }
    if (verify->due_ms <= now_ms) {
        verify_cancel(verify, "m.timeout", "Not all of it was done in time", MATRIX_VERIFY_LATE);
    }
    verify_send_next(verify);
    switch (verify->stage) {
    case VERIFY_WAITS:
        verify_wait(verify, now_ms);
        break;
    case VERIFY_ASKS:
        verify_ask(verify, now_ms);
        break;
    case VERIFY_TALKS:
        verify_talk(verify);
        break;
    case VERIFY_SIGNS:
        verify_sign(verify, now_ms);
        break;
    case VERIFY_LEAVES:
        verify_leave(verify, now_ms);
        break;
    case VERIFY_LISTENS:
    case VERIFY_ENDED:
        break;
    }
}

int64_t encryption_verify_due_ms(const struct matrix_encryption *encryption)
{
    const struct encryption_verify *verify = encryption->verify;
    if (verify == NULL || verify->stage == VERIFY_ENDED) {
        return NO_DEADLINE;
    }
    bool repeats = verify->request == 0 && verify->again_ms > encryption_now_ms(encryption);
    return repeats && verify->again_ms < verify->due_ms ? verify->again_ms : verify->due_ms;
}

/* --- who wishes it ---------------------------------------------------------------------------- */

void matrix_encryption_verify(struct matrix_encryption *encryption,
                              const struct matrix_verify *wish)
{
    struct encryption_verify *verify = heap_allocate(sizeof *verify);
    encryption_verify_free(encryption);
    verify->sealing.ended = verify_sealed;
    verify->encryption = encryption;
    verify->wish = wish;
    verify->due_ms = encryption_now_ms(encryption) + VERIFY_IDENTITY_MS;
    encryption->verify = verify;
    encryption_wake(encryption);
}

void matrix_encryption_verify_answer(struct matrix_encryption *encryption, bool is_same)
{
    struct encryption_verify *verify = encryption->verify;
    if (verify != NULL && verify->stage == VERIFY_TALKS &&
        matrix_verification_state(verify->talk) == MATRIX_VERIFICATION_SHOWN) {
        matrix_verification_answer(verify->talk, is_same);
        encryption_wake(encryption);
    }
}

void matrix_encryption_verify_stop(struct matrix_encryption *encryption)
{
    if (encryption->verify != NULL) {
        verify_cancel(encryption->verify, "m.user", "The bot's operator has stopped it",
                      MATRIX_VERIFY_STOPPED);
        verify_send_next(encryption->verify);
    }
}

void encryption_verify_free(struct matrix_encryption *encryption)
{
    struct encryption_verify *freed = encryption->verify;
    if (freed == NULL) {
        return;
    }
    encryption->verify = NULL;
    if (freed->is_sealing) {
        encryption->e2ee.cancel(&encryption->e2ee, &freed->sealing);
    }
    matrix_client_cancel(encryption->matrix->client, freed->request);
    matrix_client_cancel(encryption->matrix->client, freed->sending);
    matrix_verification_free(&freed->talk);
    cJSON_Delete(freed->master);
    free(freed->content);
    free(freed);
}
