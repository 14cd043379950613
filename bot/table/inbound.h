/* An inbound event as an adapter decoded it, before anybody knows what it means. Strings live until
 * it is handled. */
#ifndef INBOUND_H
#define INBOUND_H

#include "value_tree.h"

#include <stdbool.h>
#include <stdint.h>

enum inbound_kind {
    INBOUND_TEXT,     /* a message: text, mentions, reply_to, media */
    INBOUND_SLASH,    /* command and args by name, all texts */
    INBOUND_PRESS,    /* a button or menu: control, values */
    INBOUND_FORM,     /* a form sent: control, args by field name */
    INBOUND_REACTION, /* emoji on reply_to */
    INBOUND_ARRIVED,  /* a person came to the room */
    /* A person is gone from the room, or from the server that it belongs to (then once for each
     * room that tables of theirs may stand in). Of a table's room: they leave its tables. Of a
     * team's room: they are told how to talk to their team. Not sent for what the house ordered. */
    INBOUND_DEPARTED,
    /* About rooms; account is "". To be sent once for each event that says so; a send that
     * fails with SEND_GONE says nothing of the kind. */
    INBOUND_ROOM_GONE, /* deleted, or the bot was put out: nothing can be said there any more */
    /* It goes on as room moved_to: a tombstone followed, another id; or on the word of account, who
     * has the bot there: what they sit at or host. age_ms: so long nothing could be said. */
    INBOUND_ROOM_MOVED,
    INBOUND_ROOM_CHANGED, /* permissions there changed: capabilities() says which now; text: what is
                             lost, in the platform's words for people, or NULL */
    INBOUND_MESSAGE_GONE, /* a message of ours, reply_to, was taken away: a board is posted anew */
    INBOUND_ROOM_WITHOUT_TEXT, /* what people type there does not reach us, though it should */
    INBOUND_WORDS_REFUSED, /* of a message of ours, reply_to: its room's own filter took offence */
    /* Nothing can be said or heard there, though people are there (account: who saw to it;
     * the adapter tells them, and house_rooms_unreachable): its tables wait for INBOUND_ROOM_MOVED.
     */
    INBOUND_ROOM_SHUT
};

enum { INBOUND_MENTIONS_MAX = 12, INBOUND_VALUES_MAX = 8, INBOUND_TEXT_BYTES_MAX = 16384 };

struct inbound {
    enum inbound_kind kind;
    const char *adapter;       /* "web" */
    const char *event_id;      /* the platform's, unique for ever: dedupe key */
    const char *room;          /* the platform's id of the room it came from */
    const char *account;       /* the platform's id of the person */
    const char *name;          /* display name now */
    bool private_room;         /* only that person and the bot read there */
    bool moderator;            /* may moderate in that room */
    bool moderates_server;     /* and in the whole server that it is part of */
    bool addressed;            /* the bot was mentioned or replied to */
    int64_t at_ms;             /* when WE received it */
    const char *moved_to;      /* INBOUND_ROOM_MOVED: the platform's id of the room it is now */
    const char *text;          /* INBOUND_TEXT: whole text, mentions as the platform writes them */
    const char *command;       /* INBOUND_SLASH: name; a group's verb as "table join" */
    const char *control;       /* INBOUND_PRESS, INBOUND_FORM: what the panel's choice carried */
    const char *reply_to;      /* platform id of the message replied or reacted to, or NULL */
    const char *reply_account; /* who wrote that message, NULL unknown; the bot's own: NULL */
    bool off;                  /* INBOUND_REACTION: taken back */
    bool sits;                 /* who opens a table by it takes a seat there at once */
    bool fresh;            /* surely not sent before: it needs no duplicate check in the store */
    uint64_t reply_table;  /* the table that message belongs to, 0 none; the host fills it */
    int reply_seat;        /* who wrote that message: a seat, SEAT_HOUSE, or SEAT_NONE */
    const char *locale;    /* the language of their program ("pt-BR"), or NULL: not known */
    const char *elsewhere; /* house_part.tables: they sit at several parts' tables; or NULL */
    uint64_t chosen_table; /* the one that they chose where several could be meant; the host's */
    const char *emoji;
    const char *media; /* "image" "gif" "sticker" "voice", or NULL */
    unsigned mention_count;
    const char *mentions[INBOUND_MENTIONS_MAX]; /* accounts */
    unsigned value_count;
    const char *values[INBOUND_VALUES_MAX]; /* of a menu */
    const struct value_tree *args; /* INBOUND_SLASH, INBOUND_FORM: texts by name; or NULL */
    /* Heard late: how long before at_ms it was said, if the platform's word is right; 0: just then,
     * or nobody knows. */
    int64_t age_ms;
    void *answer; /* adapter's own token for answering an interaction in time, or NULL */
};

#endif
