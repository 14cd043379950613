/* Statements on a connection to PostgreSQL. One is prepared when it is run for the second time.
 * Within a transaction of turns those without rows are sent without waiting for their answers. */

#include "postgres_statement.h"

#include <endian.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "heap.h"
#include "postgres_dialect.h"
#include "postgres_lease.h"
#include "postgres_link.h"
#include "store_sql_private.h"

enum {
    STATEMENT_PARAMETERS = 8,
    STATEMENT_NAME_BYTES = 16,
    STATEMENT_PIECE = 200, /* rows */
    OID_BOOL = 16,         /* pg_type.dat; they never change */
    OID_BYTEA = 17,
    OID_INT8 = 20,
    OID_INT4 = 23,
    OID_TEXT = 25
};

struct postgres_statement {
    struct sql_statement base;
    struct postgres_link *link;
    char *sql;
    int parameters;
    bool gives_rows;
    bool in_pieces; /* its rows may be a whole table: they come by a cursor */
    bool is_open;   /* which is there, */
    bool began;     /* in a transaction of its own */
    bool was_run;
    bool is_prepared; /* or on its way to be */
    char name[STATEMENT_NAME_BYTES];
    Oid types[STATEMENT_PARAMETERS];
    int64_t numbers[STATEMENT_PARAMETERS]; /* as they are sent */
    const char *values[STATEMENT_PARAMETERS];
    int sizes[STATEMENT_PARAMETERS];
    PGresult *result;
    int row;
    int64_t shown; /* a number of the row, for who asks for it as a text */
};

static struct postgres_statement *statement_of(struct sql_statement *statement)
{
    return (struct postgres_statement *)statement;
}

void postgres_statement_prepared(struct postgres_statement *statement, bool done)
{
    statement->is_prepared = done;
}

static bool statement_begins(const char *sql, const char *word)
{
    return strncmp(sql, word, strlen(word)) == 0;
}

static bool statement_gives_rows(const char *sql)
{
    if (statement_begins(sql, "SELECT 1 FROM lease")) {
        return false; /* it only has to find one */
    }
    return statement_begins(sql, "SELECT") || statement_begins(sql, "FETCH") ||
           statement_begins(sql, "WITH RECURSIVE") || statement_begins(sql, "WITH meant") ||
           (strstr(sql, "RETURNING") != NULL && !statement_begins(sql, "WITH"));
}

/* All rows of a table, or all that is damaged in it. */
static bool statement_is_whole(const char *sql, int parameters)
{
    return parameters == 0 && strstr(sql, " LIMIT ") == NULL &&
           ((statement_begins(sql, "SELECT") && strstr(sql, " ORDER BY ") != NULL) ||
            statement_begins(sql, "SELECT coalesce(") || statement_begins(sql, "SELECT '"));
}

static int statement_prepare(const struct store_sql *store, const char *sql,
                             struct sql_statement **statement_r)
{
    struct postgres_statement *statement = heap_allocate(sizeof *statement);
    statement->base.driver = &postgres_sql;
    statement->link = postgres_link_of(store);
    statement->sql =
        postgres_dialect(sql, postgres_link_main(statement->link), &statement->parameters);
    statement->gives_rows = statement_gives_rows(sql);
    statement->in_pieces = statement_is_whole(sql, statement->parameters);
    for (int i = 0; i < STATEMENT_PARAMETERS; i++) {
        statement->types[i] = OID_INT8;
    }
    *statement_r = &statement->base;
    return SQL_OK;
}

/* Ends the cursor, and the transaction that it was in where that is its own. */
static void statement_close(struct postgres_statement *statement)
{
    struct postgres_link *link = statement->link;
    char sql[2 * STATEMENT_NAME_BYTES];
    if (statement->is_open && link->conn != NULL) {
        snprintf(sql, sizeof sql, "CLOSE %s", statement->name);
        if (statement->began) {
            postgres_link_exec(link, "ROLLBACK");
        } else if (PQtransactionStatus(link->conn) == PQTRANS_INTRANS) {
            postgres_link_exec(link, sql);
        }
    }
    statement->is_open = false;
    statement->began = false;
}

static int statement_reset(struct sql_statement *base)
{
    struct postgres_statement *statement = statement_of(base);
    if (statement->in_pieces) {
        statement_close(statement);
    }
    PQclear(statement->result);
    statement->result = NULL;
    memset(statement->values, 0, sizeof statement->values);
    memset(statement->sizes, 0, sizeof statement->sizes);
    return SQL_OK;
}

static void statement_finalize(struct sql_statement *base)
{
    struct postgres_statement *statement = statement_of(base);
    struct postgres_link *link = statement->link;
    statement_reset(base);
    if (link->piped) {
        postgres_link_drain(link); /* something of it may be on its way */
    }
    if (statement->is_prepared && link->conn != NULL && !link->failed) {
        char sql[STATEMENT_NAME_BYTES + 16];
        snprintf(sql, sizeof sql, "DEALLOCATE %s", statement->name);
        postgres_link_exec(link, sql);
    }
    free(statement->sql);
    free(statement);
}

static int statement_parameters(struct sql_statement *base)
{
    return statement_of(base)->parameters;
}

void postgres_statement_bind(struct sql_statement *statement, int place, unsigned type,
                             const void *value, size_t size)
{
    struct postgres_statement *bound = statement_of(statement);
    if (place <= bound->parameters && place <= STATEMENT_PARAMETERS) {
        bound->types[place - 1] = type;
        bound->values[place - 1] = value == NULL ? "" : value;
        bound->sizes[place - 1] = (int)size;
    }
}

static void statement_bind_number(struct sql_statement *base, int place, int64_t number)
{
    struct postgres_statement *statement = statement_of(base);
    if (place <= STATEMENT_PARAMETERS) {
        statement->numbers[place - 1] = (int64_t)htobe64((uint64_t)number);
        postgres_statement_bind(base, place, OID_INT8, &statement->numbers[place - 1],
                                sizeof number);
    }
}

static void statement_bind_text(struct sql_statement *base, int place, const char *text, size_t len)
{
    postgres_statement_bind(base, place, OID_TEXT, text, len);
}

static void statement_bind_bytes(struct sql_statement *base, int place, const void *bytes,
                                 size_t len, bool sealed)
{
    (void)sealed; /* a sealed value begins as no text does */
    postgres_statement_bind(base, place, OID_BYTEA, bytes, len);
}

/* --- running ---------------------------------------------------------------------------------- */

static const int statement_binary[STATEMENT_PARAMETERS] = {1, 1, 1, 1, 1, 1, 1, 1};

static bool statement_send(struct postgres_statement *statement)
{
    struct postgres_link *link = statement->link;
    int sent =
        statement->is_prepared
            ? PQsendQueryPrepared(link->conn, statement->name, statement->parameters,
                                  statement->values, statement->sizes, statement_binary, 1)
            : PQsendQueryParams(link->conn, statement->sql, statement->parameters, statement->types,
                                statement->values, statement->sizes, statement_binary, 1);
    statement->was_run = true;
    return sent == 1;
}

static bool statement_send_prepare(struct postgres_statement *statement)
{
    struct postgres_link *link = statement->link;
    snprintf(statement->name, sizeof statement->name, "s%u", ++link->names);
    statement->is_prepared = PQsendPrepare(link->conn, statement->name, statement->sql,
                                           statement->parameters, statement->types) == 1;
    return statement->is_prepared;
}

/* Sends it behind what was sent before. */
static int statement_pipe(struct postgres_statement *statement)
{
    struct postgres_link *link = statement->link;
    if (statement->was_run && !statement->is_prepared) {
        const struct postgres_sent prepare = {.prepared = statement};
        if (!postgres_link_pipe(link, prepare) || !statement_send_prepare(statement)) {
            return SQL_ERROR;
        }
    }
    const struct postgres_sent run = {.prepared = NULL};
    return postgres_link_pipe(link, run) && statement_send(statement) ? SQL_DONE : SQL_ERROR;
}

/* Waits for the answer to what was sent alone; false where it is an error. */
static bool statement_answer(struct postgres_statement *statement)
{
    struct postgres_link *link = statement->link;
    PGresult *result = postgres_link_result(link);
    for (PGresult *more = result; more != NULL;) {
        more = postgres_link_result(link);
        PQclear(more);
    }
    if (result == NULL || link->conn == NULL || postgres_link_failed(link, result)) {
        PQclear(result);
        return false;
    }
    PQclear(statement->result);
    statement->result = result;
    return true;
}

static bool statement_run(struct postgres_statement *statement)
{
    struct postgres_link *link = statement->link;
    postgres_link_alone(link);
    if (statement->was_run && !statement->is_prepared) {
        statement->is_prepared = statement_send_prepare(statement) && statement_answer(statement);
        if (!statement->is_prepared) {
            return false;
        }
    }
    if (!statement_send(statement) || !statement_answer(statement)) {
        return false;
    }
    link->changes = strtoll(PQcmdTuples(statement->result), NULL, 10);
    return true;
}

/* The next rows of the cursor. */
static bool statement_fetch(struct postgres_statement *statement)
{
    char sql[3 * STATEMENT_NAME_BYTES];
    snprintf(sql, sizeof sql, "FETCH %d FROM %s", STATEMENT_PIECE, statement->name);
    statement->row = 0;
    return PQsendQueryParams(statement->link->conn, sql, 0, NULL, NULL, NULL, NULL, 1) == 1 &&
           statement_answer(statement);
}

static bool statement_open(struct postgres_statement *statement)
{
    struct postgres_link *link = statement->link;
    struct buf sql;
    if (!postgres_link_drain(link)) {
        return false;
    }
    postgres_link_alone(link);
    statement->began = PQtransactionStatus(link->conn) == PQTRANS_IDLE;
    if (statement->began &&
        !postgres_link_exec(link, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")) {
        return false;
    }
    snprintf(statement->name, sizeof statement->name, "c%u", ++link->names);
    buf_init(&sql, INT32_MAX);
    buf_text(&sql, "DECLARE ");
    buf_text(&sql, statement->name);
    buf_text(&sql, " NO SCROLL CURSOR FOR ");
    buf_text(&sql, statement->sql);
    statement->is_open = true;
    bool done = postgres_link_exec(link, sql.text);
    buf_deinit(&sql);
    return done && statement_fetch(statement);
}

static int statement_step_on(struct postgres_statement *statement)
{
    if (!statement->is_open) {
        if (!statement_open(statement)) {
            return SQL_ERROR;
        }
    } else if (++statement->row == STATEMENT_PIECE && !statement_fetch(statement)) {
        return SQL_ERROR;
    }
    return statement->row < PQntuples(statement->result) ? SQL_ROW : SQL_DONE;
}

static int statement_step(struct sql_statement *base)
{
    struct postgres_statement *statement = statement_of(base);
    struct postgres_link *link = statement->link;
    if (statement->in_pieces) {
        return link->conn == NULL ? SQL_ERROR : statement_step_on(statement);
    }
    if (statement->result != NULL) {
        statement->row++;
        return statement->row < PQntuples(statement->result) ? SQL_ROW : SQL_DONE;
    }
    if (link->queueing && !statement->gives_rows) {
        return statement_pipe(statement);
    }
    if ((link->piped && !postgres_link_drain(link)) || link->conn == NULL ||
        !statement_run(statement)) {
        return SQL_ERROR;
    }
    statement->row = 0;
    return PQntuples(statement->result) > 0 ? SQL_ROW : SQL_DONE;
}

/* --- columns ---------------------------------------------------------------------------------- */

static bool statement_is_null(const struct postgres_statement *statement, int column)
{
    return statement->result == NULL || PQgetisnull(statement->result, statement->row, column) == 1;
}

static int64_t statement_number(struct sql_statement *base, int column)
{
    struct postgres_statement *statement = statement_of(base);
    uint64_t wide = 0;
    uint32_t narrow = 0;
    if (statement_is_null(statement, column)) {
        return 0;
    }
    const char *value = PQgetvalue(statement->result, statement->row, column);
    switch (PQftype(statement->result, column)) {
    case OID_BOOL:
        return value[0];
    case OID_INT4:
        memcpy(&narrow, value, sizeof narrow);
        return (int32_t)be32toh(narrow);
    case OID_INT8:
        memcpy(&wide, value, sizeof wide);
        return (int64_t)be64toh(wide);
    default:
        return strtoll(value, NULL, 10);
    }
}

static const char *statement_text(struct sql_statement *base, int column)
{
    struct postgres_statement *statement = statement_of(base);
    return statement_is_null(statement, column)
               ? NULL
               : PQgetvalue(statement->result, statement->row, column);
}

static size_t statement_size(struct sql_statement *base, int column)
{
    struct postgres_statement *statement = statement_of(base);
    return statement_is_null(statement, column)
               ? 0
               : (size_t)PQgetlength(statement->result, statement->row, column);
}

/* --- the connection --------------------------------------------------------------------------- */

static int statement_exec(const struct store_sql *store, const char *sql, struct fault *fault)
{
    return postgres_link_exec(postgres_link_of(store), sql)
               ? 0
               : store_sql_fault(store, SQL_ERROR, fault);
}

static bool statement_in_transaction(const struct store_sql *store)
{
    const struct postgres_link *link = postgres_link_of(store);
    return link->conn != NULL && (link->piped || PQtransactionStatus(link->conn) != PQTRANS_IDLE);
}

static int64_t statement_changes(const struct store_sql *store)
{
    return postgres_link_of(store)->changes;
}

static int statement_followed(const struct store_sql *store, uint64_t table, uint64_t step,
                              struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    const struct postgres_sent must = {.must = true, .table = table, .step = step};
    if (link->piped && link->sent_count > 0) {
        link->sent[link->sent_count - 1] = must; /* known when it is answered */
        return 0;
    }
    if (link->changes != 0) {
        return 0;
    }
    link->is_refused = true;
    link->refused = must;
    return store_sql_fault(store, SQL_ERROR, fault);
}

const struct sql_driver postgres_sql = {
    .prepare = statement_prepare,
    .step = statement_step,
    .reset = statement_reset,
    .finalize = statement_finalize,
    .parameters = statement_parameters,
    .bind_number = statement_bind_number,
    .bind_text = statement_bind_text,
    .bind_bytes = statement_bind_bytes,
    .number = statement_number,
    .text = statement_text,
    .size = statement_size,
    .fault = postgres_link_fault,
    .exec = statement_exec,
    .begin = postgres_lease_begin,
    .in_transaction = statement_in_transaction,
    .changes = statement_changes,
    .followed = statement_followed,
};
