/* Routes of cross-signing: a user's own keys, and signatures of devices and of others' keys. */
#include "mxfake_handlers.h"
#include "mxfake_keys.h"
#include "mxfake_sign.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *uploaded;
    const char *told;
    const char *usage;
} mxfake_cross_names[MXFAKE_CROSS_KEYS] = {
    [MXFAKE_CROSS_MASTER] = {"master_key", "master_keys", "master"},
    [MXFAKE_CROSS_SELF] = {"self_signing_key", "self_signing_keys", "self_signing"},
    [MXFAKE_CROSS_USER] = {"user_signing_key", "user_signing_keys", "user_signing"},
};

/* The one key in it: its id is the name. NULL: there is none. */
static const cJSON *mxfake_cross_key(const cJSON *json)
{
    const cJSON *keys = fake_get(json, "keys");
    return cJSON_GetArraySize(keys) == 1 && cJSON_IsString(keys->child) ? keys->child : NULL;
}

/* What stands behind the colon: as the name of a device. */
static const char *mxfake_cross_id(const cJSON *json)
{
    const cJSON *key = mxfake_cross_key(json);
    const char *colon = key == NULL ? NULL : strchr(key->string, ':');
    return colon == NULL ? "" : colon + 1;
}

static bool mxfake_cross_signs(const cJSON *by, const char *user, const cJSON *json)
{
    const cJSON *key = mxfake_cross_key(by);
    return key != NULL && mxfake_signed(json, user, key->string, key->valuestring);
}

void mxfake_cross_free(struct mxfake_user *user)
{
    for (int i = 0; i < MXFAKE_CROSS_KEYS; i++) {
        cJSON_Delete(user->cross[i]);
        user->cross[i] = NULL;
    }
    cJSON_Delete(user->signatures);
    user->signatures = NULL;
}

/* --- telling ---------------------------------------------------------------------------------- */

/* What signer has uploaded about a key of target's. */
static void mxfake_cross_add(cJSON *json, const struct mxfake_user *signer,
                             const struct mxfake_user *target, const char *id)
{
    const cJSON *made = fake_get(fake_get(signer->signatures, target->id), id);
    cJSON *all = fake_get(json, "signatures");
    all = all != NULL || made == NULL ? all : fake_add_object(json, "signatures");
    cJSON *of_signer = fake_get(all, signer->id);
    of_signer = of_signer != NULL || made == NULL ? of_signer : fake_add_object(all, signer->id);
    const cJSON *signature = NULL;
    cJSON_ArrayForEach(signature, made)
    {
        fake_put(of_signer, signature->string, cJSON_CreateString(signature->valuestring));
    }
}

cJSON *mxfake_cross_shown(const struct mxfake_user *reader, const struct mxfake_user *target,
                          const char *id, const cJSON *key)
{
    cJSON *json = cJSON_Duplicate(key, true);
    mxfake_cross_add(json, target, target, id);
    if (reader != target) {
        mxfake_cross_add(json, reader, target, id);
    }
    return json;
}

void mxfake_cross_tell(const struct mxfake_user *reader, const struct mxfake_user *user,
                       cJSON *json)
{
    for (int i = 0; i < MXFAKE_CROSS_KEYS; i++) {
        const cJSON *key = user->cross[i];
        if (key != NULL && (i != MXFAKE_CROSS_USER || reader == user)) {
            fake_put(fake_get(json, mxfake_cross_names[i].told), user->id,
                     mxfake_cross_shown(reader, user, mxfake_cross_id(key), key));
        }
    }
}

/* --- a user's own keys ------------------------------------------------------------------------ */

static bool mxfake_cross_sound(const struct mxfake_call *call, int which, const cJSON *master,
                               struct mxfake_no *no)
{
    const cJSON *key = fake_get(call->body, mxfake_cross_names[which].uploaded);
    const char *user = fake_get_text(key, "user_id");
    const cJSON *usage = NULL;
    bool named = false;
    cJSON_ArrayForEach(usage, fake_get(key, "usage"))
    {
        named = named || (cJSON_IsString(usage) &&
                          strcmp(usage->valuestring, mxfake_cross_names[which].usage) == 0);
    }
    if (user == NULL || strcmp(user, call->user->id) != 0 || !named ||
        mxfake_cross_key(key) == NULL) {
        return mxfake_deny(no, 400, "M_INVALID_PARAM", "Invalid cross-signing key");
    }
    if (which != MXFAKE_CROSS_MASTER && !mxfake_cross_signs(master, call->user->id, key)) {
        return mxfake_deny(no, 400, "M_INVALID_SIGNATURE", "Invalid signature on key");
    }
    return true;
}

/* Is anything new in the body? */
static bool mxfake_cross_differs(const struct mxfake_call *call)
{
    for (int i = 0; i < MXFAKE_CROSS_KEYS; i++) {
        const cJSON *key = fake_get(call->body, mxfake_cross_names[i].uploaded);
        if (key != NULL && !cJSON_Compare(key, call->user->cross[i], true)) {
            return true;
        }
    }
    return false;
}

/* Who replaces keys proves who they are; false: answered. An application service never does. */
static bool mxfake_cross_proved(struct mxfake_call *call)
{
    const cJSON *auth = fake_get(call->body, "auth");
    const char *type = fake_get_text(auth, "type");
    const char *password = fake_get_text(auth, "password");
    if (call->user->cross[MXFAKE_CROSS_MASTER] == NULL || call->service != NULL) {
        return true;
    }
    bool tried = type != NULL && strcmp(type, "m.login.password") == 0 && password != NULL;
    if (tried && call->user->password != NULL && strcmp(password, call->user->password) == 0) {
        return true;
    }
    cJSON *json = cJSON_CreateObject();
    if (tried) {
        fake_add_text(json, "errcode", "M_FORBIDDEN");
        fake_add_text(json, "error", "Invalid username or password");
        fake_add_list(json, "completed");
    }
    fake_add_text(json, "session", "sign-again");
    fake_add_object(json, "params");
    cJSON *stages = fake_add_list(fake_add_object(fake_add_list(json, "flows"), NULL), "stages");
    fake_add_text(stages, NULL, call->fake->knobs.oauth ? "m.oauth" : "m.login.password");
    mxfake_answer(call, 401, json);
    return false;
}

static void mxfake_cross_store(struct mxfake_call *call)
{
    bool others_see = false;
    for (int i = 0; i < MXFAKE_CROSS_KEYS; i++) {
        const cJSON *key = fake_get(call->body, mxfake_cross_names[i].uploaded);
        if (key != NULL) {
            cJSON_Delete(call->user->cross[i]);
            call->user->cross[i] = cJSON_Duplicate(key, true);
            others_see = others_see || i != MXFAKE_CROSS_USER;
        }
    }
    const struct mxfake_entry own = {.user = call->user, .signer = call->user};
    if (others_see) {
        mxfake_devices_changed(call->fake, call->user);
    } else {
        mxfake_happened(call->fake, &own);
    }
    call->fake->counts.identities++;
}

void mxfake_upload_signing(struct mxfake_call *call)
{
    struct mxfake_no no = {0};
    if (!mxfake_cross_differs(call)) {
        mxfake_answer_nothing(call);
        return;
    }
    if (!mxfake_cross_proved(call)) {
        return;
    }
    const cJSON *master = fake_get(call->body, "master_key");
    master = master != NULL ? master : call->user->cross[MXFAKE_CROSS_MASTER];
    bool sound =
        master != NULL || mxfake_deny(&no, 400, "M_MISSING_PARAM", "No master key available");
    for (int i = 0; sound && i < MXFAKE_CROSS_KEYS; i++) {
        sound = fake_get(call->body, mxfake_cross_names[i].uploaded) == NULL ||
                mxfake_cross_sound(call, i, master, &no);
    }
    if (!sound) {
        mxfake_refuse(call, &no);
        return;
    }
    mxfake_cross_store(call);
    mxfake_answer_nothing(call);
}

/* --- signatures ------------------------------------------------------------------------------- */

/* What somebody says about one key. */
struct mxfake_claim {
    struct mxfake_user *by;
    struct mxfake_user *target;
    const char *id;
    const cJSON *json;
};

static void mxfake_claim_keep(const struct mxfake_claim *claim, const char *key_id)
{
    struct mxfake_user *by = claim->by;
    by->signatures = by->signatures != NULL ? by->signatures : cJSON_CreateObject();
    cJSON *of_target = fake_get(by->signatures, claim->target->id);
    of_target = of_target != NULL ? of_target : fake_add_object(by->signatures, claim->target->id);
    cJSON *of_key = fake_get(of_target, claim->id);
    of_key = of_key != NULL ? of_key : fake_add_object(of_target, claim->id);
    const cJSON *made = fake_get(fake_get(claim->json, "signatures"), by->id);
    fake_put(of_key, key_id, cJSON_CreateString(fake_get_text(made, key_id)));
}

/* Signed by a cross-signing key of theirs? And it is the key that is known. */
static bool mxfake_claim_by(const struct mxfake_claim *claim, enum mxfake_cross which,
                            const cJSON *known, struct mxfake_no *no)
{
    const cJSON *with = claim->by->cross[which];
    const cJSON *made = fake_get(fake_get(claim->json, "signatures"), claim->by->id);
    const cJSON *key = mxfake_cross_key(with);
    if (key == NULL) {
        return mxfake_deny(no, 404, "M_NOT_FOUND", "No such key found");
    }
    if (fake_get_text(made, key->string) == NULL) {
        return mxfake_deny(no, 400, "M_INVALID_SIGNATURE", "Invalid signature");
    }
    if (known == NULL) {
        return mxfake_deny(no, 404, "M_NOT_FOUND", "Unknown device");
    }
    if (!mxfake_same_unsigned(claim->json, known)) {
        return mxfake_deny(no, 400, "M_UNKNOWN", "Key does not match");
    }
    if (!mxfake_cross_signs(with, claim->by->id, claim->json)) {
        return mxfake_deny(no, 400, "M_INVALID_SIGNATURE", "Invalid signature");
    }
    mxfake_claim_keep(claim, key->string);
    return true;
}

/* Their own master key, signed by devices of theirs. */
static bool mxfake_claim_master(const struct mxfake_claim *claim, struct mxfake_no *no)
{
    const cJSON *master = claim->by->cross[MXFAKE_CROSS_MASTER];
    const cJSON *made = fake_get(fake_get(claim->json, "signatures"), claim->by->id);
    const cJSON *signature = NULL;
    if (!mxfake_same_unsigned(claim->json, master)) {
        return mxfake_deny(no, 400, "M_UNKNOWN", "Key does not match");
    }
    cJSON_ArrayForEach(signature, made)
    {
        const char *colon = strchr(signature->string, ':');
        const struct mxfake_device *device =
            colon == NULL ? NULL : mxfake_device_find(claim->by, colon + 1);
        const cJSON *keys = device == NULL ? NULL : fake_get(device->keys, "keys");
        if (!mxfake_signed(claim->json, claim->by->id, signature->string,
                           fake_get_text(keys, signature->string))) {
            return mxfake_deny(no, 400, "M_INVALID_SIGNATURE", "Invalid signature");
        }
    }
    cJSON_ArrayForEach(signature, made)
    {
        mxfake_claim_keep(claim, signature->string);
    }
    return true;
}

static bool mxfake_claim_good(const struct mxfake_claim *claim, struct mxfake_no *no)
{
    const cJSON *master = claim->target->cross[MXFAKE_CROSS_MASTER];
    bool of_master = master != NULL && strcmp(mxfake_cross_id(master), claim->id) == 0;
    if (claim->by != claim->target) {
        return of_master ? mxfake_claim_by(claim, MXFAKE_CROSS_USER, master, no)
                         : mxfake_deny(no, 404, "M_NOT_FOUND", "Unknown device");
    }
    if (master == NULL) {
        return mxfake_deny(no, 404, "M_NOT_FOUND", "No such key found");
    }
    if (of_master) {
        return mxfake_claim_master(claim, no);
    }
    const struct mxfake_device *device = mxfake_device_find(claim->by, claim->id);
    return mxfake_claim_by(claim, MXFAKE_CROSS_SELF, device == NULL ? NULL : device->keys, no);
}

static void mxfake_claim_failed(cJSON *failures, const struct mxfake_claim *claim,
                                const struct mxfake_no *no)
{
    cJSON *of_user = fake_get(failures, claim->target->id);
    of_user = of_user != NULL ? of_user : fake_add_object(failures, claim->target->id);
    cJSON *failure = fake_add_object(of_user, claim->id);
    fake_add_number(failure, "status", no->status);
    fake_add_text(failure, "errcode", no->code);
    fake_add_text(failure, "message", no->text);
}

/* All that is said about one user's keys. */
static void mxfake_sign_user(struct mxfake_call *call, const cJSON *said, cJSON *failures)
{
    struct mxfake *fake = call->fake;
    struct mxfake_user *target = mxfake_user_at(fake, said->string);
    const struct mxfake_entry entry = {.user = target, .signer = call->user};
    bool any = false;
    const cJSON *json = NULL;
    cJSON_ArrayForEach(json, said)
    {
        struct mxfake_no no = {0};
        const struct mxfake_claim claim = {call->user, target, json->string, json};
        if (mxfake_claim_good(&claim, &no)) {
            any = true;
        } else {
            mxfake_claim_failed(failures, &claim, &no);
        }
    }
    if (any && target == call->user) {
        mxfake_devices_changed(fake, target);
    } else if (any) {
        mxfake_happened(fake, &entry);
    }
}

void mxfake_upload_signatures(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *failures = fake_add_object(json, "failures");
    const cJSON *said = NULL;
    cJSON_ArrayForEach(said, call->body)
    {
        mxfake_sign_user(call, said, failures);
    }
    mxfake_answer(call, 200, json);
}
