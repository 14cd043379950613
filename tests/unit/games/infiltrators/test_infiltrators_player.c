/* House players accomplish the trainings, and now and then every mission of the house; the figures
 * of many games are in games/infiltrators/missions/README.md. */
#include "agents_table.h"
#include "infiltrators_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of games from these seeds, how many are won; none may be refused. */
static int won_of(int games, int seats, const char *options, const char *mission)
{
    int won = 0;
    for (int seed = 1; seed <= games; seed++) {
        struct agents_result result = agents_play((uint64_t)seed, seats, options, mission);
        ck_assert_msg(strcmp(result.reason, "refused") != 0, "seed %d of %d Agents is refused",
                      seed, seats);
        won += result.won;
    }
    return won;
}

START_TEST(trainings_are_won_nine_times_of_ten)
{
    static const char *const missions[] = {MISSION_T1, MISSION_T2, MISSION_T3};
    static const char *const options[] = {"", "", "pace=async"};
    enum { GAMES = 50, FLOOR = 45 };
    for (int mission = 0; mission < 3; mission++) {
        for (int agents = 2; agents <= 5; agents++) {
            ck_assert_int_ge(won_of(GAMES, agents, options[mission], missions[mission]), FLOOR);
        }
    }
}
END_TEST

/* Also T1 and T2, which know no turns, within 8 an Agent and 6. */
START_TEST(trainings_are_won_within_the_turns)
{
    static const char *const missions[] = {MISSION_T1, MISSION_T2, MISSION_T3};
    enum { GAMES = 100, FLOOR = 90 };
    for (int at = 0; at < 3 * 4; at++) {
        int agents = AGENTS_MIN + at % 4;
        int in_time = 0;
        for (int seed = 1; seed <= GAMES; seed++) {
            struct agents_result result = agents_play((uint64_t)seed, agents, "", missions[at / 4]);
            in_time += result.won && result.turns <= 8 * (unsigned)agents + 6;
        }
        ck_assert_msg(in_time >= FLOOR, "T%d for %d: %d", at / 4 + 1, agents, in_time);
    }
}
END_TEST

enum { HOUSE_MISSIONS = 9, HOUSE_TRAININGS = 3, HOUSE_SIZES = 4 };
static const char *const house_missions[HOUSE_MISSIONS] = {"T1", "T2", "T3", "M1", "M2",
                                                           "M3", "M4", "M5", "M6"};

static FILE *house_file(const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/games/infiltrators/missions/%s", DD_SOURCE_DIR, name);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    return file;
}

/* The numbers behind these marks, in their order; how many there are. */
static int read_figures(const char *text, const char *mark, double figures[HOUSE_SIZES])
{
    int read = 0;
    for (const char *at = strstr(text, mark); at != NULL && read < HOUSE_SIZES;
         at = strstr(at, mark)) {
        char *end = NULL;
        at += strlen(mark);
        figures[read] = strtod(at, &end);
        read += end != at;
    }
    return read;
}

/* A line of each mission file, as the host joins them, and how often of 100 times house players win
 * it by what is written there, for 2 to 5 Agents. */
static void read_mission(const char *name, char *line, size_t max, double measured[HOUSE_SIZES])
{
    char text[512];
    int read = 0;
    snprintf(text, sizeof text, "%s.txt", name);
    FILE *file = house_file(text);
    line[0] = '\0';
    while (fgets(text, sizeof text, file) != NULL) {
        size_t len = strlen(line);
        text[strcspn(text, "\n")] = '\0';
        if (text[0] != '#' && text[0] != '\0') {
            snprintf(line + len, max - len, "%s%s", len > 0 ? "; " : "", text);
        } else if (strncmp(text, "# Measured", 10) == 0) {
            read = read_figures(text, " ", measured);
        }
    }
    fclose(file);
    ck_assert_msg(read == HOUSE_SIZES, "%s has no measured figures", name);
}

/* The figures written beside each mission are true: games from other seeds than those they were
 * measured with are won as often, but for what chance does to so few. */
START_TEST(every_mission_of_the_house_is_won_as_often_as_it_says)
{
    enum { GAMES = 30 };
    char line[2048];
    for (int i = 0; i < HOUSE_MISSIONS; i++) {
        double measured[HOUSE_SIZES];
        read_mission(house_missions[i], line, sizeof line, measured);
        for (int size = 0; size < HOUSE_SIZES; size++) {
            double won = won_of(GAMES, size + AGENTS_MIN, "pace=async", line);
            double rate = measured[size] / 100;
            double apart = won - rate * GAMES; /* more than 3.5 deviations: once in 2,000 times */
            ck_assert_double_gt(won, 0);
            ck_assert_msg(apart * apart <= 3.5 * 3.5 * GAMES * rate * (1 - rate) + 1,
                          "%s for %d is won %.0f times of %d, not %.1f of 100", house_missions[i],
                          size + AGENTS_MIN, won, GAMES, measured[size]);
        }
    }
}
END_TEST

/* Each mission behind the trainings is harder than the one before, for every number of Agents. */
START_TEST(missions_become_harder)
{
    char line[2048];
    double before[HOUSE_SIZES] = {100, 100, 100, 100};
    for (int i = HOUSE_TRAININGS; i < HOUSE_MISSIONS; i++) {
        double measured[HOUSE_SIZES];
        read_mission(house_missions[i], line, sizeof line, measured);
        for (int size = 0; size < HOUSE_SIZES; size++) {
            ck_assert_msg(measured[size] < before[size] || i == HOUSE_TRAININGS,
                          "%s for %d is no harder", house_missions[i], size + AGENTS_MIN);
        }
        memcpy(before, measured, sizeof before);
    }
}
END_TEST

/* The table of the README says what stands in the files. */
START_TEST(the_readme_has_the_same_figures)
{
    int rows = 0;
    char text[512];
    char line[2048];
    FILE *file = house_file("README.md");
    while (fgets(text, sizeof text, file) != NULL) {
        double told[HOUSE_SIZES];
        double measured[HOUSE_SIZES];
        char name[3] = {0};
        memcpy(name, text + 2, strncmp(text, "| ", 2) == 0 ? 2 : 0);
        if ((name[0] == 'T' || name[0] == 'M') && name[1] >= '1' && name[1] <= '9' &&
            read_figures(text, "| ", told) == HOUSE_SIZES) {
            read_mission(name, line, sizeof line, measured);
            ck_assert_msg(memcmp(told, measured, sizeof told) == 0, "%s", name);
            rows++;
        }
    }
    fclose(file);
    ck_assert_int_eq(rows, HOUSE_MISSIONS);
}
END_TEST

START_TEST(trainings_of_tests_are_those_of_the_house)
{
    static const char *const names[] = {"T1", "T2", "T3"};
    static const char *const missions[] = {MISSION_T1, MISSION_T2, MISSION_T3};
    double measured[HOUSE_SIZES];
    char line[2048];
    for (int i = 0; i < 3; i++) {
        read_mission(names[i], line, sizeof line, measured);
        ck_assert_str_eq(line, missions[i]);
    }
}
END_TEST

START_TEST(players_know_every_option)
{
    static const char *const options[] = {"draw=one_by_one",
                                          "hand_cap=no_draw_over",
                                          "board=off",
                                          "specials=on",
                                          "suits=KGB",
                                          "facedown=random empty_rule=stuck",
                                          "board_private=off warn_impossible=off"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        ck_assert_msg(won_of(5, 3, options[i], MISSION_T2) >= 4, "%s", options[i]);
    }
}
END_TEST

Suite *suite_infiltrators_player(void);

Suite *suite_infiltrators_player(void)
{
    Suite *suite = suite_create("infiltrators_player");
    TCase *tcase = tcase_create("house players");
    tcase_set_timeout(tcase, 110);
    tcase_add_test(tcase, trainings_are_won_nine_times_of_ten);
    tcase_add_test(tcase, trainings_are_won_within_the_turns);
    tcase_add_test(tcase, every_mission_of_the_house_is_won_as_often_as_it_says);
    tcase_add_test(tcase, missions_become_harder);
    tcase_add_test(tcase, the_readme_has_the_same_figures);
    tcase_add_test(tcase, trainings_of_tests_are_those_of_the_house);
    tcase_add_test(tcase, players_know_every_option);
    suite_add_tcase(suite, tcase);
    return suite;
}
