/* The SQLite driver: opening, settings, the lock. */

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "heap.h"
#include "log.h"
#include "store_sql_forget.h"
#include "store_sql_keep.h"
#include "store_sql_rows.h"
#include "store_sql_seal.h"
#include "store_sqlite_private.h"

enum { STORE_SQLITE_BUSY_MS = 5000 };

/* The log is flushed at every COMMIT (FULL); its pages go into the database in steps of ours. */
static const char *const store_sqlite_settings[] = {
    "PRAGMA page_size = 2048; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = OFF",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -8192",
    "PRAGMA secure_delete = FAST",
    "PRAGMA trusted_schema = OFF",
};

static int store_sqlite_logged(void *context, struct sqlite3 *db, const char *name, int pages)
{
    struct store_sql *sqlite = context;
    (void)db;
    (void)name;
    sqlite->wal_pages = pages;
    return SQLITE_OK;
}

static int store_sqlite_setup(struct store_sql *sqlite, struct fault *fault)
{
    size_t count = sizeof(store_sqlite_settings) / sizeof(store_sqlite_settings[0]);
    /* who only looks leaves the kind of log as it is */
    for (size_t i = sqlite->reading ? 1 : 0; i < count; i++) {
        if (store_sql_exec(sqlite, store_sqlite_settings[i], fault) != 0) {
            return -1;
        }
    }
    if (!sqlite->reading && sqlite3_db_readonly(sqlite->db, "main") == 1) {
        return store_sql_fault(sqlite, SQLITE_READONLY, fault);
    }
    sqlite3_wal_hook(sqlite->db, store_sqlite_logged, sqlite);
    return 0;
}

int store_sqlite_connect(struct store_sql *sqlite, struct fault *fault)
{
    int flags = sqlite->reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int code = sqlite3_open_v2(sqlite->path, (sqlite3 **)&sqlite->db,
                               flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code != SQLITE_OK) {
        store_sql_fault(sqlite, code, fault);
        store_sqlite_disconnect(sqlite);
        return -1;
    }
    sqlite3_busy_timeout(sqlite->db, STORE_SQLITE_BUSY_MS);
    if (store_sqlite_sums(sqlite->db) != SQLITE_OK || store_sqlite_migratable(sqlite, fault) != 0 ||
        store_sqlite_setup(sqlite, fault) != 0) {
        store_sqlite_disconnect(sqlite);
        return -1;
    }
    return 0;
}

void store_sqlite_disconnect(struct store_sql *sqlite)
{
    store_sql_finalize(sqlite);
    int code = sqlite3_close(sqlite->db);
    assert(code == SQLITE_OK);
    (void)code;
    sqlite->db = NULL;
    sqlite->wal_pages = 0;
    sqlite->sorting = 0;
}

/* Opens or makes a file of ours that nobody else may read. Returns the descriptor or -1. */
static int store_sqlite_file(const char *path, struct fault *fault)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) {
        return file;
    }
    int code = errno;
    if (code == EROFS || code == EACCES || code == EPERM) {
        return fault_set(fault, FAULT_FULL,
                         "store %s: not writable (%s): make the file and its folder writable", path,
                         strerror(code));
    }
    if (code == ENOSPC || code == EDQUOT) {
        return fault_set(fault, FAULT_FULL, "store %s: the disk is full: free some space", path);
    }
    return fault_set(fault, FAULT_CONFIG, "store %s: %s: make the folder, or set store.path", path,
                     strerror(code));
}

int store_sqlite_lock(struct store_sql *sqlite, struct fault *fault)
{
    char *path = sqlite3_mprintf("%s.lock", sqlite->path);
    sqlite->lock = store_sqlite_file(path, fault);
    sqlite3_free(path);
    if (sqlite->lock < 0) {
        return -1;
    }
    char who[24] = "";
    if (flock(sqlite->lock, LOCK_EX | LOCK_NB) != 0) {
        if (pread(sqlite->lock, who, sizeof(who) - 1, 0) <= 0) {
            snprintf(who, sizeof(who), "unknown");
        }
        who[strspn(who, "0123456789unkow")] = '\0';
        return fault_set(fault, FAULT_RETRY,
                         "store %s: open in another deaddrop (process %s): stop that one first, or "
                         "set another store.path",
                         sqlite->path, who);
    }
    return 0;
}

/* One of an older schema has no sums yet: its structure has to do. */
static int store_sqlite_check_version(const struct store_sql *checked, int64_t version,
                                      struct fault *fault)
{
    struct store_sql_count count;
    if (store_sqlite_migratable(checked, fault) != 0) {
        return -1;
    }
    if (version < store_sqlite_version_known()) {
        return store_sql_check_old(checked, fault);
    }
    if (store_sql_check_start(checked, fault) != 0 ||
        store_sql_read_count(checked, &count, fault) != 0) {
        return -1;
    }
    return store_seal_fits(checked, fault) == 0 ? store_sqlite_not_behind(checked, &count, fault)
                                                : -1;
}

/* Checks a database that is there before anything is written to it, on a connection that only
 * reads. */
static int store_sqlite_check_first(const struct store_sql *sqlite, struct fault *fault)
{
    struct stat status;
    struct store_sql checked = {.sql = &store_sqlite_sql,
                                .ways = &store_sqlite_ways,
                                .path = sqlite->path,
                                .lock = sqlite->lock,
                                .reading = true};
    struct fault refused = {FAULT_NONE, ""};
    int64_t version = 0;
    if (stat(sqlite->path, &status) != 0 || status.st_size == 0) {
        return 0;
    }
    if (sqlite3_open_v2(sqlite->path, (sqlite3 **)&checked.db,
                        SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                        NULL) != SQLITE_OK ||
        store_sqlite_sums(checked.db) != SQLITE_OK ||
        store_sql_number(&checked, "PRAGMA user_version", &version, &refused) != 0) {
        sqlite3_close(checked.db);
        /* a folder that cannot be written to is for who opens it for writing to explain */
        if (refused.code == FAULT_BROKEN) {
            *fault = refused;
            return -1;
        }
        return 0;
    }
    int result = store_sqlite_check_version(&checked, version, fault);
    sqlite3_close(checked.db);
    return result;
}

static int store_sqlite_prepare_file(struct store_sql *sqlite, struct fault *fault)
{
    if (sqlite->reading || strcmp(sqlite->path, ":memory:") == 0) {
        return 0;
    }
    if (store_sqlite_lock(sqlite, fault) != 0 || store_sqlite_not_lost(sqlite, fault) != 0) {
        return -1;
    }
    if (store_sqlite_check_first(sqlite, fault) != 0) {
        return -1;
    }
    store_beside_sign(sqlite);
    int file = store_sqlite_file(sqlite->path, fault);
    if (file < 0) {
        return -1;
    }
    close(file);
    return 0;
}

void store_sqlite_close(void **db)
{
    struct store_sql *sqlite = *db;
    *db = NULL;
    if (sqlite == NULL) {
        return;
    }
    store_sqlite_disconnect(sqlite);
    store_events_free(&sqlite->events);
    store_sql_free(sqlite);
}

/* Statistics of memory that nobody reads cost a lock at each piece of it. Where SQLite runs already
 * they stay. */
static void store_sqlite_configure(void)
{
    static bool done;
    if (!done) {
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
        done = true;
    }
}

int store_sqlite_open(void **db, const char *path, bool reading, struct fault *fault)
{
    store_sqlite_configure();
    struct store_sql *sqlite = store_sql_new(&store_sqlite_sql, &store_sqlite_ways, path, reading);
    sqlite->events = store_events_new();
    *db = sqlite;
    if (store_sqlite_prepare_file(sqlite, fault) != 0 || store_sqlite_connect(sqlite, fault) != 0 ||
        store_sqlite_migrate(sqlite, fault) != 0 || store_events_load(sqlite, fault) != 0 ||
        (!reading &&
         (store_seal_begin(sqlite, fault) != 0 || store_beside_adopt(sqlite, fault) != 0))) {
        store_sqlite_close(db);
        return -1;
    }
    store_sql_open_marks(sqlite);
    store_sql_wipe(sqlite);
    store_sqlite_spare(sqlite);
    return 0;
}

int store_sqlite_mend(void **db, const char *path, bool reading, struct fault *fault)
{
    if (access(path, F_OK) != 0) {
        return fault_set(fault, FAULT_CONFIG, "store %s: there is none", path);
    }
    struct store_sql *sqlite = store_sql_new(&store_sqlite_sql, &store_sqlite_ways, path, reading);
    int flags = reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    *db = sqlite;
    if (store_sqlite_lock(sqlite, fault) != 0) {
        store_sqlite_close(db);
        return -1;
    }
    int code = sqlite3_open_v2(path, (sqlite3 **)&sqlite->db,
                               flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code != SQLITE_OK || store_sqlite_sums(sqlite->db) != SQLITE_OK) {
        store_sql_fault(sqlite, code, fault);
        store_sqlite_close(db);
        return -1;
    }
    if (!reading && store_sqlite_migratable(sqlite, fault) != 0) {
        store_sqlite_close(db);
        return -1;
    }
    return 0;
}
