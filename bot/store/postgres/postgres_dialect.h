/* SQL of the store as PostgreSQL has it. */
#ifndef POSTGRES_DIALECT_H
#define POSTGRES_DIALECT_H

#include <stddef.h>

/* The same statement for PostgreSQL; the caller frees it. main: the schema that is meant by
 * "main.name", NULL: where the session is. parameters_r: the highest number of one. */
char *postgres_dialect(const char *sql, const char *main, int *parameters_r);

#endif
