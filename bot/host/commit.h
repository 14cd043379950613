/* A transaction on its way: what it writes, and what happens when it is on disk or is not. */
#ifndef COMMIT_H
#define COMMIT_H

#include "adapter.h"

enum { COMMIT_PEOPLE_MAX = 16 };

struct adapter_link;
struct inbox_item;
struct outbox_row;
struct person;

struct commit {
    struct house *house;
    struct store_batch *batch;
    struct adapter_link *adapter; /* who is told, with token, when it is done */
    void *token;
    bool repeated;           /* all it does is to tell token, after all commits before it, that
                              * this was heard before */
    uint64_t table;          /* touched by it: dropped and replayed when it fails; 0 none */
    uint64_t closed;         /* a table that is taken out of the register when it is done */
    char *event_key;         /* forgotten when it fails, so that it may come again; owned */
    struct outbox_row *rows; /* sent from when it is done; die when it fails */
    struct outbox_row **rows_end;
    uint64_t sent;             /* an outbox row that it ends, 0 none */
    struct inbox_item *parked; /* an item that it writes into the store */
    unsigned people_count;
    uint64_t people[COMMIT_PEOPLE_MAX]; /* whose rows it writes */
};

struct commit *commit_new(struct house *house);
/* An op of the transaction. */
void commit_put(struct commit *commit, enum store_op op, const struct store_row *row);
/* Writes a person whom the store does not know as they are now. */
void commit_person(struct commit *commit, struct person *person);
void commit_rows(struct commit *commit, struct adapter_link *adapter,
                 const struct adapter_row *rows, size_t count);
/* Hands over an item's rows and token, and notes its event as heard. */
void commit_item(struct commit *commit, struct inbox_item *item);
/* Gives it to the store; an empty one is done at once. */
void commit_submit(struct commit **commit);
/* Drops it: nothing of it was meant. The token is not told. */
void commit_drop(struct commit **commit);

#endif
