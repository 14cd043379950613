/* A message on its way to its platform: what an adapter is handed, and what can come of it. */
#ifndef SENDING_H
#define SENDING_H

#include "doc_head.h"

#include <stdbool.h>
#include <stdint.h>

struct doc;

enum send_kind {
    SEND_POST,    /* to room */
    SEND_EDIT,    /* of edit_of in room; a new post where that is gone */
    SEND_PRIVATE, /* to account, the way that outlives a restart. With edit_of: that private message
                   * is edited in place, which notifies nobody; where it is gone, posted anew */
    SEND_ANSWER,  /* to account, the reply to an inbound event with .answer; else as SEND_PRIVATE */
    SEND_RELAY,   /* to room: a line in the name of account */
    SEND_REDACT   /* edit_of in room shows doc in its place, or goes; nothing else comes of it, and
                   * where it is gone already, that is well (several ids: a blank between) */
};

struct sending {
    uint64_t row; /* the outbox's */
    enum send_kind kind;
    const char *room;
    const char *account;
    const char *edit_of;   /* platform id */
    const char *nonce;     /* idempotency key: random, 22 characters of base64url */
    const struct doc *doc; /* what it says (doc.h), NULL where that cannot be read any more */
    struct doc_head head;  /* what that is about */
    void *answer;          /* the event's .answer while it is still there, or NULL */
    uint64_t table;
    int64_t created_ms;
    bool notify;    /* its reader becomes owed something: the one kind of message that notifies
                     * (mentions in it too); everything else is sent so that it does not */
    bool routine;   /* nobody waits for it (an edit): it goes after all that is not */
    bool only_edit; /* SEND_PRIVATE with edit_of: where that is gone, nothing is posted in its place
                     * (SEND_GONE, or reported as delivered) */
    bool transient; /* the store is unavailable: shown now, with no row on disk, or never */
    unsigned tries; /* 0 the first time; above it the outcome of the last try is unknown or bad */
};

enum send_status {
    SEND_NOT_SENT,  /* not sent: again at retry_ms */
    SEND_AMBIGUOUS, /* may have arrived: again with the same nonce */
    SEND_GONE,      /* room or message is no more */
    SEND_REFUSED    /* the direct channel to the person is closed */
};

#endif
