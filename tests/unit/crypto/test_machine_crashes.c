/* The bot's process ends at any moment: what it had not stored is gone, what it had stored is sent.
 * No index is used for two messages, no session moves on without its row, and whoever is in the
 * room reads everything once. */
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "json_at.h"
#include "matrix_machine.h"

enum { NOW_MS = 1000000000, MESSAGES = 150, TRIES = 15000, ROTATES = 20 };

#define ROOM "!room:test"

static struct matrix_pickle pickle;
static struct matrix_machine *bot;
static struct matrix_machine *ana; /* hers never ends */
static struct matrix_changes *ana_disk;
static struct matrix_megolm_out *out; /* the bot's session */
static struct matrix_changes *disk;   /* the bot's */
static struct matrix_changes *open;   /* what the bot's transaction would store */
static unsigned keys_come;
static unsigned crashes;

static unsigned roll(unsigned sides)
{
    uint32_t number = 0;
    struct entropy entropy = *kit_entropy();
    entropy.fill(entropy.context, &number, sizeof number);
    return number % sides;
}

static void on_gone(void *context, const struct matrix_device *device)
{
    (void)context;
    (void)device;
}

static void on_other(void *context, const char *user)
{
    (void)context;
    (void)user;
}

static void on_key(void *context, const char *room, const char *session)
{
    (void)context;
    (void)room;
    (void)session;
    keys_come++;
}

static void on_withheld(void *context, const char *user, const char *room, const char *session)
{
    (void)context;
    (void)user;
    (void)room;
    (void)session;
}

static const struct matrix_machine_hooks hooks = {
    .gone = on_gone, .other = on_other, .key = on_key, .withheld = on_withheld};

/* --- the bot's store -------------------------------------------------------------------------- */

static const struct adapter_row *row_of(const char *prefix)
{
    size_t count = 0;
    const struct adapter_row *rows = matrix_changes_rows(disk, &count);
    for (size_t i = 0; i < count; i++) {
        if (strncmp(rows[i].key, prefix, strlen(prefix)) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

static void crash(void)
{
    size_t count = 0;
    const struct adapter_row *rows = matrix_changes_rows(disk, &count);
    crashes++;
    matrix_machine_free(&bot);
    matrix_megolm_out_free(&out);
    matrix_changes_free(&open);
    open = matrix_changes_new();
    bot = matrix_machine_new(&pickle, kit_entropy());
    ck_assert_int_eq(matrix_machine_restore(bot, rows, count), PROVIDER_GOOD);
    const struct adapter_row *row = row_of(MATRIX_MEGOLM_OUT_ROWS);
    const struct adapter_row *given = row_of(MATRIX_MEGOLM_GIVEN_ROWS);
    if (row != NULL) {
        out = matrix_megolm_out_restore(&pickle, row->value, row->len);
        matrix_megolm_out_restore_given(out, given->value, given->len);
    }
}

/* The transaction ends: false, with nothing of it left, if the process did before. */
static bool commit(void)
{
    size_t count = 0;
    if (roll(4) == 0) {
        crash();
        return false;
    }
    const struct adapter_row *rows = matrix_changes_rows(open, &count);
    for (size_t i = 0; i < count; i++) {
        matrix_changes_put(disk, rows[i].key, rows[i].value, rows[i].len);
    }
    matrix_changes_free(&open);
    open = matrix_changes_new();
    if (roll(4) == 0) {
        crash(); /* and what was to be sent is sent by the next process */
    }
    return true;
}

/* --- between them ----------------------------------------------------------------------------- */

static const struct matrix_own_device *ana_device(void)
{
    return matrix_account_device(matrix_machine_account(ana));
}

static cJSON *by_ana(const char *member, cJSON *value)
{
    cJSON *answer = cJSON_CreateObject();
    cJSON *user = cJSON_AddObjectToObject(cJSON_AddObjectToObject(answer, member), "@ana:test");
    cJSON_AddItemToObject(user, "PHONE", value);
    return answer;
}

static void query(void)
{
    cJSON *body = matrix_machine_query(bot, NOW_MS);
    if (body != NULL) {
        cJSON *answer = by_ana("device_keys", matrix_device_keys(ana_device()));
        matrix_machine_queried(bot, answer, NOW_MS, open, &hooks);
        cJSON_Delete(answer);
        cJSON_Delete(body);
        (void)commit();
    }
}

/* A key that was claimed is used up, whether or not the bot remembers it. */
static void claim(void)
{
    cJSON *body = matrix_machine_claim(bot, NOW_MS);
    if (body != NULL) {
        provider_account_make_one_time(matrix_account_provider(matrix_machine_account(ana)), 1,
                                       kit_entropy());
        cJSON *answer = by_ana("one_time_keys", matrix_device_one_time_keys(ana_device()));
        provider_account_published(matrix_account_provider(matrix_machine_account(ana)));
        ck_assert_ptr_null(matrix_machine_claimed(bot, answer, NOW_MS, open));
        cJSON_Delete(answer);
        cJSON_Delete(body);
        (void)commit();
    }
}

static void arrive(const cJSON *messages)
{
    const cJSON *content = json_at(json_at(messages, "@ana:test"), "PHONE");
    cJSON *event = cJSON_CreateObject();
    ck_assert_ptr_nonnull(content);
    cJSON_AddStringToObject(event, "type", "m.room.encrypted");
    cJSON_AddStringToObject(event, "sender", "@bot:test");
    cJSON_AddItemToObject(event, "content", cJSON_Duplicate(content, true));
    unsigned before = keys_come;
    matrix_machine_to_device(ana, event, NOW_MS, ana_disk, &hooks);
    ck_assert_uint_eq(keys_come, before + 1);
    cJSON_Delete(event);
}

/* Gives Ana the key. False: somebody has to be asked first, or the process ended. */
static bool share(void)
{
    static const char *const users[] = {"@ana:test"};
    const struct matrix_room_readers readers = {.users = users, .count = 1};
    struct matrix_sharing_messages messages;
    enum matrix_sharing sharing = matrix_machine_share(bot, out, &readers, open, &messages);
    if (sharing == MATRIX_SHARING_SENDS && commit()) {
        arrive(messages.encrypted);
        matrix_megolm_out_shared(out, true);
    }
    cJSON_Delete(messages.encrypted);
    return sharing == MATRIX_SHARING_DONE;
}

static void renew(void)
{
    while (out == NULL || matrix_megolm_out_rotation(out, NOW_MS) != MATRIX_ROTATION_NONE) {
        cJSON *settings = cJSON_CreateObject();
        cJSON_AddNumberToObject(settings, "rotation_period_msgs", ROTATES);
        matrix_megolm_out_free(&out);
        out = matrix_megolm_out_new(&pickle, ROOM, settings, kit_entropy(), NOW_MS);
        matrix_megolm_out_write(out, open);
        cJSON_Delete(settings);
        if (commit()) {
            matrix_megolm_out_stored(out, true);
        }
    }
}

/* A message of the bot's that is on disk; NULL: the process ended before. */
static cJSON *write_message(const char *body)
{
    cJSON *content = cJSON_CreateObject();
    cJSON_AddStringToObject(content, "body", body);
    cJSON *sealed = matrix_megolm_out_encrypt(
        out, matrix_account_device(matrix_machine_account(bot)), "m.room.message", content);
    cJSON_Delete(content);
    if (sealed == NULL) {
        return NULL; /* it is spent */
    }
    matrix_megolm_out_write(out, open);
    if (!commit()) {
        cJSON_Delete(sealed);
        return NULL;
    }
    return sealed;
}

static void setup(void)
{
    memset(&pickle, 7, sizeof pickle);
    disk = matrix_changes_new();
    open = matrix_changes_new();
    ana_disk = matrix_changes_new();
    bot = matrix_machine_new(&pickle, kit_entropy());
    ana = matrix_machine_new(&pickle, kit_entropy());
    matrix_machine_begin(bot, "@bot:test", "BOT");
    matrix_machine_begin(ana, "@ana:test", "PHONE");
    provider_account_published(matrix_account_provider(matrix_machine_account(ana)));
    matrix_account_write(matrix_machine_account(bot), disk);
}

static void teardown(void)
{
    matrix_machine_free(&bot);
    matrix_machine_free(&ana);
    matrix_megolm_out_free(&out);
    matrix_changes_free(&disk);
    matrix_changes_free(&open);
    matrix_changes_free(&ana_disk);
}

START_TEST(everything_that_was_stored_is_read_once)
{
    unsigned written = 0;
    unsigned tries = 0;
    while (written < MESSAGES) {
        char body[] = "message 000";
        char event_id[] = "$000";
        ck_assert_uint_lt(tries++, TRIES);
        renew();
        query();
        claim();
        if (out == NULL || !share()) {
            continue;
        }
        for (unsigned i = 0, rest = written; i < 3; i++, rest /= 10) {
            body[sizeof body - 2 - i] = (char)('0' + rest % 10);
            event_id[sizeof event_id - 2 - i] = body[sizeof body - 2 - i];
        }
        cJSON *sealed = write_message(body);
        if (sealed == NULL) {
            continue;
        }
        cJSON *event = cJSON_CreateObject();
        cJSON *plain = NULL;
        enum matrix_megolm_verdict verdict = MATRIX_MEGOLM_MALFORMED;
        cJSON_AddStringToObject(event, "event_id", event_id);
        cJSON_AddStringToObject(event, "sender", "@bot:test");
        cJSON_AddItemToObject(event, "content", sealed);
        ck_assert(matrix_machine_read(ana, ROOM, event, ana_disk, &verdict, &plain));
        ck_assert_int_eq(verdict, MATRIX_MEGOLM_READ);
        ck_assert_str_eq(json_at_text(json_at(plain, "content"), "body"), body);
        cJSON_Delete(plain);
        cJSON_Delete(event);
        written++;
    }
    ck_assert_uint_gt(crashes, 30);
}
END_TEST

Suite *suite_machine_crashes(void);

Suite *suite_machine_crashes(void)
{
    Suite *suite = suite_create("machine_crashes");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, everything_that_was_stored_is_read_once);
    suite_add_tcase(suite, tcase);
    return suite;
}
