/* What a store in PostgreSQL wants to know besides its URL. Of the process, set once from the
 * settings before a store is opened, as keys are. */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

/* password: NULL, libpq looks for one by its own means (PGPASSFILE, ~/.pgpass, the service file).
 * beside: a path; in a file of that name with .lock behind it is noted how far the store has come,
 * so that a server that has lost its end is found out at a start; NULL: not noted. */
void store_postgres_use(const char *password, const char *beside);

#endif
