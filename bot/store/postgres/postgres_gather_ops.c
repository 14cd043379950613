/* Turns of a transaction, gathered: an op into the rows of its kind. */

#include "postgres_gather_private.h"

#include "postgres_link.h"
#include "store_sql_private.h"
#include "store_sql_seal.h"

enum { GATHER_DAY_MS = 86400000 };

static void gather_text(struct postgres_gather *gather, struct postgres_rows *rows,
                        const struct store_text *text)
{
    postgres_sum_text(&gather->sum, text->text, text->len);
    postgres_rows_value(rows, text->text, text->len);
}

/* A text that may be sealed. */
static void gather_bytes(struct postgres_gather *gather, struct postgres_rows *rows,
                         const struct store_text *text, const struct buf *sealed)
{
    const char *bytes = sealed == NULL ? text->text : sealed->text;
    size_t len = sealed == NULL ? text->len : sealed->len;
    postgres_sum_bytes(&gather->sum, bytes, len);
    postgres_rows_value(rows, bytes, len);
}

static void gather_number(struct postgres_gather *gather, struct postgres_rows *rows,
                          int64_t number)
{
    postgres_sum_number(&gather->sum, number);
    postgres_rows_number(rows, number);
}

static void gather_before(struct postgres_gather *gather, struct postgres_rows *rows,
                          struct gather_number before)
{
    gather_sum_number(&gather->sum, before);
    if (before.there) {
        postgres_rows_number(rows, before.number);
    } else {
        postgres_rows_null(rows);
    }
}

static void gather_end(struct postgres_gather *gather, struct postgres_rows *rows)
{
    postgres_rows_number(rows, postgres_sum_end(&gather->sum));
}

/* One op on its way into rows. */
struct gather_op {
    struct store_sql *store;
    struct postgres_gather *gather;
    const struct store_item *item;
    struct store_sealed sealed;
    struct gather_row *row; /* that it is about, or NULL */
    bool is_last;           /* no other op writes that row after it */
};

static int gather_event(const struct gather_op *op, struct postgres_rows *rows, struct fault *fault)
{
    (void)fault;
    postgres_sum_begin(&op->gather->sum, "event");
    gather_number(op->gather, rows, op->item->at_ms / GATHER_DAY_MS);
    gather_number(op->gather, rows,
                  (int64_t)store_sql_digest(op->item->key.text, op->item->key.len));
    gather_end(op->gather, rows);
    return 0;
}

static int gather_inbox(const struct gather_op *op, struct postgres_rows *rows, struct fault *fault)
{
    (void)fault;
    postgres_sum_begin(&op->gather->sum, "inbox");
    gather_number(op->gather, rows, (int64_t)op->item->id);
    gather_text(op->gather, rows, &op->item->key);
    gather_bytes(op->gather, rows, &op->item->text, op->sealed.text);
    gather_end(op->gather, rows);
    return 0;
}

static int gather_done(const struct gather_op *op, struct postgres_rows *rows, struct fault *fault)
{
    (void)fault;
    postgres_rows_number(rows, (int64_t)op->item->id);
    return 0;
}

static int gather_table(const struct gather_op *op, struct postgres_rows *rows, struct fault *fault)
{
    (void)fault;
    op->row->phase = (int64_t)op->item->sub;
    op->row->due_ms = op->item->at_ms;
    op->row->placed = op->row->changed = true;
    if (!op->is_last) {
        return 0;
    }
    postgres_sum_begin(&op->gather->sum, "tables");
    gather_number(op->gather, rows, (int64_t)op->item->id);
    gather_text(op->gather, rows, &op->item->key);
    gather_text(op->gather, rows, &op->item->extra);
    gather_bytes(op->gather, rows, &op->item->text, op->sealed.text);
    gather_end(op->gather, rows);
    return 0;
}

static int gather_journal(const struct gather_op *op, struct postgres_rows *rows,
                          struct fault *fault)
{
    const struct store_item *item = op->item;
    struct postgres_gather *gather = op->gather;
    int64_t id = gather->ids[gather->line_next++];
    if (op->row->step >= (int64_t)item->sub) {
        return store_sql_follows_not(item->id, item->sub, fault);
    }
    postgres_rows_number(rows, id);
    postgres_sum_begin(&gather->sum, "journal");
    gather_number(gather, rows, (int64_t)item->id);
    gather_number(gather, rows, (int64_t)item->sub);
    gather_before(gather, rows, op->row->line);
    gather_text(gather, rows, &item->key);
    gather_bytes(gather, rows, &item->extra, op->sealed.extra);
    gather_bytes(gather, rows, &item->text, op->sealed.text);
    gather_end(gather, rows);
    op->row->step = (int64_t)item->sub;
    op->row->line = (struct gather_number){true, id};
    op->row->changed = true;
    return 0;
}

static int gather_sent(const struct gather_op *op, struct postgres_rows *rows, struct fault *fault)
{
    (void)fault;
    const struct store_item *item = op->item;
    struct postgres_gather *gather = op->gather;
    int64_t id = gather->ids[gather->lines + gather->sent_next++];
    postgres_rows_number(rows, id);
    postgres_sum_begin(&gather->sum, "sent");
    gather_number(gather, rows, (int64_t)item->id);
    gather_before(gather, rows, op->row->sent);
    gather_number(gather, rows, (int64_t)item->sub);
    gather_text(gather, rows, &item->key);
    gather_text(gather, rows, &item->extra);
    gather_bytes(gather, rows, &item->text, op->sealed.text);
    gather_end(gather, rows);
    op->row->sent = (struct gather_number){true, id};
    op->row->changed = true;
    return 0;
}

static int gather_outbox(const struct gather_op *op, struct postgres_rows *rows,
                         struct fault *fault)
{
    (void)fault;
    const struct store_item *item = op->item;
    postgres_sum_begin(&op->gather->sum, "outbox");
    gather_number(op->gather, rows, (int64_t)item->id);
    gather_number(op->gather, rows, (int64_t)item->sub);
    gather_number(op->gather, rows, item->at_ms);
    gather_text(op->gather, rows, &item->key);
    gather_text(op->gather, rows, &item->extra);
    gather_bytes(op->gather, rows, &item->text, op->sealed.text);
    gather_end(op->gather, rows);
    return 0;
}

/* Which rows an op goes into, and whether the last one alone does. */
static const struct {
    int (*add)(const struct gather_op *op, struct postgres_rows *rows, struct fault *fault);
    enum gather_kind kind;
    bool last_alone;
} gather_takers[STORE_ALIVE + 1] = {
    [STORE_EVENT] = {gather_event, GATHER_EVENT, false},
    [STORE_INBOX] = {gather_inbox, GATHER_INBOX, true},
    [STORE_INBOX_DONE] = {gather_done, GATHER_INBOX_DONE, true},
    [STORE_TABLE] = {gather_table, GATHER_TABLE, false},
    [STORE_JOURNAL] = {gather_journal, GATHER_JOURNAL, false},
    [STORE_SENT] = {gather_sent, GATHER_SENT, false},
    [STORE_OUTBOX] = {gather_outbox, GATHER_OUTBOX, true},
    [STORE_OUTBOX_DONE] = {gather_done, GATHER_OUTBOX_DONE, true},
};

int postgres_gather_take(struct store_sql *store, const struct store_item *item, size_t number,
                         struct fault *fault)
{
    struct postgres_gather *gather = postgres_link_of(store)->gather;
    if (!gather->active || gather_takers[item->op].add == NULL) {
        return 0;
    }
    struct gather_op op = {.store = store, .gather = gather, .item = item, .is_last = true};
    struct postgres_rows *rows = &gather->rows[gather_takers[item->op].kind];
    if (gather_ops[item->op].use != GATHER_OTHERS) {
        op.row = gather_row(gather, gather_ops[item->op].row, item->id);
        op.is_last = op.row->last == number;
    }
    if (gather_takers[item->op].last_alone && !op.is_last) {
        return 1;
    }
    store_seal_item(store, item, &op.sealed);
    if (gather_takers[item->op].add(&op, rows, fault) != 0 ||
        (postgres_rows_full(rows) && postgres_rows_write(store, rows, fault) != 0)) {
        return -1;
    }
    return 1;
}
