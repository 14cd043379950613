/* A player of Interceptor for the measurements: lays cards with a signal, divides pots. */
#ifndef BENCH_ACT_H
#define BENCH_ACT_H

#include "controls.h"

/* What is to be done next at a table that is played. */
struct bench_act {
    const char *action;
    int seat;
    uint32_t ask;
    const char *symbol;
    const char *say; /* NULL: nothing has to be said */
    int a;
    int b;
};

/* Every table of the measurements is dealt this seed and this deal, so that signals are known. */
extern const char bench_seed[];
extern const char bench_deal[];

/* What whom the table waits for does now, chosen by dice; false when it waits for nobody. */
bool bench_act_next(const struct table *table, uint64_t dice, struct bench_act *act);
/* As a button carries it. */
void bench_act_control(const struct bench_act *act, const char *tag, char control[CONTROL_BYTES]);
/* As a move. */
void bench_act_move(const struct bench_act *act, const struct table *table, struct move *move);

#endif
