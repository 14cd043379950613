/* Damage to what is kept of a person or a room costs that person or that room, and nobody else. */

#include <stdio.h>
#include <string.h>

#include <check.h>
#include <sqlite3.h>

#include "house_kit.h"
#include "kit.h"
#include "store_damage.h"

#define YOU  "I can't read what I keep about you"
#define ROOM "I can't read what I keep about this room"

static struct house_kit kit;
static const int64_t minute_ms = 60000;
static char folder[KIT_PATH_BYTES];
static char path[KIT_PATH_BYTES];

static void setup(void)
{
    kit_folder(folder);
    kit_path(path, folder, "house.db");
    house_kit_open(&kit, path);
}

static void teardown(void)
{
    house_kit_close(&kit);
    kit_remove(folder);
}

static void execute(const char *sql)
{
    sqlite3 *db = NULL;
    char *error = NULL;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &error) == SQLITE_OK, "%s", error);
    sqlite3_close(db);
}

/* Changes the database behind the house's back, after which the house starts anew. */
static void damage(const char *sql)
{
    house_free(&kit.house);
    execute(sql);
    house_kit_reopen(&kit);
    house_kit_settle(&kit);
}

static int64_t number(const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *rows = NULL;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, sql, -1, &rows, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(rows), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(rows, 0);
    sqlite3_finalize(rows);
    sqlite3_close(db);
    return number;
}

/* What is said since then, to whom. */
static void all_to(unsigned first, const char *account)
{
    for (unsigned i = first; i < kit.send_count; i++) {
        const struct kit_send *send = &kit.send[i];
        ck_assert(!house_kit_has(send, YOU) || strcmp(send->account, account) == 0);
    }
}

/* Whatever was damaged of Ana: she is told, alone, and the three others play on. */
static void ana_is_told(const char *sql)
{
    uint64_t id = people_at(kit.house->people, "kit", "Ana")->id;
    damage(sql);
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Ana", "!status");
    ck_assert_msg(house_kit_count(&kit, sends, YOU) == 1, "%s", sql);
    house_kit_says_in(&kit, "~Ana", "Ana", "play money");
    ck_assert_uint_eq(house_kit_count(&kit, sends, YOU), 2);
    all_to(sends, "Ana");
    house_kit_says(&kit, "Ana", "good morning"); /* just talk */
    ck_assert_uint_eq(house_kit_count(&kit, sends, YOU), 2);
    sends = kit.send_count;
    house_kit_says(&kit, "Ben", "!status");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Round 1"), 1);
    ck_assert_uint_ge(house_kit_count(&kit, sends, "Ana"), 1); /* by the name at the table */
    ck_assert(!house_kit_table(&kit)->frozen);
    ck_assert_int_eq((int)kit.not_stored, 0);
    house_kit_says(&kit, "Eve", "!interceptor");
    ck_assert_uint_eq(kit.house->down, 0);
    ck_assert(people_at(kit.house->people, "kit", "Eve")->id != id);
    /* the row lies there as it lay, and the next start finds the same */
    house_kit_restart(&kit);
    sends = kit.send_count;
    house_kit_says(&kit, "Ana", "!status");
    ck_assert_uint_eq(house_kit_count(&kit, sends, YOU), 1);
}

static const char *const persons[] = {
    "UPDATE person SET about = '{\"name\":\"Anb\"}' WHERE about LIKE '%Ana%'",
    "UPDATE person SET id = id + 1 WHERE about LIKE '%Ana%'",
    "DELETE FROM person WHERE about LIKE '%Ana%'",
    "UPDATE address SET person = person + 1 WHERE address = 'kit/Ana'",
    "UPDATE address SET sum = sum + 1 WHERE address = 'kit/Ana'",
    "UPDATE address SET address = 'kit/Anb' WHERE address = 'kit/Ana'",
};

START_TEST(damaged_person_is_told_alone_and_their_tables_go_on)
{
    house_kit_start(&kit);
    ana_is_told(persons[_i]);
}
END_TEST

static void count_said(void *context, const char *what)
{
    ck_assert(what[0] != '\0');
    (*(unsigned *)context)++;
}

START_TEST(damaged_person_can_be_set_aside_and_keeps_the_seat)
{
    unsigned said = 0;
    struct fault fault = {FAULT_NONE, ""};
    const struct store_damage_listener listener = {count_said, &said};
    house_kit_start(&kit);
    uint64_t id = people_at(kit.house->people, "kit", "Ana")->id;
    damage(persons[0]);
    house_free(&kit.house);
    store_close(&kit.store);
    ck_assert_int_eq(store_mend_set_aside(path, &listener, &fault), 1);
    ck_assert_uint_eq(said, 1);
    kit.store = store_open(&kit.disk, path, false, NULL, NULL, &fault);
    house_kit_reopen(&kit);
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Ana", "!status");
    ck_assert_uint_eq(house_kit_count(&kit, sends, YOU), 0);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Round 1"), 1);
    ck_assert(people_at(kit.house->people, "kit", "Ana")->id == id);
    ck_assert_str_eq(people_at(kit.house->people, "kit", "Ana")->name, "Ana");
}
END_TEST

START_TEST(damaged_person_can_be_forgotten_and_so_can_others)
{
    house_kit_start(&kit);
    damage(persons[0]);
    struct store_batch *batch = store_batch_new();
    struct fault fault = {FAULT_NONE, ""};
    const struct store_row ben = {.id = people_at(kit.house->people, "kit", "Ben")->id,
                                  .key = "kit/Ben"};
    const struct store_row ana = {.id = people_at(kit.house->people, "kit", "Ana")->id,
                                  .key = "kit/Ana"};
    store_put(batch, STORE_FORGET, &ben);
    store_put(batch, STORE_FORGET, &ana);
    store_commit(kit.store, &batch, kit_done, &fault);
    kit_settle(kit.store);
    ck_assert_msg(fault.code == FAULT_NONE, "%s", fault.text);
    ck_assert_int_eq(number("SELECT count(*) FROM person WHERE about LIKE '%An%' OR about LIKE "
                            "'%Ben%'"),
                     0);
    ck_assert_int_eq(number("SELECT count(*) FROM address"), 2);
}
END_TEST

START_TEST(damaged_room_takes_no_new_table_and_goes_on_with_those_it_has)
{
    execute("INSERT INTO setting (scope, name, value, sum) VALUES ('room kit/den', "
            "'pack.decrypto', 'own', 5)");
    house_kit_start(&kit);
    damage("SELECT 1");
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Eve", "!interceptor");
    ck_assert_uint_eq(house_kit_count(&kit, sends, ROOM), 1);
    house_kit_says(&kit, "Eve", "!decrypto");
    ck_assert_uint_eq(house_kit_count(&kit, sends, ROOM), 2);
    house_kit_says(&kit, "Ben", "Interceptor! \"sugar\" means money");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "loses a card"), 1);
    house_kit_says_in(&kit, "attic", "Eve", "!interceptor");
    ck_assert_ptr_nonnull(tables_room(&kit.house->tables, "kit/attic"));
    ck_assert_int_eq(number("SELECT count(*) FROM setting WHERE sum = 5"), 1);
}
END_TEST

static const char *home_of(const char *room)
{
    return strcmp(room, "thread") == 0 ? "den" : NULL;
}

START_TEST(damaged_room_takes_none_in_its_threads_either)
{
    execute("INSERT INTO setting (scope, name, value, sum) VALUES ('room kit/den', "
            "'pack.decrypto', 'own', 5)");
    kit.opened_from = home_of;
    damage("SELECT 1");
    house_kit_says_in(&kit, "thread", "Eve", "!interceptor");
    ck_assert_uint_eq(house_kit_count(&kit, 0, ROOM), 1);
}
END_TEST

START_TEST(damaged_count_of_being_away_is_had_from_the_tables)
{
    house_kit_start(&kit);
    house_free(&kit.house);
    kit.now_ms += 5 * minute_ms;
    house_kit_reopen(&kit);
    house_kit_settle(&kit);
    int64_t downtime_ms = kit.house->downtime_ms;
    ck_assert_int_ge(downtime_ms, 5 * minute_ms);
    damage("UPDATE setting SET value = '7' WHERE name = 'away'");
    ck_assert_int_eq(kit.house->downtime_ms, downtime_ms);
    house_free(&kit.house);
    kit.now_ms += 3 * minute_ms;
    house_kit_reopen(&kit);
    house_kit_settle(&kit);
    ck_assert_int_eq(kit.house->downtime_ms, downtime_ms + 3 * minute_ms);
    ck_assert(!kit.house->down);
    ck_assert_int_eq(number("SELECT count(*) FROM damaged WHERE source = 'setting'"), 1);
}
END_TEST

START_TEST(damaged_event_is_not_done_and_its_number_not_given_again)
{
    house_kit_start(&kit);
    damage("INSERT INTO inbox (id, key, heard, sum) VALUES (9, 'kit/x', '{}', 5); "
           "INSERT INTO work (table_id, key, count, sum) VALUES (1, 'kit/x', 2, 5)");
    ck_assert_uint_eq(kit.house->inbox.next_id, 10);
    ck_assert_uint_eq(kit.house->suspect_count, 0);
    ck_assert(!house_kit_table(&kit)->frozen);
    ck_assert_int_eq(number("SELECT count(*) FROM inbox WHERE id = 9"), 1);
}
END_TEST

Suite *suite_damaged(void);
Suite *suite_damaged(void)
{
    Suite *suite = suite_create("damaged");
    TCase *tests = tcase_create("damaged");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, damaged_person_is_told_alone_and_their_tables_go_on, 0,
                        sizeof persons / sizeof persons[0]);
    tcase_add_test(tests, damaged_person_can_be_set_aside_and_keeps_the_seat);
    tcase_add_test(tests, damaged_person_can_be_forgotten_and_so_can_others);
    tcase_add_test(tests, damaged_room_takes_no_new_table_and_goes_on_with_those_it_has);
    tcase_add_test(tests, damaged_room_takes_none_in_its_threads_either);
    tcase_add_test(tests, damaged_count_of_being_away_is_had_from_the_tables);
    tcase_add_test(tests, damaged_event_is_not_done_and_its_number_not_given_again);
    suite_add_tcase(suite, tests);
    return suite;
}
