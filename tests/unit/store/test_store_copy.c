/* A store copied from one database to the other and back: the same, or nothing. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>

#include "crash.h"
#include "database.h"
#include "store_damage.h"
#include "store_upkeep.h"
#include "turns.h"

Suite *suite_store_copy(void);

static void fill(void)
{
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    for (uint64_t step = 0; step < 1200; step++) {
        ck_assert_int_eq(turns_take(1 + step % 3, step / 3).code, FAULT_NONE);
    }
    const struct store_row rows[] = {
        {.id = 7, .text = "{\"name\":\"\\\\ \xc3\xa9 '\"}"},
        {.id = 7, .key = "web/a, \"b\" (c)"},
        {.key = "web", .extra = "r/den", .at_ms = -5, .text = ""},
        {.id = 1, .at_ms = 9, .key = "web/den", .text = "{}"},
        {.id = 1, .sub = 7, .text = "{}"},
        {.id = 1, .sub = 2, .key = "crowd", .extra = "den", .text = "m1"},
        {.sub = 2, .key = "web/9", .extra = "web", .text = "{\"a\":1}"},
        {.id = 1, .sub = 2, .key = "abc", .extra = "web/a\nweb/b", .text = "#1"},
        {.at_ms = 77},
    };
    static const enum store_op ops[] = {STORE_PERSON, STORE_ADDRESS,     STORE_ADAPTER,
                                        STORE_RESULT, STORE_RESULT_SEAT, STORE_SENT,
                                        STORE_LETTER, STORE_SITTING,     STORE_ALIVE};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        ck_assert_int_eq(kit_put(turns_store, ops[i], &rows[i]).code, FAULT_NONE);
    }
    store_close(&turns_store);
}

START_TEST(copy_goes_to_the_other_database_and_back_unchanged)
{
    char first[KIT_PATH_BYTES];
    char second[KIT_PATH_BYTES];
    struct store_copied copied[2];
    kit_path(first, turns_folder, "first.db");
    fill();
    ck_assert_msg(store_copy(turns_path, first, &copied[0], &turns_fault) == 0, "%s",
                  turns_fault.text);
    ck_assert_int_gt(copied[0].rows, 2800);
    database_new(second, turns_folder, "second.db");
    ck_assert_msg(store_copy(first, second, &copied[1], &turns_fault) == 0, "%s", turns_fault.text);
    ck_assert_int_eq(copied[0].rows, copied[1].rows);
    ck_assert_int_eq(memcmp(copied[0].hash, copied[1].hash, sizeof copied[0].hash), 0);
    database_end(turns_path);
    for (int i = 0; i < 2; i++) {
        snprintf(turns_path, sizeof turns_path, "%s", i == 0 ? first : second);
        ck_assert_msg(turns_open(false), "%s", turns_fault.text);
        ck_assert_uint_eq(turns_there(2), 400);
        ck_assert_str_eq(turns_ask(STORE_ADDRESSES, 0), "7 0 0 web/a, \"b\" (c)  \n");
        ck_assert_str_eq(turns_ask(STORE_ALIVE_LAST, 0), "0 0 77   \n");
        ck_assert_int_eq(strncmp(turns_ask(STORE_NEXT_IDS, 0), "4 401 8", 7), 0);
        ck_assert_int_eq(turns_take(2, 400).code, FAULT_NONE);
        ck_assert_uint_eq(turns_there(2), 401);
        store_close(&turns_store);
    }
}
END_TEST

START_TEST(copy_of_what_is_damaged_or_into_what_is_used_is_refused)
{
    char other[KIT_PATH_BYTES];
    struct store_copied copied;
    kit_path(other, turns_folder, "other.db");
    ck_assert(turns_open(false));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    ck_assert_int_eq(store_copy(turns_path, other, &copied, &turns_fault), -1);
    ck_assert_int_eq(turns_fault.code, FAULT_RETRY); /* it is open */
    store_close(&turns_store);
    ck_assert_int_eq(store_copy(turns_path, other, &copied, &turns_fault), 0);
    ck_assert_int_eq(store_copy(turns_path, other, &copied, &turns_fault), -1);
    ck_assert_int_eq(turns_fault.code, FAULT_BAD);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "copy into a new one"));
    ck_assert(copied.was_there);
    ck_assert(turns_open(false));
    ck_assert_int_eq(turns_take(1, 1).code, FAULT_NONE);
    store_close(&turns_store);
    ck_assert_int_eq(store_copy(turns_path, other, &copied, &turns_fault), -1);
    ck_assert(!copied.was_there); /* it has gone on since */
    ck_assert_int_eq(store_copy(other, turns_path, &copied, &turns_fault), -1);
    ck_assert_int_eq(turns_fault.code, FAULT_BAD);
    database_execute(turns_path, "UPDATE journal SET line = 'lime'", NULL);
    kit_path(other, turns_folder, "third.db");
    ck_assert_int_eq(store_copy(turns_path, other, &copied, &turns_fault), -1);
    ck_assert_int_eq(turns_fault.code, FAULT_BROKEN);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "so it is not copied"));
}
END_TEST

START_TEST(copy_that_is_cut_off_is_made_again)
{
    char other[KIT_PATH_BYTES];
    struct store_copied copied;
    int status = 0;
    if (!crash_built_in()) {
        return;
    }
    kit_path(other, turns_folder, "other.db");
    fill();
    pid_t child = fork();
    if (child == 0) {
        crash_arm("copy.written:1");
        store_copy(turns_path, other, &copied, &turns_fault);
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(WEXITSTATUS(status), CRASH_STATUS);
    ck_assert_msg(store_copy(turns_path, other, &copied, &turns_fault) == 0, "%s",
                  turns_fault.text);
}
END_TEST

START_TEST(copy_of_an_address_is_known_by_its_sum)
{
    fill();
    uint64_t sum = (uint64_t)database_number(turns_path, "SELECT sum FROM address");
    ck_assert(store_damage_was_address("web/a, \"b\" (c)", 7, sum));
    ck_assert(!store_damage_was_address("web/a, \"b\" (d)", 7, sum));
}
END_TEST

START_TEST(postgres_has_the_tables_and_columns_of_the_file)
{
    char file[KIT_PATH_BYTES];
    char sql[800];
    kit_path(file, turns_folder, "file.db");
    ck_assert(turns_open(false));
    store_close(&turns_store);
    struct store *store = store_open(&store_sqlite, file, false, NULL, NULL, &turns_fault);
    store_close(&store);
    /* the sum of lengths of all "table.column", but of what only one has */
    int64_t there = database_number(
        file,
        "SELECT sum(length(m.name || '.' || p.name)) + 1000 * count(*) FROM sqlite_schema AS m, "
        "pragma_table_info(m.name) AS p WHERE m.type = 'table' AND m.name NOT IN "
        "('event_new', 'sqlite_sequence')");
    snprintf(sql, sizeof sql,
             "SELECT sum(length(table_name || '.' || column_name)) + 1000 * count(*) FROM "
             "information_schema.columns WHERE table_schema = current_schema() AND table_name NOT "
             "IN ('lease', 'worker', 'member', 'deaddrop')");
    ck_assert_int_eq(database_number(turns_path, sql), there);
}
END_TEST

Suite *suite_store_copy(void)
{
    Suite *suite = suite_create("store_copy");
    TCase *tcase = tcase_create("copy");
    tcase_add_checked_fixture(tcase, turns_begin, turns_end);
    tcase_add_test(tcase, copy_goes_to_the_other_database_and_back_unchanged);
    tcase_add_test(tcase, copy_of_what_is_damaged_or_into_what_is_used_is_refused);
    tcase_add_test(tcase, copy_that_is_cut_off_is_made_again);
    tcase_add_test(tcase, copy_of_an_address_is_known_by_its_sum);
    if (database_is_postgres()) {
        tcase_add_test(tcase, postgres_has_the_tables_and_columns_of_the_file);
    }
    suite_add_tcase(suite, tcase);
    return suite;
}
