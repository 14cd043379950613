/* The transcript of a finished table for the room's, one's own, or everybody's eyes: as a page
 * beside the text, and the buttons for the others. All of it is made from the table's record alone,
 * which anybody can have. */
#ifndef TRANSCRIPT_EYES_H
#define TRANSCRIPT_EYES_H

#include "adapter.h"
#include "buf.h"
#include "compose_transcript.h"
#include "inbox.h"

struct table_entry;

struct transcript_eyes {
    const struct compose *compose;
    const struct table_entry *entry;
    const struct buf *record; /* as record_write has it */
    int own;                  /* a seat that reads alone, or SEAT_CROWD: they have no other */
    int eyes;                 /* a seat, SEAT_CROWD, TRANSCRIPT_EVERYBODY */
    const uint8_t *secret;    /* the table's own */
    bool links;               /* pages are served where they read: no file is needed */
};

/* Whose eyes somebody wants ("all", "room", "me"; anything else: their own). */
int transcript_eyes_wanted(const char *to, int own);
/* Does it name any eyes? */
bool transcript_eyes_known(const char *to);
/* Adds to doc what the room and each player alone were told. */
void transcript_eyes_told(const struct transcript_eyes *eyes, struct doc *doc);
/* Adds the page and the buttons to doc, which is in the house's arena. */
void transcript_eyes_offer(const struct transcript_eyes *eyes, struct doc *doc);

/* The page of a game that is over, made by the house (transcript_page_of): as a link where they
 * read has links, its button named label, else as a file. */
void transcript_page_offer(const struct compose *compose, const struct house_page *page, bool links,
                           struct choice *button, struct doc *doc);
/* Can who asks open pages of the house, where they read? */
bool transcript_links(const struct inbox_item *item);

#endif
