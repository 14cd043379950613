/* What an answer of the homeserver's, or of whoever stands in front of it, means: pure. */
#ifndef MATRIX_FATE_H
#define MATRIX_FATE_H

#include "matrix_client.h"

enum {
    MATRIX_RETRY_MS = 5000, /* after a 429 that says nothing */
    MATRIX_RETRY_MS_MAX = 600000
};

/* How a try of a request ended, as far as repeating goes. */
enum matrix_try {
    MATRIX_TRY_OVER,     /* it is answered, for good or bad */
    MATRIX_TRY_LIMITED,  /* too much: again when the server says */
    MATRIX_TRY_UNHEARD,  /* surely nothing happened: refused, or turned away by a proxy */
    MATRIX_TRY_UNKNOWN,  /* 5xx, no answer, half an answer */
    MATRIX_TRY_UNTRUSTED /* the token is no good (any more) */
};

/* json NULL: the body is none, or taken: a 2xx whose body has been taken is over. */
enum matrix_try matrix_fate_try(const struct net_answer *answer, const cJSON *json, bool taken);
/* Of a status outside 2xx that is final: by errcode first. */
enum matrix_fate matrix_fate_of(int status, const char *errcode);
/* "errcode" of an error's body: letters, digits, dots and _ alone, 63 bytes at most; "" none. */
const char *matrix_fate_errcode(const cJSON *json);
/* How long a 429 asks to wait: the larger of Retry-After (seconds) and retry_after_ms. */
int64_t matrix_fate_retry_ms(const struct net_answer *answer, const cJSON *json);
const char *matrix_fate_name(enum matrix_fate fate);

#endif
