/* The parts of the SQLite driver among themselves. */
#ifndef STORE_SQLITE_PRIVATE_H
#define STORE_SQLITE_PRIVATE_H

#include "store_beside.h"
#include "store_sql_private.h"

struct sqlite3;

enum { STORE_SQLITE_APPLICATION = 0x64656164 /* "dead": whose file this is */ };

extern const struct sql_driver store_sqlite_sql;
extern const struct store_sql_ways store_sqlite_ways;

/* Takes the lock of the only writer; the kernel drops it when we die. */
int store_sqlite_lock(struct store_sql *sqlite, struct fault *fault);
/* Opens the connection and sets it up; store_sqlite_disconnect undoes it. */
int store_sqlite_connect(struct store_sql *sqlite, struct fault *fault);
void store_sqlite_disconnect(struct store_sql *sqlite);
/* Is the database there, or was there never one? Fills fault where it is missing or empty while
 * files beside it say otherwise; changes nothing on disk. Wants the lock. */
int store_sqlite_not_lost(const struct store_sql *sqlite, struct fault *fault);
/* Fills fault where the database has not come as far as its lock file says. */
int store_sqlite_not_behind(const struct store_sql *sqlite, const struct store_sql_count *count,
                            struct fault *fault);
/* A file of before is made to give space back, where it is small. */
void store_sqlite_spare(const struct store_sql *sqlite);

/* The fault that SQLite's last error is, by what has to be done about it. Returns -1. */
int store_sqlite_fault(const struct store_sql *sqlite, int code, struct fault *fault);
/* Adds row_sum and row_kept to a connection; SQLite's code. */
int store_sqlite_sums(struct sqlite3 *db);
/* The sum of an address' row. */
uint32_t store_sqlite_address_sum(const char *address, uint64_t person);
/* The schema that this program makes. */
int64_t store_sqlite_version_known(void);
/* May this program use the file: is it new or ours, and not of a newer deaddrop? */
int store_sqlite_migratable(const struct store_sql *sqlite, struct fault *fault);
/* Brings the schema up to date. */
int store_sqlite_migrate(const struct store_sql *sqlite, struct fault *fault);

struct store_events *store_events_new(void);
void store_events_free(struct store_events **events);
/* Reads what is not sorted in. */
int store_events_load(const struct store_sql *sqlite, struct fault *fault);
/* How the transaction under way has ended. */
void store_events_settle(struct store_events *events, bool committed);
/* Sorts some of them in when they are many, in a transaction of its own. */
void store_events_sort(struct store_sql *sqlite);
int store_sqlite_open(void **db, const char *path, bool reading, struct fault *fault);
void store_sqlite_close(void **db);
int store_sqlite_mend(void **db, const char *path, bool reading, struct fault *fault);
int store_sqlite_request(const char *path, const char *scope, const char *name,
                         struct fault *fault);
int store_sqlite_backup(void *db, const char *path, const struct store_pause *pause,
                        struct fault *fault);

#endif
