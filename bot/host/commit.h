/* A transaction on its way: what it writes, and what happens when it is on disk or is not. */
#ifndef COMMIT_H
#define COMMIT_H

#include "adapter.h"

enum { COMMIT_PEOPLE_MAX = 16 };

struct adapter_link;
struct inbox_item;
struct outbox_row;
struct parcel;
struct person;

/* Who is told, with their token, when it is done. */
struct commit_token {
    struct adapter_link *adapter;
    void *token;
};

struct commit {
    struct house *house;
    struct store_batch *batch;
    struct commit_token *tokens;
    size_t token_count;
    bool repeated;           /* all it does is to tell its token, after all commits before it, that
                              * this was heard before */
    uint64_t table;          /* touched by it: dropped and replayed when it fails; 0 none */
    uint64_t closed;         /* a table that is taken out of the register when it is done */
    char *event_key;         /* forgotten when it fails, so that it may come again; owned */
    struct outbox_row *rows; /* sent from when it is done; die when it fails */
    struct outbox_row **rows_end;
    uint64_t *ended; /* outbox rows that it ends */
    size_t ended_count;
    struct parcel **parcels; /* that they are in */
    size_t parcel_count;
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
/* Takes over a token. */
void commit_token(struct commit *commit, struct adapter_link *adapter, void *token);
/* The row's message has arrived, or never will: this is the end of it. */
void commit_end(struct commit *commit, struct outbox_row *row);
/* Some of its rows are to be sent no more: it is written anew. NULL: nothing. */
void commit_parcel(struct commit *commit, struct parcel *parcel);
/* Gives it to the store; an empty one is done at once. */
void commit_submit(struct commit **commit);
/* Drops it: nothing of it was meant. The token is not told. */
void commit_drop(struct commit **commit);

#endif
