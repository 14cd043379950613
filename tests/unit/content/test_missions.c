/* Mission files: what is built in, what is wrong in one with its line, a community's own. */
#include "missions.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct game_def *game(void)
{
    return game_find("infiltrators");
}

static const char good[] = "# a note\n\nmission = X1   # its name\nsuits = R K Y\n"
                           "numbers = 2-13\nsuspects = 2\nbullets = suspects + 3\n";

START_TEST(the_missions_of_the_house_are_good)
{
    static const char *const names[] = {"T1", "T2", "T3", "M1", "M2", "M3", "M4", "M5", "M6"};
    struct pack *pack = missions_built_in(game());
    const struct deal_pack *list = pack_list(pack);
    ck_assert_uint_eq(list->count, 9);
    for (size_t i = 0; i < list->count; i++) {
        char begin[32];
        unsigned item = 0;
        snprintf(begin, sizeof begin, "mission = %s; ", names[i]);
        ck_assert_int_eq(strncmp(list->entry[i], begin, strlen(begin)), 0);
        ck_assert_ptr_null(game()->entry_problem(list->entry[i], &item));
    }
    pack_free(&pack);
}
END_TEST

START_TEST(a_file_becomes_a_line)
{
    struct mistakes *mistakes = mistakes_new();
    char *line = missions_line(game(), good, strlen(good), mistakes);
    ck_assert_ptr_nonnull(line);
    ck_assert_str_eq(line, "mission = X1; suits = R K Y; numbers = 2-13; suspects = 2; bullets = "
                           "suspects + 3");
    free(line);
    free(mistakes);
}
END_TEST

/* The text is wrong in that line, with that word in what is told. */
static void ck_wrong(const char *text, unsigned number, const char *word)
{
    struct mistakes *mistakes = mistakes_new();
    char *line = missions_line(game(), text, strlen(text), mistakes);
    ck_assert_msg(line == NULL, "taken: %s", text);
    ck_assert_uint_ge(mistakes->count, 1);
    ck_assert_uint_eq(mistakes->kept[0].line, number);
    ck_assert_msg(strstr(mistakes->kept[0].text, word) != NULL, "%s", mistakes->kept[0].text);
    free(mistakes);
}

START_TEST(a_bad_file_names_line_and_reason)
{
    ck_wrong("", 0, "no mission");
    ck_wrong("# only a note\n", 0, "no mission");
    ck_wrong("mission = X1\n", 1, "without suits");
    ck_wrong("suits = R K Y\nnumbers = 2-13\n", 1, "without a name");
    ck_wrong("title = Ours\nmission = X1\nsuits = R K Y\nnumbers = 2-13\nsuspects = 2\n"
             "bullets = 3\n",
             2, "first line");
    ck_wrong("\n\nmission = x1\n", 3, "no name of a mission");
    ck_wrong("mission = X1\n# note\nsuits = R Q\n", 3, "suits");
    ck_wrong("mission = X1\nsuits = R K Y; numbers = 2-13\n", 2, "semicolon");
    ck_wrong("mission = X1\ncolour = red\n", 2, "no item of a mission");
    ck_wrong("mission = X1\nnumbers = 1-13\n", 2, "range of numbers");
    ck_wrong("mission = X1\nbullets = a lot\n", 2, "amount");
    ck_wrong("mission = X1\nrules = no_fun\n", 2, "rule nobody knows");
    ck_wrong("mission = X1\nclock = 1 week\n", 2, "length of time");
    ck_wrong("mission = X1\nmission = X2\n", 2, "twice");
    ck_wrong("mission = X1\nsuits = R\nnumbers = 2-9\nsuspects = 2\nbullets = 3\n", 2,
             "too few cards");
    ck_wrong("mission = X1\nsuits = R K Y\nnumbers = 2-13\nsuspects = 3\n# note\nbullets = 2\n", 6,
             "fewer bullets");
    ck_wrong(
        "mission = X1\nsuits = R K Y\nnumbers = 2-13\nsuspects = 3\nbullets = 5\nclock = 9 s\n", 6,
        "needs turns");
    ck_wrong("mission = X1\nsuits = R K Y G\nnumbers = 2-13\nsuspects = 3\nbullets = 5\n"
             "rules = hidden_suit\n",
             6, "three at the most");
}
END_TEST

START_TEST(a_bad_file_names_every_line)
{
    static const char text[] = "mission = X1\nsuits = Q\n\nnumbers = 2-13\ncolour = red\n"
                               "suspects = agents\nbullets = a lot\n";
    static const unsigned numbers[] = {2, 5, 7};
    struct mistakes *mistakes = mistakes_new();
    ck_assert_ptr_null(missions_line(game(), text, strlen(text), mistakes));
    ck_assert_uint_eq(mistakes->count, 3);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_uint_eq(mistakes->kept[i].line, numbers[i]);
    }
    free(mistakes);
}
END_TEST

/* However somebody writes it: a deal finds it by its name. */
START_TEST(blanks_around_the_sign_do_not_matter)
{
    static const char *const texts[] = {
        "mission=X1\nsuits=R K Y\nnumbers=2-13\nsuspects=2\nbullets=suspects + 3\n",
        "mission   =  X1\r\nsuits\t=\tR K Y\r\nnumbers =2-13\r\nsuspects= 2\r\n"
        "bullets =\tsuspects + 3\r\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct mistakes *mistakes = mistakes_new();
        char *line = missions_line(game(), texts[i], strlen(texts[i]), mistakes);
        ck_assert_ptr_nonnull(line);
        ck_assert_str_eq(line, "mission = X1; suits = R K Y; numbers = 2-13; suspects = 2; "
                               "bullets = suspects + 3");
        ck_assert(missions_same(game(), texts[i], strlen(texts[i]), good, strlen(good)));
        free(line);
        free(mistakes);
    }
}
END_TEST

START_TEST(one_of_our_own_stands_in)
{
    static const char t1[] = "mission = T1\ntitle = Ours\nsuits = G B\nnumbers = 2-15\n"
                             "suspects = 1\nbullets = 2\n";
    struct missions *missions = missions_new(game());
    missions_put(missions, good, strlen(good));
    missions_put(missions, t1, strlen(t1));
    missions_put(missions, "nonsense", 8);
    struct pack *pack = missions_pack(&missions);
    ck_assert_ptr_null(missions);
    ck_assert_uint_eq(pack_list(pack)->count, 10);
    ck_assert_ptr_nonnull(strstr(pack_list(pack)->entry[0], "title = Ours"));
    ck_assert_ptr_nonnull(strstr(pack_list(pack)->entry[9], "mission = X1"));
    pack_free(&pack);
    ck_assert(missions_same(game(), good, strlen(good), good, strlen(good)));
    ck_assert(!missions_same(game(), good, strlen(good), t1, strlen(t1)));
}
END_TEST

Suite *suite_missions(void);

Suite *suite_missions(void)
{
    Suite *suite = suite_create("missions");
    TCase *tcase = tcase_create("missions");
    tcase_add_test(tcase, the_missions_of_the_house_are_good);
    tcase_add_test(tcase, a_file_becomes_a_line);
    tcase_add_test(tcase, a_bad_file_names_line_and_reason);
    tcase_add_test(tcase, a_bad_file_names_every_line);
    tcase_add_test(tcase, blanks_around_the_sign_do_not_matter);
    tcase_add_test(tcase, one_of_our_own_stands_in);
    suite_add_tcase(suite, tcase);
    return suite;
}
