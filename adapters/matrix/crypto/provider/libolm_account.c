/* The account on libolm, and what the other files of it share. Its memory for one-time keys is
 * JSON; its errors are codes in the object. */
#include "libolm_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "print.h"

const char *provider_name(void)
{
    static char name[32];
    uint8_t major = 0;
    uint8_t minor = 0;
    uint8_t patch = 0;
    struct buf text;
    olm_get_library_version(&major, &minor, &patch);
    buf_init(&text, sizeof name - 1);
    print_to(&text, "libolm %u.%u.%u", major, minor, patch);
    memcpy(name, text.text, text.len + 1);
    buf_deinit(&text);
    return name;
}

enum provider_answer libolm_answer(enum OlmErrorCode code)
{
    switch (code) {
    case OLM_BAD_MESSAGE_MAC:
    case OLM_BAD_SIGNATURE:
    case OLM_BAD_ACCOUNT_KEY:
        return PROVIDER_FORGED;
    case OLM_BAD_MESSAGE_KEY_ID:
    case OLM_UNKNOWN_MESSAGE_INDEX:
        return PROVIDER_UNKNOWN;
    case OLM_NOT_ENOUGH_RANDOM:
    case OLM_OUTPUT_BUFFER_TOO_SMALL:
    case OLM_SAS_THEIR_KEY_NOT_SET:
        abort();      /* these are ours */
    case OLM_SUCCESS: /* it failed all the same */
    case OLM_BAD_MESSAGE_VERSION:
    case OLM_BAD_MESSAGE_FORMAT:
    case OLM_INVALID_BASE64:
    case OLM_UNKNOWN_PICKLE_VERSION:
    case OLM_CORRUPTED_PICKLE:
    case OLM_BAD_SESSION_KEY:
    case OLM_BAD_LEGACY_ACCOUNT_PICKLE:
    case OLM_INPUT_BUFFER_TOO_SMALL:
    case OLM_PICKLE_EXTRA_DATA:
        break;
    }
    return PROVIDER_MALFORMED;
}

uint8_t *libolm_random(const struct entropy *entropy, size_t count)
{
    uint8_t *bytes = count == 0 ? NULL : heap_allocate(count);
    if (bytes != NULL) {
        entropy->fill(entropy->context, bytes, count);
    }
    return bytes;
}

uint8_t *libolm_copy(const char *text, size_t len)
{
    uint8_t *copy = heap_allocate(len + 1);
    memcpy(copy, text, len);
    return copy;
}

/* --- the object ------------------------------------------------------------------------------- */

static struct provider_account *account_empty(void)
{
    struct provider_account *account = heap_allocate(sizeof *account);
    account->olm = olm_account(heap_allocate(olm_account_size()));
    return account;
}

struct provider_account *provider_account_new(const struct entropy *entropy)
{
    struct provider_account *account = account_empty();
    size_t need = olm_create_account_random_length(account->olm);
    uint8_t *random = libolm_random(entropy, need);
    size_t done = olm_create_account(account->olm, random, need);
    assert(done != olm_error());
    (void)done;
    heap_wipe(random, need);
    return account;
}

void provider_account_free(struct provider_account **account)
{
    if (*account != NULL) {
        olm_clear_account((*account)->olm);
        free((*account)->olm);
        free(*account);
        *account = NULL;
    }
}

void provider_account_pickle(const struct provider_account *account,
                             const struct provider_pickle_key *key, struct buf *out)
{
    size_t size = olm_pickle_account_length(account->olm);
    char *pickle = heap_allocate(size);
    size_t len = olm_pickle_account(account->olm, key->bytes, sizeof key->bytes, pickle, size);
    assert(len <= size);
    buf_add(out, pickle, len);
    free(pickle);
}

enum provider_answer provider_account_unpickle(struct provider_account **account_r,
                                               const struct provider_pickle_key *key,
                                               const char *pickle, size_t len)
{
    struct provider_account *account = account_empty();
    uint8_t *copy = libolm_copy(pickle, len);
    enum provider_answer answer = PROVIDER_GOOD;
    if (olm_unpickle_account(account->olm, key->bytes, sizeof key->bytes, copy, len) ==
        olm_error()) {
        answer = libolm_answer(olm_account_last_error_code(account->olm));
        provider_account_free(&account);
    }
    heap_wipe(copy, len);
    *account_r = account;
    return answer;
}

/* --- its keys --------------------------------------------------------------------------------- */

/* A member of JSON that the library made. */
static void account_take(char *into, size_t size, const char *text)
{
    assert(text != NULL && strlen(text) < size);
    memcpy(into, text, strlen(text) + 1);
}

static cJSON *account_json(char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    free(text);
    assert(json != NULL);
    return json;
}

void provider_account_keys(const struct provider_account *account, char curve[PROVIDER_KEY_TEXT],
                           char ed[PROVIDER_KEY_TEXT])
{
    size_t size = olm_account_identity_keys_length(account->olm);
    char *text = heap_allocate(size);
    cJSON *json = account_json(text, olm_account_identity_keys(account->olm, text, size));
    account_take(curve, PROVIDER_KEY_TEXT,
                 cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "curve25519")));
    account_take(ed, PROVIDER_KEY_TEXT,
                 cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "ed25519")));
    cJSON_Delete(json);
}

void provider_account_sign(const struct provider_account *account, const void *bytes, size_t len,
                           char signature[PROVIDER_SIGNATURE_TEXT])
{
    size_t done =
        olm_account_sign(account->olm, bytes, len, signature, PROVIDER_SIGNATURE_TEXT - 1);
    assert(done == PROVIDER_SIGNATURE_TEXT - 1);
    signature[done] = '\0';
}

/* The keys in {"curve25519":{"id":"key"}}. */
static size_t account_listed(char *text, size_t len, struct provider_one_time_key *keys,
                             size_t most)
{
    size_t count = 0;
    cJSON *json = account_json(text, len);
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "curve25519");
    const cJSON *item = list == NULL ? NULL : list->child;
    for (; item != NULL && count < most; item = item->next, count++) {
        account_take(keys[count].id, sizeof keys[count].id, item->string);
        account_take(keys[count].key, sizeof keys[count].key, cJSON_GetStringValue(item));
    }
    cJSON_Delete(json);
    return count;
}

size_t provider_account_one_time_most(const struct provider_account *account)
{
    return olm_account_max_number_of_one_time_keys(account->olm);
}

void provider_account_make_one_time(struct provider_account *account, size_t count,
                                    const struct entropy *entropy)
{
    size_t need = olm_account_generate_one_time_keys_random_length(account->olm, count);
    uint8_t *random = libolm_random(entropy, need);
    size_t done = olm_account_generate_one_time_keys(account->olm, count, random, need);
    assert(done != olm_error());
    (void)done;
    heap_wipe(random, need);
}

size_t provider_account_one_time(const struct provider_account *account,
                                 struct provider_one_time_key keys[PROVIDER_ONE_TIME_MAX])
{
    size_t size = olm_account_one_time_keys_length(account->olm);
    char *text = heap_allocate(size);
    size_t len = olm_account_one_time_keys(account->olm, text, size);
    return account_listed(text, len, keys, PROVIDER_ONE_TIME_MAX);
}

void provider_account_make_fallback(struct provider_account *account, const struct entropy *entropy)
{
    size_t need = olm_account_generate_fallback_key_random_length(account->olm);
    uint8_t *random = libolm_random(entropy, need);
    size_t done = olm_account_generate_fallback_key(account->olm, random, need);
    assert(done != olm_error());
    (void)done;
    heap_wipe(random, need);
}

bool provider_account_fallback(const struct provider_account *account,
                               struct provider_one_time_key *key)
{
    size_t size = olm_account_unpublished_fallback_key_length(account->olm);
    char *text = heap_allocate(size + 1);
    size_t len = olm_account_unpublished_fallback_key(account->olm, text, size);
    return account_listed(text, len, key, 1) == 1;
}

void provider_account_forget_fallback(struct provider_account *account)
{
    olm_account_forget_old_fallback_key(account->olm);
}

void provider_account_published(struct provider_account *account)
{
    olm_account_mark_keys_as_published(account->olm);
}
