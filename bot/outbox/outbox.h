/* The outbox: messages that are on disk, sent in order for each room and each person, one at a time
 * there, repeated with the same nonce until their delivery status is known. What a message says may
 * be rendered when it is sent (boards, cards), so that edits never pile up: then whoever owns the
 * outbox is asked, by the kind of the row. */
#ifndef OUTBOX_H
#define OUTBOX_H

#include "adapter_link.h"
#include "entropy.h"
#include "map.h"
#include "outbox_row.h"
#include "timers.h"

enum {
    OUTBOX_MAX = 65536,
    OUTBOX_NOTES_MAX = 512 * 1024, /* bytes of ids of what has arrived */
    OUTBOX_BACKOFF_FIRST_MS = 1000,
    OUTBOX_BACKOFF_MAX_MS = 60 * 1000,
    OUTBOX_HOLD_MS = 10 * 60 * 1000,   /* what is private waits no longer for a line of its room */
    OUTBOX_KEEP_MS = 24 * 3600 * 1000, /* after so long a message says nothing any more */
    OUTBOX_TIGHT_MS = 1500, /* a send that takes longer: there is a limit, and what can wait does */
    OUTBOX_TIGHT_WAIT_MS = 500,
    OUTBOX_TIGHT_MOST_MS = 10 * 1000 /* of quiet until what can wait goes */
};

struct queue;
struct mail;
struct outbox_message;

/* The result of rendering a row whose document is made when it is sent. */
enum outbox_render { RENDERED, RENDER_LATER, RENDER_NEVER };

enum outbox_kind_id { OUTBOX_LINE, OUTBOX_BOARD, OUTBOX_CARD, OUTBOX_CALL, OUTBOX_KINDS };

/* What the owner knows of rows of a kind. context is that of the world; a function
 * may be NULL. */
struct outbox_kind {
    /* Is it an edit of a message that stands, for which nobody waits? */
    bool (*stands)(void *context, const struct outbox_row *row);
    /* Has it to wait for its own time? Then not_before_ms of the row says until when. */
    bool (*waits)(void *context, const struct adapter_link *link, struct outbox_row *row);
    /* Fills what the row says and where. */
    enum outbox_render (*render)(void *context, struct outbox_row *row);
    /* It was read at the start. */
    void (*loaded)(void *context, const struct outbox_row *row);
    /* It leaves the outbox, sent or not. */
    void (*ended)(void *context, const struct outbox_row *row);
    /* It leaves it unsent; before ended(). */
    void (*lost)(void *context, const struct outbox_row *row);
    /* It was not delivered after all, as the store did not take the transaction that it is in. */
    void (*revoked)(void *context, const struct outbox_row *row);
    /* Its end, which the store did not take, is recorded once more. */
    void (*recorded)(void *context, const struct outbox_row *row);
};

/* What an outbox needs of whoever owns it; all of it lives as long. */
struct outbox_world {
    struct entropy entropy;
    struct adapter_links *links;
    const int64_t *now_ms;  /* UTC, never runs backwards */
    const bool *store_down; /* nothing but what is transient is sent */
    void *context;
    /* "adapter/room" in which the table stands; NULL: there is no such table. */
    const char *(*room_of)(void *context, uint64_t table);
    /* Who sits there (seat_people.h); 0: nobody. */
    uint64_t (*person)(void *context, const struct outbox_message *message, int seat,
                       const char **account_r);
    /* The mail that collects ends of sends until they go to the store in one transaction; flush:
     * they go now. */
    struct mail *(*collect)(void *context);
    void (*flush)(void *context);
    /* A row that the store cannot read stays where it is. */
    void (*damaged)(void *context, const struct store_row *stored);
    struct outbox_kind kind[OUTBOX_KINDS];
};

struct outbox {
    struct outbox_world world;
    struct map queues;
    struct map rows;    /* by id */
    struct queue *held; /* the queues of private messages that wait for a line of a room */
    struct timers timers;
    uint64_t next_id;
    uint64_t retried;
    size_t count;
    size_t in_flight;
};

void outbox_init(struct outbox *outbox, const struct outbox_world *world);
void outbox_deinit(struct outbox *outbox);
/* Reads what was not sent; blocking, for the start. 0, or -1 with a fault. */
int outbox_load(struct outbox *outbox, struct store *store, struct fault *fault);
/* A hash by which two documents are compared; never 0. */
uint64_t outbox_hash(const struct outbox *outbox, const char *text, size_t len);

/* The rows of a transaction are on disk: they queue, and go. A list; the outbox owns them. */
void outbox_enqueue(struct outbox *outbox, struct outbox_row *rows);
/* Starts what can be sent now. */
void outbox_run(struct outbox *outbox);
/* An adapter is there, or a table can be rendered: queues that waited for it may go on: all, that
 * of a room ("adapter/room"), that of a person's private messages ("adapter/account"). */
void outbox_resume(struct outbox *outbox);
void outbox_resume_room(struct outbox *outbox, const char *room);
void outbox_resume_private(struct outbox *outbox, const char *address);
/* Does something else have to be done before this row? */
bool outbox_waits(const struct outbox *outbox, const struct outbox_row *row);
/* Takes the first row out of its queue and frees it. */
void outbox_end(struct outbox *outbox, struct outbox_row *row);
/* Ends a row that is not sent: its table is gone, it is too old, nobody is there. */
void outbox_give_up(struct outbox *outbox, struct outbox_row *row);
/* Is any send on its way? */
bool outbox_has_sends_in_flight(const struct outbox *outbox);
/* Is nothing to be sent at this moment? */
bool outbox_is_still(const struct outbox *outbox);

#endif
