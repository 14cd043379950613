/* Spyfall (rulebook 4): plain state, for its own files, tests and checkers only. */
#ifndef SPYFALL_H
#define SPYFALL_H

#include "ballot.h"
#include "course.h"
#include "game.h"
#include "game_clock.h"
#include "rng.h"
#include "spyfall_drawn.h"
#include "spyfall_place.h"
#include "spyfall_talk.h"

enum {
    SPYFALL_SEATS_MIN = 4,
    SPYFALL_PLACES_MIN = 5, /* of a pack; a list is that short only where a room has no more */
    SPYFALL_CIRCLE_MIN = 3, /* with fewer left in a round it is void */
    SPYFALL_TEXT_CHARACTERS_MAX = 500,
    SPYFALL_PINNED_ROUNDS_MAX = 40,
    SPYFALL_PARTS = 12,
    SPYFALL_ASK_MS = 24 * 3600 * 1000, /* async: to ask */
    SPYFALL_NEXT_MS = 120 * 1000,      /* live: until the next round begins by itself */
    SPYFALL_NEXT_ASYNC_MS = 24 * 3600 * 1000,
    SPYFALL_LAST_CALL_MS = 12 * 3600 * 1000
};

enum spyfall_phase {
    SPYFALL_AT_QUESTIONS,
    SPYFALL_AT_VOTE,
    SPYFALL_AT_LAST_CALL,
    SPYFALL_AT_FINAL_VOTE, /* its votes too */
    SPYFALL_AT_LAST_GUESS, /* of an indicted spy */
    SPYFALL_AT_BETWEEN,
    SPYFALL_AT_OVER
};

/* Rows of options, in the order of spyfall_options. */
enum spyfall_option {
    SPYFALL_ROUNDS = OPTION_COMMON_COUNT,
    SPYFALL_MINUTES,
    SPYFALL_FIRST_ASKER,
    SPYFALL_ROLES,
    SPYFALL_REPEAT_LOCATIONS,
    SPYFALL_LOCATIONS,
    SPYFALL_LIST,
    SPYFALL_VOTE,
    SPYFALL_VOTE_LIMIT,
    SPYFALL_SILENT_VOTE,
    SPYFALL_CLOCK_IN_VOTE,
    SPYFALL_GUESS_DURING_VOTE,
    SPYFALL_FINAL_VOTE,
    SPYFALL_LAST_GUESS,
    SPYFALL_TABLE_TALK,
    SPYFALL_ANSWER_LIMIT,
    SPYFALL_BUDGET,
    SPYFALL_TIE,
    SPYFALL_STREAK,
    SPYFALL_OPTIONS_END
};

enum spyfall_end {
    SPYFALL_SPY_INDICTED,
    SPYFALL_INNOCENT_INDICTED,
    SPYFALL_SPY_GUESSED,
    SPYFALL_SPY_GUESSED_WRONG,
    SPYFALL_CLOCK,
    SPYFALL_VOID,
    SPYFALL_ENDS
};

/* A round that the deal has fixed. */
struct spyfall_pin {
    uint8_t place;
    int8_t spy;
};

struct spyfall_vote {
    struct ballot ballot;
    int8_t accuser; /* SEAT_NONE while none is open */
    int8_t suspect;
    uint8_t from; /* the phase it goes back to */
    bool zero;    /* the round's clock has run out meanwhile */
};

struct spyfall_last {
    uint32_t round; /* 0: none is over yet */
    uint8_t end;
    uint8_t place;
    int8_t spy;
    int8_t points[SEATS_MAX];
};

/* What a seat has done in rounds that are over, as everybody was told at their end. */
struct spyfall_deeds {
    uint8_t away;     /* as the spy, not caught */
    uint8_t unmasked; /* accused the spy, who was indicted */
    uint8_t guessed;  /* as the spy, named the place */
    uint8_t named;    /* accused while innocent */
    uint8_t naming;   /* the same in this round, whoever it is */
};

struct spyfall {
    struct game_state common;
    struct spyfall_places places;
    struct spyfall_talk talk; /* of this round */
    uint64_t played;          /* places that have had their round */
    struct rng rng;
    struct spyfall_pin pin[SPYFALL_PINNED_ROUNDS_MAX];
    struct game_clock clock;      /* of the round, and of a last call */
    struct game_clock wait;       /* for who asks, answers, passes, guesses last, goes on */
    struct game_clock vote_clock; /* for the next voter, or all */
    struct spyfall_vote vote;
    struct spyfall_last last;
    int64_t length_ms;   /* of the round; 0 where no clock runs */
    int64_t reminded_ms; /* so much was left when it was said last */
    int32_t scores[SEATS_MAX];
    uint32_t planned; /* rounds, with extra ones */
    uint32_t asks;    /* how many numbers have been given out */
    uint32_t wait_ask;
    uint32_t vote_ask;
    int32_t minutes;        /* pinned, or 0 */
    int32_t questions_left; /* async */
    uint16_t accused;       /* who has accused in this round */
    uint16_t waiting;       /* joined in the midst: in from the next round on */
    uint16_t done;          /* in the last call */
    uint16_t final_left;    /* who may still accuse in the final vote */
    uint8_t pins;
    uint8_t pin_next;
    uint8_t place;
    int8_t spy;
    int8_t leader;
    int8_t first;  /* who asked first in this round */
    int8_t asker;  /* in a final vote: whose turn it is to accuse */
    int8_t barred; /* who must not be asked next, or SEAT_NONE */
    int8_t pending;
    uint8_t part[SEATS_MAX]; /* cosmetic roles, 0 without */
    struct course course;    /* one row: an end of a round, plus one; who has most points leads */
    struct spyfall_deeds deeds[SEATS_MAX];
    struct spyfall_drawn drawn[SPYFALL_ROUNDS_MAX];
};

extern const struct game_def spyfall_game;

#endif
