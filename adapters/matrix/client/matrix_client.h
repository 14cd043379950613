/* Requests to the homeserver (client-server API), each started when every limit allows it and
 * repeated as long as that is safe and of use. The token is put into the Authorization header here
 * and nowhere else; an expired one is refreshed (matrix_session.h) and the request sent again.
 * Neither token, path nor body ever reach the log: a route's template does. */
#ifndef MATRIX_CLIENT_H
#define MATRIX_CLIENT_H

#include "answer.h"
#include "net_wire.h"
#include "route.h"

/* What routes stand behind. */
#define MATRIX_API "/_matrix/client/v3"

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
    const char
        *route; /* "/rooms/{}/send/{}/{}", behind MATRIX_API unless it begins with "/_" or "/." */
    const char *ids[ROUTE_IDS_MAX]; /* what stands for its {}, in their order */
    const char *query;              /* behind "?", encoded; NULL none */
    const char *json;               /* the body; NULL: {} where the method wants one */
    const void *bytes;              /* in place of json: an upload of this type */
    size_t bytes_len;
    const char *type;
    enum matrix_priority priority;
    bool limited;      /* draws on the account's message bucket: sends, state, who is in, rooms */
    bool once;         /* must not be sent again when nobody knows whether it was received */
    bool unsigned_in;  /* without a token: versions, login, refresh, well-known */
    bool identity;     /* asks whose the token is: goes while others are held back */
    enum matrix_as as; /* of an appservice: as whom */
    bool long_poll;    /* a long poll: counts nowhere, and may take its time */
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
/* Requests under way are dropped; nobody is called any more. Not inside its hooks. */
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
/* The session is over: what waits and what comes ends as ANSWER_UNAUTHORIZED. */
void matrix_client_sign_out(struct matrix_client *client);

/* Starts a request; all of it is copied. Its number, never 0. */
uint64_t matrix_client_start(struct matrix_client *client, const struct matrix_request *wanted,
                             answer_fn done, void *context);
/* done is not called any more; it may have been received. Unknown numbers are nothing. */
void matrix_client_cancel(struct matrix_client *client, uint64_t number);

/* Was a send or redaction under this transaction id started here? The last few thousand are known.
 */
bool matrix_client_made(const struct matrix_client *client, const char *transaction);

/* What the account's limit was found to be, by its 429s. */
struct matrix_client_figures {
    unsigned waiting, under_way;
    uint64_t sent, repeated, limited;
    int64_t queue_ms; /* how long a request of the least priority would wait now */
    int64_t talk_ms;  /* the same, of what is said; 0 when nothing that is said waits */
    bool roomy;       /* there is no limit, as far as more was sent than the usual one allows */
};
void matrix_client_figures(const struct matrix_client *client,
                           struct matrix_client_figures *figures);

#endif
