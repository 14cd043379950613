/* What a recovery key opens, one request after the other: which key secret storage has, whether
 * ours is that, the seeds of cross-signing and the key of the backup, which version of it there is.
 * Then sessions whose keys do not come are looked for there, and keys of our own go there. All of
 * it is in memory alone and read again at each start. */
#include "matrix_encryption_recovery.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "log.h"
#include "matrix_backup.h"
#include "matrix_secret.h"
#include "print.h"
#include "settings.h"
#include "table.h"

enum {
    RECOVERY_ID_BYTES = 128,      /* of a key, or a version */
    RECOVERY_TYPE_BYTES = 192,    /* of account data */
    RECOVERY_TEXT_BYTES = 256,    /* of a recovery key, or a passphrase */
    RECOVERY_LOOKS_MAX = 4,       /* for one session: clients put a key there after some seconds */
    RECOVERY_LOOK_MS = 15 * 1000, /* between them */
    RECOVERY_AGAIN_MS = 60 * 1000,
    RECOVERY_KNOWN_MS = 1000, /* until it is known whose device that is */
    RECOVERY_LATER_MS = 10 * 60 * 1000
};

enum recovery_stage {
    RECOVERY_DEFAULT, /* the id of the key is asked for, … */
    RECOVERY_KEY,     /* … what it is, … */
    RECOVERY_SECRETS, /* … each secret, … */
    RECOVERY_VERSION, /* … and which backup there is */
    RECOVERY_DONE
};

enum recovery_secret {
    RECOVERY_MASTER,
    RECOVERY_SELF_SIGNING,
    RECOVERY_USER_SIGNING,
    RECOVERY_BACKUP,
    RECOVERY_SECRET_KINDS
};
static const char *const secret_names[RECOVERY_SECRET_KINDS] = {
    [RECOVERY_MASTER] = "m.cross_signing.master",
    [RECOVERY_SELF_SIGNING] = "m.cross_signing.self_signing",
    [RECOVERY_USER_SIGNING] = "m.cross_signing.user_signing",
    [RECOVERY_BACKUP] = "m.megolm_backup.v1"};

struct encryption_recovery {
    char text[RECOVERY_TEXT_BYTES]; /* as it is in the settings */
    enum recovery_stage stage;
    bool is_tried;
    char id[RECOVERY_ID_BYTES];
    uint8_t key[MATRIX_SECRET_KEY_BYTES];
    unsigned at; /* the secret that is asked for */
    struct matrix_cross_seeds seeds;
    bool has_seeds;
    uint8_t backup[MATRIX_SECRET_KEY_BYTES];
    bool has_backup;
    char version[RECOVERY_ID_BYTES]; /* of the backup; "": there is none that is ours */
    uint64_t request;
    int64_t again_ms;
    bool puts; /* a session of ours may not be in the backup */
    struct {
        char room[MATRIX_ID_BYTES];
        char session[PROVIDER_KEY_TEXT];
        char user[MATRIX_ID_BYTES]; /* of who wrote by it */
    } asked;                        /* of the request, once it is DONE */
};

struct encryption_recovery *encryption_recovery_new(const struct settings *settings)
{
    const char *text = settings_text(settings, "matrix", "recovery_key");
    if (text[0] == '\0') {
        return NULL;
    }
    struct encryption_recovery *recovery = heap_allocate(sizeof *recovery);
    print_join(recovery->text, sizeof recovery->text, text, "", "");
    return recovery;
}

void encryption_recovery_free(struct matrix_encryption *encryption)
{
    struct encryption_recovery *recovery = encryption->recovery;
    encryption->recovery = NULL;
    if (recovery != NULL) {
        matrix_client_cancel(encryption->matrix->client, recovery->request);
        heap_wipe(recovery, sizeof *recovery);
    }
}

bool encryption_recovery_is_tried(const struct matrix_encryption *encryption)
{
    return encryption->recovery == NULL || encryption->recovery->is_tried;
}

const struct matrix_cross_seeds *encryption_recovery_seeds(
    const struct matrix_encryption *encryption)
{
    const struct encryption_recovery *recovery = encryption->recovery;
    return recovery != NULL && recovery->has_seeds ? &recovery->seeds : NULL;
}

/* --- secret storage --------------------------------------------------------------------------- */

/* It cannot be opened: a person has to do this, and it is tried again in a while. */
static void recovery_fail(struct matrix_encryption *encryption, const char *mend)
{
    struct encryption_recovery *recovery = encryption->recovery;
    log_event(LEVEL_ERROR, "matrix.recovery_failed", LOG_FIELDS(log_text("mend", mend)));
    recovery->stage = RECOVERY_DEFAULT;
    recovery->is_tried = true;
    recovery->again_ms = encryption_now_ms(encryption) + RECOVERY_LATER_MS;
}

static void recovery_default(struct matrix_encryption *encryption, const cJSON *data)
{
    struct encryption_recovery *recovery = encryption->recovery;
    if (json_at_copy(data, "key", recovery->id, sizeof recovery->id)) {
        recovery->stage = RECOVERY_KEY;
    } else {
        recovery_fail(encryption, "recovery_key is set, and the account has no secret storage: set "
                                  "up recovery in the client of the person who uses it");
    }
}

static void recovery_key(struct matrix_encryption *encryption, const cJSON *data)
{
    struct encryption_recovery *recovery = encryption->recovery;
    bool is_key = matrix_secret_key_read(recovery->text, recovery->key) ||
                  matrix_secret_key_of_words(data, recovery->text, recovery->key);
    if (is_key && matrix_secret_key_fits(data, recovery->key)) {
        recovery->stage = RECOVERY_SECRETS;
        recovery->at = 0;
        recovery->has_seeds = false;
    } else {
        recovery_fail(encryption, "recovery_key does not open the account's secret storage: it "
                                  "has to be the recovery key, or the passphrase, that the "
                                  "person's client shows or takes");
    }
}

/* Where a secret's bytes are kept. */
static uint8_t *recovery_place(struct encryption_recovery *recovery, enum recovery_secret secret)
{
    uint8_t *const places[RECOVERY_SECRET_KINDS] = {
        [RECOVERY_MASTER] = recovery->seeds.master,
        [RECOVERY_SELF_SIGNING] = recovery->seeds.self_signing,
        [RECOVERY_USER_SIGNING] = recovery->seeds.user_signing,
        [RECOVERY_BACKUP] = recovery->backup};
    return places[secret];
}

/* A backup may be missing, the seeds may not. */
static void recovery_secret(struct matrix_encryption *encryption, const cJSON *data)
{
    struct encryption_recovery *recovery = encryption->recovery;
    enum recovery_secret secret = (enum recovery_secret)recovery->at;
    char text[MATRIX_SECRET_TEXT_MAX + 1];
    const cJSON *sealed = json_at(json_at(data, "encrypted"), recovery->id);
    bool good = matrix_secret_open(sealed, secret_names[secret], recovery->key, text) &&
                matrix_secret_seed(text, recovery_place(recovery, secret));
    memset(text, 0, sizeof text);
    if (!good && secret != RECOVERY_BACKUP) {
        recovery_fail(encryption, "the account's secret storage lacks its cross-signing keys: set "
                                  "them up in the client of the person who uses it");
        return;
    }
    recovery->has_seeds = secret >= RECOVERY_USER_SIGNING;
    recovery->has_backup = secret == RECOVERY_BACKUP && good;
    if (++recovery->at == RECOVERY_SECRET_KINDS) {
        recovery->stage = RECOVERY_VERSION;
    }
}

/* --- backup ----------------------------------------------------------------------------------- */

/* The body by which the backup gets a session of ours; NULL: it is spent. */
static char *backup_body(struct matrix_encryption *encryption, struct encryption_room *entry)
{
    uint32_t index = 0;
    cJSON *words = matrix_megolm_out_export(
        entry->session, matrix_account_device(matrix_machine_account(encryption->machine)), &index);
    if (words == NULL) {
        return NULL;
    }
    char *text = cJSON_PrintUnformatted(words);
    cJSON *body = cJSON_CreateObject();
    cJSON_AddNumberToObject(body, "first_message_index", index);
    cJSON_AddNumberToObject(body, "forwarded_count", 0);
    cJSON_AddTrueToObject(body, "is_verified");
    cJSON_AddItemToObject(body, "session_data",
                          matrix_backup_seal(text, encryption->recovery->backup,
                                             &encryption->matrix->world->entropy));
    char *whole = cJSON_PrintUnformatted(body);
    char *copy = heap_copy(whole);
    heap_wipe(text, strlen(text));
    cJSON_free(whole);
    cJSON_Delete(body);
    cJSON_Delete(words);
    return copy;
}

void encryption_recovery_made(struct matrix_encryption *encryption, struct encryption_room *entry)
{
    struct encryption_recovery *recovery = encryption->recovery;
    free(entry->backup);
    entry->backup = NULL;
    if (recovery != NULL && recovery->version[0] != '\0' && entry->session != NULL) {
        entry->backup = backup_body(encryption, entry);
        recovery->puts = true;
    }
}

/* The account's backup, if its key is the one that secret storage has. */
static void recovery_version(struct matrix_encryption *encryption, const cJSON *answer)
{
    struct encryption_recovery *recovery = encryption->recovery;
    size_t at = 0;
    recovery->version[0] = '\0';
    if (recovery->has_backup && matrix_backup_fits(answer, recovery->backup)) {
        (void)json_at_copy(answer, "version", recovery->version, sizeof recovery->version);
    }
    recovery->stage = RECOVERY_DONE;
    recovery->is_tried = true;
    if (matrix_cross_state(encryption->cross) == MATRIX_CROSS_FOREIGN) {
        encryption->cross_told = false;
    }
    log_event(
        LEVEL_INFO, "matrix.recovered",
        LOG_FIELDS(log_text("backup", recovery->version[0] != '\0' ? recovery->version : "none")));
    for (struct encryption_room *entry = NULL;
         (entry = map_next(&encryption->rooms, &at)) != NULL;) {
        encryption_recovery_made(encryption, entry);
    }
}

/* The backup is another one now: all is asked for again. */
static void recovery_again(struct matrix_encryption *encryption)
{
    struct encryption_recovery *recovery = encryption->recovery;
    recovery->stage = RECOVERY_DEFAULT;
    recovery->version[0] = '\0';
    recovery->again_ms = encryption_now_ms(encryption) + RECOVERY_AGAIN_MS;
}

/* What the backup has of a session whose key has not come. */
static void backup_import(struct matrix_encryption *encryption, const cJSON *answer)
{
    struct encryption_recovery *recovery = encryption->recovery;
    struct buf words;
    buf_init(&words, MATRIX_BACKUP_WORDS_MAX);
    if (!matrix_backup_open(json_at(answer, "session_data"), recovery->backup, &words)) {
        buf_deinit(&words);
        return;
    }
    cJSON *content = cJSON_ParseWithLength(words.text, words.len);
    cJSON_DeleteItemFromObjectCaseSensitive(content, "room_id");
    cJSON_DeleteItemFromObjectCaseSensitive(content, "session_id");
    cJSON_AddStringToObject(content, "room_id", recovery->asked.room);
    cJSON_AddStringToObject(content, "session_id", recovery->asked.session);
    if (matrix_machine_import(encryption->machine, recovery->asked.user, content,
                              encryption_now_ms(encryption), encryption->pending)) {
        log_event(LEVEL_INFO, "matrix.key_from_backup",
                  LOG_FIELDS(log_text("room", recovery->asked.room)));
        encryption_lates_came(encryption, recovery->asked.room, recovery->asked.session);
    }
    cJSON_Delete(content);
    buf_deinit(&words);
}

/* --- requests --------------------------------------------------------------------------------- */

static void recovery_start(struct matrix_encryption *encryption,
                           const struct matrix_request *request, answer_fn answered)
{
    encryption->recovery->request =
        matrix_client_start(encryption->matrix->client, request, answered, encryption);
}

/* True: there is an answer, or surely nothing there (answer->json is NULL then or says so). */
static bool recovery_ended(struct matrix_encryption *encryption, const struct answer *answer)
{
    struct encryption_recovery *recovery = encryption->recovery;
    bool known = answer->status == ANSWER_DONE || answer->status == ANSWER_GONE;
    recovery->request = 0;
    recovery->again_ms = known ? 0 : encryption_again_ms(encryption, answer);
    encryption_wake(encryption);
    return known;
}

static void recovery_answered(void *context, const struct answer *answer)
{
    static void (*const takes[])(struct matrix_encryption * encryption,
                                 const cJSON *data) = {[RECOVERY_DEFAULT] = recovery_default,
                                                       [RECOVERY_KEY] = recovery_key,
                                                       [RECOVERY_SECRETS] = recovery_secret,
                                                       [RECOVERY_VERSION] = recovery_version};
    struct matrix_encryption *encryption = context;
    if (recovery_ended(encryption, answer)) {
        takes[encryption->recovery->stage](encryption,
                                           answer->status == ANSWER_DONE ? answer->json : NULL);
    }
}

/* What the stage asks for. */
static void recovery_ask(struct matrix_encryption *encryption)
{
    const struct encryption_recovery *recovery = encryption->recovery;
    char type[RECOVERY_TYPE_BYTES] = "m.secret_storage.default_key";
    if (recovery->stage == RECOVERY_KEY) {
        print_join(type, sizeof type, "m.secret_storage.key.", recovery->id, "");
    } else if (recovery->stage == RECOVERY_SECRETS) {
        print_join(type, sizeof type, secret_names[recovery->at], "", "");
    }
    const struct matrix_request data = {.method = "GET",
                                        .route = "/user/{}/account_data/{}",
                                        .ids = {encryption->matrix->user, type},
                                        .priority = MATRIX_SECRET};
    const struct matrix_request version = {
        .method = "GET", .route = "/room_keys/version", .priority = MATRIX_SECRET};
    recovery_start(encryption, recovery->stage == RECOVERY_VERSION ? &version : &data,
                   recovery_answered);
}

static void backup_query(const struct encryption_recovery *recovery,
                         char query[RECOVERY_TYPE_BYTES])
{
    print_join(query, RECOVERY_TYPE_BYTES, "version=", recovery->version, "");
}

static void backup_got(void *context, const struct answer *answer)
{
    struct matrix_encryption *encryption = context;
    if (recovery_ended(encryption, answer) && answer->status == ANSWER_DONE) {
        backup_import(encryption, answer->json);
    }
}

/* The first session that is due; whose device nobody knows yet is asked for first. */
static struct encryption_late *backup_wanted(struct matrix_encryption *encryption, int64_t now_ms)
{
    for (struct encryption_late *late = encryption->lates; late != NULL; late = late->next) {
        if (late->key.state == MATRIX_LATE_HERE || late->looks == RECOVERY_LOOKS_MAX ||
            late->look_ms > now_ms) {
            continue;
        }
        if (matrix_tracked_is_settled(
                matrix_machine_track(encryption->machine, late->user, encryption->pending))) {
            return late;
        }
        late->look_ms = now_ms + RECOVERY_KNOWN_MS;
    }
    return NULL;
}

/* Other events of the same session are looked for by the same request. */
static void backup_looked(struct matrix_encryption *encryption, const struct encryption_late *one,
                          int64_t now_ms)
{
    for (struct encryption_late *late = encryption->lates; late != NULL; late = late->next) {
        if (strcmp(late->session, one->session) == 0 && strcmp(late->room, one->room) == 0) {
            late->look_ms = now_ms + RECOVERY_LOOK_MS;
            late->looks++;
        }
    }
}

/* False: there is nothing to be looked for. */
static bool backup_get(struct matrix_encryption *encryption, int64_t now_ms)
{
    struct encryption_recovery *recovery = encryption->recovery;
    char query[RECOVERY_TYPE_BYTES];
    const struct encryption_late *late = backup_wanted(encryption, now_ms);
    if (late == NULL) {
        return false;
    }
    matrix_copy(recovery->asked.room, late->room);
    matrix_copy(recovery->asked.user, late->user);
    memcpy(recovery->asked.session, late->session, sizeof recovery->asked.session);
    backup_looked(encryption, late, now_ms);
    backup_query(recovery, query);
    const struct matrix_request request = {.method = "GET",
                                           .route = "/room_keys/keys/{}/{}",
                                           .ids = {recovery->asked.room, recovery->asked.session},
                                           .query = query,
                                           .priority = MATRIX_PROMPT};
    recovery_start(encryption, &request, backup_got);
    return true;
}

static void backup_put_answered(void *context, const struct answer *answer)
{
    struct matrix_encryption *encryption = context;
    const struct encryption_recovery *recovery = encryption->recovery;
    bool refused = answer->status == ANSWER_GONE || answer->status == ANSWER_FORBIDDEN ||
                   answer->status == ANSWER_BAD;
    (void)recovery_ended(encryption, answer);
    struct encryption_room *entry = encryption_room_find(encryption, recovery->asked.room);
    if (refused) {
        recovery_again(encryption);
    } else if (answer->status == ANSWER_DONE && entry != NULL && entry->session != NULL &&
               strcmp(matrix_megolm_out_id(entry->session), recovery->asked.session) == 0) {
        free(entry->backup);
        entry->backup = NULL;
    }
}

static void backup_put(struct matrix_encryption *encryption)
{
    struct encryption_recovery *recovery = encryption->recovery;
    char query[RECOVERY_TYPE_BYTES];
    size_t at = 0;
    const struct encryption_room *entry = NULL;
    do {
        entry = map_next(&encryption->rooms, &at);
    } while (entry != NULL && (entry->backup == NULL || entry->session == NULL));
    if (entry == NULL) {
        recovery->puts = false;
        return;
    }
    matrix_copy(recovery->asked.room, entry->id);
    memcpy(recovery->asked.session, matrix_megolm_out_id(entry->session), PROVIDER_KEY_TEXT);
    backup_query(recovery, query);
    const struct matrix_request request = {.method = "PUT",
                                           .route = "/room_keys/keys/{}/{}",
                                           .ids = {recovery->asked.room, recovery->asked.session},
                                           .query = query,
                                           .json = entry->backup,
                                           .priority = MATRIX_CHATTER};
    recovery_start(encryption, &request, backup_put_answered);
}

void encryption_recovery_tick(struct matrix_encryption *encryption, int64_t now_ms)
{
    struct encryption_recovery *recovery = encryption->recovery;
    if (recovery == NULL || recovery->request != 0 || recovery->again_ms > now_ms) {
        return;
    }
    if (recovery->stage != RECOVERY_DONE) {
        recovery_ask(encryption);
    } else if (recovery->version[0] != '\0' && !backup_get(encryption, now_ms) && recovery->puts) {
        backup_put(encryption);
    }
}

int64_t encryption_recovery_due_ms(const struct matrix_encryption *encryption)
{
    const struct encryption_recovery *recovery = encryption->recovery;
    int64_t due_ms = NO_DEADLINE;
    if (recovery == NULL || recovery->request != 0) {
        return NO_DEADLINE;
    }
    if (recovery->stage != RECOVERY_DONE || recovery->puts) {
        return recovery->again_ms;
    }
    for (const struct encryption_late *late = encryption->lates;
         late != NULL && recovery->version[0] != '\0'; late = late->next) {
        bool waits = late->key.state != MATRIX_LATE_HERE && late->looks < RECOVERY_LOOKS_MAX;
        due_ms = waits && late->look_ms < due_ms ? late->look_ms : due_ms;
    }
    return due_ms < recovery->again_ms ? recovery->again_ms : due_ms;
}
