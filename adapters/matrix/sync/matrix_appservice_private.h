/* The states of a transaction. Inside the sync's room. */
#ifndef MATRIX_APPSERVICE_PRIVATE_H
#define MATRIX_APPSERVICE_PRIVATE_H

#include <cjson/cJSON.h>

#include "matrix_appservice.h"
#include "transitions.h"

enum appservice_state {
    APPSERVICE_IDLE,      /* there is no transaction */
    APPSERVICE_PROCESSES, /* its events are enqueued, one after the other */
    APPSERVICE_FETCHES,   /* the state of the next event's room is being fetched */
    APPSERVICE_FETCHED,   /* it was fetched, or could not be: the event is processed next */
    APPSERVICE_ENDS       /* all that was enqueued is being stored, and then the transaction's id */
};
extern const struct transitions appservice_transitions;

/* matrix_appservice_keys.c: what a transaction has of keys (MSC2409, MSC3202), for our device.
 * False: it has nothing of them, which it should. */
bool matrix_appservice_keys(struct matrix *matrix, const cJSON *transaction);

#endif
