/* The seam for end-to-end encryption: where a content becomes what is sent, where what is received
 * becomes a content, and where a sync's keys go. There are two implementations: one that fails
 * closed (what would have to be encrypted is not sent, what is encrypted is not read), and
 * encryption/, which holds device lists, one-time keys and sessions. */
#ifndef MATRIX_E2EE_H
#define MATRIX_E2EE_H

#include "matrix_about_keys.h"
#include "matrix_room.h"

struct buf;
struct matrix_waiter;

enum matrix_seal_end {
    MATRIX_SEAL_SENDS, /* what is sent may leave: it is on disk as far as it has to be */
    MATRIX_SEAL_AGAIN, /* something has come that was waited for: check the room, and seal again */
    MATRIX_SEAL_LATER, /* not before retry_ms */
    MATRIX_SEAL_NEVER  /* it must not be sent there at all */
};

/* How a sealing ended. Lives during the call. */
struct matrix_sealed {
    enum matrix_seal_end end;
    const char *type;    /* SENDS: of the event, and its content */
    const char *content; /* */
    int64_t retry_ms;    /* LATER */
    const char *why;     /* LATER, NEVER: for the log */
};

/* A content on its way to become what is sent; member of whoever sends it. */
struct matrix_sealing {
    /* It has ended, perhaps before seal returns; AGAIN and LATER never do so. */
    void (*ended)(struct matrix_sealing *sealing, const struct matrix_sealed *sealed);
    /* the implementation's: */
    void *wait;       /* NULL: it is not under way */
    int64_t since_ms; /* since when the same content is tried; 0: this is the first time */
};

/* What became of an encrypted event. */
enum matrix_opened {
    MATRIX_OPENED,       /* it was read */
    MATRIX_OPENED_AGAIN, /* the same, and it was read before */
    MATRIX_OPENED_LATER, /* its key has not come: it is kept, and processed when it has */
    MATRIX_OPENED_NEVER
};

/* Is a room for these people to be created as an encrypted one? */
enum matrix_encrypts {
    MATRIX_ENCRYPTS_NO,
    MATRIX_ENCRYPTS_YES,
    MATRIX_ENCRYPTS_UNKNOWN /* their devices are being asked for; told by its owner's hook */
};

struct matrix_e2ee {
    void *self; /* the implementation's */
    bool reads; /* encrypted rooms are read and written */
    /* May anything be sent into this room at all? */
    bool (*may)(const struct matrix_e2ee *e2ee, const struct matrix_room *room);
    /* Makes of a content what is sent in its place: itself in a room known not to be encrypted. */
    void (*seal)(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                 struct matrix_sealing *sealing, const char *type, const char *content);
    /* Forgets a sealing: it does not end any more. Nothing where it is not under way. */
    void (*cancel)(const struct matrix_e2ee *e2ee, struct matrix_sealing *sealing);
    /* Adds the bytes of a file as they are to be uploaded for this room, and returns the object
     * "file" of its event, without the URL, freed by the caller; NULL: they are uploaded as they
     * are. */
    char *(*file)(const struct matrix_e2ee *e2ee, const struct matrix_room *room, const void *bytes,
                  size_t len, struct buf *out);
    /* Reads an event m.room.encrypted of this room; OPENED and OPENED_AGAIN hand out the event as
     * it would have come unencrypted, deleted by the caller. */
    enum matrix_opened (*open)(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                               const cJSON *event, cJSON **plain_r);
    /* Of a sync: what devices send, and what it says of keys. */
    void (*to_device)(const struct matrix_e2ee *e2ee, const char *json, size_t len);
    void (*about_keys)(const struct matrix_e2ee *e2ee, enum matrix_about_keys about,
                       const char *json, size_t len);
    /* The response was whole; initial: it says nothing of what has changed before it. */
    void (*synced)(const struct matrix_e2ee *e2ee, bool initial);
    /* Are there changes that are not on disk? No token goes there before them, and no poll says
     * that what devices have sent was received. */
    bool (*is_behind)(const struct matrix_e2ee *e2ee);
    /* Stores them, with this row (key NULL: none), in one transaction; then the waiter is notified
     * (NULL: nobody). */
    void (*store)(const struct matrix_e2ee *e2ee, const char *key, const char *value,
                  struct matrix_waiter *waiter);
    /* Somebody has left this room, or was removed: what is written from here on is not for them. */
    void (*left)(const struct matrix_e2ee *e2ee, const struct matrix_room *room);
    /* Is this event of a room about verifying the bot? Then it is answered, or declined. */
    bool (*verifies)(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                     const cJSON *event);
    enum matrix_encrypts (*encrypts)(const struct matrix_e2ee *e2ee, const char *const *users,
                                     size_t count);
};

extern const struct matrix_e2ee matrix_e2ee_closed;

#endif
