/* What gathering is made of: rows of each kind, and what is known of those of a transaction. */
#ifndef POSTGRES_GATHER_PRIVATE_H
#define POSTGRES_GATHER_PRIVATE_H

#include "postgres_gather.h"
#include "postgres_rows.h"
#include "postgres_sum.h"
#include "store_private.h"

enum gather_kind {
    GATHER_LOAD, /* what is read before */
    GATHER_EVENT,
    GATHER_INBOX,
    GATHER_INBOX_DONE,
    GATHER_TABLE,
    GATHER_JOURNAL,
    GATHER_SENT,
    GATHER_OUTBOX,
    GATHER_OUTBOX_DONE,
    GATHER_STANDING,
    GATHER_OPENED,
    GATHER_CLOSED_TABLE,
    GATHER_KINDS
};

/* A number, or NULL. */
struct gather_number {
    bool there;
    int64_t number;
};

/* What is known of one row of this transaction: where a table stands, or another row that may be
 * written several times. */
struct gather_row {
    enum gather_kind kind; /* GATHER_LOAD: no row */
    uint64_t id;
    size_t last; /* the number of the op that writes it last; of a table's, of STORE_TABLE */
    bool there;  /* it was before, */
    int64_t was; /* in this phase, */
    bool placed; /* and STORE_TABLE has said another one */
    bool changed;
    int64_t phase;
    int64_t due_ms;
    int64_t step;
    struct gather_number line;
    struct gather_number sent;
};

struct postgres_gather {
    size_t from; /* this many ops on it is worth the while */
    bool active;
    struct postgres_rows rows[GATHER_KINDS];
    struct postgres_sum sum;
    struct gather_row *places; /* by kind and id; a power of two */
    size_t places_count;
    size_t used;
    int64_t *ids; /* of lines, then of sent messages, */
    size_t lines; /* of which so many are the former */
    size_t sents;
    size_t line_next;
    size_t sent_next;
};

/* What an op is to a transaction that is gathered. */
enum gather_use {
    GATHER_OTHERS,  /* other rows than these: no matter */
    GATHER_ORDERED, /* these rows, by another way: all is written op by op */
    GATHER_OF_TABLE,
    GATHER_OF_ROW
};

/* What an op is, and which kind of row it is about. */
struct gather_op_use {
    enum gather_use use;
    enum gather_kind row;
};
extern const struct gather_op_use gather_ops[STORE_ALIVE + 1];

/* What is known of a row, which begins with nothing. */
struct gather_row *gather_row(struct postgres_gather *gather, enum gather_kind kind, uint64_t id);
/* Adds a number, or NULL, to a sum. */
void gather_sum_number(struct postgres_sum *sum, struct gather_number number);

#endif
