/* Who may write to a store in PostgreSQL: leases, and the one of the whole store. */
#ifndef POSTGRES_LEASE_H
#define POSTGRES_LEASE_H

#include "fault.h"

struct store_sql;

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
