/* Turns: what is heard has its effect once, in order, within limits; tables sleep and wake equal.
 */

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "house_kit.h"

static struct house_kit kit;

static void setup(void)
{
    house_kit_open(&kit, NULL);
}

static void teardown(void)
{
    house_kit_close(&kit);
}

static const struct table *table(void)
{
    return &house_kit_table(&kit)->resident->table;
}

START_TEST(event_told_twice_counts_once)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    ck_assert(house_kit_tell(&kit, "same", "Ana", "!join"));
    ck_assert(house_kit_tell(&kit, "same", "Ana", "!join"));
    house_kit_settle(&kit);
    ck_assert_uint_eq(kit.repeated, 1);
    ck_assert_uint_eq(table()->step, 3); /* open, join, reach */
    ck_assert_uint_eq(house_kit_count(&kit, 0, "already have a seat"), 0);
}
END_TEST

/* matrix.md 1.3: what was said while the house was away is done in order, but nothing begins that
 * nobody may be there for any more. */
START_TEST(what_would_begin_something_is_too_late_after_ten_minutes)
{
    kit.age_ms = 601000;
    house_kit_says(&kit, "Ana", "!interceptor");
    ck_assert_uint_eq(house_kit_count(&kit, 0, "You said that while I was away."), 1);
    kit.age_ms = 599000;
    house_kit_says(&kit, "Ana", "!interceptor");
    ck_assert_uint_eq(table()->step, 1);
    kit.age_ms = 3600000;
    house_kit_says(&kit, "Ana", "!join");
    ck_assert_uint_gt(table()->step, 1);
    house_kit_says(&kit, "Ana", "!start");
    ck_assert_uint_eq(house_kit_count(&kit, 0, "while I was away"), 2);
}
END_TEST

START_TEST(event_told_twice_is_settled_when_the_first_is_on_disk)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    ck_assert(house_kit_tell(&kit, "same", "Ana", "!join"));
    ck_assert(house_kit_tell(&kit, "same", "Ana", "!join"));
    while (house_run(kit.house)) {
    }
    ck_assert_uint_gt(store_pending(kit.house->setup.store), 0);
    ck_assert_uint_eq(kit.repeated, 0);
    house_kit_settle(&kit);
    ck_assert_uint_eq(kit.repeated, 1);
}
END_TEST

START_TEST(event_told_again_after_a_restart_counts_once)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    ck_assert(house_kit_tell(&kit, "same", "Ana", "!join"));
    house_kit_settle(&kit);
    house_kit_restart(&kit);
    unsigned sends = kit.send_count;
    ck_assert(house_kit_tell(&kit, "same", "Ana", "!join"));
    house_kit_settle(&kit);
    ck_assert_uint_eq(kit.repeated, 1);
    ck_assert_uint_eq(kit.send_count, sends);
}
END_TEST

START_TEST(events_have_their_turn_in_the_order_told)
{
    char id[16];
    char name[16];
    house_kit_says(&kit, "Ana", "!interceptor");
    for (int i = 0; i < 6; i++) {
        snprintf(id, sizeof id, "j%d", i);
        snprintf(name, sizeof name, "P%d", i);
        ck_assert(house_kit_tell(&kit, id, name, "!join"));
    }
    house_kit_settle(&kit);
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "P%d", i);
        ck_assert_str_eq(table()->seat[i].name, name);
    }
    ck_assert_uint_eq(kit.house->figures.refused, 2);
}
END_TEST

START_TEST(talk_makes_nobody_known_and_nothing_stored)
{
    unsigned commits = kit.commits;
    house_kit_says(&kit, "Zoe", "hello everybody");
    ck_assert_uint_eq(kit.commits, commits);
    ck_assert_uint_eq(kit.stored, 1);
    ck_assert_ptr_null(people_at(kit.house->people, "kit", "Zoe"));
}
END_TEST

START_TEST(table_that_left_memory_comes_back_equal)
{
    static struct table before;
    house_kit_start(&kit);
    house_kit_says(&kit, "Ben", "Interceptor! \"sugar\" means money");
    memcpy(&before, table(), sizeof before);
    struct table_entry *entry = house_kit_table(&kit);
    char last[HASH_HEX_SIZE];
    memcpy(last, entry->resident->chain.last, sizeof last);
    tables_unload(&kit.house->tables, entry);
    ck_assert_ptr_null(entry->resident);
    house_kit_says(&kit, "Ana", "!status");
    ck_assert_ptr_nonnull(entry->resident);
    ck_assert_int_eq(memcmp(&before, table(), sizeof before), 0);
    ck_assert_str_eq(entry->resident->chain.last, last);
}
END_TEST

START_TEST(table_of_an_earlier_process_comes_back_equal)
{
    static struct table before;
    house_kit_start(&kit);
    memcpy(&before, table(), sizeof before);
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    house_kit_says(&kit, "Ana", "!status");
    before.names = table()->names; /* each process has its own */
    ck_assert_int_eq(memcmp(&before, table(), sizeof before), 0);
}
END_TEST

START_TEST(quiet_tables_beyond_the_limit_leave_memory)
{
    char text[32];
    house_kit_close(&kit);
    house_kit_open(&kit, NULL);
    kit.house->tables.resident_max = 2;
    for (int i = 0; i < 5; i++) {
        house_kit_says(&kit, "Ana", "!interceptor");
    }
    ck_assert_uint_eq(kit.house->tables.resident_count, 2);
    for (int i = 1; i <= 5; i++) {
        snprintf(text, sizeof text, "!#%d join", i);
        house_kit_says(&kit, "Ben", text);
    }
    ck_assert_uint_eq(house_kit_count(&kit, 0, "You're in"), 5);
    ck_assert_uint_le(kit.house->tables.resident_count, 5);
}
END_TEST

START_TEST(event_that_waits_for_its_table_outlives_a_crash)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    tables_unload(&kit.house->tables, house_kit_table(&kit));
    ck_assert(house_kit_tell(&kit, "late", "Ben", "!join"));
    /* the event is looked up, then deferred: its row and the reading of the table are under way */
    house_run(kit.house);
    house_run(kit.house);
    ck_assert_ptr_nonnull(house_kit_table(&kit)->waiting);
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_str_eq(table()->seat[0].name, "Ben");
    ck_assert(house_kit_tell(&kit, "late", "Ben", "!join"));
    house_kit_settle(&kit);
    ck_assert_uint_eq(kit.repeated, 1);
}
END_TEST

START_TEST(person_who_floods_is_told_once_and_then_not_heard)
{
    kit.house->limits.person = (struct flood_limit){.burst = 3, .per_minute = 6};
    house_kit_says(&kit, "Ana", "!interceptor");
    for (int i = 0; i < 10; i++) {
        house_kit_says(&kit, "Ana", "!status");
    }
    ck_assert_uint_eq(house_kit_count(&kit, 0, "too fast for me"), 1);
    house_kit_says(&kit, "Ben", "!join");
    ck_assert_str_eq(table()->seat[0].name, "Ben");
    house_kit_pass(&kit, 10000);
    house_kit_says(&kit, "Ana", "!join");
    ck_assert_str_eq(table()->seat[1].name, "Ana");
}
END_TEST

START_TEST(room_takes_only_so_many_tables)
{
    char name[16];
    for (int i = 0; i < 14; i++) {
        snprintf(name, sizeof name, "P%d", i);
        house_kit_says(&kit, name, "!interceptor");
    }
    ck_assert_uint_eq(tables_room(&kit.house->tables, "kit/den")->count, 12);
    ck_assert_uint_eq(kit.house->figures.refused, 2);
}
END_TEST

START_TEST(closed_table_leaves_the_house)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Ana", "!abort");
    ck_assert_ptr_null(house_kit_table(&kit));
    ck_assert_uint_eq(people_at(kit.house->people, "kit", "Ana")->table_count, 0);
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(kit.house->tables.by_id.count, 0);
    house_kit_says(&kit, "Ana", "!interceptor");
    ck_assert_uint_eq(house_kit_table(&kit)->id, 2);
    ck_assert_uint_eq(house_kit_table(&kit)->number, 1);
}
END_TEST

START_TEST(event_heard_in_time_comes_before_the_deadline)
{
    house_kit_start(&kit);
    int64_t due_ms = table_due_ms(table());
    house_kit_pass(&kit, due_ms - 1 - kit.now_ms);
    /* told at the very last moment; the store is slow to say whether it was heard before */
    ck_assert(house_kit_tell(&kit, "late", "Ben", "Interceptor! \"sugar\" means money"));
    kit.now_ms = due_ms + 5000;
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Time is up."), 1);
    unsigned called = 0;
    unsigned fell = 0;
    for (unsigned i = kit.send_count; i-- > 0;) {
        called = house_kit_has(&kit.send[i], "loses a card") ? i : called;
        fell = house_kit_has(&kit.send[i], "Time is up.") ? i : fell;
    }
    ck_assert_uint_gt(called, 0);
    ck_assert_uint_lt(called, fell); /* the same message, which has grown twice */
}
END_TEST

START_TEST(full_inbox_takes_nothing_more)
{
    char id[16];
    int taken = 0;
    for (int i = 0; i < INBOX_MAX + 10; i++) {
        snprintf(id, sizeof id, "f%d", i);
        taken += house_kit_tell(&kit, id, "Ana", "hello");
    }
    ck_assert_int_eq(taken, INBOX_MAX);
    house_kit_settle(&kit);
    ck_assert(house_kit_tell(&kit, "more", "Ana", "hello"));
}
END_TEST

Suite *suite_house_turn(void);

Suite *suite_house_turn(void)
{
    Suite *suite = suite_create("house_turn");
    TCase *tcase = tcase_create("house_turn");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, event_told_twice_counts_once);
    tcase_add_test(tcase, what_would_begin_something_is_too_late_after_ten_minutes);
    tcase_add_test(tcase, event_told_twice_is_settled_when_the_first_is_on_disk);
    tcase_add_test(tcase, event_told_again_after_a_restart_counts_once);
    tcase_add_test(tcase, events_have_their_turn_in_the_order_told);
    tcase_add_test(tcase, talk_makes_nobody_known_and_nothing_stored);
    tcase_add_test(tcase, table_that_left_memory_comes_back_equal);
    tcase_add_test(tcase, table_of_an_earlier_process_comes_back_equal);
    tcase_add_test(tcase, quiet_tables_beyond_the_limit_leave_memory);
    tcase_add_test(tcase, event_that_waits_for_its_table_outlives_a_crash);
    tcase_add_test(tcase, person_who_floods_is_told_once_and_then_not_heard);
    tcase_add_test(tcase, room_takes_only_so_many_tables);
    tcase_add_test(tcase, closed_table_leaves_the_house);
    tcase_add_test(tcase, event_heard_in_time_comes_before_the_deadline);
    tcase_add_test(tcase, full_inbox_takes_nothing_more);
    suite_add_tcase(suite, tcase);
    return suite;
}
