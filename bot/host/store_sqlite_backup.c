/* The SQLite driver: a copy of the whole database as it is at one moment. Written beside its place,
 * then moved there, so that half a copy never has the name of a whole one. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store_sqlite_private.h"

static int store_sqlite_copy(const struct store_sqlite *sqlite, const char *path,
                             struct fault *fault)
{
    struct store_sqlite copy = {.lock = -1};
    int code = sqlite3_open_v2(path, &copy.db,
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
    code = sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
    int closed = sqlite3_close(copy.db);
    if (code == SQLITE_DONE && closed == SQLITE_OK) {
        return 0;
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

/* Gives the finished copy its name and makes both durable. */
static int store_sqlite_place(const char *part, const char *path, struct fault *fault)
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

int store_sqlite_backup(void *db, const char *path, struct fault *fault)
{
    const struct store_sqlite *sqlite = db;
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
    if (store_sqlite_copy(sqlite, part, fault) == 0 && store_sqlite_place(part, path, fault) == 0) {
        return 0;
    }
    unlink(part);
    return -1;
}
