/* Inside the session: what its files share. */
#ifndef MATRIX_SESSION_PRIVATE_H
#define MATRIX_SESSION_PRIVATE_H

#include "backoff.h"
#include "matrix_private.h"
#include "matrix_session.h"

enum {
    SESSION_AGAIN_MS = 2000,
    SESSION_AGAIN_MS_MAX = 300000,
    SESSION_PARKED_MS = 300000,
    SESSION_BODY_BYTES = 8192,
    SESSION_ROW_BYTES = 16384,
    SESSION_TOKEN_MAX = 4096,
    SESSION_REFRESH_PERCENT = 80
};

enum session_step {
    SESSION_IDLE,
    SESSION_FIND,       /* is the server where the settings say? */
    SESSION_WELL_KNOWN, /* where does it say that it is? */
    SESSION_CHECK,      /* is it there? */
    SESSION_LOGIN,
    SESSION_REGISTER, /* the appservice's user, and */
    SESSION_DEVICE,   /* its device, where they are not there yet */
    SESSION_WHOAMI,
    SESSION_REFRESH,
    SESSION_STORE, /* a new pair of tokens */
    SESSION_OVER
};

struct session_tokens {
    char *access;
    char *refresh; /* NULL: the access token does not expire */
    int64_t at_ms;
    int64_t lasts_ms;
};

struct matrix_session {
    struct matrix *matrix;
    enum session_step step;
    uint64_t number; /* of the request under way */
    int64_t due_ms;  /* when the step is to be tried (again) */
    struct backoff backoff;
    char user[MATRIX_ID_BYTES]; /* as stored, "" not yet */
    char device[MATRIX_ID_BYTES];
    char named[MATRIX_ID_BYTES]; /* whom a login just named, which whoami has to confirm; "" none */
    char *home;                  /* the setting it was found by */
    char *base;                  /* where the server was found; NULL: where the settings say */
    char *found;                 /* where it says that it is, not yet checked */
    struct session_tokens tokens;
    struct session_tokens fresh; /* being stored */
    struct session_storing *storing;
    bool speaks;    /* where the settings say, there is something that speaks Matrix */
    bool own;       /* the tokens are the session's, not the settings' */
    bool hard;      /* the refusal said that the device is gone */
    bool soft;      /* it said that the device is still there */
    bool signed_in; /* matrix_signed_in has been called */
};

struct session_storing;

const char *session_setting(const struct matrix_session *session, const char *key);
bool session_is_appservice(const struct matrix_session *session);
bool session_may_login(const struct matrix_session *session);
/* A member that is a text and not empty; NULL none. */
const char *session_text(const cJSON *object, const char *name);
int64_t session_number(const cJSON *object, const char *name);
/* A token that fits into a header, and nothing else. */
bool session_is_token(const char *text);
char *session_copy_token(const cJSON *json, const char *name); /* NULL: it is none */
void session_tokens_clear(struct session_tokens *tokens);
/* Its step is over for good: the adapter ends. */
void session_lose(struct matrix_session *session, const char *why);
/* The step is tried again, not before least_ms. */
void session_again(struct matrix_session *session, int64_t least_ms);
void session_go(struct matrix_session *session, enum session_step step);
void session_ask(struct matrix_session *session, const struct matrix_request *request,
                 matrix_answer_fn done);
/* Is it one of those answers after which the step is tried again? Then it will be. */
bool session_waits(struct matrix_session *session, const struct matrix_answer *answer);

/* matrix_session_service.c: the account of an appservice, made without signing in */
void session_register(struct matrix_session *session);
void session_make_device(struct matrix_session *session);

/* matrix_session_row.c: what is on disk */
#define MATRIX_SESSION_KEY "session"
void session_write(const struct matrix_session *session, const struct session_tokens *tokens,
                   struct buf *out);
/* Stores the fresh tokens, and uses them when they are on disk. */
void session_store(struct matrix_session *session);
void session_storing_free(struct matrix_session *session);

/* matrix_session_find.c: where the server is */
void session_find(struct matrix_session *session);
void session_well_known(struct matrix_session *session);
void session_check(struct matrix_session *session);
/* The server is found: the tokens that are there are used, or made. */
void session_use(struct matrix_session *session);

#endif
