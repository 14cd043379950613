/* The session's row: our id, the server's URL, and the session's own tokens. New tokens are not
 * used before they are on disk. */
#include "matrix_session_private.h"

#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "table.h"

/* Waits for the row to be on disk. */
struct session_storing {
    struct matrix_waiter waiter;
    struct matrix_session *session;
};

void session_write(const struct matrix_session *session, const struct session_tokens *tokens,
                   struct buf *out)
{
    buf_text(out, "{");
    json_out_text(out, "user", session->user);
    json_out_text(out, "named", session->named);
    json_out_text(out, "device", session->device);
    json_out_text(out, "home", session_setting(session, "homeserver"));
    json_out_text(out, "base", session->base);
    if (session->own) {
        json_out_text(out, "access", tokens->access);
        json_out_text(out, "refresh", tokens->refresh);
        json_out_number(out, "at", tokens->at_ms);
        json_out_number(out, "lasts", tokens->lasts_ms);
    }
    buf_text(out, "}");
}

static void session_stored(struct matrix *matrix, struct matrix_waiter *waiter,
                           const struct fault *fault)
{
    struct session_storing *storing = (struct session_storing *)waiter;
    struct matrix_session *session = storing->session;
    free(storing);
    (void)matrix;
    session->storing = NULL;
    if (session->step != SESSION_STORE) {
        return;
    }
    if (fault != NULL) {
        session_retry(session, 0); /* the pair before is good until this one is used */
        return;
    }
    session_tokens_clear(&session->tokens);
    session->tokens = session->fresh;
    session->fresh = (struct session_tokens){0};
    matrix_client_token(session->matrix->client, session->tokens.access);
    session_enter(session, session->signed_in ? SESSION_IDLE : SESSION_WHOAMI);
}

void session_store(struct matrix_session *session)
{
    struct session_storing *storing = heap_allocate(sizeof *storing);
    struct buf value;
    CRASH_POINT("matrix.signed_in");
    buf_init(&value, SESSION_ROW_BYTES);
    session_write(session, &session->fresh, &value);
    const struct adapter_row row = {
        .key = MATRIX_SESSION_KEY, .value = value.text, .len = value.len, .order = 0};
    storing->waiter.stored = session_stored;
    storing->session = session;
    session->storing = storing;
    session->due_ms = NO_DEADLINE;
    house_store_rows(session->matrix->house, (struct adapter *)session->matrix, &row, 1, storing);
    buf_deinit(&value);
}

bool matrix_session_restore(struct matrix_session *session, const char *key, const char *text,
                            size_t len)
{
    if (strcmp(key, MATRIX_SESSION_KEY) != 0) {
        return false;
    }
    cJSON *json = cJSON_ParseWithLengthOpts(text, len, NULL, false);
    matrix_copy(session->user, session_text(json, "user"));
    matrix_copy(session->named, session_text(json, "named"));
    matrix_copy(session->device, session_text(json, "device"));
    session->home = heap_copy(session_text(json, "home"));
    session->base = heap_copy(session_text(json, "base"));
    session->tokens.access = session_copy_token(json, "access");
    session->tokens.refresh = session_copy_token(json, "refresh");
    session->tokens.at_ms = json_at_number(json, "at", 1, SESSION_NUMBER_MAX, 0);
    session->tokens.lasts_ms = json_at_number(json, "lasts", 1, SESSION_NUMBER_MAX, 0);
    cJSON_Delete(json);
    return true;
}

void session_storing_free(struct matrix_session *session)
{
    free(session->storing); /* a closed adapter is not notified */
    session->storing = NULL;
}
