/* House players accomplish the trainings, and now and then every mission of the house; the figures
 * of many games are in games/infiltrators/README.md. */
#include "agents_table.h"
#include "infiltrators_kit.h"

#include <stdio.h>
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

/* Also T1 and T2 within 8 turns an Agent and 6. */
START_TEST(trainings_are_won_within_the_turns)
{
    static const char *const missions[] = {MISSION_T1, MISSION_T2, MISSION_T3};
    enum { GAMES = 50, FLOOR = 45 };
    for (int mission = 0; mission < 3; mission++) {
        int in_time = 0;
        for (int seed = 1; seed <= GAMES; seed++) {
            struct agents_result result = agents_play((uint64_t)seed, 3, "", missions[mission]);
            in_time += result.won && result.turns <= 30;
        }
        ck_assert_int_ge(in_time, FLOOR);
    }
}
END_TEST

/* A line of each mission file, as the host joins them. */
static void read_mission(const char *name, char *line, size_t max)
{
    char path[300];
    char text[512];
    snprintf(path, sizeof path, "%s/config/missions/%s.txt", DD_SOURCE_DIR, name);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    line[0] = '\0';
    while (fgets(text, sizeof text, file) != NULL) {
        size_t len = strlen(line);
        text[strcspn(text, "\n")] = '\0';
        if (text[0] != '#' && text[0] != '\0') {
            snprintf(line + len, max - len, "%s%s", len > 0 ? "; " : "", text);
        }
    }
    fclose(file);
}

START_TEST(every_mission_of_the_house_is_won)
{
    static const char *const names[] = {"T1", "T2", "T3", "M1", "M2", "M3", "M4", "M5", "M6"};
    char line[2048];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        read_mission(names[i], line, sizeof line);
        for (int agents = 2; agents <= 5; agents++) {
            ck_assert_msg(won_of(6, agents, "pace=async", line) >= 2, "%s for %d", names[i],
                          agents);
        }
    }
}
END_TEST

START_TEST(trainings_of_tests_are_those_of_the_house)
{
    static const char *const names[] = {"T1", "T2", "T3"};
    static const char *const missions[] = {MISSION_T1, MISSION_T2, MISSION_T3};
    char line[2048];
    for (int i = 0; i < 3; i++) {
        read_mission(names[i], line, sizeof line);
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
    tcase_add_test(tcase, every_mission_of_the_house_is_won);
    tcase_add_test(tcase, trainings_of_tests_are_those_of_the_house);
    tcase_add_test(tcase, players_know_every_option);
    suite_add_tcase(suite, tcase);
    return suite;
}
