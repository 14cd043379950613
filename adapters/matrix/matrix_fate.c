/* The server's errcode comes before the HTTP status. An answer that has none is not the server's
 * but some proxy's, and says nothing about what was asked for: a 404 of a proxy is no missing room.
 */
#include "matrix_fate.h"

#include <string.h>

enum { FATE_ERRCODE_BYTES = 64 };

struct fate_row {
    const char *errcode;
    enum matrix_fate fate;
};

static const struct fate_row fate_rows[] = {
    {"M_LIMIT_EXCEEDED", MATRIX_LIMITED},
    {"M_UNKNOWN_TOKEN", MATRIX_SIGNED_OUT},
    {"M_MISSING_TOKEN", MATRIX_SIGNED_OUT},
    {"M_USER_DEACTIVATED", MATRIX_SIGNED_OUT},
    {"M_USER_LOCKED", MATRIX_PARKED},
    {"M_USER_SUSPENDED", MATRIX_PARKED},
    {"M_FORBIDDEN", MATRIX_FORBIDDEN},
    {"M_GUEST_ACCESS_FORBIDDEN", MATRIX_FORBIDDEN},
    {"M_UNAUTHORIZED", MATRIX_FORBIDDEN},
    {"M_INVITE_BLOCKED", MATRIX_BLOCKED},
    {"ORG.MATRIX.MSC4155.INVITE_BLOCKED", MATRIX_BLOCKED},
    {"M_NOT_FOUND", MATRIX_MISSING},
    {"M_UNRECOGNIZED", MATRIX_UNRECOGNIZED},
    {"M_TOO_LARGE", MATRIX_TOO_LARGE},
    {"M_DUPLICATE_ANNOTATION", MATRIX_DUPLICATE},
    {"M_USER_IN_USE", MATRIX_DUPLICATE},
    {"M_USER_LIMIT_EXCEEDED", MATRIX_FULL},
    {"M_RESOURCE_LIMIT_EXCEEDED", MATRIX_FULL},
};

static bool fate_is_errcode(const char *text)
{
    size_t len = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.abcdefghijklmnopqrstuvwxyz");
    return len > 0 && len < FATE_ERRCODE_BYTES && text[len] == '\0';
}

const char *matrix_fate_errcode(const cJSON *json)
{
    const cJSON *errcode =
        cJSON_IsObject(json) ? cJSON_GetObjectItemCaseSensitive(json, "errcode") : NULL;
    const char *word = cJSON_GetStringValue(errcode);
    return word != NULL && fate_is_errcode(word) ? word : "";
}

static const struct fate_row *fate_row(const char *errcode)
{
    for (size_t i = 0; i < sizeof fate_rows / sizeof fate_rows[0]; i++) {
        if (strcmp(fate_rows[i].errcode, errcode) == 0) {
            return &fate_rows[i];
        }
    }
    return NULL;
}

static enum matrix_fate fate_of_status(int status, bool errcode)
{
    switch (status) {
    case 401:
    case 403:
        return errcode ? MATRIX_FORBIDDEN : MATRIX_DOWN;
    case 404:
        return errcode ? MATRIX_MISSING : MATRIX_DOWN;
    case 405:
        return MATRIX_UNRECOGNIZED;
    case 408:
    case 425:
        return MATRIX_DOWN;
    case 413:
        return MATRIX_TOO_LARGE;
    case 429:
        return MATRIX_LIMITED;
    default:
        return status < 400 || status >= 500 || !errcode ? MATRIX_DOWN : MATRIX_BAD;
    }
}

enum matrix_fate matrix_fate_of(int status, const char *errcode)
{
    const struct fate_row *row = fate_row(errcode);
    return row != NULL ? row->fate : fate_of_status(status, errcode[0] != '\0');
}

/* Of a body that is the server's. */
static enum matrix_try fate_told(const struct net_answer *answer, const char *errcode)
{
    const struct fate_row *row = fate_row(errcode);
    if (row != NULL && row->fate == MATRIX_LIMITED) {
        return MATRIX_TRY_LIMITED;
    }
    if (row != NULL && row->fate == MATRIX_SIGNED_OUT && answer->status == 401) {
        return MATRIX_TRY_UNTRUSTED;
    }
    return row == NULL && answer->status >= 500 ? MATRIX_TRY_UNKNOWN : MATRIX_TRY_OVER;
}

static enum matrix_try fate_answered(const struct net_answer *answer, const cJSON *json, bool taken)
{
    const char *errcode = matrix_fate_errcode(json);
    int status = answer->status;
    if (status >= 200 && status < 300) {
        return taken || json != NULL ? MATRIX_TRY_OVER : MATRIX_TRY_UNKNOWN;
    }
    if (status == 429) {
        return MATRIX_TRY_LIMITED;
    }
    if (errcode[0] != '\0') {
        return fate_told(answer, errcode);
    }
    if (status >= 500 || status < 200 || status == 408) {
        return MATRIX_TRY_UNKNOWN;
    }
    return fate_of_status(status, false) == MATRIX_DOWN ? MATRIX_TRY_UNHEARD : MATRIX_TRY_OVER;
}

enum matrix_try matrix_fate_try(const struct net_answer *answer, const cJSON *json, bool taken)
{
    switch (answer->end) {
    case NET_ANSWERED:
        return fate_answered(answer, json, taken);
    case NET_UNREACHED:
        return MATRIX_TRY_UNHEARD;
    case NET_TOO_LONG:
        return MATRIX_TRY_OVER; /* it would be as long again */
    case NET_UNKNOWN:
        break;
    }
    return MATRIX_TRY_UNKNOWN;
}

/* Whole seconds; -1 when it is no such number (a date, too). */
static int64_t fate_seconds_ms(const char *text)
{
    int64_t ms = 0;
    if (text == NULL || *text == '\0') {
        return -1;
    }
    for (; *text >= '0' && *text <= '9'; text++) {
        ms = ms * 10 + (int64_t)(*text - '0') * 1000;
        ms = ms < MATRIX_RETRY_MS_MAX ? ms : MATRIX_RETRY_MS_MAX;
    }
    return *text == '\0' ? ms : -1;
}

int64_t matrix_fate_retry_ms(const struct net_answer *answer, const cJSON *json)
{
    int64_t wait_ms = fate_seconds_ms(net_answer_header(answer, "retry-after"));
    const cJSON *said =
        cJSON_IsObject(json) ? cJSON_GetObjectItemCaseSensitive(json, "retry_after_ms") : NULL;
    double value = cJSON_GetNumberValue(said);
    if (value >= 0) {
        int64_t ms = value < MATRIX_RETRY_MS_MAX ? (int64_t)value : MATRIX_RETRY_MS_MAX;
        wait_ms = ms > wait_ms ? ms : wait_ms;
    }
    return wait_ms >= 0 ? wait_ms : MATRIX_RETRY_MS;
}

const char *matrix_fate_name(enum matrix_fate fate)
{
    static const char *const names[] = {
        [MATRIX_DONE] = "done",
        [MATRIX_UNKNOWN] = "unknown",
        [MATRIX_LATE] = "late",
        [MATRIX_DOWN] = "down",
        [MATRIX_LIMITED] = "limited",
        [MATRIX_FORBIDDEN] = "forbidden",
        [MATRIX_BLOCKED] = "blocked",
        [MATRIX_MISSING] = "missing",
        [MATRIX_FULL] = "full",
        [MATRIX_UNRECOGNIZED] = "unrecognized",
        [MATRIX_PARKED] = "parked",
        [MATRIX_TOO_LARGE] = "too large",
        [MATRIX_BAD] = "bad",
        [MATRIX_DUPLICATE] = "duplicate",
        [MATRIX_SIGNED_OUT] = "signed out",
    };
    return names[fate];
}
