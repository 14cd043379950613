/* Signing in, refreshing tokens, and detecting that the session is lost. Tokens are on disk before
 * they are used, and never in the log. */
#ifndef MATRIX_SESSION_H
#define MATRIX_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct matrix;
#define MATRIX_SESSION_KEY "session"

struct matrix_session;
struct fault;

/* Notifications to its owner. */
struct matrix_session_events {
    void (*signed_in)(struct matrix *matrix); /* once: our id is known, and requests may start */
    /* It cannot sign in again without a person's help. */
    void (*lost)(struct matrix *matrix, const struct fault *fault);
};

struct matrix_session *matrix_session_new(struct matrix *matrix,
                                          const struct matrix_session_events *events);
void matrix_session_free(struct matrix_session **session);
/* A row read at the start. False: it does not belong to the session. */
bool matrix_session_restore(struct matrix_session *session, const char *key, const char *text,
                            size_t len);
/* signed_in or lost follows. */
void matrix_session_start(struct matrix_session *session);
/* The client's hook: the token is refused. context: the session. */
void matrix_session_refused(void *context, const char *errcode, bool soft);
int64_t matrix_session_due_ms(const struct matrix_session *session);
void matrix_session_tick(struct matrix_session *session, int64_t now_ms);

#endif
