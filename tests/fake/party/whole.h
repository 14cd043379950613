/* A whole game on Discord, played so that it has to end as when nothing goes wrong: with everything
 * going wrong at random, and with the program killed between its parts. */
#ifndef WHOLE_H
#define WHOLE_H

#include "party.h"

enum { WHOLE_PARTS_MAX = 6 };

struct whole {
    unsigned people;
    const char *deal;                                   /* NULL: the pinned seed's */
    bool together;                                      /* its lines may come in another order */
    void (*part[WHOLE_PARTS_MAX])(struct party *party); /* in order; ends with NULL */
};

/* Opens the party for it, and plays all of it. What is said then is waited for. */
void whole_open(struct party *party, const struct whole *whole, uint64_t seed);
void whole_play(struct party *party, const struct whole *whole);
/* Opens it and plays it to its end, once for each seed from first on, with so many of 1,000
 * requests failing in each way there is; each way has struck by then. The last is left open. */
void whole_troubled(struct party *party, const struct whole *whole, uint64_t first, unsigned seeds,
                    unsigned per_mille);
/* The same, with somebody else's direct channel closed from the second part on each time (50007).
 */
void whole_closed(struct party *party, const struct whole *whole, unsigned seats);
/* The same, with the program killed behind each part. */
void whole_killed(struct party *party, const struct whole *whole, uint64_t seed);

#endif
