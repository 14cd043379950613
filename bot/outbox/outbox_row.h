/* A row of the outbox: a message on its way to one reader, or to a room. In the store it lies in a
 * batch (outbox_batch.h). */
#ifndef OUTBOX_ROW_H
#define OUTBOX_ROW_H

#include "adapter.h"
#include "kept_doc.h"
#include "nonce.h"
#include "transitions.h"

struct buf;
struct cJSON;
struct queue;
struct outbox_lists;
struct outbox_batch;

enum outbox_state {
    OUTBOX_WAITING,   /* in its queue */
    OUTBOX_SENDING,   /* in its adapter's hands */
    OUTBOX_ENDED,     /* delivered, or given up; its end is not on disk yet */
    OUTBOX_RECORDING, /* the same, and as what it was delivered is on its way to the disk */
    OUTBOX_JOINED,    /* another row that is on its way to the disk says it */
    OUTBOX_WITHDRAWN, /* it is not to be sent any more */
    OUTBOX_STATES
};
extern const struct transitions outbox_transitions;

struct outbox_row {
    struct outbox_row *next;
    struct queue *queue;
    struct outbox_batch *outbox_batch; /* that it is stored in; NULL: in none */
    unsigned place;                    /* in it */
    uint64_t id;
    uint64_t table;
    uint32_t step;
    uint32_t since; /* lines of several steps in one message: the first of them; 0: of step alone */
    uint64_t joins; /* the row that it says too, and takes the place of; 0 none */
    enum outbox_state state;
    int16_t seat; /* who reads it: a seat, SEAT_CROWD, SEAT_NONE */
    enum send_kind kind;
    bool order; /* no message: an order about a room */
    enum room_operation_kind act;
    uint8_t team;   /* of an order */
    uint64_t after; /* rows that have to be done before this one is sent; 0 none */
    uint64_t then;
    bool board;     /* the table's board: its document is drawn when it is sent */
    uint64_t card;  /* the card of this person at it: the same; 0 none */
    bool call;      /* it calls, in the room, those whom no private message reaches */
    bool notify;    /* it notifies its readers, the only kind of message that does */
    bool routine;   /* nobody waits for it */
    bool only_edit; /* where edit_of is gone, nothing is posted */
    bool rendered;  /* by this process */
    bool doubt;     /* a card may have arrived, and is not drawn anew; a board as another drawing */
    bool again;     /* what has arrived may be another drawing, of an earlier process */
    bool proves;    /* its delivery verifies the direct channel to the seat */
    bool transient; /* not in the store */
    int16_t author; /* of talk: the seat that said it */
    bool talk;      /* what somebody said to their team: it goes with the end of the game */
    bool is_rows;   /* the adapter's rows in its end are the send: not stored is not sent */
    char nonce[NONCE_BYTES];
    char given[NONCE_BYTES];    /* what its adapter has for it while it flies */
    char *room;                 /* "adapter/room" */
    char *account;              /* NULL when it is for the room */
    char *edit_of;              /* SEND_EDIT of a table that is gone */
    char *older;                /* a card that is posted: what stood until then */
    struct kept_doc *doc;       /* NULL: it is drawn when it is sent, or there is none */
    char *opens;                /* an order's: what an opening or an event says, JSON */
    char *platform_id;          /* as what it arrived */
    struct outbox_lists *lists; /* the same read, while it is on its way */
    void *answer;
    int64_t created_ms;
    int64_t handed_ms; /* to its adapter */
    int64_t not_before_ms;
    uint64_t shown; /* board: what was drawn, hashed */
    unsigned tries;
};

/* Goes into a state that may follow the one it is in (asserted). */
void outbox_row_move(struct outbox_row *row, enum outbox_state state);
/* Is it still to be delivered? */
bool outbox_row_is_open(const struct outbox_row *row);
/* Is it in its adapter's hands, or has been, with its end not on disk? */
bool outbox_row_is_in_flight(const struct outbox_row *row);

/* The row's JSON beside its document. */
void outbox_row_write(const struct outbox_row *row, struct buf *json);
/* The same read; stored holds the document and the table. NULL: not a row. */
struct outbox_row *outbox_row_read(const struct store_row *stored, const struct cJSON *json);
enum { OUTBOX_AUDIENCE_BYTES = 24 };

/* Who reads it: "board", "crowd" ("crowd 7": lines of step 7 and later), "seat 2"; "person": one
 * who may have no seat; "talk 2": a team, what seat 2 said; "none": a line that was hidden. */
void outbox_row_audience(const struct outbox_row *row, char text[OUTBOX_AUDIENCE_BYTES]);
/* How it is remembered once it has arrived, but for its id. */
struct sent_message;
void outbox_row_sent(const struct outbox_row *row, struct sent_message *sent);
/* The same out of such words, with the room they stand beside. */
void outbox_audience_sent(const char *audience, struct sent_message *sent);
void outbox_row_free(struct outbox_row **row);
/* The same for a list. */
void outbox_rows_free(struct outbox_row *rows);

#endif
