/* What a transaction does with messages: it adds some, changes those that wait. */
#ifndef OUTBOX_PUT_H
#define OUTBOX_PUT_H

#include "doc.h"
#include "mail.h"
#include "outbox.h"

/* What a new message is. */
struct outbox_message {
    enum send_kind kind;
    const char *room;    /* "adapter/room" */
    const char *account; /* SEND_PRIVATE, SEND_ANSWER, SEND_RELAY */
    const struct doc *doc;
    enum doc_kind doc_kind;
    uint64_t table;  /* 0: of no table */
    uint32_t number; /* the table's, in its room */
    uint32_t step;
    int seat;
    bool proves;
    const char *edit_of;
    uint32_t since;                /* of such an edit: the first step whose lines stand there */
    const struct kept_doc *before; /* an edit that says more of a line: what stands there; it is a
                                    * post where the two are too long for one */
    void *answer;
    bool talk;
    bool board; /* outbox_row.h: board, card, call, notify, routine, only_edit */
    uint64_t card;
    bool call;
    bool notify;
    bool routine;
    bool only_edit;
    int author;     /* of talk: the seat that said it */
    uint64_t after; /* a row that has to be done before; 0 none */
};

/* What a new order is. */
struct outbox_order {
    enum room_operation_kind act;
    const char *room; /* "adapter/room": the one it is about, ROOM_OPEN: the table's */
    const char *account;
    const char *json; /* ROOM_OPEN: {"name","members":[account],"silent":[account]}; ROOM_EVENT_…:
                       * scheduled_event.c; else "" */
    uint64_t table;
    int team;
};

/* Adds a message: NULL when it is too long to be sent at all. A line joins what waits for its room
 * from before (row->joins), as far as that reads well in one message. */
const struct outbox_row *outbox_put(struct mail *mail, const struct outbox_message *message);
/* The same for one whose document is drawn when it is sent. */
void outbox_put_unrendered(struct mail *mail, const struct outbox_message *message);
/* Its document, to be kept by the caller; NULL when it is too long to be sent at all. */
struct kept_doc *outbox_keep_doc(const struct outbox *outbox, const struct outbox_message *message);
/* The same hashed: equal where two say the same; never 0. */
uint64_t outbox_doc_hash(const struct outbox *outbox, const struct outbox_message *message);
/* Queues what cannot be stored, while the store takes nothing. */
void outbox_say_now(struct outbox *outbox, const struct outbox_message *message);

/* Adds an order about a room; returns its row. */
uint64_t outbox_put_order(struct mail *mail, const struct outbox_order *order);
/* What waits for one row waits for another one too (0: for no other). */
void outbox_wait_also(struct mail *mail, uint64_t after, uint64_t then);

/* A game is over: what its teams said among themselves and has not arrived is said no more. */
void outbox_wipe_talk(struct mail *mail, uint64_t table);
/* What is meant of the table's messages and is not on its way yet is sent no more. */
void outbox_wipe(struct mail *mail, uint64_t table,
                 bool (*meant)(const void *context, const struct outbox_row *row),
                 const void *context);
/* What waits for a room is sent to the one that it is now: of this table alone, 0: of all. */
void outbox_readdress(struct mail *mail, const char *from, const char *to, uint64_t table);

#endif
