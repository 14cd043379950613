/* Ratings beside the published implementation's on 1,000 random results (rating_results.py). */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "rating.h"

enum { PEOPLE = 48, LINE_BYTES = 4096 };

/* A line of the results: who was in which team, with what they came to. */
struct result_line {
    unsigned teams;
    struct rating_team team[RATING_TEAMS_MAX];
    unsigned who[RATING_TEAMS_MAX][RATING_TEAM_MAX];
};

static void read_line(char *line, struct result_line *result)
{
    char *teams = NULL;
    result->teams = 0;
    for (char *text = strtok_r(line, "|\n", &teams); text != NULL;
         text = strtok_r(NULL, "|\n", &teams)) {
        struct rating_team *team = &result->team[result->teams];
        unsigned *who = result->who[result->teams++];
        char *rest = NULL;
        team->rank = (unsigned)strtoul(text, &rest, 10);
        team->count = 0;
        for (unsigned person = (unsigned)strtoul(rest, &rest, 10); *rest == ':';
             person = (unsigned)strtoul(rest, &rest, 10)) {
            who[team->count] = person;
            team->player[team->count].mu = strtod(rest + 1, &rest);
            team->player[team->count++].sigma = strtod(rest + 1, &rest);
        }
    }
}

START_TEST(a_thousand_results_rate_as_published)
{
    struct rating rated[PEOPLE];
    char line[LINE_BYTES];
    unsigned count = 0;
    FILE *in = fopen(DD_SOURCE_DIR "/tests/unit/record/rating_results.txt", "r");
    ck_assert_ptr_nonnull(in);
    for (unsigned i = 0; i < PEOPLE; i++) {
        rated[i] = rating_begin();
    }
    for (; fgets(line, sizeof line, in) != NULL; count++) {
        struct result_line published;
        struct rating_team ours[RATING_TEAMS_MAX];
        read_line(line, &published);
        for (unsigned i = 0; i < published.teams; i++) {
            ours[i] = published.team[i];
            for (unsigned k = 0; k < ours[i].count; k++) {
                ours[i].player[k] = rated[published.who[i][k]];
            }
        }
        rating_update(ours, published.teams);
        for (unsigned i = 0; i < published.teams; i++) {
            for (unsigned k = 0; k < ours[i].count; k++) {
                const struct rating *theirs = &published.team[i].player[k];
                ck_assert_double_eq_tol(ours[i].player[k].mu, theirs->mu, 1e-6);
                ck_assert_double_eq_tol(ours[i].player[k].sigma, theirs->sigma, 1e-6);
                rated[published.who[i][k]] = ours[i].player[k];
            }
        }
    }
    fclose(in);
    ck_assert_uint_eq(count, 1000);
}
END_TEST

START_TEST(whoever_begins_is_listed_at_zero)
{
    struct rating new = rating_begin();
    ck_assert_double_eq_tol(rating_listed(&new), 0.0, 1e-12);
}
END_TEST

START_TEST(a_tie_of_equals_moves_no_mean)
{
    struct rating_team teams[2] = {{1, 1, {rating_begin()}}, {1, 1, {rating_begin()}}};
    rating_update(teams, 2);
    ck_assert_double_eq_tol(teams[0].player[0].mu, 25.0, 1e-12);
    ck_assert_double_eq_tol(teams[1].player[0].mu, 25.0, 1e-12);
    ck_assert_double_lt(teams[0].player[0].sigma, 25.0 / 3.0);
}
END_TEST

START_TEST(one_against_many_is_rated)
{
    struct rating_team teams[2] = {{1, 1, {rating_begin()}},
                                   {2, 3, {rating_begin(), rating_begin(), rating_begin()}}};
    rating_update(teams, 2);
    ck_assert_double_gt(teams[0].player[0].mu, 25.0);
    ck_assert_double_lt(teams[1].player[2].mu, 25.0);
}
END_TEST

START_TEST(a_result_of_one_team_is_none)
{
    struct rating_team team = {1, 1, {rating_begin()}};
    rating_update(&team, 1);
}
END_TEST

Suite *suite_rating(void);

Suite *suite_rating(void)
{
    Suite *suite = suite_create("rating");
    TCase *tcase = tcase_create("rating");
    tcase_add_test(tcase, a_thousand_results_rate_as_published);
    tcase_add_test(tcase, whoever_begins_is_listed_at_zero);
    tcase_add_test(tcase, a_tie_of_equals_moves_no_mean);
    tcase_add_test(tcase, one_against_many_is_rated);
    tcase_add_test_raise_signal(tcase, a_result_of_one_team_is_none, SIGABRT);
    suite_add_tcase(suite, tcase);
    return suite;
}
