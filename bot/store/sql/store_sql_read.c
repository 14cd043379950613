/* A store in SQL: questions, and their rows. */

#include <string.h>

#include "metrics.h"
#include "store_sql_forget.h"
#include "store_sql_keep.h"
#include "store_sql_seal.h"
#include "store_sql_ways.h"

struct store_asker {
    enum store_query query;
    store_row_fn row;
    void *context;
};

/* Who asks is told of a damaged row, and can do without what belongs to it. */
static bool store_sql_confines(enum store_query query)
{
    return query != STORE_ALIVE_LAST && query != STORE_NEXT_IDS;
}

/* A text, where there is one: what is sealed is opened by itself. */
static const char *store_sql_text(struct sql_statement *statement, int column)
{
    const char *text = sql_text(statement, column);
    return text == NULL || seal_is(text, sql_size(statement, column)) ? "" : text;
}

static struct store_row store_sql_row(struct sql_statement *statement)
{
    struct store_row out = {
        .id = (uint64_t)sql_number(statement, 0),
        .sub = (uint64_t)sql_number(statement, 1),
        .at_ms = sql_number(statement, 2),
        .key = store_sql_text(statement, 3),
        .extra = store_sql_text(statement, 4),
        .text = store_sql_text(statement, 5),
        .damaged = sql_number(statement, 6) != 1,
    };
    out.text_len = out.text[0] == '\0' ? 0 : sql_size(statement, 5);
    return out;
}

static int store_sql_damaged(const struct store_sql *store, const struct store_row *row,
                             struct fault *fault)
{
    return fault_set(
        fault, FAULT_BROKEN,
        "store %s: a row is damaged and left as it is (id %llu): `deaddrop check` names "
        "it and how to mend it",
        store->path, (unsigned long long)row->id);
}

static int store_sql_answer(struct store_sql *store, struct sql_statement *statement,
                            const struct store_asker *asker, struct fault *fault)
{
    int result = 0;
    int code = sql_step(statement);
    for (; code == SQL_ROW && result == 0; code = sql_step(statement)) {
        struct store_row row = store_sql_row(statement);
        result = store_seal_row(store, asker->query, statement, &row, fault);
        if (result != 0) {
            break;
        }
        metrics_add(METRIC_STORE_DAMAGED, row.damaged ? 1 : 0);
        if (row.damaged && !store_sql_confines(asker->query)) {
            result = store_sql_damaged(store, &row, fault);
        } else {
            asker->row(asker->context, &row);
        }
    }
    store_seal_wipe(store);
    sql_reset(statement);
    return code == SQL_DONE || result != 0 ? result : store_sql_fault(store, code, fault);
}

int store_sql_read_rows(struct store_sql *store, const struct store_question *question,
                        store_row_fn row, void *context, struct fault *fault)
{
    struct sql_statement **place = &store->reads[question->query];
    const char *key = question->key == NULL ? "" : question->key;
    const char *extra = question->extra == NULL ? "" : question->extra;
    const char *own = store->ways->query(question->query);
    struct sql_statement *statement = store_sql_statement(
        store, place, own == NULL ? store_sql_reads[question->query] : own, fault);
    if (statement == NULL) {
        return -1;
    }
    sql_bind_number(statement, 1, (int64_t)question->id);
    sql_bind_text(statement, 2, key, strlen(key));
    sql_bind_text(statement, 3, extra, strlen(extra));
    sql_bind_number(statement, 4, question->limit == 0 ? INT64_MAX : (int64_t)question->limit);
    if (question->query == STORE_EVENT_SEEN) {
        uint64_t digest = store_sql_digest(key, strlen(key));
        bool known = store->events != NULL && store_events_have(store->events, digest);
        sql_bind_number(statement, 5, (int64_t)digest);
        sql_bind_number(statement, 6, known ? 1 : 0);
    }
    const struct store_asker asker = {question->query, row, context};
    return store_sql_answer(store, statement, &asker, fault);
}

int store_sql_read(void *db, const struct store_question *question, store_row_fn row, void *context,
                   struct fault *fault)
{
    struct store_sql *store = db;
    if (question->query == STORE_OTHERS) {
        return 0; /* a file is the whole house */
    }
    if (question->query == STORE_EXPORT) {
        return store_sql_export(store, question, row, context, fault);
    }
    if (store_sql_read_rows(store, question, row, context, fault) != 0) {
        return -1;
    }
    bool lines = question->query == STORE_JOURNAL_OF || question->query == STORE_JOURNAL_ALL;
    return lines ? store_sql_read_record(store, question, row, context, fault) : 0;
}
