/* Inside the session: what its files share. */
#ifndef MATRIX_SESSION_PRIVATE_H
#define MATRIX_SESSION_PRIVATE_H

#include "backoff.h"
#include "matrix_base.h"
#include "matrix_session.h"

enum {
    SESSION_RETRY_MS = 2000,
    SESSION_RETRY_MS_MAX = 300000,
    SESSION_SUSPENDED_MS = 300000,
    SESSION_BODY_BYTES = 8192,
    SESSION_ROW_BYTES = 16384,
    SESSION_TOKEN_MAX = 4096,
    SESSION_REFRESH_PERCENT = 80
};

#define SESSION_NUMBER_MAX INT64_C(9000000000000000)

enum session_step {
    SESSION_IDLE,
    SESSION_FIND,       /* does a homeserver answer at the URL of the settings? */
    SESSION_WELL_KNOWN, /* where does its well-known point? */
    SESSION_CHECK,      /* does a homeserver answer there? */
    SESSION_LOGIN,
    SESSION_REGISTER, /* registers the appservice's user */
    SESSION_DEVICE,   /* creates its device */
    SESSION_WHOAMI,
    SESSION_REFRESH,
    SESSION_STORE, /* writes new tokens */
    SESSION_OVER
};

/* Has the homeserver refused the token? */
enum session_token_state {
    TOKEN_ACCEPTED,
    TOKEN_SOFT_LOGOUT, /* refused, and the device is still there */
    TOKEN_LOGGED_OUT   /* refused, and the device is gone */
};

struct session_tokens {
    char *access;
    char *refresh; /* NULL: the access token does not expire */
    int64_t at_ms;
    int64_t lasts_ms;
};

struct matrix_session {
    struct matrix *matrix;
    struct matrix_session_events events;
    enum session_step step;
    uint64_t number; /* of the request in flight */
    int64_t due_ms;  /* when the step is tried (again) */
    struct backoff backoff;
    char user[MATRIX_ID_BYTES]; /* as stored, "" not yet */
    char device[MATRIX_ID_BYTES];
    char named[MATRIX_ID_BYTES]; /* from a login, until whoami confirms it; "" none */
    char *home;                  /* the homeserver setting that base was found by */
    char *base;                  /* the server's URL; NULL: as in the settings */
    char *found;                 /* from its well-known, not yet checked */
    struct session_tokens tokens;
    struct session_tokens fresh; /* being stored */
    struct session_storing *storing;
    bool speaks; /* something that speaks Matrix answers at the URL of the settings */
    bool own;    /* the tokens are the session's, not the settings' */
    enum session_token_state token_state;
    bool signed_in; /* was notified */
};

struct session_storing;

const char *session_setting(const struct matrix_session *session, const char *key);
bool session_is_appservice(const struct matrix_session *session);
bool session_may_login(const struct matrix_session *session);
/* A string member that is not empty; NULL: none. */
const char *session_text(const cJSON *object, const char *name);
/* Does it fit into a header? */
bool session_is_token(const char *text);
char *session_copy_token(const cJSON *json, const char *name); /* NULL: no sound token */
void session_tokens_clear(struct session_tokens *tokens);
/* The session is lost: the adapter ends. */
void session_fail(struct matrix_session *session, const char *why);
/* Schedules the step again, in least_ms at the soonest. */
void session_retry(struct matrix_session *session, int64_t least_ms);
void session_enter(struct matrix_session *session, enum session_step step);
void session_request(struct matrix_session *session, const struct matrix_request *request,
                     answer_fn done);
/* Schedules the step again if the answer is transient. True if so. */
bool session_retries(struct matrix_session *session, const struct answer *answer);

/* matrix_session_service.c: the account of an appservice */
void session_register(struct matrix_session *session);
void session_make_device(struct matrix_session *session);

/* matrix_session_row.c: the row on disk */
void session_write(const struct matrix_session *session, const struct session_tokens *tokens,
                   struct buf *out);
/* Writes the fresh tokens, and uses them once they are on disk. */
void session_store(struct matrix_session *session);
void session_storing_free(struct matrix_session *session);

/* matrix_session_find.c: finding the server */
void session_find(struct matrix_session *session);
void session_well_known(struct matrix_session *session);
void session_check(struct matrix_session *session);
/* The server is found: uses the tokens that there are, or signs in. */
void session_use(struct matrix_session *session);

#endif
