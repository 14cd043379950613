/* The addresses of transcripts: "TABLE-EYES-PROOF". The proof is a piece of the hash of the table's
 * secret and the rest, so that nobody can guess one, and nothing is stored: a page is made when it
 * is asked for, of what the store has then. What is forgotten or hidden is gone from it. */
#ifndef TRANSCRIPT_LINK_H
#define TRANSCRIPT_LINK_H

#include "adapter.h"
#include "game.h"

enum { TRANSCRIPT_LINK_BYTES = 64 };

/* eyes: a seat, SEAT_CROWD, TRANSCRIPT_EVERYBODY. */
void transcript_link(char link[TRANSCRIPT_LINK_BYTES], uint64_t table,
                     const uint8_t secret[SEED_BYTES], int eyes);

/* The page of a table as everybody saw it, for somebody who has been found to have sat there, of at
 * most so many bytes, with its address; done as house_transcript says. */
void transcript_page_of(struct house *house, uint64_t table, size_t bytes_max, house_page_fn done,
                        void *context);

#endif
