/* SQL on a connection: each call goes to the database that the connection is to. */

#include "sql.h"

#include <string.h>

#include "heap.h"
#include "store_sql_private.h"

int sql_prepare(const struct store_sql *store, const char *sql, struct sql_statement **statement_r)
{
    *statement_r = NULL;
    return store->sql->prepare(store, sql, statement_r);
}

int sql_step(struct sql_statement *statement)
{
    return statement->driver->step(statement);
}

int sql_reset(struct sql_statement *statement)
{
    return statement->driver->reset(statement);
}

void sql_finalize(struct sql_statement *statement)
{
    if (statement != NULL) {
        statement->driver->finalize(statement);
    }
}

int sql_parameters(struct sql_statement *statement)
{
    return statement->driver->parameters(statement);
}

void sql_bind_number(struct sql_statement *statement, int place, int64_t number)
{
    statement->driver->bind_number(statement, place, number);
}

void sql_bind_text(struct sql_statement *statement, int place, const char *text, size_t len)
{
    statement->driver->bind_text(statement, place, text, len);
}

void sql_bind_bytes(struct sql_statement *statement, int place, const void *bytes, size_t len,
                    bool sealed)
{
    statement->driver->bind_bytes(statement, place, bytes, len, sealed);
}

int64_t sql_number(struct sql_statement *statement, int column)
{
    return statement->driver->number(statement, column);
}

const char *sql_text(struct sql_statement *statement, int column)
{
    return statement->driver->text(statement, column);
}

size_t sql_size(struct sql_statement *statement, int column)
{
    return statement->driver->size(statement, column);
}

int store_sql_fault(const struct store_sql *store, int code, struct fault *fault)
{
    return fault == NULL ? -1 : store->sql->fault(store, code, fault);
}

int store_sql_exec(const struct store_sql *store, const char *sql, struct fault *fault)
{
    return store->sql->exec(store, sql, fault);
}

int store_sql_begin(const struct store_sql *store, struct fault *fault)
{
    return store->sql->begin(store, fault);
}

bool store_sql_in_transaction(const struct store_sql *store)
{
    return store->sql->in_transaction(store);
}

int store_sql_number(const struct store_sql *store, const char *sql, int64_t *number_r,
                     struct fault *fault)
{
    struct sql_statement *statement = NULL;
    int code = sql_prepare(store, sql, &statement);
    if (code == SQL_OK) {
        code = sql_step(statement);
        *number_r = code == SQL_ROW ? sql_number(statement, 0) : 0;
    }
    int result = code == SQL_ROW || code == SQL_DONE ? 0 : store_sql_fault(store, code, fault);
    sql_finalize(statement);
    return result;
}

struct sql_statement *store_sql_statement(const struct store_sql *store,
                                          struct sql_statement **place, const char *sql,
                                          struct fault *fault)
{
    if (*place == NULL) {
        int code = sql_prepare(store, sql, place);
        if (code != SQL_OK) {
            store_sql_fault(store, code, fault);
            return NULL;
        }
    }
    return *place;
}

int store_sql_step(const struct store_sql *store, struct sql_statement *statement,
                   struct fault *fault)
{
    int code = sql_step(statement);
    int reset = sql_reset(statement);
    if (code == SQL_DONE || code == SQL_ROW) {
        return 0;
    }
    return store_sql_fault(store, reset == SQL_OK ? code : reset, fault);
}

char *sql_quoted(const char *text)
{
    size_t len = strlen(text);
    char *quoted = heap_allocate(2 * len + 3);
    size_t at = 0;
    quoted[at++] = '\'';
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '\'') {
            quoted[at++] = '\'';
        }
        quoted[at++] = text[i];
    }
    quoted[at++] = '\'';
    return quoted;
}
