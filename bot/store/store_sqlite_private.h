/* The parts of the SQLite driver among themselves. */
#ifndef STORE_SQLITE_PRIVATE_H
#define STORE_SQLITE_PRIVATE_H

#include "buf.h"
#include "store_damage.h"
#include "store_private.h"
#include "store_sqlite_exec.h"

struct sqlite3;
struct sqlite3_stmt;
struct store_events;
struct store_tidy;

enum {
    STORE_SQLITE_STEPS = 9,
    STORE_SQLITE_SQL_BYTES = 1024,
    STORE_SQLITE_APPLICATION = 0x64656164, /* "dead": whose file this is */
    STORE_SQLITE_EVENT_DAYS = 40           /* how long an event id is remembered */
};

/* What an op writes: statements, run in turn. Parameters: ?1 id ?2 sub ?3 at_ms ?4 key ?5 extra
 * ?6 text ?7 the digest of key. */
extern const char *const store_sqlite_writes[STORE_ALIVE + 1][STORE_SQLITE_STEPS];
/* What a query reads. Parameters: ?1 id ?2 key ?3 extra ?4 limit ?5 the digest of key ?6 is it
 * known to be heard. Columns: id, sub, at_ms, key, extra, text, is the row sound. */
extern const char *const store_sqlite_reads[STORE_NEXT_IDS + 1];
/* What each transaction ends with: ?1 its number ?2 the highest id of a table ?3 and of a message
 * that it gave, or 0, ?4 the lineage. */
extern const char store_sqlite_counts[];

/* How far a database has come; beside it, the same is kept in its lock file. */
struct store_sqlite_count {
    int64_t commits;
    int64_t lineage; /* whose count that is: another one after a copy was put back; 0 nobody's */
    int64_t table_last;
    int64_t outbox_last;
};

/* What a transaction has to note at its end. */
struct store_sqlite_marks {
    uint64_t table_last;
    uint64_t outbox_last;
    int64_t alive_ms; /* 0: not said */
};

struct store_sqlite {
    struct sqlite3 *db;
    char *path;
    int lock; /* descriptor of the lock file, or -1 */
    bool reading;
    bool lost;       /* the outcome of the last transaction could not be looked up */
    int64_t doubted; /* a transaction that was called failed without knowing; 0: none */
    int wal_pages;
    struct store_sqlite_count count; /* as the row mark has it */
    struct store_sqlite_marks given; /* by the transaction under way */
    struct store_events *events;
    bool stale;         /* some of them were forgotten on disk alone */
    int64_t sorting;    /* the row up to which events are being sorted in, 0: none */
    unsigned stretch;   /* of keys: the next to be */
    int64_t pruned_day; /* event ids before this day are gone */
    const struct row_rules *const *rules; /* NULL: not said */
    struct store_tidy *tidy;              /* NULL: nothing goes with time */
    struct buf sealed[2];                 /* of the op that is written, */
    struct buf opened[2];                 /* of the row that was read: text, extra */
    bool damaged; /* rows of people, rooms or adapters are, from the start on */
    bool forgot;  /* what was taken away may still lie in free pages, */
    bool emptied; /* no: in the log alone */
    struct sqlite3_stmt *writes[STORE_ALIVE + 1][STORE_SQLITE_STEPS];
    struct sqlite3_stmt *reads[STORE_NEXT_IDS + 1];
    struct sqlite3_stmt *begin;
    struct sqlite3_stmt *end;
    struct sqlite3_stmt *mark;
};

/* The key of an event: 8 bytes of its hash. */
uint64_t store_sqlite_digest(const char *text, size_t len);
/* Takes the lock of the only writer; the kernel drops it when we die. */
int store_sqlite_lock(struct store_sqlite *sqlite, struct fault *fault);
/* Opens the connection and sets it up; store_sqlite_disconnect undoes it. */
int store_sqlite_connect(struct store_sqlite *sqlite, struct fault *fault);
void store_sqlite_disconnect(struct store_sqlite *sqlite);
/* Is the database there, or was there never one? Fills fault where it is missing or empty while
 * files beside it say otherwise; changes nothing on disk. Wants the lock. */
int store_sqlite_not_lost(const struct store_sqlite *sqlite, struct fault *fault);
/* Says in the lock file who holds it: a help for another start, no more. */
void store_sqlite_sign_beside(const struct store_sqlite *sqlite);
/* Notes in the lock file that there is a database, and how far it has come. After each commit. */
void store_sqlite_count_beside(const struct store_sqlite *sqlite);
/* What is noted there; false: nothing. */
bool store_sqlite_counted_beside(const struct store_sqlite *sqlite,
                                 struct store_sqlite_count *count_r);
/* The counts in the row mark. */
int store_sqlite_read_count(const struct store_sqlite *sqlite, struct store_sqlite_count *count_r,
                            struct fault *fault);
/* Fills fault where the database has not come as far as its lock file says. */
int store_sqlite_not_behind(const struct store_sqlite *sqlite,
                            const struct store_sqlite_count *count, struct fault *fault);
/* Goes on with the database that lies here: one that was put back, or is new here, gets a lineage
 * of its own and gives no id again that was given before. */
int store_sqlite_adopt(struct store_sqlite *sqlite, struct fault *fault);
/* Gives the database of this connection another lineage. */
int store_sqlite_begin_lineage(const struct store_sqlite *sqlite, struct fault *fault);

/* Adds row_sum and row_kept to a connection; SQLite's code. */
int store_sqlite_sums(struct sqlite3 *db);
/* The schema that this program makes. */
int64_t store_sqlite_version_known(void);
/* May this program use the file: is it new or ours, and not of a newer deaddrop? */
int store_sqlite_migratable(const struct store_sqlite *sqlite, struct fault *fault);
/* Brings the schema up to date. */
int store_sqlite_migrate(const struct store_sqlite *sqlite, struct fault *fault);

struct store_events *store_events_new(void);
void store_events_free(struct store_events **events);
/* Reads what is not sorted in. */
int store_events_load(const struct store_sqlite *sqlite, struct fault *fault);
/* A key of the transaction under way, how that ended, and whether a key is not sorted in yet. */
void store_events_note(struct store_events *events, uint64_t key);
void store_events_settle(struct store_events *events, bool committed);
bool store_events_have(const struct store_events *events, uint64_t key);
/* Sorts some of them in when they are many, in a transaction of its own. */
void store_events_sort(struct store_sqlite *sqlite);
int store_sqlite_open(void **db, const char *path, bool reading, struct fault *fault);
void store_sqlite_close(void **db);
int store_sqlite_backup(void *db, const char *path, const struct store_pause *pause,
                        struct fault *fault);

#endif
