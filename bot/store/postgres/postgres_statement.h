/* Statements on a connection to PostgreSQL. */
#ifndef POSTGRES_STATEMENT_H
#define POSTGRES_STATEMENT_H

#include <stdbool.h>

struct postgres_statement;
struct sql_driver;

/* How preparing it has ended. */
void postgres_statement_prepared(struct postgres_statement *statement, bool done);

extern const struct sql_driver postgres_sql;

#endif
