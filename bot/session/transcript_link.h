/* The addresses of transcripts: "TABLE-EYES-PROOF". The proof is a piece of the hash of the table's
 * secret and the rest, so that nobody can guess one, and nothing is stored: a page is made when it
 * is asked for, of what the store has then. What is forgotten or hidden is gone from it. */
#ifndef TRANSCRIPT_LINK_H
#define TRANSCRIPT_LINK_H

#include "game.h"

enum { TRANSCRIPT_LINK_BYTES = 64 };

/* eyes: a seat, SEAT_CROWD, TRANSCRIPT_EVERYBODY. */
void transcript_link(char link[TRANSCRIPT_LINK_BYTES], uint64_t table,
                     const uint8_t secret[SEED_BYTES], int eyes);

#endif
