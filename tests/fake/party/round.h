/* A game of Interceptor that four people play through, the same each time. */
#ifndef ROUND_H
#define ROUND_H

#include "party.h"

enum { ANA, BEN, CY, DEE, EVE };

/* Fails the test unless they see these words, now or within two minutes. */
void sees(struct party *party, unsigned who, const char *words);
/* Fails the test unless they have read these words (as they were written), by then. */
void has_read(struct party *party, unsigned who, const char *words);
/* So many sit down, one after the other, and each is told so. */
void all_sit(struct party *party, unsigned seats);
/* Waits until the board says of so many that they sit there and are reached in private. */
void all_reached(struct party *party, unsigned seats);
/* Types to the bot, in private. */
void whisper(struct party *party, unsigned who, const char *text);
/* The same, and waits until the first who does not act sees these words once more than before. */
void tells(struct party *party, unsigned who, const char *text, const char *words);
/* Waits until a reader sees these words once more than so often. */
void sees_again(struct party *party, unsigned who, const char *words, unsigned times);
/* Waits for a message with one of these buttons (other may be NULL) that is newer than the last one
 * of which they used one. */
uint64_t fresh_button(struct party *party, unsigned who, const char *label, const char *other);
/* Opens a form and sends it off; again where Discord lost the form. */
void fill(struct party *party, unsigned who, const char *label, const char *fields);
/* Opens a table that has no deadlines to speak of, seats all four, and starts it. */
void round_gather(struct party *party);
void round_agree(struct party *party);
void round_first_half(struct party *party);
void round_second_half(struct party *party);

#endif
