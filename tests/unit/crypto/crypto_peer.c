/* A device that is told what to do: one object of JSON a line, one answer a line. So another
 * implementation of the same protocols (test_python_olm.py) can talk to it, both ways. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "matrix_account.h"
#include "matrix_attachment.h"
#include "matrix_canonical.h"
#include "matrix_cross_signing.h"
#include "matrix_megolm_in.h"
#include "matrix_megolm_out.h"
#include "matrix_peer.h"
#include "matrix_sas.h"

enum { PEER_LINE_BYTES = 4 * 1024 * 1024, PEER_NOW_MS = 1000000000, PEER_KEYS_MAX = 8 };

static struct matrix_pickle pickle;
static struct entropy entropy;
static struct matrix_account *account;
static struct matrix_cross_seeds seeds;
static struct matrix_device other;
static struct matrix_peer *peer;
static struct matrix_megolm_out *out;
static struct matrix_megolm_in *in;
static struct provider_sas *sas;

static const struct matrix_own_device *own(void)
{
    return matrix_account_device(account);
}

static void answer_good(cJSON *answer, bool good)
{
    cJSON_AddBoolToObject(answer, "good", good);
}

/* --- keys ------------------------------------------------------------------------------------- */

/* All that would be uploaded. */
static void do_keys(const cJSON *ask, cJSON *answer)
{
    struct matrix_changes *changes = matrix_changes_new();
    (void)ask;
    matrix_account_stored(account, matrix_account_write(account, changes), true);
    matrix_changes_free(&changes);
    const char *body = matrix_account_upload(account);
    cJSON_AddItemToObject(answer, "upload", cJSON_ParseWithLength(body, strlen(body)));
    cJSON_AddItemToObject(answer, "cross", matrix_cross_keys(&seeds, own()));
    cJSON_AddItemToObject(answer, "signature", matrix_cross_signature(&seeds, own()));
    matrix_account_uploaded(account, true, PEER_NOW_MS);
}

/* Their device's keys, and whether they are signed by their owner. */
static void do_know(const cJSON *ask, cJSON *answer)
{
    struct matrix_identity identity;
    const cJSON *keys = json_at(ask, "device_keys");
    enum matrix_device_verdict verdict = matrix_device_read(
        keys, json_at_text(ask, "user"), json_at_text(ask, "device"), NULL, &other);
    cJSON_AddNumberToObject(answer, "device", verdict);
    cJSON_AddNumberToObject(answer, "identity",
                            matrix_identity_read(json_at(ask, "master"),
                                                 json_at(ask, "self_signing"),
                                                 json_at_text(ask, "user"), &identity));
    cJSON_AddBoolToObject(answer, "signed", matrix_identity_signed(&identity, keys));
    matrix_peer_free(&peer);
    if (verdict == MATRIX_DEVICE_SOUND) {
        peer = matrix_peer_new(&pickle, other.user, other.curve);
    }
}

static void do_claimed(const cJSON *ask, cJSON *answer)
{
    char key[PROVIDER_KEY_TEXT];
    bool good = matrix_device_claimed(json_at(ask, "keys"), &other, key);
    if (good) {
        matrix_peer_claiming(peer);
        good =
            matrix_peer_claimed(peer, matrix_account_provider(account), key, &entropy, PEER_NOW_MS);
    }
    answer_good(answer, good);
}

static void do_canonical(const cJSON *ask, cJSON *answer)
{
    struct buf text;
    buf_init(&text, MATRIX_CANONICAL_BYTES_MAX);
    if (matrix_canonical(json_at(ask, "value"), &text)) {
        cJSON_AddStringToObject(answer, "text", text.text);
    }
    buf_deinit(&text);
}

/* --- Olm -------------------------------------------------------------------------------------- */

static void do_say(const cJSON *ask, cJSON *answer)
{
    struct buf words;
    struct buf text;
    struct provider_message message = {0};
    buf_init(&words, PROVIDER_MESSAGE_BYTES_MAX);
    buf_init(&text, PROVIDER_MESSAGE_BYTES_MAX);
    matrix_olm_plain(own(), &other, json_at_text(ask, "type"), json_at(ask, "content"), &words);
    if (matrix_peer_encrypt(peer, &words, &entropy, &text, &message.type)) {
        message.text = text.text;
        message.len = text.len;
        cJSON_AddItemToObject(answer, "content", matrix_olm_content(own(), &other, &message));
    }
    buf_deinit(&words);
    buf_deinit(&text);
}

/* What came to this device; a room's key is taken. */
static void do_hear(const cJSON *ask, cJSON *answer)
{
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    const char *sender = NULL;
    struct provider_message message;
    struct matrix_olm_event event = {0};
    struct buf words;
    bool changed = false;
    buf_init(&words, PROVIDER_MESSAGE_BYTES_MAX);
    provider_account_keys(own()->account, curve, ed);
    bool good = matrix_olm_read(json_at(ask, "content"), curve, &sender, &message) &&
                strcmp(sender, other.curve) == 0 &&
                matrix_peer_read(peer, matrix_account_provider(account), &message, PEER_NOW_MS,
                                 &words, &changed) == PROVIDER_GOOD;
    struct matrix_olm_envelope envelope = {
        .user = json_at_text(ask, "sender"), .curve = other.curve, .device = &other};
    if (good) {
        good = matrix_olm_check(own(), &envelope, &words, &event) == MATRIX_OLM_GOOD;
    }
    if (good) {
        cJSON_AddStringToObject(answer, "type", event.type);
        cJSON_AddItemToObject(answer, "content", cJSON_Duplicate(event.content, true));
    }
    if (good && strcmp(event.type, "m.room_key") == 0) {
        cJSON_AddNumberToObject(
            answer, "key",
            matrix_megolm_in_take(&in, &pickle, event.content, &event.sender, PEER_NOW_MS));
    }
    answer_good(answer, good);
    cJSON_Delete(event.json);
    buf_deinit(&words);
}

/* --- Megolm ----------------------------------------------------------------------------------- */

/* A session for this room, shared with the other. */
static void do_room(const cJSON *ask, cJSON *answer)
{
    struct matrix_changes *changes = matrix_changes_new();
    matrix_megolm_out_free(&out);
    out = matrix_megolm_out_new(&pickle, json_at_text(ask, "room"), NULL, &entropy, PEER_NOW_MS);
    matrix_megolm_out_write(out, changes);
    matrix_megolm_out_stored(out, true);
    cJSON_AddItemToObject(answer, "content", matrix_megolm_out_share(out));
    matrix_megolm_out_give(out, &other);
    matrix_megolm_out_shared(out, true);
    matrix_changes_free(&changes);
}

static void do_write(const cJSON *ask, cJSON *answer)
{
    cJSON *content =
        matrix_megolm_out_encrypt(out, own(), json_at_text(ask, "type"), json_at(ask, "content"));
    if (content != NULL) {
        cJSON_AddItemToObject(answer, "content", content);
    }
}

static void do_read(const cJSON *ask, cJSON *answer)
{
    cJSON *plain = NULL;
    struct matrix_changes *changes = matrix_changes_new();
    cJSON_AddNumberToObject(answer, "verdict",
                            matrix_megolm_in_read(in, json_at(ask, "event"), changes, &plain));
    if (plain != NULL) {
        cJSON_AddItemToObject(answer, "event", plain);
    }
    matrix_changes_free(&changes);
}

/* --- verification and files ------------------------------------------------------------------- */

static void do_sas(const cJSON *ask, cJSON *answer)
{
    char key[PROVIDER_KEY_TEXT];
    provider_sas_free(&sas);
    sas = provider_sas_new(&entropy);
    provider_sas_key(sas, key);
    answer_good(answer, provider_sas_their_key(sas, json_at_text(ask, "key")) == PROVIDER_GOOD);
    cJSON_AddStringToObject(answer, "key", key);
}

static struct matrix_sas_side side_of(const cJSON *side)
{
    return (struct matrix_sas_side){json_at_text(side, "user"), json_at_text(side, "device"),
                                    json_at_text(side, "key")};
}

static struct matrix_sas_talk talk_of(const cJSON *ask)
{
    return (struct matrix_sas_talk){.from = side_of(json_at(ask, "from")),
                                    .to = side_of(json_at(ask, "to")),
                                    .transaction = json_at_text(ask, "transaction")};
}

static void do_see(const cJSON *ask, cJSON *answer)
{
    struct matrix_sas_talk talk = talk_of(ask);
    struct matrix_sas_seen seen;
    matrix_sas_see(sas, &talk, &seen);
    cJSON *numbers = cJSON_AddArrayToObject(answer, "numbers");
    cJSON *emoji = cJSON_AddArrayToObject(answer, "emoji");
    for (unsigned i = 0; i < MATRIX_SAS_NUMBERS; i++) {
        cJSON_AddItemToArray(numbers, cJSON_CreateNumber(seen.number[i]));
    }
    for (unsigned i = 0; i < MATRIX_SAS_EMOJI; i++) {
        const char *both[] = {seen.emoji[i]->sign, seen.emoji[i]->word};
        cJSON_AddItemToArray(emoji, cJSON_CreateStringArray(both, 2));
    }
}

static size_t keys_of(const cJSON *ask, struct matrix_sas_key *keys)
{
    size_t count = 0;
    const cJSON *list = json_at(ask, "keys");
    const cJSON *item = list == NULL ? NULL : list->child;
    for (; item != NULL && count < PEER_KEYS_MAX; item = item->next) {
        keys[count++] = (struct matrix_sas_key){item->string, cJSON_GetStringValue(item)};
    }
    return count;
}

static void do_mac(const cJSON *ask, cJSON *answer)
{
    struct matrix_sas_key keys[PEER_KEYS_MAX];
    struct matrix_sas_talk talk = talk_of(ask);
    cJSON_AddItemToObject(answer, "content", matrix_sas_mac(sas, &talk, keys, keys_of(ask, keys)));
}

static void do_proved(const cJSON *ask, cJSON *answer)
{
    struct matrix_sas_key keys[PEER_KEYS_MAX];
    struct matrix_sas_talk talk = talk_of(ask);
    uint32_t vouched = 0;
    size_t count = keys_of(ask, keys);
    answer_good(answer,
                matrix_sas_proved(sas, &talk, json_at(ask, "content"), keys, count, &vouched));
    cJSON_AddNumberToObject(answer, "vouched", vouched);
}

static void do_commit(const cJSON *ask, cJSON *answer)
{
    char text[PROVIDER_KEY_TEXT] = "";
    matrix_sas_commitment(json_at_text(ask, "key"), json_at(ask, "start"), text);
    cJSON_AddStringToObject(answer, "commitment", text);
}

static void add_hex(cJSON *answer, const struct buf *bytes)
{
    char *hex = heap_allocate(2 * bytes->len + 1);
    hash_hex(hex, bytes->text != NULL ? bytes->text : "", bytes->len);
    cJSON_AddStringToObject(answer, "hex", hex);
    free(hex);
}

static void do_encrypt_file(const cJSON *ask, cJSON *answer)
{
    struct matrix_file file;
    struct buf bytes;
    const char *text = json_at_text(ask, "text");
    buf_init(&bytes, MATRIX_FILE_BYTES_MAX);
    matrix_file_encrypt(&file, text, strlen(text), &entropy, &bytes);
    add_hex(answer, &bytes);
    cJSON_AddItemToObject(answer, "file", matrix_file_write(&file, "mxc://test/one"));
    buf_deinit(&bytes);
}

static void do_decrypt_file(const cJSON *ask, cJSON *answer)
{
    struct matrix_file file;
    struct buf plain;
    const char *hex = json_at_text(ask, "hex");
    size_t len = strlen(hex) / 2;
    uint8_t *bytes = heap_allocate(len + 1);
    buf_init(&plain, MATRIX_FILE_BYTES_MAX);
    bool good = hash_unhex(bytes, len, hex) &&
                matrix_file_read(json_at(ask, "file"), &file) != NULL &&
                matrix_file_decrypt(&file, bytes, len, &plain);
    answer_good(answer, good);
    if (good) {
        cJSON_AddStringToObject(answer, "text", plain.text != NULL ? plain.text : "");
    }
    free(bytes);
    buf_deinit(&plain);
}

/* --- restarting ------------------------------------------------------------------------------- */

static void restore_row(const struct adapter_row *row)
{
    static const char account_row[] = MATRIX_ACCOUNT_ROW;
    if (strcmp(row->key, account_row) == 0) {
        matrix_account_free(&account);
        (void)matrix_account_restore(&account, &pickle, row->value, row->len);
    } else if (strncmp(row->key, MATRIX_PEER_ROWS, strlen(MATRIX_PEER_ROWS)) == 0) {
        matrix_peer_free(&peer);
        peer = matrix_peer_restore(&pickle, row->value, row->len);
    } else if (strncmp(row->key, MATRIX_MEGOLM_OUT_ROWS, strlen(MATRIX_MEGOLM_OUT_ROWS)) == 0) {
        matrix_megolm_out_free(&out);
        out = matrix_megolm_out_restore(&pickle, row->value, row->len);
        matrix_megolm_out_shared(out, true);
    } else if (strncmp(row->key, MATRIX_MEGOLM_IN_ROWS, strlen(MATRIX_MEGOLM_IN_ROWS)) == 0) {
        matrix_megolm_in_free(&in);
        in = matrix_megolm_in_restore(&pickle, row->value, row->len);
    }
}

/* All that it has goes through its rows. */
static void do_restart(const cJSON *ask, cJSON *answer)
{
    struct matrix_changes *changes = matrix_changes_new();
    size_t count = 0;
    (void)ask;
    matrix_account_write(account, changes);
    if (peer != NULL) {
        matrix_peer_write(peer, changes);
    }
    if (out != NULL) {
        matrix_megolm_out_write(out, changes);
    }
    if (in != NULL) {
        matrix_megolm_in_write(in, changes);
    }
    const struct adapter_row *rows = matrix_changes_rows(changes, &count);
    for (size_t i = 0; i < count; i++) {
        restore_row(&rows[i]);
    }
    cJSON_AddNumberToObject(answer, "rows", (double)count);
    matrix_changes_free(&changes);
}

/* --- lines ------------------------------------------------------------------------------------ */

static const struct peer_command {
    const char *name;
    void (*run)(const cJSON *ask, cJSON *answer);
} peer_commands[] = {{"keys", do_keys},
                     {"know", do_know},
                     {"claimed", do_claimed},
                     {"canonical", do_canonical},
                     {"say", do_say},
                     {"hear", do_hear},
                     {"room", do_room},
                     {"write", do_write},
                     {"read", do_read},
                     {"sas", do_sas},
                     {"see", do_see},
                     {"mac", do_mac},
                     {"proved", do_proved},
                     {"commit", do_commit},
                     {"encrypt", do_encrypt_file},
                     {"decrypt", do_decrypt_file},
                     {"restart", do_restart}};

static bool peer_line(const char *line)
{
    cJSON *ask = cJSON_ParseWithLength(line, strlen(line));
    const char *name = json_at_text(ask, "do");
    cJSON *answer = cJSON_CreateObject();
    size_t at = 0;
    size_t count = sizeof peer_commands / sizeof *peer_commands;
    while (at < count && (name == NULL || strcmp(peer_commands[at].name, name) != 0)) {
        at++;
    }
    if (at < count) {
        peer_commands[at].run(ask, answer);
        char *text = cJSON_PrintUnformatted(answer);
        puts(text);
        fflush(stdout);
        free(text);
    }
    cJSON_Delete(ask);
    cJSON_Delete(answer);
    return at < count;
}

int main(void)
{
    char *line = heap_allocate(PEER_LINE_BYTES);
    bool good = true;
    entropy = entropy_system();
    entropy.fill(entropy.context, pickle.master, sizeof pickle.master);
    account = matrix_account_new(&pickle, "@bot:test", "BOT", &entropy);
    matrix_cross_make(&seeds, &entropy);
    while (good && fgets(line, PEER_LINE_BYTES, stdin) != NULL) {
        good = peer_line(line);
    }
    free(line);
    matrix_account_free(&account);
    matrix_peer_free(&peer);
    matrix_megolm_out_free(&out);
    matrix_megolm_in_free(&in);
    provider_sas_free(&sas);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
