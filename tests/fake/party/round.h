/* A game of Interceptor that four people play through, the same each time. */
#ifndef ROUND_H
#define ROUND_H

#include "party.h"

enum { ANA, BEN, CY, DEE, EVE };

/* Fails the test unless they see these words, now or within two minutes. */
void sees(struct party *party, unsigned who, const char *words);
/* Types to the bot, in private. */
void whisper(struct party *party, unsigned who, const char *text);
/* Opens a table that has no deadlines to speak of, seats all four, and starts it. */
void round_gather(struct party *party);
void round_agree(struct party *party);
void round_first_half(struct party *party);
void round_second_half(struct party *party);

#endif
