/* Taking moves back: which count, who may, what goes back and what stays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pebbles.h"
#include "rules.h"
#include "table_kit.h"

enum { STEPS_MAX = 200 };

/* The table as it was after each step. */
static struct table *was[STEPS_MAX];
static struct kit *kit;

static void keep(void)
{
    ck_assert_uint_lt(kit->table.step, STEPS_MAX);
    free(was[kit->table.step]);
    was[kit->table.step] = calloc(1, sizeof *was[0]);
    *was[kit->table.step] = kit->table;
}

static enum refusal act(uint64_t person, const char *action, const char *json)
{
    enum refusal refusal = kit_do(kit, person, action, json);
    keep();
    return refusal;
}

static const struct pebbles *pebbles(void)
{
    return (const struct pebbles *)kit->table.state;
}

/* Whoever's turn it is takes so many. */
static void take(int count)
{
    char json[32];
    snprintf(json, sizeof json, "{\"count\":%d}", count);
    uint64_t person = kit->table.seat[pebbles()->turn].person;
    ck_assert_int_eq(act(person, "take", json), REFUSAL_NONE);
}

/* The house goes back, as it was decided. */
static enum refusal restore(void)
{
    uint32_t to = kit->table.undo.to;
    const struct table *past = to < STEPS_MAX ? was[to] : NULL;
    table_restore_move(&kit->table, kit->now_ms, &kit->move);
    kit->table.past = past;
    kit->twin.past = past;
    enum refusal refusal = kit_make(kit);
    kit->table.past = NULL;
    kit->twin.past = NULL;
    keep();
    return refusal;
}

static void undo(uint64_t person, const char *json)
{
    ck_assert_int_eq(act(person, "undo", json), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_UNDO));
    ck_assert_int_eq(restore(), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_RESTORED));
}

static void begin(unsigned count)
{
    kit = kit_new(NULL);
    kit_start(kit, count, 0);
    keep();
}

static void end(void)
{
    kit_free(&kit);
    for (size_t i = 0; i < STEPS_MAX; i++) {
        free(was[i]);
        was[i] = NULL;
    }
}

START_TEST(the_last_move_is_taken_back)
{
    begin(3);
    ck_assert_int_eq(act(101, "undo", NULL), REFUSAL_UNDO_NOTHING);
    int heap = pebbles()->heap;
    int turn = pebbles()->turn;
    uint32_t seen = kit->table.undo.seen;
    take(2);
    ck_assert_uint_eq(kit->table.undo.seen, seen + 1);
    undo(101, NULL);
    ck_assert_int_eq(pebbles()->heap, heap);
    ck_assert_int_eq(pebbles()->turn, turn);
    ck_assert_uint_eq(table_undo_count(&kit->table), 0);
    ck_assert_int_eq(act(101, "undo", NULL), REFUSAL_UNDO_NOTHING);
    end();
}
END_TEST

START_TEST(several_are_and_not_more_than_there_are)
{
    begin(3);
    int heap = pebbles()->heap;
    for (int i = 1; i <= 3; i++) {
        take(1);
    }
    ck_assert_int_eq(act(101, "undo", "{\"moves\":4}"), REFUSAL_UNDO_FAR);
    ck_assert_ptr_nonnull(strstr(kit_why(kit), "\"max\":3"));
    undo(101, "{\"moves\":2}");
    ck_assert_int_eq(pebbles()->heap, heap - 1);
    ck_assert_uint_eq(table_undo_count(&kit->table), 1);
    take(3);
    undo(101, "{\"moves\":2}");
    ck_assert_int_eq(pebbles()->heap, heap);
    end();
}
END_TEST

START_TEST(what_nobody_sees_is_no_move_and_goes_back_with_the_rest)
{
    begin(3);
    take(1);
    ck_assert_int_eq(act(102, "note", "{\"text\":\"secret\"}"), REFUSAL_NONE);
    ck_assert_uint_eq(table_undo_count(&kit->table), 1);
    ck_assert_uint_eq(table_undo_to(&kit->table, 1), kit->table.step - 2);
    undo(101, NULL);
    ck_assert_str_eq(pebbles()->note[1], "");
    /* what is beside the game is none either */
    take(1);
    ck_assert_int_eq(act(101, "pause", "{\"for\":\"15m\"}"), REFUSAL_NONE);
    ck_assert_int_eq(act(101, "resume", NULL), REFUSAL_NONE);
    ck_assert_uint_eq(table_undo_count(&kit->table), 1);
    end();
}
END_TEST

START_TEST(no_move_is_made_while_it_goes_back)
{
    begin(3);
    take(1);
    uint64_t next = kit->table.seat[pebbles()->turn].person;
    ck_assert_int_eq(act(101, "undo", NULL), REFUSAL_NONE);
    ck_assert(table_should_restore(&kit->table));
    ck_assert_int_eq(act(next, "take", "{\"count\":1}"), REFUSAL_UNDO_RUNS);
    ck_assert_int_eq(act(101, "undo", NULL), REFUSAL_UNDO_RUNS);
    ck_assert_int_eq(act(101, "abort", NULL), REFUSAL_UNDO_RUNS);
    /* nor does it go back to another table than it was */
    struct table *other = was[kit->table.undo.to];
    other->step++;
    ck_assert_int_eq(restore(), REFUSAL_BAD_INPUT);
    other->step--;
    ck_assert_int_eq(restore(), REFUSAL_NONE);
    ck_assert(!table_should_restore(&kit->table));
    end();
}
END_TEST

START_TEST(everybody_has_the_time_that_they_had)
{
    begin(3);
    int64_t left_ms = PEBBLES_LIMIT_MS; /* as after the last move that stands */
    kit_wait(kit, 20000);
    take(1);
    kit_wait(kit, 50000);
    undo(101, NULL);
    ck_assert_int_eq(pebbles()->due_ms, kit->table.now_ms + left_ms);
    /* paused is what is paused now, and its time stands */
    take(1);
    kit_wait(kit, 10000);
    ck_assert_int_eq(act(101, "pause", "{\"for\":\"15m\"}"), REFUSAL_NONE);
    kit_wait(kit, 60000);
    undo(101, NULL);
    ck_assert(table_due_ms(&kit->table) > kit->table.now_ms + 2 * KIT_MINUTE);
    kit_wait(kit, 60000);
    ck_assert_int_eq(act(101, "resume", NULL), REFUSAL_NONE);
    ck_assert_int_eq(pebbles()->due_ms, kit->table.now_ms + left_ms);
    end();
}
END_TEST

START_TEST(asks_have_numbers_that_none_had_before)
{
    struct owed_list before;
    struct owed_list now;
    begin(3);
    table_owed(&kit->table, &before);
    take(1);
    undo(101, NULL);
    table_owed(&kit->table, &now);
    ck_assert_uint_eq(now.count, before.count);
    ck_assert_int_eq(now.owed[0].seat, before.owed[0].seat);
    ck_assert_uint_ne(now.owed[0].ask, before.owed[0].ask);
    ck_assert(table_ask_is_of_game(now.owed[0].ask));
    end();
}
END_TEST

START_TEST(a_press_is_meant_for_what_its_reader_saw)
{
    char json[64];
    begin(3);
    take(1);
    snprintf(json, sizeof json, "{\"moves\":1,\"as_of\":%u}", kit->table.undo.seen);
    take(1);
    ck_assert_int_eq(act(101, "undo", json), REFUSAL_UNDO_MOVED);
    snprintf(json, sizeof json, "{\"moves\":1,\"as_of\":%u}", kit->table.undo.seen);
    undo(101, json);
    kit->moderator = true; /* the other one typed at the same moment */
    ck_assert_int_eq(act(KIT_MOD, "undo", NULL), REFUSAL_UNDO_MOVED);
    kit_wait(kit, UNDO_AGAIN_MS);
    undo(KIT_MOD, NULL);
    kit->moderator = false;
    end();
}
END_TEST

START_TEST(players_ask_each_other)
{
    begin(3);
    int heap = pebbles()->heap;
    take(1);
    ck_assert_int_eq(act(102, "undo", NULL), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_POLL));
    take(1); /* the game goes on meanwhile, and all of it is taken back */
    ck_assert_int_eq(act(103, "decide", "{\"answer\":\"yes\"}"), REFUSAL_NONE);
    ck_assert(kit_told(kit, MSG_TABLE_POLL_OVER));
    ck_assert(table_should_restore(&kit->table));
    ck_assert_int_eq(restore(), REFUSAL_NONE);
    ck_assert_int_eq(pebbles()->heap, heap);
    /* what is taken back already is not voted on any more */
    take(1);
    ck_assert_int_eq(act(102, "undo", NULL), REFUSAL_NONE);
    undo(101, NULL);
    ck_assert(kit_told(kit, MSG_TABLE_POLL_OVER));
    ck_assert(!table_poll_runs(&kit->table));
    end();
}
END_TEST

START_TEST(there_is_an_end_to_it)
{
    begin(2);
    for (int i = 0; i < UNDO_TIMES_MAX; i++) {
        take(1);
        undo(101, NULL);
    }
    take(1);
    ck_assert_int_eq(act(101, "undo", NULL), REFUSAL_UNDO_ENOUGH);
    end();
}
END_TEST

START_TEST(nobody_goes_back_behind_who_left_for_good)
{
    begin(3);
    take(1);
    ck_assert_int_eq(act(103, "leave", NULL), REFUSAL_NONE);
    ck_assert_uint_eq(table_undo_count(&kit->table), 1); /* somebody may sit in, and all is well */
    kit_wait(kit, 16 * KIT_MINUTE);
    ck_assert_uint_eq(table_undo_count(&kit->table), 0);
    end();
}
END_TEST

Suite *suite_undo(void);

Suite *suite_undo(void)
{
    Suite *suite = suite_create("undo");
    TCase *tests = tcase_create("undo");
    tcase_add_test(tests, the_last_move_is_taken_back);
    tcase_add_test(tests, several_are_and_not_more_than_there_are);
    tcase_add_test(tests, what_nobody_sees_is_no_move_and_goes_back_with_the_rest);
    tcase_add_test(tests, no_move_is_made_while_it_goes_back);
    tcase_add_test(tests, everybody_has_the_time_that_they_had);
    tcase_add_test(tests, asks_have_numbers_that_none_had_before);
    tcase_add_test(tests, a_press_is_meant_for_what_its_reader_saw);
    tcase_add_test(tests, players_ask_each_other);
    tcase_add_test(tests, there_is_an_end_to_it);
    tcase_add_test(tests, nobody_goes_back_behind_who_left_for_good);
    suite_add_tcase(suite, tests);
    return suite;
}
