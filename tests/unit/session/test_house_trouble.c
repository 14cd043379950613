/* Trouble: disks that take nothing, houses that were away, clocks that jump, journals that do not
 * replay, events that kill. */

#include <stdio.h>
#include <string.h>

#include <check.h>
#include <sqlite3.h>

#include "house_kit.h"
#include "kit.h"

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

/* The only send from the first-th on that has the text. */
static const struct kit_send *find_text(unsigned first, const char *text)
{
    ck_assert_uint_eq(house_kit_count(&kit, first, text), 1);
    while (!house_kit_has(&kit.send[first], text)) {
        first++;
    }
    return &kit.send[first];
}

static void arrive_all(void)
{
    for (unsigned i = 0; i < kit.send_count; i++) {
        house_kit_arrive(&kit, &kit.send[i]);
    }
    house_kit_settle(&kit);
}

START_TEST(commit_that_fails_takes_its_turn_back)
{
    static struct table before;
    house_kit_start(&kit);
    memcpy(&before, table(), sizeof before);
    kit.disk_full = true;
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Ben", "Interceptor! \"sugar\" means money");
    ck_assert_uint_eq(kit.not_stored, 1);
    ck_assert(kit.house->down);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "loses a card"), 0);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "play stands still"), 1);
    house_kit_says(&kit, "Ana", "!status");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Round 1"), 1);
    ck_assert_int_eq(memcmp(&before, table(), sizeof before), 0);
    house_kit_says(&kit, "Ben", "Interceptor! \"sugar\" means money");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "take no moves"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "play stands still"), 1);
}
END_TEST

START_TEST(turns_behind_a_failed_one_fail_with_it)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    ck_assert(house_kit_tell(&kit, "a", "Ana", "!join"));
    ck_assert(house_kit_tell(&kit, "b", "Ben", "!join"));
    ck_assert(house_kit_tell(&kit, "c", "Cy", "!interceptor"));
    kit.disk_full = true;
    house_kit_settle(&kit);
    ck_assert_uint_eq(kit.not_stored, 3);
    ck_assert_uint_eq(tables_room(&kit.house->tables, "kit/den")->count, 1);
    kit.disk_full = false;
    house_kit_pass(&kit, 2000);
    ck_assert(!kit.house->down);
    ck_assert_uint_eq(table()->step, 2); /* opened, and was away */
    /* what was not stored may come again */
    ck_assert(house_kit_tell(&kit, "b", "Ben", "!join"));
    house_kit_settle(&kit);
    ck_assert_uint_eq(kit.repeated, 0);
    ck_assert_str_eq(table()->seat[0].name, "Ben");
    house_kit_says(&kit, "Cy", "!interceptor");
    ck_assert_uint_eq(tables_room(&kit.house->tables, "kit/den")->count, 2);
}
END_TEST

START_TEST(play_goes_on_by_itself_when_there_is_room)
{
    house_kit_start(&kit);
    int64_t due_ms = table_due_ms(table());
    kit.disk_full = true;
    house_kit_says(&kit, "Ben", "Interceptor! \"sugar\" means money");
    house_kit_pass(&kit, 500000);
    unsigned sends = kit.send_count;
    kit.disk_full = false;
    house_kit_pass(&kit, 2000);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "I can write again"), 1);
    ck_assert_int_ge(table_due_ms(table()), due_ms + 500000);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Time is up."), 0);
    house_kit_says(&kit, "Ben", "Interceptor! \"sugar\" means money");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "loses a card"), 1);
}
END_TEST

START_TEST(send_that_arrived_on_a_full_disk_is_not_sent_again)
{
    kit.hold = true;
    house_kit_says(&kit, "Ana", "!interceptor");
    ck_assert_uint_eq(kit.send_count, 1);
    kit.disk_full = true;
    house_kit_arrive(&kit, &kit.send[0]);
    house_kit_settle(&kit);
    ck_assert(kit.house->down);
    kit.hold = false;
    kit.disk_full = false;
    house_kit_pass(&kit, 3000);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "who plays?"), 1);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "who plays?"), 1);
}
END_TEST

START_TEST(send_that_is_a_row_is_sent_again_after_a_full_disk)
{
    const struct adapter_row mine = {.key = "m/1", .value = "words", .len = 5};
    house_kit_start(&kit);
    kit.hold = true;
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Ben", "Interceptor! \"sugar\" means money");
    const struct kit_send *lost = find_text(sends, "loses a card");
    kit.disk_full = true;
    house_delivered(kit.house, kit.adapter, lost->row, "p1", &mine, 1, NULL);
    house_kit_settle(&kit);
    ck_assert(kit.house->down);
    kit.disk_full = false;
    house_kit_pass(&kit, 2000);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "loses a card"), 2);
    const char *nonce = lost->nonce;
    while (++lost < kit.send + kit.send_count && !house_kit_has(lost, "loses a card")) {
    }
    ck_assert_str_eq(lost->nonce, nonce);
    kit.hold = false;
    arrive_all();
    ck_assert_uint_eq(house_kit_count(&kit, sends, "loses a card"), 2);
}
END_TEST

START_TEST(deadlines_move_by_the_time_the_house_was_away)
{
    house_kit_start(&kit);
    int64_t due_ms = table_due_ms(table());
    house_free(&kit.house);
    kit.now_ms += 3600000;
    unsigned sends = kit.send_count;
    house_kit_reopen(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "I was away"), 1);
    ck_assert_int_eq(table_due_ms(table()), due_ms + 3600000);
    /* told once: not at the next start */
    house_kit_restart(&kit);
    house_kit_says(&kit, "Ana", "!status");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "I was away"), 1);
    ck_assert_int_eq(table_due_ms(table()), due_ms + 3600000);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Time is up."), 0);
}
END_TEST

START_TEST(clock_that_jumps_forward_costs_nobody_anything)
{
    house_kit_start(&kit);
    int64_t due_ms = table_due_ms(table());
    unsigned sends = kit.send_count;
    kit.wall_ms = 7200000;
    house_kit_settle(&kit);
    ck_assert_int_eq(table_due_ms(table()), due_ms + 7200000);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "I was away"), 1);
    kit.wall_ms += 30000; /* a small one is a slow clock, no more */
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "I was away"), 1);
}
END_TEST

/* What was heard before the end is answered; a table that nobody could play at is not opened. */
START_TEST(a_house_that_closes_opens_no_table)
{
    unsigned sends = kit.send_count;
    ck_assert(house_kit_tell(&kit, "late", "Ana", "!decrypto"));
    for (int i = 0; i < 1000 && !house_drain(kit.house); i++) {
    }
    ck_assert_uint_eq(house_kit_count(&kit, sends, "I'm about to restart."), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "who plays?"), 0);
    ck_assert(!house_kit_tell(&kit, "later", "Ana", "!decrypto"));
}
END_TEST

START_TEST(clock_that_jumps_back_never_turns_time_back)
{
    house_kit_start(&kit);
    int64_t now_ms = kit.house->now_ms;
    int64_t due_ms = table_due_ms(table());
    kit.wall_ms = -7200000;
    house_kit_settle(&kit);
    ck_assert_int_ge(kit.house->now_ms, now_ms);
    house_kit_pass(&kit, 30000);
    ck_assert_int_eq(kit.house->now_ms, now_ms + 30000);
    ck_assert_int_eq(table_due_ms(table()), due_ms);
    house_kit_pass(&kit, 120000);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Time is up."), 1);
    house_kit_restart(&kit);
    ck_assert_int_ge(kit.house->now_ms, now_ms + 150000);
}
END_TEST

START_TEST(platform_that_was_away_moves_its_tables)
{
    house_kit_start(&kit);
    int64_t due_ms = table_due_ms(table());
    unsigned sends = kit.send_count;
    house_kit_pass(&kit, 60000);
    house_downtime(kit.house, kit.adapter, kit.now_ms - 45000, kit.now_ms);
    house_kit_settle(&kit);
    ck_assert_int_eq(table_due_ms(table()), due_ms + 45000);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "I was away"), 1);
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "I was away"), 1);
}
END_TEST

START_TEST(rooms_that_were_away_move_their_tables_alone)
{
    static const char *const other[] = {"somewhere"};
    house_kit_start(&kit);
    const char *own[] = {strchr(tables_find(&kit.house->tables, 1)->room->key, '/') + 1};
    int64_t due_ms = table_due_ms(table());
    int64_t since_ms = kit.now_ms;
    house_rooms_unreachable(kit.house, kit.adapter, own, 1);
    house_kit_pass(&kit, 240000); /* nothing falls */
    ck_assert_int_lt(due_ms, kit.now_ms);
    ck_assert_int_eq(table_due_ms(table()), due_ms);
    house_rooms_reachable(kit.house, kit.adapter, other, 1,
                          (struct downtime){since_ms, kit.now_ms});
    house_kit_settle(&kit);
    ck_assert_int_eq(table_due_ms(table()), due_ms);
    unsigned sends = kit.send_count;
    int64_t gap_ms = kit.now_ms - since_ms;
    house_rooms_reachable(kit.house, kit.adapter, own, 1, (struct downtime){since_ms, kit.now_ms});
    house_kit_settle(&kit);
    ck_assert_int_eq(table_due_ms(table()), due_ms + gap_ms);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "I was away"), 1);
    ck_assert_int_eq(tables_find(&kit.house->tables, 1)->downtime_ms, gap_ms);
    house_kit_restart(&kit);
    ck_assert_int_eq(tables_find(&kit.house->tables, 1)->unreachable_ms, gap_ms);
    house_kit_settle(&kit);
    ck_assert_int_eq(tables_find(&kit.house->tables, 1)->downtime_ms, gap_ms);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "I was away"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Time is up."), 0);
}
END_TEST

START_TEST(rooms_that_are_reached_again_have_lost_nothing)
{
    house_kit_start(&kit);
    int64_t due_ms = table_due_ms(table());
    unsigned sends = kit.send_count;
    house_rooms_unreachable(kit.house, kit.adapter, NULL, 0);
    house_kit_pass(&kit, 2 * (due_ms - kit.now_ms));
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Time is up."), 0);
    house_rooms_reachable(kit.house, kit.adapter, NULL, 0,
                          (struct downtime){kit.now_ms, kit.now_ms});
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "I was away"), 0);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Time is up."), 1);
}
END_TEST

START_TEST(journal_that_does_not_replay_freezes_its_table_alone)
{
    char folder[KIT_PATH_BYTES];
    char path[KIT_PATH_BYTES];
    house_kit_close(&kit);
    kit_folder(folder);
    kit_path(path, folder, "house.db");
    house_kit_open(&kit, path);
    house_kit_start(&kit);
    house_kit_says(&kit, "Ana", "!interceptor");
    struct store_batch *batch = store_batch_new();
    const struct store_row wrong = {
        .id = 1, .sub = table()->step + 1, .extra = "00", .text = "13 1 house tick {} -"};
    store_put(batch, STORE_JOURNAL, &wrong);
    struct fault fault = {.code = FAULT_NONE};
    store_commit(kit.store, &batch, kit_done, &fault);
    house_kit_settle(&kit);
    house_kit_restart(&kit);
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Ben", "Interceptor! \"sugar\" means money");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "stands still for good"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "frozen"), 1);
    house_kit_says(&kit, "Ben", "!#2 join");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "You're in"), 1);
    house_kit_restart(&kit);
    house_kit_says(&kit, "Ben", "!#1 status");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "stands still for good"), 1);
    /* its host may still take it away */
    house_kit_says(&kit, "Ana", "!#1 abort");
    ck_assert_uint_eq(house_kit_table(&kit)->id, 2);
    house_kit_close(&kit);
    kit_remove(folder);
    house_kit_open(&kit, NULL);
}
END_TEST

/* Changes the database behind the house's back, after which the house starts anew. */
static void damage(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    char *error = NULL;
    house_free(&kit.house);
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &error) == SQLITE_OK, "%s", error);
    sqlite3_close(db);
    house_kit_reopen(&kit);
    house_kit_settle(&kit);
}

START_TEST(table_with_damage_stands_still_and_the_others_play_on)
{
    static const char *const damages[] = {
        "UPDATE tables SET header = replace(header, '\"away\"', '\"awai\"') WHERE id = 1",
        "UPDATE tables SET header = substr(header, 1, 40) WHERE id = 1",
        "UPDATE standing SET due_ms = due_ms + 1 WHERE id = 1",
        "UPDATE journal SET line = line || ' ' WHERE table_id = 1 AND step = 2",
        "DELETE FROM sent WHERE id = (SELECT min(id) FROM sent WHERE table_id = 1)",
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        char folder[KIT_PATH_BYTES];
        char path[KIT_PATH_BYTES];
        house_kit_close(&kit);
        kit_folder(folder);
        kit_path(path, folder, "house.db");
        house_kit_open(&kit, path);
        house_kit_start(&kit);
        house_kit_says(&kit, "Ana", "!interceptor");
        damage(path, damages[i]);
        unsigned sends = kit.send_count;
        house_kit_says(&kit, "Ben", "!#1 call sugar money");
        ck_assert_msg(house_kit_count(&kit, sends, "This table is frozen") >= 1, "%s", damages[i]);
        house_kit_says(&kit, "Ana", "!#1 abort"); /* nor does its host take it away */
        house_kit_says(&kit, "Ben", "!#2 join");
        ck_assert_uint_eq(house_kit_count(&kit, sends, "You're in"), 1);
        house_kit_says(&kit, "Ana", "!interceptor");
        house_kit_restart(&kit);
        house_kit_settle(&kit);
        /* neither its id nor its number is given again */
        ck_assert(tables_find(&kit.house->tables, 1)->damaged || i >= 3);
        ck_assert_uint_eq(tables_find(&kit.house->tables, 3)->number, 3);
        house_kit_close(&kit);
        kit_remove(folder);
        house_kit_open(&kit, NULL);
    }
}
END_TEST

/* As if the process had ended in the middle of an event at a table. */
static void die_on(const char *folder, const char *key, uint64_t id)
{
    char path[KIT_PATH_BYTES];
    struct fault fault;
    kit_path(path, folder, "work");
    house_free(&kit.house);
    crash_marker_close(&kit.crash_marker);
    struct crash_marker *work = crash_marker_open(path, &fault);
    ck_assert_ptr_nonnull(work);
    crash_marker_begin(work, key, id);
    /* no crash_marker_end: the page stays as it is, as a page of a process that died */
    kit.crash_marker = crash_marker_open(path, &fault);
    ck_assert_ptr_nonnull(kit.crash_marker);
    crash_marker_close(&work);
    house_kit_reopen(&kit);
}

START_TEST(event_that_ends_the_house_twice_is_set_aside)
{
    char folder[KIT_PATH_BYTES];
    kit_folder(folder);
    house_kit_start(&kit);
    house_kit_says(&kit, "Ana", "!interceptor");
    unsigned sends = kit.send_count;
    die_on(folder, "kit/deadly", 1);
    house_kit_settle(&kit);
    ck_assert(!house_kit_table(&kit)->frozen);
    die_on(folder, "kit/deadly", 1);
    house_kit_settle(&kit);
    ck_assert(house_kit_table(&kit)->frozen);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "stands still for good"), 1);
    ck_assert(house_kit_tell(&kit, "deadly", "Ben", "Interceptor! \"sugar\" means money"));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "left it out"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "loses a card"), 0);
    house_kit_says(&kit, "Ben", "!#2 join");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "You're in"), 1);
    crash_marker_close(&kit.crash_marker);
    kit_remove(folder);
}
END_TEST

START_TEST(event_that_goes_well_the_second_time_is_forgiven)
{
    char folder[KIT_PATH_BYTES];
    kit_folder(folder);
    house_kit_start(&kit);
    for (int i = 0; i < 3; i++) {
        char id[16];
        char key[24];
        snprintf(id, sizeof id, "odd%d", i);
        snprintf(key, sizeof key, "kit/odd%d", i);
        die_on(folder, key, 1);
        ck_assert(house_kit_tell(&kit, id, "Ben", "!status"));
        house_kit_settle(&kit);
        ck_assert_uint_eq(kit.house->suspect_count, 0);
    }
    ck_assert(!house_kit_table(&kit)->frozen);
    house_kit_restart(&kit);
    ck_assert_uint_eq(kit.house->suspect_count, 0);
    crash_marker_close(&kit.crash_marker);
    kit_remove(folder);
}
END_TEST

START_TEST(words_that_were_deleted_leave_a_table_that_replays)
{
    static struct table before;
    house_kit_start(&kit);
    house_kit_says(&kit, "Ben", "Interceptor! \"sugar\" means money");
    memcpy(&before, table(), sizeof before);
    struct store_batch *batch = store_batch_new();
    const struct store_row all = {.id = 1};
    struct fault fault = {.code = FAULT_NONE};
    store_put(batch, STORE_WORDS_FORGET, &all);
    store_commit(kit.store, &batch, kit_done, &fault);
    house_kit_restart(&kit);
    house_kit_says(&kit, "Ana", "!status");
    ck_assert(!house_kit_table(&kit)->frozen);
    ck_assert_uint_eq(table()->step, before.step);
    ck_assert_int_eq(table()->phase, before.phase);
}
END_TEST

/* What stands first in the room was sent, and that could not be written down. */
START_TEST(room_is_told_even_when_its_messages_stand_still)
{
    house_kit_start(&kit);
    kit.hold = true;
    house_kit_says(&kit, "Ben", "Interceptor! \"sugar\" means money");
    unsigned sends = kit.send_count;
    kit.disk_full = true;
    arrive_all();
    ck_assert(kit.house->down);
    house_kit_says(&kit, "Cy", "Interceptor! \"sugar\" means money");
    house_kit_says(&kit, "Ana", "!status");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "play stands still"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "take no moves"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Round 1"), 1);
    for (unsigned i = sends; i < kit.send_count; i++) {
        ck_assert(kit.send[i].transient);
    }
    kit.disk_full = false;
    house_kit_pass(&kit, 2000);
    kit.hold = false;
    arrive_all();
    const struct kit_send *back = find_text(sends, "I can write again");
    ck_assert(!back->transient);
}
END_TEST

/* Whoever drives the house waits until it is due: nothing that can be done may be left by then. */
START_TEST(house_that_ends_does_not_wait_with_what_it_can_do)
{
    house_kit_start(&kit);
    ck_assert(house_kit_tell(&kit, "last", "Ben", "Interceptor! \"sugar\" means money"));
    unsigned sends = kit.send_count;
    int runs = 0;
    while (!house_drain(kit.house)) {
        bool woken = store_pending(kit.store) > 0;
        ck_assert(woken || house_due_ms(kit.house) <= kit.now_ms);
        ck_assert_int_lt(++runs, 100);
    }
    ck_assert_uint_eq(house_kit_count(&kit, sends, "loses a card"), 1);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
}
END_TEST

START_TEST(house_that_closes_tells_what_the_disk_still_has)
{
    ck_assert(house_kit_tell(&kit, "last", "Ana", "!interceptor"));
    while (kit.house->commits_in_flight == 0) {
        house_run(kit.house);
    }
    ck_assert_uint_eq(kit.stored, 0);
    house_close(kit.house);
    ck_assert_uint_eq(kit.stored, 1);
    ck_assert_uint_eq(store_pending(kit.store), 0);
}
END_TEST

Suite *suite_house_trouble(void);

Suite *suite_house_trouble(void)
{
    Suite *suite = suite_create("house_trouble");
    TCase *tcase = tcase_create("house_trouble");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, commit_that_fails_takes_its_turn_back);
    tcase_add_test(tcase, turns_behind_a_failed_one_fail_with_it);
    tcase_add_test(tcase, play_goes_on_by_itself_when_there_is_room);
    tcase_add_test(tcase, send_that_arrived_on_a_full_disk_is_not_sent_again);
    tcase_add_test(tcase, deadlines_move_by_the_time_the_house_was_away);
    tcase_add_test(tcase, clock_that_jumps_forward_costs_nobody_anything);
    tcase_add_test(tcase, a_house_that_closes_opens_no_table);
    tcase_add_test(tcase, clock_that_jumps_back_never_turns_time_back);
    tcase_add_test(tcase, platform_that_was_away_moves_its_tables);
    tcase_add_test(tcase, rooms_that_were_away_move_their_tables_alone);
    tcase_add_test(tcase, rooms_that_are_reached_again_have_lost_nothing);
    tcase_add_test(tcase, table_with_damage_stands_still_and_the_others_play_on);
    tcase_add_test(tcase, journal_that_does_not_replay_freezes_its_table_alone);
    tcase_add_test(tcase, event_that_ends_the_house_twice_is_set_aside);
    tcase_add_test(tcase, event_that_goes_well_the_second_time_is_forgiven);
    tcase_add_test(tcase, words_that_were_deleted_leave_a_table_that_replays);
    tcase_add_test(tcase, house_that_ends_does_not_wait_with_what_it_can_do);
    tcase_add_test(tcase, house_that_closes_tells_what_the_disk_still_has);
    tcase_add_test(tcase, send_that_is_a_row_is_sent_again_after_a_full_disk);
    tcase_add_test(tcase, room_is_told_even_when_its_messages_stand_still);
    suite_add_tcase(suite, tcase);
    return suite;
}
