/* What came of a table: as rows and back, who is rated by it and how, what somebody's games add up
 * to. */

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "finish.h"
#include "standings.h"
#include "tally.h"

enum { ANA = 11, BEN = 12, CY = 13, DEE = 14, EVE = 15 };

static struct finish finish;

/* A game of two sides of two: Ana and Cy win against Ben and Dee. */
static void make(void)
{
    static const uint64_t people[] = {ANA, BEN, CY, DEE};
    memset(&finish, 0, sizeof finish);
    finish.table = 7;
    finish.ended_ms = 2000;
    finish.began_ms = 1000;
    finish.number = 3;
    finish.rated = true;
    finish.side_count = 2;
    finish.side[0].rank = 1;
    finish.side[1].rank = 2;
    snprintf(finish.game, sizeof finish.game, "decrypto");
    snprintf(finish.reason, sizeof finish.reason, "conceded");
    snprintf(finish.options, sizeof finish.options, "pace=async");
    snprintf(finish.room, sizeof finish.room, "web/den");
    for (unsigned i = 0; i < 4; i++) {
        struct finish_seat *seat = &finish.seat[finish.seat_count++];
        seat->person = people[i];
        seat->seat = (uint8_t)i;
        seat->side = (int8_t)(i % 2);
        seat->result = i % 2 == 0 ? FINISH_WON : FINISH_LOST;
        seat->score = i % 2 == 0;
        seat->dealt = true;
        snprintf(seat->word, sizeof seat->word, "%s", i % 2 == 0 ? "white" : "black");
    }
}

/* --- rows ------------------------------------------------------------------------------------- */

static struct finish read_back;
static unsigned read_count;

static void keep(void *context, const struct finish *read)
{
    (void)context;
    read_back = *read;
    read_count++;
}

/* Writes the rows and reads them; the seat of that number comes damaged. */
static void there_and_back(int damaged)
{
    struct finish_reader reader = {.done = keep};
    struct buf json;
    read_count = 0;
    buf_init(&json, 4096);
    finish_print(&finish, &json);
    finish_read(&reader, &(struct store_row){.id = finish.table,
                                             .at_ms = finish.ended_ms,
                                             .key = finish.room,
                                             .extra = "table",
                                             .text = json.text,
                                             .text_len = json.len});
    for (int i = 0; i < finish.seat_count; i++) {
        buf_clear(&json);
        finish_print_seat(&finish.seat[i], &json);
        finish_read(&reader, &(struct store_row){.id = finish.table,
                                                 .sub = finish.seat[i].person,
                                                 .key = "",
                                                 .extra = "seat",
                                                 .text = json.text,
                                                 .text_len = json.len,
                                                 .damaged = i == damaged});
    }
    finish_read_end(&reader);
    buf_deinit(&json);
}

START_TEST(finish_rows_come_back_as_they_were)
{
    make();
    finish.seat[1].end = FINISH_LEFT;
    finish.seat[3].stepped_in = true;
    finish.seat[3].dealt = false;
    finish.side[1].house = 2;
    there_and_back(-1);
    ck_assert_uint_eq(read_count, 1);
    ck_assert_mem_eq(&read_back, &finish, sizeof finish);
}
END_TEST

START_TEST(finish_damaged_seat_counts_for_nothing)
{
    make();
    there_and_back(2);
    ck_assert_uint_eq(read_back.seat_count, 3);
    ck_assert_uint_eq(read_back.seat[2].person, DEE);
}
END_TEST

START_TEST(finish_strange_rows_are_passed_over)
{
    static const char *const strange[] = {"", "{", "[]", "{\"side\":99,\"result\":\"won\"}",
                                          "{\"result\":\"eaten\",\"end\":\"played\"}"};
    struct finish_reader reader = {.done = keep};
    read_count = 0;
    for (unsigned i = 0; i < sizeof strange / sizeof *strange; i++) {
        finish_read(&reader, &(struct store_row){.id = 1,
                                                 .key = "",
                                                 .extra = "seat",
                                                 .text = strange[i],
                                                 .text_len = strlen(strange[i])});
    }
    finish_read(&reader, &(struct store_row){
                             .id = 1, .key = "", .extra = "table", .text = "{}", .text_len = 2});
    for (unsigned i = 0; i < sizeof strange / sizeof *strange; i++) {
        finish_read(&reader, &(struct store_row){.id = 1,
                                                 .key = "",
                                                 .extra = "seat",
                                                 .text = strange[i],
                                                 .text_len = strlen(strange[i])});
    }
    finish_read_end(&reader);
    ck_assert_uint_eq(read_count, 1);
    ck_assert_uint_eq(read_back.seat_count, 0);
}
END_TEST

/* --- standings -------------------------------------------------------------------------------- */

static const struct standing *standing_of(struct standings *standings, uint64_t person)
{
    const struct standings_game *game = standings_of(standings, "decrypto");
    for (unsigned i = 0; game != NULL && i < game->count; i++) {
        if (game->people[i].person == person) {
            return &game->people[i];
        }
    }
    return NULL;
}

START_TEST(standings_count_rated_games_of_their_span_alone)
{
    struct standings standings;
    standings_init(&standings, 2000, 3000);
    make();
    finish.ended_ms = 1999;
    standings_add(&standings, &finish);
    finish.ended_ms = 3000;
    standings_add(&standings, &finish);
    ck_assert_ptr_null(standings_of(&standings, "decrypto"));
    finish.ended_ms = 2000;
    finish.rated = false;
    standings_add(&standings, &finish);
    ck_assert_ptr_null(standing_of(&standings, ANA));
    finish.rated = true;
    standings_add(&standings, &finish);
    ck_assert_uint_eq(standing_of(&standings, ANA)->rated, 1);
    ck_assert_uint_eq(standing_of(&standings, ANA)->won, 1);
    ck_assert_double_gt(standing_of(&standings, ANA)->rating.mu, 25.0);
    ck_assert_double_lt(standing_of(&standings, DEE)->rating.mu, 25.0);
    standings_deinit(&standings);
}
END_TEST

START_TEST(standings_list_after_five_games_the_best_first)
{
    struct standings standings;
    standings_init(&standings, 0, INT64_MAX);
    make();
    for (unsigned i = 0; i < STANDINGS_RATED_LEAST; i++) {
        ck_assert(i == 0 || !standing_counts(standing_of(&standings, ANA)));
        standings_add(&standings, &finish);
    }
    struct standings_game *game = standings_of(&standings, "decrypto");
    standings_sort(game);
    ck_assert_uint_eq(game->count, 4);
    ck_assert(standing_counts(&game->people[0]));
    ck_assert_uint_eq(game->people[0].person, ANA);
    ck_assert_uint_eq(game->people[1].person, CY);
    ck_assert_int_gt(standing_points(&game->people[0]), standing_points(&game->people[2]));
    standings_deinit(&standings);
}
END_TEST

/* Who has left gains nothing, and loses as the others do; who stepped in risks nothing. */
START_TEST(standings_of_who_left_and_who_stepped_in)
{
    for (int wins = 0; wins < 2; wins++) {
        struct standings standings;
        standings_init(&standings, 0, INT64_MAX);
        make();
        struct finish_seat *left = &finish.seat[wins == 1 ? 0 : 1];
        left->end = FINISH_LEFT;
        finish.seat[finish.seat_count] = *left;
        finish.seat[finish.seat_count].person = EVE;
        finish.seat[finish.seat_count].end = FINISH_PLAYED;
        finish.seat[finish.seat_count].dealt = false;
        finish.seat[finish.seat_count++].stepped_in = true;
        standings_add(&standings, &finish);
        const struct standing *one = standing_of(&standings, left->person);
        ck_assert_ptr_null(standing_of(&standings, EVE));
        ck_assert_uint_eq(one->rated, 1);
        ck_assert_uint_eq(one->won, 0);
        if (wins == 1) {
            ck_assert_double_eq_tol(one->rating.mu, 25.0, 1e-12);
        } else {
            ck_assert_double_lt(one->rating.mu, 25.0);
        }
        standings_deinit(&standings);
    }
}
END_TEST

/* The house, and who was forgotten, count as somebody new and are nobody. */
START_TEST(standings_of_the_house_and_the_forgotten)
{
    struct standings with;
    struct standings without;
    standings_init(&with, 0, INT64_MAX);
    standings_init(&without, 0, INT64_MAX);
    make();
    standings_add(&with, &finish);
    finish.seat[3].person = 0;
    standings_add(&without, &finish);
    ck_assert_uint_eq(standings_of(&without, "decrypto")->count, 3);
    ck_assert_double_eq(standing_of(&with, ANA)->rating.mu, standing_of(&without, ANA)->rating.mu);
    standings_deinit(&without);
    standings_init(&without, 0, INT64_MAX);
    finish.seat_count = 3;
    finish.side[1].house = 1;
    standings_add(&without, &finish);
    ck_assert_double_eq(standing_of(&with, ANA)->rating.mu, standing_of(&without, ANA)->rating.mu);
    standings_deinit(&without);
    standings_deinit(&with);
}
END_TEST

/* --- tallies ---------------------------------------------------------------------------------- */

START_TEST(tally_adds_up_games_roles_and_ends)
{
    struct tally tally;
    tally_init(&tally);
    make();
    for (unsigned i = 0; i < 3; i++) {
        finish.table++;
        tally_add(&tally, &finish, ANA, NULL);
    }
    finish.seat[0].end = FINISH_LEFT;
    snprintf(finish.room, sizeof finish.room, "web/hall");
    finish.options[0] = '\0';
    tally_add(&tally, &finish, ANA, NULL);
    tally_add(&tally, &finish, EVE, NULL);
    tally_add(&tally, &finish, ANA, "spyfall");
    ck_assert_uint_eq(tally.games, 4);
    ck_assert_uint_eq(tally.row_count, 2);
    ck_assert_uint_eq(tally.row[0].games, 4);
    ck_assert_uint_eq(tally.row[0].won, 3);
    ck_assert_str_eq(tally.row[1].word, "white");
    ck_assert_int_eq(tally_reliability(&tally), 75);
    ck_assert_uint_eq(tally.room_count, 2);
    ck_assert_str_eq(tally.room[0].room, "web/hall");
    ck_assert_str_eq(tally_favourite(&tally)->options, "pace=async");
    ck_assert_uint_eq(tally_favourite(&tally)->games, 3);
}
END_TEST

/* A game that was ended for all says nothing of who was still there. */
START_TEST(tally_of_games_that_were_ended_is_fair)
{
    struct tally tally;
    make();
    finish.aborted = true;
    for (unsigned i = 0; i < 4; i++) {
        finish.seat[i].result = FINISH_UNDECIDED;
    }
    finish.seat[1].end = FINISH_LEFT;
    finish.seat[2].end = FINISH_ABSENT;
    static const struct {
        uint64_t person;
        unsigned began;
    } rows[] = {{ANA, 0}, {BEN, 1}, {CY, 1}};
    for (unsigned i = 0; i < 3; i++) {
        tally_init(&tally);
        tally_add(&tally, &finish, rows[i].person, NULL);
        ck_assert_uint_eq(tally.games, 1);
        ck_assert_uint_eq(tally.row_count, 0);
        ck_assert_uint_eq(tally.began, rows[i].began);
        ck_assert_uint_eq(tally.ended, 0);
        ck_assert_int_eq(tally_reliability(&tally), -1);
    }
}
END_TEST

START_TEST(tally_keeps_within_its_limits)
{
    struct tally tally;
    tally_init(&tally);
    make();
    for (unsigned i = 0; i < 100; i++) {
        finish.table = i;
        snprintf(finish.room, sizeof finish.room, "web/%u", i);
        snprintf(finish.options, sizeof finish.options, "n=%u", i);
        snprintf(finish.game, sizeof finish.game, "game%u", i);
        tally_add(&tally, &finish, ANA, NULL);
    }
    ck_assert_uint_eq(tally.games, 100);
    ck_assert_uint_eq(tally.last_count, TALLY_LAST_MAX);
    ck_assert_uint_eq(tally.last[0].table, 99);
    ck_assert_uint_eq(tally.room_count, TALLY_ROOMS_MAX);
    ck_assert_uint_eq(tally.way_count, TALLY_WAYS_MAX);
    ck_assert_uint_eq(tally.row_count, TALLY_ROWS_MAX);
    ck_assert_str_eq(tally_favourite(&tally)->options, "n=99");
}
END_TEST

Suite *suite_finish(void);

Suite *suite_finish(void)
{
    Suite *suite = suite_create("finish");
    TCase *tcase = tcase_create("finish");
    tcase_add_test(tcase, finish_rows_come_back_as_they_were);
    tcase_add_test(tcase, finish_damaged_seat_counts_for_nothing);
    tcase_add_test(tcase, finish_strange_rows_are_passed_over);
    tcase_add_test(tcase, standings_count_rated_games_of_their_span_alone);
    tcase_add_test(tcase, standings_list_after_five_games_the_best_first);
    tcase_add_test(tcase, standings_of_who_left_and_who_stepped_in);
    tcase_add_test(tcase, standings_of_the_house_and_the_forgotten);
    tcase_add_test(tcase, tally_adds_up_games_roles_and_ends);
    tcase_add_test(tcase, tally_of_games_that_were_ended_is_fair);
    tcase_add_test(tcase, tally_keeps_within_its_limits);
    suite_add_tcase(suite, tcase);
    return suite;
}
