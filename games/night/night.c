/* What a game night has of a game: its options. It is never dealt. */
#include "night.h"

#include <assert.h>

#define GAME(id) #id,
#define EXAMPLE(id)
#define TEMPLATE(id)
#define GATHERING(id)
static const struct option_def night_options[] = {
    [NIGHT_PLAY - OPTION_COMMON_COUNT] = {.name = "play",
                                          .kind = OPTION_CHOICE,
                                          .help = MSG_NIGHT_OPTION_PLAY,
                                          .choices =
                                              {
#include "games.def"
                                              }},
    [NIGHT_REPEAT - OPTION_COMMON_COUNT] = {.name = "repeat",
                                            .kind = OPTION_CHOICE,
                                            .help = MSG_NIGHT_OPTION_REPEAT,
                                            .choices = {"once", "every_week"}},
    [NIGHT_PLACES - OPTION_COMMON_COUNT] = {.name = "places",
                                            .kind = OPTION_NUMBER,
                                            .help = MSG_NIGHT_OPTION_PLACES,
                                            .min = 2,
                                            .max = NIGHT_PEOPLE_MAX,
                                            .live = NIGHT_PEOPLE_MAX},
    [NIGHT_ROUNDS - OPTION_COMMON_COUNT] = {.name = "rounds",
                                            .kind = OPTION_NUMBER,
                                            .help = MSG_NIGHT_OPTION_ROUNDS,
                                            .min = 1,
                                            .max = NIGHT_ROUNDS_MAX,
                                            .live = 1},
    [NIGHT_ROUND_TIME - OPTION_COMMON_COUNT] = {.name = "round_time",
                                                .kind = OPTION_SECONDS,
                                                .help = MSG_NIGHT_OPTION_ROUND_TIME,
                                                .choices = {"none"},
                                                .min = 5 * 60,
                                                .max = 6 * 3600},
    [NIGHT_OVERTIME - OPTION_COMMON_COUNT] = {.name = "overtime",
                                              .kind = OPTION_CHOICE,
                                              .help = MSG_NIGHT_OPTION_OVERTIME,
                                              .choices = {"finish", "stop"}},
    [NIGHT_TABLE_SIZE - OPTION_COMMON_COUNT] = {.name = "table_size",
                                                .kind = OPTION_NUMBER,
                                                .help = MSG_NIGHT_OPTION_TABLE_SIZE,
                                                .choices = {"auto"},
                                                .min = 2,
                                                .max = SEATS_MAX},
    [NIGHT_SPARE - OPTION_COMMON_COUNT] = {.name = "spare_seats",
                                           .kind = OPTION_CHOICE,
                                           .help = MSG_NIGHT_OPTION_SPARE,
                                           .choices = {"house", "wait"}},
};
#undef GAME
#undef EXAMPLE
#undef TEMPLATE
#undef GATHERING

static_assert(sizeof night_options / sizeof night_options[0] ==
                  NIGHT_OPTIONS_END - OPTION_COMMON_COUNT,
              "a row for each option");
static_assert(sizeof(struct night) <= GAME_STATE_MAX, "a night fits into a table");

const struct game_def *night_plays(const struct options *options)
{
    const struct option_def *row = option_row(&night_game, NIGHT_PLAY);
    const struct game_def *game = game_find(row->choices[options->value[NIGHT_PLAY]]);
    assert(game != NULL);
    return game;
}

static enum refusal night_is_not_dealt(void *state, const struct deal *deal, struct outcome *out)
{
    assert(state != NULL && deal != NULL && out != NULL);
    return REFUSAL_BAD_INPUT;
}

static int night_team(const void *state, int seat)
{
    assert(state != NULL && seat_is_person(seat));
    return -1;
}

const struct game_def night_game = {
    .id = "night",
    .rules_version = 1,
    .gathers = true,
    .seats_min = 2,
    .seats_max = NIGHT_PEOPLE_MAX,
    .state_size = sizeof(struct night),
    .phases = (const char *const[]){"lobby", "over", NULL},
    .options = night_options,
    .option_count = sizeof night_options / sizeof night_options[0],
    .deal_members = (const char *const[]){NULL},
    .deal = night_is_not_dealt,
    .team = night_team,
};
