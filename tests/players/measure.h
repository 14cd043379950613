/* How well house players do: many games from seeds, counted. A game that wants more than wins and
 * refusals counted has a file of its own (measure_GAME.c). */
#ifndef MEASURE_H
#define MEASURE_H

#include "drive.h"
#include "measure_spyfall.h"

enum { MEASURE_ROUNDS = 12 };

struct measure {
    unsigned games;
    unsigned over;    /* that came to their end */
    unsigned moves;   /* all in all */
    unsigned refused; /* moves that the rules refused: must be 0 */
    unsigned ticks;   /* times that all only waited */
    const char *last_refusal;
    unsigned wins[TEAMS_MAX]; /* by team, where there are teams */
    unsigned ties;
    unsigned interceptions; /* games won by one */
    /* Interceptor */
    unsigned pairs;   /* rounds in which both of a team laid a card */
    unsigned matched; /* of these with the same symbol */
    unsigned calls;   /* "Interceptor!" */
    unsigned right;   /* of these right */
    unsigned
        rounds[MEASURE_ROUNDS]; /* games by the round that they ended in, the last one for more */
    unsigned by_cards,
        by_wrong; /* ended by the cards; of these, the losers had called wrong before */
    unsigned wrong[TEAMS_MAX]; /* calls in the game under way, by team */
    /* Decrypto */
    unsigned decodes, decoded;          /* own codes read, and right */
    unsigned intercepts, intercepted;   /* the others' codes guessed from round 2, and right */
    unsigned keyword_guesses, keywords; /* in a tie-break */
    struct measure_spyfall spyfall;
};

/* Plays games of seats with seeds from seed on; book and pack as for drive_deal(). */
void measure_play(struct measure *measure, struct drive *drive, unsigned seats, unsigned games,
                  uint64_t seed, const struct deal_pack *pack);
/* Counts what is of this game alone. */
void measure_interceptor(struct measure *measure, enum message message,
                         const struct value_tree *facts, uint16_t args);
void measure_decrypto(struct measure *measure, enum message message, const struct value_tree *facts,
                      uint16_t args);

#endif
