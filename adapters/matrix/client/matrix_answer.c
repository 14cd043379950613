/* The server's errcode comes before the HTTP status. An answer that has none is not the server's
 * but some proxy's, and says nothing about what was asked for: a 404 of a proxy is no missing room.
 */
#include "matrix_answer.h"
#include "json_at.h"

#include <string.h>

enum { STATUS_ERRCODE_BYTES = 64 };

struct status_row {
    const char *errcode;
    enum answer_status status;
};

static const struct status_row status_rows[] = {
    {"M_LIMIT_EXCEEDED", ANSWER_LIMITED},
    {"M_UNKNOWN_TOKEN", ANSWER_UNAUTHORIZED},
    {"M_MISSING_TOKEN", ANSWER_UNAUTHORIZED},
    {"M_USER_DEACTIVATED", ANSWER_UNAUTHORIZED},
    {"M_USER_LOCKED", ANSWER_SUSPENDED},
    {"M_USER_SUSPENDED", ANSWER_SUSPENDED},
    {"M_FORBIDDEN", ANSWER_FORBIDDEN},
    {"M_GUEST_ACCESS_FORBIDDEN", ANSWER_FORBIDDEN},
    {"M_UNAUTHORIZED", ANSWER_FORBIDDEN},
    {"M_INVITE_BLOCKED", ANSWER_CLOSED},
    {"ORG.MATRIX.MSC4155.INVITE_BLOCKED", ANSWER_CLOSED},
    {"M_NOT_FOUND", ANSWER_GONE},
    {"M_UNRECOGNIZED", ANSWER_UNRECOGNIZED},
    {"M_TOO_LARGE", ANSWER_TOO_LARGE},
    {"M_DUPLICATE_ANNOTATION", ANSWER_DUPLICATE},
    {"M_USER_IN_USE", ANSWER_DUPLICATE},
    {"M_USER_LIMIT_EXCEEDED", ANSWER_QUOTA},
    {"M_RESOURCE_LIMIT_EXCEEDED", ANSWER_QUOTA},
};

static bool status_is_errcode(const char *text)
{
    size_t len = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.abcdefghijklmnopqrstuvwxyz");
    return len > 0 && len < STATUS_ERRCODE_BYTES && text[len] == '\0';
}

const char *matrix_answer_errcode(const cJSON *json)
{
    const cJSON *errcode = cJSON_IsObject(json) ? json_at(json, "errcode") : NULL;
    const char *word = cJSON_GetStringValue(errcode);
    if (word == NULL && cJSON_IsObject(json) && json_at_list(json, "flows") != NULL &&
        json_at_text(json, "session") != NULL) {
        return "M_FORBIDDEN"; /* a person has to prove who they are (user-interactive) */
    }
    return word != NULL && status_is_errcode(word) ? word : "";
}

static const struct status_row *status_row(const char *errcode)
{
    for (size_t i = 0; i < sizeof status_rows / sizeof status_rows[0]; i++) {
        if (strcmp(status_rows[i].errcode, errcode) == 0) {
            return &status_rows[i];
        }
    }
    return NULL;
}

static enum answer_status status_of_status(int http, bool errcode)
{
    switch (http) {
    case 401:
    case 403:
        return errcode ? ANSWER_FORBIDDEN : ANSWER_DOWN;
    case 404:
        return errcode ? ANSWER_GONE : ANSWER_DOWN;
    case 405:
        return ANSWER_UNRECOGNIZED;
    case 408:
    case 425:
        return ANSWER_DOWN;
    case 413:
        return ANSWER_TOO_LARGE;
    case 429:
        return ANSWER_LIMITED;
    default:
        return http < 400 || http >= 500 || !errcode ? ANSWER_DOWN : ANSWER_BAD;
    }
}

enum answer_status matrix_answer_status(int http, const char *errcode)
{
    const struct status_row *row = status_row(errcode);
    return row != NULL ? row->status : status_of_status(http, errcode[0] != '\0');
}

/* Of a body that is the server's. */
static enum answer_try status_reported(const struct net_answer *answer, const char *errcode)
{
    const struct status_row *row = status_row(errcode);
    if (row != NULL && row->status == ANSWER_LIMITED) {
        return TRY_LIMITED;
    }
    if (row != NULL && row->status == ANSWER_UNAUTHORIZED && answer->status == 401) {
        return TRY_UNAUTHORIZED;
    }
    return row == NULL && answer->status >= 500 ? TRY_AMBIGUOUS : TRY_FINAL;
}

static enum answer_try status_answered(const struct net_answer *answer, const cJSON *json,
                                       bool taken)
{
    const char *errcode = matrix_answer_errcode(json);
    int http = answer->status;
    if (http >= 200 && http < 300) {
        return taken || json != NULL ? TRY_FINAL : TRY_AMBIGUOUS;
    }
    if (http == 429) {
        return TRY_LIMITED;
    }
    if (errcode[0] != '\0') {
        return status_reported(answer, errcode);
    }
    if (http >= 500 || http < 200 || http == 408) {
        return TRY_AMBIGUOUS;
    }
    return status_of_status(http, false) == ANSWER_DOWN ? TRY_NOT_SENT : TRY_FINAL;
}

enum answer_try matrix_answer_try(const struct net_answer *answer, const cJSON *json, bool taken)
{
    switch (answer->end) {
    case NET_ANSWERED:
        return status_answered(answer, json, taken);
    case NET_UNREACHED:
        return TRY_NOT_SENT;
    case NET_TOO_LONG:
        return TRY_FINAL; /* it would be as long again */
    case NET_UNKNOWN:
        break;
    }
    return TRY_AMBIGUOUS;
}

int64_t matrix_answer_retry_ms(const struct net_answer *answer, const cJSON *json)
{
    int64_t wait_ms =
        answer_seconds_ms(net_answer_header(answer, "retry-after"), MATRIX_RETRY_MS_MAX);
    const cJSON *said = cJSON_IsObject(json) ? json_at(json, "retry_after_ms") : NULL;
    double value = cJSON_GetNumberValue(said);
    if (value >= 0) {
        int64_t ms = value < MATRIX_RETRY_MS_MAX ? (int64_t)value : MATRIX_RETRY_MS_MAX;
        wait_ms = ms > wait_ms ? ms : wait_ms;
    }
    return wait_ms >= 0 ? wait_ms : MATRIX_RETRY_MS;
}

bool matrix_answer_is_out(enum answer_status status)
{
    return status == ANSWER_DONE || status == ANSWER_FORBIDDEN || status == ANSWER_GONE ||
           status == ANSWER_BAD || status == ANSWER_UNRECOGNIZED;
}
