/* The Matrix adapter: opening and closing, reading rows, and the one timer by which its rooms are
 * ticked. */
#include "matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "log.h"
#include "matrix_abandoned.h"
#include "matrix_appservice.h"
#include "matrix_decode.h"
#include "matrix_direct.h"
#include "matrix_display_name.h"
#include "matrix_duplicate.h"
#include "matrix_e2ee.h"
#include "matrix_encrypt.h"
#include "matrix_event.h"
#include "matrix_greet.h"
#include "matrix_ignored.h"
#include "matrix_inbound.h"
#include "matrix_invite.h"
#include "matrix_private.h"
#include "matrix_search.h"
#include "matrix_secrecy.h"
#include "matrix_sending.h"
#include "matrix_session.h"
#include "matrix_state_fetch.h"
#include "matrix_sync.h"
#include "matrix_team.h"
#include "matrix_unreachable.h"
#include "net_client.h"
#include "pictures.h"
#include "table.h"

#define MATRIX_AGENT "deaddrop/" DD_VERSION

/* --- the timer -------------------------------------------------------------------------------- */

static int64_t matrix_sooner(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

static void bot_plan(struct matrix *matrix)
{
    const struct matrix_bot *bot = (const struct matrix_bot *)matrix;
    if (bot->sync == NULL) {
        return; /* still opening, or closing */
    }
    int64_t due_ms = matrix_session_due_ms(bot->session);
    due_ms = matrix_sooner(due_ms, matrix_sync_due_ms(bot->sync));
    due_ms = matrix_sooner(due_ms, matrix_invites_due_ms(matrix));
    due_ms = matrix_sooner(due_ms, matrix_abandoned_due_ms(matrix));
    due_ms = matrix_sooner(due_ms, matrix_unreachable_due_ms(matrix));
    due_ms = matrix_sooner(due_ms, matrix_send_due_ms(matrix));
    due_ms = matrix_sooner(due_ms, matrix_encrypt_due_ms(bot));
    int64_t now_ms = matrix_now_ms(matrix);
    int64_t delay_ms = due_ms == NO_DEADLINE ? -1 : due_ms <= now_ms ? 0 : due_ms - now_ms;
    matrix->wire->timer_set(matrix->wire->context, bot->timer, delay_ms);
}

static void bot_tick(void *context)
{
    struct matrix_bot *bot = context;
    struct matrix *matrix = &bot->matrix;
    int64_t now_ms = matrix_now_ms(matrix);
    arena_reset(matrix->arena);
    matrix_session_tick(bot->session, now_ms);
    matrix_sync_tick(bot->sync, now_ms);
    matrix_invites_tick(matrix, now_ms);
    matrix_abandoned_tick(matrix, now_ms);
    matrix_unreachable_tick(matrix, now_ms);
    matrix_send_tick(matrix, now_ms);
    matrix_encrypt_tick(bot, now_ms);
    bot_plan(matrix);
}

/* --- the session ------------------------------------------------------------------- */

static void bot_lost(struct matrix *matrix, const struct fault *fault)
{
    struct matrix_bot *bot = (struct matrix_bot *)matrix;
    if (matrix->is_gone) {
        return;
    }
    matrix->is_gone = true;
    bot->gone = *fault;
    matrix_client_sign_out(matrix->client);
    log_event(LEVEL_ERROR, "matrix.session_lost", LOG_FIELDS(log_fault(fault)));
}

static void bot_joined_rooms(void *context, const struct answer *answer)
{
    struct matrix *matrix = context;
    const cJSON *list = json_at(answer->json, "joined_rooms");
    const cJSON *one = NULL;
    if (answer->status != ANSWER_DONE || !cJSON_IsArray(list)) {
        return;
    }
    cJSON_ArrayForEach(one, list)
    {
        if (cJSON_IsString(one) && strlen(one->valuestring) < MATRIX_ID_BYTES &&
            one->valuestring[0] == '!') {
            struct matrix_room *room = matrix_room_at(matrix, one->valuestring);
            room->own = room->state >= MATRIX_STATE_PARTIAL ? room->own : MATRIX_JOINED;
        }
    }
}

static void bot_signed_in(struct matrix *matrix)
{
    struct matrix_bot *bot = (struct matrix_bot *)matrix;
    const struct matrix_request request = {
        .method = "GET",
        .route = "/joined_rooms",
    };
    log_event(LEVEL_INFO, "matrix.identified",
              LOG_FIELDS(log_text("user", matrix->user), log_text("device", matrix->device)));
    matrix_client_start(matrix->client, &request, bot_joined_rooms, matrix);
    matrix_encrypt_begin(bot);
    matrix_ignored_ask(matrix);
    matrix_abandoned_start(matrix);
    if (bot->appservice != NULL) {
        matrix_appservice_start(bot->appservice);
    } else {
        matrix_sync_start(bot->sync);
    }
    bot_plan(matrix);
}

static void matrix_stored(struct adapter *adapter, void *token, const struct fault *fault)
{
    struct matrix *matrix = (struct matrix *)adapter;
    struct matrix_waiter *waiter = token;
    if (waiter != NULL) {
        waiter->stored(matrix, waiter, fault);
        bot_plan(matrix);
    }
}

/* --- opening and closing ---------------------------------------------------------------------- */

static void matrix_read_other(struct matrix *matrix, const char *key, const struct store_row *row)
{
    if (strncmp(key, "g/", 2) == 0 && key[2] == '!' && strlen(key + 2) < MATRIX_ID_BYTES) {
        matrix_room_at(matrix, key + 2)->greeted = true;
        if (row->text_len == 1 && row->text[0] == '0') {
            matrix_greet_read(matrix, key + 2);
        }
    } else if (strncmp(key, "h/", 2) == 0) {
        matrix_unreachable_read(matrix, key + 2, row->text, row->text_len);
    } else {
        matrix_send_restore(matrix, key, row->text, row->text_len);
    }
}

/* Assumes the safest about the room that a damaged row names, and returns what was lost, for the
 * log. The row is set aside when it is next written. */
static const char *matrix_read_damaged(struct matrix *matrix, const char *key)
{
    const char *room =
        key[0] != '\0' && strncmp(key + 1, "/!", 2) == 0 && strlen(key + 2) < MATRIX_ID_BYTES
            ? key + 2
            : NULL;
    if (strcmp(key, MATRIX_SYNC_KEY) == 0) {
        return "where the sync was: rooms are read back to what was received there last";
    }
    if (strcmp(key, MATRIX_SESSION_KEY) == 0) {
        return "the session: the bot signs in anew";
    }
    if (key[0] == 'g' && room != NULL) {
        matrix_room_at(matrix, room)->greeted = true;
        return "that a room was greeted: it is not greeted again";
    }
    if (key[0] == 'h' && room != NULL) {
        char now[24];
        snprintf(now, sizeof now, "%lld", (long long)matrix_now_ms(matrix));
        matrix_unreachable_read(matrix, room, now, strlen(now));
        return "since when a room is shut: its deadlines wait, counted from now";
    }
    if (key[0] == 't' && room != NULL) {
        matrix_team_new(matrix, room); /* without members */
        return "who is in a team's room: nothing secret is said there, the team is written to in "
               "private";
    }
    return "a room, a person or a message: the homeserver is asked anew";
}

static void matrix_read_row(void *context, const struct store_row *row)
{
    struct matrix_bot *bot = context;
    struct matrix *matrix = &bot->matrix;
    const char *key = row->extra;
    if (row->damaged) {
        bot->row_damaged = true;
        matrix_encrypt_damaged(bot, key);
        log_event(
            LEVEL_ERROR, "matrix.row_damaged",
            LOG_FIELDS(log_text("lost", matrix_read_damaged(matrix, key)),
                       log_text("mend", "nothing has to be done; `deaddrop check` names it")));
        return;
    }
    if (strcmp(key, MATRIX_SYNC_KEY) == 0 || strcmp(key, MATRIX_TRANSACTION_KEY) == 0) {
        matrix->caught_up_ms =
            row->at_ms > matrix->caught_up_ms ? row->at_ms : matrix->caught_up_ms;
    }
    if (!matrix_session_restore(bot->session, key, row->text, row->text_len) &&
        !matrix_sync_restore(bot->sync, key, row->text, row->text_len) &&
        !matrix_room_restore(matrix, key, row->text, row->at_ms) &&
        !matrix_invites_restore(matrix, key, row->text) &&
        !matrix_encrypt_restore(bot, key, row->text, row->text_len) &&
        (bot->appservice == NULL ||
         !matrix_appservice_restore(bot->appservice, key, row->text, row->text_len))) {
        matrix_read_other(matrix, key, row);
    }
}

static void bot_close(struct adapter **adapter)
{
    struct matrix_bot *bot = (struct matrix_bot *)*adapter;
    if (bot == NULL) {
        return;
    }
    struct matrix *matrix = &bot->matrix;
    *adapter = NULL;
    matrix_appservice_free(&bot->appservice);
    matrix_sync_free(&bot->sync);
    matrix_invites_free(matrix);
    matrix_session_free(&bot->session);
    matrix_searches_free(matrix);
    matrix_send_free(matrix);
    matrix_encrypt_close(bot);
    matrix_state_fetches_free(matrix);
    matrix_rooms_free(matrix);
    matrix_client_free(&matrix->client);
    matrix->wire->timer_free(matrix->wire->context, &bot->timer);
    if (bot->own_pictures != NULL) {
        pictures_free(&bot->own_pictures);
    }
    matrix_inbound_free(matrix);
    matrix_duplicate_free(matrix);
    matrix_reactions_free(matrix);
    matrix_display_names_free(matrix);
    matrix_abandoned_free(matrix);
    matrix_unreachable_free(matrix);
    matrix_ignored_free(matrix);
    arena_free(&matrix->arena);
    arena_free(&matrix->send_arena);
    if (bot->own_net != NULL) {
        net_client_close(&bot->own_net);
    }
    free(bot);
}

/* An appservice acts as the user in the settings, by the appservice's token. */
static void matrix_act(struct matrix *matrix)
{
    const char *user = settings_text(matrix->settings, "matrix", "user");
    if (settings_text(matrix->settings, "matrix", "as_token")[0] != '\0') {
        matrix_client_act_as(matrix->client, strchr(user, ':') == NULL ? "" : user,
                             settings_text(matrix->settings, "matrix", "device"));
    }
}

static struct matrix_bot *bot_new(struct house *house, const struct matrix_on *on,
                                  const struct settings *settings)
{
    static const struct matrix_session_events events = {.signed_in = bot_signed_in,
                                                        .lost = bot_lost};
    struct matrix_bot *bot = heap_allocate(sizeof *bot);
    struct matrix *matrix = &bot->matrix;
    matrix->house = house;
    matrix->world = house_world(house);
    matrix->settings = settings;
    matrix->wire = on->wire;
    matrix->pictures = on->pictures;
    matrix->e2ee = &matrix_e2ee_closed;
    matrix->arena = arena_new();
    matrix->send_arena = arena_new();
    matrix->plan = bot_plan;
    matrix->opened_ms = matrix_now_ms(matrix);
    matrix_rooms_new(matrix, matrix_room_changed);
    matrix_inbound_new(matrix);
    matrix_send_new(matrix);
    matrix_invites_new(matrix);
    matrix_ignored_new(matrix);
    matrix_unreachable_new(matrix);
    matrix_abandoned_new(matrix);
    matrix_display_names_new(matrix);
    matrix_reactions_new(matrix);
    matrix_duplicate_new(matrix);
    bot->timer = on->wire->timer_new(on->wire->context, bot_tick, bot);
    bot->session = matrix_session_new(matrix, &events);
    return bot;
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
    struct matrix_bot *bot = bot_new(house, on, settings);
    struct matrix *matrix = &bot->matrix;
    const struct matrix_client_setup client = {
        .wire = on->wire, .base = base, .context = bot->session, .refused = matrix_session_refused};
    matrix->client = matrix_client_new(&client);
    *adapter = (struct adapter *)matrix;
    if (matrix_encrypt_open(bot, fault) != 0) {
        bot_close(adapter);
        return -1;
    }
    bot->sync = matrix_sync_new(matrix);
    if (matrix_appservice_is_set(matrix)) {
        bot->appservice = matrix_appservice_new(matrix);
    }
    matrix_act(matrix);
    if (store_read_now(matrix->world->store, &rows, matrix_read_row, bot, fault) != 0 ||
        matrix_encrypt_restored(bot, fault) != 0) {
        bot_close(adapter);
        return -1;
    }
    if (bot->row_damaged) {
        matrix_sync_rows_lost(bot->sync);
    }
    matrix_session_start(bot->session);
    return 0;
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
    struct pictures *pictures =
        settings_flag(settings, "matrix", "pictures") ? pictures_beside(loop) : NULL;
    const struct matrix_on on = {.wire = net_client_wire(client), .pictures = pictures};
    if (matrix_open_on(adapter, house, &on, settings, fault) != 0) {
        if (pictures != NULL) {
            pictures_free(&pictures);
        }
        net_client_close(&client);
        return -1;
    }
    struct matrix_bot *bot = (struct matrix_bot *)*adapter;
    bot->own_net = client;
    bot->own_pictures = pictures;
    if (bot->appservice != NULL && matrix_appservice_listen(bot->appservice, loop, fault) != 0) {
        bot_close(adapter);
        return -1;
    }
    return 0;
}

/* --- questions of the house ----------------------------------------------------------------------
 */

/* "" if it has no name or its state is not known yet: an id is no name. */
static const char *matrix_room_name(const struct adapter *adapter, const char *room)
{
    const struct matrix *matrix = (const struct matrix *)adapter;
    struct matrix_room *known = matrix_room_find(matrix, room);
    const char *called = known == NULL ? NULL : matrix_room_display_name(known, matrix->user);
    return called == NULL ? "" : called;
}

static const char *matrix_person_name(const struct adapter *adapter, const char *account)
{
    return matrix_display_name((const struct matrix *)adapter, account);
}

/* Members who are joined can read. Who is not among the members may still be one if the state is
 * not complete. */
static enum may_read matrix_may_read(const struct adapter *adapter, const char *room,
                                     const char *account)
{
    const struct matrix *matrix = (const struct matrix *)adapter;
    const struct matrix_room *known = matrix_room_find(matrix, room);
    const struct matrix_member *member = known == NULL ? NULL : matrix_room_member(known, account);
    if (known == NULL || known->own != MATRIX_JOINED ||
        (member == NULL && known->state != MATRIX_STATE_COMPLETE)) {
        return MAY_READ_UNKNOWN;
    }
    return member != NULL && member->membership == MATRIX_JOINED ? MAY_READ_YES : MAY_READ_NO;
}

static const char *matrix_mention(const struct adapter *adapter)
{
    const struct matrix *matrix = (const struct matrix *)adapter;
    return matrix->user[0] == '\0' ? NULL : matrix->user;
}

static void matrix_drain(struct adapter *adapter)
{
    struct matrix_bot *bot = (struct matrix_bot *)adapter;
    bot->matrix.draining = true;
    matrix_sync_stop(bot->sync);
    matrix_encrypt_drain(bot);
    bot_plan(&bot->matrix);
}

const struct fault *matrix_gone(const struct adapter *adapter)
{
    const struct matrix_bot *bot = (const struct matrix_bot *)adapter;
    return bot->matrix.is_gone ? &bot->gone : NULL;
}

const struct adapter_def matrix_adapter = {
    .name = MATRIX_ADAPTER,
    .open = matrix_open,
    .capabilities = matrix_capabilities,
    .send = matrix_send,
    .operate = matrix_operation_start,
    .stored = matrix_stored,
    .room_name = matrix_room_name,
    .may_read = matrix_may_read,
    .person_name = matrix_person_name,
    .mention = matrix_mention,
    .rows = &matrix_rows,
    .forgetting = matrix_forgetting,
    .forgotten = matrix_forgotten,
    .drain = matrix_drain,
    .close = bot_close,
};
