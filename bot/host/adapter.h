/* An adapter: what the house may ask of a platform, and what a platform tells the house. The house
 * asks for capabilities of a room, never which platform it is. */
#ifndef ADAPTER_H
#define ADAPTER_H

#include "fault.h"
#include "heard.h"
#include "room_order.h"
#include "store.h"

struct house;
struct settings;
struct loop;

/* How one member of a team's room is kept from talking to the others there for a while. */
enum silence {
    SILENCE_NONE,  /* it cannot be: no room, the team talks through the bot */
    SILENCE_RELAY, /* the same, and the platform could have rooms */
    SILENCE_POWER, /* they stay in and read, and cannot write */
    SILENCE_REMOVE /* they are out until they may talk again */
};

struct room_caps {
    bool hears_text;
    bool private_reply; /* an answer that only who acted sees */
    bool direct;        /* a private room with a person */
    bool edit;
    bool buttons;
    bool forms;
    bool reactions;
    bool threads;         /* a thread for a table can be opened from here, and is wanted */
    bool team_rooms;      /* a private room for a team at a table here can be opened */
    bool pictures;        /* takes SVG boards */
    bool names_in_lines;  /* shows a relayed line under its author's name by itself */
    enum silence silence; /* of team rooms opened from here; in one of them: of itself */
    uint32_t text_max;    /* characters in a message */
    uint32_t board_ms;    /* between two edits of a table's board, at the least; 0: at will */
};

enum send_kind {
    SEND_POST,    /* to room */
    SEND_EDIT,    /* of edit_of in room; a new post where that is gone */
    SEND_PRIVATE, /* to account, the way that outlives a restart */
    SEND_ANSWER,  /* to account, about what was heard with .answer; falls back to SEND_PRIVATE */
    SEND_RELAY,   /* to room: a line in the name of account */
    SEND_HIDE     /* edit_of in room shows doc in its place, or goes; nothing else comes of it, and
                   * where it is gone already, that is well (several ids: a blank between) */
};

struct sending {
    uint64_t row; /* the outbox's */
    enum send_kind kind;
    const char *room;
    const char *account;
    const char *edit_of; /* platform id */
    const char *nonce;   /* idempotency key: random, 22 characters of base64url */
    const char *doc;     /* the document as JSON (doc_json.h) */
    void *answer;        /* heard->answer when it is still there, or NULL */
    uint64_t table;
    int64_t created_ms;
    bool passing;   /* the store takes nothing: shown now, with no row of its own, or never */
    unsigned tries; /* 0 the first time; above it the fate of the last try is unknown or bad */
};

enum send_fate {
    SEND_LATER,   /* not sent: again at retry_ms */
    SEND_UNKNOWN, /* may have arrived: again with the same nonce */
    SEND_GONE,    /* room or message is no more */
    SEND_REFUSED  /* this way to the person is closed */
};

struct adapter;

struct adapter_def {
    const char *name;
    int (*open)(struct adapter **adapter, struct house *house, struct loop *loop,
                const struct settings *settings, struct fault *fault);
    /* Before the first event: rows that the adapter had stored are read with store_read. */
    void (*caps)(const struct adapter *adapter, const char *room, struct room_caps *caps);
    /* Starts one send; answers with house_sent or house_send_failed, at once or later. At most one
     * at a time for each room (what is passing may come beside it). The strings live until then. */
    void (*send)(struct adapter *adapter, const struct sending *sending);
    /* Starts one order about a room (room_order.h); answered, and one at a time for each room, as a
     * send. NULL where caps never offers threads or team_rooms. */
    void (*order)(struct adapter *adapter, const struct room_order *order);
    /* Something handed over with house_heard or house_store is on disk (or not: fault). */
    void (*stored)(struct adapter *adapter, void *token, const struct fault *fault);
    /* How a person or room is called now, for mentions and titles; NULL unknown. */
    const char *(*room_name)(const struct adapter *adapter, const char *room);
    /* What the room is part of (a server), by the platform's id; NULL, or no function: nothing. */
    const char *(*server)(const struct adapter *adapter, const char *room);
    /* What the bot would need in that room to hold a table there and does not have, as words for
     * people; NULL, or no function: nothing, as far as is known. Lives until its next event. */
    const char *(*lacks)(struct adapter *adapter, const char *room);
    const char *(*person_name)(const struct adapter *adapter, const char *account);
    /* How the bot itself is mentioned in a text there ("@deaddrop"); NULL, or no function, where it
     * is not. */
    const char *(*mention)(const struct adapter *adapter);
    void (*drain)(struct adapter *adapter); /* take nothing new, finish what is on its way */
    void (*close)(struct adapter **adapter);
};

/* What a row's key begins with when all of it is about one account, whose name follows: such a row
 * goes when that person is forgotten. */
#define ADAPTER_ACCOUNT_ROW "u/"

/* A row of an adapter's own that travels in a transaction. */
struct adapter_row {
    const char *key;
    const char *value; /* NULL deletes */
    size_t len;
    int64_t order;
};

/* Upward calls. Nothing is done inside them: events queue, the loop drains. */

/* Heard something; rows (may be none) are stored in the same transaction, then stored(token). heard
 * is copied. False when the house takes nothing now (queue full, closing): say so kindly. An event
 * id that was heard before stores nothing: stored() then comes with FAULT_GONE. */
bool house_heard(struct house *house, struct adapter *adapter, const struct heard *heard,
                 const struct adapter_row *rows, size_t row_count, void *token);
/* Stores rows alone. */
void house_store(struct house *house, struct adapter *adapter, const struct adapter_row *rows,
                 size_t row_count, void *token);
/* The send of an outbox row has arrived as platform_id; rows go in the transaction that ends it.
 * Where there are rows and that transaction fails, the message is sent again, with its nonce. */
void house_sent(struct house *house, struct adapter *adapter, uint64_t row, const char *platform_id,
                const struct adapter_row *rows, size_t row_count, void *token);
void house_send_failed(struct house *house, struct adapter *adapter, uint64_t row,
                       enum send_fate fate, int64_t retry_ms, const char *why);
/* The account at this adapter of a person (internal id); NULL when there is none. Lives until the
 * loop's next turn. */
const char *house_account(const struct house *house, const struct adapter *adapter,
                          uint64_t person);
/* The platform was out of reach since then: deadlines of its tables move when it is back. */
void house_away(struct house *house, struct adapter *adapter, int64_t since_ms, int64_t back_ms);
/* These rooms (NULL: all of the adapter's; copied) cannot be reached from here on: no deadline of
 * their tables falls until they are said to be back. A start of the house forgets it. */
void house_unreached(struct house *house, struct adapter *adapter, const char *const *rooms,
                     size_t count);

struct away {
    int64_t since_ms; /* what was done there from then … */
    int64_t back_ms;  /* … to then was not heard; the same moment: all of it was */
};
/* They are back; the deadlines of their tables, and of no others, move by the gap. */
void house_reached(struct house *house, struct adapter *adapter, const char *const *rooms,
                   size_t count, struct away away);

#endif
