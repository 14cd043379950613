/* The long poll, what its answers mean, and which token is on disk. */
#include "matrix_sync_private.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "hash.h"
#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "log.h"
#include "matrix_answer.h"
#include "matrix_decode.h"
#include "matrix_e2ee.h"
#include "matrix_unreachable.h"
#include "metrics.h"
#include "route.h"
#include "table.h"

enum {
    SYNC_POLL_MS = 30000,
    SYNC_GRACE_MS = 20000,
    SYNC_FIRST_MS = 600000, /* for all rooms at once */
    SYNC_BACKOFF_MS = 1000,
    SYNC_BACKOFF_MS_MAX = 60000,
    SYNC_SUSPENDED_MS = 300000,
    SYNC_EMPTY_MAX = 10,
    SYNC_AT_ONCE_MS = 1000,
    SYNC_DOWNTIME_MS = 15000,
    SYNC_INBOUND_FLUSH_MS = 5000,
    SYNC_QUIET_FLUSH_MS = 60000,
    SYNC_BAD_MAX = 2,
    SYNC_KEYS_AGAIN_MS = 2000,
    SYNC_QUERY_BYTES = 32 * 1024
};

static const size_t sync_bytes_max = (size_t)4 * 1024 * 1024 * 1024;

static const char sync_filter_key[] = "filter";

static const char sync_filter[] =
    "{\"presence\":{\"types\":[]},"
    "\"account_data\":{\"types\":[\"m.direct\",\"m.ignored_user_list\"]},"
    "\"room\":{\"include_leave\":false,\"timeline\":{\"limit\":100},"
    "\"state\":{\"lazy_load_members\":true},"
    "\"ephemeral\":{\"types\":[]},\"account_data\":{\"types\":[]}}}";

/* Of the initial sync: the rooms' state, and as little of their timelines as can be asked for. */
static const char sync_first_filter[] =
    "{\"presence\":{\"types\":[]},\"account_data\":{\"types\":[]},"
    "\"room\":{\"include_leave\":false,\"timeline\":{\"limit\":1},"
    "\"state\":{\"lazy_load_members\":true},"
    "\"ephemeral\":{\"types\":[]},\"account_data\":{\"types\":[]}}}";

static void sync_step(struct matrix_sync *sync);

/* It may be stopped, and wait for the next poll, in any state. */
const struct transitions sync_transitions = {
    .count = SYNC_STATES,
    .any = STATE_BIT(SYNC_STOPPED) | STATE_BIT(SYNC_WAITS),
    .after = {
        [SYNC_WAITS] = STATE_BIT(SYNC_FILTERS) | STATE_BIT(SYNC_POLLS),
        [SYNC_POLLS] = STATE_BIT(SYNC_PROCESSES),
        [SYNC_PROCESSES] = STATE_BIT(SYNC_ENDS),
        [SYNC_ENDS] = STATE_BIT(SYNC_STORES),
    }};

static void sync_set_state(struct matrix_sync *sync, enum sync_state state)
{
    assert(transitions_allow(&sync_transitions, sync->state, state));
    sync->state = state;
}

/* Waits until due_ms, unless it was stopped. */
static void sync_set_waiting(struct matrix_sync *sync)
{
    if (sync->state != SYNC_STOPPED) {
        sync_set_state(sync, SYNC_WAITS);
    }
}

int64_t sync_now_ms(const struct matrix_sync *sync)
{
    return matrix_now_ms(sync->matrix);
}

static void sync_text(char **into, const char *text)
{
    char *copy = heap_copy(text);
    free(*into);
    *into = copy;
}

static void sync_later(struct matrix_sync *sync, int64_t wait_ms)
{
    sync_set_waiting(sync);
    sync->due_ms = sync_now_ms(sync) + wait_ms;
    matrix_plan(sync->matrix);
}

static void sync_back_off(struct matrix_sync *sync, int64_t least_ms)
{
    const struct entropy *entropy = &sync->matrix->wire->entropy;
    int64_t wait_ms = SYNC_BACKOFF_MS / 2 + (int64_t)backoff_next_ms(&sync->backoff, entropy);
    sync_later(sync, wait_ms > least_ms ? wait_ms : least_ms);
}

/* --- the stored token ---------------------------------------------------------------------- */

/* Is there a token that no row has yet? */
static bool sync_is_behind(const struct matrix_sync *sync)
{
    const char *token = sync->watermark.checkpoint;
    return token != NULL && (sync->written == NULL || strcmp(token, sync->written) != 0);
}

static void sync_flush_in(struct matrix_sync *sync, int64_t wait_ms)
{
    int64_t at_ms = sync_now_ms(sync) + wait_ms;
    if (sync_is_behind(sync) && at_ms < sync->flush_ms) {
        sync->flush_ms = at_ms;
        matrix_plan(sync->matrix);
    }
}

/* With what the response has changed of keys, in one transaction. */
static void sync_flush(struct matrix_sync *sync)
{
    const struct matrix_e2ee *e2ee = sync->matrix->e2ee;
    const char *token = sync->watermark.checkpoint;
    sync->flush_ms = NO_DEADLINE;
    if (!sync_is_behind(sync)) {
        return;
    }
    if (e2ee->is_behind(e2ee)) {
        e2ee->store(e2ee, MATRIX_SYNC_KEY, token, NULL);
    } else {
        matrix_store_row(sync->matrix, MATRIX_SYNC_KEY, token);
    }
    sync_text(&sync->written, token);
}

/* So long the token may wait for another; not where keys wait with it. */
static int64_t sync_flush_wait_ms(const struct matrix_sync *sync, int64_t wait_ms)
{
    return sync->matrix->e2ee->is_behind(sync->matrix->e2ee) ? 0 : wait_ms;
}

static void sync_enqueued(void *context, const char *checkpoint)
{
    struct matrix_sync *sync = context;
    watermark_add(&sync->watermark);
    if (checkpoint != NULL) {
        sync_text(&sync->written, checkpoint);
    }
}

static void sync_stored(void *context, int64_t batch, const struct fault *fault)
{
    struct matrix_sync *sync = context;
    if (fault != NULL && fault->code != FAULT_GONE) {
        if (batch > 0 && batch >= sync->oldest) {
            sync_rewind(sync);
        }
        return;
    }
    watermark_stored(&sync->watermark, batch);
    if (sync->state == SYNC_STOPPED) {
        sync_flush(sync);
    } else {
        sync_flush_in(sync, sync_flush_wait_ms(sync, SYNC_INBOUND_FLUSH_MS));
    }
}

void sync_rewind(struct matrix_sync *sync)
{
    matrix_client_cancel(sync->matrix->client, sync->number);
    sync->number = 0;
    sync_rooms_drop(sync);
    watermark_reset(&sync->watermark, sync->watermark.newest, sync->watermark.checkpoint);
    sync_text(&sync->written, NULL); /* it may not be on disk */
    sync->oldest = sync->watermark.newest + 1;
    sync_text(&sync->since, sync->watermark.checkpoint);
    sync->past = sync->past == PAST_LOST ? PAST_LOST : PAST_NONE;
    sync->refused = false;
    metrics_add(METRIC_MATRIX_REWINDS, 1);
    log_event(LEVEL_WARNING, "matrix.sync_rewound", NULL);
    sync_back_off(sync, 0);
}

/* --- the end of a response ----------------------------------------------------------------- */

/* The stream position in Synapse's tokens ("s72594_4483_…"); -1 for tokens of another form. */
static int64_t sync_number_of(const char *token)
{
    if (token == NULL || token[0] != 's') {
        return -1;
    }
    size_t digits = strspn(token + 1, "0123456789");
    return digits > 0 && digits < 18 ? strtoll(token + 1, NULL, 10) : -1;
}

static void sync_check_order(struct matrix_sync *sync)
{
    int64_t before = sync_number_of(sync->since);
    int64_t now = sync_number_of(sync->next);
    sync->back = sync->back || now < 0 || (before >= 0 && now < before);
    if (before >= 0 && now >= 0 && now < before) {
        log_event(LEVEL_ERROR, "matrix.sync_token_went_back",
                  LOG_FIELDS(log_text("mend", "the homeserver seems to be restored from a backup; "
                                              "what it has lost is lost, and play goes on")));
    }
}

void sync_begin_downtime(struct matrix_sync *sync)
{
    sync->down_since_ms = sync->down_since_ms == 0 ? sync_now_ms(sync) : sync->down_since_ms;
}

static void sync_end_downtime(struct matrix_sync *sync)
{
    int64_t now_ms = sync_now_ms(sync);
    if (sync->down_since_ms > 0 && now_ms - sync->down_since_ms >= SYNC_DOWNTIME_MS) {
        log_event(LEVEL_INFO, "matrix.sync_recovered",
                  LOG_FIELDS(log_number("downtime_ms", now_ms - sync->down_since_ms)));
        house_downtime(sync->matrix->house, (struct adapter *)sync->matrix, sync->down_since_ms,
                       now_ms);
        matrix_unreachable_report(sync->matrix); /* they were reported as reachable, too */
    }
    sync->down_since_ms = 0;
}

static void sync_next_poll(struct matrix_sync *sync)
{
    bool empty = sync->is_empty;
    bool at_once = sync->took_ms < SYNC_AT_ONCE_MS;
    sync->empty = empty && at_once ? sync->empty + 1 : 0;
    if (sync->empty >= SYNC_EMPTY_MAX) {
        sync_back_off(sync, 0);
    } else {
        if (!empty || !at_once) {
            backoff_reset(&sync->backoff);
        }
        sync_set_waiting(sync);
        sync->due_ms = sync_now_ms(sync);
        sync_step(sync);
    }
}

/* Stores what the response has changed of keys. The next poll waits for it: by that the homeserver
 * forgets what devices have sent. */
static void sync_store_keys(struct matrix_sync *sync)
{
    const struct matrix_e2ee *e2ee = sync->matrix->e2ee;
    const char *token = sync->watermark.checkpoint;
    sync->due_ms = NO_DEADLINE;
    sync->keys_under_way++;
    e2ee->store(e2ee, token == NULL ? NULL : MATRIX_SYNC_KEY, token, &sync->keys);
    if (token != NULL) {
        sync_text(&sync->written, token);
    }
}

static void sync_keys_stored(struct matrix *matrix, struct matrix_waiter *waiter,
                             const struct fault *fault)
{
    struct matrix_sync *sync =
        (struct matrix_sync *)((char *)waiter - offsetof(struct matrix_sync, keys));
    sync->keys_under_way--;
    if (fault != NULL) {
        sync_text(&sync->written, NULL);
    }
    if (sync->state != SYNC_STORES || sync->keys_under_way > 0) {
        return;
    }
    if (fault !=
        NULL) { /* they are still in memory: stored again, and nothing is asked meanwhile */
        sync->due_ms = sync_now_ms(sync) + SYNC_KEYS_AGAIN_MS;
        matrix_plan(matrix);
    } else {
        sync_next_poll(sync);
    }
}

void sync_resume(struct matrix_sync *sync)
{
    if (sync->refused) {
        sync_rewind(sync);
        return;
    }
    if (sync->state != SYNC_PROCESSES || sync->rooms != NULL) {
        return;
    }
    sync_set_state(sync, SYNC_ENDS);
    const struct matrix_e2ee *e2ee = sync->matrix->e2ee;
    bool clear = watermark_is_clear(&sync->watermark);
    const char *checkpoint = clear ? sync->next : sync->watermark.checkpoint;
    sync_process_held(sync, e2ee->reads ? NULL : checkpoint); /* else it goes with the keys */
    if (sync->refused) {
        sync_rewind(sync);
        return;
    }
    bool first = sync->since == NULL;
    e2ee->synced(e2ee, first);
    sync->patience_ms = NO_DEADLINE;
    sync_check_order(sync);
    watermark_end(&sync->watermark, sync->next);
    sync->past = first ? PAST_NONE : PAST_PREVIOUS;
    sync->matrix->caught_up_ms = sync_now_ms(sync);
    metrics_set(METRIC_MATRIX_SYNCED_SECONDS, sync->matrix->caught_up_ms / 1000);
    sync_text(&sync->since, sync->next);
    sync_flush_in(sync, first ? 0 : sync_flush_wait_ms(sync, SYNC_QUIET_FLUSH_MS));
    sync->is_empty = sync->events == 0 && !first;
    if (e2ee->is_behind(e2ee)) {
        sync_set_state(sync, SYNC_STORES);
        sync_store_keys(sync);
    } else {
        sync_next_poll(sync);
    }
}

/* --- a poll ----------------------------------------------------------------------------------- */

static void sync_piece(void *context, const char *bytes, size_t len)
{
    struct matrix_sync *sync = context;
    if (!sync->refused) {
        matrix_stream_add(sync->stream, bytes, len);
    }
}

/* Before each try: what came of the last one is dropped. */
static void sync_restart(void *context)
{
    struct matrix_sync *sync = context;
    matrix_stream_restart(sync->stream);
    sync_rooms_drop(sync);
    watermark_abandon(&sync->watermark);
    sync->batch = sync->watermark.newest + 1;
    watermark_begin(&sync->watermark, sync->batch);
    free(sync->next);
    sync->next = NULL;
    sync->events = 0;
    sync->tries++;
    if (sync->tries > 1) {
        sync_begin_downtime(sync);
    }
}

/* The filter or the token is not valid any more: first a new filter, then an initial sync. */
static void sync_bad(struct matrix_sync *sync)
{
    sync_text(&sync->filter, NULL);
    sync->bad++;
    if (sync->bad >= SYNC_BAD_MAX && sync->since != NULL) {
        log_event(LEVEL_ERROR, "matrix.sync_token_refused", NULL);
        sync->bad = 0;
        sync->past = PAST_LOST;
        sync_text(&sync->since, NULL);
    }
    sync_back_off(sync, 0);
}

static void sync_failed(struct matrix_sync *sync, const struct answer *answer)
{
    sync_rooms_drop(sync);
    sync_begin_downtime(sync);
    if (answer->status == ANSWER_UNAUTHORIZED) {
        sync_set_state(sync, SYNC_STOPPED);
    } else if (answer->status == ANSWER_BAD || answer->status == ANSWER_GONE) {
        sync_bad(sync);
    } else { /* forbidden: the terms have to be agreed to, say; the token stays valid */
        bool suspended = answer->status == ANSWER_SUSPENDED;
        sync_back_off(sync, suspended ? SYNC_SUSPENDED_MS : answer->retry_ms);
    }
}

static void sync_answered(void *context, const struct answer *answer)
{
    struct matrix_sync *sync = context;
    sync->number = 0;
    sync->took_ms = answer->took_ms;
    if (answer->status != ANSWER_DONE || !matrix_stream_whole(sync->stream) || sync->next == NULL) {
        if (answer->status == ANSWER_DONE && !sync->refused) {
            log_event(LEVEL_WARNING, "matrix.sync_cut", NULL);
        }
        if (sync->refused) {
            sync_rewind(sync);
        } else {
            sync_failed(sync, answer);
        }
        return;
    }
    sync->bad = 0;
    sync_end_downtime(sync);
    if (matrix_stream_left_out(sync->stream) > 0) {
        log_event(LEVEL_WARNING, "matrix.events_left_out",
                  LOG_FIELDS(log_number("count", matrix_stream_left_out(sync->stream))));
    }
    sync_set_state(sync, SYNC_PROCESSES);
    CRASH_POINT("matrix.received");
    sync_resume(sync);
}

static void sync_poll(struct matrix_sync *sync)
{
    struct buf query;
    bool first = sync->since == NULL;
    buf_init(&query, SYNC_QUERY_BYTES);
    buf_text(&query, "filter=");
    route_encode(&query, first ? sync_first_filter : sync->filter);
    buf_text(&query, "&timeout=");
    buf_number(&query, first ? 0 : SYNC_POLL_MS);
    buf_text(&query, "&set_presence=offline&use_state_after=true");
    if (!first) {
        buf_text(&query, "&since=");
        route_encode(&query, sync->since);
    }
    int64_t time_ms = first ? SYNC_FIRST_MS : SYNC_POLL_MS + SYNC_GRACE_MS;
    const struct matrix_request request = {.method = "GET",
                                           .route = "/sync",
                                           .query = query.text,
                                           .long_poll = true,
                                           .time_ms = time_ms,
                                           .try_ms = time_ms,
                                           .answer_max = sync_bytes_max,
                                           .piece = sync_piece,
                                           .restart = sync_restart};
    sync->tries = 0;
    sync->due_ms = NO_DEADLINE;
    sync_set_state(sync, SYNC_POLLS);
    sync->number = matrix_client_start(sync->matrix->client, &request, sync_answered, sync);
    buf_deinit(&query);
}

/* --- the filter ------------------------------------------------------------------------------- */

static void sync_hash(char hex[HASH_HEX_SIZE])
{
    uint8_t hash[HASH_BYTES];
    hash_of(hash, sync_filter, sizeof sync_filter - 1);
    hash_hex(hex, hash, sizeof hash);
}

static void sync_filter_made(void *context, const struct answer *answer)
{
    struct matrix_sync *sync = context;
    const char *id = matrix_id(answer->json, "filter_id", '\0');
    id = id == NULL ? json_at_text(answer->json, "filter_id") : id; /* "0" is one */
    sync->number = 0;
    if (answer->status != ANSWER_DONE || id == NULL || id[0] == '\0' || id[0] == '{' ||
        strlen(id) >= MATRIX_ID_BYTES) {
        if (answer->status == ANSWER_UNAUTHORIZED) {
            sync_set_state(sync, SYNC_STOPPED);
        } else if (answer->status == ANSWER_UNRECOGNIZED || answer->status == ANSWER_BAD) {
            sync_text(&sync->filter, sync_filter); /* sent whole with each poll */
            sync_later(sync, 0);
        } else {
            sync_back_off(sync, answer->retry_ms);
        }
        return;
    }
    struct buf value;
    char hex[HASH_HEX_SIZE];
    sync_hash(hex);
    sync_text(&sync->filter, id);
    buf_init(&value, HASH_HEX_SIZE + MATRIX_ID_BYTES);
    buf_text(&value, hex);
    buf_text(&value, " ");
    buf_text(&value, id);
    matrix_store_row(sync->matrix, sync_filter_key, value.text);
    buf_deinit(&value);
    sync_later(sync, 0);
}

static void sync_make_filter(struct matrix_sync *sync)
{
    struct matrix *matrix = sync->matrix;
    const struct matrix_request request = {
        .method = "POST", .route = "/user/{}/filter", .ids = {matrix->user}, .json = sync_filter};
    sync->due_ms = NO_DEADLINE;
    sync_set_state(sync, SYNC_FILTERS);
    sync->number = matrix_client_start(matrix->client, &request, sync_filter_made, sync);
}

/* --- ticks, start and stop ----------------------------------------------------------------- */

static void sync_step(struct matrix_sync *sync)
{
    if (sync->state == SYNC_STORES && sync->due_ms <= sync_now_ms(sync)) {
        sync_store_keys(sync);
    }
    if (sync->state != SYNC_WAITS || sync->due_ms > sync_now_ms(sync)) {
        return;
    }
    if (sync->since != NULL && sync->filter == NULL) {
        sync_make_filter(sync);
    } else {
        sync_poll(sync);
    }
}

void matrix_sync_tick(struct matrix_sync *sync, int64_t now_ms)
{
    if (sync->flush_ms <= now_ms) {
        sync_flush(sync);
    }
    if (sync->patience_ms <= now_ms) {
        sync_rooms_stop_waiting(sync);
    }
    sync_step(sync);
}

int64_t matrix_sync_due_ms(const struct matrix_sync *sync)
{
    bool is_timed = sync->state == SYNC_WAITS || sync->state == SYNC_STORES;
    int64_t due_ms = is_timed ? sync->due_ms : NO_DEADLINE;
    due_ms = sync->patience_ms < due_ms ? sync->patience_ms : due_ms;
    return sync->flush_ms < due_ms ? sync->flush_ms : due_ms;
}

bool matrix_sync_restore(struct matrix_sync *sync, const char *key, const char *text, size_t len)
{
    char hex[HASH_HEX_SIZE];
    (void)len;
    if (strcmp(key, MATRIX_SYNC_KEY) == 0) {
        watermark_reset(&sync->watermark, sync->watermark.newest, text);
        sync_text(&sync->written, text);
        sync_text(&sync->since, text);
        return true;
    }
    if (strcmp(key, sync_filter_key) != 0) {
        return false;
    }
    sync_hash(hex);
    if (strncmp(text, hex, HASH_HEX_SIZE - 1) == 0 && text[HASH_HEX_SIZE - 1] == ' ') {
        sync_text(&sync->filter, text + HASH_HEX_SIZE);
    }
    return true;
}

void matrix_sync_rows_lost(struct matrix_sync *sync)
{
    sync->past = sync->since == NULL ? PAST_LOST : sync->past;
}

void matrix_sync_start(struct matrix_sync *sync)
{
    sync_set_state(sync, SYNC_WAITS);
    sync->due_ms = sync_now_ms(sync);
    sync_step(sync);
}

void matrix_sync_stop(struct matrix_sync *sync)
{
    sync_set_state(sync, SYNC_STOPPED);
    matrix_client_cancel(sync->matrix->client, sync->number);
    sync->number = 0;
    sync_rooms_drop(sync);
    watermark_abandon(&sync->watermark);
    sync_flush(sync);
}

struct matrix_sync *matrix_sync_new(struct matrix *matrix)
{
    struct matrix_sync *sync = heap_allocate(sizeof *sync);
    struct matrix_stream_hooks hooks;
    sync->matrix = matrix;
    sync->reader =
        (struct matrix_reader){.context = sync, .enqueued = sync_enqueued, .stored = sync_stored};
    sync->keys.stored = sync_keys_stored;
    sync->due_ms = NO_DEADLINE;
    sync->flush_ms = NO_DEADLINE;
    sync->patience_ms = NO_DEADLINE;
    backoff_init(&sync->backoff, SYNC_BACKOFF_MS, SYNC_BACKOFF_MS_MAX);
    sync_hooks(sync, &hooks);
    sync->stream = matrix_stream_new(&hooks, false);
    return sync;
}

void matrix_sync_free(struct matrix_sync **sync)
{
    struct matrix_sync *freed = *sync;
    if (freed == NULL) {
        return;
    }
    *sync = NULL;
    matrix_client_cancel(freed->matrix->client, freed->number);
    sync_rooms_drop(freed);
    watermark_deinit(&freed->watermark);
    free(freed->written);
    matrix_stream_free(&freed->stream);
    free(freed->since);
    free(freed->next);
    free(freed->filter);
    free(freed);
}
