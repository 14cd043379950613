/* SQL: what keeps the file small. */
#ifndef STORE_SQL_KEEP_H
#define STORE_SQL_KEEP_H

#include "store_sql_private.h"
#include "store_upkeep.h"

/* --- store_sql_fold.c: finished tables as records ------------------------------------------ */

/* What came of looking at a finished table. */
enum store_folded {
    STORE_FOLDED,
    STORE_FOLD_LATER, /* it was played after before_ms */
    STORE_FOLD_NOT    /* something of it is damaged or does not follow: it stays as it is */
};

/* Packs the journal of a table that is closed into its record, in a transaction of its own, if its
 * last line is of before before_ms. Words that are withheld (NULL: none) go with it. Returns -1
 * with a fault. */
struct store_fold {
    uint64_t table;
    int64_t before_ms;
    store_withheld_fn withheld;
};
int store_sql_fold(struct store_sql *store, const struct store_fold *what,
                   enum store_folded *folded_r, struct fault *fault);
/* Gives the lines of a record (table 0: of all) as the question asks for them. */
int store_sql_read_record(struct store_sql *store, const struct store_question *question,
                          store_row_fn row, void *context, struct fault *fault);

/* --- store_sql_keep.c: what goes with time ------------------------------------------------- */

struct store_tidy;

void store_sql_keep(void *db, const struct store_keeping *keeping);
void store_tidy_free(struct store_tidy **tidy);
/* The house was alive then. */
void store_tidy_alive(struct store_tidy *tidy, int64_t alive_ms);
/* A small step of the work that is due, in a transaction of its own; true while there is more.
 * While transactions come it takes only some of its chances. */
bool store_sql_tidy(struct store_sql *store, bool quiet);
#endif
