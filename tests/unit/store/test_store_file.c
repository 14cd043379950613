/* The store in a file: what was told to be on disk is there after any end, one writes at a time,
 * and a file that is not as it should be is a clear fault. */

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>

#include "crash.h"
#include "database.h"
#include "store_upkeep.h"
#include "turns.h"

START_TEST(store_file_keeps_all_over_a_restart)
{
    ck_assert(turns_open(true));
    for (uint64_t step = 0; step < 5; step++) {
        ck_assert_int_eq(turns_take(3, step).code, FAULT_NONE);
    }
    store_close(&turns_store);
    ck_assert(turns_open(false));
    ck_assert_uint_eq(turns_there(3), 5);
    ck_assert_str_eq(turns_ask(STORE_NEXT_IDS, 0), "4 6 1   \n");
    struct stat status;
    if (!database_is_postgres()) {
        ck_assert_int_eq(stat(turns_path, &status), 0);
        ck_assert_uint_eq(status.st_mode & 0777, 0600);
    }
}
END_TEST

/* The database with all that lies beside it: the next start begins anew. */
static void unlink_all(void)
{
    if (database_is_postgres()) {
        database_end(turns_path);
        database_new(turns_path, turns_folder, "d.db");
        return;
    }
    static const char *const names[] = {"d.db", "d.db-wal", "d.db-shm", "d.db.lock"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[KIT_PATH_BYTES];
        kit_path(path, turns_folder, names[i]);
        unlink(path);
    }
}

/* A child that takes turns and says on a pipe each that it was told of; never returns. */
static void take_turns_for_ever(int out, const char *crash_at, uint64_t most)
{
    if (!crash_arm(crash_at) || !turns_open(true)) {
        _exit(1);
    }
    for (uint64_t step = 0; step < most; step++) {
        char told = '.';
        if (turns_take(1, step).code != FAULT_NONE || write(out, &told, 1) != 1) {
            _exit(2);
        }
    }
    store_close(&turns_store);
    _exit(0);
}

/* Starts the child, kills it after it said `enough` turns (0: lets it end); how many it said, and
 * how it ended. */
static uint64_t run_child(const char *crash_at, uint64_t most, uint64_t enough, int *status_r)
{
    int ends[2];
    uint64_t told = 0;
    char dot = 0;
    ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        close(ends[0]);
        take_turns_for_ever(ends[1], crash_at, most);
    }
    close(ends[1]);
    while (read(ends[0], &dot, 1) == 1) {
        told++;
        if (told == enough) {
            kill(child, SIGKILL);
        }
    }
    close(ends[0]);
    ck_assert_int_eq(waitpid(child, status_r, 0), child);
    return told;
}

/* A start must refuse, and leave all as it is. */
static void refuses_the_lost(const char *beside)
{
    struct stat before;
    struct stat after;
    int was = stat(turns_path, &before);
    ck_assert(!turns_open(false));
    ck_assert_int_eq(turns_fault.code, FAULT_CONFIG);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "missing or empty"));
    ck_assert_ptr_nonnull(strstr(turns_fault.text, beside));
    ck_assert_int_eq(stat(turns_path, &after), was);
    ck_assert(was != 0 || after.st_size == before.st_size);
}

START_TEST(store_file_missing_or_empty_beside_its_files_is_not_begun_anew)
{
    char work[KIT_PATH_BYTES];
    char lock[KIT_PATH_BYTES];
    kit_path(work, turns_folder, "d.db.work");
    kit_path(lock, turns_folder, "d.db.lock");
    ck_assert(turns_open(true));
    ck_assert_int_eq(turns_take(3, 0).code, FAULT_NONE);
    store_close(&turns_store);
    ck_assert_int_eq(unlink(turns_path), 0);
    refuses_the_lost("d.db.lock");
    close(open(turns_path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    refuses_the_lost("d.db.lock");
    unlink(lock);
    close(open(work, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    refuses_the_lost("d.db.work");
    unlink(work);
    char wal[KIT_PATH_BYTES];
    kit_path(wal, turns_folder, "d.db-wal");
    int file = open(wal, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    ck_assert_int_eq(write(file, "x", 1), 1);
    close(file);
    refuses_the_lost("d.db-wal");
    unlink_all();
    ck_assert(turns_open(false)); /* nothing speaks of an older one */
}
END_TEST

START_TEST(store_file_of_a_version_that_never_was_is_refused)
{
    ck_assert(turns_open(true));
    store_close(&turns_store);
    database_execute(turns_path, "PRAGMA user_version = -3", "UPDATE deaddrop SET version = -3");
    ck_assert(!turns_open(false));
    ck_assert_int_eq(turns_fault.code, FAULT_CONFIG);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "restore a backup"));
}
END_TEST

START_TEST(store_file_killed_at_any_moment_keeps_what_was_told)
{
    int status = 0;
    for (uint64_t enough = 1; enough < 40; enough += 13) {
        uint64_t told = run_child(NULL, 100000, enough, &status);
        ck_assert(WIFSIGNALED(status));
        ck_assert(turns_open(false));
        ck_assert_uint_ge(turns_there(1), told);
        ck_assert_uint_le(turns_there(1), told + 1);
        store_close(&turns_store);
        unlink_all();
    }
}
END_TEST

START_TEST(store_file_crash_points_lose_nothing_and_leave_no_half)
{
    const char *name = NULL;
    const char *when = NULL;
    int status = 0;
    unsigned ended = 0;
    for (size_t i = 0; crash_list(i, &name, &when); i++) {
        if (strncmp(name, "store.", 6) != 0) {
            continue;
        }
        for (int pass = 1; pass <= 3; pass++) {
            char at[64];
            snprintf(at, sizeof(at), "%s:%d", name, pass);
            uint64_t told = run_child(at, 6, 0, &status);
            ck_assert(WIFEXITED(status));
            ended += WEXITSTATUS(status) == CRASH_STATUS ? 1 : 0;
            ck_assert(turns_open(false));
            uint64_t steps = turns_there(1);
            ck_assert_msg(steps == told || steps == told + 1, "%s: %d told, %d there", at,
                          (int)told, (int)steps);
            ck_assert_int_eq(WEXITSTATUS(status) == CRASH_STATUS, told < 6);
            store_close(&turns_store);
            unlink_all();
        }
    }
    /* all of them but the upkeep, which so few turns do not need */
    ck_assert_uint_eq(ended, crash_built_in() ? 15 : 0);
}
END_TEST

START_TEST(store_file_has_one_writer)
{
    ck_assert(turns_open(false));
    struct store *first = turns_store;
    ck_assert(!turns_open(false));
    ck_assert_int_eq(turns_fault.code, FAULT_RETRY);
    char expected[FAULT_TEXT_BYTES];
    snprintf(expected, sizeof(expected), ": open in another deaddrop (process %ld", (long)getpid());
    ck_assert_ptr_nonnull(strstr(turns_fault.text, expected));
    store_close(&first);
    ck_assert(turns_open(false));
}
END_TEST

START_TEST(store_file_can_be_looked_at_and_copied_while_it_is_written)
{
    char copy[KIT_PATH_BYTES];
    kit_path(copy, turns_folder, "copy.db");
    ck_assert(turns_open(true));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    struct store *reader =
        store_open_reading(store_driver_of(turns_path), turns_path, &turns_fault);
    ck_assert_msg(reader != NULL, "%s", turns_fault.text);
    ck_assert_int_eq(turns_take(1, 1).code, FAULT_NONE);
    ck_assert_str_eq(kit_read(reader, &(struct store_question){.query = STORE_JOURNAL_OF, .id = 1}),
                     "1 0 0 web/1/0  line\n1 1 0 web/1/1  line\n");
    ck_assert_msg(store_backup(reader, copy, NULL, &turns_fault) == 0, "%s", turns_fault.text);
    ck_assert_int_eq(store_backup(reader, copy, NULL, &turns_fault), -1);
    ck_assert_int_eq(turns_fault.code, FAULT_BAD);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "is there already"));
    store_close(&reader);
    ck_assert_int_eq(turns_take(1, 2).code, FAULT_NONE);
    store_close(&turns_store);
    struct stat status;
    ck_assert_int_eq(stat(copy, &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, 0600);
    database_end(turns_path);
    snprintf(turns_path, sizeof(turns_path), "%s", copy); /* a file, of either database */
    ck_assert(turns_open(false));
    ck_assert_uint_eq(turns_there(1), 2);
    ck_assert_int_eq(turns_take(1, 2).code, FAULT_NONE);
}
END_TEST

START_TEST(store_file_that_cannot_be_there)
{
    kit_path(turns_path, turns_folder, "none/d.db");
    ck_assert(!turns_open(false));
    ck_assert_int_eq(turns_fault.code, FAULT_CONFIG);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "No such file or directory: make the folder"));
    kit_path(turns_path, turns_folder, "d.db");
    ck_assert_ptr_null(store_open_reading(&store_sqlite, turns_path, &turns_fault));
    ck_assert_int_eq(turns_fault.code, FAULT_CONFIG);
}
END_TEST

static void execute(const char *sql)
{
    database_execute(turns_path, sql, NULL);
}

START_TEST(store_file_of_a_newer_deaddrop_is_left_alone)
{
    ck_assert(turns_open(false));
    store_close(&turns_store);
    database_execute(turns_path, "PRAGMA user_version = 99; UPDATE mark SET alive_ms = 5",
                     "UPDATE deaddrop SET version = 99; UPDATE mark SET alive_ms = 5");
    ck_assert(!turns_open(false));
    ck_assert_int_eq(turns_fault.code, FAULT_CONFIG);
    ck_assert_ptr_nonnull(
        strstr(turns_fault.text, "made by a newer deaddrop (its schema is 99, this"));
    execute("UPDATE mark SET alive_ms = 6");
}
END_TEST

START_TEST(store_file_of_another_program_is_left_alone)
{
    execute("CREATE TABLE theirs (a integer); INSERT INTO theirs VALUES (1)");
    ck_assert(!turns_open(false));
    ck_assert_int_eq(turns_fault.code, FAULT_CONFIG);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "another program"));
}
END_TEST

START_TEST(store_file_older_is_brought_up_to_date_and_keeps_its_rows)
{
    /* what is older than the first migration is an empty file of ours */
    execute("PRAGMA application_id = 1684365668; CREATE TABLE before (a); "
            "INSERT INTO before VALUES (7)");
    ck_assert_ptr_null(store_open_reading(&store_sqlite, turns_path, &turns_fault));
    ck_assert_ptr_nonnull(
        strstr(turns_fault.text, "made by an older deaddrop: start the bot once"));
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    store_close(&turns_store);
    execute("UPDATE before SET a = 8 WHERE a = 7");
    ck_assert(turns_open(false));
}
END_TEST

START_TEST(store_file_migration_that_fails_changes_nothing)
{
    execute("PRAGMA application_id = 1684365668; CREATE TABLE mark (a); "
            "INSERT INTO mark VALUES (7)");
    ck_assert(!turns_open(false));
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "migration 001_house.sql: "));
    execute("UPDATE mark SET a = 8 WHERE a = 7; CREATE TABLE event (a)");
}
END_TEST

static int64_t number_of(const char *sql)
{
    return database_number(turns_path, sql);
}

START_TEST(store_file_that_is_no_database)
{
    kit_write(turns_path,
              "This is a letter, and a long one, to nobody, about nothing at all, but it is "
              "longer than the hundred bytes that are the head of a database.");
    ck_assert(!turns_open(false));
    ck_assert_int_eq(turns_fault.code, FAULT_BROKEN);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "damaged, or no database"));
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "restore a backup"));
}
END_TEST

static void count_row(void *context, const struct store_row *row)
{
    uint64_t *rows = context;
    ck_assert_ptr_nonnull(row);
    (*rows)++;
}

START_TEST(store_file_damaged_inside_is_a_fault_where_it_is_read)
{
    ck_assert(turns_open(false));
    for (uint64_t step = 0; step < 400; step++) {
        ck_assert_int_eq(turns_take(1, step).code, FAULT_NONE);
    }
    store_close(&turns_store);
    off_t page = number_of("SELECT max(pageno) FROM dbstat WHERE name = 'journal'") - 1;
    off_t size = number_of("PRAGMA page_size");
    int file = open(turns_path, O_RDWR);
    char noise[1024];
    memset(noise, 0xa5, sizeof(noise));
    ck_assert_int_eq(pwrite(file, noise, sizeof(noise), page * size), sizeof(noise));
    close(file);
    ck_assert(turns_open(false));
    uint64_t steps = 0;
    struct store_question journal = {.query = STORE_JOURNAL_OF, .id = 1};
    ck_assert_int_eq(store_read_now(turns_store, &journal, count_row, &steps, &turns_fault), -1);
    ck_assert_int_eq(turns_fault.code, FAULT_BROKEN);
    ck_assert_uint_eq(steps, 0);
}
END_TEST

START_TEST(store_file_checkpoints_keep_the_log_short)
{
    char wal[KIT_PATH_BYTES];
    struct stat status;
    kit_path(wal, turns_folder, "d.db-wal");
    ck_assert(turns_open(false));
    for (uint64_t step = 0; step < 300; step++) {
        ck_assert_int_eq(turns_take(1 + step % 7, step).code, FAULT_NONE);
    }
    ck_assert_int_eq(stat(wal, &status), 0);
    ck_assert_int_lt(status.st_size, 2 << 20);
}
END_TEST

/* Commits events web/from … web/(to - 1) as one batch. */
static void hear(int from, int to)
{
    struct store_batch *batch = store_batch_new();
    for (int i = from; i < to; i++) {
        char key[32];
        snprintf(key, sizeof(key), "web/%d", i);
        store_put(batch, STORE_EVENT, &(struct store_row){.key = key, .at_ms = 1893499200000});
    }
    struct fault got = {FAULT_NONE, ""};
    store_commit(turns_store, &batch, kit_done, &got);
    kit_settle(turns_store);
    ck_assert_int_eq(got.code, FAULT_NONE);
}

/* Have exactly the events below `count` been heard, as far as samples tell? */
static void inbound_below(int count)
{
    for (int i = 0; i < count + 3000; i += i < count - 2 || i > count + 2 ? 997 : 1) {
        char key[32];
        snprintf(key, sizeof(key), "web/%d", i);
        const char *seen =
            kit_read(turns_store, &(struct store_question){.query = STORE_EVENT_SEEN, .key = key});
        ck_assert_msg((seen[0] != '\0') == (i < count), "%d of %d", i, count);
    }
}

START_TEST(store_file_sorts_many_events_in_and_forgets_none)
{
    int inbound = 52000;
    ck_assert(turns_open(false));
    hear(0, inbound); /* the first stretch is sorted after it */
    for (int i = 0; i < 8; i++) {
        hear(inbound, inbound + 1);
        inbound++;
        inbound_below(inbound);
    }
    ck_assert_int_gt(number_of("SELECT count(*) FROM event"), 20000);
    ck_assert_int_lt(number_of("SELECT count(*) FROM event"), 40000);
    store_close(&turns_store); /* and begins again after a restart */
    ck_assert(turns_open(false));
    inbound_below(inbound);
    for (int i = 0; i < 18; i++) {
        hear(inbound, inbound + 1);
        inbound++;
    }
    inbound_below(inbound);
    ck_assert_int_ge(number_of("SELECT count(*) FROM event"), 52000);
    ck_assert_int_lt(number_of("SELECT count(*) FROM event_new"), 20);
}
END_TEST

Suite *suite_store_file(void);

Suite *suite_store_file(void)
{
    Suite *suite = suite_create("store_file");
    TCase *tcase = tcase_create("store_file");
    tcase_add_checked_fixture(tcase, turns_begin, turns_end);
    tcase_add_test(tcase, store_file_keeps_all_over_a_restart);
    tcase_add_test(tcase, store_file_of_a_version_that_never_was_is_refused);
    tcase_add_test(tcase, store_file_killed_at_any_moment_keeps_what_was_told);
    tcase_add_test(tcase, store_file_crash_points_lose_nothing_and_leave_no_half);
    tcase_add_test(tcase, store_file_has_one_writer);
    tcase_add_test(tcase, store_file_can_be_looked_at_and_copied_while_it_is_written);
    tcase_add_test(tcase, store_file_of_a_newer_deaddrop_is_left_alone);
    tcase_add_test(tcase, store_file_of_another_program_is_left_alone);
    if (!database_is_postgres()) { /* what is about its file */
        tcase_add_test(tcase, store_file_missing_or_empty_beside_its_files_is_not_begun_anew);
        tcase_add_test(tcase, store_file_that_cannot_be_there);
        tcase_add_test(tcase, store_file_older_is_brought_up_to_date_and_keeps_its_rows);
        tcase_add_test(tcase, store_file_migration_that_fails_changes_nothing);
        tcase_add_test(tcase, store_file_that_is_no_database);
        tcase_add_test(tcase, store_file_damaged_inside_is_a_fault_where_it_is_read);
        tcase_add_test(tcase, store_file_sorts_many_events_in_and_forgets_none);
        tcase_add_test(tcase, store_file_checkpoints_keep_the_log_short);
    }
    suite_add_tcase(suite, tcase);
    return suite;
}
