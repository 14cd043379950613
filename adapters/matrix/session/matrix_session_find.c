/* Finds the homeserver: at the URL of the settings if one answers there, else where its well-known
 * points. What answers like a homeserver, with neither versions nor a well-known, is taken for one.
 */
#include "matrix_session_private.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "log.h"

static void session_probe(struct matrix_session *session, const char *path, answer_fn done)
{
    const struct matrix_request request = {.method = "GET",
                                           .route = path,
                                           .unsigned_in = true,
                                           .moves = session->step == SESSION_WELL_KNOWN,
                                           .time_ms = 20000};
    session_request(session, &request, done);
}

void session_use(struct matrix_session *session)
{
    const char *token = session_setting(session, "token");
    if (session_is_appservice(session)) {
        matrix_client_token(session->matrix->client, session_setting(session, "as_token"));
        session_enter(session, SESSION_REGISTER);
    } else if (token[0] != '\0') {
        matrix_client_token(session->matrix->client, token);
        session_enter(session, SESSION_WHOAMI);
    } else if (session->tokens.access != NULL) {
        session->own = true;
        matrix_client_token(session->matrix->client, session->tokens.access);
        session_enter(session, SESSION_WHOAMI);
    } else if (session_may_login(session)) {
        session_enter(session, SESSION_LOGIN);
    } else {
        session_fail(session, "[matrix] has neither token nor password: set token_file, or user "
                              "and password_file (`deaddrop matrix setup` says how)");
    }
}

static bool session_is_server(const struct answer *answer)
{
    const cJSON *versions = cJSON_IsObject(answer->json) ? json_at(answer->json, "versions") : NULL;
    return answer->status == ANSWER_DONE && cJSON_IsArray(versions);
}

/* Does it speak Matrix, if only by an error with an errcode? */
static bool session_speaks(const struct answer *answer)
{
    return answer->errcode[0] != '\0' || (answer->status == ANSWER_DONE && answer->json != NULL);
}

static void session_found(void *context, const struct answer *answer)
{
    struct matrix_session *session = context;
    session->number = 0;
    session->speaks = session_speaks(answer);
    if (session_is_server(answer)) {
        backoff_reset(&session->backoff);
        session_use(session);
    } else {
        session_enter(session, SESSION_WELL_KNOWN);
    }
}

static void session_checked(void *context, const struct answer *answer)
{
    struct matrix_session *session = context;
    session->number = 0;
    if (!session_is_server(answer)) {
        matrix_client_base(session->matrix->client, session_setting(session, "homeserver"));
        session->step = SESSION_FIND;
        session_retry(session, 0);
        return;
    }
    free(session->base);
    session->base = session->found;
    session->found = NULL;
    backoff_reset(&session->backoff);
    session_use(session);
}

/* A URL that requests can be made with. */
static bool session_is_base(const char *text)
{
    size_t scheme = text == NULL                        ? 0
                    : strncmp(text, "https://", 8) == 0 ? 8
                    : strncmp(text, "http://", 7) == 0  ? 7
                                                        : 0;
    return scheme > 0 && text[scheme] != '\0' && strlen(text) < 512 &&
           strpbrk(text, "?#@ \"\\") == NULL && session_is_token(text);
}

static void session_well_known_answered(void *context, const struct answer *answer)
{
    struct matrix_session *session = context;
    const cJSON *server =
        cJSON_IsObject(answer->json) ? json_at(answer->json, "m.homeserver") : NULL;
    const char *base = session_text(server, "base_url");
    session->number = 0;
    if (session->speaks && (answer->status != ANSWER_DONE || !session_is_base(base))) {
        session_use(session);
        return;
    }
    if (answer->status != ANSWER_DONE || !session_is_base(base)) {
        log_event(LEVEL_WARNING, "matrix.no_homeserver", LOG_FIELDS(log_text("why", answer->why)));
        session->step = SESSION_FIND;
        session_retry(session, 0);
        return;
    }
    free(session->found);
    session->found = heap_copy(base);
    matrix_client_base(session->matrix->client, base);
    session_enter(session, SESSION_CHECK);
}

void session_find(struct matrix_session *session)
{
    session_probe(session, "/_matrix/client/versions", session_found);
}

void session_check(struct matrix_session *session)
{
    session_probe(session, "/_matrix/client/versions", session_checked);
}

void session_well_known(struct matrix_session *session)
{
    session_probe(session, "/.well-known/matrix/client", session_well_known_answered);
}
