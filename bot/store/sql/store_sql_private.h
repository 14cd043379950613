/* A store in SQL: what its parts and the drivers of databases share. */
#ifndef STORE_SQL_PRIVATE_H
#define STORE_SQL_PRIVATE_H

#include "buf.h"
#include "sql.h"
#include "store_damage.h"
#include "store_private.h"

struct store_events;
struct store_sql_ways; /* store_sql_ways.h */
struct store_tidy;

enum { STORE_SQL_STEPS = 9, STORE_SQL_SQL_BYTES = 1024, STORE_SQL_EVENT_DAYS = 40 };

/* What an op writes: statements, run in turn. Parameters: ?1 id ?2 sub ?3 at_ms ?4 key ?5 extra
 * ?6 text ?7 the digest of key. */
extern const char *const store_sql_writes[STORE_ALIVE + 1][STORE_SQL_STEPS];
/* What a query reads. Parameters: ?1 id ?2 key ?3 extra ?4 limit ?5 the digest of key ?6 is it
 * known to be heard. Columns: id, sub, at_ms, key, extra, text, is the row sound. */
extern const char *const store_sql_reads[STORE_NEXT_IDS + 1];
/* What each transaction ends with: ?1 its number ?2 the highest id of a table ?3 and of a message
 * that it gave, or 0, ?4 the lineage. */
extern const char store_sql_counts[];

/* How far a database has come; beside it, the same is kept in a lock file. */
struct store_sql_count {
    int64_t commits;
    int64_t lineage; /* whose count that is: another one after a copy was put back; 0 nobody's */
    int64_t table_last;
    int64_t outbox_last;
};

/* What a transaction has to note at its end. */
struct store_sql_marks {
    uint64_t table_last;
    uint64_t outbox_last;
    int64_t alive_ms; /* 0: not said */
};

struct store_sql {
    const struct sql_driver *sql;
    const struct store_sql_ways *ways;
    void *db;   /* the connection */
    char *path; /* what the store is called in faults */
    int lock;   /* descriptor of the lock file, or -1 */
    bool reading;
    bool lost;       /* the outcome of the last transaction could not be looked up */
    int64_t doubted; /* a transaction that was called failed without knowing; 0: none */
    int wal_pages;
    struct store_sql_count count; /* as the row mark has it */
    struct store_sql_marks given; /* by the transaction under way */
    struct store_events *events;  /* NULL: the database finds them all by itself */
    bool stale;                   /* some of them were forgotten on disk alone */
    int64_t sorting;              /* the row up to which events are being sorted in, 0: none */
    unsigned stretch;             /* of keys: the next to be */
    int64_t pruned_day;           /* event ids before this day are gone */
    const struct row_rules *const *rules; /* NULL: not said */
    struct store_tidy *tidy;              /* NULL: nothing goes with time */
    struct buf sealed[2];                 /* of the op that is written, */
    struct buf opened[2];                 /* of the row that was read: text, extra */
    bool damaged; /* rows of people, rooms or adapters are, from the start on */
    bool forgot;  /* what was taken away may still lie in free pages, */
    bool emptied; /* no: in the log alone */
    struct sql_statement *writes[STORE_ALIVE + 1][STORE_SQL_STEPS];
    struct sql_statement *reads[STORE_NEXT_IDS + 1];
    struct sql_statement *begin;
    struct sql_statement *end;
    struct sql_statement *mark;
};

/* A store of this name that is not open yet; store_sql_free frees it, what is open must be closed.
 */
struct store_sql *store_sql_new(const struct sql_driver *sql, const struct store_sql_ways *ways,
                                const char *path, bool reading);
void store_sql_free(struct store_sql *store);
/* Lets go of all statements. */
void store_sql_finalize(struct store_sql *store);

/* The key of an event: 8 bytes of its hash. */
uint64_t store_sql_digest(const char *text, size_t len);
/* All that stands between the beginning of a transaction and its COMMIT. */
int store_sql_fill(struct store_sql *store, struct store_batch *const *batches, size_t count,
                   struct fault *fault);
/* That a journal line does not follow the last one. Returns -1. */
int store_sql_follows_not(uint64_t table, uint64_t step, struct fault *fault);
/* One more transaction is on disk. */
void store_sql_counted(struct store_sql *store);
/* What store_driver.h has, of any database. */
int store_sql_check(void *db, const struct store_damage_listener *listener, struct fault *fault);
void store_sql_use(void *db, const struct row_rules *const *rules);
/* The counts in the row mark. */
int store_sql_read_count(const struct store_sql *store, struct store_sql_count *count_r,
                         struct fault *fault);
/* Gives the database of this connection another lineage. */
int store_sql_begin_lineage(const struct store_sql *store, struct fault *fault);
/* A setting of the store's own, never sealed; "" takes it away. */
int store_sql_set(const struct store_sql *store, const char *name, const char *value,
                  struct fault *fault);
/* What is damaged and does not keep from starting is said, and whether something is to be wiped. */
void store_sql_open_marks(struct store_sql *store);

void store_events_note(struct store_events *events, uint64_t key);
bool store_events_have(const struct store_events *events, uint64_t key);

#endif
