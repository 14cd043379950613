/* The SQLite driver: the files beside a database. They outlive it where somebody has moved, emptied
 * or deleted it alone, or lost the end of its log; a database that began anew or went on from there
 * would give ids and numbers a second time.
 *
 * The lock file says, each at its place: which process holds it, that there is a database, and how
 * far that has come. The last is written after each commit, without a flush of its own: it may stay
 * behind the database when the machine fails, and is never ahead of it. */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "checksum.h"
#include "log.h"
#include "store_sqlite_private.h"

enum { STORE_BESIDE_COUNT = 64, STORE_BESIDE_BYTES = 192, STORE_BESIDE_PID = 15 };

/* Stands in the lock file, behind the process, from the moment a database is there. */
static const char store_beside_mark[] = "\nstore\n";

static int64_t store_beside_bytes(const char *path, const char *ending)
{
    char name[4096];
    struct stat status;
    int len = snprintf(name, sizeof name, "%s%s", path, ending);
    if (len < 0 || (size_t)len >= sizeof name || stat(name, &status) != 0) {
        return -1;
    }
    return status.st_size;
}

/* Reads the lock file from a place on, as a text. */
static void store_beside_read(const struct store_sqlite *sqlite, off_t at,
                              char text[STORE_BESIDE_BYTES])
{
    ssize_t len = pread(sqlite->lock, text, STORE_BESIDE_BYTES - 1, at);
    text[len > 0 ? len : 0] = '\0';
}

static bool store_beside_was_marked(const struct store_sqlite *sqlite)
{
    char text[STORE_BESIDE_BYTES];
    store_beside_read(sqlite, 0, text);
    return strstr(text, store_beside_mark) != NULL;
}

int store_sqlite_not_lost(const struct store_sqlite *sqlite, struct fault *fault)
{
    const char *beside = NULL;
    if (store_beside_bytes(sqlite->path, "") > 0) {
        return 0;
    }
    if (store_beside_bytes(sqlite->path, "-wal") > 0) {
        beside = "-wal";
    } else if (store_beside_bytes(sqlite->path, ".work") >= 0) {
        beside = ".work";
    } else if (store_beside_was_marked(sqlite)) {
        beside = ".lock";
    }
    if (beside == NULL) {
        return 0;
    }
    return fault_set(fault, FAULT_CONFIG,
                     "store %s: missing or empty, while %s%s says that there was one: put the "
                     "database or a backup back; to begin anew on purpose, move %s-wal, .work and "
                     ".lock away too",
                     sqlite->path, sqlite->path, beside, sqlite->path);
}

/* Writes a text at its place; a help for another start, so that a failure is none of this one. */
static void store_beside_write(const struct store_sqlite *sqlite, const char *text, off_t at)
{
    size_t len = strlen(text);
    if (sqlite->lock >= 0 && pwrite(sqlite->lock, text, len, at) != (ssize_t)len) {
        errno = 0;
    }
}

void store_sqlite_sign_beside(const struct store_sqlite *sqlite)
{
    char text[STORE_BESIDE_BYTES];
    bool marked = store_beside_was_marked(sqlite);
    snprintf(text, sizeof text, "%-*ld%s", STORE_BESIDE_PID, (long)getpid(),
             marked ? store_beside_mark : "\n");
    store_beside_write(sqlite, text, 0);
}

/* The numbers, with the sum of their text behind it. */
static void store_beside_count_text(char text[STORE_BESIDE_BYTES],
                                    const struct store_sqlite_count *count)
{
    int len =
        snprintf(text, STORE_BESIDE_BYTES,
                 "\nlineage %016" PRIx64 " commits %020" PRId64 " table %020" PRId64
                 " outbox %020" PRId64 " sum ",
                 (uint64_t)count->lineage, count->commits, count->table_last, count->outbox_last);
    snprintf(text + len, STORE_BESIDE_BYTES - (size_t)len, "%08" PRIx32 "\n",
             checksum_add(0, text, (size_t)len));
}

void store_sqlite_count_beside(const struct store_sqlite *sqlite)
{
    char text[STORE_BESIDE_BYTES];
    store_beside_count_text(text, &sqlite->count);
    store_beside_write(sqlite, text, STORE_BESIDE_COUNT);
}

/* The number behind a word of the text; 0 where it is not there. */
static uint64_t store_beside_number(const char *text, const char *word, int base)
{
    const char *at = strstr(text, word);
    return at == NULL ? 0 : strtoull(at + strlen(word), NULL, base);
}

bool store_sqlite_counted_beside(const struct store_sqlite *sqlite,
                                 struct store_sqlite_count *count_r)
{
    char text[STORE_BESIDE_BYTES];
    char again[STORE_BESIDE_BYTES];
    store_beside_read(sqlite, STORE_BESIDE_COUNT, text);
    *count_r = (struct store_sqlite_count){
        .lineage = (int64_t)store_beside_number(text, "lineage ", 16),
        .commits = (int64_t)store_beside_number(text, "commits ", 10),
        .table_last = (int64_t)store_beside_number(text, "table ", 10),
        .outbox_last = (int64_t)store_beside_number(text, "outbox ", 10),
    };
    store_beside_count_text(again, count_r);
    return strncmp(text, again, strlen(again)) == 0;
}

int store_sqlite_read_count(const struct store_sqlite *sqlite, struct store_sqlite_count *count_r,
                            struct fault *fault)
{
    sqlite3_stmt *row = NULL;
    int code = sqlite3_prepare_v2(sqlite->db,
                                  "SELECT commits, lineage, table_last, outbox_last, "
                                  "row_sum('mark', commits, alive_ms, table_last, outbox_last, "
                                  "lineage) IS sum FROM mark",
                                  -1, &row, NULL);
    code = code == SQLITE_OK ? sqlite3_step(row) : code;
    bool sound = code == SQLITE_ROW && sqlite3_column_int(row, 4) == 1;
    if (sound) {
        *count_r = (struct store_sqlite_count){
            .commits = sqlite3_column_int64(row, 0),
            .lineage = sqlite3_column_int64(row, 1),
            .table_last = sqlite3_column_int64(row, 2),
            .outbox_last = sqlite3_column_int64(row, 3),
        };
    }
    sqlite3_finalize(row);
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        return store_sqlite_fault(sqlite, code, fault);
    }
    return sound ? 0
                 : fault_set(fault, FAULT_BROKEN,
                             "store %s: damaged (the row mark): restore a backup", sqlite->path);
}

int store_sqlite_not_behind(const struct store_sqlite *sqlite,
                            const struct store_sqlite_count *count, struct fault *fault)
{
    struct store_sqlite_count beside;
    if (!store_sqlite_counted_beside(sqlite, &beside) || beside.lineage != count->lineage ||
        beside.commits <= count->commits) {
        return 0;
    }
    return fault_set(fault, FAULT_CONFIG,
                     "store %s: its last %" PRId64 " transactions are lost (%s.lock counted them): "
                     "put %s-wal back, or the whole store from a backup; `deaddrop check "
                     "--accept-loss` goes on without them",
                     sqlite->path, beside.commits - count->commits, sqlite->path, sqlite->path);
}

int store_sqlite_begin_lineage(const struct store_sqlite *sqlite, struct fault *fault)
{
    char sql[STORE_SQLITE_SQL_BYTES];
    int64_t lineage = 0;
    while (lineage == 0) {
        sqlite3_randomness(sizeof lineage, &lineage);
    }
    sqlite3_snprintf(sizeof sql, sql,
                     "UPDATE mark SET lineage = %lld, sum = row_sum('mark', commits, alive_ms, "
                     "table_last, outbox_last, %lld)",
                     (long long)lineage, (long long)lineage);
    return store_sqlite_exec(sqlite, sql, fault);
}

/* Ids that were given here before are not given again. */
static int store_beside_raise(const struct store_sqlite *sqlite,
                              const struct store_sqlite_count *beside, struct fault *fault)
{
    char sql[STORE_SQLITE_SQL_BYTES];
    long long table = (long long)beside->table_last;
    long long outbox = (long long)beside->outbox_last;
    sqlite3_snprintf(sizeof sql, sql,
                     "UPDATE mark SET table_last = max(table_last, %lld), "
                     "outbox_last = max(outbox_last, %lld), sum = row_sum('mark', commits, "
                     "alive_ms, max(table_last, %lld), max(outbox_last, %lld), lineage)",
                     table, outbox, table, outbox);
    return store_sqlite_exec(sqlite, sql, fault);
}

int store_sqlite_adopt(struct store_sqlite *sqlite, struct fault *fault)
{
    struct store_sqlite_count beside;
    if (store_sqlite_read_count(sqlite, &sqlite->count, fault) != 0) {
        return -1;
    }
    if (sqlite->lock < 0) {
        return 0;
    }
    bool known = store_sqlite_counted_beside(sqlite, &beside);
    if (!known || beside.lineage != sqlite->count.lineage) {
        if (store_sqlite_exec(sqlite, "BEGIN IMMEDIATE", fault) != 0 ||
            store_sqlite_begin_lineage(sqlite, fault) != 0 ||
            (known && store_beside_raise(sqlite, &beside, fault) != 0) ||
            store_sqlite_exec(sqlite, "COMMIT", fault) != 0 ||
            store_sqlite_read_count(sqlite, &sqlite->count, fault) != 0) {
            return -1;
        }
        if (known) {
            log_event(LEVEL_WARNING, "store.put_back",
                      LOG_FIELDS(log_text("path", sqlite->path),
                                 log_number("commits", sqlite->count.commits),
                                 log_number("commits_before", beside.commits)));
        }
    }
    store_sqlite_count_beside(sqlite);
    store_sqlite_sign_beside(sqlite);
    store_beside_write(sqlite, store_beside_mark, STORE_BESIDE_PID);
    return 0;
}
