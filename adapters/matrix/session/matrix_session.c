/* One step at a time: finding the server, signing in, storing tokens, whoami, refreshing. A step
 * with a transient failure is tried again; any other failure ends the adapter. */
#include "matrix_session_private.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "log.h"
#include "matrix_decode.h"
#include "table.h"

/* --- small things ----------------------------------------------------------------------------- */

const char *session_setting(const struct matrix_session *session, const char *key)
{
    return settings_text(session->matrix->settings, "matrix", key);
}

bool session_is_appservice(const struct matrix_session *session)
{
    return session_setting(session, "as_token")[0] != '\0';
}

const char *session_text(const cJSON *object, const char *name)
{
    const char *text = json_at_text(object, name);
    return text != NULL && text[0] != '\0' ? text : NULL;
}

/* A token that fits into a header, and nothing else. */
bool session_is_token(const char *text)
{
    size_t len = text == NULL ? 0 : strlen(text);
    for (size_t i = 0; i < len; i++) {
        if (text[i] <= ' ' || text[i] >= 0x7f) {
            return false;
        }
    }
    return len > 0 && len <= SESSION_TOKEN_MAX;
}

char *session_copy_token(const cJSON *json, const char *name)
{
    const char *token = session_text(json, name);
    return session_is_token(token) ? heap_copy(token) : NULL;
}

void session_tokens_clear(struct session_tokens *tokens)
{
    free(tokens->access);
    free(tokens->refresh);
    *tokens = (struct session_tokens){0};
}

void session_fail(struct matrix_session *session, const char *why)
{
    struct fault fault;
    session->step = SESSION_OVER;
    session->due_ms = NO_DEADLINE;
    fault_set(&fault, FAULT_CONFIG, "%s", why);
    session->events.lost(session->matrix, &fault);
}

void session_retry(struct matrix_session *session, int64_t least_ms)
{
    const struct entropy *entropy = &session->matrix->wire->entropy;
    int64_t wait_ms = SESSION_RETRY_MS + (int64_t)backoff_next_ms(&session->backoff, entropy);
    wait_ms = wait_ms > least_ms ? wait_ms : least_ms;
    session->due_ms = matrix_now_ms(session->matrix) + wait_ms;
    matrix_plan(session->matrix);
}

void session_request(struct matrix_session *session, const struct matrix_request *request,
                     answer_fn done)
{
    session->due_ms = NO_DEADLINE;
    session->number = matrix_client_start(session->matrix->client, request, done, session);
}

bool session_retries(struct matrix_session *session, const struct answer *answer)
{
    if (answer->status == ANSWER_SUSPENDED) {
        log_event(LEVEL_ERROR, "matrix.account_suspended",
                  LOG_FIELDS(log_text("errcode", answer->errcode)));
        session_retry(session, SESSION_SUSPENDED_MS);
        return true;
    }
    if (answer_is_transient(answer->status)) {
        session_retry(session, answer->retry_ms);
        return true;
    }
    return false;
}

/* --- who we are ------------------------------------------------------------------------------- */

/* Does the setting ("@bot:server" or "bot") name this user? */
static bool session_is_user(const char *setting, const char *user)
{
    const char *colon = strchr(user, ':');
    size_t name = colon == NULL ? 0 : (size_t)(colon - user);
    if (setting[0] == '\0' || setting[0] == '@') {
        return setting[0] == '\0' || strcmp(setting, user) == 0;
    }
    return name > 1 && strlen(setting) == name - 1 && strncmp(setting, user + 1, name - 1) == 0;
}

static void session_identified(struct matrix_session *session, const char *user, const char *device)
{
    struct matrix *matrix = session->matrix;
    struct buf value;
    bool fresh = session->user[0] == '\0';
    matrix_copy(session->user, user);
    matrix_copy(session->device, device);
    matrix_copy(matrix->user, user);
    matrix_copy(matrix->device, device);
    backoff_reset(&session->backoff);
    matrix_client_hold(matrix->client, false);
    if (fresh) {
        buf_init(&value, SESSION_ROW_BYTES);
        session_write(session, &session->tokens, &value);
        matrix_store_row(matrix, MATRIX_SESSION_KEY, value.text);
        buf_deinit(&value);
    }
    session_enter(session, SESSION_IDLE);
    if (!session->signed_in) {
        session->signed_in = true;
        session->events.signed_in(matrix);
    }
}

/* An answer without a sound id is a proxy's or a broken server's: whoami is asked again. */
static bool session_is_user_id(const char *user)
{
    size_t len = 0;
    while (user != NULL && user[len] > ' ' && user[len] < 0x7f) {
        len++;
    }
    if (len == 0 || len >= MATRIX_ID_BYTES || user[len] != '\0' || user[0] != '@') {
        return false;
    }
    const char *colon = strchr(user, ':');
    return colon != NULL && colon[1] != '\0';
}

static bool session_is_device(const char *device)
{
    size_t len = 0;
    while (device != NULL && device[len] > ' ' && device[len] < 0x7f) {
        len++;
    }
    return len > 0 && len < MATRIX_ID_BYTES && device[len] == '\0';
}

static void session_whoami_answered(void *context, const struct answer *answer)
{
    struct matrix_session *session = context;
    const char *user = session_text(answer->json, "user_id");
    const char *device = session_text(answer->json, "device_id");
    session->number = 0;
    if (session->step != SESSION_WHOAMI || session_retries(session, answer)) {
        return;
    }
    bool names = session_is_user_id(user) && (device == NULL || session_is_device(device));
    if (answer->status == ANSWER_DONE && !names) {
        session_retry(session, 0);
        return;
    }
    if (answer->status != ANSWER_DONE) {
        if (answer->status != ANSWER_UNAUTHORIZED) {
            session_fail(session,
                         session_is_appservice(session)
                             ? "the homeserver does not know the appservice's user and device: is "
                               "its registration (`deaddrop matrix registration`) there, and of "
                               "[matrix] user and as_token?"
                             : "the homeserver does not say whose token this is: look at [matrix] "
                               "homeserver and token");
        }
        return;
    }
    if (session->named[0] != '\0' && strcmp(session->named, user) != 0 &&
        session_may_login(session)) {
        log_event(LEVEL_WARNING, "matrix.user_mismatch", LOG_FIELDS(log_text("whoami", user)));
        session->step = SESSION_LOGIN;
        session_retry(session, 0);
        return;
    }
    if (session->named[0] != '\0') { /* it is on disk already */
        matrix_copy(session->user, session->named);
        session->named[0] = '\0';
    }
    const char *own = session->own ? session->device : session_setting(session, "device");
    device = device == NULL ? own : device;
    if (!session_is_user(session_setting(session, "user"), user)) {
        session_fail(session, "the token is of another account than [matrix] user says");
        return;
    }
    if (session->user[0] != '\0' &&
        (strcmp(session->user, user) != 0 || strcmp(session->device, device) != 0)) {
        session_fail(session, "this store belongs to another account or device than the token: "
                              "use that one's token, or another store");
        return;
    }
    session_identified(session, user, device);
}

static void session_whoami(struct matrix_session *session)
{
    const struct matrix_request request = {
        .method = "GET", .route = "/account/whoami", .identity = true};
    session_request(session, &request, session_whoami_answered);
}

/* --- signing in ------------------------------------------------------------------------------- */

/* Keeps the tokens of an answer as the fresh ones. False: there are none. */
static bool session_read_tokens(struct matrix_session *session, const cJSON *json)
{
    char *access = session_copy_token(json, "access_token");
    if (access == NULL) {
        return false;
    }
    session_tokens_clear(&session->fresh);
    session->fresh.access = access;
    session->fresh.refresh = session_copy_token(json, "refresh_token");
    if (session->fresh.refresh == NULL) {
        session->fresh.refresh = heap_copy(session->tokens.refresh);
    }
    session->fresh.at_ms = matrix_now_ms(session->matrix);
    session->fresh.lasts_ms = json_at_number(json, "expires_in_ms", 1, SESSION_NUMBER_MAX, 0);
    return true;
}

static void session_login_answered(void *context, const struct answer *answer)
{
    struct matrix_session *session = context;
    const char *user = session_text(answer->json, "user_id");
    const char *device = session_text(answer->json, "device_id");
    session->number = 0;
    if (session->step != SESSION_LOGIN || session_retries(session, answer)) {
        return;
    }
    if (answer->status != ANSWER_DONE) {
        session_fail(session,
                     answer->status == ANSWER_FORBIDDEN
                         ? "the homeserver refuses [matrix] user and password"
                         : "the homeserver lets nobody sign in by password: have its admin make a "
                           "token, and set it as token_file");
        return;
    }
    free(session->tokens.refresh);
    session->tokens.refresh = NULL;
    if (!session_is_user_id(user) || !session_is_device(device) ||
        !session_read_tokens(session, answer->json)) {
        session_retry(session, 0);
        return;
    }
    if (session->user[0] != '\0' &&
        (strcmp(session->user, user) != 0 || strcmp(session->device, device) != 0)) {
        session_fail(session, "this store belongs to another account or device than [matrix] user "
                              "and device: use those, or another store");
        return;
    }
    matrix_copy(session->named, user); /* until whoami says the same */
    matrix_copy(session->device, device);
    session->own = true;
    log_event(LEVEL_INFO, "matrix.signed_in", LOG_FIELDS(log_text("device", session->device)));
    session_enter(session, SESSION_STORE);
}

static void session_login(struct matrix_session *session)
{
    struct buf body;
    buf_init(&body, SESSION_BODY_BYTES);
    buf_text(&body, "{\"type\":\"m.login.password\",\"identifier\":{\"type\":\"m.id.user\"");
    json_out_text(&body, "user", session_setting(session, "user"));
    buf_text(&body, "}");
    json_out_text(&body, "password", session_setting(session, "password"));
    json_out_text(&body, "device_id",
                  session->device[0] != '\0' ? session->device
                                             : session_setting(session, "device"));
    json_out_text(&body, "initial_device_display_name", "deaddrop");
    json_out_flag(&body, "refresh_token", true);
    buf_text(&body, "}");
    const struct matrix_request request = {
        .method = "POST", .route = "/login", .json = body.text, .unsigned_in = true};
    session_request(session, &request, session_login_answered);
    buf_deinit(&body);
}

bool session_may_login(const struct matrix_session *session)
{
    return session_setting(session, "password")[0] != '\0' &&
           session_setting(session, "user")[0] != '\0' && !session_is_appservice(session);
}

/* --- refreshing ------------------------------------------------------------------------------- */

/* The device was logged out at the homeserver. The row goes, so that the next start signs in. */
static void session_ended(struct matrix_session *session)
{
    matrix_store_row(session->matrix, MATRIX_SESSION_KEY, NULL);
    session_fail(session, "the session has been ended at the homeserver: start anew to sign in "
                          "again");
}

static void session_refresh_answered(void *context, const struct answer *answer)
{
    struct matrix_session *session = context;
    session->number = 0;
    if (session->step != SESSION_REFRESH || session_retries(session, answer)) {
        return;
    }
    if (answer->status == ANSWER_DONE && session_read_tokens(session, answer->json)) {
        backoff_reset(&session->backoff);
        session->token_state = TOKEN_ACCEPTED;
        session_enter(session, SESSION_STORE);
        return;
    }
    if (answer->status == ANSWER_DONE) {
        session_retry(session, 0);
        return;
    }
    const cJSON *soft = json_at(answer->json, "soft_logout");
    bool ended = session->token_state == TOKEN_LOGGED_OUT ||
                 (session->token_state == TOKEN_ACCEPTED && answer->status == ANSWER_UNAUTHORIZED &&
                  !cJSON_IsTrue(soft));
    free(session->tokens.refresh);
    session->tokens.refresh = NULL;
    matrix_client_token(session->matrix->client, "");
    if (ended) {
        session_ended(session);
    } else if (session_may_login(session)) {
        session_enter(session, SESSION_LOGIN);
    } else {
        session_fail(session, "the session is over: the homeserver renews its token no more");
    }
}

static void session_refresh(struct matrix_session *session)
{
    const struct matrix_request request = {
        .method = "POST",
        .route = "/refresh",
        .json = json_one(session->matrix->arena, "refresh_token", session->tokens.refresh),
        .unsigned_in = true};
    session_request(session, &request, session_refresh_answered);
}

void matrix_session_refused(void *context, const char *errcode, bool soft)
{
    struct matrix_session *session = context;
    bool mends = session->step == SESSION_REFRESH || session->step == SESSION_LOGIN ||
                 session->step == SESSION_STORE;
    if (mends || session->step == SESSION_OVER) {
        return;
    }
    matrix_client_cancel(session->matrix->client, session->number);
    session->number = 0;
    session->token_state = soft ? TOKEN_SOFT_LOGOUT : TOKEN_LOGGED_OUT;
    log_event(LEVEL_WARNING, "matrix.token_refused",
              LOG_FIELDS(log_text("errcode", errcode), log_number("soft", soft)));
    if (strcmp(errcode, "M_USER_DEACTIVATED") == 0) {
        session_fail(session, "the bot's account is deactivated");
    } else if (session->own && session->tokens.refresh != NULL) {
        session_enter(session, SESSION_REFRESH);
    } else if (soft && session_may_login(session)) {
        session_enter(session, SESSION_LOGIN);
    } else if (session->own) {
        session_ended(session);
    } else {
        session_fail(session, "the homeserver refuses the bot's token: make a new one for the "
                              "same device, and set it as token_file");
    }
}

/* --- steps ------------------------------------------------------------------------------------ */

static int64_t session_refresh_at_ms(const struct matrix_session *session)
{
    const struct session_tokens *tokens = &session->tokens;
    if (!session->own || tokens->refresh == NULL || tokens->lasts_ms <= 0) {
        return NO_DEADLINE;
    }
    return tokens->at_ms + tokens->lasts_ms / 100 * SESSION_REFRESH_PERCENT;
}

static void session_run_step(struct matrix_session *session)
{
    switch (session->step) {
    case SESSION_FIND:
        session_find(session);
        break;
    case SESSION_WELL_KNOWN:
        session_well_known(session);
        break;
    case SESSION_CHECK:
        session_check(session);
        break;
    case SESSION_LOGIN:
        session_login(session);
        break;
    case SESSION_REGISTER:
        session_register(session);
        break;
    case SESSION_DEVICE:
        session_make_device(session);
        break;
    case SESSION_WHOAMI:
        session_whoami(session);
        break;
    case SESSION_REFRESH:
        session_refresh(session);
        break;
    case SESSION_STORE:
        session_store(session);
        break;
    case SESSION_IDLE:
        session->due_ms = session_refresh_at_ms(session);
        break;
    case SESSION_OVER:
        break;
    }
    matrix_plan(session->matrix);
}

void session_enter(struct matrix_session *session, enum session_step step)
{
    session->step = step;
    session_run_step(session);
}

void matrix_session_tick(struct matrix_session *session, int64_t now_ms)
{
    if (session->due_ms > now_ms || session->number != 0) {
        return;
    }
    if (session->step == SESSION_IDLE) {
        session->step = SESSION_REFRESH;
    }
    session_run_step(session);
}

int64_t matrix_session_due_ms(const struct matrix_session *session)
{
    return session->due_ms;
}

void matrix_session_start(struct matrix_session *session)
{
    const char *home = session_setting(session, "homeserver");
    matrix_client_hold(session->matrix->client, true);
    bool same = session->home != NULL && strcmp(session->home, home) == 0;
    if (!same) {
        free(session->base);
        session->base = NULL;
    }
    bool token = session->tokens.access != NULL || session_setting(session, "token")[0] != '\0' ||
                 session_is_appservice(session);
    if (same && token) {
        if (session->base != NULL) {
            matrix_client_base(session->matrix->client, session->base);
        }
        session_use(session);
        return;
    }
    if (!same) {
        session_tokens_clear(&session->tokens); /* they are another server's */
    }
    session_enter(session, SESSION_FIND);
}

struct matrix_session *matrix_session_new(struct matrix *matrix,
                                          const struct matrix_session_events *events)
{
    struct matrix_session *session = heap_allocate(sizeof *session);
    session->matrix = matrix;
    session->events = *events;
    session->due_ms = NO_DEADLINE;
    backoff_init(&session->backoff, SESSION_RETRY_MS, SESSION_RETRY_MS_MAX);
    return session;
}

void matrix_session_free(struct matrix_session **session)
{
    struct matrix_session *freed = *session;
    if (freed == NULL) {
        return;
    }
    *session = NULL;
    matrix_client_cancel(freed->matrix->client, freed->number);
    session_storing_free(freed);
    session_tokens_clear(&freed->tokens);
    session_tokens_clear(&freed->fresh);
    free(freed->home);
    free(freed->base);
    free(freed->found);
    free(freed);
}
