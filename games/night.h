/* A game night: who has signed up, who is there, how they are dealt to tables of one of the games,
 * round by round, and how it stands. It is a game whose table has a lobby and nothing else: never
 * dealt itself, without seats; people are the table's, by their internal ids. */
#ifndef NIGHT_H
#define NIGHT_H

#include "game.h"

enum {
    NIGHT_PEOPLE_MAX = 48,
    NIGHT_GROUPS_MAX = 24,
    NIGHT_ROUNDS_MAX = 8,
    NIGHT_NAME_BYTES = 132,
    NIGHT_WIN_POINTS = 2,
    NIGHT_TIE_POINTS = 1
};

enum night_option {
    NIGHT_PLAY = OPTION_COMMON_COUNT,
    NIGHT_REPEAT,
    NIGHT_PLACES,
    NIGHT_ROUNDS,
    NIGHT_ROUND_TIME,
    NIGHT_OVERTIME,
    NIGHT_TABLE_SIZE,
    NIGHT_SPARE,
    NIGHT_OPTIONS_END
};

enum { NIGHT_ONCE, NIGHT_WEEKLY };           /* repeat */
enum { NIGHT_FINISH, NIGHT_STOP };           /* overtime */
enum { NIGHT_SPARE_FILL, NIGHT_SPARE_WAIT }; /* spare seats */

enum night_stage {
    NIGHT_SIGN_UP,
    NIGHT_CHECK_IN, /* a while before it starts: who is there says so */
    NIGHT_DEALING,  /* the house is to deal the next round */
    NIGHT_ROUND,
    NIGHT_BREAK,
    NIGHT_OVER
};

struct night_guest {
    uint64_t person;                 /* the table's id; 0 nobody */
    bool here;                       /* has said so, or came when it had begun */
    bool gone;                       /* left in the middle: what they won stays */
    uint8_t played, wins, ties;      /* of rounds whose result is known */
    uint8_t group[NIGHT_ROUNDS_MAX]; /* at which table of each round, from 1; 0: at none */
    char name[NIGHT_NAME_BYTES];
};

/* One table of the round that is played. */
struct night_group {
    uint32_t number; /* as the room knows it; 0: not opened yet */
    bool over;
};

struct night {
    struct game_state common; /* first in every game's state; unused, as nothing is dealt */
    int64_t at_ms;            /* when it begins */
    int64_t due_ms;           /* when the next thing happens by itself */
    int64_t late_ms;          /* with too few it waits until then; 0: it does not wait yet */
    int64_t round_due_ms;     /* when the time of a round is up; NO_DEADLINE: it has none */
    uint64_t next;            /* the night of next week, once it is opened; 0 */
    uint8_t stage;            /* enum night_stage */
    uint8_t reminded;         /* how many of its reminders were said */
    uint8_t round;            /* from 1, 0 before the first */
    uint8_t group_count;
    uint8_t guest_count;                        /* with those who are gone */
    bool warned;                                /* of the end of the round's time */
    bool off;                                   /* its host called it off: next week's too */
    struct night_guest guest[NIGHT_PEOPLE_MAX]; /* in the order in which they signed up */
    struct night_group group[NIGHT_GROUPS_MAX];
};

extern const struct game_def night_game;

/* The game that is played at it. */
const struct game_def *night_plays(const struct options *options);
/* The index of a guest who has not gone, -1: nobody. */
int night_find(const struct night *night, uint64_t person);
/* How many of who has not gone stand before this guest in the list, and so whether they have a
 * place or wait for one. */
unsigned night_before(const struct night *night, int guest);
bool night_waits(const struct night *night, const struct options *options, int guest);
/* How many have signed up and not gone; of them, how many have a place; how many are there. */
unsigned night_signed(const struct night *night);
unsigned night_placed(const struct night *night, const struct options *options);
unsigned night_present(const struct night *night, const struct options *options);

/* How people are spread over tables: between least and most at each, as near to wanted as that
 * goes. The sizes, larger ones first, and how many are left over, who fit nowhere (fill: none are,
 * if house players make a table of them); returns how many tables there are. */
struct night_spread {
    unsigned count;
    unsigned size[NIGHT_GROUPS_MAX]; /* of people */
    unsigned left_over;
};
/* How many people have to be there at the least. */
unsigned night_least(const struct options *options);
void night_spread(unsigned people, const struct options *options, struct night_spread *spread);

/* Deals the next round to who is there: who sat out before comes first, and people sit with who
 * they have met least. False, and nothing is changed, when there are too few for one table. */
bool night_deal(struct night *night, const struct options *options, const uint8_t seed[SEED_BYTES]);
/* In how many rounds they had a table. */
unsigned night_dealt(const struct night_guest *guest);
/* Points of a guest, and all guests who have played in the order of them, best first. */
unsigned night_points(const struct night_guest *guest);
unsigned night_standing(const struct night *night, uint8_t order[NIGHT_PEOPLE_MAX]);

#endif
