/* Inside the client: what its files share. A job is a request from its start until done() was
 * called; it waits in a queue, is under way as a call, or waits for its next try. */
#ifndef MATRIX_CLIENT_PRIVATE_H
#define MATRIX_CLIENT_PRIVATE_H

#include "backoff.h"
#include "map.h"
#include "matrix_client.h"
#include "matrix_fate.h"
#include "matrix_limit.h"
#include "timers.h"

enum {
    CLIENT_UNDER_WAY_MAX = 32, /* long polls aside */
    CLIENT_TIME_MS = 60000,
    CLIENT_TRY_MS = 30000,
    CLIENT_MOVES_MAX = 5,
    CLIENT_ROUTES_MAX = 16, /* that have a limit of their own */
    CLIENT_BACKOFF_MS = 1000,
    CLIENT_BACKOFF_MS_MAX = 300000,
    CLIENT_GRACE_MS = 250,
    CLIENT_URL_BYTES = 4096,
    CLIENT_WHY_BYTES = 200,
    CLIENT_MADE_MAX = 4096 /* transactions that are known to be ours */
};

enum client_place { CLIENT_NOWHERE, CLIENT_WAITING, CLIENT_PAUSED, CLIENT_UNDER_WAY, CLIENT_ENDED };

/* Queues: without a token; whose it is; unlimited, then limited ones by priority. */
enum {
    CLIENT_QUEUE_OPEN,
    CLIENT_QUEUE_IDENTITY,
    CLIENT_QUEUE_FREE,
    CLIENT_QUEUE_LIMITED = CLIENT_QUEUE_FREE + MATRIX_COSMETIC + 1,
    CLIENT_QUEUES = CLIENT_QUEUE_LIMITED + MATRIX_COSMETIC + 1
};

struct client_job {
    struct matrix_client *client;
    struct matrix_request request; /* its texts are the job's own */
    uint64_t number;
    enum client_place place;
    struct client_job *previous; /* in a queue, or among the ended */
    struct client_job *next;
    struct timer until;
    struct timer again;
    struct backoff backoff;
    int64_t started_ms;
    unsigned tries;
    unsigned unknown; /* tries that may have been heard */
    unsigned token;   /* number of the token it was sent with */
    bool limited;     /* its last try was */
    struct net_call *call;
    matrix_answer_fn done;
    void *context;
    enum matrix_fate fate; /* of one that has ended */
    int64_t retry_ms;
    char why[CLIENT_WHY_BYTES];
};

struct client_queue {
    struct client_job *first;
    struct client_job *last;
    unsigned count;
};

/* A route with a limit of its own (rooms, invites, joins), and until when it is closed. */
struct client_route {
    char *route;
    int64_t until_ms;
};

struct matrix_client {
    const struct net_wire *wire;
    char *base;
    char *authorization; /* NULL: no token */
    char *acting;        /* "user_id=…&device_id=…", NULL none */
    size_t acting_user;  /* bytes of it without the device */
    unsigned token;      /* counts tokens */
    void *context;
    void (*refused)(void *context, const char *errcode, bool soft);
    struct net_timer *timer;
    struct timers untils;
    struct timers agains;
    struct map jobs; /* by number */
    struct client_queue queues[CLIENT_QUEUES];
    struct client_queue ended;
    struct client_route routes[CLIENT_ROUTES_MAX];
    struct matrix_limit limit;
    uint64_t last_number;
    unsigned under_way; /* long polls aside */
    bool in_piece;      /* of the wire's: nothing is started or cancelled there */
    bool signed_out;
    bool held; /* all with a token but those that ask whose it is */
    bool draining;
    uint64_t sent, repeated, limited;
    uint64_t made_key[2];
    uint64_t made[CLIENT_MADE_MAX]; /* hashes of transaction ids, in a ring */
    unsigned made_count;            /* of all there ever were */
};

int64_t client_now_ms(const struct matrix_client *client);
/* Comes round at once, from the timer. */
void client_wake(struct matrix_client *client);
/* Sends what may be sent, and wakes when something is due. */
void client_go_on(struct matrix_client *client);

/* matrix_client_job.c */
struct client_job *client_job_new(struct matrix_client *client,
                                  const struct matrix_request *request);
void client_job_free(struct client_job **job);
void client_queue_put(struct client_queue *queue, struct client_job *job);
void client_queue_drop(struct client_queue *queue, struct client_job *job);
struct client_queue *client_job_queue(struct client_job *job);
/* Into its queue, by its number. */
void client_job_wait(struct client_job *job);
/* It waits for this time before it goes back into its queue. */
void client_job_pause(struct client_job *job, int64_t wait_ms);
void client_job_begin(struct client_job *job);
/* It ends as fate, without an answer of its own; done() is called from the timer. */
void client_job_end(struct client_job *job, enum matrix_fate fate, const char *why);

/* matrix_client_answer.c */
void client_answered(void *user, const struct net_answer *answer);
/* Tells how the job ended, and frees it. */
void client_job_tell(struct client_job *job, struct matrix_answer *answer);
/* What is to be said of one whose time is up. */
enum matrix_fate client_job_late(const struct client_job *job);
/* How long its route is closed; 0: it is open. */
int64_t client_route_wait_ms(const struct matrix_client *client, const char *route);

#endif
