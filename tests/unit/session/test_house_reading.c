/* A store that cannot be read: nothing is done on what is not known, and it comes back. */

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

START_TEST(table_that_cannot_be_read_refuses_who_acts_and_comes_back)
{
    house_kit_start(&kit);
    house_kit_restart(&kit);
    kit.unreadable = FAULT_RETRY;
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Ben", "!call sugar money");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "take no moves"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "play stands still"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "loses a card"), 0);
    kit.unreadable = FAULT_NONE;
    house_kit_pass(&kit, 3000);
    ck_assert(!kit.house->down);
    sends = kit.send_count;
    house_kit_says(&kit, "Ben", "!call sugar money");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "take no moves"), 0);
    ck_assert_uint_ge(house_kit_count(&kit, sends, "Ben"), 1);
}
END_TEST

START_TEST(table_that_the_store_calls_broken_freezes_alone)
{
    house_kit_start(&kit);
    house_kit_restart(&kit);
    kit.unreadable = FAULT_BROKEN;
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Ben", "Interceptor! \"sugar\" means money");
    kit.unreadable = FAULT_NONE;
    ck_assert(!kit.house->down);
    house_kit_says(&kit, "Ben", "!#1 call sugar money");
    ck_assert_uint_ge(house_kit_count(&kit, sends, "This table is frozen"), 1);
    sends = kit.send_count;
    house_kit_says(&kit, "Cy", "!interceptor");
    house_kit_says(&kit, "Cy", "!#2 join");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "You're in"), 1);
}
END_TEST

START_TEST(event_of_which_the_store_does_not_say_whether_it_was_heard_is_put_off)
{
    house_kit_start(&kit);
    house_kit_restart(&kit);
    kit.duplicates_unreadable = true;
    unsigned sends = kit.send_count;
    unsigned before = kit.not_stored;
    ck_assert(house_kit_tell(&kit, "again", "Ben", "!status"));
    house_kit_settle(&kit);
    ck_assert_uint_eq(kit.not_stored, before + 1); /* so its platform tells it again */
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Round 1"), 0);
    kit.duplicates_unreadable = false;
    ck_assert(house_kit_tell(&kit, "again", "Ben", "!status"));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Round 1"), 1);
}
END_TEST

Suite *suite_house_reading(void);

Suite *suite_house_reading(void)
{
    Suite *suite = suite_create("house_reading");
    TCase *tcase = tcase_create("house_reading");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, table_that_cannot_be_read_refuses_who_acts_and_comes_back);
    tcase_add_test(tcase, table_that_the_store_calls_broken_freezes_alone);
    tcase_add_test(tcase, event_of_which_the_store_does_not_say_whether_it_was_heard_is_put_off);
    suite_add_tcase(suite, tcase);
    return suite;
}
