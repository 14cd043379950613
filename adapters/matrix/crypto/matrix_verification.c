#include "matrix_verification.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "matrix_signed.h"
#include "print.h"

enum {
    VERIFICATION_OUT_MAX = 5, /* all that is ever said; a cancel takes the place of what waits */
    VERIFICATION_CODE_BYTES = 64
};

struct verification_message {
    const char *type;
    cJSON *content;
};

struct matrix_verification {
    struct matrix_verification_setup setup;
    struct provider_sas *sas;
    char key[PROVIDER_KEY_TEXT];       /* ours, for this time */
    char their_key[PROVIDER_KEY_TEXT]; /* theirs; "" it has not come */
    enum matrix_verification_state state;
    bool has_macs; /* they have proved what they have to */
    bool proves_master;
    bool was_theirs;
    char why[VERIFICATION_CODE_BYTES];
    struct verification_message out[VERIFICATION_OUT_MAX];
    size_t out_count;
};

#define ENDS STATE_BIT(MATRIX_VERIFICATION_CANCELLED)
const struct transitions matrix_verification_transitions = {
    .count = MATRIX_VERIFICATION_STATES,
    .after = {
        [MATRIX_VERIFICATION_READY] = STATE_BIT(MATRIX_VERIFICATION_ACCEPTED) | ENDS,
        [MATRIX_VERIFICATION_ACCEPTED] = STATE_BIT(MATRIX_VERIFICATION_SHOWN) | ENDS,
        [MATRIX_VERIFICATION_SHOWN] = STATE_BIT(MATRIX_VERIFICATION_AGREED) | ENDS,
        [MATRIX_VERIFICATION_AGREED] = STATE_BIT(MATRIX_VERIFICATION_PROVED) | ENDS,
    }};
#undef ENDS

static void verification_enter(struct matrix_verification *verification,
                               enum matrix_verification_state state)
{
    assert(transitions_allow(&matrix_verification_transitions, verification->state, state));
    verification->state = state;
}

/* --- what is sent ----------------------------------------------------------------------------- */

void matrix_verification_name(cJSON *content, const char *transaction, bool is_in_room)
{
    cJSON_DeleteItemFromObjectCaseSensitive(content, "transaction_id");
    if (!is_in_room) {
        cJSON_AddStringToObject(content, "transaction_id", transaction);
        return;
    }
    cJSON *relation = cJSON_AddObjectToObject(content, "m.relates_to");
    cJSON_AddStringToObject(relation, "rel_type", "m.reference");
    cJSON_AddStringToObject(relation, "event_id", transaction);
}

/* Content becomes the verification's. */
static void verification_say(struct matrix_verification *verification, const char *type,
                             cJSON *content)
{
    assert(verification->out_count < VERIFICATION_OUT_MAX);
    matrix_verification_name(content, verification->setup.transaction,
                             verification->setup.is_in_room);
    verification->out[verification->out_count++] =
        (struct verification_message){.type = type, .content = content};
}

cJSON *matrix_verification_next(struct matrix_verification *verification, const char **type_r)
{
    if (verification->out_count == 0) {
        return NULL;
    }
    struct verification_message first = verification->out[0];
    verification->out_count--;
    memmove(verification->out, verification->out + 1,
            verification->out_count * sizeof *verification->out);
    *type_r = first.type;
    return first.content;
}

bool matrix_verification_has_next(const struct matrix_verification *verification)
{
    return verification->out_count > 0;
}

/* --- beginning and end ------------------------------------------------------------------------ */

struct matrix_verification *matrix_verification_new(const struct matrix_verification_setup *setup,
                                                    const struct entropy *entropy)
{
    struct matrix_verification *verification = heap_allocate(sizeof *verification);
    cJSON *content = cJSON_CreateObject();
    verification->setup = *setup;
    verification->sas = provider_sas_new(entropy);
    provider_sas_key(verification->sas, verification->key);
    cJSON_AddStringToObject(content, "from_device", setup->own.device);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(content, "methods"),
                         cJSON_CreateString("m.sas.v1"));
    verification_say(verification, MATRIX_VERIFICATION "ready", content);
    return verification;
}

static void verification_drop_out(struct matrix_verification *verification)
{
    while (verification->out_count > 0) {
        cJSON_Delete(verification->out[--verification->out_count].content);
    }
}

void matrix_verification_free(struct matrix_verification **verification)
{
    struct matrix_verification *freed = *verification;
    if (freed != NULL) {
        *verification = NULL;
        verification_drop_out(freed);
        provider_sas_free(&freed->sas);
        heap_wipe(freed, sizeof *freed);
    }
}

enum matrix_verification_state matrix_verification_state(
    const struct matrix_verification *verification)
{
    return verification->state;
}

static bool verification_has_ended(const struct matrix_verification *verification)
{
    return verification->state == MATRIX_VERIFICATION_PROVED ||
           verification->state == MATRIX_VERIFICATION_CANCELLED;
}

void matrix_verification_cancel(struct matrix_verification *verification, const char *code,
                                const char *reason)
{
    if (verification_has_ended(verification)) {
        return;
    }
    cJSON *content = cJSON_CreateObject();
    cJSON_AddStringToObject(content, "code", code);
    cJSON_AddStringToObject(content, "reason", reason);
    verification_enter(verification, MATRIX_VERIFICATION_CANCELLED);
    print_join(verification->why, sizeof verification->why, code, "", "");
    verification_drop_out(verification); /* nothing of what it would have said */
    verification_say(verification, MATRIX_VERIFICATION "cancel", content);
}

const char *matrix_verification_why(const struct matrix_verification *verification)
{
    return verification->why;
}

bool matrix_verification_was_theirs(const struct matrix_verification *verification)
{
    return verification->was_theirs;
}

bool matrix_verification_proves_master(const struct matrix_verification *verification)
{
    return verification->proves_master;
}

/* --- what comes ------------------------------------------------------------------------------- */

static bool verification_lists(const cJSON *content, const char *list, const char *word)
{
    const cJSON *items = json_at_list(content, list);
    const cJSON *item = items == NULL ? NULL : items->child;
    while (item != NULL && (!cJSON_IsString(item) || strcmp(item->valuestring, word) != 0)) {
        item = item->next;
    }
    return item != NULL;
}

static bool verification_is(const cJSON *content, const char *key, const char *wanted)
{
    const char *text = json_at_text(content, key);
    return text != NULL && strcmp(text, wanted) == 0;
}

/* Does it offer all that we know, and one of what we show? */
static bool verification_knows(const cJSON *start)
{
    return verification_is(start, "method", "m.sas.v1") &&
           verification_lists(start, "key_agreement_protocols", "curve25519-hkdf-sha256") &&
           verification_lists(start, "hashes", "sha256") &&
           verification_lists(start, "message_authentication_codes", "hkdf-hmac-sha256.v2") &&
           verification_lists(start, "short_authentication_string", "decimal");
}

static void take_start(struct matrix_verification *verification, const cJSON *start)
{
    char commitment[PROVIDER_KEY_TEXT];
    if (!verification_is(start, "from_device", verification->setup.other.device)) {
        matrix_verification_cancel(verification, "m.invalid_message",
                                   "Another device than the one that asked has started it");
        return;
    }
    if (!verification_knows(start)) {
        matrix_verification_cancel(verification, "m.unknown_method",
                                   "This bot compares emoji and numbers, nothing else");
        return;
    }
    if (!matrix_sas_commitment(verification->key, start, commitment)) {
        matrix_verification_cancel(verification, "m.invalid_message",
                                   "The start has no canonical form");
        return;
    }
    cJSON *content = cJSON_CreateObject();
    cJSON_AddStringToObject(content, "method", "m.sas.v1");
    cJSON_AddStringToObject(content, "key_agreement_protocol", "curve25519-hkdf-sha256");
    cJSON_AddStringToObject(content, "hash", "sha256");
    cJSON_AddStringToObject(content, "message_authentication_code", "hkdf-hmac-sha256.v2");
    cJSON *shown = cJSON_AddArrayToObject(content, "short_authentication_string");
    cJSON_AddItemToArray(shown, cJSON_CreateString("decimal"));
    if (verification_lists(start, "short_authentication_string", "emoji")) {
        cJSON_AddItemToArray(shown, cJSON_CreateString("emoji"));
    }
    cJSON_AddStringToObject(content, "commitment", commitment);
    verification_enter(verification, MATRIX_VERIFICATION_ACCEPTED);
    verification_say(verification, MATRIX_VERIFICATION "accept", content);
}

static void take_key(struct matrix_verification *verification, const cJSON *content)
{
    const char *key = json_at_text(content, "key");
    if (key == NULL || strlen(key) >= sizeof verification->their_key ||
        provider_sas_their_key(verification->sas, key) != PROVIDER_GOOD) {
        matrix_verification_cancel(verification, "m.invalid_message", "That is no key");
        return;
    }
    memcpy(verification->their_key, key, strlen(key) + 1);
    cJSON *own = cJSON_CreateObject();
    cJSON_AddStringToObject(own, "key", verification->key);
    verification_enter(verification, MATRIX_VERIFICATION_SHOWN);
    verification_say(verification, MATRIX_VERIFICATION "key", own);
}

static struct matrix_sas_side verification_side(const struct matrix_verification *verification,
                                                bool is_own)
{
    const struct matrix_verification_setup *setup = &verification->setup;
    const struct matrix_verification_side *side = is_own ? &setup->own : &setup->other;
    return (struct matrix_sas_side){side->user, side->device,
                                    is_own ? verification->key : verification->their_key};
}

/* Who speaks: from us, or from them. */
static struct matrix_sas_talk verification_talk(const struct matrix_verification *verification,
                                                bool is_own)
{
    return (struct matrix_sas_talk){.from = verification_side(verification, is_own),
                                    .to = verification_side(verification, !is_own),
                                    .transaction = verification->setup.transaction};
}

/* The ids of a side's keys: its device's, and its master key's where it has one. How many. */
static size_t verification_keys(const struct matrix_verification_side *side,
                                char ids[2][MATRIX_KEY_ID_TEXT], struct matrix_sas_key keys[2])
{
    size_t count = side->master[0] == '\0' ? 1 : 2;
    (void)matrix_key_id(ids[0], "ed25519", side->device);
    (void)matrix_key_id(ids[1], "ed25519", side->master);
    keys[0] = (struct matrix_sas_key){ids[0], side->device_key};
    keys[1] = (struct matrix_sas_key){ids[1], side->master};
    return count;
}

static void verification_say_done(struct matrix_verification *verification)
{
    verification_enter(verification, MATRIX_VERIFICATION_PROVED);
    verification_say(verification, MATRIX_VERIFICATION "done", cJSON_CreateObject());
}

static void take_mac(struct matrix_verification *verification, const cJSON *content)
{
    char ids[2][MATRIX_KEY_ID_TEXT];
    struct matrix_sas_key keys[2];
    uint32_t vouched = 0;
    size_t count = verification_keys(&verification->setup.other, ids, keys);
    struct matrix_sas_talk talk = verification_talk(verification, false);
    if (!matrix_sas_proved(verification->sas, &talk, content, keys, count, &vouched)) {
        matrix_verification_cancel(verification, "m.key_mismatch",
                                   "The keys are not those that this side sees");
        return;
    }
    verification->has_macs = true;
    verification->proves_master = (vouched & 2) != 0;
    if (verification->state == MATRIX_VERIFICATION_AGREED) {
        verification_say_done(verification);
    }
}

static void take_cancel(struct matrix_verification *verification, const cJSON *content)
{
    const char *code = json_at_text(content, "code");
    verification_enter(verification, MATRIX_VERIFICATION_CANCELLED);
    verification_drop_out(verification);
    verification->was_theirs = true;
    print_join(verification->why, sizeof verification->why,
               code != NULL && strlen(code) < sizeof verification->why ? code : "m.user", "", "");
}

/* Which message is taken in which states; before them it comes too early, after them again. */
static const struct verification_row {
    const char *type;
    void (*take)(struct matrix_verification *verification, const cJSON *content);
    enum matrix_verification_state first;
    enum matrix_verification_state last;
} verification_rows[] = {
    {MATRIX_VERIFICATION "start", take_start, MATRIX_VERIFICATION_READY, MATRIX_VERIFICATION_READY},
    {MATRIX_VERIFICATION "key", take_key, MATRIX_VERIFICATION_ACCEPTED,
     MATRIX_VERIFICATION_ACCEPTED},
    {MATRIX_VERIFICATION "mac", take_mac, MATRIX_VERIFICATION_SHOWN, MATRIX_VERIFICATION_AGREED},
    {MATRIX_VERIFICATION "cancel", take_cancel, MATRIX_VERIFICATION_READY,
     MATRIX_VERIFICATION_AGREED},
};

void matrix_verification_take(struct matrix_verification *verification, const char *type,
                              const cJSON *content)
{
    for (size_t i = 0; i < sizeof verification_rows / sizeof *verification_rows; i++) {
        const struct verification_row *row = &verification_rows[i];
        if (strcmp(row->type, type) != 0 || verification_has_ended(verification) ||
            verification->state > row->last) {
            continue;
        }
        if (verification->state < row->first) {
            matrix_verification_cancel(verification, "m.unexpected_message", "That was too early");
        } else if (row->take != take_mac || !verification->has_macs) {
            row->take(verification, content);
        }
    }
}

/* --- people ----------------------------------------------------------------------------------- */

void matrix_verification_see(const struct matrix_verification *verification,
                             struct matrix_sas_seen *seen)
{
    struct matrix_sas_talk talk = verification_talk(verification, false); /* they began */
    assert(verification->state == MATRIX_VERIFICATION_SHOWN);
    matrix_sas_see(verification->sas, &talk, seen);
}

static void verification_say_macs(struct matrix_verification *verification)
{
    char ids[2][MATRIX_KEY_ID_TEXT];
    struct matrix_sas_key keys[2];
    size_t count = verification_keys(&verification->setup.own, ids, keys);
    struct matrix_sas_talk talk = verification_talk(verification, true);
    if (count == 2 && strcmp(keys[0].id, keys[1].id) > 0) {
        struct matrix_sas_key first = keys[0];
        keys[0] = keys[1];
        keys[1] = first;
    }
    verification_say(verification, MATRIX_VERIFICATION "mac",
                     matrix_sas_mac(verification->sas, &talk, keys, count));
}

void matrix_verification_answer(struct matrix_verification *verification, bool is_same)
{
    assert(verification->state == MATRIX_VERIFICATION_SHOWN);
    if (!is_same) {
        matrix_verification_cancel(verification, "m.mismatched_sas",
                                   "What both sides show is not the same");
        return;
    }
    verification_enter(verification, MATRIX_VERIFICATION_AGREED);
    verification_say_macs(verification);
    if (verification->has_macs) {
        verification_say_done(verification);
    }
}
