/* The store: one transaction a turn, all turns that wait share one commit. Whoever submits gives
 * the batch away and is called back, on its own thread, when it is on disk or has failed. */
#ifndef STORE_H
#define STORE_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_PENDING_MAX = 65536 };

struct store;
struct store_batch;

/* What one op writes. id, sub, at_ms, key, extra and text mean, in this order: */
enum store_op {
    STORE_EVENT,        /* key "adapter/event id", at_ms: heard and dealt with */
    STORE_INBOX,        /* id, key event key, text raw heard (JSON): heard, its turn comes later */
    STORE_INBOX_DONE,   /* id */
    STORE_TABLE,        /* id, sub phase, at_ms next deadline, key room "adapter/room", extra
                         * game, text header (JSON: number, venues, secret, board ids …) */
    STORE_JOURNAL,      /* id table, sub step, key event key, extra hash (hex), text line */
    STORE_WORDS,        /* id table, key digest, sub person, text words */
    STORE_WORDS_FORGET, /* sub person (0: anybody), id table (0: all) */
    STORE_OUTBOX,       /* id, sub table, at_ms not before, key room, extra JSON (kind, account,
                         * nonce, edit of, tries, created), text document (JSON) */
    STORE_OUTBOX_RETRY, /* id, at_ms not before, extra the new JSON */
    STORE_OUTBOX_DONE,  /* id */
    STORE_SENT,         /* id table, sub step, key audience, extra room, text platform id */
    STORE_PERSON,       /* id, text JSON (name, language, quiet hours …); empty: forgotten, with
                         * all addresses */
    STORE_ADDRESS,      /* id person (0 takes it away), key "adapter/account" */
    STORE_SETTING,      /* key scope ("room adapter/room", "house"), extra name, text value (empty
                         * takes it away) */
    STORE_ADAPTER,      /* key adapter, extra row key, at_ms order, text value */
    STORE_ADAPTER_DELETE, /* key adapter, extra row key */
    STORE_WORK,           /* id table, key event key ("" when done), sub how often it was begun:
                           * what is in work (poison guard) */
    STORE_PACK,           /* key digest, text lines: kept once, for STORE_CANDIDATES */
    STORE_CANDIDATES,     /* id table, key digest of a pack, text the numbers of the entries that
                           * are left out, with commas between */
    STORE_ALIVE           /* at_ms: the house was alive then */
};

/* What an op writes and what a query reads. What is left out of an initialiser is 0 or "". */
struct store_row {
    uint64_t id;
    uint64_t sub;
    int64_t at_ms;
    const char *key;
    const char *extra;
    const char *text;
    size_t text_len; /* bytes of text; 0 in store_put: up to its zero */
};

struct store_batch *store_batch_new(void);
void store_batch_free(struct store_batch **batch);
/* Adds an op. Texts are copied; NULL is empty. Ids are below 2^63. */
void store_put(struct store_batch *batch, enum store_op op, const struct store_row *row);
size_t store_batch_count(const struct store_batch *batch);

/* What one query reads; rows come in the order said. */
enum store_query {
    STORE_TABLES,       /* all tables not closed: as STORE_TABLE */
    STORE_TABLE_ONE,    /* id */
    STORE_JOURNAL_OF,   /* id table: as STORE_JOURNAL, by step */
    STORE_WORDS_OF,     /* id table */
    STORE_WORDS_BY,     /* id person: by table */
    STORE_TABLES_EVER,  /* closed ones too */
    STORE_INBOX_ALL,    /* by id */
    STORE_OUTBOX_ALL,   /* by id */
    STORE_SENT_OF,      /* id table */
    STORE_PERSONS,      /* all */
    STORE_ADDRESSES,    /* all */
    STORE_SETTINGS,     /* all */
    STORE_SETTINGS_OF,  /* key scope: by name */
    STORE_ADAPTER_ROWS, /* key adapter, extra prefix of row keys, limit: those of the highest
                         * order; by order, then by key */
    STORE_EVENT_SEEN,   /* key: one row when it was seen */
    STORE_WORK_ALL,
    STORE_CANDIDATES_OF, /* id table: as STORE_CANDIDATES with those numbers in extra, and the
                          * pack's lines in text; no row where nothing was drawn */
    STORE_ALIVE_LAST,
    STORE_NEXT_IDS /* one row: id next table, sub next outbox, at_ms next person */
};

/* A query with its arguments; NULL is "". */
struct store_question {
    enum store_query query;
    uint64_t id;
    const char *key;
    const char *extra;
    unsigned limit; /* of STORE_ADAPTER_ROWS: 0 for all */
};

typedef void (*store_row_fn)(void *context, const struct store_row *row);
/* fault NULL: done. */
typedef void (*store_done_fn)(void *context, const struct fault *fault);

/* A database: the functions a driver fills. Called from one thread only. */
struct store_driver {
    const char *name;
    /* reading: for looking only, while another process may be writing. */
    int (*open)(void **db, const char *path, bool reading, struct fault *fault);
    void (*close)(void **db);
    /* All batches in ONE transaction, durable on return. */
    int (*commit)(void *db, struct store_batch *const *batches, size_t count, struct fault *fault);
    int (*read)(void *db, const struct store_question *question, store_row_fn row, void *context,
                struct fault *fault);
    int (*backup)(void *db, const char *path, struct fault *fault);
    /* Upkeep between transactions; quiet: nothing came for a while, and nothing waits. */
    void (*rest)(void *db, bool quiet);
};

extern const struct store_driver store_sqlite;

/* Opens a store. wake (may be NULL) is called from the store's thread when something is done, so
 * that the loop calls store_poll(). threaded false: work is done inside store_poll (scripts,
 * simulator): between submit and poll nothing is on disk. Path ":memory:" for no file. A file is
 * open in one process at a time, which is its writer. */
struct store *store_open(const struct store_driver *driver, const char *path, bool threaded,
                         void (*wake)(void *context), void *context, struct fault *fault);
/* Opens a store for looking, while the bot may be running: store_read_now and store_backup alone;
 * work is done inside store_poll. */
struct store *store_open_reading(const struct store_driver *driver, const char *path,
                                 struct fault *fault);
/* Finishes what was submitted; what was not delivered is not called back. */
void store_close(struct store **store);

/* Gives the batch away. done is called from store_poll, in the order of submission. When one fails,
 * all that were submitted until store_poll has said so fail too: nothing is ever stored on top of
 * something that is not. More than STORE_PENDING_MAX at once fail. */
void store_commit(struct store *store, struct store_batch **batch, store_done_fn done,
                  void *context);
/* Rows are delivered from store_poll, then done. Reads see all commits submitted before. */
void store_read(struct store *store, const struct store_question *question, store_row_fn row,
                store_done_fn done, void *context);
/* The same at once and blocking: for start-up and command-line tools only. */
int store_read_now(struct store *store, const struct store_question *question, store_row_fn row,
                   void *context, struct fault *fault);
/* A consistent copy at path, which must not be there. */
void store_backup(struct store *store, const char *path, store_done_fn done, void *context);
/* Delivers what is done; returns how many callbacks were made. */
size_t store_poll(struct store *store);
/* How many submissions have not been delivered. */
size_t store_pending(const struct store *store);

#endif
