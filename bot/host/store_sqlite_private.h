/* The parts of the SQLite driver among themselves. */
#ifndef STORE_SQLITE_PRIVATE_H
#define STORE_SQLITE_PRIVATE_H

#include "store_private.h"

struct sqlite3;
struct store_events;
struct sqlite3_stmt;

enum {
    STORE_SQLITE_STEPS = 4,
    STORE_SQLITE_APPLICATION = 0x64656164, /* "dead": whose file this is */
    STORE_SQLITE_EVENT_DAYS = 40           /* how long a heard event is remembered */
};

/* What an op writes: statements, run in turn. Parameters: ?1 id ?2 sub ?3 at_ms ?4 key ?5 extra
 * ?6 text ?7 the digest of key. */
extern const char *const store_sqlite_writes[STORE_ALIVE + 1][STORE_SQLITE_STEPS];
/* What a query reads. Parameters: ?1 id ?2 key ?3 extra ?4 limit ?5 the digest of key ?6 is it
 * known to be heard. Columns: id,
 * sub, at_ms, key, extra, text. */
extern const char *const store_sqlite_reads[STORE_NEXT_IDS + 1];

struct store_sqlite {
    struct sqlite3 *db;
    char *path;
    int lock; /* descriptor of the lock file, or -1 */
    bool reading;
    bool lost; /* the fate of the last transaction could not be looked up */
    int wal_pages;
    int64_t commits; /* as the row mark has it */
    struct store_events *events;
    bool stale;         /* some of them were forgotten on disk alone */
    int64_t sorting;    /* the row up to which events are being sorted in, 0: none */
    unsigned stretch;   /* of keys: the next to be */
    int64_t pruned_day; /* heard events before this day are gone */
    struct sqlite3_stmt *writes[STORE_ALIVE + 1][STORE_SQLITE_STEPS];
    struct sqlite3_stmt *reads[STORE_NEXT_IDS + 1];
    struct sqlite3_stmt *begin;
    struct sqlite3_stmt *end;
    struct sqlite3_stmt *mark;
};

/* The fault that SQLite's last error is, by what has to be done about it. Returns -1. */
int store_sqlite_fault(const struct store_sqlite *sqlite, int code, struct fault *fault);
/* Runs SQL without rows. */
int store_sqlite_exec(const struct store_sqlite *sqlite, const char *sql, struct fault *fault);
/* Reads one number; fallback when there is no row. */
int store_sqlite_number(const struct store_sqlite *sqlite, const char *sql, int64_t *number_r,
                        struct fault *fault);
/* Opens the connection of sqlite->path and sets it up; store_sqlite_disconnect undoes it. */
int store_sqlite_connect(struct store_sqlite *sqlite, struct fault *fault);
void store_sqlite_disconnect(struct store_sqlite *sqlite);
/* May this program use the file: is it new or ours, and not of a newer deaddrop? */
int store_sqlite_migratable(const struct store_sqlite *sqlite, struct fault *fault);
/* Brings the schema up to date. */
int store_sqlite_migrate(const struct store_sqlite *sqlite, struct fault *fault);

struct store_events *store_events_new(void);
void store_events_free(struct store_events **events);
/* Reads what is not sorted in. */
int store_events_load(const struct store_sqlite *sqlite, struct fault *fault);
/* A key of the transaction under way, and how that ended. */
void store_events_note(struct store_events *events, uint64_t key);
void store_events_settle(struct store_events *events, bool committed);
/* Is it among those that are not sorted in? */
bool store_events_have(const struct store_events *events, uint64_t key);
/* Sorts some of them in when they are many, in a transaction of its own. */
void store_events_sort(struct store_sqlite *sqlite);

int store_sqlite_open(void **db, const char *path, bool reading, struct fault *fault);
void store_sqlite_close(void **db);
int store_sqlite_backup(void *db, const char *path, struct fault *fault);

#endif
