/* What people see of the bot's keys: whether it encrypts, and by which fingerprint it is known. */
#include "json_at.h"
#include "matrix_fingerprint.h"
#include "matrix_setup_private.h"
#include "print.h"
#include "settings.h"

bool setup_encrypts(const struct matrix_setup *setup)
{
    return settings_flag(setup->settings, "matrix", "encryption");
}

/* Of the homeserver's answer: our account's master key and our device's keys, NULL none. */
struct setup_keys {
    const char *master;
    const char *self_signing;
    const cJSON *device;
};

/* The one key of a cross-signing key. */
static const char *setup_cross_key(const cJSON *users, const char *user)
{
    const cJSON *keys = json_at(json_at(users, user), "keys");
    const cJSON *first = cJSON_IsObject(keys) ? keys->child : NULL;
    const char *key = cJSON_GetStringValue(first);
    return matrix_fingerprint_is_key(key) ? key : NULL;
}

/* Is there a signature by that key? Whether it holds everybody checks for themselves. */
static bool setup_is_signed(const struct matrix_setup *setup, const struct setup_keys *keys)
{
    char name[MATRIX_FINGERPRINT_KEY + 16];
    const cJSON *signatures = json_at(json_at(keys->device, "signatures"), setup->user);
    if (keys->self_signing == NULL) {
        return false;
    }
    print_join(name, sizeof name, "ed25519:", keys->self_signing, "");
    return json_at_text(signatures, name) != NULL;
}

/* Encryption is on. */
static void setup_keys_are(struct matrix_setup *setup, const struct setup_keys *keys)
{
    char text[MATRIX_FINGERPRINT_TEXT] = "";
    if (keys->master != NULL) {
        matrix_fingerprint(keys->master, text);
    }
    if (keys->device == NULL && keys->master == NULL) {
        checks_ok(&setup->checks, "encryption is on: the device gets its keys at the first start");
    } else if (keys->device == NULL) {
        checks_mend(&setup->checks,
                    "the account has cross-signing keys (%s), and this device has none yet: the "
                    "bot replaces no keys of somebody else's. If they are not its own, give it "
                    "an account of its own, or set recovery_key_file",
                    text);
    } else if (keys->master == NULL) {
        checks_mend(&setup->checks, "the device has keys, and the account no cross-signing keys: "
                                    "people see it as not verified; the bot's log says why");
    } else if (!setup_is_signed(setup, keys)) {
        checks_mend(&setup->checks,
                    "the account's fingerprint is %s, and the device is not signed by it: people "
                    "see it as not verified; the bot's log says why",
                    text);
    } else {
        checks_ok(&setup->checks,
                  "encryption is on; people who compare the bot's fingerprint see %s", text);
    }
}

static void setup_keys_are_not(struct matrix_setup *setup, const struct setup_keys *keys)
{
    if (keys->device != NULL) {
        checks_mend(&setup->checks,
                    "the token's device has keys of another program's, which would have people "
                    "believe that it reads encrypted rooms: make a token for a device of its "
                    "own");
    } else {
        checks_ok(&setup->checks,
                  "the device has no keys: rooms that are not encrypted can be played in");
    }
}

/* What encryption needs beside. */
static void setup_encryption_wants(struct matrix_setup *setup)
{
    if (setup_option(setup, "encryption_key")[0] == '\0') {
        checks_mend(&setup->checks,
                    "encryption is on without a key for what is stored: set encryption_key_file to "
                    "a file with the output of `openssl rand -hex 32`");
    }
    checks_note(&setup->checks,
                "encryption is by libolm, which works and whose authors maintain it no more "
                "(deprecated since 2024)");
    if (setup_option(setup, "recovery_key")[0] != '\0') {
        checks_note(&setup->checks,
                    "recovery_key is set: the account is a person's too, and the bot signs its "
                    "device by what that opens; the log has matrix.recovered, or why not");
    }
    if (setup_option(setup, "as_token")[0] != '\0') {
        checks_note(&setup->checks,
                    "an appservice reads encrypted rooms only where its homeserver hands over "
                    "keys with events: in Synapse's homeserver.yaml, under experimental_features, "
                    "msc2409_to_device_messages_enabled: true and "
                    "msc3202_transaction_extensions: true; and in its registration, made anew with "
                    "encryption on, org.matrix.msc3202: true. No homeserver says whether it does: "
                    "where it does not, the bot's log has matrix.no_keys_come");
    }
}

static void setup_keys(void *context, const struct answer *answer)
{
    struct matrix_setup *setup = context;
    const cJSON *users = json_at(answer->json, "device_keys");
    const cJSON *devices = json_at(users, setup->user);
    const struct setup_keys keys = {
        .master = setup_cross_key(json_at(answer->json, "master_keys"), setup->user),
        .self_signing = setup_cross_key(json_at(answer->json, "self_signing_keys"), setup->user),
        .device = json_at(devices, setup->device)};
    if (answer->status != ANSWER_DONE || !cJSON_IsObject(users) ||
        (devices != NULL && !cJSON_IsObject(devices))) {
        checks_note(&setup->checks,
                    "the homeserver does not say whether the bot's device has keys");
    } else if (setup_encrypts(setup)) {
        setup_keys_are(setup, &keys);
    } else {
        setup_keys_are_not(setup, &keys);
    }
    if (setup_encrypts(setup)) {
        setup_encryption_wants(setup);
    }
    setup_limits_ask(setup);
}

void setup_keys_ask(struct matrix_setup *setup)
{
    cJSON *body = cJSON_CreateObject();
    cJSON *users = cJSON_AddObjectToObject(body, "device_keys");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(users, setup->user),
                         cJSON_CreateString(setup->device));
    char *json = cJSON_PrintUnformatted(body);
    const struct matrix_request request = {.method = "POST",
                                           .route = "/keys/query",
                                           .json = json,
                                           .priority = MATRIX_PROMPT,
                                           .time_ms = SETUP_MS};
    matrix_client_start(setup->client, &request, setup_keys, setup);
    cJSON_free(json);
    cJSON_Delete(body);
}
