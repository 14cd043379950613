/* The transcript of a finished table as one page of HTML that stands alone: step by step what
 * somebody was told, and the board as they saw it. */
#ifndef TRANSCRIPT_PAGE_H
#define TRANSCRIPT_PAGE_H

#include "buf.h"
#include "catalogue.h"
#include "compose_transcript.h"
#include "fault.h"

enum {
    TRANSCRIPT_PAGE_MAX = 8 * 1024 * 1024,   /* bytes of one that lies in a file, */
    TRANSCRIPT_SERVED_MAX = 2 * 1024 * 1024, /* of one that is asked for by its address, */
    TRANSCRIPT_SENT_MAX = 384 * 1024         /* and of one in a message (KEPT_DOC_BYTES_MAX) */
};

struct transcript_page {
    int eyes; /* a seat as it was dealt, SEAT_CROWD, TRANSCRIPT_EVERYBODY */
    const struct catalogue *catalogue;
    const char *room_name; /* or "" */
    size_t bytes_max;      /* what does not fit is left out from the beginning, pictures first */
};

/* What may be loaded by it, and run: nothing but what stands in it. As in its own <meta>. */
void transcript_page_policy(struct buf *policy);
/* Adds the page of a record (record.h) to out. Everything that the record lacks is lacking: what
 * was hidden, forgotten, or stays secret for ever. -1 when it is no record, is not over, or has no
 * such seat. */
int transcript_page(const struct transcript_page *page, const char *record, size_t len,
                    struct buf *out, struct fault *fault);

#endif
