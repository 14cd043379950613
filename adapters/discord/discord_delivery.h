/* What the house sends, on its way. Inside the adapter. */
#ifndef DISCORD_DELIVERY_H
#define DISCORD_DELIVERY_H

#include "board_age.h"
#include "delivery.h"
#include "discord_interactions.h"
#include "discord_people.h"
#include "discord_rest.h"
#include "timers.h"

/* A board's message. */
struct discord_board {
    struct timer timer; /* of the edit that is held */
    char id[DISCORD_ID_BYTES];
    struct board_age age; /* by our clock */
    int64_t edited_ms;
    struct discord_delivery *held; /* an edit that waits for its time */
    uint64_t picture;              /* hash of the drawing that is to be under it */
    struct discord *discord;
    char *alt;        /* of the drawing that is being made, */
    char *brief;      /* the words beside it (NULL: all of them), */
    char *full;       /* and those without it */
    uint64_t putting; /* the request that puts it there */
    bool drawing;     /* it is wanted, and does not stand there yet */
    bool shown;       /* a picture stands there, and beside it only what it does not say */
    char channel[DISCORD_ID_BYTES];
};

/* A send of the house in flight. */
struct discord_delivery {
    struct delivery base;
    struct discord_delivery *waits; /* the next one that waits for the same direct channel */
    struct discord *discord;
    struct sending sending; /* its texts live until the house is notified of the end */
    struct discord_account *account;
    char channel[DISCORD_ID_BYTES];
    char message[DISCORD_ID_BYTES]; /* what the first part has become */
    char edited[DISCORD_ID_BYTES];  /* the private message that it is to become; "": none */
    struct discord_parts parts;
    char *brief;      /* the words of a board beside its picture; NULL: all, */
    char *full;       /* all of them, */
    char *brief_body; /* and the message with the former */
    char *attached;   /* the picture that is its file, as PNG; NULL: none */
    size_t attached_len;
    struct discord_reply reply; /* the parts, where they are said to who acted */
    bool neutral;               /* words of this part that were refused have been replaced */
    bool refused;               /* words of some part were */
    bool unarchived;            /* the thread was taken out of the archive */
    bool attached_asked;        /* that picture was asked for */
    bool is_new;                /* an edit becomes a new message */
    bool stays;                 /* and the old one is not there any more, or is not to go */
    int64_t due_ms;
};

/* discord_send.c: what the house sends */
void discord_send(struct adapter *adapter, const struct sending *sending);
void discord_delivery_sent(struct discord_delivery *delivery, const char *id,
                           const struct adapter_row *rows, size_t count);
void discord_delivery_failed(struct discord_delivery *delivery, enum send_status status,
                             int64_t retry_ms, const char *why);
/* Notifies the house of what came of a request, where its status says it all. */
void discord_delivery_ended(struct discord_delivery *delivery, const struct answer *answer);
struct discord_delivery *discord_delivery_new(struct discord *discord,
                                              const struct sending *sending);
void discord_delivery_free(struct discord_delivery **delivery);
/* Makes the bodies, again if need be: of what all may read (as the new form of a message, or as a
 * new one), or of what one person may (an ephemeral reply, a direct message, or the new form of
 * one). False when it is no document of that kind. */
enum discord_secret { SECRET_DIRECT_MESSAGE, SECRET_EDIT, SECRET_EPHEMERAL };
bool discord_delivery_public(struct discord_delivery *delivery, bool edits);
bool discord_delivery_secret(struct discord_delivery *delivery, enum discord_secret as);
/* The part that a filter refused says so instead, once; false: it has been tried. */
bool discord_delivery_neutral(struct discord_delivery *delivery);
/* A message of ours goes away; nobody waits for it. */
void discord_message_delete(struct discord *discord, const char *channel, const char *id);
/* A part of a message into a channel. */
void discord_delivery_post(struct discord_delivery *delivery, answer_fn done);

/* It is on its way to its account, until it is freed. */
void discord_delivery_count(struct discord_delivery *delivery);
/* Sends it, by its kind, once all that goes with it is there. */
void discord_delivery_start(struct discord_delivery *delivery);

/* discord_attached.c: the picture that is a private message's file. True: it is being drawn, and
 * the delivery goes on by itself. */
bool discord_attached_awaited(struct discord_delivery *delivery);
/* Makes it the shape's file, if it is there. */
void discord_attached_shape(const struct discord_delivery *delivery, struct discord_shape *shape);
void discord_attached_free(struct discord_delivery *delivery);

/* discord_send.c: what the interactions ask for (discord_interactions_hooks) */
void discord_delivery_reply_ended(void *context, struct discord_reply *reply, const char *account,
                                  bool arrived, const char *why);
bool discord_delivery_waits(const void *context, const char *account);

/* discord_hide.c: a line that was hidden */
void discord_hide_send(struct discord_delivery *delivery);

/* discord_board.c: edits of boards */
void discord_board_send(struct discord_delivery *delivery);
/* A board stands in delivery->message from here on. */
void discord_board_posted(struct discord_delivery *delivery);
struct discord_board *discord_board_at(struct discord *discord, const char *id);
int64_t discord_boards_due_ms(const struct discord *discord);
void discord_boards_tick(struct discord *discord, int64_t now_ms);
void discord_boards_free(struct discord *discord);

#endif
