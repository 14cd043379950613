/* The inbox: what adapters reported, in that order, until it is handled. Bounded; nothing
 * is done inside the calls that fill it. */
#ifndef INBOX_H
#define INBOX_H

#include "adapter.h"
#include "inbound_copy.h"

enum { INBOX_MAX = 8192 };

struct adapter_link;
struct commit;

enum inbox_kind {
    INBOX_INBOUND,     /* an inbound event */
    INBOX_ROWS,        /* an adapter's rows alone */
    INBOX_PASSED_ON,   /* the same with an event for another part of the house (house_pass_on) */
    INBOX_DELIVERED,   /* a send has arrived */
    INBOX_SEND_FAILED, /* a send has not */
    INBOX_REACHABLE,   /* a platform is reachable again, or some of its rooms are */
    INBOX_UNREACHABLE  /* … or are unreachable from here on */
};

enum inbox_duplicate {
    DUPLICATE_UNCHECKED, /* is it a duplicate? not checked yet */
    DUPLICATE_CHECKING,  /* the store is asked */
    DUPLICATE_NO,        /* no */
    DUPLICATE_YES,       /* yes */
    DUPLICATE_UNKNOWN    /* the store does not answer */
};

struct inbox_item {
    struct inbox_item *next;
    enum inbox_kind kind;
    enum inbox_duplicate duplicate;
    struct house *house;
    struct adapter_link *adapter;
    void *token;              /* NULL once a commit has it */
    struct adapter_row *rows; /* one block with their texts */
    size_t row_count;
    bool some; /* INBOX_REACHABLE, INBOX_UNREACHABLE: only the rooms that rows name as keys */
    char *key; /* INBOX_INBOUND, INBOX_PASSED_ON: "adapter/event id" */
    struct inbound_copy copy; /* INBOX_INBOUND */
    uint64_t stored_id;       /* its row in the store, 0 none */
    struct commit *storing;   /* on its way there */
    uint64_t row;      /* INBOX_DELIVERED, INBOX_SEND_FAILED: the outbox's; INBOX_PASSED_ON: part */
    char *platform_id; /* INBOX_DELIVERED; INBOX_SEND_FAILED: why; INBOX_PASSED_ON: the event */
    enum send_status status; /* INBOX_SEND_FAILED */
    int64_t from_ms;         /* INBOX_SEND_FAILED: retry at; INBOX_REACHABLE: since */
    int64_t to_ms;           /* INBOX_REACHABLE: back */
};

struct inbox {
    struct inbox_item *first;
    struct inbox_item *last;
    struct inbox_item *unchecked; /* the first whose duplicate check has not begun */
    struct inbox_item *resumed;   /* those that waited for a table, before all others */
    struct inbox_item *resumed_last;
    size_t count;
    uint64_t next_id;
};

/* Copies rows into one block; NULL for none. */
struct adapter_row *inbox_copy_rows(const struct adapter_row *rows, size_t count);
void inbox_add(struct inbox *inbox, struct inbox_item *item);
/* Puts items that waited (a list) before all others, in their order; returns how many. */
size_t inbox_resume(struct inbox *inbox, struct inbox_item *first);
/* Is it something that may have come before? */
bool inbox_is_event(const struct inbox_item *item);
/* Takes the first item that can be handled; NULL when there is none. */
struct inbox_item *inbox_next(struct inbox *inbox);
void inbox_item_free(struct inbox_item **item);
void inbox_deinit(struct inbox *inbox);
/* Tells the adapter that it is on disk, or (fault) is not; once. */
void inbox_acknowledge(const struct inbox_item *item, const struct fault *fault);

#endif
