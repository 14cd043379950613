/* A delivery: one send on its way. Inside the sending half. */
#ifndef MATRIX_DELIVERY_PRIVATE_H
#define MATRIX_DELIVERY_PRIVATE_H

#include "delivery.h"
#include "matrix_attached.h"
#include "matrix_base.h"
#include "matrix_body.h"
#include "matrix_choice.h"
#include "matrix_direct.h"
#include "matrix_e2ee.h"
#include "matrix_secrecy.h"
#include "nonce.h"
#include "transitions.h"

enum { MATRIX_TRANSACTION_BYTES = 48 };

/* The sending half's own. */
struct matrix_out {
    struct deliveries deliveries;
    unsigned held;      /* of them, at the least: PERMIT_HELD */
    struct map choices; /* what reactions on our messages mean: matrix_choice.h */
    struct map boards;  /* matrix_board.h */
    struct matrix_seeding *seedings;
    struct matrix_greet *greets; /* matrix_greet.h; greeted: one has ended, retry_ms -1 for good */
    void (*greeted)(struct matrix *matrix, const char *room, int64_t retry_ms);
    struct matrix_upload *uploads;
    int64_t throttle_notice_ms;           /* when the last throttle notice was sent; 0 never */
    uint32_t throttle_episode;            /* from 1; a new one begins when the queue was empty */
    bool throttle_notified, asked_upload; /* in this episode; for upload_max */
    uint32_t upload_max;                  /* bytes; 0 until asked */
};

/* Whose message it is. */
enum delivery_origin {
    ORIGIN_HOUSE,     /* the outbox's: it is notified of the end */
    ORIGIN_OWN,       /* the adapter's: nobody is notified */
    ORIGIN_OWN_FIRST, /* the adapter's, sent before everything else */
    ORIGIN_GREETING   /* the adapter's: matrix_greet.h is notified */
};

/* What is known of the message that it edits. */
enum delivery_edit {
    EDIT_UNSEEN, /* nothing; or it is no edit */
    EDIT_SEEN,   /* it was found in their room */
    EDIT_RENEWS  /* it is gone or out of sight: sent as a new message */
};

/* May we write there? */
enum delivery_permit {
    PERMIT_GIVEN,   /* as far as is known */
    PERMIT_REFUSED, /* it was forbidden; the room's state is fetched to see why */
    PERMIT_HELD,    /* we may not: it waits until we may, or until held_ms */
    PERMIT_STATES
};
extern const struct transitions matrix_permit_transitions;

struct matrix_delivery { /* a send of the house, or a sentence of the adapter's own */
    struct delivery base;
    struct matrix_secret secret; /* its person: the recipient; NULL: not a secret */
    struct matrix *matrix;
    struct sending sending; /* the house's texts live until it is notified of the end */
    enum delivery_origin origin;
    enum delivery_edit edit;
    enum delivery_permit permit;
    char nonce[NONCE_BYTES]; /* transaction ids are derived from it */
    char room[MATRIX_ID_BYTES];
    char message[MATRIX_ID_BYTES]; /* the event of its first part; "" not yet */
    char transaction[MATRIX_TRANSACTION_BYTES];
    char *body[MATRIX_PARTS_MAX]; /* seen as one of: */
    struct matrix_room_content public_content[MATRIX_PARTS_MAX];
    struct matrix_direct_content direct_content[MATRIX_PARTS_MAX];
    unsigned count, at;
    size_t limit;                  /* bytes of a part; halved when the server takes less */
    unsigned generation;           /* how often it was halved */
    uint64_t request;              /* in flight; 0 none */
    struct matrix_sealing sealing; /* of its next part, before that */
    uint64_t table;
    bool board;
    bool mention_added; /* the part that notifies who is mentioned was added */
    int64_t held_ms;    /* PERMIT_HELD: until when */
    bool seeds;         /* gets our own reactions */
    unsigned key_count;
    struct matrix_choice key[MATRIX_KEYS_MAX];
    struct matrix_attached attached; /* the file behind its parts */
    char *url;                       /* of that file; NULL: not uploaded yet */
    char thread[MATRIX_ID_BYTES];    /* the thread that it is sent to; "" none */
    char thread_last[MATRIX_ID_BYTES];
    int64_t until_ms;
};

/* matrix_delivery.c: start and end */
void matrix_delivery_permit(struct matrix_delivery *delivery, enum delivery_permit permit);
/* Iterates over all deliveries, from NULL on; NULL: that was the last. */
struct matrix_delivery *matrix_delivery_next(const struct matrix *matrix,
                                             const struct matrix_delivery *last);
struct matrix_delivery *matrix_delivery_new(struct matrix *matrix, const struct sending *sending);
void matrix_delivery_free(struct matrix_delivery **delivery);
void matrix_delivery_failed(struct matrix_delivery *delivery, enum send_status status,
                            int64_t retry_ms, const char *why);
/* Ends it with the delivery status that follows from an answer. */
void matrix_delivery_ended(struct matrix_delivery *delivery, const struct answer *answer);
/* Drops its parts. */
void matrix_delivery_clear(struct matrix_delivery *delivery);
/* Does it edit a message of ours? */
bool matrix_delivery_edits(const struct matrix_delivery *delivery);

/* matrix_content.c: its contents */
struct matrix_thread matrix_delivery_thread(const struct matrix_delivery *delivery);
/* Adds the part that notifies who is mentioned in a room. False: there is nobody to notify. */
bool matrix_delivery_add_mention(struct matrix_delivery *delivery);
/* Makes the contents of a secret one, again if need be. False: it is no document. */
bool matrix_delivery_secret(struct matrix_delivery *delivery);
/* Makes those of a public one; replaces: the message that it edits, or NULL. */
bool matrix_delivery_public(struct matrix_delivery *delivery, const char *replaces);

/* matrix_transmit.c: send the next part, alone; the leak rule is checked for each. */
void matrix_delivery_send_public(struct matrix_delivery *delivery, struct matrix_open_place place);
void matrix_delivery_send_direct(struct matrix_delivery *delivery,
                                 struct matrix_secret_place place);

/* matrix_picture.c: how large a picture is, by its first bytes; false: it is none, or too large. */
bool matrix_picture_size(const void *png, size_t size, uint32_t *width_r, uint32_t *height_r);

/* matrix_transmit.c: all of it was sent, or what could not be had is left out. */
void matrix_delivery_arrived(struct matrix_delivery *delivery);
/* How it stands in the queue. */
enum matrix_priority matrix_delivery_priority(const struct matrix_delivery *delivery);

/* matrix_transmit.c: it is neither sealed nor sent any more. True: it may have been received. */
bool matrix_delivery_stop(struct matrix_delivery *delivery);

/* matrix_send.c: takes the next step: sends a part, fetches the room's state, or ends the delivery.
 */
void matrix_delivery_advance(struct matrix_delivery *delivery);
/* If we may write there now, deliveries that were held continue. */
void matrix_deliveries_resume(struct matrix *matrix, const struct matrix_room *room);
int64_t matrix_deliveries_due_ms(const struct matrix *matrix);
void matrix_deliveries_tick(struct matrix *matrix, int64_t now_ms);
/* Starts it, by its kind. */
void matrix_delivery_send(struct matrix_delivery *delivery);

/* matrix_edit.c. True: it is not known whether the message that it edits is in this room; that is
 * being asked, and it continues by itself. */
bool matrix_delivery_find_edited(struct matrix_delivery *delivery, const struct matrix_room *room);

/* matrix_redact.c: redacts all parts of a hidden line. */
void matrix_redact_send(struct matrix_delivery *delivery);

#endif
