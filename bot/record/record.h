/* The fairness record: all that a stranger needs to check a finished table, as lines of JSON
 * (README.md has the form). */
#ifndef RECORD_H
#define RECORD_H

#include "buf.h"
#include "store.h"
#include "table.h"

enum { RECORD_FORMAT = 1, RECORD_MAX = 16 * 1024 * 1024 };

/* Adds a line for a row of STORE_WORDS_OF: {"digest":…,"salt":…,"text":…}. */
void record_words(struct buf *lines, const struct store_row *row);
/* Adds a line for a row of STORE_JOURNAL_OF: {"line":…,"hash":…}. */
void record_line(struct buf *lines, const struct store_row *row);
/* What a record says beside its table and the lines that were added. */
struct record_frame {
    unsigned rules_version;
    const uint8_t *secret;        /* NULL: it is not told yet */
    const struct buf *candidates; /* lines (candidates.h), empty where nothing was drawn */
};
/* Writes the whole record of a table as it stands at its end: header, then lines as they were
 * added, then the result. */
void record_write(struct buf *out, const struct table *table, const struct record_frame *frame,
                  const struct buf *lines);

/* What a record's first line says. */
struct record_head {
    uint64_t table;
    const struct game_def *game;
    unsigned rules_version;
};

/* Reads a record: begin once, then words and lines as rows of the store, in their order. Returns 0,
 * or the number of the first line that cannot be read. */
struct record_reader {
    void (*begin)(void *context, const struct record_head *head);
    store_row_fn words;
    store_row_fn line;
    void *context;
};
unsigned record_read(const char *text, size_t len, const struct record_reader *reader);

/* Writes the record of a table in the store; blocking, for the command line. The secret is in it
 * once the game is over, but for that of a week. */
int record_of_table(struct store *store, uint64_t id, struct buf *out, struct fault *fault);

/* What a record's check found. */
struct record_report {
    unsigned line; /* the first line that does not follow, from 1; 0: all do */
    char why[240];
    unsigned steps;              /* journal lines that were replayed */
    bool dealt;                  /* and a deal was among them */
    bool sealed;                 /* its secret is not told: the seed alone was not recomputed */
    char week[TABLE_WEEK_BYTES]; /* whose deal it was; "": the table's own */
    char game[32];
    char seed[SEED_BYTES * 2 + 1];
};

/* Recomputes commitment, chain, seed, deal and every step. True when all follow. secret: that of
 * its week, 64 hex digits, where the record does not say it; NULL: none. */
bool record_verify(const char *text, size_t len, const char *secret, struct record_report *report);

#endif
