/* Infiltrators (rulebook 3): plain state, for its own files, tests and checkers only. */
#ifndef INFILTRATORS_H
#define INFILTRATORS_H

#include "course.h"
#include "game.h"
#include "game_clock.h"
#include "infiltrators_mission.h"
#include "rng.h"

enum {
    INFILTRATORS_BIDE_MAX = 3,
    INFILTRATORS_TURN_LIVE_S = 120,
    INFILTRATORS_TURN_ASYNC_S = 86400
};

enum infiltrators_phase {
    INFILTRATORS_AT_TURN,
    INFILTRATORS_AT_DRAW,
    INFILTRATORS_AT_RETRIEVE,
    INFILTRATORS_AT_DROP,
    INFILTRATORS_AT_OVER
};

/* Rows of options, in the order of infiltrators_options. */
enum infiltrators_option {
    INFILTRATORS_MISSION = OPTION_COMMON_COUNT,
    INFILTRATORS_SPECIALS,
    INFILTRATORS_T1_SCALE,
    INFILTRATORS_SUITS,
    INFILTRATORS_FIRST,
    INFILTRATORS_HAND_CAP,
    INFILTRATORS_DRAW,
    INFILTRATORS_FACEDOWN,
    INFILTRATORS_EMPTY_RULE,
    INFILTRATORS_T3_CLOCK,
    INFILTRATORS_BOARD,
    INFILTRATORS_BOARD_PRIVATE,
    INFILTRATORS_WARN_IMPOSSIBLE,
    INFILTRATORS_TURN_LIMIT,
    INFILTRATORS_OPTIONS_END
};

/* Values of option t3_clock. */
enum { CLOCK_BY_PACE, CLOCK_REAL, CLOCK_TURNS, CLOCK_OFF };
/* Values of option leave, which this game has one more of. */
enum { LEAVE_SUBSTITUTE, LEAVE_ABORT, LEAVE_DISSOLVE };

struct agent {
    struct card_row hand;  /* in the order taken */
    struct card_row clues; /* at the Suspect in the stand, in the order played */
    struct card_set wrong; /* guessed wrongly for that Suspect */
    uint8_t suspect;       /* CARD_NONE: an empty stand */
};

/* What came of a shot. */
enum infiltrators_mark { INFILTRATORS_MARK_HIT = 1, INFILTRATORS_MARK_MISS };

/* What an Agent has done so far. */
struct agent_deeds {
    uint8_t hits;
    uint8_t misses;
    uint8_t clues;
};

/* The clue that crossed out most, as everybody could see. */
struct best_clue {
    uint8_t seat; /* whose card it was */
    uint8_t owner;
    uint8_t card;
    uint8_t count; /* of what it crossed out; 0: there was none */
};

struct infiltrators {
    struct game_state common;
    struct mission mission;
    struct agent agent[AGENTS_MAX];
    struct card_row hq;     /* top first */
    struct card_row centre; /* top first */
    struct card_row up;     /* the discard, face up, in the order discarded */
    struct card_row down;   /* face down, the latest last */
    struct card_set deck;   /* all cards of the mission */
    struct card_set seen;   /* ever seen by everybody outside a stand; never shrinks */
    struct card_set solved; /* Suspects found */
    struct rng rng;
    struct game_clock turn_clock;    /* of whoever is at turn */
    struct game_clock mission_clock; /* of all */
    uint32_t ask;                    /* number of the wait */
    uint8_t turn;                    /* seat */
    uint8_t suits_known;             /* bits; what the mission names */
    uint8_t suit_hidden;             /* SUITS: none */
    uint8_t bullets;
    uint8_t bullets_first; /* at the deal, and the Suspects then: for the invariants */
    uint8_t left_first;
    uint8_t misses;
    uint8_t hits;
    uint8_t draws_left;   /* one_by_one: how often it may still be drawn */
    uint8_t clock_called; /* of the announcements of the mission's clock, how many were made */
    uint16_t turns;       /* completed */
    uint16_t turns_max;   /* 0: no end by turns */
    uint16_t turns_first;
    struct course course; /* one row: enum infiltrators_mark */
    struct agent_deeds deeds[AGENTS_MAX];
    struct best_clue best;
};

extern const struct game_def infiltrators_game;

#endif
