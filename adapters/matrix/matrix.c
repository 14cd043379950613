/* Matrix as the house sees it: opening and closing, what is on disk, and the one timer that all
 * else is planned by. */
#include "matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "heap.h"
#include "log.h"
#include "matrix_alone.h"
#include "matrix_appservice.h"
#include "matrix_decode.h"
#include "matrix_hear.h"
#include "matrix_ignored.h"
#include "matrix_invite.h"
#include "matrix_private.h"
#include "matrix_session.h"
#include "matrix_sync.h"
#include "net_client.h"
#include "pictures.h"
#include "table.h"

enum { MATRIX_PROGRAM_BYTES = 4096, MATRIX_NAMES_MAX = 50000 };

#define MATRIX_AGENT "deaddrop/" DD_VERSION

struct matrix_name {
    char *name;
    char user[];
};

int64_t matrix_now_ms(const struct matrix *matrix)
{
    return matrix->world->clock.now_ms(matrix->world->clock.context);
}

char *matrix_copy(char *into, const char *id)
{
    size_t len = id == NULL ? 0 : strlen(id);
    len = len < MATRIX_ID_BYTES ? len : MATRIX_ID_BYTES - 1;
    memmove(into, id == NULL ? "" : id, len);
    into[len] = '\0';
    return into;
}

const char *matrix_words(struct matrix *matrix, const char *key)
{
    return catalogue_text(matrix->world->catalogue, matrix->arena, key, NULL, FACTS_NONE, NULL);
}

void matrix_store_row(struct matrix *matrix, const char *key, const char *value)
{
    const struct adapter_row row = {.key = key,
                                    .value = value,
                                    .len = value == NULL ? 0 : strlen(value),
                                    .order = matrix_now_ms(matrix)};
    house_store(matrix->house, (struct adapter *)matrix, &row, 1, NULL);
}

void matrix_person_named(struct matrix *matrix, const char *user, const char *name)
{
    struct matrix_name *known = map_get(&matrix->names, user);
    if (known == NULL && matrix->names.count < MATRIX_NAMES_MAX) {
        known = heap_take(sizeof *known + strlen(user) + 1);
        memcpy(known->user, user, strlen(user) + 1);
        map_put(&matrix->names, known->user, known);
    }
    if (known != NULL && (known->name == NULL || strcmp(known->name, name) != 0)) {
        free(known->name);
        known->name = heap_copy(name);
    }
}

/* --- the timer -------------------------------------------------------------------------------- */

static int64_t matrix_sooner(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

void matrix_plan(struct matrix *matrix)
{
    if (matrix->sync == NULL) {
        return; /* still opening, or closing */
    }
    int64_t due_ms = matrix_session_due_ms(matrix->session);
    due_ms = matrix_sooner(due_ms, matrix_sync_due_ms(matrix->sync));
    due_ms = matrix_sooner(due_ms, matrix_invites_due_ms(matrix));
    due_ms = matrix_sooner(due_ms, matrix_alone_due_ms(matrix));
    due_ms = matrix_sooner(due_ms, matrix_send_due_ms(matrix));
    int64_t now_ms = matrix_now_ms(matrix);
    int64_t delay_ms = due_ms == NO_DEADLINE ? -1 : due_ms <= now_ms ? 0 : due_ms - now_ms;
    matrix->wire->timer_set(matrix->wire->context, matrix->timer, delay_ms);
}

static void matrix_tick(void *context)
{
    struct matrix *matrix = context;
    int64_t now_ms = matrix_now_ms(matrix);
    arena_reset(matrix->arena);
    matrix_session_tick(matrix->session, now_ms);
    matrix_sync_tick(matrix->sync, now_ms);
    matrix_invites_tick(matrix, now_ms);
    matrix_alone_tick(matrix, now_ms);
    matrix_send_tick(matrix, now_ms);
    matrix_plan(matrix);
}

/* --- what the session tells ------------------------------------------------------------------- */

void matrix_lost(struct matrix *matrix, const struct fault *fault)
{
    if (matrix->is_gone) {
        return;
    }
    matrix->is_gone = true;
    matrix->gone = *fault;
    matrix_client_sign_out(matrix->client);
    log_event(LEVEL_ERROR, "matrix.gone", LOG_FIELDS(log_fault(fault)));
}

static void matrix_told_rooms(void *context, const struct matrix_answer *answer)
{
    struct matrix *matrix = context;
    const cJSON *list = matrix_get(answer->json, "joined_rooms");
    const cJSON *one = NULL;
    if (answer->fate != MATRIX_DONE || !cJSON_IsArray(list)) {
        return;
    }
    cJSON_ArrayForEach(one, list)
    {
        if (cJSON_IsString(one) && strlen(one->valuestring) < MATRIX_ID_BYTES &&
            one->valuestring[0] == '!') {
            struct matrix_room *room = matrix_room_at(matrix, one->valuestring);
            room->own = room->stated ? room->own : MATRIX_JOINED;
        }
    }
}

void matrix_signed_in(struct matrix *matrix)
{
    static const char path[] = "/_matrix/client/v3/joined_rooms";
    const struct matrix_request request = {.method = "GET",
                                           .route = "/joined_rooms",
                                           .path = path,
                                           .priority = MATRIX_SECRET,
                                           .repeatable = true};
    log_event(LEVEL_INFO, "matrix.is",
              LOG_FIELDS(log_text("user", matrix->user), log_text("device", matrix->device)));
    matrix_client_start(matrix->client, &request, matrix_told_rooms, matrix);
    matrix_ignored_ask(matrix);
    matrix_alone_start(matrix);
    if (matrix->appservice != NULL) {
        matrix_appservice_start(matrix->appservice);
    } else {
        matrix_sync_start(matrix->sync);
    }
    matrix_plan(matrix);
}

static void matrix_stored(struct adapter *adapter, void *token, const struct fault *fault)
{
    struct matrix *matrix = (struct matrix *)adapter;
    struct matrix_waiter *waiter = token;
    if (waiter != NULL) {
        waiter->stored(matrix, waiter, fault);
        matrix_plan(matrix);
    }
}

/* --- opening and closing ---------------------------------------------------------------------- */

static void matrix_read_row(void *context, const struct store_row *row)
{
    struct matrix *matrix = context;
    const char *key = row->extra;
    if (strcmp(key, MATRIX_SYNC_KEY) == 0 || strcmp(key, MATRIX_TRANSACTION_KEY) == 0) {
        matrix->there_ms = row->at_ms > matrix->there_ms ? row->at_ms : matrix->there_ms;
    }
    if (!matrix_session_restore(matrix->session, key, row->text, row->text_len) &&
        !matrix_sync_restore(matrix->sync, key, row->text, row->text_len) &&
        !matrix_room_restore(matrix, key, row->text, row->at_ms) &&
        !matrix_invites_restore(matrix, key, row->text) &&
        (matrix->appservice == NULL ||
         !matrix_appservice_restore(matrix->appservice, key, row->text, row->text_len))) {
        matrix_send_restore(matrix, key, row->text, row->text_len);
    }
}

static void matrix_make_maps(struct matrix *matrix)
{
    const struct entropy *entropy = &matrix->world->entropy;
    map_init(&matrix->names, entropy);
    map_init(&matrix->reactions, entropy);
    map_init(&matrix->rooms, entropy);
    map_init(&matrix->ignored, entropy);
    map_init(&matrix->people, entropy);
    map_init(&matrix->choices, entropy);
    map_init(&matrix->boards, entropy);
}

static void matrix_names_free(struct matrix *matrix)
{
    size_t at = 0;
    for (struct matrix_name *name = map_next(&matrix->names, &at); name != NULL;
         name = map_next(&matrix->names, &at)) {
        free(name->name);
        free(name);
    }
    map_deinit(&matrix->names);
}

static void matrix_close(struct adapter **adapter)
{
    struct matrix *matrix = (struct matrix *)*adapter;
    if (matrix == NULL) {
        return;
    }
    *adapter = NULL;
    matrix_appservice_free(&matrix->appservice);
    matrix_sync_free(&matrix->sync);
    matrix_invites_free(&matrix->invites);
    matrix_session_free(&matrix->session);
    matrix_send_free(matrix);
    matrix_rooms_free(matrix);
    matrix_client_free(&matrix->client);
    matrix->wire->timer_free(matrix->wire->context, &matrix->timer);
    if (matrix->own_pictures != NULL) {
        pictures_free(&matrix->own_pictures);
    }
    matrix_hear_end(matrix);
    matrix_reactions_free(matrix);
    matrix_names_free(matrix);
    matrix_ignored_free(matrix);
    arena_free(&matrix->arena);
    if (matrix->own_net != NULL) {
        net_client_close(&matrix->own_net);
    }
    free(matrix);
}

/* As an appservice the bot is whoever the settings say, by a token that is not its own. */
static void matrix_act(struct matrix *matrix)
{
    const char *user = settings_text(matrix->settings, "matrix", "user");
    if (settings_text(matrix->settings, "matrix", "as_token")[0] != '\0') {
        matrix_client_act_as(matrix->client, strchr(user, ':') == NULL ? "" : user,
                             settings_text(matrix->settings, "matrix", "device"));
    }
}

int matrix_open_on(struct adapter **adapter, struct house *house, const struct matrix_on *on,
                   const struct settings *settings, struct fault *fault)
{
    const struct store_question rows = {.query = STORE_ADAPTER_ROWS, .key = matrix_adapter.name};
    const char *base = settings_text(settings, "matrix", "homeserver");
    if (base[0] == '\0') {
        return fault_set(fault, FAULT_CONFIG,
                         "[matrix] homeserver is empty: set it to the URL of the homeserver that "
                         "the bot has its account on (`deaddrop matrix setup` helps)");
    }
    struct matrix *matrix = heap_take(sizeof *matrix);
    matrix->house = house;
    matrix->world = house_world(house);
    matrix->settings = settings;
    matrix->wire = on->wire;
    matrix->pictures = on->pictures;
    matrix->arena = arena_new();
    matrix->opened_ms = matrix_now_ms(matrix);
    matrix->alone.due_ms = NO_DEADLINE;
    matrix_make_maps(matrix);
    matrix->timer = on->wire->timer_new(on->wire->context, matrix_tick, matrix);
    matrix->session = matrix_session_new(matrix);
    const struct matrix_client_setup client = {.wire = on->wire,
                                               .base = base,
                                               .context = matrix->session,
                                               .refused = matrix_session_refused};
    matrix->client = matrix_client_new(&client);
    matrix->invites = matrix_invites_new(matrix);
    matrix->sync = matrix_sync_new(matrix);
    *adapter = (struct adapter *)matrix;
    if (matrix_appservice_is_set(matrix)) {
        matrix->appservice = matrix_appservice_new(matrix);
    }
    matrix_act(matrix);
    if (store_read_now(matrix->world->store, &rows, matrix_read_row, matrix, fault) != 0) {
        matrix_close(adapter);
        return -1;
    }
    matrix_session_start(matrix->session);
    return 0;
}

/* Boards are drawn where the program that draws them stands beside ours. */
static struct pictures *matrix_draws(struct loop *loop, const struct settings *settings)
{
    char program[MATRIX_PROGRAM_BYTES];
    if (!settings_flag(settings, "matrix", "pictures") ||
        !pictures_program("", program, sizeof program) || access(program, X_OK) != 0) {
        return NULL;
    }
    const struct pictures_setup setup = {.loop = loop, .program = program, .at_once = 1};
    return pictures_new(&setup);
}

static int matrix_open(struct adapter **adapter, struct house *house, struct loop *loop,
                       const struct settings *settings, struct fault *fault)
{
    const struct house_setup *world = house_world(house);
    const struct net_client_setup setup = {.loop = loop,
                                           .clock = world->clock,
                                           .entropy = world->entropy,
                                           .ca_file = settings_text(settings, "matrix", "ca_file"),
                                           .agent = MATRIX_AGENT};
    struct net_client *client = net_client_open(&setup, fault);
    if (client == NULL) {
        return fault_wrap(fault, "[matrix] ca_file");
    }
    struct pictures *pictures = matrix_draws(loop, settings);
    const struct matrix_on on = {.wire = net_client_wire(client), .pictures = pictures};
    if (matrix_open_on(adapter, house, &on, settings, fault) != 0) {
        if (pictures != NULL) {
            pictures_free(&pictures);
        }
        net_client_close(&client);
        return -1;
    }
    struct matrix *matrix = (struct matrix *)*adapter;
    matrix->own_net = client;
    matrix->own_pictures = pictures;
    if (matrix->appservice != NULL &&
        matrix_appservice_listen(matrix->appservice, loop, fault) != 0) {
        matrix_close(adapter);
        return -1;
    }
    return 0;
}

/* --- what the house asks ---------------------------------------------------------------------- */

/* An id is no name that people know: a room that has none, or is not read yet, is not named. */
static const char *matrix_room_name(const struct adapter *adapter, const char *room)
{
    const struct matrix *matrix = (const struct matrix *)adapter;
    struct matrix_room *known = matrix_room_find(matrix, room);
    const char *called = known == NULL ? NULL : matrix_room_called(known, matrix->user);
    return called == NULL ? "" : called;
}

static const char *matrix_person_name(const struct adapter *adapter, const char *account)
{
    const struct matrix *matrix = (const struct matrix *)adapter;
    const struct matrix_name *known = map_get(&matrix->names, account);
    return known == NULL ? NULL : known->name;
}

static const char *matrix_mention(const struct adapter *adapter)
{
    const struct matrix *matrix = (const struct matrix *)adapter;
    return matrix->user[0] == '\0' ? NULL : matrix->user;
}

static void matrix_drain(struct adapter *adapter)
{
    struct matrix *matrix = (struct matrix *)adapter;
    matrix->draining = true;
    matrix_sync_stop(matrix->sync);
    matrix_plan(matrix);
}

const struct fault *matrix_gone(const struct adapter *adapter)
{
    const struct matrix *matrix = (const struct matrix *)adapter;
    return matrix->is_gone ? &matrix->gone : NULL;
}

const struct adapter_def matrix_adapter = {
    .name = "matrix",
    .open = matrix_open,
    .caps = matrix_caps,
    .send = matrix_send,
    .order = matrix_order,
    .stored = matrix_stored,
    .room_name = matrix_room_name,
    .person_name = matrix_person_name,
    .mention = matrix_mention,
    .drain = matrix_drain,
    .close = matrix_close,
};
