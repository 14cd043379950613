/* Turns of a transaction, gathered. Where a table stands is read once for all of them, its sums are
 * looked at and made here, and each row is written once. Leases and epochs see to it that nobody
 * else writes there meanwhile (postgres_lease.c): who has lost his ends without a COMMIT. */

#include "postgres_gather_private.h"

#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "heap.h"
#include "postgres_link.h"
#include "store_sql_private.h"

enum {
    GATHER_PLACES = 64,
    GATHER_CLOSED = 4, /* STORE_TABLE's phase */
    GATHER_FROM = 16   /* ops: below it two or three turns cost more together than one by one */
};

static const struct postgres_rows_kind gather_kinds[GATHER_KINDS] = {
    /* the numbers behind are how many ids of lines and of sent messages are wanted */
    [GATHER_LOAD] =
        {"n", "SELECT 0::bigint, standing.id, phase, due_ms, step, line, sent, sum FROM "
              "unnest(?1) AS wanted (id) JOIN standing ON standing.id = wanted.id UNION ALL "
              "SELECT 1, nextval('journal_id_seq'), 0, 0, 0, 0, 0, 0 FROM generate_series(1, "
              "?2) UNION ALL SELECT 2, nextval('sent_id_seq'), 0, 0, 0, 0, 0, 0 FROM "
              "generate_series(1, ?3)"},
    [GATHER_EVENT] = {"nni", "INSERT INTO event (day, key, sum) SELECT * FROM unnest(?1, ?2, ?3) "
                             "ON CONFLICT DO NOTHING"},
    [GATHER_INBOX] = {"ntbi",
                      "INSERT INTO inbox (id, key, heard, sum) SELECT * FROM unnest(?1, ?2, ?3, "
                      "?4) ON CONFLICT (id) DO UPDATE SET key = excluded.key, heard = "
                      "excluded.heard, sum = excluded.sum"},
    [GATHER_INBOX_DONE] = {"n", "DELETE FROM inbox WHERE id = ANY (?1)"},
    /* one that is the same is not even locked */
    [GATHER_TABLE] =
        {"nttbi", "INSERT INTO tables (id, room, game, header, sum) SELECT new.* FROM unnest(?1, "
                  "?2, ?3, ?4, ?5) AS new (id, room, game, header, sum) LEFT JOIN tables AS old ON "
                  "old.id = new.id WHERE old.id IS NULL OR old.header <> new.header OR old.room <> "
                  "new.room OR old.game <> new.game ON CONFLICT (id) DO UPDATE SET room = "
                  "excluded.room, game = excluded.game, header = excluded.header, sum = "
                  "excluded.sum WHERE row_kept(tables.sum, 'tables', tables.id, tables.room, "
                  "tables.game, tables.header)"},
    [GATHER_JOURNAL] = {"nnnntbbi",
                        "INSERT INTO journal (id, table_id, step, before, event, hash, line, sum) "
                        "SELECT * FROM unnest(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"},
    [GATHER_SENT] = {"nnnnttbi",
                     "INSERT INTO sent (id, table_id, before, step, audience, room, platform_id, "
                     "sum) SELECT * FROM unnest(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"},
    [GATHER_OUTBOX] = {"nnnttbi",
                       "INSERT INTO outbox (id, table_id, not_before_ms, room, meta, document, "
                       "sum) SELECT * FROM unnest(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (id) DO "
                       "UPDATE SET table_id = excluded.table_id, not_before_ms = "
                       "excluded.not_before_ms, room = excluded.room, meta = excluded.meta, "
                       "document = excluded.document, sum = excluded.sum"},
    [GATHER_OUTBOX_DONE] = {"n", "DELETE FROM outbox WHERE id = ANY (?1)"},
    [GATHER_STANDING] = {"nnnnnni",
                         "INSERT INTO standing (id, phase, due_ms, step, line, sent, sum) SELECT * "
                         "FROM unnest(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (id) DO UPDATE SET "
                         "phase = excluded.phase, due_ms = excluded.due_ms, step = excluded.step, "
                         "line = excluded.line, sent = excluded.sent, sum = excluded.sum"},
    [GATHER_OPENED] = {"n", "INSERT INTO open_table (id) SELECT unnest(?1) ON CONFLICT DO NOTHING"},
    [GATHER_CLOSED_TABLE] = {"n", "DELETE FROM open_table WHERE id = ANY (?1)"},
};

/* --- rows of a transaction -------------------------------------------------------------------- */

static struct gather_row *gather_place(const struct postgres_gather *gather, enum gather_kind kind,
                                       uint64_t id)
{
    uint64_t hash = (id * 8 + (uint64_t)kind) * 0x9E3779B97F4A7C15U;
    size_t at = (size_t)(hash >> 32) & (gather->places_count - 1);
    while (gather->places[at].kind != GATHER_LOAD &&
           (gather->places[at].kind != kind || gather->places[at].id != id)) {
        at = (at + 1) & (gather->places_count - 1);
    }
    return &gather->places[at];
}

static void gather_grow(struct postgres_gather *gather)
{
    struct gather_row *old = gather->places;
    size_t count = gather->places_count;
    gather->places_count = count * 2;
    gather->places = heap_allocate(gather->places_count * sizeof *gather->places);
    for (size_t i = 0; i < count; i++) {
        if (old[i].kind != GATHER_LOAD) {
            *gather_place(gather, old[i].kind, old[i].id) = old[i];
        }
    }
    free(old);
}

struct gather_row *gather_row(struct postgres_gather *gather, enum gather_kind kind, uint64_t id)
{
    if (gather->used * 2 >= gather->places_count) {
        gather_grow(gather);
    }
    struct gather_row *row = gather_place(gather, kind, id);
    if (row->kind == GATHER_LOAD) {
        *row = (struct gather_row){.kind = kind, .id = id, .step = -1};
        gather->used++;
    }
    return row;
}

static void gather_clear(struct postgres_gather *gather)
{
    for (int i = 0; i < GATHER_KINDS; i++) {
        postgres_rows_clear(&gather->rows[i]);
    }
    memset(gather->places, 0, gather->places_count * sizeof *gather->places);
    gather->used = 0;
    gather->lines = gather->sents = 0;
    gather->line_next = gather->sent_next = 0;
    gather->active = false;
}

struct postgres_gather *postgres_gather_new(void)
{
    struct postgres_gather *gather = heap_allocate(sizeof *gather);
    for (int i = 0; i < GATHER_KINDS; i++) {
        postgres_rows_init(&gather->rows[i], &gather_kinds[i]);
    }
    postgres_sum_init(&gather->sum);
    gather->places_count = GATHER_PLACES;
    gather->from = GATHER_FROM;
    const char *from = crash_built_in() ? getenv("DD_GATHER_FROM") : NULL; /* tests have another */
    if (from != NULL) {
        gather->from = strtoul(from, NULL, 10);
    }
    gather->places = heap_allocate(gather->places_count * sizeof *gather->places);
    return gather;
}

void postgres_gather_finalize(struct postgres_gather *gather)
{
    for (int i = 0; i < GATHER_KINDS; i++) {
        postgres_rows_finalize(&gather->rows[i]);
    }
}

void postgres_gather_free(struct postgres_gather **gather)
{
    struct postgres_gather *freed = *gather;
    *gather = NULL;
    if (freed == NULL) {
        return;
    }
    for (int i = 0; i < GATHER_KINDS; i++) {
        postgres_rows_deinit(&freed->rows[i]);
    }
    postgres_sum_deinit(&freed->sum);
    free(freed->places);
    free(freed->ids);
    free(freed);
}

/* --- before a transaction --------------------------------------------------------------------- */

const struct gather_op_use gather_ops[STORE_ALIVE + 1] = {
    [STORE_INBOX] = {GATHER_OF_ROW, GATHER_INBOX},
    [STORE_INBOX_DONE] = {GATHER_OF_ROW, GATHER_INBOX},
    [STORE_TABLE] = {GATHER_OF_TABLE, GATHER_STANDING},
    [STORE_JOURNAL] = {GATHER_OF_TABLE, GATHER_STANDING},
    [STORE_SENT] = {GATHER_OF_TABLE, GATHER_STANDING},
    [STORE_OUTBOX] = {GATHER_OF_ROW, GATHER_OUTBOX},
    [STORE_OUTBOX_DONE] = {GATHER_OF_ROW, GATHER_OUTBOX},
    [STORE_OUTBOX_RETRY] = {GATHER_ORDERED, GATHER_LOAD},
    [STORE_JOURNAL_EVENT] = {GATHER_ORDERED, GATHER_LOAD},
    [STORE_SENT_PART] = {GATHER_ORDERED, GATHER_LOAD},
    [STORE_TABLE_GONE] = {GATHER_ORDERED, GATHER_LOAD},
    [STORE_FORGET] = {GATHER_ORDERED, GATHER_LOAD},
    /* what was read before a lease was had is another's */
    [STORE_LEASE_TAKE] = {GATHER_ORDERED, GATHER_LOAD},
};

/* Notes which rows an op is about; false where it cannot be gathered. */
static bool gather_note(struct postgres_gather *gather, const struct store_item *item,
                        size_t number)
{
    enum gather_use use = gather_ops[item->op].use;
    if (use == GATHER_OTHERS) {
        return true;
    }
    if (use == GATHER_ORDERED) {
        return false;
    }
    size_t known = gather->used;
    struct gather_row *row = gather_row(gather, gather_ops[item->op].row, item->id);
    if (use == GATHER_OF_TABLE && gather->used > known) {
        postgres_rows_number(&gather->rows[GATHER_LOAD], (int64_t)item->id);
    }
    if (use == GATHER_OF_ROW || item->op == STORE_TABLE) {
        row->last = number;
    }
    gather->lines += item->op == STORE_JOURNAL ? 1 : 0;
    gather->sents += item->op == STORE_SENT ? 1 : 0;
    return true;
}

static bool gather_note_all(struct postgres_gather *gather, struct store_batch *const *batches,
                            size_t count)
{
    size_t number = 0;
    for (size_t i = 0; i < count; i++) {
        size_t items = store_batch_count(batches[i]);
        for (size_t j = 0; j < items; j++) {
            struct store_item item;
            store_batch_item(batches[i], j, &item);
            if (!gather_note(gather, &item, ++number)) {
                return false;
            }
        }
    }
    return number >= gather->from;
}

void gather_sum_number(struct postgres_sum *sum, struct gather_number number)
{
    if (number.there) {
        postgres_sum_number(sum, number.number);
    } else {
        postgres_sum_null(sum);
    }
}

static uint32_t gather_sum_standing(struct postgres_sum *sum, const struct gather_row *row)
{
    postgres_sum_begin(sum, "standing");
    postgres_sum_number(sum, (int64_t)row->id);
    postgres_sum_number(sum, row->phase);
    postgres_sum_number(sum, row->due_ms);
    postgres_sum_number(sum, row->step);
    gather_sum_number(sum, row->line);
    gather_sum_number(sum, row->sent);
    return postgres_sum_end(sum);
}

static struct gather_number gather_column(struct sql_statement *rows, int column)
{
    return (struct gather_number){.there = sql_text(rows, column) != NULL,
                                  .number = sql_number(rows, column)};
}

/* Where a table stands; false where that is damaged. */
static bool gather_loaded(struct postgres_gather *gather, struct sql_statement *rows)
{
    struct gather_row *row = gather_row(gather, GATHER_STANDING, (uint64_t)sql_number(rows, 1));
    row->there = true;
    row->phase = row->was = sql_number(rows, 2);
    row->due_ms = sql_number(rows, 3);
    row->step = sql_number(rows, 4);
    row->line = gather_column(rows, 5);
    row->sent = gather_column(rows, 6);
    return sql_text(rows, 7) != NULL &&
           (uint32_t)sql_number(rows, 7) == gather_sum_standing(&gather->sum, row);
}

static int gather_load(struct store_sql *store, struct postgres_gather *gather, struct fault *fault)
{
    struct sql_statement *rows = postgres_rows_bind(store, &gather->rows[GATHER_LOAD], fault);
    size_t ids = gather->lines + gather->sents;
    size_t got[3] = {0};
    if (rows == NULL) {
        return -1;
    }
    gather->ids = heap_grow(gather->ids, ids == 0 ? 1 : ids, sizeof *gather->ids);
    sql_bind_number(rows, 2, (int64_t)gather->lines);
    sql_bind_number(rows, 3, (int64_t)gather->sents);
    gather->active = true;
    int code = sql_step(rows);
    for (; code == SQL_ROW; code = sql_step(rows)) {
        size_t what = (size_t)sql_number(rows, 0);
        if (what == 0) {
            gather->active = gather_loaded(gather, rows) && gather->active;
        } else if (got[1] + got[2] < ids) {
            gather->ids[(what == 2 ? gather->lines : 0) + got[what]++] = sql_number(rows, 1);
        }
    }
    sql_reset(rows);
    postgres_rows_clear(&gather->rows[GATHER_LOAD]);
    return code == SQL_DONE ? 0 : store_sql_fault(store, code, fault);
}

int postgres_gather_begin(struct store_sql *store, struct store_batch *const *batches, size_t count,
                          struct fault *fault)
{
    struct postgres_gather *gather = postgres_link_of(store)->gather;
    gather_clear(gather);
    if (store->damaged || !gather_note_all(gather, batches, count)) {
        return 0;
    }
    return gather_load(store, gather, fault);
}

/* --- after the ops ---------------------------------------------------------------------------- */

/* Where a table stands now. */
static void gather_stand(struct postgres_gather *gather, const struct gather_row *row)
{
    struct postgres_rows *rows = &gather->rows[GATHER_STANDING];
    uint32_t sum = gather_sum_standing(&gather->sum, row);
    postgres_rows_number(rows, (int64_t)row->id);
    postgres_rows_number(rows, row->phase);
    postgres_rows_number(rows, row->due_ms);
    postgres_rows_number(rows, row->step);
    const struct gather_number numbers[] = {row->line, row->sent};
    for (size_t i = 0; i < 2; i++) {
        if (numbers[i].there) {
            postgres_rows_number(rows, numbers[i].number);
        } else {
            postgres_rows_null(rows);
        }
    }
    postgres_rows_number(rows, sum);
    bool moved = !row->there || row->was == 0 || row->was != row->phase;
    if (row->placed && moved) {
        enum gather_kind kind = row->phase == GATHER_CLOSED ? GATHER_CLOSED_TABLE : GATHER_OPENED;
        postgres_rows_number(&gather->rows[kind], (int64_t)row->id);
    }
}

int postgres_gather_write(struct store_sql *store, struct fault *fault)
{
    struct postgres_gather *gather = postgres_link_of(store)->gather;
    if (!gather->active) {
        return 0;
    }
    for (size_t i = 0; i < gather->places_count; i++) {
        const struct gather_row *row = &gather->places[i];
        if (row->kind == GATHER_STANDING && row->changed) {
            gather_stand(gather, row);
        }
    }
    for (int kind = GATHER_EVENT; kind < GATHER_KINDS; kind++) {
        if (postgres_rows_write(store, &gather->rows[kind], fault) != 0) {
            return -1;
        }
    }
    return 0;
}
