/* Who we are: signing in, staying so, and knowing when that is over. Tokens are on disk before they
 * are used, and never in the log. */
#ifndef MATRIX_SESSION_H
#define MATRIX_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct matrix;
struct matrix_session;

struct matrix_session *matrix_session_new(struct matrix *matrix);
void matrix_session_free(struct matrix_session **session);
/* A row read at the start. False: it is none of the session's. */
bool matrix_session_restore(struct matrix_session *session, const char *key, const char *text,
                            size_t len);
/* Begins; matrix_signed_in or matrix_lost follows. */
void matrix_session_start(struct matrix_session *session);
/* The client's hook: the token is refused. context: the session. */
void matrix_session_refused(void *context, const char *errcode, bool soft);
int64_t matrix_session_due_ms(const struct matrix_session *session);
void matrix_session_tick(struct matrix_session *session, int64_t now_ms);

#endif
