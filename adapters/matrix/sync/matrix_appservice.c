/* One transaction at a time, its events one after the other: each waits until its room's state is
 * known. A transaction that was answered before is answered again without being processed: its id
 * is remembered (the last one on disk), and the house drops duplicate event ids. */
#include "matrix_appservice_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "heap.h"
#include "http_server.h"
#include "json_at.h"
#include "log.h"
#include "loop.h"
#include "matrix_base.h"
#include "matrix_decode.h"
#include "matrix_e2ee.h"
#include "matrix_event.h"
#include "matrix_invite.h"
#include "matrix_state_fetch.h"
#include "metrics.h"

enum {
    APPSERVICE_BODY_BYTES_MAX = 16 * 1024 * 1024,
    APPSERVICE_REMEMBERED = 64,
    APPSERVICE_KEYLESS = 10, /* transactions without keys, until that is said */
    APPSERVICE_ID_BYTES = 256
};

static const char appservice_path[] = "/_matrix/app/v1/transactions/*";

#define APPSERVICE_OK     "{}"
#define APPSERVICE_DENIED "{\"errcode\":\"M_FORBIDDEN\",\"error\":\"the token is not ours\"}"
#define APPSERVICE_BAD    "{\"errcode\":\"M_NOT_JSON\",\"error\":\"no list of events\"}"
#define APPSERVICE_BUSY   "{\"errcode\":\"M_UNKNOWN\",\"error\":\"not now\"}"
#define APPSERVICE_NOBODY "{\"errcode\":\"M_NOT_FOUND\",\"error\":\"nobody\"}"

struct appservice_waiter {
    struct matrix_waiter waiter;
    struct matrix_appservice *appservice;
    struct appservice_waiter *next; /* of the appservice's */
    bool last;                      /* the transaction's own row */
};

struct matrix_appservice {
    struct matrix *matrix;
    struct http_server *server;
    char *relay_key; /* "": whoever reaches the door may ask */
    enum appservice_state state;
    cJSON *json;        /* the transaction; NULL none */
    const cJSON *event; /* its next event */
    char id[APPSERVICE_ID_BYTES];
    bool failed;      /* something of it was refused or not stored */
    unsigned keyless; /* transactions in a row that had nothing of keys */
    bool has_begun;   /* a transaction has ended since the start */
    unsigned pending;
    struct appservice_waiter *waiters;
    matrix_received_fn done;
    void *context;
    char remembered[APPSERVICE_REMEMBERED][APPSERVICE_ID_BYTES];
    unsigned next;
};

/* A transaction is over when it was answered, which may be in any state: when the program ends. */
const struct transitions appservice_transitions = {
    .count = APPSERVICE_ENDS + 1,
    .any = STATE_BIT(APPSERVICE_IDLE),
    .after = {
        [APPSERVICE_IDLE] = STATE_BIT(APPSERVICE_PROCESSES),
        [APPSERVICE_PROCESSES] = STATE_BIT(APPSERVICE_PROCESSES) | STATE_BIT(APPSERVICE_FETCHES) |
                                 STATE_BIT(APPSERVICE_ENDS),
        [APPSERVICE_FETCHES] = STATE_BIT(APPSERVICE_FETCHED) | STATE_BIT(APPSERVICE_ENDS),
        [APPSERVICE_FETCHED] = STATE_BIT(APPSERVICE_PROCESSES) | STATE_BIT(APPSERVICE_ENDS),
        [APPSERVICE_ENDS] = STATE_BIT(APPSERVICE_ENDS),
    }};

static void appservice_enter(struct matrix_appservice *appservice, enum appservice_state state)
{
    assert(transitions_allow(&appservice_transitions, appservice->state, state));
    appservice->state = state;
}

static void appservice_resume(struct matrix_appservice *appservice);

bool matrix_appservice_is_set(const struct matrix *matrix)
{
    return settings_number(matrix->settings, "matrix", "appservice_port") > 0;
}

/* --- answered transactions ----------------------------------------------------------------- */

static void appservice_remember(struct matrix_appservice *appservice, const char *id)
{
    char *into = appservice->remembered[appservice->next++ % APPSERVICE_REMEMBERED];
    matrix_copy(into, id);
}

static bool appservice_has_answered(const struct matrix_appservice *appservice, const char *id)
{
    for (unsigned i = 0; i < APPSERVICE_REMEMBERED; i++) {
        if (strcmp(appservice->remembered[i], id) == 0) {
            return true;
        }
    }
    return false;
}

bool matrix_appservice_restore(struct matrix_appservice *appservice, const char *key,
                               const char *text, size_t len)
{
    if (strcmp(key, MATRIX_TRANSACTION_KEY) != 0) {
        return false;
    }
    if (len < APPSERVICE_ID_BYTES) {
        appservice_remember(appservice, text);
    }
    return true;
}

static void appservice_end(struct matrix_appservice *appservice, int status, const char *json)
{
    matrix_received_fn done = appservice->done;
    appservice_enter(appservice, APPSERVICE_IDLE);
    cJSON_Delete(appservice->json);
    appservice->json = NULL;
    appservice->event = NULL;
    appservice->done = NULL;
    done(appservice->context, status, json);
}

/* --- stored -------------------------------------------------------------------------- */

static void appservice_stored(struct matrix *matrix, struct matrix_waiter *waiter,
                              const struct fault *fault)
{
    struct appservice_waiter *own = (struct appservice_waiter *)waiter;
    struct matrix_appservice *appservice = own->appservice;
    struct appservice_waiter **at = &appservice->waiters;
    while (*at != own) {
        at = &(*at)->next;
    }
    *at = own->next;
    bool last = own->last;
    free(own);
    appservice->pending--;
    appservice->failed = appservice->failed || (fault != NULL && fault->code != FAULT_GONE);
    if (last && !appservice->failed) {
        appservice_remember(appservice, appservice->id);
        matrix->caught_up_ms = matrix_now_ms(matrix);
        metrics_set(METRIC_MATRIX_SYNCED_SECONDS, matrix->caught_up_ms / 1000);
        metrics_add(METRIC_MATRIX_TRANSACTIONS, 1);
        appservice_end(appservice, 200, APPSERVICE_OK);
    } else {
        appservice_resume(appservice);
    }
}

static struct appservice_waiter *appservice_waiter(struct matrix_appservice *appservice)
{
    struct appservice_waiter *waiter = heap_allocate(sizeof *waiter);
    waiter->waiter.stored = appservice_stored;
    waiter->appservice = appservice;
    waiter->next = appservice->waiters;
    appservice->waiters = waiter;
    appservice->pending++;
    return waiter;
}

static void appservice_unwait(struct matrix_appservice *appservice,
                              struct appservice_waiter *waiter)
{
    appservice->waiters = waiter->next;
    appservice->pending--;
    free(waiter);
}

/* --- events ----------------------------------------------------------------------------------- */

/* An invite is an ordinary event here, with the room's stripped state in unsigned. */
static bool appservice_invites(struct matrix *matrix, const char *room, const cJSON *event)
{
    const char *type = json_at_text(event, "type");
    const char *key = json_at_text(event, "state_key");
    const char *now = json_at_text(json_at(event, "content"), "membership");
    if (type == NULL || key == NULL || strcmp(type, "m.room.member") != 0 ||
        strcmp(key, matrix->user) != 0 || matrix_membership(now) != MATRIX_INVITED) {
        return false;
    }
    const cJSON *state = json_at(json_at(event, "unsigned"), "invite_room_state");
    cJSON *list = cJSON_IsArray(state) ? cJSON_Duplicate(state, true) : cJSON_CreateArray();
    cJSON_AddItemToArray(list, cJSON_Duplicate(event, true));
    matrix_invites_inbound(matrix, room, list);
    cJSON_Delete(list);
    return true;
}

/* What follows from our own joins and leaves. If the room's state was fetched before our join event
 * came, membership does not change by it; the invite being followed ends all the same. */
static void appservice_own(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                           enum matrix_membership before)
{
    const char *key = json_at_text(event, "state_key");
    bool ours = key != NULL && strcmp(key, matrix->user) == 0;
    if ((before != MATRIX_JOINED || ours) && room->own == MATRIX_JOINED) {
        matrix_invites_joined(matrix, room);
    } else if (before == MATRIX_JOINED && room->own != MATRIX_JOINED) {
        matrix_room_left(room, room->own);
        matrix_room_has_changed(matrix, room);
    }
}

/* False: the house takes nothing now. */
static bool appservice_process(struct matrix_appservice *appservice, struct matrix_room *room,
                               const cJSON *event)
{
    struct matrix *matrix = appservice->matrix;
    enum matrix_membership before = room->own;
    struct appservice_waiter *waiter = appservice_waiter(appservice);
    bool enqueued = false;
    const struct matrix_source source = {.waiter = &waiter->waiter, .enqueued = &enqueued};
    bool taken = matrix_event_process(matrix, room, event, &source);
    if (!enqueued) {
        appservice_unwait(appservice, waiter);
    }
    appservice_own(matrix, room, event, before);
    return taken;
}

static void appservice_state_fetched(void *context, struct matrix_room *room, bool known,
                                     enum answer_status status)
{
    struct matrix_appservice *appservice = context;
    (void)room;
    (void)known;
    (void)status;
    if (appservice->state == APPSERVICE_FETCHES) {
        appservice_enter(appservice, APPSERVICE_FETCHED);
        appservice_resume(appservice);
    }
}

/* Processes the next event. False: it waits for its room's state. */
static bool appservice_step(struct matrix_appservice *appservice)
{
    struct matrix *matrix = appservice->matrix;
    const cJSON *event = appservice->event;
    const char *id = matrix_id(event, "room_id", '!');
    if (id == NULL || appservice_invites(matrix, id, event)) {
        return true;
    }
    struct matrix_room *room = matrix_room_at(matrix, id);
    bool fetched = appservice->state == APPSERVICE_FETCHED;
    if (!fetched && !matrix_room_is_ready(room)) {
        appservice_enter(appservice, APPSERVICE_FETCHES);
        matrix_room_fetch_state(matrix, room, appservice_state_fetched, appservice);
        return false;
    }
    metrics_add(METRIC_MATRIX_EVENTS, 1);
    if (!appservice_process(appservice, room, event)) {
        appservice->failed = true;
    }
    return true;
}

/* When everything that was enqueued is on disk, the transaction's id is stored. */
static void appservice_close(struct matrix_appservice *appservice)
{
    struct matrix *matrix = appservice->matrix;
    if (appservice->pending > 0) {
        return;
    }
    if (appservice->failed) {
        appservice_end(appservice, 503, APPSERVICE_BUSY);
        return;
    }
    struct appservice_waiter *waiter = appservice_waiter(appservice);
    const struct matrix_e2ee *e2ee = matrix->e2ee;
    waiter->last = true;
    e2ee->synced(e2ee, !appservice->has_begun);
    appservice->has_begun = true;
    if (e2ee->is_behind(e2ee)) { /* with what it has changed of keys */
        e2ee->store(e2ee, MATRIX_TRANSACTION_KEY, appservice->id, &waiter->waiter);
        return;
    }
    const struct adapter_row row = {.key = MATRIX_TRANSACTION_KEY,
                                    .value = appservice->id,
                                    .len = strlen(appservice->id),
                                    .order = matrix_now_ms(matrix)};
    house_store_rows(matrix->house, (struct adapter *)matrix, &row, 1, &waiter->waiter);
}

static void appservice_resume(struct matrix_appservice *appservice)
{
    while (appservice->event != NULL && !appservice->failed) {
        if (appservice->state == APPSERVICE_FETCHES || !appservice_step(appservice)) {
            return;
        }
        appservice_enter(appservice, APPSERVICE_PROCESSES);
        appservice->event = appservice->event->next;
    }
    if (appservice->state != APPSERVICE_IDLE) {
        appservice_enter(appservice, APPSERVICE_ENDS);
        appservice->event = NULL;
        appservice_close(appservice);
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

/* A homeserver that hands over none is told of once. */
static void appservice_take_keys(struct matrix_appservice *appservice)
{
    if (matrix_appservice_keys(appservice->matrix, appservice->json)) {
        appservice->keyless = 0;
        return;
    }
    if (++appservice->keyless == APPSERVICE_KEYLESS) {
        log_event(
            LEVEL_ERROR, "matrix.no_keys_come",
            LOG_FIELDS(log_text("mend", "the homeserver hands over no keys with events, so "
                                        "that nothing encrypted can be read: `deaddrop matrix "
                                        "setup` says what it needs")));
    }
}

/* --- a transaction ---------------------------------------------------------------------------- */

/* Is it the homeserver's token? Compared in constant time. */
static bool appservice_is_theirs(const struct matrix *matrix, const char *authorization)
{
    static const char bearer[] = "Bearer ";
    const char *token = settings_text(matrix->settings, "matrix", "hs_token");
    uint8_t ours[HASH_BYTES];
    uint8_t theirs[HASH_BYTES];
    bool bears = strncmp(authorization, bearer, sizeof bearer - 1) == 0;
    const char *said = bears ? authorization + sizeof bearer - 1 : "";
    hash_of(ours, token, strlen(token));
    hash_of(theirs, said, strlen(said));
    return hash_equal(ours, theirs, sizeof ours) && bears && token[0] != '\0';
}

void matrix_appservice_receive(struct matrix_appservice *appservice,
                               const struct matrix_transaction *transaction,
                               matrix_received_fn done, void *context)
{
    struct matrix *matrix = appservice->matrix;
    if (!appservice_is_theirs(matrix, transaction->authorization)) {
        done(context, transaction->authorization[0] == '\0' ? 401 : 403, APPSERVICE_DENIED);
        return;
    }
    if (appservice_has_answered(appservice, transaction->id)) {
        done(context, 200, APPSERVICE_OK);
        return;
    }
    if (appservice->state != APPSERVICE_IDLE || matrix->draining || matrix->user[0] == '\0' ||
        strlen(transaction->id) >= APPSERVICE_ID_BYTES) {
        done(context, 503, APPSERVICE_BUSY);
        return;
    }
    cJSON *json = cJSON_ParseWithLength(transaction->body, transaction->len);
    const cJSON *events = json_at(json, "events");
    if (!cJSON_IsArray(events)) {
        cJSON_Delete(json);
        done(context, 400, APPSERVICE_BAD);
        return;
    }
    appservice->json = json;
    appservice->event = events->child;
    appservice->failed = false;
    appservice_enter(appservice, APPSERVICE_PROCESSES);
    appservice_take_keys(appservice);
    appservice->done = done;
    appservice->context = context;
    matrix_copy(appservice->id, transaction->id);
    appservice_resume(appservice);
}

/* --- HTTP ------------------------------------------------------------------------------------- */

static void appservice_answer(void *context, int status, const char *json)
{
    const struct http_request *request = context;
    http_answer_json(&request, status, json);
}

static void appservice_put(void *context, const struct http_request *request)
{
    struct matrix_appservice *appservice = context;
    /* the request is the server's; it comes back to it by http_answer_json alone */
    void *token = (void *)(uintptr_t)request; /* NOLINT(performance-no-int-to-ptr) */
    const struct matrix_transaction transaction = {.authorization = request->authorization,
                                                   .id = request->path + sizeof appservice_path - 2,
                                                   .body = request->body,
                                                   .len = request->body_len};
    matrix_appservice_receive(appservice, &transaction, appservice_answer, token);
}

static void appservice_ping(void *context, const struct http_request *request)
{
    const struct matrix_appservice *appservice = context;
    bool theirs = appservice_is_theirs(appservice->matrix, request->authorization);
    http_answer_json(&request, theirs ? 200 : 403, theirs ? APPSERVICE_OK : APPSERVICE_DENIED);
}

/* Queries for users and rooms: none is created on demand. */
static void appservice_nobody(void *context, const struct http_request *request)
{
    (void)context;
    http_answer_json(&request, 404, APPSERVICE_NOBODY);
}

static const struct http_route appservice_routes[] = {
    {HTTP_METHOD_PUT, appservice_path, appservice_put},
    {HTTP_METHOD_POST, "/_matrix/app/v1/ping", appservice_ping},
    {HTTP_METHOD_GET, "/_matrix/app/v1/*", appservice_nobody},
};

int matrix_appservice_listen(struct matrix_appservice *appservice, struct loop *loop,
                             struct fault *fault)
{
    const struct matrix *matrix = appservice->matrix;
    appservice->relay_key = heap_copy(settings_text(matrix->settings, "store", "relay_key"));
    const struct http_setup setup = {
        .loop = loop_uv(loop),
        .clock = matrix->world->clock,
        .address = settings_text(matrix->settings, "matrix", "appservice_address"),
        .port = (uint16_t)settings_number(matrix->settings, "matrix", "appservice_port"),
        .section = "matrix",
        .routes = appservice_routes,
        .route_count = sizeof appservice_routes / sizeof *appservice_routes,
        .relay_key = appservice->relay_key[0] != '\0' ? appservice->relay_key : NULL,
        .limits = {.connections = 64, .body_bytes = APPSERVICE_BODY_BYTES_MAX},
        .context = appservice};
    appservice->server = http_server_open(&setup, fault);
    if (appservice->server == NULL) {
        return -1;
    }
    log_event(LEVEL_INFO, "matrix.appservice",
              LOG_FIELDS(log_text("address", setup.address),
                         log_number("port", http_server_port(appservice->server))));
    return 0;
}

/* --- from outside ----------------------------------------------------------------------------- */

static void appservice_pinged(void *context, const struct answer *answer)
{
    (void)context;
    if (answer->status != ANSWER_DONE) {
        log_event(LEVEL_ERROR, "matrix.appservice_not_reached",
                  LOG_FIELDS(log_text("why", answer->why), log_text("errcode", answer->errcode)));
    }
}

void matrix_appservice_start(struct matrix_appservice *appservice)
{
    const struct matrix_request request = {.method = "POST",
                                           .route = "/_matrix/client/v1/appservice/deaddrop/ping"};
    matrix_client_start(appservice->matrix->client, &request, appservice_pinged, NULL);
}

struct matrix_appservice *matrix_appservice_new(struct matrix *matrix)
{
    struct matrix_appservice *appservice = heap_allocate(sizeof *appservice);
    appservice->matrix = matrix;
    return appservice;
}

void matrix_appservice_free(struct matrix_appservice **appservice)
{
    struct matrix_appservice *freed = *appservice;
    if (freed == NULL) {
        return;
    }
    *appservice = NULL;
    while (freed->waiters != NULL) { /* a closed adapter is not notified */
        struct appservice_waiter *waiter = freed->waiters;
        freed->waiters = waiter->next;
        free(waiter);
    }
    if (freed->state != APPSERVICE_IDLE) {
        appservice_end(freed, 503, APPSERVICE_BUSY);
    }
    if (freed->server != NULL) {
        http_server_close(&freed->server);
    }
    heap_wipe(freed->relay_key, freed->relay_key != NULL ? strlen(freed->relay_key) : 0);
    free(freed);
}
