/* Seats that play by themselves, until the game is over. */
#include "drive.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { DRIVE_STEP_MS = 4000, DRIVE_DUE_MAX = 8 };

struct drive *drive_new(const struct game_def *game, const struct player_book *book)
{
    struct drive *drive = calloc(1, sizeof *drive);
    assert(drive != NULL && game->player != NULL);
    drive->game = game;
    drive->book = book;
    options_default(game, &drive->options);
    return drive;
}

bool drive_option(struct drive *drive, const char *name, const char *value)
{
    const struct option_def *row = NULL;
    return options_set(drive->game, &drive->options, name, value, &row);
}

void drive_sight(struct drive *drive, int seat, struct owed_list *owed, struct rng *rng,
                 struct player_sight *sight)
{
    struct owed_list all = {.count = 0};
    view_init(&drive->view, seat);
    rules_view(drive->game, drive->state, seat, &drive->view);
    rules_owed(drive->game, drive->state, &all);
    owed->count = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (all.owed[i].seat == seat) {
            owed->owed[owed->count++] = all.owed[i];
        }
    }
    uint8_t seed[RNG_SEED_BYTES];
    for (size_t i = 0; i < sizeof seed; i += sizeof(uint64_t)) {
        uint64_t word = rng_next(&drive->rng); /* all of it: few bits make a poor beginning */
        memcpy(seed + i, &word, sizeof word);
    }
    rng_init(rng, seed);
    static const char *const voices[] = {"cheerful", "careful", "dry", "bold"};
    *sight = (struct player_sight){
        .voice = voices[seat % 4],
        .game = drive->game,
        .seat = seat,
        .seats = drive->seats,
        .house = (uint16_t)((1U << drive->seats) - 1),
        .now_ms = drive->now_ms,
        .options = &drive->options,
        .view = &drive->view,
        .owed = owed,
        .book = drive->book,
        .rng = rng,
    };
}

static void drive_tell(struct drive *drive)
{
    const struct outcome *out = &drive->out;
    for (unsigned i = 0; i < out->event_count && drive->told != NULL; i++) {
        drive->told(drive->context, drive, out->event[i].message, &out->facts, out->event[i].args);
    }
    for (int seat = 0; seat < drive->seats; seat++) {
        struct owed_list owed;
        struct rng rng;
        struct player_sight sight;
        drive_sight(drive, seat, &owed, &rng, &sight);
        for (unsigned i = 0; i < out->event_count && drive->game->player->notice != NULL; i++) {
            if ((out->event[i].to & (AUDIENCE_CROWD | seat_bit(seat))) != 0) {
                drive->game->player->notice(drive->memory[seat], &sight, out->event[i].message,
                                            &out->facts, out->event[i].args);
            }
        }
    }
}

bool drive_deal(struct drive *drive, unsigned seats, uint64_t seed, const struct deal_pack *pack)
{
    struct deal deal = {.seats = (uint8_t)seats, .options = drive->options, .pack = pack};
    memcpy(deal.seed, &seed, sizeof seed);
    deal.seed[RNG_SEED_BYTES - 1] = 1;
    rng_init(&drive->rng, deal.seed);
    for (int i = 0; i < 64; i++) {
        rng_next(&drive->rng);
    }
    memset(drive->memory, 0, sizeof drive->memory);
    drive->seats = (uint8_t)seats;
    drive->now_ms = 1900000000000;
    deal.at_ms = drive->now_ms;
    outcome_init(&drive->out);
    enum refusal refusal = rules_deal(drive->game, drive->state, &deal, &drive->out);
    drive->last_refusal = refusal_name(refusal);
    if (refusal != REFUSAL_NONE) {
        return false;
    }
    drive_tell(drive);
    return true;
}

enum refusal drive_make(struct drive *drive, struct move *move)
{
    outcome_init(&drive->out);
    enum refusal refusal = rules_apply(drive->game, drive->state, move, &drive->out);
    if (refusal == REFUSAL_NONE) {
        drive_tell(drive);
    }
    return refusal;
}

/* Asks one seat; true when it made a move. */
static bool drive_ask(struct drive *drive, int seat)
{
    struct owed_list owed;
    struct rng rng;
    struct player_sight sight;
    drive_sight(drive, seat, &owed, &rng, &sight);
    move_init(&drive->move, NULL, seat, drive->now_ms);
    if (!drive->game->player->choose(drive->memory[seat], &sight, &drive->move)) {
        return false;
    }
    drive->move.seat = (int16_t)seat;
    drive->move.at_ms = drive->now_ms;
    drive->move.person = 1;
    drive->move.moderator = false;
    assert(drive->move.row != NULL);
    enum refusal refusal = drive_make(drive, &drive->move);
    if (refusal != REFUSAL_NONE) {
        drive->refused++;
        drive->last_refusal = refusal_name(refusal);
        return false;
    }
    drive->moves++;
    return true;
}

/* Nobody does anything: the next deadline falls. False when there is none. */
static bool drive_wait(struct drive *drive)
{
    int64_t due_ms = rules_due_ms(drive->game, drive->state);
    if (due_ms == NO_DEADLINE) {
        return false;
    }
    drive->now_ms = due_ms >= drive->now_ms ? due_ms + 1 : drive->now_ms;
    move_init(&drive->move, rules_action(drive->game, "tick"), SEAT_HOUSE, drive->now_ms);
    drive->ticks++;
    return drive_make(drive, &drive->move) == REFUSAL_NONE;
}

/* Time goes on by a step; what falls due on the way falls first. */
static void drive_step(struct drive *drive)
{
    int64_t then_ms = drive->now_ms + DRIVE_STEP_MS;
    int64_t due_ms = rules_due_ms(drive->game, drive->state);
    for (int i = 0; i < DRIVE_DUE_MAX && due_ms != NO_DEADLINE && due_ms < then_ms; i++) {
        if (!drive_wait(drive)) {
            return;
        }
        due_ms = rules_due_ms(drive->game, drive->state);
    }
    if (due_ms == NO_DEADLINE || then_ms <= due_ms) {
        drive->now_ms = then_ms > drive->now_ms ? then_ms : drive->now_ms;
    }
}

bool drive_play(struct drive *drive, unsigned moves_max)
{
    unsigned start = drive->moves + drive->ticks;
    while (!rules_state(drive->state)->over && drive->moves + drive->ticks - start < moves_max) {
        uint8_t order[SEATS_MAX];
        bool made = false;
        for (unsigned i = 0; i < drive->seats; i++) {
            order[i] = (uint8_t)i;
        }
        rng_shuffle(&drive->rng, order, drive->seats, 1);
        drive_step(drive);
        for (unsigned i = 0; i < drive->seats && !made; i++) {
            made = drive_ask(drive, order[i]);
        }
        if (!made && !drive_wait(drive)) {
            break;
        }
    }
    return rules_state(drive->state)->over;
}
