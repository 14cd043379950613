/* Transcripts: a journal read aloud, as one reader saw it; and the record of a table. */
#ifndef TRANSCRIPT_H
#define TRANSCRIPT_H

#include "compose.h"
#include "outcome.h"
#include "table.h"

#include <stdbool.h>

struct handling;

/* Adds what a reader (a seat, or SEAT_CROWD) was told by a move that has just been replayed: in
 * public, in private, as audience says (AUDIENCE_CROWD, the seat's bit, or both). */
void transcript_add(struct doc *doc, const struct compose *compose, const struct table *table,
                    int reader, uint16_t audience, const struct outcome *outcome);

enum transcript_kind {
    TRANSCRIPT_ALL,
    TRANSCRIPT_NEWS, /* what has happened since who asks did something there last */
    TRANSCRIPT_RECORD
};

/* Answers with the transcript of the table so far, or with its record, once the journal has
 * been read; then finishes the handling and frees its item. */
void transcript_answer(struct handling *handling, enum transcript_kind kind);

#endif
