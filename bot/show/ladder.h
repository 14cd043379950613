/* A leaderboard, as it is shown: who plays best at a game in a room, in words and as a picture. */
#ifndef LADDER_H
#define LADDER_H

#include "compose.h"

enum { LADDER_ROWS_MAX = 20 };

struct ladder_row {
    unsigned rank;
    const char *name;
    int points;
    unsigned games;
    unsigned won;
};

/* How the reader stands in it. */
enum ladder_you { LADDER_OUT, LADDER_HIDDEN, LADDER_FEW, LADDER_LISTED };

struct ladder {
    const char *game;   /* a term */
    const char *season; /* its name, as a term; "ever": there is one alone */
    const char *room;   /* how it is called; NULL: unknown */
    bool over;          /* the season is */
    unsigned least;     /* rated games that it takes to be listed */
    unsigned listed;    /* people, all in all */
    unsigned count;
    struct ladder_row row[LADDER_ROWS_MAX];
    enum ladder_you you;
    struct ladder_row yours; /* LADDER_LISTED; of LADDER_FEW the games alone */
};

/* Picture and text twin; what is said below them; no buttons. */
struct doc *compose_ladder(const struct compose *compose, const struct ladder *ladder);

struct page;
/* board_ladder.c: the picture alone. In the arena. */
const char *board_ladder(const struct page *page, const struct ladder *ladder, const char *title);

#endif
