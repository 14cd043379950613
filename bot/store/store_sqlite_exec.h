/* SQL on a connection of the SQLite driver, and what its errors mean here. */
#ifndef STORE_SQLITE_EXEC_H
#define STORE_SQLITE_EXEC_H

#include "fault.h"

#include <stdint.h>

struct sqlite3_stmt;
struct store_sqlite;

/* The fault that SQLite's last error is, by what has to be done about it. Returns -1. */
int store_sqlite_fault(const struct store_sqlite *sqlite, int code, struct fault *fault);
/* Runs SQL without rows. */
int store_sqlite_exec(const struct store_sqlite *sqlite, const char *sql, struct fault *fault);
/* Reads one number; fallback when there is no row. */
int store_sqlite_number(const struct store_sqlite *sqlite, const char *sql, int64_t *number_r,
                        struct fault *fault);
/* The statement of *place, prepared when it is first wanted. NULL on a fault. */
struct sqlite3_stmt *store_sqlite_statement(const struct store_sqlite *sqlite,
                                            struct sqlite3_stmt **place, const char *sql,
                                            struct fault *fault);
/* Runs a statement that gives no rows. */
int store_sqlite_step(const struct store_sqlite *sqlite, struct sqlite3_stmt *statement,
                      struct fault *fault);

#endif
