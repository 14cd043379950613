/* What an adapter heard, before anybody knows what it means. Strings live until the turn ends. */
#ifndef HEARD_H
#define HEARD_H

#include "facts.h"

#include <stdbool.h>
#include <stdint.h>

enum heard_kind {
    HEARD_TEXT,     /* a message: text, mentions, reply_to, media */
    HEARD_SLASH,    /* command and args by name, all texts */
    HEARD_PRESS,    /* a button or menu: control, values */
    HEARD_FORM,     /* a form sent: control, args by field name */
    HEARD_REACTION, /* emoji on reply_to */
    HEARD_ARRIVED,  /* a person came to the room */
    /* A person is gone from the room, or from the server that it belongs to (then once for each
     * room that tables of theirs may stand in). Of a table's room: they leave its tables. Of a
     * team's room: they are told how to talk to their team. Not sent for what the house ordered. */
    HEARD_DEPARTED,
    /* About rooms; account is "". To be told once for each event that says so; a send that
     * fails with SEND_GONE says nothing of the kind. */
    HEARD_ROOM_GONE,    /* deleted, or the bot was put out: nothing can be said there any more */
    HEARD_ROOM_MOVED,   /* it goes on as room moved_to: a tombstone followed, another id */
    HEARD_ROOM_CHANGED, /* permissions there are other ones: caps() says which now; text: what is
                         * lost, in the platform's words for people, or NULL */
    HEARD_MESSAGE_GONE, /* a message of ours, reply_to, was taken away: a board is posted anew */
    HEARD_ROOM_DEAF,    /* what people type there does not reach us, though it should */
    HEARD_WORDS_REFUSED /* of a message of ours, reply_to: its room's own filter took offence */
};

enum { HEARD_MENTIONS_MAX = 12, HEARD_VALUES_MAX = 8, HEARD_TEXT_BYTES_MAX = 16384 };

struct heard {
    enum heard_kind kind;
    const char *adapter;       /* "web" */
    const char *event_id;      /* the platform's, unique for ever: dedupe key */
    const char *room;          /* the platform's id of the room it was heard in */
    const char *account;       /* the platform's id of the person */
    const char *name;          /* display name now */
    const char *locale;        /* "en", or NULL */
    bool private_room;         /* only that person and the bot read there */
    bool moderator;            /* may moderate in that room */
    bool addressed;            /* the bot was mentioned or replied to */
    int64_t at_ms;             /* when WE heard it */
    const char *moved_to;      /* HEARD_ROOM_MOVED: the platform's id of the room it is now */
    const char *text;          /* HEARD_TEXT: whole text, mentions as the platform writes them */
    const char *command;       /* HEARD_SLASH: name; a group's verb as "table join" */
    const char *control;       /* HEARD_PRESS, HEARD_FORM: what the panel's choice carried */
    const char *reply_to;      /* platform id of the message replied or reacted to, or NULL */
    const char *reply_account; /* who wrote that message, NULL unknown; the bot's own: NULL */
    bool off;                  /* HEARD_REACTION: taken back */
    bool fresh;           /* surely not told before: older events need not be searched for it */
    uint64_t reply_table; /* the table that message belongs to, 0 none; the host fills it */
    int reply_seat;       /* who wrote that message: a seat, SEAT_HOUSE, or SEAT_NONE */
    const char *emoji;
    const char *media; /* "image" "gif" "sticker" "voice", or NULL */
    unsigned mention_count;
    const char *mentions[HEARD_MENTIONS_MAX]; /* accounts */
    unsigned value_count;
    const char *values[HEARD_VALUES_MAX]; /* of a menu */
    const struct facts *args;             /* HEARD_SLASH, HEARD_FORM: texts by name; or NULL */
    /* Heard late: how long before at_ms it was said, if the platform's word is right; 0: just then,
     * or nobody knows. */
    int64_t age_ms;
    void *answer; /* adapter's own token for answering an interaction in time, or NULL */
};

#endif
