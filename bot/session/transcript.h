/* Transcripts in chat: a journal as one reader saw it; and the record of a table. */
#ifndef TRANSCRIPT_H
#define TRANSCRIPT_H

struct handling;

enum transcript_kind {
    TRANSCRIPT_ALL,
    TRANSCRIPT_NEWS, /* what has happened since who asks did something there last */
    TRANSCRIPT_RECORD
};

/* Answers with the transcript of the table so far, or with its record, once the journal has
 * been read; then finishes the handling and frees its item. */
void transcript_answer(struct handling *handling, enum transcript_kind kind);

#endif
