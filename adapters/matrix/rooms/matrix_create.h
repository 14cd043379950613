/* Bodies of createRoom, and the markers by which our rooms are found again. Pure. */
#ifndef MATRIX_CREATE_H
#define MATRIX_CREATE_H

#include <stdbool.h>

#include "arena.h"

/* How it is to be. */
struct matrix_creation {
    const char *marker; /* how it is found again */
    bool encrypted;
};

/* JSON in the arena. */
const char *matrix_create_direct(struct arena *arena, const char *user,
                                 const struct matrix_creation *creation);
const char *matrix_create_team(struct arena *arena, const char *name, const char *const *invite,
                               unsigned count, const struct matrix_creation *creation);
/* The marker of somebody's direct room. */
const char *matrix_direct_marker(struct arena *arena, const char *user);
/* Whose direct room one with this marker is; NULL when it is none. */
const char *matrix_direct_player(const char *marker);

#endif
