/* House players at a game without a table: every seat is one, asked in an order that is drawn, each
 * with its own view, its own asks and its own memory, as bot/session/telling/house_player.c does
 * it. For measuring how well they play, and for tests. */
#ifndef DRIVE_H
#define DRIVE_H

#include "rules.h"

struct drive;

/* Told of every event, whoever it was for. */
typedef void drive_told(void *context, const struct drive *drive, enum message message,
                        const struct value_tree *facts, uint16_t args);

struct drive {
    const struct game_def *game;
    const struct player_book *book;
    drive_told *told; /* NULL: nobody */
    void *context;
    struct options options; /* in force from the next deal on */
    struct rng rng;
    int64_t now_ms;
    uint8_t seats;
    unsigned moves;   /* that were made */
    unsigned refused; /* that the rules refused: a bug of the player */
    unsigned ticks;   /* times that nobody did anything and a deadline fell */
    const char *last_refusal;
    struct move move;
    struct outcome out;
    struct view view;
    uint64_t memory[SEATS_MAX][PLAYER_MEMORY_MAX / sizeof(uint64_t)];
    uint64_t state[GAME_STATE_MAX / sizeof(uint64_t)];
};

/* A game with default options; book may be NULL. Freed with free(). */
struct drive *drive_new(const struct game_def *game, const struct player_book *book);
/* Sets an option by name and text; false when there is none such. */
bool drive_option(struct drive *drive, const char *name, const char *value);
/* Deals with a seed made of a number; pack NULL where nothing is drawn from one. False, with the
 * refusal's name in last_refusal, when it is refused. */
bool drive_deal(struct drive *drive, unsigned seats, uint64_t seed, const struct deal_pack *pack);
/* Lets them play until the game is over or moves_max moves were made; true when it is over. */
bool drive_play(struct drive *drive, unsigned moves_max);
/* What a seat would be shown now: for asking a player by hand. owed and rng are the caller's. */
void drive_sight(struct drive *drive, int seat, struct owed_list *owed, struct rng *rng,
                 struct player_sight *sight);
/* Makes a move for a seat, and tells everybody; the refusal. */
enum refusal drive_make(struct drive *drive, struct move *move);

#endif
