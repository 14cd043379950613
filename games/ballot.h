/* Ballots: who may vote, in which order, how many must, how many decide, what silence means, and
 * whether a mind may change. For rulings by owners, votes of a game, the lobby and room polls. */
#ifndef BALLOT_H
#define BALLOT_H

#include "refusal.h"
#include "seat.h"

enum { BALLOT_CHOICES_MAX = 12, BALLOT_SILENT = -1, BALLOT_ABSTAINED = -2 };

enum ballot_end {
    BALLOT_RUNNING = -1, /* not decided yet */
    BALLOT_NOBODY = -2   /* decided that no choice has it: a tie, too few votes */
};

/* The rules of one ballot; zero is: open, any order, no quorum, a relative majority when all have
 * voted, silence does not count, no change. */
struct ballot_rules {
    uint8_t choices;   /* 2 for no and yes: choice 0 is no, 1 is yes */
    uint8_t quorum;    /* votes that must be in, else nobody has it */
    uint8_t threshold; /* votes a choice needs to win at once; 0: most votes when closed */
    bool all_no;  /* choice 0 wins only when everybody has chosen it, whatever threshold says */
    bool secret;  /* readers show who has voted, not what, until it is over */
    bool ordered; /* one after another, clockwise from the first */
    bool change;  /* a vote may be changed while the ballot runs */
    bool early;   /* closes as soon as no choice but 0 can reach its threshold any more */
    bool silence_counts;
    int8_t silence; /* with silence_counts: the choice silence stands for when it closes */
};

struct ballot {
    struct ballot_rules rules;
    uint16_t electorate;
    int8_t first; /* ordered: who begins */
    int8_t vote[SEATS_MAX];
    bool closed;
};

void ballot_open(struct ballot *ballot, const struct ballot_rules *rules, uint16_t electorate,
                 int first);
/* Casts one vote. NOT_YOURS outside the electorate, NOT_YOUR_TURN out of order, ALREADY_DONE when
 * a vote may not change, GAME_OVER never: a decided ballot takes no vote and is asserted. */
enum refusal ballot_cast(struct ballot *ballot, int seat, int choice);
/* Has voted, for no choice. The same refusals. */
enum refusal ballot_abstain(struct ballot *ballot, int seat);
/* Takes a vote back, as if it had not been cast. NOT_YOURS where there is none to take back,
 * ALREADY_DONE where a vote may not change. */
enum refusal ballot_withdraw(struct ballot *ballot, int seat);
/* Who is next in an ordered ballot, or any seat still silent (the lowest); -1 when none is. */
int ballot_next(const struct ballot *ballot);
/* Seats whose vote is still missing. */
uint16_t ballot_missing(const struct ballot *ballot);
/* Somebody has left: out of the electorate with his vote. */
void ballot_drop(struct ballot *ballot, int seat);
/* Time is up: silence is counted as the rules say. */
void ballot_close(struct ballot *ballot);
int ballot_count(const struct ballot *ballot, int choice);
/* The choice that has it, or one of ballot_end. */
int ballot_result(const struct ballot *ballot);

#endif
