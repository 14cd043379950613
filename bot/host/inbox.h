/* The inbox: what adapters told, in the order they told it, until its turn comes. Bounded; nothing
 * is done inside the calls that fill it. */
#ifndef INBOX_H
#define INBOX_H

#include "adapter.h"
#include "heard_copy.h"

enum { INBOX_MAX = 8192 };

struct adapter_link;
struct commit;

enum inbox_kind {
    INBOX_HEARD,  /* somebody did something */
    INBOX_ROWS,   /* an adapter's rows alone */
    INBOX_SENT,   /* a send has arrived */
    INBOX_FAILED, /* a send has not */
    INBOX_AWAY,   /* a platform was out of reach, or some of its rooms were */
    INBOX_LOST    /* … or are from here on */
};

enum inbox_look {
    LOOK_WANTED,  /* has it been heard before? not asked yet */
    LOOK_ASKED,   /* the store is asked */
    LOOK_NEW,     /* no */
    LOOK_REPEATED /* yes */
};

struct inbox_item {
    struct inbox_item *next;
    enum inbox_kind kind;
    enum inbox_look look;
    struct house *house;
    struct adapter_link *adapter;
    void *token;              /* NULL once it was handed on */
    struct adapter_row *rows; /* one block with their texts */
    size_t row_count;
    bool some;              /* INBOX_AWAY, INBOX_LOST: only the rooms that rows name as keys */
    char *key;              /* INBOX_HEARD: "adapter/event id" */
    struct heard_copy copy; /* INBOX_HEARD */
    uint64_t stored_id;     /* its row in the store, 0 none */
    struct commit *parking; /* on its way there */
    uint64_t row;           /* INBOX_SENT, INBOX_FAILED: the outbox's */
    char *platform_id;      /* INBOX_SENT; INBOX_FAILED: why */
    enum send_fate fate;    /* INBOX_FAILED */
    int64_t from_ms;        /* INBOX_FAILED: retry at; INBOX_AWAY: since */
    int64_t to_ms;          /* INBOX_AWAY: back */
};

struct inbox {
    struct inbox_item *first;
    struct inbox_item *last;
    struct inbox_item *unlooked; /* the first that nobody has asked about */
    struct inbox_item *again;    /* those that waited for a table, before all others */
    struct inbox_item *again_last;
    size_t count;
    uint64_t next_id;
};

/* Copies rows into one block; NULL for none. */
struct adapter_row *inbox_copy_rows(const struct adapter_row *rows, size_t count);
void inbox_add(struct inbox *inbox, struct inbox_item *item);
/* Puts items that waited (a list) before all others, in their order; returns how many. */
size_t inbox_resume(struct inbox *inbox, struct inbox_item *first);
/* Takes the first item whose turn can come; NULL when there is none. */
struct inbox_item *inbox_take(struct inbox *inbox);
void inbox_item_free(struct inbox_item **item);
void inbox_deinit(struct inbox *inbox);
/* Starts asking about what was heard, in order. */
void inbox_look(struct house *house);
/* Reads what waited in the store; blocking, for the start. */
int inbox_load(struct house *house, struct fault *fault);

#endif
