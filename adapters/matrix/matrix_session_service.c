/* The account of an appservice: its user is registered and its device made by the appservice's own
 * token. Both may be there already; that they are is seen when it is asked whose the token is. */
#include "matrix_session_private.h"

#include <string.h>

#include "json_out.h"
#include "log.h"
#include "matrix_path.h"

/* "gm" of "@gm:example.org". */
static void service_name(const struct matrix_session *session, char name[MATRIX_ID_BYTES])
{
    const char *user = session_setting(session, "user");
    matrix_copy(name, user[0] == '@' ? user + 1 : user);
    name[strcspn(name, ":")] = '\0';
}

static void service_told(struct matrix_session *session, const struct matrix_answer *answer,
                         enum session_step next)
{
    session->number = 0;
    if (session_waits(session, answer) || answer->fate == MATRIX_SIGNED_OUT) {
        return;
    }
    if (answer->fate != MATRIX_DONE) {
        log_event(LEVEL_DEBUG, "matrix.service_account",
                  LOG_FIELDS(log_text("why", answer->why), log_text("errcode", answer->errcode)));
    }
    session_go(session, next);
}

static void service_registered(void *context, const struct matrix_answer *answer)
{
    struct matrix_session *session = context;
    if (session->step == SESSION_REGISTER) {
        service_told(session, answer, SESSION_DEVICE);
    }
}

void session_register(struct matrix_session *session)
{
    char name[MATRIX_ID_BYTES];
    struct buf body;
    service_name(session, name);
    buf_init(&body, SESSION_BODY_BYTES);
    buf_text(&body, "{\"type\":\"m.login.application_service\"");
    json_out_text(&body, "username", name);
    json_out_flag(&body, "inhibit_login", true);
    buf_text(&body, "}");
    const struct matrix_request request = {.method = "POST",
                                           .route = "/register",
                                           .path = "/_matrix/client/v3/register",
                                           .json = body.text,
                                           .json_len = body.len,
                                           .priority = MATRIX_SECRET,
                                           .repeatable = true,
                                           .identity = true,
                                           .as = MATRIX_AS_SERVICE};
    session_ask(session, &request, service_registered);
    buf_deinit(&body);
}

static void service_has_device(void *context, const struct matrix_answer *answer)
{
    struct matrix_session *session = context;
    if (session->step == SESSION_DEVICE) {
        service_told(session, answer, SESSION_WHOAMI);
    }
}

void session_make_device(struct matrix_session *session)
{
    static const char name[] = "{\"display_name\":\"deaddrop\"}";
    const char *segments[] = {session_setting(session, "device")};
    const struct matrix_request request = {
        .method = "PUT",
        .route = "/devices/{}",
        .path = matrix_path(session->matrix->arena, "/devices/{}", segments),
        .json = name,
        .json_len = sizeof name - 1,
        .priority = MATRIX_SECRET,
        .repeatable = true,
        .identity = true,
        .as = MATRIX_AS_USER};
    session_ask(session, &request, service_has_device);
}
