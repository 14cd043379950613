/* SQL: one op of a batch, written. */

#include "hash.h"
#include "store_sql_forget.h"
#include "store_sql_private.h"
#include "store_sql_seal.h"
#include "store_sql_ways.h"

uint64_t store_sql_digest(const char *text, size_t len)
{
    uint8_t hash[HASH_BYTES];
    uint64_t digest = 0;
    hash_of(hash, text, len);
    for (size_t i = 0; i < sizeof(digest); i++) {
        digest = digest << 8 | hash[i];
    }
    return digest;
}

/* A text that may be sealed. */
static void store_sql_bind_bytes(struct sql_statement *statement, int place,
                                 const struct store_text *text, const struct buf *sealed)
{
    if (sealed != NULL) {
        sql_bind_bytes(statement, place, sealed->text, sealed->len, true);
    } else {
        sql_bind_bytes(statement, place, text->text, text->len, false);
    }
}

static void store_sql_bind(struct sql_statement *statement, const struct store_item *item,
                           const struct store_sealed *sealed, uint64_t digest)
{
    int count = sql_parameters(statement);
    const int64_t numbers[] = {(int64_t)item->id, (int64_t)item->sub, item->at_ms};
    for (int i = 0; i < 3 && i + 1 <= count; i++) {
        sql_bind_number(statement, i + 1, numbers[i]);
    }
    if (count >= 4) {
        sql_bind_text(statement, 4, item->key.text, item->key.len);
    }
    if (count >= 5 && item->op == STORE_JOURNAL) {
        store_sql_bind_bytes(statement, 5, &item->extra, sealed->extra);
    } else if (count >= 5) {
        sql_bind_text(statement, 5, item->extra.text, item->extra.len);
    }
    if (count >= 6) {
        store_sql_bind_bytes(statement, 6, &item->text, sealed->text);
    }
    if (count >= 7) {
        sql_bind_number(statement, 7, (int64_t)digest);
    }
}

int store_sql_put(struct store_sql *store, const struct store_item *item, struct fault *fault)
{
    uint64_t digest = 0;
    struct store_sealed sealed;
    store_seal_item(store, item, &sealed);
    if (item->op == STORE_EVENT) {
        digest = store_sql_digest(item->key.text, item->key.len);
        if (store->events != NULL) {
            store_events_note(store->events, digest);
        }
    }
    for (size_t i = 0; i < STORE_SQL_STEPS; i++) {
        const char *own = store->ways->write(item->op, i);
        const char *sql = own == NULL ? store_sql_writes[item->op][i] : own;
        if (sql == NULL || sql[0] == '\0') {
            break;
        }
        struct sql_statement **place = &store->writes[item->op][i];
        struct sql_statement *statement = store_sql_statement(store, place, sql, fault);
        if (statement == NULL) {
            return -1;
        }
        store_sql_bind(statement, item, &sealed, digest);
        if (store_sql_step(store, statement, fault) != 0) {
            return -1;
        }
    }
    return 0;
}
