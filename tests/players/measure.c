/* Games one after another, and what is counted of all of them. */
#include "measure.h"

#include <string.h>

enum { MEASURE_MOVES_MAX = 4000 };

static void told(void *context, const struct drive *drive, enum message message,
                 const struct value_tree *facts, uint16_t args)
{
    struct measure *measure = context;
    if (strcmp(drive->game->id, "interceptor") == 0) {
        measure_interceptor(measure, message, facts, args);
    } else if (strcmp(drive->game->id, "decrypto") == 0) {
        measure_decrypto(measure, message, facts, args);
    } else if (strcmp(drive->game->id, "spyfall") == 0) {
        measure_spyfall(&measure->spyfall, drive, message, facts, args);
    }
}

static void count_end(struct measure *measure, const struct drive *drive)
{
    const struct game_state *state = rules_state(drive->state);
    unsigned round = state->round < MEASURE_ROUNDS ? (unsigned)state->round : MEASURE_ROUNDS - 1;
    measure->over += state->over;
    measure->rounds[round] += state->over;
    measure->ties += state->over && state->result.outcome == OUTCOME_TIE;
    if (!state->over || state->result.outcome != OUTCOME_WIN) {
        return;
    }
    measure->interceptions += strcmp(state->result.reason, "interception") == 0;
    for (int seat = 0; seat < state->seats; seat++) {
        int team = drive->game->team(drive->state, seat);
        if (team >= 0 && (state->result.winners & seat_bit(seat)) != 0) {
            measure->wins[team]++;
            bool cards = strcmp(state->result.reason, "interception") != 0;
            measure->by_cards += cards;
            measure->by_wrong += cards && measure->wrong[1 - team] > 0;
            return;
        }
    }
}

void measure_play(struct measure *measure, struct drive *drive, unsigned seats, unsigned games,
                  uint64_t seed, const struct deal_pack *pack)
{
    drive->told = told;
    drive->context = measure;
    for (unsigned i = 0; i < games; i++) {
        measure->games++;
        memset(measure->wrong, 0, sizeof measure->wrong);
        if (drive_deal(drive, seats, seed + i, pack)) {
            drive_play(drive, MEASURE_MOVES_MAX);
            count_end(measure, drive);
        }
    }
    measure->moves = drive->moves;
    measure->refused = drive->refused;
    measure->ticks = drive->ticks;
    measure->last_refusal = drive->last_refusal;
}
