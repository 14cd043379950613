/* Nobody is told what is not his, at the level of the house: two games that differ only in what a
 * reader may not know are the same to that reader, byte for byte and millisecond for millisecond.
 * And leaks that are planted are found. */
#include "leak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const readers[] = {"Ana", "Ben", "Cy", "Dee", "Eve", "Rob", "Zoe"};

/* Eve takes over the seat of Dee; the referee sees all. */
static const struct leak_case cases[] = {
    {.name = "signals of the Officials",
     .knows = "Ana Cy ",
     .signals = {"documents: word frankly money: phrase perhaps so", NULL}},
    {.name = "signals of the Officials of other kinds",
     .knows = "Ana Cy ",
     .signals = {"documents: word frankly money: ends with !", NULL}},
    {.name = "signals of the Journalists",
     .knows = "Ben Dee Eve ",
     .signals = {NULL, "documents: phrase or a money: digit"}},
    {.name = "signals of both, with a referee",
     .knows = "Ana Ben Cy Dee Eve Rob ",
     .referee = true,
     .signals = {"documents: word frankly money: word perhaps", "documents: word tea money: long"}},
    {.name = "native signals",
     .knows = "Ana Cy ",
     .native = true,
     .signals = {"documents: word frankly money: word perhaps", NULL}},
    {.name = "native signals of the others",
     .knows = "Ben Dee Eve ",
     .native = true,
     .signals = {NULL, "documents: word tea money: long"}},
    {.name = "who proposed", .knows = "Ana Cy ", .partner_proposes = true},
    {.name = "drafts", .knows = "Ana Cy ", .drafts = true},
    {.name = "what was tried in private", .knows = "Ana ", .tries = true},
    {.name = "what was asked in private", .knows = "Ana ", .asks = true},
    {.name = "the card of a partner", .knows = "Cy ", .silent_money = true, .early = true},
    {.name = "the card of who leads",
     .knows = "Ana Cy ",
     .lead_money = true,
     .early = true,
     .signals = {"documents: word maybe money: word honestly", NULL}},
    {.name = "a yes for the other symbol", .knows = "Ana Cy ", .yes_for_other = true},
    {.name = "a referee's yes for the other symbol",
     .knows = "",
     .referee = true,
     .yes_for_other = true},
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

static int run_case(const struct leak_case *it, bool quiet)
{
    struct leak_record plain;
    struct leak_record other;
    leak_play(it, false, &plain);
    leak_play(it, true, &other);
    int found = compare(it, &plain, &other, quiet);
    if (!quiet) {
        printf("leak: %-40s %5zu sends, %d found\n", it->name, plain.count, found);
    }
    leak_record_free(&plain);
    leak_record_free(&other);
    return found;
}

int main(int argc, char **argv)
{
    int bad = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (argc < 2 || strcmp(argv[1], cases[i].name) == 0) {
            bad += run_case(&cases[i], false);
        }
    }
    for (int plant = PLANT_NONE + 1; plant < PLANTS && argc < 2; plant++) {
        leak_planted = (enum leak_plant)plant;
        int found = run_case(&cases[0], true);
        printf("leak: planted in %-8s %s\n", leak_plants[plant], found > 0 ? "found" : "NOT FOUND");
        bad += found == 0;
    }
    return bad == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
