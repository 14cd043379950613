/* The contract of a game: a value and a table of functions. A game exports one symbol, its
 * game_def; state is plain data of fixed size; no clock, no I/O, no allocation, no dice. */
#ifndef GAME_H
#define GAME_H

#include "action.h"
#include "choose.h"
#include "deal.h"
#include "option.h"
#include "outcome.h"
#include "owed.h"
#include "player.h"
#include "view.h"

enum { GAME_STATE_MAX = 30720, PHASES_MAX = 12, TEAMS_MAX = 2, AWARDS_MAX = 4 };

enum game_outcome { OUTCOME_NONE, OUTCOME_WIN, OUTCOME_LOSS, OUTCOME_TIE };

struct result {
    enum game_outcome outcome;
    const char *reason; /* term: "interception"; static */
    uint16_t winners;   /* seat bits */
    int32_t scores[SEATS_MAX];
};

/* What every game's state begins with. rules.c keeps it; a game reads it, and sets phase, round,
 * over and result. */
struct game_state {
    int64_t now_ms;    /* of the last accepted move */
    int64_t paused_ms; /* since when, or NO_DEADLINE while it is not paused */
    uint32_t step;     /* accepted moves, the deal being 0 */
    uint32_t round;
    uint8_t seats;
    uint16_t version; /* of its rules: an old journal replays as it was made */
    uint8_t phase;    /* index into game_def.phases */
    bool over;
    uint16_t gone; /* seats that have left */
    uint16_t conceded;
    struct options options;
    struct result result;
};

/* From when on new deadlines run: now, or the beginning of the pause, whose end moves them all. */
static inline int64_t game_now_ms(const struct game_state *state)
{
    return state->paused_ms != NO_DEADLINE ? state->paused_ms : state->now_ms;
}

struct board;
struct course;
struct hand;

struct game_def {
    const char *id;         /* stable, in journals: "interceptor" */
    uint16_t rules_version; /* the newest; raised when an old journal would replay differently */
    uint8_t seats_min;
    uint8_t seats_max;
    /* How many may sit with these options; NULL: seats_max with all. */
    uint8_t (*seats_most)(const struct options *options);
    size_t state_size;            /* <= GAME_STATE_MAX */
    const char *const *phases;    /* terms, NULL after the last; the last one is "over" */
    const char *teams[TEAMS_MAX]; /* terms, or NULL: no teams */
    const char *teams_option;     /* whose value "chosen" lets people choose their team; or NULL */
    bool goes_on_without;         /* option leave has the value dissolve */
    bool gathers;                 /* never dealt: its table is a lobby for other games (night.h) */
    const struct action_def *actions;
    size_t action_count;
    const struct option_def *options; /* beside the common ones */
    size_t option_count;
    const char *const *deal_members; /* that "deal" may have, NULL after the last */
    /* Deals into zeroed state. No deal: REFUSAL_BAD_INPUT with arguments {argument, problem}. */
    enum refusal (*deal)(void *state, const struct deal *deal, struct outcome *out);
    /* NULL where nothing is drawn from a pack. Else writes what a deal with this pack would draw,
     * as members of a pinned deal ("keywords": ...): the very words, which the journal keeps.
     * False, with into as it was, when there is no such deal. */
    bool (*draw)(const struct deal *deal, struct value_tree *into);
    /* Writes what chance drew for a game's nth round (from 0) that is over; false, NULL: none. */
    bool (*drawn)(const void *state, uint32_t nth, struct value_tree *into);
    uint16_t entries_min; /* of a pack, that a deal needs at least */
    struct pack_options pack_options;
    /* Where the entries of a pack are more than words (missions): what is wrong with one, as a
     * term, NULL when nothing is. *item_r says from which of its items (parted by ";", from 0) on
     * to tell, and is then which it was. NULL where entries are words. */
    const char *(*entry_problem)(const char *entry, unsigned *item_r);
    /* The team of a seat (index into teams), -1 without teams. */
    int (*team)(const void *state, int seat);
    /* Of a game that is over: the side that a seat was on, -1 none; NULL: its teams, if any. */
    int (*side)(const void *state, int seat);
    const char *(*role)(const void *state, int seat); /* and as what: "spy"; NULL or none: a team */
    /* The most players that one hidden side may have, as all know. NULL: by teams, or no sides. */
    int (*side_most)(const void *state);
    /* Seats that may not talk to their team now, as bits; NULL: no team talk. Everybody knows. */
    uint16_t (*hushed)(const void *state);
    /* Those of the hushed who talk to their team all the same, through the house, which says with
     * it that it is not about their secret. NULL: nobody. */
    uint16_t (*aside)(const void *state);
    /* Is that talk worth a room of each team's own, where there can be one? NULL: it is not. */
    bool (*rooms)(const void *state);
    /* Writes a reader's members; rules.c has written phase, round, over, seat. */
    void (*view)(const void *state, int seat, struct view *view);
    const char *const *words_in; /* members with people's words, beside "text", "answer"; or NULL */
    void (*owed)(const void *state, struct owed_list *list);
    /* choose.h; NULL: nothing is said beside the rows. */
    void (*choose)(const void *state, int seat, const struct choosing *of, struct value_tree *into);
    /* The earliest deadline of all, or NO_DEADLINE. */
    int64_t (*due_ms)(const void *state);
    /* When fall_due() says something that is no deadline ("5 minutes left"): a move made after it
     * need not wait for a tick. Not before the last move; NULL or NO_DEADLINE for none. */
    int64_t (*soft_ms)(const void *state);
    /* Lets what is due at exactly due_ms() happen (an overdue event or the default). */
    void (*fall_due)(void *state, struct outcome *out);
    /* Moderator's skip and leave. */
    enum refusal (*skip)(void *state, struct outcome *out);
    void (*leave)(void *state, int seat, struct outcome *out);
    /* NULL: nobody joins a running game. Else it has a row "join" (by the house or a moderator),
     * which adds a seat at the end, or takes the last one again in which nobody has played; and
     * this says whether a seat is only waiting to come in, so that nothing stops when it goes. */
    bool (*waits)(const void *state, int seat);
    void (*concede)(void *state, int team, struct outcome *out); /* a team, or all */
    /* An act whose words nobody reads after the game either; NULL, or no function: none. */
    const char *(*withheld)(const struct options *options);
    /* Moves every running deadline by ms (pause, being away). */
    void (*shift)(void *state, int64_t ms);
    /* Draws a view as a board. */
    void (*board)(const struct view *view, struct board *board);
    /* Shows what the seat of a view holds, as cards (hand.h), in an empty hand; NULL: as words
     * alone. */
    void (*hand)(const struct view *view, struct hand *hand);
    /* Says what a finished game is told of by, as events to the crowd: its course in one line
     * (….story.…), then up to AWARDS_MAX awards (….award.…), each for the best of its kind alone.
     * No more than the crowd's view lets everybody know; people's words stand in "text". */
    void (*retell)(const void *state, struct outcome *out);
    /* The course of a game, for what is shared of one that is over: a row a team, or one; the names
     * of its marks, from 1 on, NULL after the last. NULL: nothing is shared. */
    const struct course *(*course)(const void *state);
    const char *const *course_marks;
    /* NULL, or the name of the invariant that does not hold (rulebook section 7). */
    const char *(*broken)(const void *state);
    /* Who fills seats that nobody sits in; NULL: this game has no house players. */
    const struct player_def *player;
};

/* All games that people are offered, in the order of menus; the same with the examples, which open
 * by their names alone; what gathers people for games. NULL after the last. */
extern const struct game_def *const games_all[], *const games_known[], *const games_gathering[];
/* The game called id, of all these, or NULL. */
const struct game_def *game_find(const char *id);

#endif
