/* The bot as an appservice: the homeserver pushes events in transactions, in place of /sync. They
 * are processed like those of a sync. A transaction is answered when everything that was enqueued
 * from it is on disk. */
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
/* Without a socket: transactions come by matrix_appservice_receive alone. */
struct matrix_appservice *matrix_appservice_new(struct matrix *matrix);
/* Listens where the settings say. -1 on a fault. */
int matrix_appservice_listen(struct matrix_appservice *appservice, struct loop *loop,
                             struct fault *fault);
/* A transaction that is being processed is not answered any more. */
void matrix_appservice_free(struct matrix_appservice **appservice);
/* A row read at the start. False: it is none of its. */
bool matrix_appservice_restore(struct matrix_appservice *appservice, const char *key,
                               const char *text, size_t len);
/* Call once signed in: asks the homeserver to ping us. */
void matrix_appservice_start(struct matrix_appservice *appservice);

/* Called exactly once, with the HTTP answer. */
typedef void (*matrix_received_fn)(void *context, int status, const char *json);
/* A transaction as it was received. */
struct matrix_transaction {
    const char *authorization; /* the header's value */
    const char *id;
    const char *body;
    size_t len;
};

/* done may be called from inside. */
void matrix_appservice_receive(struct matrix_appservice *appservice,
                               const struct matrix_transaction *transaction,
                               matrix_received_fn done, void *context);

#endif
