/* A transaction on its way: what it writes, and what happens when it is on disk or is not. */
#ifndef COMMIT_H
#define COMMIT_H

#include "adapter_link.h"
#include "mail.h"

enum { COMMIT_PEOPLE_MAX = 32, COMMIT_ENDS_MAX = 512 };

struct inbox_item;
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
    bool repeated;    /* all it does is to acknowledge its token, after all commits before it, as a
                         duplicate */
    uint64_t table;   /* touched by it: dropped and replayed when it fails; 0 none */
    uint64_t closed;  /* a table that is taken out of the register when it is done */
    char *event_key;  /* forgotten when it fails, so that it may come again; owned */
    struct mail mail; /* the messages that it adds and ends */
    struct inbox_item *deferred; /* an item that it writes into the store */
    bool of_letter;              /* it stores what another part of the house has told */
    unsigned people_count;
    uint64_t people[COMMIT_PEOPLE_MAX]; /* whose rows it writes */
};

/* What the house does when one has come to its end (commit_end.h). */
struct commit_ends {
    void (*landed)(struct commit *commit);
    void (*failed)(struct commit *commit, const struct fault *fault);
};

struct commit *commit_new(struct house *house);
/* An op of the transaction. */
void commit_put(struct commit *commit, enum store_op op, const struct store_row *row);
/* Writes a person whom the store does not know as they are now, and those linked with them; the
 * other parts of the house are told what is news to them (person_tell.h). */
void commit_person(struct commit *commit, struct person *person);
void commit_rows(struct commit *commit, struct adapter_link *adapter,
                 const struct adapter_row *rows, size_t count);
/* Takes over an item's rows and token, and records its event id. */
void commit_item(struct commit *commit, struct inbox_item *item);
/* Takes over a token. */
void commit_token(struct commit *commit, struct adapter_link *adapter, void *token);
/* Acknowledges the tokens that it has; fault NULL: it is on disk. */
void commit_acknowledge(const struct commit *commit, const struct fault *fault);
/* Gives it to the store; an empty one is done at once. */
void commit_submit(struct commit **commit);
/* The commit that collects ends of sends until commit_flush(): one transaction for all of them. */
struct commit *commit_collect(struct house *house);
/* They go to the store now. */
void commit_flush(struct house *house);
/* Drops it with all that was put. The token is not acknowledged. */
void commit_drop(struct commit **commit);

#endif
