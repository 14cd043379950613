/* Decrypto (rulebook 2): plain state, for its own files, tests and checkers only. */
#ifndef DECRYPTO_H
#define DECRYPTO_H

#include "course.h"
#include "decrypto_log.h"
#include "game.h"
#include "game_clock.h"
#include "rng.h"

enum {
    DECRYPTO_SEATS_MIN = 3,
    DECRYPTO_SLOTS = 4,
    DECRYPTO_CLUES = 3,
    DECRYPTO_CODES = 24,
    DECRYPTO_TOKENS_MAX = 2,
    DECRYPTO_SOLO_ROUNDS = 5, /* three players: after it the team has survived */
    DECRYPTO_TEAM_MIN = 2,
    DECRYPTO_CLUE_CHARACTERS_MAX = 80,
    DECRYPTO_KEYWORD_CHARACTERS_MAX = 40,
    DECRYPTO_KEYWORD_BYTES = 84, /* 20 characters of any script, 40 of most */
    DECRYPTO_PINNED_CODES_MAX = 64,
    DECRYPTO_TIMER_MS = 30000,
    /* What the sheet keeps of a round at most: as longest clues, two sets and the dashes of those
     * struck; as entries, each clue struck once. What is written anew is asked for by itself. */
    DECRYPTO_ROUND_CLUES = 2 * DECRYPTO_CLUES + 1,
    DECRYPTO_ROUND_ENTRIES = 4 * DECRYPTO_CLUES,
    DECRYPTO_ROUNDS_USUAL = 8,
    DECRYPTO_TIEBREAK_CLUES = 2 * DECRYPTO_SLOTS
};

enum decrypto_phase {
    DECRYPTO_AT_CLUES,
    DECRYPTO_AT_GUESS,
    DECRYPTO_AT_RULING,
    DECRYPTO_AT_TIEBREAK,
    DECRYPTO_AT_OVER
};

/* With three players White is the team of two and Black the Interceptor. */
enum decrypto_team_index { DECRYPTO_WHITE, DECRYPTO_BLACK, DECRYPTO_TEAMS, DECRYPTO_NO_TEAM = -1 };

/* Rows of options, in the order of decrypto_options. */
enum decrypto_option {
    DECRYPTO_MAX_TEAM = OPTION_COMMON_COUNT,
    DECRYPTO_WORDS,
    DECRYPTO_GRADE,
    DECRYPTO_WHO_IS_WHITE,
    DECRYPTO_ENCRYPTOR,
    DECRYPTO_ORDER,
    DECRYPTO_CONFIRM,
    DECRYPTO_FIRST_INTERCEPT,
    DECRYPTO_MAX_ROUNDS,
    DECRYPTO_TIEBREAK_SLOTS,
    DECRYPTO_REPEAT_SCOPE,
    DECRYPTO_EMOJI_CLUES,
    DECRYPTO_CHALLENGE,
    DECRYPTO_ILLEGAL_CLUE,
    DECRYPTO_TIMER,
    DECRYPTO_GUESS_LIMIT,
    DECRYPTO_OPTIONS_END
};

/* The two answers to a code: its own team's and the opponents'. */
enum decrypto_kind { DECRYPTO_DECODE, DECRYPTO_INTERCEPT, DECRYPTO_KINDS };

/* What came of a code. */
enum decrypto_mark { DECRYPTO_READ = 1, DECRYPTO_MISREAD, DECRYPTO_CAUGHT };

/* A code is its three digits as a number, 123 to 432. */
enum { CODE_NONE = 0, CODE_PASS = -1 };

struct decrypto_answer {
    uint32_t ask;
    uint32_t confirm_ask; /* a new one for each draft that waits for a second member */
    int16_t code;         /* CODE_NONE: nothing said, or left out by a skip */
    int8_t by;            /* who said it last */
    bool in;              /* it counts */
};

struct decrypto_team {
    uint16_t seats;
    char keyword[DECRYPTO_SLOTS][DECRYPTO_KEYWORD_BYTES];
    int16_t pinned[DECRYPTO_PINNED_CODES_MAX]; /* codes of coming rounds */
    uint8_t pinned_count;
    uint8_t pinned_next;
    int16_t code;     /* of this round */
    int8_t encryptor; /* SEAT_NONE while a volunteer is waited for */
    int8_t last;      /* the Encryptor of the round before, SEAT_NONE in the first */
    bool locked;      /* this round's set is complete */
    bool charged;     /* has got its Miscommunication of this round */
    uint8_t interceptions;
    uint8_t miscommunications;
    uint8_t interceptions_before; /* when the round began */
    uint8_t miscommunications_before;
    struct decrypto_answer answer[DECRYPTO_KINDS]; /* to this team's code */
    struct game_clock clue_clock;
    uint32_t clue_ask;
    uint32_t guess_ask; /* tie-break */
    bool guessed;
    uint8_t right_at_slot; /* bit n: its guess at slot n + 1 is right */
    uint8_t right_anywhere;
};

struct decrypto_last {
    uint32_t round; /* 0: nothing has been revealed yet */
    int16_t code;
    int16_t answer[DECRYPTO_KINDS];
    int8_t team;
};

struct decrypto {
    struct game_state common;
    struct decrypto_team team[DECRYPTO_TEAMS];
    struct decrypto_last last;
    struct rng rng;
    struct game_clock turn_clock; /* guess, tiebreak */
    struct game_clock ruling_clock;
    uint32_t ruling_ask;
    uint32_t asks;        /* how many numbers have been given out */
    bool solo;            /* three players */
    bool broke_tie;       /* it came to keywords */
    bool sheet_full;      /* there is no room for the clues of another round: this is the last */
    int8_t half;          /* whose code it is about */
    int8_t rewriting;     /* the team whose Encryptor writes one clue anew, or DECRYPTO_NO_TEAM */
    int8_t ruling_team;   /* whose clue is ruled on */
    int8_t clue_place;    /* which clue is ruled on or written anew: 0 to 2 */
    struct course course; /* a row for each team's codes: enum decrypto_mark */
    struct clue_log log;
};

extern const struct game_def decrypto_game;

#endif
