/* What a database does in its own way for a store in SQL. */
#ifndef STORE_SQL_WAYS_H
#define STORE_SQL_WAYS_H

#include "store_sql_private.h"
#include "store_sql_ways.h"

/* How a step of upkeep ended. */
enum tidy_end { TIDY_MORE, TIDY_NEXT, TIDY_FAILED };

/* A column that is sealed: its table, the columns of its sum before and behind it, its place. */
struct seal_column {
    const char *table;
    const char *before;
    const char *column;
    const char *behind;
    const char *kind;  /* of the place, */
    const char *parts; /* and the columns that it is made of */
};

/* What a database does in its own way. */
struct store_sql_ways {
    const char *lacks; /* a table that it has no use for, or "" */
    bool shared;       /* several processes have it in turn, each with a lock file of its own */
    /* What it writes and reads in another way than store_sql_writes and _reads; NULL: the same, ""
     * no more. */
    const char *(*write)(enum store_op op, size_t step);
    const char *(*query)(enum store_query query);
    /* What is taken away from here on leaves nothing behind; or may. */
    int (*secure)(const struct store_sql *store, bool secure, struct fault *fault);
    /* What was taken away leaves free pages and the log. False: another time. */
    bool (*empty)(struct store_sql *store);
    /* Gives some space back. */
    enum tidy_end (*space)(const struct store_sql *store);
    /* Is the row of this op in the way, damaged? Then the transaction can still go on. */
    bool (*was_damaged)(const struct store_sql *store, const struct fault *fault);
    /* All sound values of a column out of their seal and into the one of now; NULL: what was set
     * aside. */
    int (*reseal)(const struct store_sql *store, const struct seal_column *column,
                  struct fault *fault);
    /* Tells how the database itself is damaged; how much, or -1. */
    int (*structure)(const struct store_sql *store, bool start,
                     const struct store_damage_listener *listener, struct fault *fault);
    /* SQL: might a row of `damaged` hide something under a seal? ?2: we seal. */
    const char *aside_sealed;
    /* A point in a transaction to which it can be taken back; and doing that, or letting it go. */
    int (*save)(const struct store_sql *store, struct fault *fault);
    int (*back)(const struct store_sql *store, struct fault *fault);
    /* What store_sql_counts is also held to: ?5 is epoch; whether that was so; "" nothing. */
    const char *fence;
    int64_t (*epoch)(const struct store_sql *store);
    int (*ended)(const struct store_sql *store, struct fault *fault);
    /* An op of a lease has just been run: was it ours? */
    int (*leased)(const struct store_sql *store, struct fault *fault);
    /* Takes an op, the so manieth of its transaction, to write it with others: 1; 0: it is written
     * by itself; -1 with a fault. And writes those. NULL: all are written by themselves. */
    int (*gather)(struct store_sql *store, const struct store_item *item, size_t number,
                  struct fault *fault);
    int (*gathered)(struct store_sql *store, struct fault *fault);
    const char *read_begin; /* SQL: what is read from here on is of one moment */
    const char *mend_begin; /* SQL: a transaction that mends */
    /* Fills fault where the database has not come as far as its lock file says. */
    int (*not_behind)(const struct store_sql *store, const struct store_sql_count *count,
                      struct fault *fault);
    /* Writes it anew without free space. */
    int (*compact)(struct store_sql *store, struct fault *fault);
    /* Rows came with numbers of their own: the next get higher ones. */
    int (*renumber)(const struct store_sql *store, struct fault *fault);
};

#endif
