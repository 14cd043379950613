#include "matrix_cross_setup.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "matrix_ed25519.h"

enum { CROSS_ROW_BYTES = 1024 };

struct matrix_cross {
    struct matrix_pickle pickle;
    struct matrix_cross_seeds seeds; /* nothing while master is "" */
    char master[PROVIDER_KEY_TEXT];
    enum matrix_cross_state state;
    bool is_given; /* the seeds are those of keys that the homeserver has */
};

const struct transitions matrix_cross_transitions = {
    .count = MATRIX_CROSS_STATES,
    .after = {
        [MATRIX_CROSS_UNKNOWN] = STATE_BIT(MATRIX_CROSS_MADE) | STATE_BIT(MATRIX_CROSS_STORED) |
                                 STATE_BIT(MATRIX_CROSS_UPLOADED) | STATE_BIT(MATRIX_CROSS_DONE) |
                                 STATE_BIT(MATRIX_CROSS_FOREIGN),
        [MATRIX_CROSS_MADE] = STATE_BIT(MATRIX_CROSS_STORING),
        [MATRIX_CROSS_STORING] = STATE_BIT(MATRIX_CROSS_STORED) | STATE_BIT(MATRIX_CROSS_MADE) |
                                 STATE_BIT(MATRIX_CROSS_UPLOADED),
        [MATRIX_CROSS_STORED] = STATE_BIT(MATRIX_CROSS_UPLOADING),
        [MATRIX_CROSS_UPLOADING] = STATE_BIT(MATRIX_CROSS_UPLOADED) |
                                   STATE_BIT(MATRIX_CROSS_STORED) | STATE_BIT(MATRIX_CROSS_REFUSED),
        [MATRIX_CROSS_UPLOADED] = STATE_BIT(MATRIX_CROSS_SIGNING),
        [MATRIX_CROSS_SIGNING] = STATE_BIT(MATRIX_CROSS_DONE) | STATE_BIT(MATRIX_CROSS_UPLOADED),
        [MATRIX_CROSS_DONE] = STATE_BIT(MATRIX_CROSS_UNKNOWN),
        [MATRIX_CROSS_FOREIGN] = STATE_BIT(MATRIX_CROSS_UNKNOWN) | STATE_BIT(MATRIX_CROSS_MADE),
        [MATRIX_CROSS_REFUSED] = STATE_BIT(MATRIX_CROSS_UNKNOWN),
    }};

static void cross_enter(struct matrix_cross *cross, enum matrix_cross_state state)
{
    assert(transitions_allow(&matrix_cross_transitions, cross->state, state));
    cross->state = state;
}

struct matrix_cross *matrix_cross_new(const struct matrix_pickle *pickle)
{
    struct matrix_cross *cross = heap_allocate(sizeof *cross);
    cross->pickle = *pickle;
    return cross;
}

void matrix_cross_free(struct matrix_cross **cross)
{
    heap_wipe(*cross, sizeof **cross);
    *cross = NULL;
}

bool matrix_cross_restore(struct matrix_cross **cross_r, const struct matrix_pickle *pickle,
                          const char *value, size_t len)
{
    cJSON *row = cJSON_ParseWithLength(value, len);
    struct matrix_cross *cross = matrix_cross_new(pickle);
    bool good = matrix_pickle_open(pickle, MATRIX_CROSS_ROW, json_at_text(row, "seeds"),
                                   &cross->seeds, sizeof cross->seeds);
    cJSON_Delete(row);
    if (good) {
        matrix_ed25519_public(cross->seeds.master, cross->master);
    } else {
        matrix_cross_free(&cross);
    }
    *cross_r = cross;
    return good;
}

enum matrix_cross_state matrix_cross_state(const struct matrix_cross *cross)
{
    return cross->state;
}

const char *matrix_cross_master(const struct matrix_cross *cross)
{
    return cross->master;
}

/* Are the keys of that identity those of these seeds? */
static bool cross_fits(const struct matrix_cross_seeds *seeds,
                       const struct matrix_identity *identity)
{
    char master[PROVIDER_KEY_TEXT];
    char self_signing[PROVIDER_KEY_TEXT];
    matrix_ed25519_public(seeds->master, master);
    matrix_ed25519_public(seeds->self_signing, self_signing);
    return strcmp(master, identity->master) == 0 &&
           strcmp(self_signing, identity->self_signing) == 0;
}

void matrix_cross_queried(struct matrix_cross *cross, const struct matrix_cross_query *query,
                          const struct entropy *entropy)
{
    bool has_seeds = cross->master[0] != '\0';
    struct matrix_identity identity;
    enum matrix_identity_verdict verdict =
        matrix_identity_read(query->master, query->self_signing, query->user, &identity);
    if (cross->state != MATRIX_CROSS_UNKNOWN) {
        cross_enter(cross, MATRIX_CROSS_UNKNOWN);
    }
    if (verdict == MATRIX_IDENTITY_NONE && has_seeds) {
        cross_enter(cross, MATRIX_CROSS_STORED); /* a crash before the upload, or it was reset */
    } else if (verdict == MATRIX_IDENTITY_NONE) {
        matrix_cross_make(&cross->seeds, entropy);
        matrix_ed25519_public(cross->seeds.master, cross->master);
        cross_enter(cross, MATRIX_CROSS_MADE);
    } else if (!has_seeds || !cross_fits(&cross->seeds, &identity)) {
        cross_enter(cross, MATRIX_CROSS_FOREIGN);
    } else {
        bool is_signed = matrix_identity_signed(&identity, query->device_keys);
        cross_enter(cross, is_signed ? MATRIX_CROSS_DONE : MATRIX_CROSS_UPLOADED);
    }
}

bool matrix_cross_given(struct matrix_cross *cross, const struct matrix_cross_query *query,
                        const struct matrix_cross_seeds *seeds)
{
    struct matrix_identity identity;
    char user_signing[PROVIDER_KEY_TEXT];
    matrix_ed25519_public(seeds->user_signing, user_signing);
    const cJSON *keys = json_at(query->user_signing, "keys");
    const char *claimed = cJSON_IsObject(keys) ? cJSON_GetStringValue(keys->child) : NULL;
    if (matrix_identity_read(query->master, query->self_signing, query->user, &identity) !=
            MATRIX_IDENTITY_SOUND ||
        !cross_fits(seeds, &identity) || claimed == NULL || strcmp(claimed, user_signing) != 0) {
        return false;
    }
    cross_enter(cross, MATRIX_CROSS_MADE);
    cross->seeds = *seeds;
    cross->is_given = true;
    matrix_ed25519_public(seeds->master, cross->master);
    return true;
}

void matrix_cross_write(struct matrix_cross *cross, struct matrix_changes *changes)
{
    struct buf row;
    struct buf seeds;
    buf_init(&row, CROSS_ROW_BYTES);
    buf_init(&seeds, CROSS_ROW_BYTES);
    cross_enter(cross, MATRIX_CROSS_STORING);
    matrix_pickle_seal(&cross->pickle, MATRIX_CROSS_ROW, &cross->seeds, sizeof cross->seeds,
                       &seeds);
    buf_text(&row, "{");
    json_out_text(&row, "seeds", seeds.text);
    buf_text(&row, "}");
    matrix_changes_put(changes, MATRIX_CROSS_ROW, row.text, row.len);
    buf_deinit(&row);
    buf_deinit(&seeds);
}

void matrix_cross_stored(struct matrix_cross *cross, bool good)
{
    enum matrix_cross_state stored = cross->is_given ? MATRIX_CROSS_UPLOADED : MATRIX_CROSS_STORED;
    cross_enter(cross, good ? stored : MATRIX_CROSS_MADE);
}

cJSON *matrix_cross_upload(struct matrix_cross *cross, const struct matrix_own_device *own)
{
    bool is_keys = cross->state == MATRIX_CROSS_STORED;
    cross_enter(cross, is_keys ? MATRIX_CROSS_UPLOADING : MATRIX_CROSS_SIGNING);
    return is_keys ? matrix_cross_keys(&cross->seeds, own)
                   : matrix_cross_signature(&cross->seeds, own);
}

cJSON *matrix_cross_vouch(const struct matrix_cross *cross, const char *own, const char *user,
                          const cJSON *master)
{
    const cJSON *keys = json_at(master, "keys");
    const char *key = cJSON_IsObject(keys) ? cJSON_GetStringValue(keys->child) : NULL;
    assert(cross->state == MATRIX_CROSS_DONE);
    if (key == NULL) {
        return NULL;
    }
    cJSON *body = cJSON_CreateObject();
    cJSON *signed_key = cJSON_Duplicate(master, true);
    cJSON_DeleteItemFromObjectCaseSensitive(signed_key, "signatures"); /* others' are there */
    matrix_sign_by_seed(signed_key, cross->seeds.user_signing, own);
    cJSON_AddItemToObject(cJSON_AddObjectToObject(body, user), key, signed_key);
    return body;
}

void matrix_cross_answered(struct matrix_cross *cross, enum matrix_cross_answer answer)
{
    /* by what was answered, of the keys and of the signature */
    static const enum matrix_cross_state next[][2] = {
        [MATRIX_CROSS_TAKEN] = {MATRIX_CROSS_UPLOADED, MATRIX_CROSS_DONE},
        [MATRIX_CROSS_AGAIN] = {MATRIX_CROSS_STORED, MATRIX_CROSS_UPLOADED},
        [MATRIX_CROSS_PASSWORD] = {MATRIX_CROSS_REFUSED, MATRIX_CROSS_UPLOADED}};
    cross_enter(cross, next[answer][cross->state == MATRIX_CROSS_SIGNING]);
}
