/* Opening a store in PostgreSQL. */
#ifndef POSTGRES_OPEN_H
#define POSTGRES_OPEN_H

#include "fault.h"

#include <stdbool.h>
#include <stdint.h>

struct store_sql;
struct store_sql_count;

/* A store that is not connected yet, or NULL with a fault; postgres_close frees it. */
struct store_sql *postgres_open_new(const char *url, bool reading, struct fault *fault);
int postgres_open(void **db, const char *url, bool reading, struct fault *fault);
void postgres_close(void **db);
int postgres_request(const char *url, const char *scope, const char *name, struct fault *fault);
int postgres_mend(void **db, const char *url, bool reading, struct fault *fault);
/* Connects, and makes the session what the store relies on. */
int postgres_open_session(struct store_sql *store, struct fault *fault);
/* May this program use the schema: is it new or ours, and not of a newer deaddrop? Its version. */
int postgres_open_version(const struct store_sql *store, int64_t *version_r, struct fault *fault);

/* Fills fault where the database has not come as far as the file beside says. */
int postgres_open_not_behind(const struct store_sql *store, const struct store_sql_count *count,
                             struct fault *fault);

#endif
