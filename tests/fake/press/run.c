#include "run_private.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"

enum {
    RUN_STEPS_MAX = 3600,
    RUN_STUCK_MAX = 60,
    RUN_EMPTY_MAX = 20, /* steps in which nobody sits in */
    RUN_EMPTY_MS = 5 * 60 * 1000,
    RUN_EMPTY_LONG_MS = 25 * 60 * 60 * 1000,
    RUN_SAID_MAX = 12,
    RUN_SETTLE_MAX = 240
};

static const struct {
    const char *name;
    bool on;
    const char *what;
} checks[] = {
#define RUN_CHECK(name, on, what) {#name, on, what},
    RUN_CHECKS(RUN_CHECK)
#undef RUN_CHECK
};

unsigned run_roll(struct run *run, unsigned n)
{
    run->dice = run->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return n == 0 ? 0 : (unsigned)((run->dice >> 33) % n);
}

bool run_is_on(enum run_check check)
{
    return checks[check].on;
}

const char *run_called(const struct run *run, unsigned who)
{
    return run->on->called(run->world, who);
}

void run_fault(struct run *run, enum run_check check, const char *text, ...)
{
    va_list args;
    run->total->faults[check]++;
    run->faults += run_is_on(check);
    if (run->total->faults[check] > RUN_SAID_MAX) {
        return;
    }
    printf("%s %s seed %llu step %u (%s; after: %s)\n    ", run->on->name, run->setup->game,
           (unsigned long long)run->setup->seed, run->step, checks[check].name, run->did);
    va_start(args, text);
    vprintf(text, args);
    va_end(args);
    printf("\n");
}

void run_look(struct run *run)
{
    oracle_look(&run->oracle, &run->sight);
    if (run->sight.step != run->moved_step) {
        run->moved_step = run->sight.step;
        run->moved_ms = run->on->now_ms(run->world);
    }
}

void run_settle(struct run *run)
{
    run->on->pass(run->world, 1500);
    for (int i = 0; i < RUN_SETTLE_MAX && oracle_waiting(&run->oracle) > 0; i++) {
        run->on->pass(run->world, 500);
    }
}

/* --- who plays -------------------------------------------------------------------------------- */

static void run_cast(struct run *run)
{
    const struct game_def *game = game_find(run->setup->game);
    unsigned seats = game->seats_min + (unsigned)run_roll(run, 3);
    seats = seats > game->seats_max ? game->seats_max : seats;
    seats = seats > RUN_PEOPLE_MAX - 2 ? RUN_PEOPLE_MAX - 2 : seats;
    unsigned house = run->setup->plain ? 0 : run_roll(run, 3);
    house = house + 2 > seats ? seats - 2 : house;
    run->plays = seats - house;
    run->people = run->plays + 2;
    for (unsigned i = 0; i < run->people; i++) {
        run->player[i] = (struct press_player){.who = i,
                                               .dice = run->dice + (uint64_t)i * 77,
                                               .host = i == 0,
                                               .plays = i < run->plays,
                                               .settings = i % 2 == 0 ? 6 : 0,
                                               .asks = i <= 1 ? 2 : 0,
                                               .calls = run_roll(run, 4)};
    }
    run->player[0].options = run_roll(run, 4);
    run->player[0].house = house;
}

/* What each knows by now of the table. */
static void run_know(struct run *run)
{
    unsigned sit = 0;
    for (unsigned i = 0; i < run->people; i++) {
        struct press_player *player = &run->player[i];
        bool sits = (run->sight.seated & UINT32_C(1) << i) != 0;
        player->leaves = player->leaves && (sits || !player->seated);
        player->plays = player->plays && !(player->seated && !sits);
        player->closed =
            player->closed && (run->on->is_closed == NULL || run->on->is_closed(run->world, i));
        run->total->substitutes += player->fills && sits && !player->seated;
        player->seated = sits;
        sit += sits;
    }
    struct press_player *host = &run->player[0];
    host->starts = sit >= run->plays && host->options == 0 && host->house == 0;
}

/* --- what happens beside the game ------------------------------------------------------------- */

static void run_restart(struct run *run)
{
    run->unusual = true;
    run->on->restart(run->world, 1000 + run_roll(run, 20000));
    run->total->restarts++;
    run->restarts++;
    snprintf(run->did, sizeof run->did, "a restart");
}

static void run_leave(struct run *run)
{
    unsigned who = run_roll(run, run->people);
    if (run->player[who].seated) {
        run->unusual = true;
        run->player[who].leaves = true;
        run->player[run->people - 1].fills = true;
    }
}

static void run_close_private(struct run *run, unsigned who)
{
    run->unusual = true;
    run->player[who].closed = true;
    run->on->close_private(run->world, who, true);
    run->loose |= UINT32_C(1) << who;
    run->total->closed++;
    run->closings++;
    if (run->setup->loud) {
        printf("  %u %s closes their private way\n", run->step, run_called(run, who));
    }
}

static void run_unusual(struct run *run)
{
    if (run_roll(run, 4) == 0) {
        run_stale(run);
    }
    if (run->setup->plain || run->sight.phase != ORACLE_PLAYING) {
        return;
    }
    switch (run_roll(run, 60)) {
    case 0:
        run_restart(run);
        break;
    case 1:
        run_close_private(run, run_roll(run, run->people));
        break;
    case 2:
        run_leave(run);
        break;
    case 3:
        run->on->tighten(run->world, true);
        run->tightened++;
        break;
    case 4:
        run->on->tighten(run->world, false);
        break;
    default:
        break;
    }
}

/* --- a game ----------------------------------------------------------------------------------- */

/* Somebody does something: of what is waited for, and else anything. */
static bool run_somebody(struct run *run)
{
    unsigned first = run_roll(run, run->people);
    bool idle = run_roll(run, 6) == 0;
    for (unsigned turn = 0; turn < 2; turn++) {
        for (unsigned i = 0; i < run->people; i++) {
            if (run_act(run, (first + i) % run->people, turn == 0 && !idle)) {
                return true;
            }
        }
    }
    return false;
}

static bool run_open(struct run *run)
{
    if (!run->setup->plain && run_roll(run, 3) == 0) {
        run_close_private(run, run_roll(run, run->plays));
    }
    run->oracle.acting = 0;
    bool opened = run->on->open_table(run->world, 0, run->setup->game);
    snprintf(run->did, sizeof run->did, "opening");
    if (!opened) {
        run_fault(run, RUN_WORKS, "no table can be opened");
    }
    run->on->pass(run->world, 1500);
    run->oracle.acting = -1;
    return opened;
}

/* It is over: everybody looks around a little, and one wants another game. */
static void run_afterwards(struct run *run)
{
    for (unsigned i = 0; i < run->people * 2; i++) {
        run_act(run, i % run->people, false);
        run_settle(run);
    }
    struct press_player *player = &run->player[run_roll(run, run->people)];
    player->again = true;
    run_act(run, player->who, true);
    run_settle(run);
    run->total->again += oracle_tables(&run->oracle) > 1;
}

/* An empty seat stops the game until somebody sits in, or until the time for that is over. */
static void run_wait(struct run *run, unsigned stuck)
{
    if (run->sight.open_seat && stuck >= RUN_EMPTY_MAX) {
        bool longer = stuck == RUN_EMPTY_MAX * 2; /* over days a day is given */
        run->on->pass(run->world, longer ? RUN_EMPTY_LONG_MS : RUN_EMPTY_MS);
    }
}

static void run_play(struct run *run)
{
    unsigned stuck = 0;
    uint32_t moved = 0;
    while (run->sight.phase != ORACLE_OVER && stuck < RUN_STUCK_MAX && run->step < RUN_STEPS_MAX) {
        run->step++;
        run_settle(run);
        run_check(run);
        run_know(run);
        stuck = run->sight.step == moved ? stuck + 1 : 0;
        moved = run->sight.step;
        run_somebody(run);
        run_unusual(run);
        run_wait(run, stuck);
        run->on->pass(run->world, 500 + run_roll(run, 6000));
    }
    run_settle(run);
    run_check(run);
    run_check_count(run);
    run_check_left(run);
    run_afterwards(run);
    run_stale_all(run);
    if (run->sight.phase != ORACLE_OVER) {
        run_fault(run, RUN_END, "it does not end: round %u, step %u, %s", run->sight.round,
                  run->sight.step, stuck == RUN_STUCK_MAX ? "stuck" : "too long");
    }
    run->total->finished += run->sight.phase == ORACLE_OVER;
}

static void run_sum(struct run *run)
{
    struct run_total *total = run->total;
    total->games++;
    total->lines += run->posts.lines;
    total->calls += run->posts.calls;
    total->boards += run->posts.boards;
    total->edits += run->posts.edits;
    total->around += run->around;
}

static void run_open_world(struct run *run)
{
    run->world = run->on->open(run->people, run->dice);
    run->oracle.on = run->on;
    run->oracle.world = run->world;
    run->oracle.people = run->people;
    run->oracle.acting = -1;
    oracle_watch(&run->oracle);
    run->file = run->setup->tell == NULL ? NULL : fopen(run->setup->tell, "w");
    if (run->file != NULL) {
        run->on->tell(run->world, run->setup->teller, run->file);
    }
}

struct run *run_begin(const struct run_setup *setup, struct run_total *total, unsigned people)
{
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        abort();
    }
    run->setup = setup;
    run->on = setup->on;
    run->total = total;
    run->dice = setup->seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    run->old = calloc(RUN_OLDS_MAX, sizeof *run->old);
    run->people = people;
    if (people == 0) {
        run_cast(run);
    }
    run_open_world(run);
    return run;
}

bool run_end(struct run *run)
{
    run_sum(run);
    bool good = run->faults == 0;
    oracle_watch(NULL);
    run->on->close(run->world);
    if (run->file != NULL) {
        fclose(run->file);
    }
    free(run->old);
    free(run);
    return good;
}

bool run_game(const struct run_setup *setup, struct run_total *total)
{
    struct run *run = run_begin(setup, total, 0);
    if (run_open(run)) {
        run_play(run);
    }
    return run_end(run);
}
