#include "answer.h"

#include <stddef.h>

enum { END_AGAIN_MS = 2000, END_FORBIDDEN_MS = 60 * 1000, END_QUOTA_MS = 10 * 60 * 1000 };

struct answer_row {
    const char *name;
    enum send_status message;
    enum send_status room;
    int64_t wait_ms; /* before a delivery is tried again */
};

static const struct answer_row answer_rows[ANSWER_STATUSES] = {
    /* without what it should have said: nobody knows what has become of it */
    [ANSWER_DONE] = {"done", SEND_AMBIGUOUS, SEND_AMBIGUOUS, END_AGAIN_MS},
    [ANSWER_AMBIGUOUS] = {"ambiguous", SEND_AMBIGUOUS, SEND_AMBIGUOUS, END_AGAIN_MS},
    [ANSWER_NOT_SENT] = {"not sent", SEND_NOT_SENT, SEND_NOT_SENT, END_AGAIN_MS},
    [ANSWER_DOWN] = {"down", SEND_NOT_SENT, SEND_NOT_SENT, END_AGAIN_MS},
    [ANSWER_LIMITED] = {"limited", SEND_NOT_SENT, SEND_NOT_SENT, END_AGAIN_MS},
    [ANSWER_GONE] = {"gone", SEND_GONE, SEND_GONE, 0},
    [ANSWER_FORBIDDEN] = {"forbidden", SEND_NOT_SENT, SEND_REFUSED, END_FORBIDDEN_MS},
    [ANSWER_CLOSED] = {"closed", SEND_REFUSED, SEND_REFUSED, 0},
    [ANSWER_EXPIRED] = {"expired", SEND_GONE, SEND_NOT_SENT, END_AGAIN_MS},
    [ANSWER_ANSWERED] = {"answered", SEND_AMBIGUOUS, SEND_NOT_SENT, END_AGAIN_MS},
    [ANSWER_ARCHIVED] = {"archived", SEND_NOT_SENT, SEND_NOT_SENT, END_AGAIN_MS},
    [ANSWER_OLD] = {"old", SEND_NOT_SENT, SEND_NOT_SENT, END_AGAIN_MS},
    [ANSWER_FILTERED] = {"filtered", SEND_NOT_SENT, SEND_REFUSED, END_AGAIN_MS},
    [ANSWER_FULL] = {"full", SEND_GONE, SEND_REFUSED, 0},
    [ANSWER_QUOTA] = {"quota", SEND_NOT_SENT, SEND_NOT_SENT, END_QUOTA_MS},
    [ANSWER_SUSPENDED] = {"suspended", SEND_NOT_SENT, SEND_NOT_SENT, END_FORBIDDEN_MS},
    [ANSWER_UNRECOGNIZED] = {"unrecognized", SEND_NOT_SENT, SEND_NOT_SENT, END_FORBIDDEN_MS},
    [ANSWER_TOO_LARGE] = {"too large", SEND_GONE, SEND_REFUSED, 0},
    [ANSWER_DUPLICATE] = {"duplicate", SEND_GONE, SEND_REFUSED, 0},
    [ANSWER_BAD] = {"bad", SEND_GONE, SEND_REFUSED, 0},
    [ANSWER_UNAUTHORIZED] = {"unauthorized", SEND_NOT_SENT, SEND_NOT_SENT, END_FORBIDDEN_MS},
};

const char *answer_status_name(enum answer_status status)
{
    return answer_rows[status].name;
}

bool answer_is_transient(enum answer_status status)
{
    return status == ANSWER_AMBIGUOUS || status == ANSWER_NOT_SENT || status == ANSWER_DOWN ||
           status == ANSWER_LIMITED || status == ANSWER_QUOTA;
}

int64_t answer_seconds_ms(const char *text, int64_t most_ms)
{
    int64_t ms = 0;
    int64_t scale = 0; /* of the next decimal; 0 before the point */
    if (text == NULL || *text < '0' || *text > '9') {
        return -1;
    }
    for (; *text != '\0'; text++) {
        bool point = *text == '.' && scale == 0;
        if (!point && (*text < '0' || *text > '9')) {
            return -1;
        }
        if (point) {
            scale = 1000;
        } else if (scale == 0) {
            ms = ms * 10 + (int64_t)(*text - '0') * 1000;
        } else if (scale > 1) {
            scale /= 10;
            ms += (*text - '0') * scale;
        }
        ms = ms < most_ms ? ms : most_ms;
    }
    return ms;
}

struct answer_end answer_end(const struct answer *answer, enum answer_about about, int64_t now_ms)
{
    const struct answer_row *row = &answer_rows[answer->status];
    struct answer_end end = {about == ANSWER_ABOUT_ROOM ? row->room : row->message, 0};
    if (end.status == SEND_NOT_SENT || end.status == SEND_AMBIGUOUS) {
        int64_t wait_ms = answer->retry_ms > row->wait_ms ? answer->retry_ms : row->wait_ms;
        end.retry_ms = now_ms + wait_ms;
    }
    return end;
}
