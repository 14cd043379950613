/* How often a table of house players accomplishes each mission, and in how many turns: the proof
 * that it can be done. bench_missions [--smoke] [--seed N] [--games N] [FILE of a mission…] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agents_table.h"
#include "arena.h"
#include "compose.h"
#include "heap.h"
#include "infiltrators/infiltrators.h"
#include "languages.h"
#include "missions.h"

enum { GAMES_MAX = 100000, FILE_BYTES = 65536 };

struct figures {
    unsigned won;
    unsigned refused;
    unsigned moves;
    unsigned turns[GAMES_MAX];
};

static int by_number(const void *a, const void *b)
{
    unsigned left = *(const unsigned *)a;
    unsigned right = *(const unsigned *)b;
    return left < right ? -1 : left > right;
}

static void measure(const char *mission, const char *options, int seats, uint64_t seed,
                    unsigned games)
{
    static struct figures figures;
    unsigned bullets = 0;
    unsigned used = 0;
    unsigned late = 0;
    unsigned budget = 0; /* won in 8 turns an Agent and 6 */
    memset(&figures, 0, sizeof figures);
    clock_t from = clock();
    for (unsigned i = 0; i < games; i++) {
        struct agents_result result = agents_play(seed + i, seats, options, mission);
        if (result.won) {
            figures.turns[figures.won++] = result.turns;
            budget += result.turns <= 8 * (unsigned)seats + 6;
        }
        figures.moves += result.moves;
        figures.refused += strcmp(result.reason, "refused") == 0;
        bullets += strcmp(result.reason, "bullets") == 0;
        used += strcmp(result.reason, "used_up") == 0;
        late += strcmp(result.reason, "clock") == 0 || strcmp(result.reason, "turns") == 0;
    }
    double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
    qsort(figures.turns, figures.won, sizeof figures.turns[0], by_number);
    unsigned low = figures.won > 0 ? figures.turns[figures.won / 10] : 0;
    unsigned middle = figures.won > 0 ? figures.turns[figures.won / 2] : 0;
    unsigned high = figures.won > 0 ? figures.turns[figures.won * 9 / 10] : 0;
    printf("  %d Agents: won %5.1f %%, in %u turns %5.1f %%, turns %u/%u/%u; lost by bullets %u, "
           "cards %u, time %u; refused %u; %.0f moves/s\n",
           seats, 100.0 * figures.won / games, 8 * (unsigned)seats + 6, 100.0 * budget / games, low,
           middle, high, bullets, used, late, figures.refused, figures.moves / seconds);
}

static void measure_all(const char *mission, uint64_t seed, unsigned games)
{
    static const char *const options[] = {"", "pace=async"};
    printf("%.*s\n", (int)strcspn(mission, ";"), mission);
    bool clock = strstr(mission, "clock = ") != NULL;
    for (int pace = clock ? 1 : 0; pace < (clock ? 2 : 1); pace++) {
        for (int seats = AGENTS_MIN; seats <= AGENTS_MAX; seats++) {
            measure(mission, options[pace], seats, seed, games);
        }
    }
}

static int measure_file(const char *path, uint64_t seed, unsigned games)
{
    static char text[FILE_BYTES];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 1;
    }
    size_t len = fread(text, 1, sizeof text, file);
    fclose(file);
    struct mistakes *mistakes = mistakes_new();
    struct fault fault = {0};
    char *mission = missions_line(&infiltrators_game, text, len, mistakes);
    if (mission == NULL) {
        mistakes_fault(mistakes, &fault);
        fprintf(stderr, "%s: %s\n", path, fault.text);
    } else {
        measure_all(mission, seed, games);
    }
    free(mistakes);
    int code = mission == NULL;
    free(mission);
    return code;
}

/* How long a board takes with five clue boards, from the state to the picture's bytes. */
static void measure_board(void)
{
    static const char deal_text[] =
        "{\"mission\":\"mission = B1; suits = R K Y G B; numbers = 2-15; suspects = 5; bullets = "
        "8\","
        "\"stands\":[{\"suspect\":\"R6\",\"clues\":[\"K12\",\"Y4\"]},{\"suspect\":\"K11\"},"
        "{\"suspect\":\"Y9\",\"clues\":[\"G3\"]},{\"suspect\":\"G2\"},{\"suspect\":\"B15\"}]}";
    static struct infiltrators state;
    static struct outcome out;
    static struct view view;
    static struct board board;
    struct value fact[64];
    char text[2048];
    struct value_tree pinned;
    struct fault fault;
    struct deal deal = {.seats = AGENTS_MAX, .pinned = &pinned};
    enum { DRAWS = 500 };
    value_init(&pinned, fact, 64, text, sizeof text);
    options_default(&infiltrators_game, &deal.options);
    struct catalogue *words = languages_new("en", &fault);
    if (!value_parse(&pinned, deal_text, sizeof deal_text - 1) || words == NULL ||
        rules_deal(&infiltrators_game, &state, &deal, &out) != REFUSAL_NONE) {
        printf("board: cannot be dealt\n");
        catalogue_free(&words);
        return;
    }
    size_t bytes = 0;
    clock_t from = clock();
    for (int i = 0; i < DRAWS; i++) {
        struct arena *arena = arena_new();
        const struct compose compose = {.catalogue = words, .arena = arena};
        rules_view(&infiltrators_game, &state, SEAT_CROWD, &view);
        infiltrators_game.board(&view, &board);
        bytes = strlen(board_svg(&compose, &view, &board, BOARD_LANDSCAPE));
        arena_free(&arena);
    }
    double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
    printf("board with five clue boards: %.0f us, %zu bytes of SVG\n", seconds * 1e6 / DRAWS,
           bytes);
    catalogue_free(&words);
}

static unsigned long number(const char *text, unsigned long most)
{
    char *end = NULL;
    unsigned long value = strtoul(text, &end, 10);
    return *end == '\0' && value <= most ? value : most;
}

int main(int argc, char **argv)
{
    uint64_t seed = 1;
    unsigned games = 1000;
    int code = 0;
    bool files = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--smoke") == 0) {
            games = 5;
        } else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
            seed = number(argv[++i], UINT32_MAX);
        } else if (strcmp(argv[i], "--games") == 0 && i + 1 < argc) {
            games = (unsigned)number(argv[++i], GAMES_MAX);
        } else {
            files = true;
            code = measure_file(argv[i], seed, games) != 0 ? 1 : code;
        }
    }
    struct pack *pack = files ? NULL : missions_built_in(&infiltrators_game);
    for (size_t i = 0; pack != NULL && i < pack_list(pack)->count; i++) {
        measure_all(pack_list(pack)->entry[i], seed, games);
    }
    pack_free(&pack);
    measure_board();
    printf("state: %zu bytes; memory of a player: %zu bytes\n", infiltrators_game.state_size,
           infiltrators_game.player->memory_size);
    return code;
}
