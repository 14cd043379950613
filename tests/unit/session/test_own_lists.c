/* What people want to be told and whom they block: what is stored, what goes with a room and with
 * who is forgotten, and who is never told. */
#include <stdio.h>
#include <string.h>

#include <check.h>

#include "forget.h"
#include "house_kit.h"
#include "kit.h"

static struct house_kit kit;

static enum may_read reads(const char *room, const char *account)
{
    (void)room;
    return strcmp(account, "Zoe") == 0 ? MAY_READ_NO : MAY_READ_YES;
}

static void setup(void)
{
    house_kit_open(&kit, NULL);
    kit.may_read = reads;
}

static void teardown(void)
{
    house_kit_close(&kit);
}

static bool stored(const char *text)
{
    return strstr(kit_read(kit.store, &(struct store_question){.query = STORE_PERSONS}), text) !=
           NULL;
}

static struct person *person(const char *name)
{
    return people_at(kit.house->people, "kit", name);
}

START_TEST(own_lists_are_stored_and_forgotten)
{
    house_kit_says(&kit, "Ana", "!notify players");
    house_kit_says(&kit, "Ben", "!status");
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Ben", "!join");
    house_kit_says(&kit, "Ana", "!block Ben");
    ck_assert(stored("players 1 0 0 0 kit/den"));
    ck_assert(stored("\"blocked\":[\""));
    house_kit_restart(&kit);
    ck_assert(blocks_have(person("Ana")->blocks, person("Ben")->id));
    ck_assert_uint_eq(person("Ana")->alerts->count, 1);
    struct store_batch *batch = store_batch_new();
    const struct store_row row = {
        .key = FORGET_SCOPE, .extra = FORGET_PREFIX "kit/Ana", .text = "1"};
    store_put(batch, STORE_SETTING, &row);
    store_commit(kit.store, &batch, NULL, NULL);
    house_kit_pass(&kit, 30000);
    ck_assert(!stored("kit/den"));
    ck_assert(!stored("blocked"));
}
END_TEST

START_TEST(a_room_that_is_gone_is_told_of_no_more)
{
    house_kit_says(&kit, "Ana", "!notify players");
    house_kit_says_in(&kit, "hall", "Ana", "!notify players");
    house_kit_room(&kit, INBOUND_ROOM_GONE, "den", "", NULL);
    house_kit_settle(&kit);
    ck_assert_uint_eq(person("Ana")->alerts->count, 1);
    ck_assert(!stored("kit/den"));
    ck_assert(stored("kit/hall"));
}
END_TEST

/* Who may not read the room now hears nothing of it, whatever they asked for before. */
START_TEST(who_cannot_read_the_room_is_told_nothing)
{
    house_kit_says(&kit, "Zoe", "!notify players");
    house_kit_says(&kit, "Eve", "!notify players");
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Ana", "!join");
    house_kit_pass(&kit, 31000);
    unsigned told = 0;
    for (unsigned i = sends; i < kit.send_count; i++) {
        bool wanted = house_kit_has(&kit.send[i], "people are wanted");
        told += wanted;
        ck_assert(!wanted || strcmp(kit.send[i].account, "Eve") == 0);
    }
    ck_assert_uint_eq(told, 1);
}
END_TEST

/* REFUSAL_BLOCK_FULL, which no transcript is long enough for. */
START_TEST(no_more_than_so_many_are_blocked)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Ben", "!join");
    for (uint64_t i = 1; i <= BLOCKS_MAX; i++) {
        person_block(person("Ana"), i, true);
    }
    house_kit_says(&kit, "Ana", "!block Ben");
    ck_assert_uint_eq(house_kit_count(&kit, 0, "You've blocked 100 people"), 1);
    ck_assert(!blocks_have(person("Ana")->blocks, person("Ben")->id));
}
END_TEST

Suite *suite_own_lists(void);

Suite *suite_own_lists(void)
{
    Suite *suite = suite_create("own_lists");
    TCase *tcase = tcase_create("own_lists");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, own_lists_are_stored_and_forgotten);
    tcase_add_test(tcase, a_room_that_is_gone_is_told_of_no_more);
    tcase_add_test(tcase, who_cannot_read_the_room_is_told_nothing);
    tcase_add_test(tcase, no_more_than_so_many_are_blocked);
    suite_add_tcase(suite, tcase);
    return suite;
}
