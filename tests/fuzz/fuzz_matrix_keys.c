/* Keys of devices and of people, events of devices and rooms, and rows of our own, whatever their
 * sender put into them: what is taken has the shape that it must have, and is read the same twice.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "json_at.h"
#include "matrix_account.h"
#include "matrix_attachment.h"
#include "matrix_backup.h"
#include "matrix_canonical.h"
#include "matrix_cross_setup.h"
#include "matrix_ed25519.h"
#include "matrix_machine.h"
#include "matrix_megolm_in.h"
#include "matrix_megolm_out.h"
#include "matrix_peer.h"
#include "matrix_replay.h"
#include "matrix_sas.h"
#include "matrix_secret.h"
#include "matrix_tracked.h"
#include "matrix_verification.h"

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static struct matrix_pickle pickle;
static struct provider_account *account;
static struct provider_sas *sas;
static struct entropy entropy;
static struct matrix_changes *disk; /* a machine that has just begun */

static void fuzz_begin(void)
{
    static uint64_t state;
    char key[PROVIDER_KEY_TEXT];
    if (account == NULL) {
        entropy = entropy_seeded(&state, 17);
        struct matrix_machine *machine = matrix_machine_new(&pickle, &entropy);
        disk = matrix_changes_new();
        matrix_machine_begin(machine, "@bot:test", "BOT");
        matrix_account_write(matrix_machine_account(machine), disk);
        matrix_machine_free(&machine);
        account = provider_account_new(&entropy);
        sas = provider_sas_new(&entropy);
        provider_sas_key(sas, key);
        provider_sas_their_key(sas, key);
    }
}

/* A value has one canonical text, which is its own. */
static void fuzz_canonical(const cJSON *json)
{
    struct buf text;
    struct buf again;
    buf_init(&text, MATRIX_CANONICAL_BYTES_MAX);
    buf_init(&again, MATRIX_CANONICAL_BYTES_MAX);
    if (matrix_canonical(json, &text)) {
        cJSON *back = cJSON_ParseWithLength(text.text, text.len);
        assert(back != NULL && matrix_canonical(back, &again));
        assert(strcmp(text.text, again.text) == 0);
        cJSON_Delete(back);
    }
    buf_deinit(&text);
    buf_deinit(&again);
}

static void fuzz_device(const cJSON *json)
{
    struct matrix_device device = {0};
    struct matrix_device again = {0};
    char key[PROVIDER_KEY_TEXT];
    const char *user = json_at_text(json, "user_id");
    const char *id = json_at_text(json, "device_id");
    if (user == NULL || id == NULL) {
        return;
    }
    if (matrix_device_read(json, user, id, NULL, &device) == MATRIX_DEVICE_SOUND) {
        assert(strlen(device.curve) == PROVIDER_KEY_TEXT - 1);
        assert(strlen(device.ed) == PROVIDER_KEY_TEXT - 1);
        assert(matrix_device_read(json, user, id, &device, &again) == MATRIX_DEVICE_SOUND);
        assert(strcmp(device.curve, again.curve) == 0);
    }
    (void)matrix_device_claimed(json_at(json, "claimed"), &device, key);
}

static void fuzz_identity(const cJSON *json)
{
    struct matrix_identity identity;
    const char *user = json_at_text(json, "user_id");
    enum matrix_identity_verdict verdict =
        matrix_identity_read(json_at(json, "master_key"), json_at(json, "self_signing_key"),
                             user != NULL ? user : "@a:b", &identity);
    assert((verdict == MATRIX_IDENTITY_SOUND) == (identity.master[0] != '\0'));
    (void)matrix_identity_signed(&identity, json_at(json, "device_keys"));
}

/* What a query says of somebody, twice. */
static void fuzz_tracked(const cJSON *json)
{
    static struct matrix_tracked_news news;
    struct matrix_tracked *tracked = matrix_tracked_new("@bot:test");
    struct matrix_changes *changes = matrix_changes_new();
    const struct matrix_query_answer answer = {.devices = json_at(json, "devices"),
                                               .master = json_at(json, "master_key"),
                                               .self_signing = json_at(json, "self_signing_key")};
    matrix_tracked_querying(tracked);
    matrix_tracked_answered(tracked, &answer, &news);
    assert(news.gone_count == 0 && !news.is_other);
    matrix_tracked_changed(tracked);
    matrix_tracked_querying(tracked);
    matrix_tracked_answered(tracked, &answer, &news);
    assert(news.gone_count == 0 && !news.is_other);
    matrix_tracked_write(tracked, changes);
    matrix_changes_free(&changes);
    matrix_tracked_free(&tracked);
}

static void fuzz_olm(const cJSON *json, const uint8_t *bytes, size_t size)
{
    const struct matrix_own_device own = {.user = "@bot:test", .id = "BOT", .account = account};
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    const char *sender = NULL;
    struct provider_message message;
    struct matrix_olm_event event;
    struct buf words;
    provider_account_keys(account, curve, ed);
    if (matrix_olm_read(json, curve, &sender, &message)) {
        assert(strlen(sender) == PROVIDER_KEY_TEXT - 1 && message.type <= 1);
    }
    buf_init(&words, size + 1);
    buf_add(&words, (const char *)bytes, size);
    struct matrix_olm_envelope envelope = {.user = "@ana:test", .curve = curve};
    if (matrix_olm_check(&own, &envelope, &words, &event) <= MATRIX_OLM_UNPROVED) {
        assert(event.type != NULL && cJSON_IsObject(event.content));
        assert(strcmp(event.sender.user, "@ana:test") == 0);
    }
    cJSON_Delete(event.json);
    buf_deinit(&words);
}

static void fuzz_megolm(const cJSON *json)
{
    const struct matrix_olm_sender sender = {.user = "@ana:test", .device = "PHONE"};
    struct matrix_megolm_in *session = NULL;
    struct matrix_changes *changes = matrix_changes_new();
    cJSON *plain = NULL;
    enum matrix_key_verdict verdict =
        matrix_megolm_in_take(&session, &pickle, json_at(json, "key"), &sender, 1);
    assert((verdict == MATRIX_KEY_NEW) == (session != NULL));
    if (session != NULL) {
        assert(matrix_megolm_in_take(&session, &pickle, json_at(json, "key"), &sender, 1) ==
               MATRIX_KEY_NO_BETTER);
        (void)matrix_megolm_in_read(session, json_at(json, "event"), changes, &plain);
        cJSON_Delete(plain);
        matrix_megolm_in_write(session, changes);
    }
    matrix_megolm_in_free(&session);
    matrix_changes_free(&changes);
}

static void fuzz_file(const cJSON *json)
{
    struct matrix_file file;
    struct matrix_file again;
    const char *url = matrix_file_read(json, &file);
    if (url != NULL) {
        cJSON *object = matrix_file_write(&file, url);
        const char *back = matrix_file_read(object, &again);
        assert(back != NULL && strcmp(back, url) == 0 && memcmp(&file, &again, sizeof file) == 0);
        cJSON_Delete(object);
    }
}

static void fuzz_sas(const cJSON *json)
{
    static const struct matrix_sas_key keys[] = {{"ed25519:PHONE", "key"}, {"ed25519:m", NULL}};
    const struct matrix_sas_talk talk = {{"@a:b", "A", "k"}, {"@c:d", "C", "l"}, "one"};
    char text[PROVIDER_KEY_TEXT];
    uint32_t vouched = 0;
    assert(!matrix_sas_proved(sas, &talk, json, keys, 2, &vouched) || vouched == 1);
    (void)matrix_sas_commitment("key", json, text);
}

/* Its members are messages of a verification, by type; and all of it is each of them. */
static void fuzz_verification(const cJSON *json)
{
    static const char *const types[] = {MATRIX_VERIFICATION "start", MATRIX_VERIFICATION "key",
                                        MATRIX_VERIFICATION "mac", MATRIX_VERIFICATION "cancel"};
    static const struct matrix_verification_setup setup = {
        .own = {.user = "@c:d", .device = "C", .device_key = "l", .master = "m"},
        .other = {.user = "@a:b", .device = "PHONE", .device_key = "k"},
        .transaction = "one"};
    const cJSON *item = cJSON_IsObject(json) ? json->child : NULL;
    struct matrix_verification *verification = matrix_verification_new(&setup, &entropy);
    for (; item != NULL; item = item->next) {
        matrix_verification_take(verification, item->string, item);
        if (matrix_verification_state(verification) == MATRIX_VERIFICATION_SHOWN) {
            matrix_verification_answer(verification, true);
        }
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        matrix_verification_take(verification, types[i], json);
    }
    assert(matrix_verification_state(verification) != MATRIX_VERIFICATION_PROVED);
    matrix_verification_free(&verification);
}

static void fuzz_secret(const cJSON *json, const uint8_t *bytes, size_t size)
{
    static const uint8_t key[MATRIX_SECRET_KEY_BYTES];
    uint8_t read[MATRIX_SECRET_KEY_BYTES];
    char text[MATRIX_SECRET_TEXT_MAX + 1];
    struct buf words;
    buf_init(&words, size + 1);
    buf_add(&words, (const char *)bytes, size);
    buf_text(&words, "");
    if (words.text != NULL) {
        (void)matrix_secret_key_read(words.text, read);
        (void)matrix_secret_seed(words.text, read);
    }
    (void)matrix_secret_key_fits(json, key);
    (void)matrix_secret_open(json, "m.cross_signing.master", key, text);
    buf_deinit(&words);
}

/* What a backup says, as it comes and as it was encrypted. */
static void fuzz_backup(const cJSON *json)
{
    static const uint8_t key[PROVIDER_KEY_BYTES] = {1};
    const struct matrix_olm_sender sender = {"@a:b", "A", "curve", "ed"};
    struct matrix_megolm_in *session = NULL;
    struct buf words;
    buf_init(&words, MATRIX_BACKUP_WORDS_MAX);
    (void)matrix_backup_fits(json, key);
    (void)matrix_backup_open(json, key, &words);
    (void)matrix_megolm_in_import(&session, &pickle, json, &sender, 1);
    matrix_megolm_in_free(&session);
    buf_deinit(&words);
}

/* Rows that somebody has put into the store. */
static void fuzz_rows(const char *text, size_t size)
{
    struct matrix_account *one = NULL;
    struct matrix_cross *cross = NULL;
    struct matrix_changes *changes = matrix_changes_new();
    struct matrix_replay replay = {0};
    (void)matrix_account_restore(&one, &pickle, text, size);
    matrix_account_free(&one);
    if (matrix_cross_restore(&cross, &pickle, text, size)) {
        matrix_cross_free(&cross);
    }
    struct matrix_peer *peer = matrix_peer_restore(&pickle, text, size);
    if (peer != NULL) {
        matrix_peer_write(peer, changes);
    }
    matrix_peer_free(&peer);
    struct matrix_tracked *tracked = matrix_tracked_restore(text, size);
    if (tracked != NULL) {
        matrix_tracked_write(tracked, changes);
    }
    matrix_tracked_free(&tracked);
    struct matrix_megolm_in *in = matrix_megolm_in_restore(&pickle, text, size);
    if (in != NULL) {
        (void)matrix_megolm_in_restore_seen(in, MATRIX_MEGOLM_SEEN_ROWS "0/a", text, size);
        matrix_megolm_in_write(in, changes);
    }
    matrix_megolm_in_free(&in);
    struct matrix_megolm_out *out = matrix_megolm_out_restore(&pickle, text, size);
    if (out != NULL) {
        matrix_megolm_out_restore_given(out, text, size);
        (void)matrix_megolm_out_rotation(out, 1);
        cJSON_Delete(matrix_megolm_out_share(out));
        matrix_megolm_out_write(out, changes);
    }
    matrix_megolm_out_free(&out);
    (void)matrix_replay_restore(&replay, 0, text, size);
    matrix_replay_free(&replay);
    matrix_changes_free(&changes);
}

static void on_gone(void *context, const struct matrix_device *device)
{
    (void)context;
    assert(device->id[0] != '\0');
}

static void on_other(void *context, const char *user)
{
    (void)context;
    assert(user[0] != '\0');
}

static void on_key(void *context, const char *room, const char *session)
{
    (void)context;
    assert(room[0] == '!' && strlen(session) == PROVIDER_KEY_TEXT - 1);
}

static void on_withheld(void *context, const char *user, const char *room, const char *session)
{
    (void)context;
    assert(user[0] == '@' && room[0] == '!' && strlen(session) == PROVIDER_KEY_TEXT - 1);
}

/* Everything that a machine can be told, as the answer to what it asked. */
static void fuzz_machine(const cJSON *json)
{
    static const struct matrix_machine_hooks hooks = {
        .gone = on_gone, .other = on_other, .key = on_key, .withheld = on_withheld};
    static const char *const users[] = {"@ana:test", "@bot:test"};
    const struct matrix_room_readers readers = {.users = users, .count = 2};
    struct matrix_sharing_messages messages;
    enum matrix_megolm_verdict verdict = MATRIX_MEGOLM_READ;
    cJSON *plain = NULL;
    size_t count = 0;
    struct matrix_changes *changes = matrix_changes_new();
    struct matrix_machine *machine = matrix_machine_new(&pickle, &entropy);
    struct matrix_megolm_out *out = matrix_megolm_out_new(&pickle, "!a:b", json, &entropy, 1);
    const struct adapter_row *rows = matrix_changes_rows(disk, &count);
    (void)matrix_machine_restore(machine, rows, count);
    matrix_machine_to_device(machine, json, 1, changes, &hooks);
    (void)matrix_machine_import(machine, "@ana:test", json, 1, changes);
    matrix_megolm_out_write(out, changes);
    matrix_megolm_out_stored(out, true);
    for (unsigned i = 0; i < 3; i++) {
        (void)matrix_machine_share(machine, out, &readers, changes, &messages);
        cJSON_Delete(messages.encrypted);
        cJSON_Delete(messages.withheld);
        cJSON *query = matrix_machine_query(machine, 1);
        cJSON *claim = matrix_machine_claim(machine, 1);
        matrix_machine_queried(machine, json, 1, changes, &hooks);
        cJSON_Delete(matrix_machine_claimed(machine, json, 1, changes));
        cJSON_Delete(query);
        cJSON_Delete(claim);
    }
    matrix_machine_lists(machine, json, changes);
    (void)matrix_machine_read(machine, "!a:b", json, changes, &verdict, &plain);
    cJSON_Delete(plain);
    rows = matrix_changes_rows(changes, &count);
    struct matrix_machine *again = matrix_machine_new(&pickle, &entropy);
    assert(matrix_machine_restore(again, rows, count) == PROVIDER_GOOD);
    matrix_machine_free(&again);
    matrix_megolm_out_free(&out);
    matrix_machine_free(&machine);
    matrix_changes_free(&changes);
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    cJSON *json = cJSON_ParseWithLength((const char *)bytes, size);
    fuzz_begin();
    fuzz_canonical(json);
    fuzz_device(json);
    fuzz_identity(json);
    fuzz_tracked(json);
    fuzz_olm(json, bytes, size);
    fuzz_megolm(json);
    fuzz_file(json);
    fuzz_sas(json);
    fuzz_verification(json);
    fuzz_secret(json, bytes, size);
    fuzz_backup(json);
    fuzz_machine(json);
    fuzz_rows((const char *)bytes, size);
    cJSON_Delete(json);
    return 0;
}
