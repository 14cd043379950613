#include "out_kit.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "languages.h"
#include "matrix_inbound.h"
#include "matrix_search.h"
#include "matrix_state_fetch.h"
#include "table.h"

struct out_world out;

static struct catalogue *out_english;

/* --- doubles: the house ----------------------------------------------------------------------- */

static void out_put_row(const char *key, const char *value)
{
    struct out_row *free_row = NULL;
    for (unsigned i = 0; i < OUT_ROWS_MAX; i++) {
        struct out_row *row = &out.row[i];
        if (row->value != NULL && strcmp(row->key, key) == 0) {
            free(row->value);
            row->value = heap_copy(value);
            return;
        }
        free_row = row->value == NULL && free_row == NULL ? row : free_row;
    }
    if (value != NULL) {
        ck_assert_ptr_nonnull(free_row);
        snprintf(free_row->key, sizeof free_row->key, "%s", key);
        free_row->value = heap_copy(value);
    }
}

static struct out_end *out_end_new(uint64_t row)
{
    ck_assert_uint_lt(out.end_count, OUT_ENDS_MAX);
    struct out_end *end = &out.end[out.end_count++];
    *end = (struct out_end){.row = row};
    return end;
}

/* NOLINTNEXTLINE(readability-function-size): the house's own */
void house_delivered(struct house *house, struct adapter *adapter, uint64_t row,
                     const char *platform_id, const struct adapter_row *rows, size_t row_count,
                     void *token)
{
    struct out_end *end = out_end_new(row);
    (void)house;
    (void)adapter;
    ck_assert_ptr_null(token);
    end->sent = true;
    snprintf(end->id, sizeof end->id, "%s", platform_id);
    for (size_t i = 0; i < row_count; i++) {
        out_put_row(rows[i].key, rows[i].value);
    }
}

void house_send_failed(struct house *house, struct adapter *adapter, uint64_t row,
                       enum send_status status, int64_t retry_ms, const char *why)
{
    struct out_end *end = out_end_new(row);
    (void)house;
    (void)adapter;
    ck_assert_ptr_nonnull(why);
    end->status = status;
    end->retry_ms = retry_ms;
}

const char *house_prefix(struct house *house, const struct adapter *adapter, const char *room)
{
    (void)house;
    (void)adapter;
    (void)room;
    return "!";
}

const struct catalogue *house_language(struct house *house, const struct adapter *adapter,
                                       const char *room)
{
    (void)house;
    (void)adapter;
    return out.words_of_den != NULL && strcmp(room, OUT_DEN) == 0 ? out.words_of_den
                                                                  : out.setup.catalogue;
}

const char *house_account(const struct house *house, const struct adapter *adapter, uint64_t person)
{
    (void)house;
    (void)adapter;
    return person == 1 ? ROOM_ANA : person == 2 ? ROOM_BEN : NULL;
}

/* NOLINTNEXTLINE(readability-function-size): the house's own */
void house_store_rows(struct house *house, struct adapter *adapter, const struct adapter_row *rows,
                      size_t count, void *token)
{
    (void)house;
    (void)adapter;
    ck_assert_ptr_null(token);
    for (size_t i = 0; i < count; i++) {
        out_put_row(rows[i].key, rows[i].value);
    }
}

static int64_t out_now_ms(void *context)
{
    (void)context;
    return out.now_ms;
}

/* --- doubles: the adapter --------------------------------------------------------------------- */

bool matrix_inbound_changed(struct matrix *matrix, const char *room)
{
    (void)matrix;
    matrix_copy(out.inbound_changed, room);
    return !out.full;
}

/* --- doubles: requests ------------------------------------------------------------------------ */

uint64_t matrix_client_start(struct matrix_client *client, const struct matrix_request *wanted,
                             answer_fn done, void *context)
{
    (void)client;
    ck_assert_uint_lt(out.request_count, OUT_REQUESTS_MAX);
    struct out_request *request = &out.request[out.request_count++];
    request->number = out.request_count;
    request->method = heap_copy(wanted->method);
    request->route = heap_copy(wanted->route);
    request->id = heap_copy(wanted->ids[0]);
    request->path = route_text(MATRIX_API, wanted->route, wanted->ids, wanted->query);
    request->json = heap_copy(wanted->json);
    request->priority = wanted->priority;
    request->limited = wanted->limited;
    request->repeatable = !wanted->once;
    request->open = true;
    request->done = done;
    request->context = context;
    return request->number;
}

void matrix_client_cancel(struct matrix_client *client, uint64_t number)
{
    (void)client;
    if (number > 0 && number <= out.request_count) {
        out.request[number - 1].open = false;
    }
}

void matrix_client_figures(const struct matrix_client *client,
                           struct matrix_client_figures *figures)
{
    (void)client;
    *figures = (struct matrix_client_figures){
        .queue_ms = out.queue_ms, .talk_ms = out.talk_ms, .roomy = out.roomy};
}

/* --- doubles: rooms --------------------------------------------------------------------------- */

struct out_fetch {
    struct matrix_room *room;
    matrix_state_fn done;
    void *context;
};

static void out_state_fetched(void *context, const struct answer *answer)
{
    struct out_fetch *fetch = context;
    struct out_fetch copy = *fetch;
    free(fetch);
    copy.done(copy.context, copy.room, answer->status == ANSWER_DONE, answer->status);
}

void matrix_room_fetch_state(struct matrix *matrix, struct matrix_room *room, matrix_state_fn done,
                             void *context)
{
    struct out_fetch *fetch = heap_allocate(sizeof *fetch);
    struct matrix_request request = {
        .method = "GET", .route = "/rooms/{}/state", .ids = {room->id}};
    *fetch = (struct out_fetch){room, done, context};
    matrix_client_start(matrix->client, &request, out_state_fetched, fetch);
}

/* --- the world -------------------------------------------------------------------------------- */

static void out_open_matrix(void)
{
    struct matrix *matrix = &out.matrix;
    memset(matrix, 0, sizeof *matrix);
    matrix->world = &out.setup;
    snprintf(matrix->user, sizeof matrix->user, "%s", ROOM_BOT);
    matrix->e2ee = &matrix_e2ee_closed;
    matrix->send_arena = arena_new();
    matrix_rooms_new(matrix, matrix_room_changed);
    matrix_send_new(matrix);
}

static void out_close_matrix(void)
{
    for (unsigned i = 0; i < out.request_count; i++) {
        struct out_request *request = &out.request[i];
        if (request->open && request->done == out_state_fetched) {
            free(request->context);
        }
        request->open = false;
    }
    matrix_send_free(&out.matrix);
    matrix_searches_free(&out.matrix);
    matrix_rooms_free(&out.matrix);
    arena_free(&out.matrix.send_arena);
}

void out_set_up(void)
{
    struct fault fault;
    memset(&out, 0, sizeof out);
    out.now_ms = 1893499080000;
    out.docs = arena_new();
    out.setup.clock.now_ms = out_now_ms;
    out.setup.entropy = entropy_system();
    out_english = languages_new("en", &fault);
    ck_assert_ptr_nonnull(out_english);
    out.setup.catalogue = out_english;
    out_open_matrix();
}

void out_restart(void)
{
    out_close_matrix();
    out_open_matrix();
    for (unsigned i = 0; i < OUT_ROWS_MAX; i++) {
        const struct out_row *row = &out.row[i];
        if (row->value != NULL) {
            ck_assert(matrix_send_restore(&out.matrix, row->key, row->value, strlen(row->value)));
        }
    }
}

void out_tear_down(void)
{
    out_close_matrix();
    for (unsigned i = 0; i < out.request_count; i++) {
        free(out.request[i].method);
        free(out.request[i].route);
        free(out.request[i].path);
        free(out.request[i].id);
        free(out.request[i].json);
    }
    for (unsigned i = 0; i < OUT_ROWS_MAX; i++) {
        free(out.row[i].value);
    }
    catalogue_free(&out_english);
    arena_free(&out.docs);
}

struct matrix_room *out_den(void)
{
    struct matrix_room *room = matrix_room_at(&out.matrix, OUT_DEN);
    room_make(room);
    room->history = MATRIX_HISTORY_OTHER;
    room->join_rule = MATRIX_JOIN_PUBLIC;
    room_member(room, ROOM_ANA, MATRIX_JOINED);
    room_member(room, ROOM_BEN, MATRIX_JOINED);
    return room;
}

struct matrix_room *out_direct(void)
{
    out_put_row("u/" ROOM_ANA,
                "{\"room\":\"" OUT_DIRECT "\",\"may\":true,\"expected\":true,\"listed\":true}");
    matrix_send_restore(&out.matrix, "u/" ROOM_ANA, out_stored("u/" ROOM_ANA),
                        strlen(out_stored("u/" ROOM_ANA)));
    struct matrix_room *room = matrix_room_at(&out.matrix, OUT_DIRECT);
    room_make(room);
    room_member(room, ROOM_ANA, MATRIX_JOINED);
    return room;
}

struct doc *out_doc(const char *text, const char *const *choices)
{
    struct doc *doc = doc_new(out.docs);
    doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, text, false);
    for (; choices != NULL && *choices != NULL; choices++) {
        char label[64];
        snprintf(label, sizeof label, "%.*s", (int)strcspn(*choices, " "), *choices);
        doc_choice(doc, label, strchr(*choices, ' ') + 1, CHOICE_PRIMARY);
    }
    return doc;
}

void out_send_with(const struct sending *sending)
{
    matrix_send((struct adapter *)&out.matrix, sending);
}

void out_send(uint64_t row, enum send_kind kind, const char *room, const char *account,
              enum doc_kind doc_kind, const struct doc *doc)
{
    const struct sending sending = {.row = row,
                                    .kind = kind,
                                    .room = room,
                                    .account = account,
                                    .nonce = "0123456789012345678901",
                                    .doc = doc,
                                    .head = {doc_kind, 3, 1},
                                    .table = 3,
                                    .created_ms = out.now_ms};
    out_send_with(&sending);
}

/* --- requests --------------------------------------------------------------------------------- */

struct out_request *out_asked(const char *method, const char *route)
{
    for (unsigned i = 0; i < out.request_count; i++) {
        struct out_request *request = &out.request[i];
        if (request->open && strcmp(request->method, method) == 0 &&
            strcmp(request->route, route) == 0) {
            return request;
        }
    }
    return NULL;
}

unsigned out_open(void)
{
    unsigned open = 0;
    for (unsigned i = 0; i < out.request_count; i++) {
        open += out.request[i].open;
    }
    return open;
}

void out_answer(struct out_request *request, enum answer_status status, const char *json)
{
    ck_assert_ptr_nonnull(request);
    ck_assert(request->open);
    cJSON *body = json == NULL ? NULL : cJSON_ParseWithLength(json, strlen(json));
    const char *errcode = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(body, "errcode"));
    const struct answer answer = {.status = status,
                                  .errcode = errcode != NULL ? errcode : "",
                                  .json = body,
                                  .retry_ms = out.retry_ms,
                                  .why = "a test says so"};
    request->open = false;
    request->done(request->context, &answer);
    cJSON_Delete(body);
}

void out_become(struct out_request *request, const char *event)
{
    char json[OUT_TEXT_BYTES];
    snprintf(json, sizeof json, "{\"event_id\":\"%s\"}", event);
    out_answer(request, ANSWER_DONE, json);
}

static enum matrix_membership out_membership(const char *word)
{
    return strcmp(word, "join") == 0     ? MATRIX_JOINED
           : strcmp(word, "invite") == 0 ? MATRIX_INVITED
                                         : MATRIX_LEFT;
}

void out_state_of(struct out_request *request, const char *const *members, const char *history,
                  const char *join_rule, bool encrypted)
{
    ck_assert_ptr_nonnull(request);
    struct matrix_room *room = matrix_room_at(&out.matrix, request->id);
    room_make(room);
    room->history = strcmp(history, "joined") == 0 ? MATRIX_HISTORY_JOINED
                    : history[0] == '\0'           ? MATRIX_HISTORY_UNKNOWN
                                                   : MATRIX_HISTORY_OTHER;
    room->join_rule = strcmp(join_rule, "invite") == 0 ? MATRIX_JOIN_INVITE : MATRIX_JOIN_PUBLIC;
    room->encryption = encrypted ? MATRIX_ENCRYPTED : MATRIX_PLAIN;
    for (; *members != NULL; members++) {
        char user[MATRIX_ID_BYTES];
        snprintf(user, sizeof user, "%.*s", (int)strcspn(*members, " "), *members);
        room_member(room, user, out_membership(strchr(*members, ' ') + 1));
    }
    out_answer(request, ANSWER_DONE, NULL);
}

void out_state(struct out_request *request, const char *const *members)
{
    out_state_of(request, members, "joined", "invite", false);
}

void out_later(int64_t ms)
{
    int64_t until_ms = out.now_ms + ms;
    for (int64_t due_ms = matrix_send_due_ms(&out.matrix); due_ms <= until_ms;
         due_ms = matrix_send_due_ms(&out.matrix)) {
        out.now_ms = due_ms > out.now_ms ? due_ms : out.now_ms;
        matrix_send_tick(&out.matrix, out.now_ms);
    }
    out.now_ms = until_ms;
    matrix_send_tick(&out.matrix, out.now_ms);
}

/* --- what was told ---------------------------------------------------------------------------- */

bool out_has_ended(uint64_t row)
{
    for (unsigned i = out.end_count; i > 0; i--) {
        if (out.end[i - 1].row == row) {
            return true;
        }
    }
    return false;
}

const struct out_end *out_ended(uint64_t row)
{
    for (unsigned i = out.end_count; i > 0; i--) {
        if (out.end[i - 1].row == row) {
            return &out.end[i - 1];
        }
    }
    ck_abort_msg("row %d has not ended", (int)row);
    return NULL;
}

const char *out_stored(const char *key)
{
    for (unsigned i = 0; i < OUT_ROWS_MAX; i++) {
        if (out.row[i].value != NULL && strcmp(out.row[i].key, key) == 0) {
            return out.row[i].value;
        }
    }
    return NULL;
}

bool out_ever(const char *text)
{
    for (unsigned i = 0; i < out.request_count; i++) {
        const struct out_request *request = &out.request[i];
        if (strstr(request->path, text) != NULL ||
            (request->json != NULL && strstr(request->json, text) != NULL)) {
            return true;
        }
    }
    return false;
}

cJSON *out_content(const struct out_request *request)
{
    ck_assert_ptr_nonnull(request);
    ck_assert_ptr_nonnull(request->json);
    cJSON *json = cJSON_ParseWithLength(request->json, strlen(request->json));
    ck_assert_msg(json != NULL, "no JSON: %s", request->json);
    return json;
}
