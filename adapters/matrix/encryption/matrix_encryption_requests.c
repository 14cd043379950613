/* Requests about keys, one of each kind at a time: our own uploaded, others' devices queried,
 * their one-time keys claimed, our cross-signing set up. What has failed is tried again, with the
 * same bytes where it matters. */
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "json_at.h"
#include "log.h"
#include "matrix_encryption_posts.h"
#include "matrix_encryption_recovery.h"
#include "matrix_encryption_requests.h"
#include "matrix_fingerprint.h"

enum { TELL_MAX = 64 /* at a time: the map stays as it is while it is looked through */ };

static void request_start(struct matrix_encryption *encryption, enum encryption_request kind,
                          const char *route, const char *json, answer_fn answered)
{
    const struct matrix_request request = {
        .method = "POST", .route = route, .json = json, .priority = MATRIX_SECRET};
    encryption->request[kind] =
        matrix_client_start(encryption->matrix->client, &request, answered, encryption);
}

/* The same with a body, which is deleted. */
static void request_send(struct matrix_encryption *encryption, enum encryption_request kind,
                         const char *route, cJSON *body, answer_fn answered)
{
    char *text = cJSON_PrintUnformatted(body);
    request_start(encryption, kind, route, text, answered);
    cJSON_free(text);
    cJSON_Delete(body);
}

/* It has ended. True: it was taken; else it is tried again, after a while. */
static bool request_ended(struct matrix_encryption *encryption, enum encryption_request kind,
                          const struct answer *answer)
{
    bool good = answer->status == ANSWER_DONE;
    encryption->request[kind] = 0;
    encryption->again_ms[kind] = good ? 0 : encryption_again_ms(encryption, answer);
    encryption->moved = true;
    encryption_wake(encryption);
    return good;
}

static bool request_is_due(const struct matrix_encryption *encryption, enum encryption_request kind)
{
    return encryption->request[kind] == 0 &&
           encryption->again_ms[kind] <= encryption_now_ms(encryption);
}

/* --- our own keys ----------------------------------------------------------------------------- */

/* The homeserver has other keys under these names: it knows what a copy of the store does not. */
static void upload_refused(struct matrix_encryption *encryption, const struct answer *answer)
{
    log_event(
        LEVEL_ERROR, "matrix.keys_refused",
        LOG_FIELDS(log_text("why", answer->why),
                   log_text("mend", "others are made; where that goes on, set [matrix] device "
                                    "to a name that it has not had, with a new token")));
    encryption->again_ms[ENCRYPTION_UPLOAD] = encryption_now_ms(encryption) + ENCRYPTION_REFUSED_MS;
    matrix_account_refused(matrix_machine_account(encryption->machine),
                           &encryption->matrix->world->entropy);
}

static void upload_answered(void *context, const struct answer *answer)
{
    struct matrix_encryption *encryption = context;
    bool good = request_ended(encryption, ENCRYPTION_UPLOAD, answer);
    const cJSON *counts = json_at(answer->json, "one_time_key_counts");
    if (good) {
        CRASH_POINT("matrix.keys_uploaded");
        encryption->one_time_count =
            json_at_number(counts, "signed_curve25519", 0, INT32_MAX, MATRIX_ONE_TIME_MOST);
        encryption->fallback_unused = true;
    }
    if (answer->status == ANSWER_BAD) {
        upload_refused(encryption, answer);
    } else {
        matrix_account_uploaded(matrix_machine_account(encryption->machine), good,
                                encryption_now_ms(encryption));
    }
}

/* True: the account is to be stored. */
static bool account_advance(struct matrix_encryption *encryption)
{
    struct matrix_account *account = matrix_machine_account(encryption->machine);
    enum matrix_account_state state = matrix_account_state(account);
    if (state == MATRIX_ACCOUNT_IDLE && encryption->one_time_count >= 0) {
        int64_t count = encryption->one_time_count;
        encryption->one_time_count = -1; /* until it is said again */
        (void)matrix_account_counted(account, count, encryption->fallback_unused,
                                     &encryption->matrix->world->entropy,
                                     encryption_now_ms(encryption));
        state = matrix_account_state(account);
    }
    if (state == MATRIX_ACCOUNT_STORED && request_is_due(encryption, ENCRYPTION_UPLOAD)) {
        request_start(encryption, ENCRYPTION_UPLOAD, "/keys/upload", matrix_account_upload(account),
                      upload_answered);
    }
    bool changed = matrix_account_tick(account, encryption_now_ms(encryption));
    if (changed || ((state == MATRIX_ACCOUNT_MADE || state == MATRIX_ACCOUNT_TAKEN) &&
                    encryption->store_ms <= encryption_now_ms(encryption))) {
        (void)matrix_account_write(account, encryption->pending);
        return true;
    }
    return false;
}

/* --- others' devices and one-time keys -------------------------------------------------------- */

/* Tells of some for whom there is an answer now. False: of nobody. */
static bool query_tell(struct matrix_encryption *encryption)
{
    size_t at = 0;
    char *users[TELL_MAX];
    size_t count = 0;
    for (char *user = NULL;
         count < TELL_MAX && (user = map_next(&encryption->wanted, &at)) != NULL;) {
        const struct matrix_tracked *one = matrix_machine_tracked(encryption->machine, user);
        if (one == NULL || matrix_tracked_is_settled(one)) {
            users[count++] = user;
        }
    }
    for (size_t i = 0; i < count; i++) {
        map_remove(&encryption->wanted, users[i]);
        encryption_tell(encryption, ENCRYPTION_NEWS_KNOWN, "", users[i]);
        free(users[i]);
    }
    return count > 0;
}

static void query_answered(void *context, const struct answer *answer)
{
    struct matrix_encryption *encryption = context;
    bool good = request_ended(encryption, ENCRYPTION_QUERY, answer);
    matrix_machine_queried(encryption->machine, good ? answer->json : NULL,
                           encryption_now_ms(encryption), encryption->pending, &encryption->hooks);
    while (query_tell(encryption)) {
    }
}

static void claim_answered(void *context, const struct answer *answer)
{
    struct matrix_encryption *encryption = context;
    bool good = request_ended(encryption, ENCRYPTION_CLAIM, answer);
    cJSON *messages = matrix_machine_claimed(encryption->machine, good ? answer->json : NULL,
                                             encryption_now_ms(encryption), encryption->pending);
    if (good) {
        CRASH_POINT("matrix.keys_claimed");
    }
    if (messages != NULL) {
        encryption_post(encryption, "m.room.encrypted", NULL, messages);
    }
}

static void devices_advance(struct matrix_encryption *encryption)
{
    int64_t now_ms = encryption_now_ms(encryption);
    cJSON *body = request_is_due(encryption, ENCRYPTION_QUERY)
                      ? matrix_machine_query(encryption->machine, now_ms)
                      : NULL;
    if (body != NULL) {
        request_send(encryption, ENCRYPTION_QUERY, "/keys/query", body, query_answered);
    }
    body = request_is_due(encryption, ENCRYPTION_CLAIM)
               ? matrix_machine_claim(encryption->machine, now_ms)
               : NULL;
    if (body != NULL) {
        request_send(encryption, ENCRYPTION_CLAIM, "/keys/claim", body, claim_answered);
    }
}

/* --- who we are ------------------------------------------------------------------------------- */

/* Says once what a person has to do, or that nothing has to be done. */
static void cross_tell(struct matrix_encryption *encryption)
{
    char text[MATRIX_FINGERPRINT_TEXT];
    enum matrix_cross_state state = matrix_cross_state(encryption->cross);
    if (encryption->cross_told) {
        return;
    }
    encryption->cross_told = true;
    if (state == MATRIX_CROSS_DONE) {
        matrix_fingerprint(matrix_cross_master(encryption->cross), text);
        log_event(LEVEL_INFO, "matrix.cross_signed", LOG_FIELDS(log_text("fingerprint", text)));
    } else if (state == MATRIX_CROSS_FOREIGN) {
        log_event(
            LEVEL_ERROR, "matrix.cross_signing_foreign",
            LOG_FIELDS(log_text("mend", "the account has cross-signing keys that were made "
                                        "elsewhere, and the bot replaces nobody's: people "
                                        "see its device as not verified. Give it an account "
                                        "of its own, or set recovery_key_file to the key that "
                                        "opens the account's secret storage")));
    } else {
        log_event(LEVEL_ERROR, "matrix.cross_signing_refused",
                  LOG_FIELDS(log_text("mend", "the homeserver wants a person's password before it "
                                              "takes cross-signing keys: people see the bot's "
                                              "device as not verified. Allow it the first keys "
                                              "without (MSC3967), or give it a fresh account")));
    }
}

static void cross_queried(void *context, const struct answer *answer)
{
    struct matrix_encryption *encryption = context;
    const struct matrix *matrix = encryption->matrix;
    if (!request_ended(encryption, ENCRYPTION_CROSS, answer)) {
        return;
    }
    const struct matrix_cross_query query = {
        .user = matrix->user,
        .master = json_at(json_at(answer->json, "master_keys"), matrix->user),
        .self_signing = json_at(json_at(answer->json, "self_signing_keys"), matrix->user),
        .user_signing = json_at(json_at(answer->json, "user_signing_keys"), matrix->user),
        .device_keys =
            json_at(json_at(json_at(answer->json, "device_keys"), matrix->user), matrix->device)};
    if (query.device_keys == NULL) { /* it was signed out, and in again */
        (void)matrix_account_missing(matrix_machine_account(encryption->machine),
                                     &matrix->world->entropy);
        encryption->again_ms[ENCRYPTION_CROSS] =
            encryption_now_ms(encryption) + ENCRYPTION_RETRY_MS;
        return;
    }
    if (query.master == NULL && encryption->recovery != NULL) {
        encryption->again_ms[ENCRYPTION_CROSS] = /* a person's account gets no identity from us */
            encryption_now_ms(encryption) + ENCRYPTION_REFUSED_MS;
        return;
    }
    matrix_cross_queried(encryption->cross, &query, &matrix->world->entropy);
    const struct matrix_cross_seeds *seeds = encryption_recovery_seeds(encryption);
    if (matrix_cross_state(encryption->cross) == MATRIX_CROSS_FOREIGN && seeds != NULL) {
        if (!matrix_cross_given(encryption->cross, &query, seeds)) {
            cross_tell(encryption); /* and not asked for once more */
        }
    }
}

static void cross_answered(void *context, const struct answer *answer)
{
    struct matrix_encryption *encryption = context;
    bool good = request_ended(encryption, ENCRYPTION_CROSS, answer);
    bool refused = answer->status == ANSWER_FORBIDDEN || answer->status == ANSWER_UNRECOGNIZED ||
                   answer->status == ANSWER_BAD;
    matrix_cross_answered(encryption->cross, good      ? MATRIX_CROSS_TAKEN
                                             : refused ? MATRIX_CROSS_PASSWORD
                                                       : MATRIX_CROSS_AGAIN);
}

static void cross_query(struct matrix_encryption *encryption)
{
    const struct matrix *matrix = encryption->matrix;
    cJSON *body = cJSON_CreateObject();
    cJSON *asked = cJSON_AddObjectToObject(body, "device_keys");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(asked, matrix->user),
                         cJSON_CreateString(matrix->device));
    request_send(encryption, ENCRYPTION_CROSS, "/keys/query", body, cross_queried);
}

/* True: its seeds are to be stored. */
static bool cross_advance(struct matrix_encryption *encryption)
{
    struct matrix_account *account = matrix_machine_account(encryption->machine);
    if (!request_is_due(encryption, ENCRYPTION_CROSS)) {
        return false;
    }
    switch (matrix_cross_state(encryption->cross)) {
    case MATRIX_CROSS_UNKNOWN:
        if (matrix_account_state(account) == MATRIX_ACCOUNT_IDLE &&
            encryption_recovery_is_tried(encryption)) {
            cross_query(encryption); /* our device's keys are there */
        }
        break;
    case MATRIX_CROSS_MADE:
        if (encryption->store_ms <= encryption_now_ms(encryption)) {
            matrix_cross_write(encryption->cross, encryption->pending);
            return true;
        }
        break;
    case MATRIX_CROSS_STORED:
        request_send(encryption, ENCRYPTION_CROSS, "/keys/device_signing/upload",
                     matrix_cross_upload(encryption->cross, matrix_account_device(account)),
                     cross_answered);
        break;
    case MATRIX_CROSS_UPLOADED:
        request_send(encryption, ENCRYPTION_CROSS, "/keys/signatures/upload",
                     matrix_cross_upload(encryption->cross, matrix_account_device(account)),
                     cross_answered);
        break;
    case MATRIX_CROSS_FOREIGN:
        if (!encryption->cross_told && encryption_recovery_seeds(encryption) != NULL) {
            cross_query(encryption); /* it was opened since */
            break;
        }
        cross_tell(encryption);
        break;
    case MATRIX_CROSS_DONE:
    case MATRIX_CROSS_REFUSED:
        cross_tell(encryption);
        break;
    case MATRIX_CROSS_STORING:
    case MATRIX_CROSS_UPLOADING:
    case MATRIX_CROSS_SIGNING:
    case MATRIX_CROSS_STATES:
        break;
    }
    return false;
}

void encryption_requests_advance(struct matrix_encryption *encryption)
{
    bool stores = account_advance(encryption);
    stores = cross_advance(encryption) || stores;
    devices_advance(encryption);
    if (stores) {
        encryption_store(encryption, NULL, NULL);
    }
}
