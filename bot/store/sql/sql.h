/* SQL on a connection, whatever database it is to: statements, their parameters and rows. */
#ifndef SQL_H
#define SQL_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store_sql;

/* How a call ended; any other number is an error of the database, for store_sql_fault. */
enum { SQL_OK = 0, SQL_ERROR = 1, SQL_ROW = 100, SQL_DONE = 101 };

/* A prepared statement. Whatever a database adds stands behind this. */
struct sql_statement {
    const struct sql_driver *driver;
};

/* What a database fills. Columns count from 0, parameters from 1; what is bound lives until the
 * next step. */
struct sql_driver {
    int (*prepare)(const struct store_sql *store, const char *sql,
                   struct sql_statement **statement_r);
    /* SQL_ROW, SQL_DONE, or an error. */
    int (*step)(struct sql_statement *statement);
    int (*reset)(struct sql_statement *statement);
    void (*finalize)(struct sql_statement *statement);
    int (*parameters)(struct sql_statement *statement);
    void (*bind_number)(struct sql_statement *statement, int place, int64_t number);
    void (*bind_text)(struct sql_statement *statement, int place, const char *text, size_t len);
    void (*bind_bytes)(struct sql_statement *statement, int place, const void *bytes, size_t len,
                       bool sealed);
    int64_t (*number)(struct sql_statement *statement, int column);
    const char *(*text)(struct sql_statement *statement, int column);
    size_t (*size)(struct sql_statement *statement, int column);
    /* The fault that the last error is. Returns -1. */
    int (*fault)(const struct store_sql *store, int code, struct fault *fault);
    /* Statements without rows, with ; between. */
    int (*exec)(const struct store_sql *store, const char *sql, struct fault *fault);
    /* Begins a transaction that writes, where this process still may. */
    int (*begin)(const struct store_sql *store, struct fault *fault);
    bool (*in_transaction)(const struct store_sql *store);
    /* How many rows the last statement changed. */
    int64_t (*changes)(const struct store_sql *store);
    /* A statement that must change a row has just been run: -1 with a fault where it did not, or
     * where that is only known at the end, at the end. */
    int (*followed)(const struct store_sql *store, uint64_t table, uint64_t step,
                    struct fault *fault);
};

/* *statement_r is NULL on an error; sql_finalize frees it. */
int sql_prepare(const struct store_sql *store, const char *sql, struct sql_statement **statement_r);
int sql_step(struct sql_statement *statement);
int sql_reset(struct sql_statement *statement);
void sql_finalize(struct sql_statement *statement);
int sql_parameters(struct sql_statement *statement);
void sql_bind_number(struct sql_statement *statement, int place, int64_t number);
void sql_bind_text(struct sql_statement *statement, int place, const char *text, size_t len);
/* What a column holds that may be sealed. */
void sql_bind_bytes(struct sql_statement *statement, int place, const void *bytes, size_t len,
                    bool sealed);
/* A column of the row; of NULL 0, NULL and 0. A text ends with a zero and may hold others. */
int64_t sql_number(struct sql_statement *statement, int column);
const char *sql_text(struct sql_statement *statement, int column);
size_t sql_size(struct sql_statement *statement, int column);

/* Runs SQL without rows. */
int store_sql_exec(const struct store_sql *store, const char *sql, struct fault *fault);
/* Begins a transaction that writes. */
int store_sql_begin(const struct store_sql *store, struct fault *fault);
bool store_sql_in_transaction(const struct store_sql *store);
/* Reads one number; 0 when there is no row. */
int store_sql_number(const struct store_sql *store, const char *sql, int64_t *number_r,
                     struct fault *fault);
/* The statement of *place, prepared when it is first wanted. NULL on a fault. */
struct sql_statement *store_sql_statement(const struct store_sql *store,
                                          struct sql_statement **place, const char *sql,
                                          struct fault *fault);
/* Runs a statement that gives no rows, and makes it ready to be run again. */
int store_sql_step(const struct store_sql *store, struct sql_statement *statement,
                   struct fault *fault);
/* The fault that the last error of the database is, by what has to be done about it; where it is
 * NULL nothing is told. Returns -1. */
int store_sql_fault(const struct store_sql *store, int code, struct fault *fault);
/* A text as SQL has it, between quotes; the caller frees it. */
char *sql_quoted(const char *text);

#endif
