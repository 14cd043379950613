/* What an answer of the homeserver's, or of whoever stands in front of it, means: pure. */
#ifndef MATRIX_ANSWER_H
#define MATRIX_ANSWER_H

#include "matrix_client.h"

enum {
    MATRIX_RETRY_MS = 5000, /* after a 429 that says nothing */
    MATRIX_RETRY_MS_MAX = 600000
};

/* json NULL: the body is none, or taken: a 2xx whose body has been taken is over. */
enum answer_try matrix_answer_try(const struct net_answer *answer, const cJSON *json, bool taken);
/* Are we out of the room that was to be left or forgotten, or out of it already? */
bool matrix_answer_is_out(enum answer_status status);
/* Of a status outside 2xx that is final: by errcode first. */
enum answer_status matrix_answer_status(int http, const char *errcode);
/* "errcode" of an error's body: letters, digits, dots and _ alone, 63 bytes at most; "" none. */
const char *matrix_answer_errcode(const cJSON *json);
/* How long a 429 asks to wait: the larger of Retry-After (seconds) and retry_after_ms. */
int64_t matrix_answer_retry_ms(const struct net_answer *answer, const cJSON *json);

#endif
