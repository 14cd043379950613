/* SQL: what goes with time. A pass every few hours: finished tables are folded into
 * records, old records and old messages go, then free pages are given back. Each step is small and
 * a transaction of its own, taken while nothing else is to be done. The time is the one at which
 * the house said that it is alive. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "heap.h"
#include "row_rules.h"
#include "store_sql_forget.h"
#include "store_sql_keep.h"
#include "store_sql_rooms.h"
#include "store_sql_seal.h"
#include "store_sql_ways.h"

enum {
    TIDY_PASS_MS = 6 * 3600000,
    TIDY_FOLD_MS = 86400000, /* a finished table is folded so long after its last line */
    TIDY_DAY_MS = 86400000,
    TIDY_BUSY = 64, /* while transactions come, a step at one chance in so many */
    TIDY_ROWS = 64, /* of adapters, looked at in a step */
    TIDY_KEY_BYTES = 512
};

enum tidy_part { TIDY_FOLD, TIDY_RECORDS, TIDY_MESSAGES, TIDY_PACKS, TIDY_SPACE, TIDY_DONE };

struct store_tidy {
    struct store_keeping keeping;
    int64_t alive_ms;
    int64_t pass_ms; /* when the last pass began */
    enum tidy_part part;
    unsigned chances;
    struct keep_rooms rooms; /* what rooms have chosen, when the pass began */
    uint64_t table;          /* how far this part has come */
    uint64_t record;
    char adapter[TIDY_KEY_BYTES];
    char key[TIDY_KEY_BYTES];
    char group[TIDY_KEY_BYTES]; /* of rows, whose last place was looked up */
    int64_t group_last;
};

void store_sql_keep(void *db, const struct store_keeping *keeping)
{
    struct store_sql *store = db;
    if (store->tidy == NULL) {
        store->tidy = heap_allocate(sizeof *store->tidy);
        store->tidy->part = TIDY_DONE;
    }
    store->tidy->keeping = *keeping;
}

void store_tidy_free(struct store_tidy **tidy)
{
    if (*tidy != NULL) {
        keep_rooms_free(&(*tidy)->rooms);
    }
    free(*tidy);
    *tidy = NULL;
}

void store_tidy_alive(struct store_tidy *tidy, int64_t alive_ms)
{
    if (tidy != NULL && alive_ms > tidy->alive_ms) {
        tidy->alive_ms = alive_ms;
    }
}

/* Statements in one transaction. */
static int tidy_transact(const struct store_sql *store, const char *sql)
{
    if (store_sql_begin(store, NULL) != 0 || store_sql_exec(store, sql, NULL) != 0) {
        return -1;
    }
    CRASH_POINT("store.tidied");
    return store_sql_exec(store, "COMMIT", NULL);
}

/* --- tables ----------------------------------------------------------------------------------- */

static enum tidy_end tidy_fold(struct store_sql *store)
{
    struct store_tidy *tidy = store->tidy;
    char sql[STORE_SQL_SQL_BYTES];
    int64_t table = 0;
    enum store_folded folded = STORE_FOLD_NOT;
    struct fault fault;
    snprintf(sql, sizeof sql,
             "SELECT id FROM standing WHERE id > %lld AND phase = 4 AND "
             "(line IS NOT NULL OR sent IS NOT NULL) AND row_sum('standing', id, phase, "
             "due_ms, step, line, sent) IS NOT DISTINCT FROM sum ORDER BY id LIMIT 1",
             (long long)tidy->table);
    if (store_sql_number(store, sql, &table, NULL) != 0) {
        return TIDY_FAILED;
    }
    if (table == 0) {
        return TIDY_NEXT;
    }
    tidy->table = (uint64_t)table;
    const struct store_fold fold = {tidy->table, tidy->alive_ms - TIDY_FOLD_MS,
                                    tidy->keeping.withheld};
    return store_sql_fold(store, &fold, &folded, &fault) == 0 ? TIDY_MORE : TIDY_FAILED;
}

/* From when on that stays which goes after so many days. */
static int64_t tidy_since_ms(const struct store_tidy *tidy, uint32_t days)
{
    return days == 0 ? INT64_MIN : tidy->alive_ms - (int64_t)days * TIDY_DAY_MS;
}

/* Looks at some records from where the part has come to, up to the first that is old; 0: none of
 * them is. seen_r: how many. -1 on a fault. */
static int64_t tidy_old_record(struct store_tidy *tidy, const struct store_sql *store,
                               unsigned *seen_r)
{
    struct sql_statement *rows = NULL;
    int64_t old = 0;
    int code =
        sql_prepare(store,
                    "SELECT table_id, ended_ms, CASE WHEN row_sum('tables', id, "
                    "room, game, header) IS NOT DISTINCT FROM tables.sum THEN room END FROM record "
                    "LEFT JOIN tables ON id = table_id WHERE table_id > ?1 ORDER BY "
                    "table_id LIMIT ?2",
                    &rows);
    if (code == SQL_OK) {
        sql_bind_number(rows, 1, (int64_t)tidy->record);
        sql_bind_number(rows, 2, TIDY_ROWS);
        code = sql_step(rows);
    }
    for (; code == SQL_ROW && old == 0; ++*seen_r) {
        const char *room = sql_text(rows, 2);
        uint32_t days = keep_rooms_days(&tidy->rooms, &tidy->keeping, room == NULL ? "" : room,
                                        tidy->keeping.tables_days);
        tidy->record = (uint64_t)sql_number(rows, 0);
        bool known = room != NULL; /* whose room cannot be read stays */
        if (known && sql_number(rows, 1) < tidy_since_ms(tidy, days)) {
            old = (int64_t)tidy->record;
        } else {
            code = sql_step(rows);
        }
    }
    sql_finalize(rows);
    return old == 0 && code != SQL_DONE ? -1 : old;
}

static enum tidy_end tidy_records(struct store_sql *store)
{
    struct store_tidy *tidy = store->tidy;
    char sql[STORE_SQL_SQL_BYTES];
    struct fault fault;
    unsigned seen = 0;
    int64_t sound = 0;
    if (tidy->keeping.tables_days == 0 && tidy->rooms.count == 0) {
        return TIDY_NEXT;
    }
    int64_t table = tidy_old_record(tidy, store, &seen);
    if (table <= 0) {
        return table < 0 ? TIDY_FAILED : seen == 0 ? TIDY_NEXT : TIDY_MORE;
    }
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM record WHERE table_id = %lld AND row_sum('record', "
             "table_id, ended_ms, packed) IS NOT DISTINCT FROM sum",
             (long long)table);
    if (store_sql_number(store, sql, &sound, NULL) != 0) {
        return TIDY_FAILED;
    }
    const struct store_item gone = {.op = STORE_TABLE_GONE,
                                    .id = (uint64_t)table,
                                    .key = {"", 0},
                                    .extra = {"", 0},
                                    .text = {"", 0}};
    bool done = sound == 0 ||
                (store_sql_begin(store, NULL) == 0 && store_sql_put(store, &gone, &fault) == 0 &&
                 store_sql_exec(store, "COMMIT", NULL) == 0);
    return done ? TIDY_MORE : TIDY_FAILED;
}

/* --- messages of adapters --------------------------------------------------------------------- */

/* The last of a group stays: what counts on from it must not begin anew. */
static bool tidy_is_last(const struct store_sql *store, const struct store_row *row,
                         const struct row_age *age)
{
    struct store_tidy *tidy = store->tidy;
    struct sql_statement *statement = NULL;
    char group[TIDY_KEY_BYTES];
    snprintf(group, sizeof group, "%s %.*s", row->key, (int)age->group, row->extra);
    if (strcmp(group, tidy->group) != 0) {
        memcpy(tidy->group, group, sizeof group);
        int code = sql_prepare(store,
                               "SELECT coalesce(max(place), -1) FROM adapter WHERE adapter = ?1 "
                               "AND key >= ?2 AND key < ?2 || char(1114111)",
                               &statement);
        if (code == SQL_OK) {
            sql_bind_text(statement, 1, row->key, strlen(row->key));
            sql_bind_text(statement, 2, row->extra, age->group);
            code = sql_step(statement);
        }
        tidy->group_last = code == SQL_ROW ? sql_number(statement, 0) : -1;
        sql_finalize(statement);
    }
    return tidy->group_last < 0 || row->at_ms >= tidy->group_last;
}

/* How long the row's room keeps what was said. */
static uint32_t tidy_days(const struct store_tidy *tidy, const struct store_row *row,
                          const struct row_age *age)
{
    char room[TIDY_KEY_BYTES] = "";
    if (age->room_len != 0) {
        snprintf(room, sizeof room, "%s/%.*s", row->key, (int)age->room_len,
                 row->extra + age->room_at);
    }
    return keep_rooms_days(&tidy->rooms, &tidy->keeping, room, tidy->keeping.messages_days);
}

static bool tidy_is_old(const struct store_sql *store, const struct store_row *row)
{
    const struct store_tidy *tidy = store->tidy;
    const struct row_rules *rules = row_rules_of(store->rules, row->key);
    struct row_age age = {0};
    if (rules == NULL || rules->age == NULL || !rules->age(row, &age) ||
        age.since_ms >= tidy_since_ms(tidy, tidy_days(tidy, row, &age)) ||
        tidy_is_last(store, row, &age)) {
        return false;
    }
    char sql[80];
    int64_t open = 0;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM open_table WHERE id = %lld",
             (long long)age.table);
    return age.table == 0 || (store_sql_number(store, sql, &open, NULL) == 0 && open == 0);
}

/* The row's value, out of its seal where it has one. */
static bool tidy_open(struct sql_statement *rows, struct buf *value, struct store_row *row)
{
    struct seal_place place;
    seal_place(&place, "adapter");
    seal_place_text(&place, row->key, strlen(row->key));
    seal_place_text(&place, row->extra, strlen(row->extra));
    bool opened = store_seal_column(rows, 3, &place, value) == SEAL_OPENED;
    row->text = value->len == 0 ? "" : value->text;
    row->text_len = value->len;
    return opened;
}

static void tidy_drop(struct buf *sql, const char *adapter, const char *key)
{
    char *quoted_adapter = sql_quoted(adapter);
    char *quoted_key = sql_quoted(key);
    buf_text(sql, "DELETE FROM adapter WHERE (adapter, key) = (");
    buf_text(sql, quoted_adapter);
    buf_text(sql, ", ");
    buf_text(sql, quoted_key);
    buf_text(sql, ");");
    free(quoted_adapter);
    free(quoted_key);
}

/* Looks at some rows from where the part has come to; what is to be done with them as SQL. */
static int tidy_look(const struct store_sql *store, struct buf *sql, unsigned *seen_r)
{
    struct store_tidy *tidy = store->tidy;
    struct sql_statement *rows = NULL;
    struct buf value;
    char adapter[TIDY_KEY_BYTES]; /* what is bound stays while it is walked on */
    char key[TIDY_KEY_BYTES];
    memcpy(adapter, tidy->adapter, sizeof adapter);
    memcpy(key, tidy->key, sizeof key);
    buf_init(&value, INT32_MAX);
    int code = sql_prepare(
        store,
        "SELECT adapter, key, place, value, row_sum('adapter', adapter, "
        "key, place, value) IS NOT DISTINCT FROM sum FROM adapter WHERE (adapter, key) > "
        "(?1, ?2) ORDER BY adapter, key LIMIT ?3",
        &rows);
    if (code == SQL_OK) {
        sql_bind_text(rows, 1, adapter, strlen(adapter));
        sql_bind_text(rows, 2, key, strlen(key));
        sql_bind_number(rows, 3, TIDY_ROWS);
        code = sql_step(rows);
    }
    for (; code == SQL_ROW; code = sql_step(rows), ++*seen_r) {
        struct store_row row = {
            .key = sql_text(rows, 0), .extra = sql_text(rows, 1), .at_ms = sql_number(rows, 2)};
        bool opened = tidy_open(rows, &value, &row);
        snprintf(tidy->adapter, sizeof tidy->adapter, "%s", row.key);
        snprintf(tidy->key, sizeof tidy->key, "%s", row.extra);
        if (opened && sql_number(rows, 4) == 1 && tidy_is_old(store, &row)) {
            tidy_drop(sql, row.key, row.extra);
        }
    }
    sql_finalize(rows);
    buf_deinit(&value);
    return code == SQL_DONE ? 0 : -1;
}

static enum tidy_end tidy_messages(struct store_sql *store)
{
    struct buf sql;
    unsigned seen = 0;
    if (store->tidy->keeping.messages_days == 0 && store->tidy->rooms.count == 0) {
        return TIDY_NEXT;
    }
    buf_init(&sql, (size_t)TIDY_ROWS * 4 * TIDY_KEY_BYTES);
    int done = tidy_look(store, &sql, &seen);
    if (done == 0 && sql.len > 0) {
        done = tidy_transact(store, sql.text);
    }
    buf_deinit(&sql);
    return done != 0 ? TIDY_FAILED : seen == 0 ? TIDY_NEXT : TIDY_MORE;
}

/* --- packs and space -------------------------------------------------------------------------- */

static enum tidy_end tidy_packs(const struct store_sql *store)
{
    int64_t unused = 0;
    if (store_sql_number(store,
                         "SELECT count(*) FROM pack WHERE digest NOT IN "
                         "(SELECT pack FROM candidates)",
                         &unused, NULL) != 0) {
        return TIDY_FAILED;
    }
    return unused == 0 || tidy_transact(store, "DELETE FROM pack WHERE digest NOT IN "
                                               "(SELECT pack FROM candidates)") == 0
               ? TIDY_NEXT
               : TIDY_FAILED;
}

/* --- the pass --------------------------------------------------------------------------------- */

static enum tidy_end tidy_step(struct store_sql *store)
{
    switch (store->tidy->part) {
    case TIDY_FOLD:
        return tidy_fold(store);
    case TIDY_RECORDS:
        return tidy_records(store);
    case TIDY_MESSAGES:
        return tidy_messages(store);
    case TIDY_PACKS:
        return tidy_packs(store);
    case TIDY_SPACE:
        return store->ways->space(store);
    case TIDY_DONE:
        break;
    }
    return TIDY_NEXT;
}

/* Is a pass under way, or due? */
static bool tidy_begin(struct store_sql *store)
{
    struct store_tidy *tidy = store->tidy;
    if (tidy->part != TIDY_DONE) {
        return true;
    }
    if (tidy->alive_ms == 0 || tidy->alive_ms - tidy->pass_ms < TIDY_PASS_MS) {
        return false;
    }
    tidy->pass_ms = tidy->alive_ms;
    if (!keep_rooms_read(&tidy->rooms, store)) {
        return false; /* another time */
    }
    tidy->part = TIDY_FOLD;
    tidy->table = 0;
    tidy->record = 0;
    tidy->adapter[0] = '\0';
    tidy->key[0] = '\0';
    tidy->group[0] = '\0';
    return true;
}

bool store_sql_tidy(struct store_sql *store, bool quiet)
{
    struct store_tidy *tidy = store->tidy;
    if (tidy == NULL || store->forgot || !tidy_begin(store) ||
        (!quiet && ++tidy->chances % TIDY_BUSY != 0)) {
        return false;
    }
    enum tidy_end end = tidy_step(store);
    if (end == TIDY_NEXT) {
        tidy->part++;
    } else if (end == TIDY_FAILED) {
        /* whatever became of the transaction, the file knows; the rest is for the next pass */
        if (store_sql_in_transaction(store)) {
            store_sql_exec(store, "ROLLBACK", NULL);
        }
        store->lost = true;
        tidy->part = TIDY_DONE;
    }
    return tidy->part != TIDY_DONE;
}
