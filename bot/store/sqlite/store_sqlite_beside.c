/* The SQLite driver: the files beside a database. They outlive it where somebody has moved, emptied
 * or deleted it alone, or lost the end of its log; a database that began anew or went on from there
 * would give ids and numbers a second time. */

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

#include "store_sqlite_private.h"

static int64_t store_sqlite_bytes(const char *path, const char *ending)
{
    char name[4096];
    struct stat status;
    int len = snprintf(name, sizeof name, "%s%s", path, ending);
    if (len < 0 || (size_t)len >= sizeof name || stat(name, &status) != 0) {
        return -1;
    }
    return status.st_size;
}

int store_sqlite_not_lost(const struct store_sql *sqlite, struct fault *fault)
{
    const char *beside = NULL;
    if (store_sqlite_bytes(sqlite->path, "") > 0) {
        return 0;
    }
    if (store_sqlite_bytes(sqlite->path, "-wal") > 0) {
        beside = "-wal";
    } else if (store_sqlite_bytes(sqlite->path, ".work") >= 0) {
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

int store_sqlite_not_behind(const struct store_sql *sqlite, const struct store_sql_count *count,
                            struct fault *fault)
{
    struct store_sql_count beside;
    if (!store_beside_counted(sqlite, &beside) || beside.lineage != count->lineage ||
        beside.commits <= count->commits) {
        return 0;
    }
    return fault_set(fault, FAULT_CONFIG,
                     "store %s: its last %" PRId64 " transactions are lost (%s.lock counted them): "
                     "put %s-wal back, or the whole store from a backup; `deaddrop check "
                     "--accept-loss` goes on without them",
                     sqlite->path, beside.commits - count->commits, sqlite->path, sqlite->path);
}
