/* The account of an appservice: registers its user and creates its device by the appservice's
 * token. Both may exist already; whoami shows whether they do. */
#include "matrix_session_private.h"

#include <string.h>

#include "json_out.h"
#include "log.h"
#include "route.h"

/* "gm" of "@gm:example.org". */
static void service_name(const struct matrix_session *session, char name[MATRIX_ID_BYTES])
{
    const char *user = session_setting(session, "user");
    matrix_copy(name, user[0] == '@' ? user + 1 : user);
    name[strcspn(name, ":")] = '\0';
}

static void service_answered(struct matrix_session *session, const struct answer *answer,
                             enum session_step next)
{
    session->number = 0;
    if (session_retries(session, answer) || answer->status == ANSWER_UNAUTHORIZED) {
        return;
    }
    if (answer->status != ANSWER_DONE) {
        log_event(LEVEL_DEBUG, "matrix.service_account",
                  LOG_FIELDS(log_text("why", answer->why), log_text("errcode", answer->errcode)));
    }
    session_enter(session, next);
}

static void service_registered(void *context, const struct answer *answer)
{
    struct matrix_session *session = context;
    if (session->step == SESSION_REGISTER) {
        service_answered(session, answer, SESSION_DEVICE);
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
                                           .json = body.text,
                                           .identity = true,
                                           .as = MATRIX_AS_SERVICE};
    session_request(session, &request, service_registered);
    buf_deinit(&body);
}

static void service_has_device(void *context, const struct answer *answer)
{
    struct matrix_session *session = context;
    if (session->step == SESSION_DEVICE) {
        service_answered(session, answer, SESSION_WHOAMI);
    }
}

void session_make_device(struct matrix_session *session)
{
    static const char name[] = "{\"display_name\":\"deaddrop\"}";
    const struct matrix_request request = {.method = "PUT",
                                           .route = "/devices/{}",
                                           .ids = {session_setting(session, "device")},
                                           .json = name,
                                           .identity = true,
                                           .as = MATRIX_AS_USER};
    session_request(session, &request, service_has_device);
}
