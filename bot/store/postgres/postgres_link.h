/* A connection to PostgreSQL: what is sent on it, what comes back, and what its errors mean here.
 * Nothing waits without an end. */
#ifndef POSTGRES_LINK_H
#define POSTGRES_LINK_H

#include "fault.h"

#include <stdbool.h>
#include <stdint.h>

struct postgres_gather;
struct postgres_statement;
struct pg_conn;
struct pg_result;
struct store_sql;

enum {
    POSTGRES_STATE_BYTES = 6,
    POSTGRES_WHY_BYTES = 300,
    POSTGRES_QUEUE_MAX = 256,
    POSTGRES_ANSWER_MS = 30000, /* how long the database may take over one thing */
    POSTGRES_LONG_MS = 3600000  /* and over writing tables anew */
};

/* In place of a table whose line does not follow. */
#define POSTGRES_LEASE UINT64_MAX /* a lease is another's */

/* What was sent and is not answered. */
struct postgres_sent {
    struct postgres_statement *prepared; /* by this; NULL: it is run */
    bool must;                           /* change a row; else: */
    uint64_t table; /* this table's line does not follow, or a lease is another's,
                     * or, where it is 0, */
    uint64_t step;  /* the store is another's */
};

struct postgres_link {
    struct pg_conn *conn;           /* NULL: there is none */
    struct postgres_gather *gather; /* of the transaction under way */
    bool queueing;                  /* what gives no rows is sent without waiting for the answer */
    bool piped;                     /* something was */
    bool saved;                     /* there is a point to go back to */
    bool ending;                    /* COMMIT was sent */
    bool failed;                    /* something of the transaction under way has; why: */
    char state[POSTGRES_STATE_BYTES]; /* SQLSTATE, or "" */
    char why[POSTGRES_WHY_BYTES];
    struct postgres_sent refused; /* what did not change a row, though it must */
    bool is_refused;
    struct postgres_sent sent[POSTGRES_QUEUE_MAX];
    unsigned sent_count;
    unsigned names; /* of prepared statements that were given */
    int64_t changes;
    int64_t patience_ms;  /* with one answer */
    int64_t process;      /* of the server's, for this connection */
    int64_t told_process; /* which we were told of when we came; another one: of a pooler */
    int64_t held_by;      /* that process had our lock */
    char *url;            /* where it goes to */
    unsigned part;        /* of the house, whose schema it is (store_place.h) */
    char *main;           /* the schema of part 0; NULL: not connected yet */
    bool visits;          /* another part's schema is read at the moment */
    int64_t epoch;        /* of our lease; 0: we have none */
    int64_t again_ms;     /* when to connect again, by the monotonic clock, */
    int64_t backoff_ms;   /* how long the next pause is, */
    struct fault again;   /* and why it could not be the last time */
    bool reads_on;        /* only writing cannot be: what is stored can be read as it was */
};

/* The connection of a store. */
struct postgres_link *postgres_link_of(const struct store_sql *store);
/* That schema, or NULL where this is it. */
const char *postgres_link_main(const struct postgres_link *link);
/* Connects by what PostgreSQL's URLs say, and a password or NULL. Returns -1 with a fault. */
int postgres_link_connect(struct store_sql *store, const char *url, const char *password,
                          struct fault *fault);
void postgres_link_disconnect(struct postgres_link *link);
/* Is there no connection any more? */
bool postgres_link_is_lost(const struct postgres_link *link);
/* Takes note of an end that the server or the way to it has put to an idle connection. */
void postgres_link_listen(struct postgres_link *link);
/* What it comes in by, for poll(); -1: there is no connection. */
int postgres_link_socket(const struct postgres_link *link);
/* Takes what was announced (NOTIFY) and has come: was it this, among others? */
bool postgres_link_heard(struct postgres_link *link, const char *payload);
/* The URL without what is nobody's business; "" where it is none. Free it. */
char *postgres_link_name(const char *url, bool *has_password_r);

/* The next answer to what was sent; NULL where there are no more, and where it takes too long or
 * the connection is gone, which ends it. */
struct pg_result *postgres_link_result(struct postgres_link *link);
/* Notes what an answer says is wrong. False: nothing is. */
bool postgres_link_failed(struct postgres_link *link, const struct pg_result *result);
/* Something is to be sent that is answered later. Room for it is made first. False on an error. */
bool postgres_link_pipe(struct postgres_link *link, struct postgres_sent sent);
/* Waits for all answers. False: something has failed, as the link says. */
bool postgres_link_drain(struct postgres_link *link);
/* Runs SQL without rows, several with ; between. */
bool postgres_link_exec(struct postgres_link *link, const char *sql);
/* The fault that the last error is. Returns -1. */
int postgres_link_fault(const struct store_sql *store, int code, struct fault *fault);
/* Outside of a transaction what went wrong before is forgotten. */
void postgres_link_alone(struct postgres_link *link);
/* What went wrong is forgotten: another transaction begins. */
void postgres_link_forgive(struct postgres_link *link);

#endif
