/* What is told of a game and must not depend on what went wrong on the way: the moves that people
 * made, what all read, and what came to each of them alone. Of any platform: each gathers its own.
 */
#ifndef TOLD_H
#define TOLD_H

#include <stdbool.h>

#include <cjson/cJSON.h>
#include <stddef.h>
#include <stdint.h>

enum { TOLD_PEOPLE_MAX = 26 };

struct store;

struct told {
    unsigned people;
    const char *name[TOLD_PEOPLE_MAX];
    char *moves;                      /* without moments and ids */
    char *lines;                      /* without boards and moments */
    cJSON *direct[TOLD_PEOPLE_MAX];   /* texts that came to them alone, each to be told once */
    cJSON *whispers[TOLD_PEOPLE_MAX]; /* the same, and answers that only they saw */
};

/* A text without what differs from run to run: long numbers, hashes; to be freed. */
char *told_lasting(const char *text);
/* Does a line of it begin with a control, as what can be pressed is told? */
bool told_has_control(const char *text);
/* What people did at a table, a line each, without moments and ids; to be freed. */
char *told_moves(struct store *store, uint64_t table);
/* Adds such a text to a list. */
void told_add(cJSON *list, const char *words);
void told_free(struct told *told);
/* Fails the test where they part, with the place. */
void told_same_moves(const struct told *told, const struct told *other);
void told_same_lines(const struct told *told, const struct told *other);
/* Everybody was told in private what an undisturbed game tells: nothing missing, nothing twice. */
void told_same_whispers(const struct told *told, const struct told *other);
/* All of that. */
void told_alike(const struct told *told, const struct told *other);

#endif
