/* Cards: the one private message a person and table (design/card.md). It shows what their seat
 * knows, owes and may do, is edited as that changes, and is posted anew when they become owed
 * something, which is what notifies them. What is kept of it lies in the table's row, so that a
 * restart neither posts again nor calls twice. */
#ifndef CARD_H
#define CARD_H

#include "buf.h"

#include <stdbool.h>
#include <stdint.h>

enum { CARD_ASKS_MAX = 8 };

enum card_call {
    CARD_CALL_WANTED, /* they are to be told of it, */
    CARD_CALL_FLYING, /* the card that does so is on its way, */
    CARD_CALL_ROOM,   /* a message in the room does, which waits or is on its way, */
    CARD_CALL_TOLD    /* it has arrived */
};

/* Something that they owe or have owed. */
struct card_ask {
    uint32_t ask; /* as in the table's owed list; 0 none */
    enum card_call call;
    uint32_t step; /* of the table, with which the room calls; 0 none, or not known any more */
    int64_t notified_ms; /* when they were told; 0 not yet */
    int64_t noted_ms;    /* notify_delay.h: since when they owe it; 0: this process does not know */
    int64_t moved_ms;    /* and how much deadlines had moved by then */
    uint8_t nudged;      /* of how many reminders they have been thought of (nudges.h) */
};

struct card {
    struct card *next;
    uint64_t person;
    int16_t seat;   /* SEAT_MODERATOR: the referee; SEAT_NONE: they have left the table */
    bool closed;    /* no private message reaches them: the room calls them instead */
    bool anew;      /* it is to be posted, though one stands */
    bool wanted;    /* an outbox row will bring it up to date */
    bool in_flight; /* one was sent, and its end is not known */
    uint8_t place;  /* in ask: of the next */
    uint64_t shown; /* what stands there now, hashed; 0: not known */
    char *at;       /* "adapter/account", by which they are reached */
    char *id;       /* the platform's id of it; NULL: none stands */
    char *news;     /* a document as JSON: what happened that the rest does not tell; or NULL */
    struct kept_doc *read;  /* the same as a value, while its table is in memory; NULL: not read */
    uint32_t notified_step; /* the table's, at which that was */
    struct card_ask ask[CARD_ASKS_MAX]; /* a ring */
};

struct cJSON;
struct kept_doc;
struct table_entry;

/* The card of a person at this table, or NULL. */
struct card *card_of(const struct table_entry *entry, uint64_t person);
/* The same, made where there is none. */
struct card *card_take(struct table_entry *entry, uint64_t person);
/* Forgets it. */
void card_drop(struct table_entry *entry, struct card *card);
/* Forgets all cards of a table. */
void cards_free(struct table_entry *entry);

/* Takes the place of its news: as JSON and as a value (may be NULL), which are the card's from here
 * on. */
void card_set_news(struct card *card, char *json, struct kept_doc *read);
/* Its news as a value; NULL: none. */
const struct kept_doc *card_news(struct card *card);
/* The table leaves memory: its cards' news are text alone. */
void cards_unload(const struct table_entry *entry);

/* Was this ask noted before? */
bool card_knows(const struct card *card, uint32_t ask);
/* Was it noted, and are they still to be told of it? */
bool card_wants(const struct card *card, uint32_t ask);
/* Notes an ask: to be told, or (notified_ms > 0) told at that moment. */
void card_note(struct card *card, uint32_t ask, int64_t notified_ms);
/* They owe it since then; moved_ms: how much deadlines had moved by (notify_delay.h). */
void card_noted(struct card *card, uint32_t ask, int64_t now_ms, int64_t moved_ms);
/* Is there an ask whose call has not arrived? */
bool card_calls(const struct card *card);
/* All calls that are in one state come into another one; notified_ms as in card_ask. */
void card_turn(struct card *card, enum card_call from, enum card_call to, int64_t notified_ms);
/* What they are to be told of the room tells, with its message about this step of the table. */
void card_room_calls(struct card *card, uint32_t step);
/* Does the room's message about this step call them? */
bool card_room_wants(const struct card *card, uint32_t step);
/* It has arrived. */
void card_room_called(struct card *card, uint32_t step, int64_t notified_ms);

/* The cards as the member "cards" of the table's row, and back; what is there is replaced. */
void cards_write(const struct table_entry *entry, struct buf *json);
void cards_read(struct table_entry *entry, const struct cJSON *row);

#endif
