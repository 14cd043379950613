/* Every game: moves a second, bytes of state, time to draw a board. Who plays does something of
 * what is owed, at random; the longest of some games is then made again and again. */
#include "bench.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "compose.h"
#include "fairness.h"
#include "languages.h"
#include "move_bytes.h"
#include "pack.h"
#include "rng.h"
#include "rules.h"
#include "table.h"

enum { GAMES_MOVES_MAX = 200, GAMES_TRIED = 12, GAMES_BYTES = 6000, GAMES_PEOPLE = 4 };

/* A game from its start on, and how it went. */
struct games_played {
    struct table start;
    struct table end;
    size_t count;
    struct move move[GAMES_MOVES_MAX];
};

static const char *const games_words[] = {
    "123",  "124",  "132",  "134",  "142",  "143",  "213",  "214",  "231",  "234",  "241",  "243",
    "312",  "314",  "321",  "324",  "341",  "342",  "412",  "413",  "421",  "423",  "431",  "432",
    "sand", "wave", "ship", "song", "fish", "wing", "palm", "moss", "cold", "lane", "heat", "iron",
    "R6",   "K12",  "R3",   "K10",  "R4",   "K9",   "V8",   "V2",   "B7",   "B4",   "Y5",   NULL};

static void games_do(struct table *table, uint64_t person, const char *action, const char *json)
{
    static struct move move;
    static struct outcome out;
    int seat = person == 0 ? SEAT_HOUSE : table_acts_as(table, person, false);
    move_init(&move, table_action(table, action), seat, 1893499200000);
    move.person = person;
    move.moderator = false;
    bool read = value_parse(&move.args, json, strlen(json));
    assert(read);
    enum refusal refusal = table_apply(table, &move, &out);
    if (refusal != REFUSAL_NONE) {
        fprintf(stderr, "%s: %s: %s\n", table->game->id, action, refusal_name(refusal));
        abort();
    }
}

/* The deal that the seed draws from the pack which is built in, as JSON; "{}" for none. */
static void games_deal(const struct table *table, const char *seed, char *json, size_t size)
{
    static struct value fact[MOVE_FACTS_MAX];
    static char text[8192];
    static const struct value_tree nothing;
    struct value_tree drawn;
    struct fault fault;
    struct pack *pack = pack_built_in(table->game, "en", &table->options, &fault);
    value_init(&drawn, fact, MOVE_FACTS_MAX, text, sizeof text);
    snprintf(json, size, "{}");
    if (pack != NULL && fairness_draw(table, seed, pack_list(pack), &nothing, &drawn)) {
        value_print(&drawn, json, size);
    }
    pack_free(&pack);
}

static void games_start(struct table *table, const struct game_def *game, int number)
{
    static char json[20000];
    static char deal[16000];
    char seed[SEED_BYTES * 2 + 1];
    snprintf(seed, sizeof seed, "%064x", 77 + number);
    table_init(table, 1);
    table->game = game;
    snprintf(json, sizeof json,
             "{\"game\":\"%s\",\"number\":1,\"name\":\"P0\",\"adapter\":\"bench\",\"room\":\"r0\","
             "\"commitment\":\"%s\"}",
             game->id, seed);
    games_do(table, 101, "open", json);
    for (int i = 0; i < GAMES_PEOPLE; i++) {
        snprintf(json, sizeof json, "{\"name\":\"P%d\",\"event\":\"bench/%d\"}", i, i);
        games_do(table, 101 + (uint64_t)i, "join", json);
        snprintf(json, sizeof json, "{\"seat\":%d,\"state\":\"proven\"}", i);
        games_do(table, 0, "reach", json);
    }
    games_deal(table, seed, deal, sizeof deal);
    snprintf(json, sizeof json, "{\"seed\":\"%s\",\"deal\":%s}", seed, deal);
    games_do(table, 101, "start", json);
}

/* Plays one game at random, as far as it goes. */
static void games_play(struct games_played *played, const struct game_def *game, int number)
{
    static struct outcome out;
    static uint8_t bytes[GAMES_BYTES];
    struct move_bytes dice = {bytes, bytes + sizeof bytes, games_words,
                              sizeof games_words / sizeof games_words[0] - 1};
    struct rng rng;
    uint8_t seed[RNG_SEED_BYTES] = {(uint8_t)number, 1};
    rng_init(&rng, seed);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)rng_next(&rng);
    }
    games_start(&played->start, game, number);
    played->end = played->start;
    void *state = played->end.state;
    while (dice.at < dice.end && played->count < GAMES_MOVES_MAX && !rules_state(state)->over) {
        struct move *move = &played->move[played->count];
        move_of_bytes(&dice, game, state, move);
        bool leaves = move->row != NULL && (strcmp(move->row->name, "leave") == 0 ||
                                            strcmp(move->row->name, "concede") == 0);
        if (!leaves && !move->args.full && rules_apply(game, state, move, &out) == REFUSAL_NONE) {
            played->count++;
        }
    }
}

static void games_again(struct games_played *played)
{
    static uint64_t state[GAME_STATE_MAX / sizeof(uint64_t)];
    static struct outcome out;
    const struct game_def *game = played->start.game;
    memcpy(state, played->start.state, game->state_size);
    for (size_t i = 0; i < played->count; i++) {
        enum refusal refusal = rules_apply(game, state, &played->move[i], &out);
        assert(refusal == REFUSAL_NONE);
    }
}

/* The board that everybody sees, as picture and as text. */
static void games_board(const struct games_played *played, const struct compose *compose)
{
    static struct view view;
    static struct board board;
    arena_reset(compose->arena);
    view_init(&view, SEAT_CROWD);
    table_view(&played->end, SEAT_CROWD, &view);
    bool has = table_board(&played->end, SEAT_CROWD, &board);
    const struct doc *doc = compose_board(compose, &view, has ? &board : NULL);
    assert(doc != NULL);
}

static void games_time(struct games_played *played, const struct compose *compose, double seconds)
{
    const struct game_def *game = played->start.game;
    struct bench bench = {.name = game->id};
    for (bench.run = 0; bench.run < bench_runs(); bench.run++) {
        double moves = 0;
        double boards = 0;
        double began = bench_cpu();
        do {
            games_again(played);
            moves += (double)played->count;
        } while (bench_cpu() - began < seconds);
        bench_keep(&bench, "moves", "/s", moves / (bench_cpu() - began));
        bench_keep(&bench, "state", "bytes", (double)game->state_size);
        began = bench_cpu();
        do {
            games_board(played, compose);
            boards++;
        } while (bench_cpu() - began < seconds);
        bench_keep(&bench, "board", "us", (bench_cpu() - began) / boards * 1e6);
    }
    bench_print(&bench);
}

static void games_measure(const struct game_def *game, const struct compose *compose,
                          double seconds)
{
    struct games_played *longest = calloc(1, sizeof *longest);
    struct games_played *played = calloc(1, sizeof *played);
    assert(longest != NULL && played != NULL);
    for (int number = 0; number < GAMES_TRIED; number++) {
        memset(played, 0, sizeof *played);
        games_play(played, game, number);
        if (played->count > longest->count) {
            struct games_played *other = longest;
            longest = played;
            played = other;
        }
    }
    assert(longest->count > 0);
    printf("%s: a game of %zu moves\n", game->id, longest->count);
    games_time(longest, compose, seconds);
    free(longest);
    free(played);
}

int main(int argc, char **argv)
{
    struct fault fault;
    double seconds = bench_seconds(bench_begin(argc, argv));
    struct catalogue *catalogue = languages_new("en", &fault);
    assert(catalogue != NULL);
    struct arena *arena = arena_new();
    const struct compose compose = {.catalogue = catalogue, .arena = arena, .room_name = "#den"};
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        games_measure(*game, &compose, seconds / 4);
    }
    arena_free(&arena);
    catalogue_free(&catalogue);
    return 0;
}
