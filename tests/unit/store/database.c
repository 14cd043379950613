/* Whichever database the store's tests run on. */

#include "database.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <check.h>
#include <sqlite3.h>

#include "store_driver.h"

enum { DATABASE_BYTES_MAX = 1 << 22 };

static char saved[DATABASE_BYTES_MAX];
static size_t saved_len;

#ifdef DD_LIBPQ
#include <libpq-fe.h>

#include "postgres_dialect.h"

bool database_is_postgres(void)
{
    return getenv("DD_POSTGRES") != NULL;
}

static void database_be_quiet(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

static PGconn *database_connect(const char *url)
{
    PGconn *conn = PQconnectdb(url);
    ck_assert_msg(PQstatus(conn) == CONNECTION_OK, "%s", PQerrorMessage(conn));
    PQsetNoticeReceiver(conn, database_be_quiet, NULL);
    return conn;
}

/* Runs it on a connection of its own; a number of its first row, or 0. */
static int64_t database_run(const char *url, const char *sql)
{
    int parameters = 0;
    PGconn *conn = database_connect(url);
    char *here = postgres_dialect(sql, NULL, &parameters);
    PGresult *result = PQexec(conn, here);
    ExecStatusType status = PQresultStatus(result);
    ck_assert_msg(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, "%s: %s", here,
                  PQresultErrorMessage(result));
    int64_t number = PQntuples(result) > 0 ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    PQfinish(conn);
    free(here);
    return number;
}

/* The schema's name stands at the end of its URL. */
static const char *database_schema(const char *url)
{
    return strrchr(url, 'D') + 1;
}

static void database_new_schema(char path[KIT_PATH_BYTES])
{
    static unsigned number;
    char sql[160];
    int len = snprintf(path, KIT_PATH_BYTES, "%s&options=-csearch_path%%3Dt%ld_%u",
                       getenv("DD_POSTGRES"), (long)getpid(), ++number);
    ck_assert_int_lt(len, KIT_PATH_BYTES);
    snprintf(sql, sizeof sql, "CREATE SCHEMA %s", database_schema(path));
    database_run(getenv("DD_POSTGRES"), sql);
}

static void database_drop(const char *path, const char *suffix)
{
    char sql[160];
    snprintf(sql, sizeof sql, "DROP SCHEMA IF EXISTS %s%s CASCADE", database_schema(path), suffix);
    database_run(getenv("DD_POSTGRES"), sql);
}

/* Copies every table of one schema into another of the same tables, or one that has none yet. */
static void database_copy(const char *path, const char *format)
{
    char sql[1600];
    const char *schema = database_schema(path);
    snprintf(sql, sizeof sql,
             "DO $$ DECLARE one text; BEGIN FOR one IN SELECT tablename FROM pg_tables WHERE "
             "schemaname = '%s' LOOP EXECUTE format('%s', one); END LOOP; END $$",
             schema, format);
    database_run(path, sql);
}
#else
bool database_is_postgres(void)
{
    return false;
}

static int64_t database_run(const char *url, const char *sql)
{
    ck_abort_msg("%s: %s", url, sql);
    return 0;
}
#endif

const struct store_driver *database_driver(void)
{
    return database_is_postgres() ? &store_postgres : &store_sqlite;
}

void database_new(char path[KIT_PATH_BYTES], const char *folder, const char *name)
{
#ifdef DD_LIBPQ
    if (database_is_postgres()) {
        database_new_schema(path);
        return;
    }
#endif
    if (folder == NULL) {
        snprintf(path, KIT_PATH_BYTES, "%s", name);
    } else {
        kit_path(path, folder, name);
    }
}

void database_end(const char *path)
{
#ifdef DD_LIBPQ
    if (store_driver_of(path) == &store_postgres) {
        database_drop(path, "");
        database_drop(path, "_saved");
        database_drop(path, "_part_1");
        database_drop(path, "_part_2");
    }
#endif
    (void)path;
}

void database_execute(const char *path, const char *sqlite, const char *postgres)
{
    sqlite3 *db = NULL;
    char *error = NULL;
    if (store_driver_of(path) == &store_postgres) {
        database_run(path, postgres == NULL ? sqlite : postgres);
        return;
    }
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, sqlite, NULL, NULL, &error) == SQLITE_OK, "%s", error);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

int64_t database_number(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *rows = NULL;
    if (store_driver_of(path) == &store_postgres) {
        return database_run(path, sql);
    }
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, sql, -1, &rows, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(rows), SQLITE_ROW);
    int64_t found = sqlite3_column_int64(rows, 0);
    sqlite3_finalize(rows);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
    return found;
}

void database_save(const char *path)
{
#ifdef DD_LIBPQ
    if (store_driver_of(path) == &store_postgres) {
        char format[200];
        char sql[160];
        database_drop(path, "_saved");
        snprintf(sql, sizeof sql, "CREATE SCHEMA %s_saved", database_schema(path));
        database_run(path, sql);
        snprintf(format, sizeof format, "CREATE TABLE %s_saved.%%1$I AS TABLE %%1$I",
                 database_schema(path));
        database_copy(path, format);
        return;
    }
#endif
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t len = read(file, saved, sizeof saved);
    ck_assert(len > 0 && len < DATABASE_BYTES_MAX);
    saved_len = (size_t)len;
    close(file);
}

void database_put_back(const char *path)
{
#ifdef DD_LIBPQ
    if (store_driver_of(path) == &store_postgres) {
        char format[200];
        snprintf(format, sizeof format,
                 "TRUNCATE %%1$I; INSERT INTO %%1$I SELECT * FROM %s_saved.%%1$I",
                 database_schema(path));
        database_copy(path, format);
        return;
    }
#endif
    int file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    ck_assert_int_eq(write(file, saved, saved_len), (ssize_t)saved_len);
    close(file);
}
