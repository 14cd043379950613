/* Who stands where in a room: ratings and results of each game, out of the tables that ended in a
 * span of time, one after another by their ends. */
#ifndef STANDINGS_H
#define STANDINGS_H

#include "finish.h"
#include "rating.h"

enum {
    STANDINGS_GAMES_MAX = 16,
    STANDINGS_PEOPLE_MAX = 4096, /* of a game; who comes later is not counted */
    STANDINGS_RATED_LEAST = 5    /* rated games that it takes to be listed */
};

struct standing {
    uint64_t person;
    struct rating rating;
    unsigned rated; /* games that count for it */
    unsigned won;   /* of these */
};

struct standings_game {
    char game[FINISH_WORD_BYTES];
    int64_t last_ms; /* the end of its last table */
    struct standing *people;
    unsigned count;
};

struct standings {
    int64_t from_ms;
    int64_t to_ms;
    unsigned game_count;
    struct standings_game game[STANDINGS_GAMES_MAX];
};

void standings_init(struct standings *standings, int64_t from_ms, int64_t to_ms);
void standings_deinit(struct standings *standings);
/* Takes what came of a table, the tables by their ends. What is not of the span is passed over. */
void standings_add(struct standings *standings, const struct finish *finish);
/* By its name; NULL: no table of it ended in the span. */
struct standings_game *standings_of(struct standings *standings, const char *game);
/* Orders people by what they are listed by, the best first. */
void standings_sort(struct standings_game *game);
/* Have they played enough to be listed? */
bool standing_counts(const struct standing *standing);
/* What somebody is listed by, as people read it: a whole number. */
int standing_points(const struct standing *standing);

#endif
