/* Events handed over by the homeserver whose appservice the bot is: in place of /sync, to the very
 * same hearing. A transaction is answered when all that was heard in it is on disk. */
#ifndef MATRIX_APPSERVICE_H
#define MATRIX_APPSERVICE_H

#include <stdbool.h>
#include <stddef.h>

struct matrix;
struct matrix_appservice;

#define MATRIX_TRANSACTION_KEY "transaction"
struct loop;
struct fault;

/* Whether the settings say that the bot is one. */
bool matrix_appservice_is_set(const struct matrix *matrix);
/* Without a socket: transactions come by matrix_appservice_take alone. */
struct matrix_appservice *matrix_appservice_new(struct matrix *matrix);
/* Listens where the settings say. -1 on a fault. */
int matrix_appservice_listen(struct matrix_appservice *appservice, struct loop *loop,
                             struct fault *fault);
/* Transactions that are being dealt with are not answered any more. */
void matrix_appservice_free(struct matrix_appservice **appservice);
/* A row read at the start. False: it is none of its. */
bool matrix_appservice_restore(struct matrix_appservice *appservice, const char *key,
                               const char *text, size_t len);
/* We know who we are: the homeserver is asked to try whether it reaches us. */
void matrix_appservice_start(struct matrix_appservice *appservice);

/* Exactly once: what to answer. */
typedef void (*matrix_taken_fn)(void *context, int status, const char *json);
/* A transaction as it comes. */
struct matrix_transaction {
    const char *authorization; /* the header's value */
    const char *id;
    const char *body;
    size_t len;
};

/* done may be called from inside. */
void matrix_appservice_take(struct matrix_appservice *appservice,
                            const struct matrix_transaction *transaction, matrix_taken_fn done,
                            void *context);

#endif
