/* What goes into the store and what comes out of it: ops, rows, queries (store.h). */
#ifndef STORE_OPS_H
#define STORE_OPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What one op writes. id, sub, at_ms, key, extra and text mean, in this order: */
enum store_op {
    STORE_EVENT,          /* key "adapter/event id", at_ms: handled */
    STORE_INBOX,          /* id, key event key, text the event (JSON): handled later */
    STORE_INBOX_DONE,     /* id */
    STORE_TABLE,          /* id, sub phase, at_ms next deadline, key room "adapter/room", extra
                           * game, text header (JSON: number, venues, secret, board ids …) */
    STORE_JOURNAL,        /* id table, sub step, key event key, extra hash (hex), text line */
    STORE_WORDS,          /* id table, key digest, sub person, text words */
    STORE_WORDS_FORGET,   /* sub person (0: anybody), id table (0: all) */
    STORE_OUTBOX,         /* id, sub table, at_ms not before, key room, extra JSON (kind, account,
                           * nonce, edit of, tries, created), text document (JSON) */
    STORE_OUTBOX_RETRY,   /* id, at_ms not before, extra the new JSON */
    STORE_OUTBOX_DONE,    /* id */
    STORE_SENT,           /* id table, sub step, key audience, extra room, text platform id */
    STORE_PERSON,         /* id, text JSON (name, language, quiet hours …); empty: forgotten, with
                           * all addresses */
    STORE_ADDRESS,        /* id person (0 takes it away), key "adapter/account" */
    STORE_SETTING,        /* key scope ("room adapter/room", "server adapter/server", "house"),
                           * extra name, text value (empty takes it away) */
    STORE_ADAPTER,        /* key adapter, extra row key, at_ms order, text value */
    STORE_ADAPTER_DELETE, /* key adapter, extra row key */
    STORE_CRASH_MARKER,   /* id table, key event key ("" when done), sub how often it was begun:
                           * what is in work (poison guard) */
    STORE_PACK,           /* key digest, text lines: kept once, for STORE_CANDIDATES */
    STORE_CANDIDATES,     /* id table, key digest of a pack, text the numbers of the entries that
                           * are left out, with commas between */
    STORE_JOURNAL_EVENT,  /* id as STORE_JOURNAL_ALL gives it, key the new event key */
    STORE_SENT_PART,  /* id as STORE_SENT_ALL gives it, extra room, text platform id, both new */
    STORE_TABLE_GONE, /* id: all rows of a table, but for what came of it */
    STORE_RESULT,     /* id table, at_ms its end, key room, extra server "adapter/server", text what
                       * came of it (finish.h); one that is there already is replaced */
    STORE_RESULT_SEAT,   /* id table, sub person, text what came of it for them */
    STORE_RESULT_FORGET, /* id table, sub person: it is somebody's from here on (person 0) */
    STORE_RESULT_GONE,   /* id: what came of a table, and for whom */
    STORE_FORGET,        /* id person (0: not known), key "adapter/account": everything that own.h
                          * finds of theirs, and afterwards what is left of it in free pages and
                          * in the log */
    STORE_LEASE_TAKE, /* key what it is of ("table/7"), extra who takes it, sub for how many ms: one
                       * that is free, over or their own gets a greater epoch; another's is
                       * refused, as FAULT_GONE of its batch. In a file all are ours */
    STORE_LEASE_KEEP, /* key, id its epoch, sub for how many ms from now; refused where the epoch
                       * is another */
    STORE_LEASE_HELD, /* key, id epoch: refuses the batch where it is another's now, and nobody can
                       * take it until the batch is stored */
    STORE_LEASE_GIVE, /* key, id epoch: it is free */
    STORE_LETTER,     /* sub part, key event key, extra kind, text: for another part of the house */
    STORE_LETTER_DONE, /* id */
    STORE_SITTING, /* sub part, id table, key tag, extra "adapter/account" of who sits there, a line
                    * each, and "-adapter/account" of who is or was seen there, text what it is
                    * called: takes the place of what was said of that table; key "": it is no more
                    */
    STORE_ALIVE    /* at_ms: the house was alive then */
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
    bool damaged;    /* it is not as it was written: nobody relies on it. Over it STORE_PERSON and
                      * _ADDRESS write nothing, _SETTING, _ADAPTER and _WORK set it aside */
};

/* What one query reads; rows come in the order said. A damaged row comes as such, and whoever asks
 * does without what it was about; of STORE_ALIVE_LAST and STORE_NEXT_IDS it is a fault. */
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
    STORE_ADDRESSES,    /* all; sub, where it is damaged: its sum (store_damage.h) */
    STORE_SETTINGS,     /* all */
    STORE_SETTINGS_OF,  /* key scope: by name */
    STORE_ADAPTER_ROWS, /* key adapter, extra prefix of row keys, limit: those of the highest
                         * order; by order, then by key */
    STORE_EVENT_SEEN,   /* key: one row when it was seen */
    STORE_JOURNAL_ALL,  /* id row, sub table, at_ms step, key event key, text line: by row */
    STORE_SENT_ALL,     /* id row, sub table, key audiences, extra rooms, text platform ids */
    STORE_ADAPTER_ALL,  /* as STORE_ADAPTER_ROWS, of all adapters, by adapter and key */
    STORE_CRASH_MARKERS,
    STORE_RESULTS_IN,     /* key room, id: ended from that moment on, limit: the newest tables. By
                           * end: of each table STORE_RESULT with extra "table", then its people's
                           * STORE_RESULT_SEAT with extra "seat" */
    STORE_RESULTS_BY,     /* id person, limit: the same of tables where they sat, for them alone */
    STORE_RESULTS_OF,     /* id table: the same of it alone */
    STORE_RESULTS_TABLES, /* all STORE_RESULT, by table */
    STORE_CANDIDATES_OF,  /* id table: as STORE_CANDIDATES with those numbers in extra, and the
                           * pack's lines in text; no row where nothing was drawn */
    STORE_LETTERS,        /* id part, limit: as STORE_LETTER, by id */
    STORE_LETTERS_ALL,    /* those to all parts, in the store of part 0: by id */
    STORE_SITTING_AT, /* key "adapter/account", or extra a tag; neither: all: id table, sub part,
                       * key tag, text what it is called; by part and table */
    /* About whoever has the address "adapter/account" in key, in all parts of the house
     * (store_part.h) but that in id, which asks; sub the part. A file has no other part, and says
     * what it has itself, as that part's: */
    STORE_RESULTS_ELSEWHERE, /* limit: as STORE_RESULTS_BY, in each part */
    STORE_PERSONS_ELSEWHERE, /* as STORE_PERSON */
    STORE_MET_ELSEWHERE,     /* limit: who is or was with them at a table that is not closed, the
                              * newest tables of a part first: as STORE_PERSON, key an address */
    STORE_LEASE_OF,          /* key: id its epoch, at_ms how many ms are left, extra who has it */
    STORE_ALIVE_LAST,
    STORE_NEXT_IDS, /* one row: id next table, sub next outbox, at_ms next person */
    STORE_OTHERS,   /* other parts of the house from id on that have a store: id part, sub how many
                     * tables are open there, at_ms how much waits to be handled or sent; by part */
    STORE_EXPORT /* id person, key address: one row with all that is theirs, as own_export has it,
                  * and of how many rows in sub; with that of all parts of the house (store_part.h)
                  */
};

#endif
