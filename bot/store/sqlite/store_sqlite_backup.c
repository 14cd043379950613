/* The SQLite driver: a copy of the whole database as it is at one moment. Written beside its place,
 * then moved there, so that half a copy never has the name of a whole one. A transaction that reads
 * holds that moment fast over all pieces; who writes goes on, into the log. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store_sqlite_private.h"
#include "store_upkeep.h"

enum { STORE_BACKUP_PIECE = 128 }; /* pages: 256 KB */

/* Copies by pieces; SQLite's code, SQLITE_DONE when all is there. */
static int store_sqlite_pieces(sqlite3_backup *backup, const struct store_pause *pause)
{
    int code = sqlite3_backup_step(backup, pause == NULL ? -1 : STORE_BACKUP_PIECE);
    while (code == SQLITE_OK && pause != NULL) {
        if (!pause->pause(pause->context)) {
            return SQLITE_INTERRUPT;
        }
        code = sqlite3_backup_step(backup, STORE_BACKUP_PIECE);
    }
    return code;
}

static int store_sqlite_copy(const struct store_sql *sqlite, const char *path,
                             const struct store_pause *pause, struct fault *fault)
{
    char name[4096];
    struct store_sql copy = {
        .sql = &store_sqlite_sql, .ways = &store_sqlite_ways, .lock = -1, .path = name};
    snprintf(name, sizeof name, "%s", path);
    int code = sqlite3_open_v2(path, (sqlite3 **)&copy.db,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX |
                                   SQLITE_OPEN_EXRESCODE,
                               NULL);
    sqlite3_backup *backup =
        code == SQLITE_OK ? sqlite3_backup_init(copy.db, "main", sqlite->db, "main") : NULL;
    if (backup == NULL) {
        fault_set(fault, FAULT_BAD, "backup %s: %s", path, sqlite3_errmsg(copy.db));
        sqlite3_close(copy.db);
        return -1;
    }
    code = store_sqlite_pieces(backup, pause);
    sqlite3_backup_finish(backup);
    /* put back, it is not taken for this very database with its last transactions lost */
    bool own = code == SQLITE_DONE && store_sqlite_sums(copy.db) == SQLITE_OK &&
               store_sql_exec(&copy, "PRAGMA journal_mode = DELETE", fault) == 0 &&
               store_sql_begin_lineage(&copy, fault) == 0;
    int closed = sqlite3_close(copy.db);
    if (own && closed == SQLITE_OK) {
        return 0;
    }
    if (code == SQLITE_DONE) {
        return fault_wrap(fault, "backup %s", path);
    }
    return fault_set(fault, (code & 0xff) == SQLITE_FULL ? FAULT_FULL : FAULT_BAD, "backup %s: %s",
                     path, sqlite3_errstr(code));
}

/* Flushes a file or folder. */
static int store_sqlite_flush(const char *path, struct fault *fault)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    int done = file < 0 ? -1 : fsync(file);
    int code = errno;
    if (file >= 0) {
        close(file);
    }
    return done == 0 ? 0 : fault_set(fault, FAULT_BAD, "backup %s: %s", path, strerror(code));
}

int store_place_file(const char *part, const char *path, struct fault *fault)
{
    if (store_sqlite_flush(part, fault) != 0) {
        return -1;
    }
    int done = renameat2(AT_FDCWD, part, AT_FDCWD, path, RENAME_NOREPLACE);
    if (done != 0 && (errno == EINVAL || errno == ENOSYS)) {
        done = rename(part, path); /* a file system that knows only this */
    }
    if (done != 0) {
        return fault_set(fault, FAULT_BAD, "backup %s: %s: choose another name", path,
                         strerror(errno));
    }
    char folder[4096];
    const char *slash = strrchr(path, '/');
    size_t len = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    if (len >= sizeof(folder)) {
        return 0;
    }
    memcpy(folder, slash == NULL ? "." : path, slash == NULL ? 1 : len);
    folder[slash == NULL ? 1 : len] = '\0';
    return store_sqlite_flush(folder, fault);
}

/* The moment that is copied lasts as long as the transaction. */
static int store_sqlite_copy_moment(const struct store_sql *sqlite, const char *path,
                                    const struct store_pause *pause, struct fault *fault)
{
    int64_t things = 0;
    if (store_sql_exec(sqlite, "BEGIN", fault) != 0) {
        return -1;
    }
    int done = store_sql_number(sqlite, "SELECT count(*) FROM sqlite_schema", &things, fault);
    if (done == 0) {
        done = store_sqlite_copy(sqlite, path, pause, fault);
    }
    store_sql_exec(sqlite, "COMMIT", NULL);
    return done;
}

int store_sqlite_backup(void *db, const char *path, const struct store_pause *pause,
                        struct fault *fault)
{
    const struct store_sql *sqlite = db;
    struct stat status;
    if (sqlite->lost) {
        return fault_set(fault, FAULT_RETRY, "backup %s: the store cannot be read now", path);
    }
    if (lstat(path, &status) == 0) {
        return fault_set(fault, FAULT_BAD, "backup %s: is there already: choose another name",
                         path);
    }
    char part[4096];
    int len = snprintf(part, sizeof(part), "%s.part", path);
    if (len < 0 || (size_t)len >= sizeof(part)) {
        return fault_set(fault, FAULT_BAD, "backup: the name is too long");
    }
    unlink(part);
    /* it holds secrets: made for our eyes alone before anything is in it */
    int file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        return fault_set(fault, FAULT_BAD, "backup %s: %s", path, strerror(errno));
    }
    close(file);
    if (store_sqlite_copy_moment(sqlite, part, pause, fault) == 0 &&
        store_place_file(part, path, fault) == 0) {
        return 0;
    }
    unlink(part);
    return -1;
}
