/* Inside the client: what its files share. Requests wait, are tried and end by adapters/common
 * (request_scheduler.h); here is what they wait for and what is sent. */
#ifndef MATRIX_CLIENT_PRIVATE_H
#define MATRIX_CLIENT_PRIVATE_H

#include "backoff.h"
#include "matrix_answer.h"
#include "matrix_client.h"
#include "matrix_limit.h"
#include "request_scheduler.h"

enum {
    CLIENT_UNDER_WAY_MAX = 32, /* long polls aside */
    CLIENT_TIME_MS = 60000,
    CLIENT_TRY_MS = 30000,
    CLIENT_REDIRECTS_MAX = 5,
    CLIENT_ROUTES_MAX = 16, /* that have a limit of their own */
    CLIENT_BACKOFF_MS = 1000,
    CLIENT_BACKOFF_MS_MAX = 300000,
    CLIENT_URL_BYTES = 4096,
    CLIENT_OWN_MAX = 4096 /* transactions that are known to be ours */
};

/* What requests wait for: nothing; a token; to know whose it is; the account's rate limit too. */
enum { CLIENT_OPEN, CLIENT_IDENTITY, CLIENT_FREE, CLIENT_LIMITED, CLIENT_QUEUES };

struct client_request {
    struct request request;
    struct matrix_request wanted; /* its texts are in request, and must not be used here */
    struct backoff backoff;
    unsigned token; /* number of the token it was sent with */
    bool limited;   /* its last try was */
};

/* A route with a limit of its own (rooms, invites, joins), and until when it is closed. */
struct client_route {
    char *route;
    int64_t until_ms;
};

struct matrix_client {
    struct request_scheduler scheduler;
    struct request_queue queues[CLIENT_QUEUES];
    char *base;
    char *authorization; /* NULL: no token */
    char *acting;        /* "user_id=…&device_id=…", NULL none */
    size_t acting_user;  /* bytes of it without the device */
    unsigned token;      /* counts tokens */
    void *context;
    void (*refused)(void *context, const char *errcode, bool soft);
    struct client_route routes[CLIENT_ROUTES_MAX];
    struct matrix_limit limit;
    bool signed_out;
    bool held; /* all with a token but those that ask whose it is */
    uint64_t repeated, limited;
    uint64_t own_key[2];
    uint64_t own[CLIENT_OWN_MAX]; /* hashes of transaction ids, in a ring */
    unsigned own_count;           /* of all there ever were */
};

int64_t client_now_ms(const struct matrix_client *client);
/* The account's rate limit has changed. */
void client_limit_changed(struct matrix_client *client);

/* matrix_client_call.c, of struct request_platform */
void client_send(void *context, struct request *base);

/* matrix_client_answer.c, of struct request_platform */
void client_answered(void *context, struct request *base, const struct net_answer *answer);
enum answer_status client_status(void *context, const struct request *request, bool late);
void client_ended(void *context, const struct request *request, const struct answer *answer);
/* How long its route is closed; 0: it is open. */
int64_t client_route_wait_ms(const struct matrix_client *client, const char *route);

#endif
