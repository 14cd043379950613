/* House players at a table of their own. */
#include "agents_table.h"

#include "infiltrators/infiltrators.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_MOVES_MAX = 2000, TABLE_MOVE_MS = 5000 };

struct agents_table {
    _Alignas(max_align_t) unsigned char state[GAME_STATE_MAX];
    _Alignas(max_align_t) unsigned char memory[AGENTS_MAX][PLAYER_MEMORY_MAX];
    struct options options;
    struct rng rng;
    struct view view;
    struct owed_list owed;
    struct move move;
    struct outcome out;
    int64_t now_ms;
    int seats;
};

static void table_options(struct agents_table *table, const char *text)
{
    char copy[256];
    char *rest = NULL;
    options_default(&infiltrators_game, &table->options);
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        const struct option_def *row = NULL;
        char *value = strchr(word, '=');
        *value++ = '\0';
        bool good = options_set(&infiltrators_game, &table->options, word, value, &row);
        assert(good);
        (void)good;
    }
}

static void table_look(struct agents_table *table, int seat, struct player_sight *sight)
{
    struct owed_list all;
    rules_view(&infiltrators_game, table->state, seat, &table->view);
    rules_owed(&infiltrators_game, table->state, &all);
    table->owed.count = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (all.owed[i].seat == seat) {
            table->owed.owed[table->owed.count++] = all.owed[i];
        }
    }
    *sight = (struct player_sight){.game = &infiltrators_game,
                                   .seat = seat,
                                   .seats = (uint8_t)table->seats,
                                   .now_ms = table->now_ms,
                                   .options = &table->options,
                                   .view = &table->view,
                                   .owed = &table->owed,
                                   .rng = &table->rng};
}

static void table_notice(struct agents_table *table)
{
    struct player_sight sight;
    for (int seat = 0; seat < table->seats; seat++) {
        table_look(table, seat, &sight);
        for (unsigned i = 0; i < table->out.event_count; i++) {
            const struct event *event = &table->out.event[i];
            if ((event->to & (AUDIENCE_CROWD | seat_bit(seat))) != 0) {
                infiltrators_game.player->notice(table->memory[seat], &sight, event->message,
                                                 &table->out.facts, event->args);
            }
        }
    }
}

static bool table_deal(struct agents_table *table, uint64_t seed, const char *mission)
{
    struct value fact[4];
    char text[2048];
    struct value_tree pinned;
    value_init(&pinned, fact, 4, text, sizeof text);
    value_text(&pinned, "mission", mission, strlen(mission));
    struct deal deal = {
        .seats = (uint8_t)table->seats, .options = table->options, .pinned = &pinned};
    memcpy(deal.seed, &seed, sizeof seed);
    rng_init(&table->rng, deal.seed);
    return rules_deal(&infiltrators_game, table->state, &deal, &table->out) == REFUSAL_NONE;
}

/* The first seat that wants to do something does it; false when nobody does, or it is refused. */
static bool table_step(struct agents_table *table)
{
    struct player_sight sight;
    table->now_ms += TABLE_MOVE_MS;
    if (rules_due_ms(&infiltrators_game, table->state) < table->now_ms) {
        move_init(&table->move, rules_action(&infiltrators_game, "tick"), SEAT_HOUSE,
                  table->now_ms);
        rules_apply(&infiltrators_game, table->state, &table->move, &table->out);
        table_notice(table);
        return true;
    }
    for (int seat = 0; seat < table->seats; seat++) {
        move_init(&table->move, NULL, seat, table->now_ms);
        table_look(table, seat, &sight);
        if (infiltrators_game.player->choose(table->memory[seat], &sight, &table->move)) {
            table->move.seat = (int16_t)seat;
            table->move.at_ms = table->now_ms;
            enum refusal refusal =
                rules_apply(&infiltrators_game, table->state, &table->move, &table->out);
            table_notice(table);
            return refusal == REFUSAL_NONE;
        }
    }
    return false;
}

struct agents_result agents_play(uint64_t seed, int seats, const char *options, const char *mission)
{
    struct agents_table *table = calloc(1, sizeof *table);
    struct agents_result result = {.reason = "refused"};
    table->seats = seats;
    table_options(table, options);
    if (table_deal(table, seed, mission)) {
        const struct infiltrators *state = (const struct infiltrators *)table->state;
        bool moved = true;
        table_notice(table);
        while (!state->common.over && moved && result.moves < TABLE_MOVES_MAX) {
            moved = table_step(table);
            result.moves++;
        }
        if (state->common.over) {
            result.won = state->common.result.outcome == OUTCOME_WIN;
            result.reason = state->common.result.reason;
        }
        result.turns = state->turns + (result.won ? 1u : 0u);
    }
    free(table);
    return result;
}
