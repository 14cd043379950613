/* Arrays as PostgreSQL takes them in binary: a head, then each value behind its length. */

#include "postgres_rows.h"

#include <assert.h>
#include <endian.h>
#include <string.h>

#include "postgres_statement.h"
#include "sql.h"

enum { ROWS_HEAD = 20, ROWS_OID_INT4 = 23, ROWS_OID_INT8 = 20, ROWS_OID_TEXT = 25 };

/* Types of values and of their arrays (pg_type.dat; they never change). */
static const struct {
    char kind;
    uint32_t type;
    uint32_t array;
} rows_types[] = {
    {'n', ROWS_OID_INT8, 1016},
    {'i', ROWS_OID_INT4, 1007},
    {'t', ROWS_OID_TEXT, 1009},
    {'b', 17, 1001},
};

static unsigned rows_type(char kind)
{
    unsigned i = 0;
    while (rows_types[i].kind != kind) {
        i++;
        assert(i < sizeof rows_types / sizeof rows_types[0]);
    }
    return i;
}

static int rows_columns(const struct postgres_rows *rows)
{
    return (int)strlen(rows->kind->columns);
}

void postgres_rows_clear(struct postgres_rows *rows)
{
    static const char head[ROWS_HEAD] = "";
    for (int i = 0; i < rows_columns(rows); i++) {
        buf_clear(&rows->columns[i]);
        buf_add(&rows->columns[i], head, sizeof head);
        rows->nulls[i] = false;
    }
    rows->count = 0;
    rows->column = 0;
}

void postgres_rows_init(struct postgres_rows *rows, const struct postgres_rows_kind *kind)
{
    *rows = (struct postgres_rows){.kind = kind};
    for (int i = 0; i < rows_columns(rows); i++) {
        buf_init(&rows->columns[i], INT32_MAX);
    }
    postgres_rows_clear(rows);
}

void postgres_rows_finalize(struct postgres_rows *rows)
{
    sql_finalize(rows->statement);
    rows->statement = NULL;
}

void postgres_rows_deinit(struct postgres_rows *rows)
{
    postgres_rows_finalize(rows);
    for (int i = 0; i < rows_columns(rows); i++) {
        buf_deinit(&rows->columns[i]);
    }
}

/* --- adding ----------------------------------------------------------------------------------- */

static void rows_number32(struct buf *buf, uint32_t number)
{
    uint32_t there = htobe32(number);
    buf_add(buf, (const char *)&there, sizeof there);
}

/* The column of the next value. */
static struct buf *rows_next(struct postgres_rows *rows)
{
    struct buf *column = &rows->columns[rows->column++];
    if (rows->column == rows_columns(rows)) {
        rows->column = 0;
        rows->count++;
    }
    return column;
}

void postgres_rows_number(struct postgres_rows *rows, int64_t number)
{
    bool wide = rows->kind->columns[rows->column] == 'n';
    struct buf *column = rows_next(rows);
    uint64_t there = htobe64((uint64_t)number);
    rows_number32(column, wide ? sizeof there : sizeof(uint32_t));
    if (wide) {
        buf_add(column, (const char *)&there, sizeof there);
    } else {
        rows_number32(column, (uint32_t)number);
    }
}

void postgres_rows_null(struct postgres_rows *rows)
{
    rows->nulls[rows->column] = true;
    rows_number32(rows_next(rows), UINT32_MAX);
}

void postgres_rows_value(struct postgres_rows *rows, const void *bytes, size_t len)
{
    struct buf *column = rows_next(rows);
    rows_number32(column, (uint32_t)len);
    buf_add(column, bytes, len);
}

bool postgres_rows_full(const struct postgres_rows *rows)
{
    size_t bytes = 0;
    for (int i = 0; i < rows_columns(rows); i++) {
        bytes += rows->columns[i].len;
    }
    return bytes > POSTGRES_ROWS_BYTES;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Dimensions, whether there are NULLs, the type, how many there are, and that they count from 1. */
static void rows_head(const struct postgres_rows *rows, int column)
{
    unsigned type = rows_type(rows->kind->columns[column]);
    const uint32_t head[ROWS_HEAD / sizeof(uint32_t)] = {
        htobe32(1), htobe32(rows->nulls[column] ? 1 : 0), htobe32(rows_types[type].type),
        htobe32(rows->count), htobe32(1)};
    memcpy(rows->columns[column].text, head, sizeof head);
}

struct sql_statement *postgres_rows_bind(struct store_sql *store, struct postgres_rows *rows,
                                         struct fault *fault)
{
    struct sql_statement *statement =
        store_sql_statement(store, &rows->statement, rows->kind->sql, fault);
    assert(rows->column == 0);
    for (int i = 0; statement != NULL && i < rows_columns(rows); i++) {
        rows_head(rows, i);
        postgres_statement_bind(statement, i + 1,
                                rows_types[rows_type(rows->kind->columns[i])].array,
                                rows->columns[i].text, rows->columns[i].len);
    }
    return statement;
}

int postgres_rows_write(struct store_sql *store, struct postgres_rows *rows, struct fault *fault)
{
    if (rows->count == 0) {
        return 0;
    }
    struct sql_statement *statement = postgres_rows_bind(store, rows, fault);
    int done = statement == NULL ? -1 : store_sql_step(store, statement, fault);
    postgres_rows_clear(rows);
    return done;
}
