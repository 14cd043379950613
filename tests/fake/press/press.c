/* press PLATFORM GAME FIRST COUNT [tell FILE WHO] [plain] [loud] [night]: whole games, or nights,
 * of people who only press, one for each seed; tell: what one of them sees of the first. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

static struct run_setup setup;
static struct run_total total;
static unsigned bad;
static bool nights;
static int first;

static const struct press_driver *const drivers[] = {&press_discord, &press_matrix};

START_TEST(one_game)
{
    struct run_setup one = setup;
    one.seed = (uint64_t)_i;
    one.tell = _i == first ? setup.tell : NULL;
    bad += nights ? !run_night(&one, &total) : !run_game(&one, &total);
}
END_TEST

static const char *unit_of(const char *game)
{
    return strcmp(game, "infiltrators") == 0 ? "turns"
           : strcmp(game, "spyfall") == 0    ? "questions"
                                             : "rounds";
}

static void print_total(void)
{
    static const char *const names[] = {
#define RUN_CHECK(name, on, what) what,
        RUN_CHECKS(RUN_CHECK)
#undef RUN_CHECK
    };
    printf("%s %s: %u games, %u to their end; %u pressed, %u forms, %u stale; %u restarts, %u "
           "closed, %u substitutes, %u rematches, %u settings, %u votes\n",
           setup.on->name, setup.game, total.games, total.finished, total.pressed, total.filled,
           total.stale, total.restarts, total.closed, total.substitutes, total.again,
           total.settings, total.votes);
    printf("%s %s: %u %s, %.1f lines each, %u calls, %u boards, %u edits, %.1f lines around a "
           "game\n",
           setup.on->name, setup.game, total.units, unit_of(setup.game),
           total.units > 0 ? (double)total.lines / total.units : 0.0, total.calls, total.boards,
           total.edits, total.games > 0 ? (double)total.around / total.games : 0.0);
    for (unsigned i = 0; i < RUN_CHECK_COUNT; i++) {
        if (total.faults[i] > 0) {
            printf("%6u times wrong: %s\n", total.faults[i], names[i]);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "press PLATFORM GAME FIRST COUNT [tell FILE WHO] [plain] [loud] [night]\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
        setup.on = strcmp(drivers[i]->name, argv[1]) == 0 ? drivers[i] : setup.on;
    }
    setup.game = argv[2];
    for (int i = 5; i < argc; i++) {
        setup.plain = setup.plain || strcmp(argv[i], "plain") == 0;
        setup.loud = setup.loud || strcmp(argv[i], "loud") == 0;
        nights = nights || strcmp(argv[i], "night") == 0;
        if (strcmp(argv[i], "tell") == 0 && i + 2 < argc) {
            setup.tell = argv[i + 1];
            setup.teller = (unsigned)strtoul(argv[i + 2], NULL, 10);
        }
    }
    first = (int)strtol(argv[3], NULL, 10);
    Suite *suite = suite_create("press");
    TCase *games = tcase_create("games");
    tcase_add_loop_test(games, one_game, first, first + (int)strtol(argv[4], NULL, 10));
    suite_add_tcase(suite, games);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    print_total();
    return failed == 0 && bad == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
