/* The store over its database: what is written comes back, in order, and nothing half. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "database.h"
#include "kit.h"
#include "table.h"

static struct store *store;
static char path[KIT_PATH_BYTES];

static void open_memory(void)
{
    struct fault fault = {FAULT_NONE, ""};
    database_new(path, NULL, ":memory:");
    store = store_open(database_driver(), path, false, NULL, NULL, &fault);
    ck_assert_msg(store != NULL, "%s", fault.text);
}

static void close_store(void)
{
    store_close(&store);
    database_end(path);
}

/* Commits one op that must succeed. */
static void put(enum store_op op, struct store_row row)
{
    struct fault fault = kit_put(store, op, &row);
    ck_assert_msg(fault.code == FAULT_NONE, "%s", fault.text);
}

static const char *ask(enum store_query query, uint64_t id)
{
    return kit_read(store, &(struct store_question){.query = query, .id = id});
}

START_TEST(store_event_is_seen_on_later_days_and_forgotten_after_forty)
{
    const int64_t day_ms = 86400000;
    struct store_question seen = {.query = STORE_EVENT_SEEN, .key = "web/ana/1"};
    ck_assert_str_eq(kit_read(store, &seen), "");
    put(STORE_EVENT, (struct store_row){.at_ms = 100 * day_ms + 5, .key = "web/ana/1"});
    put(STORE_EVENT, (struct store_row){.at_ms = 100 * day_ms + 9, .key = "web/ana/1"});
    put(STORE_EVENT, (struct store_row){.at_ms = 117 * day_ms, .key = "web/ana/2"});
    put(STORE_EVENT, (struct store_row){.at_ms = 139 * day_ms, .key = "web/ana/3"});
    ck_assert_str_eq(kit_read(store, &seen), "0 0 0 web/ana/1  \n");
    put(STORE_ALIVE, (struct store_row){.at_ms = 140 * day_ms});
    ck_assert_str_eq(kit_read(store, &seen), "0 0 0 web/ana/1  \n");
    put(STORE_ALIVE, (struct store_row){.at_ms = 141 * day_ms});
    ck_assert_str_eq(kit_read(store, &seen), "");
    seen.key = "web/ana/2";
    ck_assert_str_eq(kit_read(store, &seen), "0 0 0 web/ana/2  \n");
    seen.key = "web/ana/4";
    ck_assert_str_eq(kit_read(store, &seen), "");
}
END_TEST

START_TEST(store_results_are_read_by_room_by_person_and_forgotten)
{
    struct store_question in = {.query = STORE_RESULTS_IN, .key = "web/den"};
    put(STORE_RESULT,
        (struct store_row){
            .id = 5, .at_ms = 900, .key = "web/den", .extra = "web/s", .text = "{5}"});
    put(STORE_RESULT_SEAT, (struct store_row){.id = 5, .sub = 21, .text = "{a}"});
    put(STORE_RESULT_SEAT, (struct store_row){.id = 5, .sub = 22, .text = "{b}"});
    put(STORE_RESULT, (struct store_row){.id = 6, .at_ms = 800, .key = "web/den", .text = "{6}"});
    put(STORE_RESULT_SEAT, (struct store_row){.id = 6, .sub = 21, .text = "{c}"});
    put(STORE_RESULT, (struct store_row){.id = 7, .at_ms = 700, .key = "web/hall", .text = "{7}"});
    ck_assert_str_eq(kit_read(store, &in), "6 0 800 web/den table {6}\n"
                                           "6 21 800 web/den seat {c}\n"
                                           "5 0 900 web/den table {5}\n"
                                           "5 21 900 web/den seat {a}\n"
                                           "5 22 900 web/den seat {b}\n");
    in.limit = 1; /* the newest */
    ck_assert_str_eq(kit_read(store, &in), "5 0 900 web/den table {5}\n"
                                           "5 21 900 web/den seat {a}\n"
                                           "5 22 900 web/den seat {b}\n");
    in = (struct store_question){.query = STORE_RESULTS_IN, .key = "web/den", .id = 901};
    ck_assert_str_eq(kit_read(store, &in), "");
    ck_assert_str_eq(ask(STORE_RESULTS_BY, 22), "5 0 900 web/den table {5}\n"
                                                "5 22 900 web/den seat {b}\n");
    ck_assert_str_eq(ask(STORE_RESULTS_OF, 7), "7 0 700 web/hall table {7}\n");
    put(STORE_RESULT_FORGET, (struct store_row){.id = 5, .sub = 22});
    ck_assert_str_eq(ask(STORE_RESULTS_BY, 22), "");
    ck_assert_str_eq(ask(STORE_RESULTS_OF, 5), "5 0 900 web/den table {5}\n"
                                               "5 21 900 web/den seat {a}\n"
                                               "5 0 900 web/den seat {b}\n");
    /* what is written anew takes the place of what was there, its people's rows too */
    put(STORE_RESULT, (struct store_row){.id = 5, .at_ms = 950, .key = "web/den", .text = "{8}"});
    ck_assert_str_eq(ask(STORE_RESULTS_OF, 5), "5 0 950 web/den table {8}\n");
    put(STORE_RESULT_GONE, (struct store_row){.id = 5});
    put(STORE_TABLE_GONE, (struct store_row){.id = 6});
    ck_assert_str_eq(ask(STORE_RESULTS_TABLES, 0), "6 0 800 web/den  {6}\n7 0 700 web/hall  {7}\n");
}
END_TEST

START_TEST(store_inbox_keeps_order_and_lets_go)
{
    put(STORE_INBOX, (struct store_row){.id = 8, .key = "web/b", .text = "{\"two\":2}"});
    put(STORE_INBOX, (struct store_row){.id = 7, .key = "web/a", .text = "{\"one\":1}"});
    ck_assert_str_eq(ask(STORE_INBOX_ALL, 0),
                     "7 0 0 web/a  {\"one\":1}\n8 0 0 web/b  {\"two\":2}\n");
    put(STORE_INBOX_DONE, (struct store_row){.id = 7});
    ck_assert_str_eq(ask(STORE_INBOX_ALL, 0), "8 0 0 web/b  {\"two\":2}\n");
}
END_TEST

START_TEST(store_tables_are_listed_until_they_close)
{
    struct store_row row = {.id = 3,
                            .sub = TABLE_LOBBY,
                            .at_ms = 60000,
                            .key = "web/den",
                            .extra = "interceptor",
                            .text = "{\"number\":1}"};
    put(STORE_TABLE, row);
    row.id = 2;
    put(STORE_TABLE, row);
    row.sub = TABLE_PLAYING;
    row.at_ms = 61000;
    row.text = "{\"number\":2}";
    put(STORE_TABLE, row);
    ck_assert_str_eq(ask(STORE_TABLES, 0), "2 2 61000 web/den interceptor {\"number\":2}\n"
                                           "3 1 60000 web/den interceptor {\"number\":1}\n");
    row.sub = TABLE_CLOSED;
    put(STORE_TABLE, row);
    ck_assert_str_eq(ask(STORE_TABLES, 0), "3 1 60000 web/den interceptor {\"number\":1}\n");
    ck_assert_str_eq(ask(STORE_TABLE_ONE, 2), "2 4 61000 web/den interceptor {\"number\":2}\n");
    ck_assert_str_eq(ask(STORE_TABLE_ONE, 9), "");
    row.sub = TABLE_OVER;
    put(STORE_TABLE, row);
    ck_assert_str_eq(ask(STORE_TABLES, 0), "2 3 61000 web/den interceptor {\"number\":2}\n"
                                           "3 1 60000 web/den interceptor {\"number\":1}\n");
}
END_TEST

START_TEST(store_journal_comes_back_by_step_of_its_table_alone)
{
    for (uint64_t step = 0; step < 3; step++) {
        for (uint64_t id = 1; id <= 2; id++) {
            char line[32];
            snprintf(line, sizeof(line), "%d at %d", (int)step, (int)id);
            put(STORE_JOURNAL,
                (struct store_row){
                    .id = id, .sub = step, .key = "web/e", .extra = "ff", .text = line});
        }
    }
    ck_assert_str_eq(ask(STORE_JOURNAL_OF, 2),
                     "2 0 0 web/e ff 0 at 2\n2 1 0 web/e ff 1 at 2\n2 2 0 web/e ff 2 at 2\n");
    ck_assert_str_eq(ask(STORE_JOURNAL_OF, 3), "");
}
END_TEST

START_TEST(store_journal_goes_on_after_the_table_closed_and_before_it_is_written)
{
    put(STORE_JOURNAL, (struct store_row){.id = 1, .sub = 0, .text = "a"});
    ck_assert_str_eq(ask(STORE_TABLES, 0), "");
    put(STORE_TABLE, (struct store_row){.id = 1, .sub = TABLE_CLOSED, .text = "h"});
    put(STORE_JOURNAL, (struct store_row){.id = 1, .sub = 1, .text = "b"});
    ck_assert_str_eq(ask(STORE_JOURNAL_OF, 1), "1 0 0   a\n1 1 0   b\n");
    ck_assert_str_eq(ask(STORE_TABLES, 0), "");
}
END_TEST

START_TEST(store_journal_line_that_does_not_follow_is_refused_whole)
{
    put(STORE_JOURNAL, (struct store_row){.id = 1, .sub = 4, .text = "four"});
    struct store_row row = {.id = 1, .sub = 4, .text = "again"};
    struct fault fault = kit_put(store, STORE_JOURNAL, &row);
    ck_assert_int_eq(fault.code, FAULT_BROKEN);
    ck_assert_str_eq(fault.text, "table 1: journal line 4 does not follow the last one");
    ck_assert_str_eq(ask(STORE_JOURNAL_OF, 1), "1 4 0   four\n");
    put(STORE_JOURNAL, (struct store_row){.id = 1, .sub = 5, .text = "five"});
    ck_assert_str_eq(ask(STORE_JOURNAL_OF, 1), "1 4 0   four\n1 5 0   five\n");
}
END_TEST

START_TEST(store_words_are_forgotten_by_person_or_by_table)
{
    put(STORE_WORDS, (struct store_row){.id = 1, .sub = 50, .key = "d1", .text = "coffee"});
    put(STORE_WORDS, (struct store_row){.id = 1, .sub = 51, .key = "d1", .text = "coffee"});
    put(STORE_WORDS, (struct store_row){.id = 2, .sub = 50, .key = "d2", .text = "tea"});
    put(STORE_WORDS, (struct store_row){.id = 3, .sub = 50, .key = "d3", .text = "milk"});
    ck_assert_str_eq(ask(STORE_WORDS_OF, 1), "1 50 0 d1  coffee\n1 51 0 d1  coffee\n");
    put(STORE_WORDS_FORGET, (struct store_row){.id = 2, .sub = 50});
    ck_assert_str_eq(ask(STORE_WORDS_OF, 2), "");
    ck_assert_str_eq(ask(STORE_WORDS_OF, 3), "3 50 0 d3  milk\n");
    put(STORE_WORDS_FORGET, (struct store_row){.sub = 50});
    ck_assert_str_eq(ask(STORE_WORDS_OF, 1), "1 51 0 d1  coffee\n");
    ck_assert_str_eq(ask(STORE_WORDS_OF, 3), "");
    put(STORE_WORDS_FORGET, (struct store_row){.id = 1});
    ck_assert_str_eq(ask(STORE_WORDS_OF, 1), "");
}
END_TEST

START_TEST(store_outbox_is_retried_and_done)
{
    struct store_row row = {
        .id = 5, .sub = 1, .at_ms = 10, .key = "web/den", .extra = "{}", .text = "{\"blocks\":[]}"};
    put(STORE_OUTBOX, row);
    row.id = 4;
    put(STORE_OUTBOX, row);
    put(STORE_OUTBOX_RETRY, (struct store_row){.id = 5, .at_ms = 99, .extra = "{\"tries\":1}"});
    ck_assert_str_eq(ask(STORE_OUTBOX_ALL, 0), "4 1 10 web/den {} {\"blocks\":[]}\n"
                                               "5 1 99 web/den {\"tries\":1} {\"blocks\":[]}\n");
    put(STORE_OUTBOX_DONE, (struct store_row){.id = 4});
    put(STORE_OUTBOX_DONE, (struct store_row){.id = 5});
    ck_assert_str_eq(ask(STORE_OUTBOX_ALL, 0), "");
}
END_TEST

START_TEST(store_sent_messages_come_back_in_order)
{
    put(STORE_SENT,
        (struct store_row){.id = 1, .sub = 3, .key = "crowd", .extra = "web/den", .text = "m9"});
    put(STORE_SENT, (struct store_row){.id = 2, .sub = 1, .key = "crowd", .text = "m5"});
    put(STORE_SENT,
        (struct store_row){.id = 1, .sub = 3, .key = "0", .extra = "web/~", .text = "m1"});
    ck_assert_str_eq(ask(STORE_SENT_OF, 1), "1 3 0 crowd web/den m9\n1 3 0 0 web/~ m1\n");
}
END_TEST

START_TEST(store_person_goes_with_all_addresses)
{
    put(STORE_PERSON, (struct store_row){.id = 9007199254740991, .text = "{\"name\":\"Ana\"}"});
    put(STORE_PERSON, (struct store_row){.id = 12, .text = "{}"});
    put(STORE_ADDRESS, (struct store_row){.id = 12, .key = "web/b"});
    put(STORE_ADDRESS, (struct store_row){.id = 9007199254740991, .key = "web/a"});
    put(STORE_ADDRESS, (struct store_row){.id = 9007199254740991, .key = "discord/7"});
    ck_assert_str_eq(ask(STORE_PERSONS, 0),
                     "12 0 0   {}\n9007199254740991 0 0   {\"name\":\"Ana\"}\n");
    ck_assert_str_eq(ask(STORE_ADDRESSES, 0), "9007199254740991 0 0 discord/7  \n"
                                              "9007199254740991 0 0 web/a  \n12 0 0 web/b  \n");
    put(STORE_ADDRESS, (struct store_row){.key = "web/b"});
    put(STORE_PERSON, (struct store_row){.id = 9007199254740991});
    ck_assert_str_eq(ask(STORE_PERSONS, 0), "12 0 0   {}\n");
    ck_assert_str_eq(ask(STORE_ADDRESSES, 0), "");
}
END_TEST

START_TEST(store_setting_is_replaced_and_taken_away)
{
    put(STORE_SETTING, (struct store_row){.key = "room web/den", .extra = "prefix", .text = "!"});
    put(STORE_SETTING, (struct store_row){.key = "house", .extra = "language", .text = "en"});
    put(STORE_SETTING, (struct store_row){.key = "room web/den", .extra = "prefix", .text = "."});
    ck_assert_str_eq(ask(STORE_SETTINGS, 0),
                     "0 0 0 house language en\n0 0 0 room web/den prefix .\n");
    put(STORE_SETTING, (struct store_row){.key = "room web/den", .extra = "prefix"});
    ck_assert_str_eq(ask(STORE_SETTINGS, 0), "0 0 0 house language en\n");
}
END_TEST

START_TEST(store_adapter_rows_by_prefix_newest_in_order)
{
    static const char *const keys[] = {"m/den/1", "m/den/2", "m/den/3", "m/dena/1", "m/den/"};
    for (int i = 0; i < 5; i++) {
        put(STORE_ADAPTER,
            (struct store_row){.key = "web", .extra = keys[i], .at_ms = i + 1, .text = "x"});
    }
    put(STORE_ADAPTER,
        (struct store_row){.key = "wea", .extra = "m/den/4", .at_ms = 9, .text = "y"});
    struct store_question rows = {
        .query = STORE_ADAPTER_ROWS, .key = "web", .extra = "m/den/", .limit = 2};
    ck_assert_str_eq(kit_read(store, &rows), "0 0 3 web m/den/3 x\n0 0 5 web m/den/ x\n");
    rows.limit = 0;
    ck_assert_str_eq(kit_read(store, &rows), "0 0 1 web m/den/1 x\n0 0 2 web m/den/2 x\n"
                                             "0 0 3 web m/den/3 x\n0 0 5 web m/den/ x\n");
    put(STORE_ADAPTER,
        (struct store_row){.key = "web", .extra = "m/den/1", .at_ms = 7, .text = "z"});
    put(STORE_ADAPTER_DELETE, (struct store_row){.key = "web", .extra = "m/den/2"});
    rows.extra = NULL;
    rows.limit = 3;
    ck_assert_str_eq(kit_read(store, &rows),
                     "0 0 4 web m/dena/1 x\n0 0 5 web m/den/ x\n0 0 7 web m/den/1 z\n");
}
END_TEST

START_TEST(store_work_is_noted_until_done)
{
    put(STORE_CRASH_MARKER, (struct store_row){.id = 3, .sub = 1, .key = "web/x"});
    put(STORE_CRASH_MARKER, (struct store_row){.id = 3, .sub = 2, .key = "web/x"});
    put(STORE_CRASH_MARKER, (struct store_row){.id = 0, .sub = 1, .key = "web/y"});
    ck_assert_str_eq(ask(STORE_CRASH_MARKERS, 0), "0 1 0 web/y  \n3 2 0 web/x  \n");
    put(STORE_CRASH_MARKER, (struct store_row){.id = 3});
    ck_assert_str_eq(ask(STORE_CRASH_MARKERS, 0), "0 1 0 web/y  \n");
}
END_TEST

START_TEST(store_candidates_are_a_pack_less_some)
{
    ck_assert_str_eq(ask(STORE_CANDIDATES_OF, 3), "");
    put(STORE_PACK, (struct store_row){.key = "aa", .text = "x\ny\n"});
    put(STORE_PACK, (struct store_row){.key = "aa", .text = "not again"});
    put(STORE_CANDIDATES, (struct store_row){.id = 3, .key = "aa", .text = "1"});
    put(STORE_CANDIDATES, (struct store_row){.id = 4, .key = "aa"});
    ck_assert_str_eq(ask(STORE_CANDIDATES_OF, 3), "3 0 0 aa 1 x\ny\n\n");
    ck_assert_str_eq(ask(STORE_CANDIDATES_OF, 4), "4 0 0 aa  x\ny\n\n");
}
END_TEST

START_TEST(store_alive_is_the_last_one_said)
{
    ck_assert_str_eq(ask(STORE_ALIVE_LAST, 0), "");
    put(STORE_ALIVE, (struct store_row){.at_ms = 77});
    put(STORE_ALIVE, (struct store_row){.at_ms = 1893499200000});
    ck_assert_str_eq(ask(STORE_ALIVE_LAST, 0), "0 0 1893499200000   \n");
}
END_TEST

START_TEST(store_ids_are_never_given_twice)
{
    ck_assert_str_eq(ask(STORE_NEXT_IDS, 0), "1 1 1   \n");
    put(STORE_OUTBOX, (struct store_row){.id = 6});
    put(STORE_OUTBOX, (struct store_row){.id = 2});
    put(STORE_TABLE, (struct store_row){.id = 4, .sub = TABLE_CLOSED});
    put(STORE_PERSON, (struct store_row){.id = 10, .text = "{}"});
    put(STORE_OUTBOX_DONE, (struct store_row){.id = 6});
    put(STORE_OUTBOX_DONE, (struct store_row){.id = 2});
    ck_assert_str_eq(ask(STORE_NEXT_IDS, 0), "5 7 11   \n");
}
END_TEST

START_TEST(store_text_is_kept_to_the_byte)
{
    static char text[3000];
    memset(text, 'x', sizeof(text) - 1);
    static const char first[] = "caf\xc3\xa9 \xf0\x9f\x93\x84 ' \" \\ \n";
    for (size_t i = 0; first[i] != '\0'; i++) {
        text[i] = first[i];
    }
    put(STORE_PERSON, (struct store_row){.id = 1, .text = text, .text_len = 2000});
    const char *got = ask(STORE_PERSONS, 0);
    ck_assert_uint_eq(strlen(got), strlen("1 0 0   \n") + 2000);
    ck_assert_int_eq(memcmp(got + strlen("1 0 0   "), text, 2000), 0);
}
END_TEST

Suite *suite_store(void);

Suite *suite_store(void)
{
    Suite *suite = suite_create("store");
    TCase *tcase = tcase_create("store");
    tcase_add_checked_fixture(tcase, open_memory, close_store);
    tcase_add_test(tcase, store_event_is_seen_on_later_days_and_forgotten_after_forty);
    tcase_add_test(tcase, store_results_are_read_by_room_by_person_and_forgotten);
    tcase_add_test(tcase, store_inbox_keeps_order_and_lets_go);
    tcase_add_test(tcase, store_tables_are_listed_until_they_close);
    tcase_add_test(tcase, store_journal_comes_back_by_step_of_its_table_alone);
    tcase_add_test(tcase, store_journal_goes_on_after_the_table_closed_and_before_it_is_written);
    tcase_add_test(tcase, store_journal_line_that_does_not_follow_is_refused_whole);
    tcase_add_test(tcase, store_words_are_forgotten_by_person_or_by_table);
    tcase_add_test(tcase, store_outbox_is_retried_and_done);
    tcase_add_test(tcase, store_sent_messages_come_back_in_order);
    tcase_add_test(tcase, store_person_goes_with_all_addresses);
    tcase_add_test(tcase, store_setting_is_replaced_and_taken_away);
    tcase_add_test(tcase, store_adapter_rows_by_prefix_newest_in_order);
    tcase_add_test(tcase, store_work_is_noted_until_done);
    tcase_add_test(tcase, store_candidates_are_a_pack_less_some);
    tcase_add_test(tcase, store_alive_is_the_last_one_said);
    tcase_add_test(tcase, store_ids_are_never_given_twice);
    tcase_add_test(tcase, store_text_is_kept_to_the_byte);
    suite_add_tcase(suite, tcase);
    return suite;
}
