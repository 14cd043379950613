/* The record of a table that stands in the store, for the command line: read at once. */
#include "fault.h"
#include "record.h"
#include "record_gather.h"

static int gather_damaged(uint64_t id, struct fault *fault)
{
    return fault_set(fault, FAULT_BROKEN,
                     "table %llu is damaged in the store: `deaddrop check` names what is",
                     (unsigned long long)id);
}

static int gather_all(struct record_gather *gather, struct store *store, uint64_t id,
                      struct fault *fault)
{
    static const struct {
        enum store_query query;
        store_row_fn row;
    } reads[] = {{STORE_TABLE_ONE, record_gather_table},
                 {STORE_CANDIDATES_OF, record_gather_candidates},
                 {STORE_WORDS_OF, record_gather_words},
                 {STORE_JOURNAL_OF, record_gather_line},
                 {STORE_WORDS_OF, record_gather_shown}};
    for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
        const struct store_question question = {.query = reads[i].query, .id = id};
        if (store_read_now(store, &question, reads[i].row, gather, fault) != 0) {
            return -1;
        }
        if (record_gather_damaged(gather)) {
            return gather_damaged(id, fault);
        }
        if (!record_gather_begun(gather)) {
            return fault_set(fault, FAULT_BAD, "there is no table %llu", (unsigned long long)id);
        }
    }
    const char *bad = record_gather_bad(gather);
    return bad[0] == '\0'
               ? 0
               : fault_set(fault, FAULT_BROKEN, "table %llu: %s", (unsigned long long)id, bad);
}

int record_of_table(struct store *store, uint64_t id, struct buf *out, struct fault *fault)
{
    struct record_gather *gather = record_gather_new();
    int result = gather_all(gather, store, id, fault);
    if (result == 0) {
        const struct table *table = record_gather_last(gather);
        bool told = table->phase >= TABLE_OVER && table->week.name[0] == '\0';
        record_gather_write(gather, told ? record_gather_secret(gather) : NULL, out);
    }
    record_gather_free(&gather);
    return result;
}
