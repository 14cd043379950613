/* A game for tests of tables: a heap of pebbles, everybody takes in turn, who takes the last one
 * loses. It has what tables must cope with: turns with deadlines and no default, secrets, a plain
 * call, teams on demand, sections, lists of words. */
#ifndef PEBBLES_H
#define PEBBLES_H

#include "game.h"

enum { PEBBLES_SEATS_MAX = 12, PEBBLES_LIMIT_MS = 60000 };

struct pebbles {
    struct game_state common;
    int32_t heap;
    int8_t turn;
    bool overdue;
    uint32_t ask;
    int64_t due_ms;
    uint8_t seed[SEED_BYTES];
    char note[SEATS_MAX][64]; /* secret of each seat */
    int32_t judged;
};

extern const struct game_def pebbles_game;

#endif
