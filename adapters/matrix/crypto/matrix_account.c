#include "matrix_account.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "json_out.h"

enum { ACCOUNT_ROW_BYTES = 256 * 1024 };

struct matrix_account {
    struct matrix_pickle pickle;
    struct provider_account *provider;
    struct matrix_own_device own; /* its texts are the two below */
    char user[MATRIX_ID_BYTES];
    char device[MATRIX_ID_BYTES];
    enum matrix_account_state state;
    char *upload;        /* the body that is on its way, as it was stored; NULL none */
    int64_t fallback_ms; /* since when a fallback key has one before it; 0: it has none */
    uint64_t writing;    /* the last number */
    uint64_t awaited;    /* the one of which STORING and MARKING wait to hear */
    bool has_device;     /* the homeserver has the device keys */
};

const struct transitions matrix_account_transitions = {
    .count = MATRIX_ACCOUNT_STATES,
    .after = {
        [MATRIX_ACCOUNT_IDLE] = STATE_BIT(MATRIX_ACCOUNT_MADE),
        [MATRIX_ACCOUNT_MADE] = STATE_BIT(MATRIX_ACCOUNT_STORING),
        [MATRIX_ACCOUNT_STORING] =
            STATE_BIT(MATRIX_ACCOUNT_STORED) | STATE_BIT(MATRIX_ACCOUNT_MADE),
        [MATRIX_ACCOUNT_STORED] = STATE_BIT(MATRIX_ACCOUNT_UPLOADING),
        [MATRIX_ACCOUNT_UPLOADING] = STATE_BIT(MATRIX_ACCOUNT_TAKEN) |
                                     STATE_BIT(MATRIX_ACCOUNT_STORED) |
                                     STATE_BIT(MATRIX_ACCOUNT_MADE),
        [MATRIX_ACCOUNT_TAKEN] = STATE_BIT(MATRIX_ACCOUNT_MARKING),
        [MATRIX_ACCOUNT_MARKING] = STATE_BIT(MATRIX_ACCOUNT_IDLE) | STATE_BIT(MATRIX_ACCOUNT_TAKEN),
    }};

static void account_enter(struct matrix_account *account, enum matrix_account_state state)
{
    assert(transitions_allow(&matrix_account_transitions, account->state, state));
    account->state = state;
}

/* --- the object ------------------------------------------------------------------------------- */

static struct matrix_account *account_empty(const struct matrix_pickle *pickle, const char *user,
                                            const char *device)
{
    struct matrix_account *account = heap_allocate(sizeof *account);
    assert(strlen(user) < sizeof account->user && strlen(device) < sizeof account->device);
    account->pickle = *pickle;
    memcpy(account->user, user, strlen(user) + 1);
    memcpy(account->device, device, strlen(device) + 1);
    return account;
}

static void account_own(struct matrix_account *account)
{
    account->own = (struct matrix_own_device){
        .user = account->user, .id = account->device, .account = account->provider};
}

void matrix_account_free(struct matrix_account **account)
{
    if (*account != NULL) {
        provider_account_free(&(*account)->provider);
        free((*account)->upload);
        heap_wipe(*account, sizeof **account);
        *account = NULL;
    }
}

/* Makes the body of what is not published yet. */
static void account_make_upload(struct matrix_account *account)
{
    cJSON *body = cJSON_CreateObject();
    cJSON *fallback = matrix_device_fallback_key(&account->own);
    if (!account->has_device) {
        cJSON_AddItemToObject(body, "device_keys", matrix_device_keys(&account->own));
    }
    cJSON_AddItemToObject(body, "one_time_keys", matrix_device_one_time_keys(&account->own));
    if (fallback != NULL) {
        cJSON_AddItemToObject(body, "fallback_keys", fallback);
    }
    free(account->upload);
    account->upload = cJSON_PrintUnformatted(body);
    cJSON_Delete(body);
}

struct matrix_account *matrix_account_new(const struct matrix_pickle *pickle, const char *user,
                                          const char *device, const struct entropy *entropy)
{
    struct matrix_account *account = account_empty(pickle, user, device);
    account->provider = provider_account_new(entropy);
    account_own(account);
    provider_account_make_one_time(account->provider, MATRIX_ONE_TIME_MOST, entropy);
    provider_account_make_fallback(account->provider, entropy);
    account_make_upload(account);
    account_enter(account, MATRIX_ACCOUNT_MADE);
    return account;
}

enum matrix_account_state matrix_account_state(const struct matrix_account *account)
{
    return account->state;
}

const struct matrix_own_device *matrix_account_device(const struct matrix_account *account)
{
    return &account->own;
}

struct provider_account *matrix_account_provider(struct matrix_account *account)
{
    return account->provider;
}

/* --- its row ---------------------------------------------------------------------------------- */

uint64_t matrix_account_write(struct matrix_account *account, struct matrix_changes *changes)
{
    struct provider_pickle_key key;
    struct buf pickle;
    struct buf row;
    buf_init(&pickle, PROVIDER_PICKLE_BYTES_MAX);
    buf_init(&row, ACCOUNT_ROW_BYTES);
    matrix_pickle_key(&account->pickle, MATRIX_ACCOUNT_ROW, &key);
    provider_account_pickle(account->provider, &key, &pickle);
    buf_text(&row, "{");
    json_out_text(&row, "user", account->user);
    json_out_text(&row, "device", account->device);
    json_out_text(&row, "pickle", pickle.text);
    json_out_text(&row, "upload", account->upload);
    json_out_flag(&row, "known", account->has_device);
    json_out_number(&row, "fallback", account->fallback_ms);
    buf_text(&row, "}");
    assert(!row.full && !pickle.full);
    matrix_changes_put(changes, MATRIX_ACCOUNT_ROW, row.text, row.len);
    buf_deinit(&row);
    buf_deinit(&pickle);
    account->writing++;
    if (account->state == MATRIX_ACCOUNT_MADE) {
        account_enter(account, MATRIX_ACCOUNT_STORING);
        account->awaited = account->writing;
    } else if (account->state == MATRIX_ACCOUNT_TAKEN) {
        account_enter(account, MATRIX_ACCOUNT_MARKING);
        account->awaited = account->writing;
    }
    return account->writing;
}

uint64_t matrix_account_writing(const struct matrix_account *account)
{
    return account->writing;
}

void matrix_account_stored(struct matrix_account *account, uint64_t writing, bool good)
{
    if (writing < account->awaited) {
        return; /* it was written before those keys were made */
    }
    if (account->state == MATRIX_ACCOUNT_STORING) {
        account_enter(account, good ? MATRIX_ACCOUNT_STORED : MATRIX_ACCOUNT_MADE);
    } else if (account->state == MATRIX_ACCOUNT_MARKING) {
        account_enter(account, good ? MATRIX_ACCOUNT_IDLE : MATRIX_ACCOUNT_TAKEN);
    }
}

static enum provider_answer account_read(struct matrix_account **account_r,
                                         const struct matrix_pickle *pickle, const cJSON *row)
{
    struct provider_pickle_key key;
    const char *user = json_at_text(row, "user");
    const char *device = json_at_text(row, "device");
    const char *text = json_at_text(row, "pickle");
    if (user == NULL || device == NULL || text == NULL || strlen(user) >= MATRIX_ID_BYTES ||
        strlen(device) >= MATRIX_ID_BYTES) {
        return PROVIDER_MALFORMED;
    }
    struct matrix_account *account = account_empty(pickle, user, device);
    matrix_pickle_key(pickle, MATRIX_ACCOUNT_ROW, &key);
    enum provider_answer answer =
        provider_account_unpickle(&account->provider, &key, text, strlen(text));
    if (answer != PROVIDER_GOOD) {
        matrix_account_free(&account);
        return answer;
    }
    account_own(account);
    account->upload = heap_copy(json_at_text(row, "upload"));
    account->has_device = json_at_flag(row, "known");
    account->fallback_ms = json_at_number(row, "fallback", 0, INT64_C(1) << 52, 0);
    account->state = account->upload != NULL ? MATRIX_ACCOUNT_STORED : MATRIX_ACCOUNT_IDLE;
    *account_r = account;
    return PROVIDER_GOOD;
}

enum provider_answer matrix_account_restore(struct matrix_account **account_r,
                                            const struct matrix_pickle *pickle, const char *value,
                                            size_t len)
{
    cJSON *row = cJSON_ParseWithLength(value, len);
    *account_r = NULL;
    enum provider_answer answer = account_read(account_r, pickle, row);
    cJSON_Delete(row);
    return answer;
}

/* --- its keys at the homeserver --------------------------------------------------------------- */

bool matrix_account_counted(struct matrix_account *account, int64_t one_time_keys,
                            bool fallback_unused, const struct entropy *entropy, int64_t now_ms)
{
    bool needs = one_time_keys < MATRIX_ONE_TIME_LEAST;
    if (account->state != MATRIX_ACCOUNT_IDLE || (!needs && fallback_unused)) {
        return false;
    }
    if (needs) {
        int64_t there = one_time_keys > 0 ? one_time_keys : 0;
        provider_account_make_one_time(account->provider, (size_t)(MATRIX_ONE_TIME_MOST - there),
                                       entropy);
    }
    if (!fallback_unused) {
        provider_account_make_fallback(account->provider, entropy);
        account->fallback_ms = now_ms;
    }
    account_make_upload(account);
    account_enter(account, MATRIX_ACCOUNT_MADE);
    return true;
}

bool matrix_account_missing(struct matrix_account *account, const struct entropy *entropy)
{
    if (account->state != MATRIX_ACCOUNT_IDLE) {
        return false;
    }
    account->has_device = false;
    provider_account_make_one_time(account->provider, MATRIX_ONE_TIME_MOST, entropy);
    provider_account_make_fallback(account->provider, entropy);
    account_make_upload(account);
    account_enter(account, MATRIX_ACCOUNT_MADE);
    return true;
}

void matrix_account_refused(struct matrix_account *account, const struct entropy *entropy)
{
    provider_account_published(account->provider); /* under these names nothing more is uploaded */
    provider_account_make_one_time(account->provider, MATRIX_ONE_TIME_MOST, entropy);
    provider_account_make_fallback(account->provider, entropy);
    account_make_upload(account);
    account_enter(account, MATRIX_ACCOUNT_MADE);
}

bool matrix_account_tick(struct matrix_account *account, int64_t now_ms)
{
    if (account->fallback_ms == 0 || now_ms - account->fallback_ms < MATRIX_FALLBACK_KEPT_MS ||
        account->state != MATRIX_ACCOUNT_IDLE) {
        return false;
    }
    provider_account_forget_fallback(account->provider);
    account->fallback_ms = 0;
    return true;
}

const char *matrix_account_upload(struct matrix_account *account)
{
    account_enter(account, MATRIX_ACCOUNT_UPLOADING);
    return account->upload;
}

void matrix_account_uploaded(struct matrix_account *account, bool good, int64_t now_ms)
{
    if (!good) {
        account_enter(account, MATRIX_ACCOUNT_STORED);
        return;
    }
    account_enter(account, MATRIX_ACCOUNT_TAKEN);
    provider_account_published(account->provider);
    account->has_device = true;
    account->fallback_ms = account->fallback_ms == 0 ? 0 : now_ms;
    free(account->upload);
    account->upload = NULL;
}
