/* Interceptor (rulebook 1): plain state, for its own files, tests and checkers only. */
#ifndef INTERCEPTOR_H
#define INTERCEPTOR_H

#include "ballot.h"
#include "course.h"
#include "game.h"
#include "game_clock.h"
#include "interceptor_signal.h"

enum {
    INTERCEPTOR_SEATS = 4,
    INTERCEPTOR_CARDS = 16,
    INTERCEPTOR_CALLS_MAX = INTERCEPTOR_CARDS + 1, /* each wrong one takes a card, one is right */
    INTERCEPTOR_PLAYS = 4
};

enum interceptor_phase {
    INTERCEPTOR_AT_SIGNALS,
    INTERCEPTOR_AT_LEADER,
    INTERCEPTOR_AT_PLAY,
    INTERCEPTOR_AT_SPLIT,
    INTERCEPTOR_AT_RULING,
    INTERCEPTOR_AT_LAST_CALL,
    INTERCEPTOR_AT_OVER
};

/* Teams by the lowest bit of a seat. */
enum interceptor_team_index { INTERCEPTOR_OFFICIALS, INTERCEPTOR_JOURNALISTS, INTERCEPTOR_TEAMS };

/* Rows of options, in the order of interceptor_options. */
enum interceptor_option {
    INTERCEPTOR_VARIANT = OPTION_COMMON_COUNT,
    INTERCEPTOR_TEAM_CHOICE,
    INTERCEPTOR_SIGNAL_MODE,
    INTERCEPTOR_HONOUR_SIGNALS,
    INTERCEPTOR_TABLE_TALK,
    INTERCEPTOR_TEAM_ROOM,
    INTERCEPTOR_FLOOR,
    INTERCEPTOR_SPLIT_CONFIRM,
    INTERCEPTOR_CARDLESS,
    INTERCEPTOR_CALL_NEEDS_SPARE,
    INTERCEPTOR_CALL_FROM,
    INTERCEPTOR_LAST_CALL,
    INTERCEPTOR_REPEAT_GUESS,
    INTERCEPTOR_MATCH,
    INTERCEPTOR_NEAR,
    INTERCEPTOR_MAX_ROUNDS,
    INTERCEPTOR_TURN_LIMIT,
    INTERCEPTOR_REVEAL_SIGNALS,
    INTERCEPTOR_OPTIONS_END
};

enum { TABLE_TALK_NO_SYMBOLS, TABLE_TALK_SILENT, TABLE_TALK_FREE };
enum { MATCH_FAMILY, MATCH_STRICT, MATCH_REFEREE_ALL };

enum interceptor_outcome {
    INTERCEPTOR_NOBODY,
    INTERCEPTOR_FOLLOW,
    INTERCEPTOR_LEAD,
    INTERCEPTOR_LEAD_TAKES,
    INTERCEPTOR_FOLLOW_TAKES
};

/* What a message or reaction carries: a bit for each signal of the player's team. */
enum { CARRIES_DOCUMENTS = 1, CARRIES_MONEY = 2, CARRIES_THERE = 4 };

/* How a guess compares with the rivals' two signals (the judgement of a call). */
enum { GRADE_SAME = 1, GRADE_NEAR = 4 }; /* shifted by the symbol */

/* What came of a round: who took the pot, or that a call was right. */
enum interceptor_mark {
    INTERCEPTOR_MARK_OFFICIALS = 1,
    INTERCEPTOR_MARK_JOURNALISTS,
    INTERCEPTOR_MARK_NOBODY,
    INTERCEPTOR_MARK_CALL
};

enum interceptor_call_result { CALL_PENDING, CALL_WRONG, CALL_RIGHT };

struct interceptor_team {
    struct interceptor_signal signal[SYMBOLS];
    struct interceptor_signal proposal[SYMBOLS];
    uint32_t ask; /* of registering, and a new one for each proposal to be confirmed */
    int8_t proposer;
    bool ready;
};

struct interceptor_call {
    struct interceptor_signal guess;
    int8_t seat;
    uint8_t symbol;
    uint8_t grade;  /* GRADE_ bits */
    uint8_t result; /* interceptor_call_result */
    bool ruled;     /* went to a ruling */
};

struct interceptor_last {
    uint32_t round; /* 0: nothing has been revealed yet */
    int8_t play[INTERCEPTOR_SEATS];
    uint8_t outcome;
};

struct interceptor {
    struct game_state common;
    struct interceptor_team team[INTERCEPTOR_TEAMS];
    struct interceptor_call call[INTERCEPTOR_CALLS_MAX];
    struct interceptor_last last;
    struct ballot ruling; /* on the last call */
    struct game_clock turn_clock;
    struct game_clock ruling_clock;
    uint32_t ask; /* of the wait that runs */
    uint32_t ruling_ask;
    uint32_t asks; /* how many numbers have been given out */
    uint8_t call_count;
    uint8_t ruling_from; /* the phase a ruling interrupted */
    int8_t leader;       /* SEAT_NONE before one is named */
    uint8_t play;        /* whose turn: index into the order of this round */
    int8_t hand[INTERCEPTOR_SEATS];
    int8_t symbol[INTERCEPTOR_SEATS]; /* face down on the table; SYMBOL_NONE */
    bool passed[INTERCEPTOR_SEATS];   /* passed over in this round */
    int8_t discard;
    int8_t pot;
    int8_t pot_team;         /* of this round, -1 when neither team has matched */
    int8_t split_proposer;   /* SEAT_NONE without a proposal */
    int8_t split[2];         /* what was proposed: lower seat, higher seat */
    uint8_t message_carries; /* native: what was shown this turn */
    uint8_t reaction_carries;
    uint8_t signals_given; /* in this round */
    bool signalled;        /* the first signal of the game has been given */
    bool short_handed;     /* cards were lost since hands were last checked */
    uint16_t last_calls;   /* seats that still have their last call */
    struct course course;  /* one row: enum interceptor_mark; who has more cards leads */
    uint16_t matches[INTERCEPTOR_TEAMS]; /* rounds in which both laid the same */
};

extern const struct game_def interceptor_game;

#endif
