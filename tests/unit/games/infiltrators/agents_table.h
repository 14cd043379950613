/* A table of house players of Infiltrators, played from the deal to its end: each sees its seat's
 * view and the events it is told, as in the house. */
#ifndef AGENTS_TABLE_H
#define AGENTS_TABLE_H

#include "rules.h"

struct agents_result {
    bool won;
    const char *reason; /* of the end; "refused" when a player made a move that the rules refuse */
    unsigned turns;
    unsigned moves;
};

/* Plays a mission (its text) once. options as "name=value name=value" or "". */
struct agents_result agents_play(uint64_t seed, int seats, const char *options,
                                 const char *mission);

#endif
