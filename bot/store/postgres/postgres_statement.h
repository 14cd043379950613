/* Statements on a connection to PostgreSQL. */
#ifndef POSTGRES_STATEMENT_H
#define POSTGRES_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>

struct postgres_statement;
struct sql_driver;
struct sql_statement;

/* How preparing it has ended. */
void postgres_statement_prepared(struct postgres_statement *statement, bool done);

/* Binds a value of a type that sql.h does not know, in binary. */
void postgres_statement_bind(struct sql_statement *statement, int place, unsigned type,
                             const void *value, size_t size);

extern const struct sql_driver postgres_sql;

#endif
