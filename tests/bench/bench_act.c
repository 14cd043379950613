/* A player of Interceptor for the measurements. */

#include "bench_act.h"

#include <stdlib.h>
#include <string.h>

#include "interceptor/interceptor.h"
#include "table_view.h"

const char bench_seed[] = "0000000000000000000000000000000000000000000000000000000000000000";
const char bench_deal[] = "{\"leader\":0,\"signals\":{"
                          "\"officials\":{\"documents\":{\"kind\":\"word\",\"value\":\"honestly\"},"
                          "\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}},"
                          "\"journalists\":{\"documents\":{\"kind\":\"word\",\"value\":\"coffee\"},"
                          "\"money\":{\"kind\":\"first_word\",\"value\":\"well\"}}}}";

static const char *const act_says[2][2] = {
    {"I honestly forgot.", "Who goes first?"},
    {"More coffee, please.", "Well, who knows."},
};
static const char *const act_symbols[2] = {"documents", "money"};

static void act_split(const struct interceptor *state, struct bench_act *act)
{
    int team = state->pot_team;
    act->a = state->pot / 2;
    if (state->hand[team] + act->a == 0) {
        act->a++;
    }
    act->b = state->pot - act->a;
}

bool bench_act_next(const struct table *table, uint64_t dice, struct bench_act *act)
{
    const struct interceptor *state = (const void *)table->state;
    struct owed_list list;
    table_owed(table, &list);
    memset(act, 0, sizeof *act);
    if (list.count == 0) {
        return false;
    }
    act->action = list.owed[0].actions[0];
    act->seat = list.owed[0].seat;
    act->ask = list.owed[0].ask;
    if (strcmp(act->action, "play") == 0) {
        unsigned symbol = (unsigned)(dice & 1);
        act->symbol = act_symbols[symbol];
        act->say = state->play % 2 == 0 ? act_says[act->seat % 2][symbol] : NULL;
    } else if (strcmp(act->action, "split") == 0) {
        act_split(state, act);
    }
    return true;
}

static void act_args(const struct bench_act *act, struct value_tree *args)
{
    if (act->symbol != NULL) {
        value_text(args, "symbol", act->symbol, strlen(act->symbol));
    } else if (strcmp(act->action, "split") == 0) {
        value_number(args, "a", act->a);
        value_number(args, "b", act->b);
    }
}

void bench_act_control(const struct bench_act *act, const char *tag, char control[CONTROL_BYTES])
{
    struct value_tree args;
    struct value fact[4];
    char text[64];
    value_init(&args, fact, 4, text, sizeof text);
    act_args(act, &args);
    if (!controls_print(control, tag, act->ask, act->action, &args)) {
        abort();
    }
}

void bench_act_move(const struct bench_act *act, const struct table *table, struct move *move)
{
    move_init(move, table_action(table, act->action), act->seat, table->now_ms);
    move->person = table->seat[act->seat].person;
    move->moderator = false;
    if (act->symbol != NULL) {
        value_term(&move->args, "symbol", act->symbol);
    } else {
        act_args(act, &move->args);
    }
    if (act->say != NULL) {
        value_text(&move->args, "say", act->say, strlen(act->say));
    }
}
