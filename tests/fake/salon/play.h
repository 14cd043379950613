/* Whole games on Matrix: who does what, and what that brings about, a row an act. Each act is made
 * once and waited for, however much goes wrong meanwhile. */
#ifndef PLAY_H
#define PLAY_H

#include "salon.h"
#include "told.h"

enum { ANA, BEN, CY, DEE, EVE, GUS };

enum play_how {
    PLAY_SAY,     /* in the room */
    PLAY_START,   /* the same, when everybody has been reached in private */
    PLAY_WHISPER, /* to the bot alone, in their direct room */
    PLAY_REACT,   /* text is the key, a space, and words of the newest message that has them */
    PLAY_SECRETS  /* nothing is done: secrets up to this row have stayed with whose they are */
};

struct play_act {
    enum play_how how;
    unsigned who;
    const char *text;
    unsigned reader; /* who then reads these words once more */
    const char *words;
};

/* Words that these people alone may have read (a bit each), and have read, by the next
 * PLAY_SECRETS. */
struct play_secret {
    const char *words;
    unsigned people;
};

struct play_game {
    const char *name;
    unsigned people;
    unsigned lines; /* whose view of the room is compared */
    const char *deal;
    const struct play_act *acts;       /* ends with a row without words */
    const struct play_secret *secrets; /* ends with a row without words; NULL: none */
};

/* What happens behind an act: it is said, and nobody has heard it yet. */
typedef void (*play_after)(struct salon *salon, unsigned number);

extern const struct play_game play_games[];
enum { PLAY_GAMES = 4 };

/* Opens the salon for it. */
void play_open(struct salon *salon, const struct play_game *game, uint64_t seed);
/* All acts, and what is still to be said then. after may be NULL. */
void play(struct salon *salon, const struct play_game *game, play_after after);
/* What everybody was told of table 1; to be freed. */
struct told play_told(const struct salon *salon, const struct play_game *game);
/* The same of a game in which nothing goes wrong, in a salon of its own. */
struct told play_undisturbed(const struct play_game *game);
/* Fails unless the same was told here, when nothing goes wrong any more; frees it. */
void play_alike(struct salon *salon, const struct play_game *game, struct told *told);

#endif
