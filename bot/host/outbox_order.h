/* Orders about rooms, as rows of the outbox. */
#ifndef OUTBOX_ORDER_H
#define OUTBOX_ORDER_H

#include "outbox.h"

/* What a new order is. */
struct outbox_order {
    enum room_act act;
    const char *room; /* "adapter/room": the one it is about, ROOM_OPEN: the table's */
    const char *account;
    const char *json; /* ROOM_OPEN: {"name","members":[account],"silent":[account]}; else "" */
    uint64_t table;
    int team;
};

/* Adds an order about a room to a commit; returns its row. */
uint64_t outbox_put_order(struct commit *commit, const struct outbox_order *order);
/* What waits for one row waits for another one too (0: for no other). */
void outbox_wait_also(struct commit *commit, uint64_t after, uint64_t then);
/* An order goes to its adapter, has come to its end, is freed (outbox_order.c). */
void outbox_order_give(struct adapter_link *link, struct outbox_row *row);
void outbox_order_ended(struct house *house, struct inbox_item *item, struct outbox_row *row);
void outbox_order_free(struct outbox_row *row);

/* What waits for a room is sent to the one that it is now. */
void outbox_readdress(struct commit *commit, const char *from, const char *to);

#endif
