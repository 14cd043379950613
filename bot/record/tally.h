/* What somebody has played: how often, as what, how it went, and how it came to an end for them. */
#ifndef TALLY_H
#define TALLY_H

#include "finish.h"

enum {
    TALLY_ROWS_MAX = 24, /* games, and what they were in each */
    TALLY_LAST_MAX = 10, /* games that are named */
    TALLY_WAYS_MAX = 32, /* options that are counted */
    TALLY_ROOMS_MAX = 8  /* rooms that are named */
};

struct tally_row {
    char game[FINISH_WORD_BYTES];
    char word[FINISH_WORD_BYTES]; /* a term; "": of the whole game */
    unsigned games;               /* that were decided */
    unsigned won;
    unsigned tied;
};

struct tally_game {
    int64_t ended_ms;
    uint64_t table;
    char room[TABLE_ROOM_BYTES + 16];
    char game[FINISH_WORD_BYTES];
    uint32_t number;
    enum finish_result result;
    enum finish_end end;
};

/* Options that somebody has played a game with. */
struct tally_way {
    char game[FINISH_WORD_BYTES];
    char options[FINISH_OPTIONS_BYTES];
    unsigned games;
};

struct tally {
    unsigned games;  /* all in all, also those that were not decided */
    unsigned began;  /* games that they sat in and that were not ended for all */
    unsigned ended;  /* of these, those that they played to the end */
    unsigned helped; /* games that they stepped into */
    unsigned row_count;
    struct tally_row row[TALLY_ROWS_MAX];
    unsigned last_count; /* the newest first */
    struct tally_game last[TALLY_LAST_MAX];
    unsigned way_count;
    struct tally_way way[TALLY_WAYS_MAX];
    unsigned room_count; /* by their last game, the newest first */
    struct tally_game room[TALLY_ROOMS_MAX];
};

void tally_init(struct tally *tally);
/* Takes what came of a table for a person who sat there, the tables by their ends; game NULL: of
 * all games. */
void tally_add(struct tally *tally, const struct finish *finish, uint64_t person, const char *game);
/* Of a hundred games that began with them, how many they play to the end; -1: too few to say. */
int tally_reliability(const struct tally *tally);
/* What they play most often, the newest of equals; NULL: nothing. */
const struct tally_way *tally_favourite(const struct tally *tally);

#endif
