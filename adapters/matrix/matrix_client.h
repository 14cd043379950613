/* Requests to the homeserver (client-server API), each started when every limit allows it and
 * repeated as long as that is safe and of use. The token is put into the Authorization header here
 * and nowhere else; an expired one is refreshed (matrix_session.h) and the request sent again.
 * Neither token, path nor body ever reach the log: a route's template does. */
#ifndef MATRIX_CLIENT_H
#define MATRIX_CLIENT_H

#include "net_wire.h"

#include <cjson/cJSON.h>

struct matrix_client;
struct fault;

enum { MATRIX_ID_BYTES = 256 }; /* ids are at most 255 bytes (client-server API, appendices) */

/* What goes first when the account's rate limit makes requests wait. */
enum matrix_priority {
    MATRIX_SECRET,  /* what only one person may read, and rooms that it needs */
    MATRIX_PROMPT,  /* what somebody has to do, results */
    MATRIX_CHATTER, /* the rest that is said */
    MATRIX_COSMETIC /* edits of boards, seeded reactions, receipts */
};

/* As whom an appservice asks: as its user's device, as the user that has none yet, as itself. */
enum matrix_as { MATRIX_AS_DEVICE, MATRIX_AS_USER, MATRIX_AS_SERVICE };

struct matrix_request {
    const char *method;
    const char *route; /* for log and figures: "/rooms/{}/send/{}/{}" */
    const char *path;  /* behind the base URL, segments percent-encoded, with the query:
                        * "/_matrix/client/v3/rooms/%21a%3Ab/send/m.room.message/x" */
    const char *json;  /* the body; NULL: {} where the method wants one */
    size_t json_len;
    const void *bytes; /* in place of json: an upload of this type */
    size_t bytes_len;
    const char *type;
    enum matrix_priority priority;
    bool limited;      /* draws on the account's message bucket: sends, state, who is in, rooms */
    bool repeatable;   /* may be sent again when nobody knows whether it was heard */
    bool unsigned_in;  /* without a token: versions, login, refresh, well-known */
    bool identity;     /* asks whose the token is: goes while others are held back */
    enum matrix_as as; /* of an appservice: as whom */
    bool apart;        /* a long poll: counts nowhere, and may take its time */
    bool moves;        /* without a token: may be sent elsewhere by its answer, five times */
    int64_t time_ms;   /* for all of it, waiting and repeating included; 0: 60 s */
    int64_t try_ms;    /* for one try; 0: 30 s */
    size_t answer_max; /* bytes; 0: 4 MiB */
    /* A 2xx body piece by piece as it comes, instead of answer.json; each try begins with restart.
     * Both NULL: the body is kept and parsed. context is the one of the answer; what is
     * started in there begins after it. */
    void (*piece)(void *context, const char *bytes, size_t len);
    void (*restart)(void *context);
};

/* What came of it: by errcode first, by the status else (shared table in matrix_fate.c). */
enum matrix_fate {
    MATRIX_DONE,         /* 2xx */
    MATRIX_UNKNOWN,      /* may have happened: no answer, and its time is over */
    MATRIX_LATE,         /* its time ran out, and it was surely not heard; or the bot is stopping */
    MATRIX_DOWN,         /* the server is not there, or answers 5xx: try later */
    MATRIX_LIMITED,      /* M_LIMIT_EXCEEDED until its time was over: not before retry_ms */
    MATRIX_FORBIDDEN,    /* M_FORBIDDEN and other 403s: membership or power */
    MATRIX_BLOCKED,      /* M_INVITE_BLOCKED: this person takes no invites from us */
    MATRIX_MISSING,      /* M_NOT_FOUND: there is no such thing */
    MATRIX_UNRECOGNIZED, /* the server lacks the endpoint */
    MATRIX_TOO_LARGE,    /* M_TOO_LARGE, 413 */
    MATRIX_DUPLICATE,    /* M_DUPLICATE_ANNOTATION, M_USER_IN_USE: it is there already */
    MATRIX_FULL,         /* M_RESOURCE_LIMIT_EXCEEDED, M_USER_LIMIT_EXCEEDED */
    MATRIX_PARKED,       /* M_USER_LOCKED, M_USER_SUSPENDED: the account may come back */
    MATRIX_BAD,          /* other 4xx: our mistake, or a dead sync token (M_UNKNOWN, 400) */
    MATRIX_SIGNED_OUT    /* the session is over for good; the session's hook has been called */
};

/* Lives during the hook. */
struct matrix_answer {
    enum matrix_fate fate;
    int status;          /* HTTP; 0 none */
    const char *errcode; /* "M_FORBIDDEN"; "" none */
    const cJSON *json;   /* NULL where there is none, or piece took it; nothing is checked */
    int64_t retry_ms;    /* MATRIX_DOWN, MATRIX_LIMITED: not before; else 0 */
    int64_t took_ms;
    const char *why; /* for the log, without secrets: "429 on PUT /rooms/{}/send/{}/{}" */
};

/* Exactly once for each request that is not cancelled; never from inside matrix_client_start. */
typedef void (*matrix_answer_fn)(void *context, const struct matrix_answer *answer);

struct matrix_client_setup {
    const struct net_wire *wire;
    const char *base; /* "https://matrix.example.org"; copied */
    void *context;
    /* The token is refused, or the account deactivated: requests wait until matrix_client_token or
     * matrix_client_sign_out. soft: the device is still there, and may sign in again. Never from
     * inside a function of the client. */
    void (*refused)(void *context, const char *errcode, bool soft);
};

struct matrix_client *matrix_client_new(const struct matrix_client_setup *setup);
/* Requests under way are dropped; nothing is told any more. Not inside its hooks. */
void matrix_client_free(struct matrix_client **client);
/* From here on requests carry this token, "" for none: then those that want one wait. */
void matrix_client_token(struct matrix_client *client, const char *token);
/* While it is not known whose the token is, nothing else is asked with it: what a room's state says
 * of us could not be read. */
void matrix_client_hold(struct matrix_client *client, bool hold);
/* Where the server was found to be (well-known). */
void matrix_client_base(struct matrix_client *client, const char *base);
/* Requests act as this user ("": the appservice's own) and device of an appservice; NULL: as who
 * the token is of. */
void matrix_client_act_as(struct matrix_client *client, const char *user, const char *device);
/* The session is over: what waits and what comes ends as MATRIX_SIGNED_OUT. */
void matrix_client_sign_out(struct matrix_client *client);

/* Starts a request; all of it is copied. Its number, never 0. */
uint64_t matrix_client_start(struct matrix_client *client, const struct matrix_request *request,
                             matrix_answer_fn done, void *context);
/* done is not called any more; it may have been heard. Unknown numbers are nothing. */
void matrix_client_cancel(struct matrix_client *client, uint64_t number);
/* What waits ends as MATRIX_LATE at once; what is under way may end. */
void matrix_client_drain(struct matrix_client *client);

/* Was a send or redaction under this transaction id started here? The last few thousand are known.
 */
bool matrix_client_made(const struct matrix_client *client, const char *transaction);

/* What the account's limit was found to be, by its 429s. */
struct matrix_client_figures {
    unsigned waiting, under_way;
    uint64_t sent, repeated, limited;
    int64_t queue_ms; /* how long a request of the least priority would wait now */
    int64_t talk_ms;  /* the same, of what is said; 0 when nothing that is said waits */
};
void matrix_client_figures(const struct matrix_client *client,
                           struct matrix_client_figures *figures);

#endif
