/* Encryption as its own files see it. */
#ifndef MATRIX_ENCRYPTION_PRIVATE_H
#define MATRIX_ENCRYPTION_PRIVATE_H

#include "map.h"
#include "matrix_cross_setup.h"
#include "matrix_encryption.h"
#include "matrix_late_key.h"
#include "matrix_machine.h"
#include "nonce.h"

#define ENCRYPTION_POST_ROWS "e/post/" /* and the transaction id of what is sent to devices */
#define ENCRYPTION_LATE_ROWS "e/late/" /* and the id of an event whose key has not come */

enum {
    ENCRYPTION_REFUSED_MS = 60 * 1000, /* before other keys take the place of refused ones */
    ENCRYPTION_RETRY_MS = 5000,        /* before a request, or a write, is tried again */
    ENCRYPTION_SEAL_MS = 60 * 1000,    /* so long a content waits for keys of others */
    ENCRYPTION_SIGNED_MS = 30 * 1000,  /* so long one waits for our device's signature */
    ENCRYPTION_HELD_MS = 60 * 1000,    /* and a secret for who is not who they were, once told */
    ENCRYPTION_LATE_MAX = 256,         /* events whose keys have not come */
    ENCRYPTION_SEEN_MAX = 1024,        /* of what devices sent in this response and the last */
    ENCRYPTION_TYPE_BYTES = 48
};

struct encryption_decline;
struct encryption_verify;
struct encryption_recovery;
struct encryption_room;
struct encryption_seal;
struct encryption_post;
struct encryption_late;
struct encryption_held;

/* A transaction on its way. */
struct encryption_write {
    struct matrix_waiter waiter;
    struct encryption_write *next; /* the next newer one */
    uint64_t number;
    uint64_t account;           /* the account's last writing in it */
    struct matrix_waiter *also; /* notified, too; NULL nobody */
    struct matrix_changes *changes;
};

/* What is to be told, once nobody is inside a function of struct matrix_e2ee. */
enum encryption_news_kind {
    ENCRYPTION_NEWS_UNREADABLE,
    ENCRYPTION_NEWS_OTHER,
    ENCRYPTION_NEWS_KNOWN
};
struct encryption_news {
    struct encryption_news *next;
    enum encryption_news_kind kind;
    char room[MATRIX_ID_BYTES];
    char user[MATRIX_ID_BYTES];
};

/* Requests of which one is under way at a time. */
enum encryption_request {
    ENCRYPTION_UPLOAD,
    ENCRYPTION_QUERY,
    ENCRYPTION_CLAIM,
    ENCRYPTION_CROSS,
    ENCRYPTION_REQUESTS
};

struct matrix_encryption {
    struct matrix_e2ee e2ee;
    struct matrix *matrix;
    const struct matrix_encryption_events *events;
    /* A write has ended: told to all who wait for one. */
    void (*written)(struct matrix_encryption *encryption, uint64_t number, bool good);
    struct matrix_pickle pickle;
    struct matrix_machine *machine;
    struct matrix_cross *cross;
    struct matrix_machine_hooks hooks;
    bool only_signed;            /* keys go to devices alone that their owners have signed */
    bool is_damaged;             /* the account's row cannot be read */
    bool is_begun;               /* there is an account for our device */
    int64_t begun_ms;            /* since when */
    bool moved;                  /* something has come that contents may wait for */
    int64_t prune_ms;            /* when what is too old is dropped */
    int64_t due_ms;              /* something is to be looked for */
    struct matrix_changes *read; /* rows, until all were read; NULL: none, or they were */
    /* what has changed, and is not on its way to the disk */
    struct matrix_changes *pending;
    struct encryption_write *writes;  /* oldest first */
    uint64_t number;                  /* of the last write */
    int64_t store_ms;                 /* not before this is tried again what was not stored */
    struct map rooms;                 /* of struct encryption_room, by id */
    struct encryption_room *unstored; /* those whose sessions are not on disk */
    struct encryption_seal *seals;
    int64_t seals_ms; /* where many wait, they do not begin again before this */
    struct encryption_post *posts;
    struct encryption_late *lates; /* in their order */
    int64_t late_ms;               /* the house took nothing: asked again then */
    struct encryption_held *held;
    struct encryption_news *news; /* in their order */
    struct encryption_decline *declines;
    struct encryption_verify *verify;     /* NULL: nobody may */
    struct encryption_recovery *recovery; /* NULL: the account is the bot's own */
    struct map wanted; /* of a user's id, allocated: encrypts has no answer for them */
    uint64_t request[ENCRYPTION_REQUESTS]; /* under way; 0 none */
    int64_t again_ms[ENCRYPTION_REQUESTS]; /* not before this */
    bool cross_told;                       /* what a person has to do about it */
    int64_t one_time_count;                /* what the sync says; -1: nothing yet */
    bool fallback_unused;
    uint64_t seen[ENCRYPTION_SEEN_MAX]; /* hashes of what devices sent: this response's, … */
    size_t seen_count;
    size_t seen_old; /* … behind the last one's */
};

/* matrix_encryption_base.c */
int64_t encryption_now_ms(const struct matrix_encryption *encryption);
/* When what was answered so is tried again. */
int64_t encryption_again_ms(const struct matrix_encryption *encryption,
                            const struct answer *answer);
/* Something is due at once. */
void encryption_wake(struct matrix_encryption *encryption);
/* Told by the next tick; room may be "". */
void encryption_tell(struct matrix_encryption *encryption, enum encryption_news_kind kind,
                     const char *room, const char *user);

/* matrix_encryption_store.c */
/* Stores all that has changed, and this row with it (NULL: none); what waits for its first writing
 * waits for this one. also: who is notified, too; NULL nobody. */
void encryption_store(struct matrix_encryption *encryption, const struct adapter_row *row,
                      struct matrix_waiter *also);
void encryption_writes_free(struct matrix_encryption *encryption);

#endif
