/* The SQLite driver: what goes with time. A pass every few hours: finished tables are folded into
 * records, old records and old messages go, then free pages are given back. Each step is small and
 * a transaction of its own, taken while nothing else is to be done. The time is the one at which
 * the house said that it is alive. */

#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "crash.h"
#include "heap.h"
#include "row_rules.h"
#include "store_sqlite_forget.h"
#include "store_sqlite_keep.h"
#include "store_sqlite_rooms.h"
#include "store_sqlite_seal.h"

enum {
    TIDY_PASS_MS = 6 * 3600000,
    TIDY_FOLD_MS = 86400000, /* a finished table is folded so long after its last line */
    TIDY_DAY_MS = 86400000,
    TIDY_BUSY = 64,          /* while transactions come, a step at one chance in so many */
    TIDY_ROWS = 64,          /* of adapters, looked at in a step */
    TIDY_PAGES = 64,         /* given back in a step: 128 KB */
    TIDY_SPARE = 256,        /* pages that stay free, to be used again */
    TIDY_ANEW_PAGES = 16384, /* a file of before up to this, 32 MB, is written anew at a start */
    TIDY_KEY_BYTES = 512
};

enum tidy_part { TIDY_FOLD, TIDY_RECORDS, TIDY_MESSAGES, TIDY_PACKS, TIDY_SPACE, TIDY_DONE };

/* How a step ended. */
enum tidy_end { TIDY_MORE, TIDY_NEXT, TIDY_FAILED };

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

void store_sqlite_keep(void *db, const struct store_keeping *keeping)
{
    struct store_sqlite *sqlite = db;
    if (sqlite->tidy == NULL) {
        sqlite->tidy = heap_allocate(sizeof *sqlite->tidy);
        sqlite->tidy->part = TIDY_DONE;
    }
    sqlite->tidy->keeping = *keeping;
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
static int tidy_transact(const struct store_sqlite *sqlite, const char *sql)
{
    if (store_sqlite_exec(sqlite, "BEGIN IMMEDIATE", NULL) != 0 ||
        store_sqlite_exec(sqlite, sql, NULL) != 0) {
        return -1;
    }
    CRASH_POINT("store.tidied");
    return store_sqlite_exec(sqlite, "COMMIT", NULL);
}

/* --- tables ----------------------------------------------------------------------------------- */

static enum tidy_end tidy_fold(struct store_sqlite *sqlite)
{
    struct store_tidy *tidy = sqlite->tidy;
    char sql[STORE_SQLITE_SQL_BYTES];
    int64_t table = 0;
    enum store_folded folded = STORE_FOLD_NOT;
    struct fault fault;
    sqlite3_snprintf(sizeof sql, sql,
                     "SELECT id FROM standing WHERE id > %lld AND phase = 4 AND "
                     "(line IS NOT NULL OR sent IS NOT NULL) AND row_sum('standing', id, phase, "
                     "due_ms, step, line, sent) IS sum ORDER BY id LIMIT 1",
                     (long long)tidy->table);
    if (store_sqlite_number(sqlite, sql, &table, NULL) != 0) {
        return TIDY_FAILED;
    }
    if (table == 0) {
        return TIDY_NEXT;
    }
    tidy->table = (uint64_t)table;
    const struct store_fold fold = {tidy->table, tidy->alive_ms - TIDY_FOLD_MS,
                                    tidy->keeping.withheld};
    return store_sqlite_fold(sqlite, &fold, &folded, &fault) == 0 ? TIDY_MORE : TIDY_FAILED;
}

/* From when on that stays which goes after so many days. */
static int64_t tidy_since_ms(const struct store_tidy *tidy, uint32_t days)
{
    return days == 0 ? INT64_MIN : tidy->alive_ms - (int64_t)days * TIDY_DAY_MS;
}

/* Looks at some records from where the part has come to, up to the first that is old; 0: none of
 * them is. seen_r: how many. -1 on a fault. */
static int64_t tidy_old_record(struct store_tidy *tidy, const struct store_sqlite *sqlite,
                               unsigned *seen_r)
{
    sqlite3_stmt *rows = NULL;
    int64_t old = 0;
    int code = sqlite3_prepare_v2(sqlite->db,
                                  "SELECT table_id, ended_ms, CASE WHEN row_sum('tables', id, "
                                  "room, game, header) IS tables.sum THEN room END FROM record "
                                  "LEFT JOIN tables ON id = table_id WHERE table_id > ?1 ORDER BY "
                                  "table_id LIMIT ?2",
                                  -1, &rows, NULL);
    if (code == SQLITE_OK) {
        sqlite3_bind_int64(rows, 1, (int64_t)tidy->record);
        sqlite3_bind_int(rows, 2, TIDY_ROWS);
        code = sqlite3_step(rows);
    }
    for (; code == SQLITE_ROW && old == 0; ++*seen_r) {
        const char *room = (const char *)sqlite3_column_text(rows, 2);
        uint32_t days = keep_rooms_days(&tidy->rooms, &tidy->keeping, room == NULL ? "" : room,
                                        tidy->keeping.tables_days);
        tidy->record = (uint64_t)sqlite3_column_int64(rows, 0);
        bool known = room != NULL; /* whose room cannot be read stays */
        if (known && sqlite3_column_int64(rows, 1) < tidy_since_ms(tidy, days)) {
            old = (int64_t)tidy->record;
        } else {
            code = sqlite3_step(rows);
        }
    }
    sqlite3_finalize(rows);
    return old == 0 && code != SQLITE_DONE ? -1 : old;
}

static enum tidy_end tidy_records(struct store_sqlite *sqlite)
{
    struct store_tidy *tidy = sqlite->tidy;
    char sql[STORE_SQLITE_SQL_BYTES];
    struct fault fault;
    unsigned seen = 0;
    int64_t sound = 0;
    if (tidy->keeping.tables_days == 0 && tidy->rooms.count == 0) {
        return TIDY_NEXT;
    }
    int64_t table = tidy_old_record(tidy, sqlite, &seen);
    if (table <= 0) {
        return table < 0 ? TIDY_FAILED : seen == 0 ? TIDY_NEXT : TIDY_MORE;
    }
    sqlite3_snprintf(sizeof sql, sql,
                     "SELECT count(*) FROM record WHERE table_id = %lld AND row_sum('record', "
                     "table_id, ended_ms, packed) IS sum",
                     (long long)table);
    if (store_sqlite_number(sqlite, sql, &sound, NULL) != 0) {
        return TIDY_FAILED;
    }
    const struct store_item gone = {.op = STORE_TABLE_GONE,
                                    .id = (uint64_t)table,
                                    .key = {"", 0},
                                    .extra = {"", 0},
                                    .text = {"", 0}};
    bool done = sound == 0 || (store_sqlite_exec(sqlite, "BEGIN IMMEDIATE", NULL) == 0 &&
                               store_sqlite_put(sqlite, &gone, &fault) == 0 &&
                               store_sqlite_exec(sqlite, "COMMIT", NULL) == 0);
    return done ? TIDY_MORE : TIDY_FAILED;
}

/* --- messages of adapters --------------------------------------------------------------------- */

static int64_t tidy_number(const struct store_sqlite *sqlite, char *sql)
{
    int64_t number = -1;
    if (sql == NULL || store_sqlite_number(sqlite, sql, &number, NULL) != 0) {
        number = -1;
    }
    sqlite3_free(sql);
    return number;
}

/* The last of a group stays: what counts on from it must not begin anew. */
static bool tidy_is_last(const struct store_sqlite *sqlite, const struct store_row *row,
                         const struct row_age *age)
{
    struct store_tidy *tidy = sqlite->tidy;
    char group[TIDY_KEY_BYTES];
    sqlite3_snprintf(sizeof group, group, "%s %.*s", row->key, (int)age->group, row->extra);
    if (strcmp(group, tidy->group) != 0) {
        memcpy(tidy->group, group, sizeof group);
        tidy->group_last = tidy_number(
            sqlite,
            sqlite3_mprintf("SELECT max(place) FROM adapter WHERE adapter = %Q AND "
                            "key >= %.*Q AND key < %.*Q || char(1114111)",
                            row->key, (int)age->group, row->extra, (int)age->group, row->extra));
    }
    return tidy->group_last < 0 || row->at_ms >= tidy->group_last;
}

/* How long the row's room keeps what was said. */
static uint32_t tidy_days(const struct store_tidy *tidy, const struct store_row *row,
                          const struct row_age *age)
{
    char room[TIDY_KEY_BYTES] = "";
    if (age->room_len != 0) {
        sqlite3_snprintf(sizeof room, room, "%s/%.*s", row->key, (int)age->room_len,
                         row->extra + age->room_at);
    }
    return keep_rooms_days(&tidy->rooms, &tidy->keeping, room, tidy->keeping.messages_days);
}

static bool tidy_is_old(const struct store_sqlite *sqlite, const struct store_row *row)
{
    const struct store_tidy *tidy = sqlite->tidy;
    const struct row_rules *rules = row_rules_of(sqlite->rules, row->key);
    struct row_age age = {0};
    if (rules == NULL || rules->age == NULL || !rules->age(row, &age) ||
        age.since_ms >= tidy_since_ms(tidy, tidy_days(tidy, row, &age)) ||
        tidy_is_last(sqlite, row, &age)) {
        return false;
    }
    return age.table == 0 ||
           tidy_number(sqlite, sqlite3_mprintf("SELECT count(*) FROM open_table WHERE id = %lld",
                                               (long long)age.table)) == 0;
}

/* The row's value, out of its seal where it has one. */
static bool tidy_open(sqlite3_stmt *rows, struct buf *value, struct store_row *row)
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

/* Looks at some rows from where the part has come to; what is to be done with them as SQL. */
static int tidy_look(const struct store_sqlite *sqlite, struct buf *sql, unsigned *seen_r)
{
    struct store_tidy *tidy = sqlite->tidy;
    sqlite3_stmt *rows = NULL;
    struct buf value;
    buf_init(&value, INT32_MAX);
    int code = sqlite3_prepare_v2(sqlite->db,
                                  "SELECT adapter, key, place, value, row_sum('adapter', adapter, "
                                  "key, place, value) IS sum FROM adapter WHERE (adapter, key) > "
                                  "(?1, ?2) ORDER BY adapter, key LIMIT ?3",
                                  -1, &rows, NULL);
    if (code == SQLITE_OK) {
        sqlite3_bind_text(rows, 1, tidy->adapter, -1, SQLITE_TRANSIENT);
        sqlite3_bind_text(rows, 2, tidy->key, -1, SQLITE_TRANSIENT);
        sqlite3_bind_int(rows, 3, TIDY_ROWS);
        code = sqlite3_step(rows);
    }
    for (; code == SQLITE_ROW; code = sqlite3_step(rows), ++*seen_r) {
        struct store_row row = {.key = (const char *)sqlite3_column_text(rows, 0),
                                .extra = (const char *)sqlite3_column_text(rows, 1),
                                .at_ms = sqlite3_column_int64(rows, 2)};
        bool opened = tidy_open(rows, &value, &row);
        sqlite3_snprintf(sizeof tidy->adapter, tidy->adapter, "%s", row.key);
        sqlite3_snprintf(sizeof tidy->key, tidy->key, "%s", row.extra);
        if (opened && sqlite3_column_int(rows, 4) == 1 && tidy_is_old(sqlite, &row)) {
            char *one = sqlite3_mprintf("DELETE FROM adapter WHERE (adapter, key) = (%Q, %Q);",
                                        row.key, row.extra);
            buf_text(sql, one);
            sqlite3_free(one);
        }
    }
    sqlite3_finalize(rows);
    buf_deinit(&value);
    return code == SQLITE_DONE ? 0 : -1;
}

static enum tidy_end tidy_messages(struct store_sqlite *sqlite)
{
    struct buf sql;
    unsigned seen = 0;
    if (sqlite->tidy->keeping.messages_days == 0 && sqlite->tidy->rooms.count == 0) {
        return TIDY_NEXT;
    }
    buf_init(&sql, (size_t)TIDY_ROWS * 4 * TIDY_KEY_BYTES);
    int done = tidy_look(sqlite, &sql, &seen);
    if (done == 0 && sql.len > 0) {
        done = tidy_transact(sqlite, sql.text);
    }
    buf_deinit(&sql);
    return done != 0 ? TIDY_FAILED : seen == 0 ? TIDY_NEXT : TIDY_MORE;
}

/* --- packs and space -------------------------------------------------------------------------- */

static enum tidy_end tidy_packs(const struct store_sqlite *sqlite)
{
    int64_t unused = 0;
    if (store_sqlite_number(sqlite,
                            "SELECT count(*) FROM pack WHERE digest NOT IN "
                            "(SELECT pack FROM candidates)",
                            &unused, NULL) != 0) {
        return TIDY_FAILED;
    }
    return unused == 0 || tidy_transact(sqlite, "DELETE FROM pack WHERE digest NOT IN "
                                                "(SELECT pack FROM candidates)") == 0
               ? TIDY_NEXT
               : TIDY_FAILED;
}

static enum tidy_end tidy_space(const struct store_sqlite *sqlite)
{
    char sql[64];
    int64_t free_pages = 0;
    int64_t kind = 0;
    if (store_sqlite_number(sqlite, "PRAGMA auto_vacuum", &kind, NULL) != 0 ||
        store_sqlite_number(sqlite, "PRAGMA freelist_count", &free_pages, NULL) != 0) {
        return TIDY_FAILED;
    }
    if (kind != 2 || free_pages <= TIDY_SPARE) {
        return TIDY_NEXT;
    }
    sqlite3_snprintf(sizeof sql, sql, "PRAGMA incremental_vacuum(%d)", TIDY_PAGES);
    return tidy_transact(sqlite, sql) == 0 ? TIDY_MORE : TIDY_FAILED;
}

void store_sqlite_spare(const struct store_sqlite *sqlite)
{
    int64_t kind = 0;
    int64_t pages = 0;
    struct fault fault;
    if (sqlite->reading || store_sqlite_number(sqlite, "PRAGMA auto_vacuum", &kind, NULL) != 0 ||
        store_sqlite_number(sqlite, "PRAGMA page_count", &pages, NULL) != 0) {
        return;
    }
    if (kind == 0 && pages <= TIDY_ANEW_PAGES) {
        store_sqlite_exec(sqlite, "VACUUM", &fault); /* where it cannot be, all goes on as before */
    }
}

/* --- the pass --------------------------------------------------------------------------------- */

static enum tidy_end tidy_step(struct store_sqlite *sqlite)
{
    switch (sqlite->tidy->part) {
    case TIDY_FOLD:
        return tidy_fold(sqlite);
    case TIDY_RECORDS:
        return tidy_records(sqlite);
    case TIDY_MESSAGES:
        return tidy_messages(sqlite);
    case TIDY_PACKS:
        return tidy_packs(sqlite);
    case TIDY_SPACE:
        return tidy_space(sqlite);
    case TIDY_DONE:
        break;
    }
    return TIDY_NEXT;
}

/* Is a pass under way, or due? */
static bool tidy_begin(struct store_sqlite *sqlite)
{
    struct store_tidy *tidy = sqlite->tidy;
    if (tidy->part != TIDY_DONE) {
        return true;
    }
    if (tidy->alive_ms == 0 || tidy->alive_ms - tidy->pass_ms < TIDY_PASS_MS) {
        return false;
    }
    tidy->pass_ms = tidy->alive_ms;
    if (!keep_rooms_read(&tidy->rooms, sqlite)) {
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

bool store_sqlite_tidy(struct store_sqlite *sqlite, bool quiet)
{
    struct store_tidy *tidy = sqlite->tidy;
    if (tidy == NULL || sqlite->forgot || !tidy_begin(sqlite) ||
        (!quiet && ++tidy->chances % TIDY_BUSY != 0)) {
        return false;
    }
    enum tidy_end end = tidy_step(sqlite);
    if (end == TIDY_NEXT) {
        tidy->part++;
    } else if (end == TIDY_FAILED) {
        /* whatever became of the transaction, the file knows; the rest is for the next pass */
        if (sqlite3_get_autocommit(sqlite->db) == 0) {
            store_sqlite_exec(sqlite, "ROLLBACK", NULL);
        }
        sqlite->lost = true;
        tidy->part = TIDY_DONE;
    }
    return tidy->part != TIDY_DONE;
}
