/* What a delivery is on every platform: one send of the house on its way. It is the first member of
 * the platform's own struct, which the platform frees. */
#ifndef DELIVERY_H
#define DELIVERY_H

#include "adapter.h"

/* All that are in flight. */
struct deliveries {
    struct delivery *first;
    struct house *house;
    struct adapter *adapter;
};

struct delivery {
    struct deliveries *all;
    struct delivery *next;
    struct delivery *previous;
    uint64_t row;   /* of the outbox; 0: the adapter's own, of whose end nobody is notified */
    char *messages; /* ids of the parts sent so far, separated by blanks; NULL none */
    char *svg;      /* the drawing under a board, NULL none, */
    char *alt;      /* and its description */
};

/* Adds it to those in flight, the newest first. */
void delivery_begin(struct delivery *delivery, struct deliveries *all, uint64_t row);
/* Takes it out of them, and frees what it holds. */
void delivery_end(struct delivery *delivery);

/* Notify the house; see house_delivered and house_send_failed. */
void delivery_sent(const struct delivery *delivery, const char *id, const struct adapter_row *rows,
                   size_t count);
void delivery_failed(const struct delivery *delivery, enum send_status status, int64_t retry_ms,
                     const char *why);

/* One more part was sent, as the message of this id. */
void delivery_add_message(struct delivery *delivery, const char *id);
/* The drawing of the document as it is now, in place of the last; NULL: none. */
void delivery_set_drawing(struct delivery *delivery, const char *svg, const char *alt);

#endif
