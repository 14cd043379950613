/* Statistics and leaderboards as documents, out of what was read. */
#ifndef RESULTS_TELL_H
#define RESULTS_TELL_H

#include "compose.h"
#include "doc.h"
#include "season.h"
#include "standings.h"

enum { RESULTS_FIRST_MAX = 4 };

/* What is said behind "stats" for the transcript of a game of one's own, with the table's id. */
#define RESULTS_GAME "game-"

struct handling;
struct house;
struct person;
struct results_read;

/* Whom others may see in statistics, by their number; NULL: nobody that we know, or they want none.
 */
const struct person *results_person(const struct house *house, uint64_t person);
/* How a room ("adapter/room") is called. */
const char *results_room_name(struct house *house, const char *key);
/* Orders the people of a game; who is listed first, and who ties with them. Returns how many. */
unsigned results_first(const struct house *house, struct standings_game *game,
                       const struct person *first[RESULTS_FIRST_MAX]);

/* Which leaderboard. */
struct results_ladder {
    const char *game; /* "": the one that was played last */
    struct season season;
};

/* The leaderboard of the room that was read. */
const struct doc *results_ladder(const struct handling *handling, const struct results_read *read,
                                 const struct results_ladder *which);
/* Nothing was played in that room ("adapter/room"), or (NULL) in any that they may read. */
const struct doc *results_none(const struct handling *handling, const char *room);
/* How somebody plays in the room that was read; game "": all of them. */
const struct doc *results_of(const struct handling *handling, const struct results_read *read,
                             const struct person *whom, const char *game);
/* All that who asks has played, with each of their accounts; game as above. */
const struct doc *results_own(const struct handling *handling, const struct results_read *read,
                              const char *game);
/* Whose statistics can be seen in the room that was read, a button each; those whose name begins so
 * alone ("": all). */
const struct doc *results_players(const struct handling *handling, const struct results_read *read,
                                  const char *name);

/* A game of theirs. */
struct results_game {
    uint64_t table;
    uint32_t number;
    unsigned place; /* in the list of their last games; 0: in none */
    const char *game;
};

/* A button for its transcript. NULL where it does not fit. */
struct choice *results_game_button(const struct handling *handling, const struct compose *compose,
                                   struct doc *doc, const struct results_game *game);

#endif
