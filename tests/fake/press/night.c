/* A game night of people who only press: they sign up, say that they are here, are dealt to tables,
 * play two rounds, and see how it stands. */
#include "run_private.h"

#include <string.h>

#include "night.h"

enum {
    NIGHT_PEOPLE = 8,
    NIGHT_TRIES = 40,  /* acts of all until a stage must be there */
    NIGHT_STEPS = 6000 /* acts of a round */
};

struct evening {
    struct run *run;
    struct oracle_night night;
};

/* What each knows by now of the night. */
static void evening_know(struct evening *evening)
{
    struct run *run = evening->run;
    oracle_night(&run->oracle, &evening->night);
    for (unsigned i = 0; i < run->people && evening->night.known; i++) {
        run->player[i].seated = (evening->night.signed_up >> i & 1) != 0;
        run->player[i].here = (evening->night.here >> i & 1) != 0;
    }
}

static bool evening_all(const struct evening *evening, uint32_t people)
{
    return people == (UINT32_C(1) << evening->run->people) - 1;
}

/* Everybody looks once at what is there. */
static void evening_turn(struct evening *evening)
{
    struct run *run = evening->run;
    for (unsigned i = 0; i < run->people; i++) {
        run->step++;
        run->oracle.table = 1;
        run_act(run, i, true);
        run_settle(run);
        evening_know(evening);
    }
    run->on->pass(run->world, 1000);
}

static void evening_sign_up(struct evening *evening)
{
    struct run *run = evening->run;
    for (unsigned i = 0; i < NIGHT_TRIES && !evening_all(evening, evening->night.signed_up); i++) {
        evening_turn(evening);
    }
    if (!evening_all(evening, evening->night.signed_up)) {
        run_fault(run, RUN_WAY, "not all could sign up");
    }
}

static void evening_check_in(struct evening *evening)
{
    struct run *run = evening->run;
    run->on->pass(run->world, INT64_C(47) * 60 * 1000);
    run_settle(run);
    evening_know(evening);
    if (evening->night.stage != NIGHT_CHECK_IN) {
        run_fault(run, RUN_END, "it does not open: stage %u", evening->night.stage);
    }
    for (unsigned i = 0; i < NIGHT_TRIES && !evening_all(evening, evening->night.here); i++) {
        evening_turn(evening);
    }
    if (!evening_all(evening, evening->night.here)) {
        run_fault(run, RUN_WAY, "not all could say that they are here");
    }
}

/* Its host begins, or its time comes. */
static void evening_begin(struct evening *evening, unsigned round)
{
    struct run *run = evening->run;
    run->player[0].starts = true;
    for (unsigned i = 0; i < NIGHT_TRIES && evening->night.round < round; i++) {
        evening_turn(evening);
        if (i > 2) {
            run->on->pass(run->world, INT64_C(60) * 1000);
        }
    }
    run->player[0].starts = false;
    run_settle(run);
    for (unsigned i = 0; i < run->people; i++) {
        if (oracle_dealt(&run->oracle, i, round) == 0) {
            run_fault(run, RUN_WAY, "%s sits at no table of round %u", run_called(run, i), round);
        }
    }
}

static bool evening_over(const struct run *run, unsigned round)
{
    unsigned tables = 0;
    unsigned over = 0;
    oracle_round(&run->oracle, round, &tables, &over);
    return tables > 0 && tables == over;
}

/* Everybody plays at their own table, mostly by what is waited for. */
static void evening_play(struct evening *evening, unsigned round)
{
    struct run *run = evening->run;
    uint64_t table[NIGHT_PEOPLE];
    for (unsigned i = 0; i < run->people; i++) {
        table[i] = oracle_dealt(&run->oracle, i, round);
    }
    for (unsigned i = 0; i < NIGHT_STEPS && !evening_over(run, round); i++) {
        unsigned who = run_roll(run, run->people);
        run->step++;
        run->oracle.table = table[who];
        run->player[who].seated = true;
        run_act(run, who, run_roll(run, 6) != 0);
        run_settle(run);
        run->on->pass(run->world, 500 + run_roll(run, 4000));
    }
    run->oracle.table = 1;
    if (!evening_over(run, round)) {
        run_fault(run, RUN_END, "round %u does not end", round);
    }
    run_settle(run);
    evening_know(evening);
}

static void evening_judge(struct evening *evening)
{
    struct run *run = evening->run;
    if (evening->night.stage != NIGHT_OVER) {
        run_fault(run, RUN_END, "the night does not end: stage %u", evening->night.stage);
    }
    for (unsigned i = 0; i < run->people; i++) {
        struct press_screen screen;
        bool told = false;
        run->on->look(run->world, i, &screen);
        for (unsigned k = 0; k < screen.count; k++) {
            told = told || (screen.message[k]->house &&
                            strstr(screen.message[k]->text, "The game night is over") != NULL);
        }
        if (!told || evening->night.played[i] != 2) {
            run_fault(run, RUN_END, "%s has played %u rounds, and was %s", run_called(run, i),
                      evening->night.played[i], told ? "told" : "not told that it is over");
        }
    }
    run->total->finished += evening->night.stage == NIGHT_OVER;
}

bool run_night(const struct run_setup *setup, struct run_total *total)
{
    struct run *run = run_begin(setup, total, NIGHT_PEOPLE);
    struct evening evening = {.run = run};
    for (unsigned i = 0; i < run->people; i++) {
        run->player[i] = (struct press_player){.who = i,
                                               .dice = run->dice + (uint64_t)i * 77,
                                               .host = i == 0,
                                               .plays = true,
                                               .night = true,
                                               .calls = run_roll(run, 4)};
    }
    if (!run->on->open_night(run->world, 0, setup->game)) {
        run_fault(run, RUN_WORKS, "no night can be planned");
        return run_end(run);
    }
    run->on->pass(run->world, 1500);
    run_settle(run);
    evening_know(&evening);
    evening_sign_up(&evening);
    evening_check_in(&evening);
    for (unsigned round = 1; round <= 2; round++) {
        evening_begin(&evening, round);
        evening_play(&evening, round);
    }
    evening_judge(&evening);
    return run_end(run);
}
