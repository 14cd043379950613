/* The SQLite driver: one op of a batch, written. */

#include <sqlite3.h>

#include "hash.h"
#include "store_sqlite_forget.h"
#include "store_sqlite_private.h"
#include "store_sqlite_seal.h"

uint64_t store_sqlite_digest(const char *text, size_t len)
{
    uint8_t hash[HASH_BYTES];
    uint64_t digest = 0;
    hash_of(hash, text, len);
    for (size_t i = 0; i < sizeof(digest); i++) {
        digest = digest << 8 | hash[i];
    }
    return digest;
}

static void store_sqlite_bind(sqlite3_stmt *statement, const struct store_item *item,
                              const struct store_sealed *sealed, uint64_t digest)
{
    int count = sqlite3_bind_parameter_count(statement);
    const struct store_text *texts[] = {&item->key, &item->extra, &item->text};
    const int64_t numbers[] = {(int64_t)item->id, (int64_t)item->sub, item->at_ms};
    for (int i = 0; i < 3 && i + 1 <= count; i++) {
        sqlite3_bind_int64(statement, i + 1, numbers[i]);
    }
    for (int i = 0; i < 3 && i + 4 <= count; i++) {
        sqlite3_bind_text64(statement, i + 4, texts[i]->text, texts[i]->len, SQLITE_STATIC,
                            SQLITE_UTF8);
    }
    if (count >= 5 && sealed->extra != NULL) {
        sqlite3_bind_blob64(statement, 5, sealed->extra->text, sealed->extra->len, SQLITE_STATIC);
    }
    if (count >= 6 && sealed->text != NULL) {
        sqlite3_bind_blob64(statement, 6, sealed->text->text, sealed->text->len, SQLITE_STATIC);
    }
    if (count >= 7) {
        sqlite3_bind_int64(statement, 7, (int64_t)digest);
    }
}

int store_sqlite_put(struct store_sqlite *sqlite, const struct store_item *item,
                     struct fault *fault)
{
    uint64_t digest = 0;
    struct store_sealed sealed;
    store_seal_item(sqlite, item, &sealed);
    if (item->op == STORE_EVENT) {
        digest = store_sqlite_digest(item->key.text, item->key.len);
        store_events_note(sqlite->events, digest);
    }
    for (size_t i = 0; i < STORE_SQLITE_STEPS; i++) {
        const char *sql = store_sqlite_writes[item->op][i];
        if (sql == NULL) {
            break;
        }
        struct sqlite3_stmt **place = &sqlite->writes[item->op][i];
        sqlite3_stmt *statement = store_sqlite_statement(sqlite, place, sql, fault);
        if (statement == NULL) {
            return -1;
        }
        store_sqlite_bind(statement, item, &sealed, digest);
        if (store_sqlite_step(sqlite, statement, fault) != 0) {
            return -1;
        }
    }
    return 0;
}
