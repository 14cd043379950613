/* Who asks to be forgotten: leaves what runs, and name, addresses and words go; chains still hold.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "forget.h"
#include "handle.h"
#include "house_kit.h"
#include "record.h"

static struct house_kit kit;

static void open_kit(void)
{
    house_kit_open(&kit, NULL);
}

static void close_kit(void)
{
    house_kit_close(&kit);
}

static void not_failed(void *context, const struct fault *fault)
{
    (void)context;
    ck_assert_ptr_null(fault);
}

/* As the command line does it. */
static void request(const char *about)
{
    char name[200];
    struct store_batch *batch = store_batch_new();
    snprintf(name, sizeof name, FORGET_PREFIX "%s", about);
    const struct store_row row = {.key = FORGET_SCOPE, .extra = name, .text = "1"};
    store_put(batch, STORE_SETTING, &row);
    store_commit(kit.store, &batch, not_failed, NULL);
}

struct found {
    unsigned count;
    const char *text;
};

static void count_text(void *context, const struct store_row *row)
{
    struct found *found = context;
    char text[4096];
    snprintf(text, sizeof text, "%s %s %.*s", row->key, row->extra, (int)row->text_len, row->text);
    found->count += strstr(text, found->text) != NULL;
}

/* In how many rows of that query this text is. */
static unsigned rows_with(enum store_query query, uint64_t id, const char *key, const char *text)
{
    struct fault fault;
    struct found found = {.text = text};
    const struct store_question question = {.query = query, .id = id, .key = key};
    ck_assert_int_eq(store_read_now(kit.store, &question, count_text, &found, &fault), 0);
    return found.count;
}

static void ck_record(uint64_t table)
{
    struct buf record;
    struct fault fault;
    struct record_report report;
    buf_init(&record, RECORD_MAX);
    ck_assert_int_eq(record_of_table(kit.store, table, &record, &fault), 0);
    ck_assert_ptr_null(strstr(record.text, "Ben"));
    ck_assert_msg(record_verify(record.text, record.len, NULL, &report), "line %u: %s", report.line,
                  report.why);
    buf_deinit(&record);
}

/* A round of Spyfall in which Ben says something; over. */
static void play_round(void)
{
    house_pin(kit.house, NULL, NULL);
    house_kit_says(&kit, "Ana", "!spyfall rounds=1 dm_check=off");
    static const char *const people[] = {"Ana", "Ben", "Cy", "Dee"};
    for (int i = 0; i < 4; i++) {
        house_kit_says(&kit, people[i], "!join");
    }
    house_kit_says(&kit, "Ana", "!start");
    house_kit_says(&kit, "Ana", "!ask ben is it loud?");
    house_kit_says(&kit, "Ben", "!answer like Benidorm in May");
    house_kit_pass(&kit, 420000);
    ck_assert_uint_eq(house_kit_table(&kit)->phase, TABLE_OVER);
}

START_TEST(what_was_said_reads_as_withheld)
{
    play_round();
    house_kit_says(&kit, "Ana", "!log");
    unsigned sends = kit.send_count;
    ck_assert_uint_ge(house_kit_count(&kit, 0, "like Benidorm in May"), 2);
    request("kit/Ben");
    house_kit_pass(&kit, 30000);
    house_kit_says(&kit, "Ana", "!log");
    ck_assert_uint_ge(house_kit_count(&kit, sends, "is it loud?"), 1);
    ck_assert_uint_ge(house_kit_count(&kit, sends, "(text withheld)"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Ben"), 0);
}
END_TEST

/* The house says how somebody is called now: those words are theirs, and go with them. */
START_TEST(a_name_belongs_to_who_is_called_so)
{
    play_round();
    struct table_entry *entry = house_kit_table(&kit);
    const struct table *of = &entry->resident->table;
    const struct person *ben = people_at(kit.house->people, "kit", "Ben");
    uint64_t table = entry->id;
    struct move move;
    move_init(&move, table_action(of, "name"), SEAT_HOUSE, kit.house->now_ms);
    move.person = 0;
    move.moderator = false;
    value_number(&move.args, "seat", table_seat_of(of, ben->id));
    value_text(&move.args, "name", "Benjamin", strlen("Benjamin"));
    ck_assert(handle_house_move(kit.house, entry, &move));
    house_kit_pass(&kit, 1000);
    ck_assert_uint_eq(rows_with(STORE_WORDS_OF, table, "", "Benjamin"), 1);
    request("kit/Cy");
    house_kit_pass(&kit, 60000);
    ck_assert_uint_eq(rows_with(STORE_WORDS_OF, table, "", "Benjamin"), 1);
    request("kit/Ben");
    house_kit_pass(&kit, 7200000);
    ck_assert_uint_eq(rows_with(STORE_WORDS_OF, table, "", "Benjamin"), 0);
    ck_record(table);
}
END_TEST

/* A game is over and closed; then one of its players is forgotten. */
START_TEST(a_finished_games_chain_still_holds_without_the_words)
{
    play_round();
    uint64_t table = house_kit_table(&kit)->id;
    house_kit_pass(&kit, 7200000);
    ck_assert_uint_eq(rows_with(STORE_WORDS_OF, table, "", "Benidorm"), 1);
    ck_assert_uint_eq(rows_with(STORE_WORDS_OF, table, "", "Ana"), 2); /* as host, and in a seat */
    const struct adapter_row rows[] = {{.key = "u/Ben", .value = "B", .len = 1},
                                       {.key = "u/Cy", .value = "C", .len = 1}};
    house_store_rows(kit.house, kit.adapter, rows, 2, NULL);
    request("kit/Ben");
    house_kit_pass(&kit, 60000);
    ck_assert_uint_eq(rows_with(STORE_ADAPTER_ROWS, 0, "kit", "u/Ben"), 0);
    ck_assert_uint_eq(rows_with(STORE_ADAPTER_ROWS, 0, "kit", "u/Cy"), 1);
    ck_assert_uint_eq(rows_with(STORE_WORDS_OF, table, "", "Ben"), 0);
    ck_assert_uint_eq(rows_with(STORE_WORDS_OF, table, "", "Ana"), 2);
    ck_assert_uint_eq(rows_with(STORE_PERSONS, 0, "", "Ben"), 0);
    ck_assert_uint_eq(rows_with(STORE_ADDRESSES, 0, "", "kit/Ben"), 0);
    ck_assert_uint_eq(rows_with(STORE_SETTINGS_OF, 0, FORGET_SCOPE, "forget"), 0);
    ck_assert_ptr_null(people_at_key(kit.house->people, "kit/Ben"));
    ck_record(table);
}
END_TEST

START_TEST(who_plays_leaves_first)
{
    house_kit_start(&kit);
    unsigned sends = kit.send_count;
    request("kit/Ben");
    house_kit_pass(&kit, 30000);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "leaves the game"), 1);
    ck_assert_ptr_null(people_at_key(kit.house->people, "kit/Ben"));
    struct table_entry *entry = house_kit_table(&kit);
    house_kit_says(&kit, "Eva", "!substitute");
    ck_assert_uint_eq(entry->phase, TABLE_PLAYING);
    ck_assert_uint_eq(rows_with(STORE_WORDS_OF, entry->id, "", "Ben"), 0);
    house_kit_says(&kit, "Ben", "!status"); /* a stranger */
    ck_assert_ptr_nonnull(people_at_key(kit.house->people, "kit/Ben"));
    house_kit_restart(&kit);
    house_kit_says(&kit, "Ana", "!status");
    ck_assert_uint_eq(house_kit_table(&kit)->phase, TABLE_PLAYING);
}
END_TEST

START_TEST(a_table_that_sleeps_is_woken_to_be_left)
{
    house_kit_start(&kit);
    house_kit_restart(&kit);
    ck_assert_int_ne(house_kit_table(&kit)->load, ENTRY_RESIDENT);
    unsigned sends = kit.send_count;
    request("kit/Ben");
    house_kit_pass(&kit, 30000);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "leaves the game"), 1);
    ck_assert_ptr_null(people_at_key(kit.house->people, "kit/Ben"));
}
END_TEST

START_TEST(a_request_about_nobody_is_taken_away)
{
    request("kit/Nobody");
    house_kit_pass(&kit, 30000);
    ck_assert_uint_eq(rows_with(STORE_SETTINGS_OF, 0, FORGET_SCOPE, "forget"), 0);
}
END_TEST

START_TEST(a_full_disk_only_puts_it_off)
{
    house_kit_start(&kit);
    request("kit/Ben");
    store_poll(kit.store);
    kit.disk_full = true;
    house_kit_pass(&kit, 30000);
    ck_assert_uint_eq(rows_with(STORE_SETTINGS_OF, 0, FORGET_SCOPE, "forget"), 1);
    kit.disk_full = false;
    house_kit_pass(&kit, 60000);
    ck_assert_uint_eq(rows_with(STORE_SETTINGS_OF, 0, FORGET_SCOPE, "forget"), 0);
    ck_assert_uint_eq(rows_with(STORE_PERSONS, 0, "", "Ben"), 0);
}
END_TEST

Suite *suite_forget(void);

Suite *suite_forget(void)
{
    Suite *suite = suite_create("forget");
    TCase *tcase = tcase_create("forget");
    tcase_add_checked_fixture(tcase, open_kit, close_kit);
    tcase_set_timeout(tcase, 30);
    tcase_add_test(tcase, a_name_belongs_to_who_is_called_so);
    tcase_add_test(tcase, a_finished_games_chain_still_holds_without_the_words);
    tcase_add_test(tcase, what_was_said_reads_as_withheld);
    tcase_add_test(tcase, who_plays_leaves_first);
    tcase_add_test(tcase, a_table_that_sleeps_is_woken_to_be_left);
    tcase_add_test(tcase, a_request_about_nobody_is_taken_away);
    tcase_add_test(tcase, a_full_disk_only_puts_it_off);
    suite_add_tcase(suite, tcase);
    return suite;
}
