/* What is told of a game and must not depend on what went wrong on the way: the moves that people
 * made, what all read, and what came to each of them alone. */
#ifndef TOLD_H
#define TOLD_H

#include "party.h"

struct told {
    unsigned people;
    const char *name[PARTY_PEOPLE_MAX];
    char *moves;                       /* without moments and ids */
    char *lines;                       /* without boards and moments */
    cJSON *direct[PARTY_PEOPLE_MAX];   /* texts of direct messages */
    cJSON *whispers[PARTY_PEOPLE_MAX]; /* the same, and answers that only they saw */
};

/* Of table 1; to be freed. */
struct told told_of(const struct party *party);
void told_free(struct told *told);
/* How often something went wrong at REST. */
unsigned told_struck(const struct party *party);
/* Fails the test where they part, with the place. */
void told_same_moves(const struct told *told, const struct told *other);
void told_same_lines(const struct told *told, const struct told *other);
/* Everybody was told in private what an undisturbed game tells: nothing missing, nothing twice. */
void told_same_whispers(const struct told *told, const struct told *other);
/* All of that. */
void told_alike(const struct told *told, const struct told *other);

#endif
