/* Nobody is told what is not his, at the level of the house: two games that differ only in what a
 * reader may not know are the same to that reader, byte for byte and millisecond for millisecond.
 * And leaks that are planted are found. */
#include "leak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const readers[] = {"Ana", "Ben", "Cy", "Dee", "Eve", "Rob", "Zoe"};

static const struct leak_game *const games[] = {
    &leak_interceptor,
    &leak_decrypto,
    &leak_infiltrators,
    &leak_spyfall,
};

/* How many readers see a difference that they may not see; all of them are said unless quiet. */
static int compare(const struct leak_case *it, const struct leak_record *plain,
                   const struct leak_record *other, bool quiet)
{
    char why[512] = "";
    char knower[WORLD_NAME_BYTES];
    int found = 0;
    bool known = false;
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        snprintf(knower, sizeof knower, "%s ", readers[i]);
        bool same = leak_same(plain, other, readers[i], why);
        if (strstr(it->knows, knower) != NULL) {
            known = known || !same;
        } else if (!same) {
            found++;
            if (!quiet) {
                printf("leak: %s: %s can tell: %s\n", it->name, readers[i], why);
            }
        }
    }
    if (!known && !quiet && it->knows[0] != '\0') {
        printf("leak: %s: nobody sees it, so that it proves nothing\n", it->name);
        return found + 1;
    }
    return found;
}

static int run_case(const struct leak_game *game, const struct leak_case *it, bool quiet)
{
    struct leak_record plain;
    struct leak_record other;
    leak_play(game, it, false, &plain);
    leak_play(game, it, true, &other);
    int found = compare(it, &plain, &other, quiet);
    if (!quiet) {
        printf("leak: %-12s %-48s %5zu sends, %d found\n", game->id, it->name, plain.count, found);
        fflush(stdout);
    }
    leak_record_free(&plain);
    leak_record_free(&other);
    return found;
}

/* A leak in each channel of the house must be found in this game. */
static int run_plants(const struct leak_game *game)
{
    struct leak_case first = game->cases[0];
    int bad = 0;
    first.both |= LEAK_PLANTED;
    for (int plant = PLANT_NONE + 1; plant < PLANTS; plant++) {
        leak_planted = (enum leak_plant)plant;
        int found = run_case(game, &first, true);
        printf("leak: %-12s planted in %-8s %s\n", game->id, leak_plants[plant],
               found > 0 ? "found" : "NOT FOUND");
        bad += found == 0;
    }
    leak_planted = PLANT_NONE;
    return bad;
}

/* What everybody is sent in the plain game of a case. */
static void show(const struct leak_game *game, const struct leak_case *it)
{
    struct leak_record plain;
    leak_play(game, it, false, &plain);
    for (size_t i = 0; i < plain.count; i++) {
        const struct leak_send *send = &plain.sends[i];
        printf("%s %lld %s\n", send->where, (long long)send->at_ms, send->doc);
    }
    leak_record_free(&plain);
}

/* sim_leak [GAME [CASE [show]]] */
int main(int argc, char **argv)
{
    int bad = 0;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        const struct leak_game *game = games[i];
        if (argc > 1 && strcmp(argv[1], game->id) != 0) {
            continue;
        }
        for (size_t j = 0; j < game->case_count; j++) {
            if (argc > 3 && strcmp(argv[2], game->cases[j].name) == 0) {
                show(game, &game->cases[j]);
            } else if (argc < 3 || strcmp(argv[2], game->cases[j].name) == 0) {
                bad += run_case(game, &game->cases[j], false);
            }
        }
        bad += argc < 3 ? run_plants(game) : 0;
    }
    return bad == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
