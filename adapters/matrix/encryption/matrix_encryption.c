#include "matrix_encryption.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "log.h"
#include "matrix_encryption_decline.h"
#include "matrix_encryption_late.h"
#include "matrix_encryption_posts.h"
#include "matrix_encryption_recovery.h"
#include "matrix_encryption_requests.h"
#include "matrix_encryption_rooms.h"
#include "matrix_encryption_seal.h"
#include "matrix_encryption_sync.h"
#include "matrix_encryption_verify.h"
#include "store.h"
#include "table.h"

enum {
    ENCRYPTION_LOOK_MS = 60 * 1000,          /* what is due by itself is looked for so often, */
    ENCRYPTION_PRUNE_MS = 6 * 60 * 60 * 1000 /* and what is too old */
};

/* --- what is told ----------------------------------------------------------------------------- */

static void encryption_tell_all(struct matrix_encryption *encryption)
{
    const struct matrix_encryption_events *events = encryption->events;
    struct matrix *matrix = encryption->matrix;
    struct encryption_news *news = NULL;
    while ((news = encryption->news) != NULL) {
        encryption->news = news->next;
        switch (news->kind) {
        case ENCRYPTION_NEWS_UNREADABLE:
            events->unreadable(matrix, news->room, news->user);
            break;
        case ENCRYPTION_NEWS_OTHER:
            events->other(matrix, news->room, news->user);
            break;
        case ENCRYPTION_NEWS_KNOWN:
            events->known(matrix, news->user);
            break;
        }
        free(news);
    }
}

/* --- hooks of the machine --------------------------------------------------------------------- */

static void on_gone(void *context, const struct matrix_device *device)
{
    encryption_rooms_spend(context, device);
}

/* It is told when something is to be sent to them. */
static void on_other(void *context, const char *user)
{
    (void)context;
    log_event(LEVEL_WARNING, "matrix.identity_changed", LOG_FIELDS(log_text("user", user)));
}

static void on_key(void *context, const char *room, const char *session)
{
    encryption_lates_came(context, room, session);
}

static void on_withheld(void *context, const char *user, const char *room, const char *session)
{
    log_event(LEVEL_INFO, "matrix.key_withheld",
              LOG_FIELDS(log_text("user", user), log_text("room", room)));
    encryption_lates_withheld(context, user, room, session);
}

/* A write has ended. */
static void encryption_written(struct matrix_encryption *encryption, uint64_t number, bool good)
{
    encryption_rooms_stored(encryption, number, good);
    encryption_posts_stored(encryption, number, good);
    encryption_seals_stored(encryption, number, good);
}

/* --- the seam --------------------------------------------------------------------------------- */

static bool encryption_may(const struct matrix_e2ee *e2ee, const struct matrix_room *room)
{
    return room->encryption == MATRIX_PLAIN ||
           (room->encryption == MATRIX_ENCRYPTED && e2ee->reads);
}

static bool encryption_is_behind(const struct matrix_e2ee *e2ee)
{
    const struct matrix_encryption *encryption = e2ee->self;
    size_t count = 0;
    (void)matrix_changes_rows(encryption->pending, &count);
    return count > 0 || encryption->writes != NULL;
}

static void encryption_store_with(const struct matrix_e2ee *e2ee, const char *key,
                                  const char *value, struct matrix_waiter *waiter)
{
    struct matrix_encryption *encryption = e2ee->self;
    const struct adapter_row row = {.key = key,
                                    .value = value,
                                    .len = value == NULL ? 0 : strlen(value),
                                    .order = encryption_now_ms(encryption)};
    encryption_store(encryption, key == NULL ? NULL : &row, waiter);
}

static void encryption_left(const struct matrix_e2ee *e2ee, const struct matrix_room *room)
{
    const struct encryption_room *entry = encryption_room_find(e2ee->self, room->id);
    if (entry != NULL && entry->session != NULL) {
        matrix_megolm_out_spend(entry->session, MATRIX_ROTATION_LEFT);
    }
}

/* Everybody has to have a device that gets keys. */
static enum matrix_encrypts encryption_encrypts(const struct matrix_e2ee *e2ee,
                                                const char *const *users, size_t count)
{
    struct matrix_encryption *encryption = e2ee->self;
    enum matrix_encrypts encrypts = MATRIX_ENCRYPTS_YES;
    if (!encryption->is_begun) {
        return MATRIX_ENCRYPTS_NO;
    }
    for (size_t i = 0; i < count; i++) {
        const struct matrix_tracked *user =
            matrix_machine_track(encryption->machine, users[i], encryption->pending);
        if (!matrix_tracked_is_settled(user)) {
            if (map_get(&encryption->wanted, users[i]) == NULL) {
                char *copy = heap_copy(users[i]);
                map_put(&encryption->wanted, copy, copy);
            }
            encrypts = encrypts == MATRIX_ENCRYPTS_NO ? encrypts : MATRIX_ENCRYPTS_UNKNOWN;
        } else if (!encryption_can_read(encryption, user)) {
            encrypts = MATRIX_ENCRYPTS_NO;
        }
    }
    encryption_wake(encryption);
    return encrypts;
}

static bool encryption_verifies(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                                const cJSON *event)
{
    return encryption_verify_room(e2ee->self, room, event) ||
           encryption_decline_room(e2ee, room, event);
}

static const struct matrix_e2ee encryption_e2ee = {.reads = true,
                                                   .may = encryption_may,
                                                   .seal = encryption_seal,
                                                   .cancel = encryption_seal_cancel,
                                                   .file = encryption_file,
                                                   .open = encryption_open,
                                                   .to_device = encryption_to_device,
                                                   .about_keys = encryption_about_keys,
                                                   .synced = encryption_synced,
                                                   .is_behind = encryption_is_behind,
                                                   .store = encryption_store_with,
                                                   .left = encryption_left,
                                                   .encrypts = encryption_encrypts,
                                                   .verifies = encryption_verifies};

const struct matrix_e2ee *matrix_encryption_e2ee(const struct matrix_encryption *encryption)
{
    return &encryption->e2ee;
}

/* --- beginning and end ------------------------------------------------------------------------ */

bool matrix_encryption_is_wanted(const struct settings *settings)
{
    return settings_flag(settings, "matrix", "encryption");
}

static int encryption_check(const struct settings *settings, struct matrix_pickle *pickle,
                            struct fault *fault)
{
    if (!matrix_pickle_read(pickle, settings_text(settings, "matrix", "encryption_key"))) {
        return fault_set(fault, FAULT_CONFIG,
                         "[matrix] encryption is on without a key for what it stores: set "
                         "encryption_key_file to a file with the output of `openssl rand -hex 32`, "
                         "and keep it as long as the store");
    }
    return 0;
}

struct matrix_encryption *matrix_encryption_new(struct matrix *matrix,
                                                const struct matrix_encryption_events *events,
                                                struct fault *fault)
{
    struct matrix_pickle pickle;
    if (encryption_check(matrix->settings, &pickle, fault) != 0) {
        return NULL;
    }
    const struct entropy *entropy = &matrix->world->entropy;
    struct matrix_encryption *encryption = heap_allocate(sizeof *encryption);
    encryption->e2ee = encryption_e2ee;
    encryption->e2ee.self = encryption;
    encryption->matrix = matrix;
    encryption->events = events;
    encryption->written = encryption_written;
    encryption->pickle = pickle;
    encryption->only_signed = settings_flag(matrix->settings, "matrix", "encryption_verified");
    encryption->machine = matrix_machine_new(&pickle, entropy);
    encryption->cross = matrix_cross_new(&pickle);
    encryption->recovery = encryption_recovery_new(matrix->settings);
    encryption->hooks = (struct matrix_machine_hooks){.context = encryption,
                                                      .gone = on_gone,
                                                      .other = on_other,
                                                      .key = on_key,
                                                      .withheld = on_withheld};
    encryption->pending = matrix_changes_new();
    encryption->one_time_count = -1;
    encryption->fallback_unused = true; /* a homeserver that does not say has none */
    encryption->due_ms = NO_DEADLINE;
    encryption->late_ms = NO_DEADLINE;
    map_init(&encryption->rooms, entropy);
    map_init(&encryption->wanted, entropy);
    return encryption;
}

static void encryption_rows_free(struct matrix_encryption *encryption)
{
    matrix_changes_free(&encryption->read);
}

void matrix_encryption_free(struct matrix_encryption **encryption)
{
    struct matrix_encryption *freed = *encryption;
    size_t at = 0;
    if (freed == NULL) {
        return;
    }
    *encryption = NULL;
    for (unsigned kind = 0; kind < ENCRYPTION_REQUESTS; kind++) {
        matrix_client_cancel(freed->matrix->client, freed->request[kind]);
    }
    encryption_rows_free(freed);
    encryption_declines_free(freed);
    encryption_verify_free(freed);
    encryption_recovery_free(freed);
    encryption_seals_free(freed);
    encryption_posts_free(freed);
    encryption_lates_free(freed);
    encryption_rooms_free(freed);
    encryption_writes_free(freed);
    for (char *user = NULL; (user = map_next(&freed->wanted, &at)) != NULL;) {
        free(user);
    }
    map_deinit(&freed->wanted);
    while (freed->held != NULL) {
        struct encryption_held *held = freed->held;
        freed->held = held->next;
        free(held);
    }
    while (freed->news != NULL) {
        struct encryption_news *news = freed->news;
        freed->news = news->next;
        free(news);
    }
    matrix_changes_free(&freed->pending);
    matrix_cross_free(&freed->cross);
    matrix_machine_free(&freed->machine);
    heap_wipe(freed, sizeof *freed);
}

bool matrix_encryption_restore(struct matrix_encryption *encryption, const char *key,
                               const char *text, size_t len)
{
    if (strncmp(key, "e/", 2) != 0) {
        return false;
    }
    if (encryption->read == NULL) {
        encryption->read = matrix_changes_new();
    }
    matrix_changes_put(encryption->read, key, text, len);
    return true;
}

/* A row of what stands beside the machine. */
static bool encryption_restore_row(struct matrix_encryption *encryption,
                                   const struct adapter_row *row)
{
    if (strcmp(row->key, MATRIX_CROSS_ROW) != 0) {
        return encryption_rooms_restore(encryption, row) ||
               encryption_posts_restore(encryption, row) ||
               encryption_lates_restore(encryption, row);
    }
    struct matrix_cross *cross = NULL;
    if (matrix_cross_restore(&cross, &encryption->pickle, row->value, row->len)) {
        matrix_cross_free(&encryption->cross);
        encryption->cross = cross;
    }
    return true;
}

void matrix_encryption_damaged(struct matrix_encryption *encryption, const char *key)
{
    encryption->is_damaged = encryption->is_damaged || strcmp(key, MATRIX_ACCOUNT_ROW) == 0;
}

int matrix_encryption_restored(struct matrix_encryption *encryption, struct fault *fault)
{
    size_t count = 0;
    if (encryption->is_damaged) {
        return fault_set(
            fault, FAULT_CONFIG,
            "the device's keys in the store are damaged: put a copy of the store back, "
            "or sign in as another device ([matrix] device and token) with a store "
            "of its own");
    }
    if (encryption->read == NULL) {
        return 0;
    }
    const struct adapter_row *rows = matrix_changes_rows(encryption->read, &count);
    if (matrix_machine_restore(encryption->machine, rows, count) != PROVIDER_GOOD) {
        return fault_set(fault, FAULT_CONFIG,
                         "the device's keys in the store cannot be read: [matrix] encryption_key "
                         "has to be the one under which they were stored");
    }
    for (size_t i = 0; i < count; i++) {
        (void)encryption_restore_row(encryption, &rows[i]);
    }
    encryption_rows_free(encryption);
    return 0;
}

void matrix_encryption_begin(struct matrix_encryption *encryption)
{
    const struct matrix *matrix = encryption->matrix;
    if (!matrix_machine_begin(encryption->machine, matrix->user, matrix->device)) {
        log_event(LEVEL_ERROR, "matrix.other_device",
                  LOG_FIELDS(log_text("mend", "the keys in the store are those of another account "
                                              "or device: set [matrix] user and device as before, "
                                              "or begin with a store of its own")));
        encryption->e2ee.reads = false;
        return;
    }
    encryption->is_begun = true;
    encryption->begun_ms = encryption_now_ms(encryption);
    encryption_wake(encryption);
}

void matrix_encryption_forget(struct matrix_encryption *encryption, const char *user)
{
    matrix_machine_forget(encryption->machine, user, encryption->pending);
}

void matrix_encryption_drain(struct matrix_encryption *encryption)
{
    if (encryption->is_begun && encryption_is_behind(&encryption->e2ee)) {
        encryption_store(encryption, NULL, NULL);
    }
}

/* --- ticks ------------------------------------------------------------------------------------ */

/* What could not be stored is stored again. */
static void encryption_store_again(struct matrix_encryption *encryption, int64_t now_ms)
{
    if (encryption->store_ms != 0 && encryption->store_ms <= now_ms) {
        encryption->store_ms = 0;
        encryption->moved = true;
        if (encryption_is_behind(&encryption->e2ee)) {
            encryption_store(encryption, NULL, NULL);
        }
    }
}

static void encryption_prune(struct matrix_encryption *encryption, int64_t now_ms)
{
    if (encryption->prune_ms <= now_ms) {
        encryption->prune_ms = now_ms + ENCRYPTION_PRUNE_MS;
        matrix_machine_prune(encryption->machine, now_ms, encryption->pending);
    }
}

void matrix_encryption_tick(struct matrix_encryption *encryption, int64_t now_ms)
{
    if (!encryption->is_begun || encryption->matrix->is_gone) {
        encryption_verify_tick(encryption, now_ms); /* its time may be over before it all begins */
        return;
    }
    bool moved = encryption->moved;
    encryption->moved = false;
    encryption->due_ms = now_ms + ENCRYPTION_LOOK_MS;
    for (unsigned kind = 0; kind < ENCRYPTION_REQUESTS; kind++) {
        bool is_over = encryption->again_ms[kind] <= now_ms;
        encryption->again_ms[kind] = is_over ? 0 : encryption->again_ms[kind];
    }
    encryption_store_again(encryption, now_ms);
    encryption_prune(encryption, now_ms);
    encryption_lates_tick(encryption, now_ms);
    encryption_recovery_tick(encryption, now_ms);
    encryption_seals_tick(encryption, now_ms, moved);
    encryption_requests_advance(encryption);
    encryption_verify_tick(encryption, now_ms);
    if (encryption_posts_wait(encryption)) {
        encryption_store(encryption, NULL, NULL);
    }
    encryption_posts_advance(encryption);
    encryption_tell_all(encryption);
}

static int64_t encryption_sooner(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

int64_t matrix_encryption_due_ms(const struct matrix_encryption *encryption)
{
    if (!encryption->is_begun || encryption->matrix->is_gone) {
        return encryption_verify_due_ms(encryption);
    }
    int64_t due_ms = encryption->due_ms;
    for (unsigned kind = 0; kind < ENCRYPTION_REQUESTS; kind++) {
        if (encryption->again_ms[kind] != 0) {
            due_ms = encryption_sooner(due_ms, encryption->again_ms[kind]);
        }
    }
    if (encryption->store_ms != 0) {
        due_ms = encryption_sooner(due_ms, encryption->store_ms);
    }
    due_ms = encryption_sooner(due_ms, encryption_verify_due_ms(encryption));
    due_ms = encryption_sooner(due_ms, encryption_lates_due_ms(encryption));
    due_ms = encryption_sooner(due_ms, encryption_recovery_due_ms(encryption));
    due_ms = encryption_sooner(due_ms, encryption_seals_due_ms(encryption));
    return encryption_sooner(due_ms, encryption_posts_due_ms(encryption));
}
