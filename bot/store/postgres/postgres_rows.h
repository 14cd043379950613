/* Rows of one kind that are written by one statement: a parameter a column, each an array. */
#ifndef POSTGRES_ROWS_H
#define POSTGRES_ROWS_H

#include "buf.h"
#include "fault.h"

#include <stdbool.h>
#include <stdint.h>

struct sql_statement;
struct store_sql;

enum { POSTGRES_ROWS_COLUMNS = 8, POSTGRES_ROWS_BYTES = 1 << 20 };

/* A statement with the kinds of its parameters: n int8, i int4, t text, b bytea. */
struct postgres_rows_kind {
    const char *columns;
    const char *sql;
};

struct postgres_rows {
    const struct postgres_rows_kind *kind;
    struct sql_statement *statement; /* NULL: not prepared yet */
    struct buf columns[POSTGRES_ROWS_COLUMNS];
    bool nulls[POSTGRES_ROWS_COLUMNS]; /* there are some among it */
    uint32_t count;
    int column; /* the next value is of this one */
};

void postgres_rows_init(struct postgres_rows *rows, const struct postgres_rows_kind *kind);
/* Lets go of the statement, as after another connection was made. */
void postgres_rows_finalize(struct postgres_rows *rows);
void postgres_rows_deinit(struct postgres_rows *rows);
/* What was added and not written is left. */
void postgres_rows_clear(struct postgres_rows *rows);
/* The values of a row, in the order of its columns; after the last one the row is counted. */
void postgres_rows_number(struct postgres_rows *rows, int64_t number);
void postgres_rows_null(struct postgres_rows *rows);
void postgres_rows_value(struct postgres_rows *rows, const void *bytes, size_t len);
/* Does it hold so much that it had better be written? */
bool postgres_rows_full(const struct postgres_rows *rows);
/* Binds what was added to the statement; it must live until that has been run. NULL on a fault. */
struct sql_statement *postgres_rows_bind(struct store_sql *store, struct postgres_rows *rows,
                                         struct fault *fault);
/* Writes what was added, if anything was, and is empty. Returns -1 with a fault. */
int postgres_rows_write(struct store_sql *store, struct postgres_rows *rows, struct fault *fault);

#endif
