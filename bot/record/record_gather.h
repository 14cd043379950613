/* The record of a table, gathered from rows of the store: those of STORE_TABLE_ONE,
 * STORE_CANDIDATES_OF, STORE_WORDS_OF, STORE_JOURNAL_OF, and once more STORE_WORDS_OF, in that
 * order, each with the function of its name, whose context is the gather. Only at the end is known
 * what a moderator has hidden. */
#ifndef RECORD_GATHER_H
#define RECORD_GATHER_H

#include "buf.h"
#include "store.h"
#include "table.h"

struct record_gather;

struct record_gather *record_gather_new(void);
void record_gather_free(struct record_gather **gather);
void record_gather_table(void *context, const struct store_row *row);
void record_gather_candidates(void *context, const struct store_row *row);
void record_gather_words(void *context, const struct store_row *row);
void record_gather_line(void *context, const struct store_row *row);
void record_gather_shown(void *context, const struct store_row *row);

/* Was there such a table? From its row on. */
bool record_gather_begun(const struct record_gather *gather);
/* Its secret, which is its own also where the deal is a week's. */
const uint8_t *record_gather_secret(const struct record_gather *gather);
/* Is a row not as it was written? */
bool record_gather_damaged(const struct record_gather *gather);
/* The table at the end of its journal, and why that does not replay ("" it does). */
const struct table *record_gather_last(const struct record_gather *gather);
const char *record_gather_bad(const struct record_gather *gather);
/* Adds the record to out; secret NULL: it is not told. */
void record_gather_write(struct record_gather *gather, const uint8_t *secret, struct buf *out);

#endif
