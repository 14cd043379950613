/* The pure layers: the same games over and over, in memory alone. */

#include "bench_house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_act.h"
#include "entropy.h"
#include "rules.h"
#include "table_view.h"

enum { PURE_MOVES_MAX = 256, PURE_BATCH = 50 };

/* A game that has been played, from its start. */
struct pure_game {
    struct table start;
    size_t count;
    struct move move[PURE_MOVES_MAX];
};

static void pure_must(struct table *table, struct move *move, struct outcome *out)
{
    enum refusal refusal = table_apply(table, move, out);
    if (refusal != REFUSAL_NONE) {
        fprintf(stderr, "%s: %s\n", move->row->name, refusal_name(refusal));
        abort();
    }
}

static void pure_do(struct table *table, uint64_t person, const char *action, const char *json)
{
    static struct move move;
    static struct outcome out;
    int seat = person == 0 ? SEAT_HOUSE : table_acts_as(table, person, false);
    move_init(&move, table_action(table, action), seat, 1893499200000);
    move.person = person;
    move.moderator = false;
    if (!value_parse(&move.args, json, strlen(json))) {
        abort();
    }
    pure_must(table, &move, &out);
}

static void pure_start(struct table *table)
{
    char json[2048];
    table_init(table, 1);
    table->game = game_find("interceptor");
    snprintf(json, sizeof json,
             "{\"game\":\"interceptor\",\"number\":1,\"name\":\"P0\",\"adapter\":\"bench\","
             "\"room\":\"r0\",\"commitment\":\"%s\"}",
             bench_seed);
    pure_do(table, 101, "open", json);
    for (int i = 0; i < 4; i++) {
        snprintf(json, sizeof json, "{\"name\":\"P%d\",\"event\":\"bench/%d\"}", i, i);
        pure_do(table, 101 + (uint64_t)i, "join", json);
        snprintf(json, sizeof json, "{\"seat\":%d,\"state\":\"proven\"}", i);
        pure_do(table, 0, "reach", json);
    }
    snprintf(json, sizeof json, "{\"seed\":\"%s\",\"deal\":%s}", bench_seed, bench_deal);
    pure_do(table, 101, "start", json);
}

static void pure_play(struct pure_game *game)
{
    static struct table table;
    static struct outcome out;
    struct bench_act act;
    uint64_t state = 0;
    struct entropy entropy = entropy_seeded(&state, 7);
    pure_start(&game->start);
    table = game->start;
    while (game->count < PURE_MOVES_MAX && table.phase == TABLE_PLAYING) {
        uint64_t dice = 0;
        entropy.fill(entropy.context, &dice, sizeof dice);
        if (!bench_act_next(&table, dice, &act)) {
            break;
        }
        struct move *move = &game->move[game->count++];
        bench_act_move(&act, &table, move);
        pure_must(&table, move, &out);
    }
}

static void pure_rules(struct pure_game *game)
{
    static uint64_t state[GAME_STATE_MAX / sizeof(uint64_t)];
    static struct outcome out;
    const struct game_def *def = game->start.game;
    memcpy(state, game->start.state, def->state_size);
    for (size_t i = 0; i < game->count; i++) {
        if (rules_apply(def, state, &game->move[i], &out) != REFUSAL_NONE) {
            abort();
        }
    }
}

static void pure_table(struct pure_game *game)
{
    static struct table table;
    static struct outcome out;
    table = game->start;
    for (size_t i = 0; i < game->count; i++) {
        pure_must(&table, &game->move[i], &out);
    }
}

/* With what five readers may know after each move. */
static void pure_views(struct pure_game *game)
{
    static struct table table;
    static struct outcome out;
    static struct view view;
    table = game->start;
    for (size_t i = 0; i < game->count; i++) {
        pure_must(&table, &game->move[i], &out);
        for (int reader = 0; reader < 5; reader++) {
            view_init(&view, reader < 4 ? reader : SEAT_CROWD);
            table_view(&table, reader < 4 ? reader : SEAT_CROWD, &view);
        }
    }
}

static void pure_time(struct pure_game *game, const char *name, void (*play)(struct pure_game *),
                      double seconds)
{
    struct bench bench = {.name = name};
    for (bench.run = 0; bench.run < bench_runs(); bench.run++) {
        double began = bench_cpu();
        double moves = 0;
        do {
            for (int i = 0; i < PURE_BATCH; i++) {
                play(game);
                moves += (double)game->count;
            }
        } while (bench_cpu() - began < seconds);
        bench_keep(&bench, "moves", "/s", moves / (bench_cpu() - began));
    }
    bench_print(&bench);
}

void bench_pure(double seconds)
{
    static struct pure_game game;
    pure_play(&game);
    pure_time(&game, "rules_apply", pure_rules, seconds);
    pure_time(&game, "table_apply", pure_table, seconds);
    pure_time(&game, "table_apply, five views", pure_views, seconds);
}
