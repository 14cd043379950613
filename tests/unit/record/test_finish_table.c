/* What is kept of a table whose game is over, out of journals of whole games. */
#include <stdio.h>
#include <stdlib.h>

#include <check.h>

#include "finish.h"
#include "heap.h"
#include "record.h"
#include "transcript_walk.h"

enum { FILE_MAX = 1 << 20, EVE = 15 };

static struct transcript_walk *walk;
static struct table *table; /* as it is at the end of its journal */
static struct finish finish;

static void step(void *context, const struct transcript_walk *of)
{
    ck_assert(context == NULL && of == walk);
}

static void setup(void)
{
    walk = heap_allocate(sizeof *walk);
    table = &walk->table;
}

static void teardown(void)
{
    transcript_walk_end(walk);
    free(walk);
}

static void play(const char *journal)
{
    char path[512];
    struct fault fault;
    char *text = heap_allocate(FILE_MAX);
    snprintf(path, sizeof path, DD_SOURCE_DIR "/tests/journals/%s.jsonl", journal);
    FILE *in = fopen(path, "rb");
    ck_assert_msg(in != NULL, "%s", path);
    size_t len = fread(text, 1, FILE_MAX - 1, in);
    fclose(in);
    walk->step = step;
    ck_assert_int_eq(transcript_walk(walk, text, len, &fault), 0);
    free(text);
}

/* What came of it for who has (or had) this seat; NULL: nothing. */
static const struct finish_seat *of_seat(int seat, enum finish_end end)
{
    for (unsigned i = 0; i < finish.seat_count; i++) {
        if (finish.seat[i].seat == seat && finish.seat[i].end == end) {
            return &finish.seat[i];
        }
    }
    return NULL;
}

/* How it went for who sits there, however it ended for them. */
static enum finish_result result(int seat)
{
    const struct finish_seat *one = NULL;
    for (unsigned i = 0; i < finish.seat_count; i++) {
        one = finish.seat[i].person == table->seat[seat].person ? &finish.seat[i] : one;
    }
    ck_assert_msg(one != NULL, "of seat %d nothing is kept", seat);
    return one->result;
}

START_TEST(a_won_game_has_two_sides_and_is_rated)
{
    play("decrypto_1");
    ck_assert(finish_of_table(table, &finish));
    ck_assert_uint_eq(finish.table, 2);
    ck_assert_str_eq(finish.game, "decrypto");
    ck_assert_str_eq(finish.reason, "points");
    ck_assert_uint_eq(finish.number, 2);
    ck_assert_int_eq(finish.ended_ms, table->now_ms);
    ck_assert(finish.rated && !finish.aborted);
    ck_assert_uint_eq(finish.side_count, 2);
    ck_assert_uint_eq(finish.seat_count, 4);
    ck_assert_uint_eq(finish.house, 0);
    for (int seat = 0; seat < 4; seat++) {
        const struct finish_seat *one = of_seat(seat, FINISH_PLAYED);
        ck_assert_ptr_nonnull(one);
        ck_assert_uint_eq(one->person, table->seat[seat].person);
        ck_assert_int_eq(one->result, seat % 2 == 0 ? FINISH_WON : FINISH_LOST);
        ck_assert_str_eq(one->word, seat % 2 == 0 ? "white" : "black");
        ck_assert_uint_eq(finish.side[one->side].rank, seat % 2 == 0 ? 1 : 2);
        ck_assert(one->dealt && !one->stepped_in);
    }
}
END_TEST

START_TEST(who_ties_has_tied)
{
    play("spyfall_2");
    ck_assert(finish_of_table(table, &finish));
    ck_assert(finish.rated);
    ck_assert_uint_eq(finish.side_count, table->seat_count); /* each for themselves */
    for (int seat = 0; seat < table->seat_count; seat++) {
        ck_assert_int_eq(result(seat), seat == 1 || seat == 4 ? FINISH_TIED : FINISH_LOST);
    }
}
END_TEST

START_TEST(who_plays_together_is_not_rated)
{
    play("infiltrators_1");
    ck_assert(finish_of_table(table, &finish));
    ck_assert(!finish.rated && !finish.aborted);
    ck_assert_uint_eq(finish.side_count, 0);
    ck_assert_uint_eq(finish.house, 2);
    ck_assert_uint_eq(finish.seat_count, 1);
    ck_assert_int_eq(finish.seat[0].result, FINISH_LOST);
    ck_assert_int_eq(finish.seat[0].side, -1);
}
END_TEST

START_TEST(of_a_game_that_was_ended_nobody_has_won)
{
    play("spyfall_1");
    ck_assert(finish_of_table(table, &finish));
    ck_assert(finish.aborted && !finish.rated);
    ck_assert_str_eq(finish.reason, "aborted");
    for (int seat = 0; seat < table->seat_count; seat++) {
        ck_assert_int_eq(result(seat), FINISH_UNDECIDED);
    }
}
END_TEST

START_TEST(nothing_is_kept_of_practice_or_what_goes_on)
{
    play("decrypto_1");
    table->practice = true;
    ck_assert(!finish_of_table(table, &finish));
    table->practice = false;
    table->phase = TABLE_PLAYING;
    ck_assert(!finish_of_table(table, &finish));
    table->phase = TABLE_CLOSED;
    ck_assert(finish_of_table(table, &finish));
}
END_TEST

START_TEST(the_house_counts_and_is_nobody)
{
    play("decrypto_1");
    table->seat[1].house = true;
    ck_assert(finish_of_table(table, &finish));
    ck_assert_uint_eq(finish.house, 1);
    ck_assert_uint_eq(finish.seat_count, 3);
    ck_assert_ptr_null(of_seat(1, FINISH_PLAYED));
    ck_assert_uint_eq(finish.side[of_seat(3, FINISH_PLAYED)->side].house, 1);
    ck_assert(finish.rated);
    table->seat[3].house = true; /* people on one side alone: nobody climbs by beating the house */
    ck_assert(finish_of_table(table, &finish));
    ck_assert_int_eq(result(0), FINISH_WON);
    ck_assert(!finish.rated);
}
END_TEST

START_TEST(who_left_and_who_stepped_in_are_told_apart)
{
    play("decrypto_1");
    const uint64_t before = table->seat[1].person;
    table->gone[0] = before;
    table->gone_seat[0] = 1;
    table->gone_count = 1;
    table->seat[1].person = EVE;
    table->seat[1].stepped_in = true;
    table->seat[2].absent = true;
    table->seat[3].left = true;
    ck_assert(finish_of_table(table, &finish));
    ck_assert_uint_eq(finish.seat_count, 5);
    const struct finish_seat *came = of_seat(1, FINISH_PLAYED);
    const struct finish_seat *went = of_seat(1, FINISH_LEFT);
    ck_assert_ptr_nonnull(came);
    ck_assert_ptr_nonnull(went);
    ck_assert(came->person == EVE && came->stepped_in && !came->dealt);
    ck_assert(went->person == before && went->dealt && !went->stepped_in);
    ck_assert_ptr_nonnull(of_seat(2, FINISH_ABSENT));
    ck_assert_ptr_nonnull(of_seat(3, FINISH_LEFT));
    ck_assert(finish.rated);
    table->seat[1].person = before; /* they came back: as they sit now */
    ck_assert(finish_of_table(table, &finish));
    ck_assert_uint_eq(finish.seat_count, 4);
    ck_assert_ptr_null(of_seat(1, FINISH_LEFT));
    ck_assert(of_seat(1, FINISH_PLAYED)->dealt);
}
END_TEST

Suite *suite_finish_table(void);

Suite *suite_finish_table(void)
{
    Suite *suite = suite_create("finish_table");
    TCase *tcase = tcase_create("finish_table");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_won_game_has_two_sides_and_is_rated);
    tcase_add_test(tcase, who_ties_has_tied);
    tcase_add_test(tcase, who_plays_together_is_not_rated);
    tcase_add_test(tcase, of_a_game_that_was_ended_nobody_has_won);
    tcase_add_test(tcase, nothing_is_kept_of_practice_or_what_goes_on);
    tcase_add_test(tcase, the_house_counts_and_is_nobody);
    tcase_add_test(tcase, who_left_and_who_stepped_in_are_told_apart);
    suite_add_tcase(suite, tcase);
    return suite;
}
