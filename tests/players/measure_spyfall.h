/* What is counted of Spyfall: lines said twice in a round, answers written for their question, who
 * wins; and pairs of question and answer, drawn for reading. */
#ifndef MEASURE_SPYFALL_H
#define MEASURE_SPYFALL_H

#include "drive.h"

enum { MEASURE_LINES_MAX = 1024, MEASURE_PAIRS_MAX = 1000 };

/* Lines of a round, as hashes. */
struct measure_lines {
    uint32_t hash[MEASURE_LINES_MAX];
    unsigned count;
};

struct measure_spyfall {
    unsigned rounds, spy_wins;
    unsigned caught;    /* spies */
    unsigned innocents; /* that were indicted */
    unsigned guesses, right;
    unsigned questions, questions_again; /* again: word for word, in the same round */
    unsigned answers, answers_again;
    unsigned written; /* answers that the book has for that very question */
    unsigned turned;  /* that turn it away, out of "[*!]" */
    unsigned led;     /* and questions, behind a lead-in of a voice */
    /* the round */
    struct measure_lines asked, answered;
    char place[64];
    char question[256];
    int cards;
    int spy;
    /* pairs: which of them is drawn */
    unsigned pairs_wanted; /* MEASURE_PAIRS_MAX at most */
    struct rng draw;
    char pair[MEASURE_PAIRS_MAX][512];
};

/* Counts an event. */
void measure_spyfall(struct measure_spyfall *measure, const struct drive *drive,
                     enum message message, const struct value_tree *facts, uint16_t args);
/* Prints the counts, and the pairs that were drawn. */
void measure_spyfall_report(const struct measure_spyfall *measure);
/* Has a person ask each question of a file, in a game of its own of seats from seed on, and prints
 * what a house player answers; "#" begins a note. False when the file cannot be read. */
bool measure_spyfall_ask(struct drive *drive, unsigned seats, uint64_t seed,
                         const struct deal_pack *pack, const char *path);

#endif
