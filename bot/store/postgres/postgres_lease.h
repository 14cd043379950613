/* Who may write to a store in PostgreSQL: leases, and the one of the whole store. */
#ifndef POSTGRES_LEASE_H
#define POSTGRES_LEASE_H

#include "fault.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct store_sql;

enum {
    POSTGRES_HOLDER_BYTES = 112,
    POSTGRES_TERM_MS = 7000 /* a lease that is not kept up for so long is over */
};

/* The lease of the whole store as this process keeps it up: taken in the store's thread, kept in
 * the keeper's, looked at in the loop's. */
struct postgres_term {
    char holder[POSTGRES_HOLDER_BYTES]; /* of this life of the process alone */
    atomic_bool taken;
    atomic_llong until_ms; /* it is ours for sure, by the monotonic clock */
};

/* From here on leases are taken for a term, under that name; NULL: for as long as the process
 * lives. Of the process, set before a store is opened. */
void postgres_lease_use(struct postgres_term *term);
/* Keeps it up for another term, unless it was given back. FAULT_GONE: it is another's. */
int postgres_lease_keep(const struct store_sql *store, struct postgres_term *term,
                        struct fault *fault);
/* The same on the store's own connection, where nobody else has done it lately. */
void postgres_lease_keep_late(const struct store_sql *store);
/* Gives it back, so that others need not wait for its end. */
void postgres_lease_give(const struct store_sql *store);

/* Who else has the store, as the server sees it. */
struct postgres_other {
    char holder[POSTGRES_HOLDER_BYTES]; /* as they have said; "": nobody ever */
    int64_t expires_us;                 /* of their lease; changes as it is kept up */
    int64_t process;                    /* of the server's, which has the lock; 0: none */
    bool is_given;                      /* they gave it back */
    bool is_over;                       /* it was not kept up for a term, */
    bool is_still;                      /* and nothing came over their connection so long */
};

int postgres_lease_look(const struct store_sql *store, struct postgres_other *other,
                        struct fault *fault);
/* Ends the connection of whoever has the lock: it is over and still. */
void postgres_lease_end(const struct store_sql *store, const struct postgres_other *other);

/* Takes the lock that the server gives back when our connection ends: two never have it. Where
 * another process has it, -1 and a fault that names it. */
int postgres_lease_lock(const struct store_sql *store, struct fault *fault);
/* Makes the store's epoch greater and notes it: what another process still sends with the one
 * before is refused. With one that we have, -1 and FAULT_GONE where it is another's now. */
int postgres_lease_take(const struct store_sql *store, struct fault *fault);
/* Begins a transaction, in which nobody can take the store over. Ends the program where somebody
 * has. */
int postgres_lease_begin(const struct store_sql *store, struct fault *fault);
/* The store is another's: nothing that we remember of it is of use. Never returns. */
void postgres_lease_lost(const struct store_sql *store);

#endif
