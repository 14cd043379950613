/* The adapter's rows about encryption ("e/…"), whatever somebody has put into the store: each kind
 * beside an account that is sound, and the account's own. All is read, or passed over; a start goes
 * on, or says why not. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_wire.h"
#include "matrix_client.h"
#include "matrix_encryption.h"
#include "matrix_machine.h"
#include "settings.h"

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#define FUZZ_KEY "5ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea1"
#define FUZZ_ID  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

enum { FUZZ_NAME_MAX = 600 };

static const char *const fuzz_rows[] = {"e/cross",
                                        "e/user/@ana:test",
                                        "e/peer/" FUZZ_ID "/@ana:test",
                                        "e/in/" FUZZ_ID "/!a:b/@ana:test",
                                        "e/seen/0/" FUZZ_ID "/!a:b/@ana:test",
                                        "e/out/!a:b",
                                        "e/given/!a:b",
                                        "e/post/AAAAAAAAAAAAAAAAAAAAAA",
                                        "e/late/$event"};

static struct fuzz_wire wire;
static struct house_setup world;
static struct settings *settings;
static struct matrix_changes *disk; /* a machine that has just begun */

static void fuzz_set_up(void)
{
    static const char *const environment[] = {"DEADDROP_MATRIX_ENCRYPTION=yes",
                                              "DEADDROP_MATRIX_ENCRYPTION_KEY=" FUZZ_KEY, NULL};
    static uint64_t state;
    struct buf problems;
    struct matrix_pickle pickle;
    if (settings != NULL) {
        return;
    }
    fuzz_wire_init(&wire);
    world.entropy = entropy_seeded(&state, 17);
    world.clock = wire.wire.clock;
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
    settings = settings_load(NULL, environment, &problems);
    assert(settings != NULL);
    buf_deinit(&problems);
    bool read = matrix_pickle_read(&pickle, FUZZ_KEY);
    assert(read);
    struct matrix_machine *machine = matrix_machine_new(&pickle, &world.entropy);
    disk = matrix_changes_new();
    bool begun = matrix_machine_begin(machine, "@bot:test", "BOT");
    assert(begun);
    matrix_account_write(matrix_machine_account(machine), disk);
    matrix_machine_free(&machine);
}

static bool fuzz_read(struct matrix *matrix, const char *room, const cJSON *event)
{
    (void)matrix;
    (void)room;
    (void)event;
    return true;
}

static void fuzz_told_room(struct matrix *matrix, const char *room, const char *user)
{
    (void)matrix;
    (void)room;
    (void)user;
}

static void fuzz_known(struct matrix *matrix, const char *user)
{
    (void)matrix;
    (void)user;
}

static const struct matrix_encryption_events fuzz_events = {
    .read = fuzz_read, .unreadable = fuzz_told_room, .other = fuzz_told_room, .known = fuzz_known};

/* A start with these rows. sound: with the account's beside them. */
static void fuzz_start(const struct adapter_row *rows, size_t count, bool sound)
{
    static struct matrix matrix;
    const struct matrix_client_setup client = {.wire = &wire.wire, .base = "https://mx.test"};
    struct fault fault = {0};
    size_t kept = 0;
    memset(&matrix, 0, sizeof matrix);
    matrix.world = &world;
    matrix.settings = settings;
    matrix.client = matrix_client_new(&client);
    matrix_copy(matrix.user, "@bot:test");
    memcpy(matrix.device, "BOT", sizeof "BOT");
    struct matrix_encryption *encryption = matrix_encryption_new(&matrix, &fuzz_events, &fault);
    assert(encryption != NULL);
    matrix.e2ee = matrix_encryption_e2ee(encryption);
    const struct adapter_row *account = matrix_changes_rows(disk, &kept);
    for (size_t i = 0; sound && i < kept; i++) {
        (void)matrix_encryption_restore(encryption, account[i].key, account[i].value,
                                        account[i].len);
    }
    for (size_t i = 0; i < count; i++) {
        bool ours = matrix_encryption_restore(encryption, rows[i].key, rows[i].value, rows[i].len);
        assert(ours);
    }
    int status = matrix_encryption_restored(encryption, &fault);
    assert(status == 0 || !sound);
    if (status == 0) {
        matrix_encryption_begin(encryption);
        assert(matrix.e2ee->reads || !sound);
        (void)matrix_encryption_due_ms(encryption);
        matrix_encryption_forget(encryption, "@ana:test");
    }
    matrix_encryption_free(&encryption);
    matrix_client_free(&matrix.client);
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct adapter_row rows[sizeof fuzz_rows / sizeof *fuzz_rows];
    char name[FUZZ_NAME_MAX] = "e/";
    const char *text = (const char *)bytes;
    fuzz_set_up();
    for (size_t i = 0; i < sizeof fuzz_rows / sizeof *fuzz_rows; i++) {
        rows[i] = (struct adapter_row){.key = fuzz_rows[i], .value = text, .len = size};
    }
    fuzz_start(rows, sizeof fuzz_rows / sizeof *fuzz_rows, true);
    rows[0].key = MATRIX_ACCOUNT_ROW;
    fuzz_start(rows, 1, false);
    /* the first line as its name, too */
    const char *end = size == 0 ? NULL : memchr(text, '\n', size);
    if (end != NULL && (size_t)(end - text) < sizeof name - 2 &&
        memchr(text, '\0', (size_t)(end - text)) == NULL) {
        size_t len = (size_t)(end - text);
        memcpy(name + 2, text, len);
        name[len + 2] = '\0';
        rows[0] = (struct adapter_row){.key = name, .value = end + 1, .len = size - len - 1};
        fuzz_start(rows, 1, strcmp(name, MATRIX_ACCOUNT_ROW) != 0);
    }
    return 0;
}
