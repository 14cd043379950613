/* One whole game of people who only press, and what is held against it after every step. */
#ifndef PRESS_RUN_H
#define PRESS_RUN_H

#include "oracle.h"

enum { RUN_OLDS_MAX = 4000, RUN_PEOPLE_MAX = 8 };

/* X(name, on, what) */
#define RUN_CHECKS(X)                                                                     \
    X(WORKS, true, "a live control works for whom it is offered to")                      \
    X(PROSE, true, "words in a sentence can be said where they stand")                    \
    X(FORM, true,                                                                         \
      "a form says what it is about, keeps what was refused, asks for nothing too early") \
    X(ANSWER, true, "every act is answered in time")                                      \
    X(WAY, true, "whoever is owed something has a live way")                              \
    X(OTHERS, true, "nobody else has a control that says so")                             \
    X(CALLED, true, "each ask notifies its person once")                                  \
    X(QUIET, true, "nobody else is notified")                                             \
    X(ORDER, true, "nothing private before the public line that it is about")             \
    X(COUNT, true, "few messages for all to read")                                        \
    X(LEFT, true, "no reaction is left of what cannot be chosen any more")                \
    X(STALE, true, "what is over, and what belongs to others, changes nothing")           \
    X(KIND, true, "and is answered kindly")                                               \
    X(END, true, "the game comes to its end")

enum run_check {
#define RUN_CHECK(name, on, what) RUN_##name,
    RUN_CHECKS(RUN_CHECK)
#undef RUN_CHECK
        RUN_CHECK_COUNT
};

/* What is counted over all runs. */
struct run_total {
    unsigned games, finished, pressed, filled, stale, restarts, substitutes, closed, again;
    unsigned votes;    /* about the table */
    unsigned settings; /* pressed and filled in on answers about them */
    unsigned faults[RUN_CHECK_COUNT];
    unsigned lines, calls, boards, edits; /* while a game was played */
    unsigned around;                      /* lines before and after it */
    unsigned units;                       /* rounds, or turns, or questions */
};

struct run_setup {
    const struct press_driver *on;
    const char *game;
    uint64_t seed;
    const char *tell; /* the file for what one of them sees; NULL: none */
    unsigned teller;
    bool plain; /* nothing unusual happens: no restarts, nobody leaves */
    bool loud;  /* says every step */
};

/* Plays it; what was wrong is printed and counted. False: something was. */
bool run_game(const struct run_setup *setup, struct run_total *total);
/* The same of a game night: eight people, two rounds of the game at two tables. */
bool run_night(const struct run_setup *setup, struct run_total *total);

#endif
