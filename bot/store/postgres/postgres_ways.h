/* What PostgreSQL does in its own way for a store in SQL. */
#ifndef POSTGRES_WAYS_H
#define POSTGRES_WAYS_H

struct store_sql_ways;

extern const struct store_sql_ways postgres_ways;

#endif
