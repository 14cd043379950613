/* The SQLite driver: opening, settings, the lock, and what SQLite's errors mean here. */

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <sqlite3.h>

#include "heap.h"
#include "store_sqlite_private.h"

enum { STORE_SQLITE_BUSY_MS = 5000 };

/* The log is flushed at every COMMIT (FULL); its pages go into the database in steps of ours. */
static const char *const store_sqlite_settings[] = {
    "PRAGMA page_size = 2048; PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = OFF",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -8192",
    "PRAGMA secure_delete = FAST",
    "PRAGMA trusted_schema = OFF",
};

static bool store_sqlite_is_full(int code, int system_code)
{
    int primary = code & 0xff;
    if (primary == SQLITE_FULL || primary == SQLITE_READONLY) {
        return true;
    }
    return primary == SQLITE_IOERR && (system_code == ENOSPC || system_code == EDQUOT ||
                                       system_code == EFBIG || system_code == EROFS);
}

/* What the system said when a file of this database failed: the log, or the database itself. */
static int store_sqlite_system_code(struct sqlite3 *db)
{
    int code = 0;
    sqlite3_file *log = NULL;
    if (db == NULL) {
        return 0;
    }
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK &&
        log != NULL && log->pMethods != NULL &&
        log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK &&
        code != 0) {
        return code;
    }
    sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &code);
    return code != 0 ? code : sqlite3_system_errno(db);
}

int store_sqlite_fault(const struct store_sqlite *sqlite, int code, struct fault *fault)
{
    int system_code = store_sqlite_system_code(sqlite->db);
    int primary = code & 0xff;
    const char *text = sqlite->db == NULL ? sqlite3_errstr(code) : sqlite3_errmsg(sqlite->db);
    if (fault == NULL) {
        return -1;
    }
    if (store_sqlite_is_full(code, system_code)) {
        return primary == SQLITE_READONLY || system_code == EROFS
                   ? fault_set(fault, FAULT_FULL,
                               "store %s: read-only: make the file and its folder writable",
                               sqlite->path)
                   : fault_set(fault, FAULT_FULL, "store %s: the disk is full: free some space",
                               sqlite->path);
    }
    switch (primary) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return fault_set(fault, FAULT_BROKEN,
                         "store %s: damaged, or no database (%s): restore a backup", sqlite->path,
                         text);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return fault_set(fault, FAULT_RETRY,
                         "store %s: another program is writing to it: close that one",
                         sqlite->path);
    case SQLITE_CANTOPEN:
        return fault_set(fault, FAULT_CONFIG, "store %s: cannot be opened (%s): check store.path",
                         sqlite->path, system_code == 0 ? text : strerror(system_code));
    case SQLITE_IOERR:
        return fault_set(fault, FAULT_RETRY,
                         "store %s: the disk does not work (%s, %s): check it, then start again",
                         sqlite->path, text, strerror(system_code));
    default:
        return fault_set(fault, FAULT_BROKEN, "store %s: %s (SQLite %d)", sqlite->path, text, code);
    }
}

int store_sqlite_exec(const struct store_sqlite *sqlite, const char *sql, struct fault *fault)
{
    int code = sqlite3_exec(sqlite->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? 0 : store_sqlite_fault(sqlite, code, fault);
}

int store_sqlite_number(const struct store_sqlite *sqlite, const char *sql, int64_t *number_r,
                        struct fault *fault)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(sqlite->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
        *number_r = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    }
    sqlite3_finalize(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? 0 : store_sqlite_fault(sqlite, code, fault);
}

static int store_sqlite_logged(void *context, struct sqlite3 *db, const char *name, int pages)
{
    struct store_sqlite *sqlite = context;
    (void)db;
    (void)name;
    sqlite->wal_pages = pages;
    return SQLITE_OK;
}

static int store_sqlite_setup(struct store_sqlite *sqlite, struct fault *fault)
{
    size_t count = sizeof(store_sqlite_settings) / sizeof(store_sqlite_settings[0]);
    /* who only looks leaves the kind of log as it is */
    for (size_t i = sqlite->reading ? 1 : 0; i < count; i++) {
        if (store_sqlite_exec(sqlite, store_sqlite_settings[i], fault) != 0) {
            return -1;
        }
    }
    if (!sqlite->reading && sqlite3_db_readonly(sqlite->db, "main") == 1) {
        return store_sqlite_fault(sqlite, SQLITE_READONLY, fault);
    }
    sqlite3_wal_hook(sqlite->db, store_sqlite_logged, sqlite);
    return 0;
}

int store_sqlite_connect(struct store_sqlite *sqlite, struct fault *fault)
{
    int flags = sqlite->reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int code = sqlite3_open_v2(sqlite->path, &sqlite->db,
                               flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code != SQLITE_OK) {
        store_sqlite_fault(sqlite, code, fault);
        store_sqlite_disconnect(sqlite);
        return -1;
    }
    sqlite3_busy_timeout(sqlite->db, STORE_SQLITE_BUSY_MS);
    if (store_sqlite_migratable(sqlite, fault) != 0 || store_sqlite_setup(sqlite, fault) != 0) {
        store_sqlite_disconnect(sqlite);
        return -1;
    }
    return 0;
}

void store_sqlite_disconnect(struct store_sqlite *sqlite)
{
    for (size_t op = 0; op <= STORE_ALIVE; op++) {
        for (size_t i = 0; i < STORE_SQLITE_STEPS; i++) {
            sqlite3_finalize(sqlite->writes[op][i]);
            sqlite->writes[op][i] = NULL;
        }
    }
    for (size_t query = 0; query <= STORE_NEXT_IDS; query++) {
        sqlite3_finalize(sqlite->reads[query]);
        sqlite->reads[query] = NULL;
    }
    struct sqlite3_stmt **others[] = {&sqlite->begin, &sqlite->end, &sqlite->mark};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        sqlite3_finalize(*others[i]);
        *others[i] = NULL;
    }
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

/* Takes the lock that makes this process the only writer; the kernel drops it when we die. */
static int store_sqlite_lock(struct store_sqlite *sqlite, struct fault *fault)
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
    snprintf(who, sizeof(who), "%ld\n", (long)getpid());
    if (ftruncate(sqlite->lock, 0) == 0 && pwrite(sqlite->lock, who, strlen(who), 0) < 0) {
        errno = 0; /* the number is only a help for who reads the message above */
    }
    return 0;
}

static int store_sqlite_prepare_file(struct store_sqlite *sqlite, struct fault *fault)
{
    if (sqlite->reading || strcmp(sqlite->path, ":memory:") == 0) {
        return 0;
    }
    if (store_sqlite_lock(sqlite, fault) != 0) {
        return -1;
    }
    int file = store_sqlite_file(sqlite->path, fault);
    if (file < 0) {
        return -1;
    }
    close(file);
    return 0;
}

void store_sqlite_close(void **db)
{
    struct store_sqlite *sqlite = *db;
    *db = NULL;
    if (sqlite == NULL) {
        return;
    }
    store_sqlite_disconnect(sqlite);
    if (sqlite->lock >= 0) {
        close(sqlite->lock);
    }
    store_events_free(&sqlite->events);
    free(sqlite->path);
    free(sqlite);
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
    struct store_sqlite *sqlite = heap_take(sizeof(*sqlite));
    sqlite->path = heap_copy(path);
    sqlite->reading = reading;
    sqlite->lock = -1;
    sqlite->events = store_events_new();
    *db = sqlite;
    if (store_sqlite_prepare_file(sqlite, fault) != 0 || store_sqlite_connect(sqlite, fault) != 0 ||
        store_sqlite_migrate(sqlite, fault) != 0 || store_events_load(sqlite, fault) != 0 ||
        store_sqlite_number(sqlite, "SELECT commits FROM mark", &sqlite->commits, fault) != 0) {
        store_sqlite_close(db);
        return -1;
    }
    return 0;
}
