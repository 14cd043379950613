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
    ENCRYPTION_RETRY_MS = 5000,     /* before a request, or a write, is tried again */
    ENCRYPTION_SEAL_MS = 60 * 1000, /* so long a content waits for keys of others */
    ENCRYPTION_HELD_MS = 60 * 1000, /* and a secret for who is not who they were, once told */
    ENCRYPTION_LATE_MAX = 256,      /* events whose keys have not come */
    ENCRYPTION_SEEN_MAX = 1024,     /* of what devices sent in this response and the last */
    ENCRYPTION_TYPE_BYTES = 48
};

/* A transaction on its way. */
struct encryption_write {
    struct matrix_waiter waiter;
    struct encryption_write *next; /* the next newer one */
    uint64_t number;
    uint64_t account; /* the account's last writing in it */
    struct matrix_changes *changes;
};

/* Our session in a room. */
struct encryption_room {
    char id[MATRIX_ID_BYTES];
    struct matrix_megolm_out *session; /* NULL: none yet */
    uint64_t write; /* in which the session is stored first; 0: it is to be stored */
    enum matrix_history history;
    bool has_history; /* that is what it was when the session was last used */
};

/* A content that is being sealed. */
struct encryption_seal {
    struct encryption_seal *next;
    struct matrix_sealing *sealing;
    char *content; /* encrypted, while it is being stored; NULL: keys are waited for */
    uint64_t write;
    int64_t due_ms; /* waiting ends */
    int64_t retry_ms; /* it ends as LATER, not before this; 0: when due_ms is over */
    const char *why;
};

/* Messages to devices. */
struct encryption_post {
    struct encryption_post *next;
    struct matrix_encryption *encryption;
    char transaction[NONCE_BYTES];
    char type[ENCRYPTION_TYPE_BYTES];
    char room[MATRIX_ID_BYTES]; /* whose session's key it carries; "" none's */
    char *body;
    uint64_t write; /* it may leave once this is on disk; 0: it is to be stored */
    bool is_stored;
    uint64_t request;
    int64_t again_ms;
};

/* An event whose key has not come. */
struct encryption_late {
    struct encryption_late *next;
    char room[MATRIX_ID_BYTES];
    char user[MATRIX_ID_BYTES];
    char session[PROVIDER_KEY_TEXT];
    char event[MATRIX_ID_BYTES];
    char request[NONCE_BYTES]; /* of the key; "" none is out */
    char *json;
    struct matrix_late_key key;
};

/* Somebody who is not who they were. */
struct encryption_held {
    struct encryption_held *next;
    char user[MATRIX_ID_BYTES];
    int64_t since_ms; /* when that was told */
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
    struct matrix_pickle pickle;
    struct matrix_machine *machine;
    struct matrix_cross *cross;
    struct matrix_machine_hooks hooks;
    bool only_signed; /* keys go to devices alone that their owners have signed */
    bool is_begun; /* there is an account for our device */
    bool moved;    /* something has come that contents may wait for */
    int64_t due_ms; /* something is to be looked for */
    struct matrix_changes *read; /* rows, until all were read; NULL: none, or they were */
    /* what has changed, and is not on its way to the disk */
    struct matrix_changes *pending;
    struct encryption_write *writes; /* oldest first */
    uint64_t number;                 /* of the last write */
    int64_t store_ms;                /* not before this is tried again what was not stored */
    struct map rooms;                /* of struct encryption_room, by id */
    struct encryption_seal *seals;
    struct encryption_post *posts;
    struct encryption_late *lates; /* in their order */
    int64_t late_ms;               /* the house took nothing: asked again then */
    struct encryption_held *held;
    struct encryption_news *news; /* in their order */
    struct map wanted;            /* of a user's id, allocated: encrypts has no answer for them */
    uint64_t request[ENCRYPTION_REQUESTS]; /* under way; 0 none */
    int64_t again_ms[ENCRYPTION_REQUESTS]; /* not before this */
    bool cross_told;                       /* what a person has to do about it */
    int64_t one_time_count;                /* what the sync says; -1: nothing yet */
    bool fallback_unused;
    uint64_t seen[ENCRYPTION_SEEN_MAX]; /* hashes of what devices sent: this response's, … */
    size_t seen_count;
    size_t seen_old; /* … behind the last one's */
};

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
 * waits for this one. */
void encryption_store(struct matrix_encryption *encryption, const struct adapter_row *row);
void encryption_writes_free(struct matrix_encryption *encryption);

/* matrix_encryption_requests.c */
void encryption_requests_advance(struct matrix_encryption *encryption);

/* matrix_encryption_posts.c */
/* Messages of /sendToDevice: stored first, then sent until they are taken. messages is deleted. */
void encryption_post(struct matrix_encryption *encryption, const char *type, const char *room,
                     cJSON *messages);
/* The same for one device, or "*" for all of somebody; content is deleted. */
void encryption_post_one(struct matrix_encryption *encryption, const char *type, const char *user,
                         const char *device, cJSON *content);
bool encryption_posts_restore(struct matrix_encryption *encryption, const struct adapter_row *row);
/* Are keys of this room's session on their way? */
bool encryption_posts_to(const struct matrix_encryption *encryption, const char *room);
/* Is there one that is not on its way to the disk? */
bool encryption_posts_wait(const struct matrix_encryption *encryption);
void encryption_posts_stored(struct matrix_encryption *encryption, uint64_t number, bool good);
void encryption_posts_advance(struct matrix_encryption *encryption);
int64_t encryption_posts_due_ms(const struct matrix_encryption *encryption);
void encryption_posts_free(struct matrix_encryption *encryption);

/* matrix_encryption_rooms.c: sessions of rooms */
struct encryption_room *encryption_room_find(const struct matrix_encryption *encryption,
                                             const char *id);
bool encryption_rooms_restore(struct matrix_encryption *encryption, const struct adapter_row *row);
void encryption_rooms_stored(struct matrix_encryption *encryption, uint64_t number, bool good);
/* The keys on their way to this room's readers have arrived. */
void encryption_room_shared(struct matrix_encryption *encryption, const char *room);
void encryption_rooms_spend(struct matrix_encryption *encryption,
                            const struct matrix_device *device);
/* Has this person a device that gets keys? */
bool encryption_can_read(const struct matrix_encryption *encryption,
                         const struct matrix_tracked *user);
enum encryption_ready {
    ENCRYPTION_READY, /* everybody who is to read has the key */
    ENCRYPTION_WAITS, /* something is on its way */
    ENCRYPTION_HOLDS  /* somebody is not who they were, or can read nothing */
};
/* Brings the room's session to where something can be written. */
enum encryption_ready encryption_room_prepare(struct matrix_encryption *encryption,
                                              const struct matrix_room *room,
                                              struct encryption_room **entry_r);
void encryption_rooms_free(struct matrix_encryption *encryption);

/* matrix_encryption_seal.c */
void encryption_seal(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                     struct matrix_sealing *sealing, const char *type, const char *content);
void encryption_seal_cancel(const struct matrix_e2ee *e2ee, struct matrix_sealing *sealing);
char *encryption_file(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                      const void *bytes, size_t len, struct buf *out);
void encryption_seals_stored(struct matrix_encryption *encryption, uint64_t number, bool good);
/* Ends those whose time is over; with moved all that wait for keys are sealed again. */
void encryption_seals_tick(struct matrix_encryption *encryption, int64_t now_ms, bool moved);
int64_t encryption_seals_due_ms(const struct matrix_encryption *encryption);
void encryption_seals_free(struct matrix_encryption *encryption);

/* matrix_encryption_late.c */
enum matrix_opened encryption_open(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                                   const cJSON *event, cJSON **plain_r);
bool encryption_lates_restore(struct matrix_encryption *encryption, const struct adapter_row *row);
void encryption_lates_came(struct matrix_encryption *encryption, const char *room,
                           const char *session);
void encryption_lates_withheld(struct matrix_encryption *encryption, const char *user,
                               const char *room, const char *session);
void encryption_lates_tick(struct matrix_encryption *encryption, int64_t now_ms);
int64_t encryption_lates_due_ms(const struct matrix_encryption *encryption);
void encryption_lates_free(struct matrix_encryption *encryption);

/* matrix_encryption_sync.c */
void encryption_to_device(const struct matrix_e2ee *e2ee, const char *json, size_t len);
void encryption_about_keys(const struct matrix_e2ee *e2ee, enum matrix_about_keys about,
                           const char *json, size_t len);
void encryption_synced(const struct matrix_e2ee *e2ee, bool initial);

#endif
